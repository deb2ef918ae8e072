// Written by "npm run baselines" out of the Budget object's schema steps.

import type { Baseline } from "../../platform/sql/migrate.ts";

/** What the steps make of an empty database. */
export const baseline: Baseline = {
  steps: 23,
  sql: `
CREATE TABLE budget ( id INTEGER PRIMARY KEY CHECK (id = 1), account_id INTEGER NOT NULL, display_name TEXT,
  primary_currency TEXT NOT NULL CHECK (length(primary_currency) = 3), supported_currencies TEXT NOT NULL
  CHECK (json_valid(supported_currencies)), locale TEXT, auto_create_category_rules INTEGER NOT NULL DEFAULT
  1, auto_create_suggested_transaction_rules INTEGER NOT NULL DEFAULT 1, include_pending_in_totals INTEGER NOT
  NULL DEFAULT 1, created_at INTEGER NOT NULL ) STRICT;
CREATE TABLE users ( id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL,
  auto_review_transaction_on_update INTEGER NOT NULL DEFAULT 1, auto_review_transaction_on_creation INTEGER
  NOT NULL DEFAULT 1, default_manual_account_id INTEGER, display_settings TEXT NOT NULL DEFAULT '{}' CHECK
  (json_valid(display_settings)), created_at INTEGER NOT NULL ) STRICT;
CREATE TABLE tokens ( id INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL UNIQUE CHECK (length(hash) =
  64), user_id INTEGER NOT NULL REFERENCES users (id), label TEXT, scopes TEXT CHECK (scopes IS NULL OR
  json_valid(scopes)), created_at INTEGER NOT NULL, last_used_at INTEGER ) STRICT;
CREATE TABLE manual_accounts ( id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, institution_name
  TEXT, display_name TEXT, shown_name TEXT NOT NULL GENERATED ALWAYS AS (COALESCE(display_name,
  institution_name || ' ' || name, name)) VIRTUAL, type TEXT NOT NULL, subtype TEXT, balance INTEGER NOT NULL,
  currency TEXT NOT NULL, to_base INTEGER NOT NULL, balance_as_of INTEGER NOT NULL, status TEXT NOT NULL CHECK
  (status IN ('active', 'closed')), closed_on TEXT, external_id TEXT, custom_metadata TEXT,
  exclude_from_transactions INTEGER NOT NULL DEFAULT 0, created_by INTEGER NOT NULL REFERENCES users (id),
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, debits_since_stated INTEGER NOT NULL DEFAULT 0,
  CHECK (closed_on IS NULL OR status = 'closed') ) STRICT;
CREATE UNIQUE INDEX manual_accounts_by_shown_name ON manual_accounts (shown_name);
CREATE TABLE linked_accounts ( id INTEGER PRIMARY KEY AUTOINCREMENT, linked_item_id TEXT, date_linked TEXT NOT
  NULL, linked_by INTEGER NOT NULL REFERENCES users (id), name TEXT NOT NULL, display_name TEXT, type TEXT NOT
  NULL, subtype TEXT NOT NULL, mask TEXT NOT NULL, institution_name TEXT NOT NULL, status TEXT NOT NULL,
  allow_transaction_modifications INTEGER NOT NULL DEFAULT 1, credit_limit INTEGER, balance INTEGER NOT NULL,
  currency TEXT NOT NULL, to_base INTEGER NOT NULL, balance_last_update INTEGER, import_start_date TEXT,
  last_import INTEGER, last_fetch INTEGER, linked_last_successful_update INTEGER , provider_id TEXT,
  fetch_asked_at INTEGER, fetch_start TEXT, fetch_end TEXT, fetch_tries INTEGER NOT NULL DEFAULT 0,
  fetch_due_at INTEGER) STRICT;
CREATE TABLE categories ( id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, description TEXT,
  is_income INTEGER NOT NULL, exclude_from_budget INTEGER NOT NULL, exclude_from_totals INTEGER NOT NULL,
  is_group INTEGER NOT NULL, group_id INTEGER REFERENCES categories (id), archived INTEGER NOT NULL DEFAULT 0,
  archived_at INTEGER, position INTEGER, collapsed INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL, CHECK (is_group = 0 OR group_id IS NULL), CHECK (is_group = 1 OR collapsed =
  0), CHECK (archived = 1 OR archived_at IS NULL) ) STRICT;
CREATE INDEX categories_by_group ON categories (group_id) WHERE group_id IS NOT NULL;
CREATE TABLE tags ( id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, description TEXT,
  text_color TEXT, background_color TEXT, archived INTEGER NOT NULL DEFAULT 0, archived_at INTEGER, created_at
  INTEGER NOT NULL, updated_at INTEGER NOT NULL, CHECK (archived = 1 OR archived_at IS NULL) ) STRICT;
CREATE TABLE recurring_items ( id INTEGER PRIMARY KEY AUTOINCREMENT, description TEXT, status TEXT NOT NULL
  CHECK (status IN ('suggested', 'reviewed')), start_date TEXT, end_date TEXT, granularity TEXT NOT NULL CHECK
  (granularity IN ('day', 'week', 'month', 'year')), quantity INTEGER NOT NULL CHECK (quantity > 0),
  anchor_date TEXT NOT NULL, payee TEXT, amount INTEGER NOT NULL, amount_max INTEGER, currency TEXT NOT NULL,
  to_base INTEGER NOT NULL, linked_account_id INTEGER REFERENCES linked_accounts (id), manual_account_id
  INTEGER REFERENCES manual_accounts (id), set_payee TEXT, set_notes TEXT, set_category_id INTEGER REFERENCES
  categories (id), source TEXT, created_by INTEGER NOT NULL REFERENCES users (id), created_at INTEGER NOT
  NULL, updated_at INTEGER NOT NULL ) STRICT;
CREATE TABLE transactions ( id INTEGER PRIMARY KEY AUTOINCREMENT, date TEXT NOT NULL, amount INTEGER NOT NULL,
  currency TEXT NOT NULL, to_base INTEGER NOT NULL, payee TEXT NOT NULL, original_name TEXT, category_id
  INTEGER REFERENCES categories (id), notes TEXT, status TEXT NOT NULL CHECK (status IN ('reviewed',
  'unreviewed', 'delete_pending')), is_pending INTEGER NOT NULL DEFAULT 0, manual_account_id INTEGER
  REFERENCES manual_accounts (id), linked_account_id INTEGER REFERENCES linked_accounts (id), recurring_id
  INTEGER REFERENCES recurring_items (id), external_id TEXT, source TEXT, is_split_parent INTEGER NOT NULL
  DEFAULT 0, split_parent_id INTEGER REFERENCES transactions (id), is_group_parent INTEGER NOT NULL DEFAULT 0,
  group_parent_id INTEGER REFERENCES transactions (id), balance_moved INTEGER NOT NULL DEFAULT 0, created_at
  INTEGER NOT NULL, updated_at INTEGER NOT NULL, linked_metadata TEXT, custom_metadata TEXT, hidden INTEGER
  NOT NULL GENERATED ALWAYS AS (is_pending + 2 * is_split_parent + 4 * (group_parent_id IS NOT NULL)) VIRTUAL,
  CHECK (manual_account_id IS NULL OR linked_account_id IS NULL), CHECK (is_pending = 0 OR (manual_account_id
  IS NULL AND status = 'unreviewed')) ) STRICT;
CREATE INDEX transactions_by_account ON transactions (manual_account_id, date, amount, hidden);
CREATE INDEX transactions_by_linked_account ON transactions (linked_account_id, date, amount, hidden) WHERE
  linked_account_id IS NOT NULL;
CREATE UNIQUE INDEX transactions_by_external_id ON transactions (manual_account_id, external_id) WHERE
  manual_account_id IS NOT NULL AND external_id IS NOT NULL;
CREATE INDEX transactions_by_update ON transactions (updated_at);
CREATE INDEX transactions_pending ON transactions (date, id, hidden) WHERE is_pending = 1;
CREATE INDEX transactions_groups ON transactions (date, id, hidden) WHERE is_group_parent = 1;
CREATE INDEX transactions_by_recurring ON transactions (recurring_id, date) WHERE recurring_id IS NOT NULL;
CREATE INDEX transactions_by_split ON transactions (split_parent_id) WHERE split_parent_id IS NOT NULL;
CREATE INDEX transactions_by_group ON transactions (group_parent_id) WHERE group_parent_id IS NOT NULL;
CREATE TABLE transaction_tags ( transaction_id INTEGER NOT NULL REFERENCES transactions (id), tag_id INTEGER
  NOT NULL REFERENCES tags (id), PRIMARY KEY (transaction_id, tag_id) ) STRICT, WITHOUT ROWID;
CREATE INDEX transaction_tags_by_tag ON transaction_tags (tag_id, transaction_id);
CREATE TABLE rates ( currency TEXT NOT NULL, date TEXT NOT NULL, per_euro TEXT NOT NULL, PRIMARY KEY
  (currency, date) ) STRICT, WITHOUT ROWID;
CREATE TABLE rules ( id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, priority INTEGER NOT NULL, enabled
  INTEGER NOT NULL DEFAULT 1, criteria TEXT NOT NULL CHECK (json_valid(criteria)), actions TEXT NOT NULL CHECK
  (json_valid(actions)), created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL ) STRICT;
CREATE TABLE jobs ( name TEXT PRIMARY KEY, due_at INTEGER NOT NULL, cursor TEXT, requests INTEGER NOT NULL
  DEFAULT 1, faults INTEGER NOT NULL DEFAULT 0 ) STRICT, WITHOUT ROWID;
CREATE INDEX transactions_by_category ON transactions (category_id, date, to_base, hidden, recurring_id);
CREATE TABLE attachments ( id INTEGER PRIMARY KEY AUTOINCREMENT, transaction_id INTEGER NOT NULL REFERENCES
  transactions (id), uploaded_by INTEGER NOT NULL REFERENCES users (id), name TEXT NOT NULL, type TEXT NOT
  NULL, bytes INTEGER NOT NULL CHECK (bytes > 0), key TEXT NOT NULL UNIQUE, notes TEXT, created_at INTEGER NOT
  NULL ) STRICT;
CREATE INDEX attachments_by_transaction ON attachments (transaction_id);
CREATE TABLE forgotten_files ( key TEXT PRIMARY KEY ) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX linked_accounts_by_provider ON linked_accounts (linked_item_id, provider_id) WHERE
  provider_id IS NOT NULL;
CREATE INDEX linked_accounts_to_fetch ON linked_accounts (fetch_due_at) WHERE fetch_due_at IS NOT NULL;
CREATE TABLE linked_transactions ( account_id INTEGER NOT NULL REFERENCES linked_accounts (id), provider_id
  TEXT NOT NULL, transaction_id INTEGER NOT NULL, is_pending INTEGER NOT NULL, date TEXT NOT NULL, said TEXT,
  made TEXT NOT NULL CHECK (json_valid(made)), PRIMARY KEY (account_id, provider_id) ) STRICT, WITHOUT ROWID;
CREATE INDEX linked_transactions_pending ON linked_transactions (account_id, date) WHERE is_pending = 1;
CREATE TABLE provider_feed ( id INTEGER PRIMARY KEY CHECK (id = 1), document TEXT NOT NULL CHECK
  (json_valid(document)), updated_at INTEGER NOT NULL ) STRICT;
CREATE TABLE cryptocurrencies ( id INTEGER PRIMARY KEY AUTOINCREMENT, pricing_id TEXT NOT NULL UNIQUE, symbol
  TEXT NOT NULL UNIQUE CHECK (symbol = lower(symbol)), full_name TEXT NOT NULL, price TEXT, price_currency
  TEXT, price_at INTEGER, CHECK ((price IS NULL) = (price_currency IS NULL) AND (price IS NULL) = (price_at IS
  NULL)) ) STRICT;
CREATE TABLE crypto_manual ( id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, display_name TEXT,
  institution_name TEXT, balance TEXT NOT NULL, symbol TEXT NOT NULL REFERENCES cryptocurrencies (symbol),
  created_by INTEGER NOT NULL REFERENCES users (id), created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
  ) STRICT;
CREATE TABLE crypto_synced ( id INTEGER PRIMARY KEY AUTOINCREMENT, provider TEXT NOT NULL, provider_id TEXT
  NOT NULL, status TEXT NOT NULL CHECK (status IN ('active', 'unsupported', 'relink', 'initializing')),
  display_name TEXT, created_by INTEGER NOT NULL REFERENCES users (id), last_import INTEGER, created_at
  INTEGER NOT NULL, updated_at INTEGER NOT NULL, UNIQUE (provider, provider_id) ) STRICT;
CREATE TABLE crypto_synced_balances ( account_id INTEGER NOT NULL REFERENCES crypto_synced (id), symbol TEXT
  NOT NULL, name TEXT NOT NULL, display_name TEXT, balance TEXT NOT NULL, balance_as_of INTEGER, updated_at
  INTEGER NOT NULL, PRIMARY KEY (account_id, symbol) ) STRICT, WITHOUT ROWID;
CREATE TABLE history_open_month ( id INTEGER PRIMARY KEY CHECK (id = 1), month TEXT NOT NULL CHECK (month GLOB
  '[0-9][0-9][0-9][0-9]-[0-9][0-9]') ) STRICT;
CREATE TABLE deleted_accounts ( id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, institution_name TEXT,
  display_name TEXT, account_type TEXT, subtype TEXT, mask TEXT, symbol TEXT, deleted_at INTEGER NOT NULL )
  STRICT;
CREATE TABLE balance_history ( id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL CHECK (kind IN
  ('manual', 'linked', 'crypto_manual', 'crypto_synced', 'deleted')), account_id INTEGER NOT NULL, symbol TEXT
  NOT NULL DEFAULT '', month TEXT NOT NULL CHECK (month GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'), balance
  INTEGER NOT NULL, currency TEXT NOT NULL, to_base INTEGER NOT NULL, crypto_balance TEXT, recorded INTEGER
  NOT NULL DEFAULT 0 CHECK (recorded IN (0, 1)), CHECK ((kind = 'crypto_synced') = (symbol <> '')), CHECK
  (crypto_balance IS NULL OR kind NOT IN ('manual', 'linked')) ) STRICT;
CREATE UNIQUE INDEX balance_history_by_stream ON balance_history (kind, account_id, symbol, month);
CREATE INDEX balance_history_by_month ON balance_history (month);
CREATE TABLE budget_settings ( id INTEGER PRIMARY KEY CHECK (id = 1), period_granularity TEXT NOT NULL DEFAULT
  'month' CHECK (period_granularity IN ('day', 'week', 'month', 'year', 'twice a month')), period_quantity
  INTEGER NOT NULL DEFAULT 1 CHECK (period_quantity > 0), period_anchor_date TEXT NOT NULL DEFAULT
  '2020-01-01', hide_no_activity INTEGER NOT NULL DEFAULT 0, use_last_day_of_month INTEGER NOT NULL DEFAULT 0,
  income_option TEXT NOT NULL DEFAULT 'max' CHECK (income_option IN ('max', 'budgeted', 'activity')),
  rollover_left_to_budget INTEGER NOT NULL DEFAULT 0 ) STRICT;
CREATE TABLE budget_amounts ( id INTEGER PRIMARY KEY AUTOINCREMENT, category_id INTEGER NOT NULL REFERENCES
  categories (id), start_date TEXT NOT NULL, amount INTEGER NOT NULL, currency TEXT NOT NULL, notes TEXT,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, UNIQUE (category_id, start_date) ) STRICT;
CREATE INDEX budget_amounts_by_start ON budget_amounts (start_date);
CREATE TABLE budget_automation ( category_id INTEGER PRIMARY KEY REFERENCES categories (id), auto_budget_type
  TEXT NOT NULL CHECK (auto_budget_type IN ('nothing', 'fixed', 'spend', 'budget')), auto_budget_amount
  INTEGER, auto_budget_currency TEXT, rollover_option TEXT CHECK (rollover_option IN ('same category',
  'available funds')), start_date TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  CHECK ((auto_budget_type = 'fixed') = (auto_budget_amount IS NOT NULL)), CHECK ((auto_budget_amount IS NULL)
  = (auto_budget_currency IS NULL)) ) STRICT;
CREATE TABLE rollover_adjustments ( id INTEGER PRIMARY KEY AUTOINCREMENT, date TEXT NOT NULL, amount INTEGER
  NOT NULL, currency TEXT NOT NULL, created_at INTEGER NOT NULL ) STRICT;
CREATE TABLE recurring_dismissals ( id INTEGER PRIMARY KEY AUTOINCREMENT, payee TEXT NOT NULL, amount INTEGER
  NOT NULL, amount_max INTEGER NOT NULL CHECK (amount <= amount_max), currency TEXT NOT NULL,
  linked_account_id INTEGER, manual_account_id INTEGER, dismissed_at INTEGER NOT NULL ) STRICT;
CREATE TABLE recurring_detection ( id INTEGER PRIMARY KEY CHECK (id = 1), ran_at INTEGER NOT NULL ) STRICT;
CREATE TABLE currencies_in_use ( currency TEXT PRIMARY KEY ) STRICT, WITHOUT ROWID;
CREATE INDEX transactions_without_base ON transactions (currency, to_base, amount) WHERE to_base = 0 AND
  amount <> 0;
CREATE TABLE members ( user_id INTEGER PRIMARY KEY REFERENCES users (id), role TEXT NOT NULL CHECK (role IN
  ('owner', 'member')), joined_at INTEGER NOT NULL ) STRICT;
CREATE TABLE invites ( id INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL UNIQUE CHECK (length(hash) =
  64), created_by INTEGER NOT NULL REFERENCES users (id), created_at INTEGER NOT NULL, expires_at INTEGER NOT
  NULL , admitted TEXT) STRICT;
CREATE TABLE grants ( id INTEGER PRIMARY KEY AUTOINCREMENT, client_id TEXT NOT NULL, client_name TEXT NOT
  NULL, user_id INTEGER NOT NULL REFERENCES users (id), scopes TEXT NOT NULL CHECK (json_valid(scopes)),
  created_at INTEGER NOT NULL, last_used_at INTEGER, expires_at INTEGER NOT NULL, code_hash TEXT NOT NULL
  UNIQUE CHECK (length(code_hash) = 64), code_used_at INTEGER, redirect_uri TEXT NOT NULL, challenge TEXT NOT
  NULL CHECK (length(challenge) = 43), family_hash TEXT UNIQUE CHECK (family_hash IS NULL OR
  length(family_hash) = 64), refresh_hash TEXT CHECK ((refresh_hash IS NULL) = (family_hash IS NULL)),
  refresh_salt TEXT, previous_hash TEXT, previous_salt TEXT, rotated_at INTEGER ) STRICT;
CREATE INDEX grants_by_user ON grants (user_id, client_id, created_at);
CREATE INDEX grants_by_client ON grants (client_id);
CREATE INDEX grants_by_end ON grants (expires_at);
CREATE TABLE access_tokens ( hash TEXT PRIMARY KEY CHECK (length(hash) = 64), grant_id INTEGER NOT NULL
  REFERENCES grants (id), created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL ) STRICT, WITHOUT ROWID;
CREATE INDEX access_tokens_by_grant ON access_tokens (grant_id, created_at);
CREATE INDEX access_tokens_by_end ON access_tokens (expires_at);
CREATE TABLE removed_clients ( client_id TEXT PRIMARY KEY, removed_at INTEGER NOT NULL ) STRICT, WITHOUT
  ROWID;
CREATE TABLE banks ( item_id TEXT PRIMARY KEY, host TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN
  ('claiming', 'open', 'failed', 'removed')), sealed_token TEXT CHECK ((sealed_token IS NOT NULL) = (state =
  'claiming')), token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64), sealed_access TEXT CHECK
  (state <> 'open' OR sealed_access IS NOT NULL), claims INTEGER NOT NULL DEFAULT 0, due_at INTEGER, reason
  TEXT, messages TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(messages)), answered_at INTEGER, created_by
  INTEGER NOT NULL REFERENCES users (id), created_at INTEGER NOT NULL ) STRICT, WITHOUT ROWID;
CREATE INDEX banks_due ON banks (due_at) WHERE due_at IS NOT NULL;
CREATE TABLE bank_accounts_ended ( item_id TEXT NOT NULL REFERENCES banks (item_id), provider_id TEXT NOT
  NULL, PRIMARY KEY (item_id, provider_id) ) STRICT, WITHOUT ROWID;
CREATE INDEX linked_accounts_by_provider_id ON linked_accounts (provider_id) WHERE provider_id IS NOT NULL;
CREATE TABLE crypto_sources ( account_id INTEGER PRIMARY KEY REFERENCES crypto_synced (id), settings TEXT NOT
  NULL CHECK (json_valid(settings)), sealed TEXT NOT NULL, asked_at INTEGER, reason TEXT , generation INTEGER
  NOT NULL DEFAULT 1, pins TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(pins))) STRICT;
CREATE TABLE rising ( name TEXT PRIMARY KEY, last INTEGER NOT NULL ) STRICT, WITHOUT ROWID;
CREATE INDEX transactions_not_reviewed ON transactions (date, id, hidden, status) WHERE status <> 'reviewed';
CREATE TABLE unconfirmed_balances ( manual_account_id INTEGER PRIMARY KEY REFERENCES manual_accounts (id),
  balance_before INTEGER NOT NULL ) STRICT;
CREATE INDEX transactions_by_date ON transactions (date, id, hidden, updated_at, created_at);
CREATE INDEX transactions_by_origin ON transactions (coalesce(custom_metadata ->> '$.tributary.run',
  iif(source = 'linked', ' bank', NULL)), date, id, hidden);
CREATE INDEX transactions_by_receipt ON transactions (custom_metadata ->> '$.tributary.receipt') WHERE
  custom_metadata ->> '$.tributary.receipt' IS NOT NULL;
CREATE TABLE transaction_rules ( rule_id INTEGER NOT NULL, transaction_id INTEGER NOT NULL, PRIMARY KEY
  (rule_id, transaction_id) ) STRICT, WITHOUT ROWID;
CREATE INDEX transaction_rules_by_transaction ON transaction_rules (transaction_id);
CREATE TABLE unsuggested_payees ( payee TEXT PRIMARY KEY, at INTEGER NOT NULL ) STRICT, WITHOUT ROWID;
CREATE TABLE restoring ( id INTEGER PRIMARY KEY CHECK (id = 1), user_id INTEGER NOT NULL REFERENCES users
  (id), person INTEGER NOT NULL, began_at INTEGER NOT NULL ) STRICT;
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (1,
  'bitcoin', 'btc', 'Bitcoin', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (2,
  'ethereum', 'eth', 'Ethereum', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (3,
  'tether', 'usdt', 'Tether', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (4,
  'binancecoin', 'bnb', 'BNB', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (5,
  'ripple', 'xrp', 'XRP', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (6,
  'solana', 'sol', 'Solana', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (7,
  'usd-coin', 'usdc', 'USD Coin', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (8,
  'dogecoin', 'doge', 'Dogecoin', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (9,
  'cardano', 'ada', 'Cardano', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (10,
  'tron', 'trx', 'TRON', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (11,
  'chainlink', 'link', 'Chainlink', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (12,
  'avalanche-2', 'avax', 'Avalanche', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (13,
  'stellar', 'xlm', 'Stellar', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (14,
  'bitcoin-cash', 'bch', 'Bitcoin Cash', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (15,
  'hedera-hashgraph', 'hbar', 'Hedera', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (16,
  'litecoin', 'ltc', 'Litecoin', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (17,
  'polkadot', 'dot', 'Polkadot', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (18,
  'monero', 'xmr', 'Monero', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (19,
  'shiba-inu', 'shib', 'Shiba Inu', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (20,
  'the-open-network', 'ton', 'Toncoin', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (21,
  'uniswap', 'uni', 'Uniswap', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (22,
  'dai', 'dai', 'Dai', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (23,
  'aave', 'aave', 'Aave', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (24,
  'near', 'near', 'NEAR Protocol', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (25,
  'ethereum-classic', 'etc', 'Ethereum Classic', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (26,
  'internet-computer', 'icp', 'Internet Computer', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (27,
  'aptos', 'apt', 'Aptos', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (28,
  'cosmos', 'atom', 'Cosmos Hub', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (29,
  'algorand', 'algo', 'Algorand', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (30,
  'filecoin', 'fil', 'Filecoin', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (31,
  'arbitrum', 'arb', 'Arbitrum', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (32,
  'optimism', 'op', 'Optimism', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (33,
  'vechain', 'vet', 'VeChain', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (34,
  'zcash', 'zec', 'Zcash', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (35,
  'dash', 'dash', 'Dash', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (36,
  'maker', 'mkr', 'Maker', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (37,
  'the-graph', 'grt', 'The Graph', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (38,
  'lido-dao', 'ldo', 'Lido DAO', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (39,
  'tezos', 'xtz', 'Tezos', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (40,
  'eos', 'eos', 'EOS', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (41,
  'theta-token', 'theta', 'Theta Network', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (42,
  'flow', 'flow', 'Flow', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (43,
  'iota', 'iota', 'IOTA', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (44,
  'neo', 'neo', 'NEO', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (45,
  'kaspa', 'kas', 'Kaspa', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (46,
  'sui', 'sui', 'Sui', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (47,
  'staked-ether', 'steth', 'Lido Staked Ether', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (48,
  'wrapped-bitcoin', 'wbtc', 'Wrapped Bitcoin', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (49,
  'pax-gold', 'paxg', 'PAX Gold', null, null, null);
INSERT INTO cryptocurrencies (id, pricing_id, symbol, full_name, price, price_currency, price_at) VALUES (50,
  'compound-governance-token', 'comp', 'Compound', null, null, null);
INSERT INTO budget_settings (id, period_granularity, period_quantity, period_anchor_date, hide_no_activity,
  use_last_day_of_month, income_option, rollover_left_to_budget) VALUES (1, 'month', 1, '2020-01-01', 0, 0,
  'max', 0);
`,
};
