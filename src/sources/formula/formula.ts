// Computes a value by a rule, without a network: a car that loses value, a house that gains value,
// a loan that is paid off. The result is rounded once to the currency's decimals, half to even; a
// loan's months are rounded the way banks do.

import * as z from "zod";
import { FORMULA_MONTHS_MAX } from "../../platform/limits.ts";
import { isCurrency, exponentOf, type Currency } from "../../money/currency.ts";
import {
  dayNumber,
  dayOfInstant,
  addMonths,
  parseDay,
  splitDay,
  type Day,
} from "../../money/day.ts";
import { parseQuantity, type Quantity } from "../../money/quantity.ts";
import { ok } from "../../platform/result.ts";
import type { BalanceReading, SourceReader } from "../reading.ts";
import {
  compound,
  divideHalfEven,
  ONE,
  quantityOfScaled,
  roundHalfEven,
  toScaled,
  type Scaled,
} from "./decimal.ts";
import { owedOn } from "./loan.ts";

const decimal = (fits: (value: Scaled) => boolean, rule: string) =>
  z.string("must be a decimal as text").transform((text, context): Quantity => {
    const parsed = parseQuantity(text);
    if (parsed.ok && fits(toScaled(parsed.value))) return parsed.value;
    context.addIssue({ code: "custom", message: `must be ${rule}, as text` });
    return z.NEVER;
  });
/** Below 10^12, a value fits an account's balance unless it grows beyond. */
const AMOUNT_MAX = 10n ** 12n * ONE;
const positive = decimal(
  (value) => value > 0n && value < AMOUNT_MAX,
  "a decimal above 0 and below 1,000,000,000,000",
);
const amount = decimal(
  (value) => value >= 0n && value < AMOUNT_MAX,
  "a decimal from 0 and below 1,000,000,000,000",
);
const percent = (least: bigint, most: bigint) =>
  decimal(
    (value) => value >= least * ONE && value <= most * ONE,
    `a percentage from ${least} to ${most}`,
  );
const day = z.string("must be a day").transform((text, context): Day => {
  const parsed = parseDay(text);
  // Even with the longest term the last day can still be stored.
  if (parsed !== null && splitDay(parsed).year < 2100) return parsed;
  context.addIssue({
    code: "custom",
    message: "must be a day that exists, before the year 2100, as YYYY-MM-DD",
  });
  return z.NEVER;
});
const currency = z.string("must be a currency").transform((text, context): Currency => {
  if (isCurrency(text)) return text;
  context.addIssue({ code: "custom", message: "must be a currency's three letters in lower case" });
  return z.NEVER;
});
const months = z.int("must be a whole number of months").min(1).max(FORMULA_MONTHS_MAX);

const STRAIGHT_LINE = z.strictObject({
  rule: z.literal("straight_line"),
  currency,
  from: day,
  cost: positive,
  residual: amount,
  months,
});
const DECLINING = z.strictObject({
  rule: z.literal("declining"),
  currency,
  from: day,
  cost: positive,
  residual: amount,
  yearly_percent: percent(0n, 100n),
});
const APPRECIATION = z.strictObject({
  rule: z.literal("appreciation"),
  currency,
  from: day,
  cost: positive,
  yearly_percent: percent(-99n, 100n),
  compounded: z.enum(["daily", "monthly"]),
});
const LOAN = z.strictObject({
  rule: z.literal("loan"),
  currency,
  principal: positive,
  yearly_percent: percent(0n, 100n),
  months,
  first_payment: day,
});

/** A rule with its numbers; percentages are of a year, days in UTC. */
export const FORMULA_SETTINGS = z
  .discriminatedUnion(
    "rule",
    [STRAIGHT_LINE, DECLINING, APPRECIATION, LOAN],
    "rule must be straight_line, declining, appreciation or loan",
  )
  .check(({ value, issues }) => {
    const depreciated = value.rule === "straight_line" || value.rule === "declining";
    if (depreciated && toScaled(value.residual) > toScaled(value.cost)) {
      issues.push({
        code: "custom",
        path: ["residual"],
        input: value.residual,
        message: "must not be more than the cost",
      });
    }
  });
export type FormulaSettings = z.output<typeof FORMULA_SETTINGS>;

/** The value at the end of that day; of a loan what is owed, as a positive number. */
export function valueOn(settings: FormulaSettings, on: Day): Quantity {
  const decimals = exponentOf(settings.currency);
  return quantityOfScaled(roundHalfEven(computeValue(settings, on, decimals), decimals));
}

/** The source: one balance, of the UTC day that `now` is in. */
export const readFormula: SourceReader<
  FormulaSettings,
  unknown,
  readonly BalanceReading[]
> = async ({ settings, now }) =>
  ok([
    {
      account: null,
      name: null,
      amount: valueOn(settings, dayOfInstant(now)),
      unit: settings.currency,
      asOf: now,
    },
  ]);

function computeValue(settings: FormulaSettings, on: Day, decimals: number): Scaled {
  switch (settings.rule) {
    case "straight_line":
      return computeStraightLine(settings, on);
    case "declining":
      return computeDeclining(settings, on);
    case "appreciation":
      return computeAppreciation(settings, on);
    case "loan":
      return owedOn(settings, on, decimals);
  }
}

/** Falls from the cost to the residual by the same amount each day of its months. */
function computeStraightLine(
  { cost, residual, from, months: life }: z.output<typeof STRAIGHT_LINE>,
  on: Day,
): Scaled {
  const [first, last] = [toScaled(cost), toScaled(residual)];
  const whole = dayNumber(addMonths(from, life)) - dayNumber(from);
  const gone = Math.min(Math.max(dayNumber(on) - dayNumber(from), 0), whole);
  return first - divideHalfEven((first - last) * BigInt(gone), BigInt(whole));
}

/** Loses each year the same share of the year's first value, day by day, down to the residual. */
function computeDeclining(
  { cost, residual, from, yearly_percent }: z.output<typeof DECLINING>,
  on: Day,
): Scaled {
  if (on <= from) return toScaled(cost);
  const years = fullYears(from, on);
  const atStart = compound(toScaled(cost), -toScaled(yearly_percent), 100, years);
  const begun = dayNumber(addMonths(from, years * 12));
  const length = dayNumber(addMonths(from, years * 12 + 12)) - begun;
  const lost = divideHalfEven(
    atStart * toScaled(yearly_percent) * BigInt(dayNumber(on) - begun),
    100n * ONE * BigInt(length),
  );
  const left = atStart - lost;
  return left < toScaled(residual) ? toScaled(residual) : left;
}

/**
 * Interest upon interest, a 365th of the yearly rate each day or a twelfth each full month; before
 * its day, the cost.
 */
function computeAppreciation(
  { cost, from, yearly_percent, compounded: each }: z.output<typeof APPRECIATION>,
  on: Day,
): Scaled {
  if (on <= from) return toScaled(cost);
  const [parts, times] =
    each === "daily" ? [365, dayNumber(on) - dayNumber(from)] : [12, fullMonths(from, on)];
  return compound(toScaled(cost), toScaled(yearly_percent), parts * 100, times);
}

function fullYears(from: Day, on: Day): number {
  return Math.floor(fullMonths(from, on) / 12);
}

/** Months that have passed from one day to a later one: addMonths(from, n) <= on. */
function fullMonths(from: Day, on: Day): number {
  const [a, b] = [splitDay(from), splitDay(on)];
  const count = (b.year - a.year) * 12 + b.month - a.month;
  return addMonths(from, count) <= on ? count : count - 1;
}
