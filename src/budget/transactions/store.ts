// The transactions and transaction_tags tables. Everything works on sets: a batch of 500 is a
// handful of statements, each with one json_each(?) parameter; only rows with long texts take
// several.

import { inParts } from "../../platform/sql/list-chunks.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { forgetRulesOf } from "../rules/effects.ts";
import {
  CHANGEABLE,
  COLUMNS,
  insertStatement,
  SELECT_FULL,
  SELECT_LEAN,
  UPDATE,
  type TransactionRow,
} from "./row.ts";
import { forgetFiles } from "./files.ts";
import type { Filter } from "./filter.ts";
import { LISTED, type ListedRow } from "./list-text.ts";

/** The statement behind the list; its last two values are limit and offset. */
export function pageStatement(filter: Filter, columns: string): string {
  // The inner select walks one index, mostly without reading rows; only the page's own rows are
  // read.
  return `WITH page AS (
      SELECT t.id, t.date FROM transactions t ${filter.index} WHERE ${filter.where}
      ORDER BY t.date DESC, t.id DESC LIMIT ? OFFSET ?)
    SELECT ${columns} FROM page CROSS JOIN transactions t ON t.id = page.id
    ORDER BY page.date DESC, page.id DESC`;
}

/** One page of the list, in its order: newest day first, on one day the latest inserted first. */
export function readPage(
  sql: Sql,
  filter: Filter,
  limit: number,
  offset: number,
  metadata: boolean,
): TransactionRow[] {
  const columns = metadata ? SELECT_FULL : SELECT_LEAN;
  return sql.all<TransactionRow>(pageStatement(filter, columns), ...filter.values, limit, offset);
}

const SELECT_LISTED = LISTED.map((column) => `t.${column}`).join(", ");

/** The same page as values for the list's text (list-text.ts). */
export function readListedPage(
  sql: Sql,
  filter: Filter,
  limit: number,
  offset: number,
): ListedRow[] {
  const statement = pageStatement(filter, SELECT_LISTED);
  return sql.values<ListedRow>(statement, ...filter.values, limit, offset);
}

export function findTransaction(sql: Sql, id: number): TransactionRow | null {
  return sql.first<TransactionRow>(`SELECT ${SELECT_FULL} FROM transactions t WHERE t.id = ?`, id);
}

/** The transactions with these ids, in no order; unknown ids are absent. */
export function findTransactions(sql: Sql, ids: readonly number[]): TransactionRow[] {
  return sql.all<TransactionRow>(
    `SELECT ${SELECT_FULL} FROM json_each(?) j CROSS JOIN transactions t ON t.id = j.value`,
    JSON.stringify(ids),
  );
}

/** The children of these split parents and groups, oldest id first. */
export function listChildren(
  sql: Sql,
  parents: readonly number[],
  metadata: boolean,
): TransactionRow[] {
  const select = metadata ? SELECT_FULL : SELECT_LEAN;
  return sql.all<TransactionRow>(
    `SELECT ${select} FROM json_each(?1) j CROSS JOIN transactions t ON t.split_parent_id = j.value
     UNION ALL
     SELECT ${select} FROM json_each(?1) j CROSS JOIN transactions t ON t.group_parent_id = j.value
     ORDER BY 1`,
    JSON.stringify(parents),
  );
}

/** How many children these have, counted up to `most`. */
export function countChildren(sql: Sql, parents: readonly number[], most: number): number {
  return sql.count(
    `(
       SELECT 1 FROM json_each(?1) j CROSS JOIN transactions t ON t.split_parent_id = j.value
       UNION ALL
       SELECT 1 FROM json_each(?1) j CROSS JOIN transactions t ON t.group_parent_id = j.value
       LIMIT ?2)`,
    JSON.stringify(parents),
    most,
  );
}

/** The parts of these split transactions, in the order of their ids. */
export function partIds(sql: Sql, parents: readonly number[]): number[] {
  return sql
    .all<{ id: number }>(
      "SELECT t.id FROM json_each(?) j CROSS JOIN transactions t ON t.split_parent_id = j.value ORDER BY t.id",
      JSON.stringify(parents),
    )
    .map(({ id }) => id);
}

/** Hides a transaction behind its parts, or shows it again. */
export function setSplitParent(sql: Sql, id: number, isSplit: boolean, now: number): void {
  sql.run(
    "UPDATE transactions SET is_split_parent = ?, updated_at = ? WHERE id = ?",
    isSplit,
    now,
    id,
  );
}

/** The tag ids of each of these transactions, ascending; those without tags are absent. */
export function readTagIds(sql: Sql, ids: readonly number[]): Map<number, number[]> {
  const rows = sql.all<{ transaction_id: number; tag_id: number }>(
    `SELECT g.transaction_id, g.tag_id FROM json_each(?) j CROSS JOIN transaction_tags g ON g.transaction_id = j.value`,
    JSON.stringify(ids),
  );
  const tags = new Map<number, number[]>();
  for (const { transaction_id, tag_id } of rows) {
    const list = tags.get(transaction_id);
    if (list === undefined) tags.set(transaction_id, [tag_id]);
    else list.push(tag_id);
  }
  return tags;
}

/**
 * The first of `count` new ids. Ids only grow and are never reused, so their order is the order of
 * time.
 */
export function nextId(sql: Sql): number {
  const row = sql.first<{ seq: number }>(
    "SELECT seq FROM sqlite_sequence WHERE name = 'transactions'",
  );
  return (row?.seq ?? 0) + 1;
}

export function insertTransactions(sql: Sql, rows: readonly TransactionRow[]): void {
  // Few rows of few batches have all columns, and each takes its time.
  const columns = COLUMNS.filter((column) => rows.some((row) => row[column] !== null));
  const lists = rows.map((row) => columns.map((column) => row[column]));
  const statement = insertStatement(columns);
  for (const part of inParts(lists)) sql.run(statement, part);
}

export function updateTransactions(sql: Sql, rows: readonly TransactionRow[]): void {
  // Two rows of one batch may exchange their external_ids: each is free for the moment between.
  const freed = JSON.stringify(rows.filter((row) => row.external_id !== null).map((row) => row.id));
  sql.run(
    "UPDATE transactions SET external_id = NULL WHERE id IN (SELECT value FROM json_each(?))",
    freed,
  );
  const lists = rows.map((row) => [row.id, ...CHANGEABLE.map((column) => row[column])]);
  for (const part of inParts(lists)) sql.run(UPDATE, part);
}

/** Adds tags to transactions; pairs are [transaction, tag]. */
export function addTags(sql: Sql, pairs: readonly (readonly [number, number])[]): void {
  if (pairs.length === 0) return;
  for (const part of inParts(pairs)) {
    sql.run(
      "INSERT OR IGNORE INTO transaction_tags (transaction_id, tag_id) SELECT value ->> 0, value ->> 1 FROM json_each(?)",
      part,
    );
  }
}

export function clearTags(sql: Sql, ids: readonly number[]): void {
  sql.run(
    "DELETE FROM transaction_tags WHERE transaction_id IN (SELECT value FROM json_each(?))",
    JSON.stringify(ids),
  );
}

/** Deletes transactions that are neither split nor groups, with their tags and attachments. */
export function deleteTransactions(sql: Sql, ids: readonly number[]): void {
  forgetFiles(sql, ids);
  clearTags(sql, ids);
  forgetRulesOf(sql, ids);
  sql.run(
    "DELETE FROM transactions WHERE id IN (SELECT value FROM json_each(?))",
    JSON.stringify(ids),
  );
}

export interface KeyMatch {
  /** Position in the list of keys. */
  readonly position: number;
  readonly id: number;
}

/** The stored transactions that carry one of these [manual account, external_id] keys. */
export function withExternalIds(
  sql: Sql,
  keys: readonly (readonly [number, string])[],
): KeyMatch[] {
  if (keys.length === 0) return [];
  return sql.all<KeyMatch>(
    `SELECT j.key AS position, t.id FROM json_each(?) j
     CROSS JOIN transactions t ON t.manual_account_id = j.value ->> 0 AND t.external_id = j.value ->> 1`,
    JSON.stringify(keys),
  );
}

/**
 * [manual account, linked account, date, amount, payee, other payees] of a transaction that may be
 * stored already.
 */
export type TwinKey = readonly [
  number | null,
  number | null,
  string,
  number,
  string,
  string,
  string,
];

/**
 * The stored transactions with the account, date, amount and one of the payees of these keys. A
 * split counts as the whole it was, not as its parts; a group, which has no account, does not
 * count.
 */
export function findIdentical(sql: Sql, keys: readonly TwinKey[]): KeyMatch[] {
  if (keys.length === 0) return [];
  return sql.all<KeyMatch>(
    `SELECT j.key AS position, min(t.id) AS id FROM json_each(?) j
     CROSS JOIN transactions t INDEXED BY transactions_by_account
       ON t.manual_account_id IS j.value ->> 0 AND t.date = j.value ->> 2 AND t.amount = j.value ->> 3
     WHERE t.linked_account_id IS j.value ->> 1 AND t.payee IN (j.value ->> 4, j.value ->> 5, j.value ->> 6)
       AND t.split_parent_id IS NULL AND t.is_group_parent = 0 GROUP BY j.key`,
    JSON.stringify(keys),
  );
}
