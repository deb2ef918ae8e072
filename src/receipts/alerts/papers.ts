// "Wir haben Ihre Reklamation zum Umsatz vom 02.10. erhalten: 74,90 EUR", "we have received your
// complaint": a letter was received, and no money.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import type { Amount } from "../totals/money/amount.ts";
import { IN_PLACE } from "../words/in-place.ts";
import { phrasesIn, wordsIn } from "../words/phrases.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { MOVING, type Verb } from "./vocabulary.ts";

const RECEIVED = String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["was received"]).join("|")})\p{L}{0,5}`;
const PAPER = String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["a letter of the reader"]).join("|")})(?!\p{L})`;
const NAMES_PAPER = new RegExp(PAPER, "u");
const RECEIVED_FIRST = new RegExp(`${RECEIVED} ${PAPER}`, "u");
const PAPER_FIRST = new RegExp(`(?<between>${PAPER}[^!?\\n]{0,90}?)${RECEIVED}`, "u");

/**
 * The verbs of a sentence; where it says that a letter was received, without those of receiving and
 * those of what the letter is about ("your complaint about the debit of 89.00").
 */
export function withoutPapers(
  { folded, amounts }: Pick<AlertText, "folded" | "amounts">,
  { start, end }: Place,
  verbs: readonly Verb[],
): readonly Verb[] {
  const sentence = folded.slice(start, end);
  if (!tellsOfPaper(sentence, amounts, start)) return verbs;
  const second = start + (findSecondClause(sentence) ?? sentence.length);
  const isMoved = amounts.some((one) => one.start >= second && one.end <= end);
  return verbs.filter(
    ({ sense, phrase, start: at }) =>
      sense === "back" ||
      (sense === "in" && !ONLY_RECEIVED.test(phrase)) ||
      !MOVING.has(sense) ||
      (isMoved && at >= second && CHARGED.find(phrase).length > 0),
  );
}

/** "Charged", not "charge": it was done. */
const CHARGED = phrasesIn<"charged">({ charged: SENTENCES.charged }, IN_PLACE);
const AND = new RegExp(String.raw` (?:${wordsIn(SENTENCES.and).join("|")}) `, "u");

/** "We received your request and have charged 10.00": where a second clause says what was done. */
function findSecondClause(sentence: string): number | null {
  const paper = NAMES_PAPER.exec(sentence);
  if (paper === null) return null;
  const behind = paper.index + paper[0].length;
  const and = AND.exec(sentence.slice(behind));
  return and === null ? null : behind + and.index;
}

const ONLY_RECEIVED = new RegExp(RECEIVED, "u");

function tellsOfPaper(sentence: string, amounts: readonly Amount[], start: number): boolean {
  if (RECEIVED_FIRST.test(sentence)) return true;
  const match = PAPER_FIRST.exec(sentence);
  const between = match?.groups?.["between"];
  if (match === null || between === undefined) return false;
  const from = start + match.index;
  return amounts
    .filter((one) => one.start >= from && one.start < from + between.length)
    .every((one) => OF_AMOUNT.test(sentence.slice(0, one.start - start)));
}

/** "Your complaint about the debit of 89.00 was received": an amount that is named, not received. */
const OF_AMOUNT = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["of an amount"]).join("|")}) (?:\p{Sc}|\p{L}{3} )? ?$`,
  "u",
);
