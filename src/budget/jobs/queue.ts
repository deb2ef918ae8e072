// The jobs table: work that a request leaves for the object's alarm, at most one job of a name. A
// request made while its job runs is not lost: finishing removes or moves only the request that was
// read.

import type { Sql } from "../../platform/sql/sql.ts";

export const JOB_NAMES = [
  "recompute to_base",
  "recompute history",
  "detect recurring",
  "fetch linked accounts",
  "delete files",
  "load rates",
  "ask banks",
] as const;
export type JobName = (typeof JOB_NAMES)[number];

/** Whether this version has a job of that name. */
export function isJobName(name: unknown): name is JobName {
  return JOB_NAMES.some((known) => known === name);
}

export interface JobRow {
  readonly name: JobName;
  readonly due_at: number;
  /** Where the job continues, in its own format. */
  readonly cursor: string | null;
  /** How many requests came since the job last finished. */
  readonly requests: number;
  /** Faults in a row. */
  readonly faults: number;
}

/** When a job is due that need not wait; the platform takes no alarm for the instant 0. */
export const AT_ONCE = 1;

/**
 * Requests a job, to start over at `at` (milliseconds since 1970), or earlier if an earlier request
 * says so. A job whose cursors sort as text may start at `cursor`: at the smallest of those
 * requested.
 */
export function requestJob(
  sql: Sql,
  name: JobName,
  at: number,
  cursor: string | null = null,
): void {
  // min of anything and NULL is NULL: the beginning.
  sql.run(
    `INSERT INTO jobs (name, due_at, cursor) VALUES (?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET
       due_at = min(due_at, excluded.due_at), cursor = min(cursor, excluded.cursor), requests = requests + 1`,
    name,
    at,
    cursor,
  );
}

/** The job that has been due longest, or null. */
export function dueJob(sql: Sql, now: number): JobRow | null {
  return sql.first<JobRow>("SELECT * FROM jobs WHERE due_at <= ? ORDER BY due_at LIMIT 1", now);
}

/** When the next job is due, or null. */
export function nextDue(sql: Sql): number | null {
  return sql.first<{ at: number | null }>("SELECT min(due_at) AS at FROM jobs")?.at ?? null;
}

/** Removes a finished job, unless it was requested again meanwhile. */
export function finishJob(sql: Sql, { name, requests }: JobRow): void {
  sql.run("DELETE FROM jobs WHERE name = ? AND requests = ?", name, requests);
}

/** Lets a job go on later from its cursor, unless it was asked to start over meanwhile. */
export function continueJob(
  sql: Sql,
  { name, requests }: JobRow,
  at: number,
  cursor: string | null,
): void {
  sql.run(
    "UPDATE jobs SET due_at = ?, cursor = ?, faults = 0 WHERE name = ? AND requests = ?",
    at,
    cursor,
    name,
    requests,
  );
}

/** Puts a job off after a fault of ours; it keeps its cursor. */
export function delayJob(sql: Sql, { name }: JobRow, at: number): void {
  sql.run("UPDATE jobs SET due_at = ?, faults = faults + 1 WHERE name = ?", at, name);
}
