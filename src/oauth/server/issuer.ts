// The identity of this authorization server: the issuer, which clients compare (RFC 9207), and the
// metadata (RFC 8414).
//
// The issuer decides where a client sends its codes, so a stranger's Host header must never decide
// it. OAUTH_ISSUER_SELF decides if it is set. Otherwise it is the origin of the request: on the
// platform one of the deployment's own https addresses; on a developer's machine, which answers to
// every name, only a loopback address.

import type { Config } from "../../config.ts";
import { SCOPES } from "../../platform/credentials/scope.ts";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The issuer for a request to this address; null where there is no authorization server at it. */
export function findIssuer(address: string, config: Config): string | null {
  const { origin, protocol, hostname } = new URL(address);
  if (config.ownIssuer !== null) return config.ownIssuer === origin ? origin : null;
  if (config.local) return LOOPBACK.has(hostname) ? origin : null;
  return protocol === "https:" ? origin : null;
}

/** The metadata document of RFC 8414: the supported features only. */
export function metadata(issuer: string): Record<string, unknown> {
  const methods = ["client_secret_basic", "none"];
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/docs`,
  };
}
