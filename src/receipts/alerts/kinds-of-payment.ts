// "Type: Betaling, eFaktura" beside "Bokført: 16.10.2026": what kind of payment was booked. Elsewhere an
// e-invoice is one that is still to be paid.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { foldWords, phrasesIn, wordsIn } from "../words/phrases.ts";
import type { AlertText } from "./alert-text.ts";
import type { Segment } from "./cells.ts";
import type { Verb } from "./vocabulary.ts";

const BOOKED = phrasesIn({ booked: SENTENCES["booked day"] });
const KINDS: ReadonlySet<string> = new Set(wordsIn(SENTENCES["kind of payment"]));
/** A label and a day. */
const ROW =
  /^([^\t:：\d]{2,40}?)\s?(?:\t|[:：])\s?(?:\d{1,4}[./-]\s?\d{1,2}[./-]|\d{1,2}\.? (?:de )?\p{L}{3,}|\p{L}{3,9} \d{1,2})/u;

/** The verbs of a row; without those that name the kind of a payment, where another row says that it was booked. */
export function withoutKindOfPayment(
  alert: AlertText,
  { row }: Segment,
  verbs: readonly Verb[],
): readonly Verb[] {
  const isKind = ({ sense, phrase }: Verb): boolean =>
    (sense === "to come" || sense === "arranged" || sense === "later") && KINDS.has(phrase);
  return row?.roles.includes("operation") === true && verbs.some(isKind) && hasBookedDay(alert)
    ? verbs.filter((verb) => !isKind(verb))
    : verbs;
}

/** Whether a row has the day on which a movement was booked: its whole label says so. */
function hasBookedDay({ text, segments }: AlertText): boolean {
  return segments.some(({ start, end }) => {
    const [row, label = ""] = ROW.exec(text.slice(start, end)) ?? [];
    const words = foldWords(label);
    const [hit] = BOOKED.find(words);
    return row !== undefined && hit !== undefined && hit.end - hit.start === words.length - 2;
  });
}
