import { runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, test } from "vitest";
import { STEPS } from "../../src/budget/schema/steps.ts";
import { hashStep, isCreated, migrate } from "../../src/platform/sql/migrate.ts";
import type { Step } from "../../src/platform/sql/migrate.ts";
import { bind, Sql } from "../../src/platform/sql/sql.ts";
import { err, ok } from "../../src/platform/result.ts";
import { createProfile } from "../../src/budget/me/store.ts";
import { bindings, callOwn, get, post, put } from "./client.ts";
import { findSource } from "../../src/budget/crypto/sources.ts";
import { nextRising } from "../../src/platform/sql/rising-numbers.ts";
import { reset } from "../reset.ts";

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

describe("schema steps of the budget's database", () => {
  test("the schema steps that shipped are unchanged", async () => {
    const shipped = await Promise.all(
      STEPS.map(async (step) => [step.id, step.name, await hashStep(step)]),
    );

    expect(shipped).toEqual(SHIPPED);
  });

  test("schema steps are recorded, run once, and do not change a database that is opened again", async () => {
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

  test("a budget of the first step, with its data, is opened and answers everything", async () => {
    await runInDurableObject(bindings.BUDGET.getByName("1"), async (_, state) => {
      const sql = new Sql(state.storage);
      await migrate(sql, STEPS.slice(0, 1), 1);
      createProfile(
        sql,
        {
          accountId: 1,
          budgetName: "Old",
          primaryCurrency: "usd",
          user: { id: 1, name: "You", email: "you@localhost" },
        },
        1,
      );
      sql.run(`INSERT INTO manual_accounts (id, name, type, balance, currency, to_base, balance_as_of, status, created_by, created_at, updated_at)
        VALUES (1, 'Euros', 'cash', 50000, 'eur', 0, 1, 'active', 1, 1, 1)`);
      sql.run(`INSERT INTO categories (id, name, is_income, exclude_from_budget, exclude_from_totals, is_group, created_at, updated_at)
        VALUES (1, 'Old ones', 0, 0, 0, 0, 1, 1)`);
      sql.run(`INSERT INTO transactions (id, date, amount, currency, to_base, payee, category_id, status, manual_account_id, created_at, updated_at)
        VALUES (1, '2026-03-02', 120000, 'usd', 120000, 'Shop', 1, 'reviewed', NULL, 1, 1), (2, '2026-03-03', 50000, 'eur', 0, 'Café', 1, 'reviewed', 1, 1, 1)`);
    });

    const summary = await get("/summary?start_date=2026-03-01&end_date=2026-03-31");
    expect(summary.body.categories).toMatchObject([
      { category_id: 1, totals: { other_activity: 12 } },
    ]);
    expect(
      (await get("/transactions")).body.transactions.map(({ id }: { id: number }) => id),
    ).toEqual([2, 1]);
    expect(
      (await post("/transactions/split/1", { child_transactions: [{ amount: 5 }, { amount: 7 }] }))
        .status,
    ).toBe(201);
    // Rates are per euro, so it is the dollar's that lacks.
    expect((await callOwn("GET", "/rates/missing")).body.missing).toMatchObject([
      { currency: "usd" },
    ]);
    expect((await get("/cryptocurrencies")).body.cryptocurrencies.length).toBeGreaterThan(0);
  });

  test("a budget from before sources had generations and pins keeps its exchange and credentials", async () => {
    await runInDurableObject(bindings.BUDGET.getByName("1"), async (_, state) => {
      const sql = new Sql(state.storage);
      await migrate(
        sql,
        STEPS.filter(({ id }) => id <= 13),
        1,
      );
      createProfile(
        sql,
        {
          accountId: 1,
          budgetName: "Old",
          primaryCurrency: "usd",
          user: { id: 1, name: "You", email: "you@localhost" },
        },
        1,
      );
      sql.run(
        "INSERT INTO crypto_synced (id, provider, provider_id, status, created_by, created_at, updated_at) VALUES (1, 'exchange_a', 'key 1', 'active', 1, 1, 1)",
      );
      sql.run(
        "INSERT INTO crypto_sources (account_id, settings, sealed, asked_at, reason) VALUES (1, '{\"url\":\"https://exchange.example\"}', 'sealed', 7, 'It was busy.')",
      );
    });

    expect((await get("/crypto/synced/1")).body).toMatchObject({ id: 1, status: "active" });
    await runInDurableObject(bindings.BUDGET.getByName("1"), (_, state) => {
      const sql = new Sql(state.storage);
      expect(findSource(sql, 1)).toEqual({
        account_id: 1,
        settings: '{"url":"https://exchange.example"}',
        sealed: "sealed",
        asked_at: 7,
        reason: "It was busy.",
        pins: "{}",
        generation: 1,
      });
      expect([nextRising(sql, "kraken nonce", 5), nextRising(sql, "kraken nonce", 5)]).toEqual([
        5, 6,
      ]);
    });
  });

  test("a budget from before the index of unreviewed transactions lists the same by status", async () => {
    await runInDurableObject(bindings.BUDGET.getByName("1"), async (_, state) => {
      const sql = new Sql(state.storage);
      await migrate(
        sql,
        STEPS.filter(({ id }) => id <= 15),
        1,
      );
      createProfile(
        sql,
        {
          accountId: 1,
          budgetName: "Old",
          primaryCurrency: "usd",
          user: { id: 1, name: "You", email: "you@localhost" },
        },
        1,
      );
      sql.run(`INSERT INTO transactions (id, date, amount, currency, to_base, payee, status, created_at, updated_at) VALUES
        (1, '2026-03-02', 1, 'usd', 1, 'a', 'reviewed', 1, 1), (2, '2026-03-03', 1, 'usd', 1, 'b', 'unreviewed', 1, 1), (3, '2026-03-04', 1, 'usd', 1, 'c', 'delete_pending', 1, 1)`);
    });

    const listed = async (status: string) =>
      (await get(`/transactions?status=${status}`)).body.transactions.map(
        ({ id }: { id: number }) => id,
      );
    expect([
      await listed("reviewed"),
      await listed("unreviewed"),
      await listed("delete_pending"),
    ]).toEqual([[1], [2], [3]]);
    await runInDurableObject(bindings.BUDGET.getByName("1"), (_, state) => {
      const indexes = new Sql(state.storage).all<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE 'transactions%review%'",
      );
      expect(indexes).toEqual([{ name: "transactions_not_reviewed" }]);
    });
  });

  describe("migration of debts that purchases lowered", () => {
    const DAY = (iso: string) => Date.parse(`${iso}T12:00:00Z`);
    interface Old {
      readonly type: string;
      readonly balance: number;
      readonly asOf: string;
      /** [day it was inserted, what it moved] */
      readonly moved: readonly (readonly [string, number])[];
      readonly history?: readonly (readonly [string, number])[];
      readonly currency?: string;
    }
    /**
     * A budget as the version before this step left it, with one account for each; what they hold
     * once it was opened.
     */
    async function opened(accounts: readonly Old[]) {
      await runInDurableObject(bindings.BUDGET.getByName("1"), async (_, state) => {
        const sql = new Sql(state.storage);
        await migrate(
          sql,
          STEPS.filter(({ id }) => id <= 16),
          1,
        );
        createProfile(
          sql,
          {
            accountId: 1,
            budgetName: "Old",
            primaryCurrency: "usd",
            user: { id: 1, name: "You", email: "you@localhost" },
          },
          1,
        );
        for (const [index, one] of accounts.entries()) {
          const id = index + 1;
          const { currency = "usd" } = one;
          const toBase = currency === "usd" ? one.balance : one.balance * 2;
          sql.run(
            `INSERT INTO manual_accounts (id, name, type, balance, currency, to_base, balance_as_of, status, created_by, created_at, updated_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, 'active', 1, ?, ?)`,
            id,
            `Account ${id}`,
            one.type,
            one.balance,
            currency,
            toBase,
            DAY(one.asOf),
            DAY("2026-01-01"),
            DAY(one.asOf),
          );
          for (const [day, moved] of one.moved)
            sql.run(
              `INSERT INTO transactions (date, amount, currency, to_base, payee, status, manual_account_id, balance_moved, created_at, updated_at)
               VALUES (?, ?, ?, ?, 'Shop', 'reviewed', ?, ?, ?, ?)`,
              day,
              moved,
              currency,
              moved,
              id,
              moved,
              DAY(day),
              DAY(day),
            );
          for (const [month, balance] of one.history ?? [])
            sql.run(
              "INSERT INTO balance_history (kind, account_id, month, balance, currency, to_base) VALUES ('manual', ?, ?, ?, ?, ?)",
              id,
              month,
              balance,
              currency,
              currency === "usd" ? balance : balance * 2,
            );
        }
      });
      const { body } = await get("/manual_accounts");
      const history = await get("/balance_history");
      return body.manual_accounts.map(
        (account: { id: number; balance: string; to_base: number }) => ({
          balance: account.balance,
          months: history.body.balance_history
            .find(
              ({ source }: { source: { manual_account_id?: number } }) =>
                source.manual_account_id === account.id,
            )
            .balances.filter(({ type }: { type: string }) => type === "historical")
            .map(({ month, balance }: { month: string; balance: string }) => `${month} ${balance}`),
        }),
      );
    }

    test("debts are raised by earlier purchases, and so are the months of their history", async () => {
      const moved = [
        ["2026-09-10", 2_000_000],
        ["2026-10-10", 587_100],
      ] as const;
      expect(
        await opened([
          {
            type: "credit",
            balance: -2_587_100,
            asOf: "2026-10-10",
            moved,
            history: [
              ["2026-09", -2_000_000],
              ["2026-10", -2_587_100],
            ],
          },
          {
            type: "loan",
            balance: 9_000_000 - 2_587_100,
            asOf: "2026-10-10",
            moved,
            history: [
              ["2026-08", 9_000_000],
              ["2026-09", 7_000_000],
              ["2026-10", 6_412_900],
            ],
          },
        ]),
      ).toEqual([
        { balance: "258.7100", months: ["2026-09 200.0000", "2026-10 258.7100"] },
        {
          balance: "1158.7100",
          months: ["2026-08 900.0000", "2026-09 1100.0000", "2026-10 1158.7100"],
        },
      ]);
    });

    test("debts keep a balance, and a month, that somebody stated after the purchases", async () => {
      expect(
        await opened([
          {
            type: "credit",
            balance: 2_587_100,
            asOf: "2026-10-12",
            moved: [["2026-10-10", 2_587_100]],
            history: [
              ["2026-09", 1_000_000],
              ["2026-10", 2_587_100],
            ],
          },
        ]),
      ).toEqual([{ balance: "258.7100", months: ["2026-09 100.0000", "2026-10 258.7100"] }]);
    });

    test("debts that began at 0 are reversed even after a deletion", async () => {
      // A second purchase was inserted and deleted on the 12th: its balance came back.
      expect(
        await opened([
          {
            type: "other liability",
            balance: -500_000,
            asOf: "2026-10-12",
            moved: [["2026-10-10", 500_000]],
          },
        ]),
      ).toEqual([{ balance: "50.0000", months: [] }]);
    });

    test("the migration of debts leaves all other accounts unchanged", async () => {
      const moved = [["2026-10-10", 2_587_100]] as const;
      expect(
        await opened(
          ["cash", "investment", "other asset"].map((type) => ({
            type,
            balance: -2_587_100,
            asOf: "2026-10-10",
            moved,
            history: [["2026-10", -2_587_100]] as const,
          })),
        ),
      ).toEqual(
        ["cash", "investment", "other asset"].map(() => ({
          balance: "-258.7100",
          months: ["2026-10 -258.7100"],
        })),
      );
    });

    test("debts count the changes since their stated balance when their type changes later", async () => {
      await opened([
        { type: "cash", balance: -100_000, asOf: "2026-10-10", moved: [["2026-10-10", 100_000]] },
        { type: "cash", balance: 700_000, asOf: "2026-10-12", moved: [["2026-10-10", 100_000]] },
      ]);
      expect((await put("/manual_accounts/1", { type: "credit" })).body.balance).toBe("10.0000");
      expect((await put("/manual_accounts/2", { type: "credit" })).body.balance).toBe("70.0000");
    });

    test("debts in another currency have the right value at once and after a recomputation", async () => {
      await opened([
        {
          type: "credit",
          balance: -100_000,
          asOf: "2026-10-10",
          moved: [["2026-10-10", 100_000]],
          currency: "eur",
          history: [["2026-10", -100_000]],
        },
      ]);
      const { body } = await get("/manual_accounts/1");
      expect([body.balance, body.to_base]).toEqual(["10.0000", 20]);
      const jobs = await runInDurableObject(bindings.BUDGET.getByName("1"), (_, state) =>
        new Sql(state.storage).all(
          "SELECT name, cursor FROM jobs WHERE name = 'recompute to_base'",
        ),
      );
      expect(jobs).toEqual([{ name: "recompute to_base", cursor: null }]);
    });
  });

  test("a step that fails leaves no trace", async () => {
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

  test("an update whose last step fails takes back the steps before it, and the version before goes on", async () => {
    const good: Step = {
      id: STEPS.length + 1,
      name: "good",
      sql: "ALTER TABLE users ADD COLUMN nickname TEXT; UPDATE users SET name = 'changed'",
    };
    const broken: Step = {
      id: STEPS.length + 2,
      name: "broken",
      sql: "INSERT INTO nowhere VALUES (1)",
    };

    await empty(async (sql) => {
      await migrate(sql, STEPS, 1);
      sql.run(
        "INSERT INTO users (id, name, email, created_at) VALUES (1, 'Ada', 'a@x.example', 0)",
      );
      const stored = () => [
        tables(sql),
        sql.all("SELECT * FROM users"),
        sql.all("SELECT * FROM schema_journal"),
      ];
      const before = stored();

      await expect(migrate(sql, [...STEPS, good, broken], 2)).rejects.toThrow(/nowhere/);
      expect(stored()).toEqual(before);
      await migrate(sql, STEPS, 3);
      await migrate(sql, [...STEPS, good], 4);
      expect(sql.all("SELECT name, nickname FROM users")).toEqual([
        { name: "changed", nickname: null },
      ]);
    });
  });

  test("the first opening that fails leaves an empty database", async () => {
    const broken: Step = { id: 1, name: "broken", sql: "INSERT INTO nowhere VALUES (1)" };

    await empty(async (sql) => {
      await expect(migrate(sql, [broken], 1)).rejects.toThrow(/nowhere/);
      expect([tables(sql), isCreated(sql)]).toEqual([[], false]);
    });
  });

  test("a database with a changed step, or newer than the code, is not opened", async () => {
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

  test("the database's own constraints refuse impossible data", async () => {
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

/** A step that is in here is never edited again; the next one is appended, with its row. */
const SHIPPED: readonly (readonly [number, string, string])[] = [
  [1, "core", CORE],
  [2, "jobs", "89d1d88d9870298dc59a658ade1be1bd40fdedac2f967f3c8ff60c8ed4ecc386"],
  [3, "transactions", "df5c4b1a7b4d8dcf3fe09f4af7baeabd79eb4fc5385c3b2559f1e109ae2698bf"],
  [4, "linked", "46e9abd0e3b36f8adc99cd83460aa1d27184f5c511ca9fe4981030ba3db3d83a"],
  [5, "crypto", "c7ed43819d1d061216b4056b7cdd651f972aeac5b377c18538a4739d6fee1c98"],
  [6, "history", "2cb71668d7c12bc6396962309fe4fd46c60eb6a3d2d9eef01fd831507828f9ea"],
  [7, "budgets", "b3c68a2880eb1eb15c153225c14d9a9066423157b1e8046315b2cc44eb01f145"],
  [8, "recurring", "9e0f158f386c365411a800985bc8e9b17435ff4a874816b3c277fb42d8a7ee55"],
  [9, "rates", "961d766d07638175f68ab7fffa1ba155a16fa931bcdfba195373c433b7269ad0"],
  [10, "members", "45c3c79f2ec3e9fb473b6b3c5cdface3f5b69bb54b0ff2f24c2d131e37c3b769"],
  [11, "grants", "cb8795a388d0bca66eaa3f6bfd1e81aaf86f6b33e1082611d3c00893d3266a64"],
  [12, "banks", "62375db99e0d2c5b1243a263ca906235363125c45acd4438f863f9abe42bdb43"],
  [13, "crypto-sources", "2e130a7d341efd26ef7eb89e7a3d8f64a8297e0250c58a151df7854ff61cb08b"],
  [14, "source-generations", "ceb9a5e297f7a7143e82236e49f59fc75f8d866db9453ea378f17703f145a3f8"],
  [15, "source-pins", "a97cd11389882c219a10ad05a3be53d3c48ca3c23e747099274ae1ef118b8a44"],
  [16, "not-reviewed", "f363b7fd4f3e2f6782945df788557f9a6f78b12a8c994adfe331742a559152e3"],
  [17, "debts", "c0c87d653b1db26edd26e4b871ec5d23720d72e9e4fe870c83881e8c2be62539"],
  [18, "since", "76b906c3fb0b5a50f1d8dd6d45fba3da91aef5be220e3c734a9dc380297e7df7"],
  [19, "admitted", "89e36ca1712691592305fd18f839279e7ab96969b8aa795bca3d1c561822baf4"],
  [20, "recorded", "5b8f26fbbb207f86acdc4577d1640adc68acb60b555c8244d92034996ed3d0c7"],
  [21, "origin", "d2b303b4c06dd27e4a0aee9351333da9a2c95bbb20ca011464b85c29851d2b0b"],
  [22, "rule-effects", "bd46c34fae4e9b47cff8247e13e48be54583d3cf9b627ddb5472b2e80585d26d"],
  [23, "restoring", "87c1f4dce452c565b41d20aa684c477295c7c805a78d6c6bfb37769818c03478"],
];

describe("SQL wrapper", () => {
  test("booleans are bound as 0 and 1, and values that would be stored differently are refused", () => {
    expect([true, false, null, "x", 1.5, -3].map(bind)).toEqual([1, 0, null, "x", 1.5, -3]);
    for (const value of [Number.NaN, Infinity, 2 ** 53, -(2 ** 53)])
      expect(() => bind(value)).toThrow(/Invariant broken/);
    expect(() => bind(undefined as never)).toThrow("undefined cannot be bound");
  });

  test("a refused transaction undoes its own writes, and nothing outside it", async () => {
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
