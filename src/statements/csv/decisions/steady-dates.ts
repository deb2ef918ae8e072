// Which of several columns of dates a statement is in the order of. A bank prints its bookings one
// after another, so the date of booking runs one way; the dates of purchase and of value turn back
// now and then. Where labels do not tell which date is which, that does.

import { dayNumber } from "../../../money/day.ts";
import type { Columns } from "../columns/columns.ts";
import { holdsDates } from "../columns/profile.ts";
import type { Role } from "../columns/role.ts";
import { SET_WEIGHT } from "../columns/settings-columns.ts";
import { DATE_ORDERS, readDate, type DateOrder } from "../dates/dates.ts";
import { stripCell } from "../shape/cells.ts";

type Rows = readonly (readonly string[])[];

/** Roles that say that a date is not the booking's. */
const OTHER_DATES: readonly (Role | null)[] = ["value_date", "purchase_date"];
/** The others must turn back so often; once is enough where the booking is never the earlier. */
const TURNS_MIN = 2;
const ROWS_MAX = 500;

/** The columns with the booking date first, as the order of the rows shows it; null if it does not. */
export function orderBySequence(columns: Columns, rows: Rows): readonly number[] | null {
  const { dates, roles, weights, profiles } = columns;
  const [first = -1] = dates;
  if (weights[first] === SET_WEIGHT) return null;
  const isOther = (column: number) => OTHER_DATES.includes(roles[column] ?? null);
  const isNamed = dates.some((column) => roles[column] === "booking_date");
  const unknown = isNamed
    ? []
    : profiles.flatMap((profile) =>
        !dates.includes(profile.index) && !isOther(profile.index) && holdsDates(profile)
          ? [profile.index]
          : [],
      );
  const all = [...unknown, ...dates];
  const filled = all.filter(
    (column) => (profiles[column]?.dates ?? 0) === (profiles[first]?.dates ?? 0),
  );
  if (filled.length < 2 || !filled.includes(first)) return null;
  const winners = new Set(
    DATE_ORDERS.flatMap((order) => findSteady(filled, rows.slice(0, ROWS_MAX), order)),
  );
  const [winner] = winners;
  if (winner === undefined)
    return dates.every(isOther) ? findRemaining(columns, unknown, rows) : null;
  if (winners.size > 1 || winner === first || isOther(winner)) return null;
  // A label that names the booking date is believed unless the other column's does too.
  if (roles[first] === "booking_date" && roles[winner] !== "booking_date") return null;
  return isNear(winner, first, rows, DAYS_APART_MAX)
    ? [winner, ...dates.filter((column) => column !== winner)]
    : null;
}

/** Where labels name only dates of value or purchase, the one other near them is the booking's. */
function findRemaining(
  { dates, profiles }: Columns,
  unknown: readonly number[],
  rows: Rows,
): readonly number[] | null {
  const [only = -1, second] = unknown;
  const [first = -1] = dates;
  const isFilled = profiles[only]?.dates === profiles[first]?.dates;
  return second === undefined && isFilled && isNear(only, first, rows, DAYS_NEAR_MAX)
    ? [only, ...dates]
    : null;
}

const DAYS_APART_MAX = 31;
const DAYS_NEAR_MAX = 10;
const DAYS_MIN = 2;

/** Whether the dates are those of bookings: several days, none of them far from the other date. */
function isNear(winner: number, first: number, rows: Rows, apart: number): boolean {
  const days = new Set(rows.map((row) => stripCell(row[winner] ?? "")));
  const order = DATE_ORDERS.find((one) =>
    rows.every((row) => readDate(stripCell(row[winner] ?? ""), one) !== null),
  );
  if (days.size < DAYS_MIN || order === undefined) return false;
  return rows.every((row) => {
    const [one, other] = [winner, first].map((column) =>
      readDate(stripCell(row[column] ?? ""), order),
    );
    return (
      one === null ||
      one === undefined ||
      other === null ||
      other === undefined ||
      Math.abs(dayNumber(one) - dayNumber(other)) <= apart
    );
  });
}

/** Whether the first of the columns is shown to be the booking date by the order of the rows. */
export function isSteadyFirst(columns: readonly number[], rows: Rows): boolean {
  const winners = new Set(
    DATE_ORDERS.flatMap((order) => findSteady(columns, rows.slice(0, ROWS_MAX), order)),
  );
  return winners.size === 1 && winners.has(columns[0] ?? -1);
}

/** The one column that runs one way while all others turn back; none where the dates do not exist. */
function findSteady(columns: readonly number[], rows: Rows, order: DateOrder): readonly number[] {
  const turns = columns.map((column) => countTurns(column, rows, order));
  const steady = columns.filter((_, at) => turns[at] === 0);
  const others = turns.filter((count) => count !== 0);
  const [winner] = steady;
  if (winner === undefined || steady.length > 1) return [];
  const enough = others.every((count) => count >= TURNS_MIN);
  return enough || (others.every((count) => count > 0) && isLatest(winner, columns, rows, order))
    ? steady
    : [];
}

function isLatest(
  winner: number,
  columns: readonly number[],
  rows: Rows,
  order: DateOrder,
): boolean {
  const read = (row: readonly string[], column: number) =>
    readDate(stripCell(row[column] ?? ""), order) ?? "";
  return rows.every((row) => columns.every((column) => read(row, column) <= read(row, winner)));
}

/** How often the dates turn back from their main direction; not a number where one is none. */
function countTurns(column: number, rows: Rows, order: DateOrder): number {
  let back = 0;
  let forth = 0;
  let last = Number.NaN;
  for (const row of rows) {
    const text = stripCell(row[column] ?? "");
    if (text === "") continue;
    const day = readDate(text, order);
    if (day === null) return Number.NaN;
    const number = dayNumber(day);
    if (number < last) back += 1;
    if (number > last) forth += 1;
    last = number;
  }
  return Math.min(back, forth);
}
