// Authenticates the client (RFC 6749, 2.3): a confidential one with HTTP Basic, a public one only
// by its client_id, and none in two ways. A secret in the body is not supported.

import type { Config } from "../../config.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { isOwnSecret } from "../clients/own-client.ts";
import { OWN_CLIENT_ID } from "../../platform/credentials/own-client.ts";
import { isClientId } from "../clients/registration.ts";
import type { OAuthError } from "./answer.ts";
import type { Parameters } from "./parameters.ts";

interface Credentials {
  readonly clientId: string;
  /** Null for a client that only says who it is. */
  readonly secret: string | null;
}

/** The id of the client that authenticated, or that a public client claims. */
export async function authenticate(
  authorization: string | null,
  form: Parameters,
  env: Env,
  config: Config,
): Promise<Result<string, OAuthError>> {
  const read = readCredentials(authorization, form);
  if (!read.ok) return read;
  const { clientId, secret } = read.value;
  if (!isClientId(clientId)) return unknown();
  if (clientId === OWN_CLIENT_ID)
    return (await isOwnSecret(config, secret ?? "")) ? ok(clientId) : unknown();
  const object = env.CLIENT.getByName(clientId);
  const [client, proven] = await Promise.all([
    object.describe(),
    secret === null ? false : object.checkSecret(secret),
  ]);
  if (client === null) return unknown();
  if (client.kind === "confidential" ? proven : secret === null) return ok(clientId);
  return secret === null ? invalid("This client authenticates with HTTP Basic") : unknown();
}

/** The client's credentials in the request; refuses two ways at once. */
export function readCredentials(
  authorization: string | null,
  form: Parameters,
): Result<Credentials, OAuthError> {
  const clientId = form.get("client_id");
  if (authorization === null) {
    if (form.get("client_secret") !== null)
      return invalid("A secret is sent with HTTP Basic, not in the body");
    return clientId === null
      ? invalid("No client authentication included")
      : ok({ clientId, secret: null });
  }
  if (form.get("client_secret") !== null)
    return twice("More than one way of client authentication");
  const basic = readBasic(authorization);
  if (basic === null)
    return invalid("The Authorization header is not HTTP Basic as RFC 6749, 2.3.1 has it");
  // A client_id besides HTTP Basic is no second way (RFC 6749, 3.2.1), as long as both name the
  // same client.
  return clientId === null || clientId === basic.clientId
    ? ok(basic)
    : twice("client_id is not the authenticated client's");
}

/**
 * Id and secret of an HTTP Basic header, each form-encoded inside of it (RFC 6749, 2.3.1); null for
 * anything else.
 */
function readBasic(authorization: string): Credentials | null {
  const encoded = /^Basic +([A-Za-z0-9+/]{1,1000}={0,2}) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.fromBase64(encoded),
    );
    const colon = text.indexOf(":");
    return colon < 0
      ? null
      : { clientId: formDecoded(text.slice(0, colon)), secret: formDecoded(text.slice(colon + 1)) };
  } catch {
    return null;
  }
}

function formDecoded(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

/** One sentence for an unknown client and a wrong secret. */
function unknown() {
  return invalid("There is no client with this id and secret");
}

function twice(description: string) {
  return err<OAuthError>({ error: "invalid_request", description });
}

function invalid(description: string) {
  return err<OAuthError>({ error: "invalid_client", description });
}
