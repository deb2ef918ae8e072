// The undo of a change of records. Each field that still has the value that the change gave it is
// set to the value before. A deleted record is created again. A created record is deleted if it is
// unchanged and nothing uses it.

import type { Sql } from "../../../platform/sql/sql.ts";
import { toRemake } from "./bonds.ts";
import { isBondKind, KINDS } from "./kinds.ts";
import { pickFacts } from "./plan.ts";
import { listRecords, readFacts, readRecord, type NewRecord, type RecordRow } from "./store.ts";

/** The mark for a whole record in the list of fields that were undone. */
const WHOLE = "*";

/** The records that undo an entry, the last change first. */
export function makeRecordUndo(sql: Sql, change: number): NewRecord[] {
  return listRecords(sql, change)
    .toReversed()
    .flatMap((row): NewRecord[] => {
      const fields = listUndoableFacts(row);
      if (fields.length === 0) return [];
      const { kind, record, name } = row;
      const common = { kind, undoes: row.id, name };
      const { kept, put, done } = readRecord(row);
      if (isBondKind(kind)) {
        const wanted =
          row.action === "delete"
            ? toRemake(kind, readFacts(kept["whole"]))
            : { shape: kept["shape"] };
        const made = row.action === "create" ? String(row.made) : record;
        const action = row.action === "delete" ? "create" : "delete";
        return [{ ...common, action, record: made, wanted }];
      }
      if (row.action === "delete") return [{ ...common, action: "create", record, wanted: kept }];
      if (row.action === "create") {
        const first = "first" in kept ? readFacts(kept["first"]) : put;
        const expected = pickFacts(
          first,
          KINDS[kind].fields.filter((field) => isKept(first, field)),
        );
        // A file is found by its transaction.
        const of = kind === "file" && { transaction_id: put["transaction_id"] };
        const wanted = { expected, ...of };
        return [{ ...common, action: "delete", record: String(row.made), wanted }];
      }
      const changed = done.filter(({ field }) => fields.includes(field));
      const was = Object.fromEntries(changed.map(({ field, after }) => [field, after]));
      const set = Object.fromEntries(changed.map(({ field, before }) => [field, before]));
      return [{ ...common, action: "edit", record, wanted: { was, set } }];
    });
}

/** The fields of a record that can still be undone, or the mark for the whole record. */
export function listUndoableFacts(row: RecordRow): string[] {
  if (row.effect === 0) return [];
  const { done, undone, kept } = readRecord(row);
  if (row.kind === "file" && row.action === "delete" && kept["key"] == null) return [];
  const all = row.action === "edit" ? done.map(({ field }) => field) : [WHOLE];
  return all.filter((one) => !undone.includes(one));
}

/** The fields that a record of an undo set back, and those that had the old value already. */
export function listTakenBackFacts(row: RecordRow, goneMessage: string): string[] {
  const { conflicts, refused, wanted } = readRecord(row);
  if (row.action === "delete") {
    const isGone = refused.some(({ message }) => message === goneMessage);
    return row.effect === 1 || isGone ? [WHOLE] : [];
  }
  if (row.action === "create") return row.made === null ? [] : [WHOLE];
  if (refused.some(({ field }) => field === null)) return [];
  const left = [...conflicts, ...refused].map(({ field }) => field);
  const { set } = wanted;
  const fields = typeof set === "object" && set !== null ? Object.keys(set) : [];
  return fields.filter((field) => !left.includes(field));
}

/** A member always has the flags of its group. */
function isKept(put: Readonly<Record<string, unknown>>, field: string): boolean {
  // Folding a group is not a change.
  if (put[field] === undefined || field === "collapsed") return false;
  return put["group_id"] == null || !(KINDS.category.together["group_id"] ?? []).includes(field);
}
