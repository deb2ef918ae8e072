// Differences of version 1 from version 2 (../wire.ts). Amounts always have four decimals, and the
// caller may turn their sign. Transactions are cleared or uncleared. The default range is the
// current month. Five currencies are missing. Requests may hold null for a missing property, and
// True or 1 for true in a query.

import * as z from "zod";
import { CURRENCIES, type Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import { printUnits, units, type Units } from "../../money/money.ts";
import { firstDay, lastDay, monthOfInstant } from "../../money/month.ts";
import { isReviewed, type RecurringItem } from "../recurring/store.ts";
import * as wire from "../wire.ts";

/** An amount in an answer: "-12.5000". */
export const AMOUNT_OUT = z.string().regex(/^-?\d+\.\d{4}$/);

/**
 * The amount with the sign that the caller asked for; the same function serves requests and
 * answers, since turning twice changes nothing.
 */
export function applySign(amount: Units, debitAsNegative: boolean): Units {
  return debitAsNegative ? units(0 - amount) : amount;
}

/** The text of an amount: four decimals, and the sign that the caller asked for. */
export function amountOut(amount: Units, debitAsNegative: boolean): string {
  return printUnits(applySign(amount, debitAsNegative));
}

/** to_base, a JSON number with the sign that the caller asked for. */
export function toBaseOut(amount: Units, debitAsNegative: boolean): number {
  return wire.toJsonNumber(applySign(amount, debitAsNegative));
}

/**
 * An optional property of a body; null means the same, since clients write it for a missing value.
 */
export function optional<T>(schema: z.ZodType<T>) {
  return schema.nullish().transform((value) => value ?? undefined);
}

/** A flag of a body with its default. */
export function flag(otherwise: boolean) {
  return wire.flag.nullish().transform((value) => value ?? otherwise);
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/** A flag in a query, in any spelling that programming languages print: True, true, 1. */
export const textFlag = wire
  .textAs((text) => FLAGS.get(text.toLowerCase()) ?? null, "type", "must be true or false")
  .meta({ type: "boolean" });

/** debit_as_negative in a query, and in a body. */
export const textDebitAsNegative = textFlag.default(false);
export const debitAsNegative = flag(false);

const STATUSES = { cleared: "reviewed", uncleared: "unreviewed" } as const;

/** A status in a request, as the store has it. */
export const status = z
  .enum(["cleared", "uncleared"])
  .transform((name): "reviewed" | "unreviewed" => STATUSES[name]);

/** A status in an answer: pending is read only (gaps.md, 5). */
export const STATUS_OUT = z.enum(["cleared", "uncleared", "pending"]);

/**
 * The status of a transaction; one that its bank withdrew awaits the user, so it is not cleared.
 */
export function statusOut(row: {
  readonly status: "reviewed" | "unreviewed" | "delete_pending";
  readonly is_pending: boolean | number;
}): z.input<typeof STATUS_OUT> {
  if (row.is_pending === true || row.is_pending === 1) return "pending";
  return row.status === "reviewed" ? "cleared" : "uncleared";
}

const LATER: ReadonlySet<string> = new Set(["clf", "eth", "ves", "xag", "xau"]);

/** The 162 currencies that version 1 takes (gaps.md, 4); its answers may hold any. */
export const LEGACY_CURRENCIES: readonly Currency[] = CURRENCIES.filter((code) => !LATER.has(code));

const TAKEN: ReadonlySet<unknown> = new Set(LEGACY_CURRENCIES);
export const currency = z
  .custom<Currency>((value) => TAKEN.has(value), {
    error: "must be one of the lowercase three-letter currency codes of version 1",
    params: { keyword: "enum" },
  })
  .meta({
    id: "LegacyCurrency",
    type: "string",
    enum: [...LEGACY_CURRENCIES],
    description: "A lowercase three-letter currency code.",
  });

/** The first and last day of the current calendar month (UTC), where a range is left out. */
export function currentMonth(now: number): { readonly start: Day; readonly end: Day } {
  const month = monthOfInstant(now);
  return { start: firstDay(month), end: lastDay(month) };
}

/** The type of a recurring item: "suggested" until somebody has reviewed it. */
export function expenseType(item: RecurringItem): "cleared" | "suggested" {
  return isReviewed(item) ? "cleared" : "suggested";
}
