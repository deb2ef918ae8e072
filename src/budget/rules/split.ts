// A rule's split, whether it is a sound one and what it makes of an amount: pure. Shares are cut to what the
// currency is printed with and the last part takes the rest; fixed amounts take the transaction's sign, and the
// part "rest" what they leave.
// Where a part would be nothing or turn its sign the transaction stays whole: a rule fits many amounts.

import { exponentOf, type Currency } from "../../money/currency.ts";
import { UNIT_DECIMALS, units, type Units } from "../../money/money.ts";

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
export function divideAmount(
  amount: Units,
  currency: Currency,
  parts: readonly RulePart[],
): Units[] | null {
  const whole = BigInt(Math.abs(amount));
  const step = 10n ** BigInt(UNIT_DECIMALS - exponentOf(currency));
  const taken = parts.map((part, index) => {
    if (part.share === undefined)
      return part.amount === undefined || part.amount === "rest" ? null : BigInt(part.amount);
    return index === parts.length - 1 ? null : ((whole * BigInt(part.share)) / 100n / step) * step;
  });
  const rest = whole - taken.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n);
  const magnitudes = taken.map((part) => part ?? rest);
  if (magnitudes.some((part) => part <= 0n)) return null;
  return magnitudes.map((part) => units(Number(amount < 0 ? -part : part)));
}

/** What is wrong with a split as a whole, or null: all parts are shares of 100, or fixed amounts and one rest. */
export function splitComplaint(
  parts: readonly {
    readonly share?: number | undefined;
    readonly amount?: Units | "rest" | undefined;
  }[],
): string | null {
  const shares = parts.flatMap(({ share }) => (share === undefined ? [] : [share]));
  const amounts = parts.flatMap(({ amount }) => (amount === undefined ? [] : [amount]));
  if (shares.length > 0 && amounts.length === 0 && shares.length === parts.length) {
    const sum = shares.reduce((total, share) => total + share, 0);
    return sum === 100 ? null : `must have shares that sum to 100, not ${sum}`;
  }
  if (shares.length > 0 || amounts.length !== parts.length)
    return "must give every part a share, or every part an amount";
  if (amounts.filter((amount) => amount === "rest").length !== 1)
    return "must have exactly one part with the amount rest";
  return amounts.every((amount) => amount === "rest" || amount > 0)
    ? null
    : "must have positive amounts: they take the transaction's sign";
}
