// A stored number to what its cell shows: a date, a time or a number with its currency. One rule for every kind of
// workbook that stores numbers and formats apart.

import { decimalText } from "./number.ts";
import type { NumberFormat } from "./number-format.ts";
import { dateOfSerial, timeOfSerial } from "./serial.ts";
import type { Cell } from "./workbook.ts";

/** The cell of a stored number; one that is no date of the years we hold stays a number, whatever its format. */
export function valueCell(
  value: number,
  format: NumberFormat | undefined,
  from1904: boolean,
): Cell {
  if (format !== undefined && format.shows !== "number") {
    if (value < 1 && value >= 0) return timeOfSerial(value) ?? decimalText(value);
    const date = dateOfSerial(value, from1904);
    if (date !== null) return date;
  }
  return { kind: "number", text: decimalText(value), currency: format?.currency ?? null };
}
