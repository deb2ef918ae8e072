// Step 16: one index of whatever is not reviewed, so that version 1's uncleared, and what a bank took back, are found without
// walking what is reviewed.

import type { Step } from "../../platform/sql/migrate.ts";

export const notReviewed: Step = {
  id: 16,
  name: "not-reviewed",
  sql: `
DROP INDEX transactions_unreviewed;
-- What is still to be reviewed, what its bank took back, and both together.
CREATE INDEX transactions_not_reviewed ON transactions (date, id, hidden, status) WHERE status <> 'reviewed';
`,
};
