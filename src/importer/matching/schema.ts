// The Importer object's tables about relations between imports: pending transactions and their
// updates, lookalikes, transfers, and the jobs that follow from them.

import type { Step } from "../../platform/sql/migrate.ts";

/** A step of schema.ts. */
export const matches: Step = {
  id: 5,
  name: "matches",
  sql: `
-- The day up to which the rows have been compared with what the budget holds; NULL: not begun.
ALTER TABLE runs ADD COLUMN compared_to TEXT;
ALTER TABLE rows ADD COLUMN pending INTEGER NOT NULL DEFAULT 0;
-- The bank's own id where it is part of the identity: no weaker number will do to find a transaction by.
ALTER TABLE rows ADD COLUMN reference TEXT;

-- Transactions that were inserted while the bank showed them as pending, as they are known last; the row that owns each.
CREATE TABLE pendings (
  transaction_id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending','posted','deleting','deleted')),
  run INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  inserted_at INTEGER NOT NULL,
  facts TEXT NOT NULL CHECK (json_valid(facts)),
  missing_in INTEGER,
  problem TEXT
) STRICT;
-- What an import compares with.
CREATE INDEX pendings_open ON pendings (account) WHERE state = 'pending';
CREATE INDEX pendings_missing ON pendings (missing_in) WHERE missing_in IS NOT NULL;
CREATE INDEX pendings_of_run ON pendings (run);

-- Rows that are such a transaction, changed: what was put, what was there before; in the order in which they were put.
CREATE TABLE updates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  transaction_id INTEGER NOT NULL,
  run INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('planned','sent','done')),
  because TEXT NOT NULL,
  put TEXT CHECK (json_valid(put)),
  before TEXT CHECK (json_valid(before)),
  known TEXT NOT NULL CHECK (json_valid(known)),
  UNIQUE (run, seq)
) STRICT;
CREATE INDEX updates_of_transaction ON updates (transaction_id, id);

-- Rows that look like a transaction of another source, and what was decided.
CREATE TABLE lookalikes (
  run INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  transaction_id INTEGER NOT NULL,
  evidence TEXT NOT NULL,
  decision TEXT CHECK (decision IN ('same','insert')),
  PRIMARY KEY (run, seq)
) STRICT, WITHOUT ROWID;

-- Pairs that look like a transfer between own accounts. The key holds external ids: a dismissal outlives an import that is
-- taken back and sent again.
CREATE TABLE transfers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run INTEGER NOT NULL,
  key TEXT NOT NULL UNIQUE,
  debit INTEGER NOT NULL,
  credit INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('equal','fee','rate')),
  sides TEXT NOT NULL CHECK (json_valid(sides)),
  evidence TEXT NOT NULL CHECK (json_valid(evidence)),
  state TEXT NOT NULL CHECK (state IN ('suggested','accepting','accepted','dismissed')),
  category INTEGER,
  grouped INTEGER,
  problem TEXT
) STRICT;
CREATE INDEX transfers_of_run ON transfers (run, id);
CREATE INDEX transfers_by_debit ON transfers (debit);
CREATE INDEX transfers_by_credit ON transfers (credit);

-- What is to be done in the budget when no import is on its way: one thing a row.
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('find transfers','group','delete pending')),
  run INTEGER NOT NULL,
  subject INTEGER NOT NULL,
  cursor TEXT,
  days INTEGER,
  failures INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL,
  UNIQUE (kind, subject)
) STRICT;
`,
};

/** A step of schema.ts. */
export const insertedByDate: Step = {
  id: 30,
  name: "inserted by date",
  sql: `
-- The days of the rows that an import inserted: transfers are looked for around them.
CREATE INDEX rows_inserted_by_date ON rows (run, date) WHERE state = 'inserted';
`,
};
