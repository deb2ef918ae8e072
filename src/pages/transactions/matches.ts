// The filters of a view that the documented interface does not have: which of the transactions that
// it lists belong to the view. Pure. The embedded service answers the same by itself
// (budget/ledger), and a test holds that both agree.

import { buildMatcher } from "../../budget/ledger/search.ts";
import { parseRounded } from "../../money/money.ts";
import type { Day } from "../../money/day.ts";
import { hasReceipt, isForeign, isTransfer, readProvenance } from "./provenance.ts";
import type { LedgerQuery, Place, SourceChoice } from "./query.ts";
import type { Transaction } from "./wire.ts";

/** Whether the documented interface can answer the view's filters alone. */
export function needsMatching({ q, min, max, direction, source, has, no }: LedgerQuery): boolean {
  return [q, min, max, direction, source, has, no].some((filter) => filter !== null);
}

/** Whether a listed transaction belongs to the view; `whole` is what it is a part of. */
export type InView = (transaction: Transaction, whole: Transaction | null) => boolean;

/** A view with what its filters mean in this budget. */
export interface ResolvedQuery extends LedgerQuery {
  /** The imports that schedules made, if the view is of them. */
  readonly runs: readonly string[];
  /** The category of the view, or its members. */
  readonly categories: readonly number[];
}

/** The filters of a view as one test of a transaction. */
export function buildInView(query: ResolvedQuery): InView {
  const hasWords = buildMatcher(query.q ?? "");
  return (transaction, whole) =>
    hasWords({
      payee: transaction.payee ?? "",
      notes: transaction.notes ?? null,
      original_name: transaction.original_name ?? null,
    }) &&
    hasAmount(transaction, query) &&
    isOfSides(transaction, query) &&
    (query.source === null || isFrom(transaction, query.source, whole, query.runs)) &&
    (query.has === null || HAS[query.has](transaction)) &&
    (query.no === null || !HAS[query.no](transaction));
}

/** A transfer is of a category if it is itself, or one of its sides. */
function isOfSides(
  { category_id: own, children }: Transaction,
  { has, categories }: Pick<ResolvedQuery, "has" | "categories">,
): boolean {
  if (has !== "transfer" || categories.length === 0) return true;
  const all = [own, ...(children ?? []).map((side) => side.category_id)];
  return all.some((one) => one != null && categories.includes(one));
}

function hasAmount(
  { amount }: Transaction,
  { min, max, direction }: Pick<LedgerQuery, "min" | "max" | "direction">,
): boolean {
  if (min === null && max === null && direction === null) return true;
  const read = parseRounded(amount);
  if (!read.ok) return false;
  const magnitude = Math.abs(read.value);
  const flows = read.value < 0 ? "in" : "out";
  return (
    (min === null || magnitude >= min) &&
    (max === null || magnitude <= max) &&
    (direction === null || (direction === flows && magnitude !== 0))
  );
}

/** A part of a split came from where the whole did, and a group from where a member did. */
function isFrom(
  transaction: Transaction,
  source: SourceChoice,
  whole: Transaction | null,
  runs: readonly string[],
): boolean {
  const kin = [transaction, ...(whole === null ? [] : [whole])];
  // Another service says nothing of its rules.
  if (source.kind === "rule") return false;
  if (source.kind === "person") return !kin.some(isForeign);
  const members = transaction.is_group_parent === true ? (transaction.children ?? []) : [];
  return [...kin, ...members].some((one) => {
    const { run, message } = readProvenance(one);
    if (source.kind === "schedule") return run !== null && runs.includes(run);
    return (source.kind === "import" ? run : message) === source.id;
  });
}

const HAS = {
  receipt: hasReceipt,
  notes: ({ notes }: Transaction) => (notes ?? "") !== "",
  split: ({ split_parent_id: parent }: Transaction) => parent != null,
  transfer: isTransfer,
  category: ({ category_id: category }: Transaction) => category != null,
};

/** Orders the list: newest day first, on one day the highest id first. */
export function compareNewest(a: Placed, b: Placed): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return b.id - a.id;
}

/** Anything that has a place in the list. */
type Placed = { readonly date: string; readonly id: number };

/** Whether a transaction stands behind a place: it is older. */
export function isOlder(transaction: Placed, place: Place): boolean {
  return compareNewest(transaction, place) > 0;
}

/** Whether a transaction stands before a place: it is newer. */
export function isNewer(transaction: Placed, place: Place): boolean {
  return compareNewest(transaction, place) < 0;
}

/** The place of a transaction. */
export function placeOf({ date, id }: Placed): Place {
  return { date: date as Day, id };
}
