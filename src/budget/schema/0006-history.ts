// Step 6.

import type { Step } from "../../sql/migrate.ts";

export const history: Step = {
  id: 6,
  name: "history",
  sql: `
SELECT 1;
`,
};
