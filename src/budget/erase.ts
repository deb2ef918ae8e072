// Deletes a budget account for good: access ends at once, the object's alarm deletes the data after
// a pause.
//
// Order of writes: one transaction marks the budget as deleted and ends every access. From then on
// the object answers like a budget that never existed. Next the files in the bucket go, a thousand
// per step, then the database, and last the completion is recorded. If the Worker dies in between,
// the alarm continues with what is left. An upload that was in progress may add files that no row
// names, so the bucket is searched once more later. The mark stays for good, because an account
// number is never used again.

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

/** One step of the deletion; the time of the next step, null when everything is deleted. */
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
