// Signing in by passkey and adding one: prepares the options for the pages and takes their forms to
// the person's object. A sign-in names its person by the typed address or by the user handle in the
// passkey. A faulty answer gets the same words for every address, known or not.

import { readConfig } from "../../config.ts";
import { PASSWORD_CHARS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { describeBrowser } from "../people/agent.ts";
import { findKnownBrowser } from "../sign-in/known-cookie.ts";
import { readChallenge, newChallenge, type ChallengePurpose } from "./challenge.ts";
import {
  creationOptions,
  parseHandle,
  readAssertion,
  readNewPasskey,
  requestOptions,
  type Assertion,
} from "./wire.ts";
import type { AddRefusal, PasskeyRefusal } from "./passkeys.ts";
import {
  isUserObject,
  LOCAL_USER,
  parseEmail,
  parseName,
  normalizePassword,
  getUserObjectName,
} from "../people/person.ts";
import { findRelyingParty } from "./relying-party.ts";
import type { Session } from "../sign-in/session.ts";
import { agentIn, entrance, type Entrance } from "../sign-in/sign-in.ts";
import type { Expected } from "./webauthn.ts";

/**
 * Options for navigator.credentials, and the Set-Cookie header that binds their challenge to the
 * browser.
 */
export interface Asked {
  readonly publicKey: ReturnType<typeof requestOptions> | ReturnType<typeof creationOptions>;
  readonly cookie: string;
}

/**
 * The options for a sign-in, for an address or for any passkey of this site; null if passkeys do
 * not work at this address.
 */
export async function signInOptions(
  email: string,
  env: Env,
  request: Request,
): Promise<Asked | null> {
  const config = readConfig(env);
  const relyingParty = findRelyingParty(request.url, config);
  if (relyingParty === null) return null;
  const typed = parseEmail(email);
  const allowed =
    typed === null
      ? []
      : await env.USER.getByName(await getUserObjectName(typed)).passkeyHints(relyingParty.id);
  const { challenge, cookie } = await newChallenge("sign in", config, Date.now());
  return { publicKey: requestOptions(relyingParty, challenge, allowed), cookie };
}

/** Lets in by a passkey's answer; null where it is not accepted. */
export async function signInByPasskey(
  form: { readonly email: string; readonly credential: string },
  env: Env,
  request: Request,
): Promise<Entrance | null> {
  const found = await answerIn(form.credential, "sign in", env, request);
  if (found === null) return null;
  const user = await findPerson(found.answer, form.email, readConfig(env).local);
  if (user === null) return null;
  const known = await findKnownBrowser(request, user, readConfig(env), Date.now());
  const entered = await env.USER.getByName(user).signInByPasskey(
    found.answer,
    found.expected,
    agentIn(request),
    known,
  );
  return entered === null ? null : entrance(entered, user, env, request);
}

/** The options to add a passkey with. */
export async function addOptions(
  session: Session,
  password: string,
  env: Env,
  request: Request,
): Promise<Result<Asked, PasskeyRefusal | { readonly kind: "not here" }>> {
  const config = readConfig(env);
  const relyingParty = findRelyingParty(request.url, config);
  if (relyingParty === null || !mayHavePasskeys(session)) return err({ kind: "not here" });
  if (password.length > 4 * PASSWORD_CHARS_MAX) return err({ kind: "wrong" });
  const user = env.USER.getByName(session.user);
  const known = await findKnownBrowser(request, session.user, config, Date.now());
  const may = await user.mayAddPasskey(
    session.id,
    password === "" ? null : normalizePassword(password),
    known,
  );
  if (!may.ok) return may;
  const { challenge, cookie } = await newChallenge(
    `add ${session.user} ${session.id}`,
    config,
    Date.now(),
  );
  const existing =
    (await user.passkeys()).length === 0 ? [] : await user.passkeyHints(relyingParty.id);
  return ok({
    publicKey: creationOptions({
      relyingParty,
      challenge,
      object: session.user,
      email: session.email,
      name: session.name,
      existing,
    }),
    cookie,
  });
}

/** Adds the passkey that a form brings. */
export async function addPasskey(
  session: Session,
  form: { readonly label: string; readonly credential: string },
  env: Env,
  request: Request,
): Promise<Result<null, AddRefusal>> {
  const expected = await readExpected(`add ${session.user} ${session.id}`, env, request);
  const answer = readNewPasskey(form.credential);
  if (expected === null) return err("challenge is over");
  if (answer === null || !mayHavePasskeys(session)) return err("not accepted");
  const label = parseName(form.label) ?? describeBrowser(agentIn(request));
  return env.USER.getByName(session.user).addPasskey(session.id, answer, expected, label);
}

/**
 * Passkeys are for people who sign in here: with a password, or on a developer's machine by link.
 */
export function mayHavePasskeys(session: Session): boolean {
  return session.hasPassword || session.user === LOCAL_USER;
}

/** The answer in a form's field and its challenge; null if either is missing. */
export async function answerIn(
  field: string,
  purpose: ChallengePurpose,
  env: Env,
  request: Request,
): Promise<{ answer: Assertion; expected: Expected } | null> {
  const expected = await readExpected(purpose, env, request);
  const answer = readAssertion(field);
  return expected === null || answer === null ? null : { answer, expected };
}

async function readExpected(
  purpose: ChallengePurpose,
  env: Env,
  request: Request,
): Promise<Expected | null> {
  const config = readConfig(env);
  const relyingParty = findRelyingParty(request.url, config);
  const challenge = await readChallenge(request, purpose, config, Date.now());
  return relyingParty === null || challenge === null ? null : { ...challenge, relyingParty };
}

/** The object of the person who is signing in; null if none is named, or two are. */
async function findPerson(
  answer: Assertion,
  typed: string,
  local: boolean,
): Promise<string | null> {
  const email = parseEmail(typed);
  const named = email === null ? null : await getUserObjectName(email);
  const kept = answer.response.userHandle === null ? null : parseHandle(answer.response.userHandle);
  const object = named ?? kept;
  if (object === null || (kept !== null && kept !== object)) return null;
  return isUserObject(object, local) ? object : null;
}
