// Step 15: facts that crypto sources learned when they were read, so that a token that changes its
// name is noticed.

import type { Step } from "../../platform/sql/migrate.ts";

export const sourcePins: Step = {
  id: 15,
  name: "source-pins",
  sql: `
-- By name; told to the source when it is read again.
ALTER TABLE crypto_sources ADD COLUMN pins TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(pins));
`,
};
