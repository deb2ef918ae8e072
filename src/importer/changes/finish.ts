// The end of an entry: its count and its sentence. An undo also marks in the undone entry what it
// has set back.

import { readJson } from "../../platform/sql/json.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { WANTED_EDIT } from "./columns.ts";
import { GONE } from "./edits.ts";
import { listFields } from "./fields.ts";
import { RECORD_GONE } from "./records/gone.ts";
import type { Facts } from "./records/kinds.ts";
import { releaseTransfers } from "./decisions/transfers.ts";
import { describeRecords, type ChangedRecord } from "./records/sentence.ts";
import { listRecords, markRecordUndone, readRecord, type RecordRow } from "./records/store.ts";
import { listTakenBackFacts, listUndoableFacts } from "./records/undo.ts";
import { describeDone, findOneCategory } from "./sentence.ts";
import {
  findEntry,
  listItems,
  markUndone,
  readItem,
  WHOLE,
  type ChangeState,
  type Entry,
  type ItemRow,
} from "./store.ts";

/** The one category that an entry sets, for its sentence; null if there is none. */
export function categoryOf(sql: Sql, entry: Entry): number | null {
  if (entry.undoes !== null) return null;
  const edits = listItems(sql, entry.id).filter(({ kind }) => kind === "edit");
  return findOneCategory(edits.map(({ wanted }) => readJson(WANTED_EDIT, wanted)));
}

/** Stores that an entry is done; `category` is the name of the one category that it set. */
export function finish(sql: Sql, entry: Entry, category: string | null): void {
  sql.transaction(() => {
    const items = listItems(sql, entry.id);
    const changed = items.filter(({ effect }) => effect === 1);
    const records = listRecords(sql, entry.id);
    const changedRecords = records.filter(({ effect }) => effect === 1);
    const transactions = changed.map((item) => {
      const { label, done } = readItem(item);
      return { kind: item.kind, payee: label?.payee ?? null, changed: done };
    });
    const recordSentences = describeRecords(changedRecords.map(describeRecord));
    releaseTransfers(sql, records);
    // The categories of an accepted transfer go without saying.
    const isCarrying = changedRecords.some(({ kind }) => kind === "transfer");
    // The sentence of an undo names what it takes back, which was stored with it.
    const sentence =
      entry.undoes === null
        ? describeDone(isCarrying ? [] : transactions, category, recordSentences)
        : entry.sentence;
    sql.run(
      "UPDATE changes SET state = 'done', done = ?, sentence = ?, problem = NULL, next_attempt_at = NULL WHERE id = ?",
      changed.length + changedRecords.length,
      sentence,
      entry.id,
    );
    if (entry.undoes !== null) settleUndone(sql, entry.undoes, items, records);
  });
}

/** The fields of an item that can still be undone, or the mark for the whole transaction. */
export function listUndoable(item: ItemRow): string[] {
  if (item.effect === 0) return [];
  const { done, undone } = readItem(item);
  const all = item.kind === "edit" ? done.map(({ field }) => field) : [WHOLE];
  return all.filter((one) => !undone.includes(one));
}

function settleUndone(
  sql: Sql,
  id: number,
  undos: readonly ItemRow[],
  recordUndos: readonly RecordRow[],
): void {
  for (const item of undos)
    if (item.undoes !== null) markUndone(sql, item.undoes, listTakenBack(item));
  for (const row of recordUndos)
    if (row.undoes !== null)
      markRecordUndone(sql, row.undoes, listTakenBackFacts(row, RECORD_GONE.message));
  const entry = findEntry(sql, id);
  if (entry === null) return;
  const items = listItems(sql, id).filter(({ effect }) => effect === 1);
  const records = listRecords(sql, id).filter(({ effect }) => effect === 1);
  const undone = [...items.map(readItem), ...records.map(readRecord)];
  const isAny = undone.some((one) => one.undone.length > 0);
  const isAll =
    items.every((item) => listUndoable(item).length === 0) &&
    records.every((row) => listUndoableFacts(row).length === 0);
  sql.run("UPDATE changes SET state = ? WHERE id = ?", stateAfter(isAny, isAll), id);
}

function describeRecord(row: RecordRow): ChangedRecord {
  const { done, kept, put } = readRecord(row);
  const { kind, action, record, name } = row;
  const isGroup = (action === "create" ? put : kept)["is_group"] === true;
  const { moved_to: group } = kept;
  const movedTo = typeof group === "string" ? group : null;
  return {
    kind,
    action,
    record,
    name: name ?? "",
    isGroup,
    movedTo,
    parts: countParts(put),
    of: typeof kept["payee"] === "string" ? kept["payee"] : "",
    changed: done,
  };
}

function countParts({ ids, child_transactions: parts }: Facts): number {
  if (Array.isArray(ids)) return ids.length;
  return Array.isArray(parts) ? parts.length : 0;
}

function stateAfter(isAny: boolean, isAll: boolean): ChangeState {
  if (!isAny) return "done";
  return isAll ? "undone" : "partly";
}

/** The fields that an item of an undo set back, and those that had the old value already. */
function listTakenBack(item: ItemRow): string[] {
  const { conflicts, refused } = readItem(item);
  if (item.kind === "delete") {
    const isGone = refused.some(({ message }) => message === GONE.message);
    return item.effect === 1 || isGone ? [WHOLE] : [];
  }
  if (item.kind === "restore") return item.made === null ? [] : [WHOLE];
  if (refused.some(({ field }) => field === null)) return [];
  const left = [...conflicts, ...refused].map(({ field }) => field);
  const { set } = readJson(WANTED_EDIT, item.wanted);
  return listFields(set).filter((field) => !left.includes(field));
}
