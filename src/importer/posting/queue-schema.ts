// Columns and tables to find a row that the service fails at, and transactions that arrived after their import was
// undone.

import type { Step } from "../../platform/sql/migrate.ts";

/** A step of schema.ts. */
export const queueFaults: Step = {
  id: 19,
  name: "queue faults",
  sql: `
-- Times in a row that the service answered this batch with a fault of its own (5xx).
ALTER TABLE batches ADD COLUMN strikes INTEGER NOT NULL DEFAULT 0;
-- 1: the service failed at this batch, or at the larger one it was halved from; 2: and has accepted other rows since.
ALTER TABLE batches ADD COLUMN suspect INTEGER NOT NULL DEFAULT 0;

-- The import whose mark the transaction carries, where that is another: one that was undone and left it to this row.
ALTER TABLE rows ADD COLUMN origin TEXT;

-- Transactions that were found in the budget after their import was undone, each with the row that it was sent for.
CREATE TABLE late (
  transaction_id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  found_at INTEGER NOT NULL
) STRICT;
CREATE INDEX late_of_run ON late (run);

-- One more kind of job: looking for such transactions.
CREATE TABLE jobs_with_late (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('find transfers','group','delete pending','find late')),
  run INTEGER NOT NULL,
  subject INTEGER NOT NULL,
  cursor TEXT,
  days INTEGER,
  failures INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL,
  UNIQUE (kind, subject)
) STRICT;
INSERT INTO jobs_with_late SELECT id, kind, run, subject, cursor, days, failures, next_attempt_at FROM jobs;
DROP TABLE jobs;
ALTER TABLE jobs_with_late RENAME TO jobs;
`,
};
