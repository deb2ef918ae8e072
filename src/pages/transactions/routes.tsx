// The pages of the list of transactions and its CSV file. The page of one transaction is in
// one-routes.tsx.

import { Hono } from "hono";
import { EXPORT_ROWS_MAX, LEDGER_ROWS_MAX, PAGE_ROWS_MAX } from "../../platform/limits.ts";
import type { PageEnv } from "../ui/context.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import { printCount } from "../ui/print.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { Notice } from "../ui/shell.tsx";
import { bulkPages } from "./bulk-routes.tsx";
import { streamCsv } from "./csv.ts";
import { editPages } from "./edit-routes.ts";
import { readState } from "./page-state.ts";
import { hereAddress, isClear, readView } from "./query.ts";
import { readLedger, walkLedger } from "./read-ledger.ts";
import { readNames } from "./read-names.ts";
import { ONE_ROW, showList, today } from "./show-list.tsx";
import { viewPages } from "./view-routes.ts";

const PAGE = "/transactions";

/** To be mounted at "/". */
export const transactionPages = new Hono<PageEnv>();

for (const path of [PAGE, `${PAGE}.csv`, `${PAGE}/*`])
  transactionPages.use(path, signedIn, connected, shownConnection);

transactionPages.get(PAGE, async (c) => {
  const parameters = new URL(c.req.url).searchParams;
  const view = readView(parameters);
  // A browser without scripts sends the empty fields of the form too.
  if ([...parameters.values()].includes("") && isClear(view))
    return c.redirect(hereAddress(view), 303);
  return showList(c, view, { state: readState(parameters) });
});

transactionPages.route("/", bulkPages);
transactionPages.route("/", editPages);
transactionPages.route("/", viewPages);

// Without a form, somebody opened its address.
for (const path of [`${PAGE}/bulk`, `${PAGE}/undo`, `${PAGE}/views`])
  transactionPages.get(path, (c) => c.redirect(PAGE, 303));

transactionPages.get(`${PAGE}.csv`, async (c) => {
  const view = readView(new URL(c.req.url).searchParams);
  if (!isClear(view)) return showList(c, view);
  const isEmbedded = c.get("frame").remote === null;
  // Only our own service counts without listing. Another one is refused after that many rows.
  const whole = isEmbedded ? await readLedger(c.var, view.query, null, ONE_ROW) : null;
  if (whole?.ok === true && (whole.value.totals?.count ?? 0) > EXPORT_ROWS_MAX)
    return c.html(<TooMany />, 413);
  const rows = walkLedger(c.var, view.query, {
    pageRows: isEmbedded ? LEDGER_ROWS_MAX : PAGE_ROWS_MAX,
    most: EXPORT_ROWS_MAX,
  });
  const [first, names] = await Promise.all([rows.next(), readNames(c.var)]);
  if (first.done !== true && !first.value.ok) return refusalPage(c, first.value.error);
  const head = first.done === true ? [] : [first.value];
  return c.body(streamCsv(head, rows, names), 200, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="transactions-${today()}.csv"`,
    "cache-control": "no-store",
  });
});

function TooMany() {
  const message = `A file has at most ${printCount(EXPORT_ROWS_MAX)} transactions, and this view has more. Choose fewer days and download them one after another.`;
  return <Notice title="Too many transactions" message={message} />;
}
