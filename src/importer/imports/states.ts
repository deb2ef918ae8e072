// The states of an import, and which may follow which. A person may undo an import in any state;
// nothing else leaves an end state. Runs.change holds the table.

import { listStates, type NextStates } from "../../platform/states.ts";

export type RunState =
  | "received"
  | "reading"
  | "question"
  | "preview"
  | "posting"
  | "waiting"
  | "done"
  | "failed"
  | "undoing"
  | "undone";

/** State -> its meaning, in one sentence. */
export const MEANING: Readonly<Record<RunState, string>> = {
  received: "The file is stored; next it is decided how to read it.",
  reading: "Its rows are read and stored; those of a preview are then compared with the budget.",
  question: "It waits for a person's answer.",
  preview: "It waits for a person to confirm it.",
  posting: "Its rows are compared and sent to the budgeting service.",
  waiting: "A request failed, or a quota is used up; it goes on at a stored time.",
  done: "Each row has its result.",
  failed: "The file could not be read; none of its rows was posted.",
  undoing: "Its transactions are being deleted.",
  undone: "Its transactions are deleted, except those that had to stay.",
};

/** The state of a new import. */
export const FIRST: RunState = "received";

/** State -> the states that may follow. After `undone`, transactions that arrived late may still be deleted. */
export const NEXT: NextStates<RunState> = {
  received: ["question", "reading", "failed", "undoing"],
  reading: ["question", "preview", "posting", "failed", "undoing"],
  question: ["received", "reading", "preview", "posting", "undoing"],
  preview: ["posting", "received", "undoing"],
  posting: ["waiting", "question", "done", "undoing"],
  waiting: ["posting", "question", "done", "undoing"],
  done: ["undoing"],
  failed: ["undoing"],
  undoing: ["undone"],
  undone: ["undoing"],
};

/** The file is being read. */
export const READING: readonly RunState[] = ["received", "reading"];

/** The rows are being sent. */
export const POSTING: readonly RunState[] = ["posting", "waiting"];

/** The alarm works on it. In the order of the index runs_active. */
export const ACTIVE: readonly RunState[] = ["received", "reading", "posting", "waiting", "undoing"];

/** A person may undo it. */
export const UNDOABLE: readonly RunState[] = listStates(NEXT).filter(
  (state) => state !== "undone" && NEXT[state].includes("undoing"),
);

/** Nothing happens to it unless a person undoes it. */
export const ENDED: readonly RunState[] = ["done", "failed", "undone"];

/** The alarm does not work on it: it has ended, or waits for a person. */
export const RESTING: readonly RunState[] = ["question", "preview", ...ENDED];
