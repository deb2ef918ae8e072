// Messages about a charge that the reader has disputed. While the dispute is open, no money moves; once it
// is decided for the reader, the disputed amount is given back.

import type { Place } from "./alerts/alert-text.ts";
import { isConditional } from "./alerts/conditions.ts";
import { findSegments } from "./alerts/segments.ts";
import { findVerbs } from "./alerts/vocabulary.ts";
import { givesBack } from "./totals/gives-back.ts";
import WORDS from "./words/disputes.json" with { type: "json" };
import SENTENCES from "./words/alert-sentences.json" with { type: "json" };
import { findAmounts } from "./totals/money/amounts.ts";
import { foldInPlace, IN_PLACE } from "./words/in-place.ts";
import { phrasesIn, wordsIn } from "./words/phrases.ts";

export type Dispute = "open" | "won";

const DISPUTE = phrasesIn<"dispute" | "disputed amount">(
  { dispute: WORDS.dispute, "disputed amount": WORDS["disputed amount"] },
  IN_PLACE,
);
const WON = phrasesIn<"won">({ won: WORDS.won }, IN_PLACE);
const GRANTED = phrasesIn<"granted">({ granted: WORDS.granted }, IN_PLACE);
const PROVISIONAL = phrasesIn<"provisional">({ provisional: WORDS.provisional }, IN_PLACE);
const FUTURE = phrasesIn<"future">({ future: SENTENCES.future }, IN_PLACE);
const DENYING = wordsIn(SENTENCES["not before a verb"]).map(foldInPlace).join("|");
/** "It was not decided [in your favour]", "amount not credited". */
const DENIED = new RegExp(String.raw`(?<!\p{L})(?:${DENYING})(?!\p{L})[^.!?\n]*$`, "u");
const DENIED_CHARS = 30;
const TEXT_CHARS_MAX = 4_000;

/**
 * Whether a message is about a dispute: its subject, a label such as "Disputed amount" or the sentence of the decision
 * names one. "won": a sentence says that it was decided for the reader, or what was credited. Null for any other
 * message, also for a purchase that says how to dispute it.
 */
export function findDispute(subject: string, text: string): Dispute | null {
  const title = foldInPlace(subject);
  const read = text.slice(0, TEXT_CHARS_MAX);
  const folded = foldInPlace(read);
  const told = DISPUTE.find(folded);
  // A subject alone may be of a book, and a word alone of a shop's terms.
  if (told.length === 0) return null;
  const isNamed =
    DISPUTE.has(title) ||
    told.some(({ tag, end }) => tag === "disputed amount" && LABEL_END.test(read.slice(end)));
  if (!isNamed) return saysWon(read, folded, told) ? "won" : null;
  return findWon(title).length > 0 ||
    saysWon(read, folded) ||
    hasRowOfCredit(read, folded) ||
    givesBackAmount(read, folded)
    ? "won"
    : "open";
}

/** "Disputed amount: 20.00", but not "to report a disputed transaction, call us". */
const LABEL_END = /^[^\n.,;!?:：\t]{0,40}[:：\t]/u;

/** "In your favour", but not "not in your favour". */
function findWon(folded: string): readonly Place[] {
  return WON.find(folded).filter(
    ({ start }) => !DENIED.test(folded.slice(Math.max(0, start - DENIED_CHARS), start)),
  );
}

const ROW = /^[^:：\t\n]{3,60}(?:[:：]\s|\t)[^\n]{0,12}\d/u;

/** "Credited to your account: 20.00": a row states what was done. */
function hasRowOfCredit(text: string, folded: string): boolean {
  let at = 0;
  return text.split("\n").some((line) => {
    const [start, row] = [at, ROW.exec(line)];
    at += line.length + 1;
    if (row === null || findAmounts(line).length !== 1) return false;
    const end = start + line.search(/[:：\t]/u);
    return (
      !isConditional(folded, start) &&
      FUTURE.find(folded, start, end).length === 0 &&
      !DENIED.test(folded.slice(start, end)) &&
      (GRANTED.has(folded, start, end) ||
        findVerbs(folded, start, end).some(({ sense }) => sense === "in"))
    );
  });
}

/** "We have refunded 20.00 to your card": a shop's answer to a complaint. */
function givesBackAmount(text: string, folded: string): boolean {
  return findSegments(text, folded).some(
    ({ row, start, end }) =>
      row === null &&
      findAmounts(text.slice(start, end)).length === 1 &&
      givesBack(folded, { start, end }),
  );
}

/** Whether a sentence that is not conditional speaks of a credit until the decision. `folded`: in place. */
export function saysProvisional(folded: string, start: number, end: number): boolean {
  return PROVISIONAL.has(folded, start, end) && !isConditional(folded, start);
}

/** Whether a sentence says that it is decided for the reader; with `words`, one that has one of these too. */
function saysWon(text: string, folded: string, words: readonly Place[] | null = null): boolean {
  const hits = findWon(folded);
  return (
    hits.length > 0 &&
    findSegments(text, folded).some((segment) => {
      const isWithin = (hit: Place) => hit.start >= segment.start && hit.end <= segment.end;
      return (
        hits.some(isWithin) &&
        (words === null || words.some(isWithin)) &&
        !isConditional(folded, segment.start) &&
        FUTURE.find(folded, segment.start, segment.end).length === 0
      );
    })
  );
}
