// "Invoice for your delivery", "Rechnung zu deiner Lieferung": a subject that names the paper of a delivery
// announces no delivery. "Invoice and dispatch note" does.

import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, wordsIn, type PhraseHit } from "../words/phrases.ts";
import type { Cue } from "./kind-cues.ts";

const PAPERS: readonly Cue[] = ["invoice", "receipt"];
const DELIVERIES: readonly Cue[] = ["shipment", "shipment (body)"];
/** Between both: "for", "zu deiner", "de la". */
const BETWEEN = new RegExp(
  String.raw`^ ?(?:${wordsIn(PAYMENT_WORDS["paper for"])
    .map((word) => foldWords(word).trim())
    .join("|")})(?: \p{L}{1,6})? ?$`,
  "u",
);

/** The words of a subject that tell its kind, without a delivery that is named behind its paper. */
export function withoutNamedDelivery(
  subject: string,
  hits: readonly PhraseHit<Cue>[],
): readonly PhraseHit<Cue>[] {
  if (!hits.some(({ tag }) => DELIVERIES.includes(tag))) return hits;
  const folded = foldWords(subject);
  return hits.filter(
    ({ tag, start }) =>
      !DELIVERIES.includes(tag) ||
      !hits.some(
        (paper) =>
          PAPERS.includes(paper.tag) &&
          paper.end <= start &&
          BETWEEN.test(folded.slice(paper.end, start)),
      ),
  );
}
