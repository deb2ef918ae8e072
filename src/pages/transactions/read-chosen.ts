// Reads the chosen transactions of a form of the list as they are now: the ticked ones, or all of
// the view if their number is still the one that the person was shown.

import {
  CHANGE_SINGLE_READS_MAX,
  LEDGER_IDS_MAX,
  LEDGER_ROWS_MAX,
  PAGE_ROWS_MAX,
} from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { read, readService, type Refusal } from "../ui/client.ts";
import { plural } from "../ui/print.ts";
import type { Chosen } from "./bulk.ts";
import type { View } from "./query.ts";
import { readLedger, walkLedger, type Ways } from "./read-ledger.ts";
import { ledgerSchema, transactionSchema, type Transaction } from "./wire.ts";

/** Rows by id, in the order of the list. */
type Rows = ReadonlyMap<number, Transaction>;

/** The ticked transactions as they are now; those that are gone are missing. */
export async function readTicked(
  ways: Ways,
  view: View,
  chosen: readonly Chosen[],
): Promise<Result<Rows, Refusal>> {
  return ways.frame.remote === null ? readByIds(ways, chosen) : readFromView(ways, view, chosen);
}

async function readByIds({ api }: Ways, chosen: readonly Chosen[]): Promise<Result<Rows, Refusal>> {
  const rows = new Map<number, Transaction>();
  for (let start = 0; start < chosen.length; start += LEDGER_IDS_MAX) {
    const ids = chosen.slice(start, start + LEDGER_IDS_MAX).map(({ id }) => id);
    const query = new URLSearchParams({ ids: ids.join(","), limit: String(LEDGER_IDS_MAX) });
    const answer = await read(api, `/api/transactions?${query.toString()}`, ledgerSchema);
    if (!answer.ok) return answer;
    for (const row of answer.value.transactions) rows.set(row.id, row);
  }
  return ok(rows);
}

/**
 * A remote service cannot list transactions by id. So the page is read again, and each transaction
 * that is no longer on it by itself.
 */
async function readFromView(
  ways: Ways,
  view: View,
  chosen: readonly Chosen[],
): Promise<Result<Rows, Refusal>> {
  const page = await readLedger(ways, view.query, view.cursor);
  if (!page.ok) return page;
  const wanted = new Set(chosen.map(({ id }) => id));
  const rows = new Map(
    page.value.rows.filter(({ id }) => wanted.has(id)).map((row) => [row.id, row]),
  );
  const missing = [...wanted].filter((id) => !rows.has(id));
  if (missing.length > CHANGE_SINGLE_READS_MAX)
    return err({
      status: 409,
      message: "The list has changed since you opened it, and nothing was changed. Choose again.",
    });
  for (const id of missing) {
    const one = await readService(ways.service, `/transactions/${id}`, transactionSchema);
    if (one.ok) rows.set(id, one.value);
    else if (one.error.status !== 404) return one;
  }
  return ok(rows);
}

/** Reads all transactions of a view as they are now; refuses if their number is not `count`. */
export async function readWhole(
  ways: Ways,
  view: View,
  count: number,
  most: number,
): Promise<Result<Rows, Refusal>> {
  const rows = new Map<number, Transaction>();
  const pageRows = ways.frame.remote === null ? LEDGER_ROWS_MAX : PAGE_ROWS_MAX;
  for await (const page of walkLedger(ways, view.query, { pageRows, most: count + 1 })) {
    if (!page.ok && page.error.status !== 413) return page;
    if (page.ok) for (const row of page.value) rows.set(row.id, row);
  }
  if (rows.size === count && count <= most) return ok(rows);
  const now = rows.size > count ? `more than ${count}` : String(rows.size);
  return err({
    status: 409,
    message:
      count > most
        ? `At most ${plural(most, "transaction")} can be changed at once. Narrow the view with filters.`
        : `The view has changed: it had ${plural(count, "transaction")}, now it has ${now}. Nothing was changed. Look at it and choose again.`,
  });
}
