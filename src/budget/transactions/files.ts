// The attachments table. The bytes are in the bucket under a key that is new for each upload. Order
// of writes: the bytes first, then the row. If the Worker dies in between, unused bytes remain, but
// never a row without bytes; after a refusal in between the bytes are deleted. On deletion the row
// becomes a key to delete in the same transaction, and a job deletes the bytes. The job can be
// repeated: deleting twice is harmless.

import { FORGOTTEN_FILES_STEP } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import type { Bindable, Sql } from "../../platform/sql/sql.ts";
import { AT_ONCE, requestJob } from "../jobs/queue.ts";
import type { Next } from "../jobs/job.ts";
import type { FileStore } from "../outside.ts";
import { formatTime } from "../wire.ts";
import type { FileWire } from "./schemas.ts";

export interface FileRow {
  readonly id: number;
  readonly transaction_id: number;
  readonly uploaded_by: number;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly key: string;
  readonly notes: string | null;
  readonly created_at: number;
}

export function insertFile(sql: Sql, file: Omit<FileRow, "id">): FileRow {
  const row = sql.first<FileRow>(
    `INSERT INTO attachments (transaction_id, uploaded_by, name, type, bytes, key, notes, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    file.transaction_id,
    file.uploaded_by,
    file.name,
    file.type,
    file.bytes,
    file.key,
    file.notes,
    file.created_at,
  );
  return must(row, "an inserted attachment is a row");
}

export function findFile(sql: Sql, id: number): FileRow | null {
  return sql.first<FileRow>("SELECT * FROM attachments WHERE id = ?", id);
}

export function countFiles(sql: Sql, transactionId: number): number {
  return sql.count("attachments WHERE transaction_id = ?", transactionId);
}

/** The attachment objects of each of these transactions, oldest first; those without are absent. */
export function listFiles(sql: Sql, transactions: readonly number[]): Map<number, FileWire[]> {
  const rows = sql.all<FileRow>(
    `SELECT a.* FROM json_each(?) j CROSS JOIN attachments a ON a.transaction_id = j.value ORDER BY a.id`,
    JSON.stringify(transactions),
  );
  const files = new Map<number, FileWire[]>();
  for (const row of rows) {
    const list = files.get(row.transaction_id);
    if (list === undefined) files.set(row.transaction_id, [fileWire(row)]);
    else list.push(fileWire(row));
  }
  return files;
}

/** The attachment object; its size is in kilobytes, begun ones counted. */
export function fileWire(row: FileRow): FileWire {
  return {
    id: row.id,
    uploaded_by: row.uploaded_by,
    name: row.name,
    type: row.type,
    size: Math.ceil(row.bytes / 1000),
    notes: row.notes,
    created_at: formatTime(row.created_at),
  };
}

/** Forgets one attachment. */
export function forgetFile(sql: Sql, id: number): void {
  forget(sql, "id = ?", id);
}

/** Forgets the attachments of transactions that are about to be deleted. */
export function forgetFiles(sql: Sql, transactions: readonly number[]): void {
  forget(sql, "transaction_id IN (SELECT value FROM json_each(?))", JSON.stringify(transactions));
}

/** Forgets the attachments of a manual account's transactions. */
export function forgetFilesOfAccount(sql: Sql, accountId: number): void {
  forget(
    sql,
    "transaction_id IN (SELECT id FROM transactions WHERE manual_account_id = ?)",
    accountId,
  );
}

/** Forgets bytes that no attachment came to name. */
export function forgetKey(sql: Sql, key: string): void {
  sql.run("INSERT INTO forgotten_files (key) VALUES (?)", key);
  requestJob(sql, "delete files", AT_ONCE);
}

function forget(sql: Sql, where: string, value: Bindable): void {
  const found = sql.first(`SELECT 1 FROM attachments WHERE ${where} LIMIT 1`, value);
  if (found === null) return;
  sql.run(`INSERT INTO forgotten_files (key) SELECT key FROM attachments WHERE ${where}`, value);
  sql.run(`DELETE FROM attachments WHERE ${where}`, value);
  requestJob(sql, "delete files", AT_ONCE);
}

/** One step of the job that deletes forgotten bytes. */
export async function deleteForgotten(sql: Sql, files: FileStore, now: number): Promise<Next> {
  const keys = sql
    .all<{ key: string }>("SELECT key FROM forgotten_files LIMIT ?", FORGOTTEN_FILES_STEP)
    .map(({ key }) => key);
  if (keys.length === 0) return null;
  await files.delete(keys);
  sql.run(
    "DELETE FROM forgotten_files WHERE key IN (SELECT value FROM json_each(?))",
    JSON.stringify(keys),
  );
  return { at: now, cursor: null };
}
