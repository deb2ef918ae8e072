// The rules of an authorization request (RFC 6749, 4.1.1; RFC 7636, 4.3): pure, except that they
// look up the client.
//
// Nothing is sent to the redirect address until it is known to belong to the client: otherwise this
// page would send people wherever a stranger likes (RFC 9700, 4.11). After that every fault goes
// back to the client, once the person has signed in.

import { OAUTH_QUERY_CHARS_MAX, OAUTH_STATE_CHARS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { ClientDescription } from "../clients/client.ts";
import { OWN_CLIENT_ID } from "../../platform/credentials/own-client.ts";
import { isRegistered, redirectTo } from "../clients/redirect-uri.ts";
import { isClientId } from "../clients/registration.ts";
import { readParameters, type Parameters } from "./parameters.ts";

/** A request that may be put before a person. */
export interface AuthorizationRequest {
  readonly client: ClientDescription;
  /** As it was requested; the token request must repeat it. */
  readonly redirectUri: string;
  readonly state: string | null;
  readonly challenge: string;
  /** Which of the person's budgets it is for, where our own client says so: an account id. */
  readonly accountId: string | null;
}

/** How to answer a faulty request: tell the person here, or send the browser back with an error. */
export type AuthorizationFault =
  | { readonly kind: "page"; readonly message: string }
  | { readonly kind: "redirect"; readonly to: string };

/** The errors of RFC 6749, 4.1.2.1 that we answer with. */
export type AuthorizationError =
  "invalid_request" | "unsupported_response_type" | "access_denied" | "server_error";

/** Reads the query of an authorization request; `describe` is asked only for ids of our form. */
export async function readAuthorization(
  query: string,
  issuer: string,
  describe: (clientId: string) => Promise<ClientDescription | null>,
): Promise<Result<AuthorizationRequest, AuthorizationFault>> {
  if (query.length > OAUTH_QUERY_CHARS_MAX)
    return page("The address that the app sent you to is too long.");
  const parameters = readParameters(query);
  const addressee = await readAddressee(parameters, query, describe);
  if (!addressee.ok) return page(addressee.error);
  const { client, redirectUri } = addressee.value;
  const state = parameters.repeated === "state" ? null : parameters.get("state");
  const fault = requestFault(parameters);
  if (fault !== null)
    return err({ kind: "redirect", to: errorRedirect({ redirectUri, state }, issuer, ...fault) });
  const accountId = isOwn(client) ? parameters.get("account_id") : null;
  return ok({
    client,
    redirectUri,
    state,
    challenge: parameters.get("code_challenge") ?? "",
    accountId,
  });
}

/** Whether a client is our own, which needs no consent: signing in here is agreeing to it. */
export function isOwn(client: Pick<ClientDescription, "clientId">): boolean {
  return client.clientId === OWN_CLIENT_ID;
}

/** The client's address with an error in it, the state it sent, and who says so. */
export function errorRedirect(
  request: Pick<AuthorizationRequest, "redirectUri" | "state">,
  issuer: string,
  error: AuthorizationError,
  description: string,
): string {
  return redirectTo(request.redirectUri, {
    error,
    error_description: description,
    state: request.state,
    iss: issuer,
  });
}

/** The client's address with a code in it. */
export function codeRedirect(request: AuthorizationRequest, issuer: string, code: string): string {
  return redirectTo(request.redirectUri, { code, state: request.state, iss: issuer });
}

async function readAddressee(
  parameters: Parameters,
  query: string,
  describe: (clientId: string) => Promise<ClientDescription | null>,
): Promise<Result<{ client: ClientDescription; redirectUri: string }, string>> {
  const given = new URLSearchParams(query);
  for (const name of ["client_id", "redirect_uri"]) {
    if (given.getAll(name).length > 1) return err(`The app sent ${name} more than once.`);
  }
  const clientId = parameters.get("client_id");
  if (clientId === null) return err("The app did not say which it is (client_id).");
  const client = isClientId(clientId) ? await describe(clientId) : null;
  if (client === null) return err("The app is not registered here (client_id).");
  const redirectUri = parameters.get("redirect_uri");
  if (redirectUri === null)
    return err("The app did not say where to send you back to (redirect_uri).");
  if (!isRegistered(redirectUri, client.redirectUris, client.kind)) {
    return err(
      "The app wants you sent back to an address that is not registered for it (redirect_uri).",
    );
  }
  return ok({ client, redirectUri });
}

/**
 * The fault of the rest of the request, or null. `scope` is ignored: a client has the scopes that
 * it registered.
 */
function requestFault(parameters: Parameters): readonly [AuthorizationError, string] | null {
  const invalid = (description: string) => ["invalid_request", description] as const;
  if (parameters.repeated !== null) return invalid("A parameter was given more than once");
  const responseType = parameters.get("response_type");
  if (responseType === null) return invalid("response_type is missing");
  if (responseType !== "code") return ["unsupported_response_type", "response_type must be code"];
  const mode = parameters.get("response_mode");
  if (mode !== null && mode !== "query") return invalid("response_mode must be query");
  if ((parameters.get("state") ?? "").length > OAUTH_STATE_CHARS_MAX)
    return invalid("state is too long");
  const challenge = parameters.get("code_challenge");
  if (challenge === null) return invalid("code_challenge is missing");
  // Left out, it would mean "plain" (RFC 7636, 4.3), which protects nothing.
  if (parameters.get("code_challenge_method") !== "S256")
    return invalid("code_challenge_method must be S256");
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge))
    return invalid("code_challenge must be 43 characters of base64url");
  return null;
}

function page(message: string) {
  return err<AuthorizationFault>({ kind: "page", message });
}
