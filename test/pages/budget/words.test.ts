// The page of the budget without a service: typed amounts, the words about a line, periods and their
// addresses, suggestions and fills, and what a form may write.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { must } from "../../../src/platform/assert.ts";
import type { PeriodSettings } from "../../../src/budget/budgets/periods.ts";
import { parseDay } from "../../../src/money/day.ts";
import type { Budget, Line } from "../../../src/pages/budget/model.ts";
import { describeContinue } from "../../../src/pages/budget/open-row.tsx";
import {
  budgetAddress,
  choosePeriod,
  findNeighbours,
  listPeriodsUpTo,
  printPeriod,
  printShort,
  readWanted,
  transactionsAddress,
} from "../../../src/pages/budget/period.ts";
import { readAmounts } from "../../../src/pages/budget/read-form.ts";
import { compareAmounts } from "../../../src/pages/budget/save.ts";
import { listSuggestions, proposeFill } from "../../../src/pages/budget/suggest.ts";
import { parseTypedAmount } from "../../../src/pages/budget/typed-amount.ts";
import { describePot, describeState, printField } from "../../../src/pages/budget/words.ts";

const day = (text: string) => must(parseDay(text), `${text} is a day`);
const ANCHORED = (anchor: string, more: Partial<PeriodSettings> = {}): PeriodSettings => ({
  granularity: "month",
  quantity: 1,
  anchor: day(anchor),
  useLastDayOfMonth: false,
  ...more,
});
const TODAY = day("2026-11-21");

const LINE: Line = {
  id: 7,
  name: "Groceries",
  isGroup: false,
  isIncome: false,
  budgeted: 4_000_000,
  entered: { amount: 4_000_000, currency: "usd" },
  notes: "",
  spent: 2_300_000,
  expected: 0,
  recurring: 0,
  left: 1_700_000,
  carried: 0,
  past: [
    { start: day("2026-08-01"), end: day("2026-08-31"), budgeted: null, spent: 1_000_000 },
    { start: day("2026-09-01"), end: day("2026-09-30"), budgeted: null, spent: 2_000_000 },
    { start: day("2026-10-01"), end: day("2026-10-31"), budgeted: 3_500_000, spent: 3_000_100 },
  ],
};
const POT: Budget["pot"] = {
  option: "max",
  planned: 0,
  received: 0,
  income: 0,
  pool: 0,
  budgeted: 0,
  left: 500_000,
};
const NO_SUMS = { budgeted: 0, spent: 0, expected: 0, left: 0, carried: 0 };
const budgetOf = (...members: Line[]): Budget => ({
  income: [],
  spending: [{ group: null, members }],
  incomeSums: NO_SUMS,
  spendingSums: NO_SUMS,
  outside: [],
  uncategorized: { spent: 0, received: 0, count: 0 },
  pot: POT,
  quiet: 0,
});

test("an amount is understood as people type it, and as a sum", () => {
  const typed = (text: string, currency = "usd") => {
    const read = parseTypedAmount(text, currency);
    return read.ok ? read.value : read.error;
  };

  expect(["12.50", "12,50", "1 200", "1,200.50", "0", " 7 "].map((text) => typed(text))).toEqual([
    125_000, 125_000, 12_000_000, 12_005_000, 0, 70_000,
  ]);
  // 16.99 * 1.1 = 18.689, to the cent 18.69; in yen to the yen.
  expect(typed("16.99*1.1")).toBe(186_900);
  expect(typed("16.99*1.1", "jpy")).toBe(190_000);
  expect(typed("3*45 + 20 − 5")).toBe(1_500_000);
  expect(typed("100/3")).toBe(333_300);
  expect(typed("10-2*3")).toBe(40_000);
  expect(typed("")).toBeNull();
  expect(typed("abc")).toBe("“abc” is not an amount. An amount looks like 12.50.");
  expect(typed("5/0")).toMatch("is not an amount");
  expect(typed("5+")).toMatch("is not an amount");
  expect(typed("-5")).toBe("A budget cannot be less than 0.");
  expect(typed("3-5")).toBe("A budget cannot be less than 0.");
  expect(typed("900000000000 * 2")).toBe("This amount is too large.");
});

test("every amount that a field shows is read back as itself", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (amount) => {
      expect(parseTypedAmount(printField(amount, "usd"), "usd")).toEqual({
        ok: true,
        value: amount,
      });
    }),
  );
});

test("a line describes its state in words", () => {
  const say = (more: Partial<Line>, hasEnded = false) => {
    const { words, warning, tone } = describeState({ ...LINE, ...more }, hasEnded, "usd");
    return [words, warning, tone];
  };

  expect(say({})).toEqual(["170.00 left", null, "calm"]);
  expect(say({ left: -300_000 })).toEqual(["over by 30.00", null, "over"]);
  const soon = "will be over by 18.00 with what is expected";
  expect(say({ left: 120_000, expected: 300_000 })).toEqual(["12.00 left", soon, "soon"]);
  expect(say({ left: 120_000, expected: 300_000 }, true)).toEqual(["12.00 left", null, "calm"]);
  expect(say({ left: 0 })).toEqual(["nothing left", null, "calm"]);
  expect(say({ left: null })[0]).toBe("not budgeted");
  expect(say({ left: null, spent: 0 })[0]).toBe("");
  expect(say({ isIncome: true, left: 10_000 })[0]).toBe("1.00 to come");
  expect(say({ isIncome: true, left: -10_000 })[0]).toBe("1.00 more than budgeted");
  expect(describePot({ ...POT, pool: 500_000 }, "usd")).toBe("50.00 USD left to budget");
  expect(describePot({ ...POT, left: 0 }, "usd")).toBe("There is no income to budget yet");
  expect(describePot({ ...POT, left: 0, income: 1, budgeted: 1 }, "usd")).toBe(
    "Everything is budgeted",
  );
  expect(describePot({ ...POT, left: -1_390_000, budgeted: 1_390_000 }, "usd")).toBe(
    "139.00 USD budgeted more than there is",
  );
});

test("each way to continue says with the line's own figures what the next month starts with", () => {
  const say = (more: Partial<Line>) =>
    describeContinue({ ...LINE, ...more }, "usd", "December 2026").map(({ example }) => example);

  expect(say({})).toEqual([
    "December 2026 starts with 400.00, if you budget the same.",
    "170.00 left now: December 2026 starts with 570.00.",
    "December 2026 starts with 400.00, and there is 170.00 more to budget.",
  ]);
  expect(say({ left: -400_000 })[1]).toBe("Over by 40.00 now: December 2026 starts with 360.00.");
});

test("a calendar month is called and addressed by its name, any other period by its days", () => {
  const months = ANCHORED("2026-01-01");
  const payday = ANCHORED("2026-01-25");
  const november = choosePeriod(
    months,
    readWanted(() => undefined),
    TODAY,
  );
  const paid = choosePeriod(
    payday,
    readWanted(() => undefined),
    TODAY,
  );
  const asked = (text: string) =>
    choosePeriod(
      payday,
      readWanted((name) => (name === "month" ? text : undefined)),
      TODAY,
    );

  expect(printPeriod(november)).toBe("November 2026");
  expect(budgetAddress(november, { edit: "7" })).toBe("/budget?month=2026-11&edit=7");
  expect(transactionsAddress(7, november)).toBe("/transactions?category=7&month=2026-11");
  expect(printPeriod(paid)).toBe("25 Oct to 24 Nov 2026");
  expect(printShort(paid)).toBe("25 Oct");
  expect(transactionsAddress(0, paid)).toBe(
    "/transactions?category=0&from=2026-10-25&to=2026-11-24",
  );
  expect(asked("2026-12").start).toBe("2026-12-25");
  expect(findNeighbours(months, november)).toEqual({
    before: "/budget?month=2026-10",
    after: "/budget?month=2026-12",
  });
  expect(listPeriodsUpTo(payday, paid, 3).map(({ start }) => start)).toEqual([
    "2026-08-25",
    "2026-09-25",
    "2026-10-25",
  ]);
  expect(readWanted((name) => (name === "month" ? "2026-13" : undefined)).complaint).toMatch(
    "“2026-13” is not a month.",
  );
});

test("a line offers each amount once: the last budget, what was spent, the mean, all that is left", () => {
  const offered = listSuggestions({ ...LINE, recurring: 3_500_000 }, POT, "month", "usd");

  expect(offered).toEqual([
    { label: "last month’s budget", amount: 3_500_000 },
    { label: "spent last month", amount: 3_000_100 },
    // 600.01 over three months.
    { label: "mean of 3 months", amount: 2_000_000 },
    { label: "spent this month", amount: 2_300_000 },
    { label: "all that is left to budget", amount: 4_500_000 },
  ]);
});

test("a fill proposes only what changes, and clearing proposes every amount", () => {
  const empty = { ...LINE, id: 8, budgeted: null, entered: null };
  const budget = budgetOf(LINE, empty);
  const propose = (fill: Parameters<typeof proposeFill>[1]) =>
    proposeFill(budget, fill, "usd").map(({ line, amount }) => [line.id, amount]);

  expect(propose("copy-empty")).toEqual([[8, 3_500_000]]);
  expect(propose("copy")).toEqual([
    [7, 3_500_000],
    [8, 3_500_000],
  ]);
  expect(propose("mean")).toEqual([
    [7, 2_000_000],
    [8, 2_000_000],
  ]);
  expect(propose("clear")).toEqual([[7, null]]);
});

test("a form writes what was changed, and leaves what somebody else has changed since", () => {
  const now = new Map([
    [7, { line: { ...LINE, notes: "old" }, text: "400.00", currency: "usd", automatic: "" }],
  ]);
  const compare = (body: Record<string, string>) => compareAmounts(readAmounts(body), now);
  const was = { amount: "400.0000", currency: "usd", notes: "old" };

  expect(compare({ "amount.7": "350", "was.7": "400.00" }).changes).toEqual([
    { id: 7, name: "Groceries", was, set: { ...was, amount: "350.0000" } },
  ]);
  expect(compare({ "amount.7": "400", "was.7": "400.00" }).changes).toEqual([]);
  expect(compare({ "amount.7": "", "was.7": "400.00" }).changes[0]?.set).toBeNull();
  expect(compare({ "amount.7": "300", "was.7": "250.00" }).problems).toMatchObject([
    { isConflict: true, message: "Somebody set 400.00 meanwhile. Save again to use yours." },
  ]);
  // Somebody else has set the amount that this person wants, so there is nothing to do and no
  // conflict.
  expect(compare({ "amount.7": "400", "was.7": "250.00" })).toEqual({ changes: [], problems: [] });
  // The button of a suggestion sends its amount; another row's text is saved with it.
  const used = { "amount.7": "400.00", "was.7": "400.00", use: "7:90.00" };
  expect(compare(used).changes[0]?.set?.amount).toBe("90.0000");
  const noted = { ...used, use: "", "note.7": "two\r\nbirthdays", "was-note.7": "old" };
  expect(compare(noted).changes[0]?.set?.notes).toBe("two\nbirthdays");
  expect(compare({ ...noted, "was-note.7": "older" }).problems).toMatchObject([{ field: "note" }]);
});
