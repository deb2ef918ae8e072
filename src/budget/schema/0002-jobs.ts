// Step 2: what requests leave for the object's alarm.

import type { Step } from "../../platform/sql/migrate.ts";

export const jobs: Step = {
  id: 2,
  name: "jobs",
  sql: `
CREATE TABLE jobs (
  name TEXT PRIMARY KEY,
  due_at INTEGER NOT NULL,
  cursor TEXT,
  requests INTEGER NOT NULL DEFAULT 1,
  faults INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
`,
};
