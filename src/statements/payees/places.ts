// Countries, states and towns as card networks print them after a merchant's name (places.json). A
// town counts as a place only if the text around it shows that, such as its country or a shop's
// number before it: "Hotel Berlin" is a name.

import places from "./places.json" with { type: "json" };

const NOWHERE: readonly string[] = [];

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

/** A word of towns' names: the towns' countries if a name begins with it, and the words before it. */
export interface TownWord {
  countries: readonly string[];
  readonly before: Map<string, TownWord>;
}

/** The last words of towns, since a town is looked for at the end of a text. */
export const TOWN_ENDS: ReadonlyMap<string, TownWord> = indexBackward(TOWN_COUNTRIES);

function indexBackward(
  towns: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, TownWord> {
  const ends = new Map<string, TownWord>();
  for (const [town, countries] of towns) {
    let level = ends;
    let last: TownWord | undefined;
    for (const word of town.split(" ").toReversed()) {
      last = level.get(word);
      if (last === undefined) level.set(word, (last = { countries: NOWHERE, before: new Map() }));
      level = last.before;
    }
    if (last !== undefined) last.countries = countries;
  }
  return ends;
}

/** The codes of countries and states, and the countries that each may mean. */
export const REGIONS: ReadonlyMap<string, readonly string[]> = new Map(
  [...COUNTRY_CODES.keys(), ...STATE_COUNTRIES.keys()].map((code) => {
    const country = COUNTRY_CODES.get(code);
    const states = STATE_COUNTRIES.get(code) ?? NOWHERE;
    return [code, country === undefined ? states : [country === "UK" ? "GB" : country, ...states]];
  }),
);

export const TOWN_WORDS_MAX = 4;

/** The countries that a code at the end of a text may mean: a country's own, or that of a state. */
export function listCountries(code: string): readonly string[] {
  return REGIONS.get(code) ?? NOWHERE;
}

/** The countries that have a town of this name; empty for other words. */
export function townCountries(words: string): readonly string[] {
  return TOWN_COUNTRIES.get(words) ?? NOWHERE;
}
