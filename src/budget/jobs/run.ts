// Runs the jobs that are due, inside the object's alarm. An alarm that throws is retried six times and
// then dropped by the platform, so a job's fault is logged, counted and put off, and never leaves here.

import {
  JOB_FAULT_DELAY_MS_MAX,
  JOB_FAULT_DELAY_MS_MIN,
  JOB_STEPS_MAX,
} from "../../platform/limits.ts";
import { logFault } from "../../platform/log.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { askBanks } from "../banks/job.ts";
import { closeMonths } from "../history/close.ts";
import { fetchLinked } from "../linked/fetch.ts";
import type { Ports } from "../outside.ts";
import { loadRatesJob } from "../rates/load.ts";
import { recomputeHistoryJob, recomputeJob } from "../rates/recompute.ts";
import { detectRecurring } from "../recurring/job.ts";
import { deleteForgotten } from "../transactions/files.ts";
import { continueJob, delayJob, dueJob, finishJob, type JobName, type JobRow } from "./queue.ts";

export interface JobContext {
  readonly sql: Sql;
  readonly ports: Ports;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What is written after having waited for somebody is dated anew by it. */
  readonly clock: () => number;
  /** What the step before returned; null on the first. */
  readonly cursor: string | null;
}

/** When and from where to go on, or null when the job is done. */
export type Next = { readonly at: number; readonly cursor: string | null } | null;

/** One bounded step of a job. */
export type Job = (context: JobContext) => Promise<Next>;

const JOBS: Readonly<Record<JobName, Job>> = {
  "recompute to_base": recomputeJob,
  "recompute history": recomputeHistoryJob,
  "detect recurring": async (context) => detectRecurring(context),
  "fetch linked accounts": fetchLinked,
  "delete files": ({ sql, ports, now }) => deleteForgotten(sql, ports.files, now),
  "load rates": loadRatesJob,
  "ask banks": askBanks,
};

/** Runs due jobs, at most JOB_STEPS_MAX steps; what remains is due at the next alarm. */
export async function runDueJobs(sql: Sql, ports: Ports, clock: () => number): Promise<void> {
  for (let step = 0; step < JOB_STEPS_MAX; step++) {
    const job = dueJob(sql, clock());
    if (job === null) return;
    await runStep(sql, ports, clock, job);
  }
}

async function runStep(sql: Sql, ports: Ports, clock: () => number, job: JobRow): Promise<void> {
  const now = clock();
  try {
    closeMonths(sql, now);
    const next = await JOBS[job.name]({ sql, ports, now, clock, cursor: job.cursor });
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
