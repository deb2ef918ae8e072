// The one fetch on the platform's own network, as this deployment is configured.

import { hostOf } from "./address.ts";
import type { Fetch } from "./bytes.ts";
import { fetchingOf, type Fetching } from "./fetching.ts";
import { resolvedBy } from "./resolving.ts";

const platformFetch: Fetch = (url, init) => fetch(url, init);

/** The fetch for readers, to be held by one object or one invocation; `ownIssuer` is the origin this deployment is known by. */
export function internetFetching({ local, sourceDns, ownIssuer }: { local: boolean; sourceDns: string | null; ownIssuer: string | null }): Fetching {
  const resolve = sourceDns === null ? null : resolvedBy({ address: sourceDns, fetch: platformFetch, now: Date.now });
  return fetchingOf({ local, ownHosts: ownIssuer === null ? [] : [hostOf(new URL(ownIssuer))], resolve, fetch: platformFetch, now: Date.now });
}
