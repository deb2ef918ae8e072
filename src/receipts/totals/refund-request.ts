// "Vi har mottatt søknaden din om refusjon": a request, the word that leads what it is for, and a refund, with
// whose request it is between them. The fixed phrases of words/kinds.json hold no such words between.

import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { phrasesIn, type PhraseHit } from "../words/phrases.ts";

const WORDS = phrasesIn<"request" | "for" | "refund">({
  request: PAYMENT_WORDS.request,
  for: PAYMENT_WORDS["request for"],
  refund: PAYMENT_WORDS["refund asked for"],
});
/** "Din", "deres", "van u". */
const OWNER_WORDS_MAX = 2;

/** Where folded words ask for a refund; null if they do not. */
export function findRefundRequest(folded: string): PhraseHit<"refund asked"> | null {
  const hits = WORDS.find(folded);
  for (const request of hits.filter(({ tag }) => tag === "request")) {
    const lead = hits.find(({ tag, start }) => tag === "for" && start > request.end - 1);
    const refund = hits.find(
      ({ tag, start }) => tag === "refund" && start === (lead?.end ?? -9) + 1,
    );
    if (lead === undefined || refund === undefined) continue;
    const owner = folded.slice(request.end, lead.start).split(" ").filter(isWord);
    if (owner.length <= OWNER_WORDS_MAX)
      return { tag: "refund asked", phrase: refund.phrase, start: request.start, end: refund.end };
  }
  return null;
}

/** "With number 3340918/2026": the figures of a request's number are no words. */
function isWord(token: string): boolean {
  return token !== "" && !/\d/u.test(token);
}
