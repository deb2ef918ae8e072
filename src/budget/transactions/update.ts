// PUT /transactions and /transactions/{id} (gaps.md 3.2, D12). A batch is checked whole against the
// transactions as they would be afterwards, then written whole; every item's errors come together.

import { ERRORS_MAX } from "../../platform/limits.ts";
import type { Currency } from "../../money/currency.ts";
import { units } from "../../money/money.ts";
import { ok, type Result } from "../../platform/result.ts";
import { readBudget, readUser } from "../me/store.ts";
import { refuse, type ErrorItem, type Problem } from "../../platform/api/problem.ts";
import { settleSplits } from "../rates/families.ts";
import { type Convert, writingConverter } from "../rates/store.ts";
import { loadRecognizer } from "../recurring/apply.ts";
import { recognizedChange } from "../recurring/recognize.ts";
import type { Context } from "../route.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { move, settleBalances, type Moves } from "./balance.ts";
import {
  changedRow,
  listFaults,
  locateChange,
  type Change,
  type ChangeSettings,
} from "./change.ts";
import { loadReferences, type References } from "./references.ts";
import type { TransactionRow } from "./row.ts";
import {
  addTags,
  clearTags,
  findTransactions,
  updateTransactions,
  withExternalIds,
} from "./store.ts";
import { PLAIN_WORDING, type Wording } from "./wording.ts";

/** A transaction before and after. */
interface Pair {
  readonly change: Change;
  readonly before: TransactionRow;
  readonly after: TransactionRow;
}

/** Applies the changes, or refuses them all; unknown ids are refused as faults of the body. */
export function updateBatch(
  context: Context,
  changes: readonly Change[],
  updateBalance: boolean,
  wording: Wording = PLAIN_WORDING,
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
  const settings: ChangeSettings = {
    primary,
    now,
    reviews: readUser(sql, caller.userId).auto_review_transaction_on_update === 1,
  };
  const convert = writingConverter(context);
  const recognizer = loadRecognizer(sql);

  const errors: ErrorItem[] = [];
  const pairs: Pair[] = [];
  for (const change of changes) {
    const before = stored.get(change.id);
    if (before === undefined) {
      errors.push({
        errMsg: `There is no transaction with the id ${change.id}.`,
        error: "Invalid Transaction ID",
        ...locateChange(change),
        id: change.id,
      });
      continue;
    }
    const changed = changedRow(before, change.item, settings, convert);
    const after = recognizedChange(recognizer, before, changed, change.item);
    const faults = listFaults(change, before, after, references, wording);
    errors.push(...faults);
    pairs.push({ change, before, after });
  }
  errors.push(...repeatedIds(changes));
  if (errors.length === 0) errors.push(...externalIdClashes(context, pairs, wording));
  if (errors.length > 0) return refuse("invalid body", ...errors.slice(0, ERRORS_MAX));
  return write(context, pairs, {
    updateBalance,
    references,
    convert,
    primary,
    account: wording.account,
  });
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

/**
 * External ids that would occur twice in one manual account, among the changed transactions and
 * against the others.
 */
function externalIdClashes(
  { sql }: Context,
  pairs: readonly Pair[],
  { account }: Wording,
): ErrorItem[] {
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
    errMsg: `The external_id ${JSON.stringify(external)} is already that of transaction ${other} in the same ${account}.`,
    error: "Duplicate External ID",
    ...locateChange(change),
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
  readonly account: Wording["account"];
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
  const isSettled = settleParts(sql, pairs, writing);
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
  const settled = settleBalances(context, moves, writing.convert, writing.primary, writing.account);
  if (!settled.ok) return settled;
  return ok(isSettled ? rereadInOrder(sql, rows) : rows);
}

/**
 * A part that changes its day may take the rounding of its split along, so all parts are valued
 * again.
 */
function settleParts(sql: Sql, pairs: readonly Pair[], rating: Writing): boolean {
  const wholes = pairs.flatMap(({ before, after }) =>
    before.split_parent_id === null || before.date === after.date ? [] : [before.split_parent_id],
  );
  settleSplits(sql, rating, [...new Set(wholes)]);
  return wholes.length > 0;
}

function rereadInOrder(sql: Sql, rows: readonly TransactionRow[]): TransactionRow[] {
  const ids = rows.map(({ id }) => id);
  const stored = new Map(findTransactions(sql, ids).map((row) => [row.id, row]));
  return rows.map((row) => stored.get(row.id) ?? row);
}

/**
 * Moves the balances by the difference that the change makes; returns the transaction's whole
 * movement afterwards.
 */
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
