// Holds the word files of src/receipts/words that the readers of labels, forwards and money share.

import { describe, expect, test } from "vitest";
import { isCurrency } from "../../src/money/currency.ts";
import CURRENCY_SYMBOLS from "../../src/receipts/words/currency-symbols.json" with { type: "json" };
import DATE_LABELS from "../../src/receipts/words/date-labels.json" with { type: "json" };
import DUE_LABELS from "../../src/receipts/words/due-labels.json" with { type: "json" };
import FORWARD_LABELS from "../../src/receipts/words/forward-labels.json" with { type: "json" };
import KINDS from "../../src/receipts/words/kinds.json" with { type: "json" };
import MONEY_LABELS from "../../src/receipts/words/money-labels.json" with { type: "json" };
import MONTH_NAMES from "../../src/receipts/words/month-names.json" with { type: "json" };
import NUMBER_LABELS from "../../src/receipts/words/number-labels.json" with { type: "json" };
import { foldWords, type WordTable } from "../../src/receipts/words/phrases.ts";

const TABLES: readonly (readonly [name: string, table: WordTable<string>])[] = [
  ["money-labels.json", MONEY_LABELS],
  ["kinds.json", KINDS],
  ["date-labels.json", DATE_LABELS],
  ["due-labels.json", DUE_LABELS],
  ["number-labels.json, labels", NUMBER_LABELS.labels],
  ["number-labels.json, nouns", NUMBER_LABELS.nouns],
];

describe.each(TABLES)("%s", (_name, table) => {
  const entries = Object.entries(table).flatMap(([tag, byLanguage]) =>
    Object.entries(byLanguage).flatMap(([language, phrases]) =>
      (phrases ?? []).map((phrase) => ({ tag, language, phrase, words: foldWords(phrase) })),
    ),
  );

  test("a phrase has one tag in all languages, since a text does not name its language", () => {
    const tags = new Map<string, Set<string>>();
    for (const { words, tag } of entries) tags.set(words, (tags.get(words) ?? new Set()).add(tag));

    const ambiguous = [...tags].filter(([, several]) => several.size > 1);

    expect(ambiguous).toEqual([]);
  });

  test("a phrase is listed once in a language, in one spelling of its accents", () => {
    const seen = new Set<string>();
    const repeated = entries.filter(({ tag, language, words }) => {
      const key = `${tag} ${language}${words}`;
      return seen.size === seen.add(key).size;
    });

    expect(repeated).toEqual([]);
  });

  test("languages are codes of two letters, several of them in order", () => {
    const languages = new Set(entries.map(({ language }) => language));

    for (const language of languages) {
      expect(language).toMatch(/^[a-z]{2}(?: [a-z]{2})*$/);
      expect(language.split(" ").sort().join(" ")).toBe(language);
    }
  });
});

test("every currency of the currency symbols is known", () => {
  const codes = [...CURRENCY_SYMBOLS.symbols, ...CURRENCY_SYMBOLS.words].flatMap(
    ({ currencies }) => currencies,
  );

  expect(codes.filter((code) => !isCurrency(code))).toEqual([]);
});

test("a symbol or word for a currency is listed once", () => {
  for (const rows of [CURRENCY_SYMBOLS.symbols, CURRENCY_SYMBOLS.words]) {
    const texts = rows.flatMap((row) => row.texts);

    expect(texts.filter((text, at) => texts.indexOf(text) < at)).toEqual([]);
  }
});

test("every list of months has twelve names", () => {
  for (const lists of Object.values(MONTH_NAMES.months))
    for (const names of lists) expect(names).toHaveLength(12);
});

test("the labels of forwards have known roles", () => {
  const roles = new Set(Object.values(FORWARD_LABELS).flatMap((labels) => Object.keys(labels)));

  expect([...roles].sort()).toEqual(
    ["from", "date", "to", "cc", "bcc", "reply-to", "subject", "other"].sort(),
  );
});
