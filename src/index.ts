// The Worker: a table of contents. Its requests, its triggers, and the objects that hold its data.

import { WorkerEntrypoint } from "cloudflare:workers";
import { serveBudget, serveOwnByToken } from "./budget/service.ts";
import { serveFile } from "./budget/transactions/links.ts";
import { refreshRates } from "./budget/rates/bank.ts";
import { readConfig } from "./config.ts";
import { receiveEmail } from "./importer/inbox/mailbox.ts";
import { wakeSome } from "./importer/connection/all-connections.ts";
import { ownClient } from "./oauth/clients/own-client.ts";
import { serveMetadata, serveRevoke, serveToken } from "./oauth/server/endpoints.ts";
import { internetFetching } from "./sources/internet.ts";
import { countMail } from "./oauth/people/mail-counts.ts";
import { http } from "./http/app.ts";

export { Budget } from "./budget/object.ts";
export { RateLimit } from "./budget/rate-limit.ts";
export { Attempt } from "./importer/connection/attempt.ts";
export { Importer } from "./importer/object.ts";
export { Pace } from "./importer/posting/pace.ts";
export { Client } from "./oauth/clients/client.ts";
export { Directory } from "./oauth/people/directory.ts";
export { ToolLogin } from "./oauth/tool-login/object.ts";
export { User } from "./oauth/people/user.ts";

/**
 * The budgeting service and its authorization server without quotas, for our own pipeline; not
 * reachable from outside.
 */
export class Service extends WorkerEntrypoint<Env> {
  override async fetch(request: Request): Promise<Response> {
    const config = readConfig(this.env);
    const caller = { address: null, config };
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/api/")) return serveOwnByToken(request, this.env, config);
    const [, room, budget, file, ...more] = pathname.split("/").map(decodeURIComponent);
    if (room === "files" && budget !== undefined && file !== undefined && more.length === 0)
      return serveFile(request, budget, file, this.env, Date.now());
    switch (pathname) {
      case "/.well-known/oauth-authorization-server":
        return serveMetadata(request, caller);
      case "/oauth/token":
        return serveToken(request, this.env, caller);
      case "/oauth/revoke":
        return serveRevoke(request, this.env, caller);
      default:
        return serveBudget(request, this.env, config, null);
    }
  }

  /** The pipeline's credentials at the authorization server. */
  async ownClient(): Promise<{ clientId: string; clientSecret: string }> {
    return ownClient(readConfig(this.env));
  }
}

export default {
  fetch: http.fetch,
  /** A receipt or statement that somebody sent to one of our addresses. */
  email: async (message, env) => countMail(env, await receiveEmail(message, env, readConfig(env))),
  /** The heartbeat of wrangler.toml's cron trigger. */
  scheduled: async (_, env) => {
    const config = readConfig(env);
    const { rates } = config;
    await Promise.all([
      wakeSome(env),
      rates === null
        ? null
        : refreshRates(env.DOCUMENTS, internetFetching(config), rates, Date.now()),
    ]);
  },
} satisfies ExportedHandler<Env>;
