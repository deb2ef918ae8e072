// Which files the journal keeps, and which it may delete. A row comes before its bytes, so that
// bytes without a row cannot stay in the bucket forever. A row goes after its bytes.

import {
  KEPT_FILES_BYTES_MAX,
  KEPT_FILES_STEP,
  KEPT_FILES_UPLOAD_MS,
} from "../../../platform/limits.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import type { Entry } from "../store.ts";

/** A file before its bytes are stored. */
export interface NewKept {
  readonly key: string;
  readonly bytes: number;
  /** The record that needs it; null if it is not stored yet. */
  readonly record: number | null;
}

/** Where a file is in the bucket. `name` is new for each, or the number of its record. */
export function nameKept(connection: string, name: string | number): string {
  return `changed-files/${connection}/${name}`;
}

/**
 * Stores that a file is about to be kept. If there are too many bytes, the oldest files are given
 * up.
 */
export function addKept(sql: Sql, { key, bytes, record }: NewKept, now: number): void {
  sql.transaction(() => {
    sql.run(
      "INSERT OR REPLACE INTO kept_files (key, bytes, at, record) VALUES (?, ?, ?, ?)",
      key,
      bytes,
      now,
      record,
    );
    sql.run(
      `UPDATE kept_files SET record = 0 WHERE record IS NOT NULL AND key IN (
         SELECT key FROM (SELECT key, sum(bytes) OVER (ORDER BY at DESC, key DESC ROWS UNBOUNDED PRECEDING) AS sum
           FROM kept_files) WHERE sum > ?)`,
      KEPT_FILES_BYTES_MAX,
    );
  });
}

/** Stores which files a new entry attaches. */
export function claimFiles(sql: Sql, { id }: Pick<Entry, "id">): void {
  sql.run(
    `UPDATE kept_files SET record = r.id FROM change_records r
     WHERE r.change = ? AND r.kind = 'file' AND r.action = 'create' AND key = json_extract(r.wanted, '$.key')`,
    id,
  );
}

/** A file is needed until it is attached, and after its removal until that is undone or forgotten. */
const USELESS = `(record IS NOT NULL AND NOT EXISTS (SELECT 1 FROM change_records r WHERE r.id = kept_files.record
  AND (r.state <> 'settled' OR (r.action = 'delete' AND r.effect = 1 AND r.undone = '[]'))))`;

/** Finds the time at which the next file may be deleted; null if no file waits for that. */
export function findKeptDue(sql: Sql, now: number): number | null {
  if (sql.first(`SELECT 1 FROM kept_files WHERE ${USELESS} LIMIT 1`) !== null) return now;
  const next = sql.first<{ at: number | null }>(
    "SELECT min(at) AS at FROM kept_files WHERE record IS NULL",
  );
  return next?.at == null ? null : next.at + KEPT_FILES_UPLOAD_MS;
}

/** Deletes some files that nothing needs; false if there are none. */
export async function deleteKept(sql: Sql, bucket: R2Bucket, now: number): Promise<boolean> {
  const keys = sql
    .all<{ key: string }>(
      `SELECT key FROM kept_files WHERE ${USELESS} OR (record IS NULL AND at <= ?) LIMIT ?`,
      now - KEPT_FILES_UPLOAD_MS,
      KEPT_FILES_STEP,
    )
    .map(({ key }) => key);
  if (keys.length === 0) return false;
  await bucket.delete(keys);
  sql.run(
    "DELETE FROM kept_files WHERE key IN (SELECT value FROM json_each(?))",
    JSON.stringify(keys),
  );
  return true;
}
