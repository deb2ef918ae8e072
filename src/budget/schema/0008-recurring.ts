// Step 8: what the detection of recurring items remembers.

import type { Step } from "../../platform/sql/migrate.ts";

export const recurring: Step = {
  id: 8,
  name: "recurring",
  sql: `
-- Criteria of items that a person has dismissed or deleted, so that they are not suggested again.
-- Account ids outlive their accounts here, which is harmless: ids are never used again.
CREATE TABLE recurring_dismissals (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  payee TEXT NOT NULL,
  amount INTEGER NOT NULL,
  amount_max INTEGER NOT NULL CHECK (amount <= amount_max),
  currency TEXT NOT NULL,
  linked_account_id INTEGER,
  manual_account_id INTEGER,
  dismissed_at INTEGER NOT NULL
) STRICT;

-- When detection last ran: one row, once it has.
CREATE TABLE recurring_detection (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  ran_at INTEGER NOT NULL
) STRICT;
`,
};
