// The object's alarm: failing jobs, jobs that are requested again while they run, and jobs that are
// due at once.

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requestJob, type JobRow } from "../../src/budget/jobs/queue.ts";
import { runDueJobs } from "../../src/budget/jobs/run.ts";
import { JOBS } from "../../src/budget/jobs.ts";
import type { Ports } from "../../src/budget/outside.ts";
import {
  JOB_FAULT_DELAY_MS_MAX,
  JOB_FAULT_DELAY_MS_MIN,
  JOB_STEPS_MAX,
} from "../../src/platform/limits.ts";
import { Sql } from "../../src/platform/sql/sql.ts";
import { bindings, database, get } from "./client.ts";
import { reset } from "../reset.ts";

let logged: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

const NOW = 1_000_000;
const never = (): never => {
  throw new Error("the bucket is out of reach");
};

/** Ports whose bucket does as it is told. */
function portsOf(deleting: () => Promise<void>): Ports {
  return {
    files: { put: never, delete: deleting },
    links: { path: never },
    rates: { read: async () => null },
    providers: {
      linked: never,
      crypto: never,
      listings: { lookup: never, prices: never },
      banks: null,
      coins: null,
      fed: false,
    },
  };
}

/** Works on the demo budget's database with one file that is to be deleted by a job. */
async function withForgottenFile<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  await get("/me");
  return runInDurableObject(bindings.BUDGET.getByName("1"), (_, state) => {
    const sql = new Sql(state.storage);
    sql.run("DELETE FROM jobs");
    sql.run("INSERT INTO forgotten_files (key) VALUES ('a')");
    requestJob(sql, "delete files", NOW);
    return work(sql);
  });
}

const rowOf = (sql: Sql) => sql.first<JobRow>("SELECT * FROM jobs WHERE name = 'delete files'");

test("a failing job is delayed, twice as long each time up to an hour, and logged; other jobs still run", async () => {
  await withForgottenFile(async (sql) => {
    requestJob(sql, "detect recurring", NOW);
    let now = NOW;
    const delays: number[] = [];
    for (let round = 0; round < 12; round++) {
      await runDueJobs(JOBS, sql, portsOf(never), () => now);
      const due = rowOf(sql)?.due_at ?? 0;
      delays.push(due - now);
      now = due;
    }

    expect(delays.slice(0, 3)).toEqual([10_000, 20_000, 40_000]);
    expect(delays[0]).toBe(JOB_FAULT_DELAY_MS_MIN);
    expect(delays.slice(-2)).toEqual([JOB_FAULT_DELAY_MS_MAX, JOB_FAULT_DELAY_MS_MAX]);
    expect(logged).toHaveBeenCalledTimes(12);
    expect(sql.all("SELECT name FROM jobs")).toEqual([{ name: "delete files" }]);

    await runDueJobs(
      JOBS,
      sql,
      portsOf(async () => undefined),
      () => now,
    );
    expect(rowOf(sql)).toBeNull();
    expect(sql.all("SELECT key FROM forgotten_files")).toEqual([]);
  });
});

test("a job that is requested while it runs is run again", async () => {
  await withForgottenFile(async (sql) => {
    let runs = 0;
    const ports = portsOf(async () => {
      if (++runs > 1) return;
      sql.run("INSERT INTO forgotten_files (key) VALUES ('b')");
      requestJob(sql, "delete files", NOW);
    });

    await runDueJobs(JOBS, sql, ports, () => NOW);

    expect(runs).toBe(2);
    expect(rowOf(sql)).toBeNull();
    expect(sql.all("SELECT key FROM forgotten_files")).toEqual([]);
  });
});

test("one alarm does a bounded number of steps", async () => {
  await withForgottenFile(async (sql) => {
    let now = NOW;

    // Whenever the clock is looked at, an hour has passed: what was put off is due again.
    await runDueJobs(JOBS, sql, portsOf(never), () => (now += JOB_FAULT_DELAY_MS_MAX + 1));

    expect(logged).toHaveBeenCalledTimes(JOB_STEPS_MAX);
  });
});

test("an alarm does not throw when the queue itself cannot be read, and comes again", async () => {
  await get("/me");
  const stub = bindings.BUDGET.getByName("1");
  await database((sql) => sql.run("ALTER TABLE jobs RENAME TO jobs_away"));
  await runInDurableObject(stub, (_, state) => state.storage.setAlarm(Date.now() + 60_000));

  expect(await runDurableObjectAlarm(stub)).toBe(true);

  const next = await runInDurableObject(stub, (_, state) => state.storage.getAlarm());
  expect(next).toBeGreaterThan(Date.now());
  expect(next).toBeLessThanOrEqual(Date.now() + JOB_FAULT_DELAY_MS_MIN);
  expect(logged).toHaveBeenCalledTimes(1);
});

test("a job with an unknown name does not stop the others", async () => {
  await withForgottenFile(async (sql) => {
    sql.run("INSERT INTO jobs (name, due_at) VALUES ('of another edition', 1)");

    await runDueJobs(
      JOBS,
      sql,
      portsOf(async () => undefined),
      () => NOW,
    );

    expect(sql.all("SELECT name, faults FROM jobs")).toEqual([
      { name: "of another edition", faults: 1 },
    ]);
  });
});
