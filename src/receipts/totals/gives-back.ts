// Whether a sentence says that money was given back, by the verbs of banks' notices.

import type { Place } from "../alerts/alert-text.ts";
import { withAnnouncements } from "../alerts/announcements.ts";
import { isConditional } from "../alerts/conditions.ts";
import { readDirection } from "../alerts/direction.ts";
import { withNegations } from "../alerts/negations.ts";
import { isOffer, isOfFuture } from "../alerts/not-moved.ts";
import { withRequests } from "../alerts/requests.ts";
import { findVerbs, HOLDINGS, MOVING } from "../alerts/vocabulary.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { phrasesIn } from "../words/phrases.ts";

const METHODS = phrasesIn<"method">({ method: PAYMENT_WORDS.method }, IN_PLACE);

/**
 * Whether a sentence says that money was given back to a card, an account or another way to pay; in a message that is
 * `ofRefund` it need not name one. `folded`: the whole text, folded in place.
 */
export function givesBack(folded: string, { start, end }: Place, ofRefund = false): boolean {
  const words = folded.slice(start, end);
  const names =
    ofRefund ||
    HOLDINGS.find(folded, start, end).length > 0 ||
    METHODS.find(folded, start, end).length > 0;
  if (!names || isConditional(folded, start) || isOffer(words) || isOfFuture(words)) return false;
  if (/[?？؟]$/u.test(words)) return false;
  const asked = withRequests(folded, start, findVerbs(folded, start, end));
  const verbs = withNegations(folded, start, withAnnouncements(folded, start, asked));
  return (
    readDirection(verbs, words)?.isRefund === true &&
    verbs.every(({ sense }) => MOVING.has(sense) || sense === "nothing" || sense === "arranged")
  );
}
