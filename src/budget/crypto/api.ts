// /api/crypto: crypto operations outside the documents. Creates and removes synced accounts
// together with their source. An account without a source is read from the feed, which exists only
// on a developer's machine (404 elsewhere). Prices can be set by hand.

import * as z from "zod";
import { CRYPTO_ACCOUNTS_MAX, CRYPTOCURRENCIES_MAX, ERRORS_MAX } from "../../platform/limits.ts";
import { CURRENCIES } from "../../money/currency.ts";
import { ok, type Result } from "../../platform/result.ts";
import { forgetHistory, hasHistory, keepHistory } from "../history/streams.ts";
import { fedOnly } from "../linked/feed-providers.ts";
import { notFound, refuse, type ErrorItem, type Problem } from "../../platform/api/problem.ts";
import { route, type Context, type Outside, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { coinWithSymbol, listPrices, setPrices, type Price } from "./coins.ts";
import { SOURCE, SOURCE_ROUTES, prepareSource } from "./source-api.ts";
import { keepSource, type KeptSource } from "./sources.ts";
import { CRYPTO_PROVIDERS } from "./provider.ts";
import { SYNCED, shownSynced } from "./synced.ts";
import { countSynced, deleteSynced, findSynced, insertSynced, syncedWith } from "./synced-store.ts";
import { price } from "./value.ts";

const CREATE = z
  .strictObject({
    provider: z.enum(CRYPTO_PROVIDERS),
    /**
     * For accounts of the feed only; the id of an account with a source follows from the source.
     */
    account: wire.text(1, 255).optional(),
    display_name: wire.text(1, 45).nullable().optional(),
    source: SOURCE.optional(),
  })
  .meta({ id: "CryptoSyncedCreate" });

const DELETION = z.strictObject({ keep_history: wire.textFlag.optional() });

const PRICES = z
  .strictObject({
    prices: z
      .array(z.strictObject({ symbol: wire.text(1, 25), price, currency: wire.currency }))
      .min(1)
      .max(CRYPTOCURRENCIES_MAX),
  })
  .meta({ id: "CryptoPrices" });

const PRICES_OUT = z.strictObject({
  prices: z.array(
    z.strictObject({
      symbol: z.string(),
      price: z.string(),
      currency: z.enum(CURRENCIES),
      as_of: wire.TIME_OUT,
    }),
  ),
});

export const CRYPTO_OWN_ROUTES: readonly Route[] = [
  route({
    method: "POST",
    path: "/crypto/synced",
    scope: null,
    tag: "crypto",
    summary: "Connect an account at an exchange or on a chain; it is empty until it is refreshed",
    body: CREATE,
    example: { provider: "exchange_a", account: "main", display_name: "Exchange" },
    status: 201,
    response: SYNCED,
    failures: [400, 404, 413],
    prepare: prepareCreate,
    handle: (context, { body }, prepared) => create(context, body, prepared),
  }),
  route({
    method: "DELETE",
    path: "/crypto/synced/{id}",
    scope: null,
    tag: "crypto",
    summary: "Disconnect an account",
    params: wire.idPath,
    query: DELETION,
    status: 204,
    failures: [400, 404, 422],
    handle: (context, { params, query }) => remove(context, params.id, query.keep_history),
  }),
  ...SOURCE_ROUTES,
  route({
    method: "GET",
    path: "/crypto/prices",
    scope: null,
    tag: "crypto",
    summary: "The known prices",
    response: PRICES_OUT,
    failures: [400],
    handle: ({ sql }) => ok(pricesShown(sql)),
  }),
  route({
    method: "PUT",
    path: "/crypto/prices",
    scope: null,
    tag: "crypto",
    summary: "Set prices as of now",
    body: PRICES,
    example: { prices: [{ symbol: "btc", price: "91250.50", currency: "usd" }] },
    response: PRICES_OUT,
    failures: [400, 413],
    handle: (context, { body }) => setAll(context, body.prices),
  }),
];

interface Prepared {
  readonly providerId: string;
  readonly kept: KeptSource | null;
}

/** The account's id at the provider, and its sealed source; the provider is not asked yet. */
async function prepareCreate(
  outside: Outside,
  { body }: { readonly body: z.output<typeof CREATE> },
): Promise<Result<Prepared, Problem>> {
  const { provider, account, source } = body;
  if (source !== undefined && account === undefined)
    return prepareSource(outside, provider, source, null);
  if (source !== undefined || account === undefined) {
    return refuse("invalid body", {
      errMsg: "An account has either a source, or the id that the feed knows it by in account.",
      invalid_property: "account",
    });
  }
  const fed = await fedOnly(outside);
  return fed.ok ? ok({ providerId: account, kept: null }) : fed;
}

function create(
  { sql, caller, now }: Context,
  body: z.output<typeof CREATE>,
  { providerId, kept }: Prepared,
): Result<object, Problem> {
  const { provider, display_name: displayName = null } = body;
  const existing = syncedWith(sql, provider, providerId);
  if (existing !== null)
    return refuse("invalid body", {
      errMsg:
        kept === null
          ? `The account ${JSON.stringify(providerId)} at ${provider} is synced crypto account ${existing.id} already.`
          : connectedAlready(existing.display_name),
      invalid_property: kept === null ? "account" : "source",
      existing_crypto_synced_id: existing.id,
    });
  if (countSynced(sql) >= CRYPTO_ACCOUNTS_MAX)
    return refuse("invalid body", {
      errMsg: `There are ${CRYPTO_ACCOUNTS_MAX} synced crypto accounts, the most there can be.`,
    });
  const id = insertSynced(sql, { provider, providerId, displayName }, caller.userId, now);
  if (kept !== null) keepSource(sql, id, kept);
  return shownSynced({ sql, caller, now }, id);
}

/** The provider id of an account with a source means nothing to a person; its name does. */
function connectedAlready(name: string | null): string {
  return `This is connected already${name === null ? "" : `, as “${name}”`}.`;
}

function remove(
  { sql, now }: Context,
  id: number,
  keep: boolean | undefined,
): Result<undefined, Problem> {
  const row = findSynced(sql, id);
  if (row === null) return notFound("synced crypto account", id);
  const source = { type: "crypto_synced", id, symbol: null } as const;
  if (keep === undefined && hasHistory(sql, source)) {
    return refuse("dependents", {
      errMsg: `Synced crypto account ${id} has a balance history: keep_history must say whether to keep it.`,
      crypto_synced_id: id,
      has_balance_history: true,
      required_parameter: "keep_history",
      allowed_values: [true, false],
    });
  }
  if (keep === true) {
    const details = { institution_name: null, subtype: null, mask: null, symbol: null };
    const { provider: name, display_name } = row;
    keepHistory(
      sql,
      source,
      { ...details, name, display_name, account_type: "cryptocurrency" },
      now,
    );
  } else forgetHistory(sql, source);
  deleteSynced(sql, id);
  return ok(undefined);
}

function setAll(
  { sql, now }: Context,
  asked: z.output<typeof PRICES>["prices"],
): Result<object, Problem> {
  const errors: ErrorItem[] = [];
  const prices = new Map<string, Price>();
  for (const [index, { symbol, price: cost, currency }] of asked.entries()) {
    const coin = coinWithSymbol(sql, symbol);
    if (coin === null || prices.has(coin.pricing_id)) {
      const what = coin === null ? "no supported cryptocurrency" : "given twice";
      errors.push({
        errMsg: `prices[${index}].symbol is ${JSON.stringify(symbol)}, ${what}.`,
        invalid_property: "symbol",
        prices_index: index,
      });
    } else prices.set(coin.pricing_id, { price: cost, currency, at: now });
  }
  if (errors.length > 0) return refuse("invalid body", ...errors.slice(0, ERRORS_MAX));
  setPrices(sql, prices, now);
  return ok(pricesShown(sql));
}

function pricesShown(sql: Context["sql"]): z.input<typeof PRICES_OUT> {
  return {
    prices: listPrices(sql).map(({ symbol, price: cost, currency, at }) => ({
      symbol,
      price: cost,
      currency,
      as_of: wire.formatTime(at),
    })),
  };
}
