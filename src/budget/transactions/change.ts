// Applies a change to a transaction and reports its faults (gaps.md 3.2): pure.

import { valueAfter } from "../../platform/change.ts";
import type { Currency } from "../../money/currency.ts";
import type { Units } from "../../money/money.ts";
import type { ErrorItem } from "../../platform/api/problem.ts";
import type { Convert } from "../rates/store.ts";
import { isLocked, unknownReferences, type Locators, type References } from "./references.ts";
import { NO_PAYEE, type TransactionRow } from "./row.ts";
import { UPDATABLE, type UpdateItem } from "./schemas.ts";
import { withArticle, type Wording } from "./wording.ts";

/** One transaction's change; `index` is its place in a bulk request. */
export interface Change {
  readonly id: number;
  readonly index: number | null;
  readonly item: UpdateItem;
}

export interface ChangeSettings {
  readonly primary: Currency;
  /** Whether the user's changes mark a transaction as reviewed. */
  readonly reviews: boolean;
  readonly now: number;
}

/** A change of one of these marks the transaction as reviewed. */
const REVIEWING = [
  "date",
  "category_id",
  "payee",
  "amount",
  "manual_account_id",
  "linked_account_id",
  "notes",
] as const;

/**
 * Properties that cannot change if a linked account allows no modifications, or in parts and totals
 * of splits and groups.
 */
const LOCKABLE = ["amount", "currency", "manual_account_id", "linked_account_id"] as const;

/** The place of an error in the request. */
export function locateChange({ index }: Change): Locators {
  return index === null ? {} : { transaction_index: index };
}

/** The row after the change; naming an account of one kind leaves that of the other. */
export function changedRow(
  before: TransactionRow,
  item: UpdateItem,
  settings: ChangeSettings,
  convert: Convert,
): TransactionRow {
  const after = {
    ...before,
    date: item.date ?? before.date,
    amount: item.amount ?? before.amount,
    currency: item.currency ?? before.currency,
    payee: (item.payee ?? before.payee) || NO_PAYEE,
    category_id: valueAfter(item.category_id, before.category_id),
    notes: valueAfter(item.notes, before.notes) || null,
    manual_account_id: valueAfter(
      item.manual_account_id,
      item.linked_account_id == null ? before.manual_account_id : null,
    ),
    linked_account_id: valueAfter(
      item.linked_account_id,
      item.manual_account_id == null ? before.linked_account_id : null,
    ),
    recurring_id: valueAfter(item.recurring_id, before.recurring_id),
    external_id: valueAfter(item.external_id, before.external_id),
    custom_metadata: valueAfter(item.custom_metadata, before.custom_metadata),
    updated_at: settings.now,
  };
  return {
    ...after,
    to_base: baseAfter(before, after, settings, convert),
    status: statusAfter(before, after, item, settings),
  };
}

/**
 * A group's value is that of its members, and the parts of a split share the value of the whole:
 * neither is converted again by a change that keeps the day.
 */
function baseAfter(
  before: TransactionRow,
  after: TransactionRow,
  { primary }: ChangeSettings,
  convert: Convert,
): Units {
  const shared = before.split_parent_id !== null && before.date === after.date;
  if (before.is_group_parent === 1 || shared) return before.to_base;
  return convert(after.amount, after.currency, primary, after.date);
}

function statusAfter(
  before: TransactionRow,
  after: TransactionRow,
  item: UpdateItem,
  { reviews }: ChangeSettings,
): TransactionRow["status"] {
  // Every pending transaction is unreviewed, even if the request says otherwise.
  if (before.is_pending === 1) return before.status;
  const touched = REVIEWING.some((property) => after[property] !== before[property]);
  return item.status ?? (reviews && touched ? "reviewed" : before.status);
}

/** Everything that is wrong with one change, except an external_id that another transaction has. */
export function listFaults(
  change: Change,
  before: TransactionRow,
  after: TransactionRow,
  references: References,
  wording: Wording,
): ErrorItem[] {
  const where = { ...locateChange(change), id: change.id };
  return [
    ...unknownReferences(change.item, references, locateChange(change), wording),
    ...contradictions(change.item, before, after, wording).map((error) => ({ ...error, ...where })),
    ...membership(before).map((error) => ({ ...error, ...where })),
    ...lockedProperties(before, after, references, wording).map((error) => ({
      ...error,
      ...where,
    })),
  ];
}

function contradictions(
  item: UpdateItem,
  before: TransactionRow,
  after: TransactionRow,
  { account }: Wording,
): ErrorItem[] {
  const errors: ErrorItem[] = [];
  const complain = (property: string, errMsg: string): void => {
    errors.push({ errMsg, invalid_property: property });
  };
  if (!Object.keys(item).some((property) => UPDATABLE.includes(property))) {
    const errMsg = `The update of transaction ${before.id} holds no updatable property.`;
    errors.push({ errMsg, error: "Missing required property" });
  }
  if (item.tag_ids !== undefined && item.additional_tag_ids !== undefined) {
    complain("additional_tag_ids", "tag_ids and additional_tag_ids cannot be given together.");
  }
  if (item.status === "delete_pending" && before.status !== "delete_pending") {
    complain("status", "status must be reviewed or unreviewed; the service sets delete_pending.");
  }
  // Otherwise it would stay pending forever.
  const moved = (["manual_account_id", "linked_account_id"] as const).find(
    (property) => after[property] !== before[property],
  );
  if (before.is_pending === 1 && moved !== undefined) {
    complain(moved, "A pending transaction stays with its linked account.");
  }
  const identified = item.external_id != null && item.external_id !== before.external_id;
  if (identified && after.manual_account_id === null) {
    complain(
      "external_id",
      `Only a transaction of ${withArticle(account)} can be given an external_id.`,
    );
  }
  return errors;
}

/** A split parent and the members of a group stand behind others and stay as they are. */
function membership(before: TransactionRow): ErrorItem[] {
  if (before.is_split_parent === 1) {
    return [{ errMsg: `Transaction ${before.id} has been split and cannot be changed.` }];
  }
  if (before.group_parent_id === null) return [];
  const group = before.group_parent_id;
  const errMsg = `Transaction ${before.id} belongs to the group ${group} and cannot be changed.`;
  return [{ errMsg, group_parent_id: group }];
}

function lockedProperties(
  before: TransactionRow,
  after: TransactionRow,
  references: References,
  { name }: Wording,
): ErrorItem[] {
  const changed = LOCKABLE.filter((property) => after[property] !== before[property]);
  const locked =
    isLocked(references, before.linked_account_id) || isLocked(references, after.linked_account_id);
  if (locked) {
    return changed.map((property) => ({
      errMsg: `${name(property)} of transaction ${before.id} cannot be changed: its linked account does not allow modifications.`,
      error: "Transaction belongs to a locked linked account",
      locked_property: property,
    }));
  }
  if (before.split_parent_id === null && before.is_group_parent === 0) return [];
  return changed.map((property) => ({
    errMsg: `${name(property)} of transaction ${before.id} cannot be changed: it belongs to a split or is a group.`,
    locked_property: property,
  }));
}
