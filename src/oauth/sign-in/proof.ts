// The proof that a person gives again before something irreversible: their password, one of their
// passkeys, or, without a password, a very recent sign-in. A session alone, which may be stolen, is
// not enough.

import type { Sql } from "../../platform/sql/sql.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { PasswordRefusal } from "./attempts.ts";
import { takeAssertion } from "../passkeys/passkeys.ts";
import type { Assertion } from "../passkeys/wire.ts";
import { isFresh, readPassword, type PersonRow } from "../people/store.ts";
import type { Expected } from "../passkeys/webauthn.ts";

export type Proof =
  | { readonly kind: "password"; readonly password: string; readonly known: string | null }
  | { readonly kind: "passkey"; readonly answer: Assertion; readonly expected: Expected }
  | { readonly kind: "recent sign-in" };

export type ProofRefusal = PasswordRefusal | { readonly kind: "passkey" | "nothing shown" };

/** Whether the proof is this person's; `checkPassword` counts the attempt. */
export async function prove(
  sql: Sql,
  person: PersonRow,
  sessionId: number,
  proof: Proof,
  checkPassword: (
    password: string,
    known: string | null,
  ) => Promise<Result<unknown, PasswordRefusal>>,
): Promise<Result<null, ProofRefusal>> {
  switch (proof.kind) {
    case "password": {
      const checked = await checkPassword(proof.password, proof.known);
      return checked.ok ? ok(null) : checked;
    }
    case "passkey":
      return (await takeAssertion(sql, proof.answer, proof.expected, () => undefined))
        ? ok(null)
        : err({ kind: "passkey" });
    case "recent sign-in":
      return readPassword(person) === null && isFresh(sql, sessionId, Date.now())
        ? ok(null)
        : err({ kind: "nothing shown" });
  }
}
