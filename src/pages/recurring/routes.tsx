// The page of recurring items and the targets of its forms.

import { Hono } from "hono";
import { dayOfInstant } from "../../money/day.ts";
import type { Result } from "../../platform/result.ts";
import { change, param, encodePath, remove, type PageContext } from "../ui/calls.ts";
import {
  accountNames,
  openAccounts,
  read,
  passOnStatus,
  type PassedOn,
  type Refusal,
} from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { readFields } from "../ui/form.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { recurringSchema } from "../ui/wire.ts";
import { Recurring, recurringBody } from "./page.tsx";

/** To be mounted at "/". */
export const recurringPages = new Hono<PageEnv>();

for (const path of ["/recurring", "/recurring/*"])
  recurringPages.use(path, signedIn, connected, shownConnection);

recurringPages.get("/recurring", (c) => page(c, null, 200));

recurringPages.post("/recurring", async (c) => {
  const field = await readFields(c);
  const accounts = await openAccounts(c.get("service"));
  const body = recurringBody((name) => field(name).trim(), accounts);
  return after(c, await change(c.get("api"), "/api/recurring", body));
});

recurringPages.post("/recurring/:id/keep", async (c) =>
  after(c, await change(c.get("api"), itemPath(c), { status: "reviewed" }, "PUT")),
);

// A dismissed suggestion and a deleted item are the same: neither is suggested again.
recurringPages.post("/recurring/:id/dismiss", async (c) =>
  after(c, await remove(c.get("api"), itemPath(c))),
);

function itemPath(c: PageContext): string {
  return encodePath`/api/recurring/${param(c, "id")}`;
}

async function page(c: PageContext, alert: string | null, status: 200 | PassedOn) {
  const [found, accounts, names] = await Promise.all([
    read(c.get("api"), "/api/recurring", recurringSchema),
    openAccounts(c.get("service")),
    accountNames(c.get("service")),
  ]);
  if (!found.ok) return refusalPage(c, found.error);
  c.header("cache-control", "no-store");
  return c.html(
    <Recurring
      items={found.value.recurring_items}
      accounts={accounts}
      names={names}
      today={dayOfInstant(Date.now())}
      alert={alert}
    />,
    status,
  );
}

function after(c: PageContext, done: Result<unknown, Refusal>) {
  return done.ok
    ? c.redirect("/recurring", 303)
    : page(c, done.error.message, passOnStatus(done.error));
}
