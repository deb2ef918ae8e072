// The Importer object's table of the records that a change touches: budgets, categories, tags,
// accounts, rules and recurring items.

import type { Step } from "../../../platform/sql/migrate.ts";

/** A step of ../../schema.ts. */
export const changeRecords: Step = {
  id: 21,
  name: "change records",
  sql: `
-- One record of a change. record: its id, or the category and first day of a budget; of one that is made: the id that it had,
-- a negative number by which others of the same change name it, or ''. kept: the record as it was read; put: what was sent;
-- done: the fields that it changed, each with before and after; conflicts: what somebody else had changed; refused: what was
-- refused; losses: what went with a deleted one. made: the id of the one that was made. undone: the fields that were taken
-- back, '*' for the whole.
CREATE TABLE change_records (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  change INTEGER NOT NULL,
  kind TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('create','edit','delete')),
  record TEXT NOT NULL,
  undoes INTEGER,
  wanted TEXT NOT NULL CHECK (json_valid(wanted)),
  state TEXT NOT NULL CHECK (state IN ('waiting','sent','settled')),
  name TEXT,
  kept TEXT,
  put TEXT,
  done TEXT NOT NULL DEFAULT '[]',
  conflicts TEXT NOT NULL DEFAULT '[]',
  refused TEXT NOT NULL DEFAULT '[]',
  losses TEXT NOT NULL DEFAULT '[]',
  effect INTEGER NOT NULL DEFAULT 0,
  made INTEGER,
  undone TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX change_records_of ON change_records (change, id);
CREATE INDEX change_records_open ON change_records (change, state) WHERE state <> 'settled';
-- Under which id a deleted record came back.
CREATE INDEX change_records_made ON change_records (kind, record) WHERE made IS NOT NULL;
`,
};
