// Net worth by month. Pure. A month has a total only if every counted account has a known value in
// it. An account that cannot be converted now is left out of every month alike, and named.

import type { Month } from "../../money/month.ts";
import { nextMonth } from "../../money/month.ts";
import { lastPoint, type Line, type Point } from "./lines.ts";

/**
 * Sums in 1/10,000 of the budget's currency, as big integers: a sum may exceed the largest amount.
 */
export interface Sums {
  readonly has: bigint;
  /** 0 or negative. */
  readonly owes: bigint;
}

export interface MonthWorth {
  readonly month: Month;
  /** Null if it is unknown. */
  readonly sums: Sums | null;
  /** The names of the lines whose value in that month is unknown. */
  readonly unknown: readonly string[];
  /** The worth now of the lines that this month does not count yet: no balance that early is known. */
  readonly joinedLater: bigint;
}

export interface NetWorth {
  /** From the first month with a known value to the current one. */
  readonly months: readonly MonthWorth[];
  /** The lines that no month counts. */
  readonly leftOut: readonly Line[];
  /** The lines that the first month does not count yet: no balance that early is known. */
  readonly joined: readonly Joined[];
}

/** The first month that counts a line. */
export interface Joined {
  readonly name: string;
  readonly first: string;
}

/**
 * The net worth of the months from `first` to `current`. The current month counts what is held now.
 */
export function netWorth(lines: readonly Line[], first: Month, current: Month): NetWorth {
  const leftOut = lines.filter((line) => lastPoint(line)?.worth === null);
  const counted = lines
    .filter((line) => !leftOut.includes(line))
    .map((line) => ({ line, span: lineSpan(line, current) }));
  const begins = counted.flatMap(({ span }) => (span === null ? [] : [span.first])).sort()[0];
  const months: MonthWorth[] = [];
  if (begins === undefined) return { months, leftOut, joined: [] };
  for (let month = first; month <= current; month = nextMonth(month)) {
    if (month < begins) continue;
    const at = counted
      .filter(({ span }) => span !== null && span.first <= month && month <= span.last)
      .map(({ line }) => ({ line, point: pointAt(line, month, current) }));
    const unknown = at.filter(({ point }) => point?.worth == null).map(({ line }) => line.name);
    months.push({
      month,
      unknown,
      sums: unknown.length > 0 ? null : addUp(at.map(({ point }) => point?.worth ?? 0)),
      joinedLater: sumNow(
        counted.flatMap(({ line, span }) => (span !== null && span.first > month ? [line] : [])),
        current,
      ),
    });
  }
  const joined = counted.flatMap(({ line, span }): Joined[] =>
    span !== null && span.first > (months[0]?.month ?? span.first)
      ? [{ name: line.name, first: span.first }]
      : [],
  );
  return { months, leftOut, joined };
}

/** What a line held in a month; null if that is unknown. */
export function pointAt({ past, now }: Line, month: Month, current: Month): Point | null {
  return (month === current && now !== null ? now : past.get(month)) ?? null;
}

function addUp(worths: readonly number[]): Sums {
  let [has, owes] = [0n, 0n];
  for (const worth of worths) {
    if (worth > 0) has += BigInt(worth);
    else owes += BigInt(worth);
  }
  return { has, owes };
}

function sumNow(lines: readonly Line[], current: Month): bigint {
  const { has, owes } = addUp(lines.map((line) => pointAt(line, current, current)?.worth ?? 0));
  return has + owes;
}

/** The first and the last month of a line. Outside of them it counts as nothing. */
function lineSpan(
  { past, now }: Line,
  current: Month,
): { readonly first: string; readonly last: string } | null {
  const months = [...past.keys()].sort();
  const first = months[0] ?? (now === null ? null : current);
  if (first === null) return null;
  return { first, last: now === null ? (months.at(-1) ?? first) : current };
}
