// What a rule's split makes of an amount: pure. Shares are cut to what the currency is printed with and the
// last part takes the rest; fixed amounts take the transaction's sign, and the part "rest" what they leave.
// Where a part would be nothing or turn its sign the transaction stays whole: a rule fits many amounts.

import { exponentOf, type Currency } from "../../value/currency.ts";
import { UNIT_DECIMALS, units, type Units } from "../../value/money.ts";

/** A part of a rule's split: a share in percent, a positive amount or the rest; the other properties as in a split. */
export interface RulePart {
  readonly share?: number;
  readonly amount?: Units | "rest";
  readonly payee?: string;
  readonly category_id?: number | null;
  readonly notes?: string | null;
  readonly tag_ids?: readonly number[];
}

/** The amounts of the parts, in their order, which sum to `amount`; null where it cannot be split so. */
export function amountsOf(amount: Units, currency: Currency, parts: readonly RulePart[]): Units[] | null {
  const whole = BigInt(Math.abs(amount));
  const step = 10n ** BigInt(UNIT_DECIMALS - exponentOf(currency));
  const taken = parts.map((part, index) => {
    if (part.share === undefined) return part.amount === undefined || part.amount === "rest" ? null : BigInt(part.amount);
    return index === parts.length - 1 ? null : ((whole * BigInt(part.share)) / 100n / step) * step;
  });
  const rest = whole - taken.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n);
  const magnitudes = taken.map((part) => part ?? rest);
  if (magnitudes.some((part) => part <= 0n)) return null;
  return magnitudes.map((part) => units(Number(amount < 0 ? -part : part)));
}
