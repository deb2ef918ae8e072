// Currencies as a person chooses them: the code, by which a list is searched by typing, and the name.

import { CURRENCIES, CURRENT_CURRENCIES } from "../../money/currency.ts";

/** Names that the platform's list of currencies does not have. */
const OWN_NAMES: ReadonlyMap<string, string> = new Map([
  ["btc", "Bitcoin"],
  ["clf", "Chilean Unit of Account (UF)"],
  ["eth", "Ether"],
  ["ggp", "Guernsey Pound"],
  ["imp", "Manx Pound"],
  ["jep", "Jersey Pound"],
  ["ltl", "Lithuanian Litas"],
  ["lvl", "Latvian Lats"],
  ["mro", "Mauritanian Ouguiya (until 2017)"],
  ["std", "São Tomé & Príncipe Dobra (until 2017)"],
  ["vef", "Venezuelan Bolívar (2008–2018)"],
  ["xag", "Silver (ounce)"],
  ["xau", "Gold (ounce)"],
]);

const names = new Intl.DisplayNames("en", { type: "currency" });

/** "USD · US Dollar"; the code alone if it has no name. */
export function currencyLabel(code: string): string {
  const upper = code.toUpperCase();
  const name = OWN_NAMES.get(code) ?? names.of(upper) ?? upper;
  return name === upper ? upper : `${upper} · ${name}`;
}

/** The codes in use, and the one that is chosen already if it is no longer among them. */
export function currencyChoices(chosen: string): readonly string[] {
  return CURRENCIES.filter((code) => code === chosen || CURRENT_CURRENCIES.includes(code));
}
