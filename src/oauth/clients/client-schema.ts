// The Client object's schema as numbered additive steps (src/platform/sql/migrate.ts).

import type { Step } from "../../platform/sql/migrate.ts";

const client: Step = {
  id: 1,
  name: "client",
  sql: `
CREATE TABLE client (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL,
  redirect_uris TEXT NOT NULL CHECK (json_valid(redirect_uris)),
  scopes TEXT NOT NULL CHECK (json_valid(scopes)),
  kind TEXT NOT NULL CHECK (kind IN ('confidential', 'public')),
  secret_hash TEXT CHECK (secret_hash IS NULL OR (kind = 'confidential' AND length(secret_hash) = 64)),
  secret_since INTEGER,
  owner_user TEXT NOT NULL,
  owner_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;

-- Every budget the client was let into, to be told when the client is removed.
CREATE TABLE budgets (
  account_id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- Consent forms that were used, until they expire by themselves.
CREATE TABLE used_forms (
  hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- Serves forgetting the expired ones.
CREATE INDEX used_forms_by_end ON used_forms (expires_at);
`,
};

export const CLIENT_STEPS: readonly Step[] = [client];
