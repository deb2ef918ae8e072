// Step 22: which rules set fields of a transaction when it arrived, and the payees for which no
// rule is to be suggested.

import type { Step } from "../../platform/sql/migrate.ts";

export const ruleEffects: Step = {
  id: 22,
  name: "rule-effects",
  sql: `
CREATE TABLE transaction_rules (
  rule_id INTEGER NOT NULL,
  transaction_id INTEGER NOT NULL,
  PRIMARY KEY (rule_id, transaction_id)
) STRICT, WITHOUT ROWID;
-- The rules of a transaction.
CREATE INDEX transaction_rules_by_transaction ON transaction_rules (transaction_id);

CREATE TABLE unsuggested_payees (
  payee TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
