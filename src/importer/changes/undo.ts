// Taking a change back is a change itself: each field that still has the value that the change gave
// it is set to the one before. What was deleted is made again, what was made again is deleted.

import { readJson } from "../../platform/sql/json.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { FIELDS_COLUMN, WHOLE_COLUMN } from "./columns.ts";
import { listUndoable } from "./finish.ts";
import { findCurrentId, listItems, readItem, type ItemRow, type NewItem } from "./store.ts";
import { isField, type Changed, type Fields } from "./fields.ts";
import type { WantedDelete, WantedRestore } from "./removals.ts";

/** The items that take an entry back, the last change first; none if nothing is left to take back. */
export function makeUndo(sql: Sql, change: number): NewItem[] {
  return listItems(sql, change)
    .toReversed()
    .flatMap((item): NewItem[] => {
      const fields = listUndoable(item);
      if (fields.length === 0) return [];
      const { kind, label } = item;
      const common = { undoes: item.id, label };
      if (kind === "delete")
        return [
          { ...common, kind: "restore", transaction: item.transaction_id, wanted: restoring(item) },
        ];
      const transaction = findCurrentId(sql, item.transaction_id);
      if (kind === "restore")
        return [{ ...common, kind: "delete", transaction, wanted: deleting(item) }];
      const { done } = readItem(item);
      const changed = done.filter(({ field }) => fields.includes(field));
      return [{ ...common, kind: "edit", transaction, wanted: reversed(changed) }];
    });
}

function reversed(changed: readonly Changed[]): { was: Fields; set: Fields } {
  return {
    was: Object.fromEntries(changed.map(({ field, after }) => [field, after])),
    set: Object.fromEntries(changed.map(({ field, before }) => [field, before])),
  };
}

function restoring({ kept }: ItemRow): WantedRestore {
  return { whole: readJson(WHOLE_COLUMN, kept ?? "{}") };
}

/** It is deleted again only as it came back. */
function deleting(item: ItemRow): WantedDelete {
  const put = readJson(WHOLE_COLUMN, item.put ?? "{}");
  const named = Object.entries(put).filter(([name]) => isField(name));
  const all = { notes: null, category_id: null, tag_ids: [], ...Object.fromEntries(named) };
  return { expected: FIELDS_COLUMN.parse(all) };
}
