// Step 9: the currencies that need rates, and the transactions that wait for one. Data from before
// this step is searched once.

import type { Step } from "../../platform/sql/migrate.ts";

export const rates: Step = {
  id: 9,
  name: "rates",
  sql: `
-- Every currency that amounts were converted from or into, or that the account supports; never the euro.
CREATE TABLE currencies_in_use (
  currency TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
-- What is not counted for want of a rate, by currency, counted without reading a row. No entries where all have rates.
CREATE INDEX transactions_without_base ON transactions (currency, to_base, amount) WHERE to_base = 0 AND amount <> 0;

-- The platform takes five terms of a compound SELECT, so one statement each.
INSERT OR IGNORE INTO currencies_in_use SELECT t.currency FROM transactions t, budget b WHERE t.currency <> b.primary_currency;
INSERT OR IGNORE INTO currencies_in_use SELECT a.currency FROM manual_accounts a, budget b WHERE a.currency <> b.primary_currency;
INSERT OR IGNORE INTO currencies_in_use SELECT a.currency FROM linked_accounts a, budget b WHERE a.currency <> b.primary_currency;
INSERT OR IGNORE INTO currencies_in_use
  SELECT primary_currency FROM budget WHERE EXISTS (SELECT 1 FROM currencies_in_use);
DELETE FROM currencies_in_use WHERE currency = 'eur';
INSERT INTO jobs (name, due_at) SELECT 'load rates', 1 WHERE EXISTS (SELECT 1 FROM currencies_in_use);
`,
};
