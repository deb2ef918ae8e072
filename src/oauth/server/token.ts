// POST /oauth/token: exchanges a code or a refresh token for an access token (RFC 6749, 4.1.3 and
// 6). The Budget object that the code or token names decides everything about grants; this file is
// the wire format.

import { parseCredential, type CredentialKind } from "../../platform/credentials/credential.ts";
import { err, type Result } from "../../platform/result.ts";
import { answered, refused, type OAuthError } from "./answer.ts";
import type { Parameters } from "./parameters.ts";

type Budget = ReturnType<Env["BUDGET"]["getByName"]>;
type Redeemed = Awaited<ReturnType<Budget["redeem"]>>;
type Tokens = Extract<Redeemed, { ok: true }>["value"];
type GrantProblem = Extract<Redeemed, { ok: false }>["error"];

/**
 * The messages for the client's developer; a thief of a code or token learns only that it is
 * useless.
 */
const DESCRIPTIONS: Readonly<Record<GrantProblem, string>> = {
  unknown: "It is unknown, or its grant was ended",
  "of another client": "It is unknown, or its grant was ended",
  expired: "It has expired",
  "used before": "It was used before; whatever it gave was revoked",
  "another redirect address": "redirect_uri is not the one of the authorization request",
  "wrong verifier": "code_verifier does not fit the code_challenge",
  "access ended": "The access it stands for has ended",
};

/** Answers a token request of an authenticated client, or of a public one. */
export async function answerToken(form: Parameters, clientId: string, env: Env): Promise<Response> {
  const tokens = await tokensFor(form, clientId, env);
  if (!tokens.ok) return refused(tokens.error);
  const { accessToken, expiresIn, scopes, refreshToken } = tokens.value;
  return answered({
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: expiresIn,
    scope: scopes.join(" "),
    ...(refreshToken !== null && { refresh_token: refreshToken }),
  });
}

async function tokensFor(
  form: Parameters,
  clientId: string,
  env: Env,
): Promise<Result<Tokens, OAuthError>> {
  const grantType = form.get("grant_type");
  if (grantType === "authorization_code") return redeemed(form, clientId, env);
  if (grantType === "refresh_token") return refreshed(form, clientId, env);
  if (grantType === null) return fault("invalid_request", "grant_type is missing");
  return fault("unsupported_grant_type", "grant_type must be authorization_code or refresh_token");
}

async function redeemed(
  form: Parameters,
  clientId: string,
  env: Env,
): Promise<Result<Tokens, OAuthError>> {
  const [code, redirectUri, verifier] = [
    form.get("code"),
    form.get("redirect_uri"),
    form.get("code_verifier"),
  ];
  if (code === null) return fault("invalid_request", "code is missing");
  if (redirectUri === null) return fault("invalid_request", "redirect_uri is missing");
  const holder = findHolder("code", code, env);
  if (holder === null) return fault("invalid_grant", DESCRIPTIONS.unknown);
  // RFC 7636, 4.1; a missing or malformed one is a wrong one: every code has a challenge.
  const wellFormed = verifier !== null && /^[A-Za-z0-9._~-]{43,128}$/.test(verifier);
  const use = {
    clientId,
    secret: holder.secret,
    redirectUri,
    verifier: wellFormed ? verifier : null,
  };
  return told(await holder.budget.redeem(use));
}

async function refreshed(
  form: Parameters,
  clientId: string,
  env: Env,
): Promise<Result<Tokens, OAuthError>> {
  const token = form.get("refresh_token");
  if (token === null) return fault("invalid_request", "refresh_token is missing");
  const holder = findHolder("rt", token, env);
  if (holder === null) return fault("invalid_grant", DESCRIPTIONS.unknown);
  return told(await holder.budget.refresh({ clientId, secret: holder.secret }));
}

/**
 * The budget that can check a code or token, and the secret to check; null for another kind of
 * credential.
 */
export function findHolder(
  kind: CredentialKind,
  text: string,
  env: Env,
): { budget: Budget; secret: string } | null {
  const credential = parseCredential(text);
  // An object whose name no account has is never asked.
  if (credential?.kind !== kind || !/^[1-9]\d{0,15}$/.test(credential.object)) return null;
  return { budget: env.BUDGET.getByName(credential.object), secret: credential.secret };
}

function told(result: Redeemed): Result<Tokens, OAuthError> {
  return result.ok ? result : fault("invalid_grant", DESCRIPTIONS[result.error]);
}

function fault(error: OAuthError["error"], description: string) {
  return err<OAuthError>({ error, description });
}
