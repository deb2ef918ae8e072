// Whose budget: which service the pipeline drives, and with what token. The embedded service is reached
// in-process through the Worker's own `Service` entrypoint, which speaks the same HTTP as the remote one.

import type { Config } from "../config.ts";
/** How to reach the service: its base address ("https://host/v2"), the bearer token, and what carries a request. */
export interface Upstream {
  readonly base: string;
  readonly token: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Whether it counts requests per address, so that all importers must share one pace. */
  readonly paced: boolean;
}

/** The service this deployment is configured for. */
export function upstreamOf(config: Config, ctx: DurableObjectState | ExecutionContext): Upstream {
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
