// The amounts that stand in rows of a role, such as "Amount: 20.00" or "Fee: 1.00".

import type { Amount } from "../totals/money/amount.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { readAmountWords } from "./amount-words.ts";
import { amountsWithin } from "./amounts-within.ts";
import { mainRole, type LabelRole } from "./vocabulary.ts";

/** An amount, and where it is printed. */
export interface AmountAt {
  readonly amount: Amount;
  /** Index of its segment. */
  readonly index: number;
}

/** The amounts in rows of a role, in order, without nought and without the tax printed behind them. */
export function findAmountRows(
  { segments, amounts, folded }: AlertText,
  role: LabelRole,
): readonly AmountAt[] {
  // "Amount in EUR  20.00": the currency is read with the amount, and is in the label.
  const within = (start: number, row: Place): readonly Amount[] =>
    amountsWithin(amounts, { start, end: row.end }).filter(({ end }) => end > row.start);
  return segments.flatMap(({ start, row }, index) =>
    row === null || mainRole(row.roles) !== role
      ? []
      : withoutTax(folded, within(start, row))
          .filter((amount) => !isZero(amount))
          .map((amount) => ({ amount, index })),
  );
}

/** "5,830円(うち消費税等 530円)": without what is printed of the tax behind the first amount. */
function withoutTax(folded: string, [first, ...others]: readonly Amount[]): readonly Amount[] {
  if (first === undefined) return [];
  const isTax = (amount: Amount, at: number): boolean => {
    const from = others[at - 1]?.end ?? first.end;
    return readAmountWords(folded, amount, { from, until: amount.end }) === "fee or rate";
  };
  return [first, ...others.filter((amount, at) => !isTax(amount, at))];
}

/** Whether nothing moved by it: "No charge (0.00)". */
export function isZero({ value }: Amount): boolean {
  return decimalToUnits(value) === 0;
}
