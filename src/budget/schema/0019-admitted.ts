// Step 19: an invitation knows whom it let sign up, where people come in by invitation only (SIGN_UP): one address each.

import type { Step } from "../../platform/sql/migrate.ts";

export const admitted: Step = {
  id: 19,
  name: "admitted",
  sql: `
ALTER TABLE invites ADD COLUMN admitted TEXT;
`,
};
