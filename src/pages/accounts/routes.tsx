// The page of accounts and the targets of its forms. A form is answered with 303 to what it
// created, or with itself, the input except credentials, and the reasons.

import { Hono } from "hono";
import { change, encodePath, param, remove } from "../ui/calls.ts";
import { explainNewAccount, makeAccount, passOnStatus } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readFields } from "../ui/form.ts";
import { connected, ofService, shownConnection, signedIn } from "../ui/gate.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { saveRecords } from "../ui/save-records.ts";
import { bankPages } from "./bank-routes.tsx";
import { coinPages } from "./coin-routes.tsx";
import { readOneAccount } from "./read-one.ts";
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

accountsPages.post(`${PAGE}/manual`, async (c) => {
  const field = await readFields(c);
  const typed = { name: field("name").trim(), type: field("type"), currency: field("currency") };
  const made = await makeAccount(c.get("service"), typed);
  if (made.ok) return c.redirect(`${PAGE}#manual-${made.value.id}`, 303);
  const message = await explainNewAccount(c.get("service"), made.error, typed.name);
  return showAccounts(c, { bank: null, typed, message }, passOnStatus(made.error));
});

accountsPages.post(`${PAGE}/manual/:id/balance`, async (c) => {
  const field = await readFields(c);
  const account = parseId(c.req.param("id"));
  const known = await readOneAccount(c.var, "manual", account);
  if (!known.ok) return refusalPage(c, known.error);
  if (known.value?.kind !== "manual")
    return refusalPage(c, { status: 404, message: "This account does not exist." });
  const was = { balance: field("was") || known.value.account.balance };
  const set = { balance: field("balance").trim() };
  const records = [{ kind: "manual_account", id: account, was, set }];
  const done = await saveRecords(c.get("api"), field("key"), records, "the accounts page");
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
