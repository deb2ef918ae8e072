// The forms that delete a budget account or a person. Typed text is checked before the proof, so
// that a typing mistake costs no attempt, and the proof before anything is written.

import { readConfig } from "../../config.ts";
import { PASSWORD_CHARS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { DeletionPlan } from "./deletion.ts";
import { DIRECTORY } from "./directory.ts";
import { findKnownBrowser } from "../sign-in/known-cookie.ts";
import { newChallenge, type ChallengePurpose } from "../passkeys/challenge.ts";
import { answerIn, type Asked } from "../passkeys/forms.ts";
import { requestOptions } from "../passkeys/wire.ts";
import { LOCAL_USER, normalizePassword } from "./person.ts";
import type { Proof, ProofRefusal } from "../sign-in/proof.ts";
import { findRelyingParty } from "../passkeys/relying-party.ts";
import type { Session } from "../sign-in/session.ts";

/** A form's fields as they came. */
export interface DeletionForm {
  /** The name or the address that was typed. */
  readonly typed: string;
  readonly password: string;
  readonly credential: string;
}

export type BudgetDeletionRefusal =
  ProofRefusal | { readonly kind: "not an owner" | "another name" | "demo" };
export type PersonDeletionRefusal =
  ProofRefusal | { readonly kind: "another address" | "local" | "last owner" | "another plan" };

/**
 * The options to confirm with a passkey of the session's person; null where there are none at this
 * address.
 */
export async function confirmOptions(
  session: Session,
  env: Env,
  request: Request,
): Promise<Asked | null> {
  const config = readConfig(env);
  const relyingParty = findRelyingParty(request.url, config);
  if (relyingParty === null) return null;
  const allowed = await env.USER.getByName(session.user).passkeyHints(relyingParty.id);
  const { challenge, cookie } = await newChallenge(getPurpose(session), config, Date.now());
  return { publicKey: requestOptions(relyingParty, challenge, allowed), cookie };
}

/** Deletes a budget account that the person owns. */
export async function deleteBudget(
  session: Session,
  accountId: number,
  form: DeletionForm,
  env: Env,
  request: Request,
): Promise<Result<null, BudgetDeletionRefusal>> {
  const budget = env.BUDGET.getByName(String(accountId));
  const user = env.USER.getByName(session.user);
  const standing = await budget.standing(session.userId);
  if (standing?.role !== "owner") return err({ kind: "not an owner" });
  if (standing.name.trim() !== form.typed.trim()) return err({ kind: "another name" });
  const proven = await proves(session, form, env, request);
  if (!proven.ok) return proven;
  const erased = await budget.erase(session.userId, form.typed);
  if (!erased.ok) return err({ kind: erased.error });
  // What they imported goes with it. Another member's connection goes with that member.
  for (const one of await user.connections()) {
    if (one.accountId !== accountId) continue;
    const importer = env.IMPORTER.getByName(one.id);
    if ((await importer.connection())?.owner === session.user) await importer.erase();
    await user.endConnection(one);
  }
  await user.refreshAccount(accountId);
  return ok(null);
}

/** Deletes the session's person, if their budget accounts are still those that the form named. */
export async function deletePerson(
  session: Session,
  form: DeletionForm & { readonly plan: string },
  env: Env,
  request: Request,
): Promise<Result<null, PersonDeletionRefusal>> {
  if (session.user === LOCAL_USER) return err({ kind: "local" });
  if (form.typed.trim().toLowerCase() !== session.email.toLowerCase())
    return err({ kind: "another address" });
  const user = env.USER.getByName(session.user);
  const plan = await user.deletionPlan();
  if (plan.blocked.length > 0) return err({ kind: "last owner" });
  if (planText(plan) !== form.plan) return err({ kind: "another plan" });
  const proven = await proves(session, form, env, request);
  if (!proven.ok) return proven;
  await user.deletePerson();
  return ok(null);
}

export type EndingRefusal =
  ProofRefusal | { readonly kind: "another address" | "last owner" | "nobody" | "yourself" };

/** Ends somebody else's account, for the administrator, who proves to be themselves. */
export async function endPerson(
  session: Session,
  user: string,
  form: DeletionForm,
  env: Env,
  request: Request,
): Promise<Result<null, EndingRefusal>> {
  if (user === session.user) return err({ kind: "yourself" });
  const listed = await env.DIRECTORY.getByName(DIRECTORY).person(user);
  if (listed === null || !(await env.USER.getByName(user).isSomebody()))
    return err({ kind: "nobody" });
  if (form.typed.trim().toLowerCase() !== listed.email.toLowerCase())
    return err({ kind: "another address" });
  const ended = env.USER.getByName(user);
  if ((await ended.deletionPlan()).blocked.length > 0) return err({ kind: "last owner" });
  const proven = await proves(session, form, env, request);
  if (!proven.ok) return proven;
  await ended.deletePerson();
  return ok(null);
}

/** The budget accounts that a plan deletes, as its form carries them. */
export function planText({ deleted }: DeletionPlan): string {
  return deleted.map(({ accountId }) => accountId).join(" ");
}

async function proves(
  session: Session,
  form: DeletionForm,
  env: Env,
  request: Request,
): Promise<Result<null, ProofRefusal>> {
  const proof = await proofIn(session, form, env, request);
  return proof === null
    ? err({ kind: "passkey" })
    : env.USER.getByName(session.user).prove(session.id, proof);
}

/** The proof in the form; null for a malformed passkey answer. */
async function proofIn(
  session: Session,
  form: DeletionForm,
  env: Env,
  request: Request,
): Promise<Proof | null> {
  if (form.credential !== "") {
    const found = await answerIn(form.credential, getPurpose(session), env, request);
    return found === null ? null : { kind: "passkey", ...found };
  }
  if (form.password === "" || form.password.length > 4 * PASSWORD_CHARS_MAX)
    return { kind: "recent sign-in" };
  const known = await findKnownBrowser(request, session.user, readConfig(env), Date.now());
  return { kind: "password", password: normalizePassword(form.password), known };
}

function getPurpose({ user, id }: Session): ChallengePurpose {
  return `confirm ${user} ${id}`;
}
