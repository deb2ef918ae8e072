// Rows with a day and no amount in a statement with a running balance. If the balance stays they
// are remarks; if it moves, part of a transaction was not read, and the row is rejected. Oldest
// first, the balance before shows it; newest first, the next one does, so the row waits for it.
// Amounts are in units of a ten-thousandth.

import type { ChainMode } from "../amounts/proof.ts";

/** One account's balance as it runs. */
interface Running {
  balance: number | null;
  /** The amount of the row with that balance, and the sum of the rows since. */
  own: number;
  since: number;
  open: Open | null;
}

interface Open {
  readonly place: number;
  /** How far the balance moves from the row before; null for the first row. */
  readonly forth: number | null;
}

/** A row on which the balance is now known to move. */
export interface Gap {
  readonly place: number;
  readonly moved: number;
}

/**
 * Finds the rows without an amount on which the balance moves; `place` is a row's number in the
 * file.
 */
export class BalanceGaps {
  readonly #mode: ChainMode;
  readonly #accounts = new Map<string, Running>();
  #lastKey: string | null = null;
  #last: Running | null = null;

  constructor(mode: ChainMode) {
    this.#mode = mode;
  }

  /** The place of the first waiting row; infinity where none waits. */
  get firstOpen(): number {
    let first = Number.POSITIVE_INFINITY;
    for (const { open } of this.#accounts.values())
      if (open !== null && open.place < first) first = open.place;
    return first;
  }

  /**
   * Takes a row with an amount; returns the row before it if the balance is now known to move
   * there.
   */
  row(key: string, amount: number, balance: number | null): Gap | null {
    const running = this.#of(key);
    const gap = balance === null || running.open === null ? null : this.#close(running, balance);
    if (balance === null) running.since += amount;
    else this.#step(running, amount, balance);
    return gap;
  }

  /**
   * Takes a row with a balance and no amount; returns the rows, itself or the one before, on which
   * the balance is now known to move.
   */
  lacking(key: string, balance: number, place: number): readonly Gap[] {
    const running = this.#of(key);
    const before = this.#close(running, balance);
    const forth = running.balance === null ? null : balance - running.balance - running.since;
    this.#step(running, 0, balance);
    const found = before === null ? [] : [before];
    if (this.#mode.order === "oldest first" && this.#mode.within === "as the file")
      return forth === null || forth === 0 ? found : [...found, { place, moved: forth }];
    running.open = { place, forth };
    return found;
  }

  #of(key: string): Running {
    if (this.#last !== null && key === this.#lastKey) return this.#last;
    let running = this.#accounts.get(key);
    if (running === undefined)
      this.#accounts.set(key, (running = { balance: null, own: 0, since: 0, open: null }));
    this.#lastKey = key;
    this.#last = running;
    return running;
  }

  /** Compares the next balance with the row that waits for it. */
  #close(running: Running, balance: number): Gap | null {
    const { open } = running;
    running.open = null;
    if (open === null || running.balance === null) return null;
    const back = running.balance - running.own - running.since - balance;
    // Within a day rows may stand in either order: one that stays either way is a remark.
    const stays =
      back === 0 ||
      (this.#mode.within !== "as the file" && (open.forth === null || open.forth === 0));
    return stays ? null : { place: open.place, moved: back };
  }

  #step(running: Running, own: number, balance: number): void {
    running.balance = balance;
    running.own = own;
    running.since = 0;
  }
}
