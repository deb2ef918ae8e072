// What /api/schedules takes and answers.

import * as z from "zod";
import { COUNT, TEXT_OR_NULL, TIME, TIME_OR_NULL } from "../api-values.ts";

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
  relative: z.boolean(),
});

const target = z
  .union([
    z.object({ manual_account_id: z.int() }),
    z.object({ crypto_manual_id: z.int() }),
    z.object({ history: z.int(), month: z.string(), from: z.string().optional() }),
    z.object({ statement: z.int() }),
  ])
  .meta({ id: "ScheduleTarget" });

export const RUN = z
  .object({
    id: z.int(),
    state: z.enum(["waiting", "done", "failed"]),
    due_at: TIME_OR_NULL,
    tries: COUNT,
    next_attempt_at: TIME_OR_NULL,
    read: z
      .object({ amount: z.string(), unit: z.string(), as_of: TEXT_OR_NULL, name: TEXT_OR_NULL })
      .nullable(),
    written: z.object({ path: z.string(), body: z.record(z.string(), z.unknown()) }).nullable(),
    import: TEXT_OR_NULL,
    outcome: TEXT_OR_NULL,
    fault: z.object({ kind: z.string(), message: z.string() }).nullable(),
    created_at: TIME,
    finished_at: TIME_OR_NULL,
  })
  .meta({ id: "ScheduleRun" });

export const SCHEDULE = z
  .object({
    id: z.string(),
    name: z.string(),
    cron: z.string(),
    timezone: z.string(),
    enabled: z.boolean(),
    stopped: TEXT_OR_NULL,
    source: z.looseObject({
      type: z.string(),
      secrets: z.record(z.string(), z.object({ set: z.literal(true) })),
    }),
    target,
    next_runs: z.array(TIME),
    last_run: RUN.nullable(),
    failures: COUNT,
    created_at: TIME,
    updated_at: TIME,
  })
  .meta({ id: "Schedule" });

export const SCHEDULE_LIST = z.object({ schedules: z.array(SCHEDULE) });
export const SCHEDULE_DETAIL = SCHEDULE.extend({ runs: z.array(RUN) });
export const SOURCE_LIST = z.object({ sources: z.array(source) });

/** What a person sends, as the document describes it; check-request.ts checks it. */
export const WANTED = z.object({
  name: z.string(),
  cron: z.string(),
  timezone: z.string(),
  enabled: z.boolean().optional(),
  source: z.looseObject({ type: z.string(), secrets: z.record(z.string(), z.string()).optional() }),
  target,
});
