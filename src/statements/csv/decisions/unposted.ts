// Rows that have a day of purchase and none of booking, where the other rows have both: the bank has
// not booked them yet. A balance on such a row shows that it is booked.

import { readAmountUnder } from "../amounts/money.ts";
import type { Table } from "./settle-columns.ts";
import type { Money } from "./settle-money.ts";

/** The share of the rows that may be without a day of booking. */
const UNPOSTED_SHARE_MAX = 0.5;

/** Whether a row without a day in the first column of dates is not booked yet. */
export function marksUnposted({ columns, rows }: Table, { context, finding }: Money): boolean {
  const [first, ...others] = columns.dates;
  if (first === undefined || others.length === 0 || columns.roles[first] !== "booking_date")
    return false;
  const isEmpty = (cells: readonly string[], column: number) =>
    column < 0 || (cells[column] ?? "").trim() === "";
  const unposted = rows.filter(
    (cells) =>
      isEmpty(cells, first) &&
      others.some((column) => !isEmpty(cells, column)) &&
      (readAmountUnder(context, finding.plan, cells) ?? 0) !== 0,
  );
  return (
    unposted.length > 0 &&
    unposted.length <= UNPOSTED_SHARE_MAX * rows.length &&
    unposted.every((cells) => isEmpty(cells, finding.balance))
  );
}
