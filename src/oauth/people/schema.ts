// The User object's database as numbered additive steps. Step 1 is the schema from before there
// were steps, hence its IF NOT EXISTS; shipped steps are never edited.

import type { Step } from "../../platform/sql/migrate.ts";

const links: Step = {
  id: 1,
  name: "links and sessions",
  sql: `
CREATE TABLE IF NOT EXISTS links (
  hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sessions (
  hash TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;
`,
};

const person: Step = {
  id: 2,
  name: "person",
  sql: `
CREATE TABLE person (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  user_id INTEGER NOT NULL,
  email TEXT NOT NULL,
  name TEXT NOT NULL,
  password_rounds INTEGER,
  password_salt TEXT,
  password_mac TEXT,
  password_set_at INTEGER,
  created_at INTEGER NOT NULL,
  CHECK ((password_mac IS NULL) = (password_salt IS NULL) AND (password_mac IS NULL) = (password_rounds IS NULL))
) STRICT;

-- A session is listed and revoked by its number; revoking deletes the row.
ALTER TABLE sessions RENAME TO older_sessions;
CREATE TABLE sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  agent TEXT NOT NULL DEFAULT '',
  account_id INTEGER,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
INSERT INTO sessions (hash, created_at, last_used_at, expires_at)
  SELECT hash, created_at, created_at, expires_at FROM older_sessions WHERE revoked_at IS NULL;
DROP TABLE older_sessions;

-- What the person was let into, or is being let into; the Budget object decides who has access.
CREATE TABLE memberships (
  account_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
  state TEXT NOT NULL CHECK (state IN ('making', 'joining', 'ready')),
  currency TEXT,
  created_at INTEGER NOT NULL,
  CHECK (state <> 'making' OR currency IS NOT NULL)
) STRICT;

CREATE TABLE clients (
  client_id TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};

const knownBrowsers: Step = {
  id: 3,
  name: "known browsers",
  sql: `
CREATE TABLE known_browsers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  previous_hash TEXT CHECK (previous_hash IS NULL OR length(previous_hash) = 64),
  -- Attempts since the last right password, when the next one is looked at, when the last one came.
  failures INTEGER NOT NULL DEFAULT 0,
  retry_at INTEGER NOT NULL DEFAULT 0,
  failed_at INTEGER NOT NULL DEFAULT 0,
  used_at INTEGER NOT NULL
) STRICT;
`,
};

const connections: Step = {
  id: 4,
  name: "connections",
  sql: `
-- The importers that are this person's, or are about to be; the Importer object decides.
CREATE TABLE connections (
  id TEXT PRIMARY KEY,
  service TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('connecting', 'connected')),
  created_at INTEGER NOT NULL
) STRICT;

-- The one that a session works with; NULL for the oldest.
ALTER TABLE sessions ADD COLUMN connection TEXT;
`,
};

const passkeys: Step = {
  id: 5,
  name: "passkeys",
  sql: `
CREATE TABLE passkeys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  credential_id TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL CHECK (json_valid(transports)),
  rp_id TEXT NOT NULL,
  label TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  -- When its counter went back, as a copy's would.
  regressed_at INTEGER
) STRICT;

-- Challenges that were answered, until they are over.
CREATE TABLE used_challenges (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};

const disconnections: Step = {
  id: 6,
  name: "disconnections",
  sql: `
-- When the person gave the connection up; NULL while they have it. They are not connected again without asking for it.
ALTER TABLE connections ADD COLUMN disconnected_at INTEGER;
`,
};

export const USER_STEPS: readonly Step[] = [
  links,
  person,
  knownBrowsers,
  connections,
  passkeys,
  disconnections,
];
