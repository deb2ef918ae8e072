// Step 7.

import type { Step } from "../../sql/migrate.ts";

export const budgets: Step = {
  id: 7,
  name: "budgets",
  sql: `
SELECT 1;
`,
};
