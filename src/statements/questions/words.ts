// Days and amounts in the words of a question: "4 March 2026", "−1,234.50". Pure; never a float.

import { splitDay, type Day } from "../../money/day.ts";
import { printUnits, units } from "../../money/money.ts";
import { MONTH_NAMES } from "../../money/month.ts";

const MINUS = "\u2212";

/** "4 March 2026". */
export function printLongDay(day: Day): string {
  const { year, month, day: date } = splitDay(day);
  return `${date} ${MONTH_NAMES[month - 1] ?? ""} ${year}`;
}

/** Units without their sign: "1,234.50". */
export function printSize(amount: number): string {
  if (!Number.isSafeInteger(amount)) return "too large to show";
  const [whole = "", fraction = ""] = printUnits(units(Math.abs(amount)), 2).split(".");
  const digits = `${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, "")}`;
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",")}.${digits}`;
}

/** Units with their sign: "+12.00", "−12.00". */
export function printSigned(amount: number): string {
  if (amount === 0) return printSize(0);
  return `${amount < 0 ? MINUS : "+"}${printSize(amount)}`;
}

/** A balance: "1,234.50", "−12.00". */
export function printBalance(amount: number): string {
  return `${amount < 0 ? MINUS : ""}${printSize(amount)}`;
}

/** "1 transaction", "31 transactions". */
export function countTransactions(count: number): string {
  return count === 1 ? "1 transaction" : `${count.toLocaleString("en")} transactions`;
}
