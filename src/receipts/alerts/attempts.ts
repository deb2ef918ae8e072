// "The first attempt failed, but the second one went through: we charged 12.00": in one sentence money
// was refused and then moved. Only the words of several attempts tell it from "your card was declined
// when you paid 12.00".

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { phrasesIn, wordsIn } from "../words/phrases.ts";
import { isCertain, MOVING, type Verb } from "./vocabulary.ts";

/** "Charged", not "charge": it was done. */
const CHARGED = phrasesIn<"charged">({ charged: SENTENCES.charged }, IN_PLACE);
const ATTEMPTS = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["several attempts"]).join("|")})(?!\p{L})`,
  "u",
);

const WENT_THROUGH = new RegExp(
  String.raw`(?<!\p{L})(?<!(?:${wordsIn(SENTENCES["not before a verb"]).join("|")}) )` +
    String.raw`(?:${wordsIn(SENTENCES["went through"]).join("|")})(?!\p{L})`,
  "u",
);

/** The verbs of the last attempt, where a sentence tells of several and the last one moved money. */
export function ofLastAttempt(folded: string, verbs: readonly Verb[]): readonly Verb[] {
  const last = verbs.findLastIndex(({ sense }) => sense === "stopped");
  const behind = verbs.slice(last + 1);
  const hasMoved =
    (behind.some((verb) => isCertain(verb) || CHARGED.find(verb.phrase).length > 0) ||
      (behind.length > 0 && WENT_THROUGH.test(folded))) &&
    behind.every(({ sense }) => MOVING.has(sense) || sense === "nothing");
  return last !== -1 && hasMoved && ATTEMPTS.test(folded) ? behind : verbs;
}
