// /api/balances/manual/{id}/...: what moved a manual account's balance by periods, and the
// transactions that may explain a difference. A comparison with a statement needs only these, not
// every transaction.

import * as z from "zod";
import { dayNumber, parseDay, type Day } from "../../money/day.ts";
import { parseUnits, printUnits, type Units } from "../../money/money.ts";
import { EFFECTS_MAX, ENDS_MAX, RECONCILE_ROWS_MAX } from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import { notFound, type Problem } from "../../platform/api/problem.ts";
import type { Bindable, Sql } from "../../platform/sql/sql.ts";
import { findAccount, type AccountRow } from "../accounts/store.ts";
import { readBudget } from "../me/store.ts";
import { route, type Context, type Route } from "../route.ts";
import { buildFilter } from "../transactions/filter.ts";
import * as wire from "../wire.ts";
import { printSum } from "./sums.ts";

/** The newest transactions of these days, up to `limit`. */
const EXTENT = {
  start_date: wire.day.optional(),
  end_date: wire.day.optional(),
  limit: wire.textInteger(1, RECONCILE_ROWS_MAX).default(RECONCILE_ROWS_MAX),
};
const MOVEMENTS_QUERY = z.strictObject({
  ...EXTENT,
  ends: wire
    .textAs(parseDays, "format", `must be up to ${ENDS_MAX} days separated by commas`)
    .optional(),
});
const SUSPECTS_QUERY = z.strictObject({
  ...EXTENT,
  from: wire.day.optional(),
  to: wire.day.optional(),
  effects: wire
    .textAs(parseEffects, "format", `must be up to ${EFFECTS_MAX} amounts separated by commas`)
    .optional(),
  within: wire.textInteger(0, 31).default(3),
});

const MOVEMENTS = z.strictObject({
  periods: z.array(
    z.strictObject({
      first: wire.DAY_OUT,
      count: z.int(),
      uncounted: z.int(),
      in: wire.AMOUNT_OUT,
      out: wire.AMOUNT_OUT,
    }),
  ),
  has_more: z.boolean(),
});
const SUSPECTS = z.strictObject({
  transactions: z.array(
    z.strictObject({ id: z.int(), date: wire.DAY_OUT, effect: wire.AMOUNT_OUT, payee: z.string() }),
  ),
});

const OWN = { method: "GET", scope: null, tag: "manual accounts", params: wire.idPath } as const;

export const MOVEMENT_ROUTES: readonly Route[] = [
  route({
    ...OWN,
    path: "/balances/manual/{id}/movements",
    summary: "What moved the balance of an account in each of several periods, the newest first",
    query: MOVEMENTS_QUERY,
    response: MOVEMENTS,
    failures: [400, 404],
    handle: (context, { params: { id }, query }) => {
      const account = findAccount(context.sql, id);
      return account === null
        ? notFound("manual account", id)
        : sumPeriods(context, account, query);
    },
  }),
  route({
    ...OWN,
    path: "/balances/manual/{id}/suspects",
    summary: "Transactions of an account that may explain why its balance differs from a statement",
    query: SUSPECTS_QUERY,
    response: SUSPECTS,
    failures: [400, 404],
    handle: (context, { params: { id }, query }) => {
      const account = findAccount(context.sql, id);
      return account === null
        ? notFound("manual account", id)
        : findSuspects(context, account, query);
    },
  }),
];

function parseEffects(text: string): readonly Units[] | null {
  const read = text.split(",").map(parseUnits);
  const effects = read.flatMap((one) => (one.ok ? [one.value] : []));
  return effects.length === read.length && effects.length <= EFFECTS_MAX ? effects : null;
}

function parseDays(text: string): readonly Day[] | null {
  const days = text.split(",").flatMap((part) => parseDay(part) ?? []);
  return days.length === text.split(",").length && days.length <= ENDS_MAX ? days : null;
}

interface Sums {
  readonly first: Day;
  readonly count: number;
  readonly uncounted: number;
  readonly in: bigint;
  readonly out: bigint;
}

function sumPeriods(
  { sql }: Context,
  account: AccountRow,
  { ends, ...extent }: z.output<typeof MOVEMENTS_QUERY>,
): Result<z.input<typeof MOVEMENTS>, Problem> {
  const moving = listMoving(sql, account, extent);
  const days = readDays(sql, moving).toReversed().map(sumDay);
  const periods = ends === undefined ? days : mergeDays(days, ends);
  return ok({
    periods: periods.map(({ first, count, uncounted, in: moneyIn, out }) => ({
      first,
      count,
      uncounted,
      in: printSum(moneyIn),
      out: printSum(out),
    })),
    has_more: moving.hasMore,
  });
}

function sumDay({ date, count, effects }: DayEffects): Sums {
  const sums = { first: date, count: effects.length, uncounted: count - effects.length };
  let [moneyIn, moneyOut] = [0n, 0n];
  for (const effect of effects) {
    if (effect > 0) moneyIn += BigInt(effect);
    else moneyOut -= BigInt(effect);
  }
  return { ...sums, in: moneyIn, out: moneyOut };
}

/** Merges days, newest first, between which no period ends. */
function mergeDays(days: readonly Sums[], ends: readonly Day[]): Sums[] {
  const descending = ends.toSorted((a, b) => (a < b ? 1 : -1));
  const periods: Sums[] = [];
  let passed = 0;
  let merged: Sums | null = null;
  for (const day of days) {
    const before = passed;
    while ((descending[passed] ?? "") >= day.first) passed += 1;
    if (merged !== null && passed > before) {
      periods.push(merged);
      merged = null;
    }
    merged = merged === null ? day : addDay(merged, day);
  }
  return merged === null ? periods : [...periods, merged];
}

function addDay(sums: Sums, day: Sums): Sums {
  return {
    first: day.count > 0 ? day.first : sums.first,
    count: sums.count + day.count,
    uncounted: sums.uncounted + day.uncounted,
    in: sums.in + day.in,
    out: sums.out + day.out,
  };
}

interface Suspect {
  readonly id: number;
  readonly date: Day;
  readonly effect: Units;
  readonly payee: string;
}

function findSuspects(
  { sql }: Context,
  account: AccountRow,
  { effects = [], within, from, to, ...extent }: z.output<typeof SUSPECTS_QUERY>,
): Result<z.input<typeof SUSPECTS>, Problem> {
  const moving = listMoving(sql, account, extent);
  const days = readDays(sql, moving).filter(
    ({ date }) => date >= (from ?? "") && date <= (to ?? "9"),
  );
  const suspects = findSuspectEffects(days, new Set(effects), within);
  const found = sql.all<Suspect>(
    `SELECT * FROM (${moving.select}) WHERE date IN (SELECT value FROM json_each(?))
     ORDER BY date DESC, id DESC`,
    ...moving.values,
    JSON.stringify([...suspects.keys()]),
  );
  return ok({
    transactions: found
      .filter(({ date, effect }) => suspects.get(date)?.has(effect))
      .map((one) => ({ ...one, effect: printUnits(one.effect) })),
  });
}

/** The effects of each day that are among `wanted`, or that came twice within so many days. */
function findSuspectEffects(
  days: readonly DayEffects[],
  wanted: ReadonlySet<number>,
  within: number,
): Map<Day, Set<number>> {
  const suspects = new Map<Day, Set<number>>();
  const suspect = (date: Day, effect: number) =>
    suspects.set(date, (suspects.get(date) ?? new Set()).add(effect));
  const latest = new Map<number, Day>();
  for (const { date, effects } of days)
    for (const effect of effects) {
      const before = latest.get(effect);
      if (wanted.has(effect)) suspect(date, effect);
      if (before !== undefined && dayNumber(date) - dayNumber(before) <= within) {
        suspect(before, effect);
        suspect(date, effect);
      }
      latest.set(effect, date);
    }
  return suspects;
}

/** What moved an account on one day: the effects that are known, of so many transactions. */
interface DayEffects {
  readonly date: Day;
  readonly count: number;
  readonly effects: readonly number[];
}

/** The days in their order. One row a day with its effects as text is read faster than each row. */
function readDays(sql: Sql, { select, values }: Moving): DayEffects[] {
  return sql
    .all<{ date: Day; count: number; effects: string | null }>(
      `SELECT date, count(*) AS count, group_concat(effect) AS effects FROM (${select})
       GROUP BY date ORDER BY date`,
      ...values,
    )
    .map((day) => ({ ...day, effects: day.effects?.split(",").map(Number) ?? [] }));
}

/** The newest transactions that move an account, as a SELECT, and whether there are older ones. */
interface Moving {
  readonly select: string;
  readonly values: readonly Bindable[];
  readonly hasMore: boolean;
}

/**
 * Their effect is NULL if it is not known: of another currency only the amount in the primary
 * currency is.
 */
function listMoving(
  sql: Sql,
  { id, currency }: AccountRow,
  { limit, ...days }: Omit<z.output<typeof MOVEMENTS_QUERY>, "ends">,
): Moving {
  const { where, values } = buildFilter(
    {
      ...days,
      manual_account_ids: [id],
      include_pending: false,
      include_split_parents: false,
      // Members of a group still move their account.
      include_group_children: true,
    },
    { fewSince: false, fewTagged: false },
  );
  // An index knows the places alone. To sort whole transactions takes longer.
  const rest = sql.first<{ date: Day; id: number }>(
    `SELECT t.date, t.id FROM transactions t WHERE ${where}
     ORDER BY t.date DESC, t.id DESC LIMIT 1 OFFSET ?`,
    ...values,
    limit,
  );
  const newer = rest === null ? "" : "AND t.date >= ? AND (t.date, t.id) > (?, ?)";
  const converted = readBudget(sql).primary_currency === currency ? "ELSE -t.to_base" : "";
  return {
    select: `SELECT t.id, t.date, t.payee, CASE WHEN t.currency = ? THEN -t.amount ${converted} END AS effect
      FROM transactions t WHERE ${where} ${newer}`,
    values: [currency, ...values, ...(rest === null ? [] : [rest.date, rest.date, rest.id])],
    hasMore: rest !== null,
  };
}
