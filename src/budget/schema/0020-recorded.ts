// Step 20: a month of the balance history records whether the service or a person wrote it. Older
// entries count as written by a person.

import type { Step } from "../../platform/sql/migrate.ts";

export const recorded: Step = {
  id: 20,
  name: "recorded",
  sql: `
ALTER TABLE balance_history ADD COLUMN recorded INTEGER NOT NULL DEFAULT 0 CHECK (recorded IN (0, 1));
`,
};
