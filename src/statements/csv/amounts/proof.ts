// The running balance as a proof: each balance must be the one before it plus the amounts between
// them. Banks print it oldest or newest first, with a day's rows in either order, on every row,
// only on the last row of a day, the day's closing balance on each of its rows, or one balance on
// rows that were booked together. Constant memory but for one day's rows. A row without an amount
// on which the balance moves is a break.

import { Breaks, joinProofs } from "../../proof-breaks.ts";
import type { Proof } from "../../statement.ts";

export interface ChainMode {
  /** The order of the days in the file. */
  readonly order: "oldest first" | "newest first";
  /**
   * The order of a day's rows and balances: as the file runs, turned round, one closing balance a
   * day, or one for rows booked together.
   */
  readonly within: "as the file" | "turned" | "day's closing" | "booked together";
}

export interface ChainRow {
  readonly date: string;
  /** Null for a row that has a balance and no amount: it counts only if the balance moves on it. */
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

/** A day is not turned round beyond this number of rows. */
const DAY_ROWS_MAX = 20_000;

/** The check of one account's running balance, its rows taken in file order. */
export class BalanceChain {
  readonly #mode: ChainMode;
  readonly #ascending: boolean;
  readonly #breaks = new Breaks();
  #checked = 0;
  #proven = 0;
  /** The last balance, and the sum and number of the amounts since. */
  #before: number | null = null;
  #sum = 0;
  #rows = 0;
  /** Rows without an amount since the last balance, and the line of the first. */
  #gaps = 0;
  #gapLine = 0;
  /** The rows of the day at hand, where their order within the day matters. */
  #day: ChainRow[] = [];

  constructor(mode: ChainMode) {
    this.#mode = mode;
    this.#ascending = mode.order === "oldest first";
  }

  feed(row: ChainRow): void {
    const { within } = this.#mode;
    if (within === "as the file") {
      this.#step(row);
      return;
    }
    const [first] = this.#day;
    const isApart =
      first?.date !== row.date || (within === "booked together" && first.balance !== row.balance);
    if (this.#day.length > 0 && (isApart || this.#day.length >= DAY_ROWS_MAX)) this.#closeDay();
    this.#day.push(row);
  }

  /** The proof; `whole` closes the current day, after which no row may follow. */
  proof(whole: boolean): Proof {
    if (whole) this.#closeDay();
    return this.#breaks.proof("running balance", this.#checked, this.#proven);
  }

  #step(row: ChainRow): void {
    if (this.#ascending) this.#add(row);
    if (row.balance !== null) {
      const expected = this.#before === null ? null : this.#move(this.#before, this.#sum);
      if (expected !== null) this.#judge(expected === row.balance, this.#rows, row.line);
      this.#before = row.balance;
      this.#sum = 0;
      this.#rows = 0;
      this.#gaps = 0;
    }
    if (!this.#ascending) this.#add(row);
  }

  /** The balance that a sum leads to, in the direction of the file. */
  #move(balance: number, sum: number): number {
    return this.#ascending ? balance + sum : balance - sum;
  }

  #add(row: ChainRow): void {
    if (row.amount === null) {
      if (this.#gaps === 0) this.#gapLine = row.line;
      this.#gaps += 1;
      return;
    }
    this.#sum += row.amount;
    this.#rows += 1;
  }

  #judge(holds: boolean, count: number, line: number): void {
    this.#checked += count;
    if (holds) {
      this.#proven += count;
      return;
    }
    this.#checked += this.#gaps;
    this.#breaks.note(this.#gaps > 0 ? this.#gapLine : line);
  }

  #closeDay(): void {
    const day = this.#day;
    if (day.length === 0) return;
    const { within } = this.#mode;
    if (within === "booked together") this.#closeGroup(day);
    else if (within === "turned") for (const row of day.toReversed()) this.#step(row);
    else this.#closeByDay(day);
    this.#day = [];
  }

  /**
   * Rows that were booked together print the balance after the last of them: only that one keeps
   * it.
   */
  #closeGroup(day: readonly ChainRow[]): void {
    const last = this.#ascending ? day.at(-1) : day[0];
    for (const row of day) this.#step(row === last ? row : { ...row, balance: null });
  }

  /** A day whose rows all print the day's closing balance. */
  #closeByDay(day: readonly ChainRow[]): void {
    const total = day.reduce((all, row) => all + (row.amount ?? 0), 0);
    const closing = day.find((row) => row.balance !== null)?.balance ?? null;
    const isOne = day.every((row) => row.balance === null || row.balance === closing);
    const line = day[0]?.line ?? 0;
    const missing = day.filter((row) => row.amount === null);
    this.#gaps = missing.length;
    this.#gapLine = missing[0]?.line ?? line;
    const priced = day.length - this.#gaps;
    if (this.#before !== null && closing !== null) {
      const expected = this.#move(this.#before, this.#ascending ? total : this.#sum);
      this.#judge(isOne && expected === closing, priced, line);
    } else if (!isOne) this.#judge(false, priced, line);
    this.#before = closing ?? this.#before;
    this.#sum = total;
  }
}

export interface ChainFinding {
  readonly mode: ChainMode;
  readonly proof: Proof;
  /**
   * Whether the days show which way the file runs. On a single day, balances from before each row
   * look like those after it, turned round.
   */
  readonly directed: boolean;
  /** The rows that have a balance and no amount. */
  readonly missing: number;
}

/**
 * The mode that proves the most rows, of those that the days allow, over all accounts; null if
 * none proves anything.
 */
export function findBestChain(accounts: readonly (readonly ChainRow[])[]): ChainFinding | null {
  let best: ChainFinding | null = null;
  for (const finding of listChains(accounts))
    if (finding.proof.rows_proven > (best?.proof.rows_proven ?? 0)) best = finding;
  return best;
}

/** The chain of rows of which no mode proves anything: row after row, the way most days run. */
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
  for (const mode of CHAIN_MODES) {
    const against =
      mode.order === "newest first" ? forth > 0 && back === 0 : back > 0 && forth === 0;
    if (against) continue;
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
      const checker = new BalanceChain(mode);
      for (const row of rows) checker.feed(row);
      return checker.proof(true);
    }),
  );
}

/** How often a row's day is later than the row above, and how often earlier. */
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
