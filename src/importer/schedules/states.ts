// The states of a run of a schedule, and which may follow which. changeRun of store.ts holds the
// table. A run that is done may still owe a balance (pending-balance.ts); that changes its outcome,
// not its state.

import type { NextStates } from "../../platform/states.ts";

export type RunState = "waiting" | "done" | "failed";

/** State -> its meaning, in one sentence. */
export const MEANING: Readonly<Record<RunState, string>> = {
  waiting: "It is tried, or tried again at a stored time.",
  done: "It ended without a fault; it may still owe a balance until its import is done.",
  failed: "It ended with a fault; the next one starts over.",
};

/** The state of a new run. */
export const FIRST: RunState = "waiting";

/** State -> the states that may follow. */
export const NEXT: NextStates<RunState> = { waiting: ["done", "failed"], done: [], failed: [] };
