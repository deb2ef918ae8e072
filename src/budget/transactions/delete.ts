// DELETE /transactions and /transactions/{id}. A part of a split or group makes the whole call
// fail; unsplitting and ungrouping undo those. A deleted transaction's movement of its account's
// balance is reversed.

import { ERRORS_MAX } from "../../platform/limits.ts";
import type { Result } from "../../platform/result.ts";
import { readBudget } from "../me/store.ts";
import { refuse, type ErrorItem, type Problem } from "../../platform/api/problem.ts";
import { writingConverter } from "../rates/store.ts";
import type { Context } from "../route.ts";
import { move, settleBalances, type Moves } from "./balance.ts";
import type { TransactionRow } from "./row.ts";
import { deleteTransactions, findTransactions } from "./store.ts";

/** Deletes one transaction, which there is; a part of a split or group is refused with 400. */
export function deleteOne(context: Context, row: TransactionRow): Result<undefined, Problem> {
  const because = partError(row);
  return because === null ? deleteRows(context, [row]) : refuse("invalid request", because);
}

/**
 * Deletes all of these transactions or none: a repeated id is 400, an unknown one 404, a part of a
 * split or group 400.
 */
export function deleteBatch(context: Context, ids: readonly number[]): Result<undefined, Problem> {
  const { sql } = context;
  const repeated = ids.flatMap((id, index): ErrorItem[] =>
    ids.indexOf(id) === index
      ? []
      : [
          {
            errMsg: `ids[${index}] repeats the id ${id}.`,
            error: "Invalid Transaction ID",
            ids_index: index,
            id,
          },
        ],
  );
  if (repeated.length > 0) return refuse("invalid body", ...repeated.slice(0, ERRORS_MAX));
  const rows = new Map(findTransactions(sql, ids).map((row) => [row.id, row]));
  const unknown = ids.flatMap((id, index): ErrorItem[] =>
    rows.has(id)
      ? []
      : [
          {
            errMsg: `There is no transaction with the id ${id}.`,
            error: "Invalid Transaction ID",
            ids_index: index,
            id,
          },
        ],
  );
  if (unknown.length > 0) return refuse("not found", ...unknown.slice(0, ERRORS_MAX));
  const parts = ids.flatMap((id, index): ErrorItem[] => {
    const row = rows.get(id);
    const because = row === undefined ? null : partError(row);
    return because === null ? [] : [{ ...because, ids_index: index }];
  });
  if (parts.length > 0) return refuse("invalid request", ...parts.slice(0, ERRORS_MAX));
  return deleteRows(context, [...rows.values()]);
}

function deleteRows(context: Context, rows: readonly TransactionRow[]): Result<undefined, Problem> {
  const { sql } = context;
  const moves: Moves = new Map();
  for (const row of rows) move(moves, row.manual_account_id, 0 - row.balance_moved);
  deleteTransactions(
    sql,
    rows.map(({ id }) => id),
  );
  return settleBalances(
    context,
    moves,
    writingConverter(context),
    readBudget(sql).primary_currency,
  );
}

function partError(row: TransactionRow): ErrorItem | null {
  const because = describePart(row);
  if (because === null) return null;
  const group = row.group_parent_id === null ? {} : { group_parent_id: row.group_parent_id };
  const errMsg = `Transaction ${row.id} ${because}, so it cannot be deleted.`;
  return { errMsg, id: row.id, transaction_id: row.id, ...group };
}

function describePart(row: TransactionRow): string | null {
  if (row.is_split_parent === 1) return "has been split";
  if (row.split_parent_id !== null)
    return `is a part of the split transaction ${row.split_parent_id}`;
  if (row.is_group_parent === 1) return "is a group";
  if (row.group_parent_id !== null) return `belongs to the group ${row.group_parent_id}`;
  return null;
}
