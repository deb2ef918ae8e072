// Numbers the rows of a file's first and last day. Two equal coffees bought on the day an export
// was cut: the earlier file may end between them. The row would then be number 1 in both files, and
// the second coffee would be lost. If rows carry a witness that tells them apart (the time of day,
// or a running balance that both files share), it decides the numbers. Without a witness the count
// in the file decides, and the row's reason says so.

import type { Units } from "../../money/money.ts";

/**
 * A transaction of an earlier file, on a day where that file was cut; `amount` as the bank prints
 * it.
 */
export interface Edge {
  readonly key: string;
  readonly occurrence: number;
  readonly amount: Units;
  readonly time: string | null;
  readonly balance: Units | null;
}

/** A row of this file on its first or last day; `amount` as the bank prints it. */
export interface BoundaryRow {
  readonly seq: number;
  readonly key: string;
  readonly amount: Units;
  readonly time: string | null;
  readonly balance: Units | null;
}

/**
 * The occurrence number of each row, by seq, of one day and account. `edges` are the transactions
 * already known of that day. A row whose witness matches one takes its number; a row proven to be
 * another takes the next free one.
 */
export function numberBoundaryRows(
  rows: readonly BoundaryRow[],
  edges: readonly Edge[],
): Map<number, number> {
  const comparable = balancesComparable(rows, edges);
  const numbers = new Map<number, number>();
  const edgesByKey = Map.groupBy(edges, (edge) => edge.key);
  for (const [key, group] of Map.groupBy(rows, (row) => row.key)) {
    const known = edgesByKey.get(key) ?? [];
    const taken = new Set<number>();
    const open: BoundaryRow[] = [];
    for (const row of group) {
      const same = known.find(
        (edge) => !taken.has(edge.occurrence) && compare(row, edge, comparable) === "same",
      );
      if (same === undefined) open.push(row);
      else {
        taken.add(same.occurrence);
        numbers.set(row.seq, same.occurrence);
      }
    }
    for (const row of open) {
      const others = new Set(
        known.filter((edge) => compare(row, edge, comparable) === "other").map((e) => e.occurrence),
      );
      let next = 1;
      while (taken.has(next) || others.has(next)) next += 1;
      taken.add(next);
      numbers.set(row.seq, next);
    }
  }
  return numbers;
}

/**
 * The rows, by seq, that have the number of a known transaction without proof that they are it:
 * balances of two files that do not touch, a balance that occurs twice, or no witness at all. If
 * there were two equal purchases, one of them is lost, so the row says it.
 */
export function unprovenRows(
  rows: readonly BoundaryRow[],
  edges: readonly Edge[],
  numbers: ReadonlyMap<number, number>,
): Set<number> {
  const comparable = balancesComparable(rows, edges);
  const returning = returningBalances([...rows, ...edges]);
  const known = new Map(edges.map((edge) => [`${edge.key} ${edge.occurrence}`, edge]));
  const isProven = (row: BoundaryRow, edge: Edge): boolean => {
    const before = balanceBefore(row);
    const twice =
      before !== null &&
      row.balance !== null &&
      returning.has(before) &&
      returning.has(row.balance);
    return compare(row, edge, comparable && !twice) !== "unknown";
  };
  return new Set(
    rows.flatMap((row) => {
      const edge = known.get(`${row.key} ${numbers.get(row.seq) ?? 0}`);
      return edge !== undefined && !isProven(row, edge) ? [row.seq] : [];
    }),
  );
}

function compare(row: BoundaryRow, edge: Edge, comparable: boolean): "same" | "other" | "unknown" {
  const timed = row.time !== null && edge.time !== null;
  if (timed && !sameTime(row.time, edge.time)) return "other";
  if (comparable && row.balance !== null && edge.balance !== null)
    return row.balance === edge.balance ? "same" : "other";
  return timed ? "same" : "unknown";
}

/** Another export may leave the seconds out. */
function sameTime(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length);
  return a.slice(0, length) === b.slice(0, length);
}

/**
 * Whether the balances of two files form one chain. They must touch (a row known with its balance,
 * or one that follows directly on another), and the chain must not fork: two different rows after
 * the same balance show that the bank inserted something meanwhile, which shifts every later
 * balance.
 */
function balancesComparable(rows: readonly BoundaryRow[], edges: readonly Edge[]): boolean {
  const known = new Set(edges.map(nameStep));
  const seen = new Set(rows.map(nameStep));
  const newRows = rows.filter((row) => row.balance !== null && !known.has(nameStep(row)));
  const oldRows = edges.filter((edge) => edge.balance !== null && !seen.has(nameStep(edge)));
  const before = new Set(newRows.map(balanceBefore));
  if (oldRows.some((edge) => before.has(balanceBefore(edge)))) return false;
  const after = new Set(edges.map((edge) => edge.balance));
  const touches =
    newRows.some((row) => after.has(balanceBefore(row))) ||
    oldRows.some((edge) => rows.some((row) => row.balance === balanceBefore(edge)));
  return touches || rows.some((row) => row.balance !== null && known.has(nameStep(row)));
}

function nameStep(row: Pick<Edge, "key" | "balance">): string {
  return `${row.key} ${row.balance ?? ""}`;
}

function balanceBefore(row: Pick<Edge, "amount" | "balance">): Units | null {
  return row.balance === null ? null : ((row.balance - row.amount) as Units);
}

/**
 * Balances that the day's bookings may return to, as a purchase, its refund and the same purchase
 * again do. A purchase with such a balance behind it may be another one. A balance without a way
 * in, or without a way out, is not among them.
 */
function returningBalances(steps: readonly Pick<Edge, "amount" | "balance">[]): ReadonlySet<Units> {
  const after = new Map<Units, Set<Units>>();
  const before = new Map<Units, Set<Units>>();
  for (const step of steps) {
    const from = balanceBefore(step);
    if (from === null || step.balance === null) continue;
    for (const balance of [from, step.balance]) {
      if (after.has(balance)) continue;
      after.set(balance, new Set());
      before.set(balance, new Set());
    }
    after.get(from)?.add(step.balance);
    before.get(step.balance)?.add(from);
  }
  const ends = [...after.keys()].filter(
    (balance) => after.get(balance)?.size === 0 || before.get(balance)?.size === 0,
  );
  const left = new Set(after.keys());
  // The list grows while it is read: a balance that loses its last way becomes an end.
  for (const end of ends) {
    if (!left.delete(end)) continue;
    for (const next of after.get(end) ?? [])
      if (before.get(next)?.delete(end) === true && before.get(next)?.size === 0) ends.push(next);
    for (const previous of before.get(end) ?? [])
      if (after.get(previous)?.delete(end) === true && after.get(previous)?.size === 0)
        ends.push(previous);
  }
  return left;
}
