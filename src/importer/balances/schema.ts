// The tables of what statements say of their accounts' balances. Money is 1/10,000 units, days are "YYYY-MM-DD".

import type { Step } from "../../platform/sql/migrate.ts";

export const statedBalances: Step = {
  id: 18,
  name: "stated-balances",
  sql: `
-- The accounts of an import with the balances that the file states, and what is done with them (balances/balance.ts).
ALTER TABLE runs ADD COLUMN balances TEXT CHECK (json_valid(balances));

-- The balances that carried-out imports state, in the account's view; an account's balance is counted from the latest.
CREATE TABLE stated_balances (
  account INTEGER NOT NULL,
  run INTEGER NOT NULL,
  day TEXT NOT NULL,
  balance INTEGER NOT NULL,
  opening INTEGER,
  first_day TEXT NOT NULL,
  -- How many rows the file has of that day: of two files that end on one day, the longer is the later.
  rows_of_day INTEGER NOT NULL,
  PRIMARY KEY (account, run)
) STRICT, WITHOUT ROWID;

-- The ends of months that these imports prove, in the account's view.
CREATE TABLE stated_months (
  account INTEGER NOT NULL,
  month TEXT NOT NULL,
  run INTEGER NOT NULL,
  balance INTEGER NOT NULL,
  PRIMARY KEY (account, month, run)
) STRICT, WITHOUT ROWID;

-- The months that we wrote into the balance history, as the service holds them, with the figure before (null: none).
CREATE TABLE written_months (
  account INTEGER NOT NULL,
  month TEXT NOT NULL,
  balance TEXT NOT NULL,
  before TEXT,
  -- 0 while it may not have arrived.
  arrived INTEGER NOT NULL DEFAULT 0 CHECK (arrived IN (0, 1)),
  PRIMARY KEY (account, month)
) STRICT, WITHOUT ROWID;

-- An account whose balance statements have set, or may not set.
CREATE TABLE account_balances (
  account INTEGER PRIMARY KEY,
  -- 0 where a person said that statements leave this account's balance alone.
  follows INTEGER NOT NULL DEFAULT 1 CHECK (follows IN (0, 1)),
  -- By how much we have moved the balance in all, as the service holds it: what undoing takes back.
  shift INTEGER NOT NULL DEFAULT 0,
  -- The time that the service gives for the balance since our own last change, and the one before our first.
  ours_as_of TEXT,
  first_as_of TEXT,
  -- A balance on its way: by which import, from what, to what.
  sent_by INTEGER,
  sent_from INTEGER,
  sent_to INTEGER,
  CHECK ((sent_by IS NULL) = (sent_from IS NULL) AND (sent_by IS NULL) = (sent_to IS NULL))
) STRICT;
`,
};
