// Which rows are booked. A word in a status column that nobody knows is asked about once, with rows
// as examples, unless the running balance moves with its rows or stands still. Until it is answered
// its rows are pending, never booked in silence.

import type { SampleRow } from "../amounts/money.ts";
import type { Columns } from "../columns/columns.ts";
import { columnWithRole } from "../columns/columns.ts";
import { normalLabel } from "../columns/labels.ts";
import { readStatusCell, readStatusWord, type Status } from "../columns/status-words.ts";
import type { StatusPlan } from "../plan.ts";
import { foldBlanks } from "../rows/row-text.ts";
import { stripCell } from "../shape/cells.ts";
import { describeRows } from "./describe-rows.ts";
import { judgeByBalance } from "./judge-by-balance.ts";
import type { Materials, Table } from "./settle-columns.ts";
import type { Money } from "./settle-money.ts";
import { findAnswer, foldNotes, settle, type Notes, type Settled } from "./settled.ts";

/** A column with more unknown words than this holds something else than a status. */
const WORDS_ASKED_MAX = 4;
const USUAL_ROWS_MIN = 3;
const USUAL_SHARE = 0.6;
const WORD_CHARS_MAX = 60;

const CHOICES: readonly { readonly value: Status; readonly label: string }[] = [
  { value: "booked", label: "Yes, the money has moved" },
  { value: "pending", label: "Not yet, it is pending" },
  { value: "void", label: "No, it was declined or reversed" },
];

/**
 * The status column and its words, if a label or the balances show them. The column is -1 if the
 * table has none.
 */
export interface StatusDecision {
  readonly column: number;
  readonly words: StatusPlan | null;
}

/** The status column with the words that no list has. */
export function settleStatus(
  { answers }: Materials,
  { columns }: Table,
  money: Money,
): Settled<StatusDecision> {
  const column = columnWithRole(columns, "status");
  if (column < 0) return settleUnnamed(columns, money);
  const label = columns.profiles[column]?.label ?? "";
  const unknown = listUnknown(money.context.rows, column, label);
  if (unknown.size > WORDS_ASKED_MAX) return settle({ column: money.context.status, words: null });
  const said: Record<Status, string[]> = { booked: [], pending: [], void: [] };
  const notes: Notes[] = [];
  for (const [key, rows] of unknown) {
    const id = `status:${key}`;
    const answer = findAnswer(answers, id);
    const told = CHOICES.find(({ value }) => value === answer.decision)?.value;
    const isUsual = told === undefined && isMostRows(money.context.rows, rows);
    const shown = told ?? (isUsual ? "booked" : judgeByBalance(money, rows));
    said[shown ?? "pending"].push(key);
    notes.push(answer);
    const word = foldBlanks(rows[0]?.cells[column] ?? "").slice(0, WORD_CHARS_MAX);
    if (isUsual)
      notes.push(settle(null, { reasons: [`Rows with “${word}”, as most are, are booked.`] }));
    if (shown !== null) continue;
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
  return {
    decision: { column: money.context.status, words: { label, ...said } },
    ...foldNotes(notes),
  };
}

/**
 * A status column that its label does not name: it holds only known words, or the balance stands
 * still on the rows of one of its words and moves with all others.
 */
function settleUnnamed(columns: Columns, money: Money): Settled<StatusDecision> {
  const { rows, status } = money.context;
  const known = { booked: [], pending: [], void: [] };
  if (status >= 0) {
    const label = columns.profiles[status]?.label ?? "";
    const isKnown = rows.every(({ cells }) => {
      const cell = stripCell(cells[status] ?? "");
      return cell === "" || readStatusWord(cell) !== null;
    });
    return settle({ column: status, words: isKnown ? { label, ...known } : null });
  }
  for (const { index, label, distinct, filled } of columns.profiles) {
    if (columns.roles[index] !== null || filled === 0 || distinct > WORDS_ASKED_MAX) continue;
    const words = Map.groupBy(rows, ({ cells }) => normalLabel(cells[index] ?? ""));
    const waiting = [...words].filter(
      ([key, some]) =>
        key !== "" && 2 * some.length < rows.length && judgeByBalance(money, some) === "pending",
    );
    const [first] = waiting;
    if (first === undefined || waiting.length > 1) continue;
    const [key, some] = first;
    const word = foldBlanks(some[0]?.cells[index] ?? "").slice(0, WORD_CHARS_MAX);
    const reason = `Rows with “${word}” are pending: the balance does not move with them.`;
    const booked = [...words.keys()].filter((other) => other !== key);
    const decided = { label, booked, pending: [key], void: [] };
    return settle({ column: index, words: decided }, { reasons: [reason] });
  }
  return settle({ column: -1, words: null });
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
