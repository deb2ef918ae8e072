// "Your standing order of 350.00 to Ada was executed on 2 November": a standing order alone is only
// arranged, and the word for it is no verb. That it was executed moves money, wherever the sentence
// has the amount, the other party and the day. That it was set up, or a row that says how often ("Frequency:
// monthly"), moves none yet.

import type { Day } from "../../money/day.ts";
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { findDates } from "../totals/money/dates.ts";
import { foldInPlace } from "../words/in-place.ts";
import { wordsIn } from "../words/phrases.ts";
import type { Place } from "./alert-text.ts";
import { keepLines } from "./digests.ts";
import { isPaidLine } from "./paid-rows.ts";
import type { Verb } from "./vocabulary.ts";

const ORDER = wholeWords(SENTENCES["standing order"]);
const EXECUTED = wholeWords(SENTENCES["standing order executed"]);
const MADE = wholeWords(SENTENCES["standing order made"]);
const PAID = wholeWords(SENTENCES.charged);
/** "Will be executed", "was not executed". */
const NOT_YET = new RegExp(
  [SENTENCES.future, SENTENCES["not before a verb"], SENTENCES["not executed"]]
    .map((words) => wholeWords(words).source)
    .join("|"),
  "u",
);
const MADE_MEANWHILE: ReadonlySet<Verb["sense"]> = new Set<Verb["sense"]>([
  "arranged",
  "to come",
  "nothing",
  "later",
]);

function wholeWords(words: Parameters<typeof wordsIn>[0]): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${wordsIn(words).join("|")})(?!\p{L})`, "u");
}

/** "How often: every month", as a row's label. */
const HOW_OFTEN = new RegExp(
  String.raw`^[^\p{L}]{0,4}(?<label>${wordsIn(SENTENCES["how often"]).join("|")})\s?(?:[:：\t\n]| [-–] )`,
  "u",
);

/** The verbs of a segment; a row that says how often money will go says that it was arranged. */
export function withHowOften(
  folded: string,
  { start, end }: { readonly start: number; readonly end: number },
  verbs: readonly Verb[],
): readonly Verb[] {
  const label = HOW_OFTEN.exec(folded.slice(start, end))?.groups?.["label"];
  if (label === undefined) return verbs;
  const row: Verb = { sense: "arranged", isBeforePayee: false, phrase: label, start, end };
  return [row, ...verbs];
}

/** The verbs of a sentence; a standing order that was executed is a verb of money out. */
export function withStandingOrders(
  folded: string,
  { start, end }: Place,
  verbs: readonly Verb[],
): readonly Verb[] {
  const sentence = folded.slice(start, end);
  const order = ORDER.exec(sentence);
  if (order === null) return verbs;
  const place = { start: start + order.index, end: start + order.index + order[0].length };
  if (!EXECUTED.test(sentence) || NOT_YET.test(sentence))
    return MADE.test(sentence) && !isPaid(sentence)
      ? withArrangement(verbs, order[0], place)
      : verbs;
  const executed: Verb = { sense: "out", isBeforePayee: false, phrase: order[0], ...place };
  const others = verbs.filter(
    (verb) => !MADE_MEANWHILE.has(verb.sense) || verb.start >= place.end || verb.end <= place.start,
  );
  return [executed, ...others];
}

/** "We have paid 350.00 to Ada by the standing order that you set up". */
function isPaid(sentence: string): boolean {
  return PAID.test(sentence) && !NOT_YET.test(sentence);
}

/** "You have created a standing order": its noun is no verb of a movement. */
function withArrangement(verbs: readonly Verb[], phrase: string, place: Place): readonly Verb[] {
  if (verbs.some(({ sense }) => MADE_MEANWHILE.has(sense))) return verbs;
  const others = verbs.filter(({ start, end }) => start >= place.end || end <= place.start);
  return [...others, { sense: "arranged", isBeforePayee: false, phrase, ...place }];
}

/** "Set up a direct debit and choose your day": English has the same form for a request. */
const ADVICE = /^[^\p{L}]{0,4}(?:please )?set up (?:an?|your|the) /u;

/** Whether a folded sentence advises to set something up, which arranges nothing. */
export function advisesToSetUp(folded: string): boolean {
  return ADVICE.test(folded);
}

/** Whether a sentence says that a standing order was set up. */
export function arrangesStandingOrder(folded: string): boolean {
  if (advisesToSetUp(folded)) return false;
  return withStandingOrders(folded, { start: 0, end: folded.length }, []).some(
    ({ sense }) => sense === "arranged",
  );
}

const LINES_MAX = 200;
const FIRST_PAYMENT = labelAlone(SENTENCES["first payment"]);

function labelAlone(words: Parameters<typeof wordsIn>[0]): RegExp {
  return new RegExp(String.raw`^[^\p{L}\n]{0,4}(?:${wordsIn(words).join("|")}) ?[:：\t]`, "u");
}

/**
 * Whether rows say how often something is paid, and that its first payment is on a day after the one on which the
 * message was sent: they describe a standing order, and what it pays is still to come, unless a row says what was paid.
 */
export function listsStandingOrder(text: string, sent: Day | null): boolean {
  if (sent === null) return false;
  const lines = keepLines(text, foldInPlace(text)).split("\n", LINES_MAX);
  const isAhead = (line: string): boolean => {
    const days = findDates(line, sent).flatMap(({ readings }) => readings);
    return days.length > 0 && days.every((day) => day > sent);
  };
  return (
    lines.some((line) => HOW_OFTEN.test(line)) &&
    lines.some((line) => FIRST_PAYMENT.test(line) && isAhead(line)) &&
    !lines.some(isPaidLine)
  );
}
