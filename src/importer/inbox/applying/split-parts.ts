// The parts that a receipt's items make of its transaction. Pure. Tax, shipping, tip and discount, and what is not above zero among
// the items, are spread over the items in proportion, so that each part is what its item cost in the end; the parts add up to the
// total to the last digit. Items that do not make the total make no parts.

import { SPLIT_PARTS_MAX } from "../../../platform/limits.ts";
import { exponentOf } from "../../../money/currency.ts";
import { parseUnits, printUnits, units, type Units } from "../../../money/money.ts";
import type { Receipt, SeenAmount } from "../../../receipts/receipt.ts";
import { clean, fit } from "../../../platform/text.ts";
import type { ReceiptRow } from "../rows.ts";
import { toAmount } from "./item.ts";

export interface SplitShare {
  /** What was bought; it becomes the part's note. */
  readonly name: string;
  /** Decimal text with the transaction's sign. */
  readonly amount: string;
}

const NAME_CHARS_MAX = 200;

/** The parts, as they are sent; null where the receipt's items do not make its total, or are not two. */
export function computeSplitParts(row: ReceiptRow): SplitShare[] | null {
  const whole = toAmount(row);
  if (whole === null || whole.amount === 0) return null;
  const read: Receipt = JSON.parse(row.receipt);
  const amounts = read.items.map(({ amount }) => readUnits(amount));
  const listed = amounts.reduce<number | null>(
    (sum, amount) => (sum === null || amount === null ? null : sum + amount),
    0,
  );
  const total = Math.abs(whole.amount);
  if (listed === null || !addsUpTo(listed, read, total)) return null;
  const bought = read.items.flatMap(({ name, quantity }, index) => {
    const count =
      quantity === null || /^1(?:\.0*)?$/.test(quantity.value) ? "" : `${quantity.value} x `;
    const amount = amounts[index] ?? 0;
    return amount > 0
      ? [{ name: fit(`${count}${clean(name.value.replace(/\s+/g, " "))}`, NAME_CHARS_MAX), amount }]
      : [];
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

/** Whether the items make the total, tax printed on top or contained. */
function addsUpTo(
  listed: number,
  { tax, shipping, tip, discount }: Receipt,
  total: number,
): boolean {
  const beside = (readUnits(shipping) ?? 0) + (readUnits(tip) ?? 0) - (readUnits(discount) ?? 0);
  return [listed + beside + (readUnits(tax) ?? 0), listed + beside, listed].includes(total);
}

/** `total` in proportion to the weights, in steps of the currency's last digit; what is left over goes to the largest remainders, earlier ones first. */
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

function readUnits(seen: SeenAmount | null): Units | null {
  const parsed = seen === null ? null : parseUnits(seen.value);
  return parsed?.ok === true ? parsed.value : null;
}
