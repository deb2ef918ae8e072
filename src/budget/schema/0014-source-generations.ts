// Step 14: a generation number of each crypto source, so that an answer to replaced credentials is
// recognized; and the rising numbers that exchanges require.

import type { Step } from "../../platform/sql/migrate.ts";
import { RISING_TABLE } from "../../platform/sql/rising-numbers.ts";

export const sourceGenerations: Step = {
  id: 14,
  name: "source-generations",
  sql: `
ALTER TABLE crypto_sources ADD COLUMN generation INTEGER NOT NULL DEFAULT 1;
${RISING_TABLE}`,
};
