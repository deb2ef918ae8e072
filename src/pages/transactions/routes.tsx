// The pages of the list of transactions and its CSV file. The page of one is in one-routes.tsx.

import { Hono } from "hono";
import { dayOfInstant } from "../../money/day.ts";
import { EXPORT_ROWS_MAX, LEDGER_ROWS_MAX, PAGE_ROWS_MAX } from "../../platform/limits.ts";
import type { PageContext } from "../ui/calls.ts";
import { passOnStatus, type PassedOn } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import { printCount } from "../ui/print.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { Notice } from "../ui/shell.tsx";
import { streamCsv } from "./csv.ts";
import { listChips } from "./filters.tsx";
import { Transactions, type Wider } from "./list.tsx";
import { isClear, pageAddress, readView, viewAddress, type View } from "./query.ts";
import { readLedger, walkLedger, type LedgerPage } from "./read-ledger.ts";
import { readNames, type Names } from "./read-names.ts";

const PAGE = "/transactions";
/** For a view that only its count is wanted of. */
const ONE_ROW = { rows: 1, totals: true };

/** To be mounted at "/". */
export const transactionPages = new Hono<PageEnv>();

for (const path of [PAGE, `${PAGE}.csv`, `${PAGE}/*`])
  transactionPages.use(path, signedIn, connected, shownConnection);

transactionPages.get(PAGE, async (c) => {
  const parameters = new URL(c.req.url).searchParams;
  const view = readView(parameters);
  // A browser without scripts sends the empty fields of the form too.
  if ([...parameters.values()].includes("") && isClear(view))
    return c.redirect(
      view.cursor === null ? viewAddress(view.typed) : pageAddress(view.typed, view.cursor),
      303,
    );
  return listPage(c, view);
});

transactionPages.get(`${PAGE}.csv`, async (c) => {
  const view = readView(new URL(c.req.url).searchParams);
  if (!isClear(view)) return listPage(c, view);
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

async function listPage(c: PageContext, view: View) {
  const [names, page] = await Promise.all([
    readNames(c.var),
    isClear(view) ? readLedger(c.var, view.query, view.cursor) : null,
  ]);
  c.header("cache-control", "no-store");
  const shown = { view, names, today: today() };
  if (page === null) return c.html(<Transactions {...shown} page={null} wider={[]} />, 400);
  if (!page.ok) {
    const status: PassedOn = passOnStatus(page.error);
    return c.html(
      <Transactions {...shown} page={null} wider={[]} alert={page.error.message} />,
      status,
    );
  }
  const wider = await readWider(c, view, names, page.value);
  return c.html(<Transactions {...shown} page={page.value} wider={wider} />);
}

/** For an empty view: what each filter hides, where that costs one request of our own. */
async function readWider(
  c: PageContext,
  view: View,
  names: Names,
  { rows }: LedgerPage,
): Promise<readonly Wider[]> {
  if (rows.length > 0 || view.cursor !== null || c.get("frame").remote !== null) return [];
  const found = await Promise.all(
    listChips(view, names).map(async ({ name, words, href }) => {
      const page = await readLedger(c.var, { ...view.query, [name]: null }, null, ONE_ROW);
      const count = page.ok ? (page.value.totals?.count ?? 0) : 0;
      return { words, href, count };
    }),
  );
  return found.filter(({ count }) => count > 0);
}

function today() {
  return dayOfInstant(Date.now());
}
