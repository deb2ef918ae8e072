// Step 16: one index of all transactions that are not reviewed. Version 1's uncleared ones, and
// those that a bank withdrew, are found without reading the reviewed ones.

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
