// Countries, states and towns as card networks print them after a merchant's name (places.json). A
// town counts as a place only if the text around it shows that, such as its country or a shop's
// number before it: "Hotel Berlin" is a name.

import places from "./places.json" with { type: "json" };

/** Codes of two and of three letters -> the country's code of two letters. */
const COUNTRY_CODES = new Map(
  Object.entries(places.countries).flatMap(([two, three]) => [
    [two, two],
    [three, two],
  ]),
);
/** State, province or territory -> its countries. */
const STATE_COUNTRIES = indexByName(places.states);
/** Town -> the countries that have a town of that name. Spellings are without accents. */
const TOWN_COUNTRIES = indexByName(places.towns);

function indexByName(
  names: Readonly<Record<string, readonly string[]>>,
): ReadonlyMap<string, readonly string[]> {
  const countries = new Map<string, readonly string[]>();
  for (const [country, list] of Object.entries(names))
    for (const name of list) countries.set(name, [...(countries.get(name) ?? []), country]);
  return countries;
}

/** The last words of towns, for a quick check: most texts do not end with one. */
export const TOWN_ENDS: ReadonlySet<string> = new Set(
  [...TOWN_COUNTRIES.keys()].map((town) => town.slice(town.lastIndexOf(" ") + 1)),
);

/** The codes of countries and states, for the same. */
export const REGION_CODES: ReadonlySet<string> = new Set([
  ...COUNTRY_CODES.keys(),
  ...STATE_COUNTRIES.keys(),
]);

/** No countries. */
export const NOWHERE: readonly string[] = [];

export const TOWN_WORDS_MAX = 4;

/** The countries that a code at the end of a text may mean: a country's own, or that of a state. */
export function listCountries(code: string): readonly string[] {
  if (code.length !== 2 && code.length !== 3) return NOWHERE;
  const country = COUNTRY_CODES.get(code);
  const states = STATE_COUNTRIES.get(code) ?? NOWHERE;
  return country === undefined ? states : [country === "UK" ? "GB" : country, ...states];
}

/** The countries that have a town of this name; empty for other words. */
export function townCountries(words: string): readonly string[] {
  return TOWN_COUNTRIES.get(words) ?? NOWHERE;
}
