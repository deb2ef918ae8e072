// The change of the net worth since the end of last month and since a year ago.

import { addMonths } from "../../money/day.ts";
import { firstDay, monthOf, type Month } from "../../money/month.ts";
import { printBalance, printMonth } from "../ui/print.ts";
import type { MonthWorth } from "./net-worth.ts";

/** A change of the net worth, and the month from whose end it counts. */
export interface WorthChange {
  readonly since: string;
  readonly by: bigint;
  /** Whether accounts are left out whose balance that month is not known. */
  readonly isPartial: boolean;
}

/** The changes since last month and since a year ago, or since the oldest month of the last year. */
export function listChanges(months: readonly MonthWorth[]): WorthChange[] {
  const now = months.at(-1);
  if (now?.sums == null) return [];
  const year = monthBefore(now.month, YEAR);
  const wanted = [monthBefore(now.month, 1), months.find(({ month }) => month >= year)?.month];
  const current = now.sums.has + now.sums.owes;
  return [...new Set(wanted)].flatMap((since): WorthChange[] => {
    const then = months.find(({ month }) => month === since && month !== now.month);
    if (then?.sums == null) return [];
    const by = current - then.joinedLater - then.sums.has - then.sums.owes;
    return [{ since: then.month, by, isPartial: then.joinedLater !== 0n }];
  });
}

const YEAR = 12;

function monthBefore(month: Month, count: number): Month {
  return monthOf(addMonths(firstDay(month), 0 - count));
}

/** The changes in words, each with its sign and an arrow. */
export function WorthChanges({
  months,
  primary,
}: {
  readonly months: readonly MonthWorth[];
  readonly primary: string;
}) {
  const changes = listChanges(months);
  if (changes.length === 0) return null;
  return (
    <ul class="worth-changes">
      {changes.map(({ since, by, isPartial }) => (
        <li>
          <span class={by > 0n ? "up" : "down"}>{printChange(by, primary)}</span>
          {` since the end of ${printMonth(since)}`}
          {isPartial ? ", without the accounts counted later" : null}
        </li>
      ))}
    </ul>
  );
}

function printChange(by: bigint, primary: string): string {
  if (by === 0n) return "no change";
  return by > 0n ? `▲ +${printBalance(by, primary)}` : `▼ ${printBalance(by, primary)}`;
}
