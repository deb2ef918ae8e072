// Step 3: the files of transactions, and an index that answers a summary without reading a row.

import type { Step } from "../../platform/sql/migrate.ts";

export const transactions: Step = {
  id: 3,
  name: "transactions",
  sql: `
-- The list of one category, its sums by period with what is recurring apart, what depends on a category.
DROP INDEX transactions_by_category;
CREATE INDEX transactions_by_category ON transactions (category_id, date, to_base, hidden, recurring_id);

CREATE TABLE attachments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  transaction_id INTEGER NOT NULL REFERENCES transactions (id),
  uploaded_by INTEGER NOT NULL REFERENCES users (id),
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  key TEXT NOT NULL UNIQUE,
  notes TEXT,
  created_at INTEGER NOT NULL
) STRICT;
-- The files of a transaction.
CREATE INDEX attachments_by_transaction ON attachments (transaction_id);

-- Files in the bucket that no attachment names any more, until a job has deleted them.
CREATE TABLE forgotten_files (
  key TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
`,
};
