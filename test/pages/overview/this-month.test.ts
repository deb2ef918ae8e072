// This month and the changes of the net worth on the overview: sums by arithmetic.

import { expect, test } from "vitest";
import { parseMonth, type Month } from "../../../src/money/month.ts";
import { must } from "../../../src/platform/assert.ts";
import { listChanges } from "../../../src/pages/overview/changed.tsx";
import { summarySchema, sumUpMonth } from "../../../src/pages/overview/this-month.ts";

const monthOf = (text: string): Month => must(parseMonth(text), "it is a month");
const NOTHING = { other_activity: 0, recurring_activity: 0 };

test("a month's money in and out include transactions without a category, and the three most overspent categories are named", () => {
  const known = ["Food", "Rent", "Fun", "Car", "Pay", "Group"].map((name, index) => ({
    id: index + 1,
    name,
    is_income: name === "Pay",
    is_group: name === "Group",
  }));
  const left = [-5, -31.2, -7.5, -6, -100, -200];
  const summary = summarySchema.parse({
    categories: left.map((available, index) => ({
      category_id: index + 1,
      totals: { ...NOTHING, budgeted: 100, available },
    })),
    totals: {
      inflow: {
        other_activity: -2000,
        recurring_activity: -600,
        uncategorized: -10,
        uncategorized_recurring: 0,
      },
      outflow: {
        other_activity: 450.5,
        recurring_activity: 1200,
        uncategorized: 3.75,
        uncategorized_recurring: 1,
      },
    },
  });

  expect(sumUpMonth(monthOf("2026-11"), summary, known, [])).toMatchObject({
    in: 26_100_000,
    out: 16_552_500,
    // 5 + 31.20 + 7.50 + 6 over, in all.
    left: -497_000,
    over: [
      { name: "Rent", by: 312_000 },
      { name: "Fun", by: 75_000 },
      { name: "Car", by: 60_000 },
    ],
  });
  expect(sumUpMonth(monthOf("2026-11"), { categories: [] }, [], []).left).toBeNull();
});

test("the net worth changed since last month and since the oldest month of the last year", () => {
  const months = ["2025-10", "2025-12", "2026-10", "2026-11"].map((month, index) => ({
    month: monthOf(month),
    sums: { has: BigInt(index * 1000), owes: -100n },
    unknown: [],
    joinedLater: 0n,
  }));

  expect(listChanges(months)).toEqual([
    { since: "2026-10", by: 1000n, isPartial: false },
    { since: "2025-12", by: 2000n, isPartial: false },
  ]);
  expect(listChanges(months.slice(-1))).toEqual([]);
});

test("a change does not include an account whose balance was not known yet", () => {
  const months = [
    { month: monthOf("2026-10"), sums: { has: 500n, owes: 0n }, unknown: [], joinedLater: -300n },
    { month: monthOf("2026-11"), sums: { has: 700n, owes: -300n }, unknown: [], joinedLater: 0n },
  ];

  expect(listChanges(months)).toEqual([{ since: "2026-10", by: 200n, isPartial: true }]);
});
