// How currencies are written next to a number, and the letters that mark debit and credit there.
// The words are data (words/money-words.json).

import words from "../../words/money-words.json" with { type: "json" };
import { parseCurrency, type Currency } from "../../../money/currency.ts";

/** Symbols and abbreviations; null if several currencies share one. */
const CURRENCIES: ReadonlyMap<string, Currency | null> = new Map(
  Object.entries(words.currencies).map(([word, code]) => [word, parseCurrency(code ?? "")]),
);
/** Letters after a number that say whether it is money out or money in. */
const SIDES: ReadonlyMap<string, "out" | "in"> = new Map([
  ...words.sides.out.map((word) => [word, "out"] as const),
  ...words.sides.in.map((word) => [word, "in"] as const),
]);

/**
 * What a word next to a number means: a currency (null: one of several), a side, or undefined for
 * any other word.
 */
export function readMoneyWord(
  word: string,
): { currency: Currency | null } | { side: "out" | "in" } | undefined {
  const key = word.toLowerCase().replace(/\.$/, "");
  const side = SIDES.get(key);
  if (side !== undefined) return { side };
  const known = CURRENCIES.get(key);
  if (known !== undefined) return { currency: known };
  // A sign that Unicode calls a currency's.
  if (/^\p{Sc}$/u.test(key)) return { currency: null };
  if (key.length === 3) {
    const currency = parseCurrency(key);
    if (currency !== null) return { currency };
  }
  return undefined;
}

/** The one currency that a label names, also as "CAD$"; null if it names none or several. */
export function findLabelCurrency(label: string): Currency | null {
  const found = new Set(
    [
      findCurrency(label),
      ...[...label.matchAll(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g)].map(([code]) =>
        parseCurrency(code),
      ),
    ].filter((code) => code !== null),
  );
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}

/**
 * The currency written in a text such as "Saldo CHF", "Betrag (€)" or "12,00 EUR"; null if there
 * is none.
 */
export function findCurrency(text: string): Currency | null {
  for (const word of text.split(/[\s()[\]/:;,.\d+\-−'’"=|_]+/u)) {
    if (word === "") continue;
    const code = word.length === 3 && word === word.toUpperCase() ? parseCurrency(word) : null;
    if (code !== null) return code;
    const key = word.toLowerCase();
    const known = word.length <= 3 && !/^[a-z]+$/.test(key) ? CURRENCIES.get(key) : undefined;
    if (known !== undefined && known !== null) return known;
  }
  return null;
}
