// Which row of an export is a transaction that an earlier export showed as pending. Pure. It gets
// only pending transactions that this export covers and no longer shows unchanged, and rows whose
// id the budget does not have. Each pair replaces a deletion and an insertion; a row that is left
// over is inserted, a transaction that is left over is listed as no longer pending.

import {
  PENDING_DAYS_BEFORE_MAX,
  PENDING_DAYS_MAX,
  PENDING_REFERENCE_DAYS_MAX,
} from "../../../platform/limits.ts";
import { compareDays, type Day } from "../../../money/day.ts";
import type { Units } from "../../../money/money.ts";
import { daysFrom, overlap, SIMILAR_PER_CENT, payeeWords } from "./likeness.ts";

/** A booking as it was printed. */
export interface Printed {
  /** The transaction's id, or the row's number. */
  readonly id: number;
  readonly date: Day;
  readonly amount: Units;
  readonly currency: string;
  /** The bank's own id. */
  readonly reference: string | null;
  readonly text: string;
}

/** A row that is a pending transaction, with the reason. */
export interface Settled {
  readonly pending: Printed;
  readonly row: Printed;
  readonly because: string;
}

/** Each pending transaction with its row, if the assignment is unique. */
export function settlePending(pending: readonly Printed[], rows: readonly Printed[]): Settled[] {
  const settled: Settled[] = [];
  const left = (all: readonly Printed[], side: "pending" | "row") =>
    all.filter((one) => !settled.some((pair) => pair[side] === one));
  const take = (
    fits: (one: Printed, row: Printed) => boolean,
    because: string,
    byCounts: boolean,
  ) => {
    for (const [ones, others] of groupPending(left(pending, "pending"), left(rows, "row"), fits)) {
      if (ones.length !== others.length || (ones.length > 1 && !byCounts)) continue;
      const [from, to] = [inTime(ones), inTime(others)];
      const pairs = from.flatMap((one, index) =>
        to.slice(index, index + 1).map((row) => ({ pending: one, row, because })),
      );
      if (pairs.every((pair) => fits(pair.pending, pair.row))) settled.push(...pairs);
    }
  };
  const words = new Map([...pending, ...rows].map((one) => [one, payeeWords(one.text)] as const));
  const alike = (one: Printed, row: Printed) =>
    overlap(words.get(one) ?? new Set(), words.get(row) ?? new Set()) >= SIMILAR_PER_CENT;
  take(sameReference, "the bank's own id is the same", false);
  take(
    (one, row) => sameAmount(one, row) && alike(one, row),
    "the amount is the same, the text similar, and no other row fits",
    false,
  );
  take(
    (one, row) => sameAmount(one, row) && alike(one, row),
    "as many such rows are new as are no longer pending",
    true,
  );
  take(
    sameAmount,
    "the amount is the same, and as many such rows are new as are no longer pending",
    true,
  );
  return settled;
}

function sameReference(one: Printed, row: Printed): boolean {
  const days = daysFrom(one.date, row.date);
  const near = days >= -PENDING_DAYS_BEFORE_MAX && days <= PENDING_REFERENCE_DAYS_MAX;
  return (
    one.reference !== null &&
    one.reference === row.reference &&
    one.currency === row.currency &&
    Math.sign(one.amount) === Math.sign(row.amount) &&
    near
  );
}

function sameAmount(one: Printed, row: Printed): boolean {
  const days = daysFrom(one.date, row.date);
  const near = days >= -PENDING_DAYS_BEFORE_MAX && days <= PENDING_DAYS_MAX;
  return one.amount === row.amount && one.currency === row.currency && near;
}

/**
 * Connected groups: each pending transaction with the rows that fit it, and with those that fit
 * these rows.
 */
function groupPending(
  pending: readonly Printed[],
  rows: readonly Printed[],
  fits: (one: Printed, row: Printed) => boolean,
): [Printed[], Printed[]][] {
  const knots: [Printed[], Printed[]][] = [];
  for (const one of pending) {
    const mine = rows.filter((row) => fits(one, row));
    const touched = knots.filter(([, others]) => others.some((row) => mine.includes(row)));
    const merged: [Printed[], Printed[]] = [
      [...touched.flatMap(([ones]) => ones), one],
      [...new Set([...touched.flatMap(([, others]) => others), ...mine])],
    ];
    for (const knot of touched) knots.splice(knots.indexOf(knot), 1);
    knots.push(merged);
  }
  return knots;
}

function inTime(all: readonly Printed[]): Printed[] {
  return [...all].sort((a, b) => compareDays(a.date, b.date) || a.id - b.id);
}
