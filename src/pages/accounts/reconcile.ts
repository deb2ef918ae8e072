// Compares an account's balance with a statement's on one day, as one computation: start + in − out
// = end. Looks for possible causes of a difference. Pure. All figures are in the account's view:
// money held is positive, money owed negative. A difference is the statement's balance minus the
// budget's.

import { addDays, dayNumber, type Day } from "../../money/day.ts";

/** A transaction, as its effect on the balance. */
export interface Entry {
  readonly id: number;
  readonly day: Day;
  /** Money in is positive. */
  readonly effect: number;
  readonly payee: string;
}

/** A balance that an imported statement states. */
export interface Stated {
  readonly first_day: Day;
  readonly day: Day;
  readonly balance: number;
  readonly opening: number | null;
  readonly import: string;
  readonly document: string | null;
}

/** What moved the balance in a period. */
export interface Movement {
  /** The first day with a transaction. */
  readonly day: Day;
  readonly count: number;
  readonly in: number;
  readonly out: number;
}

/** The balance, transactions and statements of an account. */
export interface Known {
  readonly balance: number;
  readonly entries: readonly Entry[];
  /** The first day whose transactions were asked for. */
  readonly since: Day;
  /** Whether these are all transactions since then, or only the newest. */
  readonly isWhole: boolean;
  readonly stated: readonly Stated[];
}

/**
 * An account whose transactions are known by day, or by periods of which none goes beyond a day of
 * `listEnds`. Of them, `entries` are those that may explain a difference.
 */
export interface KnownByDay extends Known {
  readonly days: readonly Movement[];
}

/** A balance at the end of a day, as a person or a statement states it. */
export interface Claim {
  readonly day: Day;
  readonly balance: number;
}

/** What may explain a difference. */
export type Cause =
  | { readonly is: "extra" | "reversed" | "once" | "later"; readonly entry: Entry }
  | { readonly is: "twice"; readonly entry: Entry; readonly other: Entry }
  | { readonly is: "gap"; readonly from: Day; readonly to: Day; readonly amount: number | null }
  | { readonly is: "before"; readonly first: Day; readonly count: number; readonly sum: number }
  | { readonly is: "earlier"; readonly stated: Stated; readonly difference: number };

/** The computation from a first day to the claimed one. */
export interface Comparison {
  readonly claim: Claim;
  readonly from: Day;
  readonly start: number;
  readonly in: number;
  readonly out: number;
  readonly end: number;
  /** The statement's balance minus the budget's; 0 if they agree. */
  readonly difference: number;
  /** The statement that agreed the day before `from`; null if none did. */
  readonly agreed: Stated | null;
  /** How many later transactions the current balance includes. */
  readonly later: number;
  readonly causes: readonly Cause[];
}

/** How many causes of a kind are named. */
const NAMED_MAX = 3;
/** Two equal transactions within so many days may be one. */
export const TWICE_DAYS = 3;
/** Banks book up to so many days after a purchase. */
export const LATER_DAYS = 5;

/** Compares the account with a claim, given all its transactions. */
export function compareBalance(known: Known, claim: Claim): Comparison {
  return compareByDay({ ...known, days: sumDays(known.entries) }, claim);
}

/** Compares the account with a claim. */
export function compareByDay(known: KnownByDay, claim: Claim): Comparison {
  const agreed = findAgreed(known, claim.day);
  const until = known.days.filter(({ day }) => day <= claim.day);
  const from = agreed === null ? (findOldest(until) ?? claim.day) : addDays(agreed.day, 1);
  const end = countAtDay(known, claim.day);
  const period = until.filter(({ day }) => day >= from);
  const [moneyIn, moneyOut] = [sumUp(period, "in"), sumUp(period, "out")];
  const difference = claim.balance - end;
  return {
    claim,
    from,
    start: end - moneyIn + moneyOut,
    in: moneyIn,
    out: moneyOut,
    end,
    difference,
    agreed,
    later: sumUp(known.days, "count") - sumUp(until, "count"),
    causes: difference === 0 ? [] : listCauses(known, claim, from, difference),
  };
}

/** The transactions by day, in the order in which their days come. */
export function sumDays(entries: readonly Entry[]): Movement[] {
  return [...Map.groupBy(entries, ({ day }) => day)].map(([day, own]) => ({
    day,
    count: own.length,
    in: own.reduce((sum, { effect }) => sum + Math.max(0, effect), 0),
    out: own.reduce((sum, { effect }) => sum + Math.max(0, -effect), 0),
  }));
}

/** The budget's balance at the end of a day: the current one without later transactions. */
export function countAt({ balance, entries }: Pick<Known, "balance" | "entries">, day: Day) {
  return countAtDay({ balance, days: sumDays(entries) }, day);
}

function countAtDay({ balance, days }: Pick<KnownByDay, "balance" | "days">, day: Day): number {
  const later = days.filter((one) => one.day > day);
  return balance - sumUp(later, "in") + sumUp(later, "out");
}

/**
 * The newest earlier statement that agrees. Only the transactions that were read can be compared.
 */
function findAgreed(known: KnownByDay, before: Day): Stated | null {
  const oldest = findOldest(known.days);
  const isRead = (day: Day) =>
    known.isWhole ? addDays(day, 1) >= known.since : oldest === null || day >= oldest;
  return (
    known.stated.find(
      ({ day, balance }) => day < before && isRead(day) && countAtDay(known, day) === balance,
    ) ?? null
  );
}

function findOldest(days: readonly Movement[]): Day | null {
  return days
    .map(({ day }) => day)
    .reduce<Day | null>((a, b) => (a === null || b < a ? b : a), null);
}

function sumUp(days: readonly Movement[], what: "count" | "in" | "out"): number {
  return days.reduce((sum, day) => sum + day[what], 0);
}

/** The days at whose ends the sums of a comparison begin or end. */
export function listEnds(stated: readonly Stated[], { day }: Claim): Day[] {
  const days = stated.flatMap((one) => [one.day, addDays(one.first_day, -1)]);
  return [...new Set([...days, day, addDays(day, LATER_DAYS)])];
}

/** What the causes of a difference are found by. */
export function listSuspectEffects(difference: number): number[] {
  return [0 - difference, difference, ...(difference % 2 === 0 ? [0 - difference / 2] : [])];
}

function listCauses(known: KnownByDay, { day }: Claim, from: Day, difference: number): Cause[] {
  const period = known.entries.filter((one) => one.day >= from && one.day <= day);
  const pairs = findTwice(period);
  const inPairs = new Set(pairs.flatMap(({ entry, other }) => [entry.id, other.id]));
  const named = (is: "extra" | "reversed" | "once" | "later", wanted: number, among = period) =>
    among
      .filter(({ id, effect }) => effect === wanted && wanted !== 0 && !inPairs.has(id))
      .slice(0, NAMED_MAX)
      .map((entry): Cause => ({ is, entry }));
  const half = difference % 2 === 0 ? 0 - difference / 2 : 0;
  const last = addDays(day, LATER_DAYS);
  const soon = known.entries.filter((one) => one.day > day && one.day <= last);
  const [same, others] = [
    pairs.filter(({ entry }) => entry.effect === 0 - difference),
    pairs.filter(({ entry }) => entry.effect !== 0 - difference),
  ];
  return [
    ...findEarlier(known, day),
    ...same.slice(0, NAMED_MAX),
    ...named("extra", 0 - difference),
    ...named("later", difference, soon),
    ...named("reversed", half),
    ...named("once", difference),
    ...findGaps(known.stated, day),
    ...findBefore(known, day),
    ...others.slice(0, NAMED_MAX),
  ];
}

/** A cause, if the newest earlier statement differed already. */
function findEarlier(known: KnownByDay, day: Day): Cause[] {
  const stated = known.stated.find((one) => one.day < day);
  if (stated === undefined) return [];
  const difference = stated.balance - countAtDay(known, stated.day);
  return difference === 0 ? [] : [{ is: "earlier", stated, difference }];
}

type Pair = Extract<Cause, { is: "twice" }>;

/** Transactions with the same payee and amount within a few days. */
function findTwice(entries: readonly Entry[]): Pair[] {
  const alike = Map.groupBy(
    entries,
    ({ payee, effect }) => `${effect} ${payee.trim().toLowerCase()}`,
  );
  return [...alike.values()].flatMap((group) => {
    const sorted = group.toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
    return sorted.flatMap((entry, index): Pair[] => {
      const other = sorted[index - 1];
      const isClose =
        other !== undefined && dayNumber(entry.day) - dayNumber(other.day) <= TWICE_DAYS;
      return isClose ? [{ is: "twice", entry, other }] : [];
    });
  });
}

/** Days that no statement covers, although the balance changed in them. */
function findGaps(stated: readonly Stated[], until: Day): Cause[] {
  const inOrder = stated.filter(({ day }) => day <= until).toReversed();
  return inOrder
    .flatMap((next, index): Cause[] => {
      const before = inOrder[index - 1];
      if (before === undefined || next.first_day <= addDays(before.day, 1)) return [];
      const amount = next.opening === null ? null : next.opening - before.balance;
      if (amount === 0) return [];
      const [from, to] = [addDays(before.day, 1), addDays(next.first_day, -1)];
      return [{ is: "gap", from, to, amount }];
    })
    .slice(-NAMED_MAX);
}

/** Transactions from before the first statement, whose opening balance includes them. */
function findBefore({ stated, days }: KnownByDay, day: Day): Cause[] {
  const first = stated
    .filter((one) => one.day <= day)
    .map(({ first_day: one }) => one)
    .sort()[0];
  if (first === undefined) return [];
  const before = days.filter((one) => one.day < first);
  const sum = sumUp(before, "in") - sumUp(before, "out");
  const count = sumUp(before, "count");
  return count === 0 ? [] : [{ is: "before", first, count, sum }];
}
