// The names of the months in mail headers (words/month-names.json): in the nominative, in the case
// that dates take, and abbreviated. Languages disagree over some words: listopad is October in
// Croatian and November in Polish. Then another word or the labels around have to name the
// language.

import { foldLabel, groupByKey } from "./fold-text.ts";
import NAMES from "../words/month-names.json" with { type: "json" };

const MONTHS = groupByKey(
  Object.entries(NAMES.months).flatMap(([language, lists]) =>
    lists.flatMap((names) =>
      names.map((name, at) => [foldLabel(name), { language, month: at + 1 }] as const),
    ),
  ),
);
/** Weekdays, and words between date and time, that only one of the languages has. */
const LANGUAGES = groupByKey(
  Object.entries(NAMES["next to a date"]).flatMap(([language, words]) =>
    words.map((word) => [foldLabel(word), language] as const),
  ),
);

/**
 * The month (1..12) that a word names. 0 if it names none, -1 if its languages disagree.
 * `others` are the other words of the date, `languages` those of the labels around it.
 */
export function findMonth(
  word: string,
  others: readonly string[],
  languages: readonly string[],
): number {
  const meanings = MONTHS.get(foldLabel(word)) ?? [];
  const agreed = onlyMonth(meanings);
  if (agreed !== 0 || meanings.length === 0) return agreed;
  const byLabels = onlyMonth(meanings.filter(({ language }) => languages.includes(language)));
  if (byLabels !== 0) return byLabels;
  const spoken = new Set(others.flatMap((other) => LANGUAGES.get(foldLabel(other)) ?? []));
  return onlyMonth(meanings.filter(({ language }) => spoken.has(language))) || -1;
}

/**
 * The months (1..12) that a word may name in a text of these languages: one where all its languages agree, or where
 * one of them is spoken; all of them else.
 */
export function findMonths(word: string, languages: readonly string[]): readonly number[] {
  const month = findMonth(word, [], languages);
  if (month >= 0) return month === 0 ? [] : [month];
  return [...new Set((MONTHS.get(foldLabel(word)) ?? []).map((meaning) => meaning.month))];
}

function onlyMonth(meanings: readonly { readonly month: number }[]): number {
  const [first, ...rest] = new Set(meanings.map(({ month }) => month));
  return first === undefined || rest.length > 0 ? 0 : first;
}
