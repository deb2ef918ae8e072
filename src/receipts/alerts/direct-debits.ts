// "We have executed a direct debit from your account" over rows with the amount: a direct debit alone may
// be set up, announced or returned, and its noun is no certain verb in most languages. With a verb that says
// that it was executed it moved money out.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import type { Place } from "./alert-text.ts";
import { withStandingOrders } from "./standing-orders.ts";
import { isCertain, MOVING, type Verb } from "./vocabulary.ts";

const DEBIT = wholeWords([SENTENCES["direct debit"]]);
const EXECUTED = wholeWords([
  SENTENCES["direct debit executed"],
  SENTENCES["standing order executed"],
]);
/** "Will be executed", "was not executed", "was set up". */
const NOT_YET = wholeWords([
  SENTENCES.future,
  SENTENCES["not before a verb"],
  SENTENCES["not executed"],
  SENTENCES["standing order made"],
]);

function wholeWords(tables: readonly Parameters<typeof wordsIn>[0][]): RegExp {
  const words = tables.flatMap((table) => wordsIn(table));
  return new RegExp(String.raw`(?<!\p{L})(?:${words.join("|")})(?!\p{L})`, "u");
}

/** The verbs of a sentence; standing orders and direct debits that were executed moved money out. */
export function withExecuted(
  folded: string,
  place: Place,
  verbs: readonly Verb[],
): readonly Verb[] {
  return withDirectDebits(folded, place, withStandingOrders(folded, place, verbs));
}

/** The verbs of a sentence; a direct debit that was executed is a verb of money out. */
function withDirectDebits(
  folded: string,
  { start, end }: Place,
  verbs: readonly Verb[],
): readonly Verb[] {
  const isSilent = verbs.every((verb) => MOVING.has(verb.sense) && !isCertain(verb));
  if (!isSilent || verbs.some(({ sense }) => sense === "back")) return verbs;
  const sentence = folded.slice(start, end);
  const debit = DEBIT.exec(sentence);
  if (debit === null || !EXECUTED.test(sentence) || NOT_YET.test(sentence)) return verbs;
  const place = { start: start + debit.index, end: start + debit.index + debit[0].length };
  return [{ sense: "out", isBeforePayee: false, phrase: debit[0], ...place }, ...verbs];
}
