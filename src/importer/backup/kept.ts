// Backups that are made by themselves and kept in the bucket, the newest BACKUPS_KEPT_MAX. The alarm
// makes them; the heartbeat of the cron trigger wakes an object whose alarm was dropped.
//
// Order of writes: the attempt is counted and the backup's row stored, then the bytes, then the row
// says "kept" together with the next due time. If the object is killed in between, the row is still
// "writing": its bytes are deleted and the backup is made once more. Parts of an upload that was never
// completed are dropped by R2 itself after seven days.

import {
  BACKUP_MADE_TRIES_MAX,
  BACKUP_RETRY_MS,
  BACKUPS_KEPT_MAX,
  UPLOAD_PART_BYTES,
} from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { inPieces } from "../../platform/streams.ts";

/** When backups are made. */
export interface PlanRow {
  readonly days: number;
  readonly due_at: number;
  readonly failures: number;
  readonly error: string | null;
}

/** One backup in the bucket. */
export interface KeptRow {
  readonly id: number;
  readonly key: string;
  readonly state: "writing" | "kept" | "deleting";
  readonly bytes: number | null;
  readonly made_at: number;
}

const DAY_MS = 24 * 60 * 60_000;

/** The plan; null if no backups are made. */
export function readPlan(sql: Sql): PlanRow | null {
  return sql.first<PlanRow>("SELECT days, due_at, failures, error FROM backup_plan");
}

/** Makes backups every so many days, the first one now; null makes none any more. */
export function setPlan(sql: Sql, days: number | null, now: number): void {
  if (days === null) sql.run("DELETE FROM backup_plan");
  else
    sql.run(
      `INSERT INTO backup_plan (id, days, due_at) VALUES (1, ?, ?)
       ON CONFLICT (id) DO UPDATE SET days = excluded.days, due_at = excluded.due_at, failures = 0, error = NULL`,
      days,
      now,
    );
}

/** The backups that can be downloaded, the newest first. */
export function listKept(sql: Sql): KeptRow[] {
  return sql.all<KeptRow>("SELECT * FROM backups WHERE state = 'kept' ORDER BY id DESC");
}

export function findKept(sql: Sql, id: number): KeptRow | null {
  return sql.first<KeptRow>("SELECT * FROM backups WHERE id = ? AND state = 'kept'", id);
}

/** Marks a kept backup for deletion; false if no backup has that id. */
export function dropKept(sql: Sql, id: number): boolean {
  return sql.run("UPDATE backups SET state = 'deleting' WHERE id = ? AND state = 'kept'", id) > 0;
}

/** A backup whose bytes must go: it was dropped, or never finished. */
export function findUseless(sql: Sql): KeptRow | null {
  return sql.first<KeptRow>("SELECT * FROM backups WHERE state <> 'kept' ORDER BY id LIMIT 1");
}

export function forgetKept(sql: Sql, id: number): void {
  sql.run("DELETE FROM backups WHERE id = ?", id);
}

/** Counts an attempt and stores the backup's row. */
export function beginKept(sql: Sql, connection: string, now: number): KeptRow {
  const at = new Date(now).toISOString().replaceAll(":", "-");
  return sql.transaction(() => {
    sql.run("UPDATE backup_plan SET failures = failures + 1");
    return must(
      sql.first<KeptRow>(
        "INSERT INTO backups (key, state, made_at) VALUES (?, 'writing', ?) RETURNING *",
        `${keptPlace(connection)}${at}.zip`,
        now,
      ),
      "an inserted backup is a row",
    );
  });
}

/** Where the backups of a connection are in the bucket. */
export function keptPlace(connection: string): string {
  return `backups/${connection}/`;
}

/** The backup is in the bucket; the oldest beyond BACKUPS_KEPT_MAX go. */
export function settleKept(sql: Sql, id: number, bytes: number, now: number): void {
  sql.transaction(() => {
    sql.run("UPDATE backups SET state = 'kept', bytes = ? WHERE id = ?", bytes, id);
    sql.run(
      `UPDATE backups SET state = 'deleting' WHERE state = 'kept' AND id NOT IN
         (SELECT id FROM backups WHERE state = 'kept' ORDER BY id DESC LIMIT ?)`,
      BACKUPS_KEPT_MAX,
    );
    sql.run(
      "UPDATE backup_plan SET failures = 0, error = NULL, due_at = ? + days * ?",
      now,
      DAY_MS,
    );
  });
}

/** The backup could not be made: it is tried again, or left until the next one is due. */
export function failKept(sql: Sql, id: number, error: string, now: number): void {
  sql.transaction(() => {
    sql.run("UPDATE backups SET state = 'deleting' WHERE id = ?", id);
    sql.run(
      `UPDATE backup_plan SET error = ?,
         due_at = iif(failures < ?, ?, ? + days * ?), failures = iif(failures < ?, failures, 0)`,
      error,
      BACKUP_MADE_TRIES_MAX,
      now + BACKUP_RETRY_MS,
      now,
      DAY_MS,
      BACKUP_MADE_TRIES_MAX,
    );
  });
}

/** Writes a stream of unknown length into the bucket; how many bytes it had. */
export async function putStream(
  bucket: R2Bucket,
  key: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
  const upload = await bucket.createMultipartUpload(key, {
    httpMetadata: { contentType: "application/zip" },
  });
  try {
    const parts: R2UploadedPart[] = [];
    let bytes = 0;
    // R2 wants parts of one length.
    for await (const part of inPieces(pieces, UPLOAD_PART_BYTES)) {
      parts.push(await upload.uploadPart(parts.length + 1, part));
      bytes += part.byteLength;
    }
    await upload.complete(parts);
    return bytes;
  } catch (error) {
    await upload.abort().catch(() => undefined);
    throw error;
  }
}
