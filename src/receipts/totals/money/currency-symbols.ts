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

export const SYMBOL_CHARS_MAX = Math.max(...[...BY_TEXT.keys()].map(({ length }) => length));

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
