// Everything that a budget's database holds, as one text, but for what asking alone changes.

import { runInDurableObject } from "cloudflare:test";
import type { bindings } from "../client.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";

/**
 * When a credential was used last is written by the asking itself; what is due moves by itself, and
 * the object's alarm notes that it looked.
 */
const MOVING: readonly string[] = ["last_used_at"];
const PASSING: ReadonlySet<string> = new Set(["jobs", "recurring_detection"]);

/** A line for each row of each table, without the columns named. */
export async function contentsOf(
  budget: ReturnType<typeof bindings.BUDGET.getByName>,
  but: readonly string[] = [],
): Promise<string> {
  const left = new Set([...MOVING, ...but]);
  return runInDurableObject(budget, (_, state) => {
    const sql = new Sql(state.storage);
    const tables = sql.all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '_cf%' AND name NOT LIKE 'sqlite%' ORDER BY name",
    );
    return tables
      .filter(({ name }) => !PASSING.has(name))
      .flatMap(({ name }) =>
        sql
          .all(`SELECT * FROM ${name}`)
          .map(
            (row) =>
              `${name} ${JSON.stringify(row, (key, value: unknown) => (left.has(key) ? null : value))}`,
          ),
      )
      .join("\n");
  });
}
