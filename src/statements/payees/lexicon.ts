// What the tables say about a single word, looked up once a word, so that no rule looks for what
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
export const BEGINS_PREFIX = 1;
/** Begins a filler. */
export const BEGINS_FILLER = 2;
/** Begins a number's label. */
export const BEGINS_LABEL = 4;
/** Is a currency's code or name. */
export const IS_CURRENCY = 8;
/** Stands before a rate of exchange. */
export const BEGINS_RATE = 256;
/** Begins the message to a transfer's other party. */
export const BEGINS_MESSAGE = 16;
/** A generic word or a month, by which nobody recognizes a payee. */
export const IS_NAMELESS = 32;
/** Ends a town's name. */
export const ENDS_TOWN = 64;
/** The code of a country or state. */
export const IS_REGION = 128;

/** Begins the bank's own words, or a text that says that there is nothing. */
export const BEGINS_KIND = 512;
/** Begins words for cash. */
export const BEGINS_CASH = 1024;
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

/** Digits are in the tables only as a town's quarter, so that longer numbers are not looked up. */
const DIGITS_MAX = Math.max(
  ...[...WORDS.keys()].map((word) => (/\d/.test(word) ? word.length : 0)),
);

/** The kinds of a word by the tables, as bits; 0 for a word that is in none. */
export function kindsOf(key: string, digit: boolean, letters: number): number {
  const kinds = digit && key.length > DIGITS_MAX ? 0 : (WORDS.get(key) ?? 0);
  return letters >= CASH_LETTERS_MIN && CASH_BEGINS.test(key) ? kinds | BEGINS_CASH : kinds;
}

/** The words for cash are longer than that. */
const CASH_LETTERS_MIN = 3;
