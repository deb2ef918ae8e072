// Makes an import of a source's reading of one account: a document of our own in the bucket, and an
// import that reads it like a bank's file. The same reading makes one import, however often its
// step is repeated, unless that failed; an overlap with an earlier one is seen by the rows' ids.
// Nothing is made of an account in which nothing was booked. What is inserted does not move the
// account's balance: the source states it, and it is written when the import is done.

import { IDEMPOTENCY_KEEP_MS } from "../../platform/limits.ts";
import type { AccountReading } from "../../sources/reading.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { storeDocument } from "../imports/documents.ts";
import { feedDocument } from "./feed-document.ts";
import { makeRun, newRunId } from "../imports/arrival.ts";
import { Runs } from "../imports/runs.ts";

/** What is to become an import of a manual account, in the currency that the caller has compared. */
export interface Statement {
  readonly account: number;
  readonly reading: AccountReading;
  readonly withPending: boolean;
}

/** The import that there is now, null where nothing was booked, and a sentence on it. */
export interface Taken {
  readonly import: string | null;
  readonly outcome: string;
}

/** Makes the import; `take` is told within the same transaction, and refuses it by false. */
export async function importReading(
  { sql, bucket }: { readonly sql: Sql; readonly bucket: R2Bucket },
  schedule: { readonly id: string; readonly name: string },
  { account, reading, withPending }: Statement,
  now: number,
  take: (taken: Taken) => boolean,
): Promise<void> {
  const count = reading.transactions.length;
  if (count === 0) {
    take({ import: null, outcome: "Nothing was booked in the days asked for." });
    return;
  }
  const bytes = new TextEncoder().encode(feedDocument(reading));
  const stored = await storeDocument(bucket, once(bytes));
  if (!stored.ok)
    throw new Error(`Invariant broken: a reading of ${bytes.length} bytes is ${stored.error}`);
  const document = {
    name: `${schedule.name}.json`,
    ...stored.value,
    media_type: "application/json",
  };
  const options = {
    account,
    account_named: null,
    currency: reading.currency,
    preview: false,
    apply_rules: true,
    skip_duplicates: true,
    include_pending: withPending,
    balance_stated: true,
  };
  const key = `schedule ${schedule.id} ${account} ${withPending ? "with pending " : ""}${stored.value.sha256}`;
  const told = `${count} ${count === 1 ? "transaction was" : "transactions were"} told of`;
  sql.transaction(() => {
    sql.run("DELETE FROM idempotency WHERE created_at < ?", now - IDEMPOTENCY_KEEP_MS);
    const before = sql.first<{ run: string }>(
      "SELECT i.run FROM idempotency i JOIN runs r ON r.id = i.run WHERE i.key = ? AND r.state <> 'failed'",
      key,
    );
    if (before !== null) {
      take({ import: before.run, outcome: `${told}, the same as before.` });
      return;
    }
    const id = newRunId(now);
    if (!take({ import: id, outcome: `${told}; an import takes those that are new.` })) return;
    sql.run(
      "INSERT OR REPLACE INTO idempotency (key, request, run, created_at) VALUES (?, '', ?, ?)",
      key,
      id,
      now,
    );
    makeRun(new Runs(sql), id, { document, refused: null }, { door: "schedule", options }, now);
  });
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
