// Signs people up and in by e-mail and password: checks the forms and passes them to the person's
// object. At sign-in an unknown address is answered like a wrong password, after the same work. At
// sign-up it cannot be hidden that an address is taken: no e-mail can tell its owner instead.

import { readConfig } from "../../config.ts";
import { PASSWORD_CHARS_MAX } from "../../platform/limits.ts";
import { parseCurrency, type Currency } from "../../money/currency.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { findKnownBrowser, knownCookie } from "./known-cookie.ts";
import { letIn, noteSomebody, type Ticket } from "./newcomers.ts";
import {
  checkPassword,
  parseEmail,
  parseName,
  normalizePassword,
  getUserObjectName,
} from "../people/person.ts";
import type { Session } from "./session.ts";
import type { PasswordRefusal } from "./attempts.ts";

/** The checked data of a new person. */
export interface SignUp {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly budgetName: string;
  readonly currency: Currency;
  readonly agent: string;
}

/**
 * The result of a sign-in: the session's credential, and the secret that the browser is known by
 * from now on (known-cookie.ts).
 */
export interface SignedIn {
  readonly session: string;
  readonly browser: string;
}

/** A form's fields as they came. */
export interface SignUpForm {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly budget: string;
  readonly currency: string;
}

/** Which field is refused, and why, in a sentence. */
export interface FieldRefusal {
  readonly field: "email" | "name" | "password" | "budget" | "currency" | "current";
  readonly message: string;
}

/**
 * What the browser is given after signing in: a session's credential, and the Set-Cookie header it
 * is known by.
 */
export interface Entrance {
  readonly session: string;
  readonly knownCookie: string;
}

const NOT_AN_ADDRESS = { kind: "wrong" } as const;

/** Makes a person and their first budget account; "closed" where SIGN_UP does not let them in. */
export async function signUp(
  form: SignUpForm,
  ticket: Ticket,
  env: Env,
  request: Request,
): Promise<Result<Entrance, FieldRefusal | "closed">> {
  const email = parseEmail(form.email);
  if (email === null)
    return refuse("email", "That is no e-mail address; one looks like name@example.com.");
  const name = parseName(form.name);
  if (name === null) return refuse("name", "The name must have 1 to 100 characters on one line.");
  const password = checkPassword(form.password, email);
  if (!password.ok) return refuse("password", password.error);
  const budgetName = parseName(form.budget);
  if (budgetName === null)
    return refuse("budget", "The budget's name must have 1 to 100 characters on one line.");
  const currency = parseCurrency(form.currency);
  if (currency === null) return refuse("currency", "Choose one of the currencies listed.");
  const user = await getUserObjectName(email);
  if (!(await letIn(env, readConfig(env), user, ticket))) return err("closed");
  const made = await env.USER.getByName(user).signUp({
    email,
    name,
    password: password.value,
    budgetName,
    currency,
    agent: agentIn(request),
  });
  if (!made.ok)
    return refuse(
      "email",
      "Somebody has signed up with this address already. If that is you, sign in.",
    );
  await noteSomebody(env);
  return ok(await entrance(made.value, user, env, request));
}

/** Lets in by an address and its password. */
export async function signIn(
  form: { readonly email: string; readonly password: string },
  env: Env,
  request: Request,
): Promise<Result<Entrance, PasswordRefusal>> {
  const email = parseEmail(form.email);
  // An invalid address belongs to nobody, and a text too long for a password is not checked:
  // neither reveals anything.
  if (email === null || form.password.length > 4 * PASSWORD_CHARS_MAX) return err(NOT_AN_ADDRESS);
  const user = await getUserObjectName(email);
  const known = await findKnownBrowser(request, user, readConfig(env), Date.now());
  const entered = await env.USER.getByName(user).signIn(
    normalizePassword(form.password),
    agentIn(request),
    known,
  );
  return entered.ok ? ok(await entrance(entered.value, user, env, request)) : entered;
}

/** Replaces the password and ends every session. */
export async function changePassword(
  session: Session,
  form: { readonly current: string; readonly password: string },
  env: Env,
  request: Request,
): Promise<Result<Entrance, FieldRefusal | PasswordRefusal>> {
  const next = checkPassword(form.password, session.email);
  if (!next.ok) return refuse("password", next.error);
  if (form.current.length > 4 * PASSWORD_CHARS_MAX) return err({ kind: "wrong" });
  const known = await findKnownBrowser(request, session.user, readConfig(env), Date.now());
  const changed = await env.USER.getByName(session.user).changePassword(
    session.id,
    normalizePassword(form.current),
    next.value,
    known,
  );
  return changed.ok ? ok(await entrance(changed.value, session.user, env, request)) : changed;
}

/** The result of a sign-in as headers for the browser. */
export async function entrance(
  { session, browser }: SignedIn,
  user: string,
  env: Env,
  request: Request,
): Promise<Entrance> {
  return {
    session,
    knownCookie: await knownCookie(request, user, browser, readConfig(env), Date.now()),
  };
}

/** How the browser describes itself. */
export function agentIn(request: Request): string {
  return request.headers.get("user-agent") ?? "";
}

function refuse(field: FieldRefusal["field"], message: string): Result<never, FieldRefusal> {
  return err({ field, message });
}
