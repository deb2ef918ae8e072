// An authenticator in software, written from WebAuthn level 3 (6.1 authenticator data, 6.5
// attestation), RFC 8949 (CBOR) and RFC 9053 (COSE keys): it makes real keys and real signatures.
// Everything it says can be said wrongly.

import { createHash } from "node:crypto";

const BASE64URL = { alphabet: "base64url", omitPadding: true } as const;
const [USER_PRESENT, USER_VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

/** What it says besides the truth, for once. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly flags?: number;
  readonly counter?: number;
  readonly userHandle?: string | null;
  readonly id?: string;
  readonly crossOrigin?: boolean;
  readonly signature?: string;
  /** Which attestation statement a new passkey comes with. */
  readonly format?: "none" | "packed" | "packed with a certificate" | "tpm";
}

interface CreationOptions {
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
  readonly challenge: string;
}

interface RequestOptions {
  readonly rpId: string;
  readonly challenge: string;
}

export type KeyKind = "ES256" | "EdDSA" | "RS256";

/** One passkey in one authenticator. */
export class Authenticator {
  readonly id: string;
  counter = 0;
  userHandle = "";
  readonly #key: CryptoKeyPair;
  readonly #kind: KeyKind;
  readonly #origin: string;

  private constructor(key: CryptoKeyPair, kind: KeyKind, origin: string) {
    this.#key = key;
    this.#kind = kind;
    this.#origin = origin;
    this.id = crypto.getRandomValues(new Uint8Array(20)).toBase64(BASE64URL);
  }

  static async make(kind: KeyKind = "ES256", origin = "http://localhost"): Promise<Authenticator> {
    const key = await crypto.subtle.generateKey(GENERATE[kind], false, ["sign", "verify"]);
    if (!("privateKey" in key)) throw new Error("a pair was asked for");
    return new Authenticator(key, kind, origin);
  }

  /** What navigator.credentials.create answers, as our script sends it. */
  async create(options: CreationOptions, lies: Lies = {}): Promise<string> {
    this.userHandle = options.user.id;
    const clientData = this.#clientData("webauthn.create", options.challenge, lies);
    const id = Uint8Array.fromBase64(this.id, { alphabet: "base64url" });
    const attested = concat(new Uint8Array(16), uint16(id.length), id, await this.#coseKey());
    const data = concat(this.#data(options.rp.id, ATTESTED, lies), attested);
    const signature = await this.#sign(concat(data, sha256(clientData)));
    const statements = {
      none: ["none", cborMap([])],
      packed: [
        "packed",
        cborMap([
          [cborText("alg"), cborInt(ALGORITHM[this.#kind])],
          [cborText("sig"), cborBytes(signature)],
        ]),
      ],
      "packed with a certificate": [
        "packed",
        cborMap([
          [cborText("alg"), cborInt(-7)],
          [cborText("sig"), cborBytes(signature)],
          [cborText("x5c"), cborArray([cborBytes(new Uint8Array(40))])],
        ]),
      ],
      tpm: ["tpm", cborMap([])],
    } as const;
    const [format, statement] = statements[lies.format ?? "none"];
    const attestationObject = cborMap([
      [cborText("fmt"), cborText(format)],
      [cborText("attStmt"), statement],
      [cborText("authData"), cborBytes(data)],
    ]);
    const response = {
      clientDataJSON: clientData.toBase64(BASE64URL),
      attestationObject: attestationObject.toBase64(BASE64URL),
      transports: ["internal", "telepathy"],
    };
    return JSON.stringify({
      id: lies.id ?? this.id,
      rawId: lies.id ?? this.id,
      type: "public-key",
      response,
    });
  }

  /** What navigator.credentials.get answers, as our script sends it; counts a use more. */
  async get(options: RequestOptions, lies: Lies = {}): Promise<string> {
    this.counter += 1;
    const clientData = this.#clientData("webauthn.get", options.challenge, lies);
    const data = this.#data(options.rpId, 0, lies);
    const signature =
      lies.signature ?? (await this.#sign(concat(data, sha256(clientData)))).toBase64(BASE64URL);
    const userHandle = lies.userHandle === undefined ? this.userHandle : lies.userHandle;
    const response = {
      clientDataJSON: clientData.toBase64(BASE64URL),
      authenticatorData: data.toBase64(BASE64URL),
      signature,
      ...(userHandle !== null && { userHandle }),
    };
    return JSON.stringify({
      id: lies.id ?? this.id,
      rawId: lies.id ?? this.id,
      type: "public-key",
      response,
    });
  }

  #clientData(type: string, challenge: string, lies: Lies): Uint8Array {
    const said = {
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? this.#origin,
      crossOrigin: lies.crossOrigin ?? false,
    };
    return new TextEncoder().encode(JSON.stringify(said));
  }

  #data(rpId: string, attested: number, lies: Lies): Uint8Array {
    const flags = (lies.flags ?? USER_PRESENT | USER_VERIFIED) | attested;
    const counter = new Uint8Array(4);
    new DataView(counter.buffer).setUint32(0, lies.counter ?? this.counter);
    return concat(
      sha256(new TextEncoder().encode(lies.rpId ?? rpId)),
      new Uint8Array([flags]),
      counter,
    );
  }

  async #sign(data: Uint8Array): Promise<Uint8Array> {
    const made = new Uint8Array(
      await crypto.subtle.sign(SIGN[this.#kind], this.#key.privateKey, data),
    );
    return this.#kind === "ES256" ? derOf(made) : made;
  }

  async #coseKey(): Promise<Uint8Array> {
    const jwk = await crypto.subtle.exportKey("jwk", this.#key.publicKey);
    if (jwk instanceof ArrayBuffer) throw new Error("a JWK was asked for");
    const part = (text: string | undefined) =>
      cborBytes(Uint8Array.fromBase64(text ?? "", { alphabet: "base64url" }));
    const algorithm = [cborInt(3), cborInt(ALGORITHM[this.#kind])] as const;
    if (this.#kind === "RS256")
      return cborMap([
        [cborInt(1), cborInt(3)],
        algorithm,
        [cborInt(-1), part(jwk.n)],
        [cborInt(-2), part(jwk.e)],
      ]);
    if (this.#kind === "EdDSA")
      return cborMap([
        [cborInt(1), cborInt(1)],
        algorithm,
        [cborInt(-1), cborInt(6)],
        [cborInt(-2), part(jwk.x)],
      ]);
    return cborMap([
      [cborInt(1), cborInt(2)],
      algorithm,
      [cborInt(-1), cborInt(1)],
      [cborInt(-2), part(jwk.x)],
      [cborInt(-3), part(jwk.y)],
    ]);
  }
}

/** The flags without the user having been verified, and without them having been there. */
export const UNVERIFIED = USER_PRESENT;
export const ABSENT = USER_VERIFIED;

const ALGORITHM = { ES256: -7, EdDSA: -8, RS256: -257 } as const;
const GENERATE = {
  ES256: { name: "ECDSA", namedCurve: "P-256" },
  EdDSA: { name: "Ed25519" },
  RS256: {
    name: "RSASSA-PKCS1-v1_5",
    hash: "SHA-256",
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
} as const;
const SIGN = {
  ES256: { name: "ECDSA", hash: "SHA-256" },
  EdDSA: { name: "Ed25519" },
  RS256: { name: "RSASSA-PKCS1-v1_5" },
} as const;

/** The two numbers of an ECDSA signature as ASN.1 DER (RFC 3279, 2.2.3): shortest form, never negative. */
function derOf(raw: Uint8Array): Uint8Array {
  const integer = (bytes: Uint8Array): Uint8Array => {
    let start = 0;
    while (start < bytes.length - 1 && bytes[start] === 0) start += 1;
    const short = bytes.slice(start);
    const positive = (short[0] ?? 0) >= 0x80 ? concat(new Uint8Array([0]), short) : short;
    return concat(new Uint8Array([0x02, positive.length]), positive);
  };
  const both = concat(integer(raw.slice(0, 32)), integer(raw.slice(32)));
  return concat(new Uint8Array([0x30, both.length]), both);
}

/** RFC 8949, 3: the major type and its argument, in the shortest form. */
function cborHead(major: number, argument: number): Uint8Array {
  if (argument < 24) return new Uint8Array([(major << 5) | argument]);
  if (argument < 256) return new Uint8Array([(major << 5) | 24, argument]);
  return concat(new Uint8Array([(major << 5) | 25]), uint16(argument));
}

const cborInt = (value: number): Uint8Array =>
  value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
const cborBytes = (bytes: Uint8Array): Uint8Array => concat(cborHead(2, bytes.length), bytes);
const cborText = (text: string): Uint8Array =>
  concat(cborHead(3, text.length), new TextEncoder().encode(text));
const cborArray = (items: readonly Uint8Array[]): Uint8Array =>
  concat(cborHead(4, items.length), ...items);
const cborMap = (pairs: readonly (readonly [Uint8Array, Uint8Array])[]): Uint8Array =>
  concat(cborHead(5, pairs.length), ...pairs.flat());

function uint16(value: number): Uint8Array {
  return new Uint8Array([value >> 8, value & 255]);
}

function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash("sha256").update(bytes).digest());
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
