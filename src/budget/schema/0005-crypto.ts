// Step 5: crypto. Quantities are decimal text of up to 18 decimals, never numbers.

import type { Step } from "../../platform/sql/migrate.ts";
import { COINS } from "./0005-coins.ts";

export const crypto: Step = {
  id: 5,
  name: "crypto",
  sql: `
-- What can be held: one row a listing, with its last known price in some currency.
CREATE TABLE cryptocurrencies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pricing_id TEXT NOT NULL UNIQUE,
  symbol TEXT NOT NULL UNIQUE CHECK (symbol = lower(symbol)),
  full_name TEXT NOT NULL,
  price TEXT,
  price_currency TEXT,
  price_at INTEGER,
  CHECK ((price IS NULL) = (price_currency IS NULL) AND (price IS NULL) = (price_at IS NULL))
) STRICT;

CREATE TABLE crypto_manual (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  display_name TEXT,
  institution_name TEXT,
  balance TEXT NOT NULL,
  symbol TEXT NOT NULL REFERENCES cryptocurrencies (symbol),
  created_by INTEGER NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE crypto_synced (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  provider TEXT NOT NULL,
  -- What the provider knows the account by: a wallet's address, an exchange's account.
  provider_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'unsupported', 'relink', 'initializing')),
  display_name TEXT,
  created_by INTEGER NOT NULL REFERENCES users (id),
  last_import INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (provider, provider_id)
) STRICT;

-- What a synced account holds; a provider's symbol may be one that we have no listing for.
CREATE TABLE crypto_synced_balances (
  account_id INTEGER NOT NULL REFERENCES crypto_synced (id),
  symbol TEXT NOT NULL,
  name TEXT NOT NULL,
  display_name TEXT,
  balance TEXT NOT NULL,
  balance_as_of INTEGER,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, symbol)
) STRICT, WITHOUT ROWID;
${COINS}`,
};
