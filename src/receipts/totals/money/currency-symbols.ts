// The symbols and words that name a currency next to an amount, in the forms printed on receipts
// (words/currency-symbols.json). A symbol that several currencies share lists them all. ISO codes
// are not listed.

import { isCurrency, type Currency } from "../../../money/currency.ts";
import SYMBOLS from "../../words/currency-symbols.json" with { type: "json" };

interface SymbolRow {
  readonly currencies: readonly string[];
  readonly texts: readonly string[];
}

/** A symbol of two parts, as French Canada prints it, may have a hard blank between them. */
function spellings(text: string): readonly string[] {
  return [text, text.replace(" ", "\u00a0")];
}

function toEntries(rows: readonly SymbolRow[]): [string, readonly Currency[]][] {
  return rows.flatMap(({ currencies, texts }) =>
    texts
      .flatMap(spellings)
      .map((text): [string, readonly Currency[]] => [text, currencies.filter(isCurrency)]),
  );
}

/** Symbols are matched as they are, words in any case. */
const BY_TEXT: ReadonlyMap<string, readonly Currency[]> = new Map([
  ...toEntries(SYMBOLS.symbols),
  ...toEntries(SYMBOLS.words),
]);

const NO_LENGTHS: readonly number[] = [];
const CODE_CHARS = 3;
const ONE_CODE: readonly number[] = [CODE_CHARS];
const CAPITAL = /[A-Z]/;
const BY_FIRST = groupLengths((text) => text[0]);
const BY_LAST = groupLengths((text) => text.at(-1));

/** How long the symbols and codes are that begin with a character, the longest first. */
export function symbolLengthsFrom(first: string): readonly number[] {
  return lookUp(BY_FIRST, first);
}

/** How long the symbols and codes are that end in a character, the longest first. */
export function symbolLengthsTo(last: string): readonly number[] {
  return lookUp(BY_LAST, last);
}

function lookUp(lengths: ReadonlyMap<string, readonly number[]>, char: string): readonly number[] {
  const known = lengths.get(char) ?? lengths.get(char.toLowerCase());
  return known ?? (CAPITAL.test(char) ? ONE_CODE : NO_LENGTHS);
}

/** The lengths by a character of the symbols, in both cases; with the length of a code. */
function groupLengths(
  pick: (text: string) => string | undefined,
): ReadonlyMap<string, readonly number[]> {
  const lengths = new Map<string, Set<number>>();
  for (const text of BY_TEXT.keys()) {
    const char = pick(text) ?? "";
    for (const form of new Set([char, char.toUpperCase(), char === "ς" ? "σ" : char])) {
      const known = lengths.get(form) ?? new Set(CAPITAL.test(form) ? [CODE_CHARS] : []);
      lengths.set(form, known.add(text.length));
    }
  }
  return new Map([...lengths].map(([char, all]) => [char, [...all].sort((a, b) => b - a)]));
}

/** The currencies that exactly this text may mean next to an amount; empty if it names none. */
export function findCurrencies(text: string): readonly Currency[] {
  return BY_TEXT.get(text) ?? BY_TEXT.get(text.toLowerCase()) ?? [];
}

/**
 * Words that come only after an amount; before one they are something else ("Minneapolis, MN
 * 55403").
 */
export const WORDS_BEHIND: ReadonlySet<string> = new Set(SYMBOLS["only behind an amount"]);

/** Codes that are words of another meaning in running text; they count only with decimals. */
export const WORDLIKE_CODES: ReadonlySet<string> = new Set(SYMBOLS["codes that are words"]);

/** A letter that is something else before a whole number, such as "Q" in "Q4". */
export const LETTERS_WITH_DECIMALS: ReadonlySet<string> = new Set(SYMBOLS["only with decimals"]);

/** "73,15 KM" is money in Bosnia, where a comma begins the decimals; "12.5 KM" is a distance. */
export const LETTERS_BEHIND_COMMA: ReadonlySet<string> = new Set(
  SYMBOLS["only with decimals behind a comma"],
);
