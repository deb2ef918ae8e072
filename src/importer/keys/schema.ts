// What an import key may do besides sending: a column of the table of keys.

import type { Step } from "../../platform/sql/migrate.ts";

/** A step of ../schema.ts. */
export const keyRights: Step = {
  id: 29,
  name: "key rights",
  sql: `
-- reads: whether the key may read the budget's transactions as well (GET /api/export).
ALTER TABLE keys ADD COLUMN reads INTEGER NOT NULL DEFAULT 0 CHECK (reads IN (0, 1));
`,
};
