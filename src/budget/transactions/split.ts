// Splitting and unsplitting (gaps.md 3.6, D12). A split hides the transaction behind its parts;
// unsplitting deletes the parts and shows it again as it was.

import { ERRORS_MAX } from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import { readBudget } from "../me/store.ts";
import { refuse, type ErrorItem, type Problem } from "../../platform/api/problem.ts";
import { writingConverter } from "../rates/store.ts";
import type { Context } from "../route.ts";
import { partRows, unsplittable, wrongSum, type Part, type Splitting } from "./parts.ts";
import { loadReferences, unknownReferences } from "./references.ts";
import type { TransactionRow } from "./row.ts";
import {
  addTags,
  deleteTransactions,
  findTransaction,
  findTransactions,
  insertTransactions,
  nextId,
  partIds,
  setSplitParent,
  readTagIds,
} from "./store.ts";
import { PLAIN_WORDING, type Wording } from "./wording.ts";

/**
 * Splits the transaction into parts that sum to its amount; their ids. As documented, an unknown id
 * is answered 400, not 404.
 */
export function splitTransaction(
  context: Context,
  id: number,
  parts: readonly Part[],
  wording: Wording = PLAIN_WORDING,
): Result<number[], Problem> {
  const { sql, now } = context;
  const row = findTransaction(sql, id);
  if (row === null) return refuse("invalid request", unknown(id));
  const because = unsplittable(row);
  if (because !== null) {
    const group = row.group_parent_id === null ? {} : { group_parent_id: row.group_parent_id };
    return refuse("invalid request", {
      errMsg: `Transaction ${id} ${because}, so it cannot be split.`,
      transaction_id: id,
      ...group,
    });
  }
  const references = loadReferences(sql, parts);
  const errors = parts.flatMap((part, index) =>
    unknownReferences(part, references, { child_transactions_index: index }, wording),
  );
  const sum = wrongSum(row, parts, wording);
  if (sum !== null) errors.push(sum);
  if (errors.length > 0) return refuse("invalid body", ...errors.slice(0, ERRORS_MAX));

  const splitting = {
    primary: readBudget(sql).primary_currency,
    convert: writingConverter(context),
    now,
  };
  insertParts(
    context,
    [{ whole: row, tags: readTagIds(sql, [id]).get(id) ?? [], parts }],
    splitting,
  );
  setSplitParent(sql, id, true, now);
  return ok(partIds(sql, [id]));
}

/** A transaction that is in the table, its tags, and the parts that replace it. */
export interface Split {
  readonly whole: TransactionRow;
  readonly tags: readonly number[];
  readonly parts: readonly Part[];
}

/** Writes the parts of checked splits; the caller marks the wholes as split. */
export function insertParts(
  { sql }: Pick<Context, "sql">,
  splits: readonly Split[],
  splitting: Splitting,
): void {
  let id = nextId(sql);
  const rows: TransactionRow[] = [];
  const tags: (readonly [number, number])[] = [];
  for (const { whole, tags: inherited, parts } of splits) {
    for (const [index, part] of parts.entries())
      for (const tag of part.tag_ids ?? inherited) tags.push([id + index, tag]);
    rows.push(...partRows(whole, parts, id, splitting));
    id += parts.length;
  }
  insertTransactions(sql, rows);
  addTags(sql, tags);
}

/** Shows these split transactions again, all or none; the ids of the parts that are deleted. */
export function unsplitTransactions(
  { sql, now }: Context,
  ids: readonly number[],
): Result<number[], Problem> {
  const rows = new Map(findTransactions(sql, ids).map((row) => [row.id, row]));
  const errors = ids.flatMap((id, index) => {
    if (ids.indexOf(id) !== index)
      return [{ errMsg: `Transaction ${id} is named twice.`, transaction_id: id }];
    const row = rows.get(id);
    if (row === undefined) return [unknown(id)];
    return row.is_split_parent === 0 ? [notSplit(row)] : [];
  });
  if (errors.length > 0) return refuse("invalid request", ...errors.slice(0, ERRORS_MAX));
  const parts = partIds(sql, ids);
  deleteTransactions(sql, parts);
  for (const id of ids) setSplitParent(sql, id, false, now);
  return ok(parts);
}

function notSplit({ id, split_parent_id: whole }: TransactionRow): ErrorItem {
  const parent = whole === null ? "" : `: it is a part of ${whole}`;
  return { errMsg: `Transaction ${id} has not been split${parent}.`, transaction_id: id };
}

function unknown(id: number): ErrorItem {
  return {
    errMsg: `There is no transaction with the id ${id}.`,
    error: "Invalid Transaction ID",
    transaction_id: id,
  };
}
