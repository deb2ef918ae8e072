// /recurring_items and the deprecated /recurring_expenses in version 1 (gaps.md, 2b and 3.11). Both
// list version 2's items: the first with the transactions of each expected day, the second with one
// line for each expected day of a month.

import * as z from "zod";
import { CURRENCIES } from "../../money/currency.ts";
import { GRANULARITIES } from "../../money/cadence.ts";
import { compareDays, type Day } from "../../money/day.ts";
import { firstDay, lastDay, monthOf, monthOfInstant } from "../../money/month.ts";
import { ok } from "../../platform/result.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { listCategories, type Category } from "../categories/store.ts";
import * as legacy from "./wire.ts";
import { legacyRoute } from "./routes.ts";
import type { Route } from "../route.ts";
import { NO_PAYEE } from "../transactions/row.ts";
import * as wire from "../wire.ts";
import { rangeFault, tooManyExpected } from "../recurring/bound.ts";
import { cadenceWords } from "../recurring/cadence-words.ts";
import { assignDates, expectedDays } from "../recurring/matches.ts";
import type { Range } from "../recurring/present.ts";
import {
  listItems,
  transactionsAround,
  typicalAmount,
  type ItemTransaction,
  type RecurringItem,
} from "../recurring/store.ts";

const FOUND = z
  .strictObject({
    id: z.int(),
    date: wire.DAY_OUT,
    amount: legacy.AMOUNT_OUT,
    currency: z.enum(CURRENCIES),
    payee: z.string(),
    category_id: z.int().nullable(),
    recurring_id: z.int().nullable(),
    to_base: z.number(),
  })
  .meta({ id: "LegacyRecurringTransaction" });

const SHOWN = {
  id: z.int(),
  start_date: wire.DAY_OUT.nullable(),
  end_date: wire.DAY_OUT.nullable(),
  payee: z.string(),
  amount: legacy.AMOUNT_OUT,
  currency: z.enum(CURRENCIES),
  description: z.string().nullable(),
  billing_date: wire.DAY_OUT,
  original_name: z.string().nullable(),
  source: z.enum(["manual", "transaction", "system"]).nullable(),
  linked_account_id: z.int().nullable(),
  asset_id: z.int().nullable(),
  category_id: z.int().nullable(),
  created_at: wire.TIME_OUT,
};
const ITEM = z
  .strictObject({
    ...SHOWN,
    created_by: z.int(),
    updated_at: wire.TIME_OUT,
    notes: z.string().nullable(),
    category_group_id: z.int().nullable(),
    is_income: z.boolean(),
    exclude_from_totals: z.boolean(),
    cadence: z.string(),
    granularity: z.enum(GRANULARITIES),
    quantity: z.int(),
    occurrences: z.record(z.string(), z.array(FOUND)),
    transactions_within_range: z.array(FOUND),
    missing_dates_within_range: z.array(wire.DAY_OUT),
    date: wire.DAY_OUT.nullable(),
    to_base: z.number(),
  })
  .meta({ id: "LegacyRecurringItem" });
const EXPENSE = z
  .strictObject({ ...SHOWN, cadence: z.string(), type: z.enum(["cleared", "suggested"]) })
  .meta({ id: "LegacyRecurringExpense" });

/**
 * The range of the query: the current month, or from the day it names to the end of that day's
 * month.
 */
const RANGE = z.object({
  start_date: wire.day.optional(),
  end_date: wire.day.optional(),
  debit_as_negative: legacy.textDebitAsNegative,
});

export const LEGACY_RECURRING_ROUTES: readonly Route[] = [
  legacyRoute({
    method: "GET",
    path: "/recurring_items",
    scope: "recurring:read",
    alsoScopes: ["transactions:read", "categories:read"],
    tag: "recurring items",
    summary: "Recurring items, with the transactions that came for them in a range",
    query: RANGE,
    response: z.array(ITEM),
    handle: (context, { query: { start_date, end_date, debit_as_negative: turn } }) => {
      const start = start_date ?? firstDay(monthOfInstant(context.now));
      const end = end_date ?? lastDay(monthOf(start));
      const fault = rangeFault(start, end);
      if (fault !== null) return fault;
      const items = listItems(context.sql, false);
      return (
        tooManyExpected(items, start, end) ??
        ok(presentItems(context.sql, items, { start, end }, turn))
      );
    },
  }),
  legacyRoute({
    method: "GET",
    path: "/recurring_expenses",
    scope: "recurring:read",
    tag: "recurring items",
    summary:
      "Recurring items expected in a month, suggested ones too; read /recurring_items instead",
    query: z.object({
      start_date: wire.day.optional(),
      debit_as_negative: legacy.textDebitAsNegative,
    }),
    response: z.strictObject({ recurring_expenses: z.array(EXPENSE) }),
    handle: ({ sql, now }, { query }) => {
      const month =
        query.start_date === undefined ? monthOfInstant(now) : monthOf(query.start_date);
      const range = { start: firstDay(month), end: lastDay(month) };
      return ok({
        recurring_expenses: listExpenses(listItems(sql, true), range, query.debit_as_negative),
      });
    },
  }),
];

/** The objects of these items, with what came for each of them in the range. */
function presentItems(
  sql: Sql,
  items: readonly RecurringItem[],
  range: Range,
  turn: boolean,
): z.input<typeof ITEM>[] {
  const categories = new Map(listCategories(sql).map((category) => [category.id, category]));
  const found = transactionsAround(sql, items, range.start, range.end);
  return items.map((item) => {
    const category =
      item.set_category_id === null ? null : (categories.get(item.set_category_id) ?? null);
    return {
      ...itemToWire(item, category, range, turn),
      ...cameFor(item, found.get(item.id) ?? [], range, turn),
    };
  });
}

function itemToWire(
  item: RecurringItem,
  category: Category | null,
  { start }: Range,
  turn: boolean,
) {
  return {
    ...toApi(item, item.anchor_date, turn),
    created_by: item.created_by,
    updated_at: wire.formatTime(item.updated_at),
    notes: item.set_notes,
    category_group_id: category?.group_id ?? null,
    is_income: category?.is_income ?? false,
    exclude_from_totals: category?.exclude_from_totals ?? false,
    cadence: cadenceWords(item),
    granularity: item.granularity,
    quantity: item.quantity,
    date: start,
    to_base: legacy.toBaseOut(item.to_base, turn),
  };
}

/**
 * Each expected day with the transactions that answer it, which may lie just outside the range; the
 * transactions inside it; and the days without any.
 */
function cameFor(
  item: RecurringItem,
  transactions: readonly ItemTransaction[],
  { start, end }: Range,
  turn: boolean,
) {
  const ordered = transactions.toSorted((a, b) => compareDays(a.date, b.date) || a.id - b.id);
  const answers = [...assignDates(item, ordered, start, end)];
  const toWire = (one: ItemTransaction) => foundToWire(one, turn);
  return {
    occurrences: Object.fromEntries(answers.map(([day, came]) => [day, came.map(toWire)])),
    transactions_within_range: ordered
      .filter(({ date }) => date >= start && date <= end)
      .map(toWire),
    missing_dates_within_range: answers.filter(([, came]) => came.length === 0).map(([day]) => day),
  };
}

function foundToWire(row: ItemTransaction, turn: boolean): z.input<typeof FOUND> {
  return {
    ...row,
    amount: legacy.amountOut(row.amount, turn),
    to_base: legacy.toBaseOut(row.to_base, turn),
  };
}

/**
 * The expected payments of the month, one line for each expected day: at most RECURRING_ITEMS_MAX
 * of 31.
 */
function listExpenses(
  items: readonly RecurringItem[],
  { start, end }: Range,
  turn: boolean,
): z.input<typeof EXPENSE>[] {
  return items.flatMap((item) => {
    const type = legacy.expenseType(item);
    const cadence = cadenceWords(item);
    return expectedDays(item, start, end).map((billed) => ({
      ...toApi(item, billed, turn),
      cadence,
      type,
    }));
  });
}

/**
 * The properties of both objects: the payee that the item sets, and as the original name the payee
 * by which it recognizes.
 */
function toApi(item: RecurringItem, billed: Day, turn: boolean) {
  return {
    id: item.id,
    start_date: item.start_date,
    end_date: item.end_date,
    payee: item.set_payee ?? item.payee ?? NO_PAYEE,
    amount: legacy.amountOut(typicalAmount(item), turn),
    currency: item.currency,
    description: item.description,
    billing_date: billed,
    original_name: item.payee,
    source: item.source,
    linked_account_id: item.linked_account_id,
    asset_id: item.manual_account_id,
    category_id: item.set_category_id,
    created_at: wire.formatTime(item.created_at),
  };
}
