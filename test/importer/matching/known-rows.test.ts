// Rows that the budget's list shows to be there under their external_id are settled by the list.

import { runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, test } from "vitest";
import { externalId } from "../../../src/importer/imports/external-id.ts";
import { Runs, type Run } from "../../../src/importer/imports/runs.ts";
import { compare } from "../../../src/importer/matching/compare.ts";
import type { StoredTransaction } from "../../../src/importer/posting/client.ts";
import { must } from "../../../src/platform/assert.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { reset } from "../../reset.ts";
import { api, csv, importer, listed, rest, send, service } from "../posting/driver.ts";

afterEach(() => reset());

const MARCH = [
  ["2026-03-08", "Bakery", "-4.10"],
  ["2026-03-09", "Market Hall", "-20.00"],
  ["2026-03-10", "Salary", "2100.00"],
] as const;

test("of a file that overlaps an earlier one, only the new rows are posted", async () => {
  await send(csv(...MARCH), "Checking");

  const same = await send(csv(...MARCH), "Checking");
  const longer = await send(csv(...MARCH, ["2026-03-11", "Rent", "-900.00"]), "Checking");

  expect(same).toMatchObject({ state: "done", requests: 0, counts: { duplicate: 3, inserted: 0 } });
  expect(longer).toMatchObject({ requests: 1, counts: { duplicate: 3, inserted: 1 } });
  const { rows } = await api<{ rows: { state: string; reason: string; transaction_id: number }[] }>(
    `/imports/${same.id}/rows`,
  );
  const there = (await listed()).filter(({ payee }) => payee !== "Rent").map(({ id }) => id);
  const inOrder = (a: number, b: number) => a - b;
  expect(rows.map((row) => row.transaction_id).toSorted(inOrder)).toEqual(there.toSorted(inOrder));
  for (const row of rows)
    expect(row).toMatchObject({
      state: "duplicate",
      reason: "already in the budget (same external_id)",
    });
});

test("a row whose transaction is deleted while the import asks a person is inserted when it goes on", async () => {
  const { manual_accounts: accounts } = await service<{
    manual_accounts: { id: number; name: string }[];
  }>("/manual_accounts");
  const account = accounts.find(({ name }) => name === "Checking")?.id;
  const typed = { date: "2026-03-11", amount: "900.00", payee: "Landlord", currency: "usd" };
  await service("/transactions", "POST", {
    transactions: [{ ...typed, manual_account_id: account }],
  });
  await send(csv(...MARCH), "Checking");
  const asked = await send(csv(...MARCH, ["2026-03-11", "Flat 7", "-900.00"]), "Checking");
  expect(asked).toMatchObject({ state: "question", counts: { duplicate: 0, waiting: 4 } });
  const bakery = (await listed()).find(({ payee }) => payee === "Bakery");
  await service(`/transactions/${bakery?.id}`, "DELETE");

  await api(`/imports/${asked.id}/answers`, "POST", { answers: { already_there: "same" } });

  expect((await rest(asked.id)).counts).toMatchObject({ inserted: 1, duplicate: 3, waiting: 0 });
  expect((await listed()).filter(({ payee }) => payee === "Bakery")).toHaveLength(1);
});

describe("a file of which every row is there", () => {
  test("is settled by looking its external ids up, as it would be by the list", async () => {
    const first = await send(csv(...MARCH), "Checking");

    const same = await send(csv(...MARCH), "Checking");

    const asked = async (ids: readonly string[]) => {
      const account = first.account?.id;
      const body = { manual_account_id: account, external_ids: ids };
      return api<{ found: unknown[] }>("/transactions/known", "POST", body);
    };
    const there = await listed();
    const [bakery] = there.filter(({ payee }) => payee === "Bakery");
    expect(await asked(["t1:20260308:x:1", bakery?.external_id ?? ""])).toEqual({
      found: [[1, bakery?.id, first.id]],
    });
    expect(same.counts).toMatchObject({ duplicate: 3 });
  });

  test("is posted again where its transactions were deleted or are in another account", async () => {
    await send(csv(...MARCH), "Checking");
    const there = await listed();
    const salary = there.find(({ payee }) => payee === "Salary");
    await service(`/transactions/${salary?.id}`, "DELETE");

    const same = await send(csv(...MARCH), "Checking");
    const elsewhere = await send(csv(...MARCH), "Savings");

    expect(same.counts).toMatchObject({ duplicate: 2, inserted: 1 });
    expect(elsewhere.counts).toMatchObject({ duplicate: 0, inserted: 3 });
  });

  test("leaves a split transaction's row to the transaction that was split", async () => {
    await send(csv(...MARCH), "Checking");
    const rent = (await listed()).find(({ payee }) => payee === "Market Hall");
    const half = { amount: "10.00", payee: "Half" };
    await service(`/transactions/split/${rent?.id}`, "POST", { child_transactions: [half, half] });

    const same = await send(csv(...MARCH), "Checking");

    expect(same).toMatchObject({ requests: 0, counts: { duplicate: 3, inserted: 0 } });
  });
});

const ACCOUNT = 7;
const AMOUNT = 5_0000;

/** The key of the row `letter` on a day of March. */
const keyOf = (day: number, letter: string) => `t1:202603${day}:${letter.repeat(26)}`;

/** A transaction of March that is listed; `run`: the import that inserted it. */
function stored(id: number, day: number, letter: string, run: string | null): StoredTransaction {
  return {
    id,
    run,
    payee: "Bakery",
    currency: "usd",
    text: "Bakery",
    part: false,
    bound: false,
    external_id: externalId(keyOf(day, letter), 1),
    date: `2026-03-${day}`,
    amount: "-5.0000",
    manual_account_id: ACCOUNT,
    facts: {},
  };
}

describe("what comparing stores", () => {
  /** Works with an import that posts, and a budget that lists these transactions. */
  async function comparing(
    there: readonly StoredTransaction[],
    work: (parts: {
      sql: Sql;
      run: () => Run;
      addRow: (seq: number, day: number, letter: string) => void;
      compareAll: () => Promise<unknown>;
      requests: () => number;
    }) => Promise<void>,
  ): Promise<void> {
    // The object makes its tables when it is first asked.
    await api("/imports");
    await runInDurableObject(await importer(), async (_, { storage }) => {
      const sql = new Sql(storage);
      const runs = new Runs(sql);
      const options = JSON.stringify({ skip_duplicates: true, include_pending: false });
      for (const [seq, id, state] of [
        [1, "undone-run", "undone"],
        [2, "this-run", "posting"],
      ] as const)
        sql.run(
          "INSERT INTO runs (seq, id, state, door, document, options, created_at) VALUES (?, ?, ?, 'api', '{}', ?, 0)",
          seq,
          id,
          state,
          options,
        );
      const run = () => must(runs.bySeq(2), "the import exists");
      let requests = 0;
      const list = async () => {
        requests += 1;
        return { kind: "page" as const, transactions: [...there], more: false };
      };
      await work({
        sql,
        run,
        requests: () => requests,
        addRow: (seq, day, letter) => {
          const item = { date: `2026-03-${day}`, currency: "usd", payee: "Bakery" };
          sql.run(
            `INSERT INTO rows (run, seq, line, state, account, date, amount, key, occurrence)
             VALUES (2, ?1, ?1, 'waiting', ?2, ?3, ?4, ?5, 1)`,
            seq,
            ACCOUNT,
            item.date,
            AMOUNT,
            keyOf(day, letter),
          );
          sql.run(
            "INSERT INTO row_texts (run, seq, item, cells) VALUES (2, ?, ?, '[]')",
            seq,
            JSON.stringify(item),
          );
          runs.count(2, { read: 1 });
        },
        compareAll: () => compare(sql, runs, run(), { list }),
      });
    });
  }

  test("the fate of a row and the position after its day are stored together", async () => {
    await comparing([stored(31, 10, "a", "another-run")], async (parts) => {
      parts.addRow(0, 10, "a");

      expect(await parts.compareAll()).toEqual({ kind: "done" });
      expect(await parts.compareAll()).toEqual({ kind: "done" });

      expect(parts.run()).toMatchObject({ duplicate: 1, compared_to: "2026-03-11" });
      expect(parts.requests()).toBe(1);
      expect(parts.sql.all("SELECT state, transaction_id FROM rows")).toEqual([
        { state: "duplicate", transaction_id: 31 },
      ]);
    });
  });

  test("the transaction of a row that is settled is no lookalike of a row of the next day", async () => {
    await comparing([stored(31, 10, "a", null)], async (parts) => {
      parts.addRow(0, 10, "a");
      await parts.compareAll();
      parts.addRow(1, 11, "b");

      await parts.compareAll();

      expect(parts.run()).toMatchObject({ duplicate: 1, compared_to: "2026-03-12" });
      expect(parts.sql.all("SELECT * FROM lookalikes")).toEqual([]);
    });
  });

  test("a transaction that this import or an undone one inserted is left to the service's answer", async () => {
    const marked = [stored(31, 10, "a", "this-run"), stored(32, 10, "b", "undone-run")];
    await comparing([...marked, stored(33, 10, "c", null)], async (parts) => {
      for (const [seq, letter] of ["a", "b", "c"].entries()) parts.addRow(seq, 10, letter);

      await parts.compareAll();

      expect(parts.sql.all("SELECT seq, state FROM rows ORDER BY seq")).toEqual([
        { seq: 0, state: "waiting" },
        { seq: 1, state: "waiting" },
        { seq: 2, state: "duplicate" },
      ]);
      expect(parts.run().duplicate).toBe(1);
    });
  });
});
