// A document's records under one answer to a question, and how the readings under several answers
// differ. Pure.

import type { Day } from "../../money/day.ts";
import type { StatedBalance, StatementRecord } from "../statement.ts";

/** The first records of a document under one answer. */
export interface Reading {
  readonly records: readonly StatementRecord[];
  /** Whether these are all of the document's records. */
  readonly whole: boolean;
  readonly stated: readonly StatedBalance[];
  /** The answer leads to further questions. */
  readonly asksMore: boolean;
}

/** What a record comes to: a booked row, one that waits, or one that is left out. */
export interface Outcome {
  readonly fate: "booked" | "pending" | "left out" | "unreadable";
  readonly date: Day | null;
  readonly amount: number;
  readonly text: string;
}

/** The properties in which readings can differ. */
export type Property = keyof Outcome;

const PROPERTIES: readonly Property[] = ["fate", "date", "amount", "text"];

/** The outcome of a record. */
export function findOutcome(record: StatementRecord): Outcome {
  if (record.kind !== "transaction")
    return {
      fate: record.kind === "rejected" ? "unreadable" : "left out",
      date: null,
      amount: 0,
      text: "",
    };
  const { date, amount, pending, payee, description } = record.row;
  const text = description.includes(payee) ? description : `${payee}: ${description}`;
  return { fate: pending ? "pending" : "booked", date, amount, text };
}

/** Records of one row of the document under all answers; undefined where an answer has none. */
export interface Compared {
  readonly line: number;
  readonly records: readonly (StatementRecord | undefined)[];
  /** In what the answers differ here. */
  readonly differs: ReadonlySet<Property>;
}

/**
 * The rows of a document under all answers, in file order. Rows are the same if their lines are;
 * their cells count too where several rows have one line, unless `byLine`.
 */
export function compareReadings(
  readings: readonly (Reading | null)[],
  byLine: boolean,
): readonly Compared[] {
  const isByLine = byLine || readings.every(hasOwnLines);
  const rows = new Map<string, (StatementRecord | undefined)[]>();
  readings.forEach((reading, index) => {
    for (const record of reading?.records ?? []) {
      const key = isByLine
        ? String(lineOf(record))
        : [String(lineOf(record)), ...cellsOf(record)].join("\u0000");
      const row = rows.get(key) ?? readings.map(() => undefined);
      row[index] ??= record;
      rows.set(key, row);
    }
  });
  return [...rows.values()].map((records) => {
    const first = records.find((record) => record !== undefined);
    const read = readings.flatMap((reading, index) => (reading === null ? [] : [records[index]]));
    return { line: first === undefined ? 0 : lineOf(first), records, differs: findDiffering(read) };
  });
}

function hasOwnLines(reading: Reading | null): boolean {
  const records = reading?.records ?? [];
  return new Set(records.map(lineOf)).size === records.length;
}

function findDiffering(records: readonly (StatementRecord | undefined)[]): ReadonlySet<Property> {
  const outcomes = records.map((record) => (record === undefined ? ABSENT : findOutcome(record)));
  const read = outcomes.filter(({ date }) => date !== null);
  const differs = (property: Property) => {
    const of = property === "fate" ? outcomes : read;
    return new Set(of.map((outcome) => outcome[property])).size > 1;
  };
  return new Set(PROPERTIES.filter(differs));
}

const ABSENT: Outcome = { fate: "left out", date: null, amount: 0, text: "" };

/** The line where a record begins. */
export function lineOf(record: StatementRecord): number {
  return record.kind === "transaction" ? record.row.line : record.line;
}

/** A record's cells as printed. */
export function cellsOf(record: StatementRecord): readonly string[] {
  return record.kind === "transaction" ? record.row.cells : record.cells;
}
