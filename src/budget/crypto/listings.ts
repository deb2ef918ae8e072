// /cryptocurrencies on the wire (service-v2.md, Cryptocurrency object): the supported coins, and
// adding one by the address of its price listing.

import * as z from "zod";
import {
  CRYPTOCURRENCIES_MAX,
  CRYPTO_SYMBOL_CHARS_MAX,
  PROVIDER_WAIT_MS_MAX,
} from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import { within } from "../linked/time-limit.ts";
import { refuse, type ErrorItem, type Problem } from "../../platform/api/problem.ts";
import { route, type Context, type Outside, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import {
  coinWithListing,
  coinWithSymbol,
  countCoins,
  insertCoin,
  listCoins,
  type Coin,
} from "./coins.ts";
import { parseListingId, PRICING_HOST } from "./pricing-url.ts";
import type { Listing } from "./provider.ts";

const COIN = z
  .strictObject({
    id: z.int(),
    pricing_id: z.string().min(1).max(100),
    symbol: z.string().min(1).max(CRYPTO_SYMBOL_CHARS_MAX),
    full_name: z.string().min(1).max(200),
  })
  .meta({ id: "Cryptocurrency" });

const CREATE = z
  .strictObject({ pricing_url: wire.text(1, 200) })
  .meta({ id: "CryptocurrencyCreate" });

export const LISTING_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/cryptocurrencies",
    scope: "crypto:read",
    tag: "crypto",
    summary: "The cryptocurrencies that can be held by hand",
    response: z.strictObject({ cryptocurrencies: z.array(COIN) }),
    failures: [400],
    handle: ({ sql }) => ok({ cryptocurrencies: listCoins(sql) }),
  }),
  route({
    method: "POST",
    path: "/cryptocurrencies",
    scope: "crypto:write",
    tag: "crypto",
    summary: "Support a cryptocurrency, named by the address of its price listing",
    body: CREATE,
    example: { pricing_url: `https://${PRICING_HOST}/en/coins/kusama` },
    status: 201,
    response: COIN,
    failures: [400, 413, 422],
    prepare: async (outside, { body }) => find(outside, body.pricing_url),
    handle: (context, _, listing) => support(context, listing),
  }),
];

/** The listing that the address names; a supported one is refused before the provider is asked. */
async function find({ sql, ports }: Outside, url: string): Promise<Result<Listing, Problem>> {
  const id = parseListingId(url);
  if (!id.ok) return refuse("invalid body", malformed(url, id.error));
  const existing = coinWithListing(sql, id.value);
  if (existing !== null) return refuse("invalid body", clash(existing, id.value, existing.symbol));
  const lookup = ports.providers.listings.lookup(id.value);
  const listing = await within(PROVIDER_WAIT_MS_MAX, "the price listing", lookup);
  return listing === null ? refuse("unusable", missing(id.value)) : ok(listing);
}

function support({ sql, now }: Context, listing: Listing): Result<Coin, Problem> {
  const symbol = listing.symbol.toLowerCase();
  const unusable = fault(listing, symbol);
  if (unusable !== null) {
    const errMsg = `The price listing ${JSON.stringify(listing.id)} cannot be used: ${unusable}.`;
    return refuse("unusable", {
      errMsg,
      invalid_property: "pricing_url",
      requested_pricing_id: listing.id,
    });
  }
  // Looked at again: while the listing was read, another request may have added it.
  const existing = coinWithListing(sql, listing.id) ?? coinWithSymbol(sql, symbol);
  if (existing !== null) return refuse("invalid body", clash(existing, listing.id, symbol));
  if (countCoins(sql) >= CRYPTOCURRENCIES_MAX)
    return refuse("invalid body", {
      errMsg: `There are ${CRYPTOCURRENCIES_MAX} cryptocurrencies, the most there can be.`,
    });
  const coin = { pricing_id: listing.id, symbol, full_name: listing.name };
  return ok({ id: insertCoin(sql, coin, listing.price, now), ...coin });
}

function fault({ id, name }: Listing, symbol: string): string | null {
  if (symbol.length < 1 || symbol.length > CRYPTO_SYMBOL_CHARS_MAX)
    return `its symbol has ${symbol.length} characters, expected 1 to ${CRYPTO_SYMBOL_CHARS_MAX}`;
  if (name.length < 1 || name.length > 200)
    return `its name has ${name.length} characters, expected 1 to 200`;
  return id.length < 1 || id.length > 100
    ? `its id has ${id.length} characters, expected 1 to 100`
    : null;
}

function malformed(url: string, what: string): ErrorItem {
  return {
    errMsg: `pricing_url ${what}.`,
    invalid_property: "pricing_url",
    requested_pricing_url: url,
  };
}

function missing(id: string): ErrorItem {
  return {
    errMsg: `There is no price listing ${JSON.stringify(id)}.`,
    invalid_property: "pricing_url",
    requested_pricing_id: id,
  };
}

function clash(existing: Coin, pricingId: string, symbol: string): ErrorItem {
  const same =
    existing.pricing_id === pricingId
      ? "is supported already"
      : `has the symbol of ${existing.full_name}`;
  return {
    errMsg: `The price listing ${JSON.stringify(pricingId)} (${symbol}) ${same}, cryptocurrency ${existing.id}.`,
    invalid_property: "pricing_url",
    existing_cryptocurrency_id: existing.id,
    existing_pricing_id: existing.pricing_id,
    existing_symbol: existing.symbol,
    requested_pricing_id: pricingId,
    requested_symbol: symbol,
  };
}
