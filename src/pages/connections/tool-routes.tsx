// The page that lets a tool in, and the targets of its forms. Tries are counted by person and by
// network, so that nobody finds a stranger's code by guessing.

import { Hono, type Context } from "hono";
import { findNetwork } from "../../platform/credentials/network.ts";
import { must } from "../../platform/assert.ts";
import { parseCode, printCode } from "../../oauth/tool-login/code.ts";
import { TOOL_PAGE } from "../../oauth/tool-login/endpoints.ts";
import type { PageEnv } from "../ui/context.ts";
import { readFields } from "../ui/form.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import { Notice } from "../ui/shell.tsx";
import { ToolCode, ToolQuestion } from "./tool.tsx";

type PageContext = Context<PageEnv>;

const UNKNOWN =
  "No tool waits with this code. Check the letters; a code is good for ten minutes and works once.";
const TOO_MANY = "Too many attempts. Wait a minute and try again.";

/** To be mounted at "/", behind the check of a form's origin. */
export const toolPages = new Hono<PageEnv>();

for (const path of [TOOL_PAGE, `${TOOL_PAGE}/*`])
  toolPages.use(path, signedIn, connected, shownConnection, async (c, next) => {
    await next();
    c.res.headers.set("cache-control", "no-store");
  });

toolPages.get(TOOL_PAGE, (c) => c.html(<ToolCode />));

toolPages.post(TOOL_PAGE, async (c) => {
  if (!(await mayTry(c))) return c.html(<ToolCode alert={TOO_MANY} />, 429);
  const field = await readFields(c);
  const code = parseCode(field("code"));
  const asking = code === null ? null : await c.env.TOOL_LOGIN.getByName(code).asking();
  if (code === null || asking === null) return c.html(<ToolCode alert={UNKNOWN} />, 404);
  const { connections, connection } = must(c.get("session"), "this page is behind the sign-in");
  const budget = connections.find(({ id }) => id === connection)?.name ?? "your budget";
  const isNear = networkOf(c) === asking.network;
  return c.html(
    <ToolQuestion code={printCode(code)} asking={asking} budget={budget} isNear={isNear} />,
  );
});

toolPages.post(`${TOOL_PAGE}/decide`, async (c) => {
  if (!(await mayTry(c))) return c.html(<ToolCode alert={TOO_MANY} />, 429);
  const field = await readFields(c);
  const code = parseCode(field("code"));
  const { connection: current } = must(c.get("session"), "this page is behind the sign-in");
  const connection = must(current, "this page is behind the connection");
  const isAllowed = field("decision") === "allow";
  const decision = isAllowed ? { connection, reads: field("reads") === "true" } : "denied";
  const isDecided = code !== null && (await c.env.TOOL_LOGIN.getByName(code).decide(decision));
  if (!isDecided) return c.html(<ToolCode alert={UNKNOWN} />, 404);
  const message = isAllowed
    ? "The tool is signed in. Go back to your terminal. Its key is under Import keys, where you can revoke it."
    : "The tool was not let in.";
  return c.html(<Notice title={isAllowed ? "Signed in" : "Denied"} message={message} signedIn />);
});

/** Whether this person, and this network, may try once more in this minute. */
async function mayTry(c: PageContext): Promise<boolean> {
  const { user } = must(c.get("session"), "this page is behind the sign-in");
  const counted = [`tool person ${user}`, `tool network ${networkOf(c)}`];
  const tries = await Promise.all(counted.map(async (key) => c.env.SIGN_IN_LIMIT.limit({ key })));
  return tries.every(({ success }) => success);
}

function networkOf(c: PageContext): string {
  return findNetwork(c.req.header("cf-connecting-ip") ?? "local");
}
