// Step 7: budget periods, budgeted amounts, automatic budgets, and adjustments of the rollover
// pool. Amounts have their own currency; their value in the primary one is computed when it is
// shown.

import type { Step } from "../../platform/sql/migrate.ts";

export const budgets: Step = {
  id: 7,
  name: "budgets",
  sql: `
CREATE TABLE budget_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  period_granularity TEXT NOT NULL DEFAULT 'month'
    CHECK (period_granularity IN ('day', 'week', 'month', 'year', 'twice a month')),
  period_quantity INTEGER NOT NULL DEFAULT 1 CHECK (period_quantity > 0),
  period_anchor_date TEXT NOT NULL DEFAULT '2020-01-01',
  hide_no_activity INTEGER NOT NULL DEFAULT 0,
  use_last_day_of_month INTEGER NOT NULL DEFAULT 0,
  income_option TEXT NOT NULL DEFAULT 'max' CHECK (income_option IN ('max', 'budgeted', 'activity')),
  rollover_left_to_budget INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO budget_settings (id) VALUES (1);

-- One amount a category (or group) and period start. A start of other periods stays, unseen, until it is one again.
CREATE TABLE budget_amounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  category_id INTEGER NOT NULL REFERENCES categories (id),
  start_date TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  notes TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (category_id, start_date)
) STRICT;
-- All amounts of the periods of a summary.
CREATE INDEX budget_amounts_by_start ON budget_amounts (start_date);

-- What a category does by itself from the period of start_date on.
CREATE TABLE budget_automation (
  category_id INTEGER PRIMARY KEY REFERENCES categories (id),
  auto_budget_type TEXT NOT NULL CHECK (auto_budget_type IN ('nothing', 'fixed', 'spend', 'budget')),
  auto_budget_amount INTEGER,
  auto_budget_currency TEXT,
  rollover_option TEXT CHECK (rollover_option IN ('same category', 'available funds')),
  start_date TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((auto_budget_type = 'fixed') = (auto_budget_amount IS NOT NULL)),
  CHECK ((auto_budget_amount IS NULL) = (auto_budget_currency IS NULL))
) STRICT;

CREATE TABLE rollover_adjustments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  date TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
`,
};
