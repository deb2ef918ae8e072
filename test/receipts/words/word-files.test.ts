// The word files of alerts, issuers and papers. A phrase with two meanings in one table would be
// read by the order of the file; so each phrase has one meaning, and files may be sorted and split
// freely.

import { describe, expect, test } from "vitest";
import { isCurrency } from "../../../src/money/currency.ts";
import AMOUNTS from "../../../src/receipts/words/alert-amounts.json" with { type: "json" };
import CODES from "../../../src/receipts/words/alert-codes.json" with { type: "json" };
import DISPUTES from "../../../src/receipts/words/disputes.json" with { type: "json" };
import DIGITS from "../../../src/receipts/words/alert-digits.json" with { type: "json" };
import LABELS from "../../../src/receipts/words/alert-labels.json" with { type: "json" };
import NOUNS from "../../../src/receipts/words/alert-nouns.json" with { type: "json" };
import PARTIES from "../../../src/receipts/words/alert-parties.json" with { type: "json" };
import REFERENCES from "../../../src/receipts/words/alert-references.json" with { type: "json" };
import REQUESTS from "../../../src/receipts/words/alert-requests.json" with { type: "json" };
import VERBS from "../../../src/receipts/words/alert-verbs.json" with { type: "json" };
import BANK_DOMAINS from "../../../src/receipts/words/bank-domains.json" with { type: "json" };
import BANKS from "../../../src/receipts/words/banks.json" with { type: "json" };
import ISSUERS from "../../../src/receipts/words/issuer-labels.json" with { type: "json" };
import JOURNEYS from "../../../src/receipts/words/journey-words.json" with { type: "json" };
import SHOPS from "../../../src/receipts/words/shop-labels.json" with { type: "json" };
import TILLS from "../../../src/receipts/words/till-words.json" with { type: "json" };
import KNOWN from "../../../src/receipts/merchants/known.json" with { type: "json" };
import { foldInPlace } from "../../../src/receipts/words/in-place.ts";
import { BARE_WORDS, rowsIn, type WordTable } from "../../../src/receipts/words/phrases.ts";

const LANGUAGES = new Set(
  "en es pt fr de it nl sv da no fi pl cs sk hu ro bs hr sr sl bg el tr ru uk ar fa he hi ja ko zh th lo km id ms vi sw is ka et lv lt ca bn mk sq az uz hy mn ur kk".split(
    " ",
  ),
);

type Fold = (phrase: string) => string;
const { card, account, bank, shop, balance, creditor } = NOUNS;
const { at, to, from, of } = PARTIES;
const { seller, payee, customer, other } = ISSUERS;

/** The tables that the code builds, with the form in which each compares phrases. */
const TABLES: readonly (readonly [
  name: string,
  tables: readonly WordTable<string>[],
  fold: Fold,
])[] = [
  ["verbs", [VERBS.verbs, VERBS["before the payee"]], foldInPlace],
  ["labels of alerts", [LABELS.anywhere, LABELS.alone], foldInPlace],
  ["words before an amount", [AMOUNTS.before], foldInPlace],
  ["words after an amount", [AMOUNTS.after], foldInPlace],
  ["accounts and cards", [{ card, account }], foldInPlace],
  ["words of banks", [{ bank }], foldInPlace],
  ["words of shops", [{ shop }], foldInPlace],
  ["balances", [{ balance }], foldInPlace],
  [
    "words of disputes",
    [{ dispute: DISPUTES.dispute, amount: DISPUTES["disputed amount"] }],
    foldInPlace,
  ],
  ["decided disputes", [{ won: DISPUTES.won }], foldInPlace],
  ["credits of disputes", [{ granted: DISPUTES.granted }], foldInPlace],
  ["provisional credits", [{ provisional: DISPUTES.provisional }], foldInPlace],
  ["words of creditors", [{ creditor }], foldInPlace],
  ["ways to pay", [{ way: NOUNS["way to pay"] }], foldInPlace],
  ["words before a party", [{ at, to, from, of }], foldInPlace],
  ["references", [REFERENCES], foldInPlace],
  ...Object.entries(DIGITS).map(
    ([name, words]) => [`digits: ${name}`, [{ words }], foldInPlace] as const,
  ),
  ["requests", [REQUESTS], foldInPlace],
  ["codes", [CODES], foldInPlace],
  ["parties of papers", [{ seller, payee, customer, other }], BARE_WORDS.fold],
  ["journeys", [JOURNEYS], BARE_WORDS.fold],
  ["labels of shops", [SHOPS], BARE_WORDS.fold],
  ["tills", [TILLS], BARE_WORDS.fold],
];

describe.each(TABLES)("the table of %s", (_name, tables, fold) => {
  test("has each phrase once", () => {
    const phrases = tables.flatMap((table) =>
      Object.values(table)
        .flatMap((byLanguage) => Object.values(byLanguage))
        .flatMap((words) => (words ?? []).map(fold)),
    );

    expect(phrases.filter((phrase, index) => phrases.indexOf(phrase) !== index)).toEqual([]);
    expect(phrases).not.toContain("");
  });

  test("has no phrase of another meaning that one could be spelled as", () => {
    const tags = new Map<string, Set<string>>();
    for (const [at, table] of tables.entries())
      for (const [tag, row] of rowsIn(table))
        for (const phrase of row.split("|").map(fold))
          tags.set(phrase, (tags.get(phrase) ?? new Set()).add(`${at} ${tag}`));

    expect([...tags].filter(([, several]) => several.size > 1)).toEqual([]);
  });

  test("names languages by their codes", () => {
    const codes = tables
      .flatMap((table) => Object.values(table))
      .flatMap((byLanguage) => Object.keys(byLanguage).flatMap((key) => key.split(" ")));

    expect(codes.filter((code) => !LANGUAGES.has(code))).toEqual([]);
  });
});

test("banks and merchants have currencies that exist", () => {
  const currencies = [
    ...Object.keys(BANKS).filter((key) => key !== "method" && key !== "several"),
    ...Object.keys(BANK_DOMAINS),
    ...KNOWN.flatMap(({ currency, home }) => [currency ?? [], home ?? []].flat()),
  ];

  expect(currencies.filter((code) => !isCurrency(code))).toEqual([]);
});

test("a domain belongs to one merchant", () => {
  const owners = KNOWN.flatMap(({ name, domains }) => domains.map((domain) => [domain, name]));
  const twice = owners.filter(([domain, name]) =>
    owners.some(([other, owner]) => other === domain && owner !== name),
  );

  expect(twice).toEqual([]);
});
