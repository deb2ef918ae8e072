// Why a row has no amount, and in which column.

import type { AmountFault } from "./amount.ts";

export interface MoneyFault {
  /** "both": two columns of which only one may be filled are filled. */
  readonly fault: AmountFault | "both";
  readonly column: number;
}

/** The end of the sentence that says what is wrong with an amount. */
export const FAULT_TEXTS: Readonly<Record<AmountFault, string>> = {
  empty: "has no amount",
  "not a number": "is not an amount",
  "too many decimals": "has more decimals than this column's amounts",
  "out of range": "is larger than any amount that can be stored",
  ambiguous: "can be read in two ways",
};
