// Step 18: the list's index includes when a transaction was created and changed. So a created_since
// or updated_since that matches many walks the index in the list's order without reading a row.

import type { Step } from "../../platform/sql/migrate.ts";

export const since: Step = {
  id: 18,
  name: "since",
  sql: `
DROP INDEX transactions_by_date;
-- The list in its order, newest first, also of what was made or changed since; a page deep inside is reached without reading a row.
CREATE INDEX transactions_by_date ON transactions (date, id, hidden, updated_at, created_at);
`,
};
