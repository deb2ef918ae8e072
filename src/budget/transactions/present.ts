// Transactions as answers show them: rows with their tags, and on request their children, metadata
// and files.

import { must } from "../../platform/assert.ts";
import { printUnits } from "../../money/money.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { notFound, type Problem } from "../../platform/api/problem.ts";
import { toJsonNumber, parseMetadata, formatTime } from "../wire.ts";
import { isParent } from "./bound.ts";
import { listFiles } from "./files.ts";
import type { TransactionRow } from "./row.ts";
import type { ChildWire, FileWire, TransactionWire } from "./schemas.ts";
import { listChildren, findTransaction, readTagIds } from "./store.ts";

/** Options that an answer adds to the plain object. */
export interface Shown {
  readonly metadata: boolean;
  readonly children: boolean;
  readonly files: boolean;
}

export const PLAIN: Shown = { metadata: false, children: false, files: false };
export const EVERYTHING: Shown = { metadata: true, children: true, files: true };

/** The transaction objects of these rows, in their order. */
export function present(
  sql: Sql,
  rows: readonly TransactionRow[],
  shown: Shown,
): TransactionWire[] {
  const parents = shown.children ? rows.filter(isParent).map((row) => row.id) : [];
  const children = parents.length === 0 ? [] : listChildren(sql, parents, shown.metadata);
  const ids = [...rows, ...children].map((row) => row.id);
  const tags = readTagIds(sql, ids);
  const files = shown.files ? listFiles(sql, ids) : new Map<number, FileWire[]>();
  const wire = (row: TransactionRow) =>
    toWire(row, tags.get(row.id) ?? [], shown, files.get(row.id) ?? []);
  const childrenByParent = Map.groupBy(
    children,
    (child) => child.split_parent_id ?? child.group_parent_id,
  );
  const withChildren = new Set(parents);
  return rows.map((row) => {
    const object = wire(row);
    if (!withChildren.has(row.id)) return object;
    return { ...object, children: (childrenByParent.get(row.id) ?? []).map(wire) };
  });
}

/** The transaction with this id as an answer; 404 if it does not exist. */
export function presentOne(sql: Sql, id: number, shown: Shown): Result<TransactionWire, Problem> {
  const row = findTransaction(sql, id);
  if (row === null) return notFound("transaction", id);
  return ok(must(present(sql, [row], shown)[0], "a row is shown as one object"));
}

/** One transaction object, without children. */
export function toWire(
  row: TransactionRow,
  tagIds: readonly number[],
  shown: Shown,
  files: readonly FileWire[] = [],
): ChildWire {
  const object: ChildWire = {
    id: row.id,
    date: row.date,
    amount: printUnits(row.amount),
    currency: row.currency,
    to_base: toJsonNumber(row.to_base),
    recurring_id: row.recurring_id,
    payee: row.payee,
    original_name: row.original_name,
    category_id: row.category_id,
    notes: row.notes,
    status: row.status,
    is_pending: row.is_pending === 1,
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
    is_split_parent: row.is_split_parent === 1,
    split_parent_id: row.split_parent_id,
    is_group_parent: row.is_group_parent === 1,
    group_parent_id: row.group_parent_id,
    manual_account_id: row.manual_account_id,
    linked_account_id: row.linked_account_id,
    tag_ids: [...tagIds],
    source: row.source,
    external_id: row.external_id,
  };
  if (shown.metadata) {
    object.linked_metadata =
      row.linked_metadata === null ? null : parseMetadata(row.linked_metadata);
    object.custom_metadata =
      row.custom_metadata === null ? null : parseMetadata(row.custom_metadata);
  }
  if (shown.files) object.files = [...files];
  return object;
}
