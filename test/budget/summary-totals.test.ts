// A summary and the list of transactions agree on the money: by category, in the totals, and as a
// whole.

import * as fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import {
  addLinkedAccount,
  callOwn,
  database,
  get,
  insert,
  post,
  put,
  type Answer,
} from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

type Row = Answer["body"];
const units = (value: number) => Math.round(value * 10_000);
const sumOf = (rows: readonly Row[]) => rows.reduce((sum, { to_base }) => sum + units(to_base), 0);

const day = fc
  .integer({ min: 0, max: 800 })
  .map((days) => new Date(Date.UTC(2023, 11, 1 + days)).toISOString().slice(0, 10));
const item = fc.record({
  date: day,
  amount: fc
    .integer({ min: -9_999_999, max: 9_999_999 })
    .map((amount) => (amount / 10_000).toFixed(4)),
  // gbp and usd have rates, jpy has none.
  currency: fc.constantFrom("usd", "usd", "gbp", "jpy"),
  category: fc.option(fc.nat()),
  fate: fc.constantFrom("plain", "plain", "pending", "recurring", "split", "grouped"),
});

async function list(query: string): Promise<Row[]> {
  const { body } = await get(`/transactions?limit=2000&${query}`);
  expect(body.has_more).toBe(false);
  return body.transactions;
}

async function live(
  items: readonly { fate: string; amount: string }[],
  rows: readonly Row[],
): Promise<void> {
  const ids = (fate: string) =>
    rows.filter((_, index) => items[index]?.fate === fate).map(({ id }) => id);
  await database((sql) => {
    sql.run(
      `INSERT INTO recurring_items (status, granularity, quantity, anchor_date, payee, amount, currency, to_base, created_by, created_at, updated_at)
       VALUES ('reviewed', 'month', 1, '2024-01-31', 'Nobody', 1, 'usd', 1, 1, 0, 0)`,
    );
    sql.run(
      "UPDATE transactions SET recurring_id = 1 WHERE id IN (SELECT value FROM json_each(?))",
      JSON.stringify(ids("recurring")),
    );
    sql.run(
      "UPDATE transactions SET is_pending = 1, status = 'unreviewed' WHERE id IN (SELECT value FROM json_each(?))",
      JSON.stringify(ids("pending")),
    );
  });
  for (const id of ids("split")) {
    const whole = rows.find((row) => row.id === id);
    const rest = (units(Number(whole.amount)) - 10_001) / 10_000;
    const parts = [{ amount: "1.0001", category_id: null }, { amount: rest.toFixed(4) }];
    expect((await post(`/transactions/split/${id}`, { child_transactions: parts })).status).toBe(
      201,
    );
  }
  const members = ids("grouped");
  if (members.length > 1)
    expect(
      (await post("/transactions/group", { ids: members, date: "2024-02-29", payee: "Trip" }))
        .status,
    ).toBe(201);
}

test("the summary's categories and totals equal the sums of the list after any changes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 40 }),
      day,
      day,
      fc.boolean(),
      async (items, one, other, withPending) => {
        await reset();
        const linked = await addLinkedAccount(true);
        await callOwn("PUT", "/rates", {
          rates: [
            { currency: "usd", date: "2024-01-10", per_euro: "1.0853" },
            { currency: "gbp", date: "2024-01-10", per_euro: "0.8571" },
            { currency: "gbp", date: "2025-01-10", per_euro: "0.8333" },
          ],
        });
        await put("/me/account/settings", { include_pending_in_totals: withPending });
        const { body: nested } = await get("/categories?is_group=false");
        const categories: Row[] = nested.categories;
        const { transactions } = await insert(
          items.map(({ date, amount, currency, category, fate }) => ({
            date,
            amount,
            currency,
            category_id: category === null ? null : categories[category % categories.length].id,
            ...(fate === "pending" && { linked_account_id: linked }),
          })),
        );
        await live(items, transactions);
        const [start, end] = one < other ? [one, other] : [other, one];
        const range = `start_date=${start}&end_date=${end}`;
        const shown = `${range}&include_pending=${withPending}`;

        const { body } = await get(
          `/summary?${range}&include_totals=true&include_exclude_from_budgets=true`,
        );

        const entries = new Map<number, Row>(
          body.categories.map((entry: Row) => [entry.category_id, entry.totals]),
        );
        const direct = { inflow: { other: 0, recurring: 0 }, outflow: { other: 0, recurring: 0 } };
        let whole = 0;
        for (const category of categories) {
          const rows = await list(`${shown}&category_id=${category.id}`);
          const recurring = sumOf(rows.filter(({ recurring_id: id }) => id !== null));
          const rest = sumOf(rows) - recurring;
          expect(units(entries.get(category.id).other_activity)).toBe(rest);
          expect(units(entries.get(category.id).recurring_activity)).toBe(recurring);
          whole += rest + recurring;
          if (category.exclude_from_totals) continue;
          const side = direct[category.is_income ? "inflow" : "outflow"];
          side.other += rest;
          side.recurring += recurring;
        }
        const open = await list(`${shown}&category_id=0`);
        const { inflow, outflow } = body.totals;
        for (const [side, total, rows] of [
          [direct.inflow, inflow, open.filter(({ to_base }) => to_base < 0)],
          [direct.outflow, outflow, open.filter(({ to_base }) => to_base >= 0)],
        ] as const) {
          expect(units(total.other_activity)).toBe(side.other);
          expect(units(total.recurring_activity)).toBe(side.recurring);
          expect(units(total.uncategorized)).toBe(
            sumOf(rows.filter(({ recurring_id: id }) => id === null)),
          );
          expect(units(total.uncategorized_recurring)).toBe(
            sumOf(rows.filter(({ recurring_id: id }) => id !== null)),
          );
          expect(total.uncategorized_count).toBe(rows.length);
        }
        expect(whole + sumOf(open)).toBe(sumOf(await list(shown)));
      },
    ),
    { numRuns: 15 },
  );
});

test("days and weeks over ten years with leap days are counted once each", async () => {
  const { body } = await get("/categories?is_group=false");
  const category_id = body.categories.find(({ name }: Row) => name === "Groceries").id;
  const days = ["2016-02-29", "2020-02-29", "2024-02-28", "2024-02-29", "2024-03-01", "2025-12-31"];
  await insert(days.map((date, index) => ({ date, amount: 10 ** index, category_id })));
  const entry = async (query: string) =>
    (await get(`/summary?${query}`)).body.categories.find(
      (one: Row) => one.category_id === category_id,
    );

  expect((await entry("start_date=2016-01-01&end_date=2025-12-31")).totals.other_activity).toBe(
    111_111,
  );
  expect((await entry("start_date=2024-02-01&end_date=2024-02-29")).totals.other_activity).toBe(
    1_100,
  );
  expect((await entry("start_date=2024-02-10&end_date=2024-03-10")).totals.other_activity).toBe(
    11_100,
  );
  const { occurrences } = await entry(
    "start_date=2016-01-01&end_date=2025-12-31&include_occurrences=true",
  );
  expect(occurrences).toHaveLength(120);
  expect(occurrences.find(({ start_date }: Row) => start_date === "2024-02-01")).toMatchObject({
    end_date: "2024-02-29",
    other_activity: 1_100,
  });

  await callOwn("PUT", "/budgets/settings", {
    budget_period_granularity: "week",
    budget_period_anchor_date: "2024-02-26",
  });
  const weekly = (await entry("start_date=2016-01-01&end_date=2025-12-31&include_occurrences=true"))
    .occurrences;
  // 2024-02-26 to 2024-03-03 holds three of them; the last week is not whole in the range.
  expect(weekly.find(({ start_date }: Row) => start_date === "2024-02-26").other_activity).toBe(
    11_100,
  );
  expect(weekly.reduce((sum: number, one: Row) => sum + one.other_activity, 0)).toBe(11_111);
});
