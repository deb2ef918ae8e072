// The current month: money in and out, what is left of the budget, the most overspent categories,
// and the next expected items. The service computes the sums, in the budget's currency.

import * as z from "zod";
import type { Day } from "../../money/day.ts";
import { firstDay, lastDay, monthOf, type Month } from "../../money/month.ts";
import { parseRounded } from "../../money/money.ts";
import { read, readService } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { recurringSchema, type RecurringItem } from "../ui/wire.ts";

/** How many categories and expected items are named. */
const NAMED_MAX = 3;

/** A sum of the service in units, rounded. */
const sum = z.number().transform((value) => {
  const read = parseRounded(value.toFixed(4));
  return read.ok ? read.value : 0;
});
const activity = { other_activity: sum, recurring_activity: sum };
const breakdown = z.object({ ...activity, uncategorized: sum, uncategorized_recurring: sum });

export const summarySchema = z.object({
  categories: z.array(
    z.object({
      category_id: z.int(),
      totals: z.object({ ...activity, budgeted: sum.nullish(), available: sum.nullish() }),
    }),
  ),
  totals: z.object({ inflow: breakdown, outflow: breakdown }).nullish(),
});

const categoriesSchema = z.object({
  categories: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      is_income: z.boolean().nullish(),
      is_group: z.boolean().nullish(),
    }),
  ),
});

export interface ThisMonth {
  readonly month: Month;
  readonly in: number;
  readonly out: number;
  /** What is left of the budgeted amounts; null if nothing is budgeted. */
  readonly left: number | null;
  /** The most overspent categories; `by`: how much each is over its budget. */
  readonly over: readonly { readonly id: number; readonly name: string; readonly by: number }[];
  readonly next: readonly Expected[];
  readonly hasCategories: boolean;
}

/** A recurring transaction that is due. */
export interface Expected {
  readonly name: string;
  readonly date: string;
  readonly amount: string;
  readonly currency: string;
}

/** Reads the month of a day; null if the service does not have the sums. */
export async function readThisMonth(
  { api, service }: Pick<Variables, "api" | "service">,
  today: Day,
  isRemote: boolean,
): Promise<ThisMonth | null> {
  const month = monthOf(today);
  const query = new URLSearchParams({
    start_date: firstDay(month),
    end_date: lastDay(month),
    include_totals: "true",
  });
  const [summary, categories, recurring] = await Promise.all([
    readService(service, `/summary?${query.toString()}`, summarySchema),
    readService(service, "/categories?format=flattened", categoriesSchema),
    isRemote ? null : read(api, "/api/recurring", recurringSchema),
  ]);
  if (!summary.ok) return null;
  const known = categories.ok ? categories.value.categories : [];
  const items = recurring?.ok === true ? recurring.value.recurring_items : [];
  return sumUpMonth(month, summary.value, known, listNext(items, today));
}

/** Makes the month from the service's answer. */
export function sumUpMonth(
  month: Month,
  { categories, totals }: z.output<typeof summarySchema>,
  known: z.output<typeof categoriesSchema>["categories"],
  next: readonly Expected[],
): ThisMonth {
  const leaves = categories.flatMap(({ category_id: id, totals: own }) => {
    const category = known.find((one) => one.id === id);
    if (category === undefined || category.is_group === true || category.is_income === true)
      return [];
    return own.budgeted == null ? [] : [{ id, name: category.name, left: own.available ?? 0 }];
  });
  const over = leaves
    .filter(({ left }) => left < 0)
    .sort((a, b) => a.left - b.left)
    .slice(0, NAMED_MAX)
    .map(({ id, name, left }) => ({ id, name, by: 0 - left }));
  return {
    month,
    in: totals == null ? 0 : 0 - addUp(totals.inflow),
    out: totals == null ? 0 : addUp(totals.outflow),
    left: leaves.length === 0 ? null : leaves.reduce((all, { left }) => all + left, 0),
    over,
    next,
    hasCategories: known.length > 0,
  };
}

function addUp(part: z.output<typeof breakdown>): number {
  const { other_activity: other, recurring_activity: recurring } = part;
  return other + recurring + part.uncategorized + part.uncategorized_recurring;
}

function listNext(items: readonly RecurringItem[], today: Day): Expected[] {
  return items
    .filter(({ status }) => status === "reviewed")
    .flatMap((item): Expected[] => {
      const { next_expected_date: date, transaction_criteria: criteria } = item;
      if (date === null || date < today) return [];
      const name = item.overrides.payee ?? criteria.payee ?? item.description ?? "Recurring";
      return [{ name, date, amount: criteria.amount, currency: criteria.currency }];
    })
    .sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))
    .slice(0, NAMED_MAX);
}
