// Step 4: linked accounts. The provider's ids of accounts and transactions are stored next to ours,
// so that the next fetch finds the same ones.

import type { Step } from "../../platform/sql/migrate.ts";

export const linked: Step = {
  id: 4,
  name: "linked",
  sql: `
ALTER TABLE linked_accounts ADD COLUMN provider_id TEXT;
-- What is asked for and not yet fetched: since when, the days, how often it was tried, when next.
ALTER TABLE linked_accounts ADD COLUMN fetch_asked_at INTEGER;
ALTER TABLE linked_accounts ADD COLUMN fetch_start TEXT;
ALTER TABLE linked_accounts ADD COLUMN fetch_end TEXT;
ALTER TABLE linked_accounts ADD COLUMN fetch_tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE linked_accounts ADD COLUMN fetch_due_at INTEGER;
-- A provider's account is here once; the accounts of a connection.
CREATE UNIQUE INDEX linked_accounts_by_provider ON linked_accounts (linked_item_id, provider_id)
  WHERE provider_id IS NOT NULL;
-- What waits to be fetched.
CREATE INDEX linked_accounts_to_fetch ON linked_accounts (fetch_due_at) WHERE fetch_due_at IS NOT NULL;

-- One row for each transaction that a provider told of. transaction_id refers to nothing on purpose: it stays
-- when the user deletes the transaction, which is then not imported again. said is the provider's last word
-- (NULL: taken back), made is what the import wrote: where the transaction differs, the user has changed it.
CREATE TABLE linked_transactions (
  account_id INTEGER NOT NULL REFERENCES linked_accounts (id),
  provider_id TEXT NOT NULL,
  transaction_id INTEGER NOT NULL,
  is_pending INTEGER NOT NULL,
  date TEXT NOT NULL,
  said TEXT,
  made TEXT NOT NULL CHECK (json_valid(made)),
  PRIMARY KEY (account_id, provider_id)
) STRICT, WITHOUT ROWID;
-- The pending ones of an account: few.
CREATE INDEX linked_transactions_pending ON linked_transactions (account_id, date) WHERE is_pending = 1;

-- What the file-fed provider reads: one document, on a developer's machine alone.
CREATE TABLE provider_feed (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  document TEXT NOT NULL CHECK (json_valid(document)),
  updated_at INTEGER NOT NULL
) STRICT;
`,
};
