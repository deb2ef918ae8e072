// Step 19: an invitation records the person it let sign up, if sign-up is by invitation only
// (SIGN_UP): one address each.

import type { Step } from "../../platform/sql/migrate.ts";

export const admitted: Step = {
  id: 19,
  name: "admitted",
  sql: `
ALTER TABLE invites ADD COLUMN admitted TEXT;
`,
};
