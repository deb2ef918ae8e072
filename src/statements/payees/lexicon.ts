// The facts that the tables hold about a single word, looked up once a word, so that no rule looks for what
// cannot begin there.

import { cutText } from "./cuts.ts";
import { comparisonKey } from "./keys.ts";
import { CURRENCIES } from "../../money/currency.ts";
import {
  CASH_BEGINS,
  CASH_TEXTS,
  CURRENCY_WORDS,
  FILLERS,
  KINDS,
  LABELS,
  MESSAGES,
  NAMELESS,
  NOTHING_TEXTS,
  PREFIXES,
  RATE_WORDS,
} from "./labels.ts";
import { REGIONS, TOWN_ENDS } from "./places.ts";

/** Begins the name of a kind of transaction. */
export const BEGINS_PREFIX = 1 << 0;
/** Begins a filler. */
export const BEGINS_FILLER = 1 << 1;
/** Begins a number's label. */
export const BEGINS_LABEL = 1 << 2;
/** Is a currency's code or name. */
export const IS_CURRENCY = 1 << 3;
/** Stands before a rate of exchange. */
export const BEGINS_RATE = 1 << 4;
/** Begins the message to a transfer's other party. */
export const BEGINS_MESSAGE = 1 << 5;
/** A generic word or a month, by which nobody recognizes a payee. */
export const IS_NAMELESS = 1 << 6;
/** Ends a town's name. */
export const ENDS_TOWN = 1 << 7;
/** The code of a country or state. */
export const IS_REGION = 1 << 8;
/** Begins the bank's own words, or a text that says that there is nothing. */
export const BEGINS_KIND = 1 << 9;
/** Begins words for cash. */
export const BEGINS_CASH = 1 << 10;

/** Begins what may be left out anywhere in a text. */
export const BEGINS_NOISE = BEGINS_FILLER | BEGINS_LABEL | IS_CURRENCY | BEGINS_RATE;

const TABLES: readonly (readonly [kind: number, words: Iterable<string>])[] = [
  [BEGINS_PREFIX, PREFIXES.keys()],
  [BEGINS_FILLER, FILLERS.keys()],
  [BEGINS_LABEL, LABELS.keys()],
  [IS_CURRENCY, CURRENCIES.map((code) => code.toUpperCase())],
  [IS_CURRENCY, CURRENCY_WORDS],
  [BEGINS_RATE, RATE_WORDS],
  [BEGINS_KIND, [...KINDS.keys(), ...PREFIXES.keys()]],
  [BEGINS_KIND, Array.from(NOTHING_TEXTS, firstKey)],
  [BEGINS_CASH, Array.from(CASH_TEXTS, firstKey)],
  [BEGINS_MESSAGE, MESSAGES],
  [IS_NAMELESS, NAMELESS],
  [ENDS_TOWN, TOWN_ENDS.keys()],
  [IS_REGION, REGIONS.keys()],
];

/** The first word of a text. */
function firstKey(text: string): string {
  return (
    cutText(text)
      .map(comparisonKey)
      .find((key) => key !== "") ?? ""
  );
}

const WORDS = compile();

function compile(): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const [kind, list] of TABLES)
    for (const word of list) words.set(word, (words.get(word) ?? 0) | kind);
  return words;
}

/** Digits are in the tables only as a town's quarter: longer numbers need not be looked up. */
const DIGITS_MAX = Math.max(
  ...Array.from(WORDS.keys(), (word) => (/\d/.test(word) ? word.length : 0)),
);
/** No word for cash has fewer letters. */
const CASH_LETTERS_MIN = 3;

/**
 * The kinds of a word by the tables, as bits; 0 for a word that is in none. Its letters are counted
 * up to three.
 */
export function kindsOf(key: string, digit: boolean, letters: number): number {
  const kinds = digit && key.length > DIGITS_MAX ? 0 : (WORDS.get(key) ?? 0);
  return letters >= CASH_LETTERS_MIN && CASH_BEGINS.test(key) ? kinds | BEGINS_CASH : kinds;
}
