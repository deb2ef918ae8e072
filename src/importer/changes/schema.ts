// The Importer object's tables of the journal: what a person changed in the budget's transactions,
// with what was there before, so that each change can be undone as one step.

import type { Step } from "../../platform/sql/migrate.ts";

/** A step of ../schema.ts. */
export const changes: Step = {
  id: 20,
  name: "changes",
  sql: `
-- One change by one person. key: the one-time id of the form, with a hash of what it sent. undoes: the change that this one
-- takes back. mark: what a transaction that is made again carries, to recognize it after a lost answer. done: how many
-- transactions it changed. problem: why it still waits.
CREATE TABLE changes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT UNIQUE,
  hash TEXT NOT NULL,
  at INTEGER NOT NULL,
  who TEXT NOT NULL CHECK (json_valid(who)),
  source TEXT,
  sentence TEXT NOT NULL,
  undoes INTEGER,
  mark TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('applying','done','undoing','undone','partly')),
  total INTEGER NOT NULL,
  done INTEGER NOT NULL DEFAULT 0,
  problem TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  CHECK ((state = 'applying') = (next_attempt_at IS NOT NULL))
) STRICT;
CREATE INDEX changes_due ON changes (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX changes_undoing ON changes (undoes) WHERE undoes IS NOT NULL;

-- One transaction of a change. kept: the transaction as it was read; put: what was sent; done: the fields that it changed, each
-- with before and after; conflicts: what somebody else had changed; refused: what the service refused. looked: a list was
-- searched for it. made: the id of the transaction made again. undone: the fields that were taken back, '*' for the whole.
CREATE TABLE change_items (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  change INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('edit','delete','restore')),
  transaction_id INTEGER NOT NULL,
  undoes INTEGER,
  wanted TEXT NOT NULL CHECK (json_valid(wanted)),
  state TEXT NOT NULL CHECK (state IN ('waiting','sent','settled')),
  looked INTEGER NOT NULL DEFAULT 0,
  label TEXT,
  kept TEXT,
  put TEXT,
  done TEXT NOT NULL DEFAULT '[]',
  conflicts TEXT NOT NULL DEFAULT '[]',
  refused TEXT NOT NULL DEFAULT '[]',
  effect INTEGER NOT NULL DEFAULT 0,
  made INTEGER,
  undone TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX change_items_of ON change_items (change, id);
CREATE INDEX change_items_open ON change_items (change, state) WHERE state <> 'settled';
-- Under which id a deleted transaction came back.
CREATE INDEX change_items_made ON change_items (transaction_id) WHERE made IS NOT NULL;
`,
};

/** A step of ../schema.ts. */
export const changesOfImports: Step = {
  id: 24,
  name: "changes of imports",
  sql: `
-- import: the id of the import that an entry is about; cannot_undo: why an entry cannot be undone, NULL if it can.
ALTER TABLE changes ADD COLUMN import TEXT;
ALTER TABLE changes ADD COLUMN cannot_undo TEXT;
CREATE INDEX changes_of_import ON changes (import, id) WHERE import IS NOT NULL;
-- A transfer is accepted by an entry of the journal. One whose job was under way is suggested again.
UPDATE transfers SET state = 'suggested' WHERE state = 'accepting';
DELETE FROM jobs WHERE kind = 'group';
`,
};
