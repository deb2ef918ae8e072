// Step 10: members of the budget, and invitations. The author of stored data keeps a row in
// `users`; only a row in `members` gives access. A budget from before this step has one user, its
// owner.

import type { Step } from "../../platform/sql/migrate.ts";

export const members: Step = {
  id: 10,
  name: "members",
  sql: `
CREATE TABLE members (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
  joined_at INTEGER NOT NULL
) STRICT;
INSERT INTO members (user_id, role, joined_at) SELECT id, 'owner', created_at FROM users;

CREATE TABLE invites (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  created_by INTEGER NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
`,
};
