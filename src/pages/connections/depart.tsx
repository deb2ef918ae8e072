// Sends a person to the authorization server to connect a budget, as often as their network may.

import { readConfig } from "../../config.ts";
import { mayConnect, TOO_MANY } from "../../importer/connection/attempt-rate.ts";
import { beginAuthorization, type Wish } from "../../importer/connection/authorize.ts";
import { doorsAt, type Doors } from "../../importer/connection/service-paths.ts";
import type { PageContext } from "../ui/calls.ts";
import { Notice } from "../ui/shell.tsx";
import { NotConnected } from "./not-connected.tsx";
import { explainFault } from "./words.ts";

/** The ways to the service and to its authorization server. */
export async function listDoors(c: PageContext): Promise<Doors> {
  return doorsAt(c.req.url, c.env, readConfig(c.env), c.executionCtx as ExecutionContext);
}

/** Sends the browser to the authorization server, with the attempt's cookie. */
export async function depart(c: PageContext, wish: Wish) {
  const session = c.get("session");
  const doors = await listDoors(c);
  const begun = await beginAuthorization(doors, session, wish, c.req.header("cookie") ?? "");
  if (begun.ok) {
    for (const cookie of begun.value.cookies) c.header("set-cookie", cookie, { append: true });
    return c.redirect(begun.value.url, 303);
  }
  const words = explainFault(begun.error, doors.host, null);
  const canRetry =
    begun.error.kind !== "no authorization server" && begun.error.kind !== "another address";
  return c.html(
    <NotConnected
      words={words}
      signedIn={session !== null}
      next={wish.next}
      connection={wish.connection}
      canRetry={canRetry}
    />,
    words.status,
  );
}

/** Whether this network may try to connect once more. */
export function isLet(c: PageContext, what: "token" | "authorization"): Promise<boolean> {
  return mayConnect(c.env, what, c.req.header("cf-connecting-ip"));
}

/** The answer to too many attempts. */
export function tooMany(c: PageContext) {
  return c.html(
    <Notice title="Too many attempts" message={TOO_MANY} signedIn={c.get("session") !== null} />,
    429,
  );
}
