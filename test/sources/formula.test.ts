// What things are worth by a rule: against tables worked by hand, and laws that hold for every rule.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  divideHalfEven,
  quantityOfScaled,
  roundedQuantity,
  toScaled,
} from "../../src/sources/formula/decimal.ts";
import {
  FORMULA_SETTINGS,
  valueOn,
  type FormulaSettings,
} from "../../src/sources/formula/formula.ts";
import { listInstallments, type Loan } from "../../src/sources/formula/loan.ts";
import { findSourceByType } from "../../src/sources/sources.ts";
import { must } from "../../src/platform/assert.ts";
import { addDays, addMonths, parseDay, type Day } from "../../src/money/day.ts";
import { storedQuantity } from "../../src/money/quantity.ts";

const q = storedQuantity;
const on = (text: string): Day => must(parseDay(text), `${text} is a day`);
const settings = (value: unknown): FormulaSettings => FORMULA_SETTINGS.parse(value);
const text = (value: bigint) => quantityOfScaled(value);
const loan = (principal: string, yearly_percent: string, months: number): Loan => ({
  principal: q(principal),
  yearly_percent: q(yearly_percent),
  months,
  first_payment: on("2026-01-31"),
});

describe("a loan", () => {
  test("a loan of 200,000 at 6 % over 360 months is paid off by 1,199.10 a month", () => {
    const plan = listInstallments(loan("200000", "6", 360), 2);

    expect(
      plan
        .slice(0, 3)
        .map(({ payment, interest, owed }) => [text(payment), text(interest), text(owed)]),
    ).toEqual([
      ["1199.1", "1000", "199800.9"],
      ["1199.1", "999", "199600.8"],
      ["1199.1", "998", "199399.7"],
    ]);
    expect(text(plan.at(-1)?.owed ?? 1n)).toBe("0");
  });

  // 1,200 at 12 % over 12 months: 1 % a month; the payment is 12 / (1 - 1.01^-12) = 106.6185... The
  // table was worked by hand.
  test("a loan of 1,200 at 12 % over a year has the months of a calculation by hand", () => {
    const rows = listInstallments(loan("1200", "12", 12), 2).map(
      ({ payment, interest, owed }) => `${text(payment)} ${text(interest)} ${text(owed)}`,
    );

    expect(rows).toEqual([
      "106.62 12 1105.38",
      "106.62 11.05 1009.81",
      "106.62 10.1 913.29",
      "106.62 9.13 815.8",
      "106.62 8.16 717.34",
      "106.62 7.17 617.89",
      "106.62 6.18 517.45",
      "106.62 5.17 416",
      "106.62 4.16 313.54",
      "106.62 3.14 210.06",
      "106.62 2.1 105.54",
      "106.6 1.06 0",
    ]);
  });

  test("a loan without interest is paid off in equal parts, the last of which is the rest", () => {
    expect(listInstallments(loan("100", "0", 3), 2).map(({ payment }) => text(payment))).toEqual([
      "33.33",
      "33.33",
      "33.34",
    ]);
  });

  test("a loan in a currency without decimals is rounded to whole units", () => {
    expect(
      listInstallments(loan("1000000", "1.5", 24), 0).map(({ payment }) => text(payment))[0],
    ).toBe("42321");
  });

  test("a loan is owed in full until the first payment, and month ends stay month ends", () => {
    const car = settings({
      rule: "loan",
      currency: "eur",
      principal: "1200",
      yearly_percent: "12",
      months: 12,
      first_payment: "2026-01-31",
    });

    expect(
      [
        "2026-01-30",
        "2026-01-31",
        "2026-02-27",
        "2026-02-28",
        "2026-03-30",
        "2026-03-31",
        "2026-12-31",
        "2030-01-01",
      ].map((day) => valueOn(car, on(day))),
    ).toEqual(["1200", "1105.38", "1105.38", "1009.81", "1009.81", "913.29", "0", "0"]);
  });

  test("the payments repay exactly the loan with interest, and the debt never grows", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 900_000_000 }),
        fc.integer({ min: 0, max: 2_500 }),
        fc.integer({ min: 1, max: 120 }),
        (cents, rate, months) => {
          const plan = listInstallments(
            loan((cents / 100).toFixed(2), (rate / 100).toFixed(2), months),
            2,
          );
          const sum = (pick: (row: (typeof plan)[number]) => bigint) =>
            plan.reduce((all, row) => all + pick(row), 0n);

          expect(text(sum((row) => row.payment) - sum((row) => row.interest))).toBe(
            q(text(BigInt(cents) * 10n ** 16n)),
          );
          expect(plan.every((row, index) => row.owed <= (plan[index - 1]?.owed ?? row.owed))).toBe(
            true,
          );
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("what loses worth", () => {
  const car = settings({
    rule: "straight_line",
    currency: "eur",
    from: "2024-01-01",
    cost: "36600",
    residual: "0",
    months: 12,
  });

  test("a straight line loses the same each day: over a leap year of 366 days 100 a day", () => {
    expect(
      [
        "2023-01-01",
        "2024-01-01",
        "2024-01-02",
        "2024-02-29",
        "2024-12-31",
        "2025-01-01",
        "2040-01-01",
      ].map((day) => valueOn(car, on(day))),
    ).toEqual(["36600", "36600", "36500", "30700", "100", "0", "0"]);
  });

  test("a declining value loses a share of the year's first value and stops at the residual value", () => {
    const machine = settings({
      rule: "declining",
      currency: "usd",
      from: "2023-01-01",
      cost: "10000",
      residual: "4000",
      yearly_percent: "20",
    });

    expect(
      ["2023-01-01", "2024-01-01", "2025-01-01", "2026-01-01", "2027-01-01", "2028-01-01"].map(
        (day) => valueOn(machine, on(day)),
      ),
    ).toEqual(["10000", "8000", "6400", "5120", "4096", "4000"]);
    // 73 of 365 days of a year that loses 2,000.
    expect(valueOn(machine, on("2023-03-15"))).toBe("9600");
  });

  test("a falling value never rises and never falls below the residual value", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 15_000 }),
        fc.constantFrom("straight_line", "declining"),
        (cost, residual, months, days, rule) => {
          const rest =
            rule === "straight_line" ? { months } : { yearly_percent: String(months / 4) };
          const thing = FORMULA_SETTINGS.safeParse({
            rule,
            currency: "eur",
            from: "2000-02-29",
            cost: String(cost),
            residual: String(residual),
            ...rest,
          });
          expect(thing.success).toBe(residual <= cost);
          if (!thing.success) return;
          const [now, next] = [
            valueOn(thing.data, addDays(on("2000-02-29"), days)),
            valueOn(thing.data, addDays(on("2000-02-29"), days + 1)),
          ].map((worth) => toScaled(worth));
          expect(next ?? 0n).toBeLessThanOrEqual(now ?? 0n);
          expect(next ?? 0n).toBeGreaterThanOrEqual(toScaled(q(String(residual))));
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("what gains worth", () => {
  const house = (compounded: string, yearly_percent: string) =>
    settings({
      rule: "appreciation",
      currency: "eur",
      from: "2025-01-31",
      cost: "100000",
      yearly_percent,
      compounded,
    });

  // 1.0025^12 = 1.030415956913...; (1 + 0.03/365)^365 = 1.030453263...
  test("appreciation matches a calculation by hand, by months and by days", () => {
    expect(valueOn(house("monthly", "3"), on("2025-02-27"))).toBe("100000");
    expect(valueOn(house("monthly", "3"), on("2025-02-28"))).toBe("100250");
    expect(valueOn(house("monthly", "3"), on("2026-01-31"))).toBe("103041.6");
    expect(valueOn(house("daily", "3"), on("2026-01-31"))).toBe("103045.33");
    expect(valueOn(house("monthly", "-12"), on("2025-03-31"))).toBe("98010");
  });

  test("appreciation loses nothing to rounding over a century of days", () => {
    const factor = Array.from({ length: 20_000 }).reduce<bigint>(
      (product) => (product * (36_500n + 7n)) / 36_500n,
      10n ** 60n,
    );

    const worth = toScaled(
      valueOn(
        settings({
          rule: "appreciation",
          currency: "clf",
          from: "1970-01-01",
          cost: "1",
          yearly_percent: "7",
          compounded: "daily",
        }),
        addDays(on("1970-01-01"), 20_000),
      ),
    );
    expect(text(worth)).toBe(text(divideHalfEven(factor, 10n ** 56n) * 10n ** 14n));
  });
});

test("a half is rounded to the even neighbour for either sign", () => {
  expect(
    ["0.00005", "0.00015", "0.00025", "-0.00005", "-0.00015", "0.000050000000000001"].map((value) =>
      roundedQuantity(q(value), 4),
    ),
  ).toEqual(["0", "0.0002", "0.0002", "0", "-0.0002", "0.0001"]);
});

test("settings without a valid rule are refused with the field, and checked settings pass again", () => {
  const formula = findSourceByType("formula");
  const wrong = formula?.check({
    rule: "loan",
    currency: "EUR",
    principal: "-1",
    yearly_percent: "6",
    months: 0,
    first_payment: "2026-02-30",
  });
  const right = formula?.check({
    rule: "loan",
    currency: "eur",
    principal: "0001.50",
    yearly_percent: "6",
    months: 12,
    first_payment: "2026-02-28",
  });

  expect(wrong?.ok === false ? wrong.error.map(({ path }) => path.join("/")) : []).toEqual([
    "currency",
    "principal",
    "months",
    "first_payment",
  ]);
  expect(right?.ok === true && formula?.check(right.value)).toEqual(right);
  expect(addMonths(on("2099-12-31"), 1_200)).toBe("2199-12-31");
});
