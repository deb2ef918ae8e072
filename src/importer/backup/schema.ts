// The Importer object's tables of backups: the one that is being restored, and those that are made
// by themselves.

import type { Step } from "../../platform/sql/migrate.ts";

/** A step of ../schema.ts. */
export const backups: Step = {
  id: 31,
  name: "backups",
  sql: `
-- A backup that is or was restored into this connection; the last few. archive: its key in the bucket, NULL once it is deleted.
-- step, line: what comes next, stored together with what came before. error: why it failed, or why it waits.
CREATE TABLE restores (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  bytes INTEGER NOT NULL,
  archive TEXT,
  state TEXT NOT NULL CHECK (state IN ('working','clearing','failed','done')),
  step INTEGER NOT NULL DEFAULT 0,
  line INTEGER NOT NULL DEFAULT 0,
  steps INTEGER NOT NULL,
  error TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  CHECK ((state IN ('failed','done')) = (finished_at IS NOT NULL))
) STRICT;
-- At most one is under way.
CREATE UNIQUE INDEX restores_open ON restores ((1)) WHERE finished_at IS NULL;

-- One row where backups are made by themselves. days: how many lie between two.
CREATE TABLE backup_plan (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  days INTEGER NOT NULL CHECK (days > 0),
  due_at INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  error TEXT
) STRICT;

-- The backups in the bucket, the newest few.
CREATE TABLE backups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('writing','kept','deleting')),
  bytes INTEGER,
  made_at INTEGER NOT NULL
) STRICT;
`,
};
