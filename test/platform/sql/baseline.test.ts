// A new database is made by one script instead of all schema steps, and must be the same database.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test } from "vitest";
import { baseline as ofBudget } from "../../../src/budget/schema/baseline.ts";
import { STEPS } from "../../../src/budget/schema/steps.ts";
import { baseline as ofImporter } from "../../../src/importer/baseline.ts";
import { steps } from "../../../src/importer/schema.ts";
import { migrate } from "../../../src/platform/sql/migrate.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { reset } from "../../reset.ts";

afterEach(reset);

/** An empty database of an object that is never used. */
function empty<T>(name: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  return runInDurableObject(env.ATTEMPT.getByName(name), (_, state) =>
    work(new Sql(state.storage)),
  );
}

/** Statements without comments and blanks; the names of columns tell whether one is missing. */
const bare = (text: string) => text.replace(/--[^\n]*/gu, "").replace(/\s+/gu, "");

/** Everything in a database but the platform's own. */
function contents(sql: Sql): object {
  const made = sql
    .all<{ type: string; name: string; tbl_name: string; sql: string | null }>(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY type, name",
    )
    .map((one) => ({ ...one, sql: bare(one.sql ?? "") }));
  const tables = made.filter(({ type }) => type === "table").map(({ name }) => name);
  const columns = tables.map((name) =>
    sql
      .all<{ dflt_value: string | null }>(`SELECT * FROM pragma_table_xinfo('${name}')`)
      .map((column) => ({ ...column, dflt_value: bare(column.dflt_value ?? "") })),
  );
  // A table that has numbered nothing yet begins at 1, with a row of its own in sqlite_sequence or without.
  const rows = tables.map((name) => [
    name,
    sql.all(`SELECT * FROM "${name}"${name === "sqlite_sequence" ? " WHERE seq > 0" : ""}`),
  ]);
  return { made, columns, rows };
}

describe.each([
  { object: "budget", schemaSteps: STEPS, baseline: ofBudget },
  { object: "importer", schemaSteps: steps, baseline: ofImporter },
])("the baseline of the $object's database", ({ schemaSteps, baseline }) => {
  test("it has every table, column, index, trigger and row that the steps make, and their journal", async () => {
    const byStep = await empty("steps", async (sql) => {
      await migrate(sql, schemaSteps, 7);
      return contents(sql);
    });
    const atOnce = await empty("baseline", async (sql) => {
      await migrate(sql, schemaSteps, 7, baseline);
      return contents(sql);
    });

    expect(atOnce).toEqual(byStep);
    expect(baseline.steps, "npm run baselines").toBe(schemaSteps.length);
  });

  test("a database of an older version goes on with the steps that it lacks", async () => {
    const last = schemaSteps.length - 1;
    const later = await empty("older", async (sql) => {
      await migrate(sql, schemaSteps.slice(0, last), 7);
      await migrate(sql, schemaSteps, 7, baseline);
      return contents(sql);
    });
    const byStep = await empty("steps", async (sql) => {
      await migrate(sql, schemaSteps, 7);
      return contents(sql);
    });

    expect(later).toEqual(byStep);
  });

  test("a step that is newer than the baseline runs behind it", async () => {
    const added = {
      id: schemaSteps.length + 1,
      name: "added",
      sql: "CREATE TABLE added (id INTEGER)",
    };
    await empty("added", async (sql) => {
      await migrate(sql, [...schemaSteps, added], 7, baseline);

      expect(sql.all("SELECT * FROM added")).toEqual([]);
      expect(sql.all("SELECT id FROM schema_journal")).toHaveLength(schemaSteps.length + 1);
    });
  });
});
