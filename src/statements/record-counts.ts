// Counts a document's records while they are read. Together they show doubts that no single row
// shows: rows left out without a known reason, or amounts that are all zero (doubts.ts). Constant
// memory.

import { DOUBT_LINES_MAX } from "../platform/limits.ts";
import type { StatementRecord } from "./statement.ts";

export interface Tally {
  readonly transactions: number;
  /** Transactions whose amount is not zero. */
  readonly moving: number;
  /** The sums of money in and money out, in units; money out is negative. */
  readonly into: number;
  readonly out: number;
  readonly rejected: number;
  /** Skipped records that may be transactions. */
  readonly doubtful: number;
  /** The lines of the first rejected and doubtful records. */
  readonly left: readonly number[];
  /** The first transaction, as an example. */
  readonly first: { readonly line: number; readonly date: string; readonly text: string } | null;
}

/** Counts records in the document's order. */
export class Tallies {
  #transactions = 0;
  #moving = 0;
  #into = 0;
  #out = 0;
  #rejected = 0;
  #doubtful = 0;
  readonly #left: number[] = [];
  #first: Tally["first"] = null;

  note(record: StatementRecord): void {
    if (record.kind === "transaction") {
      const { amount, line, date, description } = record.row;
      this.#transactions += 1;
      if (amount !== 0) this.#moving += 1;
      if (amount > 0) this.#into += amount;
      else this.#out += amount;
      this.#first ??= { line, date, text: description };
      return;
    }
    if (record.kind === "rejected") this.#rejected += 1;
    else if (record.doubtful === true) this.#doubtful += 1;
    else return;
    if (this.#left.length < DOUBT_LINES_MAX) this.#left.push(record.line);
  }

  /** Recounts a doubtful row as rejected. */
  rejectDoubtful(): void {
    this.#doubtful -= 1;
    this.#rejected += 1;
  }

  tally(): Tally {
    return {
      transactions: this.#transactions,
      moving: this.#moving,
      into: this.#into,
      out: this.#out,
      rejected: this.#rejected,
      doubtful: this.#doubtful,
      left: [...this.#left],
      first: this.#first,
    };
  }
}

/** Counts all records of a document. */
export function tallyRecords(records: readonly StatementRecord[]): Tally {
  const tallies = new Tallies();
  for (const record of records) tallies.note(record);
  return tallies.tally();
}

/** Joins the counts of a document's parts, given in order. */
export function joinTallies(tallies: readonly Tally[]): Tally {
  const total = (of: (tally: Tally) => number) =>
    tallies.reduce((all, tally) => all + of(tally), 0);
  return {
    transactions: total((one) => one.transactions),
    moving: total((one) => one.moving),
    into: total((one) => one.into),
    out: total((one) => one.out),
    rejected: total((one) => one.rejected),
    doubtful: total((one) => one.doubtful),
    left: tallies.flatMap(({ left }) => left).slice(0, DOUBT_LINES_MAX),
    first: tallies.find(({ first }) => first !== null)?.first ?? null,
  };
}
