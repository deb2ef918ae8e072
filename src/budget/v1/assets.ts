// /assets in version 1: manual accounts, with its own names of types and properties (service-v1.md;
// gaps.md, 2b and 5). An asset has no status: a date in closed_on closes it, null opens it again.

import * as z from "zod";
import {
  LEGACY_ACCOUNT_NAME_CHARS_MAX,
  LEGACY_INSTITUTION_CHARS_MAX,
  LEGACY_SUBTYPE_CHARS_MAX,
} from "../../platform/limits.ts";
import { CURRENCIES } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import { printUnits, units } from "../../money/money.ts";
import { ok, type Result } from "../../platform/result.ts";
import * as legacy from "./wire.ts";
import { legacyRoute } from "./routes.ts";
import { changesNothing, notFound, type Problem } from "../../platform/api/problem.ts";
import type { Context, Route } from "../route.ts";
import * as wire from "../wire.ts";
import { changeAccount, createAccount } from "../accounts/change.ts";
import { ACCOUNT_TYPES, type AccountChange, type AccountType } from "../accounts/rules.ts";
import { findAccount, listAccounts, type AccountRow } from "../accounts/store.ts";

/**
 * Another word for cash: version 1 accepts both, and uses this one only in the answer to a POST
 * (gaps.md, D30).
 */
const CASH_ON_CREATION = "depository";

const ASSET = z
  .strictObject({
    id: z.int(),
    type_name: z.enum([CASH_ON_CREATION, ...ACCOUNT_TYPES]),
    subtype_name: z.string().nullable(),
    name: z.string(),
    display_name: z.string().nullable(),
    balance: legacy.AMOUNT_OUT,
    to_base: z.number().nullable(),
    balance_as_of: wire.TIME_OUT,
    closed_on: wire.DAY_OUT.nullable(),
    currency: z.enum(CURRENCIES),
    institution_name: z.string().nullable(),
    exclude_transactions: z.boolean(),
    created_at: wire.TIME_OUT,
  })
  .meta({ id: "LegacyAsset" });

const TYPE = z
  .enum([CASH_ON_CREATION, ...ACCOUNT_TYPES])
  .transform((name): AccountType => (name === CASH_ON_CREATION ? "cash" : name));
const NAME = wire.text(1, LEGACY_ACCOUNT_NAME_CHARS_MAX);
const OPTIONAL = {
  subtype_name: wire.text(1, LEGACY_SUBTYPE_CHARS_MAX).nullable().optional(),
  display_name: wire.text(1, 100).nullable().optional(),
  balance_as_of: legacy.optional(wire.instant),
  currency: legacy.optional(legacy.currency),
  institution_name: wire.text(1, LEGACY_INSTITUTION_CHARS_MAX).nullable().optional(),
  closed_on: wire.day.nullable().optional(),
  exclude_transactions: legacy.optional(wire.flag),
};
const CREATE = z
  .object({ type_name: TYPE, name: NAME, balance: wire.roundedAmount, ...OPTIONAL })
  .meta({ id: "LegacyAssetCreate" });
const UPDATE = z
  .object({
    type_name: legacy.optional(TYPE),
    name: legacy.optional(NAME),
    balance: legacy.optional(wire.roundedAmount),
    ...OPTIONAL,
  })
  .meta({ id: "LegacyAssetUpdate" });

export const LEGACY_ASSET_ROUTES: readonly Route[] = [
  legacyRoute({
    method: "GET",
    path: "/assets",
    scope: "accounts:read",
    tag: "assets",
    summary: "All manually managed accounts",
    faults: "errors list",
    response: z.strictObject({ assets: z.array(ASSET) }),
    handle: ({ sql }) => ok({ assets: listAccounts(sql).map(toWire) }),
  }),
  legacyRoute({
    method: "POST",
    path: "/assets",
    scope: "accounts:write",
    tag: "assets",
    summary: "Create a manually managed account",
    faults: "errors list",
    body: CREATE,
    example: {
      type_name: "depository",
      subtype_name: "checking",
      name: "Joint account",
      institution_name: "Alpine Bank",
      balance: "1250.50",
    },
    response: ASSET,
    handle: (context, { body }) =>
      shownNew(createAccount(context, { ...toChange(body), name: body.name }, "asset")),
  }),
  legacyRoute({
    method: "PUT",
    path: "/assets/{id}",
    scope: "accounts:write",
    tag: "assets",
    summary: "Change a manually managed account",
    faults: "errors list",
    params: wire.idPath,
    body: UPDATE,
    example: { balance: 1310.25, balance_as_of: "2026-11-20" },
    response: ASSET,
    handle: (context, { params, body }) => update(context, params.id, body),
  }),
];

function update(
  context: Context,
  id: number,
  body: z.output<typeof UPDATE>,
): Result<object, Problem> {
  const row = findAccount(context.sql, id);
  if (row === null) return notFound("asset", id);
  if (Object.values(body).every((value) => value === undefined)) return changesNothing();
  return answerStored(changeAccount(context, row, toChange(body), "asset"));
}

/** A request in the words of the store. */
function toChange({
  type_name: type,
  subtype_name: subtype,
  exclude_transactions: exclude_from_transactions,
  closed_on,
  ...same
}: z.output<typeof UPDATE>): AccountChange {
  return {
    ...same,
    type,
    subtype,
    exclude_from_transactions,
    closed_on,
    status: deriveStatus(closed_on),
  };
}

function deriveStatus(closedOn: Day | null | undefined): AccountChange["status"] {
  if (closedOn === undefined) return undefined;
  return closedOn === null ? "active" : "closed";
}

function answerStored(stored: Result<AccountRow, Problem>): Result<object, Problem> {
  return stored.ok ? ok(toWire(stored.value)) : stored;
}

/** The asset that was made, as the answer to its POST shows it. */
function shownNew(stored: Result<AccountRow, Problem>): Result<object, Problem> {
  if (!stored.ok) return stored;
  const asset = toWire(stored.value);
  return ok(asset.type_name === "cash" ? { ...asset, type_name: CASH_ON_CREATION } : asset);
}

/** The asset object. */
function toWire(row: AccountRow): z.input<typeof ASSET> {
  return {
    id: row.id,
    type_name: row.type,
    subtype_name: row.subtype,
    name: row.name,
    display_name: row.display_name,
    balance: printUnits(units(row.balance)),
    to_base: wire.toJsonNumber(row.to_base),
    balance_as_of: wire.formatTime(row.balance_as_of),
    closed_on: row.closed_on,
    currency: row.currency,
    institution_name: row.institution_name,
    exclude_transactions: row.exclude_from_transactions === 1,
    created_at: wire.formatTime(row.created_at),
  };
}
