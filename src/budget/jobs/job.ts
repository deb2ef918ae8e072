// The types of a job of the object's alarm.

import type { Sql } from "../../platform/sql/sql.ts";
import type { Ports } from "../outside.ts";
import type { JobName } from "./queue.ts";

export interface JobContext {
  readonly sql: Sql;
  readonly ports: Ports;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The current time, to date writes after an await. */
  readonly clock: () => number;
  /** The cursor that the previous step returned; null on the first step. */
  readonly cursor: string | null;
}

/** When and from where to go on, or null when the job is done. */
export type Next = { readonly at: number; readonly cursor: string | null } | null;

/** One bounded step of a job. */
export type Job = (context: JobContext) => Promise<Next>;

/** The step of each job. */
export type Jobs = Readonly<Record<JobName, Job>>;
