// The findings of a document that was read to its end, kept with the version of the code that read it.
// Where the same bytes come again, their rows need not be read again (copy-rows.ts).

import type { Sql } from "../../platform/sql/sql.ts";
import type { Doubt } from "../../statements/doubts.ts";
import type { Tally } from "../../statements/record-counts.ts";
import type { Proof, Question, StatedBalance } from "../../statements/statement.ts";
import { sourcesHash } from "./sources-hash.ts";
import type { Run } from "./runs.ts";

/** The findings in a whole document. */
export interface Found {
  readonly tally: Tally;
  /** The balances stated outside the rows. */
  readonly stated: readonly StatedBalance[];
  /** Questions that only the whole document shows: once they are answered, it is read again. */
  readonly asked: readonly Question[];
  readonly doubts: readonly Doubt[];
}

/** A reading that has come to its end. */
export interface Ended extends Found {
  readonly proof: Proof;
}

/** An earlier reading of the same document. */
export interface Earlier {
  readonly seq: number;
  readonly id: string;
  /** How many rows it has. */
  readonly rows: number;
  readonly ended: Ended;
}

/** Stores that a document was read to its end. From now on its rows may be copied. */
export function rememberReading(sql: Sql, run: Run, ended: Ended): void {
  const hash = sourcesHash();
  if (hash === null) return;
  sql.run(
    "INSERT OR REPLACE INTO readings (run, sources, found) VALUES (?, ?, ?)",
    run.id,
    hash,
    JSON.stringify(ended),
  );
}

/** The rows of this import are no longer as they were read: they are not copied any more. */
export function forgetReading(sql: Sql, run: Run): void {
  sql.run("DELETE FROM readings WHERE run = ?", run.id);
}

/**
 * The newest import whose rows this version has read from the same bytes in the same way; null if
 * there is none. Its rows are numbered as the records are, so that reading can go on wherever
 * copying ends.
 */
export function findEarlier(sql: Sql, run: Run): Earlier | null {
  const hash = sourcesHash();
  if (hash === null) return null;
  const found = sql.first<Omit<Earlier, "ended"> & { found: string }>(
    `SELECT e.seq, e.id, e.read AS rows, f.found
     FROM runs n CROSS JOIN runs e INDEXED BY runs_by_document CROSS JOIN readings f
     WHERE n.seq = ?1 AND e.document ->> '$.sha256' = n.document ->> '$.sha256' AND e.seq < ?1
       AND e.read_done = 1 AND e.read = e.read_next AND e.reading = n.reading
       AND e.document ->> '$.name' = n.document ->> '$.name'
       AND e.options ->> '$.currency' IS n.options ->> '$.currency'
       AND e.options ->> '$.include_pending' IS n.options ->> '$.include_pending'
       AND f.run = e.id AND f.sources = ?2
     ORDER BY e.seq DESC LIMIT 1`,
    run.seq,
    hash,
  );
  if (found === null) return null;
  const { found: text, ...earlier } = found;
  return { ...earlier, ended: JSON.parse(text) };
}
