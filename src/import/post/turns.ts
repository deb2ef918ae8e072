// Which run is worked on next. Pure.

import type { Run, RunState } from "./runs.ts";

/**
 * The runs that may be worked on, in order: surveys, which are short and answer a person; undoing; reading; and of
 * those that post the one whose turn it is. It keeps its turn until it is done, even while it waits: a day that two
 * files share must be settled for the first before the second is numbered. `active` comes oldest first.
 */
export function ableRuns(active: readonly Run[]): Run[] {
  const inState = (...states: RunState[]) => active.filter((run) => states.includes(run.state));
  const posting = inState("posting", "waiting");
  const turn = posting.find((run) => run.posting_since !== null) ?? posting[0];
  return [...inState("received"), ...inState("undoing"), ...inState("reading"), ...(turn === undefined ? [] : [turn])];
}

/** Whether the run waits for no later moment. */
export function isDue(run: Run, now: number): boolean {
  return run.next_attempt_at === null || run.next_attempt_at <= now;
}
