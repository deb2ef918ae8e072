// The Importer object's table of the files that the journal keeps: one that is being attached, and
// one that was removed, as long as that can be undone.

import type { Step } from "../../../platform/sql/migrate.ts";

/** A step of ../../schema.ts. */
export const keptFiles: Step = {
  id: 25,
  name: "kept files",
  sql: `
-- key: where the bytes are in the bucket; record: the record of a change that needs them, NULL until there is one, 0 if they
-- were given up. Order of writes: the row, then the bytes.
CREATE TABLE kept_files (
  key TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL,
  at INTEGER NOT NULL,
  record INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX kept_files_of ON kept_files (record);
`,
};
