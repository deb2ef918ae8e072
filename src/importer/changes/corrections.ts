// Corrections: the last value that a person set by hand in each field of a transaction. A rule's
// dry run leaves them alone, and equal corrections are suggested as a rule. What a rule set, a
// proposal that was accepted in the review, an accepted transfer and a change that was undone are
// not corrections.

import { CORRECTIONS_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { isFormField, type Value } from "./fields.ts";
import { findCurrentId, readItem, WHOLE, type ItemRow } from "./store.ts";
import type { ShownCorrection } from "./wire.ts";

interface Row extends ItemRow {
  readonly at: number;
}

/** Lists the newest corrections, the newest first. */
export function listCorrections(sql: Sql): ShownCorrection[] {
  const rows = sql.all<Row>(
    `SELECT i.*, c.at FROM change_items i JOIN changes c ON c.id = i.change
     WHERE i.kind = 'edit' AND i.effect = 1 AND c.undoes IS NULL AND c.state <> 'undone'
       AND coalesce(c.source, '') NOT IN ('rules', 'accepted proposals')
       AND NOT EXISTS (SELECT 1 FROM change_records r WHERE r.change = c.id AND r.kind = 'transfer')
     ORDER BY i.id DESC LIMIT ?`,
    CORRECTIONS_MAX,
  );
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const id = findCurrentId(sql, row.transaction_id);
    const { done, undone, label } = readItem(row);
    return done.flatMap(({ field, after }): ShownCorrection[] => {
      const key = `${id} ${field}`;
      if (!isFormField(field) || undone.includes(field) || undone.includes(WHOLE) || seen.has(key))
        return [];
      seen.add(key);
      const set = toList(after);
      return [{ id, field, set, payee: label?.payee ?? "", at: new Date(row.at).toISOString() }];
    });
  });
}

function toList(value: Value): ShownCorrection["set"] {
  return typeof value === "object" && value !== null ? [...value] : value;
}
