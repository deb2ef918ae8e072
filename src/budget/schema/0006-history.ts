// Step 6: monthly balances. One entry per month and stream; a stream is an account, or one symbol
// of a synced crypto account. Crypto quantities are decimal text of up to 18 decimals, never
// numbers.

import type { Step } from "../../platform/sql/migrate.ts";

export const history: Step = {
  id: 6,
  name: "history",
  sql: `
-- The month that is still open: every earlier one has been closed. No row before the first access.
CREATE TABLE history_open_month (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  month TEXT NOT NULL CHECK (month GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]')
) STRICT;

-- What is left of accounts that were deleted while their history was kept.
CREATE TABLE deleted_accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT,
  institution_name TEXT,
  display_name TEXT,
  account_type TEXT,
  subtype TEXT,
  mask TEXT,
  symbol TEXT,
  deleted_at INTEGER NOT NULL
) STRICT;

-- account_id is an id of the table that kind names; symbol tells the streams of a synced crypto account apart.
CREATE TABLE balance_history (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('manual', 'linked', 'crypto_manual', 'crypto_synced', 'deleted')),
  account_id INTEGER NOT NULL,
  symbol TEXT NOT NULL DEFAULT '',
  month TEXT NOT NULL CHECK (month GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'),
  balance INTEGER NOT NULL,
  currency TEXT NOT NULL,
  to_base INTEGER NOT NULL,
  crypto_balance TEXT,
  CHECK ((kind = 'crypto_synced') = (symbol <> '')),
  CHECK (crypto_balance IS NULL OR kind NOT IN ('manual', 'linked'))
) STRICT;
-- One stream in the order of its months; the entry of a month, which is there once.
CREATE UNIQUE INDEX balance_history_by_stream ON balance_history (kind, account_id, symbol, month);
-- All streams between two months.
CREATE INDEX balance_history_by_month ON balance_history (month);
`,
};
