// Two columns that are filled by turns: money out and money in, by what their cells do.

import type { Columns } from "../columns/columns.ts";
import type { Profile } from "../columns/profile.ts";

/**
 * Alternating columns together have an amount on at least this share of the rows, and both have one
 * on at most that share.
 */
export const TURNS_SHARE_MIN = 0.95;
export const BOTH_SHARE_MAX = 0.02;
/**
 * A column of one side may have at most this share of numbers with the other sign (refunds,
 * corrections).
 */
const OTHER_SIGN_SHARE_MAX = 0.2;

/**
 * Whether exactly one has an amount on that share of the rows. Two sides are never both printed as
 * negative.
 */
export function areAlternating(one: Profile, other: Profile, share: number): boolean {
  if (one.moving.size === 0 || other.moving.size === 0) return false;
  if (one.negatives > one.positives && other.negatives > other.positives) return false;
  const both = countTogether(one, other);
  return (
    both <= BOTH_SHARE_MAX * one.rows &&
    one.moving.size + other.moving.size - both >= share * one.rows
  );
}

/** The number of rows on which both have an amount. */
export function countTogether(one: Profile, other: Profile): number {
  let both = 0;
  for (const place of one.moving) if (other.moving.has(place)) both += 1;
  return both;
}

/** Whether nearly all numbers have the same sign. */
export function hasOneSign({ negatives, positives }: Profile): boolean {
  return Math.min(negatives, positives) <= OTHER_SIGN_SHARE_MAX * (negatives + positives);
}

/** The share of rows on which one of the columns is filled. */
export function shareFilled(columns: Columns, indexes: readonly (number | undefined)[]): number {
  let filled = 0;
  let rows = 1;
  for (const index of indexes) {
    const profile = index === undefined ? undefined : columns.profiles[index];
    filled += profile?.filled ?? 0;
    rows = Math.max(rows, profile?.rows ?? 0);
  }
  return Math.min(1, filled / rows);
}

/** Whether a column has fewer amounts than the one that is likeliest to hold them. */
export function isLessFull({ profiles }: Columns, column: number, first: number): boolean {
  const moving = (index: number) => profiles[index]?.moving.size ?? 0;
  const enough = TURNS_SHARE_MIN * (profiles[first]?.rows ?? 0);
  return moving(column) < enough && moving(first) >= enough;
}
