// The changes of one transaction, under each of its ids: a transaction that was deleted and
// restored has a new id. Splits, groups and files are records of a change.

import type { Sql } from "../../platform/sql/sql.ts";
import type { Entry } from "./store.ts";

/** Lists the entries before an id that changed a transaction, the newest first. */
export function listEntriesOf(
  sql: Sql,
  transaction: number,
  limit: number,
  before: number,
): Entry[] {
  const ids = JSON.stringify(listIds(sql, transaction));
  return sql.all<Entry>(
    `SELECT * FROM changes WHERE id < ? AND (done > 0 OR state = 'applying')
       AND id IN (SELECT change FROM change_items WHERE transaction_id IN (SELECT value FROM json_each(?))
         UNION SELECT change FROM change_records WHERE kind IN ('split','group') AND effect = 1 AND (
           record IN (SELECT CAST(value AS TEXT) FROM json_each(?)) OR made IN (SELECT value FROM json_each(?))
           OR EXISTS (SELECT 1 FROM json_each(wanted, '$.ids') AS member WHERE member.value IN (SELECT value FROM json_each(?))))
         UNION SELECT change FROM change_records WHERE kind = 'file' AND effect = 1
           AND json_extract(put, '$.transaction_id') IN (SELECT value FROM json_each(?)))
     ORDER BY id DESC LIMIT ?`,
    before,
    ids,
    ids,
    ids,
    ids,
    ids,
    limit,
  );
}

/** The ids that the transaction had before, and its current one. */
function listIds(sql: Sql, transaction: number): number[] {
  const ids = [transaction];
  for (const id of ids) {
    const found = sql.all<{ transaction_id: number }>(
      "SELECT transaction_id FROM change_items WHERE made = ? AND made IS NOT NULL",
      id,
    );
    ids.push(...found.map((one) => one.transaction_id).filter((one) => !ids.includes(one)));
  }
  return ids;
}
