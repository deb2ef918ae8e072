// Step 11: grants of OAuth clients. Only the SHA-256 of every code and token is stored.

import type { Step } from "../../platform/sql/migrate.ts";

export const grants: Step = {
  id: 11,
  name: "grants",
  sql: `
CREATE TABLE grants (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id TEXT NOT NULL,
  client_name TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id),
  scopes TEXT NOT NULL CHECK (json_valid(scopes)),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  -- When it is over: first its code's end, then its last token's.
  expires_at INTEGER NOT NULL,
  code_hash TEXT NOT NULL UNIQUE CHECK (length(code_hash) = 64),
  code_used_at INTEGER,
  redirect_uri TEXT NOT NULL,
  challenge TEXT NOT NULL CHECK (length(challenge) = 43),
  -- What all its refresh tokens begin with, the current one, and the one before for as long as its answer is repeated.
  family_hash TEXT UNIQUE CHECK (family_hash IS NULL OR length(family_hash) = 64),
  refresh_hash TEXT CHECK ((refresh_hash IS NULL) = (family_hash IS NULL)),
  refresh_salt TEXT,
  previous_hash TEXT,
  previous_salt TEXT,
  rotated_at INTEGER
) STRICT;
-- Serve the list of a person's clients, the end of a client's access, and forgetting what is over.
CREATE INDEX grants_by_user ON grants (user_id, client_id, created_at);
CREATE INDEX grants_by_client ON grants (client_id);
CREATE INDEX grants_by_end ON grants (expires_at);

CREATE TABLE access_tokens (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  grant_id INTEGER NOT NULL REFERENCES grants (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- Serve the end of a grant, and forgetting what is over.
CREATE INDEX access_tokens_by_grant ON access_tokens (grant_id, created_at);
CREATE INDEX access_tokens_by_end ON access_tokens (expires_at);

-- Clients that were removed: whatever was on its way here for one of them comes too late.
CREATE TABLE removed_clients (
  client_id TEXT PRIMARY KEY,
  removed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
