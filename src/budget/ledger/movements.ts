// /api/balances/manual/{id}/...: what moved a manual account's balance day by day, and the
// transactions that may explain a difference. A comparison with a statement needs only these, not
// every transaction.

import * as z from "zod";
import type { Day } from "../../money/day.ts";
import { parseUnits, printUnits, type Units } from "../../money/money.ts";
import { EFFECTS_MAX, RECONCILE_ROWS_MAX } from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import { notFound, type Problem } from "../../platform/api/problem.ts";
import type { Bindable, Sql } from "../../platform/sql/sql.ts";
import { findAccount, type AccountRow } from "../accounts/store.ts";
import { readBudget } from "../me/store.ts";
import { route, type Context, type Route } from "../route.ts";
import { buildFilter } from "../transactions/filter.ts";
import * as wire from "../wire.ts";
import { printSum, readSum, sumColumns } from "./sums.ts";

/** The newest transactions of these days, up to `limit`. */
const EXTENT = {
  start_date: wire.day.optional(),
  end_date: wire.day.optional(),
  limit: wire.textInteger(1, RECONCILE_ROWS_MAX).default(RECONCILE_ROWS_MAX),
};
const MOVEMENTS_QUERY = z.strictObject(EXTENT);
const SUSPECTS_QUERY = z.strictObject({
  ...EXTENT,
  effects: wire
    .textAs(parseEffects, "format", `must be up to ${EFFECTS_MAX} amounts separated by commas`)
    .optional(),
  within: wire.textInteger(0, 31).default(3),
});

const MOVEMENTS = z.strictObject({
  days: z.array(
    z.strictObject({
      date: wire.DAY_OUT,
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
    summary: "What moved the balance of an account, day by day, the newest day first",
    query: MOVEMENTS_QUERY,
    response: MOVEMENTS,
    failures: [400, 404],
    handle: (context, { params: { id }, query }) => {
      const account = findAccount(context.sql, id);
      return account === null ? notFound("manual account", id) : sumDays(context, account, query);
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

interface DayRow {
  readonly date: Day;
  readonly count: number;
  readonly uncounted: number;
}

function sumDays(
  { sql }: Context,
  account: AccountRow,
  query: z.output<typeof MOVEMENTS_QUERY>,
): Result<z.input<typeof MOVEMENTS>, Problem> {
  const { select, values, listed } = listMoving(sql, account, query);
  const days = sql.all<DayRow & Readonly<Record<string, unknown>>>(
    `SELECT date, count(effect) AS count, count(*) - count(effect) AS uncounted,
       ${sumColumns("in", "effect", "effect > 0")}, ${sumColumns("out", "-effect", "effect < 0")}
     FROM (${select}) GROUP BY date ORDER BY date DESC`,
    ...values,
  );
  const read = days.reduce((sum, day) => sum + day.count + day.uncounted, 0);
  return ok({
    days: days.map((day) => ({
      date: day.date,
      count: day.count,
      uncounted: day.uncounted,
      in: printSum(readSum(day, "in")),
      out: printSum(readSum(day, "out")),
    })),
    has_more: read === query.limit && listed() > query.limit,
  });
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
  { effects = [], within, ...extent }: z.output<typeof SUSPECTS_QUERY>,
): Result<z.input<typeof SUSPECTS>, Problem> {
  const { select, values } = listMoving(sql, account, extent);
  const found = sql.all<Suspect>(
    `SELECT id, date, effect, payee FROM (
       SELECT *, day - lag(day) OVER alike AS after, lead(day) OVER alike - day AS before
       FROM (SELECT *, julianday(date) AS day FROM (${select}) WHERE effect IS NOT NULL)
       WINDOW alike AS (PARTITION BY effect ORDER BY day))
     WHERE effect IN (SELECT value FROM json_each(?)) OR after <= ? OR before <= ?
     ORDER BY date DESC, id DESC`,
    ...values,
    JSON.stringify(effects),
    within,
    within,
  );
  return ok({ transactions: found.map((one) => ({ ...one, effect: printUnits(one.effect) })) });
}

/** The newest transactions that move an account: a SELECT, and their number up to one past it. */
interface Moving {
  readonly select: string;
  readonly values: readonly Bindable[];
  readonly listed: () => number;
}

/**
 * Their effect is NULL if it is not known: of another currency only the amount in the primary
 * currency is.
 */
function listMoving(
  sql: Sql,
  { id, currency }: AccountRow,
  { limit, ...days }: z.output<typeof MOVEMENTS_QUERY>,
): Moving {
  const filter = buildFilter(
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
  const converted = readBudget(sql).primary_currency === currency ? "ELSE -t.to_base" : "";
  return {
    select: `SELECT t.id, t.date, t.payee, CASE WHEN t.currency = ? THEN -t.amount ${converted} END AS effect
      FROM transactions t WHERE ${filter.where} ORDER BY t.date DESC, t.id DESC LIMIT ?`,
    values: [currency, ...filter.values, limit],
    listed: () =>
      sql.count(
        `(SELECT 1 FROM transactions t WHERE ${filter.where} LIMIT ?)`,
        ...filter.values,
        limit + 1,
      ),
  };
}
