// Entries of the journal as the API shows them.

import { readJson } from "../../platform/sql/json.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { WANTED_RESTORE, WHO_COLUMN, WHOLE_COLUMN } from "./columns.ts";
import type { Value } from "./fields.ts";
import { listRecordLosses } from "./records/losses.ts";
import { isBondKind, parseRecord } from "./records/kinds.ts";
import { currentIds, listRecords, readRecord, type RecordRow } from "./records/store.ts";
import { listLosses } from "./restored.ts";
import {
  findCurrentId,
  findUndo,
  listItems,
  readItem,
  WHOLE,
  type Entry,
  type ItemRow,
} from "./store.ts";
import type { ShownAnswer, ShownChange, ShownDetail } from "./wire.ts";

/** An entry in a list. */
export function showEntry(sql: Sql, entry: Entry): ShownChange {
  const who = readJson(WHO_COLUMN, entry.who);
  return {
    id: entry.id,
    at: new Date(entry.at).toISOString(),
    who,
    sentence: entry.sentence,
    from: entry.source,
    state: entry.state,
    transactions: entry.total,
    count: entry.done,
    undoes: entry.undoes,
    undone_by: findUndo(sql, entry.id)?.id ?? null,
    can_undo:
      (entry.state === "done" || entry.state === "partly") &&
      entry.done > 0 &&
      entry.cannot_undo === null,
    problem: entry.problem,
    import: entry.import,
    cannot_undo: entry.cannot_undo,
  };
}

/** An entry with what was left as it is. */
export function showAnswer(sql: Sql, entry: Entry): ShownAnswer {
  const items = listItems(sql, entry.id);
  const records = listRecords(sql, entry.id);
  const losses = items.flatMap((item) => {
    const whole = readWhole(item);
    const name = readItem(item).label?.payee ?? "";
    return listLosses(whole).map((loss) => `${name === "" ? item.transaction_id : name}: ${loss}`);
  });
  return {
    change: showEntry(sql, entry),
    conflicts: items.flatMap((item) =>
      readItem(item).conflicts.map((one) => ({
        id: item.transaction_id,
        field: one.field,
        was: toList(one.was),
        now: toList(one.now),
        set: toList(one.set),
      })),
    ),
    refused: items.flatMap((item) =>
      readItem(item).refused.map((one) => ({ id: item.transaction_id, ...one })),
    ),
    not_restored: [...losses, ...listAllRecordLosses(sql, records)],
    record_conflicts: records.flatMap((row) =>
      readRecord(row).conflicts.map((one) => ({ ...nameShown(row), ...one })),
    ),
    record_refused: records.flatMap((row) =>
      readRecord(row).refused.map((one) => ({ ...nameShown(row), ...one })),
    ),
    made: records.flatMap((row) =>
      row.action === "create" && row.made !== null
        ? [{ kind: row.kind, id: row.made, asked: readAsked(row) }]
        : [],
    ),
  };
}

/** The negative number that the request used for a new record. */
function readAsked({ record }: RecordRow): number | null {
  const asked = Number(record);
  return asked < 0 ? asked : null;
}

function nameShown({ kind, record, name, made }: RecordRow) {
  const { id, start } = parseRecord(record);
  return { kind, id: id > 0 ? id : (made ?? 0), start_date: start, name: name ?? "" };
}

function listAllRecordLosses(sql: Sql, records: readonly RecordRow[]): string[] {
  return records.flatMap((row) =>
    listRecordLosses(sql, row).map((loss) => `${row.name ?? row.record}: ${loss}`),
  );
}

function showRecord(sql: Sql, row: RecordRow): ShownDetail["records"][number] {
  const shown = nameShown(row);
  const { done, undone } = readRecord(row);
  const isOfCategory = row.kind === "budget" || row.kind === "rollover";
  const kind = isOfCategory ? "category" : row.kind;
  return {
    ...shown,
    current_id: isBondKind(row.kind)
      ? findCurrentId(sql, shown.id)
      : currentIds(sql, row.change)(kind, shown.id),
    action: row.action,
    changed: row.effect === 1,
    fields: done.map(({ field, before, after }) => ({
      field,
      before,
      after,
      undone: undone.includes(field) || undone.includes(WHOLE),
    })),
  };
}

/** An entry with each transaction before and after. */
export function showDetail(sql: Sql, entry: Entry): ShownDetail {
  const items = listItems(sql, entry.id).map((item) => {
    const { done, label, undone } = readItem(item);
    return {
      id: item.transaction_id,
      current_id: item.made ?? findCurrentId(sql, item.transaction_id),
      kind: item.kind,
      changed: item.effect === 1,
      label: label === null || label.date === "" ? null : label,
      fields: done.map(({ field, before, after }) => ({
        field,
        before: toList(before),
        after: toList(after),
        undone: undone.includes(field) || undone.includes(WHOLE),
      })),
    };
  });
  const records = listRecords(sql, entry.id).map((row) => showRecord(sql, row));
  return { ...showAnswer(sql, entry), items, records };
}

/** The transaction that was deleted, or is made again. */
function readWhole({ kind, kept, wanted }: ItemRow): Readonly<Record<string, unknown>> {
  if (kind === "delete") return readJson(WHOLE_COLUMN, kept ?? "{}");
  return kind === "restore" ? readJson(WANTED_RESTORE, wanted).whole : {};
}

function toList(value: Value): string | number | number[] | null {
  return typeof value === "object" && value !== null ? [...value] : value;
}
