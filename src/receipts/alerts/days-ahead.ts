// "Telstra direct debit, about 89.00, around 22 November" in a notice of the 19th: a noun of a payment beside a day that
// is still to come announces it. A verb that says for certain that money moved counts whatever days it names.

import { dayNumber, type Day } from "../../money/day.ts";
import { namesPayment } from "../totals/nothing-moved.ts";
import { findDates } from "../totals/money/dates.ts";
import type { AlertText } from "./alert-text.ts";
import type { Movement } from "./movement.ts";

/** A bank writes a day early of what it books on the next one. */
const DAYS_MIN = 2;

/** The movements without those whose sentence or row names only days well after the one when it was sent. */
export function withoutDaysAhead(
  { text, segments }: AlertText,
  movements: readonly Movement[],
  sent: Day | null,
): readonly Movement[] {
  if (sent === null) return movements;
  const isAhead = ({ segment, isCertain, verb }: Movement): boolean => {
    const own = segments[segment];
    if (own === undefined || (isCertain && !namesPayment(verb.phrase))) return false;
    const days = findDates(text.slice(own.start, own.end), sent).flatMap(
      ({ readings }) => readings,
    );
    return days.length > 0 && days.every((day) => dayNumber(day) - dayNumber(sent) >= DAYS_MIN);
  };
  return movements.filter((one) => !isAhead(one));
}
