// Works out the frame of a request once, so that no page has to pass it on: the budgets of the person, the current one,
// and whether it must be authorized again.

import type { MiddlewareHandler } from "hono";
import { createContext, useContext, type Child } from "hono/jsx";
import { readConfig, type Config } from "../../config.ts";
import { policySources } from "../../oauth/clients/redirect-uri.ts";
import type { Frame, PageEnv, Remote } from "./context.ts";

const PLAIN: Frame = {
  connected: true,
  remote: null,
  connections: [],
  current: null,
  problem: null,
  needsReview: 0,
  path: "/",
};

/** Read by the Shell. */
export const FrameContext = createContext<Frame>(PLAIN);

/** Renders every page that follows in the frame of the person who asks for it. */
export const framed: MiddlewareHandler<PageEnv> = async (c, next) => {
  const config = readConfig(c.env);
  const session = c.get("session");
  const current = session?.connection ?? null;
  const { pathname, search } = new URL(c.req.url);
  const frame: Frame = {
    connected: current !== null,
    remote: describeRemote(config),
    connections: session?.connections ?? [],
    current,
    ...(await readConnection(c.env, current)),
    path: c.req.method === "GET" ? pathname + search : "/connections",
  };
  c.set("frame", frame);
  // Browsers hold the redirect that answers "Connect" and "Authorize again" against the page's own policy.
  if (config.oauth !== null) c.set("formTarget", policySources(config.oauth.issuer));
  const { html } = c;
  // A page that is text already was rendered before.
  c.html = (page: string | Promise<string>, ...rest: []) =>
    html(typeof page === "string" ? page : <InFrame frame={frame}>{page}</InFrame>, ...rest);
  return next();
};

async function readConnection(
  env: Env,
  current: string | null,
): Promise<Pick<Frame, "problem" | "needsReview">> {
  if (current === null) return { problem: null, needsReview: 0 };
  const importer = env.IMPORTER.getByName(current);
  const [view, needsReview] = await Promise.all([importer.connection(), importer.mailAsking()]);
  if (view?.state !== "authorize again") return { problem: null, needsReview };
  const problem =
    view.problem ?? "The budgeting service no longer accepts the saved authorization.";
  return { problem, needsReview };
}

/**
 * A form's target together with the connection that the page was shown for. Another tab of the session may switch to
 * another budget meanwhile; then the form must not act there (gate.ts, shownConnection).
 */
export function useTarget(path: string): string {
  const { current } = useContext(FrameContext);
  const [before = "", fragment] = path.split("#");
  const query = current === null ? "" : `?connection=${current}`;
  return `${before}${query}${fragment === undefined ? "" : `#${fragment}`}`;
}

/** The remote service as people are shown it; null if there is none. */
export function describeRemote({ budgetApiUrl, oauth }: Config): Remote | null {
  return budgetApiUrl === null
    ? null
    : { host: new URL(budgetApiUrl).host, hasOAuth: oauth !== null };
}

function InFrame({ frame, children }: { readonly frame: Frame; readonly children?: Child }) {
  return <FrameContext.Provider value={frame}>{children}</FrameContext.Provider>;
}
