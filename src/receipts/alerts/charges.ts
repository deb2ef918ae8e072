// Which movements of an alert are charges: movements told twice are one charge, and of one amount
// in two currencies the account's counts.

import { exponentOf, type Currency } from "../../money/currency.ts";
import { ALERT_MOVEMENTS_MAX } from "../../platform/limits.ts";
import type { Amount } from "../totals/money/amount.ts";
import { findInstalment, isWholePrice } from "../totals/paid-in-parts.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import type { Found } from "../reader.ts";
import type { AlertText } from "./alert-text.ts";
import { findCountryCurrency } from "./country-marks.ts";
import type { Movement } from "./movement.ts";
import { findTime } from "./movement-day.ts";
import { BEFORE_AMOUNT } from "./vocabulary.ts";

export type Doubt = Found["doubts"][number];

export interface Charges {
  readonly charges: readonly Movement[];
  readonly doubts: readonly Doubt[];
}

const LABEL_CHARS = 50;
const LISTED_AMOUNTS_MAX = 4;

/** The charges of an alert, with what is doubtful about their amounts. */
export function chooseCharges(
  alert: AlertText,
  movements: readonly Movement[],
  currencyOf: (amount: Amount) => Currency | null = () => null,
): Charges {
  const certain = movements.filter(({ isCertain }) => isCertain);
  const chosen = certain.length > 0 ? certain : movements.slice(0, 1);
  const settled = chosen.map((movement) => useAccountCurrency(alert, movement));
  const doubts = [
    ...doubtNumber(movements, certain.length > 0),
    ...settled.flatMap(({ doubt }) => (doubt === null ? [] : [doubt])),
  ];
  const charges = mergeRepeated(
    alert,
    settled.map(({ movement }) => movement),
  );
  const { charges: own, doubts: all } = settleCurrencies(alert, charges, doubts);
  return { charges: own, doubts: [...all, ...doubtDecimals(alert, own, currencyOf)] };
}

function doubtNumber(movements: readonly Movement[], hasCertain: boolean): readonly Doubt[] {
  const [first] = movements;
  const doubts: Doubt[] = [];
  if (movements.length > ALERT_MOVEMENTS_MAX)
    doubts.push({
      reason: "too_many",
      detail: `The alert lists more than ${ALERT_MOVEMENTS_MAX} movements.`,
    });
  if (
    !hasCertain &&
    first !== undefined &&
    movements.some(({ amount }) => !isSameMoney(amount, first.amount))
  )
    doubts.push({
      reason: "several_charges",
      detail: "The alert may tell of more movements than the first.",
    });
  return doubts;
}

/**
 * Charges of the same money are one, unless each has a time of its own: two equal coffees are two.
 */
function mergeRepeated(alert: AlertText, movements: readonly Movement[]): readonly Movement[] {
  const charges: Movement[] = [];
  for (const movement of movements) {
    const isRepeated = charges.some(
      (one) => isSameMoney(one.amount, movement.amount) && isSameTime(alert, one, movement),
    );
    if (!isRepeated) charges.push(movement);
  }
  return charges;
}

/** Charges in several currencies: those in the account's count, if there is one. */
function settleCurrencies(
  alert: AlertText,
  charges: readonly Movement[],
  doubts: readonly Doubt[],
): Charges {
  if (new Set(charges.map(({ amount }) => amount.currency)).size <= 1) return { charges, doubts };
  const home = findAccountCurrency(alert);
  const inHome = charges.filter(({ amount }) => amount.currency === home);
  if (home !== null && inHome.length === 1) return { charges: inHome, doubts };
  const detail =
    "The alert names amounts in several currencies, and does not say which is the account's.";
  return {
    charges: charges.slice(0, 1),
    doubts: [...doubts, { reason: "conflicting_totals", detail }],
  };
}

/** "1.250" may be a thousand or one, but where a currency is known that has no third decimal. */
function doubtDecimals(
  { text }: AlertText,
  charges: readonly Movement[],
  currencyOf: (amount: Amount) => Currency | null,
): readonly Doubt[] {
  const hasThird = (amount: Amount): boolean => {
    const currency = amount.currency ?? currencyOf(amount);
    return currency === null || amount.currency !== null || exponentOf(currency) > 2;
  };
  return charges.flatMap(({ amount }) =>
    amount.otherwise === null || isGrouped(text, amount) || !hasThird(amount)
      ? []
      : [
          {
            reason: "conflicting_totals",
            detail: `The amount may be ${amount.value} or ${amount.otherwise}.`,
            totals: [amount.otherwise],
          } as const,
        ],
  );
}

/**
 * "de 1 250,00 €": blanks group thousands, because no bank's sentence has a count before an amount.
 */
function isGrouped(text: string, { start, end, value, otherwise }: Amount): boolean {
  return (
    /(?:^|[^\d])\d{1,3}(?: \d{3})+(?:[.,]\d{2})?(?!\d)/.test(text.slice(start, end)) &&
    otherwise !== null &&
    value.endsWith(otherwise)
  );
}

/** Whether two movements have the same printed time, or one has none. */
function isSameTime(alert: AlertText, a: Movement, b: Movement): boolean {
  const [left, right] = [findTime(alert, a, null), findTime(alert, b, null)];
  return (
    left === null ||
    right === null ||
    alert.text.slice(left.start, left.end) === alert.text.slice(right.start, right.end)
  );
}

function isSameMoney(a: Amount, b: Amount): boolean {
  return (
    decimalToUnits(a.value) === decimalToUnits(b.value) &&
    (a.currency === b.currency || a.currency === null || b.currency === null)
  );
}

/** The currency of the balances, limits and equivalents; else the country's own. */
function findAccountCurrency({ folded, amounts }: AlertText): Currency | null {
  const named = new Set(
    amounts.flatMap(({ start, currency }, at) => {
      const from = Math.max(amounts[at - 1]?.end ?? 0, start - LABEL_CHARS);
      const label = BEFORE_AMOUNT.find(folded, from, start).at(-1);
      return label !== undefined && label.tag !== "fee or rate" && currency !== null
        ? [currency]
        : [];
    }),
  );
  const [only, ...more] = named;
  if (only !== undefined) return more.length === 0 ? only : null;
  const all = new Set(amounts.flatMap(({ currency }) => (currency === null ? [] : [currency])));
  return all.size > 1 ? findCountryCurrency(folded, [...all]) : null;
}

/** "JOD 2.750": where a currency has three decimals, banks print all three. */
function withThirdDecimal(text: string, amount: Amount): Amount {
  const { start, end, otherwise, currency } = amount;
  return otherwise !== null &&
    currency !== null &&
    exponentOf(currency) === 3 &&
    text.slice(start, end).includes(".")
    ? { ...amount, value: otherwise, decimals: 3, otherwise: null }
    : amount;
}

const INSTALMENTS_MAX = 60;
const CENT = 100;

/**
 * "8,999.40 in 6 instalments (1,499.90 a month)": the whole moved. Only where one of two amounts is
 * the other times a number that the sentence names, up to a cent for each.
 */
function withoutInstalment(alert: AlertText, told: Movement): Movement {
  const part = findInstalment(alert.text, told.amount, alert.amounts);
  const movement = part === undefined ? told : { ...told, amount: part };
  const [other, ...more] = movement.others;
  if (other === undefined || more.length > 0 || other.currency !== movement.amount.currency)
    return movement;
  if (isWholePrice(alert.text, other, movement.amount)) return { ...movement, others: [] };
  const { start, end } = alert.segments[movement.segment] ?? { start: 0, end: 0 };
  const numbers = [
    ...alert.text.slice(start, end).matchAll(/(?<![\d.,:/*-])\d{1,2}(?![\d.,:/*-])/g),
  ];
  const isWhole = (whole: Amount, part: Amount): boolean =>
    numbers.some(([printed]) => {
      const count = Number(printed);
      const units = (decimalToUnits(part.value) ?? 0) * count;
      const difference = Math.abs((decimalToUnits(whole.value) ?? 0) - units);
      return count > 1 && count <= INSTALMENTS_MAX && units > 0 && difference < count * CENT;
    });
  if (isWhole(movement.amount, other)) return { ...movement, others: [] };
  return isWhole(other, movement.amount) ? { ...movement, amount: other, others: [] } : movement;
}

/**
 * The movement with its amount in the account's currency, or a doubt about which amount that is.
 */
function useAccountCurrency(
  alert: AlertText,
  told: Movement,
): { readonly movement: Movement; readonly doubt: Doubt | null } {
  const precise = (amount: Amount): Amount => withThirdDecimal(alert.text, amount);
  const movement = withoutInstalment(alert, {
    ...told,
    amount: precise(told.amount),
    others: told.others.map(precise),
  });
  const others = movement.others.filter((one) => !isSameMoney(one, movement.amount));
  if (others.length === 0) return { movement, doubt: null };
  const home = findAccountCurrency(alert);
  const all = [movement.amount, ...others];
  const [only, ...more] = all.filter(({ currency }) => currency !== null && currency === home);
  if (only !== undefined && more.length === 0)
    return { movement: { ...movement, amount: only }, doubt: null };
  const printed = all
    .slice(0, LISTED_AMOUNTS_MAX)
    .map(({ value, currency }) => `${value} ${currency?.toUpperCase() ?? ""}`.trim());
  return {
    movement,
    doubt: { reason: "conflicting_totals", detail: `The sentence names ${printed.join(", ")}.` },
  };
}
