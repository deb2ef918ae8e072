// Verifies a passkey's answer with @simplewebauthn/server. The library is loaded with the first
// answer: it is a third of the bundle, and no other request needs it. It refuses by throwing, which
// is null here.
//
// Only attestations without a certificate are accepted: for a certificate the library would fetch
// the revocation list that it names. The library gets no counter, because it compares counters
// before it checks the signature, and then anybody could make a passkey look copied. Our pages are
// never in another site's frame, so an answer made in one is refused.

import type { Challenge } from "./challenge.ts";
import { ALGORITHMS, type Assertion, type NewPasskeyAnswer, type Transport } from "./wire.ts";
import type { RelyingParty } from "./relying-party.ts";

/** The expected values of an answer. */
export interface Expected extends Challenge {
  readonly relyingParty: RelyingParty;
}

/** A passkey as it is stored. */
export interface Credential {
  /** Base64url. */
  readonly id: string;
  /** The COSE key, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly Transport[];
}

const BASE64URL = { alphabet: "base64url", omitPadding: true } as const;

/**
 * The passkey that an answer to navigator.credentials.create brings; null where anything about it
 * is not as expected.
 */
export async function verifyNewPasskey(
  answer: NewPasskeyAnswer,
  { challenge, relyingParty }: Expected,
): Promise<Credential | null> {
  const { decodeAttestationObject, decodeClientDataJSON } =
    await import("@simplewebauthn/server/helpers");
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    if (decodeClientDataJSON(answer.response.clientDataJSON).crossOrigin === true) return null;
    const attestation = decodeAttestationObject(
      Uint8Array.fromBase64(answer.response.attestationObject, { alphabet: "base64url" }),
    );
    const format = attestation.get("fmt");
    const certificates = attestation.get("attStmt").get("x5c");
    if (!(format === "none" || (format === "packed" && certificates === undefined))) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    if (!verified || registrationInfo.credential.id !== answer.id) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      id,
      publicKey: publicKey.toBase64(BASE64URL),
      counter,
      transports: answer.response.transports,
    };
  } catch {
    return null;
  }
}

/**
 * The signature counter of an answer to navigator.credentials.get; null where anything about it is
 * not as expected.
 */
export async function verifyAssertion(
  answer: Assertion,
  publicKey: string,
  { challenge, relyingParty }: Expected,
): Promise<number | null> {
  const { decodeClientDataJSON } = await import("@simplewebauthn/server/helpers");
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { userHandle, ...response } = answer.response;
  try {
    if (decodeClientDataJSON(response.clientDataJSON).crossOrigin === true) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...answer,
        response: { ...response, ...(userHandle !== null && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: relyingParty.origin,
      expectedRPID: relyingParty.id,
      requireUserVerification: true,
      credential: {
        id: answer.id,
        publicKey: Uint8Array.fromBase64(publicKey, { alphabet: "base64url" }),
        counter: 0,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
