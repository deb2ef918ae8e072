// "We have charged a deposit of 150.00 to your Visa ending 3907 on 23/11/2026", "Das Guthaben von 87,46 EUR haben wir
// am 23.11.2026 auf Ihr Konto *4402 überwiesen": the sentence names one amount, the reader's card or account, and a day
// just before the message was sent. It reports a movement, although the message is a booking or a yearly bill. An older
// day is that of an earlier charge, which another message reported.

import { dayNumber, type Day } from "../../money/day.ts";
import { amountsWithin } from "../alerts/amounts-within.ts";
import { withAnnouncements } from "../alerts/announcements.ts";
import type { Segment } from "../alerts/cells.ts";
import { isConditional } from "../alerts/conditions.ts";
import { reachesYourAccount, readDirection } from "../alerts/direction.ts";
import { isOfFuture, namesAccount } from "../alerts/not-moved.ts";
import { findSegments } from "../alerts/segments.ts";
import { findLabels, findVerbs, MOVING } from "../alerts/vocabulary.ts";
import { foldInPlace } from "../words/in-place.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import type { Amount } from "./money/amount.ts";
import { saysTookNow } from "./charging-sentence.ts";
import { findAmounts } from "./money/amounts.ts";
import { findCards } from "./money/cards.ts";
import { findDates, type DateSeen } from "./money/dates.ts";

const TEXT_CHARS_MAX = 20_000;
/** A charge or transfer of so many days before the message is its news. */
const NEWS_DAYS_MAX = 7;

const TODAY = phrasesIn({ today: PAYMENT_WORDS.today });

/** A movement that a sentence tells of. */
export interface ToldMovement {
  readonly direction: "in" | "out";
  /** Where its amount begins in the text. */
  readonly at: number;
  /** Its day; null where the sentence says "today". */
  readonly date: DateSeen | null;
}

/** The movement of the only such sentence; null without one, or if there are several. */
export function findToldMovement(text: string, sent: Day | null): ToldMovement | null {
  const read = text.slice(0, TEXT_CHARS_MAX);
  const folded = foldInPlace(read);
  const amounts = findAmounts(read);
  const told = joinLines(read, findSegments(read, folded)).flatMap(
    ({ row, start, end }, index, all): ToldMovement[] => {
      const words = folded.slice(start, end);
      const isOwn =
        namesAccount(words) ||
        reachesYourAccount(words) ||
        findCards(read.slice(start, end)).length > 0;
      const [own, ...others] = amountsWithin(amounts, { start, end });
      if (row !== null || !isOwn || others.length > 0) return [];
      // "Credit in your favour 131.62", and behind it "We transferred the credit to your account on 23/11/2026".
      const above = all
        .slice(0, index)
        .findLast((one) => /[\p{L}\d]/u.test(read.slice(one.start, one.end)));
      const isOfAbove =
        above !== undefined && (namesSame(folded, above, words) || namesAmount(words));
      const amount = own ?? (isOfAbove ? onlyAmount(amounts, above) : undefined);
      if (amount === undefined) return [];
      const at = amount.start;
      if (isOfFuture(words) || isConditional(folded, start)) return [];
      const day = findDates(read.slice(start, end), sent).find(({ readings }) =>
        readings.some((one) => isJustBefore(one, sent)),
      );
      if (day === undefined && !TODAY.has(foldWords(words))) return [];
      const date =
        day === undefined ? null : { ...day, start: day.start + start, end: day.end + start };
      if (own !== undefined && saysTookNow(folded, { start, end }))
        return [{ direction: "out", at, date }];
      const verbs = withAnnouncements(folded, start, findVerbs(folded, start, end));
      const reading = verbs.every(({ sense }) => MOVING.has(sense))
        ? readDirection(verbs, words)
        : null;
      return reading?.direction === "in" && reachesYourAccount(words)
        ? [{ direction: "in", at, date }]
        : [];
    },
  );
  const [only, ...more] = told;
  // A sentence of two lines is found in both.
  return only === undefined || more.some(({ at }) => at !== only.at) ? null : only;
}

/** Whether a sentence repeats a word of the line above it: "Credit in your favour", "We transferred the credit". */
function namesSame(folded: string, { start, end }: Segment, sentence: string): boolean {
  const words = new Set(sentence.match(LONG_WORD));
  return (folded.slice(start, end).match(LONG_WORD) ?? []).some((word) => words.has(word));
}

/** "Den Betrag haben wir überwiesen", "We transferred the amount": that of the line above. */
function namesAmount(sentence: string): boolean {
  return findLabels(sentence, 0, sentence.length).some(
    ({ role, start }) => role === "amount" && start <= ARTICLE_CHARS_MAX,
  );
}

const ARTICLE_CHARS_MAX = 24;
const LONG_WORD = /\p{L}{5,}/gu;

function onlyAmount(amounts: readonly Amount[], place: Segment): Amount | undefined {
  const [only, ...more] = amountsWithin(amounts, place);
  return more.length > 0 ? undefined : only;
}

function isJustBefore(day: Day, sent: Day | null): boolean {
  if (sent === null) return false;
  const days = dayNumber(sent) - dayNumber(day);
  return days >= 0 && days <= NEWS_DAYS_MAX;
}

/** Joins a sentence with the next line, which begins with a name: "150.00 to your / Visa Debit card ending 3907". */
function joinLines(text: string, segments: readonly Segment[]): readonly Segment[] {
  return segments.map((segment, at) => {
    const next = segments[at + 1];
    const goesOn =
      segment.row === null &&
      next?.row === null &&
      text.slice(segment.end, next.start) === "\n" &&
      /[\p{L}\d*•]$/u.test(text.slice(segment.start, segment.end));
    return goesOn ? { ...segment, end: next.end } : segment;
  });
}
