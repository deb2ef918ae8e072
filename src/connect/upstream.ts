// Whose budget: which service the pipeline drives, and with what token. The embedded service is reached
// in-process through the Worker's own `Service` entrypoint, which speaks the same HTTP as the remote one.

import type { Config } from "../config.ts";
import type { Upstream } from "../import/post/client.ts";

/** An upstream; `paced` when it counts requests per address. */
export interface ConnectedUpstream extends Upstream {
  readonly paced: boolean;
}

/** The service this deployment is configured for. */
export function upstreamOf(config: Config, ctx: DurableObjectState | ExecutionContext): ConnectedUpstream {
  if (config.budgetApiUrl !== null) {
    return { base: config.budgetApiUrl, token: config.budgetApiToken ?? "", fetch: (request) => fetch(request), paced: true };
  }
  return {
    base: "https://budget.internal/v2",
    token: config.localToken ?? "",
    fetch: (request) => entrypoint(ctx).fetch(request),
    paced: false,
  };
}

function entrypoint(ctx: DurableObjectState | ExecutionContext): Fetcher {
  const found = (ctx.exports as Record<string, unknown>)["Service"];
  if (found === undefined) throw new Error("Invariant broken: the Worker exports no Service entrypoint");
  return found as Fetcher;
}
