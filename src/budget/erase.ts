// Deleting a budget account for good: what let people in goes at once, the data after a pause, by the object's alarm.
//
// Order of writes: one transaction notes that the budget is deleted and takes every access; from then on the object answers
// like one that never was. Then the bytes in the bucket, a thousand at a step, then the database, last the note that all is
// done: killed anywhere, the alarm begins with what is left. An upload that was on its way meanwhile may put bytes that
// nobody names, so the bucket is looked through once more later. The note stays for good: a number is not used again.

import { ERASE_FILES_STEP, ERASE_LOOK_AGAIN_MS, ERASE_PAUSE_MS } from "../platform/limits.ts";
import type { Sql } from "../platform/sql/sql.ts";
import { attachmentKey } from "./outside.ts";

interface Note {
  readonly at: number;
  readonly done: boolean;
}

const KEY = "deleted";

/** Whether this budget was deleted, or is being deleted. */
export function isErased(storage: DurableObjectStorage): boolean {
  return storage.kv.get<Note>(KEY) !== undefined;
}

/** Notes that the budget is deleted and takes everybody's access; when to take the first step. */
export function beginErasing(storage: DurableObjectStorage, sql: Sql, now: number): number {
  sql.transaction(() => {
    storage.kv.put<Note>(KEY, { at: now, done: false });
    for (const table of [
      "access_tokens",
      "grants",
      "tokens",
      "invites",
      "members",
      "jobs",
      "bank_accounts_ended",
      "banks",
      "crypto_sources",
      "rising",
    ])
      sql.run(`DELETE FROM ${table}`);
  });
  return now + ERASE_PAUSE_MS;
}

/** One step; when to take the next, null when nothing is left. */
export async function eraseStep(
  storage: DurableObjectStorage,
  bucket: R2Bucket,
  budget: string,
  now: number,
): Promise<number | null> {
  const { objects } = await bucket.list({
    prefix: attachmentKey(budget, ""),
    limit: ERASE_FILES_STEP,
  });
  if (objects.length > 0) {
    await bucket.delete(objects.map(({ key }) => key));
    return now + 1;
  }
  const note = storage.kv.get<Note>(KEY);
  if (note === undefined || note.done) return null;
  await storage.deleteAll();
  storage.kv.put<Note>(KEY, { at: note.at, done: true });
  return now + ERASE_LOOK_AGAIN_MS;
}
