// Texts in which the bank separates the parts by dashes, slashes, bars or commas: "Visa purchase -
// NAME - 1234567890", "NAME / Transfer". The parts that are its own words, codes or dates are left
// out; then a town at the end is too.

import { isBankWords, isCode, namesCash } from "./bank-words.ts";
import { BEGINS_CASH, BEGINS_KIND } from "./lexicon.ts";
import { classifyNoise } from "./noise.ts";
import { splitPieces, type Piece } from "./pieces.ts";
import { listCountries, townCountries } from "./places.ts";

const SEPARATORS = [" - ", " / ", " | ", "; ", ", "] as const;
const SEGMENTS_MAX = 6;

/** The name between the separators; null if no part is the bank's own words. */
export function findNamedSegment(text: string, pieces: readonly Piece[]): string | null {
  if (!/[-/|;,] /.test(text)) return null;
  const placed = findBeforePlace(text);
  if (placed !== null) return placed;
  let kinds = 0;
  for (const piece of pieces) kinds |= piece.kinds;
  if ((kinds & (BEGINS_KIND | BEGINS_CASH)) === 0) return null;
  for (const separator of SEPARATORS) {
    if (!text.includes(separator)) continue;
    const segments = text.split(separator).map((segment) => segment.trim());
    if (segments.length > SEGMENTS_MAX) continue;
    const isKind = segments.map(isBankWords);
    const isCash = (kinds & BEGINS_CASH) !== 0 && segments.some(namesCash);
    if (!isCash && !isKind.includes(true)) continue;
    const named = segments.filter((segment, at) => isKind[at] !== true && !isNoise(segment));
    while (named.length > 1 && isPlace(named.at(-1) ?? "")) named.pop();
    const [first] = named;
    // "Cash withdrawal, ROTTERDAM": the kind says more than the town.
    if (named.length === 1 && isPlace(first ?? ""))
      return segments.find((_, at) => isKind[at] === true) ?? null;
    if (first === undefined) continue;
    // "INTERAC PURCHASE - 4512 NAME": the number after the kind is the terminal's.
    const name = separator === ", " ? named.join(", ") : first;
    return isKind[0] === true ? name.replace(/^\d{4,6} (?=\p{L})/u, "") : name;
  }
  return null;
}

/** Two capitals are all that stands before a comma or at the end. */
const ENDS_CODE = /, ?[A-Z]{2} ?(?:,|$)/;

/** "NAME, TOWN, CZ, dne 30.9.2026": what stands before a town and the code of its country. */
function findBeforePlace(text: string): string | null {
  if (!ENDS_CODE.test(text)) return null;
  const segments = text.split(", ").map((segment) => segment.trim());
  const at = segments.findIndex(
    (segment, index) =>
      index > 1 && /^[A-Z]{2}$/.test(segment) && listCountries(segment).length > 0,
  );
  return at < 2 || segments.length > SEGMENTS_MAX ? null : segments.slice(0, at - 1).join(", ");
}

function isNoise(segment: string): boolean {
  return (
    segment === "" ||
    isCode(segment) ||
    splitPieces(segment).every((piece) => piece.key === "" || classifyNoise(piece) !== null)
  );
}

/** "BERLIN", "AUSTIN TX", "BERLIN DE". */
function isPlace(segment: string): boolean {
  const words = splitPieces(segment).map(({ key }) => key);
  if (townCountries(words.join(" ")).length > 0) return true;
  const code = words.pop() ?? "";
  return (
    listCountries(code).length > 0 &&
    (words.length === 0 || townCountries(words.join(" ")).length > 0)
  );
}
