// The Importer object's tables of what receipts changed in the budget. A row is stored before its
// request leaves. Each step's text is final once it has shipped, comments included; ApplicationRow
// (applications.ts) and SplitRow (split.ts) explain the columns.

import type { Step } from "../../../platform/sql/migrate.ts";

/** A step of importer/schema.ts. */
export const settlingStep: Step = {
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

/** A step of importer/schema.ts. */
export const meetingStep: Step = {
  id: 9,
  name: "meeting",
  sql: `
-- A receipt may be several transactions together (part counts them), and of one transaction the shop's receipt stands beside the
-- bank's notice. instead: the transaction that the receipt is once this one is taken back; carried: what goes to it from here.
DROP INDEX settlings_of_receipt;
DROP INDEX settlings_of_transaction;
ALTER TABLE settlings ADD COLUMN part INTEGER NOT NULL DEFAULT 0;
ALTER TABLE settlings ADD COLUMN beside INTEGER NOT NULL DEFAULT 0 CHECK (beside IN (0, 1));
ALTER TABLE settlings ADD COLUMN instead INTEGER;
ALTER TABLE settlings ADD COLUMN carried TEXT CHECK (json_valid(carried));
CREATE UNIQUE INDEX settlings_of_receipt ON settlings (receipt, part) WHERE state <> 'undone';
CREATE UNIQUE INDEX settlings_of_transaction ON settlings (transaction_id, beside) WHERE state <> 'undone' AND transaction_id IS NOT NULL;

-- again: a person asked to look once more; such a pair is shown, never made.
ALTER TABLE match_rejections ADD COLUMN again INTEGER NOT NULL DEFAULT 0 CHECK (again IN (0, 1));
-- Several transactions together that a person said no to: their ids, ascending, as JSON.
CREATE TABLE set_rejections (
  receipt INTEGER NOT NULL,
  transactions TEXT NOT NULL CHECK (json_valid(transactions)),
  PRIMARY KEY (receipt, transactions)
) STRICT, WITHOUT ROWID;

-- Receipts that were inserted: whether the bank's row came another way than by an import here. match: what is offered.
CREATE TABLE rivals (
  receipt INTEGER PRIMARY KEY,
  match TEXT CHECK (json_valid(match)),
  until INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER
) STRICT;
CREATE INDEX rivals_due ON rivals (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- Transactions that were split by a receipt's items, when a person asked for it. parts: what is sent; children: what was answered.
CREATE TABLE receipt_splits (
  receipt INTEGER PRIMARY KEY,
  transaction_id INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('doing','done','undoing','failed')),
  parts TEXT NOT NULL CHECK (json_valid(parts)),
  children TEXT CHECK (json_valid(children)),
  said TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER
) STRICT;
CREATE INDEX receipt_splits_due ON receipt_splits (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- Which receipts met rows of an import, from the receipts' side: they are few, rows may be a million.
CREATE INDEX receipts_by_transaction ON receipts (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX rows_by_transaction ON rows (transaction_id) WHERE transaction_id IS NOT NULL;

-- Whether the address's account is one for cash, as the service had it when the address was set.
ALTER TABLE addresses ADD COLUMN cash INTEGER NOT NULL DEFAULT 0 CHECK (cash IN (0, 1));
`,
};
