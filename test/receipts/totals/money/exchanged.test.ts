// An amount in a foreign currency, its rate and what both make: the last is in the account's own currency.

import { expect, test } from "vitest";
import { findAmounts } from "../../../../src/receipts/totals/money/amounts.ts";
import { findExchanged, withExchanged } from "../../../../src/receipts/totals/money/exchanged.ts";

const own = (text: string) => findExchanged(text, findAmounts(text))?.own.value ?? null;

test.each([
  // 350.00 × 24.512 = 8,579.20
  ["Částka\t350,00 EUR\nKurz\t24,512\nProtihodnota\t8 579,20 CZK", "8579.20"],
  // 129.00 × 66.6667 / 100 = 86.00
  ["Beløb\t129,00 SEK\nKurs\t66,6667\nBeløb\t86,00 DKK", "86.00"],
  // 62.40 / 0.9360 = 66.67
  ["Betrag\t62,40 CHF\nKurs\t1 EUR = 0,9360 CHF\nBetrag in EUR\t66,67", "66.67"],
  // 549.00 × 66.15 / 100 = 363.16; the units of the rate are no amount, though 100 × 3.63 is about 363.16.
  [
    "I butikken\t549,00 SEK\nKurs (pr. 100 SEK)\t66,15\nOmregnet\t363,16 kr.\nTillæg 1 %\t3,63 kr.",
    "363.16",
  ],
  // The rate behind both.
  ["Amount\tEUR 92.40\nIn pounds\t£80.66\nVisa rate\t1.1455", "80.66"],
])("%s", (text, expected) => {
  expect(own(text)).toBe(expected);
});

test.each([
  ["no rate is printed", "Amount\tEUR 92.40\nFee\t£80.66\nDate\t20.11.2026"],
  ["the figures do not make it", "Amount\tEUR 92.40\nRate\t1.3000\nTotal\t£80.66"],
  [
    "there are two exchanges",
    "EUR 10.00\nRate 2.5000\n25.00 CZK\nEUR 20.00\nRate 2.5000\n50.00 CZK",
  ],
])("nothing was exchanged where %s", (_what, text) => {
  expect(own(text)).toBeNull();
});

test("the shared symbol of what a foreign currency makes does not mean that currency", () => {
  const text =
    "Plan\tUSD 12,00\nTipo de cambio\t$ 1.485,00\nEn pesos\t$ 17.820,00\nTotal\t$ 27.264,60";
  const read = withExchanged(text, findAmounts(text));

  expect(read.at(-1)?.candidates).toContain("ars");
  expect(read.flatMap(({ candidates }) => candidates)).not.toContain("usd");
});

test("a sign still means the currency whose amount is printed with it elsewhere", () => {
  const text = "Plan\tUSD 12,00\nTipo de cambio\t$ 1.485,00\nEn pesos\t$ 17.820,00\nAntes\t$ 12,00";
  const read = withExchanged(text, findAmounts(text));

  expect(read.at(-1)?.candidates).toContain("usd");
});
