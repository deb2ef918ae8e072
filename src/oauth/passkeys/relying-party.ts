// The relying party of passkeys (WebAuthn): the host name of this deployment, under the same rule
// as the issuer, so that a stranger's Host header never decides it.

import type { Config } from "../../config.ts";
import { findIssuer } from "../server/issuer.ts";

export interface RelyingParty {
  /** The host name, without a port. */
  readonly id: string;
  /** Scheme, host and port, as the browser says it. */
  readonly origin: string;
}

/**
 * The relying party for a request to this address; null for an IP address, since a passkey belongs
 * to a name.
 */
export function findRelyingParty(address: string, config: Config): RelyingParty | null {
  const origin = findIssuer(address, config);
  if (origin === null) return null;
  const { hostname } = new URL(origin);
  const isAddress = hostname.startsWith("[") || /^\d+(\.\d+){3}$/.test(hostname);
  return isAddress ? null : { id: hostname, origin };
}
