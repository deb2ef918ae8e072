// Computes the parts into which a receipt's items split its transaction. Pure. Tax, shipping, tip,
// discount and items of zero or less are spread over the other items in proportion, so that a part
// is the final cost of its item. The parts add up to the total to the last digit. If the items do
// not add up to the total, there are no parts.

import { SPLIT_PARTS_MAX } from "../../../platform/limits.ts";
import { exponentOf } from "../../../money/currency.ts";
import { parseUnits, printUnits, units, type Units } from "../../../money/money.ts";
import { fit } from "../../../platform/text.ts";
import type { ReceiptRow } from "../rows.ts";
import { toAmount } from "./item.ts";
import { readItems, type ReceiptItems } from "./receipt-items.ts";

export interface SplitShare {
  /** The item's name, which becomes the part's note. */
  readonly name: string;
  /** Decimal text with the transaction's sign. */
  readonly amount: string;
}

const NAME_CHARS_MAX = 200;

/** Returns the parts to send; null if the items do not make the total, or are fewer than two. */
export function computeSplitParts(row: ReceiptRow): SplitShare[] | null {
  const whole = toAmount(row);
  if (whole === null || whole.amount === 0) return null;
  const read = readItems(row.receipt);
  const amounts = read.items.map(({ amount }) => readUnits(amount));
  const listed = amounts.reduce<number | null>(
    (sum, amount) => (sum === null || amount === null ? null : sum + amount),
    0,
  );
  const total = Math.abs(whole.amount);
  if (listed === null || !addsUpTo(listed, read, total)) return null;
  const bought = read.items.flatMap(({ name, count }, index) => {
    const amount = amounts[index] ?? 0;
    return amount > 0 ? [{ name: fit(`${count}${name}`, NAME_CHARS_MAX), amount }] : [];
  });
  if (bought.length < 2 || bought.length > SPLIT_PARTS_MAX) return null;
  const exponent = exponentOf(whole.currency);
  const shares = distribute(
    total,
    bought.map(({ amount }) => amount),
    10 ** Math.max(0, 4 - exponent),
  );
  const parts = bought.map(({ name }, index) => ({
    name,
    amount: printUnits(units((shares[index] ?? 0) * Math.sign(whole.amount)), exponent),
  }));
  return shares.every((share) => share > 0) ? parts : null;
}

/** Whether the items add up to the total, with tax printed on top or contained in the prices. */
function addsUpTo(
  listed: number,
  { tax, shipping, tip, discount }: ReceiptItems,
  total: number,
): boolean {
  const extras = (readUnits(shipping) ?? 0) + (readUnits(tip) ?? 0) - (readUnits(discount) ?? 0);
  return [listed + extras + (readUnits(tax) ?? 0), listed + extras, listed].includes(total);
}

/**
 * Distributes `total` in proportion to the weights, in steps of the currency's last digit. The rest
 * goes to the largest remainders; of equal ones, to the earlier.
 */
export function distribute(total: number, weights: readonly number[], step: number): number[] {
  const sum = weights.reduce((all, one) => all + BigInt(one), 0n);
  if (sum === 0n) return weights.map(() => 0);
  const divisor = sum * BigInt(step);
  const exact = weights.map((weight) => BigInt(weight) * BigInt(total));
  const shares = exact.map((product) => Number(product / divisor) * step);
  const order = exact
    .map((product, index) => ({ index, rest: product % divisor }))
    .toSorted((a, b) => Number(b.rest > a.rest) - Number(b.rest < a.rest) || a.index - b.index);
  let left = total - shares.reduce((all, one) => all + one, 0);
  for (const { index } of order) {
    const more = Math.min(step, left);
    shares[index] = (shares[index] ?? 0) + more;
    left -= more;
  }
  return shares;
}

function readUnits(amount: string | null): Units | null {
  const parsed = amount === null ? null : parseUnits(amount);
  return parsed?.ok === true ? parsed.value : null;
}
