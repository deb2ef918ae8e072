import { reset, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, test } from "vitest";
import { STEPS } from "../../src/budget/schema/steps.ts";
import { checksumOf, migrate } from "../../src/sql/migrate.ts";
import type { Step } from "../../src/sql/migrate.ts";
import { bind, Sql } from "../../src/sql/sql.ts";
import { err, ok } from "../../src/value/result.ts";
import { bindings, get } from "./client.ts";

afterEach(reset);

/** An empty database in an object that never becomes a budget. */
function empty<T>(work: (sql: Sql) => T | Promise<T>): Promise<T> {
  return runInDurableObject(bindings.BUDGET.getByName("never-created"), (_, state) =>
    work(new Sql(state.storage)),
  );
}

const tables = (sql: Sql) =>
  sql
    .all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY name",
    )
    .map(({ name }) => name);

describe("schema steps", () => {
  test("those that shipped are unchanged", async () => {
    const shipped = await Promise.all(
      STEPS.map(async (step) => [step.id, step.name, await checksumOf(step)]),
    );

    expect(shipped.slice(0, 1)).toEqual([[1, "core", CORE]]);
  });

  test("are journalled, run once, and leave an opened database as it is", async () => {
    await get("/me");
    await runInDurableObject(bindings.BUDGET.getByName("1"), async (_, state) => {
      const sql = new Sql(state.storage);
      const before = sql.all("SELECT * FROM schema_journal");
      await migrate(sql, STEPS, 5);
      expect(sql.all("SELECT * FROM schema_journal")).toEqual(before);
      expect(before[0]).toMatchObject({ id: 1, name: "core", checksum: CORE });
    });
  });

  test("an older database gets the missing steps", async () => {
    const later: Step = {
      id: STEPS.length + 1,
      name: "later",
      sql: "ALTER TABLE tags ADD COLUMN color_name TEXT; CREATE TABLE extra (id INTEGER PRIMARY KEY) STRICT",
    };

    await empty(async (sql) => {
      await migrate(sql, STEPS, 1);
      await migrate(sql, [...STEPS, later], 2);
      expect(tables(sql)).toContain("extra");
      expect(sql.all("SELECT id, applied_at FROM schema_journal")).toEqual([
        ...STEPS.map(({ id }) => ({ id, applied_at: 1 })),
        { id: later.id, applied_at: 2 },
      ]);
    });
  });

  test("a step that fails leaves nothing of itself", async () => {
    const broken: Step = {
      id: STEPS.length + 1,
      name: "broken",
      sql: "CREATE TABLE half (id INTEGER) STRICT; INSERT INTO nowhere VALUES (1)",
    };

    await empty(async (sql) => {
      await expect(migrate(sql, [...STEPS, broken], 1)).rejects.toThrow(/nowhere/);
      expect(tables(sql)).not.toContain("half");
    });
  });

  test("a changed step, and a database newer than the code, refuse to open", async () => {
    await empty(async (sql) => {
      await migrate(sql, STEPS, 1);
      const changed = STEPS.map((step) => ({ ...step, sql: `${step.sql} -- edited` }));
      await expect(migrate(sql, changed, 2)).rejects.toThrow(
        "schema step 1 was changed after it shipped",
      );
      await expect(migrate(sql, [], 2)).rejects.toThrow("this version knows 0");
    });
  });

  test("every table is strict", async () => {
    await get("/me");
    const loose = await runInDurableObject(bindings.BUDGET.getByName("1"), (_, state) =>
      new Sql(state.storage).all(
        "SELECT name FROM pragma_table_list WHERE type = 'table' AND strict = 0 AND schema = 'main' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
      ),
    );
    expect(loose).toEqual([]);
  });

  test("the database itself refuses what must never be", async () => {
    await get("/me");
    const insert =
      "INSERT INTO transactions (date, amount, currency, to_base, payee, status, created_at, updated_at";
    await runInDurableObject(bindings.BUDGET.getByName("1"), (_, state) => {
      const sql = new Sql(state.storage);
      const good = `${insert}) VALUES ('2026-01-01', 1, 'usd', 1, 'p', 'reviewed', 0, 0)`;
      expect(() => sql.run(good)).not.toThrow();
      for (const bad of [
        `${insert}) VALUES ('2026-01-01', 1.5, 'usd', 1, 'p', 'reviewed', 0, 0)`,
        `${insert}) VALUES ('2026-01-01', 1, 'usd', 1, 'p', 'cleared', 0, 0)`,
        `${insert}, manual_account_id, linked_account_id) VALUES ('2026-01-01', 1, 'usd', 1, 'p', 'reviewed', 0, 0, 1, 1)`,
        `${insert}, category_id) VALUES ('2026-01-01', 1, 'usd', 1, 'p', 'reviewed', 0, 0, 999)`,
        "INSERT INTO transaction_tags VALUES (1, 999)",
        "UPDATE manual_accounts SET closed_on = '2026-01-01'",
        "UPDATE categories SET group_id = 1 WHERE is_group = 1",
        "INSERT INTO budget SELECT 2, account_id, display_name, primary_currency, supported_currencies, locale, 1, 1, 1, 0 FROM budget",
      ]) {
        expect(() => sql.run(bad), bad).toThrow();
      }
    });
  });
});

const CORE = "1eff3e1ff4366649fa06be94550bc502e99b36cbcaf937a84240c3ab8d52ba07";

describe("sql", () => {
  test("booleans are bound as 0 and 1; what would be stored as something else is refused", () => {
    expect([true, false, null, "x", 1.5, -3].map(bind)).toEqual([1, 0, null, "x", 1.5, -3]);
    for (const value of [Number.NaN, Infinity, 2 ** 53, -(2 ** 53)])
      expect(() => bind(value)).toThrow(/Invariant broken/);
    expect(() => bind(undefined as never)).toThrow("undefined cannot be bound");
  });

  test("a refusal undoes what was written before it, and nothing around it", async () => {
    await empty((sql) => {
      sql.run("CREATE TABLE t (a INTEGER) STRICT");
      sql.run("INSERT INTO t VALUES (1)");
      const refused = sql.atomically(() => {
        sql.run("INSERT INTO t VALUES (2)");
        return err("no");
      });
      const accepted = sql.atomically(() => ok(sql.run("INSERT INTO t VALUES (3)")));
      expect(refused).toEqual({ ok: false, error: "no" });
      expect(accepted.ok).toBe(true);
      expect(() =>
        sql.atomically(() => {
          sql.run("INSERT INTO t VALUES (4)");
          throw new Error("fault");
        }),
      ).toThrow("fault");
      expect(sql.all("SELECT a FROM t")).toEqual([{ a: 1 }, { a: 3 }]);
    });
  });
});
