// Interprets a stored number by its format: a date, a time, or a number with a currency. Shared by
// all kinds of workbooks that store numbers and formats separately.

import { printDecimal } from "./number.ts";
import type { NumberFormat } from "./number-format.ts";
import { serialToDate, serialToTime } from "./serial.ts";
import type { Cell } from "./workbook.ts";

/** The cell of a stored number; a date outside the years 1900 to 2199 stays a number. */
export function toCell(value: number, format: NumberFormat | undefined, from1904: boolean): Cell {
  if (format !== undefined && format.shows !== "number") {
    if (value < 1 && value >= 0) return serialToTime(value) ?? printDecimal(value);
    const date = serialToDate(value, from1904);
    if (date !== null) return date;
  }
  return { kind: "number", text: printDecimal(value), currency: format?.currency ?? null };
}
