// The Importer object's table of the senders, forwarders and recipients that a person accepted, and
// the columns of a receipt from which they are learned.

import type { Step } from "../../platform/sql/migrate.ts";

/** A step of imports/schema.ts. */
export const trust: Step = {
  id: 8,
  name: "trust",
  sql: `
-- Forwarders by address, and senders by domain or address, whose mail a person accepted while their domain vouched for it.
CREATE TABLE trusted (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('forwarder','sender')),
  who TEXT NOT NULL CHECK (who != ''),
  at INTEGER NOT NULL,
  -- By which message; it may be gone.
  message TEXT,
  UNIQUE (kind, who)
) STRICT;
INSERT INTO trusted (kind, who, at) SELECT 'forwarder', address, at FROM trusted_forwarders ORDER BY at;
DROP TABLE trusted_forwarders;

-- Of a receipt that came as it was sent: its sender, where their domain vouches for it.
ALTER TABLE receipts ADD COLUMN vouched TEXT;
-- What is decided again when somebody is accepted, or no more.
CREATE INDEX receipts_by_forwarder ON receipts (forwarder) WHERE forwarder IS NOT NULL AND decided_at IS NULL AND state IN ('waiting','review');
CREATE INDEX receipts_by_vouched ON receipts (vouched) WHERE vouched IS NOT NULL AND decided_at IS NULL AND state IN ('waiting','review');
`,
};

/** A step of importer/schema.ts. */
export const recipients: Step = {
  id: 28,
  name: "recipients",
  sql: `
-- Forwarders and recipients by address, and senders by domain or address. A recipient is an address that a person said is theirs.
ALTER TABLE trusted RENAME TO trusted_before;
CREATE TABLE trusted (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('forwarder','sender','recipient')),
  who TEXT NOT NULL CHECK (who != ''),
  at INTEGER NOT NULL,
  -- The message that was accepted; it may be gone.
  message TEXT,
  UNIQUE (kind, who)
) STRICT;
INSERT INTO trusted SELECT id, kind, who, at, message FROM trusted_before;
DROP TABLE trusted_before;

-- The address that the receipt is made out to, if nothing but the person's word says that it is theirs.
ALTER TABLE receipts ADD COLUMN made_out_to TEXT;
CREATE INDEX receipts_by_made_out_to ON receipts (made_out_to) WHERE made_out_to IS NOT NULL AND decided_at IS NULL AND state IN ('waiting','review');
`,
};
