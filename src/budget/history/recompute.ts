// Recomputes stored entries in the primary currency when rates arrive or the primary currency
// changes. Balances stay in the currency they were written in.

import { HISTORY_RECOMPUTE_ROWS } from "../../platform/limits.ts";
import type { Currency } from "../../money/currency.ts";
import type { Units } from "../../money/money.ts";
import { lastDay, type Month } from "../../money/month.ts";
import { converter } from "../rates/store.ts";
import type { Sql } from "../../platform/sql/sql.ts";

interface Row {
  readonly id: number;
  readonly month: Month;
  readonly balance: Units;
  readonly currency: Currency;
  readonly to_base: Units;
}

const PAGE = `SELECT id, month, balance, currency, to_base FROM balance_history WHERE id > ? ORDER BY id LIMIT ?`;
const UPDATE = `UPDATE balance_history SET to_base = v.value ->> 1 FROM json_each(?) v WHERE balance_history.id = v.value ->> 0`;

/**
 * Recomputes to_base of the next entries after the cursor (null: from the first), at the last day
 * of their months. Returns where to continue, or null at the end. Cursors sort as text in the order
 * of the walk.
 */
export function recomputeHistorySlice(
  sql: Sql,
  primary: Currency,
  cursor: string | null,
): string | null {
  const convert = converter(sql);
  const rows = sql.all<Row>(PAGE, Number(cursor ?? 0), HISTORY_RECOMPUTE_ROWS);
  const changed = rows.flatMap(({ id, month, balance, currency, to_base }) => {
    const worth = convert(balance, currency, primary, lastDay(month));
    return worth === to_base ? [] : [[id, worth]];
  });
  if (changed.length > 0) sql.run(UPDATE, JSON.stringify(changed));
  const last = rows.at(-1);
  return last === undefined || rows.length < HISTORY_RECOMPUTE_ROWS
    ? null
    : String(last.id).padStart(16, "0");
}
