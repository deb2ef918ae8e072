// The accounts' balances that are stored across imports.

import { STATED_BALANCES_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { Day } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";
import type { Month } from "../../money/month.ts";
import type { Stated } from "./balance.ts";

/** A balance that an import states: an account's balance is counted from here. */
export interface Anchor {
  readonly run: number;
  readonly day: Day;
  readonly balance: Units;
  readonly rows_of_day: number;
  /** The name of the import's document. */
  readonly document: string;
}

const ANCHORS = `SELECT s.run, s.day, s.balance, s.rows_of_day, r.document ->> 'name' AS document
  FROM stated_balances s JOIN runs r ON r.seq = s.run
  WHERE s.account = ?`;
const LATEST = "ORDER BY s.day DESC, s.rows_of_day DESC, s.run DESC LIMIT 1";

/**
 * The latest balance that an import states of the account; the run `except` is left out. Null where
 * no import states one.
 */
export function latestAnchor(
  sql: Sql,
  account: number,
  except: number | null = null,
): Anchor | null {
  return sql.first<Anchor>(`${ANCHORS} AND s.run IS NOT ? ${LATEST}`, account, except);
}

/** A balance that a finished import states, and where in the file. */
export interface StatedBalance {
  readonly account: number;
  readonly first_day: Day;
  readonly day: Day;
  /** In the account's view, as the balance at the end of `day`. */
  readonly balance: Units;
  /** The balance before the first row; null if unknown. */
  readonly opening: Units | null;
  readonly import: string;
  readonly document: string | null;
}

const STATED = `SELECT s.account, s.first_day, s.day, s.balance, s.opening, r.id AS import,
    r.document ->> 'name' AS document
  FROM stated_balances s JOIN runs r ON r.seq = s.run`;

/**
 * Lists the balances that imports state of an account, or the latest of each account; the latest
 * first.
 */
export function listStated(sql: Sql, account: number | null): StatedBalance[] {
  const order = "ORDER BY s.day DESC, s.rows_of_day DESC, s.run DESC LIMIT ?";
  if (account !== null)
    return sql.all<StatedBalance>(
      `${STATED} WHERE s.account = ? ${order}`,
      account,
      STATED_BALANCES_MAX,
    );
  return sql.all<StatedBalance>(
    `${STATED} WHERE NOT EXISTS (
       SELECT 1 FROM stated_balances n WHERE n.account = s.account
         AND (n.day, n.rows_of_day, n.run) > (s.day, s.rows_of_day, s.run)) ${order}`,
    STATED_BALANCES_MAX,
  );
}

/** Whether an anchor is later than what a run states. */
export function isLater(anchor: Anchor, { day, rows_of_day: rows }: Stated, run: number): boolean {
  if (anchor.run === run) return false;
  if (anchor.day !== day) return anchor.day > day;
  return anchor.rows_of_day > rows;
}

/** Stores what a run states; repeating it changes nothing. */
export function keepStated(sql: Sql, account: number, run: number, stated: Stated): void {
  sql.run(
    `INSERT OR REPLACE INTO stated_balances (account, run, day, balance, opening, first_day, rows_of_day)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    account,
    run,
    stated.day,
    stated.closing,
    stated.opening,
    stated.first_day,
    stated.rows_of_day,
  );
  for (const { month, balance } of stated.months)
    sql.run(
      "INSERT OR REPLACE INTO stated_months (account, month, run, balance) VALUES (?, ?, ?, ?)",
      account,
      month,
      run,
      balance,
    );
}

/** Forgets what a run states of an account. */
export function forgetStated(sql: Sql, account: number, run: number): void {
  sql.run("DELETE FROM stated_balances WHERE account = ? AND run = ?", account, run);
  sql.run("DELETE FROM stated_months WHERE account = ? AND run = ?", account, run);
}

/**
 * The month ends that imports prove, each by the newest import; also those between two statements
 * if one begins with the balance that the other ended with.
 */
export function provenMonths(sql: Sql, account: number): ReadonlyMap<Month, Units> {
  const stated = sql.all<{ month: Month; balance: Units }>(
    "SELECT month, balance FROM stated_months WHERE account = ? ORDER BY run",
    account,
  );
  const joined = sql.all<{ month: Month; balance: Units }>(
    `SELECT DISTINCT substr(a.day, 1, 7) AS month, a.balance
     FROM stated_balances a JOIN stated_balances b ON b.account = a.account AND b.opening = a.balance
     WHERE a.account = ? AND b.first_day > a.day
       AND substr(b.first_day, 1, 7) = strftime('%Y-%m', a.day, 'start of month', '+1 month')`,
    account,
  );
  return new Map([...joined, ...stated].map(({ month, balance }) => [month, balance]));
}

/**
 * A month that we wrote, in the service's decimal text; `before`: the previous figure, null if
 * none.
 */
export interface WrittenMonth {
  readonly month: Month;
  readonly balance: string;
  readonly before: string | null;
  /** The service has confirmed it. */
  readonly arrived: boolean;
}

export function writtenMonths(sql: Sql, account: number): ReadonlyMap<Month, WrittenMonth> {
  const rows = sql.all<Omit<WrittenMonth, "arrived"> & { readonly arrived: number }>(
    "SELECT month, balance, before, arrived FROM written_months WHERE account = ?",
    account,
  );
  return new Map(rows.map((row) => [row.month, { ...row, arrived: row.arrived === 1 }]));
}

export function keepWritten(
  sql: Sql,
  account: number,
  { month, balance, before, arrived }: WrittenMonth,
): void {
  sql.run(
    "INSERT OR REPLACE INTO written_months (account, month, balance, before, arrived) VALUES (?, ?, ?, ?, ?)",
    account,
    month,
    balance,
    before,
    arrived ? 1 : 0,
  );
}

export function forgetWritten(sql: Sql, account: number, month: Month): void {
  sql.run("DELETE FROM written_months WHERE account = ? AND month = ?", account, month);
}

/** An account's own row. */
export interface Kept {
  readonly follows: boolean;
  readonly shift: number;
  readonly ours_as_of: string | null;
  readonly first_as_of: string | null;
  readonly sent: { readonly by: number; readonly from: number; readonly to: number } | null;
}

interface KeptRow {
  readonly follows: number;
  readonly shift: number;
  readonly ours_as_of: string | null;
  readonly first_as_of: string | null;
  readonly sent_by: number | null;
  readonly sent_from: number | null;
  readonly sent_to: number | null;
}

export function readKept(sql: Sql, account: number): Kept {
  const row = sql.first<KeptRow>("SELECT * FROM account_balances WHERE account = ?", account);
  if (row === null)
    return { follows: true, shift: 0, ours_as_of: null, first_as_of: null, sent: null };
  const { sent_by: by, sent_from: from, sent_to: to } = row;
  const sent = by === null || from === null || to === null ? null : { by, from, to };
  return {
    follows: row.follows === 1,
    shift: row.shift,
    ours_as_of: row.ours_as_of,
    first_as_of: row.first_as_of,
    sent,
  };
}

/** The accounts whose balance statements never set, in order. */
export function listUnfollowed(sql: Sql): readonly number[] {
  return sql
    .all<{ account: number }>(
      "SELECT account FROM account_balances WHERE follows = 0 ORDER BY account",
    )
    .map(({ account }) => account);
}

/** Changes columns of an account's row, which is created if missing. */
export function keep(
  sql: Sql,
  account: number,
  changes: {
    readonly [column in "follows" | "shift" | "sent_by" | "sent_from" | "sent_to"]?: number | null;
  } & { readonly ours_as_of?: string | null; readonly first_as_of?: string | null },
): void {
  sql.run("INSERT OR IGNORE INTO account_balances (account) VALUES (?)", account);
  const columns = Object.entries(changes);
  sql.run(
    `UPDATE account_balances SET ${columns.map(([column]) => `${column} = ?`).join(", ")} WHERE account = ?`,
    ...columns.map(([, value]) => value ?? null),
    account,
  );
}

/** The last day whose balance a schedule or a hook wrote; null if none did. */
export function writtenBySource(sql: Sql, account: number): number | null {
  const bySchedule = sql.first<{ at: string | null }>(
    `SELECT MAX(writing ->> '$.body.balance_as_of') AS at FROM schedule_runs
     WHERE state = 'done' AND writing ->> '$.path' = ?`,
    `/manual_accounts/${account}`,
  );
  const byHook = sql.first<{ at: number | null }>(
    "SELECT MAX(as_of) AS at FROM hook_calls WHERE account = ? AND state = 'done'",
    account,
  );
  const times = [Date.parse(bySchedule?.at ?? ""), byHook?.at ?? Number.NaN].filter(
    (at) => !Number.isNaN(at),
  );
  return times.length === 0 ? null : Math.max(...times);
}
