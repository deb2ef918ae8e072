// Finds the reviewed item that a transaction belongs to, and applies the item to it: pure. Items
// are looked up by payee in a map, so the cost of a batch is its own length, and zero without
// items. Only plain transactions are recognized: no pending ones, no parts, split parents or
// groups.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";
import { daysBetween, isDue, nearestExpected } from "./matches.ts";
import type { Criteria, RecurringItem } from "./store.ts";

/** The facts that criteria compare. */
export interface Facts {
  readonly date: Day;
  readonly amount: Units;
  readonly currency: Currency;
  readonly payee: string;
  readonly original_name: string | null;
  readonly manual_account_id: number | null;
  readonly linked_account_id: number | null;
}

/** A transaction as far as an item changes it. */
export interface Recognizable extends Facts {
  readonly category_id: number | null;
  readonly notes: string | null;
  readonly status: "reviewed" | "unreviewed" | "delete_pending";
  readonly recurring_id: number | null;
  readonly is_pending: number;
  readonly is_split_parent: number;
  readonly split_parent_id: number | null;
  readonly is_group_parent: number;
  readonly group_parent_id: number | null;
}

/** The reviewed items, ready to be looked up. */
export interface Recognizer {
  /** The item that a transaction says it belongs to, where that is reviewed. */
  readonly byId: (id: number) => RecurringItem | null;
  /**
   * The item that a transaction with these facts belongs to: the one expected nearest to its day,
   * then the oldest.
   */
  readonly recognize: (facts: Facts) => RecurringItem | null;
}

/** A payee as it is compared: without case, blanks collapsed. */
export function payeeKey(payee: string): string {
  return payee.trim().replace(/\s+/g, " ").toLowerCase();
}

/** A recognizer of these items; null without items, so that nothing is computed. */
export function buildRecognizer(items: readonly RecurringItem[]): Recognizer | null {
  if (items.length === 0) return null;
  const byId = new Map(items.map((item) => [item.id, item]));
  const byPayee = Map.groupBy(items, ({ payee }) => (payee === null ? null : payeeKey(payee)));
  return {
    byId: (id) => byId.get(id) ?? null,
    recognize: (facts) => {
      const keys = new Set([
        null,
        payeeKey(facts.payee),
        facts.original_name === null ? null : payeeKey(facts.original_name),
      ]);
      const fitting = [...keys]
        .flatMap((key) => byPayee.get(key) ?? [])
        .filter((item) => fits(item, facts));
      return (
        fitting.toSorted(
          (a, b) => distance(a, facts.date) - distance(b, facts.date) || a.id - b.id,
        )[0] ?? null
      );
    },
  };
}

/** Whether a transaction with these facts meets every criterion. */
export function fits(criteria: Criteria, facts: Facts): boolean {
  const { payee, amount, amount_max: max } = criteria;
  return (
    facts.amount >= amount &&
    facts.amount <= (max ?? amount) &&
    facts.currency === criteria.currency &&
    (criteria.manual_account_id === null ||
      criteria.manual_account_id === facts.manual_account_id) &&
    (criteria.linked_account_id === null ||
      criteria.linked_account_id === facts.linked_account_id) &&
    (payee === null || isPayee(payeeKey(payee), facts)) &&
    isDue(criteria, facts.date)
  );
}

function isPayee(key: string, { payee, original_name }: Facts): boolean {
  return payeeKey(payee) === key || (original_name !== null && payeeKey(original_name) === key);
}

function distance(item: RecurringItem, date: Day): number {
  const expected = nearestExpected(item, date);
  return expected === null ? Infinity : daysBetween(expected, date);
}

/** Whether a transaction can be recognized at all. */
export function isPlain(row: Recognizable): boolean {
  return (
    row.is_pending === 0 &&
    row.is_split_parent === 0 &&
    row.split_parent_id === null &&
    row.is_group_parent === 0 &&
    row.group_parent_id === null
  );
}

/** The transaction with the item's payee, notes and category, except the properties in `kept`. */
function applyItem<Row extends Recognizable>(row: Row, item: RecurringItem, kept: object): Row {
  const over = <T>(property: string, value: T | null, own: T): T =>
    value === null || Reflect.get(kept, property) !== undefined ? own : value;
  return {
    ...row,
    recurring_id: item.id,
    payee: over("payee", item.set_payee, row.payee),
    notes: over("notes", item.set_notes, row.notes),
    category_id: over("category_id", item.set_category_id, row.category_id),
  };
}

/** A new transaction as the reviewed items make it; one that names its item belongs to that. */
export function recognizedNew<Row extends Recognizable>(
  recognizer: Recognizer | null,
  row: Row,
): Row {
  if (recognizer === null || !isPlain(row)) return row;
  const item =
    row.recurring_id === null ? recognizer.recognize(row) : recognizer.byId(row.recurring_id);
  return item === null ? row : { ...applyItem(row, item, {}), status: "reviewed" };
}

const TELLING = [
  "date",
  "amount",
  "currency",
  "payee",
  "manual_account_id",
  "linked_account_id",
] as const;

/**
 * A changed transaction after the reviewed items. It is recognized if it had no item and one of its
 * facts changed. If the change names an item, that item's values apply, except properties that the
 * change itself sets.
 */
export function recognizedChange<Row extends Recognizable>(
  recognizer: Recognizer | null,
  before: Row,
  after: Row,
  change: { readonly recurring_id?: unknown; readonly status?: unknown },
): Row {
  if (recognizer === null || !isPlain(before)) return after;
  const item = itemAfter(recognizer, before, after, change.recurring_id !== undefined);
  if (item === null) return after;
  const row = applyItem(after, item, change);
  return change.status === undefined ? { ...row, status: "reviewed" } : row;
}

function itemAfter(
  recognizer: Recognizer,
  before: Recognizable,
  after: Recognizable,
  isNamed: boolean,
): RecurringItem | null {
  if (isNamed) {
    const isNew = after.recurring_id !== null && after.recurring_id !== before.recurring_id;
    return isNew ? recognizer.byId(after.recurring_id) : null;
  }
  if (before.recurring_id !== null) return null;
  return TELLING.some((fact) => before[fact] !== after[fact]) ? recognizer.recognize(after) : null;
}
