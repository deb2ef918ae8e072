// The table of the states of a schedule's run: the store refuses what it forbids, and nothing leaves an end state.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import type { Schedule } from "../../../src/importer/schedules/schedule.ts";
import { FIRST, MEANING, NEXT, type RunState } from "../../../src/importer/schedules/states.ts";
import { addSchedule, changeRun, runById, wishRun } from "../../../src/importer/schedules/store.ts";
import { steps } from "../../../src/importer/schema.ts";
import { migrate } from "../../../src/platform/sql/migrate.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { listStates } from "../../../src/platform/states.ts";
import { reset } from "../../reset.ts";
import { changesOf, reachableFrom, storedStates } from "../state-tables.ts";

afterEach(() => reset());

const SCHEDULE: Schedule = {
  id: "s1",
  name: "House",
  cron: "0 6 * * *",
  timezone: "UTC",
  enabled: true,
  stopped: null,
  type: "test",
  settings: {},
  target: { manual_account_id: 5 },
  next_due_at: null,
  not_before: 0,
  failures: 0,
  created_at: 1,
  updated_at: 1,
};

function withSchedule(work: (sql: Sql) => void): Promise<void> {
  return runInDurableObject(env.IMPORTER.getByName("1"), async (_, { storage }) => {
    const sql = new Sql(storage);
    await migrate(sql, steps, 1);
    addSchedule(sql, SCHEDULE);
    work(sql);
  });
}

const timesIn = (state: RunState) =>
  state === "waiting"
    ? { next_attempt_at: 1, finished_at: null }
    : { next_attempt_at: null, finished_at: 1 };

test("a run makes exactly the changes of state that its table allows", async () => {
  const { allowed, forbidden } = changesOf(NEXT);
  await withSchedule((sql) => {
    for (const [from, to] of [...allowed, ...forbidden]) {
      const id = wishRun(sql, SCHEDULE, 1);
      expect(runById(sql, id)?.state).toBe(FIRST);
      if (from !== FIRST) changeRun(sql, id, { state: from, ...timesIn(from) });
      const changed = changeRun(sql, id, { state: to, ...timesIn(to) });
      const isAllowed = NEXT[from].includes(to);
      expect(changed, `${from} to ${to}`).toBe(isAllowed);
      expect(runById(sql, id)?.state).toBe(isAllowed ? to : from);
      sql.run("DELETE FROM schedule_runs");
    }
  });
});

test("a run can come to every state, and nothing leads out of its end", async () => {
  expect([...reachableFrom(NEXT, [FIRST])].toSorted()).toEqual(listStates(MEANING).toSorted());
  expect([NEXT.done, NEXT.failed]).toEqual([[], []]);
  await withSchedule((sql) => {
    expect(storedStates(sql, "schedule_runs")).toEqual(listStates(MEANING));
  });
});
