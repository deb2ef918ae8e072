// The routes of one account. Everything is written through save.ts. A comparison is an address, so
// that it can be linked to.

import { Hono } from "hono";
import { dayOfInstant } from "../../money/day.ts";
import { monthOf } from "../../money/month.ts";
import { readConfig } from "../../config.ts";
import { ACCOUNT_ROWS_SHOWN } from "../../platform/limits.ts";
import { STATEMENT_BALANCES, TRANSACTION_DATES } from "../../importer/imports/wire.ts";
import { change, encodePath, param, type PageContext } from "../ui/calls.ts";
import { read } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readFields } from "../ui/form.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { Notice } from "../ui/shell.tsx";
import { readLedger } from "../transactions/read-ledger.ts";
import { readNames } from "../transactions/read-names.ts";
import { readView } from "../transactions/query.ts";
import { readTexts, type EditState } from "./edit-form.tsx";
import { nameOne, OneAccount, type ManualParts } from "./one.tsx";
import { readEdit } from "./read-edit.ts";
import { readFacts, readOneAccount, type One, type OneFacts } from "./read-one.ts";
import { readReconcile, type Typed } from "./read-reconcile.ts";
import { closeAccount, saveEdit, setValue } from "./save.ts";
import { countDependents, deleteAccount } from "./delete.ts";
import { AccountRemoval } from "./removal.tsx";
import { adjust, correctBalance, undoAdjustment } from "./adjust.ts";
import type { OneManual } from "./wire.ts";

/** To be mounted at "/", before the page of all accounts. */
export const oneAccountPages = new Hono<PageEnv>();

for (const path of ["/accounts/manual/:id{[0-9]+}", "/accounts/linked/:id{[0-9]+}"])
  for (const under of [path, `${path}/*`])
    oneAccountPages.use(under, signedIn, connected, shownConnection);

/** What the page shows after a form: the form again if it was refused, or what was done. */
interface Shown {
  readonly edit?: EditState;
  readonly alert?: string;
  readonly closeError?: string;
  readonly valueError?: string;
  readonly status?: 200 | 400 | 404 | 409 | 502;
  readonly typed?: Typed;
}

const DONE: Readonly<Record<string, string>> = {
  saved: "Saved.",
  closed: "The account is closed.",
  reopened: "The account is open again.",
  value: "The balance is set.",
  dates: "The date of its transactions is changed for files that are imported from now on.",
  undone: "The adjusting transaction was deleted.",
};

for (const kind of ["manual", "linked"] as const)
  oneAccountPages.get(`/accounts/${kind}/:id{[0-9]+}`, async (c) => {
    const one = await findOne(c, kind);
    return one instanceof Response ? one : onePage(c, one);
  });

const MANUAL = "/accounts/manual/:id{[0-9]+}";

oneAccountPages.post(MANUAL, (c) =>
  withManual(c, async (account) => {
    const edit = await readEdit(c, account);
    const saved = await saveEdit(c.var, account, edit);
    return saved.ok
      ? c.redirect(`${accountPath(account)}?done=saved#head`, 303)
      : onePage(c, { kind: "manual", account }, { edit: saved.error, status: 400 });
  }),
);

oneAccountPages.post(`${MANUAL}/value`, (c) =>
  withManual(c, async (account) => {
    const field = await readFields(c);
    const done = await setValue(c.var, account, field("value"), field("was"));
    return done === null
      ? c.redirect(`${accountPath(account)}?done=value#head`, 303)
      : onePage(c, { kind: "manual", account }, { valueError: done, status: 400 });
  }),
);

oneAccountPages.post(`${MANUAL}/dates`, (c) =>
  withManual(c, async (account) => {
    const date = (await readFields(c))("date");
    const path = encodePath`/api/transaction-dates/${String(account.id)}`;
    const done = await change(c.get("api"), path, { date }, "PUT");
    return done.ok
      ? c.redirect(`${accountPath(account)}?done=dates#head`, 303)
      : onePage(c, { kind: "manual", account }, { alert: done.error.message, status: 400 });
  }),
);

for (const act of ["close", "reopen"] as const)
  oneAccountPages.post(`${MANUAL}/${act}`, (c) =>
    withManual(c, async (account) => {
      const day = act === "close" ? (await readFields(c))("closed_on") : null;
      const done = await closeAccount(c.var, account, day, today());
      return done === null
        ? c.redirect(`${accountPath(account)}?done=${act}${act === "close" ? "d" : "ed"}#head`, 303)
        : onePage(c, { kind: "manual", account }, { closeError: done, status: 400 });
    }),
  );

oneAccountPages.get(`${MANUAL}/delete`, (c) =>
  withManual(c, (account) => removalPage(c, account, null)),
);

oneAccountPages.post(`${MANUAL}/delete`, (c) =>
  withManual(c, async (account) => {
    const field = await readFields(c);
    const done = await deleteAccount(c.var, account, {
      items: field("items") === "yes",
      history: field("history") === "yes",
    });
    return done === null ? c.redirect("/accounts", 303) : removalPage(c, account, done);
  }),
);

for (const act of ["adjust", "set"] as const)
  oneAccountPages.post(`${MANUAL}/reconcile/${act}`, (c) =>
    withManual(c, async (account) => {
      const field = await readFields(c);
      const typed = { day: field("date"), balance: field("balance") };
      const wanted = { typed, difference: Number(field("difference")), key: field("key") };
      const done =
        act === "adjust"
          ? await adjust(c.var, account, wanted)
          : await correctBalance(c.var, account, wanted);
      if (!done.ok)
        return onePage(c, { kind: "manual", account }, { typed, alert: done.error, status: 409 });
      const query = new URLSearchParams({ date: typed.day, balance: typed.balance });
      query.set(act === "adjust" ? "adjusted" : "done", done.value);
      return c.redirect(`${accountPath(account)}?${query.toString()}#reconcile`, 303);
    }),
  );

oneAccountPages.post(`${MANUAL}/reconcile/undo`, (c) =>
  withManual(c, async (account) => {
    const field = await readFields(c);
    const typed = { day: field("date"), balance: field("balance") };
    const done = await undoAdjustment(c.var, account, parseId(field("transaction")), field("key"));
    if (done !== null)
      return onePage(c, { kind: "manual", account }, { typed, alert: done, status: 409 });
    const query = new URLSearchParams({ date: typed.day, balance: typed.balance, done: "undone" });
    return c.redirect(`${accountPath(account)}?${query.toString()}#reconcile`, 303);
  }),
);

async function onePage(c: PageContext, one: One, shown: Shown = {}) {
  const filter = new URLSearchParams({ account: `${one.kind}:${one.account.id}` });
  const rows = { rows: ACCOUNT_ROWS_SHOWN, totals: false };
  const [facts, page, names] = await Promise.all([
    readFacts(c.var, one),
    readLedger(c.var, readView(filter).query, null, rows),
    readNames(c.var),
  ]);
  const manual = one.kind === "manual" ? await readManual(c, one.account, facts, shown) : null;
  c.header("cache-control", "no-store");
  return c.html(
    <OneAccount
      facts={facts}
      page={page.ok ? page.value : null}
      names={names}
      manual={manual}
      done={DONE[c.req.query("done") ?? ""] ?? null}
      alert={shown.alert ?? null}
      current={monthOf(today())}
      today={today()}
    />,
    shown.status ?? 200,
  );
}

async function readManual(
  c: PageContext,
  account: OneManual,
  facts: OneFacts,
  shown: Shown,
): Promise<ManualParts> {
  const typed = shown.typed ?? {
    day: c.req.query("date") ?? "",
    balance: c.req.query("balance") ?? "",
  };
  const [reconcile, following, dates] = await Promise.all([
    readReconcile(c.var, facts, typed, today()),
    read(c.get("api"), "/api/statement-balances", STATEMENT_BALANCES),
    read(c.get("api"), "/api/transaction-dates", TRANSACTION_DATES),
  ]);
  const formKey = crypto.randomUUID();
  const texts = readTexts(account);
  return {
    reconcile: {
      ...reconcile,
      account,
      adjusted: parseId(c.req.query("adjusted") ?? "") || null,
      formKey,
    },
    edit: shown.edit ?? { typed: texts, was: texts, errors: new Map(), alert: null },
    follows: !following.ok || !following.value.never.includes(account.id),
    byPurchase: dates.ok && dates.value.purchase.includes(account.id),
    closeError: shown.closeError ?? null,
    valueError: shown.valueError ?? null,
    formKey,
  };
}

async function removalPage(c: PageContext, account: OneManual, alert: string | null) {
  const isEmbedded = readConfig(c.env).budgetApiUrl === null;
  const dependents = await countDependents(c.var, account, isEmbedded);
  c.header("cache-control", "no-store");
  return c.html(
    <AccountRemoval
      id={account.id}
      name={nameOne({ kind: "manual", account })}
      isClosed={account.status === "closed"}
      dependents={dependents}
      alert={alert}
    />,
    alert === null ? 200 : 409,
  );
}

async function withManual(
  c: PageContext,
  act: (account: OneManual) => Promise<Response>,
): Promise<Response> {
  const one = await findOne(c, "manual");
  if (one instanceof Response) return one;
  return one.kind === "manual" ? act(one.account) : notFound(c);
}

/** Reads the account in the address; if that fails, returns the page with the reason. */
async function findOne(c: PageContext, kind: One["kind"]): Promise<One | Response> {
  const found = await readOneAccount(c.var, kind, parseId(param(c, "id")));
  if (!found.ok) return refusalPage(c, found.error);
  return found.value ?? notFound(c);
}

function notFound(c: PageContext) {
  return c.html(<Notice title="Not found" message="This account does not exist." />, 404);
}

function accountPath({ id }: OneManual): string {
  return `/accounts/manual/${id}`;
}

function today() {
  return dayOfInstant(Date.now());
}
