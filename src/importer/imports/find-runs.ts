// Finds imports by the words of a file's name, of the archive it was in, or of an account. SQLite
// folds only ASCII letters, so names are compared here: one pass over the runs' names, newest first.

import * as z from "zod";
import { parseJson } from "../../platform/json.ts";
import type { Sql } from "../../platform/sql/sql.ts";

interface Names {
  readonly seq: number;
  readonly name: string | null;
  readonly archive: string | null;
  readonly account: string | null;
  readonly accounts: string | null;
}

const accountsOfLabels = z.record(z.string(), z.object({ name: z.string() }).nullable());

/** The runs whose names hold every word, newest first: `limit` of them after `offset`. */
export function findRuns(sql: Sql, search: string, limit: number, offset: number): number[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const found: number[] = [];
  const rows = sql.each<Names>(
    `SELECT seq, document ->> '$.name' AS name, document ->> '$.archive' AS archive,
       account ->> '$.name' AS account, reading -> '$.accounts' AS accounts
     FROM runs ORDER BY seq DESC`,
  );
  let passed = 0;
  for (const row of rows) {
    const names = fold(namesOf(row).join("\n"));
    if (!words.every((word) => names.includes(word))) continue;
    passed += 1;
    if (passed > offset) found.push(row.seq);
    if (found.length >= limit) break;
  }
  return found;
}

function namesOf({ name, archive, account, accounts }: Names): string[] {
  const read = accountsOfLabels.safeParse(accounts === null ? {} : parseJson(accounts));
  const labelled = read.success ? Object.values(read.data).map((one) => one?.name) : [];
  return [name, archive, account, ...labelled].filter((one) => typeof one === "string");
}

/** A Mac writes an umlaut as two letters; here it is one, in lower case. */
function fold(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
