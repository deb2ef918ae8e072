// How the tests of MT940 and QIF show a row.

import type { StatementRow } from "../../../src/statements/statement.ts";
import { printUnits } from "../../../src/money/money.ts";

/** A row as "2024-03-28 -12.50 payee | notes". */
export function printRow(row: StatementRow): string {
  return `${row.date} ${printUnits(row.amount, 2)} ${row.payee}${row.notes === null ? "" : ` | ${row.notes}`}`;
}
