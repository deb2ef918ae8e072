// Numbers that only rise, stored forever under a name: for services that refuse a number that is
// not greater than the last one, even if the clock goes back or the object is rebuilt. The table is
// `rising`.

import { must } from "../assert.ts";
import type { Sql } from "./sql.ts";

/** The statement of a step that makes the table. */
export const RISING_TABLE = `
-- Numbers given out so far, by what they count.
CREATE TABLE rising (
  name TEXT PRIMARY KEY,
  last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** Greater than every number that was given out under the name before, and at least `atLeast`. */
export function nextRising(sql: Sql, name: string, atLeast: number): number {
  const row = sql.first<{ last: number }>(
    "INSERT INTO rising (name, last) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET last = MAX(last + 1, excluded.last) RETURNING last",
    name,
    atLeast,
  );
  return must(row, "an upsert returns its row").last;
}
