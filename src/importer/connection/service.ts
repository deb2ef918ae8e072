// The service that this deployment drives, and its authorization server. The embedded ones are reached in-process,
// through the Worker's own `Service` entrypoint, which speaks the same HTTP as remote ones: there is one way, not two.

import type { Config } from "../../config.ts";
import type { Fetch } from "./ask.ts";
import { nameService } from "./identity.ts";
import type { OAuthSetup } from "./oauth-client.ts";

/** How to reach the service and its authorization server, without any token. */
export interface ServiceAccess {
  /** As connections are named by it. */
  readonly name: string;
  /** "https://host/v2" */
  readonly base: string;
  /** The base address of the embedded service's own interface, outside the documents. */
  readonly own?: string;
  readonly fetch: Fetch;
  /** Whether it counts requests per address, so that all importers must share one pace. */
  readonly paced: boolean;
  /** How the authorization server that gave the tokens knows us; null where this deployment is not told, or of another. */
  readonly oauth: (issuer: string) => Promise<OAuthSetup | null>;
}

/** What the `Service` entrypoint of index.ts is to us. */
interface OwnService {
  fetch(request: Request): Promise<Response>;
  ownClient(): Promise<{ readonly clientId: string; readonly clientSecret: string }>;
}

const EMBEDDED_BASE = "https://budget.internal/v2";
const EMBEDDED_OWN = "https://budget.internal/api";

/** The service this deployment is configured for. */
export function serviceAccess(config: Config, ctx: { readonly exports: unknown }): ServiceAccess {
  const { budgetApiUrl, oauth } = config;
  if (budgetApiUrl !== null) {
    const carry: Fetch = (request) => fetch(request);
    const known = (issuer: string) =>
      oauth !== null && new URL(oauth.issuer).href === new URL(issuer).href;
    return {
      name: nameService(config),
      base: budgetApiUrl,
      fetch: carry,
      paced: true,
      oauth: async (issuer) =>
        oauth !== null && known(issuer) ? { ...oauth, fetch: carry } : null,
    };
  }
  const inside: Fetch = (request) => ownService(ctx).fetch(request);
  return {
    name: nameService(config),
    base: EMBEDDED_BASE,
    own: EMBEDDED_OWN,
    fetch: inside,
    paced: false,
    // The server knows itself by one name where it is told one, whatever it was asked at before.
    oauth: async (issuer) => ({
      issuer: config.ownIssuer ?? issuer,
      ...(await ownService(ctx).ownClient()),
      fetch: inside,
    }),
  };
}

/**
 * How to begin and finish an authorization here: `origin` is the address that the browser is at, which names the
 * embedded server unless the configuration does. Null where developer tokens are all there is.
 */
export async function authorizationSetup(
  config: Config,
  ctx: { readonly exports: unknown },
  origin: string,
): Promise<OAuthSetup | null> {
  if (config.budgetApiUrl !== null && config.oauth === null) return null;
  return serviceAccess(config, ctx).oauth(config.oauth?.issuer ?? origin);
}

function ownService({ exports }: { readonly exports: unknown }): OwnService {
  const found = (exports as Record<string, unknown>)["Service"];
  if (found === undefined)
    throw new Error("Invariant broken: the Worker exports no Service entrypoint");
  return found as OwnService;
}
