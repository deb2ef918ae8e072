// Crypto holdings, manual and synced, and their value today. Quantities are decimal text; values
// are in units of the primary currency, null without a price or a rate.

import type { Currency } from "../../money/currency.ts";
import { dayOfInstant } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";
import { readBudget } from "../me/store.ts";
import { ONE } from "../../money/decimal.ts";
import { perEuroOn } from "../rates/store.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { storedQuantity, type Quantity } from "../../money/quantity.ts";
import { worth } from "./value.ts";

/** Columns of any balance joined with its coin; null without a listing or a price. */
export interface Priced {
  readonly balance: string;
  readonly pricing_id: string | null;
  readonly price: string | null;
  readonly price_currency: Currency | null;
  readonly price_at: number | null;
}

/** The columns of Priced that come from the coin, which a statement joins as c. */
export const PRICED = "c.pricing_id, c.price, c.price_currency, c.price_at";

/** Values stored balances in the primary currency, for the length of one request. */
export function valuer(sql: Sql, now: number): (row: Priced) => Units | null {
  const { primary_currency: primary } = readBudget(sql);
  const perEuro = perEuroOn(sql);
  const today = dayOfInstant(now);
  return ({ balance, price, price_currency: currency }) => {
    if (price === null || currency === null) return null;
    const quantity = storedQuantity(balance);
    if (currency === primary) return worth(quantity, price, ONE, ONE);
    const from = perEuro(currency, today);
    const to = perEuro(primary, today);
    return from === null || to === null ? null : worth(quantity, price, from, to);
  };
}

/** The account that holds the balance. */
export type CryptoSource =
  | { readonly type: "crypto_manual"; readonly id: number }
  | { readonly type: "crypto_synced"; readonly id: number; readonly symbol: string };

/** One holding as it is now. */
export interface CryptoBalance {
  readonly source: CryptoSource;
  readonly balance: Quantity;
  readonly symbol: string;
  readonly to_base: Units | null;
  readonly name: string;
  readonly display_name: string | null;
  readonly institution_name: string | null;
}

interface BalanceRow extends Priced {
  readonly kind: "crypto_manual" | "crypto_synced";
  readonly id: number;
  readonly symbol: string;
  readonly name: string;
  readonly display_name: string | null;
  readonly institution_name: string | null;
}

const ALL = `SELECT 'crypto_manual' AS kind, m.id, m.symbol, m.name, m.display_name, m.institution_name, m.balance, ${PRICED}
    FROM crypto_manual m LEFT JOIN cryptocurrencies c ON c.symbol = m.symbol
  UNION ALL
  SELECT 'crypto_synced', b.account_id, b.symbol, b.name, b.display_name, NULL, b.balance, ${PRICED}
    FROM crypto_synced_balances b LEFT JOIN cryptocurrencies c ON c.symbol = b.symbol
  ORDER BY 1, 2, 3`;

/**
 * Every holding with its value now: manual ones first, each kind by id, a synced account's by
 * symbol.
 */
export function cryptoBalances(sql: Sql, now: number): CryptoBalance[] {
  const valueOf = valuer(sql, now);
  return sql
    .all<BalanceRow>(ALL)
    .map((row) => ({
      source:
        row.kind === "crypto_manual"
          ? { type: row.kind, id: row.id }
          : { type: row.kind, id: row.id, symbol: row.symbol },
      balance: storedQuantity(row.balance),
      symbol: row.symbol,
      to_base: valueOf(row),
      name: row.name,
      display_name: row.display_name,
      institution_name: row.institution_name,
    }));
}
