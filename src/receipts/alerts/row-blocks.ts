// The block of rows that the news of an alert is printed in: an amount with a day, an account, a party or a reference
// beside it, and where that block ends.

import { dayNumber, type Day } from "../../money/day.ts";
import { findDates } from "../totals/money/dates.ts";
import { findRows, type AlertText } from "./alert-text.ts";
import { mainRole, type LabelRole } from "./vocabulary.ts";

/** Whether all days of a sentence are after those of the rows, by more than `days`. */
export function isAfterRows(alert: AlertText, segment: number, days = 0): boolean {
  const { start, end } = alert.segments[segment] ?? { start: 0, end: 0 };
  const daysOf = (text: string): readonly Day[] =>
    findDates(text, null).flatMap(({ readings }) => readings);
  const own = daysOf(alert.text.slice(start, end));
  const inRows = findRows(alert, "date").flatMap(({ row }) =>
    daysOf(alert.text.slice(row.start, row.end)),
  );
  return (
    inRows.length > 0 &&
    own.length > 0 &&
    own.every((day) => inRows.every((one) => dayNumber(day) - dayNumber(one) > days))
  );
}

const ROWS_NEAR = 4;
const DETAILS: ReadonlySet<LabelRole> = new Set<LabelRole>([
  "date",
  "account",
  "merchant",
  "payer",
  "reference",
  "purpose",
  "balance",
]);

/** Whether rows of a day, an account, a party or a reference stand near a row. */
export function isAmongRows({ segments }: AlertText, index: number): boolean {
  const near = segments
    .slice(Math.max(0, index - ROWS_NEAR), index + ROWS_NEAR + 1)
    .flatMap(({ row }) => (row === null ? [] : [mainRole(row.roles)]));
  return near.filter((role) => role !== null && DETAILS.has(role)).length >= 2;
}

/** The last row of a block; lines that are no rows may stand between two. */
export function endOfRows({ segments }: AlertText, first: number): number {
  let end = first;
  for (let at = first + 1; at < segments.length && at <= end + ROWS_NEAR; at += 1)
    if (segments[at]?.row !== null) end = at;
  return end;
}
