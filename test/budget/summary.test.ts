import { describe, expect, test } from "vitest";
import {
  available,
  budgetedSeries,
  groupBudgeted,
  leftover,
  leftToBudget,
  sumKnown,
  type PeriodFacts,
} from "../../src/budget/budgets/summary.ts";

// Amounts are whole units here, as the functions take them; the tables are worked out by hand.

const SPEND = { type: "spend" } as const;
const BUDGET = { type: "budget" } as const;
const fixed = (amount: number) => ({ type: "fixed", amount }) as const;

/** Periods from columns: what was given, what is automatic, what happened. */
function periods(
  given: readonly (number | null)[],
  automatic: readonly PeriodFacts["automatic"][],
  activity: readonly number[] = [],
): PeriodFacts[] {
  return given.map((one, index) => ({
    given: one,
    automatic: automatic[index] ?? null,
    activity: activity[index] ?? 0,
  }));
}

describe("amounts budgeted in consecutive periods", () => {
  test("a budget set by hand applies only to its own period", () => {
    expect(budgetedSeries(periods([100, null, 0, 40], []))).toEqual([100, null, 0, 40]);
  });

  test("a fixed rule applies, from its first period on, to periods without a budget set by hand", () => {
    //            Jan   Feb   Mar   Apr   May
    // given      100     -     -    40     -
    // fixed        -    60    60    60    70   (its worth changes with the rate)
    const automatic = [null, fixed(60), fixed(60), fixed(60), fixed(70)];

    expect(budgetedSeries(periods([100, null, null, 40, null], automatic))).toEqual([
      100, 60, 60, 40, 70,
    ]);
  });

  test("a rule repeats the amount spent in the previous period", () => {
    //            Jan   Feb   Mar   Apr   May
    // spent       80    90     0    50    10
    // given        -     -   120     -     -
    // budgeted     -    80   120     0    50   (what was given stands)
    const all = [SPEND, SPEND, SPEND, SPEND, SPEND];

    expect(
      budgetedSeries(periods([null, null, 120, null, null], all, [80, 90, 0, 50, 10])),
    ).toEqual([null, 80, 120, 0, 50]);
  });

  test("a rule repeats the amount budgeted in the previous period, set or repeated", () => {
    const all = [BUDGET, BUDGET, BUDGET, BUDGET, BUDGET];
    expect(budgetedSeries(periods([100, null, null, 40, null], all))).toEqual([
      100, 100, 100, 40, 40,
    ]);

    // It holds from March on: February has nothing, so March has nothing to repeat.
    const late = [null, null, BUDGET, BUDGET, BUDGET];
    expect(budgetedSeries(periods([100, null, null, 40, null], late))).toEqual([
      100,
      null,
      null,
      40,
      40,
    ]);
    expect(budgetedSeries(periods([100, 90, null, null, 5], late))).toEqual([100, 90, 90, 90, 5]);
  });
});

describe("the available amount", () => {
  test("the available amount is the carried and budgeted amount minus activity", () => {
    expect(available(400, null, 130)).toBe(270);
    expect(available(400, -50, 130)).toBe(220);
    expect(available(100, null, 130)).toBe(-30);
    expect(available(null, 60, 5)).toBe(55);
  });

  test("the available amount is null if nothing is budgeted and nothing carried", () => {
    expect(available(null, null, 130)).toBeNull();
    expect(available(0, null, 130)).toBe(-130);
  });

  test("the available amount carries what three months left, overspending included", () => {
    //            Jan   Feb   Mar
    // budgeted   100   100     -
    // spent       70   150    20     left: 30 - 50 - 20
    expect(leftover([100, 100, null], 70 + 150 + 20)).toBe(-40);
    expect(leftover([], 0)).toBe(0);
  });
});

describe("the budget of a group", () => {
  test.each<[number | null, (number | null)[], number | null]>([
    [null, [], null],
    [null, [null, null], null],
    [null, [300, null, 50], 350],
    [500, [300, null, 50], 500],
    [200, [300, null, 50], 350],
    [200, [null], 200],
    [-10, [null, -20], -10],
  ])("a group with its own budget %j and members with %j has %j", (own, members, expected) => {
    expect(groupBudgeted(own, members)).toBe(expected);
  });
});

test("a total is null only if no amount exists at all", () => {
  expect(sumKnown([])).toBeNull();
  expect(sumKnown([null, null])).toBeNull();
  expect(sumKnown([null, 0])).toBe(0);
  expect(sumKnown([1, null, 2])).toBe(3);
});

describe("the amount that a period leaves to budget", () => {
  //            budgeted   happened
  // salary         3000       2800   received less than budgeted
  // interest          -         15   not budgeted at all
  // rent            900        900
  // food            400        650   what was spent does not matter here
  // gifts             -         50
  const entries = [
    { isIncome: true, budgeted: 3000, activity: 2800 },
    { isIncome: true, budgeted: null, activity: 15 },
    { isIncome: false, budgeted: 900, activity: 900 },
    { isIncome: false, budgeted: 400, activity: 650 },
    { isIncome: false, budgeted: null, activity: 50 },
  ];

  test.each([
    ["max", 3000 + 15 - 1300],
    ["budgeted", 3000 - 1300],
    ["activity", 2815 - 1300],
  ] as const)("the amount left to budget by the income option %s is %i", (option, expected) => {
    expect(leftToBudget(option, entries)).toBe(expected);
  });
});
