// What stands around every page of a person: which budgets they have connected, which one they work with, and whether it
// has to be authorized again. Worked out once a request, so that no page has to hand it on.

import type { MiddlewareHandler } from "hono";
import { createContext, useContext, type Child } from "hono/jsx";
import { readConfig, type Config } from "../../config.ts";
import { policySources } from "../../oauth/clients/redirect-uri.ts";
import type { PageEnv } from "./context.ts";

export interface Remote {
  readonly host: string;
  /** Whether its authorization server knows us; else it is connected by developer tokens alone. */
  readonly hasOAuth: boolean;
}

export interface Frame {
  /** Whether the pages about importing are the person's. */
  readonly connected: boolean;
  /** The remote service that this deployment works with; null where the service is in it, with its portal and reference. */
  readonly remote: Remote | null;
  /** The budgets to choose from. */
  readonly connections: readonly { readonly id: string; readonly name: string }[];
  readonly current: string | null;
  /** Why the current one has to be authorized again; null where it has not. */
  readonly problem: string | null;
  /** Messages in its inbox that ask for a person. */
  readonly asking: number;
  /** The path that is shown, to come back to. */
  readonly path: string;
}

const PLAIN: Frame = {
  connected: true,
  remote: null,
  connections: [],
  current: null,
  problem: null,
  asking: 0,
  path: "/",
};

/** Read by the Shell. */
export const FrameContext = createContext<Frame>(PLAIN);

/** Puts every page that is rendered from here on into the frame of whoever looks at it. */
export const framed: MiddlewareHandler<PageEnv> = async (c, next) => {
  const config = readConfig(c.env);
  const session = c.get("session");
  const remote = remoteOf(config);
  const current = session?.connection ?? null;
  const importer = current === null ? null : c.env.IMPORTER.getByName(current);
  const [view, asking] =
    importer === null
      ? [null, 0]
      : await Promise.all([importer.connection(), importer.mailAsking()]);
  const problem =
    view?.state === "authorize again"
      ? (view.problem ?? "The budgeting service no longer accepts the saved authorization.")
      : null;
  // Browsers hold the redirect that answers "Connect" and "Authorize again" against the page's own policy.
  if (config.oauth !== null) c.set("formTarget", policySources(config.oauth.issuer));
  const { pathname, search } = new URL(c.req.url);
  const path = c.req.method === "GET" ? pathname + search : "/connections";
  const frame: Frame = {
    connected: current !== null,
    remote,
    connections: session?.connections ?? [],
    current,
    problem,
    asking,
    path,
  };
  c.set("frame", frame);
  const { html } = c;
  // What is text already was rendered before.
  c.html = (page: string | Promise<string>, ...rest: []) =>
    html(typeof page === "string" ? page : <InFrame frame={frame}>{page}</InFrame>, ...rest);
  return next();
};

/**
 * A form's target with the connection that the page is shown for: another tab of the same session may go on to another
 * budget, and then the form must not act there (gate.ts, shownConnection).
 */
export function useTarget(path: string): string {
  const { current } = useContext(FrameContext);
  const [before = "", fragment] = path.split("#");
  return `${before}${current === null ? "" : `?connection=${current}`}${fragment === undefined ? "" : `#${fragment}`}`;
}

/** What people are shown of the remote service; null where there is none. */
export function remoteOf({ budgetApiUrl, oauth }: Config): Remote | null {
  return budgetApiUrl === null
    ? null
    : { host: new URL(budgetApiUrl).host, hasOAuth: oauth !== null };
}

function InFrame({ frame, children }: { readonly frame: Frame; readonly children?: Child }) {
  return <FrameContext.Provider value={frame}>{children}</FrameContext.Provider>;
}
