// Step 4.

import type { Step } from "../../sql/migrate.ts";

export const linked: Step = {
  id: 4,
  name: "linked",
  sql: `
SELECT 1;
`,
};
