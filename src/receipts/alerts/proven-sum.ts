// The amount that the rows above it make, where no label says that it moved. The figures prove it.

import type { Amount } from "../totals/money/amount.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import type { AlertText } from "./alert-text.ts";
import type { AmountAt } from "./amount-rows.ts";
import { amountsWithin } from "./amounts-within.ts";
import type { Head, Reading } from "./movement.ts";
import { mainRole } from "./vocabulary.ts";

const PARTS_MAX = 5;

/**
 * "Repayment 412.75", "Interest 188.20", "Fee 2.50", "In all -603.45"; "Gross 186.00", "Tax 65.10", "Net 120.90": the
 * one row that those right above it make, where a certain sentence or the subject tells of a movement.
 */
export function findProvenSum(
  alert: AlertText,
  heads: readonly Head[],
  subject: Reading | null,
): readonly AmountAt[] {
  const told = heads.find(({ reading }) => reading.isCertain);
  if (subject?.isCertain !== true && told === undefined) return [];
  const from = subject?.isCertain === true ? 0 : (told?.index ?? 0);
  const rows = alert.segments.flatMap((segment, index) => {
    if (index < from) return [];
    const [amount, ...more] = amountsWithin(alert.amounts, segment);
    const isRow = /^[^\t:\n]{2,60}[\t:]/u.test(alert.text.slice(segment.start, segment.end));
    return amount === undefined || more.length > 0 || !isRow ? [] : [{ amount, index }];
  });
  const sums = rows.filter(
    ({ amount, index }, at) =>
      !alert.balances.has(amount) &&
      isMadeBy(
        amount,
        rows.slice(0, at).filter((one) => !alert.balances.has(one.amount) || isFee(one, alert)),
        index,
      ),
  );
  return sums.length === 1 ? sums : [];
}

function isFee({ index }: AmountAt, { segments }: AlertText): boolean {
  return mainRole(segments[index]?.row?.roles ?? []) === "fee";
}

/** Whether the rows right above an amount make it: all added, or all but the first taken off the first. */
function isMadeBy(sum: Amount, above: readonly AmountAt[], index: number): boolean {
  const parts = above.filter((one, at) => index - one.index === above.length - at);
  const units = parts.map(({ amount }) => decimalToUnits(amount.value) ?? NaN);
  const whole = decimalToUnits(sum.value) ?? NaN;
  return Array.from({ length: Math.min(PARTS_MAX, units.length) }, (_, count) =>
    units.slice(-count - 1),
  ).some(([first = NaN, ...others]) => {
    const rest = others.reduce((all, one) => all + one, 0);
    return rest > 0 && (first + rest === whole || first - rest === whole);
  });
}
