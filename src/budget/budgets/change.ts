// Writes and removes the budget of a category in a period, which is named by its start. A day on
// which no period starts is refused with the nearest starts (gaps.md, 3.9).

import { must } from "../../platform/assert.ts";
import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { findCategory } from "../categories/store.ts";
import { readBudget } from "../me/store.ts";
import { refuse, type Problem } from "../../platform/api/problem.ts";
import { converter, useCurrencies } from "../rates/store.ts";
import type { Context } from "../route.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { toJsonNumber } from "../wire.ts";
import { isStart, nextStart, previousStart, type PeriodSettings } from "./periods.ts";
import {
  deleteAmount,
  findAmount,
  memberAmounts,
  readSettings,
  upsertAmount,
  type BudgetAmount,
} from "./store.ts";

export interface AmountRequest {
  readonly category_id: number;
  readonly start_date: Day;
  readonly amount: Units;
  readonly currency?: Currency | undefined;
  readonly notes?: string | null | undefined;
}

/** Writes the amount and returns it as stored. */
export function putAmount(context: Context, request: AmountRequest): Result<BudgetAmount, Problem> {
  const { sql, now } = context;
  const fault =
    startFault(sql, request.start_date, "invalid body") ??
    categoryFault(sql, request.category_id, "invalid body");
  if (fault !== null) return err(fault);
  const primary = readBudget(sql).primary_currency;
  const currency = request.currency ?? primary;
  useCurrencies(context, primary, [currency]);
  const members = memberAmounts(sql, request.category_id, request.start_date);
  if (members.length > 0) {
    const convert = converter(sql);
    const least = members
      .map((one) => convert(one.amount, one.currency, primary, one.start_date))
      .reduce((sum, one) => sum + one, 0);
    const worth = convert(request.amount, currency, primary, request.start_date);
    // An amount without an exchange rate is worth 0 until the rate is known: it is stored, not
    // compared (D22).
    const isKnown = worth !== 0 || request.amount === 0;
    if (isKnown && worth < least) {
      return refuse("invalid body", {
        errMsg: `amount is below the ${toJsonNumber(least)} ${primary} budgeted for the members of this category group.`,
        invalid_property: "amount",
        category_id: request.category_id,
      });
    }
  }
  // An empty text is no note.
  const notes = request.notes === "" ? null : request.notes;
  upsertAmount(sql, { ...request, currency, notes }, now);
  return ok(
    must(findAmount(sql, request.category_id, request.start_date), "a written amount is stored"),
  );
}

/** Removes the amount; there may be none. */
export function removeAmount(
  { sql }: Context,
  categoryId: number,
  start: Day,
): Result<undefined, Problem> {
  const fault =
    startFault(sql, start, "invalid query") ?? categoryFault(sql, categoryId, "invalid query");
  if (fault !== null) return err(fault);
  deleteAmount(sql, categoryId, start);
  return ok(undefined);
}

type Where = "invalid body" | "invalid query";
const MESSAGES = {
  "invalid body": "Invalid Request Body",
  "invalid query": "Invalid Request Parameters",
} as const satisfies Record<Where, string>;

function startFault(sql: Sql, day: Day, where: Where): Problem | null {
  const { periods } = readSettings(sql);
  if (isStart(periods, day)) return null;
  const found = {
    errMsg: `No budget period starts on ${day}; ${around(periods, day)}.`,
    requested_start_date: day,
    previous_valid_start_date: previousStart(periods, day),
    next_valid_start_date: nextStart(periods, day),
  };
  // The documents show these facts at the top level and inside the error: clients find them in
  // both.
  return {
    kind: where,
    errors: [found],
    body: { message: MESSAGES[where], ...found, errors: [found] },
  };
}

function around(periods: PeriodSettings, day: Day): string {
  const [before, after] = [previousStart(periods, day), nextStart(periods, day)];
  if (before === null) return `the next one starts on ${String(after)}`;
  return after === null
    ? `the one before starts on ${before}`
    : `the one before starts on ${before}, the next on ${after}`;
}

function categoryFault(sql: Sql, categoryId: number, where: Where): Problem | null {
  if (findCategory(sql, categoryId) !== null) return null;
  const errMsg = `category_id is ${categoryId}, but there is no such category.`;
  return {
    kind: where,
    errors: [{ errMsg, error: "Invalid Category ID", invalid_property: "category_id" }],
  };
}
