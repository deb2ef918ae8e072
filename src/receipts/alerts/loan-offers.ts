// "80,000 is waiting for you, in your account within a minute", "人民币80,000元 待领取": a bank offers a loan,
// an advance or instalments. Its words are those of money that arrived, and its amounts are what a
// person could borrow.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import type { AlertText } from "./alert-text.ts";
import type { Movement } from "./movement.ts";

type Words = Parameters<typeof wordsIn>[0];

/** A pattern of words that begin a word, and of others in scripts without blanks. */
function eitherOf(spaced: Words, unspaced: Words, end: string): RegExp {
  return new RegExp(
    String.raw`(?<!\p{L})(?:${wordsIn(spaced).join("|")})${end}|${wordsIn(unspaced).join("|")}`,
    "u",
  );
}

const OFFERS = eitherOf(SENTENCES["offers a loan"], SENTENCES["offers a loan, without blanks"], "");
/** "Is waiting for you", "within 5 minutes": of a transfer too, where nothing speaks of a loan. */
const READY = eitherOf(
  SENTENCES["money is ready"],
  SENTENCES["money is ready, without blanks"],
  "",
);
const LOAN = eitherOf(
  SENTENCES["what may be borrowed"],
  SENTENCES["what may be borrowed, without blanks"],
  String.raw`(?!\p{L})`,
);

/**
 * Whether the subject offers a loan, or a sentence above the first movement does. One below it may be an
 * advertisement beside what an alert reports.
 */
export function offersLoan(
  subject: string,
  { folded, segments }: AlertText,
  movements: readonly Movement[],
): boolean {
  const mayLend = LOAN.test(subject) || LOAN.test(folded);
  const offers = (said: string): boolean => OFFERS.test(said) || (mayLend && READY.test(said));
  if (offers(subject)) return true;
  const first = Math.min(...movements.flatMap(({ segment, head }) => [segment, head]));
  return segments
    .slice(0, Number.isFinite(first) ? first + 1 : 0)
    .some(({ start, end }) => offers(folded.slice(start, end)));
}
