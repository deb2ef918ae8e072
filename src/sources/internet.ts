// The fetching on the platform's network, as this deployment is configured.

import { plainHost } from "./address.ts";
import type { Fetch } from "./bytes.ts";
import { createFetching, refuseAddress, type Fetching, type NameRules } from "./fetching.ts";
import { ownMarks } from "./own-mark.ts";
import { createResolver } from "./resolving.ts";

/** The European Central Bank's host of exchange rates, which our code names and no person. */
const KNOWN_HOSTS = ["www.ecb.europa.eu"] as const;

const platformFetch: Fetch = (url, init) => fetch(url, init);

/** The configuration; `ownIssuer` is this deployment's own origin, if configured. */
export interface Internet {
  readonly local: boolean;
  readonly sourceDns: string | null;
  readonly ownIssuer: string | null;
  readonly tokenKey: string;
}

/**
 * The fetching for readers; share one per Durable Object or invocation. `timeoutMs` is for requests
 * that send or read more than a page.
 */
export function internetFetching(internet: Internet, timeoutMs?: number): Fetching {
  return createFetching({
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...chooseRules(internet),
    fetch: platformFetch,
    now: Date.now,
    mark: ownMarks(internet.tokenKey),
  });
}

/** A function that says in a sentence why an address is refused; null if it is not. */
export function neverAskedBy(internet: Internet): (address: string) => string | null {
  const rules = chooseRules(internet);
  return (address) => refuseAddress(address, rules);
}

function chooseRules({ local, sourceDns, ownIssuer }: Internet): NameRules {
  const resolve =
    sourceDns === null
      ? null
      : createResolver({ address: sourceDns, fetch: platformFetch, now: Date.now });
  return {
    local,
    ownHosts: ownIssuer === null ? [] : [plainHost(new URL(ownIssuer))],
    resolve,
    known: KNOWN_HOSTS,
  };
}
