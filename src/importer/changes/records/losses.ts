// Says in plain words what is lost with a deleted record, even if the deletion is undone.

import type { Sql } from "../../../platform/sql/sql.ts";
import type { RecordKind } from "./kinds.ts";
import { findRecord, readRecord, type RecordRow } from "./store.ts";

/** The words for what depends on a category or tag, by the service's names. */
const DEPENDENTS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  transactions: ["transaction", "transactions"],
  rules: ["rule", "rules"],
  category_rules: ["rule", "rules"],
  recurring: ["recurring item", "recurring items"],
};

/** What the undo does not bring back with an account. */
export function describeAccountLosses(hasTransactions: boolean, withItems: boolean): string[] {
  const items = withItems
    ? "its transactions, recurring items and rules, which were deleted with it"
    : "its transactions, which stay without an account";
  return ["its balances of earlier months", ...(hasTransactions || withItems ? [items] : [])];
}

/** What the undo of a deletion does not bring back: "its 3 budgeted amounts". */
export function describeLosses(
  kind: RecordKind,
  dependents: Readonly<Record<string, number>>,
): string[] {
  const word = kind === "tag" ? "tag" : "category";
  const named = Object.entries(DEPENDENTS).flatMap(([name, [one, many]]) => {
    const count = dependents[name] ?? 0;
    return count === 0 ? [] : [`the ${word} of ${count} ${count === 1 ? one : many}`];
  });
  const budgets = dependents["budget"] ?? 0;
  const amounts = budgets === 1 ? "its budgeted amount" : `its ${budgets} budgeted amounts`;
  return budgets === 0 ? named : [...named, amounts];
}

/** The losses that a deletion has stored. The undo of a deletion has those of the deletion. */
export function listRecordLosses(sql: Sql, row: RecordRow): readonly string[] {
  if (row.action === "delete") return row.effect === 1 ? readRecord(row).losses : [];
  const source = row.undoes === null ? null : findRecord(sql, row.undoes);
  return source?.action === "delete" ? readRecord(source).losses : [];
}
