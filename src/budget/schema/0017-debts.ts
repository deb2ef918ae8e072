// Step 17: how much transactions moved a balance since it was stated, and the right direction for
// debts. Until now a debit lowered every balance, also what is owed on a card or a loan (gaps.md,
// D27). A debt's balance is turned if only transactions can have changed it since it was stated: it
// started at 0, or the last change was a transaction's. A balance that a person stated later stays.
// Past months are turned if their balance is that same sum of transactions. Only an account that
// began at 0 is certain: for every other debt that transactions moved, a person is asked
// (unconfirmed_balances).

import type { Step } from "../../platform/sql/migrate.ts";

export const debts: Step = {
  id: 17,
  name: "debts",
  sql: `
ALTER TABLE manual_accounts ADD COLUMN debits_since_stated INTEGER NOT NULL DEFAULT 0;

UPDATE manual_accounts SET debits_since_stated = m.debits
FROM (SELECT manual_account_id AS account, SUM(balance_moved) AS debits FROM transactions
  WHERE manual_account_id IS NOT NULL AND balance_moved <> 0 GROUP BY manual_account_id) m
WHERE m.account = manual_accounts.id AND (manual_accounts.balance + m.debits = 0 OR EXISTS (
  SELECT 1 FROM transactions t WHERE t.manual_account_id = manual_accounts.id AND t.balance_moved <> 0
  AND (t.created_at = manual_accounts.balance_as_of OR t.updated_at = manual_accounts.balance_as_of)));

-- The balances of debts that somebody should look at, with what each was before this step.
CREATE TABLE unconfirmed_balances (
  manual_account_id INTEGER PRIMARY KEY REFERENCES manual_accounts (id),
  balance_before INTEGER NOT NULL
) STRICT;

INSERT INTO unconfirmed_balances (manual_account_id, balance_before)
SELECT a.id, a.balance FROM manual_accounts a
WHERE a.type IN ('credit', 'loan', 'other liability') AND a.balance + COALESCE((
    SELECT SUM(t.balance_moved) FROM transactions t WHERE t.manual_account_id = a.id AND t.balance_moved <> 0), 0) <> 0
  AND EXISTS (SELECT 1 FROM transactions t WHERE t.manual_account_id = a.id AND t.balance_moved <> 0);

-- The ends of past months: what the transactions of then had moved, counted from the same beginning, or from 0.
UPDATE balance_history SET balance = balance_history.balance + 2 * e.debits,
  to_base = CASE WHEN balance_history.currency = (SELECT primary_currency FROM budget) THEN balance_history.balance + 2 * e.debits
    WHEN balance_history.balance = 0 THEN 0
    ELSE CAST(ROUND(1.0 * balance_history.to_base * (balance_history.balance + 2 * e.debits) / balance_history.balance) AS INTEGER) END
FROM (SELECT h.id, SUM(t.balance_moved) AS debits, a.balance + a.debits_since_stated AS beginning, a.debits_since_stated AS since
  FROM balance_history h JOIN manual_accounts a ON a.id = h.account_id AND a.currency = h.currency
  JOIN transactions t ON t.manual_account_id = a.id AND t.balance_moved <> 0
    AND t.created_at < 1000 * CAST(strftime('%s', h.month || '-01', '+1 month') AS INTEGER)
  WHERE h.kind = 'manual' AND a.type IN ('credit', 'loan', 'other liability') GROUP BY h.id) e
WHERE e.id = balance_history.id
  AND (balance_history.balance + e.debits = 0 OR (e.since <> 0 AND balance_history.balance + e.debits = e.beginning));

UPDATE manual_accounts SET balance = balance + 2 * debits_since_stated,
  to_base = CASE WHEN currency = (SELECT primary_currency FROM budget) THEN balance + 2 * debits_since_stated
    WHEN balance = 0 THEN 0 ELSE CAST(ROUND(1.0 * to_base * (balance + 2 * debits_since_stated) / balance) AS INTEGER) END
WHERE type IN ('credit', 'loan', 'other liability') AND debits_since_stated <> 0;

-- What a balance of 0 in another currency was worth says nothing of what it is worth now: everything is computed again.
INSERT INTO jobs (name, due_at, cursor) SELECT 'recompute to_base', 1, NULL WHERE EXISTS (
  SELECT 1 FROM manual_accounts WHERE type IN ('credit', 'loan', 'other liability') AND debits_since_stated <> 0
    AND currency <> (SELECT primary_currency FROM budget))
ON CONFLICT (name) DO UPDATE SET due_at = 1, cursor = NULL, requests = requests + 1;
`,
};
