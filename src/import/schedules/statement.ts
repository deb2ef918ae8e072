// What a source told of one account becomes an import: a document of our own in the bucket, and a run that reads it like a
// bank's file. The same reading makes one import, however often its step is repeated; an overlap with an earlier one is seen by
// the rows' ids. Nothing is made of an account in which nothing was booked.

import { IDEMPOTENCY_KEEP_MS } from "../../limits.ts";
import type { AccountReading } from "../../sources/reading.ts";
import type { Sql } from "../../sql/sql.ts";
import { storeDocument } from "../accept/documents.ts";
import { feedDocument } from "../decode/feed/document.ts";
import { makeRun, newRunId } from "../post/arrival.ts";
import { Runs } from "../post/runs.ts";

/** Makes the import for a manual account, in the currency that the caller has compared; answers a sentence. */
export async function importReading(sql: Sql, bucket: R2Bucket, schedule: { readonly id: string; readonly name: string }, account: number, reading: AccountReading, now: number): Promise<string> {
  const count = reading.transactions.length;
  if (count === 0) return "Nothing was booked in the days asked for.";
  const bytes = new TextEncoder().encode(feedDocument(reading));
  const stored = await storeDocument(bucket, once(bytes));
  if (!stored.ok) throw new Error(`Invariant broken: a reading of ${bytes.length} bytes is ${stored.error}`);
  const document = { name: `${schedule.name}.json`, ...stored.value, media_type: "application/json" };
  const options = { account, account_named: null, currency: reading.currency, preview: false, apply_rules: true, skip_duplicates: true, include_pending: false };
  const key = `schedule ${schedule.id} ${account} ${stored.value.sha256}`;
  const made = sql.transaction(() => {
    sql.run("DELETE FROM idempotency WHERE created_at < ?", now - IDEMPOTENCY_KEEP_MS);
    if (sql.first("SELECT 1 FROM idempotency WHERE key = ?", key) !== null) return false;
    const id = newRunId(now);
    sql.run("INSERT INTO idempotency (key, request, run, created_at) VALUES (?, '', ?, ?)", key, id, now);
    makeRun(new Runs(sql), id, { document, refused: null }, { door: "schedule", options }, now);
    return true;
  });
  const told = `${count} ${count === 1 ? "transaction was" : "transactions were"} told of`;
  return made ? `${told}; an import takes those that are new.` : `${told}, the same as before.`;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
