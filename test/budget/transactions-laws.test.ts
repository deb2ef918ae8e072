import * as fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { balanceOf, del, get, insert, post } from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

const ITEM = { date: "2026-11-20", amount: 4.5 };

describe("laws of inserting", () => {
  /** The cases of a law share a budget: what each brings is named by its number. */
  let cases = 0;
  const item = fc.record({
    date: fc.constantFrom("2026-01-31", "2026-02-28", "2024-02-29", "1999-12-31"),
    amount: fc
      .integer({ min: -10_000_000, max: 10_000_000 })
      .map((units) => (units / 10_000).toFixed(4)),
    payee: fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
      .filter((text) => text.isWellFormed()),
    notes: fc.option(
      fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.isWellFormed()),
    ),
    manual_account_id: fc.constantFrom(1, 2, null),
    tag_ids: fc.subarray([1, 2, 3]),
  });

  test("the list shows exactly the inserted transactions", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 30 }), async (items) => {
        const { transactions } = await insert(items);
        const { body } = await get("/transactions?limit=2000");
        const ids = new Set(transactions.map((transaction: { id: number }) => transaction.id));
        const listed = body.transactions.filter((transaction: { id: number }) =>
          ids.has(transaction.id),
        );
        const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
        expect(listed.sort(byId)).toEqual(transactions);
        expect(transactions.map((transaction: object) => transaction)).toMatchObject(
          items.map((one) => ({
            ...one,
            amount: Number(one.amount) === 0 ? "0.0000" : one.amount,
          })),
        );
      }),
      { numRuns: 15 },
    );
  });

  test("sending the same request twice has the same effect as once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          fc.string({ minLength: 1, maxLength: 10 }).filter((text) => text.isWellFormed()),
          { minLength: 1, maxLength: 25 },
        ),
        async (keys) => {
          cases += 1;
          const items = keys.map((key) => ({
            ...ITEM,
            manual_account_id: 1,
            external_id: `${cases}:${key}`,
          }));
          const first = await insert(items);
          const balance = await balanceOf(1);
          const again = await insert(items);
          expect(again.transactions).toEqual([]);
          expect(
            again.skipped_duplicates.map(
              (skipped: { existing_transaction_id: number }) => skipped.existing_transaction_id,
            ),
          ).toEqual(first.transactions.map((transaction: { id: number }) => transaction.id));
          expect(await balanceOf(1)).toBe(balance);
        },
      ),
      { numRuns: 15 },
    );
  });

  test("a balance equals the opening balance less the sum of debits after any inserts and deletions", async () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(cents, { minLength: 1, maxLength: 20 }),
        fc.nat(19),
        async (amounts, gone) => {
          cases += 1;
          const { body: account } = await post("/manual_accounts", {
            name: `A${cases}`,
            balance: "1000",
          });
          const { transactions } = await insert(
            amounts.map((cent) => ({
              ...ITEM,
              amount: `${cent < 0 ? "-" : ""}${Math.trunc(Math.abs(cent) / 100)}.${String(Math.abs(cent) % 100).padStart(2, "0")}`,
              manual_account_id: account.id,
            })),
          );
          const deleted = gone % amounts.length;
          await del(`/transactions/${transactions[deleted].id}`);

          const left = amounts.reduce(
            (sum, cent, index) => (index === deleted ? sum : sum + cent),
            0,
          );
          expect(Number(await balanceOf(account.id)) * 100).toBeCloseTo(100_000 - left, 3);
        },
      ),
      { numRuns: 15 },
    );
  });
});
