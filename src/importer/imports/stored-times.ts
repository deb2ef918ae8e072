// Guards against stored times that are too far ahead. A clock that ran days ahead and was set back
// would leave everything waiting for those days. A time that no right clock could have set is due
// now.

import {
  LATE_LOOKS_MS,
  NOTICE_DELAYS_MS,
  RECEIPT_LOOK_MS,
  RETRY_DELAY_MS_MAX,
  SCHEDULE_TRY_MS,
  SOURCE_RETRY_MS_MAX,
} from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { nextDue } from "../schedules/due.ts";

/** A column with the next due time, and how far ahead of the clock it is ever set. */
interface StoredTime {
  readonly table: string;
  readonly column: string;
  readonly ahead: number;
}

const RETRY = RETRY_DELAY_MS_MAX;
/** A delay with its random part; a receiver's Retry-After is respected for up to a day. */
const NOTICE = Math.max(2 * Math.max(...NOTICE_DELAYS_MS), SOURCE_RETRY_MS_MAX);

const TIMES: readonly StoredTime[] = [
  { table: "runs", column: "next_attempt_at", ahead: RETRY },
  { table: "jobs", column: "next_attempt_at", ahead: Math.max(RETRY, ...LATE_LOOKS_MS) },
  { table: "inbox", column: "next_attempt_at", ahead: RETRY },
  { table: "receipts", column: "next_attempt_at", ahead: Math.max(RETRY, RECEIPT_LOOK_MS) },
  { table: "rivals", column: "next_attempt_at", ahead: Math.max(RETRY, RECEIPT_LOOK_MS) },
  { table: "receipt_splits", column: "next_attempt_at", ahead: RETRY },
  { table: "settlings", column: "next_attempt_at", ahead: RETRY },
  { table: "forgotten_mail", column: "next_attempt_at", ahead: RETRY },
  { table: "hook_calls", column: "next_attempt_at", ahead: RETRY },
  { table: "changes", column: "next_attempt_at", ahead: RETRY },
  { table: "restores", column: "next_attempt_at", ahead: RETRY },
  { table: "schedules", column: "not_before", ahead: SOURCE_RETRY_MS_MAX },
  {
    table: "schedule_runs",
    column: "next_attempt_at",
    ahead: Math.max(RETRY, SOURCE_RETRY_MS_MAX),
  },
  { table: "schedule_runs", column: "owed_at", ahead: Math.max(RETRY, SCHEDULE_TRY_MS) },
  { table: "deliveries", column: "next_attempt_at", ahead: NOTICE },
  { table: "endpoints", column: "quiet_until", ahead: NOTICE },
  { table: "connection", column: "next_attempt_at", ahead: RETRY },
  { table: "connection", column: "next_put_at", ahead: RETRY },
  { table: "connection", column: "put_at", ahead: 0 },
  { table: "connection", column: "refresh_sent_at", ahead: 0 },
  { table: "errands", column: "next_attempt_at", ahead: RETRY },
];

/** Makes due everything that waits for a time that no right clock can have set. */
export function correctTimes(sql: Sql, now: number): void {
  for (const { table, column, ahead } of TIMES)
    sql.run(`UPDATE ${table} SET ${column} = ? WHERE ${column} > ?`, now, now + ahead);
}

/**
 * For schedules: none is due later than the next instant of its calendar. Checked with the
 * heartbeat, since it computes the calendar.
 */
export function correctSchedules(sql: Sql, now: number): void {
  const ahead = sql.all<{ id: string; cron: string; timezone: string; at: number }>(
    "SELECT id, cron, timezone, next_due_at AS at FROM schedules WHERE next_due_at > ?",
    now,
  );
  for (const { id, at, ...timing } of ahead) {
    const next = nextDue(timing, now);
    if (next !== null && next < at)
      sql.run("UPDATE schedules SET next_due_at = ? WHERE id = ?", next, id);
  }
}
