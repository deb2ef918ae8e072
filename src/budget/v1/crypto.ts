// /crypto in version 1: one list of manual holdings and balances of synced accounts, one object per
// balance (service-v1.md; gaps.md, 2b and 5). A manual holding has an id, a synced balance the
// synced_account_id of its account.

import * as z from "zod";
import {
  CRYPTO_SYMBOL_CHARS_MAX,
  LEGACY_ACCOUNT_NAME_CHARS_MAX,
  LEGACY_CRYPTO_DISPLAY_NAME_CHARS_MAX,
  LEGACY_INSTITUTION_CHARS_MAX,
} from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { printQuantity } from "../../money/quantity.ts";
import { ok, type Result } from "../../platform/result.ts";
import * as legacy from "./wire.ts";
import { legacyRoute } from "./routes.ts";
import { changesNothing, notFound, type Problem } from "../../platform/api/problem.ts";
import type { Context, Route } from "../route.ts";
import * as wire from "../wire.ts";
import { changeManual } from "../crypto/change.ts";
import { findManual, listManual, type ManualRow } from "../crypto/manual-store.ts";
import { quantity } from "../crypto/quantity.ts";
import { valuer } from "../crypto/store.ts";
import {
  listBalances,
  listSynced,
  type SyncedBalanceRow,
  type SyncedRow,
} from "../crypto/synced-store.ts";

const CRYPTO = z
  .strictObject({
    id: z.int().nullable(),
    synced_account_id: z.int().nullable(),
    source: z.enum(["synced", "manual"]),
    name: z.string(),
    display_name: z.string().nullable(),
    balance: z.string().regex(/^-?\d+\.\d{18}$/),
    balance_as_of: wire.TIME_OUT.nullable(),
    currency: z.string().min(1).max(CRYPTO_SYMBOL_CHARS_MAX),
    status: z.enum(["active", "in error"]),
    institution_name: z.string().nullable(),
    created_at: wire.TIME_OUT,
    to_base: z.number().nullable(),
  })
  .meta({ id: "LegacyCrypto" });
type CryptoWire = z.input<typeof CRYPTO>;

const UPDATE = z
  .object({
    name: legacy.optional(wire.text(1, LEGACY_ACCOUNT_NAME_CHARS_MAX)),
    display_name: wire.text(1, LEGACY_CRYPTO_DISPLAY_NAME_CHARS_MAX).nullable().optional(),
    institution_name: wire.text(1, LEGACY_INSTITUTION_CHARS_MAX).nullable().optional(),
    balance: legacy.optional(quantity),
    currency: legacy.optional(wire.text(1, CRYPTO_SYMBOL_CHARS_MAX)),
  })
  .meta({ id: "LegacyCryptoUpdate" });

export const LEGACY_CRYPTO_ROUTES: readonly Route[] = [
  legacyRoute({
    method: "GET",
    path: "/crypto",
    scope: "crypto:read",
    tag: "crypto",
    summary: "All crypto, held by hand and synced",
    faults: "errors list",
    response: z.strictObject({ crypto: z.array(CRYPTO) }),
    handle: (context) =>
      ok({
        crypto: [...listManualWire(context, listManual(context.sql)), ...listSyncedWire(context)],
      }),
  }),
  legacyRoute({
    method: "PUT",
    path: "/crypto/manual/{id}",
    scope: "crypto:write",
    tag: "crypto",
    summary: "Change a holding of crypto",
    faults: "errors list",
    params: wire.idPath,
    body: UPDATE,
    example: { balance: "0.25", institution_name: "Hardware wallet" },
    response: CRYPTO,
    handle: (context, { params, body }) => update(context, params.id, body),
  }),
];

function update(
  context: Context,
  id: number,
  body: z.output<typeof UPDATE>,
): Result<CryptoWire, Problem> {
  const before = findManual(context.sql, id);
  if (before === null) return notFound("manual crypto", id);
  if (Object.values(body).every((value) => value === undefined)) return changesNothing();
  const stored = changeManual(context, before, body);
  if (!stored.ok) return stored;
  const after = must(findManual(context.sql, id), "a holding that was written is there");
  return ok(must(listManualWire(context, [after])[0], "one row makes one object"));
}

function listManualWire({ sql, now }: Context, rows: readonly ManualRow[]): CryptoWire[] {
  const valueOf = valuer(sql, now);
  return rows.map((row) => ({
    id: row.id,
    synced_account_id: null,
    source: "manual",
    name: row.name,
    display_name: row.display_name,
    balance: printQuantity(row.balance),
    balance_as_of: wire.formatTime(row.updated_at),
    currency: row.symbol,
    status: "active",
    institution_name: row.institution_name,
    created_at: wire.formatTime(row.created_at),
    to_base: toBase(valueOf(row)),
  }));
}

/** The balances of synced accounts, by account and symbol. */
function listSyncedWire({ sql, now }: Context): CryptoWire[] {
  const valueOf = valuer(sql, now);
  const accounts = new Map(listSynced(sql).map((account) => [account.id, account]));
  return listBalances(sql, [...accounts.keys()]).map((balance) => {
    const account = must(
      accounts.get(balance.account_id),
      "a balance belongs to an account that was asked for",
    );
    return { ...syncedToWire(account, balance), to_base: toBase(valueOf(balance)) };
  });
}

function syncedToWire(account: SyncedRow, balance: SyncedBalanceRow): Omit<CryptoWire, "to_base"> {
  return {
    id: null,
    synced_account_id: account.id,
    source: "synced",
    name: balance.name,
    display_name: balance.display_name,
    balance: printQuantity(balance.balance),
    balance_as_of: wire.timeOrNull(balance.balance_as_of),
    currency: balance.symbol,
    // Every status but active needs attention.
    status: account.status === "active" ? "active" : "in error",
    institution_name: account.display_name ?? account.provider,
    created_at: wire.formatTime(account.created_at),
  };
}

function toBase(value: number | null): number | null {
  return value === null ? null : wire.toJsonNumber(value);
}
