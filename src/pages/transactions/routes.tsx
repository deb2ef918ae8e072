// The pages of transactions: the list, its CSV file, and one transaction with its form.

import { Hono } from "hono";
import { CHANGE_DETAIL } from "../../importer/changes/wire.ts";
import { EXPORT_ROWS_MAX, LEDGER_ROWS_MAX, PAGE_ROWS_MAX } from "../../platform/limits.ts";
import { param, type PageContext } from "../ui/calls.ts";
import { read, readService } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readText } from "../ui/form.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import { printCount } from "../ui/print.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { Notice } from "../ui/shell.tsx";
import { bulkPages } from "./bulk-routes.tsx";
import { streamCsv } from "./csv.ts";
import type { FormState } from "./edit-form.tsx";
import { editPages } from "./edit-routes.ts";
import { One, type SavedState } from "./one.tsx";
import { readState } from "./page-state.ts";
import { hereAddress, isClear, readView } from "./query.ts";
import { answeredForm, freshForm, readForm, type Body } from "./read-form.ts";
import { readLedger, walkLedger } from "./read-ledger.ts";
import { readNames } from "./read-names.ts";
import { readOrigin } from "./read-origin.ts";
import { saveTransaction } from "./save.ts";
import { ONE_ROW, showList, today } from "./show-list.tsx";
import { viewPages } from "./view-routes.ts";
import { fileAddressSchema, transactionSchema, type Transaction } from "./wire.ts";

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

// Somebody opened the address of a form of the list again.
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

transactionPages.get(`${PAGE}/:id{[0-9]+}`, async (c) => {
  const found = await readOne(c);
  if (!found.ok) return refusalPage(c, found.error);
  const saved = await readSaved(c, found.value.id);
  const shown = { transaction: found.value, form: freshForm(found.value), saved };
  return onePage(c, shown, c.req.query("back") ?? "", 200);
});

transactionPages.post(`${PAGE}/:id{[0-9]+}`, async (c) => {
  const body: Body = await c.req.parseBody({ all: true });
  const sent = readForm(body);
  const set = Object.fromEntries(
    Object.entries(sent.set).filter(([field]) => !sent.undecided.some((one) => one === field)),
  );
  const key = readText(body["key"]) || crypto.randomUUID();
  const edit = { id: parseId(param(c, "id")), key, was: sent.was, set };
  const saved = await saveTransaction(c.var, edit);
  if (!saved.ok) return refusalPage(c, saved.error);
  const { transaction, conflicts, refused, change } = saved.value;
  const back = readText(body["back"]);
  if (conflicts.length + sent.undecided.length + refused.length === 0) {
    const query = new URLSearchParams({ saved: String(change ?? 0), ...(back !== "" && { back }) });
    return c.redirect(`${PAGE}/${transaction.id}?${query.toString()}`, 303);
  }
  const form = answeredForm(saved.value, sent);
  const rest = refused.filter(({ field }) => field === null).map(({ message }) => message);
  const alert = rest.length === 0 ? null : rest.join(" ");
  return onePage(c, { transaction, form, alert }, back, refused.length > 0 ? 400 : 409);
});

transactionPages.get(`${PAGE}/:id{[0-9]+}/files/:file{[0-9]+}`, async (c) => {
  const path = `/transactions/attachments/${parseId(param(c, "file"))}`;
  const found = await readService(c.get("service"), path, fileAddressSchema);
  if (!found.ok) return refusalPage(c, found.error);
  c.header("cache-control", "no-store");
  return c.redirect(found.value.url, 303);
});

/** What became of the change that the address names; null if it names none of this transaction. */
async function readSaved(c: PageContext, transaction: number): Promise<SavedState | null> {
  const named = c.req.query("saved");
  if (named === undefined) return null;
  const id = parseId(named);
  if (id === 0) return "unchanged";
  const found = await read(c.get("api"), `/api/changes/${id}`, CHANGE_DETAIL);
  const isIts = found.ok && found.value.items.some((item) => item.current_id === transaction);
  return found.ok && isIts ? found.value.change : null;
}

function readOne(c: PageContext) {
  const path = `/transactions/${parseId(param(c, "id"))}`;
  return readService(c.get("service"), path, transactionSchema);
}

async function onePage(
  c: PageContext,
  shown: {
    readonly transaction: Transaction;
    readonly form: FormState;
    readonly saved?: SavedState | null;
    readonly alert?: string | null;
  },
  back: string,
  status: 200 | 400 | 409,
) {
  const [names, origin] = await Promise.all([
    readNames(c.var),
    readOrigin(c.var, shown.transaction),
  ]);
  c.header("cache-control", "no-store");
  // Only parameters of the list: the link cannot lead elsewhere.
  const query = new URLSearchParams(back).toString();
  const page = { ...shown, names, origin, back: query, formKey: crypto.randomUUID() };
  return c.html(<One {...page} />, status);
}
