// Entries of the journal as the API shows them.

import type { Sql } from "../../platform/sql/sql.ts";
import type { Value } from "./fields.ts";
import { listLosses } from "./restored.ts";
import {
  findCurrentId,
  findUndo,
  listItems,
  readItem,
  WHOLE,
  type Entry,
  type Who,
} from "./store.ts";
import type { ShownAnswer, ShownChange, ShownDetail } from "./wire.ts";

/** An entry in a list. */
export function showEntry(sql: Sql, entry: Entry): ShownChange {
  const who: Who = JSON.parse(entry.who);
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
    can_undo: (entry.state === "done" || entry.state === "partly") && entry.done > 0,
    problem: entry.problem,
  };
}

/** An entry with what was left as it is. */
export function showAnswer(sql: Sql, entry: Entry): ShownAnswer {
  const items = listItems(sql, entry.id);
  const losses = items.flatMap((item) => {
    const whole: Record<string, unknown> = readWhole(item);
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
    not_restored: losses,
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
  return { ...showAnswer(sql, entry), items };
}

/** The transaction that was deleted, or is made again. */
function readWhole({ kind, kept, wanted }: { kind: string; kept: string | null; wanted: string }) {
  if (kind === "delete") return JSON.parse(kept ?? "{}");
  return kind === "restore" ? (JSON.parse(wanted).whole ?? {}) : {};
}

function toList(value: Value): string | number | number[] | null {
  return typeof value === "object" && value !== null ? [...value] : value;
}
