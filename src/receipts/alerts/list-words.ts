// Reads the words of a list: the direction of an entry, the day above it, and the announced number of movements.

import NOUNS from "../words/alert-nouns.json" with { type: "json" };
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { phrasesIn, wordsIn } from "../words/phrases.ts";
import { findDates } from "../totals/money/dates.ts";
import type { AlertText, Place } from "./alert-text.ts";
import type { Entry } from "./list-entries.ts";
import type { ListedAmount } from "./list-lines.ts";
import { findVerbs, isCertain, type Verb } from "./vocabulary.ts";

const EITHER_WAY: ReadonlySet<string> = new Set(wordsIn(SENTENCES["either way"]));

/** Facts from the rest of the message about a list. */
export interface AroundList {
  /** A bank wrote the message. */
  readonly isBanks: boolean;
  /** The numbers of movements anywhere in the message, such as 4 for "4 purchases". */
  readonly counts: ReadonlySet<number>;
  readonly countsInSubject: ReadonlySet<number>;
  /** The subject names purchases, charges or debits, and no other kind of movement. */
  readonly isOfPurchases: boolean;
}

/** Reads the direction from the words of an entry, true for money in; null if they name none or both. */
export function readWords(alert: AlertText, place: Place): boolean | null {
  const known = READ.get(place);
  if (known !== undefined) return known;
  const way = readSenses(alert, place);
  READ.set(place, way);
  return way;
}

/** The proofs try hundreds of runs of the same entries. Without this cache each would look up their words again. */
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

/** Whether no sign and no word contradicts the directions. `needsWords`: one of them must also confirm a direction. */
export function fitsWords(
  alert: AlertText,
  run: readonly Entry[],
  amounts: readonly ListedAmount[],
  directions: readonly boolean[],
  needsWords: boolean,
): boolean {
  const said = run.map((entry, at) => amounts[at]?.isIn ?? readWords(alert, entry));
  const known = said.filter((isIn) => isIn !== null);
  return (
    (known.length > 0 || !needsWords) &&
    said.every((isIn, at) => isIn === null || isIn === directions[at]) &&
    !run.some((entry, at) => directions[at] === true && isSurelyOut(alert, entry))
  );
}

/**
 * Whether every certain word of an entry means money out. A plus beside such words is that of somebody else's account:
 * an energy supplier prints "Direct debit collected +134.00".
 */
export function isSurelyOut(alert: AlertText, entry: Entry): boolean {
  const certain = findCertain(alert, entry);
  return certain.length > 0 && certain.every(({ sense }) => sense === "out");
}

/** Finds the words of an entry that are used only of money that moved. */
function findCertain({ folded }: AlertText, { start, end }: Entry): readonly Verb[] {
  return findVerbs(folded, start, end).filter((verb) => isCertain(verb) || verb.sense === "back");
}

const HEADING_CHARS_MAX = 400;

/** Reads one direction for a whole list from the words above it and of its entries; null if they name none or both. */
export function readHeading(
  alert: AlertText,
  run: readonly Entry[],
  { isOfPurchases }: AroundList,
): boolean | null {
  const end = run[0]?.start ?? 0;
  const above = readWords(alert, { start: Math.max(0, end - HEADING_CHARS_MAX), end });
  const own = run.map((entry) => readWords(alert, entry));
  const subject = isOfPurchases ? false : null;
  const named = new Set([...own, above, subject].filter((isIn) => isIn !== null));
  const [direction = null, ...others] = named;
  return others.length > 0 ? null : direction;
}

/** Whether an entry has a word that is used only of money that moved. */
export function hasCertainWord(alert: AlertText, entry: Entry): boolean {
  return findCertain(alert, entry).length > 0;
}

/** Whether every entry has a day or a time, or stands on lines of its own under a heading that is a day. */
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
/**
 * A number from 2 to 29, and up to two words before the noun: "4 new transactions". Not "payment 2 of 4 payments",
 * which counts instalments.
 */
const COUNT = new RegExp(
  [
    String.raw`(?<![\p{sc=Latin}\p{sc=Cyrillic}\d.,:/*-])`,
    String.raw`(?<!(?<!\p{L})(?:of|von|de|di|van|sur|av|af|ze?|od|din|из|з) )`,
    String.raw`(?<count>[2-9]|1\d|2\d)(?:\s|(?=[\p{sc=Han}\p{sc=Hangul}\p{sc=Thai}]|$))`,
    String.raw`(?:[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]{2,12}\s){0,2}$`,
  ].join(""),
  "u",
);
const COUNT_CHARS_MAX = 30;

/** Finds the numbers of movements that a folded text names. */
export function findCounts(folded: string): ReadonlySet<number> {
  return new Set(
    MOVEMENTS.find(folded).flatMap(({ start }) => {
      const before = folded.slice(Math.max(0, start - COUNT_CHARS_MAX), start);
      const count = COUNT.exec(before)?.groups?.["count"];
      return count === undefined ? [] : [Number(count)];
    }),
  );
}

/** Whether a folded subject names purchases, charges or debits, and nothing that takes them back or refuses them. */
export function isOfPurchases(subject: string): boolean {
  const tags = MOVEMENTS.find(subject).map(({ tag }) => tag);
  const isMade = findVerbs(subject).every(({ sense }) => sense === "out" || sense === "maybe out");
  return isMade && tags.length > 0 && tags.every((tag) => tag === "purchases");
}
