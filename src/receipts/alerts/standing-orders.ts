// "Your standing order of 350.00 to Ada was executed on 2 November": a standing order alone is only
// arranged, and the word for it is no verb. That it was executed moves money, wherever the sentence
// has the amount, the other party and the day. A row that says how often ("Frequency: monthly") is of
// one that was arranged.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import type { Verb } from "./vocabulary.ts";

const ORDER = wholeWords(SENTENCES["standing order"]);
const EXECUTED = wholeWords(SENTENCES["standing order executed"]);
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
  { start, end }: { readonly start: number; readonly end: number },
  verbs: readonly Verb[],
): readonly Verb[] {
  const sentence = folded.slice(start, end);
  const order = ORDER.exec(sentence);
  if (order === null || !EXECUTED.test(sentence) || NOT_YET.test(sentence)) return verbs;
  const place = { start: start + order.index, end: start + order.index + order[0].length };
  const executed: Verb = { sense: "out", isBeforePayee: false, phrase: order[0], ...place };
  const others = verbs.filter(
    (verb) => !MADE_MEANWHILE.has(verb.sense) || verb.start >= place.end || verb.end <= place.start,
  );
  return [executed, ...others];
}
