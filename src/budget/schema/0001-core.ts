// Step 1: the whole core. Times are milliseconds since 1970, days are "YYYY-MM-DD", money is an
// integer of 1/10,000 units, lists and free objects are JSON text. Each index names its query.

import type { Step } from "../../platform/sql/migrate.ts";

export const core: Step = {
  id: 1,
  name: "core",
  sql: `
CREATE TABLE budget (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  account_id INTEGER NOT NULL,
  display_name TEXT,
  primary_currency TEXT NOT NULL CHECK (length(primary_currency) = 3),
  supported_currencies TEXT NOT NULL CHECK (json_valid(supported_currencies)),
  locale TEXT,
  auto_create_category_rules INTEGER NOT NULL DEFAULT 1,
  auto_create_suggested_transaction_rules INTEGER NOT NULL DEFAULT 1,
  include_pending_in_totals INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  auto_review_transaction_on_update INTEGER NOT NULL DEFAULT 1,
  auto_review_transaction_on_creation INTEGER NOT NULL DEFAULT 1,
  default_manual_account_id INTEGER,
  display_settings TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(display_settings)),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE tokens (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  user_id INTEGER NOT NULL REFERENCES users (id),
  label TEXT,
  scopes TEXT CHECK (scopes IS NULL OR json_valid(scopes)),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;

CREATE TABLE manual_accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  institution_name TEXT,
  display_name TEXT,
  shown_name TEXT NOT NULL GENERATED ALWAYS AS
    (COALESCE(display_name, institution_name || ' ' || name, name)) VIRTUAL,
  type TEXT NOT NULL,
  subtype TEXT,
  balance INTEGER NOT NULL,
  currency TEXT NOT NULL,
  to_base INTEGER NOT NULL,
  balance_as_of INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'closed')),
  closed_on TEXT,
  external_id TEXT,
  custom_metadata TEXT,
  exclude_from_transactions INTEGER NOT NULL DEFAULT 0,
  created_by INTEGER NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (closed_on IS NULL OR status = 'closed')
) STRICT;
-- No two accounts are shown under one name, whether given or derived.
CREATE UNIQUE INDEX manual_accounts_by_shown_name ON manual_accounts (shown_name);

CREATE TABLE linked_accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  linked_item_id TEXT,
  date_linked TEXT NOT NULL,
  linked_by INTEGER NOT NULL REFERENCES users (id),
  name TEXT NOT NULL,
  display_name TEXT,
  type TEXT NOT NULL,
  subtype TEXT NOT NULL,
  mask TEXT NOT NULL,
  institution_name TEXT NOT NULL,
  status TEXT NOT NULL,
  allow_transaction_modifications INTEGER NOT NULL DEFAULT 1,
  credit_limit INTEGER,
  balance INTEGER NOT NULL,
  currency TEXT NOT NULL,
  to_base INTEGER NOT NULL,
  balance_last_update INTEGER,
  import_start_date TEXT,
  last_import INTEGER,
  last_fetch INTEGER,
  linked_last_successful_update INTEGER
) STRICT;

CREATE TABLE categories (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  description TEXT,
  is_income INTEGER NOT NULL,
  exclude_from_budget INTEGER NOT NULL,
  exclude_from_totals INTEGER NOT NULL,
  is_group INTEGER NOT NULL,
  group_id INTEGER REFERENCES categories (id),
  archived INTEGER NOT NULL DEFAULT 0,
  archived_at INTEGER,
  position INTEGER,
  collapsed INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (is_group = 0 OR group_id IS NULL),
  CHECK (is_group = 1 OR collapsed = 0),
  CHECK (archived = 1 OR archived_at IS NULL)
) STRICT;
-- The members of a group.
CREATE INDEX categories_by_group ON categories (group_id) WHERE group_id IS NOT NULL;

CREATE TABLE tags (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  description TEXT,
  text_color TEXT,
  background_color TEXT,
  archived INTEGER NOT NULL DEFAULT 0,
  archived_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK (archived = 1 OR archived_at IS NULL)
) STRICT;

CREATE TABLE recurring_items (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  description TEXT,
  status TEXT NOT NULL CHECK (status IN ('suggested', 'reviewed')),
  start_date TEXT,
  end_date TEXT,
  granularity TEXT NOT NULL CHECK (granularity IN ('day', 'week', 'month', 'year')),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  anchor_date TEXT NOT NULL,
  payee TEXT,
  amount INTEGER NOT NULL,
  amount_max INTEGER,
  currency TEXT NOT NULL,
  to_base INTEGER NOT NULL,
  linked_account_id INTEGER REFERENCES linked_accounts (id),
  manual_account_id INTEGER REFERENCES manual_accounts (id),
  set_payee TEXT,
  set_notes TEXT,
  set_category_id INTEGER REFERENCES categories (id),
  source TEXT,
  created_by INTEGER NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE transactions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  date TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  to_base INTEGER NOT NULL,
  payee TEXT NOT NULL,
  original_name TEXT,
  category_id INTEGER REFERENCES categories (id),
  notes TEXT,
  status TEXT NOT NULL CHECK (status IN ('reviewed', 'unreviewed', 'delete_pending')),
  is_pending INTEGER NOT NULL DEFAULT 0,
  manual_account_id INTEGER REFERENCES manual_accounts (id),
  linked_account_id INTEGER REFERENCES linked_accounts (id),
  recurring_id INTEGER REFERENCES recurring_items (id),
  external_id TEXT,
  source TEXT,
  is_split_parent INTEGER NOT NULL DEFAULT 0,
  split_parent_id INTEGER REFERENCES transactions (id),
  is_group_parent INTEGER NOT NULL DEFAULT 0,
  group_parent_id INTEGER REFERENCES transactions (id),
  balance_moved INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  linked_metadata TEXT,
  custom_metadata TEXT,
  hidden INTEGER NOT NULL GENERATED ALWAYS AS
    (is_pending + 2 * is_split_parent + 4 * (group_parent_id IS NOT NULL)) VIRTUAL,
  CHECK (manual_account_id IS NULL OR linked_account_id IS NULL),
  CHECK (is_pending = 0 OR (manual_account_id IS NULL AND status = 'unreviewed'))
) STRICT;
-- The list in its order, newest first; a page deep inside is reached without reading a row.
CREATE INDEX transactions_by_date ON transactions (date, id, hidden);
-- skip_duplicates (account, date, amount), the list of one account, an account's sums.
CREATE INDEX transactions_by_account ON transactions (manual_account_id, date, amount, hidden);
-- The same for linked accounts.
CREATE INDEX transactions_by_linked_account ON transactions (linked_account_id, date, amount, hidden)
  WHERE linked_account_id IS NOT NULL;
-- An external_id is unique in its manual account (and may be used again once its transaction is deleted).
CREATE UNIQUE INDEX transactions_by_external_id ON transactions (manual_account_id, external_id)
  WHERE manual_account_id IS NOT NULL AND external_id IS NOT NULL;
-- The list of one category, its sums by period, what depends on a category.
CREATE INDEX transactions_by_category ON transactions (category_id, date, to_base, hidden);
-- created_since and updated_since: nothing is created after it was last updated.
CREATE INDEX transactions_by_update ON transactions (updated_at);
-- What is still to be reviewed; what is pending; the groups. Few rows each, so they cost an insert nothing.
CREATE INDEX transactions_unreviewed ON transactions (date, id, hidden) WHERE status = 'unreviewed';
CREATE INDEX transactions_pending ON transactions (date, id, hidden) WHERE is_pending = 1;
CREATE INDEX transactions_groups ON transactions (date, id, hidden) WHERE is_group_parent = 1;
-- The matches of a recurring item; the children of a split; the members of a group.
CREATE INDEX transactions_by_recurring ON transactions (recurring_id, date) WHERE recurring_id IS NOT NULL;
CREATE INDEX transactions_by_split ON transactions (split_parent_id) WHERE split_parent_id IS NOT NULL;
CREATE INDEX transactions_by_group ON transactions (group_parent_id) WHERE group_parent_id IS NOT NULL;

CREATE TABLE transaction_tags (
  transaction_id INTEGER NOT NULL REFERENCES transactions (id),
  tag_id INTEGER NOT NULL REFERENCES tags (id),
  PRIMARY KEY (transaction_id, tag_id)
) STRICT, WITHOUT ROWID;
-- The transactions of a tag.
CREATE INDEX transaction_tags_by_tag ON transaction_tags (tag_id, transaction_id);

-- Units of the currency for one euro on that day, as a plain decimal; eur itself is never stored.
CREATE TABLE rates (
  currency TEXT NOT NULL,
  date TEXT NOT NULL,
  per_euro TEXT NOT NULL,
  PRIMARY KEY (currency, date)
) STRICT, WITHOUT ROWID;

CREATE TABLE rules (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT,
  priority INTEGER NOT NULL,
  enabled INTEGER NOT NULL DEFAULT 1,
  criteria TEXT NOT NULL CHECK (json_valid(criteria)),
  actions TEXT NOT NULL CHECK (json_valid(actions)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
`,
};
