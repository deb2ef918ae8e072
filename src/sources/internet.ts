// The one fetch on the platform's own network, as this deployment is configured.

import { hostOf } from "./address.ts";
import type { Fetch } from "./bytes.ts";
import { fetchingOf, type Fetching } from "./fetching.ts";
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
export function internetFetching({ local, sourceDns, ownIssuer, tokenKey }: Internet): Fetching {
  const resolve = sourceDns === null ? null : resolvedBy({ address: sourceDns, fetch: platformFetch, now: Date.now });
  return fetchingOf({ local, ownHosts: ownIssuer === null ? [] : [hostOf(new URL(ownIssuer))], resolve, known: KNOWN_HOSTS, fetch: platformFetch, now: Date.now, mark: ownMarks(tokenKey) });
}
