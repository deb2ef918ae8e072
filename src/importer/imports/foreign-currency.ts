// Whether an import would put money of another currency into an account. A caller who asked for it
// gets a preview then; other imports go on, since the currency is kept with each transaction.

import type { Sql } from "../../platform/sql/sql.ts";
import type { Run, RunOptions } from "./runs.ts";

/**
 * The run's options, with a preview if its caller wants one for foreign rows and it has such a row.
 */
export function withPreviewIfForeign(sql: Sql, run: Run): RunOptions {
  const { options } = run;
  return options.preview || options.preview_if_foreign !== true || !hasForeignRows(sql, run)
    ? options
    : { ...options, preview: true };
}

function hasForeignRows(sql: Sql, { seq, reading }: Run): boolean {
  const accounts = Object.values(reading?.accounts ?? {}).flatMap((account) =>
    account === null ? [] : [{ id: account.id, currency: account.currency }],
  );
  const found = sql.first(
    `SELECT 1 FROM rows JOIN row_texts USING (run, seq) JOIN json_each(?2) AS own ON own.value ->> '$.id' = rows.account
     WHERE run = ?1 AND state = 'waiting' AND item ->> '$.currency' <> own.value ->> '$.currency' LIMIT 1`,
    seq,
    JSON.stringify(accounts),
  );
  return found !== null;
}
