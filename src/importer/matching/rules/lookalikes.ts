// Which rows of a file look like transactions from another source in the same account. Pure. If
// day, amount and the bank's text agree, it is the same transaction. If only day and amount agree,
// or the days are one apart, the user decides. Equal ones are matched by their counts: of three
// rows and two transactions, one row has no lookalike.

import type { Day } from "../../../money/day.ts";
import type { Units } from "../../../money/money.ts";
import { normalizeText } from "../../imports/external-id.ts";
import { daysFrom, overlap, payeeWords } from "./likeness.ts";

/** A row, or a transaction of the same account. Both amounts have the same sign convention. */
export interface Seen {
  readonly id: number;
  /** The posting date; of a transaction that no file gave, its date. */
  readonly date: Day;
  /** Of a row, the date that its transaction would have: a person may have entered it on that day. */
  readonly bought: Day | null;
  readonly amount: Units;
  readonly currency: string | null;
  readonly payee: string;
  readonly text: string;
  /** The format of the file that gave it its bank id; null if it has none. */
  readonly identified: string | null;
  /** It was read from a bank's file: its text is the bank's. */
  readonly printed: boolean;
}

export interface Lookalike {
  readonly row: Seen;
  readonly other: Seen;
  /** The bank's texts agree as well: nobody needs to be asked. */
  readonly certain: boolean;
}

/** Each row with the transaction it looks like; no row and no transaction is used twice. */
export function findLookalikes(rows: readonly Seen[], others: readonly Seen[]): Lookalike[] {
  const found: Lookalike[] = [];
  const taken = new Set<Seen>();
  const byAmount = Map.groupBy(others, (other) => other.amount);
  const pass = (fits: (row: Seen, other: Seen) => boolean, certain: boolean) => {
    for (const [amount, group] of Map.groupBy(rows, (row) => row.amount)) {
      const candidates = (byAmount.get(amount) ?? []).filter((other) => !taken.has(other));
      if (candidates.length === 0) continue;
      for (const [row, other] of bestPairs(
        group.filter((one) => !taken.has(one)),
        candidates,
        fits,
      )) {
        taken.add(row).add(other);
        found.push({ row, other, certain });
      }
    }
  };
  pass(
    (row, other) =>
      sameDay(row, other) &&
      row.printed &&
      other.printed &&
      agree(row, other) &&
      !toldApart(row, other),
    true,
  );
  pass(sameDay, false);
  pass((row, other) => sameMoney(row, other) && countDaysApart(row, other) === 1, false);
  return found;
}

const PAIRS_LOOKED_AT_MAX = 20_000;

/** The pairs that fit, those with the most words in common first; each side once. */
function bestPairs(
  rows: readonly Seen[],
  others: readonly Seen[],
  fits: (row: Seen, other: Seen) => boolean,
): [Seen, Seen][] {
  const byDay = Map.groupBy(others, (other) => other.date);
  const pairs: { row: Seen; other: Seen; shared: number }[] = [];
  for (const row of rows) {
    for (const [day, group] of byDay) {
      if (!isNear(row.date, day) && (row.bought === null || !isNear(row.bought, day))) continue;
      for (const other of group) {
        if (pairs.length >= PAIRS_LOOKED_AT_MAX) break;
        if (fits(row, other))
          pairs.push({ row, other, shared: overlap(payeeWords(row.text), payeeWords(other.text)) });
      }
    }
  }
  const taken = new Set<Seen>();
  return pairs
    .sort((a, b) => b.shared - a.shared || a.row.id - b.row.id || a.other.id - b.other.id)
    .flatMap(({ row, other }): [Seen, Seen][] => {
      if (taken.has(row) || taken.has(other)) return [];
      taken.add(row).add(other);
      return [[row, other]];
    });
}

function sameMoney(row: Seen, other: Seen): boolean {
  return (
    row.amount === other.amount &&
    (row.currency === null || other.currency === null || row.currency === other.currency)
  );
}

function sameDay(row: Seen, other: Seen): boolean {
  return countDaysApart(row, other) === 0 && sameMoney(row, other);
}

function isNear(one: Day, other: Day): boolean {
  return Math.abs(daysFrom(one, other)) <= 1;
}

/**
 * The days between a row and a transaction. What a file gave is compared by posting dates; what a
 * person entered may also be on the day of purchase.
 */
export function countDaysApart(row: Seen, other: Seen): number {
  const posted = Math.abs(daysFrom(row.date, other.date));
  if (other.printed || row.bought === null) return posted;
  return Math.min(posted, Math.abs(daysFrom(row.bought, other.date)));
}

/** Whether the bank's texts are the same, or one is the other's payee. */
function agree(row: Seen, other: Seen): boolean {
  const mine = [row.text, row.payee].map(normalizeText).filter((text) => text !== "");
  const theirs = [other.text, other.payee].map(normalizeText);
  return mine.some((text) => theirs.includes(text));
}

/**
 * Two different ids of one bank and format mean two transactions; a row with the same id is not
 * new.
 */
function toldApart(row: Seen, other: Seen): boolean {
  return row.identified !== null && row.identified === other.identified;
}
