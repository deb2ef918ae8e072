// A step of the Importer's alarm: one try of one run. The due instant is claimed, the try is counted, then it is made
// (try-run.ts). A fault of ours is kept as one of the run: nothing but a broken invariant throws.

import { SCHEDULE_TRIES_MAX, SCHEDULE_TRY_MS } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { earliest, joinOutboxes, makeOutbox } from "../../platform/outbox/runner.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { forgetClaims } from "./claims.ts";
import { PENDING_BALANCES } from "./pending-balance.ts";
import type { Schedule, ScheduleRun } from "./schedule.ts";
import { calendarDueAt, changeRun, claimDue, hurryFollowing, scheduleById } from "./store.ts";
import type { ScheduleTools } from "./run-tools.ts";
import { type Stored, again, fail, putOff, tell } from "./end-run.ts";
import { tryRun } from "./try-run.ts";

/** A run that is to be tried, with its schedule. */
interface Due {
  readonly run: ScheduleRun;
  readonly schedule: Schedule;
}

/** The runs that are to be tried. A try that begins is counted, and left its time. */
const RUNS = makeOutbox<ScheduleTools, Due, Stored>({
  dueAt: (sql) =>
    sql.first<{ at: number | null }>(
      "SELECT MIN(next_attempt_at) AS at FROM schedule_runs WHERE state = 'waiting'",
    )?.at ?? null,
  next: ({ sql, chance }) => {
    const run = sql.first<ScheduleRun>(
      "SELECT * FROM schedule_runs WHERE state = 'waiting' AND next_attempt_at <= ? ORDER BY next_attempt_at, id LIMIT 1",
      chance.now(),
    );
    return run === null
      ? null
      : { run, schedule: must(scheduleById(sql, run.schedule), "a run has its schedule") };
  },
  failures: ({ run }) => run.tries,
  begin: ({ sql, chance }, { run, schedule }) => {
    const tries = run.tries + 1;
    changeRun(sql, run.id, { tries, next_attempt_at: chance.now() + SCHEDULE_TRY_MS });
    return { schedule, run: { ...run, tries } };
  },
  send: (tools, { run, schedule }) => tryRun(tools, schedule, run),
  settle: () => undefined,
  putOff: ({ sql }, { run }, at, why) => putOff(sql, run, at, why),
  fault: ({ schedule }, thrown) => ({
    event: "schedule step failed",
    schedule: schedule.id,
    error: String(thrown),
  }),
  settleFault: (tools, { run, schedule }) => {
    const message = "The importer itself failed; it is tried again.";
    again(tools, schedule, run, { kind: "importer", message }, null);
    return true;
  },
  limit: {
    attempts: SCHEDULE_TRIES_MAX,
    giveUp: (tools, { run, schedule }) => {
      const message = "It was begun again and again, and never ended.";
      fail(tools, schedule, run, { kind: "given up", message });
    },
  },
});

const OUTBOX = joinOutboxes<ScheduleTools>(RUNS, PENDING_BALANCES);

/** When something of schedules is to be done next; null where nothing ever is. */
export function schedulesDueAt(sql: Sql): number | null {
  return earliest([calendarDueAt(sql), OUTBOX.dueAt(sql)]);
}

/** Claims what is due and tries one run; false where there was none to try. */
export async function workOnSchedules(tools: ScheduleTools): Promise<boolean> {
  const { sql, chance } = tools;
  hurryFollowing(sql, chance.now());
  forgetClaims(sql, chance.now());
  sql.transaction(() => {
    for (const schedule of claimDue(sql, chance.now()))
      tell(tools, schedule, "It had not succeeded when the next was due.");
  });
  return OUTBOX.work(tools);
}
