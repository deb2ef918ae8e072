// Dates as the day numbers of a spreadsheet, "46053" for 2026-01-31, as an export without formats
// prints them. Only a column whose label says that it holds dates is read so: five digits without a
// label may be a reference. The day is written into the cells before anything else looks at them.

import { dayNumber, type Day } from "../../../money/day.ts";
import { serialToDate } from "../../workbook/serial.ts";
import { matchRoles } from "../columns/labels.ts";
import { stripCell } from "../shape/cells.ts";

type Rows = readonly (readonly string[])[];

const SERIAL = /^\d{5}(?:\.\d{1,12})?$/;
/** The years before 2000 are no years of exports. */
const SERIAL_MIN = 36_526;
/** The day number of 1970-01-01. */
const EPOCH = 25_569;
const DAYS_AHEAD_MAX = 400;
const HEADER_ROWS_MAX = 40;
const LABEL_WEIGHT_MIN = 60;

/** The columns that a header calls dates and that hold only such numbers, in file order. */
export function findSerialColumns(rows: Rows, today: Day): readonly number[] {
  const most = dayNumber(today) + EPOCH + DAYS_AHEAD_MAX;
  const isSerial = (cell: string) =>
    SERIAL.test(cell) && Number(cell) >= SERIAL_MIN && Number(cell) <= most;
  for (const [at, header] of rows.slice(0, HEADER_ROWS_MAX).entries()) {
    const columns = header.flatMap((label, column) => {
      if (!namesDate(stripCell(label))) return [];
      const filled = rows
        .slice(at + 1)
        .filter((row) => row.length >= header.length)
        .map((row) => stripCell(row[column] ?? ""))
        .filter((cell) => cell !== "");
      return filled.length > 0 && filled.every(isSerial) ? [column] : [];
    });
    if (columns.length > 0) return columns;
  }
  return [];
}

function namesDate(label: string): boolean {
  const [best] = label === "" || /\d/.test(label) ? [] : matchRoles(label);
  return (
    best !== undefined &&
    best.weight >= LABEL_WEIGHT_MIN &&
    (best.role === "date" || best.role.endsWith("_date"))
  );
}

/** The day, and the time if there is one, of such a number; any other text as it is. */
export function printSerial(cell: string): string {
  const text = stripCell(cell);
  const read = SERIAL.test(text) ? serialToDate(Number(text), false) : null;
  if (read === null) return cell;
  return read.time === null ? read.day : `${read.day} ${read.time}`;
}
