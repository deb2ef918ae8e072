// A rule's split: checks it, and divides an amount: pure. Shares are rounded down to the currency's
// decimals and the last part takes the rest. Fixed amounts take the transaction's sign, and the
// part "rest" takes the remainder.

import { exponentOf, type Currency } from "../../money/currency.ts";
import { UNIT_DECIMALS, units, type Units } from "../../money/money.ts";

/**
 * A part of a rule's split: a share in percent, a positive amount or the rest; the other properties
 * as in a split.
 */
export interface RulePart {
  readonly share?: number;
  readonly amount?: Units | "rest";
  readonly payee?: string;
  readonly category_id?: number | null;
  readonly notes?: string | null;
  readonly tag_ids?: readonly number[];
}

/** The amounts of the parts, in order, which sum to `amount`; null if it cannot be split so. */
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

/**
 * The fault of a split as a whole, or null: all parts are shares of 100, or fixed amounts and one
 * rest.
 */
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
