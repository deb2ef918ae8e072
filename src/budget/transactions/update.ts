// PUT /transactions and /transactions/{id} (gaps.md 3.2, D12). A batch is checked whole against the
// transactions as they would be afterwards, then written whole; every item's errors come together.

import { ERRORS_MAX } from "../../limits.ts";
import type { Currency } from "../../value/currency.ts";
import { units } from "../../value/money.ts";
import { ok, type Result } from "../../value/result.ts";
import { readBudget, readUser } from "../me/store.ts";
import { refuse, type ErrorItem, type Problem } from "../problem.ts";
import { converter, type Convert } from "../rates/store.ts";
import type { Context } from "../route.ts";
import { move, settleBalances, type Moves } from "./balance.ts";
import { NO_PAYEE } from "./insert.ts";
import { isLocked, loadReferences, unknownReferences, type References } from "./references.ts";
import type { TransactionRow } from "./row.ts";
import { UPDATABLE, type UpdateItem } from "./schemas.ts";
import {
  addTags,
  clearTags,
  findTransactions,
  updateTransactions,
  withExternalIds,
} from "./store.ts";

/** One transaction's change; `index` is its place in a bulk request. */
export interface Change {
  readonly id: number;
  readonly index: number | null;
  readonly item: UpdateItem;
}

interface Settings {
  readonly primary: Currency;
  readonly reviews: boolean;
  readonly now: number;
}

/** A transaction before and after. */
interface Pair {
  readonly change: Change;
  readonly before: TransactionRow;
  readonly after: TransactionRow;
}

/** Applies the changes, or refuses them all; ids that do not exist are refused as part of the body. */
export function updateBatch(
  context: Context,
  changes: readonly Change[],
  updateBalance: boolean,
): Result<TransactionRow[], Problem> {
  const { sql, now, caller } = context;
  const stored = new Map(
    findTransactions(
      sql,
      changes.map(({ id }) => id),
    ).map((row) => [row.id, row]),
  );
  const references = loadReferences(sql, [...changes.map(({ item }) => item), ...stored.values()]);
  const { primary_currency: primary } = readBudget(sql);
  const settings: Settings = {
    primary,
    now,
    reviews: readUser(sql, caller.userId).auto_review_transaction_on_update === 1,
  };
  const convert = converter(sql);

  const errors: ErrorItem[] = [];
  const pairs: Pair[] = [];
  for (const change of changes) {
    const before = stored.get(change.id);
    if (before === undefined) {
      errors.push({
        errMsg: `There is no transaction with the id ${change.id}.`,
        error: "Invalid Transaction ID",
        ...at(change),
        id: change.id,
      });
      continue;
    }
    const after = changedRow(before, change.item, settings, convert);
    const faults = faultsOf(change, before, after, references);
    errors.push(...faults);
    pairs.push({ change, before, after });
  }
  errors.push(...repeatedIds(changes));
  if (errors.length === 0) errors.push(...externalIdClashes(context, pairs));
  if (errors.length > 0) return refuse("invalid body", ...errors.slice(0, ERRORS_MAX));
  return write(context, pairs, { updateBalance, references, convert, primary });
}

function at({ index }: Change): { transaction_index?: number } {
  return index === null ? {} : { transaction_index: index };
}

function repeatedIds(changes: readonly Change[]): ErrorItem[] {
  const groups = Map.groupBy(changes, ({ id }) => id);
  return [...groups].flatMap(([id, same]) => {
    if (same.length < 2) return [];
    const indices = same.map(({ index }) => index ?? 0);
    return [
      {
        errMsg: `Transaction ${id} is changed ${same.length} times in this request.`,
        error: "Invalid Transaction ID",
        transactions_indices: indices,
        id,
      },
    ];
  });
}

function changedRow(
  before: TransactionRow,
  item: UpdateItem,
  { reviews, primary, now }: Settings,
  convert: Convert,
): TransactionRow {
  const manual =
    item.manual_account_id === undefined
      ? item.linked_account_id == null
        ? before.manual_account_id
        : null
      : item.manual_account_id;
  const linked =
    item.linked_account_id === undefined
      ? item.manual_account_id == null
        ? before.linked_account_id
        : null
      : item.linked_account_id;
  const after = {
    ...before,
    date: item.date ?? before.date,
    amount: item.amount ?? before.amount,
    currency: item.currency ?? before.currency,
    payee: item.payee === undefined ? before.payee : item.payee === "" ? NO_PAYEE : item.payee,
    category_id: item.category_id === undefined ? before.category_id : item.category_id,
    notes: item.notes === undefined ? before.notes : item.notes === "" ? null : item.notes,
    manual_account_id: manual,
    linked_account_id: linked,
    recurring_id: item.recurring_id === undefined ? before.recurring_id : item.recurring_id,
    external_id: item.external_id === undefined ? before.external_id : item.external_id,
    custom_metadata:
      item.custom_metadata === undefined ? before.custom_metadata : item.custom_metadata,
    updated_at: now,
  };
  const reviewed = reviews && REVIEWING.some((property) => after[property] !== before[property]);
  return {
    ...after,
    to_base: convert(after.amount, after.currency, primary, after.date),
    // Every pending transaction is unreviewed, whatever is asked.
    status:
      before.is_pending === 1
        ? before.status
        : (item.status ?? (reviewed ? "reviewed" : before.status)),
  };
}

/** A change of one of these marks the transaction as reviewed, where the user's settings say so. */
const REVIEWING = [
  "date",
  "category_id",
  "payee",
  "amount",
  "manual_account_id",
  "linked_account_id",
  "notes",
] as const;
/** What may not change in a linked account that does not allow it, and in the parts and totals of splits and groups. */
const LOCKABLE = ["amount", "currency", "manual_account_id", "linked_account_id"] as const;

function faultsOf(
  change: Change,
  before: TransactionRow,
  after: TransactionRow,
  references: References,
): ErrorItem[] {
  const { item, id } = change;
  const where = at(change);
  const errors: ErrorItem[] = [];
  if (!Object.keys(item).some((property) => UPDATABLE.includes(property))) {
    errors.push({
      errMsg: `The update of transaction ${id} holds no updatable property.`,
      error: "Missing required property",
      ...where,
      id,
    });
  }
  errors.push(...unknownReferences(item, references, where));
  if (item.tag_ids !== undefined && item.additional_tag_ids !== undefined) {
    errors.push({
      errMsg: "tag_ids and additional_tag_ids cannot be given together.",
      ...where,
      id,
      invalid_property: "additional_tag_ids",
    });
  }
  if (item.status === "delete_pending" && before.status !== "delete_pending") {
    errors.push({
      errMsg: "status must be one of reviewed, unreviewed; delete_pending is set by the service.",
      ...where,
      id,
      invalid_property: "status",
    });
  }
  if (before.is_pending === 1 && after.manual_account_id !== null) {
    errors.push({
      errMsg: `Transaction ${id} is pending and stays with its linked account.`,
      ...where,
      id,
      invalid_property: "manual_account_id",
    });
  }
  if (
    item.external_id != null &&
    item.external_id !== before.external_id &&
    after.manual_account_id === null
  ) {
    errors.push({
      errMsg: "An external_id can be given only to a transaction of a manual account.",
      ...where,
      id,
      invalid_property: "external_id",
    });
  }
  if (before.is_split_parent === 1 || before.group_parent_id !== null) {
    const what =
      before.is_split_parent === 1
        ? "has been split"
        : `belongs to the group ${before.group_parent_id}`;
    const group =
      before.group_parent_id === null ? {} : { group_parent_id: before.group_parent_id };
    errors.push({
      errMsg: `Transaction ${id} ${what} and cannot be changed.`,
      ...where,
      id,
      ...group,
    });
  }
  return [...errors, ...lockedProperties(change, before, after, references)];
}

function lockedProperties(
  change: Change,
  before: TransactionRow,
  after: TransactionRow,
  references: References,
): ErrorItem[] {
  const locked =
    isLocked(references, before.linked_account_id) || isLocked(references, after.linked_account_id);
  const part = before.split_parent_id !== null || before.is_group_parent === 1;
  if (!locked && !part) return [];
  return LOCKABLE.filter((property) => after[property] !== before[property]).map((property) => ({
    errMsg: locked
      ? `${property} of transaction ${change.id} cannot be changed: its linked account does not allow modifications.`
      : `${property} of transaction ${change.id} cannot be changed: it belongs to a split or is a group.`,
    ...(locked && { error: "Transaction belongs to a locked linked account" }),
    ...at(change),
    id: change.id,
    locked_property: property,
  }));
}

/** External ids that would be in one manual account twice, among the changed and against the others. */
function externalIdClashes({ sql }: Context, pairs: readonly Pair[]): ErrorItem[] {
  const keyed = pairs.flatMap(({ change, after }) =>
    after.manual_account_id === null || after.external_id === null
      ? []
      : [{ change, key: [after.manual_account_id, after.external_id] as const }],
  );
  const changing = new Set(pairs.map(({ change }) => change.id));
  const stored = withExternalIds(
    sql,
    keyed.map(({ key }) => key),
  ).filter(({ id }) => !changing.has(id));
  const clash = (change: Change, external: string, other: number): ErrorItem => ({
    errMsg: `The external_id ${JSON.stringify(external)} is already that of transaction ${other} in the same manual account.`,
    error: "Duplicate External ID",
    ...at(change),
    id: change.id,
    invalid_property: "external_id",
    existing_transaction_id: other,
  });
  const errors = stored.flatMap(({ position, id }) => {
    const found = keyed[position];
    return found === undefined ? [] : [clash(found.change, found.key[1], id)];
  });
  const first = new Map<string, Change>();
  for (const { change, key } of keyed) {
    const other = first.get(key.join(" "));
    if (other === undefined) first.set(key.join(" "), change);
    else errors.push(clash(change, key[1], other.id));
  }
  return errors;
}

interface Writing {
  readonly updateBalance: boolean;
  readonly references: References;
  readonly convert: Convert;
  readonly primary: Currency;
}

function write(
  context: Context,
  pairs: readonly Pair[],
  writing: Writing,
): Result<TransactionRow[], Problem> {
  const { sql } = context;
  const moves: Moves = new Map();
  const rows = pairs.map((pair) => ({
    ...pair.after,
    balance_moved: units(movedAfter(pair, moves, writing)),
  }));
  updateTransactions(sql, rows);
  const retagged = pairs
    .filter(({ change }) => change.item.tag_ids !== undefined)
    .map(({ change }) => change.id);
  if (retagged.length > 0) clearTags(sql, retagged);
  addTags(
    sql,
    pairs.flatMap(({ change: { id, item } }) =>
      [...(item.tag_ids ?? []), ...(item.additional_tag_ids ?? [])].map(
        (tag) => [id, tag] as const,
      ),
    ),
  );
  const settled = settleBalances(context, moves, writing.convert, writing.primary);
  return settled.ok ? ok(rows) : settled;
}

/** Moves the balances by what the change makes of the transaction's effect; what it has moved in all afterwards. */
function movedAfter(
  { before, after }: Pair,
  moves: Moves,
  { updateBalance, references, convert }: Writing,
): number {
  const effect = (row: TransactionRow): number => {
    const account =
      row.manual_account_id === null
        ? undefined
        : references.manualAccounts.get(row.manual_account_id);
    return account === undefined
      ? 0
      : convert(row.amount, row.currency, account.currency, row.date);
  };
  const same = before.manual_account_id === after.manual_account_id;
  if (!updateBalance) return same ? before.balance_moved : 0;
  const untouched = same && before.amount === after.amount && before.currency === after.currency;
  if (untouched) return before.balance_moved;
  if (!same) {
    move(moves, before.manual_account_id, 0 - before.balance_moved);
    move(moves, after.manual_account_id, effect(after));
    return effect(after);
  }
  const difference = effect(after) - effect(before);
  move(moves, after.manual_account_id, difference);
  return before.balance_moved + difference;
}
