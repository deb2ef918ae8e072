// Step 23: whether a backup is being restored into this budget. While it is, nothing else writes.

import type { Step } from "../../platform/sql/migrate.ts";

export const restoring: Step = {
  id: 23,
  name: "restoring",
  sql: `
-- One row while a backup is being restored. person: the id, in the backup, of whoever made it.
CREATE TABLE restoring (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  user_id INTEGER NOT NULL REFERENCES users (id),
  person INTEGER NOT NULL,
  began_at INTEGER NOT NULL
) STRICT;
`,
};
