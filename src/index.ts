// The Worker: a table of contents. What it answers, what wakes it, and the objects that hold its data.

import { WorkerEntrypoint } from "cloudflare:workers";
import { serveBudget } from "./budget/service.ts";
import { refreshRates } from "./budget/rates/bank.ts";
import { readConfig, type Env } from "./config.ts";
import { http, OWN_CONNECTION } from "./http.ts";

export { Budget } from "./budget/account.ts";
export { RateLimit } from "./budget/rate-limit.ts";
export { Attempt } from "./connect/attempt.ts";
export { Importer } from "./import/post/importer.ts";
export { Pace } from "./import/post/pace.ts";
export { Client } from "./oauth/client.ts";
export { Directory } from "./oauth/directory.ts";
export { User } from "./oauth/user.ts";

/** The budgeting service without its request quota, for our own pipeline; not reachable from outside. */
export class Service extends WorkerEntrypoint<Env> {
  override fetch(request: Request): Promise<Response> {
    return serveBudget(request, this.env, readConfig(this.env), null);
  }
}

export default {
  fetch: http.fetch,
  /** The heartbeat of wrangler.toml's cron trigger. */
  scheduled: async (_, env) => {
    const { rates } = readConfig(env);
    await Promise.all([
      env.IMPORTER.getByName(OWN_CONNECTION).wake(),
      rates === null ? null : refreshRates(env.DOCUMENTS, rates, Date.now()),
    ]);
  },
} satisfies ExportedHandler<Env>;
