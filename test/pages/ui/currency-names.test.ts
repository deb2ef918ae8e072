// Currencies as they are chosen from a list.

import { expect, test } from "vitest";
import { CURRENCIES, CURRENT_CURRENCIES } from "../../../src/money/currency.ts";
import { currencyChoices, currencyLabel } from "../../../src/pages/ui/currency-names.ts";

test("a currency is shown with its code first, and its name", () => {
  expect(["usd", "eur", "btc", "xau", "ltl"].map(currencyLabel)).toEqual([
    "USD · US Dollar",
    "EUR · Euro",
    "BTC · Bitcoin",
    "XAU · Gold (ounce)",
    "LTL · Lithuanian Litas",
  ]);
});

test("every currency has a name", () => {
  expect(CURRENCIES.filter((code) => currencyLabel(code) === code.toUpperCase())).toEqual([]);
});

test("a currency that is no longer in use is offered only where it is chosen already", () => {
  const dead = ["cuc", "ggp", "ltl", "lvl", "mro", "std", "vef"];

  expect(currencyChoices("usd").filter((code) => dead.includes(code))).toEqual([]);
  expect(currencyChoices("ltl").filter((code) => dead.includes(code))).toEqual(["ltl"]);
  expect(currencyChoices("usd")).toEqual(CURRENT_CURRENCIES);
});
