// Evidence over the rows: the head first, and beyond it only while more rows could still decide
// something: the order of day and month, the decimal mark, which accounts the file holds.

import { STATEMENT_ACCOUNTS_MAX } from "../../../platform/limits.ts";
import type { Currency } from "../../../money/currency.ts";
import type { Day } from "../../../money/day.ts";
import { kindOf, plain } from "../shape/cells.ts";
import { columnsWithRole, type Columns } from "./columns.ts";
import { dateParts, dayIn, type DateOrder } from "../dates/dates.ts";
import {
  dateEvidence,
  decideMark,
  decideOrder,
  markEvidence,
  noteAmount,
  noteDate,
  type DateEvidence,
  type MarkEvidence,
} from "./evidence.ts";
import { moneyColumns, type SampleRow } from "../amounts/money.ts";
import { createCurrencyReader } from "../amounts/currency-columns.ts";
import type { MoneyPlan } from "../plan.ts";
import type { Region } from "../shape/region.ts";
import type { Head } from "../survey.ts";

export interface Gathered {
  readonly dates: DateEvidence;
  readonly marks: MarkEvidence;
  /** The labels in the account column, in order of appearance; one more than may be is enough. */
  readonly accounts: ReadonlySet<string>;
  /** The currencies of each account, "" where no column names one; empty where the columns of amounts name no currency. */
  readonly currencies: ReadonlyMap<string, ReadonlySet<Currency>>;
  /** The first date as printed. */
  readonly sampleDate: string;
}

/** Counts evidence over the head, and beyond it while it decides nothing and the file goes on. */
export async function gatherEvidence(
  head: Head,
  region: Region,
  columns: Columns,
  candidates: readonly MoneyPlan[],
  accountColumn: number,
  today: Day,
): Promise<Gathered> {
  const [dateColumn = 0, secondColumn = -1] = columns.dates;
  const money = [
    ...new Set([...candidates.flatMap(moneyColumns), ...columnsWithRole(columns, "balance")]),
  ].filter((column) => column >= 0);
  const dates = dateEvidence();
  const marks = markEvidence();
  const accounts = new Set<string>();
  const currencies = new Map<string, Set<Currency>>();
  const currenciesOf = createCurrencyReader(candidates[0]);
  const noteAccount = (row: readonly string[]) => {
    const label = plain(row[accountColumn] ?? "");
    if (
      label !== "" &&
      accounts.size <= STATEMENT_ACCOUNTS_MAX &&
      kindOf(row[dateColumn] ?? "") === "date"
    )
      accounts.add(label);
  };
  const noteCurrency = (row: readonly string[]) => {
    if (
      currenciesOf === null ||
      currencies.size > STATEMENT_ACCOUNTS_MAX ||
      kindOf(row[dateColumn] ?? "") !== "date"
    )
      return;
    const label = accountColumn < 0 ? "" : plain(row[accountColumn] ?? "");
    const known = currencies.get(label) ?? new Set();
    for (const currency of currenciesOf(row)) known.add(currency);
    if (known.size > 0) currencies.set(label, known);
  };
  const note = (row: readonly string[]) => {
    const cell = row[dateColumn] ?? "";
    if (cell === "" || kindOf(cell) !== "date") return;
    noteDate(dates, cell, secondColumn < 0 ? "" : (row[secondColumn] ?? ""), today);
    for (const column of money) noteAmount(marks, row[column] ?? "");
  };
  const body = head.rows.slice(region.first);
  for (const row of body) {
    note(row);
    if (accountColumn >= 0) noteAccount(row);
    noteCurrency(row);
  }
  const sampleDate =
    body.map((row) => plain(row[dateColumn] ?? "")).find((cell) => kindOf(cell) === "date") ?? "";
  let open = decideOrder(dates) === null || decideMark(marks) === null;
  const onlyOpen = accountColumn < 0 && currenciesOf === null;
  if (head.whole || (!open && onlyOpen)) return { dates, marks, accounts, currencies, sampleDate };
  if (open) {
    Object.assign(dates, dateEvidence());
    Object.assign(marks, markEvidence());
  }
  let last = "";
  for await (const rows of head.rest()) {
    for (const row of rows) {
      if (open) note(row);
      const label = accountColumn < 0 ? last : (row[accountColumn] ?? "");
      if (label !== last) noteAccount(row);
      last = label;
      noteCurrency(row);
    }
    open = open && (decideOrder(dates) === null || decideMark(marks) === null);
    if (!open && onlyOpen) break;
  }
  return { dates, marks, accounts, currencies, sampleDate };
}

/** The rows of the head that have a day, as the money is decided on. */
export function listDatedRows(
  head: Head,
  region: Region,
  dateColumn: number,
  order: DateOrder,
  keyOf: (cells: readonly string[], index: number) => string,
): readonly SampleRow[] {
  const rows: SampleRow[] = [];
  for (let index = region.first; index < head.rows.length; index += 1) {
    const cells = head.rows[index] ?? [];
    const parts = dateParts(plain(cells[dateColumn] ?? ""));
    const day = parts === null ? null : dayIn(parts, order);
    if (day !== null)
      rows.push({ cells, date: day, line: head.lines[index] ?? 0, account: keyOf(cells, index) });
  }
  return rows;
}
