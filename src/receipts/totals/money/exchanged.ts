// "EUR 350.00", "Rate 24.512", "8,579.20": an amount in a foreign currency, the rate, and what they make together in
// the currency of the account, which is what was taken. The figures say so themselves, whatever their labels are.

import type { Amount } from "./amount.ts";
import { decimalToUnits, readNumber, replaceDigits } from "./numbers.ts";

/** What an amount in a foreign currency makes in the account's own. */
export interface Exchanged {
  readonly foreign: Amount;
  readonly own: Amount;
}

const AMOUNTS_BETWEEN_MAX = 4;
const CHARS_MAX = 400;
/** Rates are rounded when they are printed. */
const TOLERANCE = 0.003;
/** Some countries print what 100 units of a currency cost. */
const SCALES = [1, 100];
/** "24,512", "0.8696", "1.512,00": a number with decimals. */
const RATE = /(?<![\d.,])\d{1,3}(?:[.,' ]?\d{3})*[.,]\d{1,8}(?![\d.,]*\d)/g;

/** The exchange that a text prints, if it prints exactly one. */
export function findExchanged(text: string, amounts: readonly Amount[]): Exchanged | null {
  const found = amounts.flatMap((foreign, at) => {
    if (foreign.currency === null || !foreign.iso) return [];
    const own = amounts
      .slice(at + 1, at + 1 + AMOUNTS_BETWEEN_MAX)
      .find((one) => isOther(foreign, one) && isExchange(text, foreign, one));
    return own === undefined ? [] : [{ foreign, own }];
  });
  const exchanges = found.length > 1 ? found.filter(({ foreign }) => !isUnits(foreign)) : found;
  const [only, ...others] = exchanges;
  return only === undefined || others.length > 0 ? null : only;
}

/** "Rate per 100 SEK": the units of a rate, not an amount. */
function isUnits({ value }: Amount): boolean {
  return /^10{0,3}$/u.test(value);
}

/**
 * The amounts. Where "USD 12.00" makes "$ 17,820.00" at a rate, "$" does not mean USD anywhere in the text; "$12.00"
 * elsewhere in it shows that it does.
 */
export function withExchanged(text: string, amounts: readonly Amount[]): readonly Amount[] {
  const found = findExchanged(text, amounts);
  if (found === null || found.own.currency !== null) return amounts;
  const { own, foreign } = found;
  const symbol = own.candidates.join();
  const isSame = (one: Amount): boolean =>
    one.value === foreign.value && one.currency === null && one.candidates.join() === symbol;
  if (amounts.some(isSame)) return amounts;
  const candidates = own.candidates.filter((currency) => currency !== foreign.currency);
  return amounts.map((one) =>
    one.currency === null && one.candidates.join() === symbol ? { ...one, candidates } : one,
  );
}

function isOther(foreign: Amount, own: Amount): boolean {
  return own.currency !== foreign.currency && own.end - foreign.start <= CHARS_MAX;
}

/** Whether a number from the one amount's line up to a line behind the other is the rate between them. */
function isExchange(text: string, foreign: Amount, own: Amount): boolean {
  const [from, to] = [decimalToUnits(foreign.value), decimalToUnits(own.value)];
  if (from === null || to === null || from === 0 || to === 0) return false;
  const line = text.indexOf("\n", own.end);
  const below = line === -1 ? -1 : text.indexOf("\n", line + 1);
  const end = Math.min(below === -1 ? text.length : below, own.end + CHARS_MAX);
  const plain = replaceDigits(text.slice(foreign.end, end));
  return [...plain.matchAll(RATE)].some(({ 0: printed, index }) => {
    const at = foreign.end + index;
    return (
      (at + printed.length <= own.start || at >= own.end) &&
      readRates(printed).some((rate) => isRate(to / from, rate))
    );
  });
}

/** The values that a printed rate may have: "1.165" is also a thousand and more. */
function readRates(printed: string): readonly number[] {
  const read = readNumber(printed);
  const decimal = Number(printed.replace(/[' ]/g, "").replace(",", "."));
  return [read === null ? NaN : Number(read.value), decimal].filter((rate) => rate > 0);
}

function isRate(quotient: number, rate: number): boolean {
  return SCALES.some((scale) =>
    [rate / scale, scale / rate].some(
      (one) => one !== 1 && Math.abs(one / quotient - 1) <= TOLERANCE,
    ),
  );
}
