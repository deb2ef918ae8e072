// Connects and disconnects budgets, and shows the page of connections. GET /connect redirects
// people who never connected anything; everything else takes a button, so that nobody goes in
// circles. Answers are 303 and no-store. The callback's query holds a code and is never logged.

import { Hono } from "hono";
import { readConfig } from "../../config.ts";
import { finishAuthorization, forgottenCookie } from "../../importer/connection/authorize.ts";
import {
  connectBudget,
  disconnectBudget,
  lookAtConnections,
  ownConnection,
} from "../../importer/connection/connecting.ts";
import { identify } from "../../importer/connection/identity.ts";
import { TOO_MANY } from "../../importer/connection/attempt-rate.ts";
import { SESSION_LIFETIME_MS, TOKEN_SESSION_LIFETIME_MS } from "../../platform/limits.ts";
import { endSession, sessionCookie, type Session } from "../../oauth/sign-in/session.ts";
import { must } from "../../platform/assert.ts";
import { depart, isLet, listDoors, tooMany } from "./depart.tsx";
import { NotConnected } from "./not-connected.tsx";
import { identityWords, explainFault } from "./words.ts";
import { Connections, Disconnect } from "./page.tsx";
import type { PageContext } from "../ui/calls.ts";
import { openAccounts, read } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readText } from "../ui/form.ts";
import { signedIn } from "../ui/gate.ts";
import { HOME, pathOfOurs } from "../ui/return-path.ts";
import { Notice } from "../ui/shell.tsx";
import { SignInNeeded } from "../sign-in/sign-in.tsx";
import { ADDRESSES } from "../../importer/keys/wire.ts";
import { TRUSTED } from "../../importer/inbox/wire.ts";

/** To be mounted among the pages, behind the check of a form's origin. */
export const connectPages = new Hono<PageEnv>();

for (const path of ["/connect", "/connect/*", "/connections", "/connections/*"]) {
  connectPages.use(path, async (c, next) => {
    await next();
    c.res.headers.set("cache-control", "no-store");
  });
}

connectPages.get("/connect", async (c) => {
  const next = pathOfOurs(c.req.query("next") ?? HOME);
  const session = c.get("session");
  if (session === null)
    return c.html(<SignInNeeded local={readConfig(c.env).local} next={next} />, 401);
  if (session.connection !== null) return c.redirect(next, 303);
  const known = await lookAtConnections(c.env, session.user, Date.now());
  if (known.some(({ view }) => view !== null)) return c.redirect(next, 303);
  // A person who disconnected a budget must not be connected again by opening a page. A remote
  // service asks them itself.
  if (known.length > 0 || readConfig(c.env).budgetApiUrl !== null)
    return c.redirect("/connections", 303);
  if (!(await isLet(c, "authorization"))) return tooMany(c);
  return depart(c, { next, connection: null, accountId: null });
});

connectPages.post("/connect", async (c) => {
  const form = await c.req.parseBody();
  const next = pathOfOurs(readText(form["next"]) || HOME);
  if (c.get("session") === null && readConfig(c.env).budgetApiUrl === null)
    return c.html(<SignInNeeded local={readConfig(c.env).local} next={next} />, 401);
  if (!(await isLet(c, "authorization"))) return tooMany(c);
  return depart(c, {
    next,
    connection: readText(form["connection"]) || null,
    accountId: parseId(readText(form["account"])) || null,
  });
});

connectPages.get("/connect/callback", async (c) => {
  const session = c.get("session");
  const parameters = new URL(c.req.url).searchParams;
  const forgotten = forgottenCookie(parameters, readConfig(c.env).local);
  if (forgotten !== null) c.header("set-cookie", forgotten, { append: true });
  const doors = await listDoors(c);
  const { result, next, connection } = await finishAuthorization(doors, session, {
    parameters,
    cookies: c.req.header("cookie") ?? "",
  });
  if (result.ok)
    return enter(c, result.value.user, result.value.view.id, SESSION_LIFETIME_MS, next);
  const who = session === null ? null : session.name || session.email;
  const words = explainFault(result.error, doors.host, who);
  const canRetry = result.error.kind !== "no authorization server";
  return c.html(
    <NotConnected
      words={words}
      signedIn={session !== null}
      next={next}
      connection={connection}
      canRetry={canRetry}
    />,
    words.status,
  );
});

// A pasted developer token. With a remote service it also signs the person in.
connectPages.post("/connections", async (c) => {
  const form = await c.req.parseBody();
  const session = c.get("session");
  const { local, budgetApiUrl } = readConfig(c.env);
  const next = pathOfOurs(readText(form["next"]) || HOME);
  const refused = (message: string, status: 400 | 401 | 409 | 429 | 502) =>
    session === null
      ? c.html(<SignInNeeded local={local} next={next} refusal={message} />, status)
      : connectionsPage(c, session, message, status);
  if (session === null && budgetApiUrl === null) return refused("Sign in first.", 401);
  if (!(await isLet(c, "token"))) return refused(TOO_MANY, 429);
  const doors = await listDoors(c);
  const token = readText(form["token"]).trim();
  const identity = await identify(doors.base, doors.fetch, token);
  if (!identity.ok)
    return refused(
      identityWords(identity.error, doors.host).message,
      identity.error.kind === "unreachable" ? 502 : 400,
    );
  const made = await connectBudget(doors, session, {
    identity: identity.value,
    credential: { kind: "token", token },
    expected: null,
  });
  if (!made.ok)
    return refused(explainFault(made.error, doors.host, session?.name ?? null).message, 409);
  return enter(c, made.value.user, made.value.view.id, TOKEN_SESSION_LIFETIME_MS, next);
});

for (const path of ["/connections", "/connections/*"]) connectPages.use(path, signedIn);

connectPages.get("/connections", (c) => connectionsPage(c, sessionIn(c), null, 200));

connectPages.post("/connections/current", async (c) => {
  const session = sessionIn(c);
  const wanted = readText((await c.req.parseBody())["connection"]);
  const own = session.connections.some(({ id }) => id === wanted);
  if (!own) return notFound(c);
  await c.env.USER.getByName(session.user).chooseConnection(session.id, wanted);
  return c.redirect("/connections", 303);
});

connectPages.post("/connections/:id/retry", async (c) => {
  const own = await ownConnection(c.env, sessionIn(c).user, c.req.param("id"));
  if (own?.view == null) return notFound(c);
  await c.env.IMPORTER.getByName(own.id).retry();
  return c.redirect("/connections", 303);
});

connectPages.get("/connections/:id/disconnect", async (c) => {
  const own = await ownConnection(c.env, sessionIn(c).user, c.req.param("id"));
  if (own?.view == null || own.view.kind === "configured") return notFound(c);
  return c.html(<Disconnect id={own.id} name={own.name} kind={own.view.kind} />);
});

connectPages.post("/connections/:id/disconnect", async (c) => {
  const ended = await disconnectBudget(c.env, sessionIn(c).user, c.req.param("id"));
  return ended ? c.redirect("/connections", 303) : notFound(c);
});

/** Continues with the new connection as its person; signs them in if they are not. */
async function enter(
  c: PageContext,
  user: string,
  connection: string,
  lifetimeMs: number,
  next: string,
) {
  const session = c.get("session");
  const person = c.env.USER.getByName(user);
  if (session?.user === user) {
    await person.chooseConnection(session.id, connection);
    return c.redirect(next, 303);
  }
  const started = await person.startSession({
    agent: c.req.header("user-agent") ?? "",
    connection,
    lifetimeMs,
  });
  await endSession(c.req.raw, c.env);
  c.header("set-cookie", sessionCookie(started, readConfig(c.env), lifetimeMs), { append: true });
  return c.redirect(next, 303);
}

async function connectionsPage(
  c: PageContext,
  session: Session,
  alert: string | null,
  status: 200 | 400 | 401 | 409 | 429 | 502,
) {
  const connections = await lookAtConnections(c.env, session.user, Date.now());
  const { remote } = c.get("frame");
  const budgets = remote === null ? await c.env.USER.getByName(session.user).accounts() : [];
  const connected = new Set(
    connections.flatMap(({ view }) => (view === null ? [] : [view.accountId])),
  );
  const addresses =
    session.connection === null ? null : await read(c.get("api"), "/api/addresses", ADDRESSES);
  const trusted =
    session.connection === null ? null : await read(c.get("api"), "/api/trusted", TRUSTED);
  const accounts =
    addresses?.ok === true && addresses.value.addresses.length > 0
      ? await openAccounts(c.get("service"))
      : [];
  const page = (
    <Connections
      connections={connections}
      current={session.connection}
      accounts={budgets.filter(({ accountId }) => !connected.has(accountId))}
      remote={remote}
      addresses={
        addresses?.ok === true
          ? {
              list: addresses.value,
              accounts,
              origin: new URL(c.req.url).origin,
              local: readConfig(c.env).local,
            }
          : null
      }
      trusted={trusted?.ok === true ? trusted.value.trusted : null}
      alert={alert}
    />
  );
  return c.html(page, status);
}

function notFound(c: PageContext) {
  return c.html(<Notice title="Not found" message="You have no connection with this ID." />, 404);
}

function sessionIn(c: PageContext): Session {
  return must(c.get("session"), "these pages are behind the sign-in");
}
