// The running balance as a proof: each balance must be the one before plus the amounts between them.
// Banks print it oldest or newest first, with a day's rows in either order, on every row, only on the
// last row of a day, the day's closing balance on each of its rows, or one balance on rows that were booked together. Streaming: constant memory but
// for one day's rows. A row whose balance moves without an amount is a break: something of it was not read.

import { Breaks, joinProofs } from "../../proof-breaks.ts";
import type { Proof } from "../../statement.ts";

export interface ChainMode {
  /** The order of the days in the file. */
  readonly order: "oldest first" | "newest first";
  /** How a day's rows and balances stand: as the file runs, turned round, one closing balance a day, or one for rows booked together. */
  readonly within: "as the file" | "turned" | "day's closing" | "booked together";
}

export interface ChainRow {
  readonly date: string;
  /** Null for a row that has a balance and no amount: it counts only where the balance moves by it. */
  readonly amount: number | null;
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
  { order: "newest first", within: "booked together" },
  { order: "oldest first", within: "booked together" },
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
  const breaks = new Breaks();
  let before: number | null = null;
  let sum = 0;
  let rows = 0;
  /** Rows without an amount since the last balance, and the line of the first. */
  let gaps = 0;
  let gapLine = 0;
  let day: ChainRow[] = [];

  function judge(holds: boolean, count: number, line: number): void {
    checked += count;
    if (holds) proven += count;
    else {
      checked += gaps;
      breaks.note(gaps > 0 ? gapLine : line);
    }
  }

  function lack(line: number): void {
    if (gaps === 0) gapLine = line;
    gaps += 1;
  }

  function take(row: ChainRow): void {
    if (row.amount === null) return lack(row.line);
    sum += row.amount;
    rows += 1;
  }

  function begin(balance: number): void {
    before = balance;
    sum = 0;
    rows = 0;
    gaps = 0;
  }

  function step(row: ChainRow): void {
    if (ascending) {
      take(row);
      if (row.balance === null) return;
      if (before !== null) judge(before + sum === row.balance, rows, row.line);
      begin(row.balance);
      return;
    }
    if (row.balance !== null) {
      if (before !== null) judge(before - sum === row.balance, rows, row.line);
      begin(row.balance);
    }
    take(row);
  }

  /** Rows that were booked together share the balance behind the last of them: it stands on that one alone. */
  function closeGroup(): void {
    const rowsOfGroup = ascending ? day : day.toReversed();
    const last = rowsOfGroup.at(-1);
    const stripped = rowsOfGroup.map((row) => (row === last ? row : { ...row, balance: null }));
    for (const row of ascending ? stripped : stripped.toReversed()) step(row);
    day = [];
  }

  function closeDay(): void {
    if (day.length === 0) return;
    if (mode.within === "booked together") {
      closeGroup();
      return;
    }
    if (mode.within === "turned") {
      for (const row of day.toReversed()) step(row);
    } else {
      const total = day.reduce((all, row) => all + (row.amount ?? 0), 0);
      const last = day.find((row) => row.balance !== null);
      const one = day.every((row) => row.balance === null || row.balance === last?.balance);
      const line = day[0]?.line ?? 0;
      const missing = day.filter((row) => row.amount === null);
      gaps = missing.length;
      gapLine = missing[0]?.line ?? line;
      if (before !== null && last !== undefined && last.balance !== null) {
        judge(
          one && (ascending ? before + total === last.balance : before - sum === last.balance),
          day.length - gaps,
          line,
        );
      } else if (!one) judge(false, day.length - gaps, line);
      before = last?.balance ?? before;
      sum = total;
    }
    day = [];
  }

  return {
    feed(row) {
      if (mode.within === "as the file") step(row);
      else {
        const [first] = day;
        const apart =
          first?.date !== row.date ||
          (mode.within === "booked together" && first.balance !== row.balance);
        if (day.length > 0 && (apart || day.length >= DAY_ROWS_MAX)) closeDay();
        day.push(row);
      }
    },
    proof(whole) {
      if (whole) closeDay();
      return breaks.proof("running balance", checked, proven);
    },
  };
}

export interface ChainFinding {
  readonly mode: ChainMode;
  readonly proof: Proof;
  /** Whether the rows' days show which way the file runs. On a single day, balances from before each row look like those behind it, turned round. */
  readonly directed: boolean;
  /** The rows that have a balance and no amount. */
  readonly missing: number;
}

/**
 * The mode that proves the most of these rows, of those the days allow, each account's for itself; null where none proves
 * anything.
 */
export function findBestChain(accounts: readonly (readonly ChainRow[])[]): ChainFinding | null {
  let best: ChainFinding | null = null;
  for (const finding of listChains(accounts))
    if (finding.proof.rows_proven > (best?.proof.rows_proven ?? 0)) best = finding;
  return best;
}

/** The chain of rows of which no mode proves anything: row behind row, as most days run. */
export function assumeChain(accounts: readonly (readonly ChainRow[])[]): ChainFinding {
  const { forth, back } = countSteps(accounts);
  const mode: ChainMode = {
    order: back > forth ? "newest first" : "oldest first",
    within: "as the file",
  };
  return {
    mode,
    proof: proveRows(mode, accounts),
    directed: forth + back > 0,
    missing: countMissing(accounts),
  };
}

function countMissing(accounts: readonly (readonly ChainRow[])[]): number {
  return accounts.reduce(
    (all, rows) => all + rows.filter(({ amount }) => amount === null).length,
    0,
  );
}

function* listChains(accounts: readonly (readonly ChainRow[])[]): Generator<ChainFinding> {
  const { forth, back } = countSteps(accounts);
  const against =
    forth > 0 && back === 0 ? "newest first" : back > 0 && forth === 0 ? "oldest first" : null;
  for (const mode of CHAIN_MODES) {
    if (mode.order === against) continue;
    yield {
      mode,
      proof: proveRows(mode, accounts),
      directed: forth + back > 0,
      missing: countMissing(accounts),
    };
  }
}

/** The proof of the balances in one mode. */
export function proveRows(mode: ChainMode, accounts: readonly (readonly ChainRow[])[]): Proof {
  return joinProofs(
    accounts.map((rows) => {
      const checker = chain(mode);
      for (const row of rows) checker.feed(row);
      return checker.proof(true);
    }),
  );
}

/** How often a row's day is later than the one of the row above, and how often earlier. */
function countSteps(accounts: readonly (readonly ChainRow[])[]): { forth: number; back: number } {
  let forth = 0;
  let back = 0;
  for (const rows of accounts) {
    rows.forEach((row, index) => {
      const before = rows[index - 1]?.date ?? row.date;
      if (row.date > before) forth += 1;
      if (row.date < before) back += 1;
    });
  }
  return { forth, back };
}
