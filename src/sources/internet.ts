// The one fetch on the platform's own network, as this deployment is configured.

import { plainHost } from "./address.ts";
import type { Fetch } from "./bytes.ts";
import { createFetching, neverAsked, type Fetching, type NameRules } from "./fetching.ts";
import { ownMarks } from "./own-mark.ts";
import { resolvedBy } from "./resolving.ts";

/** The bank of the exchange rates: nobody chose its name, and it is no name of a private network. */
const KNOWN_HOSTS = ["www.ecb.europa.eu"] as const;

const platformFetch: Fetch = (url, init) => fetch(url, init);

/** What the configuration says of it; `ownIssuer` is the origin this deployment is known by, where that is told. */
export interface Internet {
  readonly local: boolean;
  readonly sourceDns: string | null;
  readonly ownIssuer: string | null;
  readonly tokenKey: string;
}

/** The fetch for readers, to be held by one object or one invocation. */
export function internetFetching(internet: Internet): Fetching {
  return createFetching({
    ...chooseRules(internet),
    fetch: platformFetch,
    now: Date.now,
    mark: ownMarks(internet.tokenKey),
  });
}

/** Why an address is never asked by that fetch, in a sentence; null where it may be. */
export function neverAskedBy(internet: Internet): (address: string) => string | null {
  const rules = chooseRules(internet);
  return (address) => neverAsked(address, rules);
}

function chooseRules({ local, sourceDns, ownIssuer }: Internet): NameRules {
  const resolve =
    sourceDns === null
      ? null
      : resolvedBy({ address: sourceDns, fetch: platformFetch, now: Date.now });
  return {
    local,
    ownHosts: ownIssuer === null ? [] : [plainHost(new URL(ownIssuer))],
    resolve,
    known: KNOWN_HOSTS,
  };
}
