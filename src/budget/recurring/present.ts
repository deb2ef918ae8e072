// The recurring item object (service-v2.md, Recurring item object), and the range its matches are
// for.

import * as z from "zod";
import { RECURRING_RANGE_DAYS_MAX } from "../../platform/limits.ts";
import { CURRENCIES } from "../../money/currency.ts";
import { GRANULARITIES } from "../../money/cadence.ts";
import { addDays, addMonths, dayOfInstant, splitDay, type Day } from "../../money/day.ts";
import { printUnits } from "../../money/money.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import * as wire from "../wire.ts";
import { daysBetween, type Matches } from "./matches.ts";
import { isReviewed, matchesIn, typicalAmount, type RecurringItem } from "./store.ts";

/** The criteria on the wire; all are always there. */
export const CRITERIA_OUT = {
  start_date: wire.DAY_OUT.nullable(),
  end_date: wire.DAY_OUT.nullable(),
  granularity: z.enum(GRANULARITIES),
  quantity: z.int(),
  anchor_date: wire.DAY_OUT,
  payee: z.string().nullable(),
  amount: wire.AMOUNT_OUT.meta({
    description: "The average of both bounds where the amount is flexible.",
  }),
  to_base: z.number(),
  currency: z.enum(CURRENCIES),
  linked_account_id: z.int().nullable(),
  manual_account_id: z.int().nullable(),
};

export const ITEM_OUT = {
  id: z.int(),
  description: z.string().nullable(),
  status: z.enum(["suggested", "reviewed"]),
  transaction_criteria: z.strictObject(CRITERIA_OUT),
  overrides: z.strictObject({
    payee: z.string().optional(),
    notes: z.string().optional(),
    category_id: z.int().optional(),
  }),
  matches: z
    .strictObject({
      request_start_date: wire.DAY_OUT,
      request_end_date: wire.DAY_OUT,
      expected_occurrence_dates: z.array(wire.DAY_OUT),
      found_transactions: z.array(z.strictObject({ date: wire.DAY_OUT, transaction_id: z.int() })),
      missing_transaction_dates: z.array(wire.DAY_OUT),
    })
    .nullable(),
  created_by: z.int(),
  created_at: wire.TIME_OUT,
  updated_at: wire.TIME_OUT,
  source: z.enum(["manual", "transaction", "system"]).nullable(),
};

export const ITEM = z.strictObject(ITEM_OUT).meta({ id: "RecurringItem" });
export type ItemWire = z.input<typeof ITEM>;

/** The range of days for which matches are shown. */
export interface Range {
  readonly start: Day;
  readonly end: Day;
}

const DATES = { start_date: wire.day.optional(), end_date: wire.day.optional() };

/** The query's dates: both or none, in order, and not further apart than is answered. */
export const RANGE_QUERY = z.strictObject(DATES).check(checkRange);

/** The same with the suggested items or without, unless the query says. */
export function listQuery(withSuggested: boolean) {
  return z
    .strictObject({ ...DATES, include_suggested: wire.textFlag.default(withSuggested) })
    .check(checkRange);
}

interface Dates {
  readonly start_date?: Day | undefined;
  readonly end_date?: Day | undefined;
}

function checkRange({ value, issues }: z.core.ParsePayload<Dates>): void {
  const { start_date: start, end_date: end } = value;
  const ordered = wire.checkRange(issues, "date", start, end);
  if (
    ordered &&
    start !== undefined &&
    end !== undefined &&
    daysBetween(start, end) > RECURRING_RANGE_DAYS_MAX
  ) {
    const message = `must be at most ${RECURRING_RANGE_DAYS_MAX} days after start_date, ${start}`;
    issues.push({ ...wire.complaint(end, "formatMaximum", message), path: ["end_date"] });
  }
}

/** The requested range, or the current month. */
export function readRange({ start_date: start, end_date: end }: Dates, now: number): Range {
  if (start !== undefined && end !== undefined) return { start, end };
  const today = dayOfInstant(now);
  const first = addDays(today, 1 - splitDay(today).day);
  return { start: first, end: addDays(addMonths(first, 1), -1) };
}

/** The objects of these items, with what each expects, has found and misses in the range. */
export function presentItems(sql: Sql, items: readonly RecurringItem[], range: Range): ItemWire[] {
  const reviewed = items.filter(isReviewed);
  const matches = matchesIn(sql, reviewed, range.start, range.end);
  return items.map((item) => toWire(item, matches.get(item.id) ?? null, range));
}

function toWire(item: RecurringItem, matches: Matches | null, { start, end }: Range): ItemWire {
  return {
    id: item.id,
    description: item.description,
    status: item.status,
    transaction_criteria: {
      start_date: item.start_date,
      end_date: item.end_date,
      granularity: item.granularity,
      quantity: item.quantity,
      anchor_date: item.anchor_date,
      payee: item.payee,
      amount: printUnits(typicalAmount(item)),
      to_base: wire.toJsonNumber(item.to_base),
      currency: item.currency,
      linked_account_id: item.linked_account_id,
      manual_account_id: item.manual_account_id,
    },
    overrides: {
      ...(item.set_payee !== null && { payee: item.set_payee }),
      ...(item.set_notes !== null && { notes: item.set_notes }),
      ...(item.set_category_id !== null && { category_id: item.set_category_id }),
    },
    matches:
      matches === null
        ? null
        : {
            request_start_date: start,
            request_end_date: end,
            expected_occurrence_dates: [...matches.expected],
            found_transactions: [...matches.found],
            missing_transaction_dates: [...matches.missing],
          },
    created_by: item.created_by,
    created_at: wire.formatTime(item.created_at),
    updated_at: wire.formatTime(item.updated_at),
    source: item.source,
  };
}
