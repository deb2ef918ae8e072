// /crypto/synced on the wire (service-v2.md, Synced crypto account object). A refresh waits for the
// provider before the transaction begins; a provider out of reach changes nothing.

import * as z from "zod";
import { CRYPTO_SYMBOL_CHARS_MAX, PROVIDER_WAIT_MS_MAX } from "../../platform/limits.ts";
import { logWarning } from "../../platform/log.ts";
import { must } from "../../platform/assert.ts";
import { ok, type Result } from "../../platform/result.ts";
import { within } from "../linked/time-limit.ts";
import { notFound, refuse, type Problem } from "../../platform/api/problem.ts";
import { route, type Context, type Outside, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { coinWithSymbol, setPrices, type Price } from "./coins.ts";
import { CRYPTO_PROVIDERS, SYNCED_STATUSES, type CryptoAnswer, type Listings } from "./provider.ts";
import { printQuantity } from "../../money/quantity.ts";
import { findSource } from "./sources.ts";
import { valuer } from "./store.ts";
import {
  listBalances,
  findSynced,
  listSynced,
  writeAnswer,
  type SyncedRow,
} from "./synced-store.ts";

const BALANCE = z
  .strictObject({
    name: z.string().min(1).max(45),
    display_name: z.string().nullable(),
    balance: z.string().regex(/^-?\d+\.\d{18}$/),
    symbol: z.string().min(1).max(CRYPTO_SYMBOL_CHARS_MAX),
    pricing_id: z.string().nullable(),
    to_base: z.number().nullable(),
    balance_as_of: wire.TIME_OUT.nullable(),
    exchange_rate_as_of: wire.TIME_OUT.nullable(),
    updated_at: wire.TIME_OUT,
  })
  .meta({ id: "CryptoSyncedBalance" });

/** The synced crypto account object of answers. */
export const SYNCED = z
  .strictObject({
    id: z.int(),
    provider: z.enum(CRYPTO_PROVIDERS),
    status: z.enum(SYNCED_STATUSES),
    created_by_name: z.string().nullable(),
    created_at: wire.TIME_OUT,
    updated_at: wire.TIME_OUT,
    last_import: wire.TIME_OUT.nullable().optional(),
    display_name: z.string().nullable(),
    balances: z.array(BALANCE),
  })
  .meta({ id: "CryptoSynced" });

const SYMBOL_PATH = z.strictObject({
  id: wire.textId,
  symbol: wire.text(1, CRYPTO_SYMBOL_CHARS_MAX),
});

export const SYNCED_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/crypto/synced",
    scope: "crypto:read",
    tag: "crypto",
    summary: "All synced crypto accounts",
    response: z.strictObject({ crypto_synced: z.array(SYNCED) }),
    failures: [400],
    handle: (context) => ok({ crypto_synced: toWire(context, listSynced(context.sql)) }),
  }),
  route({
    method: "GET",
    path: "/crypto/synced/{id}",
    scope: "crypto:read",
    tag: "crypto",
    summary: "One synced crypto account",
    params: wire.idPath,
    response: SYNCED,
    failures: [400, 404],
    handle: (context, { params }) => shownSynced(context, params.id),
  }),
  route({
    method: "GET",
    path: "/crypto/synced/{id}/{symbol}",
    scope: "crypto:read",
    tag: "crypto",
    summary: "What a synced account holds of one cryptocurrency",
    params: SYMBOL_PATH,
    response: BALANCE,
    failures: [400, 404],
    handle: (context, { params }) => one(context, params.id, params.symbol.toLowerCase()),
  }),
  route({
    method: "POST",
    path: "/crypto/synced/{id}/refresh",
    scope: "crypto:write",
    tag: "crypto",
    summary: "Ask the provider for what a synced account holds now",
    params: wire.idPath,
    response: SYNCED,
    failures: [400, 404],
    prepare: async (outside, { params }) => ask(outside, params.id),
    handle: (context, { params }, news) => refresh(context, params.id, news),
  }),
];

interface News {
  readonly answer: CryptoAnswer;
  /** The stored account at the time when the provider was asked. */
  readonly known: string;
  readonly prices: ReadonlyMap<string, Price>;
}

async function ask({ sql, ports }: Outside, id: number): Promise<Result<News, Problem>> {
  const account = findSynced(sql, id);
  if (account === null) return notFound("synced crypto account", id);
  const { crypto, listings } = ports.providers;
  const { provider, provider_id: providerId } = account;
  const known = readKnown(sql, account);
  const answer = await within(PROVIDER_WAIT_MS_MAX, provider, crypto({ provider, providerId }));
  const coins = (answer.balances ?? []).flatMap(
    ({ symbol }) => coinWithSymbol(sql, symbol)?.pricing_id ?? [],
  );
  return ok({ answer, known, prices: await listPrices(listings, coins) });
}

/** A text that changes with every refresh, and with the credentials that a refresh uses. */
function readKnown(sql: Context["sql"], account: SyncedRow): string {
  return JSON.stringify([
    account,
    findSource(sql, account.id)?.generation ?? null,
    listBalances(sql, [account.id]).map(({ symbol, balance }) => [symbol, balance]),
  ]);
}

/** Balances are worth having without prices. */
async function listPrices(
  listings: Listings,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Price>> {
  try {
    return await within(PROVIDER_WAIT_MS_MAX, "the price listing", listings.prices(ids));
  } catch (thrown) {
    logWarning({ event: "prices out of reach", error: String(thrown) });
    return new Map();
  }
}

function refresh(
  context: Context,
  id: number,
  { answer, known, prices }: News,
): Result<object, Problem> {
  // It may have been removed while the provider was asked.
  const account = findSynced(context.sql, id);
  if (account === null) return notFound("synced crypto account", id);
  setPrices(context.sql, prices, context.now);
  // Or another request refreshed it or changed its credentials. It is unknown which of two answers
  // is later, so the first one stays.
  if (readKnown(context.sql, account) === known) writeAnswer(context.sql, id, answer, context.now);
  return shownSynced(context, id);
}

/** The account object, or 404. */
export function shownSynced(context: Context, id: number): Result<object, Problem> {
  const row = findSynced(context.sql, id);
  if (row === null) return notFound("synced crypto account", id);
  return ok(must(toWire(context, [row])[0], "one row makes one object"));
}

function one(context: Context, id: number, symbol: string): Result<object, Problem> {
  const row = findSynced(context.sql, id);
  if (row === null) return notFound("synced crypto account", id);
  const found = toWire(context, [row])[0]?.balances.find((balance) => balance.symbol === symbol);
  if (found !== undefined) return ok(found);
  return refuse("not found", {
    errMsg: `The synced crypto account ${id} holds no ${JSON.stringify(symbol)}.`,
    id,
    symbol,
  });
}

function toWire({ sql, now }: Context, rows: readonly SyncedRow[]): z.input<typeof SYNCED>[] {
  const valueOf = valuer(sql, now);
  const balances = Map.groupBy(
    listBalances(
      sql,
      rows.map(({ id }) => id),
    ),
    ({ account_id: id }) => id,
  );
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    status: row.status,
    created_by_name: row.created_by_name,
    created_at: wire.formatTime(row.created_at),
    updated_at: wire.formatTime(row.updated_at),
    last_import: wire.timeOrNull(row.last_import),
    display_name: row.display_name,
    balances: (balances.get(row.id) ?? []).map((balance) => {
      const value = valueOf(balance);
      return {
        name: balance.name,
        display_name: balance.display_name,
        balance: printQuantity(balance.balance),
        symbol: balance.symbol,
        pricing_id: balance.pricing_id,
        to_base: value === null ? null : wire.toJsonNumber(value),
        balance_as_of: wire.timeOrNull(balance.balance_as_of),
        exchange_rate_as_of: value === null ? null : wire.timeOrNull(balance.price_at),
        updated_at: wire.formatTime(balance.updated_at),
      };
    }),
  }));
}
