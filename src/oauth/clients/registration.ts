// The registration of an OAuth client: checked where a person enters it, and again by the Client
// object. Scopes are fixed by the registration: other scopes need another client.

import { CLIENT_NAME_CHARS_MAX, REDIRECT_URIS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { scopesIn, SCOPES, type Scope } from "../../platform/credentials/scope.ts";
import { redirectUriProblem, type ClientKind } from "./redirect-uri.ts";

/** The person who registered a client: the name of their User object, and their user id. */
export interface Owner {
  readonly user: string;
  readonly userId: number;
}

export interface Registration {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly Scope[];
  /** Confidential: can keep a secret (a server). Public: cannot (an installed app, a page). */
  readonly kind: ClientKind;
}

/** The faulty property, and its fault. */
export interface RegistrationProblem {
  readonly field: keyof Registration;
  readonly errMsg: string;
}

/** A new client's id, which is its object's name: 24 of a-z and 0-9, 124 bits. */
export function newClientId(): string {
  let id = "";
  while (id.length < 24) {
    const byte = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
    // 252 is the largest multiple of 36 in a byte; more would favour the first letters.
    if (byte < 252) id += (byte % 36).toString(36);
  }
  return id;
}

/** Whether a text could be a client's id. An object whose name has another form is never asked. */
export function isClientId(text: string): boolean {
  return /^[a-z0-9]{24}$/.test(text);
}

/** A registration as a person or a program gave it, checked; refuses with the first fault. */
export function readRegistration(given: {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly kind: string;
}): Result<Registration, RegistrationProblem> {
  const name = given.name.trim();
  if (name === "" || name.length > CLIENT_NAME_CHARS_MAX || hasControls(name)) {
    return refuse("name", `A client has a name of 1 to ${CLIENT_NAME_CHARS_MAX} characters.`);
  }
  const { kind } = given;
  if (kind !== "confidential" && kind !== "public")
    return refuse("kind", "A client is confidential or public.");
  const redirectUris = [...new Set(given.redirectUris)];
  if (redirectUris.length === 0 || redirectUris.length > REDIRECT_URIS_MAX) {
    return refuse("redirectUris", `A client has 1 to ${REDIRECT_URIS_MAX} redirect addresses.`);
  }
  for (const uri of redirectUris) {
    const problem = redirectUriProblem(uri, kind);
    if (problem !== null) return refuse("redirectUris", problem);
  }
  const unknown = given.scopes.find((scope) => !SCOPES.some((known) => known === scope));
  if (unknown !== undefined)
    return refuse("scopes", `There is no scope “${unknown.slice(0, 60)}”.`);
  const scopes = scopesIn(given.scopes);
  if (!scopes.some((scope) => scope !== "offline_access")) {
    return refuse("scopes", "Choose at least one scope that lets the client do something.");
  }
  return ok({ name, redirectUris, scopes, kind });
}

/** Control and direction characters make one name look like another on the consent page. */
function hasControls(name: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name);
}

function refuse(field: keyof Registration, errMsg: string) {
  return err<RegistrationProblem>({ field, errMsg });
}
