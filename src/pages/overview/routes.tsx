// The page of the overview. It only reads.

import { Hono } from "hono";
import { readConfig } from "../../config.ts";
import { lookAtConnections } from "../../importer/connection/connecting.ts";
import { must } from "../../platform/assert.ts";
import { ok } from "../../platform/result.ts";
import { read, passOnStatus } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import { readAttention } from "./attention.ts";
import { dayOfInstant } from "../../money/day.ts";
import { OVERVIEW_IMPORTS_SHOWN } from "../../platform/limits.ts";
import { IMPORT_LIST } from "../../importer/imports/wire.ts";
import { parseId, readText } from "../ui/form.ts";
import { plural } from "../ui/print.ts";
import { readThisMonth } from "./this-month.ts";
import { acceptAllTransfers } from "./transfers.ts";
import { Overview, RANGES } from "./page.tsx";
import { readAccounts } from "./read-accounts.ts";
import { SCHEDULE_LIST } from "../../importer/schedules/wire.ts";
import { Notice } from "../ui/shell.tsx";

/** To be mounted at "/". */
export const overviewPages = new Hono<PageEnv>();

for (const path of ["/overview", "/overview/*"])
  overviewPages.use(path, signedIn, connected, shownConnection);

overviewPages.get("/overview", async (c) => {
  const now = Date.now();
  const isRemote = readConfig(c.env).budgetApiUrl !== null;
  const months = RANGES.find((one) => String(one) === c.req.query("months")) ?? RANGES[0];
  const { user } = must(c.get("session"), "the gate let only a person in");
  const connections = (await lookAtConnections(c.env, user, now)).flatMap(({ view }) =>
    view === null ? [] : [view],
  );
  const listed = await read(c.get("api"), "/api/schedules", SCHEDULE_LIST);
  const schedules = listed.ok ? ok(listed.value.schedules) : listed;
  const [found, attention, month, newest] = await Promise.all([
    readAccounts(c.get("service"), months, now),
    readAttention(c.var, connections, schedules, isRemote),
    readThisMonth(c.var, dayOfInstant(now), isRemote),
    read(c.get("api"), `/api/imports?limit=${NEWEST_READ}`, IMPORT_LIST),
  ]);
  c.header("cache-control", "no-store");
  if (!found.ok)
    return c.html(
      <Notice title="Overview" message={found.error.message} />,
      passOnStatus(found.error),
    );
  return c.html(
    <Overview
      found={found.value}
      attention={attention}
      schedules={schedules.ok ? schedules.value : []}
      months={months}
      month={month}
      imports={
        newest.ok ? newest.value.imports.filter(isDone).slice(0, OVERVIEW_IMPORTS_SHOWN) : []
      }
      done={describeAccepted(c.req.query("accepted"), c.req.query("left"))}
      change={parseId(c.req.query("change") ?? "")}
      now={now}
      isRemote={isRemote}
    />,
  );
});

overviewPages.post("/overview/transfers", async (c) => {
  const { key } = await c.req.parseBody();
  const done = await acceptAllTransfers(c.get("api"), readText(key));
  const { accepted, left, change } = done;
  const query = `accepted=${accepted}&left=${left}${change === null ? "" : `&change=${change}`}`;
  return c.redirect(`/overview?${query}#waits`, 303);
});

/** How many imports are read to find the newest finished ones among them. */
const NEWEST_READ = 20;

function isDone({ state }: { readonly state: string }): boolean {
  return state === "done";
}

/** A sentence about the accepted transfers; null if nobody accepted any. */
function describeAccepted(accepted = "", left = ""): string | null {
  if (!/^\d{1,6}$/.test(accepted)) return null;
  const done = `${plural(Number(accepted), "transfer")} accepted.`;
  return /^[1-9]\d{0,5}$/.test(left) ? `${done} ${left} still need you.` : done;
}
