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
import { Overview, RANGES } from "./page.tsx";
import { readAccounts } from "./read-accounts.ts";
import { SCHEDULE_LIST } from "../../importer/schedules/wire.ts";
import { Notice } from "../ui/shell.tsx";

/** To be mounted at "/". */
export const overviewPages = new Hono<PageEnv>();

overviewPages.use("/overview", signedIn, connected, shownConnection);

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
  const [found, attention] = await Promise.all([
    readAccounts(c.get("service"), months, now),
    readAttention(c.get("api"), connections, schedules, isRemote),
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
      now={now}
      isRemote={isRemote}
    />,
  );
});
