// Whom passkeys are made for (WebAuthn's relying party): the host name that this deployment is known by, under the same
// rule as the issuer, so that it is never what a stranger's Host header says.

import type { Config } from "../../config.ts";
import { findIssuer } from "../server/issuer.ts";

export interface RelyingParty {
  /** The host name, without a port. */
  readonly id: string;
  /** Scheme, host and port, as the browser says it. */
  readonly origin: string;
}

/** The relying party for a request to this address; null where there can be none: a passkey belongs to a name, not to an IP address. */
export function findRelyingParty(address: string, config: Config): RelyingParty | null {
  const origin = findIssuer(address, config);
  if (origin === null) return null;
  const { hostname } = new URL(origin);
  const isAddress = hostname.startsWith("[") || /^\d+(\.\d+){3}$/.test(hostname);
  return isAddress ? null : { id: hostname, origin };
}
