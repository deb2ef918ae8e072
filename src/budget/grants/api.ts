// Access of OAuth clients to this budget. A grant begins with a code, is redeemed for tokens once,
// and lasts while its refresh token is used, until a person ends it.
//
// Order of writes: each call awaits first and then writes in one transaction. So a grant is never
// half redeemed, and two simultaneous requests are served one after the other. A refusal that ends
// a grant must stay written: these are plain transactions, not `atomically`.

import {
  ACCESS_TOKEN_LIFETIME_MS,
  CODE_LIFETIME_MS,
  GRANT_LIFETIME_MS,
  GRANTS_A_PERSON_MAX,
  REFRESH_TOKEN_IDLE_MS,
} from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { credentialText, hashSecret } from "../../platform/credentials/credential.ts";
import { sha256 } from "../../platform/digest.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { OWN_CLIENT_ID, OWN_SCOPES } from "../../platform/credentials/own-client.ts";
import { scopesIn, type Scope } from "../../platform/credentials/scope.ts";
import type { Caller } from "../scope.ts";
import { codeProblem, refreshMeaning, type GrantProblem } from "./rules.ts";
import * as store from "./store.ts";
import { familyHash, freshSecret, deriveTurn } from "./tokens.ts";

/** The consent of a person. */
export interface Consent {
  readonly clientId: string;
  readonly clientName: string;
  readonly userId: number;
  readonly scopes: readonly Scope[];
  readonly redirectUri: string;
  readonly challenge: string;
}

export interface Redemption {
  readonly clientId: string;
  /** The secret part of the code. */
  readonly secret: string;
  readonly redirectUri: string;
  /** Null where there was none, or none that RFC 7636 allows: it fits no challenge. */
  readonly verifier: string | null;
}

/** The client's tokens: whole texts, given out once. */
export interface Tokens {
  readonly accessToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly scopes: readonly Scope[];
  readonly refreshToken: string | null;
}

/** A grant without its secrets. */
export interface GrantListing {
  readonly id: number;
  readonly clientId: string;
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/**
 * Issues a code for a consent; null if the person has no access, the client was removed, or the
 * person has too many grants.
 */
export async function authorize(
  sql: Sql,
  consent: Consent,
  clock: () => number,
): Promise<string | null> {
  const code = await freshSecret();
  return sql.transaction(() => {
    const now = clock();
    store.forgetExpired(sql, now);
    if (!store.isMember(sql, consent.userId) || store.isRemovedClient(sql, consent.clientId))
      return null;
    if (store.countGrants(sql, consent.userId) >= GRANTS_A_PERSON_MAX) return null;
    store.addGrant(sql, {
      client_id: consent.clientId,
      client_name: consent.clientName,
      user_id: consent.userId,
      scopes: JSON.stringify(consent.scopes),
      created_at: now,
      expires_at: now + CODE_LIFETIME_MS,
      code_hash: code.hash,
      redirect_uri: consent.redirectUri,
      challenge: consent.challenge,
    });
    return credentialText("code", store.accountName(sql), code.secret);
  });
}

/** Exchanges a code for tokens, once; the second time ends what the first gave. */
export async function redeem(
  sql: Sql,
  use: Redemption,
  clock: () => number,
): Promise<Result<Tokens, GrantProblem>> {
  const codeHash = await hashSecret(use.secret);
  const challenge = use.verifier === null ? null : await deriveChallenge(use.verifier);
  const [access, refresh, salt] = await Promise.all([freshSecret(), freshSecret(), freshSecret()]);
  const family = await familyHash(refresh.secret);
  return sql.transaction(() => {
    const now = clock();
    const grant = store.grantByCode(sql, codeHash);
    if (grant === null) return err("unknown");
    const problem = codeProblem(grant, { ...use, challenge }, now);
    if (problem === "used before") store.deleteGrants(sql, [grant]);
    if (problem !== null) return err(problem);
    if (isOver(sql, grant)) return err("access ended");
    store.forgetExpired(sql, now);
    const scopes = readScopes(grant);
    const lasting = scopes.includes("offline_access");
    const accessEnd = now + ACCESS_TOKEN_LIFETIME_MS;
    store.useCode(sql, grant, now, lasting ? refreshEnd(grant, now) : accessEnd);
    if (lasting) store.startFamily(sql, grant.id, family, refresh.hash, salt.secret);
    store.addAccessToken(sql, grant.id, access.hash, now, accessEnd);
    const refreshSecret = lasting ? refresh.secret : null;
    return ok(
      toTokens(sql, scopes, { access: access.secret, accessEnd, refresh: refreshSecret }, now),
    );
  });
}

/** Turns a refresh token into the next one with a new access token; reuse ends the grant. */
export async function refresh(
  sql: Sql,
  use: { readonly clientId: string; readonly secret: string },
  clock: () => number,
): Promise<Result<Tokens, GrantProblem>> {
  const [family, hash, nextSalt] = await Promise.all([
    familyHash(use.secret),
    hashSecret(use.secret),
    freshSecret(),
  ]);
  const found = store.grantByFamily(sql, family);
  if (found === null) return err("unknown");
  // A token keeps its salt when it becomes the previous token. So the tokens derived here are right
  // even if another request turned the token meanwhile.
  const salt = found.refresh_hash === hash ? found.refresh_salt : found.previous_salt;
  const turn = await deriveTurn(use.secret, salt ?? "");
  return sql.transaction(() => {
    const now = clock();
    const grant = store.grantByFamily(sql, family);
    if (grant === null) return err("unknown");
    const meaning = refreshMeaning(grant, use.clientId, hash, now);
    if (meaning === "used before") store.deleteGrants(sql, [grant]);
    if (meaning !== "current" && meaning !== "previous") return err(meaning);
    if (isOver(sql, grant)) return err("access ended");
    const scopes = readScopes(grant);
    const secrets = { access: turn.access.secret, refresh: turn.refresh.secret };
    if (meaning === "previous") {
      const given = store.grantByAccessToken(sql, turn.access.hash, now);
      if (given === null || given.id !== grant.id) return err("access ended");
      return ok(toTokens(sql, scopes, { ...secrets, accessEnd: given.token_expires_at }, now));
    }
    store.forgetExpired(sql, now);
    const grantEnd = refreshEnd(grant, now);
    // No token outlives its grant: the grant's row takes them along.
    const accessEnd = Math.min(now + ACCESS_TOKEN_LIFETIME_MS, grantEnd);
    const next = { hash: turn.refresh.hash, salt: nextSalt.secret, expiresAt: grantEnd };
    store.turnRefreshToken(sql, grant.id, next, now);
    store.addAccessToken(sql, grant.id, turn.access.hash, now, accessEnd);
    return ok(toTokens(sql, scopes, { ...secrets, accessEnd }, now));
  });
}

/**
 * Ends a grant by any refresh token of its family, or a single access token; only for the client
 * that owns it (RFC 7009, 2.1).
 */
export async function revoke(
  sql: Sql,
  use: { readonly clientId: string; readonly kind: "at" | "rt"; readonly secret: string },
  now: number,
): Promise<void> {
  const hash = await (use.kind === "rt" ? familyHash(use.secret) : hashSecret(use.secret));
  sql.transaction(() => {
    const grant =
      use.kind === "rt" ? store.grantByFamily(sql, hash) : store.grantByAccessToken(sql, hash, now);
    if (grant?.client_id !== use.clientId) return;
    if (use.kind === "rt") store.deleteGrants(sql, [grant]);
    else store.deleteAccessToken(sql, hash);
  });
}

/**
 * The caller behind the access token with this hash, whose use is recorded; null if it is unknown,
 * expired or ended.
 */
export function findAccessCaller(sql: Sql, hash: string, now: number): Caller | null {
  const grant = store.grantByAccessToken(sql, hash, now);
  if (grant === null || !store.isMember(sql, grant.user_id)) return null;
  store.noteUse(sql, grant, now);
  return { userId: grant.user_id, label: null, scopes: new Set(readScopes(grant)) };
}

/** Ends all grants of a removed client and prevents new ones. */
export function endClient(sql: Sql, clientId: string, now: number): void {
  sql.transaction(() => {
    store.noteRemovedClient(sql, clientId, now);
    store.deleteGrants(sql, store.grantsOfClient(sql, clientId));
  });
}

/** Ends every grant that a user gave, for when they leave the budget. */
export function endGrantsOfUser(sql: Sql, userId: number): void {
  store.deleteGrants(sql, store.allGrantsOfUser(sql, userId));
}

/** The clients that a user has authorized, newest first. */
export function listGrants(sql: Sql, userId: number, now: number): GrantListing[] {
  return store
    .grantsOfUser(sql, userId, now)
    .map((grant) => ({
      id: grant.id,
      clientId: grant.client_id,
      clientName: grant.client_name,
      scopes: readScopes(grant),
      createdAt: grant.created_at,
      lastUsedAt: grant.last_used_at,
    }));
}

/** Ends one of a user's own grants; false if the user has no grant with that id. */
export function endGrant(sql: Sql, userId: number, id: number): boolean {
  const own = store.allGrantsOfUser(sql, userId).filter((grant) => grant.id === id);
  sql.transaction(() => store.deleteGrants(sql, own));
  return own.length > 0;
}

/**
 * The scopes of a grant: those that its person agreed to; for our own client always those it needs
 * today.
 */
function readScopes({
  client_id: client,
  scopes,
}: Pick<store.GrantRow, "client_id" | "scopes">): readonly Scope[] {
  return client === OWN_CLIENT_ID ? OWN_SCOPES : scopesIn(JSON.parse(scopes));
}

/** BASE64URL(SHA256(verifier)), RFC 7636, 4.6. */
async function deriveChallenge(verifier: string): Promise<string> {
  return (await sha256(verifier)).toBase64({ alphabet: "base64url", omitPadding: true });
}

function isOver(sql: Sql, grant: store.GrantRow): boolean {
  return !store.isMember(sql, grant.user_id) || store.isRemovedClient(sql, grant.client_id);
}

/**
 * When a refresh token that is used now ends: after a long idle time, and at the latest some time
 * after the consent.
 */
function refreshEnd(grant: store.GrantRow, now: number): number {
  return Math.min(now + REFRESH_TOKEN_IDLE_MS, grant.created_at + GRANT_LIFETIME_MS);
}

interface IssuedSecrets {
  readonly access: string;
  readonly accessEnd: number;
  readonly refresh: string | null;
}

function toTokens(
  sql: Sql,
  scopes: readonly Scope[],
  { access, accessEnd, refresh }: IssuedSecrets,
  now: number,
): Tokens {
  const account = store.accountName(sql);
  return {
    accessToken: credentialText("at", account, access),
    expiresIn: Math.floor((accessEnd - now) / 1000),
    scopes,
    refreshToken: refresh === null ? null : credentialText("rt", account, refresh),
  };
}
