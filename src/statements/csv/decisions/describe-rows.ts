// Rows as a person recognises them, for the questions about them.

import { printUnits, units } from "../../../money/money.ts";
import { readAmountUnder, type SampleRow } from "../amounts/money.ts";
import { foldBlanks } from "../rows/row-text.ts";
import type { Money } from "./settle-money.ts";

const EXAMPLES_MAX = 3;
const TEXT_CHARS_MAX = 60;

/** "2026-01-30 Shop A -10.00; ...": a few rows by day, text and amount. */
export function describeRows({ context, finding }: Money, rows: readonly SampleRow[]): string {
  const { decimals, texts } = context;
  return rows
    .slice(0, EXAMPLES_MAX)
    .map(({ cells, date }) => {
      const text = texts.map((at) => foldBlanks(cells[at] ?? "")).find((cell) => cell !== "") ?? "";
      const value = readAmountUnder(context, finding.plan, cells) ?? 0;
      const amount = printUnits(units(value * 10 ** (4 - decimals)), decimals);
      return `${date} ${text === "" ? "" : `${text.slice(0, TEXT_CHARS_MAX)} `}${amount}`;
    })
    .join("; ");
}
