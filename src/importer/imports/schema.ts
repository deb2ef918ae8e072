// The Importer object's tables. Times are milliseconds since 1970, days "YYYY-MM-DD", money 1/10,000 units.

import type { Step } from "../../platform/sql/migrate.ts";

export const runs: Step = {
  id: 1,
  name: "runs",
  sql: `
CREATE TABLE runs (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN
    ('received','reading','question','preview','posting','waiting','done','failed','undoing','undone')),
  door TEXT NOT NULL,
  document TEXT NOT NULL CHECK (json_valid(document)),
  options TEXT NOT NULL CHECK (json_valid(options)),
  account TEXT CHECK (json_valid(account)),
  answers TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(answers)),
  questions TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(questions)),
  layout TEXT CHECK (json_valid(layout)),
  reading TEXT CHECK (json_valid(reading)),
  read_next INTEGER NOT NULL DEFAULT 0,
  read_done INTEGER NOT NULL DEFAULT 0 CHECK (read_done IN (0, 1)),
  read INTEGER NOT NULL DEFAULT 0,
  inserted INTEGER NOT NULL DEFAULT 0,
  duplicate INTEGER NOT NULL DEFAULT 0,
  rejected INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  requests INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0,
  undo_halvings INTEGER NOT NULL DEFAULT 0,
  posting_since INTEGER,
  next_attempt_at INTEGER,
  error TEXT,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  CHECK (read >= inserted + duplicate + rejected + skipped)
) STRICT;
-- What the alarm has to do next.
CREATE INDEX runs_active ON runs (seq) WHERE state IN ('received','reading','posting','waiting','undoing');

CREATE TABLE rows (
  run INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  line INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting','inserted','duplicate','rejected','skipped')),
  account INTEGER,
  date TEXT,
  amount INTEGER,
  key TEXT,
  occurrence INTEGER,
  time TEXT,
  balance INTEGER,
  item TEXT CHECK (json_valid(item)),
  cells TEXT NOT NULL CHECK (json_valid(cells)),
  transaction_id INTEGER,
  reason TEXT,
  batch INTEGER,
  kept INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run, seq)
) STRICT, WITHOUT ROWID;
-- The occurrence number of a row: how many of its key the run has; the rows of one day.
CREATE INDEX rows_by_key ON rows (run, key) WHERE key IS NOT NULL;
-- The next batch: what waits, in date order so that the service's own index grows at its end.
CREATE INDEX rows_to_post ON rows (run, date, amount) WHERE state = 'waiting' AND batch IS NULL;

-- The rows of one fate, in file order: shown, downloaded, undone. One each, since a partial index serves only a query
-- that names the very same state.
CREATE INDEX rows_inserted ON rows (run, seq) WHERE state = 'inserted';
CREATE INDEX rows_duplicate ON rows (run, seq) WHERE state = 'duplicate';
CREATE INDEX rows_rejected ON rows (run, seq) WHERE state = 'rejected';
CREATE INDEX rows_skipped ON rows (run, seq) WHERE state = 'skipped';

CREATE TABLE batches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  run INTEGER NOT NULL,
  seqs TEXT NOT NULL CHECK (json_valid(seqs)),
  skip_duplicates INTEGER NOT NULL,
  doubtful INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX batches_of_run ON batches (run, id);

-- Transactions of the first and last days of files, with what tells equal ones apart (normalize/boundary.ts).
CREATE TABLE edges (
  account INTEGER NOT NULL,
  key TEXT NOT NULL,
  occurrence INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  time TEXT,
  balance INTEGER,
  run INTEGER NOT NULL,
  PRIMARY KEY (account, key, occurrence)
) STRICT, WITHOUT ROWID;

-- Rows that were found to be transactions entered elsewhere. The id holds a hash over the account.
CREATE TABLE claims (
  external_id TEXT NOT NULL,
  account INTEGER NOT NULL,
  transaction_id INTEGER NOT NULL,
  PRIMARY KEY (external_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX claims_by_transaction ON claims (transaction_id);

-- Answers given once, for the next file of the same layout.
CREATE TABLE remembered (
  fingerprint TEXT NOT NULL,
  scope TEXT NOT NULL,
  question TEXT NOT NULL,
  choice TEXT NOT NULL,
  answered_at INTEGER NOT NULL,
  PRIMARY KEY (fingerprint, scope, question)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotency (
  key TEXT PRIMARY KEY,
  request TEXT NOT NULL,
  run TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  label TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
`,
};

export const addresses: Step = {
  id: 2,
  name: "addresses",
  sql: `
CREATE TABLE addresses (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  label TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;

-- What an address ends in: its own, and what it ended in before, until their time is over.
CREATE TABLE address_secrets (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  address INTEGER NOT NULL,
  sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  ends_at INTEGER
) STRICT, WITHOUT ROWID;
-- The one that holds; there is never a second.
CREATE UNIQUE INDEX address_secrets_current ON address_secrets (address) WHERE ends_at IS NULL;
-- All of one address: listed, rotated, removed.
CREATE INDEX address_secrets_of ON address_secrets (address, created_at);
`,
};

export const connection: Step = {
  id: 3,
  name: "connection",
  sql: `
-- Whose budget it is, and how its tokens stand. One row; none where nothing is connected.
CREATE TABLE connection (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  owner TEXT NOT NULL,
  service TEXT NOT NULL,
  user_id INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  budget_name TEXT NOT NULL,
  person_name TEXT NOT NULL,
  email TEXT NOT NULL,
  currency TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('oauth','token')),
  issuer TEXT,
  scope TEXT,
  state TEXT NOT NULL CHECK (state IN ('connected','authorize again')),
  problem TEXT,
  generation INTEGER NOT NULL CHECK (generation > 0),
  sealed TEXT,
  put_at INTEGER,
  put_failures INTEGER NOT NULL DEFAULT 0,
  next_put_at INTEGER,
  refreshable INTEGER NOT NULL CHECK (refreshable IN (0, 1)),
  renewed INTEGER NOT NULL CHECK (renewed IN (0, 1)),
  written_at INTEGER NOT NULL,
  expires_at INTEGER,
  refresh_sent_at INTEGER,
  failures INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  refused INTEGER NOT NULL DEFAULT 0,
  missing INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  CHECK ((kind = 'oauth') = (issuer IS NOT NULL)),
  CHECK (kind = 'oauth' OR refreshable = 0)
) STRICT;

-- The last generation that was given out. It outlives the connection: no generation is ever given twice.
CREATE TABLE pen (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  generation INTEGER NOT NULL
) STRICT;
INSERT INTO pen (id, generation) VALUES (1, 0);

-- What is still to be done for tokens that are no longer ours: revoke them upstream, delete their value in KV.
CREATE TABLE errands (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('revoke','forget')),
  issuer TEXT,
  sealed TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL,
  CHECK ((kind = 'revoke') = (issuer IS NOT NULL AND sealed IS NOT NULL))
) STRICT;
`,
};

export const layouts: Step = {
  id: 4,
  name: "layouts",
  sql: `
-- What was learned of each kind of document. A layout that was brought in by a file was never used here.
CREATE TABLE layouts (
  fingerprint TEXT PRIMARY KEY,
  layout TEXT NOT NULL CHECK (json_valid(layout)),
  learned_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO layouts (fingerprint, layout, learned_at, used_at)
  SELECT layout ->> '$.fingerprint', json_remove(layout, '$.proof'), created_at, created_at FROM runs
  WHERE seq IN (SELECT MAX(seq) FROM runs WHERE layout ->> '$.fingerprint' IS NOT NULL GROUP BY layout ->> '$.fingerprint');

-- The question as it was put, so that its answer can be changed.
ALTER TABLE remembered ADD COLUMN asked TEXT CHECK (json_valid(asked));
-- When the answers were looked up that the run was read with: undoing it forgets these, not later ones.
ALTER TABLE runs ADD COLUMN surveyed_at INTEGER;
-- The imports read under a layout, newest first.
CREATE INDEX runs_by_layout ON runs (layout ->> '$.fingerprint', seq) WHERE layout IS NOT NULL;
`,
};

export const importsWaiting: Step = {
  id: 17,
  name: "imports-waiting",
  sql: `
-- When a person dismissed an import that had failed; its state stays 'failed'.
ALTER TABLE runs ADD COLUMN dismissed_at INTEGER;
-- The imports that wait for a person, newest first: a question, a preview or a failure, and transfers to decide.
CREATE INDEX runs_waiting ON runs (seq) WHERE state IN ('question','preview','failed') AND dismissed_at IS NULL;
CREATE INDEX transfers_open ON transfers (run) WHERE state = 'suggested';
`,
};

export const accountDates: Step = {
  id: 26,
  name: "account dates",
  sql: `
-- Which date of a row is the date of the account's transactions. An account is here once a person has chosen (account-dates.ts).
CREATE TABLE account_dates (
  account INTEGER PRIMARY KEY,
  date TEXT NOT NULL CHECK (date IN ('posting','purchase'))
) STRICT;
`,
};

export const readings: Step = {
  id: 32,
  name: "readings",
  sql: `
-- Documents that were read to their end, with what only the whole of them showed, and the version that read them. The
-- import is named by its id: a backup that is restored has other numbers.
CREATE TABLE readings (
  run TEXT PRIMARY KEY,
  sources TEXT NOT NULL,
  found TEXT NOT NULL CHECK (json_valid(found))
) STRICT, WITHOUT ROWID;
`,
};

export const uploads: Step = {
  id: 23,
  name: "uploads",
  sql: `
-- Files that were uploaded together share an upload.
ALTER TABLE runs ADD COLUMN upload TEXT;
CREATE INDEX runs_by_upload ON runs (upload, seq) WHERE upload IS NOT NULL;
-- Earlier imports of the same document; imports that were done since another was read.
CREATE INDEX runs_by_document ON runs (document ->> '$.sha256', seq);
CREATE INDEX runs_finished ON runs (finished_at) WHERE state = 'done';
-- Of a row that waits: the transaction of the budget that it is already, and the other import that has it too.
ALTER TABLE rows ADD COLUMN known INTEGER;
ALTER TABLE rows ADD COLUMN also_in INTEGER;
`,
};

/**
 * A row's item and cells in a table of their own. SQLite writes a whole row again whenever one of its columns
 * changes. These two are about two thirds of a row and never change.
 */
export const rowTexts: Step = {
  id: 35,
  name: "row texts",
  sql: `
CREATE TABLE row_texts (
  run INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  -- The insert item; NULL where the row has none.
  item TEXT CHECK (json_valid(item)),
  cells TEXT NOT NULL CHECK (json_valid(cells)),
  PRIMARY KEY (run, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO row_texts (run, seq, item, cells) SELECT run, seq, item, cells FROM rows;
ALTER TABLE rows DROP COLUMN item;
ALTER TABLE rows DROP COLUMN cells;
`,
};
