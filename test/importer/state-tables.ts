// What the tests of state tables ask of any table.

import { listStates, type NextStates } from "../../src/platform/states.ts";
import { must } from "../../src/platform/assert.ts";
import type { Sql } from "../../src/platform/sql/sql.ts";

/** The changes to another state that a table allows, and those that it forbids. */
export function changesOf<State extends string>(next: NextStates<State>) {
  const states = listStates(next);
  const changes = states.flatMap((from) =>
    states.filter((to) => to !== from).map((to) => [from, to] as const),
  );
  return {
    allowed: changes.filter(([from, to]) => next[from].includes(to)),
    forbidden: changes.filter(([from, to]) => !next[from].includes(to)),
  };
}

/** The states that a row may come to from these. */
export function reachableFrom<State extends string>(
  next: NextStates<State>,
  first: readonly State[],
): Set<State> {
  const reached = new Set(first);
  for (const state of reached) for (const to of next[state]) reached.add(to);
  return reached;
}

/** The states that the store accepts in the column `state` of a table. */
export function storedStates(sql: Sql, table: string): string[] {
  const row = sql.first<{ sql: string }>("SELECT sql FROM sqlite_master WHERE name = ?", table);
  const list = must(
    /state TEXT NOT NULL CHECK \(state IN\s*\(([^)]*)\)/.exec(row?.sql ?? "")?.[1],
    `${table} checks its states`,
  );
  return list.split(",").map((state) => state.replaceAll("'", "").trim());
}
