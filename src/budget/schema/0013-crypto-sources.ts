// Step 13: the sources of synced crypto accounts: their settings, and their secrets, sealed for the
// account.

import type { Step } from "../../platform/sql/migrate.ts";

export const cryptoSources: Step = {
  id: 13,
  name: "crypto-sources",
  sql: `
CREATE TABLE crypto_sources (
  account_id INTEGER PRIMARY KEY REFERENCES crypto_synced (id),
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  -- Names and texts of the secrets, in one.
  sealed TEXT NOT NULL,
  -- When it was asked last, and why it gave nothing then; NULL where it never was, or gave what it has.
  asked_at INTEGER,
  reason TEXT
) STRICT;
`,
};
