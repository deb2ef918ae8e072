// How likely a message reports that money moved, and in which direction, by its wording alone: a logistic regression
// over its phrases (phrases-of-mail.ts), learned from the mails of the tests (npm run learn). It knows no rule of the
// readers, so that where it contradicts them one of the two is likely wrong. It never reads a value and never decides:
// a person is asked.

import { findView, type MailDocument } from "../mail.ts";
import { findPhrases, type Phrase } from "./phrases-of-mail.ts";
import LEARNED from "./learned.json" with { type: "json" };

/** What a message reports: nothing moved, money out, or money in. */
export type Report = "none" | "out" | "in";

export interface Wording {
  /** The probability of each; together 1. */
  readonly chances: Readonly<Record<Report, number>>;
  /** The phrases, as they are printed, that speak most for one report and against another. */
  readonly phrasesFor: (one: Report, against: Report) => readonly string[];
}

/** Of a phrase for money out and money in, beside its weight for none, in whole parts of 1 / SCALE. */
interface Weights {
  readonly out: number;
  readonly in: number;
}

export const SCALE = 8;

/** With fewer phrases that were learned, the wording says nothing: in a short message one word changes everything. */
const KNOWN_MIN = 50;
const PHRASES_SHOWN = 3;
const SHOWN_CHARS_MIN = 4;
const SHOWN_CHARS_MAX = 40;
/** In scripts without blanks, the characters around a pair are shown too, up to so many. */
const RUN_CHARS_MAX = 12;
const LETTER = /[\p{L}\p{M}]/u;

/** The wording of a message's own text; null if too little of it was learned. */
export function judgeWording(document: MailDocument): Wording | null {
  const text = bodyOf(document);
  const { subject } = document;
  const known: (Phrase & Weights)[] = [];
  for (const phrase of findPhrases(subject, text)) {
    const weights = weightsOf(phrase.key);
    if (weights !== null) known.push({ ...phrase, ...weights });
  }
  if (known.length < KNOWN_MIN) return null;
  return {
    chances: chancesOf(known, LEARNED.bias),
    phrasesFor: (one, against) => {
      const speaksFor = (phrase: Weights) => weightOf(phrase, one) - weightOf(phrase, against);
      const printed = known
        .filter((phrase) => phrase.isSpoken && speaksFor(phrase) > 0)
        .toSorted((a, b) => speaksFor(b) - speaksFor(a))
        .map((phrase) => printWhole(phrase.place === "subject" ? subject : text, phrase));
      return distinct(printed);
    },
  };
}

/** The formatted text of a message, else its plain text. */
export function bodyOf(document: MailDocument): string {
  const formatted = findView(document, "html")?.text ?? "";
  return formatted === "" ? (findView(document, "text")?.text ?? "") : formatted;
}

/** The softmax of the three sums over the phrases of a message, where "none" has the sum 0. */
export function chancesOf(known: readonly Weights[], bias: Weights): Wording["chances"] {
  const share = 1 / (SCALE * Math.sqrt(Math.max(known.length, 1)));
  const sum = (of: "out" | "in"): number =>
    bias[of] + share * known.reduce((total, weights) => total + weights[of], 0);
  const [out, into] = [Math.exp(sum("out")), Math.exp(sum("in"))];
  const whole = 1 + out + into;
  return { none: 1 / whole, out: out / whole, in: into / whole };
}

function weightOf(weights: Weights, report: Report): number {
  return report === "none" ? 0 : weights[report];
}

/** A phrase as it is printed, on one line. */
function printWhole(text: string, { start, end }: Phrase): string {
  let [from, to] = [start, end];
  while (to - from < RUN_CHARS_MAX && LETTER.test(text[from - 1] ?? "")) from -= 1;
  while (to - from < RUN_CHARS_MAX && LETTER.test(text[to] ?? "")) to += 1;
  return text.slice(from, to).replaceAll(/\s+/gu, " ");
}

/** The first few that say something and are not within one another. */
function distinct(printed: readonly string[]): readonly string[] {
  const shown: string[] = [];
  for (const line of printed) {
    const isNew = !shown.some((other) => other.includes(line) || line.includes(other));
    if (isNew && line.length >= SHOWN_CHARS_MIN && line.length <= SHOWN_CHARS_MAX) shown.push(line);
    if (shown.length >= PHRASES_SHOWN) break;
  }
  return shown;
}

let learned: ReadonlyMap<string, Weights> | null = null;

/** The weights of a phrase; null if it was never learned. */
function weightsOf(key: string): Weights | null {
  learned ??= readLearned();
  return learned.get(key) ?? null;
}

/** The file has, for each pair of weights, the phrases that share it: "12 -3": "subject refund|text #amount back". */
function readLearned(): ReadonlyMap<string, Weights> {
  const phrases = new Map<string, Weights>();
  for (const [pair, keys] of Object.entries<string>(LEARNED.phrases)) {
    const [out = 0, into = 0] = pair.split(" ").map(Number);
    const weights = { out, in: into };
    for (const key of keys.split("|")) phrases.set(key, weights);
  }
  return phrases;
}
