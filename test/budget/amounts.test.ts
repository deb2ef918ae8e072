// Goal: an amount that a program calculated is stored as intended. A JSON number is rounded to four
// decimals, half away from zero. A text counts exactly, except that version 1 rounds it too
// (gaps.md, D28).

import * as fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { parseRounded } from "../../src/money/money.ts";
import { categoryId, get, insertOne, post, put } from "./client.ts";
import { done1 } from "./v1/client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

const ITEM = { date: "2026-11-01", payee: "P" };

describe("amounts with the noise of a double", () => {
  test.each([
    [0.1 + 0.2, "0.3000"],
    [1.1 * 3, "3.3000"],
    [100 / 3, "33.3333"],
    [-200 / 3, "-66.6667"],
    [23.357241536, "23.3572"],
    [0.00005, "0.0001"],
    [-0.00005, "-0.0001"],
    [0.00004999, "0.0000"],
    [1e-7, "0.0000"],
    [-1e-300, "0.0000"],
    [1.00005, "1.0001"],
    [2.99995, "3.0000"],
  ])("the amount %s is stored as %s in both versions", async (amount, printed) => {
    expect((await insertOne({ ...ITEM, amount })).amount).toBe(printed);
    const { ids } = await done1("POST", "/transactions", { transactions: [{ ...ITEM, amount }] });
    expect((await done1("GET", `/transactions/${ids[0]}`)).amount).toBe(printed);
  });

  test.each([1e21, 9.1e14, 900_719_925_475.5])(
    "the amount %s is refused, because it does not fit or is not exact any more",
    async (amount) => {
      expect((await post("/transactions", { transactions: [{ ...ITEM, amount }] })).status).toBe(
        400,
      );
    },
  );

  test("balances, budgets, histories and changes accept amounts with the noise of a double", async () => {
    const { body: account } = await post("/manual_accounts", { name: "Jar", balance: 1.1 * 3 });
    expect(account.balance).toBe("3.3000");
    const category = await categoryId("Groceries");
    expect(
      (await put("/budgets", { start_date: "2026-11-01", category_id: category, amount: 100 / 3 }))
        .body.amount,
    ).toBe("33.3333");
    expect(
      (
        await put(`/balance_history/manual/${account.id}`, {
          balances: [{ month: "2026-01", balance: 0.1 + 0.2 }],
        })
      ).body.balances[0].balance,
    ).toBe("0.3000");
    const { id } = await insertOne({ ...ITEM, amount: 1 });
    expect((await put(`/transactions/${id}`, { amount: 0.1 + 0.7 })).body.amount).toBe("0.8000");
  });

  test("a transaction is split only if its parts add up after rounding", async () => {
    const split = async (amount: number, parts: readonly number[]) => {
      const { id } = await insertOne({ ...ITEM, amount });
      return (
        await post(`/transactions/split/${id}`, {
          child_transactions: parts.map((part) => ({ amount: part })),
        })
      ).status;
    };
    expect(await split(0.3, [0.1, 0.3 - 0.1])).toBe(201);
    expect(await split(10, [10 / 3, 10 / 3, 10 / 3])).toBe(400);
    expect(await split(10, [10 / 3, 10 / 3, 10 - 2 * 3.3333])).toBe(201);
  });
});

describe("texts with more than four decimals", () => {
  test("version 2 refuses an amount with more than four decimals, unless the rest are zeros", async () => {
    const answer = await post("/transactions", { transactions: [{ ...ITEM, amount: "1.00005" }] });
    expect([answer.status, answer.body.errors[0].errMsg]).toEqual([
      400,
      'transactions[0].amount has more than 4 decimals, found "1.00005".',
    ]);
    expect((await insertOne({ ...ITEM, amount: "1.500000" })).amount).toBe("1.5000");
  });

  test("version 1 rounds an amount with more than four decimals", async () => {
    const amounts = ["23.35724153602298", "-19.48097504782293", "0.00005"];
    const { ids } = await done1("POST", "/transactions", {
      transactions: amounts.map((amount) => ({ ...ITEM, amount })),
    });
    const shown = [];
    for (const id of ids) shown.push((await done1("GET", `/transactions/${id}`)).amount);
    expect(shown).toEqual(["23.3572", "-19.4810", "0.0001"]);
    expect(
      await done1("PUT", `/transactions/${ids[0]}`, {
        transaction: { amount: "19.48097504782293" },
      }),
    ).toEqual({ updated: true });
    expect((await get(`/transactions/${ids[0]}`)).body.amount).toBe("19.4810");
  });
});

test("rounding gives the nearest ten-thousandth, and the half goes away from zero", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 11n), max: 10n ** 11n }),
      fc.integer({ min: 0, max: 12 }),
      (digits, places) => {
        const magnitude = String(digits < 0n ? -digits : digits).padStart(places + 1, "0");
        const whole = magnitude.slice(0, magnitude.length - places);
        const text = `${digits < 0n ? "-" : ""}${whole}${places === 0 ? "" : `.${magnitude.slice(magnitude.length - places)}`}`;
        const read = parseRounded(text);
        // In units of 10^-places: twice the distance between what was read and what was said is at
        // most one unit of the fourth place.
        const scale = 10n ** BigInt(places);
        const error = read.ok ? (BigInt(read.value) * scale - digits * 10_000n) * 2n : null;
        expect(read.ok).toBe(true);
        if (error === null) return;
        expect(error <= scale && error >= -scale).toBe(true);
        if (error === scale || error === -scale)
          expect(digits < 0n ? error < 0n : error > 0n).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});
