// Texts that differ in their long numbers alone: "POS 4001 CAFE 0107" and "POS 4003 CAFE 0242".
// The rules ask of a long number only how many digits it has, whether it begins with a zero, and
// whether it is round or a year. Texts in which these are equal have one form: the same parts are
// left out, and only the numbers have to be put in.

import { ownCopy } from "../../platform/text.ts";
import { isDigit } from "./keys.ts";
import { isRoundOrYear } from "./noise.ts";

/** A shorter number may be a day, an hour or a town's quarter: its digits are part of the form. */
const DIGITS_MIN = 3;
const LONG_NUMBERS = /\d{3,}/g;
/** Stands for a long number in a shape. */
const MARK = "\0";

/** Remembers the results of texts by their form, as many as `max`. */
export class Molds {
  readonly #max: number;
  readonly #shapes = new Map<string, Shape>();
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** The mold of a text's form; null if there is none that fits it. */
  find(text: string): Mold | null {
    const shape = this.#shapes.get(shapeOf(text));
    if (shape === undefined) return null;
    const mold = shape.molds.get(describeNumbers(text, shape.gaps));
    return mold === undefined || hasEqual(text, mold.unequal) ? null : mold;
  }

  /** Remembers the results of a text for all texts of its form; whether they can be. */
  add(text: string, results: readonly string[]): boolean {
    const spans = findSpans(text);
    const mold = makeMold(text, spans, results);
    if (mold === null) return false;
    if (this.#count >= this.#max) this.#shapes.clear();
    this.#count = this.#shapes.size === 0 ? 1 : this.#count + 1;
    const key = ownCopy(shapeOf(text));
    const gaps = spans.map(({ from }, at) => from - (spans[at - 1]?.to ?? 0));
    const shape = this.#shapes.get(key) ?? { gaps, molds: new Map<number, Mold>() };
    shape.molds.set(describeNumbers(text, gaps), mold);
    this.#shapes.set(key, shape);
    return true;
  }
}

/** The text with a mark in place of each long number. */
export function shapeOf(text: string): string {
  return text.replace(LONG_NUMBERS, MARK);
}

/** Texts that are equal but for their long numbers. */
interface Shape {
  /** How many characters stand before each number, from the one before it. */
  readonly gaps: readonly number[];
  /** By what the rules ask of the numbers. */
  readonly molds: Map<number, Mold>;
}

const ZERO = 48;
/** More than any number is described by, so that descriptions of several do not mix. */
const DESCRIPTIONS = 256;
const DESCRIBED_DIGITS_MAX = 60;
const NUMBERS_MAX = 6;

/** What the rules ask of a text's numbers, packed into one; -1 if they are too many or too long. */
function describeNumbers(text: string, gaps: readonly number[]): number {
  if (gaps.length > NUMBERS_MAX) return -1;
  let all = 0;
  let at = 0;
  for (let index = 0; index < gaps.length; index += 1) {
    at += gaps[index] ?? 0;
    const from = at;
    let value = 0;
    for (let unit = text.charCodeAt(at); isDigit(unit); unit = text.charCodeAt(at)) {
      value = 10 * value + unit - ZERO;
      at += 1;
    }
    // A text may have the mark itself where others of its shape have a number.
    if (at - from < DIGITS_MIN || at - from > DESCRIBED_DIGITS_MAX) return -1;
    const zero = text.charCodeAt(from) === ZERO;
    all = DESCRIPTIONS * all + 4 * (at - from) + (zero ? 2 : 0) + (isRoundOrYear(value) ? 1 : 0);
  }
  return all;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function findSpans(text: string): readonly Span[] {
  return Array.from(text.matchAll(LONG_NUMBERS), ({ 0: digits, index }) => ({
    from: index,
    to: index + digits.length,
  }));
}

function textOf(text: string, { from, to }: Span): string {
  return text.slice(from, to);
}

/** A result in all texts of a form: its fixed parts, and where the text has the numbers between. */
interface Pattern {
  readonly fixed: readonly string[];
  readonly numbers: readonly Span[];
}

/** The results of all texts of a form. */
export interface Mold {
  readonly results: readonly Pattern[];
  /** Numbers of as many digits. Rules compare words: a text in which two are equal is another. */
  readonly unequal: readonly (readonly [one: Span, other: Span])[];
}

/**
 * The mold of the results of a text; null if they hold a long number that the text has not or has
 * twice, or the dots in place of a name: where the name is found may depend on the numbers.
 */
function makeMold(text: string, spans: readonly Span[], results: readonly string[]): Mold | null {
  const byDigits = new Map(spans.map((span) => [textOf(text, span), span]));
  if (byDigits.size < spans.length || spans.length > NUMBERS_MAX) return null;
  const patterns: Pattern[] = [];
  for (const result of results) {
    const numbers = Array.from(result.matchAll(LONG_NUMBERS), ([digits]) => byDigits.get(digits));
    const known = numbers.filter((span) => span !== undefined);
    if (known.length < numbers.length || (spans.length > 0 && result.includes("…"))) return null;
    patterns.push({ fixed: result.split(LONG_NUMBERS).map(ownCopy), numbers: known });
  }
  const unequal = spans.flatMap((one, at) =>
    spans.slice(at + 1).map((other) => [one, other] as const),
  );
  return {
    results: patterns,
    unequal: unequal.filter(([one, other]) => one.to - one.from === other.to - other.from),
  };
}

function hasEqual(text: string, pairs: Mold["unequal"]): boolean {
  for (let at = 0; at < pairs.length; at += 1) {
    const [one, other] = pairs[at] ?? NO_PAIR;
    if (textOf(text, one) === textOf(text, other)) return true;
  }
  return false;
}

/** One of the results that a mold was made of, with the numbers of another text. */
export function castResult({ results }: Mold, index: number, text: string): string {
  const { fixed, numbers } = results[index] ?? NO_PATTERN;
  let result = fixed[0] ?? "";
  for (let at = 0; at < numbers.length; at += 1)
    result += textOf(text, numbers[at] ?? NOWHERE) + (fixed[at + 1] ?? "");
  return result;
}

const NOWHERE: Span = { from: 0, to: 0 };
const NO_PAIR = [NOWHERE, NOWHERE] as const;
const NO_PATTERN: Pattern = { fixed: [], numbers: [] };
