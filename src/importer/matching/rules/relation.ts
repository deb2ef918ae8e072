// Whether the amounts of two transactions belong to one payment: equal, or made exactly equal by a
// fee or a rate that the bank printed with one of them. Pure, in whole numbers throughout: a rate
// that is only nearly right proves nothing.

import { exponentOf, type Currency } from "../../../money/currency.ts";
import type { Day } from "../../../money/day.ts";
import {
  parseUnits,
  printUnits,
  UNIT_DECIMALS,
  units,
  UNITS_MAX,
  type Units,
} from "../../../money/money.ts";

/** A transaction of an own account, as one side of a transfer. */
export interface Leg {
  readonly id: number;
  readonly account: number;
  readonly date: Day;
  /** The service's sign: positive is a debit. */
  readonly amount: Units;
  readonly currency: Currency;
  readonly payee: string;
  readonly external_id: string | null;
  /** The account printed as the other side's, in the form of labels as they are compared. */
  readonly counterparty: string | null;
  readonly fee: Units | null;
  /** Decimal text. */
  readonly rate: string | null;
  readonly original: { readonly amount: Units; readonly currency: string } | null;
}

export interface Relation {
  readonly kind: "equal" | "fee" | "rate";
  readonly sentence: string;
}

/** An amount that the other side may have. */
interface Wanted {
  readonly amount: Units;
  readonly currency: Currency;
}

/** The amounts, in the service's signs, that the other side of this transaction may have. */
export function wantedAmounts(leg: Leg, currencies: readonly Currency[]): Wanted[] {
  const { amount, currency, fee, original } = leg;
  const size = Math.abs(amount);
  const away = (magnitude: number): Units => units(amount > 0 ? -magnitude : magnitude);
  const wanted: Wanted[] = [{ amount: away(size), currency }];
  if (fee !== null && fee < size)
    wanted.push({ amount: away(amount > 0 ? size - fee : size + fee), currency });
  for (const other of currencies) {
    if (other === currency) continue;
    if (original?.currency === other)
      wanted.push({ amount: away(original.amount), currency: other });
    for (const converted of sizesBy(size, leg.rate, other))
      wanted.push({ amount: away(converted), currency: other });
  }
  return wanted.filter((one) => one.amount !== 0);
}

/** Why the two amounts belong to one payment, or null. */
export function relate(debit: Leg, credit: Leg): Relation | null {
  const out = debit.amount;
  const into = units(0 - credit.amount);
  const show = (amount: Units, currency: Currency) =>
    `${printUnits(amount, 2)} ${currency.toUpperCase()}`;
  if (debit.currency === credit.currency) {
    if (out === into)
      return {
        kind: "equal",
        sentence: `${show(out, debit.currency)} went out of one account and came into the other.`,
      };
    const fee = [debit.fee, credit.fee].find(
      (one) => one !== null && one > 0 && out - one === into,
    );
    if (fee == null) return null;
    return {
      kind: "fee",
      sentence: `${show(out, debit.currency)} went out and ${show(into, credit.currency)} came in; the fee of ${show(fee, debit.currency)} printed with it is the difference.`,
    };
  }
  const both = `${show(out, debit.currency)} went out and ${show(into, credit.currency)} came in`;
  const original =
    originalIs(debit, into, credit.currency) || originalIs(credit, out, debit.currency);
  if (original)
    return {
      kind: "rate",
      sentence: `${both}, which is the original amount printed with the other side.`,
    };
  const rate = [debit.rate, credit.rate].find((printed) =>
    proves(printed, out, into, debit.currency, credit.currency),
  );
  if (rate == null) return null;
  return {
    kind: "rate",
    sentence: `${both}; the rate of ${rate} printed with it makes one the other.`,
  };
}

function originalIs(leg: Leg, amount: Units, currency: Currency): boolean {
  return (
    leg.original !== null && leg.original.amount === amount && leg.original.currency === currency
  );
}

function proves(
  rate: string | null,
  out: Units,
  into: Units,
  from: Currency,
  to: Currency,
): boolean {
  return sizesBy(out, rate, to).includes(into) || sizesBy(into, rate, from).includes(out);
}

const RATE = /^(\d{1,9})(?:[.,](\d{1,12}))?$/;
/** A rate with fewer digits would relate too many amounts. */
const RATE_DIGITS_MIN = 3;

/** The amount multiplied and divided by the rate, rounded to the currency's smallest coin. */
function sizesBy(amount: number, rate: string | null, currency: Currency): number[] {
  const match = rate === null ? null : RATE.exec(rate.trim());
  const digits = match === null ? "" : `${match[1] ?? ""}${match[2] ?? ""}`.replace(/^0+/, "");
  if (match === null || digits.length < RATE_DIGITS_MIN) return [];
  const scaled = BigInt(digits);
  const scale = 10n ** BigInt((match[2] ?? "").length);
  const coin = 10n ** BigInt(Math.max(0, UNIT_DECIMALS - exponentOf(currency)));
  return [
    rounded(BigInt(amount) * scaled, scale * coin),
    rounded(BigInt(amount) * scale, scaled * coin),
  ]
    .map((coins) => Number(coins * coin))
    .filter((size) => size > 0 && size <= UNITS_MAX);
}

/** Half is rounded up, as banks do with amounts. */
function rounded(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** An amount printed as a fact, without its sign; null if it is no amount. */
export function factAmount(text: string | undefined): Units | null {
  const plain = (text ?? "")
    .trim()
    .replace(/^[+-]/, "")
    .replace(/^(\d+),(\d{1,2})$/, "$1.$2");
  const parsed = parseUnits(plain);
  return parsed.ok && parsed.value !== 0 ? parsed.value : null;
}
