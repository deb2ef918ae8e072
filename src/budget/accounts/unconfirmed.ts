// /api/balances/unconfirmed: balances of debts whose sign was uncertain when it was turned or left
// (schema/0017-debts.ts). A balance stays listed until a person states it or confirms it.

import * as z from "zod";
import { CURRENCIES } from "../../money/currency.ts";
import { printUnits, type Units } from "../../money/money.ts";
import { ok } from "../../platform/result.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { notFound } from "../../platform/api/problem.ts";
import { route, type Route } from "../route.ts";
import * as wire from "../wire.ts";

const UNCONFIRMED = z
  .strictObject({
    manual_account_id: z.int(),
    name: z.string(),
    balance_before: wire.AMOUNT_OUT,
    balance: wire.AMOUNT_OUT,
    currency: z.enum(CURRENCIES),
  })
  .meta({ id: "UnconfirmedBalance" });

interface Row {
  readonly manual_account_id: number;
  readonly name: string;
  readonly balance_before: Units;
  readonly balance: Units;
  readonly currency: z.output<typeof UNCONFIRMED>["currency"];
}

const LIST = `SELECT u.manual_account_id, a.shown_name AS name, u.balance_before, a.balance, a.currency
  FROM unconfirmed_balances u JOIN manual_accounts a ON a.id = u.manual_account_id ORDER BY a.id`;

/** The balance is right as it is, or was stated; whether it was among those to look at. */
export function confirmBalance(sql: Sql, account: number): boolean {
  const gone =
    "DELETE FROM unconfirmed_balances WHERE manual_account_id = ? RETURNING manual_account_id";
  return sql.first(gone, account) !== null;
}

const OWN = { scope: null, tag: "manual accounts" } as const;

export const UNCONFIRMED_ROUTES: readonly Route[] = [
  route({
    ...OWN,
    method: "GET",
    path: "/balances/unconfirmed",
    summary: "Balances of debts that a person should look at",
    response: z.strictObject({ balances: z.array(UNCONFIRMED) }),
    failures: [400],
    handle: ({ sql }) =>
      ok({
        balances: sql
          .all<Row>(LIST)
          .map((row) => ({
            ...row,
            balance_before: printUnits(row.balance_before),
            balance: printUnits(row.balance),
          })),
      }),
  }),
  route({
    ...OWN,
    method: "DELETE",
    path: "/balances/unconfirmed/{id}",
    summary: "Say that the balance of an account is right as it is",
    params: wire.idPath,
    status: 204,
    failures: [400, 404],
    handle: ({ sql }, { params }) =>
      confirmBalance(sql, params.id) ? ok(undefined) : notFound("unconfirmed balance", params.id),
  }),
];
