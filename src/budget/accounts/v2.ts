// /manual_accounts on the wire (service-v2.md, Manual account object; gaps.md 3.4 and 3.5).

import * as z from "zod";
import { CURRENCIES } from "../../money/currency.ts";
import { printUnits, units } from "../../money/money.ts";
import { ok, type Result } from "../../platform/result.ts";
import { forgetHistory, keepHistory, type SourceDetails } from "../history/streams.ts";
import { changesNothing, notFound, type Problem } from "../../platform/api/problem.ts";
import { route, type Context, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { changeAccount, createAccount } from "./change.ts";
import { ACCOUNT_TYPES, type AccountChange } from "./rules.ts";
import { deleteAccount, findAccount, listAccounts, type AccountRow } from "./store.ts";

const ACCOUNT = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    institution_name: z.string().nullable(),
    display_name: z.string().nullable(),
    type: z.enum(ACCOUNT_TYPES),
    subtype: z.string().nullable(),
    balance: wire.AMOUNT_OUT,
    currency: z.enum(CURRENCIES),
    to_base: z.number(),
    balance_as_of: wire.TIME_OUT,
    status: z.enum(["active", "closed"]),
    closed_on: wire.DAY_OUT.nullable(),
    external_id: z.string().nullable(),
    custom_metadata: wire.METADATA_OUT.nullable(),
    exclude_from_transactions: z.boolean(),
    created_by_name: z.string(),
    created_at: wire.TIME_OUT,
    updated_at: wire.TIME_OUT,
  })
  .meta({ id: "ManualAccount" });

const PROPERTIES = {
  name: wire.text(1, 45),
  institution_name: wire.text(1, 50).nullable().optional(),
  display_name: wire.text(1, 100).nullable().optional(),
  type: z.enum(ACCOUNT_TYPES).optional(),
  subtype: wire.text(1, 100).nullable().optional(),
  balance: wire.amount.optional(),
  balance_as_of: wire.instant.optional(),
  currency: wire.currency.optional(),
  status: z.enum(["active", "closed"]).optional(),
  closed_on: wire.day.nullable().optional(),
  external_id: wire.text(0, 75).nullable().optional(),
  custom_metadata: wire.metadata.nullable().optional(),
  exclude_from_transactions: wire.flag.optional(),
};

const CREATE = z.strictObject(PROPERTIES).meta({ id: "ManualAccountCreate" });

const UPDATE = z
  .strictObject({
    ...PROPERTIES,
    name: PROPERTIES.name.optional(),
    id: wire.ignored,
    to_base: wire.ignored,
    created_at: wire.ignored,
    updated_at: wire.ignored,
    created_by_name: wire.ignored,
  })
  .meta({ id: "ManualAccountUpdate" });

const IGNORED = ["id", "to_base", "created_at", "updated_at", "created_by_name"];

const DELETION = z.strictObject({
  delete_items: wire.textFlag.default(false),
  delete_balance_history: wire.textFlag.default(false),
});

export const ACCOUNT_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/manual_accounts",
    scope: "accounts:read",
    tag: "manual accounts",
    summary: "All manual accounts",
    response: z.strictObject({ manual_accounts: z.array(ACCOUNT) }),
    failures: [400],
    handle: ({ sql }) => ok({ manual_accounts: listAccounts(sql).map(toWire) }),
  }),
  route({
    method: "POST",
    path: "/manual_accounts",
    scope: "accounts:write",
    tag: "manual accounts",
    summary: "Create a manual account",
    body: CREATE,
    example: {
      name: "Joint account",
      institution_name: "Alpine Bank",
      type: "cash",
      subtype: "checking",
      balance: "1250.50",
    },
    status: 201,
    response: ACCOUNT,
    failures: [400, 413],
    handle: (context, { body }) => answerStored(createAccount(context, body)),
  }),
  route({
    method: "GET",
    path: "/manual_accounts/{id}",
    scope: "accounts:read",
    tag: "manual accounts",
    summary: "One manual account",
    params: wire.idPath,
    response: ACCOUNT,
    failures: [400, 404],
    handle: ({ sql }, { params }) => {
      const row = findAccount(sql, params.id);
      return row === null ? notFound("manual account", params.id) : ok(toWire(row));
    },
  }),
  route({
    method: "PUT",
    path: "/manual_accounts/{id}",
    scope: "accounts:write",
    tag: "manual accounts",
    summary: "Change a manual account",
    params: wire.idPath,
    body: UPDATE,
    example: { balance: 1310.25, balance_as_of: "2026-11-20" },
    response: ACCOUNT,
    failures: [400, 404, 413],
    handle: (context, { params, body }) => update(context, params.id, body),
  }),
  route({
    method: "DELETE",
    path: "/manual_accounts/{id}",
    scope: "accounts:write",
    tag: "manual accounts",
    summary: "Delete a manual account, and on request its transactions, rules and history",
    params: wire.idPath,
    query: DELETION,
    status: 204,
    failures: [400, 404],
    handle: ({ sql, now }, { params, query }) => {
      const account = findAccount(sql, params.id);
      if (account === null) return notFound("manual account", params.id);
      const source = { type: "manual", id: account.id } as const;
      if (query.delete_balance_history) forgetHistory(sql, source);
      else keepHistory(sql, source, readDetails(account), now);
      deleteAccount(sql, params.id, query.delete_items, now);
      return ok(undefined);
    },
  }),
];

/** The facts about the account that its history keeps after the deletion. */
function readDetails(account: AccountRow): SourceDetails {
  return {
    name: account.name,
    institution_name: account.institution_name,
    display_name: account.shown_name,
    account_type: account.type,
    subtype: account.subtype,
    mask: null,
    symbol: null,
  };
}

function update(context: Context, id: number, body: AccountChange): Result<object, Problem> {
  const row = findAccount(context.sql, id);
  if (row === null) return notFound("manual account", id);
  if (!Object.keys(body).some((property) => !IGNORED.includes(property))) return changesNothing();
  return answerStored(changeAccount(context, row, body));
}

function answerStored(stored: Result<AccountRow, Problem>): Result<object, Problem> {
  return stored.ok ? ok(toWire(stored.value)) : stored;
}

/** The manual account object. */
function toWire(row: AccountRow): z.input<typeof ACCOUNT> {
  return {
    id: row.id,
    name: row.name,
    institution_name: row.institution_name,
    display_name: row.shown_name,
    type: row.type,
    subtype: row.subtype,
    balance: printUnits(units(row.balance)),
    currency: row.currency,
    to_base: wire.toJsonNumber(row.to_base),
    balance_as_of: wire.formatTime(row.balance_as_of),
    status: row.status,
    closed_on: row.closed_on,
    external_id: row.external_id,
    custom_metadata: row.custom_metadata === null ? null : wire.parseMetadata(row.custom_metadata),
    exclude_from_transactions: row.exclude_from_transactions === 1,
    created_by_name: row.created_by_name,
    created_at: wire.formatTime(row.created_at),
    updated_at: wire.formatTime(row.updated_at),
  };
}
