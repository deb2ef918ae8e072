// What words say of a list: which way an entry went, when it was, how many movements there are, and of what kind.

import NOUNS from "../words/alert-nouns.json" with { type: "json" };
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { phrasesIn, wordsIn } from "../words/phrases.ts";
import { findDates } from "../totals/money/dates.ts";
import type { AlertText, Place } from "./alert-text.ts";
import type { Entry } from "./list-entries.ts";
import type { ListedAmount } from "./list-lines.ts";
import { findVerbs, isCertain } from "./vocabulary.ts";

const EITHER_WAY: ReadonlySet<string> = new Set(wordsIn(SENTENCES["either way"]));

/** What the rest of the message says of a list. */
export interface AroundList {
  /** A bank writes it. */
  readonly isBanks: boolean;
  /** How many movements it says there are: "4 purchases". */
  readonly counts: ReadonlySet<number>;
  /** Its subject is of purchases, charges or debits alone. */
  readonly isOfPurchases: boolean;
}

/** Which way the words of an entry say that money went; null if they do not say, or both. */
export function readWords(alert: AlertText, place: Place): boolean | null {
  const known = READ.get(place);
  if (known !== undefined) return known;
  const way = readSenses(alert, place);
  READ.set(place, way);
  return way;
}

/** Each run of a list asks for the words of its entries. */
const READ = new WeakMap<Place, boolean | null>();

function readSenses({ folded }: AlertText, { start, end }: Place): boolean | null {
  const senses = findVerbs(folded, start, end)
    .filter(({ phrase }) => !EITHER_WAY.has(phrase))
    .map(({ sense }) => sense);
  if (senses.includes("back")) return true;
  const isIn = senses.some((sense) => sense === "in" || sense === "maybe in");
  const isOut = senses.some((sense) => sense === "out" || sense === "maybe out");
  return isIn === isOut ? null : isIn;
}

/** Whether no entry's words say that its amount went the other way, and one says, or a sign, that it went this way. */
export function fitsWords(
  alert: AlertText,
  run: readonly Entry[],
  amounts: readonly ListedAmount[],
  ways: readonly boolean[],
  needsWords: boolean,
): boolean {
  const said = run.map((entry, at) => amounts[at]?.isIn ?? readWords(alert, entry));
  const known = said.filter((isIn) => isIn !== null);
  return (
    (known.length > 0 || !needsWords) &&
    said.every((isIn, at) => isIn === null || isIn === ways[at])
  );
}

const HEADING_CHARS_MAX = 400;

/** Which way all went, by the words above a list and of its entries; null if they do not say, or both. */
export function readHeading(
  alert: AlertText,
  run: readonly Entry[],
  { isOfPurchases }: AroundList,
): boolean | null {
  const end = run[0]?.start ?? 0;
  const above = isOfPurchases
    ? false
    : readWords(alert, { start: Math.max(0, end - HEADING_CHARS_MAX), end });
  const own = run.map((entry) => readWords(alert, entry)).filter((isIn) => isIn !== null);
  const [way = null, ...more] = new Set(above === null ? own : [...own, above]);
  return more.length > 0 ? null : way;
}

/** Whether an entry's own words say for certain that money moved. */
export function isSaid({ folded }: AlertText, { start, end }: Entry): boolean {
  return findVerbs(folded, start, end).some((verb) => isCertain(verb) || verb.sense === "back");
}

/** Whether all entries have a day or a time, or each has lines of its own below a line that is a day. */
export function isUnderDay({ text }: AlertText, run: readonly Entry[]): boolean {
  if (run.every(({ isDated }) => isDated)) return true;
  if (!run.every(({ isStacked }) => isStacked)) return false;
  const end = Math.max(0, (run[0]?.start ?? 0) - 1);
  const line = text.slice(text.lastIndexOf("\n", end - 1) + 1, end);
  return line.length <= DAY_CHARS_MAX && findDates(line, null).length === 1;
}

const DAY_CHARS_MAX = 48;
const MOVEMENTS = phrasesIn(
  { either: NOUNS["several movements"], purchases: NOUNS["several purchases"] },
  IN_PLACE,
);
/** "4 ", "4 new ", "3": what may stand before "transactions". */
const COUNT =
  /(?<![\p{sc=Latin}\p{sc=Cyrillic}\d.,:/*-])(?<!(?<!\p{L})(?:of|von|de|di|van|sur|av|af|ze?|od|din|из|з) )(?<count>[2-9]|1\d|2\d)(?:\s|(?=[\p{sc=Han}\p{sc=Hangul}\p{sc=Thai}]|$))(?:[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]{2,12}\s){0,2}$/u;
const COUNT_CHARS_MAX = 30;

/** How many movements a folded text says there are. */
export function findCounts(folded: string): ReadonlySet<number> {
  return new Set(
    MOVEMENTS.find(folded).flatMap(({ start }) => {
      const before = folded.slice(Math.max(0, start - COUNT_CHARS_MAX), start);
      const count = COUNT.exec(before)?.groups?.["count"];
      return count === undefined ? [] : [Number(count)];
    }),
  );
}

/** Whether a folded subject names purchases, charges or debits alone. */
export function isOfPurchases(subject: string): boolean {
  const tags = MOVEMENTS.find(subject).map(({ tag }) => tag);
  return tags.length > 0 && tags.every((tag) => tag === "purchases");
}
