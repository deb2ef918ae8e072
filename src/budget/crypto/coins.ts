// The cryptocurrencies table: the coins that can be held by hand, each with its last known price.

import { must } from "../../platform/assert.ts";
import type { Currency } from "../../money/currency.ts";
import { readBudget } from "../me/store.ts";
import { useCurrencies } from "../rates/store.ts";
import type { Sql } from "../../platform/sql/sql.ts";

export interface Coin {
  readonly id: number;
  readonly pricing_id: string;
  readonly symbol: string;
  readonly full_name: string;
}

/** The price of one coin as a plain decimal (PRICE), and its time. */
export interface Price {
  readonly price: string;
  readonly currency: Currency;
  readonly at: number;
}

const SELECT = "SELECT id, pricing_id, symbol, full_name FROM cryptocurrencies";

export function listCoins(sql: Sql): Coin[] {
  return sql.all<Coin>(`${SELECT} ORDER BY id`);
}

export function coinWithSymbol(sql: Sql, symbol: string): Coin | null {
  return sql.first<Coin>(`${SELECT} WHERE symbol = ?`, symbol);
}

export function coinWithListing(sql: Sql, pricingId: string): Coin | null {
  return sql.first<Coin>(`${SELECT} WHERE pricing_id = ?`, pricingId);
}

export function countCoins(sql: Sql): number {
  return sql.count("cryptocurrencies");
}

/** A new coin; its id. */
export function insertCoin(
  sql: Sql,
  coin: Omit<Coin, "id">,
  price: Price | null,
  now: number,
): number {
  if (price !== null)
    useCurrencies({ sql, now }, readBudget(sql).primary_currency, [price.currency]);
  const row = sql.first<{ id: number }>(
    `INSERT INTO cryptocurrencies (pricing_id, symbol, full_name, price, price_currency, price_at)
     VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
    coin.pricing_id,
    coin.symbol,
    coin.full_name,
    price?.price ?? null,
    price?.currency ?? null,
    price === null ? null : Math.min(price.at, now),
  );
  return must(row, "an inserted coin has an id").id;
}

/**
 * Writes prices by listing. Unsupported listings and prices older than the stored one change
 * nothing. A price from the future is dated now; otherwise no price could replace it until then.
 */
export function setPrices(sql: Sql, prices: ReadonlyMap<string, Price>, now: number): void {
  const currencies = [...prices.values()].map(({ currency }) => currency);
  useCurrencies({ sql, now }, readBudget(sql).primary_currency, currencies);
  const rows = [...prices].map(([id, { price, currency, at }]) => [
    id,
    price,
    currency,
    Math.min(at, now),
  ]);
  sql.run(
    `UPDATE cryptocurrencies SET price = v.value ->> 1, price_currency = v.value ->> 2, price_at = v.value ->> 3
     FROM json_each(?) v WHERE pricing_id = v.value ->> 0 AND (price_at IS NULL OR price_at <= v.value ->> 3)`,
    JSON.stringify(rows),
  );
}

/** The known prices, in the order of the coins. */
export function listPrices(sql: Sql): (Price & { readonly symbol: string })[] {
  return sql.all<Price & { readonly symbol: string }>(
    `SELECT symbol, price, price_currency AS currency, price_at AS at FROM cryptocurrencies
     WHERE price IS NOT NULL ORDER BY id`,
  );
}
