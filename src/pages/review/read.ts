// Reads the data of the review, from any service: the waiting transactions, those reviewed before,
// and whether new transactions wait for review at all.

import * as z from "zod";
import { REVIEW_HISTORY_ROWS, REVIEW_ROWS } from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import { readService, type Refusal } from "../ui/client.ts";
import { saveRecords } from "../ui/save-records.ts";
import type { Variables } from "../ui/context.ts";
import { readView } from "../transactions/query.ts";
import { readLedger } from "../transactions/read-ledger.ts";
import { pageSchema, type Transaction } from "../transactions/wire.ts";

type Ways = Pick<Variables, "api" | "service" | "frame">;

/** The newest transactions that wait for review. */
export interface Waiting {
  readonly rows: readonly Transaction[];
  /** How many wait in all; null if the service only says that there are more than shown. */
  readonly count: number | null;
}

/** Reads the transactions that wait for review. */
export async function readWaiting(ways: Ways): Promise<Result<Waiting, Refusal>> {
  const { query } = readView(new URLSearchParams({ status: "unreviewed" }));
  const page = await readLedger(ways, query, null, { rows: REVIEW_ROWS, totals: true });
  if (!page.ok) return page;
  const { rows, totals, older } = page.value;
  const all = older === null ? rows.length : null;
  return ok({ rows, count: totals?.count ?? all });
}

/** The newest reviewed transactions; none if they cannot be read. */
export async function readHistory({
  service,
}: Pick<Variables, "service">): Promise<readonly Transaction[]> {
  const query = new URLSearchParams({
    status: "reviewed",
    limit: String(REVIEW_HISTORY_ROWS),
    include_metadata: "true",
  });
  const found = await readService(service, `/transactions?${query.toString()}`, pageSchema);
  return found.ok ? found.value.transactions : [];
}

const SETTINGS = "/me/user/account/settings";
const settingsSchema = z.object({ auto_review_transaction_on_creation: z.boolean() });

/** Whether new transactions wait for review; null if the service does not say. */
export async function readArrival(service: Variables["service"]): Promise<boolean | null> {
  const found = await readService(service, SETTINGS, settingsSchema);
  return found.ok ? !found.value.auto_review_transaction_on_creation : null;
}

/** Sets whether new transactions wait for review, as a change that can be undone. */
export async function saveArrival(
  api: Variables["api"],
  key: string,
  waits: boolean,
): Promise<Result<unknown, Refusal>> {
  const one = (value: boolean) => ({ auto_review_transaction_on_creation: value });
  const records = [{ kind: "arrival", id: 1, was: one(waits), set: one(!waits) }];
  return saveRecords(api, key, records, "the review page");
}
