// "미입금으로 주문이 자동 취소되었습니다", "cancelled, since your payment did not arrive": what was never paid is not
// given back, whatever word of a cancellation is beside it.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { phrasesIn } from "../words/phrases.ts";
import type { Place } from "./alert-text.ts";
import type { Verb } from "./vocabulary.ts";

const NEVER_PAID = phrasesIn<"never paid">({ "never paid": SENTENCES["never paid"] }, IN_PLACE);

/** The verbs of a sentence; one that says that nothing was ever paid has those of stopped money alone. */
export function withNeverPaid(
  folded: string,
  { start, end }: Place,
  verbs: readonly Verb[],
): readonly Verb[] {
  const [never] = NEVER_PAID.find(folded, start, end);
  if (never === undefined || !verbs.some(({ sense }) => sense === "back")) return verbs;
  return verbs.map((verb) => ({ ...verb, sense: "stopped" }));
}
