// "We have charged a deposit of 150.00 to your Visa ending 3907 on 23/11/2026", "Das Guthaben von 87,46 EUR haben wir
// am 23.11.2026 auf Ihr Konto *4402 überwiesen": one sentence with an amount, the reader's card or account and a day
// that has been tells of a movement, whatever the message around it is about.

import type { Day } from "../../money/day.ts";
import { amountsWithin } from "../alerts/amounts-within.ts";
import { withAnnouncements } from "../alerts/announcements.ts";
import type { Segment } from "../alerts/cells.ts";
import { isConditional } from "../alerts/conditions.ts";
import { reachesYourAccount, readDirection } from "../alerts/direction.ts";
import { isOfFuture, namesAccount } from "../alerts/not-moved.ts";
import { findSegments } from "../alerts/segments.ts";
import { findVerbs, MOVING } from "../alerts/vocabulary.ts";
import { foldInPlace } from "../words/in-place.ts";
import { saysTookNow } from "./charging-sentence.ts";
import { findAmounts } from "./money/amounts.ts";
import { findCards } from "./money/cards.ts";
import { findDates } from "./money/dates.ts";

const TEXT_CHARS_MAX = 20_000;

/** A movement that a sentence tells of. */
export interface ToldMovement {
  readonly direction: "in" | "out";
  /** Where its amount begins in the text. */
  readonly at: number;
}

/** The movement of the only such sentence; null without one, or if there are several. */
export function findToldMovement(text: string, sent: Day | null): ToldMovement | null {
  const read = text.slice(0, TEXT_CHARS_MAX);
  const folded = foldInPlace(read);
  const amounts = findAmounts(read);
  const told = joinLines(read, findSegments(read, folded)).flatMap(
    ({ row, start, end }): ToldMovement[] => {
      const words = folded.slice(start, end);
      const isOwn = namesAccount(words) || findCards(read.slice(start, end)).length > 0;
      const [amount, ...others] = amountsWithin(amounts, { start, end });
      if (row !== null || !isOwn || amount === undefined || others.length > 0) return [];
      const at = amount.start;
      if (isOfFuture(words) || isConditional(folded, start)) return [];
      const isPast = findDates(read.slice(start, end), sent).some(({ readings }) =>
        readings.some((day) => sent !== null && day <= sent),
      );
      if (!isPast) return [];
      if (saysTookNow(folded, { start, end })) return [{ direction: "out", at }];
      const verbs = withAnnouncements(folded, start, findVerbs(folded, start, end));
      const reading = verbs.every(({ sense }) => MOVING.has(sense))
        ? readDirection(verbs, words)
        : null;
      return reading?.direction === "in" && reading.isCertain && reachesYourAccount(words)
        ? [{ direction: "in", at }]
        : [];
    },
  );
  const [only, ...more] = told;
  return only === undefined || more.length > 0 ? null : only;
}

/** A sentence that goes on in the next line, which begins with a name: "150.00 to your / Visa Debit card ending 3907". */
function joinLines(text: string, segments: readonly Segment[]): readonly Segment[] {
  return segments.map((segment, at) => {
    const next = segments[at + 1];
    const goesOn =
      segment.row === null &&
      next?.row === null &&
      text.slice(segment.end, next.start) === "\n" &&
      /[\p{L}\d]$/u.test(text.slice(segment.start, segment.end));
    return goesOn ? { ...segment, end: next.end } : segment;
  });
}
