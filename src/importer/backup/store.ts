// The restores of a connection, and their position. A position is stored with what came before it,
// in one transaction where both are here, else after it: a step that is repeated changes nothing.

import { RESTORES_KEPT } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import type { Sql } from "../../platform/sql/sql.ts";

export type RestoreState = "working" | "clearing" | "failed" | "done";

/** One restore; `step` and `line` are what comes next. */
export interface RestoreRow {
  readonly id: number;
  readonly sha256: string;
  readonly bytes: number;
  /** Its key in the bucket; null once it is deleted. */
  readonly archive: string | null;
  readonly state: RestoreState;
  readonly step: number;
  readonly line: number;
  readonly steps: number;
  readonly error: string | null;
  readonly failures: number;
  readonly next_attempt_at: number | null;
  readonly created_at: number;
  readonly finished_at: number | null;
}

/** The key of a backup that was sent to be restored. */
export function uploadPlace(connection: string): string {
  return `restores/${connection}/`;
}

/** The newest restore; null if there was none. */
export function lastRestore(sql: Sql): RestoreRow | null {
  return sql.first<RestoreRow>("SELECT * FROM restores ORDER BY id DESC LIMIT 1");
}

/** The restore that is under way; null if there is none. */
export function openRestore(sql: Sql): RestoreRow | null {
  return sql.first<RestoreRow>("SELECT * FROM restores WHERE finished_at IS NULL");
}

/** Whether a backup is being restored, and nothing else may be written. */
export function isRestoring(sql: Sql): boolean {
  return openRestore(sql) !== null;
}

/** One whose archive is still to be deleted. */
export function finishedWithArchive(sql: Sql): RestoreRow | null {
  return sql.first<RestoreRow>(
    "SELECT * FROM restores WHERE finished_at IS NOT NULL AND archive IS NOT NULL LIMIT 1",
  );
}

/** Stores a restore that begins. */
export function addRestore(
  sql: Sql,
  one: Pick<RestoreRow, "sha256" | "bytes" | "archive" | "steps" | "created_at">,
): RestoreRow {
  sql.run(
    `DELETE FROM restores WHERE archive IS NULL AND id NOT IN (SELECT id FROM restores ORDER BY id DESC LIMIT ?)`,
    RESTORES_KEPT,
  );
  return must(
    sql.first<RestoreRow>(
      `INSERT INTO restores (sha256, bytes, archive, state, steps, created_at)
       VALUES (?, ?, ?, 'working', ?, ?) RETURNING *`,
      one.sha256,
      one.bytes,
      one.archive,
      one.steps,
      one.created_at,
    ),
    "an inserted restore is a row",
  );
}

/** Moves on; what failed before no longer counts. */
export function moveTo(sql: Sql, id: number, step: number, line: number): void {
  sql.run(
    "UPDATE restores SET step = ?, line = ?, failures = 0, error = NULL, next_attempt_at = NULL WHERE id = ?",
    step,
    line,
    id,
  );
}

/** Puts the next attempt off. */
export function putOff(sql: Sql, id: number, error: string, at: number): void {
  sql.run(
    `UPDATE restores SET failures = failures + 1, next_attempt_at = ?,
       error = coalesce(iif(state = 'clearing', error, NULL), ?) WHERE id = ?`,
    at,
    error,
    id,
  );
}

/** It cannot be restored: what was written is cleared away. */
export function beginClearing(sql: Sql, id: number, error: string): void {
  sql.run(
    "UPDATE restores SET state = 'clearing', error = ?, failures = 0, next_attempt_at = NULL WHERE id = ?",
    error,
    id,
  );
}

export function finish(sql: Sql, id: number, state: "failed" | "done", now: number): void {
  sql.run(
    "UPDATE restores SET state = ?, finished_at = ?, next_attempt_at = NULL WHERE id = ?",
    state,
    now,
    id,
  );
}

/** The archive is deleted. */
export function forgetArchive(sql: Sql, id: number): void {
  sql.run("UPDATE restores SET archive = NULL WHERE id = ?", id);
}

/** A restore that was refused before anything was written. */
export function dropRestore(sql: Sql, id: number): void {
  sql.run("DELETE FROM restores WHERE id = ?", id);
}
