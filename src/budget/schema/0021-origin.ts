// Step 21: where a transaction came from, for the ledger: the import or the mail that it keeps in
// its metadata. Without an index every row's metadata would be read.

import type { Step } from "../../platform/sql/migrate.ts";

export const origin: Step = {
  id: 21,
  name: "origin",
  sql: `
-- The transactions of an import, of banks, and in the list's order those of neither; no import's id begins with a space.
CREATE INDEX transactions_by_origin ON transactions
  (coalesce(custom_metadata ->> '$.tributary.run', iif(source = 'linked', ' bank', NULL)), date, id, hidden);
-- Those with a receipt that came by mail.
CREATE INDEX transactions_by_receipt ON transactions (custom_metadata ->> '$.tributary.receipt')
  WHERE custom_metadata ->> '$.tributary.receipt' IS NOT NULL;
`,
};
