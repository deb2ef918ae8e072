// Rates as plain data, and as the text in which the bucket stores one currency: a line per day,
// oldest first. Pure.

import type { Rate } from "../../sources/ecb/rate.ts";
import type { Currency } from "../../money/currency.ts";
import { parseDay } from "../../money/day.ts";
import { parseDecimal } from "../../money/decimal.ts";

/** How many currencies the rates are of. */
export function countCurrencies(rates: readonly Rate[]): number {
  return new Set(rates.map(([currency]) => currency)).size;
}

/**
 * The lines of one currency with these rates added; a later rate replaces an earlier one of the
 * same day.
 */
export function mergeSeries(before: string, added: readonly Rate[]): string {
  const byDay = new Map<string, string>();
  for (const line of before.split("\n")) {
    const [date = "", perEuro = ""] = line.split(" ");
    if (perEuro !== "") byDay.set(date, perEuro);
  }
  for (const [, date, perEuro] of added) byDay.set(date, perEuro);
  const days = [...byDay].sort(([a], [b]) => (a < b ? -1 : 1));
  return days.map(([date, perEuro]) => `${date} ${perEuro}\n`).join("");
}

/** The rates that the lines of one currency hold; a line that is not one is left out. */
export function readSeries(currency: Currency, lines: string): Rate[] {
  const rates: Rate[] = [];
  for (const line of lines.split("\n")) {
    const [text = "", perEuro = ""] = line.split(" ");
    const date = parseDay(text);
    if (date !== null && parseDecimal(perEuro) !== null) rates.push([currency, date, perEuro]);
  }
  return rates;
}
