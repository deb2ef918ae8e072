// Decides whether somebody may sign up (SIGN_UP): anybody ("open"), only with an invitation to a
// budget account ("invited"), or the first person freely and the others by invitation ("first"). A
// person whom the deployment knows may always sign in. An invitation lets one address sign up, also
// when it is tried again. People of a remote service come in by connecting, and have no
// invitations. A pass that the operator makes with TOKEN_KEY (first-pass.ts) lets the first person in
// whatever SIGN_UP says, so that a new deployment need not stand open until somebody comes.

import type { Config } from "../../config.ts";
import { parseCredential } from "../../platform/credentials/credential.ts";
import { DIRECTORY } from "../people/directory.ts";
import { isFirstPass } from "./first-pass.ts";

/** An invitation's budget account and secret, as its link holds them. */
export interface Invitation {
  readonly accountId: number;
  readonly secret: string;
}

/** What somebody without an account brings along. */
export interface Ticket {
  readonly invitation: Invitation | null;
  /** The first person's pass; empty without one. */
  readonly pass: string;
}

export const NO_TICKET: Ticket = { invitation: null, pass: "" };

/** What a person without an account may do here. */
export type Door =
  | { readonly kind: "open" }
  | { readonly kind: "invited"; readonly budget: string; readonly invitedBy: string }
  | { readonly kind: "closed" };

/** The invitation of a text like inv_42_secret; null for any other. */
export function invitationIn(text: string): Invitation | null {
  const credential = parseCredential(text);
  if (credential?.kind !== "inv" || !/^[1-9]\d{0,14}$/.test(credential.object)) return null;
  return { accountId: Number(credential.object), secret: credential.secret };
}

/** The invitation in the path of the next page ("/join?invite=..."); null for another page. */
export function parseInvitation(path: string): Invitation | null {
  const { pathname, searchParams } = new URL(path, "https://here.invalid");
  return pathname === "/join" ? invitationIn(searchParams.get("invite") ?? "") : null;
}

/** Whether the form to sign up is shown, before it is known who will fill it in. */
export async function checkAdmission(
  env: Env,
  config: Config,
  { invitation, pass }: Ticket,
): Promise<Door> {
  if (config.signUp === "open") return { kind: "open" };
  const facts =
    invitation === null ? null : await findBudget(env, invitation).invitation(invitation.secret);
  if (facts !== null) return { kind: "invited", ...facts };
  const mayTry =
    config.signUp === "first" || (await isFirstPass(config.tokenKey, pass, Date.now()));
  return {
    kind: mayTry && (await env.DIRECTORY.getByName(DIRECTORY).mayBeFirst()) ? "open" : "closed",
  };
}

/**
 * Lets the person of a User object (by its name) sign up; false if SIGN_UP forbids it. Asking again
 * is harmless.
 */
export async function letIn(
  env: Env,
  config: Config,
  user: string,
  { invitation, pass }: Ticket,
): Promise<boolean> {
  if (config.signUp === "open") {
    // Let in anyway; but the first of all administrates the deployment.
    await env.DIRECTORY.getByName(DIRECTORY).claimFirst(user);
    return true;
  }
  if (invitation !== null && (await findBudget(env, invitation).admit(invitation.secret, user)))
    return true;
  const mayTry =
    config.signUp === "first" || (await isFirstPass(config.tokenKey, pass, Date.now()));
  return mayTry && env.DIRECTORY.getByName(DIRECTORY).claimFirst(user);
}

/** Records that a person signed up: nobody is the first from now on. */
export async function noteSomebody(env: Env): Promise<void> {
  await env.DIRECTORY.getByName(DIRECTORY).settle();
}

function findBudget(env: Env, { accountId }: Invitation) {
  return env.BUDGET.getByName(String(accountId));
}
