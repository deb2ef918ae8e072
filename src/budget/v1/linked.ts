// /linked_accounts in version 1 (gaps.md, 2b and 5). It has words for fewer states than version 2.

import * as z from "zod";
import { CURRENCIES } from "../../money/currency.ts";
import { printUnits } from "../../money/money.ts";
import { ok } from "../../platform/result.ts";
import * as legacy from "./wire.ts";
import { legacyRoute } from "./routes.ts";
import type { Route } from "../route.ts";
import * as wire from "../wire.ts";
import { meantBy, startFetch } from "../linked/request-fetch.ts";
import type { LinkedStatus } from "../linked/provider.ts";
import { shownName } from "../linked/rules.ts";
import { listLinked, type LinkedRow } from "../linked/store.ts";

const STATUSES = [
  "active",
  "inactive",
  "relink",
  "syncing",
  "error",
  "not found",
  "not supported",
] as const;

/**
 * The nearest word of version 1: an account that no longer imports is inactive, one that needs a
 * new connection is "relink".
 */
const WORD: Readonly<Record<LinkedStatus, (typeof STATUSES)[number]>> = {
  active: "active",
  inactive: "inactive",
  closed: "inactive",
  deactivated: "inactive",
  "not found": "not found",
  "not supported": "not supported",
  relink: "relink",
  revoked: "relink",
  syncing: "syncing",
  error: "error",
};

const ACCOUNT = z
  .strictObject({
    id: z.int(),
    date_linked: wire.DAY_OUT,
    name: z.string(),
    display_name: z.string(),
    type: z.string(),
    subtype: z.string().nullable(),
    mask: z.string(),
    institution_name: z.string(),
    status: z.enum(STATUSES),
    balance: legacy.AMOUNT_OUT,
    to_base: z.number().nullable(),
    currency: z.enum(CURRENCIES),
    balance_last_update: wire.TIME_OUT.nullable(),
    limit: z.number().nullable(),
    import_start_date: wire.DAY_OUT.nullable(),
    last_import: wire.TIME_OUT.nullable(),
    last_fetch: wire.TIME_OUT.nullable(),
    linked_last_successful_update: wire.TIME_OUT.nullable(),
  })
  .meta({ id: "LegacyLinkedAccount" });

const FETCH = z
  .object({
    start_date: legacy.optional(wire.day),
    end_date: legacy.optional(wire.day),
    linked_account_id: legacy.optional(wire.id),
  })
  .check(({ value: { start_date: start, end_date: end }, issues }) => {
    // Each is ignored without the other.
    if (start !== undefined && end !== undefined) wire.checkRange(issues, "date", start, end);
  })
  .meta({ id: "LegacyFetch" });

export const LEGACY_LINKED_ROUTES: readonly Route[] = [
  legacyRoute({
    method: "GET",
    path: "/linked_accounts",
    scope: "accounts:read",
    tag: "linked accounts",
    summary: "All linked accounts",
    response: z.strictObject({ linked_accounts: z.array(ACCOUNT) }),
    handle: ({ sql }) => ok({ linked_accounts: listLinked(sql).map(toWire) }),
  }),
  legacyRoute({
    method: "POST",
    path: "/linked_accounts/fetch",
    scope: "accounts:write",
    tag: "linked accounts",
    summary: "Have the provider asked for news; true where any account may be fetched again",
    body: FETCH,
    example: { start_date: "2026-11-01", end_date: "2026-11-30" },
    response: z.boolean(),
    handle: (context, { body: { linked_account_id: id, start_date: start, end_date: end } }) => {
      const accounts = meantBy(context.sql, id, "linked_account_id");
      if (!accounts.ok) return accounts;
      const range = start === undefined || end === undefined ? null : { start, end };
      return ok(startFetch(context, accounts.value, range));
    },
  }),
];

/** The linked account object. */
function toWire(row: LinkedRow): z.input<typeof ACCOUNT> {
  return {
    id: row.id,
    date_linked: row.date_linked,
    name: row.name,
    display_name: shownName(row),
    type: row.type,
    subtype: row.subtype,
    mask: row.mask,
    institution_name: row.institution_name,
    status: WORD[row.status],
    balance: printUnits(row.balance),
    to_base: wire.toJsonNumber(row.to_base),
    currency: row.currency,
    balance_last_update: wire.timeOrNull(row.balance_last_update),
    limit: row.credit_limit === null ? null : wire.toJsonNumber(row.credit_limit),
    import_start_date: row.import_start_date,
    last_import: wire.timeOrNull(row.last_import),
    last_fetch: wire.timeOrNull(row.last_fetch),
    linked_last_successful_update: wire.timeOrNull(row.linked_last_successful_update),
  };
}
