// "Renews 21 July 2026" on an invoice: a subscription goes on by itself, and what the invoice names was
// collected when it was sent. A day to pay by says otherwise, and the reader of it counts first.

import type { Day } from "../../money/day.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import { findDates } from "./money/dates.ts";

const RENEWS = phrasesIn<"renews">({ renews: PAYMENT_WORDS["renews on a day"] });
const LINES_MAX = 2_000;
const LINE_CHARS_MAX = 80;

/** Whether a short line of a text says that something renews on a later day than the one when it was sent. */
export function renewsLater(text: string, sent: Day | null): boolean {
  if (sent === null || !RENEWS.in(text)) return false;
  return text
    .split("\n", LINES_MAX)
    .some(
      (line) =>
        line.length <= LINE_CHARS_MAX &&
        RENEWS.has(foldWords(line)) &&
        findDates(line, sent).some(({ readings }) => readings.every((day) => day > sent)),
    );
}
