// One person's passkeys, in their User object: the ones a browser may look for, adding one, and
// checking an answer.
//
// An answer counts once, and what it lets happen is written in the transaction that uses its
// challenge up. Passkeys are never locked out: there is nothing to guess. From outside an address
// without passkeys, or without a person, looks like one with: it has decoys, the same for ever, and
// answers to them are checked and refused as others are.

import { PASSKEYS_A_PERSON_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { sign, signingKey } from "../../platform/credentials/signature.ts";
import type { PasswordRefusal } from "../sign-in/attempts.ts";
import {
  challengeHash,
  listDescriptors,
  findPasskey,
  insertPasskey,
  listPasskeys,
  noteRegress,
  noteUse,
  useChallenge,
} from "./store.ts";
import type { Assertion, Descriptor, NewPasskeyAnswer } from "./wire.ts";
import { verifyAssertion, verifyNewPasskey, type Expected } from "./webauthn.ts";

/** Why no passkey may be added now. */
export type PasskeyRefusal = PasswordRefusal | { readonly kind: "not fresh" | "too many passkeys" };
export type AddRefusal = "not accepted" | "too many passkeys" | "challenge is over";

/**
 * The point (Gx, Gy) of P-256 as a COSE key: nobody's key, to do the same work where there is none.
 */
const NOBODYS_KEY =
  "pQECAyYgASFYIGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWIlggT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU";

const DECOYS = [
  { bytes: 16, transports: ["hybrid", "internal"] },
  { bytes: 20, transports: ["hybrid", "internal"] },
  { bytes: 32, transports: ["internal"] },
] as const;

/**
 * Which passkeys a browser may look for to sign in here as this person; `sql` is null where nobody
 * signed up. Where there are none, one that nobody has.
 */
export async function listHints(
  sql: Sql | null,
  object: string,
  rpId: string,
  tokenKey: string,
): Promise<Descriptor[]> {
  const decoy = await makeDecoy(object, rpId, tokenKey);
  const real = sql === null ? [] : listDescriptors(sql, rpId);
  return real.length === 0 ? [decoy] : real;
}

/** Whether one more can be added. */
export function isFull(sql: Sql): boolean {
  return listPasskeys(sql).length >= PASSKEYS_A_PERSON_MAX;
}

/** Adds a passkey, once, where `mayStill` says so when the answer has been checked. */
export async function addPasskey(
  sql: Sql,
  wanted: {
    readonly answer: NewPasskeyAnswer;
    readonly expected: Expected;
    readonly label: string;
  },
  mayStill: () => boolean,
): Promise<Result<null, AddRefusal>> {
  const { expected, label } = wanted;
  const [credential, hash] = await Promise.all([
    verifyNewPasskey(wanted.answer, expected),
    challengeHash(expected),
  ]);
  if (credential === null) return err("not accepted");
  const now = Date.now();
  return sql.atomically(() => {
    if (!mayStill()) return err("not accepted");
    if (!useChallenge(sql, hash, expected.expiresAt, now)) return err("challenge is over");
    if (isFull(sql)) return err("too many passkeys");
    return insertPasskey(sql, credential, expected.relyingParty.id, label, now)
      ? ok(null)
      : err("not accepted");
  });
}

/**
 * Accepts an answer to a challenge, once; `then` makes its writes in the same transaction. False if
 * the answer proves nothing. `sql` is null for an object without a person.
 */
export async function takeAssertion(
  sql: Sql | null,
  answer: Assertion,
  expected: Expected,
  then: (sql: Sql, now: number) => void,
): Promise<boolean> {
  const asked = sql === null ? null : findPasskey(sql, answer.id);
  const [counter, hash] = await Promise.all([
    verifyAssertion(answer, asked?.public_key ?? NOBODYS_KEY, expected),
    challengeHash(expected),
  ]);
  if (sql === null || asked === null || counter === null) return false;
  const now = Date.now();
  return sql.transaction(() => {
    // Read again: it may have been removed, or used, while the signature was looked at.
    const row = findPasskey(sql, answer.id);
    if (row === null || row.rp_id !== expected.relyingParty.id || row.regressed_at !== null)
      return false;
    if (!useChallenge(sql, hash, expected.expiresAt, now)) return false;
    // WebAuthn 7.2, step 22: a counter that does not grow indicates a copy. Authenticators that do
    // not count stay at 0.
    if ((counter > 0 || row.counter > 0) && counter <= row.counter) {
      noteRegress(sql, row.id, now);
      return false;
    }
    noteUse(sql, row.id, counter, now);
    then(sql, now);
    return true;
  });
}

async function makeDecoy(object: string, rpId: string, tokenKey: string): Promise<Descriptor> {
  const drawn = await sign(await signingKey(tokenKey, "passkey decoys"), `${object} ${rpId}`);
  const bytes = Uint8Array.fromBase64(drawn, { alphabet: "base64url" });
  const shape = DECOYS[(bytes[31] ?? 0) % DECOYS.length] ?? DECOYS[0];
  return {
    id: bytes.slice(0, shape.bytes).toBase64({ alphabet: "base64url", omitPadding: true }),
    type: "public-key",
    transports: shape.transports,
  };
}
