// Passkey data exchanged with the browser, as JSON: the options of WebAuthn level 3 (5.4, 5.5) and
// the answers (5.1), checked. webauthn.ts decides what an answer proves.

import * as z from "zod";
import {
  CREDENTIAL_ID_CHARS_MAX,
  PASSKEY_CHALLENGE_MS,
  PASSKEY_FIELD_CHARS_MAX,
} from "../../platform/limits.ts";
import type { RelyingParty } from "./relying-party.ts";

/** COSE's names of the signatures that every browser and the platform know: ES256, EdDSA, RS256. */
export const ALGORITHMS = [-7, -8, -257] as const;

const base64url = (charsMax: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(charsMax);
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

const credentialShape = {
  id: base64url(CREDENTIAL_ID_CHARS_MAX),
  rawId: base64url(CREDENTIAL_ID_CHARS_MAX),
  type: z.literal("public-key"),
};

const newPasskeySchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: base64url(PASSKEY_FIELD_CHARS_MAX),
    attestationObject: base64url(PASSKEY_FIELD_CHARS_MAX),
    // A browser may know more of them than we do.
    transports: z
      .array(z.string().max(20))
      .max(10)
      .default([])
      .transform((told) => TRANSPORTS.filter((known) => told.includes(known))),
  }),
});

const assertionSchema = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: base64url(PASSKEY_FIELD_CHARS_MAX),
    authenticatorData: base64url(PASSKEY_FIELD_CHARS_MAX),
    signature: base64url(PASSKEY_FIELD_CHARS_MAX),
    userHandle: base64url(100)
      .nullish()
      .transform((handle) => handle ?? null),
  }),
});

/** An answer to navigator.credentials.create. */
export type NewPasskeyAnswer = z.infer<typeof newPasskeySchema>;
/** An answer to navigator.credentials.get. */
export type Assertion = z.infer<typeof assertionSchema>;
export type Transport = (typeof TRANSPORTS)[number];

/** One passkey that the browser is asked to look for. */
export interface Descriptor {
  readonly id: string;
  readonly type: "public-key";
  readonly transports: readonly Transport[];
}

/** The answer in a form's field; null where it is none. */
export function readNewPasskey(field: string): NewPasskeyAnswer | null {
  return read(newPasskeySchema, field);
}

/** The answer in a form's field; null where it is none. */
export function readAssertion(field: string): Assertion | null {
  return read(assertionSchema, field);
}

/** The options of navigator.credentials.create. */
export function creationOptions(wanted: {
  readonly relyingParty: RelyingParty;
  readonly challenge: string;
  /** The name of the person's User object. */
  readonly object: string;
  readonly email: string;
  readonly name: string;
  readonly existing: readonly Descriptor[];
}) {
  return {
    rp: { id: wanted.relyingParty.id, name: "Tributary" },
    user: { id: toHandle(wanted.object), name: wanted.email, displayName: wanted.name },
    challenge: wanted.challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    timeout: PASSKEY_CHALLENGE_MS,
    excludeCredentials: wanted.existing,
    authenticatorSelection: {
      residentKey: "preferred",
      requireResidentKey: false,
      userVerification: "required",
    },
    attestation: "none",
  };
}

/**
 * The options of navigator.credentials.get; without descriptors the person chooses among the
 * passkeys they have here.
 */
export function requestOptions(
  relyingParty: RelyingParty,
  challenge: string,
  allowed: readonly Descriptor[],
) {
  return {
    rpId: relyingParty.id,
    challenge,
    timeout: PASSKEY_CHALLENGE_MS,
    userVerification: "required",
    allowCredentials: allowed,
  };
}

/** The user handle that a passkey keeps: the name of the person's User object. */
export function toHandle(object: string): string {
  return new TextEncoder().encode(object).toBase64({ alphabet: "base64url", omitPadding: true });
}

/**
 * The object's name in a user handle; null if it is not text. The object itself knows whether it
 * has a person.
 */
export function parseHandle(handle: string): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.fromBase64(handle, { alphabet: "base64url" }),
    );
  } catch {
    return null;
  }
}

function read<T>(schema: z.ZodType<T>, field: string): T | null {
  let value: unknown;
  try {
    value = JSON.parse(field);
  } catch {
    return null;
  }
  return schema.safeParse(value).data ?? null;
}
