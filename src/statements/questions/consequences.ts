// Describes the result of each answer in words, for single rows and for the whole document. Leaves
// out what is the same under all answers. Pure.

import type { Day } from "../../money/day.ts";
import type { StatementRecord, StatementRow } from "../statement.ts";
import { findOutcome, type Property, type Reading } from "./reading.ts";
import { countTransactions, printBalance, printLongDay, printSigned, printSize } from "./words.ts";

/** The view under which consequences are told. */
export interface View {
  /** In what the answers to the question differ. */
  readonly differs: ReadonlySet<Property>;
  /** Whether another open question decides which amounts are money out: then no sign is said. */
  readonly isSignOpen: boolean;
  readonly today: Day;
}

const TEXT_CHARS_MAX = 80;

/** What a row would be: "4 March 2026", "−12.00 money out", "left out". */
export function tellRow(
  record: StatementRecord | undefined,
  { differs, isSignOpen }: View,
): string {
  if (record === undefined) return "left out";
  const { fate, date, amount, text } = findOutcome(record);
  if (fate === "left out") return "left out";
  if (fate === "unreadable" || date === null) return "left out, it cannot be read";
  const parts: string[] = [];
  if (differs.has("date")) parts.push(printLongDay(date));
  if (differs.has("amount") || differs.has("fate"))
    parts.push(isSignOpen ? printSize(amount) : tellAmount(amount));
  if (differs.has("text")) parts.push(text.slice(0, TEXT_CHARS_MAX));
  if (fate === "pending") parts.push("left out until the bank has booked it");
  else if (differs.has("fate")) parts.push("imported");
  return parts.join(", ");
}

function tellAmount(amount: number): string {
  if (amount === 0) return printSigned(0);
  return `${printSigned(amount)} ${amount < 0 ? "money out" : "money in"}`;
}

/** What the document would be: its rows, period, sums and balance. */
export function tellDocument(reading: Reading, view: View): string {
  const rows = reading.records.flatMap((record) =>
    record.kind === "transaction" && !record.row.pending ? [record.row] : [],
  );
  const { differs } = view;
  const first = reading.whole
    ? ""
    : `In the first ${reading.records.length.toLocaleString("en")} rows: `;
  const period = differs.has("date") ? tellPeriod(rows, view.today) : "";
  const tellsMoney = differs.has("amount") && !view.isSignOpen;
  const left = differs.has("fate") ? tellLeft(reading) : "";
  const sums = tellsMoney ? tellSums(rows) : "";
  const balance = tellsMoney ? tellBalance(reading, rows) : "";
  return `${first}${countTransactions(rows.length)}${period}${sums}${left}.${balance}`;
}

function tellPeriod(rows: readonly StatementRow[], today: Day): string {
  const dates = rows.map(({ date }) => date);
  const sorted = dates.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return "";
  const future = dates.filter((date) => date > today).length;
  const days =
    first === last
      ? ` on ${printLongDay(first)}`
      : ` from ${printLongDay(first)} to ${printLongDay(last)}`;
  const order = isInOrder(dates) ? "" : ", jumping back and forth in time";
  return `${days}${order}${future === 0 ? "" : `; ${future} after today`}`;
}

/** Whether the rows run through time in one direction. */
function isInOrder(dates: readonly string[]): boolean {
  const isUp = dates.every((date, index) => index === 0 || (dates[index - 1] ?? "") <= date);
  return isUp || dates.every((date, index) => index === 0 || (dates[index - 1] ?? "") >= date);
}

/** The sums, unless the rows are of several currencies. */
function tellSums(rows: readonly StatementRow[]): string {
  if (new Set(rows.map(({ currency }) => currency)).size > 1) return "";
  const sum = (sign: number) =>
    rows.reduce((all, { amount }) => (amount * sign > 0 ? all + amount : all), 0);
  return `: money in ${printSize(sum(1))}, money out ${printSize(sum(-1))}`;
}

function tellLeft({ records }: Reading): string {
  const left = records.filter(
    (record) => record.kind !== "transaction" || record.row.pending,
  ).length;
  if (left === 0) return ", none left out";
  return `, ${left.toLocaleString("en")} ${left === 1 ? "row" : "rows"} left out`;
}

/** The balance at the end by the rows, and the printed one; "" if the document has no balance. */
function tellBalance(reading: Reading, rows: readonly StatementRow[]): string {
  const found = reading.whole ? findEnd(reading, rows) : null;
  if (found === null) return "";
  const { end, printed } = found;
  return end === printed
    ? ` The balance at the end would be ${printBalance(end)}, which the file prints too.`
    : ` The balance at the end would be ${printBalance(end)}; the file prints ${printBalance(printed)}.`;
}

function findEnd(
  { stated }: Reading,
  rows: readonly StatementRow[],
): { readonly end: number; readonly printed: number } | null {
  const sum = rows.reduce((all, { amount }) => all + amount, 0);
  if (new Set(rows.map(({ account }) => account)).size > 1) return null;
  const [whole, another] = stated;
  if (whole?.opening !== null && whole !== undefined && another === undefined)
    return { end: whole.opening + sum, printed: whole.closing };
  const [top, bottom] = [rows[0], rows.at(-1)];
  if (top === undefined || bottom === undefined) return null;
  const [first, last] = top.date <= bottom.date ? [top, bottom] : [bottom, top];
  if (first.balance === null || last.balance === null) return null;
  return { end: first.balance - first.amount + sum, printed: last.balance };
}
