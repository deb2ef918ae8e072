// The names and addresses of budget periods. Pure. A calendar month is called by its name, any
// other period by its first and last day.

import {
  findPeriod,
  type Period,
  type PeriodSettings,
  periodNumber,
  periodAt,
} from "../../budget/budgets/periods.ts";
import { addDays, parseDay, splitDay, YEAR_MAX, YEAR_MIN, type Day } from "../../money/day.ts";
import {
  firstDay,
  lastDay,
  MONTH_NAMES,
  monthOf,
  parseMonth,
  type Month,
} from "../../money/month.ts";
import { printDay } from "../ui/print.ts";

/** The period that an address asks for, and the error in it. */
export interface Wanted {
  /** A day of the period; null for the current one. */
  readonly day: Day | null;
  /**
   * A month; this means the first period that starts in it, or the one that contains its first day.
   */
  readonly month: Month | null;
  readonly complaint: string | null;
}

/** Reads `month` or `start` of an address. */
export function readWanted(query: (name: string) => string | undefined): Wanted {
  const [month = "", start = ""] = [query("month"), query("start")];
  const nothing: Wanted = { day: null, month: null, complaint: null };
  if (month !== "") {
    const read = parseMonth(month);
    const complaint = `“${month}” is not a month. A month looks like 2026-11. This is the current one.`;
    return read === null ? { ...nothing, complaint } : { ...nothing, month: read };
  }
  if (start === "") return nothing;
  const read = parseDay(start);
  const complaint = `“${start}” is not a date. A date looks like 2026-11-21. This is the current period.`;
  return read === null ? { ...nothing, complaint } : { ...nothing, day: read };
}

/** The period that an address asks for. */
export function choosePeriod(settings: PeriodSettings, wanted: Wanted, today: Day): Period {
  if (wanted.month === null) return findPeriod(settings, wanted.day ?? today);
  const held = findPeriod(settings, firstDay(wanted.month));
  const after =
    held.end < lastDay(wanted.month) ? findPeriod(settings, addDays(held.end, 1)) : held;
  return held.start < firstDay(wanted.month) && monthOf(after.start) === wanted.month
    ? after
    : held;
}

/** The period and the ones before it, the oldest first; fewer at the first day that there is. */
export function listPeriodsUpTo(settings: PeriodSettings, last: Period, count: number): Period[] {
  const number = periodNumber(settings, last.start);
  return Array.from({ length: count }, (_, index) =>
    periodAt(settings, number - count + 1 + index),
  ).filter(({ start, end }, index, all) => start <= end && start !== all[index - 1]?.start);
}

/** The month, if the period is a calendar month; otherwise null. */
export function findMonth({ start, end }: Period): Month | null {
  const month = monthOf(start);
  return start === firstDay(month) && end === lastDay(month) ? month : null;
}

/** The parameter that names the period: "month=2026-11", or "start=2026-10-25". */
export function periodParameter(period: Period): string {
  const month = findMonth(period);
  return month === null ? `start=${period.start}` : `month=${month}`;
}

/** The page of the budget in a period. */
export function budgetAddress(period: Period, more: Readonly<Record<string, string>> = {}): string {
  const rest = new URLSearchParams(more).toString();
  return `/budget?${periodParameter(period)}${rest === "" ? "" : `&${rest}`}`;
}

/** The periods before and after; null at the first or last possible day. */
export function findNeighbours(
  settings: PeriodSettings,
  { start, end }: Period,
): { readonly before: string | null; readonly after: string | null } {
  const isFirst = splitDay(start).year <= YEAR_MIN;
  const isLast = splitDay(end).year >= YEAR_MAX;
  return {
    before: isFirst ? null : budgetAddress(findPeriod(settings, addDays(start, -1))),
    after: isLast ? null : budgetAddress(findPeriod(settings, addDays(end, 1))),
  };
}

/** "November 2026"; "25 Oct to 24 Nov 2026"; "21 Nov 2026" for a period of one day. */
export function printPeriod(period: Period): string {
  const { start, end } = period;
  if (findMonth(period) !== null) {
    const { year, month } = splitDay(start);
    return `${MONTH_NAMES[month - 1] ?? ""} ${year}`;
  }
  if (start === end) return printDay(start);
  const isSameYear = start.slice(0, 4) === end.slice(0, 4);
  const from = printDay(start);
  return `${isSameYear ? from.replace(/ \d{4}$/, "") : from} to ${printDay(end)}`;
}

/** The short name of a period for a plot: "Nov", "Jan 26", or "25 Oct". */
export function printShort(period: Period): string {
  const [day = "", month = "", year = ""] = printDay(period.start).split(" ");
  if (findMonth(period) === null) return `${day} ${month}`;
  return month === "Jan" ? `${month} ${year.slice(2)}` : month;
}

/** The address of a category's transactions in a period; 0 for those without a category. */
export function transactionsAddress(
  category: number | null,
  period: Period,
  more: Readonly<Record<string, string>> = {},
): string {
  const month = findMonth(period);
  const query = new URLSearchParams({
    ...(category !== null && { category: String(category) }),
    ...(month === null ? { from: period.start, to: period.end } : { month }),
    ...more,
  });
  return `/transactions?${query.toString()}`;
}

/** The noun for the period in sentences: "month" for a calendar month, otherwise "period". */
export function chooseNoun(period: Period): string {
  return findMonth(period) === null ? "period" : "month";
}
