// /linked_accounts on the wire (service-v2.md, Linked account object; gaps.md 2a).

import * as z from "zod";
import { CURRENCIES } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import { printUnits } from "../../money/money.ts";
import { ok, type Result } from "../../platform/result.ts";
import { notFound, type Problem } from "../../platform/api/problem.ts";
import { route, type Context, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { LINKED_STATUSES } from "./provider.ts";
import { meantBy, startFetch, tooEarly } from "./request-fetch.ts";
import { shownName } from "./rules.ts";
import { findLinked, listLinked, type LinkedRow } from "./store.ts";

/** The linked account object of answers. */
export const ACCOUNT = z
  .strictObject({
    id: z.int(),
    linked_item_id: z.string().max(255).nullable(),
    date_linked: wire.DAY_OUT,
    linked_by_name: z.string(),
    name: z.string(),
    display_name: z.string().nullable(),
    type: z.string(),
    subtype: z.string(),
    mask: z.string(),
    institution_name: z.string(),
    status: z.enum(LINKED_STATUSES),
    allow_transaction_modifications: z.boolean(),
    limit: z.number().nullable(),
    balance: z.string().regex(/^-?\d+\.\d{4}$/),
    currency: z.enum(CURRENCIES),
    to_base: z.number(),
    balance_last_update: wire.TIME_OUT.nullable(),
    import_start_date: wire.DAY_OUT.nullable(),
    last_import: wire.TIME_OUT.nullable(),
    last_fetch: wire.TIME_OUT.nullable(),
    linked_last_successful_update: wire.TIME_OUT.nullable(),
  })
  .meta({ id: "LinkedAccount" });

const FETCH = z
  .strictObject({
    start_date: wire.day.optional(),
    end_date: wire.day.optional(),
    id: wire.textId.optional(),
  })
  .check(({ value, issues }) => {
    wire.checkRange(issues, "date", value.start_date, value.end_date);
  });

export const LINKED_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/linked_accounts",
    scope: "accounts:read",
    tag: "linked accounts",
    summary: "All linked accounts",
    response: z.strictObject({ linked_accounts: z.array(ACCOUNT) }),
    failures: [400],
    handle: ({ sql }) => ok({ linked_accounts: listLinked(sql).map(toWire) }),
  }),
  route({
    method: "GET",
    path: "/linked_accounts/{id}",
    scope: "accounts:read",
    tag: "linked accounts",
    summary: "One linked account",
    params: wire.idPath,
    response: ACCOUNT,
    failures: [400, 404],
    handle: ({ sql }, { params }) => {
      const row = findLinked(sql, params.id);
      return row === null ? notFound("linked account", params.id) : ok(toWire(row));
    },
  }),
  route({
    method: "POST",
    path: "/linked_accounts/fetch",
    scope: "accounts:write",
    tag: "linked accounts",
    summary:
      "Have the provider asked for news of one linked account, or of all that can be fetched",
    query: FETCH,
    status: 202,
    failures: [400, 425],
    handle: (context, { query }) => fetch(context, query),
  }),
];

interface FetchQuery {
  readonly id?: number | undefined;
  readonly start_date?: Day | undefined;
  readonly end_date?: Day | undefined;
}

/** 425 where every account that is meant was fetched a moment ago. */
function fetch(
  context: Context,
  { id, start_date: start, end_date: end }: FetchQuery,
): Result<undefined, Problem> {
  const accounts = meantBy(context.sql, id, "id");
  if (!accounts.ok) return accounts;
  const range = start === undefined || end === undefined ? null : { start, end };
  return startFetch(context, accounts.value, range)
    ? ok(undefined)
    : tooEarly(accounts.value, context.now);
}

/** The linked account object. */
export function toWire(row: LinkedRow): z.input<typeof ACCOUNT> {
  return {
    id: row.id,
    linked_item_id: row.linked_item_id,
    date_linked: row.date_linked,
    linked_by_name: row.linked_by_name,
    name: row.name,
    display_name: shownName(row),
    type: row.type,
    subtype: row.subtype,
    mask: row.mask,
    institution_name: row.institution_name,
    status: row.status,
    allow_transaction_modifications: row.allow_transaction_modifications === 1,
    limit: row.credit_limit === null ? null : wire.toJsonNumber(row.credit_limit),
    balance: printUnits(row.balance),
    currency: row.currency,
    to_base: wire.toJsonNumber(row.to_base),
    balance_last_update: wire.timeOrNull(row.balance_last_update),
    import_start_date: row.import_start_date,
    last_import: wire.timeOrNull(row.last_import),
    last_fetch: wire.timeOrNull(row.last_fetch),
    linked_last_successful_update: wire.timeOrNull(row.linked_last_successful_update),
  };
}
