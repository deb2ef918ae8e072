// The Importer object's table of the views of the list of transactions that a person saved.

import type { Step } from "../../platform/sql/migrate.ts";

/** A step of ../schema.ts. */
export const views: Step = {
  id: 22,
  name: "views",
  sql: `
-- query: the filters as the address of the list has them, without "?".
CREATE TABLE views (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  query TEXT NOT NULL
) STRICT;
`,
};
