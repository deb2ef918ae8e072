// The parts of /api/schedules that the pages read.

import * as z from "zod";

const field = z.object({
  name: z.string(),
  label: z.string(),
  help: z.string(),
  kind: z.string(),
  choices: z.array(z.string()).optional(),
  onlyIf: z.object({ field: z.string(), values: z.array(z.string()) }).optional(),
  optional: z.boolean().optional(),
});

const source = z.object({
  type: z.string(),
  label: z.string(),
  fields: z.array(field),
  secrets: z.array(field),
  statements: z.boolean(),
});

/** The available sources, with the fields of their forms. */
export const sourcesSchema = z.object({ sources: z.array(source) });

const run = z.object({
  id: z.int(),
  state: z.enum(["waiting", "done", "failed"]),
  due_at: z.string().nullable(),
  next_attempt_at: z.string().nullable(),
  read: z.object({ amount: z.string(), unit: z.string(), as_of: z.string().nullable() }).nullable(),
  /** The import that a statement became. */
  import: z.string().nullable().default(null),
  outcome: z.string().nullable(),
  fault: z.object({ kind: z.string(), message: z.string() }).nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});

const target = z.union([
  z.object({ manual_account_id: z.int() }),
  z.object({ crypto_manual_id: z.int() }),
  z.object({ history: z.int(), month: z.string(), from: z.string().optional() }),
  z.object({ statement: z.int() }),
]);

export const scheduleSchema = z.object({
  id: z.string(),
  name: z.string(),
  cron: z.string(),
  timezone: z.string(),
  enabled: z.boolean(),
  stopped: z.string().nullable(),
  source: z.looseObject({
    type: z.string(),
    secrets: z.record(z.string(), z.unknown()).default({}),
  }),
  target,
  next_runs: z.array(z.string()),
  last_run: run.nullable(),
  failures: z.int(),
});

export const schedulesSchema = z.object({ schedules: z.array(scheduleSchema) });

/** One schedule with its runs, newest first. */
export const scheduleDetailSchema = scheduleSchema.extend({ runs: z.array(run) });

export type SourceField = z.infer<typeof field>;
export type ScheduleSource = z.infer<typeof source>;
export type ScheduleRun = z.infer<typeof run>;
export type ScheduleTarget = z.infer<typeof target>;
export type Schedule = z.infer<typeof scheduleSchema>;
export type ScheduleDetail = z.infer<typeof scheduleDetailSchema>;
