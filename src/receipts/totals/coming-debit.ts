// A bill that is collected: "Your direct debit will be taken on or after 28 October", "Der Betrag wird am
// 26.10. abgebucht". The verbs are those that banks use.

import type { Day } from "../../money/day.ts";
import { withAnnouncements } from "../alerts/announcements.ts";
import { findSegments } from "../alerts/segments.ts";
import { findVerbs, MOVING, type Verb } from "../alerts/vocabulary.ts";
import type { Decimal, Seen, View } from "../receipt.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldInPlace } from "../words/in-place.ts";
import { foldWords, phrasesIn } from "../words/phrases.ts";
import { findAmounts } from "./money/amounts.ts";
import { findDates, type DateSeen } from "./money/dates.ts";

/** "Autogirodatum", "Date de prélèvement". */
const DAY_LABELS = phrasesIn<"day">({ day: PAYMENT_WORDS["day of a debit"] });
const TEXT_CHARS_MAX = 20_000;

/** Whether a sentence or row with a verb of taking money names a day after the one when it was sent. */
export function isDebitAhead({ text }: View, sent: Day | null): boolean {
  return findDebitDates(text, sent).length > 0;
}

/** The day on which a bill is collected; null if there is no such day, or several. */
export function findDebitDay(view: View, sent: Day | null): Seen<Day> | null {
  const [first, ...more] = findDebitDates(view.text, sent);
  const [day, ...others] = first?.readings ?? [];
  if (first === undefined || day === undefined || others.length > 0) return null;
  if (more.some(({ readings }) => readings.length !== 1 || readings[0] !== day)) return null;
  const span = { view: view.name, start: first.start, end: first.end };
  return { value: day, span, rule: "day of the debit" };
}

function findDebitDates(text: string, sent: Day | null): readonly DateSeen[] {
  if (sent === null) return [];
  const read = text.slice(0, TEXT_CHARS_MAX);
  const ahead = findDates(read, sent).filter(({ readings }) => readings.some((day) => day > sent));
  if (ahead.length === 0) return [];
  const folded = foldInPlace(read);
  const taking = findSegments(read, folded).filter(
    ({ start, end }) =>
      findVerbs(folded, start, end).some(isOfTaking) ||
      DAY_LABELS.has(foldWords(read.slice(start, end))),
  );
  return ahead.filter((date) =>
    taking.some(({ start, end }) => date.start >= start && date.end <= end),
  );
}

/** Whether a sentence announces a charge of this amount for a later day: "We will charge 452.84 on 14 December". */
export function isChargedLater({ text }: View, value: Decimal, sent: Day | null): boolean {
  if (sent === null) return false;
  const read = text.slice(0, TEXT_CHARS_MAX);
  const folded = foldInPlace(read);
  const ahead = findDates(read, sent).filter(({ readings }) => readings.every((day) => day > sent));
  if (ahead.length === 0) return false;
  const amounts = findAmounts(read).filter((one) => one.value === value);
  return findSegments(read, folded).some(
    ({ start, end }) =>
      [ahead, amounts].every((all) => all.some((one) => one.start >= start && one.end <= end)) &&
      findVerbs(folded, start, end).some(({ sense }) => sense === "to come"),
  );
}

function isOfTaking({ sense }: Verb): boolean {
  return sense === "to come" || (MOVING.has(sense) && sense !== "back" && sense !== "in");
}

/** Whether a sentence says that money is still to be taken: "wird am 20.11. belastet". */
export function announcesDebit(text: string): boolean {
  const read = text.slice(0, TEXT_CHARS_MAX);
  const folded = foldInPlace(read);
  return findSegments(read, folded).some(({ start, end }) => {
    const taking = findVerbs(folded, start, end).filter(
      ({ sense }) => sense === "to come" || sense === "out",
    );
    return withAnnouncements(folded, start, taking).some(({ sense }) => sense === "to come");
  });
}
