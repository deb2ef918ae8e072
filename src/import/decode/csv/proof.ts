// The running balance as a proof: each balance must be the one before plus the amounts between them.
// Banks print it oldest or newest first, with a day's rows in either order, on every row, only on the
// last row of a day, or the day's closing balance on each of its rows. Streaming: constant memory but
// for one day's rows.

import type { Proof } from "../statement.ts";

export interface ChainMode {
  /** The order of the days in the file. */
  readonly order: "oldest first" | "newest first";
  /** How a day's rows and balances stand: as the file runs, turned round, or one closing balance a day. */
  readonly within: "as the file" | "turned" | "day's closing";
}

export interface ChainRow {
  readonly date: string;
  readonly amount: number;
  readonly balance: number | null;
  readonly line: number;
}

export const CHAIN_MODES: readonly ChainMode[] = [
  { order: "newest first", within: "as the file" },
  { order: "oldest first", within: "as the file" },
  { order: "newest first", within: "turned" },
  { order: "oldest first", within: "turned" },
  { order: "newest first", within: "day's closing" },
  { order: "oldest first", within: "day's closing" },
];

/** A day with more rows than this is not held to be turned round; its chain is not checked. */
const DAY_ROWS_MAX = 20_000;

export interface Chain {
  feed(row: ChainRow): void;
  /** What is proven; `whole` closes the day at hand, after which no row may follow. */
  proof(whole: boolean): Proof;
}

/** A checker for one account's rows in file order. */
export function chain(mode: ChainMode): Chain {
  const ascending = mode.order === "oldest first";
  let checked = 0;
  let proven = 0;
  let breaksAt: number | null = null;
  let before: number | null = null;
  let sum = 0;
  let rows = 0;
  let day: ChainRow[] = [];

  function judge(holds: boolean, count: number, line: number): void {
    checked += count;
    if (holds) proven += count;
    else breaksAt ??= line;
  }

  function step(row: ChainRow): void {
    if (ascending) {
      sum += row.amount;
      rows += 1;
      if (row.balance === null) return;
      if (before !== null) judge(before + sum === row.balance, rows, row.line);
      before = row.balance;
      sum = 0;
      rows = 0;
      return;
    }
    if (row.balance !== null) {
      if (before !== null) judge(before - sum === row.balance, rows, row.line);
      before = row.balance;
      sum = 0;
      rows = 0;
    }
    sum += row.amount;
    rows += 1;
  }

  function closeDay(): void {
    if (day.length === 0) return;
    if (mode.within === "turned") {
      for (const row of day.toReversed()) step(row);
    } else {
      const total = day.reduce((all, row) => all + row.amount, 0);
      const last = day.find((row) => row.balance !== null);
      const one = day.every((row) => row.balance === null || row.balance === last?.balance);
      const line = day[0]?.line ?? 0;
      if (before !== null && last !== undefined && last.balance !== null) {
        judge(one && (ascending ? before + total === last.balance : before - sum === last.balance), day.length, line);
      }
      before = last?.balance ?? before;
      sum = total;
    }
    day = [];
  }

  return {
    feed(row) {
      if (mode.within === "as the file") step(row);
      else {
        if (day.length > 0 && (day[0]?.date !== row.date || day.length >= DAY_ROWS_MAX)) closeDay();
        day.push(row);
      }
    },
    proof(whole) {
      if (whole) closeDay();
      return { kind: "running balance", rows_checked: checked, rows_proven: proven, breaks_at: breaksAt };
    },
  };
}

export interface ChainFinding {
  readonly mode: ChainMode;
  readonly proof: Proof;
  /** Whether the rows' days show which way the file runs. On a single day, balances from before each row look like those behind it, turned round. */
  readonly directed: boolean;
}

/** The mode that proves the most of these rows, of those the days allow; null where none proves anything. */
export function bestChain(rows: readonly ChainRow[]): ChainFinding | null {
  let best: ChainFinding | null = null;
  let forth = 0;
  let back = 0;
  rows.forEach((row, index) => {
    const before = rows[index - 1]?.date ?? row.date;
    if (row.date > before) forth += 1;
    if (row.date < before) back += 1;
  });
  const directed = forth + back > 0;
  const against = forth > 0 && back === 0 ? "newest first" : back > 0 && forth === 0 ? "oldest first" : null;
  for (const mode of CHAIN_MODES) {
    if (mode.order === against) continue;
    const checker = chain(mode);
    for (const row of rows) checker.feed(row);
    const proof = checker.proof(true);
    if (proof.rows_proven > (best?.proof.rows_proven ?? 0)) best = { mode, proof, directed };
  }
  return best;
}
