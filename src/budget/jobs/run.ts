// Runs due jobs inside the object's alarm. The platform retries an alarm that throws six times and
// then drops it. So a job's fault is logged, counted and postponed, and never thrown from here.

import {
  JOB_FAULT_DELAY_MS_MAX,
  JOB_FAULT_DELAY_MS_MIN,
  JOB_STEPS_MAX,
} from "../../platform/limits.ts";
import { logFault } from "../../platform/log.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { closeMonths } from "../history/close.ts";
import type { Ports } from "../outside.ts";
import type { Job, Jobs } from "./job.ts";
import { continueJob, delayJob, dueJob, finishJob, type JobRow } from "./queue.ts";

/** Runs due jobs, at most JOB_STEPS_MAX steps; what remains is due at the next alarm. */
export async function runDueJobs(
  jobs: Jobs,
  sql: Sql,
  ports: Ports,
  clock: () => number,
): Promise<void> {
  for (let step = 0; step < JOB_STEPS_MAX; step++) {
    const job = dueJob(sql, clock());
    if (job === null) return;
    await runStep(jobs[job.name], sql, ports, clock, job);
  }
}

async function runStep(
  step: Job,
  sql: Sql,
  ports: Ports,
  clock: () => number,
  job: JobRow,
): Promise<void> {
  const now = clock();
  try {
    closeMonths(sql, now);
    const next = await step({ sql, ports, now, clock, cursor: job.cursor });
    if (next === null) finishJob(sql, job);
    else continueJob(sql, job, next.at, next.cursor);
  } catch (thrown) {
    logFault({ event: "job fault", job: job.name, error: String(thrown) });
    delayJob(
      sql,
      job,
      now + Math.min(JOB_FAULT_DELAY_MS_MAX, JOB_FAULT_DELAY_MS_MIN * 2 ** job.faults),
    );
  }
}
