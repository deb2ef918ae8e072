// Two equal coffees bought on the day an export was cut: the earlier file may end between them. Such a
// row would be numbered 1 in both files and the second coffee be lost. Where rows carry a witness that
// tells them apart (the time of day, or a running balance that both files share), the numbers are
// given by witness instead. Without a witness the count in the file stands, and the row's fate says so.

import type { Units } from "../../value/money.ts";

/** What was known of an earlier transaction on a day on which a file was cut. */
export interface Edge {
  readonly key: string;
  readonly occurrence: number;
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
 * The occurrence number of each row, by seq, of one day and account. `edges` are the transactions already known of
 * that day; rows whose witness matches one take its number, rows proven to be others take the next free one.
 */
export function numberBoundaryRows(rows: readonly BoundaryRow[], edges: readonly Edge[]): Map<number, number> {
  const comparable = balancesComparable(rows, edges);
  const numbers = new Map<number, number>();
  for (const [key, group] of Map.groupBy(rows, (row) => row.key)) {
    const known = edges.filter((edge) => edge.key === key);
    const taken = new Set<number>();
    const open: BoundaryRow[] = [];
    for (const row of group) {
      const same = known.find((edge) => !taken.has(edge.occurrence) && compare(row, edge, comparable) === "same");
      if (same === undefined) open.push(row);
      else {
        taken.add(same.occurrence);
        numbers.set(row.seq, same.occurrence);
      }
    }
    for (const row of open) {
      const others = new Set(known.filter((edge) => compare(row, edge, comparable) === "other").map((e) => e.occurrence));
      let next = 1;
      while (taken.has(next) || others.has(next)) next += 1;
      taken.add(next);
      numbers.set(row.seq, next);
    }
  }
  return numbers;
}

function compare(row: BoundaryRow, edge: Edge, comparable: boolean): "same" | "other" | "unknown" {
  if (row.time !== null && edge.time !== null && row.time !== edge.time) return "other";
  if (comparable && row.balance !== null && edge.balance !== null) return row.balance === edge.balance ? "same" : "other";
  return row.time !== null && row.time === edge.time ? "same" : "unknown";
}

/**
 * Balances of two files mean the same only while the bank inserted nothing in between: shown by a row that follows
 * directly on a known one, or by one that is known with the same balance.
 */
function balancesComparable(rows: readonly BoundaryRow[], edges: readonly Edge[]): boolean {
  const balances = new Set(edges.map((edge) => edge.balance).filter((balance) => balance !== null));
  const pairs = new Set(edges.map((edge) => `${edge.key} ${edge.balance}`));
  return rows.some(
    (row) => row.balance !== null && (balances.has((row.balance - row.amount) as Units) || pairs.has(`${row.key} ${row.balance}`)),
  );
}
