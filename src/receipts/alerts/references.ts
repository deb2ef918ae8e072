// The bank's own number of a movement: after its label in a sentence, in a row, or after the name
// of a clearing system. An authorization code counts only if there is no better number.

import { findDates } from "../totals/money/dates.ts";
import REFERENCE_WORDS from "../words/alert-references.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { phrasesIn } from "../words/phrases.ts";
import { findRows, type AlertText, type Place } from "./alert-text.ts";
import { findMatches } from "../words/matches.ts";

export interface Reference extends Place {
  readonly isAuthorizationCode: boolean;
}

const SPOKEN = phrasesIn<"reference" | "authorization code">(REFERENCE_WORDS, IN_PLACE);
const BETWEEN =
  /^(?:[\s:：.#№()-]|n[or]?\.|(?:is|no|number|num|nr|id|es|numero|ist|lautet|e|è|est)(?![\p{L}\p{N}])|为|為|は){0,8}/iu;
const TOKEN = /^[A-Za-z0-9][A-Za-z0-9/_-]{3,48}(?![\p{L}\p{N}])/u;
/** "RF18 5390 0754 7034", "8031 445 120977": a number that is printed in groups. */
const GROUPED = new RegExp(
  String.raw`^(?:[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?` +
    String.raw`|[A-Z]{0,4}\d{2,8}(?: \d{3,6}){1,5}(?: \d{2})?)` +
    String.raw`(?![\p{L}\p{N}]|[.,:/-]\d| ?[€£$₹¥%])`,
  "u",
);
/** "DE98ZZZ09999999999": who may collect by direct debit, the same for all that it collects. */
const CREDITOR = /^[A-Z]{2}\d{2}ZZZ\d/;
/** "Cr-HDFC0000240-TERRAFIN": the code of a bank's branch in India, and a name. */
const BRANCH_CODE = /(?:^|-)[A-Z]{4}0[A-Z0-9]{6}(?:-|$)/;
const WINDOW_CHARS = 90;

/** The number with its place; null if the text labels none. */
export function findReference(alert: AlertText): Reference | null {
  const days = findDates(alert.text, null);
  const readBehind = (at: number, isAuthorizationCode: boolean): readonly Reference[] => {
    const place = findNumberBehind(alert, at, days);
    return place === null ? [] : [{ ...place, isAuthorizationCode }];
  };
  const all = [
    ...findRows(alert, "reference").flatMap(({ row }) => readBehind(row.start, false)),
    ...findRows(alert, "weak reference").flatMap(({ row }) => readBehind(row.start, true)),
    ...SPOKEN.find(alert.folded).flatMap(({ tag, end }) =>
      readBehind(end, tag === "authorization code"),
    ),
    ...findPaths(alert).map(({ number }) => ({ ...number, isAuthorizationCode: false })),
    ...findAhead(alert, days),
  ];
  return all.find(({ isAuthorizationCode }) => !isAuthorizationCode) ?? all[0] ?? null;
}

const PATH =
  /(?:upi|imps|neft|rtgs|mmt)(?: txn: ?)?(?:[/-][a-z0-9]{1,5}){0,2}[/-](?<number>[a-z]{0,5}\d{8,22})(?:[/-](?<party>[^/\n,;]{2,40}))?/gu;
const NO_PARTY = /^(?:upi|imps|neft|rtgs|na|null|payment|u|collect|p2[am]|mr|ms|mrs|pay)?\s*$/u;

/**
 * "UPI/P2M/531998877001/NETFLIX": how India's clearing systems name a movement, with the other
 * party after the number.
 */
export function findPaths({
  text,
  folded,
}: AlertText): readonly { readonly number: Place; readonly party: Place | null }[] {
  return [...findMatches(folded, PATH)].map((match) => {
    const number = match.groups?.["number"] ?? "";
    const at = match.index + match[0].indexOf(number);
    const behind = match.groups?.["party"] ?? "";
    const start = match.index + match[0].length - behind.length;
    // The name ends with its line.
    const [line = ""] = text.slice(start, start + behind.length).split("\n");
    const party = behind.slice(0, line.length);
    return {
      number: { start: at, end: at + number.length },
      party: NO_PARTY.test(party) ? null : { start, end: start + party.length },
    };
  });
}

/** "SKJ7XP91QA Confirmed.": the number comes before everything else on its line. */
const AHEAD =
  /(?<![\p{L}\d])(?<number>[a-z0-9]{7,16}) (?:confirmed|accepted|imethibitishwa|confirmado)(?![a-z])/gu;
const BEGINS_LINE = /(?:^|\n|congratulations!)[^\S\n]*$/iu;
const BEFORE_CHARS = 20;

function findAhead({ text, folded }: AlertText, days: readonly Place[]): readonly Reference[] {
  return [...findMatches(folded, AHEAD)].flatMap(({ index, groups }) => {
    const number = groups?.["number"] ?? "";
    const place = { start: index, end: index + number.length };
    const isMixed = /\d/.test(number) && /[a-z]/.test(number);
    const isAhead = BEGINS_LINE.test(text.slice(Math.max(0, index - BEFORE_CHARS), index));
    return isMixed && isAhead && !overlapsAny(place, days)
      ? [{ ...place, isAuthorizationCode: false }]
      : [];
  });
}

function findNumberBehind(
  { text, amounts }: AlertText,
  from: number,
  days: readonly Place[],
): Place | null {
  const window = text.slice(from, from + WINDOW_CHARS).replaceAll("\n", " ");
  const gap = BETWEEN.exec(window)?.[0].length ?? 0;
  // "FT26332" is no amount of forints behind a label.
  const money = amounts.filter(
    ({ currency, decimals, start, end }) =>
      decimals > 0 || (currency !== null && !/^[A-Z]{2,4}\d/.test(text.slice(start, end))),
  );
  const rest = window.slice(gap);
  const tokens = [GROUPED.exec(rest)?.[0], TOKEN.exec(rest)?.[0].replace(/[/_-]+$/, "")];
  for (const token of tokens) {
    if (token === undefined || !isNumber(token)) continue;
    const place = { start: from + gap, end: from + gap + token.length };
    if (!overlapsAny(place, [...days, ...money])) return place;
  }
  return null;
}

function isNumber(token: string): boolean {
  const digits = token.replace(/\D/g, "");
  return (
    digits.length >= countDigitsMin(token) &&
    !/^0+$/.test(digits) &&
    !CREDITOR.test(token) &&
    !BRANCH_CODE.test(token)
  );
}

/** How many digits make it a number: the fewer, the less it looks like a word. */
function countDigitsMin(token: string): number {
  if (token.length < 8 || !/[A-Z]/.test(token)) return 4;
  return /[a-z]/.test(token) ? 1 : 2;
}

function overlapsAny(place: Place, others: readonly Place[]): boolean {
  return others.some((one) => one.start < place.end && one.end > place.start);
}
