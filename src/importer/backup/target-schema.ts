// The Importer object's table of where else its backups go.

import type { Step } from "../../platform/sql/migrate.ts";

/** A step of ../schema.ts. */
export const backupTarget: Step = {
  id: 33,
  name: "backup target",
  sql: `
-- One row where each backup is also sent to an address. shown: the address without what may be secret in it.
-- sealed: the whole address and its bearer token. backup: the one that is sent next, or was sent last.
-- due_at: NULL where nothing waits to be sent. error: why the last attempt failed.
CREATE TABLE backup_target (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  shown TEXT NOT NULL,
  sealed TEXT NOT NULL,
  has_token INTEGER NOT NULL CHECK (has_token IN (0, 1)),
  backup INTEGER,
  due_at INTEGER,
  tries INTEGER NOT NULL DEFAULT 0,
  sent_at INTEGER,
  error TEXT
) STRICT;
`,
};

/** A step of ../schema.ts: a user name with a password instead of a token. */
export const targetPassword: Step = {
  id: 34,
  name: "target password",
  sql: `
ALTER TABLE backup_target ADD COLUMN has_password INTEGER NOT NULL DEFAULT 0 CHECK (has_password IN (0, 1));
`,
};
