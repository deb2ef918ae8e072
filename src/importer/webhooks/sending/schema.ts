// The Importer object's tables of webhooks: those that come in (hooks/) and those that go out. What
// is told of is written by the database itself, in the very transaction that made it so: no code
// path can change a state and forget to tell.

import type { Step } from "../../../platform/sql/migrate.ts";

/** A step of imports/schema.ts. */
export const webhooks: Step = {
  id: 11,
  name: "webhooks",
  sql: `
-- Where other programs send transactions and balances. sealed: what signatures are checked with; NULL where the address is the
-- secret. account: where what comes goes, unless it says another. refusal: why the last call that was not taken was not.
CREATE TABLE hooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  label TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  sealed TEXT,
  account INTEGER,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  refused_at INTEGER,
  refusal TEXT
) STRICT;

-- What each call did: an import, or a balance with what became of it. key: the webhook-id, or the hash of the body (body).
CREATE TABLE hook_calls (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  hook INTEGER NOT NULL,
  key TEXT NOT NULL,
  body TEXT NOT NULL CHECK (length(body) = 64),
  run TEXT,
  account INTEGER,
  amount TEXT,
  currency TEXT,
  as_of INTEGER,
  state TEXT CHECK (state IN ('waiting','done','refused','superseded')),
  said TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  received_at INTEGER NOT NULL,
  CHECK ((run IS NULL) = (state IS NOT NULL)),
  CHECK ((run IS NULL) = (account IS NOT NULL AND amount IS NOT NULL AND currency IS NOT NULL AND as_of IS NOT NULL)),
  CHECK ((next_attempt_at IS NOT NULL) = (state IS NOT NULL AND state = 'waiting'))
) STRICT;
CREATE UNIQUE INDEX hook_calls_by_key ON hook_calls (hook, key);
-- How many came within a day, and what is old.
CREATE INDEX hook_calls_by_time ON hook_calls (hook, received_at);
CREATE INDEX hook_calls_due ON hook_calls (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- The external_ids that came by a hook, with a hash of what was said of each: one that says another thing is no repeat.
CREATE TABLE hook_items (
  hook INTEGER NOT NULL,
  external_id TEXT NOT NULL,
  facts TEXT NOT NULL,
  run TEXT NOT NULL,
  PRIMARY KEY (hook, external_id)
) STRICT, WITHOUT ROWID;

-- Who is told. sealed: the whole address, which may hold a secret, with what is signed with; shown: the address without its query.
CREATE TABLE endpoints (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  label TEXT NOT NULL,
  shown TEXT NOT NULL,
  sealed TEXT NOT NULL,
  events TEXT NOT NULL CHECK (json_valid(events)),
  origin TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('enabled','disabled')),
  said TEXT,
  failing_since INTEGER,
  quiet_until INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  delivered_at INTEGER
) STRICT;

-- What is told; id is the webhook-id, the same at each attempt.
CREATE TABLE notices (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE DEFAULT ('msg_' || lower(hex(randomblob(13)))),
  type TEXT NOT NULL,
  subject TEXT NOT NULL,
  data TEXT NOT NULL CHECK (json_valid(data)),
  at INTEGER NOT NULL DEFAULT (CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER))
) STRICT;
CREATE INDEX notices_by_subject ON notices (type, subject);

-- attempts are counted before the request leaves; until next_attempt_at one may be on its way.
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  notice INTEGER NOT NULL,
  endpoint INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting','delivered','failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  last_attempt_at INTEGER,
  status INTEGER,
  said TEXT,
  CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX deliveries_once ON deliveries (notice, endpoint);
CREATE INDEX deliveries_due ON deliveries (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX deliveries_of ON deliveries (endpoint, id);

CREATE VIEW listened_to AS
  SELECT events.value AS type, endpoints.id AS endpoint FROM endpoints, json_each(endpoints.events) AS events WHERE endpoints.state = 'enabled';

CREATE TRIGGER notices_delivered AFTER INSERT ON notices BEGIN
  INSERT INTO deliveries (notice, endpoint, state, next_attempt_at)
    SELECT NEW.seq, endpoint, 'waiting', NEW.at FROM listened_to WHERE type = NEW.type;
END;

CREATE TRIGGER import_ended AFTER UPDATE OF state ON runs
WHEN NEW.state IN ('done','failed','undone') AND OLD.state <> NEW.state AND EXISTS (SELECT 1 FROM listened_to WHERE type = 'import.ended') BEGIN
  INSERT INTO notices (type, subject, data) VALUES ('import.ended', NEW.id, json_object('import', NEW.id, 'state', NEW.state, 'door', NEW.door,
    'counts', json_object('read', NEW.read, 'inserted', NEW.inserted, 'duplicate', NEW.duplicate, 'rejected', NEW.rejected, 'skipped', NEW.skipped)));
END;

CREATE TRIGGER import_asks AFTER UPDATE OF state ON runs
WHEN NEW.state = 'question' AND OLD.state <> NEW.state AND EXISTS (SELECT 1 FROM listened_to WHERE type = 'import.question') BEGIN
  INSERT INTO notices (type, subject, data) VALUES ('import.question', NEW.id, json_object('import', NEW.id, 'door', NEW.door, 'questions', json_array_length(NEW.questions)));
END;

-- Once a message: reading it again is no news.
CREATE TRIGGER mail_to_review AFTER UPDATE OF state ON inbox
WHEN NEW.state = 'review' AND OLD.state <> NEW.state AND EXISTS (SELECT 1 FROM listened_to WHERE type = 'mail.review')
  AND NOT EXISTS (SELECT 1 FROM notices WHERE type = 'mail.review' AND subject = NEW.id) BEGIN
  INSERT INTO notices (type, subject, data) VALUES ('mail.review', NEW.id, json_object('message', NEW.id, 'reason', NEW.reason));
END;
CREATE TRIGGER mail_come_to_review AFTER INSERT ON inbox
WHEN NEW.state = 'review' AND EXISTS (SELECT 1 FROM listened_to WHERE type = 'mail.review') BEGIN
  INSERT INTO notices (type, subject, data) VALUES ('mail.review', NEW.id, json_object('message', NEW.id, 'reason', NEW.reason));
END;

CREATE TRIGGER connection_to_authorize AFTER UPDATE OF state ON connection
WHEN NEW.state = 'authorize again' AND OLD.state <> NEW.state AND EXISTS (SELECT 1 FROM listened_to WHERE type = 'connection.authorize') BEGIN
  INSERT INTO notices (type, subject, data) VALUES ('connection.authorize', '', json_object('service', NEW.service));
END;
`,
};

/** A step of imports/schema.ts. */
export const webhookRotation: Step = {
  id: 14,
  name: "webhook rotation",
  sql: `
-- What the address of a hook was before, until its time is over.
CREATE TABLE hook_addresses (
  hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
  hook INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Every import that told of an external_id, with a hash of what it said: another thing may be said once none of them stands.
CREATE TABLE hook_tellings (
  hook INTEGER NOT NULL,
  external_id TEXT NOT NULL,
  facts TEXT NOT NULL,
  run TEXT NOT NULL,
  PRIMARY KEY (hook, external_id, facts, run)
) STRICT, WITHOUT ROWID;
INSERT INTO hook_tellings (hook, external_id, facts, run) SELECT hook, external_id, facts, run FROM hook_items;
DROP TABLE hook_items;

-- The newest balance of an account; what is to be sent to an endpoint first.
CREATE INDEX hook_calls_written ON hook_calls (account, as_of) WHERE state = 'done';
CREATE INDEX deliveries_next ON deliveries (endpoint, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
`,
};
