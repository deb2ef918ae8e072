// How this deployment reaches the service and its authorization server, for whoever connects: one path for the embedded
// service, which is asked in-process as its own client, and for a remote one, which its operator registered us with.

import type { Config } from "../../config.ts";
import type { Fetch } from "./ask.ts";
import type { OAuthSetup } from "./oauth-client.ts";
import { authorizationSetup, serviceAccess } from "./service.ts";

/** What connecting takes. */
export interface Doors {
  readonly env: Env;
  readonly config: Config;
  /** How the authorization server knows us; null where there is none: developer tokens only. */
  readonly setup: OAuthSetup | null;
  /** The service that tokens are for ("https://host/v2"), and what carries a request to it. */
  readonly base: string;
  readonly fetch: Fetch;
  /** Where the authorization server sends the browser back to. */
  readonly redirectUri: string;
  /** What people call the service. */
  readonly host: string;
}

const CALLBACK_PATH = "/connect/callback";

/** For the deployment as it was asked at `address`. */
export async function doorsAt(
  address: string,
  env: Env,
  config: Config,
  ctx: { readonly exports: unknown },
): Promise<Doors> {
  const { origin, host } = new URL(address);
  const { base, fetch } = serviceAccess(config, ctx);
  const setup = await authorizationSetup(config, ctx, origin);
  const { budgetApiUrl } = config;
  return {
    env,
    config,
    setup,
    base,
    fetch,
    redirectUri: origin + CALLBACK_PATH,
    host: budgetApiUrl === null ? host : new URL(budgetApiUrl).host,
  };
}
