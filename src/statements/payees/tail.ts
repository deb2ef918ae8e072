// Town and country behind a merchant's name. Left out only where the text shows that it is a place: a country or state
// with a town of that country, a shop's number or date before the town, "name//TOWN/DE", ", 8001 Town". A town alone is part of a name.

import { keyAt, leaveOut, wordBefore, type Draft } from "./draft.ts";
import { isShopNumber } from "./noise.ts";
import { listCountries, endsTown, TOWN_WORDS_MAX, townCountries } from "./places.ts";

/** Codes of three letters that are hardly anybody's name. */
const PLAIN_CODES = new Set(
  "DEU GBR NLD CHE POL CZE HUN ROU ESP DNK SWE IRL ITA PRT LTU LVA SVK SVN HRV BGR GRC NZL ZAF USA".split(
    " ",
  ),
);
const MARKETPLACES = new Set(["MKTP", "MKTPLACE"]);

/** Leaves the place at the end out. */
export function leaveOutPlace(draft: Draft): void {
  if (slashes(draft) || postal(draft)) return;
  const last = wordBefore(draft, draft.pieces.length);
  if (last < 1) return;
  const code = keyAt(draft, last);
  if (code.length === 2 && MARKETPLACES.has(keyAt(draft, last - 1)))
    leaveOut(draft, last, last + 1, "place");
  const countries = listCountries(code);
  const town =
    countries.length === 0
      ? null
      : townBefore(draft, last, (of) => of.some((country) => countries.includes(country)));
  if (town !== null) leaveOut(draft, town, last + 1, "place");
  else if (countries.length > 0 && (PLAIN_CODES.has(code) || draft.rules[last - 1] !== null))
    leaveOut(draft, last, last + 1, "place");
  else townBehindNumber(draft, last);
}

/** Where the town begins that ends before `end`, -1 and null where none does. */
function townBefore(
  draft: Draft,
  end: number,
  fits: (countries: readonly string[]) => boolean,
): number | null {
  if (!endsTown(keyAt(draft, end - 1))) return null;
  for (let words = TOWN_WORDS_MAX; words > 0; words -= 1) {
    const from = end - words;
    if (from < 1 || draft.rules.slice(from, end).some((rule) => rule !== null)) continue;
    const countries = townCountries(
      draft.pieces
        .slice(from, end)
        .map((piece) => piece.key)
        .join(" "),
    );
    if (countries.length > 0 && fits(countries)) return from;
  }
  return null;
}

/** "LIDL 4211 BERLIN": a number of a shop, or something left out, stands before the town. */
function townBehindNumber(draft: Draft, last: number): void {
  const from = townBefore(draft, last + 1, () => true);
  if (from === null) return;
  const before = draft.pieces[from - 1];
  const parted = draft.rules[from - 1];
  if (parted !== null || (before !== undefined && isShopNumber(before) && from > 1))
    leaveOut(draft, from, last + 1, "place");
}

const PLACE_PIECES_MAX = 4;

/** "NAME//BERLIN/DE": everything from the slashes to the country. */
function slashes(draft: Draft): boolean {
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
function postal(draft: Draft): boolean {
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
