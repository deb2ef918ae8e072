// Amounts of dinars and rials with three decimals ("12.750"). One alone may also be twelve thousand; where
// a text prints several, all with a point before three digits, the point begins the decimals. A bare "dinar" is
// of countries with thousands and with thousandths: only a zero before the point ("0.250") shows which.

import type { Currency } from "../../../money/currency.ts";
import type { Amount } from "./amount.ts";

/** Those whose thousandths are in use, with a point before them. */
const IN_USE: ReadonlySet<string> = new Set<Currency>(["kwd", "bhd", "omr", "jod"]);
const BELOW_ONE = /(?<!\d)0\.\d{3}(?!\d)/;
const POINT = /(?<!\d)\d{1,3}\.\d{3}(?!\d)/;

/** The amounts of a text, in order; those in such a currency without a second reading, if all agree. */
export function settleThirds(text: string, amounts: readonly Amount[]): readonly Amount[] {
  const own = amounts.filter(
    ({ currency, candidates }) =>
      IN_USE.has(currency ?? "") ||
      (currency === null && candidates.some((one) => IN_USE.has(one))),
  );
  const isPoint = ({ start, end }: Amount): boolean => POINT.test(text.slice(start, end));
  const isZero = ({ value }: Amount): boolean => /^[0.]+$/.test(value);
  const printed = new Set(
    own.filter((one) => isPoint(one) && !isZero(one)).map(({ value }) => value),
  );
  const isWhole = (one: Amount): boolean => one.decimals !== 3 && !isPoint(one);
  const isShown = own.some(({ start, end }) => BELOW_ONE.test(text.slice(start, end)));
  const isNamed = own.every(({ currency }) => currency !== null);
  if (!isShown && !(isNamed && printed.size >= 2)) return amounts;
  if (own.some(isWhole)) return amounts;
  return amounts.map((one) =>
    own.includes(one) && one.otherwise !== null
      ? { ...one, value: one.otherwise, decimals: 3, mark: ".", otherwise: null }
      : one,
  );
}
