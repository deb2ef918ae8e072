// Writes figures of an account: the amount it holds, or that is owed on it. Pure. Figures are in
// the account's view: money held is positive, money owed negative.

import { isDebt } from "../../money/debt.ts";
import { printUnits, units } from "../../money/money.ts";
import { parseMagnitude } from "../transactions/query.ts";
import { printAmount, printBalance } from "../ui/print.ts";

export interface Shown {
  readonly type: string;
  readonly currency: string;
}

/** The amount held, or for a debt the amount owed: "1,250.00". */
export function printHeld({ type, currency }: Shown, figure: number): string {
  return printBalance(convertHeld(type, figure), currency);
}

/** The amount with its currency, and whether it is owed. */
export function describeHeld(shown: Shown, figure: number): string {
  const held = convertHeld(shown.type, figure);
  const code = shown.currency.toUpperCase();
  if (!isDebt(shown.type) || held === 0) return `${printHeld(shown, figure)} ${code}`;
  return held < 0
    ? `${printBalance(0 - held, shown.currency)} ${code} paid ahead`
    : `${printHeld(shown, figure)} ${code} owed`;
}

/** A difference of two figures as the page shows them: "−31.20", for a debt of what is owed. */
export function printDifference({ type, currency }: Shown, figure: number): string {
  return printAmount(printUnits(units(0 - convertHeld(type, figure))), currency);
}

/** Money in as "+12.00", money out as "−12.00". */
export function printEffect({ currency }: Shown, effect: number): string {
  return printAmount(printUnits(units(0 - effect)), currency);
}

/** A balance as a person types it, in the account's view; null if it is no amount. */
export function parseHeld(type: string, text: string): number | null {
  const [, sign = "", rest = ""] = /^\s*([-\u2212+]?)\s*(.*)$/s.exec(text) ?? [];
  const magnitude = parseMagnitude(rest);
  if (magnitude === null) return null;
  return convertHeld(type, sign === "" || sign === "+" ? magnitude : 0 - magnitude);
}

/** Converts a figure from the account's view to the service's, or back. */
export function convertHeld(type: string, figure: number): number {
  return (isDebt(type) ? 0 - figure : figure) + 0;
}
