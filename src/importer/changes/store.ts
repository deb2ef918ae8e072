// The rows of the journal. An entry is one change by one person, an item one transaction of it.
// Writes are one transaction each. Entries that are settled are dropped whole when there are too
// many, or when they are old.

import { CHANGED_TRANSACTIONS_MAX, CHANGES_KEEP_MS, CHANGES_MAX } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { readJson } from "../../platform/sql/json.ts";
import { effectTable } from "../../platform/outbox/table.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import {
  CHANGED_COLUMN,
  CONFLICTS_COLUMN,
  LABEL_COLUMN,
  NAMES_COLUMN,
  REFUSED_COLUMN,
  WHOLE_COLUMN,
} from "./columns.ts";
import type { Changed, Conflict, Refusal } from "./fields.ts";
import { addRecords, type NewRecord } from "./records/store.ts";

export type ChangeState = "applying" | "done" | "undoing" | "undone" | "partly";

/** A person, by the id and name that the service or the sign-in has for them. */
export interface Who {
  readonly id: number | null;
  readonly name: string;
}

/** A row of `changes`. */
export interface Entry {
  readonly id: number;
  readonly key: string | null;
  readonly hash: string;
  readonly at: number;
  readonly who: string;
  readonly source: string | null;
  readonly sentence: string;
  readonly undoes: number | null;
  readonly mark: string;
  readonly state: ChangeState;
  readonly total: number;
  readonly done: number;
  readonly problem: string | null;
  readonly failures: number;
  readonly next_attempt_at: number | null;
  /** The id of the import that the entry is about. */
  readonly import: string | null;
  /** Why it cannot be undone; null if it can. */
  readonly cannot_undo: string | null;
}

export type ItemKind = "edit" | "delete" | "restore";

/** How a person knows a transaction. */
export interface Label {
  readonly payee: string;
  readonly date: string;
  readonly amount: string;
  readonly currency: string;
}

/** A row of `change_items`; texts are JSON (schema.ts says of what). */
export interface ItemRow {
  readonly id: number;
  readonly change: number;
  readonly kind: ItemKind;
  readonly transaction_id: number;
  readonly undoes: number | null;
  readonly wanted: string;
  readonly state: "waiting" | "sent" | "settled";
  readonly looked: number;
  readonly label: string | null;
  readonly kept: string | null;
  readonly put: string | null;
  readonly done: string;
  readonly conflicts: string;
  readonly refused: string;
  readonly effect: number;
  readonly made: number | null;
  readonly undone: string;
}

/** An entry before it has an id. */
export interface NewEntry extends Pick<Entry, "key" | "hash" | "source" | "sentence" | "undoes"> {
  readonly who: Who;
}

/** An item before it has an id. */
export interface NewItem {
  readonly kind: ItemKind;
  readonly transaction: number;
  /** The item of another entry that this one undoes. */
  readonly undoes: number | null;
  readonly wanted: object;
  readonly label: string | null;
}

/** The transactions and records of an entry. */
export interface NewParts {
  readonly items: readonly NewItem[];
  readonly records: readonly NewRecord[];
}

/** How an item ended. */
export interface Settled {
  readonly done?: readonly Changed[];
  readonly conflicts?: readonly Conflict[];
  readonly refused?: readonly Refusal[];
  /** Whether something was changed. */
  readonly effect: boolean;
  readonly made?: number;
  readonly label?: Label;
}

/** The mark for a whole transaction in the list of fields that were undone. */
export const WHOLE = "*";

/** Entries that are not carried out yet, for the outbox. */
export const WAITING_ENTRIES = effectTable<Entry>("changes", ({ id }) => id);

/** Stores an entry with its items and records before anything is sent. It is due at `dueAt`. */
export function addEntry(
  sql: Sql,
  entry: NewEntry,
  { items, records }: NewParts,
  at: { readonly now: number; readonly dueAt: number },
): Entry {
  return sql.transaction(() => {
    const [made] = sql.all<{ id: number }>(
      `INSERT INTO changes (key, hash, at, who, source, sentence, undoes, mark, state, total, next_attempt_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, lower(hex(randomblob(8))), 'applying', ?, ?) RETURNING id`,
      entry.key,
      entry.hash,
      at.now,
      JSON.stringify(entry.who),
      entry.source,
      entry.sentence,
      entry.undoes,
      items.length + records.length,
      at.dueAt,
    );
    const { id } = must(made, "the entry was just stored");
    for (const item of items)
      sql.run(
        "INSERT INTO change_items (change, kind, transaction_id, undoes, wanted, state, label) VALUES (?, ?, ?, ?, ?, 'waiting', ?)",
        id,
        item.kind,
        item.transaction,
        item.undoes,
        JSON.stringify(item.wanted),
        item.label,
      );
    addRecords(sql, id, records);
    if (entry.undoes !== null)
      sql.run("UPDATE changes SET state = 'undoing' WHERE id = ?", entry.undoes);
    dropOld(sql, at.now);
    return must(findEntry(sql, id), "the entry was just stored");
  });
}

/**
 * Makes entries due now that were being carried out. Entries that wait for the service keep their
 * time.
 */
export function freeLeases(sql: Sql, now: number): void {
  sql.run(
    "UPDATE changes SET next_attempt_at = ? WHERE state = 'applying' AND problem IS NULL",
    now,
  );
}

/** The entry; null if there is none. */
export function findEntry(sql: Sql, id: number): Entry | null {
  return sql.first<Entry>("SELECT * FROM changes WHERE id = ?", id);
}

/** The entry that was made with a one-time id; null if there is none. */
export function findByKey(sql: Sql, key: string): Entry | null {
  return sql.first<Entry>("SELECT * FROM changes WHERE key = ?", key);
}

/** Finds the unfinished entry that accepts or refuses a transfer; null if no entry does. */
export function findDeciding(sql: Sql, transfer: number): Entry | null {
  return sql.first<Entry>(
    `SELECT * FROM changes WHERE state = 'applying' AND id IN (
       SELECT change FROM change_records WHERE kind = 'transfer' AND record = ? AND state <> 'settled')
     ORDER BY id DESC LIMIT 1`,
    String(transfer),
  );
}

/** The entry that undid another one, the latest if there are several; null if it was not undone. */
export function findUndo(sql: Sql, id: number): Entry | null {
  return sql.first<Entry>("SELECT * FROM changes WHERE undoes = ? ORDER BY id DESC LIMIT 1", id);
}

/** Stores why an entry cannot be undone. */
export function markCannotUndo(sql: Sql, id: number, why: string): void {
  sql.run("UPDATE changes SET cannot_undo = ? WHERE id = ?", why, id);
}

/** The entries before an id, the newest first; those that changed nothing are left out. */
export function listEntries(sql: Sql, limit: number, before: number): Entry[] {
  return sql.all<Entry>(
    "SELECT * FROM changes WHERE id < ? AND (done > 0 OR state = 'applying' OR import IS NOT NULL) ORDER BY id DESC LIMIT ?",
    before,
    limit,
  );
}

/** The items of an entry in order; those in one state, where it is given. */
export function listItems(sql: Sql, change: number, state?: ItemRow["state"]): ItemRow[] {
  return state === undefined
    ? sql.all<ItemRow>("SELECT * FROM change_items WHERE change = ? ORDER BY id", change)
    : sql.all<ItemRow>(
        "SELECT * FROM change_items WHERE change = ? AND state = ? ORDER BY id",
        change,
        state,
      );
}

/** Stores that a list was searched for these items. */
export function markLooked(sql: Sql, items: readonly ItemRow[]): void {
  sql.run(
    "UPDATE change_items SET looked = 1 WHERE id IN (SELECT value FROM json_each(?))",
    JSON.stringify(items.map(({ id }) => id)),
  );
}

/** The request that is about to be sent for an item. */
export interface Outgoing {
  readonly item: ItemRow;
  /** The transaction as it was read, and the fields that are sent. */
  readonly kept: object;
  readonly put: object;
  readonly label: Label;
  readonly conflicts: readonly Conflict[];
}

/** Stores that a request is about to leave. */
export function markSent(sql: Sql, { item, kept, put, label, conflicts }: Outgoing): void {
  sql.run(
    "UPDATE change_items SET state = 'sent', looked = 0, kept = ?, put = ?, label = ?, conflicts = ? WHERE id = ?",
    JSON.stringify(kept),
    JSON.stringify(put),
    JSON.stringify(label),
    JSON.stringify(conflicts),
    item.id,
  );
}

/** Stores another content of a request that is about to leave again. */
export function markSentAgain(sql: Sql, item: number, put: object, refused: readonly Refusal[]) {
  sql.run(
    "UPDATE change_items SET put = ?, refused = ? WHERE id = ?",
    JSON.stringify(put),
    JSON.stringify(refused),
    item,
  );
}

/** The item was not written: it is read and compared again. */
export function markWaiting(sql: Sql, item: number): void {
  sql.run("UPDATE change_items SET state = 'waiting', looked = 0 WHERE id = ?", item);
}

/** Stores the end of an item; what is left out stays as it is. */
export function settleItem(sql: Sql, item: number, settled: Settled): void {
  const text = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  sql.run(
    `UPDATE change_items SET state = 'settled', done = coalesce(?, done), conflicts = coalesce(?, conflicts),
       refused = coalesce(?, refused), effect = ?, made = coalesce(?, made), label = coalesce(?, label) WHERE id = ?`,
    text(settled.done),
    text(settled.conflicts),
    text(settled.refused),
    settled.effect,
    settled.made ?? null,
    text(settled.label),
    item,
  );
}

/** Stores which fields of an item were undone. */
export function markUndone(sql: Sql, item: number, fields: readonly string[]): void {
  const row = sql.first<{ undone: string }>("SELECT undone FROM change_items WHERE id = ?", item);
  if (row === null) return;
  const known = readJson(NAMES_COLUMN, row.undone);
  const all = [...new Set([...known, ...fields])];
  sql.run("UPDATE change_items SET undone = ? WHERE id = ?", JSON.stringify(all), item);
}

/** Stores that a part of a split, or a group, was made in place of a deleted one. */
export function addSuccessor(sql: Sql, change: number, old: number, made: number): void {
  sql.run(
    `INSERT INTO change_items (change, kind, transaction_id, wanted, state, made)
     VALUES (?, 'restore', ?, '{"whole":{}}', 'settled', ?)`,
    change,
    old,
    made,
  );
}

/** The id under which a transaction is in the budget now: one that was deleted may have come back. */
export function findCurrentId(sql: Sql, transaction: number): number {
  const seen = new Set<number>();
  let id = transaction;
  while (!seen.has(id)) {
    seen.add(id);
    const next = sql.first<{ made: number }>(
      "SELECT made FROM change_items WHERE transaction_id = ? AND made IS NOT NULL ORDER BY id DESC LIMIT 1",
      id,
    );
    if (next === null) return id;
    id = next.made;
  }
  return id;
}

/** The columns of an item that hold JSON. */
export function readItem(row: ItemRow): {
  readonly done: readonly Changed[];
  readonly conflicts: readonly Conflict[];
  readonly refused: readonly Refusal[];
  readonly undone: readonly string[];
  readonly label: Label | null;
  readonly put: Readonly<Record<string, unknown>>;
} {
  return {
    done: readJson(CHANGED_COLUMN, row.done),
    conflicts: readJson(CONFLICTS_COLUMN, row.conflicts),
    refused: readJson(REFUSED_COLUMN, row.refused),
    undone: readJson(NAMES_COLUMN, row.undone),
    label: row.label === null ? null : readJson(LABEL_COLUMN, row.label),
    put: row.put === null ? {} : readJson(WHOLE_COLUMN, row.put),
  };
}

/** Drops the oldest settled entries beyond the bounds, each whole. */
function dropOld(sql: Sql, now: number): void {
  sql.run(
    `DELETE FROM changes WHERE state NOT IN ('applying','undoing') AND (at < ?1 OR id IN (
       SELECT id FROM (SELECT id, row_number() OVER newest AS n, sum(total) OVER newest AS items FROM changes
         WINDOW newest AS (ORDER BY id DESC ROWS UNBOUNDED PRECEDING)) WHERE n > ?2 OR items > ?3))`,
    now - CHANGES_KEEP_MS,
    CHANGES_MAX,
    CHANGED_TRANSACTIONS_MAX,
  );
  sql.run("DELETE FROM change_items WHERE change NOT IN (SELECT id FROM changes)");
  sql.run("DELETE FROM change_records WHERE change NOT IN (SELECT id FROM changes)");
}
