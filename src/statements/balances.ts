// Proves rows by opening and closing balances: the opening balance plus all amounts must equal the
// closing balance. A document may hold several statements of several accounts.

import type { Units } from "../money/money.ts";
import { Breaks } from "./proof-breaks.ts";
import { compareDays } from "../money/day.ts";
import type { Proof, StatedBalance } from "./statement.ts";

/** One statement's balances and amounts; a balance is null when the document does not state it. */
export interface Balanced {
  readonly opening: Units | null;
  readonly closing: Units | null;
  readonly amounts: readonly Units[];
  /** The line at which the closing balance is printed. */
  readonly line: number;
}

/** Checks every statement; the proof breaks at the line of a closing balance that does not fit. */
export function proveBalances(statements: readonly Balanced[]): Proof {
  let checked = 0;
  let proven = 0;
  const breaks = new Breaks();
  let failed = false;
  for (const { opening, closing, amounts, line } of statements) {
    if (opening === null || closing === null) continue;
    const sum = amounts.reduce((all, amount) => all + amount, 0);
    checked += amounts.length;
    if (opening + sum === closing) proven += amounts.length;
    else {
      breaks.note(line);
      failed = true;
    }
  }
  return breaks.proof(
    checked === 0 && !failed ? "none" : "opening and closing balance",
    checked,
    proven,
  );
}

/**
 * One balance per account: the latest, with the opening balance of the account's first statement.
 */
export function latestBalances(balances: readonly StatedBalance[]): StatedBalance[] {
  return [...Map.groupBy(balances, ({ account }) => account).values()].flatMap((own) => {
    const inOrder = own.toSorted((a, b) => compareDays(a.day, b.day));
    const [first, last] = [inOrder[0], inOrder.at(-1)];
    return first === undefined || last === undefined ? [] : [{ ...last, opening: first.opening }];
  });
}
