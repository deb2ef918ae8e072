// Which run is worked on next. Pure.
//
// A day that two files of one account share must be settled for the first before the second is numbered, so a run keeps
// the turn of its accounts until it is done, even while it waits. Runs of other accounts share no day with it and go
// on.

import { toApi, type Import, type Run, type Runs } from "../imports/runs.ts";
import { POSTING, type RunState } from "../imports/states.ts";

/**
 * The runs that may be worked on, in order: surveys, which are short and answer a person; undoing; reading; and of
 * those that post the ones that wait for no other. Those take turns: `last` is the one that was worked on before.
 * `active` comes oldest first.
 */
export function ableRuns(active: readonly Run[], last = 0): Run[] {
  const inState = (state: RunState) => active.filter((run) => run.state === state);
  const posting = inOrder(active).filter((run) => runAhead(active, run) === null);
  const turns = [
    ...posting.filter(({ seq }) => seq > last),
    ...posting.filter(({ seq }) => seq <= last),
  ];
  return [...inState("received"), ...inState("undoing"), ...inState("reading"), ...turns];
}

/** The run that a posting one has to wait for: the first ahead of it that goes to one of its accounts; or null. */
export function runAhead(active: readonly Run[], run: Run): Run | null {
  const order = [...active.filter(({ state }) => state === "undoing"), ...inOrder(active)];
  const place = order.findIndex(({ seq }) => seq === run.seq);
  const mine = listAccounts(run);
  const shares = (other: Run) => {
    const theirs = listAccounts(other);
    return mine === null || theirs === null || mine.some((account) => theirs.includes(account));
  };
  return order.slice(0, place < 0 ? order.length : place).find(shares) ?? null;
}

/** Those that have begun to post, then the others, each oldest first. */
function inOrder(active: readonly Run[]): Run[] {
  const posting = active.filter(({ state }) => POSTING.includes(state));
  return [
    ...posting.filter((run) => run.posting_since !== null),
    ...posting.filter((run) => run.posting_since === null),
  ];
}

/** The ids of the accounts that a run's rows go to; null where that is not known. */
function listAccounts({ reading, state }: Run): number[] | null {
  if (reading === null) return state === "undoing" ? [] : null;
  return Object.values(reading.accounts).flatMap((account) => account?.id ?? []);
}

/** Whether the run waits for no later moment. */
export function isDue(run: Run, now: number): boolean {
  return run.next_attempt_at === null || run.next_attempt_at <= now;
}

/** The runs as the API shows them: one that has to wait for another says for which, why, and until when. */
export function shown(runs: Runs, all: readonly Run[]): Import[] {
  const active = all.some(({ state }) => POSTING.includes(state)) ? runs.active() : [];
  return all.map((run) => toApi(run, POSTING.includes(run.state) ? runAhead(active, run) : null));
}
