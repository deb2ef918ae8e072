// One page of a view, whoever holds the transactions: the embedded service answers it at once, over
// any other service the documented interface is searched. The pages know no other way to a list.

import * as z from "zod";
import { parseDay, type Day } from "../../money/day.ts";
import { parseRounded, printUnits, units } from "../../money/money.ts";
import { LEDGER_ROWS_DEFAULT } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { read, readService, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { readCategories } from "../categories/calls.ts";
import { placeOf, type ResolvedQuery } from "./matches.ts";
import { daysOf, type Cursor, type LedgerQuery, type Place } from "./query.ts";
import { searchBack, searchForward, type Ask } from "./search-windows.ts";
import { ledgerSchema, pageSchema, type Transaction } from "./wire.ts";

const idsSchema = z.object({ ids: z.array(z.string()) });

/** All transactions of a view: how many, and the sums in the budget's currency. */
export interface Totals {
  readonly count: number;
  readonly in: string;
  readonly out: string;
}

/** Some transactions of a view, newest first. */
export interface LedgerPage {
  readonly rows: readonly Transaction[];
  /** The place whose newer rows are the page before; null on the first page. */
  readonly newer: Place | null;
  readonly older: Place | null;
  /** Null if they are not cheap to know. */
  readonly totals: Totals | null;
  /** The day that the search has come back to; null if it was not cut short. */
  readonly searchedTo: Day | null;
}

/** The ways to the transactions: our API, and the service over its documented interface. */
export type Ways = Pick<Variables, "api" | "service" | "frame">;

/** How much of a view is read at once. */
interface Extent {
  readonly rows: number;
  /** Whether the totals of the view are wanted; they cost a walk over all of it. */
  readonly totals: boolean;
}

const FOR_PEOPLE: Extent = { rows: LEDGER_ROWS_DEFAULT, totals: true };

/** Part of a view: the rows beside a place, or the newest. */
export async function readLedger(
  ways: Ways,
  query: LedgerQuery,
  cursor: Cursor | null = null,
  extent: Extent = FOR_PEOPLE,
): Promise<Result<LedgerPage, Refusal>> {
  const readPage = ways.frame.remote === null ? readEmbedded : readDocumented;
  const resolved = await resolveQuery(ways, query);
  if (!resolved.ok) return resolved;
  // No import of a schedule is no row, and not every row.
  if (query.source?.kind === "schedule" && resolved.value.runs.length === 0) return ok(NO_ROWS);
  const page = await readPage(ways, resolved.value, cursor, extent);
  const isTop = page.ok && cursor?.side === "after" && page.value.newer === null;
  // The way back ends with a whole first page, not with the few rows that are left of it.
  return isTop ? readPage(ways, resolved.value, null, extent) : page;
}

const NO_ROWS: LedgerPage = {
  rows: [],
  newer: null,
  older: null,
  totals: { count: 0, in: "0", out: "0" },
  searchedTo: null,
};

/** Reads what the filters of the view do not say themselves. */
async function resolveQuery(
  { api, service, frame }: Ways,
  query: LedgerQuery,
): Promise<Result<ResolvedQuery, Refusal>> {
  const { source, has, category } = query;
  const resolved = { ...query, runs: [], categories: [] };
  const runs =
    source?.kind === "schedule" ? await read(api, "/api/imports/of-schedules", idsSchema) : null;
  if (runs?.ok === false) return runs;
  const isOfSides = has === "transfer" && category !== null && category !== 0;
  const listed = isOfSides && frame.remote !== null ? await readCategories(service) : null;
  if (listed?.ok === false) return listed;
  const group = listed?.value.find(({ id }) => id === category);
  const members = (group?.children ?? []).map(({ id }) => id);
  return ok({
    ...resolved,
    runs: runs?.value.ids ?? [],
    categories: listed === null || category === null ? [] : [category, ...members],
  });
}

async function readEmbedded(
  { api }: Ways,
  query: ResolvedQuery,
  cursor: Cursor | null,
  { rows, totals: wantsTotals }: Extent,
): Promise<Result<LedgerPage, Refusal>> {
  const parameters = toLedgerParameters(query);
  parameters.set("limit", String(rows));
  parameters.set("totals", String(wantsTotals));
  if (cursor !== null) parameters.set(cursor.side, `${cursor.at.date}.${cursor.at.id}`);
  const answer = await read(api, `/api/transactions?${parameters.toString()}`, ledgerSchema);
  if (!answer.ok) return answer;
  const { transactions, before, after, totals } = answer.value;
  return ok({
    rows: transactions,
    newer: parsePlace(after),
    older: parsePlace(before),
    totals,
    searchedTo: null,
  });
}

/** The view as our own ledger takes it (budget/ledger). */
function toLedgerParameters(query: ResolvedQuery): URLSearchParams {
  const { account, min, max } = query;
  const { first, last } = daysOf(query);
  const parameters = new URLSearchParams({ ...statusParameters(query) });
  const set = (name: string, value: string | number | null) => {
    if (value !== null) parameters.set(name, String(value));
  };
  set("q", query.q);
  set("start_date", first);
  set("end_date", last);
  if (account?.kind === "cash") set("cash", "true");
  else if (account !== null) set(`${account.kind}_account_id`, account.id);
  set("category_id", query.category);
  set("tag_id", query.tag);
  set("amount_min", min === null ? null : printUnits(min));
  set("amount_max", max === null ? null : printUnits(max));
  set("direction", query.direction);
  set("source", printSource(query));
  set("has", query.has);
  set("no", query.no);
  return parameters;
}

function printSource({ source, runs }: ResolvedQuery): string | null {
  if (source === null || source.kind === "person") return source && source.kind;
  return source.kind === "schedule" ? `import:${runs.join(",")}` : `${source.kind}:${source.id}`;
}

/** The status as both interfaces name it. What is pending is not reviewed either. */
function statusParameters({ status }: LedgerQuery): Record<string, string> {
  switch (status) {
    case null:
      return {};
    case "pending":
      return { is_pending: "true" };
    case "withdrawn":
      return { status: "delete_pending" };
    case "reviewed":
    case "unreviewed":
      return { status, is_pending: "false" };
  }
}

async function readDocumented(
  ways: Ways,
  query: ResolvedQuery,
  cursor: Cursor | null,
  { rows }: Extent,
): Promise<Result<LedgerPage, Refusal>> {
  const ask = windowReader(ways, query);
  return cursor?.side === "after"
    ? readNewer(ask, query, cursor.at, rows)
    : readOlder(ask, query, cursor?.at ?? null, rows);
}

async function readOlder(
  ask: Ask,
  query: ResolvedQuery,
  from: Place | null,
  rows: number,
): Promise<Result<LedgerPage, Refusal>> {
  const searched = await searchBack(ask, query, from, rows + 1);
  if (!searched.ok) return searched;
  const { rows: found, rest } = searched.value;
  const page = found.slice(0, rows);
  const [first, last] = [page[0], page.at(-1)];
  const isFull = found.length > rows;
  const isWhole = from === null && !isFull && rest === null;
  return ok({
    rows: page,
    newer: from === null || first === undefined ? null : placeOf(first),
    older: isFull && last !== undefined ? placeOf(last) : rest,
    totals: isWhole ? sumUp(page) : null,
    searchedTo: isFull || rest === null ? null : rest.date,
  });
}

async function readNewer(
  ask: Ask,
  query: ResolvedQuery,
  from: Place,
  rows: number,
): Promise<Result<LedgerPage, Refusal>> {
  const searched = await searchForward(ask, query, from, rows + 1);
  if (!searched.ok) return searched;
  const { rows: found, rest } = searched.value;
  const page = found.slice(-rows);
  const [first, last] = [page[0], page.at(-1)];
  return ok({
    rows: page,
    newer: found.length > rows && first !== undefined ? placeOf(first) : rest,
    older: last === undefined ? null : placeOf(last),
    totals: null,
    searchedTo: null,
  });
}

function windowReader({ service }: Ways, query: ResolvedQuery): Ask {
  const { account, category, no, tag } = query;
  const parameters = new URLSearchParams({
    include_metadata: "true",
    include_files: "true",
    ...statusParameters(query),
  });
  // What a whole tells about its parts, and members about their group.
  if (query.source !== null) parameters.set("include_split_parents", "true");
  parameters.set("include_children", "true");
  if (query.status === null || query.status === "withdrawn")
    parameters.set("include_pending", "true");
  if (account?.kind === "cash") {
    parameters.set("manual_account_id", "0");
    parameters.set("linked_account_id", "0");
  } else if (account !== null) parameters.set(`${account.kind}_account_id`, String(account.id));
  const wanted = no === "category" && category === null ? 0 : category;
  // The sides of transfers are compared here: the interface looks at the group alone.
  if (wanted !== null && query.categories.length === 0)
    parameters.set("category_id", String(wanted));
  if (tag !== null) parameters.set("tag_id", String(tag));
  return async ({ first, last, offset, limit }) => {
    const window = new URLSearchParams(parameters);
    window.set("start_date", first);
    window.set("end_date", last);
    window.set("limit", String(limit));
    window.set("offset", String(offset));
    return readService(service, `/transactions?${window.toString()}`, pageSchema);
  };
}

/** The sums of a view whose rows are all there. */
function sumUp(rows: readonly Transaction[]): Totals | null {
  let [moneyIn, moneyOut] = [0, 0];
  for (const { to_base: base } of rows) {
    if (base == null) return null;
    const amount = parseRounded(base.toFixed(4));
    if (!amount.ok) return null;
    if (amount.value < 0) moneyIn -= amount.value;
    else moneyOut += amount.value;
  }
  return Number.isSafeInteger(moneyIn) && Number.isSafeInteger(moneyOut)
    ? { count: rows.length, in: printUnits(units(moneyIn)), out: printUnits(units(moneyOut)) }
    : null;
}

function parsePlace(text: string | null): Place | null {
  const [, day = "", id = ""] = /^(\d{4}-\d{2}-\d{2})\.(\d{1,16})$/.exec(text ?? "") ?? [];
  const date = parseDay(day);
  return date === null ? null : { date, id: Number(id) };
}

/**
 * All rows of a view in pages, newest first, up to `most` rows; a refusal ends them. The last entry
 * says so if there are more.
 */
export async function* walkLedger(
  ways: Ways,
  query: LedgerQuery,
  { pageRows, most }: { readonly pageRows: number; readonly most: number },
): AsyncGenerator<Result<readonly Transaction[], Refusal>> {
  let cursor: Cursor | null = null;
  for (let read = 0; read < most;) {
    const rows = Math.min(pageRows, most - read);
    const page = await readLedger(ways, query, cursor, { rows, totals: false });
    if (!page.ok) {
      yield err(page.error);
      return;
    }
    const { rows: found, older } = page.value;
    if (found.length > 0) yield ok(found);
    if (older === null) return;
    read += found.length;
    cursor = { side: "before", at: older };
  }
  yield err({ status: 413, message: `The view has more than ${most} transactions.` });
}
