// "On your account 123456789 a transaction took place" over "Amount: 20,546.00 CZK" and the other side's name: nothing
// says whether the money came in or went out. Some banks print a minus for money out and nothing for money in.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import NOUNS from "../words/alert-nouns.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { phrasesIn, wordsIn } from "../words/phrases.ts";
import { findRows, type AlertText } from "./alert-text.ts";
import { hasSign } from "./direction.ts";
import type { Movement } from "./movement.ts";
import { findVerbs } from "./vocabulary.ts";

const MOVEMENTS: ReadonlySet<string> = new Set(wordsIn(SENTENCES["a movement, either way"]));
const HELD = phrasesIn({ card: NOUNS.card, account: NOUNS.account }, IN_PLACE);
const OTHER_SIDE = phrasesIn({ side: SENTENCES["the other side, either way"] }, IN_PLACE);

/** Whether the words of a movement leave open which way the money went. */
export function isEitherWay(alert: AlertText, movement: Movement): boolean {
  const { isCertain, verb, amount, head } = movement;
  if (isCertain || !MOVEMENTS.has(verb.phrase) || hasSign(alert, amount)) return false;
  const { start = 0, end = 0 } = alert.segments[head] ?? {};
  const held = new Set(HELD.find(alert.folded, start, end).map(({ tag }) => tag));
  return held.has("account") && !held.has("card") && !isToldByRow(alert);
}

/** Whether a row says who paid, who was paid (and not only who the other side is) or what was done. */
function isToldByRow(alert: AlertText): boolean {
  const { folded } = alert;
  return (
    findRows(alert, "payer").length > 0 ||
    findRows(alert, "merchant").some(
      ({ start, row }) => !OTHER_SIDE.has(folded, start, row.start),
    ) ||
    findRows(alert, "operation").some(({ row }) =>
      findVerbs(folded, row.start, row.end).some(({ phrase }) => !MOVEMENTS.has(phrase)),
    )
  );
}
