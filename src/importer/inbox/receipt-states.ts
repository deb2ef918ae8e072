// The states of a receipt, and which may follow which. changeReceipt of change-state.ts enforces
// the table. A receipt in the budget is taken back before it can be ignored or marked as a repeat.
// An open one may be read again and get any open state.

import type { NextStates } from "../../platform/states.ts";

export type ReceiptState = "waiting" | "matched" | "inserted" | "review" | "ignored" | "duplicate";

/** State -> its meaning, in one sentence. */
export const MEANING: Readonly<Record<ReceiptState, string>> = {
  waiting: "It waits for the bank's row, or its change to the budget is under way.",
  matched: "It is a transaction that was in the budget, or the bank's row has come.",
  inserted: "A transaction was made for it; the bank's row has not come.",
  review: "It asks a person.",
  ignored: "It is no charge, or a person ignored it.",
  duplicate: "It repeats another receipt.",
};

/** The receipt is in the budget. */
export const IN_BUDGET: readonly ReceiptState[] = ["matched", "inserted"];

/** Nothing of the receipt is in the budget; the states of a new receipt too. */
export const OPEN: readonly ReceiptState[] = ["waiting", "review", "ignored", "duplicate"];

/** State -> the states that may follow. */
export const NEXT: NextStates<ReceiptState> = {
  waiting: ["matched", "inserted", "review", "ignored", "duplicate"],
  review: ["waiting", "matched", "ignored", "duplicate"],
  matched: ["waiting", "review", "inserted"],
  inserted: ["waiting", "review", "matched"],
  ignored: ["waiting", "review", "duplicate"],
  duplicate: ["waiting", "review", "ignored"],
};
