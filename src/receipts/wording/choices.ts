// The amounts of a message that may be what moved, each with the signs by which it is judged: the words around it, and
// how it stands among the others.

import { findAmounts } from "../totals/money/amounts.ts";
import type { Amount } from "../totals/money/amount.ts";
import { foldInPlace } from "../words/in-place.ts";

export interface Choice {
  /** Where its value is printed first. */
  readonly amount: Amount;
  /** "before total", "after eur", "subject": the same sign has one text. */
  readonly signs: ReadonlySet<string>;
}

const CHARS_MAX = 12_000;
/** Beyond so many the list of a statement goes on, not the news. */
const AMOUNTS_MAX = 60;
const WORDS_BEFORE = 6;
const WORDS_AFTER = 4;
const PLACES_MAX = 4;
const WORD = /\p{L}[\p{L}\p{M}]*|[%:?]/gu;

/** The distinct values of a text but zero, in their order. Numbers without a currency count if there are no others. */
export function findChoices(subject: string, text: string): readonly Choice[] {
  const head = text.slice(0, CHARS_MAX);
  const folded = foldInPlace(head);
  const told = new Set(findAmounts(subject).map(({ value }) => Number(value)));
  const found = new Map<number, { amount: Amount; signs: Set<string>; times: number }>();
  for (const amount of listAmounts(head)) {
    const value = Number(amount.value);
    const known = found.get(value) ?? { amount, signs: new Set(), times: 0 };
    known.times += 1;
    for (const sign of signsAround(folded, head, amount)) known.signs.add(sign);
    found.set(value, known);
  }
  const largest = Math.max(...found.keys());
  return [...found].map(([value, { amount, signs, times }], at) => {
    if (told.has(value)) signs.add("subject");
    if (value === largest) signs.add("largest");
    if (times > 1) signs.add("repeated");
    if (at === found.size - 1) signs.add("last");
    return { amount, signs: signs.add(`place ${Math.min(at, PLACES_MAX)}`) };
  });
}

function listAmounts(text: string): readonly Amount[] {
  const amounts = findAmounts(text).filter(({ value }) => Number(value) !== 0);
  const priced = amounts.filter(
    ({ currency, candidates }) => currency !== null || candidates.length > 0,
  );
  return (priced.length > 0 ? priced : amounts).slice(0, AMOUNTS_MAX);
}

/** The words of its line before and behind an amount; of the line above where none stand before it. */
function signsAround(folded: string, text: string, { start, end, negative }: Amount): string[] {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const newline = text.indexOf("\n", end);
  const before = wordsIn(folded.slice(lineStart, start)).slice(-WORDS_BEFORE);
  const after = wordsIn(folded.slice(end, newline === -1 ? text.length : newline));
  const signs = [
    ...signsOf("before", ["^", ...before].slice(-WORDS_BEFORE)),
    ...signsOf("after", after.slice(0, WORDS_AFTER)),
  ];
  if (before.length === 0) {
    const above = text.slice(0, Math.max(lineStart - 1, 0)).trimEnd();
    const line = folded.slice(above.lastIndexOf("\n") + 1, above.length);
    signs.push(...signsOf("above", wordsIn(line).slice(-WORDS_AFTER)));
  }
  return negative ? [...signs, "negative"] : signs;
}

function signsOf(place: string, words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    const own = `${place} ${word}`;
    return next === undefined ? [own] : [own, `${own} ${next}`];
  });
}

function wordsIn(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}
