// Step 20: a month of the balance history knows whether the service recorded it when the month ended, or somebody wrote it. What
// was stored before counts as written.

import type { Step } from "../../platform/sql/migrate.ts";

export const recorded: Step = {
  id: 20,
  name: "recorded",
  sql: `
ALTER TABLE balance_history ADD COLUMN recorded INTEGER NOT NULL DEFAULT 0 CHECK (recorded IN (0, 1));
`,
};
