// Reads what the list shows and answers with its page: the rows of the view, the last change, and
// the row that is open for editing.

import { VIEW_LIST } from "../../importer/views/routes.ts";
import { CHANGE_LIST } from "../../importer/changes/wire.ts";
import type { ShownChange } from "../../importer/changes/wire.ts";
import { dayOfInstant, type Day } from "../../money/day.ts";
import { readAlways } from "../rules/always.ts";
import type { PageContext } from "../ui/calls.ts";
import { passOnStatus, read, readService, type PassedOn } from "../ui/client.ts";
import type { OpenRow } from "./edit-row.tsx";
import { listChips } from "./filters.tsx";
import { readLikely } from "./likely.ts";
import { Transactions, type Wider } from "./list.tsx";
import type { Offer } from "./offer.tsx";
import { NO_STATE, type PageState } from "./page-state.ts";
import { isClear, readView, type View } from "./query.ts";
import { freshForm } from "./read-form.ts";
import { readLedger, type LedgerPage } from "./read-ledger.ts";
import { readRunning } from "./read-running.ts";
import { readNames, type Names } from "./read-names.ts";
import type { SavedView } from "./views.tsx";
import { transactionSchema, type Transaction } from "./wire.ts";

/** The options for a view of which only the count is needed. */
export const ONE_ROW = { rows: 1, totals: true };
/** How long the last change is shown with its Undo. */
const CHANGE_SHOWN_MS = 60 * 60_000;

/** What the page shows besides its view. */
export interface Shown {
  readonly state?: PageState;
  readonly alert?: string | null;
  readonly status?: 200 | PassedOn;
  /** A row whose form was sent but not saved completely. */
  readonly open?: Omit<OpenRow, "likely"> | null;
}

/** The page of a view. */
export async function showList(c: PageContext, view: View, shown: Shown = {}) {
  const { state = NO_STATE, alert = null, status = 200 } = shown;
  const [names, page, change, views] = await Promise.all([
    readNames(c.var),
    isClear(view) ? readLedger(c.var, view.query, view.cursor) : null,
    readLastChange(c),
    readViews(c),
  ]);
  c.header("cache-control", "no-store");
  const common = { view, names, today: today(), state, change, views, alert };
  if (page === null)
    return c.html(<Transactions {...common} page={null} wider={[]} open={null} />, 400);
  if (!page.ok) {
    const message = alert ?? page.error.message;
    return c.html(
      <Transactions {...common} page={null} wider={[]} open={null} alert={message} />,
      passOnStatus(page.error),
    );
  }
  const [wider, open, offer, balances] = await Promise.all([
    readWider(c, view, names, page.value),
    readOpen(c, page.value, names, shown),
    readOffer(c, page.value, state),
    readRunning(c.var, view, page.value),
  ]);
  const parts = { page: page.value, wider, open, offer, balances };
  return c.html(<Transactions {...common} {...parts} />, status);
}

/** The view that a form of the list was shown for. */
export function readBack(back: string): View {
  return readView(new URLSearchParams(back));
}

/** The day in UTC. */
export function today(): Day {
  return dayOfInstant(Date.now());
}

/** Reads the newest change, if it is recent. If the journal does not answer, none is shown. */
async function readLastChange(c: PageContext): Promise<ShownChange | null> {
  const found = await read(c.get("api"), "/api/changes?limit=1", CHANGE_LIST);
  const [change] = found.ok ? found.value.changes : [];
  return change !== undefined && Date.now() - Date.parse(change.at) < CHANGE_SHOWN_MS
    ? change
    : null;
}

/** The saved views. The list is shown without them if they cannot be read. */
async function readViews(c: PageContext): Promise<readonly SavedView[]> {
  const found = await read(c.get("api"), "/api/views", VIEW_LIST);
  return found.ok ? found.value.views : [];
}

/** Reads the open row, if the page has it. */
async function readOpen(
  c: PageContext,
  page: LedgerPage,
  names: Names,
  { state = NO_STATE, open = null }: Shown,
): Promise<OpenRow | null> {
  const transaction =
    open?.transaction ?? page.rows.find(({ id }) => id !== 0 && id === state.edit) ?? null;
  if (transaction === null) return null;
  const likely = await readLikely(c.var, names, transaction, page.rows);
  if (open !== null) return { ...open, likely };
  const field = state.field ?? "category_id";
  return { transaction, form: freshForm(transaction), field, alert: null, likely };
}

/** Reads the corrected row, which may have left the view, and the rule that it suggests. */
async function readOffer(
  c: PageContext,
  { rows }: LedgerPage,
  { offer: id }: PageState,
): Promise<Offer | null> {
  if (id === 0 || c.get("frame").remote !== null) return null;
  const row = rows.find((one) => one.id === id) ?? (await readOne(c, id));
  if (row === null) return null;
  const { category_id: category } = row;
  const found = category == null ? null : await readAlways(c.var, id, category);
  return { row, always: found?.ok === true ? found.value : null };
}

async function readOne(c: PageContext, id: number): Promise<Transaction | null> {
  const found = await readService(c.get("service"), `/transactions/${id}`, transactionSchema);
  return found.ok ? found.value : null;
}

/**
 * For an empty view, counts what each filter hides; only with the embedded service, where that is
 * cheap.
 */
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
