// "Your order was cancelled ... We have refunded the whole amount": the total of the cancelled order is what
// was given back, though no label says so.

import { isConditional } from "../alerts/not-moved.ts";
import { findSegments } from "../alerts/segments.ts";
import { foldInPlace } from "../words/in-place.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import type { KindSeen } from "./kind.ts";
import { hasTotal, type ReadBody } from "./label-doubts.ts";

const WHOLE = phrasesIn<"whole">({ whole: PAYMENT_WORDS["whole amount given back"] });
const TEXT_CHARS_MAX = 20_000;

/** A cancellation whose text says that the whole amount was given back is a refund of its total. */
export function withWholeRefund(kind: KindSeen, body: ReadBody): KindSeen {
  const isGiven =
    (kind.unpaid || kind.returning) &&
    kind.kind === "not a transaction" &&
    hasTotal(body.read) &&
    body.read.claims.length === 1 &&
    saysWholeGivenBack(body.view.text);
  return isGiven ? { ...kind, kind: "refund", unpaid: false } : kind;
}

function saysWholeGivenBack(text: string): boolean {
  const read = text.slice(0, TEXT_CHARS_MAX);
  if (!WHOLE.has(foldWords(read))) return false;
  const folded = foldInPlace(read);
  return findSegments(read, folded).some(
    ({ start, end }) =>
      !isConditional(folded, start) && WHOLE.has(foldWords(read.slice(start, end))),
  );
}
