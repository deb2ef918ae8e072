// Signing up and signing in by e-mail and password: what the forms say, checked, and taken to the person's object.
// At sign-in an address that nobody signed up with is answered like a wrong password, after the same work. At
// sign-up it cannot be hidden that an address is taken: no e-mail can be sent that would tell its owner instead.

import type { Env } from "../config.ts";
import { PASSWORD_CHARS_MAX } from "../limits.ts";
import { parseCurrency } from "../value/currency.ts";
import { err, ok, type Result } from "../value/result.ts";
import { checkPassword, parseEmail, parseName, spellingOf, userObjectOf } from "./person.ts";
import type { Session } from "./session.ts";
import type { PasswordRefusal } from "./user.ts";

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

const NOT_AN_ADDRESS = { kind: "wrong" } as const;

/** Makes a person and their first budget account; a new session's credential. */
export async function signUp(form: SignUpForm, env: Env, agent: string): Promise<Result<string, FieldRefusal>> {
  const email = parseEmail(form.email);
  if (email === null) return refuse("email", "That is no e-mail address; one looks like name@example.com.");
  const name = parseName(form.name);
  if (name === null) return refuse("name", "The name must have 1 to 100 characters on one line.");
  const password = checkPassword(form.password, email);
  if (!password.ok) return refuse("password", password.error);
  const budgetName = parseName(form.budget);
  if (budgetName === null) return refuse("budget", "The budget's name must have 1 to 100 characters on one line.");
  const currency = parseCurrency(form.currency);
  if (currency === null) return refuse("currency", "Choose one of the currencies listed.");
  const user = env.USER.getByName(await userObjectOf(email));
  const made = await user.signUp({ email, name, password: password.value, budgetName, currency, agent });
  return made.ok ? ok(made.value) : refuse("email", "Somebody has signed up with this address already. If that is you, sign in.");
}

/** A new session's credential for an address and its password. */
export async function signIn(form: { readonly email: string; readonly password: string }, env: Env, agent: string): Promise<Result<string, PasswordRefusal>> {
  const email = parseEmail(form.email);
  // What is no address is nobody's, and what is too long to be a password is not looked at: neither tells anything.
  if (email === null || form.password.length > 4 * PASSWORD_CHARS_MAX) return err(NOT_AN_ADDRESS);
  return env.USER.getByName(await userObjectOf(email)).signIn(spellingOf(form.password), agent);
}

/** Replaces the password and ends every session; a new session's credential. */
export async function changePassword(
  session: Session,
  form: { readonly current: string; readonly password: string },
  env: Env,
): Promise<Result<string, FieldRefusal | PasswordRefusal>> {
  const next = checkPassword(form.password, session.email);
  if (!next.ok) return refuse("password", next.error);
  if (form.current.length > 4 * PASSWORD_CHARS_MAX) return err({ kind: "wrong" });
  return env.USER.getByName(session.user).changePassword(session.id, spellingOf(form.current), next.value);
}

function refuse(field: FieldRefusal["field"], message: string): Result<never, FieldRefusal> {
  return err({ field, message });
}
