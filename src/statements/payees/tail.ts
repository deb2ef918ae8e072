// Leaves out town and country after a merchant's name, only if the text shows that they are a
// place: a country or state with a town of that country, a shop's number or date before the town,
// "name//TOWN/DE", ", 8001 Town". Without that, a town is part of the name.

import { keyAt, leaveOut, wordBefore, type Draft } from "./draft.ts";
import { ENDS_TOWN, IS_REGION } from "./lexicon.ts";
import { isShopNumber } from "./noise.ts";
import { NOTHING, type Piece } from "./pieces.ts";
import { listCountries, TOWN_ENDS, type TownWord } from "./places.ts";

/** Codes of three letters that are rarely names. */
const PLAIN_CODES = new Set(
  "DEU GBR NLD CHE POL CZE HUN ROU ESP DNK SWE IRL ITA PRT LTU LVA SVK SVN HRV BGR GRC NZL ZAF USA AUS".split(
    " ",
  ),
);
const MARKETPLACES = new Set(["MKTP", "MKTPLACE"]);

/** Leaves out the place at the end. */
export function leaveOutPlace(draft: Draft): void {
  if (!draft.plain && (leaveOutAfterSlashes(draft) || leaveOutPostal(draft))) return;
  const last = wordBefore(draft, draft.pieces.length);
  if (last < 1) return;
  const { key: code, kinds } = draft.pieces[last] ?? NOTHING;
  if (code.length === 2 && MARKETPLACES.has(keyAt(draft, last - 1)))
    leaveOut(draft, last, last + 1, "place");
  const countries = (kinds & IS_REGION) === 0 ? [] : listCountries(code);
  const town = countries.length === 0 ? null : findTownBefore(draft, last, countries);
  if (town !== null) leaveOut(draft, town, last + 1, "place");
  else if (countries.length > 0 && (PLAIN_CODES.has(code) || draft.rules[last - 1] !== null))
    leaveOut(draft, last, last + 1, "place");
  else if (!leaveOutTownAfterNumber(draft, last) && draft.card) leaveOutTownOfCard(draft, last);
}

/** "CARD PURCHASE Corner Cafe SYDNEY": a known town, or capitals after a name in small letters. */
function leaveOutTownOfCard(draft: Draft, last: number): void {
  const town = findTownBefore(draft, last + 1, null);
  if (town !== null && listWords(draft, town).length >= CARD_NAME_WORDS_MIN) {
    leaveOut(draft, town, last + 1, "place");
    return;
  }
  let from = last + 1;
  while (from > 0 && isCapitals(draft, from - 1)) from -= 1;
  if (from <= last && listWords(draft, from).some(({ text }) => /\p{Ll}{2}/u.test(text)))
    leaveOut(draft, from, last + 1, "place");
}

/** The kept words before `end`. */
function listWords({ pieces, rules }: Draft, end: number): readonly Piece[] {
  return pieces.filter((piece, at) => at < end && rules[at] === null && piece.key !== "");
}

const CARD_NAME_WORDS_MIN = 2;
const TOWN_LETTERS_MIN = 4;

/** Whether a kept word is of capitals, as banks print towns. */
function isCapitals({ pieces, rules }: Draft, at: number): boolean {
  const { text } = pieces[at] ?? { text: "" };
  const min = rules[at + 1] === null && at + 1 < pieces.length ? 2 : TOWN_LETTERS_MIN;
  return rules[at] === null && text.length >= min && /^[\p{Lu}-]+$/u.test(text);
}

/** Where the longest town begins that ends before `end`, if given in one of the countries. */
function findTownBefore(
  { pieces, rules }: Draft,
  end: number,
  countries: readonly string[] | null,
): number | null {
  if (((pieces[end - 1]?.kinds ?? 0) & ENDS_TOWN) === 0) return null;
  let longest: number | null = null;
  let words: ReadonlyMap<string, TownWord> = TOWN_ENDS;
  for (let from = end - 1; from > 0 && rules[from] === null; from -= 1) {
    const word = words.get(pieces[from]?.key ?? "");
    if (word === undefined) break;
    const isTown =
      word.countries.length > 0 &&
      (countries === null || word.countries.some((country) => countries.includes(country)));
    if (isTown) longest = from;
    words = word.before;
  }
  return longest;
}

/** "LIDL 4211 BERLIN": a shop's number or an omitted piece comes before the town. */
function leaveOutTownAfterNumber(draft: Draft, last: number): boolean {
  const from = findTownBefore(draft, last + 1, null);
  if (from === null) return false;
  const before = draft.pieces[from - 1];
  const isOmitted = draft.rules[from - 1] !== null;
  if (!isOmitted && (before === undefined || !isShopNumber(before) || from <= 1)) return false;
  // "CARD PURCHASE BERLIN": the kind before it is no number.
  if (isOmitted && draft.rules[from - 1] === "type") return false;
  leaveOut(draft, from, last + 1, "place");
  return true;
}

const PLACE_PIECES_MAX = 4;

/** "NAME//BERLIN/DE": everything from the slashes to the country. */
function leaveOutAfterSlashes(draft: Draft): boolean {
  const at = draft.pieces.findIndex(
    (piece, index) => index > 0 && draft.rules[index] === null && piece.text.startsWith("//"),
  );
  if (at < 0) return false;
  for (let end = at; end < at + PLACE_PIECES_MAX && end < draft.pieces.length; end += 1) {
    const code = /\/([A-Z]{2,3})$/.exec(draft.pieces[end]?.text ?? "")?.[1] ?? "";
    if (code === "" || listCountries(code).length === 0) continue;
    leaveOut(draft, at, end + 1, "place");
    return true;
  }
  return false;
}

/** "NAME, 8001 Zürich". */
function leaveOutPostal(draft: Draft): boolean {
  const { pieces } = draft;
  for (let at = 1; at < pieces.length; at += 1) {
    if (
      draft.rules[at] !== null ||
      pieces[at - 1]?.text.endsWith(",") !== true ||
      !/^\d{4,5}$/.test(keyAt(draft, at))
    )
      continue;
    let end = at + 1;
    while (
      end < pieces.length &&
      end <= at + 3 &&
      draft.rules[end] === null &&
      /^\p{L}/u.test(keyAt(draft, end))
    )
      end += 1;
    if (end === at + 1) continue;
    leaveOut(draft, at, end, "place");
    return true;
  }
  return false;
}
