// Which rows are booked. A word in a status column that nobody knows is asked about once, with rows
// as examples, unless a running balance moves with its rows. Until it is answered its rows are
// pending, never booked in silence.

import { printUnits, units } from "../../../money/money.ts";
import { readAmountUnder, type SampleRow } from "../amounts/money.ts";
import { columnWithRole } from "../columns/columns.ts";
import { normalLabel } from "../columns/labels.ts";
import { readStatusCell, type Status } from "../columns/status-words.ts";
import type { StatusPlan } from "../plan.ts";
import { foldBlanks } from "../rows/row-text.ts";
import { stripCell } from "../shape/cells.ts";
import type { Materials, Table } from "./settle-columns.ts";
import type { Money } from "./settle-money.ts";
import { findAnswer, foldNotes, settle, type Notes, type Settled } from "./settled.ts";

/** A column with more unknown words than this holds something else than a status. */
const WORDS_ASKED_MAX = 4;
const USUAL_ROWS_MIN = 3;
const USUAL_SHARE = 0.6;
const EXAMPLES_MAX = 3;
const WORD_CHARS_MAX = 60;
const TEXT_CHARS_MAX = 60;

const CHOICES: readonly { readonly value: Status; readonly label: string }[] = [
  { value: "booked", label: "Yes, the money has moved" },
  { value: "pending", label: "Not yet, it is pending" },
  { value: "void", label: "No, it was declined or reversed" },
];

/** The words of a labelled status column; null if the file has no such column. */
export function settleStatus(
  { answers }: Materials,
  { columns }: Table,
  money: Money,
): Settled<StatusPlan | null> {
  const column = columnWithRole(columns, "status");
  if (column < 0) return settle(null);
  const label = columns.profiles[column]?.label ?? "";
  const unknown = listUnknown(money.context.rows, column, label);
  if (unknown.size > WORDS_ASKED_MAX) return settle(null);
  const said: Record<Status, string[]> = { booked: [], pending: [], void: [] };
  const notes: Notes[] = [];
  for (const [key, rows] of unknown) {
    const id = `status:${key}`;
    const answer = findAnswer(answers, id);
    const told = CHOICES.find(({ value }) => value === answer.decision)?.value;
    const isUsual = told === undefined && isMostRows(money.context.rows, rows);
    const isBooked = isUsual || (told === undefined && isProven(money, rows));
    said[told ?? (isBooked ? "booked" : "pending")].push(key);
    notes.push(answer);
    const word = foldBlanks(rows[0]?.cells[column] ?? "").slice(0, WORD_CHARS_MAX);
    if (isUsual)
      notes.push(settle(null, { reasons: [`Rows with “${word}”, as most are, are booked.`] }));
    if (told !== undefined || isBooked) continue;
    const example = describeRows(money, rows);
    const question = {
      id,
      ask: `Is a row with “${word}” in “${foldBlanks(label)}” booked?`,
      note: "The reader does not know this word. Until you answer, such a row is not imported.",
      concerns: [column],
      choices: CHOICES.map((choice) => ({ ...choice, example })),
    };
    notes.push(settle(null, { questions: [question] }));
  }
  return { decision: { label, ...said }, ...foldNotes(notes) };
}

/** The unknown words in normal form with their rows, in file order. */
function listUnknown(
  rows: readonly SampleRow[],
  column: number,
  label: string,
): ReadonlyMap<string, readonly SampleRow[]> {
  const found = new Map<string, SampleRow[]>();
  for (const row of rows) {
    const cell = stripCell(row.cells[column] ?? "");
    if (cell === "" || readStatusCell(cell, label) !== null) continue;
    const key = normalLabel(cell);
    const known = found.get(key);
    if (known === undefined) found.set(key, [row]);
    else known.push(row);
    if (found.size > WORDS_ASKED_MAX) break;
  }
  return found;
}

/** Whether the word is that of most rows: a statement is of what is booked. */
function isMostRows(all: readonly SampleRow[], rows: readonly SampleRow[]): boolean {
  return rows.length >= USUAL_ROWS_MIN && rows.length > USUAL_SHARE * all.length;
}

/** Whether every checked row fits a running balance that these rows have too. */
function isProven({ finding }: Money, rows: readonly SampleRow[]): boolean {
  const proof = finding.chain?.proof;
  return (
    proof !== undefined &&
    finding.sign === "balance" &&
    proof.rows_proven === proof.rows_checked &&
    rows.every(({ cells }) => stripCell(cells[finding.balance] ?? "") !== "")
  );
}

/** "2026-01-30 Shop A -10.00; ...": by day, text and amount a person recognises rows. */
function describeRows({ context, finding }: Money, rows: readonly SampleRow[]): string {
  const { decimals, texts } = context;
  return rows
    .slice(0, EXAMPLES_MAX)
    .map(({ cells, date }) => {
      const text = texts.map((at) => foldBlanks(cells[at] ?? "")).find((cell) => cell !== "") ?? "";
      const value = readAmountUnder(context, finding.plan, cells) ?? 0;
      const amount = printUnits(units(value * 10 ** (4 - decimals)), decimals);
      return `${date} ${text === "" ? "" : `${text.slice(0, TEXT_CHARS_MAX)} `}${amount}`;
    })
    .join("; ");
}
