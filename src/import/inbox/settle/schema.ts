// The Importer object's tables about what receipts did in the budget. A row is written before the request it tells of leaves.

import type { Step } from "../../../sql/migrate.ts";

/** A step of post/schema.ts. */
export const settling: Step = {
  id: 7,
  name: "settling",
  sql: `
-- What a receipt does in the budget: enriches a transaction that is there, or inserts one. put: what was sent last, before: what
-- was there; of an insert, put is the request's body. file: the name of what is attached, which tells whether it is.
CREATE TABLE settlings (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  receipt INTEGER NOT NULL,
  how TEXT NOT NULL CHECK (how IN ('enrich','insert')),
  state TEXT NOT NULL CHECK (state IN ('doing','undoing','undone')),
  transaction_id INTEGER,
  evidence TEXT NOT NULL CHECK (json_valid(evidence)),
  put TEXT CHECK (json_valid(put)),
  before TEXT CHECK (json_valid(before)),
  put_done INTEGER NOT NULL DEFAULT 0 CHECK (put_done IN (0, 1)),
  file TEXT,
  file_done INTEGER NOT NULL DEFAULT 0 CHECK (file_done IN (0, 1)),
  -- What could not be done, for a person.
  said TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  -- Of what is undone.
  next_attempt_at INTEGER,
  CHECK (how = 'insert' OR transaction_id IS NOT NULL)
) STRICT;
-- A receipt is in one place, and a transaction has one receipt.
CREATE UNIQUE INDEX settlings_of_receipt ON settlings (receipt) WHERE state <> 'undone';
CREATE UNIQUE INDEX settlings_of_transaction ON settlings (transaction_id) WHERE state <> 'undone' AND transaction_id IS NOT NULL;
CREATE INDEX settlings_undoing ON settlings (next_attempt_at) WHERE state = 'undoing';

-- What a person was asked about.
CREATE TABLE match_shown (
  receipt INTEGER NOT NULL,
  transaction_id INTEGER NOT NULL,
  PRIMARY KEY (receipt, transaction_id)
) STRICT, WITHOUT ROWID;

-- Pairs that a person said no to, or took back.
CREATE TABLE match_rejections (
  receipt INTEGER NOT NULL,
  transaction_id INTEGER NOT NULL,
  PRIMARY KEY (receipt, transaction_id)
) STRICT, WITHOUT ROWID;
`,
};
