// The page of accounts and the targets of its forms. A form is answered with 303 to what it
// created, or with itself, the input except credentials, and the reasons.

import { Hono } from "hono";
import { change, encodePath, param, remove } from "../ui/calls.ts";
import { passOnStatus } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readFields } from "../ui/form.ts";
import { connected, ofService, shownConnection, signedIn } from "../ui/gate.ts";
import { bankPages } from "./bank-routes.tsx";
import { coinPages } from "./coin-routes.tsx";
import { answer, PAGE, showAccounts } from "./show-accounts.tsx";

/** To be mounted at "/", before everything else below /accounts. */
export const accountsPages = new Hono<PageEnv>();

// The documented interface has no connections: these paths exist only with the embedded service.
for (const path of [
  "new/*",
  "banks/*",
  "linked/:id/remove",
  "coins/:id/remove",
  "coins/:id/source",
])
  accountsPages.use(`${PAGE}/${path}`, ofService);

for (const path of ["new", "banks", "linked", "coins", "manual"])
  accountsPages.use(`${PAGE}/${path}/*`, signedIn, connected, shownConnection);

accountsPages.route("/", bankPages);
accountsPages.route("/", coinPages);

accountsPages.get(PAGE, signedIn, connected, (c) => showAccounts(c, null, 200));

accountsPages.post(`${PAGE}/manual/:id/balance`, async (c) => {
  const field = await readFields(c);
  const done = await change(
    c.get("service"),
    encodePath`/manual_accounts/${param(c, "id")}`,
    { balance: field("balance").trim() },
    "PUT",
  );
  const account = parseId(c.req.param("id"));
  return done.ok
    ? c.redirect(`${PAGE}#manual-${account}`, 303)
    : showAccounts(
        c,
        { bank: null, account, message: done.error.message },
        passOnStatus(done.error),
      );
});

accountsPages.post(`${PAGE}/manual/:id/confirm`, async (c) =>
  answer(c, await remove(c.get("api"), encodePath`/api/balances/unconfirmed/${param(c, "id")}`)),
);

accountsPages.post(`${PAGE}/manual/:id/statements`, async (c) => {
  const field = await readFields(c);
  const path = encodePath`/api/statement-balances/${param(c, "id")}`;
  const set = field("set") === "yes";
  const done = await change(c.get("api"), path, { set }, "PUT");
  return done.ok && field("back") === "account"
    ? c.redirect(`${PAGE}/manual/${parseId(c.req.param("id"))}#sources`, 303)
    : answer(c, done);
});
