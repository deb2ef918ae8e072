// Step 12: the servers that feed linked accounts. A token is stored sealed until it is claimed, the
// resulting access as long as the connection exists. A removed connection keeps its row, so that
// its accounts are recognized when they return.

import type { Step } from "../../platform/sql/migrate.ts";

export const banks: Step = {
  id: 12,
  name: "banks",
  sql: `
CREATE TABLE banks (
  -- What its accounts show as linked_item_id, and part of the place that its secrets are sealed for.
  item_id TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  -- claiming: a token waits to be claimed. open: asked once a day. failed: the token gave nothing. removed: accounts stay.
  state TEXT NOT NULL CHECK (state IN ('claiming', 'open', 'failed', 'removed')),
  sealed_token TEXT CHECK ((sealed_token IS NOT NULL) = (state = 'claiming')),
  -- SHA-256 of the last token: pasted twice it is one connection.
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  sealed_access TEXT CHECK (state <> 'open' OR sealed_access IS NOT NULL),
  -- How often a claim was sent.
  claims INTEGER NOT NULL DEFAULT 0,
  -- When to claim, or to ask; NULL when neither.
  due_at INTEGER,
  -- Why it gave nothing the last time, and what its server said to the person.
  reason TEXT,
  messages TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(messages)),
  answered_at INTEGER,
  created_by INTEGER NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX banks_due ON banks (due_at) WHERE due_at IS NOT NULL;

-- Accounts whose link the user has ended: their server goes on telling of them, and they are not added again.
CREATE TABLE bank_accounts_ended (
  item_id TEXT NOT NULL REFERENCES banks (item_id),
  provider_id TEXT NOT NULL,
  PRIMARY KEY (item_id, provider_id)
) STRICT, WITHOUT ROWID;
-- Whether an account of another connection is the same one.
CREATE INDEX linked_accounts_by_provider_id ON linked_accounts (provider_id) WHERE provider_id IS NOT NULL;
`,
};
