// Step 8.

import type { Step } from "../../sql/migrate.ts";

export const recurring: Step = {
  id: 8,
  name: "recurring",
  sql: `
SELECT 1;
`,
};
