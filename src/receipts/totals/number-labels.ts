// The labels of a document's numbers (words/number-labels.json): labels by kind of number, nouns
// that are a label only with a number right after, and labels of numbers that never are a
// document's: phones, customers, parcels, taxes, seats.

import LABELS from "../words/number-labels.json" with { type: "json" };
import { Phrases, phrasesIn, rowsIn } from "../words/phrases.ts";

/**
 * The kinds of number, first the one that a person is most likely to look for. A locator is a
 * carrier's booking code, a slip a card terminal's receipt.
 */
export const NUMBER_KINDS = [
  "locator",
  "order",
  "booking",
  "invoice",
  "receipt",
  "slip",
  "transaction",
  "ticket",
] as const;
export type NumberKind = (typeof NUMBER_KINDS)[number];

/** Labels that come before the number, above it, or in the cell before. */
export const NUMBER_LABELS = phrasesIn<Exclude<NumberKind, "locator">>(LABELS.labels);
/** Nouns that are a label only with the number right after, or after a word for it: "Order #1". */
export const NUMBER_NOUNS = phrasesIn<keyof typeof LABELS.nouns>(LABELS.nouns);
/** "1047712 numaralı siparişiniz": labels that come right after their number. */
export const LABELS_BEHIND = phrasesIn<keyof (typeof LABELS)["behind the number"]>(
  LABELS["behind the number"],
);
/** All of these words. A line without any of them labels no number. */
export const NUMBER_NAMES = new Phrases<string>([
  ...rowsIn<string>(LABELS.labels),
  ...rowsIn<string>(LABELS.nouns),
  ...rowsIn<string>(LABELS["behind the number"]),
]);
/** Labels of numbers that are something else's. */
export const OTHER_NUMBERS = phrasesIn<"other">({ other: LABELS["something else"] });
/** Words that may be between a label and its number: "number" or "is" in any language, folded. */
export const NUMBER_WORDS: ReadonlySet<string> = new Set(LABELS["number words"]);
/** Words of a carrier's messages, where a code of six characters is the booking's locator. */
export const CARRIER_WORDS = phrasesIn<"carrier">({ carrier: LABELS.carrier });
/** Words of six capitals that are not codes. */
export const NO_LOCATORS: ReadonlySet<string> = new Set(LABELS["not locators"]);
