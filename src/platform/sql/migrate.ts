// Opens an object's database: numbered additive steps, each run once together with its journal row.
// A shipped step is never edited: the journal keeps its checksum, and an object whose journal
// disagrees with the code refuses to open rather than guess. (PRAGMA user_version is forbidden
// here.)
//
// All steps that are missing are one transaction: if one fails, the database stays as the version
// before left it, which can be deployed again.

import { assert } from "../assert.ts";
import { hex, sha256 } from "../digest.ts";
import type { Sql } from "./sql.ts";

/** One numbered change of the schema; its statements never change once shipped. */
export interface Step {
  readonly id: number;
  readonly name: string;
  readonly sql: string;
}

/** What the first steps make of an empty database, in one script ("npm run baselines"). */
export interface Baseline {
  /** How many steps. */
  readonly steps: number;
  readonly sql: string;
}

const JOURNAL = `CREATE TABLE IF NOT EXISTS schema_journal (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT`;

/** The SHA-256 of the step's statements, in hexadecimal. */
export async function hashStep(step: Step): Promise<string> {
  return hex(await sha256(step.sql));
}

/** Whether this object was ever opened; asks without writing anything. */
export function isCreated(sql: Sql): boolean {
  return (
    sql.first("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_journal'") !==
    null
  );
}

/**
 * Runs the steps that are missing, all or none of them; an empty database gets what the baseline
 * has at once, which takes a fraction of the time. Throws when a step fails, or when the journal knows
 * another past than the code.
 */
export async function migrate(
  sql: Sql,
  steps: readonly Step[],
  now: number,
  baseline?: Baseline,
): Promise<void> {
  const checksums = await hashSteps(steps);
  sql.transaction(() => {
    const isNew = !isCreated(sql);
    sql.run(JOURNAL);
    if (isNew && baseline !== undefined) {
      sql.run(baseline.sql);
      enter(sql, steps.slice(0, baseline.steps), checksums, now);
    }
    const done = sql.all<{ id: number; checksum: string }>(
      "SELECT id, checksum FROM schema_journal ORDER BY id",
    );
    assert(
      done.length <= steps.length,
      `the database has ${done.length} steps, this version knows ${steps.length}`,
    );
    for (const [index, step] of steps.entries()) {
      assert(step.id === index + 1, `schema step ${step.name} is out of order`);
      const checksum = checksums[index] ?? "";
      const past = done[index];
      if (past === undefined) {
        sql.run(step.sql);
        enter(sql, [step], [checksum], now);
      } else
        assert(
          past.id === step.id && past.checksum === checksum,
          `schema step ${step.id} was changed after it shipped`,
        );
    }
  });
}

/** Checksums by their list of steps: the second object of a class opens without computing them. */
const KNOWN = new WeakMap<readonly Step[], readonly string[]>();

async function hashSteps(steps: readonly Step[]): Promise<readonly string[]> {
  const known = KNOWN.get(steps);
  if (known !== undefined) return known;
  const checksums = await Promise.all(steps.map(hashStep));
  KNOWN.set(steps, checksums);
  return checksums;
}

/** Enters steps in the journal, each with its checksum. */
function enter(sql: Sql, steps: readonly Step[], checksums: readonly string[], now: number): void {
  const rows = steps.map(({ id, name }, index) => [id, name, checksums[index] ?? ""]);
  sql.run(
    `INSERT INTO schema_journal (id, name, checksum, applied_at)
     SELECT value ->> 0, value ->> 1, value ->> 2, ?2 FROM json_each(?1)`,
    JSON.stringify(rows),
    now,
  );
}
