// Our side of OAuth 2.0: discovery (RFC 8414), the code flow with PKCE (RFC 7636) and the issuer's name in the answer
// (RFC 9207), refreshing, and revocation (RFC 7009), by oauth4webapi. Every outcome is a value. Nothing that an
// authorization server says is passed on in words: it may quote what it was sent, and that was a secret.

import * as oauth from "oauth4webapi";
import { must } from "../../platform/assert.ts";
import { sameSecret } from "../../platform/digest.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Fetch } from "./ask.ts";
import {
  chooseClientAuth,
  explainFault,
  metadataFault,
  tokensIn,
  createTransport,
  type Fault,
  type Tokens,
} from "./oauth-answer.ts";

/** How an authorization server knows us, and what carries our requests to it. */
export interface OAuthSetup {
  readonly issuer: string;
  readonly clientId: string;
  /** Null: a public client. */
  readonly clientSecret: string | null;
  readonly fetch: Fetch;
}

/** What the server says of itself, checked. */
export type Server = oauth.AuthorizationServer;

/** An authorization that was begun: `url` is where the browser goes, the rest is kept for `finish`. */
export interface Begun {
  readonly url: string;
  readonly state: string;
  readonly verifier: string;
  readonly issuer: string;
}

export type FinishFault =
  | Fault
  /** The person said no: a normal outcome. */
  | { readonly kind: "access denied" }
  /** The server refused with an error code of RFC 6749, 4.1.2.1. */
  | { readonly kind: "not authorized"; readonly error: string }
  | { readonly kind: "state mismatch" }
  /** The answer names another issuer than was asked, or none though this one always does: a mix-up. */
  | { readonly kind: "wrong issuer" }
  | { readonly kind: "malformed callback" };

export type RevokeFault = Fault | { readonly kind: "unsupported" };

/** The server's metadata; a server that only has OpenID Connect's document is taken too (RFC 8414, 5). */
export async function discover(setup: OAuthSetup): Promise<Result<Server, Fault>> {
  const issuer = new URL(setup.issuer);
  for (const algorithm of ["oauth2", "oidc"] as const) {
    const transport = createTransport(setup);
    try {
      const response = await oauth.discoveryRequest(issuer, { algorithm, ...transport.options });
      const server = await oauth.processDiscoveryResponse(issuer, response);
      // To the letter (RFC 8414, 3.3), since that is how it is compared from here on; the library
      // takes a slash more or less.
      if (server.issuer !== setup.issuer)
        return err({
          kind: "unsuitable server",
          lacks: `the issuer ${setup.issuer} to the letter`,
        });
      const unfit = metadataFault(server, setup);
      return unfit === null ? ok(server) : err(unfit);
    } catch (thrown) {
      const status = transport.status();
      if (status !== null && status >= 200 && status < 300)
        return err({ kind: "unsuitable server", lacks: "readable metadata of this issuer" });
      if (status !== 404) return err(explainFault(thrown, transport));
    }
  }
  return err({ kind: "unsuitable server", lacks: "metadata (404)" });
}

/**
 * The address to send the browser to. `further`: parameters that this server takes besides, such as
 * its own account id.
 */
export async function begin(
  setup: OAuthSetup,
  server: Server,
  wanted: {
    readonly redirectUri: string;
    readonly scope: string | null;
    readonly further?: Readonly<Record<string, string>>;
  },
): Promise<Result<Begun, Fault>> {
  if (server.authorization_endpoint === undefined)
    return err({ kind: "unsuitable server", lacks: "authorization_endpoint" });
  const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];
  const url = new URL(server.authorization_endpoint);
  const parameters: Record<string, string> = {
    ...wanted.further,
    response_type: "code",
    client_id: setup.clientId,
    redirect_uri: wanted.redirectUri,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  if (wanted.scope !== null) url.searchParams.set("scope", wanted.scope);
  return ok({ url: url.href, state, verifier, issuer: server.issuer });
}

/** Exchanges what the browser came back with, once. `parameters` is the callback's query; it is never logged. */
export async function finish(
  setup: OAuthSetup,
  server: Server,
  back: {
    readonly parameters: URLSearchParams;
    readonly redirectUri: string;
    readonly state: string;
    readonly verifier: string;
  },
  now: number,
): Promise<Result<Tokens, FinishFault>> {
  const client = { client_id: setup.clientId };
  const checked = await checkCallback(server, client, back.parameters, back.state);
  if (!checked.ok) return checked;
  const transport = createTransport(setup);
  try {
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      clientAuth(setup, server),
      checked.value,
      back.redirectUri,
      back.verifier,
      transport.options,
    );
    return tokensIn(await oauth.processAuthorizationCodeResponse(server, client, response), now);
  } catch (thrown) {
    return err(explainFault(thrown, transport));
  }
}

/** New tokens for a refresh token. Where the answer brings no new refresh token, the old one stays (RFC 6749, 6). */
export async function refresh(
  setup: OAuthSetup,
  server: Server,
  refreshToken: string,
  now: number,
): Promise<Result<Tokens, Fault>> {
  const client = { client_id: setup.clientId };
  const transport = createTransport(setup);
  try {
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      clientAuth(setup, server),
      refreshToken,
      transport.options,
    );
    const tokens = tokensIn(await oauth.processRefreshTokenResponse(server, client, response), now);
    return tokens.ok
      ? ok({ ...tokens.value, refreshToken: tokens.value.refreshToken ?? refreshToken })
      : tokens;
  } catch (thrown) {
    return err(explainFault(thrown, transport));
  }
}

/** Ends a token (RFC 7009); one that is unknown there counts as ended. */
export async function revoke(
  setup: OAuthSetup,
  server: Server,
  token: string,
  hint: "access_token" | "refresh_token",
): Promise<Result<null, RevokeFault>> {
  if (server.revocation_endpoint === undefined) return err({ kind: "unsupported" });
  const client = { client_id: setup.clientId };
  const transport = createTransport(setup);
  try {
    const options = { ...transport.options, additionalParameters: { token_type_hint: hint } };
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, clientAuth(setup, server), token, options),
    );
    return ok(null);
  } catch (thrown) {
    return err(explainFault(thrown, transport));
  }
}

/** The state first: who cannot prove that the answer is to our question is told nothing else about it. */
async function checkCallback(
  server: Server,
  client: oauth.Client,
  parameters: URLSearchParams,
  state: string,
): Promise<Result<URLSearchParams, FinishFault>> {
  const [given, ...others] = parameters.getAll("state");
  if (given === undefined || others.length > 0 || !(await sameSecret(given, state)))
    return err({ kind: "state mismatch" });
  const issuers = parameters.getAll("iss");
  const named = server.authorization_response_iss_parameter_supported === true;
  if (issuers.length > 1 || (issuers.length === 0 ? named : issuers[0] !== server.issuer))
    return err({ kind: "wrong issuer" });
  const answers = [...parameters.getAll("code"), ...parameters.getAll("error")];
  if (answers.length !== 1 || answers[0] === "") return err({ kind: "malformed callback" });
  try {
    return ok(oauth.validateAuthResponse(server, client, parameters, state));
  } catch (thrown) {
    if (!(thrown instanceof oauth.AuthorizationResponseError))
      return err({ kind: "malformed callback" });
    if (thrown.error === "access_denied") return err({ kind: "access denied" });
    return err({
      kind: "not authorized",
      error: /^[a-z_]{1,50}$/.test(thrown.error) ? thrown.error : "unknown error",
    });
  }
}

function clientAuth(setup: OAuthSetup, server: Server): oauth.ClientAuth {
  return must(chooseClientAuth(server, setup.clientSecret), "discover checked how we authenticate");
}
