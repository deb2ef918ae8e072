// /api/budgets/adjustments: money that a person adds to the rollover pool or takes out of it.
// Version 2 of the service shows adjustments in a summary and has no way to make them.

import * as z from "zod";
import { ROLLOVER_ADJUSTMENTS_MAX } from "../../platform/limits.ts";
import { CURRENCIES } from "../../money/currency.ts";
import { printUnits } from "../../money/money.ts";
import { ok, type Result } from "../../platform/result.ts";
import { readBudget } from "../me/store.ts";
import { notFound, refuse, type Problem } from "../../platform/api/problem.ts";
import { converter, useCurrencies } from "../rates/store.ts";
import { route, type Context, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import {
  deleteAdjustment,
  findAdjustment,
  insertAdjustment,
  listAdjustments,
  type Adjustment,
} from "./store.ts";

const ADJUSTMENT = z
  .strictObject({
    id: z.int(),
    date: wire.DAY_OUT,
    amount: wire.AMOUNT_OUT,
    currency: z.enum(CURRENCIES),
    to_base: z.number(),
    created_at: wire.TIME_OUT,
  })
  .meta({ id: "RolloverAdjustment" });
const ADJUSTMENT_CREATE = z
  .strictObject({ date: wire.day, amount: wire.amount, currency: wire.currency.optional() })
  .meta({ id: "RolloverAdjustmentCreate" });

const OWN = { scope: null, tag: "budgets" } as const;

export const ADJUSTMENT_ROUTES: readonly Route[] = [
  route({
    ...OWN,
    method: "GET",
    path: "/budgets/adjustments",
    summary: "The adjustments of the rollover pool, oldest first",
    response: z.strictObject({ adjustments: z.array(ADJUSTMENT) }),
    failures: [400],
    handle: (context) =>
      ok({
        adjustments: listAdjustments(context.sql).map((one) => adjustmentToWire(context, one)),
      }),
  }),
  route({
    ...OWN,
    method: "POST",
    path: "/budgets/adjustments",
    summary: "Put money into the rollover pool, or take it out with a negative amount",
    body: ADJUSTMENT_CREATE,
    example: { date: "2026-11-20", amount: "100.00" },
    status: 201,
    response: ADJUSTMENT,
    failures: [400, 413],
    handle: (context, { body }) => {
      const { sql, now } = context;
      if (listAdjustments(sql).length >= ROLLOVER_ADJUSTMENTS_MAX) {
        return refuse("invalid body", {
          errMsg: `There are ${ROLLOVER_ADJUSTMENTS_MAX} adjustments, the most there can be.`,
        });
      }
      const primary = readBudget(sql).primary_currency;
      const currency = body.currency ?? primary;
      useCurrencies(context, primary, [currency]);
      const id = insertAdjustment(sql, { date: body.date, amount: body.amount, currency }, now);
      return shownAdjustment(context, id);
    },
  }),
  route({
    ...OWN,
    method: "DELETE",
    path: "/budgets/adjustments/{id}",
    summary: "Take an adjustment of the rollover pool back",
    params: wire.idPath,
    status: 204,
    failures: [400, 404],
    handle: ({ sql }, { params: { id } }) => {
      if (findAdjustment(sql, id) === null) return notFound("adjustment", id);
      deleteAdjustment(sql, id);
      return ok(undefined);
    },
  }),
];

function shownAdjustment(context: Context, id: number): Result<object, Problem> {
  const row = findAdjustment(context.sql, id);
  return row === null ? notFound("adjustment", id) : ok(adjustmentToWire(context, row));
}

function adjustmentToWire({ sql }: Context, one: Adjustment): z.input<typeof ADJUSTMENT> {
  const primary = readBudget(sql).primary_currency;
  return {
    id: one.id,
    date: one.date,
    amount: printUnits(one.amount),
    currency: one.currency,
    to_base: wire.toJsonNumber(converter(sql)(one.amount, one.currency, primary, one.date)),
    created_at: wire.formatTime(one.created_at),
  };
}
