// The rules of grants, pure: which code may be redeemed, and what a presented refresh token means.
// No SQL, no clock.
//
// A refresh token's secret has two halves: the family, shared by all tokens of a grant, and the
// turn, new with every use. So one row recognizes the current token, the previous one, and every
// older one as reused.

import { REFRESH_GRACE_MS } from "../../platform/limits.ts";

/**
 * The reason why a code or token was refused; the client only learns invalid_grant and a sentence.
 */
export type GrantProblem =
  | "unknown"
  | "of another client"
  | "expired"
  | "used before"
  | "another redirect address"
  | "wrong verifier"
  | "access ended";

export interface CodeState {
  readonly client_id: string;
  readonly expires_at: number;
  readonly code_used_at: number | null;
  readonly redirect_uri: string;
  readonly challenge: string;
}

export interface CodeUse {
  readonly clientId: string;
  readonly redirectUri: string;
  /** The challenge that the verifier fits; null where there was no verifier. */
  readonly challenge: string | null;
}

export interface RefreshState {
  readonly client_id: string;
  readonly expires_at: number;
  readonly refresh_hash: string | null;
  readonly previous_hash: string | null;
  readonly rotated_at: number | null;
}

const encoder = new TextEncoder();

/**
 * The reason why the code cannot be redeemed, or null. "used before" ends the grant (RFC 6749,
 * 4.1.2). Only the client that the code was issued to hears it, before any check that a thief could
 * fail.
 */
export function codeProblem(code: CodeState, use: CodeUse, now: number): GrantProblem | null {
  if (code.client_id !== use.clientId) return "of another client";
  if (code.code_used_at !== null) return "used before";
  if (code.expires_at <= now) return "expired";
  if (code.redirect_uri !== use.redirectUri) return "another redirect address";
  return use.challenge !== null && same(code.challenge, use.challenge) ? null : "wrong verifier";
}

/**
 * The meaning of the presented token: "current" turns it, "previous" repeats an answer that may
 * have been lost. "used before" means that two parties hold the token, and the grant has to end
 * (RFC 9700, 4.14.2).
 */
export function refreshMeaning(
  grant: RefreshState,
  clientId: string,
  hash: string,
  now: number,
): "current" | "previous" | GrantProblem {
  if (grant.client_id !== clientId) return "of another client";
  if (grant.expires_at <= now) return "expired";
  if (grant.refresh_hash !== null && same(grant.refresh_hash, hash)) return "current";
  const repeats = grant.rotated_at !== null && now < grant.rotated_at + REFRESH_GRACE_MS;
  return repeats && grant.previous_hash !== null && same(grant.previous_hash, hash)
    ? "previous"
    : "used before";
}

/** Whether two texts of one length are equal, in time that does not depend on where they differ. */
export function same(a: string, b: string): boolean {
  const [x, y] = [encoder.encode(a), encoder.encode(b)];
  return x.byteLength === y.byteLength && crypto.subtle.timingSafeEqual(x, y);
}
