// Rates as plain data, and as the text in which the bucket keeps one currency's: a line a day, oldest first. Pure.

import { isCurrency, type Currency } from "../../value/currency.ts";
import { parseDay, type Day } from "../../value/day.ts";
import { parseDecimal } from "./convert.ts";

/** Units of the currency for one euro on a day, as a plain decimal. */
export type Rate = readonly [currency: Currency, date: Day, perEuro: string];

/** A file of rates that was read. */
export interface RateFile {
  readonly days: number;
  /** Without the euro, and without what the service does not know. */
  readonly rates: readonly Rate[];
}

/** The rate of a code as banks write it ("USD"), null for a currency the service does not know, or the euro. */
export function knownCurrency(code: string): Currency | null {
  const currency = code.toLowerCase();
  return isCurrency(currency) && currency !== "eur" ? currency : null;
}

/** How many currencies the rates are of. */
export function countCurrencies(rates: readonly Rate[]): number {
  return new Set(rates.map(([currency]) => currency)).size;
}

/** The lines of one currency with these rates added, the later ones in place of the earlier of a day. */
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
