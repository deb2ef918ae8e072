// Deletes everything of a connection whose person or budget was deleted: tokens, mail, files,
// statements, backups, and at last the database. It goes on in the alarm, and each step may be
// repeated.
//
// Documents are shared by all connections under their hash. So each connection that reads one leaves
// a mark, before it reads, and whoever is the last to delete their mark deletes the document. A
// document that was stored before there were marks stays: somebody else may use it without a mark.

import { ERASE_DOCUMENTS_STEP, ERASE_FILES_STEP } from "../platform/limits.ts";
import type { Sql } from "../platform/sql/sql.ts";
import { documentKey } from "./imports/documents.ts";

const KEY = "erasing";
/** Documents that were stored later have a mark of everybody who uses them. */
const MARKED_SINCE = Date.parse("2026-11-24T21:00:00Z");

/** Whether the connection is being deleted. */
export function isErasing(storage: DurableObjectStorage): boolean {
  return storage.kv.get<number>(KEY) !== undefined;
}

/** Notes that the connection is deleted. */
export function beginErasing(storage: DurableObjectStorage, now: number): void {
  storage.kv.put<number>(KEY, now);
}

/** Notes that this connection uses a document. */
export async function markUse(bucket: R2Bucket, connection: string, sha256: string): Promise<void> {
  await bucket.put(`${usesOf(sha256)}${connection}`, "");
}

function usesOf(sha256: string): string {
  return `document-uses/${sha256}/`;
}

/** What a step of the deletion works with. */
export interface EraseRoom {
  readonly storage: DurableObjectStorage;
  readonly sql: Sql;
  readonly bucket: R2Bucket;
  readonly connection: string;
  /** Whether tokens are still to be revoked. */
  readonly owes: boolean;
}

/** One step; whether something is left to do. */
export async function eraseStep({
  storage,
  sql,
  bucket,
  connection,
  owes,
}: EraseRoom): Promise<boolean> {
  for (const place of ["mail", "changed-files", "restores", "backups"]) {
    const prefix = `${place}/${connection}/`;
    const { objects } = await bucket.list({ prefix, limit: ERASE_FILES_STEP });
    if (objects.length === 0) continue;
    await bucket.delete(objects.map(({ key }) => key));
    return true;
  }
  const documents = sql.all<{ sha256: string }>(
    "SELECT DISTINCT document ->> '$.sha256' AS sha256 FROM runs LIMIT ?",
    ERASE_DOCUMENTS_STEP,
  );
  for (const { sha256 } of documents) {
    await eraseDocument(bucket, connection, sha256);
    sql.run("DELETE FROM runs WHERE document ->> '$.sha256' = ?", sha256);
  }
  if (documents.length > 0) return true;
  // Without its database nobody could revoke the tokens.
  if (owes) return true;
  await storage.deleteAll();
  return false;
}

async function eraseDocument(bucket: R2Bucket, connection: string, sha256: string): Promise<void> {
  await bucket.delete(`${usesOf(sha256)}${connection}`);
  const { objects } = await bucket.list({ prefix: usesOf(sha256), limit: 1 });
  if (objects.length > 0) return;
  const stored = await bucket.head(documentKey(sha256));
  if (stored !== null && stored.uploaded.getTime() >= MARKED_SINCE)
    await bucket.delete(documentKey(sha256));
}
