// "Below you find a link that lets you pay by card": an order whose message sends the link with which it is
// to be paid. Nothing has moved yet, so that with a total it is a bill, and without one it is nothing.

import { isConditional } from "../alerts/conditions.ts";
import { findSegments } from "../alerts/segments.ts";
import { foldInPlace } from "../words/in-place.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import { saysMayPay } from "./possible-payments.ts";

const LINKS = phrasesIn<"link">({ link: PAYMENT_WORDS["link to pay"] });
const LINK = phrasesIn<"link">({ link: PAYMENT_WORDS["a link"] });
const LETS = phrasesIn<"lets">({ lets: PAYMENT_WORDS["lets you pay"] });
const TEXT_CHARS_MAX = 20_000;

/** Whether a sentence or the subject sends a link to pay; "if you have not paid yet" does not. */
export function sendsLinkToPay(text: string): boolean {
  const read = text.slice(0, TEXT_CHARS_MAX);
  if (!isToPay(foldWords(read))) return false;
  const folded = foldInPlace(read);
  return findSegments(read, folded).some(
    ({ start, end }) => !isConditional(folded, start) && isToPay(foldWords(read.slice(start, end))),
  );
}

/** "The link to pay", or a link and what it is good for: "a link with which you can pay". */
function isToPay(words: string): boolean {
  return LINKS.has(words) || (LINK.has(words) && (LETS.has(words) || saysMayPay(words)));
}
