// The Importer object's tables about schedules: their sources and targets, their runs, and sealed
// secrets. Times are milliseconds since 1970.

import type { Step } from "../../platform/sql/migrate.ts";
import { RISING_TABLE } from "../../platform/sql/rising-numbers.ts";

/** A step of imports/schema.ts. */
export const schedules: Step = {
  id: 12,
  name: "schedules",
  sql: `
CREATE TABLE schedules (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  cron TEXT NOT NULL,
  timezone TEXT NOT NULL,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  -- Why it switched itself off: its credentials were refused.
  stopped TEXT,
  type TEXT NOT NULL,
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  target TEXT NOT NULL CHECK (json_valid(target)),
  next_due_at INTEGER,
  -- Until then its source asked to be left alone.
  not_before INTEGER NOT NULL DEFAULT 0,
  -- Runs in a row that failed.
  failures INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (enabled = 1 OR next_due_at IS NULL),
  CHECK (stopped IS NULL OR enabled = 0)
) STRICT, WITHOUT ROWID;
-- What is due next.
CREATE INDEX schedules_due ON schedules (next_due_at) WHERE next_due_at IS NOT NULL;

-- Sealed for this schedule and name.
CREATE TABLE schedule_secrets (
  schedule TEXT NOT NULL,
  name TEXT NOT NULL,
  sealed TEXT NOT NULL,
  PRIMARY KEY (schedule, name)
) STRICT, WITHOUT ROWID;

-- One due instant, or one wish of a person (due_at NULL).
CREATE TABLE schedule_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  schedule TEXT NOT NULL,
  due_at INTEGER,
  state TEXT NOT NULL CHECK (state IN ('waiting','done','failed')),
  tries INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  -- What the source said, and the request that was made of it: stored before that leaves, and repeated as it is.
  reading TEXT CHECK (json_valid(reading)),
  writing TEXT CHECK (json_valid(writing)),
  -- One sentence for the person.
  outcome TEXT,
  fault TEXT CHECK (json_valid(fault)),
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL)),
  CHECK ((state = 'waiting') = (finished_at IS NULL))
) STRICT;
-- A due instant is claimed once.
CREATE UNIQUE INDEX schedule_runs_once ON schedule_runs (schedule, due_at) WHERE due_at IS NOT NULL;
-- At most one of a schedule is on its way.
CREATE UNIQUE INDEX schedule_runs_open ON schedule_runs (schedule) WHERE state = 'waiting';
-- What the alarm has to do next.
CREATE INDEX schedule_runs_next ON schedule_runs (next_attempt_at) WHERE state = 'waiting';
-- A schedule's history, and its bound.
CREATE INDEX schedule_runs_of ON schedule_runs (schedule, id);
`,
};

/** What the sources of schedules have learned. */
export const schedulePins: Step = {
  id: 15,
  name: "schedule-pins",
  sql: `
-- What the source answered as such when it was read last, by name; told to it again.
ALTER TABLE schedules ADD COLUMN pins TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(pins));
`,
};

/** What runs that are over still owe. */
export const scheduleOwed: Step = {
  id: 16,
  name: "schedule-owed",
  sql: `
-- The request that is made when a person has answered what the import asked and it is done, and when it is tried next.
ALTER TABLE schedule_runs ADD COLUMN owed TEXT CHECK (json_valid(owed));
ALTER TABLE schedule_runs ADD COLUMN owed_at INTEGER CHECK ((owed IS NULL) = (owed_at IS NULL));
-- What the alarm looks at.
CREATE INDEX schedule_runs_owed ON schedule_runs (schedule, id) WHERE owed IS NOT NULL;
`,
};

/** The next one: what a run waits for, what was claimed for a schedule, and the numbers that exchanges want to rise. */
export const scheduleFollowUps: Step = {
  id: 13,
  name: "schedule-follow-ups",
  sql: `
-- The id of the import that has to be done before the balance is written.
ALTER TABLE schedule_runs ADD COLUMN import TEXT;

-- What can be claimed once: noted before it is, so that a claim whose answer was lost is told from one of somebody else.
CREATE TABLE schedule_claims (
  -- SHA-256 of what is claimed; what it gave is among the secrets, under this name.
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  -- For which schedule.
  schedule TEXT NOT NULL,
  -- Why it never will be.
  reason TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
${RISING_TABLE}`,
};
