// Written by "npm run baselines" out of the Importer object's schema steps.

import type { Baseline } from "../platform/sql/migrate.ts";

/** What the steps make of an empty database. */
export const baseline: Baseline = {
  steps: 35,
  sql: `
CREATE TABLE runs ( seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, state TEXT NOT NULL CHECK
  (state IN
  ('received','reading','question','preview','posting','waiting','done','failed','undoing','undone')), door
  TEXT NOT NULL, document TEXT NOT NULL CHECK (json_valid(document)), options TEXT NOT NULL CHECK
  (json_valid(options)), account TEXT CHECK (json_valid(account)), answers TEXT NOT NULL DEFAULT '{}' CHECK
  (json_valid(answers)), questions TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(questions)), layout TEXT CHECK
  (json_valid(layout)), reading TEXT CHECK (json_valid(reading)), read_next INTEGER NOT NULL DEFAULT 0,
  read_done INTEGER NOT NULL DEFAULT 0 CHECK (read_done IN (0, 1)), read INTEGER NOT NULL DEFAULT 0, inserted
  INTEGER NOT NULL DEFAULT 0, duplicate INTEGER NOT NULL DEFAULT 0, rejected INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0, requests INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT
  0, undo_halvings INTEGER NOT NULL DEFAULT 0, posting_since INTEGER, next_attempt_at INTEGER, error TEXT,
  created_at INTEGER NOT NULL, finished_at INTEGER, surveyed_at INTEGER, compared_to TEXT, dismissed_at
  INTEGER, balances TEXT CHECK (json_valid(balances)), upload TEXT, CHECK (read >= inserted + duplicate +
  rejected + skipped) ) STRICT;
CREATE INDEX runs_active ON runs (seq) WHERE state IN ('received','reading','posting','waiting','undoing');
CREATE TABLE rows ( run INTEGER NOT NULL, seq INTEGER NOT NULL, line INTEGER NOT NULL, state TEXT NOT NULL
  CHECK (state IN ('waiting','inserted','duplicate','rejected','skipped')), account INTEGER, date TEXT, amount
  INTEGER, key TEXT, occurrence INTEGER, time TEXT, balance INTEGER, transaction_id INTEGER, reason TEXT,
  batch INTEGER, kept INTEGER NOT NULL DEFAULT 0, pending INTEGER NOT NULL DEFAULT 0, reference TEXT, origin
  TEXT, known INTEGER, also_in INTEGER, PRIMARY KEY (run, seq) ) STRICT, WITHOUT ROWID;
CREATE INDEX rows_by_key ON rows (run, key) WHERE key IS NOT NULL;
CREATE INDEX rows_to_post ON rows (run, date, amount) WHERE state = 'waiting' AND batch IS NULL;
CREATE INDEX rows_inserted ON rows (run, seq) WHERE state = 'inserted';
CREATE INDEX rows_duplicate ON rows (run, seq) WHERE state = 'duplicate';
CREATE INDEX rows_rejected ON rows (run, seq) WHERE state = 'rejected';
CREATE INDEX rows_skipped ON rows (run, seq) WHERE state = 'skipped';
CREATE TABLE batches ( id INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL, seqs TEXT NOT NULL CHECK
  (json_valid(seqs)), skip_duplicates INTEGER NOT NULL, doubtful INTEGER NOT NULL, failures INTEGER NOT NULL
  DEFAULT 0 , strikes INTEGER NOT NULL DEFAULT 0, suspect INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX batches_of_run ON batches (run, id);
CREATE TABLE edges ( account INTEGER NOT NULL, key TEXT NOT NULL, occurrence INTEGER NOT NULL, amount INTEGER
  NOT NULL, time TEXT, balance INTEGER, run INTEGER NOT NULL, PRIMARY KEY (account, key, occurrence) ) STRICT,
  WITHOUT ROWID;
CREATE TABLE claims ( external_id TEXT NOT NULL, account INTEGER NOT NULL, transaction_id INTEGER NOT NULL,
  PRIMARY KEY (external_id) ) STRICT, WITHOUT ROWID;
CREATE INDEX claims_by_transaction ON claims (transaction_id);
CREATE TABLE remembered ( fingerprint TEXT NOT NULL, scope TEXT NOT NULL, question TEXT NOT NULL, choice TEXT
  NOT NULL, answered_at INTEGER NOT NULL, asked TEXT CHECK (json_valid(asked)), PRIMARY KEY (fingerprint,
  scope, question) ) STRICT, WITHOUT ROWID;
CREATE TABLE idempotency ( key TEXT PRIMARY KEY, request TEXT NOT NULL, run TEXT NOT NULL, created_at INTEGER
  NOT NULL ) STRICT, WITHOUT ROWID;
CREATE TABLE keys ( id INTEGER PRIMARY KEY AUTOINCREMENT, label TEXT NOT NULL, hash TEXT NOT NULL UNIQUE CHECK
  (length(hash) = 64), created_at INTEGER NOT NULL, last_used_at INTEGER , reads INTEGER NOT NULL DEFAULT 0
  CHECK (reads IN (0, 1))) STRICT;
CREATE TABLE addresses ( id INTEGER PRIMARY KEY AUTOINCREMENT, label TEXT NOT NULL, created_at INTEGER NOT
  NULL, last_used_at INTEGER , mode TEXT NOT NULL DEFAULT 'wait' CHECK (mode IN ('wait','insert')), account
  INTEGER, cash INTEGER NOT NULL DEFAULT 0 CHECK (cash IN (0, 1))) STRICT;
CREATE TABLE address_secrets ( hash TEXT PRIMARY KEY CHECK (length(hash) = 64), address INTEGER NOT NULL,
  sealed TEXT NOT NULL, created_at INTEGER NOT NULL, ends_at INTEGER ) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX address_secrets_current ON address_secrets (address) WHERE ends_at IS NULL;
CREATE INDEX address_secrets_of ON address_secrets (address, created_at);
CREATE TABLE connection ( id INTEGER PRIMARY KEY CHECK (id = 1), owner TEXT NOT NULL, service TEXT NOT NULL,
  user_id INTEGER NOT NULL, account_id INTEGER NOT NULL, budget_name TEXT NOT NULL, person_name TEXT NOT NULL,
  email TEXT NOT NULL, currency TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('oauth','token')), issuer
  TEXT, scope TEXT, state TEXT NOT NULL CHECK (state IN ('connected','authorize again')), problem TEXT,
  generation INTEGER NOT NULL CHECK (generation > 0), sealed TEXT, put_at INTEGER, put_failures INTEGER NOT
  NULL DEFAULT 0, next_put_at INTEGER, refreshable INTEGER NOT NULL CHECK (refreshable IN (0, 1)), renewed
  INTEGER NOT NULL CHECK (renewed IN (0, 1)), written_at INTEGER NOT NULL, expires_at INTEGER, refresh_sent_at
  INTEGER, failures INTEGER NOT NULL DEFAULT 0, next_attempt_at INTEGER, refused INTEGER NOT NULL DEFAULT 0,
  missing INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, last_used_at INTEGER, CHECK ((kind =
  'oauth') = (issuer IS NOT NULL)), CHECK (kind = 'oauth' OR refreshable = 0) ) STRICT;
CREATE TABLE pen ( id INTEGER PRIMARY KEY CHECK (id = 1), generation INTEGER NOT NULL ) STRICT;
CREATE TABLE errands ( id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL CHECK (kind IN
  ('revoke','forget')), issuer TEXT, sealed TEXT, failures INTEGER NOT NULL DEFAULT 0, next_attempt_at INTEGER
  NOT NULL, CHECK ((kind = 'revoke') = (issuer IS NOT NULL AND sealed IS NOT NULL)) ) STRICT;
CREATE TABLE layouts ( fingerprint TEXT PRIMARY KEY, layout TEXT NOT NULL CHECK (json_valid(layout)),
  learned_at INTEGER NOT NULL, used_at INTEGER ) STRICT, WITHOUT ROWID;
CREATE INDEX runs_by_layout ON runs (layout ->> '$.fingerprint', seq) WHERE layout IS NOT NULL;
CREATE TABLE pendings ( transaction_id INTEGER PRIMARY KEY, account INTEGER NOT NULL, state TEXT NOT NULL
  CHECK (state IN ('pending','posted','deleting','deleted')), run INTEGER NOT NULL, seq INTEGER NOT NULL,
  inserted_at INTEGER NOT NULL, facts TEXT NOT NULL CHECK (json_valid(facts)), missing_in INTEGER, problem
  TEXT ) STRICT;
CREATE INDEX pendings_open ON pendings (account) WHERE state = 'pending';
CREATE INDEX pendings_missing ON pendings (missing_in) WHERE missing_in IS NOT NULL;
CREATE INDEX pendings_of_run ON pendings (run);
CREATE TABLE updates ( id INTEGER PRIMARY KEY AUTOINCREMENT, transaction_id INTEGER NOT NULL, run INTEGER NOT
  NULL, seq INTEGER NOT NULL, state TEXT NOT NULL CHECK (state IN ('planned','sent','done')), because TEXT NOT
  NULL, put TEXT CHECK (json_valid(put)), before TEXT CHECK (json_valid(before)), known TEXT NOT NULL CHECK
  (json_valid(known)), UNIQUE (run, seq) ) STRICT;
CREATE INDEX updates_of_transaction ON updates (transaction_id, id);
CREATE TABLE lookalikes ( run INTEGER NOT NULL, seq INTEGER NOT NULL, transaction_id INTEGER NOT NULL,
  evidence TEXT NOT NULL, decision TEXT CHECK (decision IN ('same','insert')), PRIMARY KEY (run, seq) )
  STRICT, WITHOUT ROWID;
CREATE TABLE transfers ( id INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL, key TEXT NOT NULL UNIQUE,
  debit INTEGER NOT NULL, credit INTEGER NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('equal','fee','rate')),
  sides TEXT NOT NULL CHECK (json_valid(sides)), evidence TEXT NOT NULL CHECK (json_valid(evidence)), state
  TEXT NOT NULL CHECK (state IN ('suggested','accepting','accepted','dismissed')), category INTEGER, grouped
  INTEGER, problem TEXT ) STRICT;
CREATE INDEX transfers_of_run ON transfers (run, id);
CREATE INDEX transfers_by_debit ON transfers (debit);
CREATE INDEX transfers_by_credit ON transfers (credit);
CREATE TABLE inbox ( seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, state TEXT NOT NULL CHECK
  (state IN ('received','reading','waiting','matched','inserted','review','ignored','duplicate')), reason
  TEXT, detail TEXT, sha256 TEXT NOT NULL CHECK (length(sha256) = 64), bytes INTEGER NOT NULL CHECK (bytes >
  0), same_bytes INTEGER NOT NULL CHECK (same_bytes IN (0, 1)), duplicate_of INTEGER, door TEXT NOT NULL CHECK
  (door IN ('email','api')), envelope_from TEXT, address INTEGER, received_at INTEGER NOT NULL, failures
  INTEGER NOT NULL DEFAULT 0, next_attempt_at INTEGER, reader_version INTEGER, read_at INTEGER, delivery TEXT,
  sender TEXT CHECK (json_valid(sender)), subject TEXT, verdict TEXT CHECK (json_valid(verdict)), reading TEXT
  CHECK (json_valid(reading)), reading_key TEXT, dismissed_at INTEGER, CHECK ((state = 'review') <= (reason IS
  NOT NULL)), CHECK (same_bytes = 0 OR state = 'duplicate') ) STRICT;
CREATE UNIQUE INDEX inbox_once ON inbox (sha256) WHERE same_bytes = 0;
CREATE INDEX inbox_to_read ON inbox (seq) WHERE state IN ('received','reading');
CREATE INDEX inbox_by_state ON inbox (state, seq);
CREATE INDEX inbox_by_delivery ON inbox (delivery, seq) WHERE delivery IS NOT NULL;
CREATE INDEX inbox_by_address ON inbox (address, received_at) WHERE address IS NOT NULL;
CREATE INDEX inbox_by_sha ON inbox (sha256);
CREATE TABLE inbox_documents ( message INTEGER NOT NULL, document INTEGER NOT NULL, text_hash TEXT NOT NULL,
  domain TEXT NOT NULL, message_id TEXT, day TEXT, instant INTEGER, minute INTEGER, PRIMARY KEY (message,
  document, text_hash) ) STRICT, WITHOUT ROWID;
CREATE INDEX inbox_documents_by_text ON inbox_documents (text_hash);
CREATE TABLE receipts ( id INTEGER PRIMARY KEY AUTOINCREMENT, message INTEGER NOT NULL, document INTEGER NOT
  NULL, charge INTEGER NOT NULL, state TEXT NOT NULL CHECK (state IN
  ('waiting','matched','inserted','review','ignored','duplicate')), reason TEXT, detail TEXT, kind TEXT NOT
  NULL, class TEXT NOT NULL CHECK (class IN ('charge','refund','income','alert','alert in','none')), domain
  TEXT NOT NULL, merchant TEXT, total INTEGER CHECK (total >= 0), currency TEXT, date TEXT, order_number TEXT,
  card_last4 TEXT, incoming INTEGER NOT NULL CHECK (incoming IN (0, 1)), base TEXT, seq INTEGER, receipt TEXT
  NOT NULL CHECK (json_valid(receipt)), forwarder TEXT, corrected TEXT CHECK (json_valid(corrected)),
  duplicate_of INTEGER, decided_at INTEGER, mode TEXT NOT NULL DEFAULT 'wait' CHECK (mode IN
  ('wait','insert')), account INTEGER, match TEXT CHECK (json_valid(match)), transaction_id INTEGER, failures
  INTEGER NOT NULL DEFAULT 0, next_attempt_at INTEGER, settle_until INTEGER, created_at INTEGER NOT NULL,
  vouched TEXT, made_out_to TEXT, UNIQUE (message, document, charge), CHECK (state != 'waiting' OR (total IS
  NOT NULL AND currency IS NOT NULL AND date IS NOT NULL AND base IS NOT NULL AND next_attempt_at IS NOT
  NULL)), CHECK (next_attempt_at IS NULL OR state = 'waiting' OR (state = 'review' AND reason =
  'ambiguous_currency')), CHECK ((state = 'review') <= (reason IS NOT NULL)) ) STRICT;
CREATE UNIQUE INDEX receipts_once ON receipts (base, seq) WHERE base IS NOT NULL AND state NOT IN
  ('duplicate','ignored');
CREATE INDEX receipts_by_base ON receipts (base) WHERE base IS NOT NULL;
CREATE INDEX receipts_by_amount ON receipts (total, date);
CREATE INDEX receipts_to_match ON receipts (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE TABLE inbox_statements ( message INTEGER NOT NULL, sha256 TEXT NOT NULL, run TEXT NOT NULL, PRIMARY KEY
  (message, sha256, run) ) STRICT, WITHOUT ROWID;
CREATE INDEX inbox_statements_by_run ON inbox_statements (run);
CREATE TABLE inbox_history ( id INTEGER PRIMARY KEY AUTOINCREMENT, message INTEGER NOT NULL, receipt INTEGER,
  at INTEGER NOT NULL, who TEXT NOT NULL CHECK (who IN ('door','reader','match','person')), what TEXT NOT NULL
  ) STRICT;
CREATE INDEX inbox_history_of ON inbox_history (message, id);
CREATE TABLE forgotten_mail ( key TEXT PRIMARY KEY, sha256 TEXT, failures INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL DEFAULT 1 ) STRICT, WITHOUT ROWID;
CREATE TABLE settlings ( id INTEGER PRIMARY KEY AUTOINCREMENT, receipt INTEGER NOT NULL, how TEXT NOT NULL
  CHECK (how IN ('enrich','insert')), state TEXT NOT NULL CHECK (state IN ('doing','undoing','undone')),
  transaction_id INTEGER, evidence TEXT NOT NULL CHECK (json_valid(evidence)), put TEXT CHECK
  (json_valid(put)), before TEXT CHECK (json_valid(before)), put_done INTEGER NOT NULL DEFAULT 0 CHECK
  (put_done IN (0, 1)), file TEXT, file_done INTEGER NOT NULL DEFAULT 0 CHECK (file_done IN (0, 1)), said
  TEXT, failures INTEGER NOT NULL DEFAULT 0, next_attempt_at INTEGER, part INTEGER NOT NULL DEFAULT 0, beside
  INTEGER NOT NULL DEFAULT 0 CHECK (beside IN (0, 1)), instead INTEGER, carried TEXT CHECK
  (json_valid(carried)), CHECK (how = 'insert' OR transaction_id IS NOT NULL) ) STRICT;
CREATE INDEX settlings_undoing ON settlings (next_attempt_at) WHERE state = 'undoing';
CREATE TABLE match_shown ( receipt INTEGER NOT NULL, transaction_id INTEGER NOT NULL, PRIMARY KEY (receipt,
  transaction_id) ) STRICT, WITHOUT ROWID;
CREATE TABLE match_rejections ( receipt INTEGER NOT NULL, transaction_id INTEGER NOT NULL, again INTEGER NOT
  NULL DEFAULT 0 CHECK (again IN (0, 1)), PRIMARY KEY (receipt, transaction_id) ) STRICT, WITHOUT ROWID;
CREATE INDEX receipts_by_forwarder ON receipts (forwarder) WHERE forwarder IS NOT NULL AND decided_at IS NULL
  AND state IN ('waiting','review');
CREATE INDEX receipts_by_vouched ON receipts (vouched) WHERE vouched IS NOT NULL AND decided_at IS NULL AND
  state IN ('waiting','review');
CREATE UNIQUE INDEX settlings_of_receipt ON settlings (receipt, part) WHERE state <> 'undone';
CREATE UNIQUE INDEX settlings_of_transaction ON settlings (transaction_id, beside) WHERE state <> 'undone' AND
  transaction_id IS NOT NULL;
CREATE TABLE set_rejections ( receipt INTEGER NOT NULL, transactions TEXT NOT NULL CHECK
  (json_valid(transactions)), PRIMARY KEY (receipt, transactions) ) STRICT, WITHOUT ROWID;
CREATE TABLE rivals ( receipt INTEGER PRIMARY KEY, match TEXT CHECK (json_valid(match)), until INTEGER NOT
  NULL, failures INTEGER NOT NULL DEFAULT 0, next_attempt_at INTEGER ) STRICT;
CREATE INDEX rivals_due ON rivals (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE TABLE receipt_splits ( receipt INTEGER PRIMARY KEY, transaction_id INTEGER NOT NULL, state TEXT NOT
  NULL CHECK (state IN ('doing','done','undoing','failed')), parts TEXT NOT NULL CHECK (json_valid(parts)),
  children TEXT CHECK (json_valid(children)), said TEXT, failures INTEGER NOT NULL DEFAULT 0, next_attempt_at
  INTEGER ) STRICT;
CREATE INDEX receipt_splits_due ON receipt_splits (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX receipts_by_transaction ON receipts (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX rows_by_transaction ON rows (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE TABLE hooks ( id INTEGER PRIMARY KEY AUTOINCREMENT, label TEXT NOT NULL, hash TEXT NOT NULL UNIQUE
  CHECK (length(hash) = 64), sealed TEXT, account INTEGER, created_at INTEGER NOT NULL, last_used_at INTEGER,
  refused_at INTEGER, refusal TEXT ) STRICT;
CREATE TABLE hook_calls ( id INTEGER PRIMARY KEY AUTOINCREMENT, hook INTEGER NOT NULL, key TEXT NOT NULL, body
  TEXT NOT NULL CHECK (length(body) = 64), run TEXT, account INTEGER, amount TEXT, currency TEXT, as_of
  INTEGER, state TEXT CHECK (state IN ('waiting','done','refused','superseded')), said TEXT, failures INTEGER
  NOT NULL DEFAULT 0, next_attempt_at INTEGER, received_at INTEGER NOT NULL, CHECK ((run IS NULL) = (state IS
  NOT NULL)), CHECK ((run IS NULL) = (account IS NOT NULL AND amount IS NOT NULL AND currency IS NOT NULL AND
  as_of IS NOT NULL)), CHECK ((next_attempt_at IS NOT NULL) = (state IS NOT NULL AND state = 'waiting')) )
  STRICT;
CREATE UNIQUE INDEX hook_calls_by_key ON hook_calls (hook, key);
CREATE INDEX hook_calls_by_time ON hook_calls (hook, received_at);
CREATE INDEX hook_calls_due ON hook_calls (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE TABLE endpoints ( id INTEGER PRIMARY KEY AUTOINCREMENT, label TEXT NOT NULL, shown TEXT NOT NULL,
  sealed TEXT NOT NULL, events TEXT NOT NULL CHECK (json_valid(events)), origin TEXT NOT NULL, state TEXT NOT
  NULL CHECK (state IN ('enabled','disabled')), said TEXT, failing_since INTEGER, quiet_until INTEGER NOT NULL
  DEFAULT 0, created_at INTEGER NOT NULL, delivered_at INTEGER ) STRICT;
CREATE TABLE notices ( seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE DEFAULT ('msg_' ||
  lower(hex(randomblob(13)))), type TEXT NOT NULL, subject TEXT NOT NULL, data TEXT NOT NULL CHECK
  (json_valid(data)), at INTEGER NOT NULL DEFAULT (CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)) )
  STRICT;
CREATE INDEX notices_by_subject ON notices (type, subject);
CREATE TABLE deliveries ( id INTEGER PRIMARY KEY AUTOINCREMENT, notice INTEGER NOT NULL, endpoint INTEGER NOT
  NULL, state TEXT NOT NULL CHECK (state IN ('waiting','delivered','failed')), attempts INTEGER NOT NULL
  DEFAULT 0, next_attempt_at INTEGER, last_attempt_at INTEGER, status INTEGER, said TEXT, CHECK ((state =
  'waiting') = (next_attempt_at IS NOT NULL)) ) STRICT;
CREATE UNIQUE INDEX deliveries_once ON deliveries (notice, endpoint);
CREATE INDEX deliveries_due ON deliveries (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX deliveries_of ON deliveries (endpoint, id);
CREATE VIEW listened_to AS SELECT events.value AS type, endpoints.id AS endpoint FROM endpoints,
  json_each(endpoints.events) AS events WHERE endpoints.state = 'enabled';
CREATE TRIGGER notices_delivered AFTER INSERT ON notices BEGIN INSERT INTO deliveries (notice, endpoint,
  state, next_attempt_at) SELECT NEW.seq, endpoint, 'waiting', NEW.at FROM listened_to WHERE type = NEW.type;
  END;
CREATE TRIGGER import_ended AFTER UPDATE OF state ON runs WHEN NEW.state IN ('done','failed','undone') AND
  OLD.state <> NEW.state AND EXISTS (SELECT 1 FROM listened_to WHERE type = 'import.ended') BEGIN INSERT INTO
  notices (type, subject, data) VALUES ('import.ended', NEW.id, json_object('import', NEW.id, 'state',
  NEW.state, 'door', NEW.door, 'counts', json_object('read', NEW.read, 'inserted', NEW.inserted, 'duplicate',
  NEW.duplicate, 'rejected', NEW.rejected, 'skipped', NEW.skipped))); END;
CREATE TRIGGER import_asks AFTER UPDATE OF state ON runs WHEN NEW.state = 'question' AND OLD.state <>
  NEW.state AND EXISTS (SELECT 1 FROM listened_to WHERE type = 'import.question') BEGIN INSERT INTO notices
  (type, subject, data) VALUES ('import.question', NEW.id, json_object('import', NEW.id, 'door', NEW.door,
  'questions', json_array_length(NEW.questions))); END;
CREATE TRIGGER mail_to_review AFTER UPDATE OF state ON inbox WHEN NEW.state = 'review' AND OLD.state <>
  NEW.state AND EXISTS (SELECT 1 FROM listened_to WHERE type = 'mail.review') AND NOT EXISTS (SELECT 1 FROM
  notices WHERE type = 'mail.review' AND subject = NEW.id) BEGIN INSERT INTO notices (type, subject, data)
  VALUES ('mail.review', NEW.id, json_object('message', NEW.id, 'reason', NEW.reason)); END;
CREATE TRIGGER mail_come_to_review AFTER INSERT ON inbox WHEN NEW.state = 'review' AND EXISTS (SELECT 1 FROM
  listened_to WHERE type = 'mail.review') BEGIN INSERT INTO notices (type, subject, data) VALUES
  ('mail.review', NEW.id, json_object('message', NEW.id, 'reason', NEW.reason)); END;
CREATE TRIGGER connection_to_authorize AFTER UPDATE OF state ON connection WHEN NEW.state = 'authorize again'
  AND OLD.state <> NEW.state AND EXISTS (SELECT 1 FROM listened_to WHERE type = 'connection.authorize') BEGIN
  INSERT INTO notices (type, subject, data) VALUES ('connection.authorize', '', json_object('service',
  NEW.service)); END;
CREATE TABLE schedules ( id TEXT PRIMARY KEY, name TEXT NOT NULL, cron TEXT NOT NULL, timezone TEXT NOT NULL,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)), stopped TEXT, type TEXT NOT NULL, settings TEXT NOT NULL
  CHECK (json_valid(settings)), target TEXT NOT NULL CHECK (json_valid(target)), next_due_at INTEGER,
  not_before INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL, pins TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(pins)), CHECK (enabled = 1 OR
  next_due_at IS NULL), CHECK (stopped IS NULL OR enabled = 0) ) STRICT, WITHOUT ROWID;
CREATE INDEX schedules_due ON schedules (next_due_at) WHERE next_due_at IS NOT NULL;
CREATE TABLE schedule_secrets ( schedule TEXT NOT NULL, name TEXT NOT NULL, sealed TEXT NOT NULL, PRIMARY KEY
  (schedule, name) ) STRICT, WITHOUT ROWID;
CREATE TABLE schedule_runs ( id INTEGER PRIMARY KEY AUTOINCREMENT, schedule TEXT NOT NULL, due_at INTEGER,
  state TEXT NOT NULL CHECK (state IN ('waiting','done','failed')), tries INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER, reading TEXT CHECK (json_valid(reading)), writing TEXT CHECK (json_valid(writing)),
  outcome TEXT, fault TEXT CHECK (json_valid(fault)), created_at INTEGER NOT NULL, finished_at INTEGER, import
  TEXT, owed TEXT CHECK (json_valid(owed)), owed_at INTEGER CHECK ((owed IS NULL) = (owed_at IS NULL)), CHECK
  ((state = 'waiting') = (next_attempt_at IS NOT NULL)), CHECK ((state = 'waiting') = (finished_at IS NULL)) )
  STRICT;
CREATE UNIQUE INDEX schedule_runs_once ON schedule_runs (schedule, due_at) WHERE due_at IS NOT NULL;
CREATE UNIQUE INDEX schedule_runs_open ON schedule_runs (schedule) WHERE state = 'waiting';
CREATE INDEX schedule_runs_next ON schedule_runs (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX schedule_runs_of ON schedule_runs (schedule, id);
CREATE TABLE schedule_claims ( hash TEXT PRIMARY KEY CHECK (length(hash) = 64), schedule TEXT NOT NULL, reason
  TEXT, created_at INTEGER NOT NULL ) STRICT, WITHOUT ROWID;
CREATE TABLE rising ( name TEXT PRIMARY KEY, last INTEGER NOT NULL ) STRICT, WITHOUT ROWID;
CREATE TABLE hook_addresses ( hash TEXT PRIMARY KEY CHECK (length(hash) = 64), hook INTEGER NOT NULL, until
  INTEGER NOT NULL ) STRICT, WITHOUT ROWID;
CREATE TABLE hook_tellings ( hook INTEGER NOT NULL, external_id TEXT NOT NULL, facts TEXT NOT NULL, run TEXT
  NOT NULL, PRIMARY KEY (hook, external_id, facts, run) ) STRICT, WITHOUT ROWID;
CREATE INDEX hook_calls_written ON hook_calls (account, as_of) WHERE state = 'done';
CREATE INDEX deliveries_next ON deliveries (endpoint, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX schedule_runs_owed ON schedule_runs (schedule, id) WHERE owed IS NOT NULL;
CREATE INDEX runs_waiting ON runs (seq) WHERE state IN ('question','preview','failed') AND dismissed_at IS
  NULL;
CREATE INDEX transfers_open ON transfers (run) WHERE state = 'suggested';
CREATE TABLE stated_balances ( account INTEGER NOT NULL, run INTEGER NOT NULL, day TEXT NOT NULL, balance
  INTEGER NOT NULL, opening INTEGER, first_day TEXT NOT NULL, rows_of_day INTEGER NOT NULL, PRIMARY KEY
  (account, run) ) STRICT, WITHOUT ROWID;
CREATE TABLE stated_months ( account INTEGER NOT NULL, month TEXT NOT NULL, run INTEGER NOT NULL, balance
  INTEGER NOT NULL, PRIMARY KEY (account, month, run) ) STRICT, WITHOUT ROWID;
CREATE TABLE written_months ( account INTEGER NOT NULL, month TEXT NOT NULL, balance TEXT NOT NULL, before
  TEXT, arrived INTEGER NOT NULL DEFAULT 0 CHECK (arrived IN (0, 1)), PRIMARY KEY (account, month) ) STRICT,
  WITHOUT ROWID;
CREATE TABLE account_balances ( account INTEGER PRIMARY KEY, follows INTEGER NOT NULL DEFAULT 1 CHECK (follows
  IN (0, 1)), shift INTEGER NOT NULL DEFAULT 0, ours_as_of TEXT, first_as_of TEXT, sent_by INTEGER, sent_from
  INTEGER, sent_to INTEGER, CHECK ((sent_by IS NULL) = (sent_from IS NULL) AND (sent_by IS NULL) = (sent_to IS
  NULL)) ) STRICT;
CREATE TABLE late ( transaction_id INTEGER PRIMARY KEY, run INTEGER NOT NULL, seq INTEGER NOT NULL, found_at
  INTEGER NOT NULL ) STRICT;
CREATE INDEX late_of_run ON late (run);
CREATE TABLE "jobs" ( id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL CHECK (kind IN
  ('find transfers','group','delete pending','find late')), run INTEGER NOT NULL, subject INTEGER NOT NULL,
  cursor TEXT, days INTEGER, failures INTEGER NOT NULL DEFAULT 0, next_attempt_at INTEGER NOT NULL, UNIQUE
  (kind, subject) ) STRICT;
CREATE TABLE changes ( id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT UNIQUE, hash TEXT NOT NULL, at INTEGER
  NOT NULL, who TEXT NOT NULL CHECK (json_valid(who)), source TEXT, sentence TEXT NOT NULL, undoes INTEGER,
  mark TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('applying','done','undoing','undone','partly')),
  total INTEGER NOT NULL, done INTEGER NOT NULL DEFAULT 0, problem TEXT, failures INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER, import TEXT, cannot_undo TEXT, CHECK ((state = 'applying') = (next_attempt_at IS
  NOT NULL)) ) STRICT;
CREATE INDEX changes_due ON changes (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX changes_undoing ON changes (undoes) WHERE undoes IS NOT NULL;
CREATE TABLE change_items ( id INTEGER PRIMARY KEY AUTOINCREMENT, change INTEGER NOT NULL, kind TEXT NOT NULL
  CHECK (kind IN ('edit','delete','restore')), transaction_id INTEGER NOT NULL, undoes INTEGER, wanted TEXT
  NOT NULL CHECK (json_valid(wanted)), state TEXT NOT NULL CHECK (state IN ('waiting','sent','settled')),
  looked INTEGER NOT NULL DEFAULT 0, label TEXT, kept TEXT, put TEXT, done TEXT NOT NULL DEFAULT '[]',
  conflicts TEXT NOT NULL DEFAULT '[]', refused TEXT NOT NULL DEFAULT '[]', effect INTEGER NOT NULL DEFAULT 0,
  made INTEGER, undone TEXT NOT NULL DEFAULT '[]' ) STRICT;
CREATE INDEX change_items_of ON change_items (change, id);
CREATE INDEX change_items_open ON change_items (change, state) WHERE state <> 'settled';
CREATE INDEX change_items_made ON change_items (transaction_id) WHERE made IS NOT NULL;
CREATE TABLE change_records ( id INTEGER PRIMARY KEY AUTOINCREMENT, change INTEGER NOT NULL, kind TEXT NOT
  NULL, action TEXT NOT NULL CHECK (action IN ('create','edit','delete')), record TEXT NOT NULL, undoes
  INTEGER, wanted TEXT NOT NULL CHECK (json_valid(wanted)), state TEXT NOT NULL CHECK (state IN
  ('waiting','sent','settled')), name TEXT, kept TEXT, put TEXT, done TEXT NOT NULL DEFAULT '[]', conflicts
  TEXT NOT NULL DEFAULT '[]', refused TEXT NOT NULL DEFAULT '[]', losses TEXT NOT NULL DEFAULT '[]', effect
  INTEGER NOT NULL DEFAULT 0, made INTEGER, undone TEXT NOT NULL DEFAULT '[]' ) STRICT;
CREATE INDEX change_records_of ON change_records (change, id);
CREATE INDEX change_records_open ON change_records (change, state) WHERE state <> 'settled';
CREATE INDEX change_records_made ON change_records (kind, record) WHERE made IS NOT NULL;
CREATE TABLE views ( id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, query TEXT NOT NULL )
  STRICT;
CREATE INDEX runs_by_upload ON runs (upload, seq) WHERE upload IS NOT NULL;
CREATE INDEX runs_by_document ON runs (document ->> '$.sha256', seq);
CREATE INDEX runs_finished ON runs (finished_at) WHERE state = 'done';
CREATE INDEX changes_of_import ON changes (import, id) WHERE import IS NOT NULL;
CREATE TABLE kept_files ( key TEXT PRIMARY KEY, bytes INTEGER NOT NULL, at INTEGER NOT NULL, record INTEGER )
  STRICT, WITHOUT ROWID;
CREATE INDEX kept_files_of ON kept_files (record);
CREATE TABLE account_dates ( account INTEGER PRIMARY KEY, date TEXT NOT NULL CHECK (date IN
  ('posting','purchase')) ) STRICT;
CREATE TABLE merchant_memory ( domain TEXT NOT NULL, field TEXT NOT NULL CHECK (field IN
  ('merchant','currency','account','cash_account')), value TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY
  (domain, field) ) STRICT, WITHOUT ROWID;
CREATE TABLE trusted ( id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL CHECK (kind IN
  ('forwarder','sender','recipient')), who TEXT NOT NULL CHECK (who != ''), at INTEGER NOT NULL, message TEXT,
  UNIQUE (kind, who) ) STRICT;
CREATE INDEX receipts_by_made_out_to ON receipts (made_out_to) WHERE made_out_to IS NOT NULL AND decided_at IS
  NULL AND state IN ('waiting','review');
CREATE INDEX rows_inserted_by_date ON rows (run, date) WHERE state = 'inserted';
CREATE TABLE restores ( id INTEGER PRIMARY KEY AUTOINCREMENT, sha256 TEXT NOT NULL CHECK (length(sha256) =
  64), bytes INTEGER NOT NULL, archive TEXT, state TEXT NOT NULL CHECK (state IN
  ('working','clearing','failed','done')), step INTEGER NOT NULL DEFAULT 0, line INTEGER NOT NULL DEFAULT 0,
  steps INTEGER NOT NULL, error TEXT, failures INTEGER NOT NULL DEFAULT 0, next_attempt_at INTEGER, created_at
  INTEGER NOT NULL, finished_at INTEGER, CHECK ((state IN ('failed','done')) = (finished_at IS NOT NULL)) )
  STRICT;
CREATE UNIQUE INDEX restores_open ON restores ((1)) WHERE finished_at IS NULL;
CREATE TABLE backup_plan ( id INTEGER PRIMARY KEY CHECK (id = 1), days INTEGER NOT NULL CHECK (days > 0),
  due_at INTEGER NOT NULL, failures INTEGER NOT NULL DEFAULT 0, error TEXT ) STRICT;
CREATE TABLE backups ( id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, state TEXT NOT NULL
  CHECK (state IN ('writing','kept','deleting')), bytes INTEGER, made_at INTEGER NOT NULL ) STRICT;
CREATE TABLE readings ( run TEXT PRIMARY KEY, sources TEXT NOT NULL, found TEXT NOT NULL CHECK
  (json_valid(found)) ) STRICT, WITHOUT ROWID;
CREATE TABLE backup_target ( id INTEGER PRIMARY KEY CHECK (id = 1), shown TEXT NOT NULL, sealed TEXT NOT NULL,
  has_token INTEGER NOT NULL CHECK (has_token IN (0, 1)), backup INTEGER, due_at INTEGER, tries INTEGER NOT
  NULL DEFAULT 0, sent_at INTEGER, error TEXT , has_password INTEGER NOT NULL DEFAULT 0 CHECK (has_password IN
  (0, 1))) STRICT;
CREATE TABLE row_texts ( run INTEGER NOT NULL, seq INTEGER NOT NULL, item TEXT CHECK (json_valid(item)), cells
  TEXT NOT NULL CHECK (json_valid(cells)), PRIMARY KEY (run, seq) ) STRICT, WITHOUT ROWID;
INSERT INTO pen (id, generation) VALUES (1, 0);
`,
};
