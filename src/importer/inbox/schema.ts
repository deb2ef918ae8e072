// The Importer object's tables of mail: the messages, the charges read from them, and the decisions
// about them. Times are milliseconds since 1970, days "YYYY-MM-DD", money 1/10,000 units. Message
// bodies are in R2. A step's text is final once it has shipped, comments included.

import type { Step } from "../../platform/sql/migrate.ts";

/** A step of imports/schema.ts. */
export const inbox: Step = {
  id: 6,
  name: "inbox",
  sql: `
-- One message a delivery. same_bytes: the very bytes of an earlier one came again.
CREATE TABLE inbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL CHECK (state IN ('received','reading','waiting','matched','inserted','review','ignored','duplicate')),
  reason TEXT,
  detail TEXT,
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  same_bytes INTEGER NOT NULL CHECK (same_bytes IN (0, 1)),
  duplicate_of INTEGER,
  door TEXT NOT NULL CHECK (door IN ('email','api')),
  envelope_from TEXT,
  address INTEGER,
  received_at INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  reader_version INTEGER,
  read_at INTEGER,
  -- Hash of Message-ID and body: two deliveries of one mail differ in what was stamped on the way.
  delivery TEXT,
  sender TEXT CHECK (json_valid(sender)),
  subject TEXT,
  verdict TEXT CHECK (json_valid(verdict)),
  -- The reading as JSON, or NULL where it is none or is in R2.
  reading TEXT CHECK (json_valid(reading)),
  reading_key TEXT,
  -- When a person took the whole message off the inbox, what was attached to it too.
  dismissed_at INTEGER,
  CHECK ((state = 'review') <= (reason IS NOT NULL)),
  CHECK (same_bytes = 0 OR state = 'duplicate')
) STRICT;
-- The same bytes are one message; whatever comes again names it.
CREATE UNIQUE INDEX inbox_once ON inbox (sha256) WHERE same_bytes = 0;
-- What the alarm has to read.
CREATE INDEX inbox_to_read ON inbox (seq) WHERE state IN ('received','reading');
CREATE INDEX inbox_by_state ON inbox (state, seq);
CREATE INDEX inbox_by_delivery ON inbox (delivery, seq) WHERE delivery IS NOT NULL;
-- How many came to an address of late.
CREATE INDEX inbox_by_address ON inbox (address, received_at) WHERE address IS NOT NULL;
CREATE INDEX inbox_by_sha ON inbox (sha256);

-- The documents of a message, by what they say: the same one that comes again another way is found by its text.
CREATE TABLE inbox_documents (
  message INTEGER NOT NULL,
  document INTEGER NOT NULL,
  text_hash TEXT NOT NULL,
  domain TEXT NOT NULL,
  message_id TEXT,
  day TEXT,
  instant INTEGER,
  PRIMARY KEY (message, document, text_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX inbox_documents_by_text ON inbox_documents (text_hash);

-- One charge, or what claims to be one, that a message is read to be about. base and seq make its external_id.
CREATE TABLE receipts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  message INTEGER NOT NULL,
  document INTEGER NOT NULL,
  charge INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting','matched','inserted','review','ignored','duplicate')),
  reason TEXT,
  detail TEXT,
  kind TEXT NOT NULL,
  class TEXT NOT NULL CHECK (class IN ('charge','refund','income','alert','alert in','none')),
  domain TEXT NOT NULL,
  merchant TEXT,
  total INTEGER CHECK (total >= 0),
  currency TEXT,
  date TEXT,
  order_number TEXT,
  card_last4 TEXT,
  incoming INTEGER NOT NULL CHECK (incoming IN (0, 1)),
  base TEXT,
  seq INTEGER,
  receipt TEXT NOT NULL CHECK (json_valid(receipt)),
  -- Who forwarded it, where their domain vouches for that.
  forwarder TEXT,
  corrected TEXT CHECK (json_valid(corrected)),
  duplicate_of INTEGER,
  -- By a person; what is read again later leaves it alone.
  decided_at INTEGER,
  mode TEXT NOT NULL DEFAULT 'wait' CHECK (mode IN ('wait','insert')),
  account INTEGER,
  -- What matching found, and keeps of its own work.
  match TEXT CHECK (json_valid(match)),
  transaction_id INTEGER,
  failures INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  settle_until INTEGER,
  created_at INTEGER NOT NULL,
  UNIQUE (message, document, charge),
  CHECK (state != 'waiting' OR (total IS NOT NULL AND currency IS NOT NULL AND date IS NOT NULL AND base IS NOT NULL AND next_attempt_at IS NOT NULL)),
  CHECK (next_attempt_at IS NULL OR state = 'waiting' OR (state = 'review' AND reason = 'ambiguous_currency')),
  CHECK ((state = 'review') <= (reason IS NOT NULL))
) STRICT;
-- A charge is there once: what else is about it is a duplicate and names it.
CREATE UNIQUE INDEX receipts_once ON receipts (base, seq) WHERE base IS NOT NULL AND state NOT IN ('duplicate','ignored');
CREATE INDEX receipts_by_base ON receipts (base) WHERE base IS NOT NULL;
CREATE INDEX receipts_by_amount ON receipts (total, date);
-- What the alarm has to match: what waits, and what lacks only the currency that the bank's row has.
CREATE INDEX receipts_to_match ON receipts (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- Statements that were attached, and the imports made of them.
CREATE TABLE inbox_statements (
  message INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  run TEXT NOT NULL,
  PRIMARY KEY (message, sha256, run)
) STRICT, WITHOUT ROWID;
CREATE INDEX inbox_statements_by_run ON inbox_statements (run);

-- What became of a message, one sentence a decision.
CREATE TABLE inbox_history (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  message INTEGER NOT NULL,
  receipt INTEGER,
  at INTEGER NOT NULL,
  who TEXT NOT NULL CHECK (who IN ('door','reader','match','person')),
  what TEXT NOT NULL
) STRICT;
CREATE INDEX inbox_history_of ON inbox_history (message, id);

-- What a person corrected, for the next mail of that sender.
CREATE TABLE merchant_memory (
  domain TEXT NOT NULL,
  field TEXT NOT NULL CHECK (field IN ('merchant','currency','account')),
  value TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (domain, field)
) STRICT, WITHOUT ROWID;

-- Whose forwards a person has accepted: addresses that their domain vouched for.
CREATE TABLE trusted_forwarders (
  address TEXT PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What is deleted in R2 when nothing names it any more.
CREATE TABLE forgotten_mail (
  key TEXT PRIMARY KEY,
  sha256 TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;

-- What becomes of a receipt that comes before the bank's row.
ALTER TABLE addresses ADD COLUMN mode TEXT NOT NULL DEFAULT 'wait' CHECK (mode IN ('wait','insert'));
ALTER TABLE addresses ADD COLUMN account INTEGER;
`,
};

/** A step of imports/schema.ts. */
export const documentMinutes: Step = {
  id: 10,
  name: "document minutes",
  sql: `
-- Of a document that was forwarded with a time and without its zone: the minute of the hour.
ALTER TABLE inbox_documents ADD COLUMN minute INTEGER;
`,
};

/** A step of imports/schema.ts. */
export const cashAccounts: Step = {
  id: 27,
  name: "cash accounts",
  sql: `
-- What a person corrected for a sender, with the account for what is paid there in cash.
ALTER TABLE merchant_memory RENAME TO merchant_memory_before;
CREATE TABLE merchant_memory (
  domain TEXT NOT NULL,
  field TEXT NOT NULL CHECK (field IN ('merchant','currency','account','cash_account')),
  value TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (domain, field)
) STRICT, WITHOUT ROWID;
INSERT INTO merchant_memory SELECT domain, field, value, at FROM merchant_memory_before;
DROP TABLE merchant_memory_before;
`,
};
