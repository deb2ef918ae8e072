// The linked_transactions table, and writing what reconcile decided: a few statements per batch of
// transactions, all inside the caller's transaction.

import { BATCH_ROWS_MAX } from "../../platform/limits.ts";
import type { Day } from "../../money/day.ts";
import { inParts } from "../../platform/sql/list-chunks.ts";
import { recordEffects } from "../rules/effects.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { Splitting } from "../transactions/parts.ts";
import type { TransactionRow } from "../transactions/row.ts";
import { insertParts } from "../transactions/split.ts";
import {
  addTags,
  deleteTransactions,
  findTransactions,
  insertTransactions,
  setSplitParent,
  readTagIds,
} from "../transactions/store.ts";
import type { ProviderTransactions } from "./provider.ts";
import type { Link, Made, Plan, Stored } from "./reconcile.ts";

interface LinkRow {
  readonly provider_id: string;
  readonly transaction_id: number;
  readonly is_pending: number;
  readonly date: Day;
  readonly said: string | null;
  readonly made: string;
}

const COLUMNS = "l.provider_id, l.transaction_id, l.is_pending, l.date, l.said, l.made";

/** The links of these provider's ids in an account; and those that are pending. */
export const LINKS_NAMED = `SELECT ${COLUMNS} FROM json_each(?) j
  CROSS JOIN linked_transactions l ON l.account_id = ? AND l.provider_id = j.value`;
export const LINKS_PENDING = `SELECT ${COLUMNS} FROM linked_transactions l
  INDEXED BY linked_transactions_pending WHERE l.account_id = ? AND l.is_pending = 1`;

/** The stored rows of all transactions in the provider's answer, and of all pending ones. */
export function findStored(
  sql: Sql,
  accountId: number,
  { posted, pending, removed }: ProviderTransactions,
): Map<string, Stored> {
  const ids = new Set(removed);
  for (const { id, pendingId } of [...posted, ...(pending ?? [])]) {
    ids.add(id);
    if (pendingId !== null) ids.add(pendingId);
  }
  const links = new Map<string, LinkRow>();
  for (const part of inParts([...ids])) {
    for (const row of sql.all<LinkRow>(LINKS_NAMED, part, accountId))
      links.set(row.provider_id, row);
  }
  for (const row of sql.all<LinkRow>(LINKS_PENDING, accountId)) links.set(row.provider_id, row);
  const stored = new Map<string, Stored>();
  for (const batch of batches([...links.values()]))
    for (const one of withTransactions(sql, accountId, batch)) stored.set(one.link.providerId, one);
  return stored;
}

function withTransactions(sql: Sql, accountId: number, links: readonly LinkRow[]): Stored[] {
  const ids = links.map((link) => link.transaction_id);
  const rows = new Map(findTransactions(sql, ids).map((row) => [row.id, row]));
  const tags = readTagIds(sql, ids);
  const files = new Set(
    sql
      .all<{ id: number }>(
        `SELECT j.value AS id FROM json_each(?) j
         WHERE EXISTS (SELECT 1 FROM attachments a WHERE a.transaction_id = j.value)`,
        JSON.stringify(ids),
      )
      .map(({ id }) => id),
  );
  return links.map((link) => {
    const row = rows.get(link.transaction_id);
    return {
      link: toLink(link),
      row: row === undefined || row.linked_account_id !== accountId ? null : row,
      tagIds: tags.get(link.transaction_id) ?? [],
      hasFiles: files.has(link.transaction_id),
    };
  });
}

function toLink(row: LinkRow): Link {
  const made: Made = JSON.parse(row.made);
  return {
    providerId: row.provider_id,
    transactionId: row.transaction_id,
    isPending: row.is_pending === 1,
    date: row.date,
    said: row.said,
    made,
  };
}

/** The columns of an existing transaction that follow the provider. */
const FOLLOWING = [
  "date",
  "amount",
  "currency",
  "to_base",
  "payee",
  "original_name",
  "category_id",
  "notes",
  "status",
  "is_pending",
  "recurring_id",
  "updated_at",
  "linked_metadata",
] as const satisfies readonly (keyof TransactionRow)[];

const UPDATE = `UPDATE transactions SET ${FOLLOWING.map((column, index) => `${column} = v.value ->> ${index + 1}`).join(", ")}
  FROM json_each(?) v WHERE transactions.id = v.value ->> 0`;

// The parts of a split are shown in its place: they wait for the user where it does.
const UPDATE_PARTS = `UPDATE transactions SET updated_at = p.updated_at,
    status = CASE WHEN p.status = 'delete_pending' THEN 'delete_pending'
      WHEN transactions.status = 'delete_pending' THEN 'unreviewed' ELSE transactions.status END
  FROM json_each(?) v CROSS JOIN transactions p ON p.id = v.value
  WHERE transactions.split_parent_id = p.id`;

const LINK = `INSERT INTO linked_transactions (account_id, provider_id, transaction_id, is_pending, date, said, made)
  SELECT ?1, v.value ->> 0, v.value ->> 1, v.value ->> 2, v.value ->> 3, v.value ->> 4, v.value ->> 5
  FROM json_each(?2) v WHERE true
  ON CONFLICT (account_id, provider_id) DO UPDATE SET transaction_id = excluded.transaction_id,
    is_pending = excluded.is_pending, date = excluded.date, said = excluded.said, made = excluded.made`;

/** Writes the plan. */
export function write(sql: Sql, accountId: number, plan: Plan, splitting: Splitting): void {
  for (const batch of batches(plan.deletes)) deleteTransactions(sql, batch);
  for (const batch of batches(plan.inserts)) insertTransactions(sql, batch);
  for (const batch of batches(plan.updates)) updateRows(sql, batch);
  for (const batch of batches(plan.tags)) addTags(sql, batch);
  recordEffects(sql, plan.effects);
  for (const batch of batches(plan.splits)) {
    insertParts({ sql }, batch, splitting);
    for (const { whole } of batch) setSplitParent(sql, whole.id, true, splitting.now);
  }
  for (const part of inParts(plan.unlinks)) {
    sql.run(
      "DELETE FROM linked_transactions WHERE account_id = ? AND provider_id IN (SELECT value FROM json_each(?))",
      accountId,
      part,
    );
  }
  const links = plan.links.map((link) => [
    link.providerId,
    link.transactionId,
    link.isPending ? 1 : 0,
    link.date,
    link.said,
    JSON.stringify(link.made),
  ]);
  for (const batch of batches(links))
    for (const part of inParts(batch)) sql.run(LINK, accountId, part);
}

function updateRows(sql: Sql, rows: readonly TransactionRow[]): void {
  const lists = rows.map((row) => [row.id, ...FOLLOWING.map((column) => row[column])]);
  for (const part of inParts(lists)) sql.run(UPDATE, part);
  const split = rows.filter((row) => row.is_split_parent === 1).map((row) => row.id);
  if (split.length > 0) sql.run(UPDATE_PARTS, JSON.stringify(split));
}

/** Forgets the provider's records of the account's transactions. */
export function forgetLinks(sql: Sql, accountId: number): void {
  sql.run("DELETE FROM linked_transactions WHERE account_id = ?", accountId);
}

function batches<T>(items: readonly T[]): T[][] {
  const list: T[][] = [];
  for (let at = 0; at < items.length; at += BATCH_ROWS_MAX)
    list.push(items.slice(at, at + BATCH_ROWS_MAX));
  return list;
}
