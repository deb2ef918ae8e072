// The view over the documented interface, which has no cursor and few filters: it is read in
// windows of days, newest first, and what the interface cannot filter is filtered here. Within a
// day the interface promises no order, so rows are taken from whole days alone. A page costs at
// most LEDGER_REQUESTS_MAX requests; then it says how far it has searched.

import { addDays, compareDays, dayNumber, type Day } from "../../money/day.ts";
import { LEDGER_REQUESTS_MAX, PAGE_ROWS_MAX } from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { Refusal } from "../ui/client.ts";
import {
  buildInView,
  compareNewest,
  isNewer,
  isOlder,
  needsMatching,
  type InView,
  type ResolvedQuery,
} from "./matches.ts";
import { daysOf, type LedgerQuery, type Place } from "./query.ts";
import type { Transaction } from "./wire.ts";

/** The days that the service can have. */
export const FIRST_DAY = "1900-01-01" as Day;
export const LAST_DAY = "2199-12-31" as Day;
/** Of the place that is newer than every transaction of its day. */
const DAY_END_ID = Number.MAX_SAFE_INTEGER;
/** Enough for a page where the service filters, and no more than needed. */
const FILTERED_WINDOW_ROWS = 200;
/** The first days that are looked at for newer rows; each further look takes three times as many. */
const FORWARD_DAYS = 14;

/** A request of the interface; `limit` rows of these days, from the `offset`th on. */
export type Ask = (window: {
  readonly first: Day;
  readonly last: Day;
  readonly offset: number;
  readonly limit: number;
}) => Promise<
  Result<{ readonly transactions: readonly Transaction[]; readonly has_more: boolean }, Refusal>
>;

/** What a search found, newest first. */
export interface Found {
  readonly rows: readonly Transaction[];
  /** Where the search can go on; null at the end of the list. */
  readonly rest: Place | null;
}

/** The rows older than a place, at least `wanted` unless the list or the requests end. */
export async function searchBack(
  ask: Ask,
  query: ResolvedQuery,
  from: Place | null,
  wanted: number,
): Promise<Result<Found, Refusal>> {
  const isInView = buildInView(query);
  const days = daysOf(query);
  const first = days.first ?? FIRST_DAY;
  const limit = windowRows(query);
  let last = earlier(from?.date ?? LAST_DAY, days.last ?? LAST_DAY);
  let sameDay: Transaction[] = [];
  const found: Transaction[] = [];
  const take = (rows: readonly Transaction[]) =>
    found.push(...choose(rows, isInView, (row) => from === null || isOlder(row, from)));
  for (let request = 0; request < LEDGER_REQUESTS_MAX && found.length < wanted; request += 1) {
    if (last < first) return ok({ rows: found, rest: null });
    const offset = sameDay.length;
    const answer = await ask({ first, last, offset, limit: offset > 0 ? PAGE_ROWS_MAX : limit });
    if (!answer.ok) return answer;
    const rows = [...sameDay, ...answer.value.transactions];
    const oldest = rows.reduce((day, { date }) => (date < day ? date : day), last as string);
    if (!answer.value.has_more || answer.value.transactions.length === 0) {
      take(rows);
      return ok({ rows: found, rest: null });
    }
    take(rows.filter(({ date }) => date > oldest));
    // A window of one day alone is read to its end before the next day.
    sameDay = oldest === last ? rows : [];
    last = oldest as Day;
  }
  return ok({ rows: found, rest: { date: last, id: DAY_END_ID } });
}

/** The nearest of the rows newer than a place, at least `wanted` unless the list or the requests end. */
export async function searchForward(
  ask: Ask,
  query: ResolvedQuery,
  from: Place,
  wanted: number,
): Promise<Result<Found, Refusal>> {
  const isInView = buildInView(query);
  const days = daysOf(query);
  const end = days.last ?? LAST_DAY;
  const start = later(from.date, days.first ?? FIRST_DAY);
  let first = start;
  let span = FORWARD_DAYS;
  let partial: Transaction[] = [];
  let found: Transaction[] = [];
  for (let request = 0; request < LEDGER_REQUESTS_MAX && found.length < wanted; request += 1) {
    if (first > end) return ok({ rows: found, rest: null });
    const last = addDaysUntil(first, span - 1, end);
    const answer = await ask({ first, last, offset: partial.length, limit: PAGE_ROWS_MAX });
    if (!answer.ok) return answer;
    const { transactions, has_more: hasMore } = answer.value;
    if (hasMore && first < last) {
      // Its newest rows came, and the nearest are wanted.
      span = Math.max(1, Math.floor(span / 8));
      continue;
    }
    const rows = [...partial, ...transactions];
    partial = hasMore && transactions.length > 0 ? rows : [];
    if (partial.length > 0) continue;
    found = [...choose(rows, isInView, (row) => isNewer(row, from)), ...found];
    if (last >= end) return ok({ rows: found, rest: null });
    first = addDays(last, 1);
    span *= 3;
  }
  const rest = first === start ? from : { date: addDays(first, -1), id: DAY_END_ID };
  return ok({ rows: found, rest });
}

/** The rows of whole days that belong to the view, newest first. */
function choose(
  rows: readonly Transaction[],
  isInView: InView,
  isWanted: (row: Transaction) => boolean,
): Transaction[] {
  // They are listed for the sake of their parts (read-ledger.ts), which stand in the view.
  const wholes = new Map(
    rows.filter((row) => row.is_split_parent === true).map((row) => [row.id, row]),
  );
  return rows
    .filter(
      (row) =>
        !wholes.has(row.id) &&
        isWanted(row) &&
        isInView(row, wholes.get(row.split_parent_id ?? 0) ?? null),
    )
    .sort(compareNewest);
}

function windowRows(query: LedgerQuery): number {
  return needsMatching(query) ? PAGE_ROWS_MAX : FILTERED_WINDOW_ROWS;
}

function addDaysUntil(day: Day, days: number, end: Day): Day {
  return dayNumber(end) - dayNumber(day) <= days ? end : addDays(day, days);
}

function earlier(a: Day, b: Day): Day {
  return compareDays(a, b) <= 0 ? a : b;
}

function later(a: Day, b: Day): Day {
  return compareDays(a, b) >= 0 ? a : b;
}
