// Step 14: which of its sources a synced crypto account has, so that an answer to credentials that were replaced meanwhile is
// known as such; and the numbers that exchanges want to rise.

import type { Step } from "../../platform/sql/migrate.ts";
import { RISING_TABLE } from "../../platform/sql/rising-numbers.ts";

export const sourceGenerations: Step = {
  id: 14,
  name: "source-generations",
  sql: `
ALTER TABLE crypto_sources ADD COLUMN generation INTEGER NOT NULL DEFAULT 1;
${RISING_TABLE}`,
};
