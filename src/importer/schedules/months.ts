// The months of an account's history: the months of a run, the source's balance for each, and the
// one request that writes them all. A month for which the source has no balance stays as it is.
// Pure but for asking the source.

import { SCHEDULE_MONTHS_MAX } from "../../platform/limits.ts";
import type { BalanceReading } from "../../sources/reading.ts";
import type { SourceFault } from "../../sources/source-fault.ts";
import type { Source, SourceAsked, SourceRead } from "../../sources/source.ts";
import { must } from "../../platform/assert.ts";
import { addMonths, type Day } from "../../money/day.ts";
import {
  firstDay,
  lastDay,
  monthOf,
  monthOfInstant,
  parseMonth,
  type Month,
} from "../../money/month.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { Target } from "./schedule.ts";
import {
  convertBalance,
  chooseReading,
  noteDebt,
  sourceFault,
  targetFault,
  type Occasion,
  type Plan,
  type TargetSeen,
} from "./targets.ts";

/**
 * The months that a history target is about, in order, for a run that was due on that day; none
 * where the first is yet to come.
 */
export function monthsMeant(
  target: Extract<Target, { readonly history: number }>,
  due: Day,
): readonly Month[] {
  const last = target.month === "previous" ? monthOf(addMonths(due, -1)) : parseMonth(target.month);
  const first = target.from === undefined ? last : parseMonth(target.from);
  const months: Month[] = [];
  if (last === null || first === null) return months;
  // The newest, should there be more than one run writes.
  for (
    let month = last;
    month >= first && months.length < SCHEDULE_MONTHS_MAX;
    month = monthOf(addMonths(firstDay(month), -1))
  )
    months.push(month);
  return months.toReversed();
}

/** What a source that can tell of any instant says of the end of each month. */
export async function readMonths(
  source: Source,
  asked: Omit<SourceAsked, "now">,
  months: readonly Month[],
): Promise<Result<SourceRead, SourceFault>> {
  const balances: BalanceReading[] = [];
  for (const month of months) {
    const read = await source.read({ ...asked, now: endOf(month) });
    if (!read.ok) return read;
    if (read.value.kind === "balances")
      balances.push(...read.value.balances.map((balance) => ({ ...balance, asOf: endOf(month) })));
  }
  return ok({ kind: "balances", balances });
}

/** One request for all of the months that the source tells of; of each the last balance that it tells. */
export function planMonths(
  seen: TargetSeen,
  balances: readonly BalanceReading[],
  months: readonly Month[],
  occasion: Occasion,
): Plan {
  const { id, name, unit } = seen;
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined)
    return targetFault("The months that it is about have not ended yet.");
  const byMonth = Map.groupBy(balances, ({ asOf }) => monthOfInstant(asOf ?? occasion.now));
  const told: {
    readonly month: Month;
    readonly balance: string;
    readonly reading: BalanceReading;
  }[] = [];
  for (const month of months.filter((one) => byMonth.has(one))) {
    const chosen = chooseReading(keepLatest(byMonth.get(month) ?? []), unit);
    if (!chosen.ok) return { kind: "fault", fault: chosen.error };
    const balance = convertBalance(seen, chosen.value, occasion);
    if (!balance.ok) return sourceFault(balance.error);
    told.push({ month, balance: balance.value, reading: chosen.value });
  }
  const newest = told.at(-1);
  if (newest === undefined)
    return sourceFault(
      `The source told of ${describeMonths([...byMonth.keys()])}, where one of ${first === last ? first : `${first} to ${last}`} was wanted.`,
    );
  const writing = {
    path: `/balance_history/manual/${id}`,
    body: { balances: told.map(({ month, balance }) => ({ month, balance, currency: unit })) },
    ...noteDebt(seen.type),
  };
  const oldest = must(told[0], "there is a newest");
  const outcome =
    told.length === 1
      ? `The balance of ${name} at the end of ${newest.month} was set to ${newest.balance} ${unit.toUpperCase()}.`
      : `The balances of ${name} at the end of ${told.length} months, from ${oldest.month} to ${newest.month}, were set; the last to ${newest.balance} ${unit.toUpperCase()}.`;
  return { kind: "write", reading: newest.reading, writing, outcome };
}

function describeMonths(months: readonly Month[]): string {
  const [first, ...more] = months.toSorted();
  if (first === undefined) return "no balance";
  return `a balance of ${more.length === 0 ? first : `${first} to ${more.at(-1) ?? first}`}`;
}

/** Those of the latest time; what says none is of now. */
function keepLatest(balances: readonly BalanceReading[]): readonly BalanceReading[] {
  let latest = Number.NEGATIVE_INFINITY;
  for (const { asOf } of balances) latest = Math.max(latest, asOf ?? Number.POSITIVE_INFINITY);
  return balances.filter(({ asOf }) => (asOf ?? Number.POSITIVE_INFINITY) === latest);
}

/** The last instant of the month, in UTC. */
function endOf(month: Month): number {
  return Date.parse(`${lastDay(month)}T23:59:59.999Z`);
}
