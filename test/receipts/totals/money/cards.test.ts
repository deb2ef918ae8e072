// The last digits of a card or an account, as receipts print them.

import { describe, expect, test } from "vitest";
import { findCards } from "../../../../src/receipts/totals/money/cards.ts";

const digitsIn = (text: string): readonly string[] => findCards(text).map(({ last4 }) => last4);

describe("the last digits are found", () => {
  test.each([
    ["behind a mask", "Visa **** 4410", "4410"],
    ["in the last groups of an IBAN", "IBAN NL** PLDB **** **61 58", "6158"],
    ["in an IBAN behind a mask and a blank", "iDEAL – NL•• PLDB •••• •• 61 58", "6158"],
    ["in French, of an account", "sur le compte terminant par 4471", "4471"],
    ["in an IBAN whose last group has one digit", "Compte : FR76 **** **** **** ***3 391", "3391"],
    ["behind a mask and a zero", "Til konto **** ** 04172", "4172"],
    ["behind an x, as payment services print an account", "Bankkonto (Lastschrift) x-2291", "2291"],
    ["behind a Danish word", "trukket på Dankort med slutcifrene 2260", "2260"],
    ["behind a Slovenian word", "na kartico Mastercard, ki se končuje na 4417", "4417"],
    ["behind a Polish word", "Karta: Visa, końcówka 0347", "0347"],
  ])("%s", (_where, text, expected) => {
    expect(digitsIn(text)).toEqual([expected]);
  });
});

describe("no last digits are", () => {
  test.each([
    ["five digits right behind a mask", "Account ****30016"],
    ["a word with an x and a number", "Format 4x-2291"],
    ["a year behind a country", "NL 12 2026"],
  ])("%s", (_what, text) => {
    expect(digitsIn(text)).toEqual([]);
  });

  test("those of an account beside a card that paid", () => {
    expect(digitsIn("NL** BANK **** **88 02\nVisa **** 6042")).toEqual(["6042"]);
  });
});
