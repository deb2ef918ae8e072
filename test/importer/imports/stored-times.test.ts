// Stored times that lie further ahead than any delay are due at once; those that a right clock may
// have set stay as they are.

import { runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { steps } from "../../../src/importer/schema.ts";
import { Pause } from "../../../src/importer/posting/alarm-rest.ts";
import { correctSchedules, correctTimes } from "../../../src/importer/imports/stored-times.ts";
import { ALARM_PAUSE_MS_MAX, RETRY_DELAY_MS_MAX } from "../../../src/platform/limits.ts";
import { migrate } from "../../../src/platform/sql/migrate.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { reset } from "../../reset.ts";
import { importer } from "../posting/driver.ts";

const DAY_MS = 24 * 60 * 60_000;
const NOW = Date.parse("2026-11-22T12:00:00Z");

afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

async function inTables(work: (sql: Sql) => void): Promise<void> {
  await runInDurableObject(await importer(), async (_, { storage }) => {
    const sql = new Sql(storage);
    await migrate(sql, steps, 1);
    work(sql);
  });
}

test("every column that says when to go on is corrected", async () => {
  await inTables((sql) => {
    const tables = sql.all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_%' ESCAPE '\\'",
    );
    const waited = [
      "next_attempt_at",
      "owed_at",
      "not_before",
      "quiet_until",
      "next_put_at",
      "refresh_sent_at",
    ];
    const run = vi.spyOn(sql, "run");

    correctTimes(sql, NOW);

    const corrected = run.mock.calls.map(([statement]) => statement);
    for (const { name } of tables) {
      const columns = sql.all<{ name: string }>(`SELECT name FROM pragma_table_info('${name}')`);
      for (const column of columns.filter((one) => waited.includes(one.name))) {
        expect(
          corrected.some((statement) => statement.startsWith(`UPDATE ${name} SET ${column.name} `)),
          `${name}.${column.name}`,
        ).toBe(true);
      }
    }
  });
});

test("a job that waits for days is due now, and one that waits for its back-off still does", async () => {
  await inTables((sql) => {
    const insert =
      "INSERT INTO jobs (kind, run, subject, next_attempt_at) VALUES ('group', 1, ?, ?)";
    sql.run(insert, 1, NOW + 2 * DAY_MS);
    sql.run(insert, 2, NOW + RETRY_DELAY_MS_MAX);

    correctTimes(sql, NOW);

    expect(sql.all("SELECT subject, next_attempt_at AS at FROM jobs ORDER BY subject")).toEqual([
      { subject: 1, at: NOW },
      { subject: 2, at: NOW + RETRY_DELAY_MS_MAX },
    ]);
  });
});

test("a schedule is due no later than the next instant of its calendar", async () => {
  await inTables((sql) => {
    const values = "'UTC', 1, 'json', '{}', '{}'";
    sql.run(
      `INSERT INTO schedules (id, name, cron, timezone, enabled, type, settings, target, next_due_at, created_at, updated_at) VALUES ('s1', 'House', '0 6 * * *', ${values}, ?, 1, 1)`,
      NOW + 5 * DAY_MS,
    );

    correctSchedules(sql, NOW);

    expect(sql.all("SELECT next_due_at AS at FROM schedules")).toEqual([
      { at: Date.parse("2026-11-23T06:00:00Z") },
    ]);
  });
});

test("the pause after a failed alarm is no longer than its bound when the clock was set back meanwhile", () => {
  const pause = new Pause();
  pause.failed();
  pause.end(NOW + 2 * DAY_MS, 0.5);

  expect(pause.after(NOW, NOW)).toBe(NOW + ALARM_PAUSE_MS_MAX);
});
