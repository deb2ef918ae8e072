// The readings of a document whose bytes are not UTF-8: each encoding makes words of them, and the
// words are more or less likely in the languages they may be of. Encodings that make the same
// letters are one reading. Where a second reading is nearly as likely as the first, a person is
// asked which words are right.

import { BYTE_ENCODINGS, lettersOf } from "./code-pages.ts";
import { costOfMany, MANY } from "./east-asian.ts";
import {
  EVIDENCE_MAX,
  findForeignRuns,
  LANGUAGE_WORDS,
  weighLanguages,
  type ForeignRun,
} from "./foreign-words.ts";
import {
  classify,
  costOf,
  leastCost,
  listLanguages,
  type Language,
  type Letter,
} from "./letter-pairs.ts";

/** An encoding and the words it makes of the document's bytes. */
export interface TextReading {
  readonly encoding: string;
  /** The words in which it differs from the other readings that are likely. */
  readonly words: readonly string[];
}

export interface Readings {
  readonly best: TextReading;
  /** Other readings that are nearly as likely; empty where there is no doubt. */
  readonly rivals: readonly TextReading[];
}

interface Candidate {
  readonly encoding: string;
  readonly texts: readonly string[];
  readonly cost: number;
}

const DOUBT_MARGIN = 4;
const RIVAL_MARGIN = 8;
const RIVALS_MAX = 3;
const WORDS_SHOWN = 4;

/** The likely readings of the lines with bytes above ASCII; `around` are all lines. */
export function rankReadings(foreign: Uint8Array, around: Uint8Array): Readings {
  const runs = findForeignRuns(foreign);
  const weights = weighLanguages(around);
  const many = readMany(runs);
  const worth = Math.min(...many.map(({ cost }) => cost));
  const candidates = [...readBytes(runs, weights, worth), ...many].toSorted(
    (a, b) => a.cost - b.cost,
  );
  const [best] = candidates;
  if (best === undefined || runs.length === 0)
    return { best: { encoding: "windows-1252", words: [] }, rivals: [] };
  const letters = onlyLetters(best);
  const others = candidates.filter(
    (one, at) =>
      at > 0 &&
      one.cost - best.cost < RIVAL_MARGIN &&
      onlyLetters(one) !== letters &&
      candidates.findIndex((other) => onlyLetters(other) === onlyLetters(one)) === at,
  );
  const isDoubtful = others.some(({ cost }) => cost - best.cost < DOUBT_MARGIN);
  const rivals = isDoubtful ? others.slice(0, RIVALS_MAX) : [];
  const differing = runs
    .map((_, at) => at)
    .filter((at) => rivals.some(({ texts }) => texts[at] !== best.texts[at]))
    .slice(0, WORDS_SHOWN);
  const show = ({ encoding, texts }: Candidate): TextReading => ({
    encoding,
    words: differing.map((at) => (texts[at] ?? "").trim()),
  });
  return { best: show(best), rivals: rivals.map(show) };
}

function onlyLetters({ texts }: Candidate): string {
  return texts.join("\n").replace(/[^\p{L}\p{M}\n]/gu, " ");
}

interface Draft {
  readonly encoding: string;
  readonly texts: readonly string[];
  readonly words: readonly (readonly Letter[])[];
  /** The languages of the encoding. */
  readonly home: readonly string[];
  readonly rarity: number;
  /** What it costs at least, in whatever language. */
  readonly least: number;
}

/** The readings of single bytes; what cannot be among the likely ones is left out. */
function readBytes(
  runs: readonly ForeignRun[],
  weights: ReadonlyMap<string, number>,
  worth: number,
): readonly Candidate[] {
  const weigh = (name: string, home: readonly string[]) =>
    (weights.get(name) ?? 0) -
    (home.includes(name) ? 0 : ELSEWHERE_COST) -
    (LARGE.includes(name) ? 0 : SMALL_COST);
  let limit = worth;
  return draftReadings(runs).flatMap(({ encoding, texts, words, home, rarity, least }) => {
    if (least - LANGUAGE_WORTH_MAX > limit + RIVAL_MARGIN) return [];
    const cost = rarity + costOfTexts({ texts, words, runs }, (name) => weigh(name, home));
    limit = Math.min(limit, cost);
    return [{ encoding, texts, cost }];
  });
}

/** The distinct readings, the most promising first. */
function draftReadings(runs: readonly ForeignRun[]): readonly Draft[] {
  const seen = new Set<string>();
  return BYTE_ENCODINGS.flatMap(([encoding, rarity, home]): Draft[] => {
    const letters = lettersOf(encoding);
    const texts = runs.map(({ bytes }) => decodeRun(bytes, letters));
    const key = texts.join("\n");
    if (seen.has(key)) return [];
    seen.add(key);
    const words = texts.map((text) => Array.from(text, classify));
    const least = rarity + words.reduce((sum, word) => sum + leastCost(word), 0);
    return [{ encoding, texts, words, home: home.split(" "), rarity, least }];
  }).toSorted((a, b) => a.least - b.least);
}

function decodeRun(bytes: Uint8Array, letters: string): string {
  let text = "";
  for (const byte of bytes)
    text += byte < 128 ? String.fromCharCode(byte) : (letters[byte - 128] ?? "\ufffd");
  return text;
}

function readMany(runs: readonly ForeignRun[]): readonly Candidate[] {
  return [...MANY.keys()].map((encoding) => {
    const decoder = new TextDecoder(encoding);
    const texts = runs.map(({ bytes }) => decoder.decode(bytes));
    const cost = texts.reduce((sum, text) => sum + costOfMany(text, encoding), 0);
    return { encoding, texts, cost };
  });
}

const ELSEWHERE_COST = 5;
const SMALL_COST = 1;
const LARGE: readonly string[] = ["en", "de", "fr", "es", "it", "nl", "pt", "sv"];
const OTHER_LANGUAGE_COST = 2.5;
const KNOWN_WORD_WORTH = 4;
const BESIDE_DIGIT_COST = 8;

interface Texts {
  readonly texts: readonly string[];
  readonly words: readonly (readonly Letter[])[];
  readonly runs: readonly ForeignRun[];
}

/** The cost of all texts in the language in which they are the most likely. */
function costOfTexts({ texts, words, runs }: Texts, weigh: (language: string) => number): number {
  const languages = fittingLanguages(words);
  const costs = languages.map((language) => words.map((word) => costOf(word, language)));
  const least = words.map((_, at) => Math.min(...costs.map((one) => one[at] ?? 0)));
  const digits = words.reduce(
    (sum, word, at) =>
      sum + (runs[at]?.besideDigit === true && isLoneLetter(word) ? BESIDE_DIGIT_COST : 0),
    0,
  );
  const sums = languages.map(({ name }, index) => {
    const own = costs[index] ?? [];
    const sum = own.reduce(
      (all, cost, at) => all + Math.min(cost, (least[at] ?? 0) + OTHER_LANGUAGE_COST),
      0,
    );
    return sum - weigh(name) - KNOWN_WORD_WORTH * countKnown(texts, name);
  });
  return digits + Math.min(...sums);
}

function isLoneLetter(word: readonly Letter[]): boolean {
  return word.length === 1 && word[0]?.kind === "letter";
}

const KNOWN_MAX = 4;
/** The most that the language can speak for a reading. */
const LANGUAGE_WORTH_MAX = KNOWN_MAX * KNOWN_WORD_WORTH + EVIDENCE_MAX;

/** How many of the texts are words of statements in that language. */
function countKnown(texts: readonly string[], language: string): number {
  const known = LANGUAGE_WORDS.get(language);
  const found = texts.filter((text) => {
    const word = text.trim().toLowerCase();
    return word.length > 2 && /[^\0-\x7f]/.test(word) && known?.has(word) === true;
  });
  return Math.min(found.length, KNOWN_MAX);
}

/** The languages of the script that most letters are of. */
function fittingLanguages(words: readonly (readonly Letter[])[]): readonly Language[] {
  const counts = new Map<string, number>();
  for (const word of words)
    for (const { kind, script } of word)
      if (kind === "letter") counts.set(script, (counts.get(script) ?? 0) + 1);
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  const script = most?.[0] ?? "latin";
  const fitting = listLanguages().filter((language) => language.script === script);
  return fitting.length > 0 ? fitting : listLanguages().filter(({ name }) => name === "en");
}
