// Opening and closing balances as a proof: what the bank says was there before, plus every amount, must be what it
// says was there after. A document may hold several statements; those of one account follow on one another.

import type { Units } from "../money/money.ts";
import { Breaks } from "./proof-breaks.ts";
import type { Proof } from "./statement.ts";

/** One statement's balances and amounts; null where the document does not say. */
export interface Balanced {
  readonly opening: Units | null;
  readonly closing: Units | null;
  readonly amounts: readonly Units[];
  /** The line at which the closing balance is printed. */
  readonly line: number;
}

/** What the balances prove; it breaks at the line of the first closing balance that does not fit. */
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
