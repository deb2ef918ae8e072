// The Importer object's table of whom a person accepted, and what of a receipt that would teach.

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
