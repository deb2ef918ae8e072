// The caller of /api (gaps.md, D33): a person in a browser, or the bearer of a developer token of a
// budget, of an import key, or of LOCAL_TOKEN. The object that a bearer token names checks it. 401
// answers anything that is not a credential here; 403 answers a credential of another kind and names those that
// are accepted.

import type { Config } from "../config.ts";
import {
  deriveConnectionId,
  isConnectionId,
  OWN_CONNECTION,
} from "../importer/connection/identity.ts";
import type { KeyCaller, Principal } from "../importer/route.ts";
import { LOCAL_PERSON } from "../oauth/people/person.ts";
import { findSession, type Session } from "../oauth/sign-in/session.ts";
import { isSameOrigin } from "../pages/ui/gate.ts";
import { parseCredential, type Credential } from "../platform/credentials/credential.ts";
import { sameSecret } from "../platform/digest.ts";
import { err, ok, type Result } from "../platform/result.ts";

/** The budget account, and the user who asks. */
export interface Whose {
  readonly accountId: number;
  readonly userId: number;
}

export interface Caller {
  /** Whether they may do what a person may: an import key may not. */
  readonly isPerson: boolean;
  /** The person, for what is recorded of a change; null for an import key. */
  readonly principal: Principal | null;
  /** The import key; null for a person. */
  readonly key: KeyCaller | null;
  readonly session: Session | null;
  /** The connection they act for; null for a person without one. */
  readonly connection: string | null;
  /** The budget account whose own resources they may use; null for an import key. */
  readonly budget: Whose | null;
}

/** The reason for refusing the caller. */
export interface NotLetIn {
  readonly status: 401 | 403;
  readonly errMsg: string;
}

/**
 * A developer's machine: the person and budget account of the configured connection in the embedded
 * service.
 */
const LOCAL_BUDGET: Whose = { accountId: 1, userId: LOCAL_PERSON.id };

const BEARER = /^Bearer +([\x21-\x7e]{1,300}) *$/i;
const WANTED = "Send Authorization: Bearer with an import key or a developer token, or sign in.";
const UNKNOWN: NotLetIn = { status: 401, errMsg: `Access token does not exist. ${WANTED}` };
const NOT_AN_APPS: NotLetIn = {
  status: 403,
  errMsg:
    "An OAuth access token reaches /v2 and /v1. /api takes a developer token of the budget, an import key, or a person who is signed in.",
};

/** The caller of /api, or the reason for refusing them. */
export async function findCaller(
  request: Request,
  env: Env,
  config: Config,
): Promise<Result<Caller, NotLetIn>> {
  const header = request.headers.get("authorization");
  const token = BEARER.exec(header ?? "")?.[1];
  if (token !== undefined) return bearer(token, env, config);
  // A cookie travels by itself: what changes something must come from our own pages.
  const writes = request.method !== "GET" && request.method !== "HEAD";
  const session = writes && !isSameOrigin(request) ? null : await findSession(request, env);
  if (session !== null)
    return ok({
      isPerson: true,
      principal: { id: session.userId, name: session.name },
      key: null,
      session,
      connection: session.connection,
      budget: sessionBudget(session),
    });
  const why =
    header === null
      ? "Nobody is signed in, and there is no Authorization header."
      : 'The Authorization header is not of the form "Bearer <token>".';
  return err({ status: 401, errMsg: `${why} ${WANTED}` });
}

/** The budget account of the embedded service that a session works with. */
export function sessionBudget({ userId, connectedAccount }: Session): Whose | null {
  return connectedAccount === null ? null : { accountId: connectedAccount, userId };
}

async function bearer(token: string, env: Env, config: Config): Promise<Result<Caller, NotLetIn>> {
  const { localToken } = config;
  if (localToken !== null && (await sameSecret(token, localToken)))
    return ok({
      isPerson: true,
      principal: { id: LOCAL_PERSON.id, name: null },
      key: null,
      session: null,
      connection: OWN_CONNECTION,
      budget: LOCAL_BUDGET,
    });
  const credential = parseCredential(token);
  if (credential?.kind === "imp") return importKey(credential, env);
  if (credential?.kind === "dev") return developer(credential, env, config);
  const isAnApps =
    credential?.kind === "at" && (await findUser(credential, "access", env, config)) !== null;
  return err(isAnApps ? NOT_AN_APPS : UNKNOWN);
}

async function importKey(
  { object, secret }: Credential,
  env: Env,
): Promise<Result<Caller, NotLetIn>> {
  const key = isConnectionId(object) ? await env.IMPORTER.getByName(object).checkKey(secret) : null;
  if (key === null) return err(UNKNOWN);
  const nobody = { isPerson: false, principal: null, session: null, budget: null } as const;
  return ok({ ...nobody, key, connection: object });
}

/**
 * A developer token acts for its person in its budget, and for their connection to it if they have
 * one.
 */
async function developer(
  credential: Credential,
  env: Env,
  config: Config,
): Promise<Result<Caller, NotLetIn>> {
  const userId = await findUser(credential, "token", env, config);
  if (userId === null) return err(UNKNOWN);
  const whose = { accountId: Number(credential.object), userId };
  const id = await deriveConnectionId(config, whose);
  const connected =
    id === OWN_CONNECTION || (await env.IMPORTER.getByName(id).connection()) !== null;
  return ok({
    isPerson: true,
    principal: { id: userId, name: null },
    key: null,
    session: null,
    connection: connected ? id : null,
    budget: whose,
  });
}

/**
 * The holder of a token of the embedded service; null for a token that the budget does not know.
 */
async function findUser(
  { object, secret }: Credential,
  kind: "token" | "access",
  env: Env,
  config: Config,
): Promise<number | null> {
  if (config.budgetApiUrl !== null || !/^[1-9]\d{0,14}$/.test(object)) return null;
  return env.BUDGET.getByName(object).findHolder({ kind, secret });
}
