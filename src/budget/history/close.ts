// Closes past months. An account's balance at the first access of a new month is its balance at the
// end of the old one, since every change comes after this. So this must run before anything else
// touches a balance; without an ended month it costs one small query.

import { lastDay, monthOfInstant, nextMonth, type Month } from "../../money/month.ts";
import { readBudget } from "../me/store.ts";
import { converter } from "../rates/store.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { listStreams, type Holding } from "./sources.ts";
import { recordEntries } from "./store.ts";
import { isRestoring } from "../tables/state.ts";

/**
 * Adds an entry to every account for each month that ended since the last time, from the month of
 * its creation to the month of its closing. Entries that a user wrote stay. Does nothing on the
 * very first access, before which no balance is known, or when the clock has gone back.
 */
export function closeMonths(sql: Sql, now: number): void {
  const current = monthOfInstant(now);
  const open = openMonth(sql);
  if (open !== null && open >= current) return;
  // The months of a backup come with it.
  if (isRestoring(sql)) return;
  sql.transaction(() => {
    if (open !== null) writeMonths(sql, now, monthsBetween(open, current));
    sql.run(
      "INSERT INTO history_open_month (id, month) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET month = excluded.month",
      current,
    );
  });
}

/** The current month: that of the clock, unless a later one was already seen. */
export function currentMonth(sql: Sql, now: number): Month {
  const [clock, open] = [monthOfInstant(now), openMonth(sql)];
  return open !== null && open > clock ? open : clock;
}

/** Whether the account's history has that month: it existed and had not been closed before. */
export function covers({ since, until }: Holding, month: Month): boolean {
  return since <= month && (until === null || until >= month);
}

function openMonth(sql: Sql): Month | null {
  return sql.first<{ month: Month }>("SELECT month FROM history_open_month")?.month ?? null;
}

function monthsBetween(start: Month, end: Month): Month[] {
  const months: Month[] = [];
  for (let month = start; month < end; month = nextMonth(month)) months.push(month);
  return months;
}

function writeMonths(sql: Sql, now: number, months: readonly Month[]): void {
  const convert = converter(sql);
  const { primary_currency: primary } = readBudget(sql);
  for (const { key, holding } of listStreams(sql, now)) {
    if (holding === null) continue;
    const { balance, currency, quantity } = holding;
    const entries = months
      .filter((month) => covers(holding, month))
      .map((month) => {
        const to_base = convert(balance, currency, primary, lastDay(month));
        return { month, balance, currency, to_base, crypto_balance: quantity };
      });
    if (entries.length > 0) recordEntries(sql, key, entries);
  }
}
