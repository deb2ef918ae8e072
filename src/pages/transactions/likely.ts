// The likely categories of a transaction: those that its payee had most often, then those of the
// rows around it.

import type { CategoryName, Names } from "./read-names.ts";
import { readView } from "./query.ts";
import { readLedger, type Ways } from "./read-ledger.ts";
import type { Transaction } from "./wire.ts";
import { SEARCH_CHARS_MAX } from "../../platform/limits.ts";

const LIKELY_MAX = 5;
/** How many rows around it count as much as one of the same payee. */
const OWN_WEIGHT = 100;
const HISTORY_ROWS = 50;

/** The likely categories, the likeliest first. */
export async function readLikely(
  ways: Ways,
  names: Names,
  transaction: Transaction,
  around: readonly Transaction[],
): Promise<readonly CategoryName[]> {
  const payee = (transaction.payee ?? "").trim();
  // A remote service cannot search by payee.
  if (payee === "" || ways.frame.remote !== null) return pickLikely(names, transaction, around);
  const { query } = readView(new URLSearchParams({ q: payee.slice(0, SEARCH_CHARS_MAX) }));
  const page = await readLedger(ways, query, null, { rows: HISTORY_ROWS, totals: false });
  return pickLikely(names, transaction, [...(page.ok ? page.value.rows : []), ...around]);
}

/** Picks the likely categories from these rows. */
export function pickLikely(
  { categories }: Pick<Names, "categories">,
  { id, payee }: Pick<Transaction, "id" | "payee">,
  rows: readonly Pick<Transaction, "id" | "payee" | "category_id">[],
): readonly CategoryName[] {
  const weights = new Map<number, number>();
  for (const row of rows) {
    if (row.category_id == null || row.id === id) continue;
    const weight = isSamePayee(row.payee, payee) ? OWN_WEIGHT : 1;
    weights.set(row.category_id, (weights.get(row.category_id) ?? 0) + weight);
  }
  return [...weights]
    .sort(([, a], [, b]) => b - a)
    .flatMap(([category]) => categories.find((one) => one.id === category) ?? [])
    .filter(({ isArchived, isGroup }) => !isArchived && !isGroup)
    .slice(0, LIKELY_MAX);
}

function isSamePayee(one: string | null | undefined, other: string | null | undefined): boolean {
  const [a, b] = [one, other].map((text) => (text ?? "").trim().toLowerCase());
  return a !== "" && a === b;
}
