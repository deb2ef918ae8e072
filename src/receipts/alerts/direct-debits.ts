// "We have executed a direct debit from your account" over rows with the amount: a direct debit alone may
// be set up, announced or returned, and its noun is no certain verb in most languages. With a verb that says
// that it was executed it moved money out.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import type { Place } from "./alert-text.ts";
import { withStandingOrders } from "./standing-orders.ts";
import { isCertain, MOVING, type Verb } from "./vocabulary.ts";

const DEBIT = wholeWords([SENTENCES["direct debit"]]);
const EXECUTING = [SENTENCES["direct debit executed"], SENTENCES["standing order executed"]];
const EXECUTED = wholeWords(EXECUTING);
/** "Will be executed", "was not executed", "was set up". */
const NOT_YET = wholeWords([
  SENTENCES.future,
  SENTENCES["not before a verb"],
  SENTENCES["not executed"],
  SENTENCES["standing order made"],
]);

/** Whether a folded text names a direct debit: "Dras genom autogiro den 30 november". */
export function namesDirectDebit(folded: string): boolean {
  return DEBIT.test(folded);
}

function wholeWords(tables: readonly Parameters<typeof wordsIn>[0][]): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${words(tables)})(?!\p{L})`, "u");
}

function words(tables: readonly Parameters<typeof wordsIn>[0][]): string {
  return tables.flatMap((table) => wordsIn(table)).join("|");
}

/** The verbs of a sentence; standing orders and direct debits that were executed moved money out. */
export function withExecuted(
  folded: string,
  place: Place,
  verbs: readonly Verb[],
): readonly Verb[] {
  return withDirectDebits(folded, place, withStandingOrders(folded, place, verbs));
}

/** "Was not executed", "neprovedli jsme". */
const NOT_EXECUTED = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${words([SENTENCES["not before a verb"], SENTENCES["not executed"]])}) ` +
    String.raw`(?:\p{L}+ ){0,2}|ne)(?:${words(EXECUTING)})(?!\p{L})`,
  "u",
);
const NOT_PAID = wholeWords([SENTENCES["direct debit not paid"]]);
/** "A mandate for a direct debit was registered". */
const MANDATE = wholeWords([SENTENCES["direct debit mandate"]]);
const MADE = wholeWords([SENTENCES["standing order made"]]);

/** The verbs of a sentence; a direct debit that was executed is a verb of money out. */
function withDirectDebits(
  folded: string,
  { start, end }: Place,
  verbs: readonly Verb[],
): readonly Verb[] {
  const sentence = folded.slice(start, end);
  const debit = DEBIT.exec(sentence);
  const mandate = MANDATE.exec(sentence);
  if (mandate !== null && MADE.test(sentence) && !EXECUTED.test(sentence.slice(0, mandate.index)))
    return instead(verbs, "arranged", mandate, start);
  if (debit === null) return verbs;
  if (NOT_EXECUTED.test(sentence) || NOT_PAID.test(sentence))
    return instead(verbs, "stopped", debit, start);
  const isSilent = verbs.every((verb) => MOVING.has(verb.sense) && !isCertain(verb));
  const isBack = verbs.some(({ sense }) => sense === "back");
  return isSilent && !isBack && EXECUTED.test(sentence) && !NOT_YET.test(sentence)
    ? [toVerb("out", debit, start), ...verbs]
    : verbs;
}

/** The verbs of a sentence in which a noun tells of no movement; a sentence that stops one keeps its verbs. */
function instead(
  verbs: readonly Verb[],
  sense: "arranged" | "stopped",
  noun: RegExpExecArray,
  from: number,
): readonly Verb[] {
  if (verbs.some((verb) => !MOVING.has(verb.sense) && verb.sense !== "arranged")) return verbs;
  return [toVerb(sense, noun, from)];
}

function toVerb(sense: Verb["sense"], { index, 0: phrase }: RegExpExecArray, from: number): Verb {
  const start = from + index;
  return { sense, isBeforePayee: false, phrase, start, end: start + phrase.length };
}
