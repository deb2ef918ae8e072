// How likely a message reports that money moved, in which direction and how much, by its wording alone: a logistic
// regression over its phrases (phrases-of-mail.ts) and over the words around its amounts (amounts.ts), learned from the
// mails of the tests (npm run learn). It knows no rule of the readers: where both say the same, both are likely right,
// and where they contradict each other, one is likely wrong (second-opinion.ts).

import { bodyOf, type MailDocument } from "../mail.ts";
import type { Amount } from "../totals/money/amount.ts";
import { rankAmounts, type RankedAmount } from "./amounts.ts";
import { findPhrases, type Phrase } from "./phrases-of-mail.ts";
import { addUp, toChances } from "./weights.ts";
import LEARNED from "./learned.json" with { type: "json" };

/** What a message reports: nothing moved, money out, money in, or a bill that is still to be paid. */
export const REPORTS = ["none", "out", "in", "due"] as const;
export type Report = (typeof REPORTS)[number];

export interface Wording {
  /** The probability of each; together 1. */
  readonly chances: Readonly<Record<Report, number>>;
  /** The distinct amounts, the likeliest first. */
  readonly amounts: readonly RankedAmount[];
  /** Whether enough of the message was learned to believe its wording alone. */
  readonly standsAlone: boolean;
  /** The phrases, as they are printed, that speak most for one report and against another. */
  readonly phrasesFor: (one: Report, against: Report) => readonly string[];
}

/** Of a phrase for each report but none, beside its weight for none. */
type Weights = Readonly<Record<Exclude<Report, "none">, number>>;

/** How much the words around the amounts count for what a message reports; 0 and 1 judged worse. */
export const EVIDENCE_SHARE = 0.5;

/** With fewer phrases that were learned, the wording says nothing: in a short message one word changes everything. */
const KNOWN_MIN = 50;
/** With fewer, it is not sure where no reader says anything. */
const KNOWN_MIN_ALONE = 90;
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
  const { amounts, evidence } = rankAmounts(subject, text);
  return {
    chances: chancesOf(known, LEARNED.bias, evidence),
    amounts,
    standsAlone: known.length >= KNOWN_MIN_ALONE,
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

/** What the phrases of a message and the words around its amounts say, where none counts as 0. */
export function chancesOf(
  known: readonly Weights[],
  bias: Weights,
  evidence: number,
): Wording["chances"] {
  const sumFor = (report: "out" | "in" | "due"): number => {
    const sum = known.reduce((total, weights) => total + weights[report], 0);
    return bias[report] + addUp(sum, known.length) + EVIDENCE_SHARE * evidence;
  };
  const [none = 0, out = 0, into = 0, due = 0] = toChances([
    0,
    sumFor("out"),
    sumFor("in"),
    sumFor("due"),
  ]);
  return { none, out, in: into, due };
}

/** The likeliest movement: of which amount, in which direction, and how likely it is that just this moved. */
export function likeliestMovement({
  chances,
  amounts: [likeliest],
}: Wording): { amount: Amount; incoming: boolean; chance: number } | null {
  if (likeliest === undefined) return null;
  const { amount, chance } = likeliest;
  const incoming = chances.in > chances.out;
  return { amount, incoming, chance: chance * (incoming ? chances.in : chances.out) };
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

/** The file has, for each three weights, the phrases that share them: "12 -3 0": "subject refund|text #amount back". */
function readLearned(): ReadonlyMap<string, Weights> {
  const phrases = new Map<string, Weights>();
  for (const [shared, keys] of Object.entries<string>(LEARNED.phrases)) {
    const [out = 0, into = 0, due = 0] = shared.split(" ").map(Number);
    const weights = { out, in: into, due };
    for (const key of keys.split("|")) phrases.set(key, weights);
  }
  return phrases;
}

/** ': "low balance", "falls below"'; empty without phrases. */
export function quote(phrases: readonly string[]): string {
  return phrases.length === 0 ? "" : `: ${phrases.map((phrase) => `"${phrase}"`).join(", ")}`;
}
