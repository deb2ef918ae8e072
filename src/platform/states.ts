// State machines as tables: each machine lists its states and, for each, the states that may
// follow. The code that stores a state checks each change against the table, and SQL takes its
// lists of states from it. A change that the table forbids is a broken invariant.

import { assert } from "./assert.ts";

/** State -> the states that it may become. A row may always stay in its state. */
export type NextStates<State extends string> = Readonly<Record<State, readonly State[]>>;

/** Throws unless each of the states `from` may become `to`. */
export function assertMayBecome<State extends string>(
  next: NextStates<State>,
  from: readonly State[],
  to: State,
): void {
  for (const state of from)
    assert(state === to || next[state].includes(to), `what is ${state} never becomes ${to}`);
}

/** The states of a table, in its order. */
export function listStates<State extends string>(table: Readonly<Record<State, unknown>>): State[] {
  return Object.keys(table) as State[];
}

/** A list of states for SQL's IN: `('posting','waiting')`. */
export function inSql(states: readonly string[]): string {
  return `(${states.map((state) => `'${state}'`).join(",")})`;
}
