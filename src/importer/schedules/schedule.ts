// The shapes of a schedule: as it is stored, as a person sets it, and as it is shown. A secret is
// set and never shown again. Pure.

import * as z from "zod";
import {
  SCHEDULE_CRON_CHARS_MAX,
  SCHEDULE_NAME_CHARS_MAX,
  SCHEDULE_SECRET_CHARS_MAX,
  SCHEDULE_ZONE_CHARS_MAX,
} from "../../platform/limits.ts";
import { parseMonth } from "../../money/month.ts";
import { nextRuns, type Timing } from "./due.ts";
import type { RunState } from "./states.ts";

const NEXT_RUNS = 3;

const accountId = z.int().positive();
const aMonth = z.string().refine((text) => parseMonth(text) !== null, "must be a month as YYYY-MM");
const month = z.union([z.literal("previous"), aMonth], 'must be "previous" or a month as YYYY-MM');
/** One month, or all from an earlier one to it. */
const HISTORY = z
  .strictObject({ history: accountId, month, from: aMonth.optional() })
  .refine(({ month: to, from }) => from === undefined || to === "previous" || from <= to, {
    path: ["from"],
    message: "must be no later than the month",
  });

/** Where a reading goes: one of four. */
export const TARGET = z.union(
  [
    z.strictObject({ manual_account_id: accountId }),
    z.strictObject({ crypto_manual_id: accountId }),
    HISTORY,
    z.strictObject({ statement: accountId }),
  ],
  "must be {manual_account_id}, {crypto_manual_id}, {history: manual account id, month, from} or {statement: manual account id}",
);
export type Target = z.output<typeof TARGET>;

const SECRET = z.string().min(1).max(SCHEDULE_SECRET_CHARS_MAX);
const SOURCE = z.looseObject({
  type: z.string(),
  secrets: z.record(z.string(), SECRET).optional(),
});
const PROPERTIES = {
  name: z.string().trim().min(1).max(SCHEDULE_NAME_CHARS_MAX),
  cron: z.string().max(SCHEDULE_CRON_CHARS_MAX),
  timezone: z.string().max(SCHEDULE_ZONE_CHARS_MAX),
  source: SOURCE,
  target: TARGET,
};

/** What a person sends to make one. */
export const CREATE = z.strictObject({ ...PROPERTIES, enabled: z.boolean().default(true) });
/** What a person sends to change one: what is left out stays as it is. */
export const UPDATE = z.strictObject({ ...PROPERTIES, enabled: z.boolean() }).partial();

/** A schedule as it is stored. */
export interface Schedule extends Timing {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly stopped: string | null;
  readonly type: string;
  readonly settings: unknown;
  readonly target: Target;
  readonly next_due_at: number | null;
  readonly not_before: number;
  readonly failures: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Why a run wrote nothing: the source's fault, or that of where it goes. */
export interface RunFault {
  readonly kind: string;
  readonly message: string;
}

/** A run as it is stored; `reading` and `writing` are JSON. */
export interface ScheduleRun {
  readonly id: number;
  readonly schedule: string;
  readonly due_at: number | null;
  readonly state: RunState;
  readonly tries: number;
  readonly next_attempt_at: number | null;
  readonly reading: string | null;
  readonly writing: string | null;
  /** The id of the import of a statement; what is to be written is written when it is done. */
  readonly import: string | null;
  /**
   * The balance to write once the import, which asked a question, is done (pending-balance.ts), and
   * the time of the next try.
   */
  readonly owed: string | null;
  readonly owed_at: number | null;
  readonly outcome: string | null;
  readonly fault: string | null;
  readonly created_at: number;
  readonly finished_at: number | null;
}

/** A run as it is shown. `due_at` is null where a person asked for it. */
export interface ShownRun {
  readonly id: number;
  readonly state: RunState;
  readonly due_at: string | null;
  readonly tries: number;
  readonly next_attempt_at: string | null;
  /** What the source said: {amount, unit, as_of, name}, or null. */
  readonly read: ShownReading | null;
  /** What is written: {method, path, body}, or null. */
  readonly written: Writing | null;
  /** The id of the import that a statement became, or null. */
  readonly import: string | null;
  readonly outcome: string | null;
  readonly fault: RunFault | null;
  readonly created_at: string;
  readonly finished_at: string | null;
}

export interface ShownReading {
  readonly amount: string;
  readonly unit: string;
  readonly as_of: string | null;
  readonly name: string | null;
}

/** One request to the budgeting service that may be repeated. */
export interface Writing {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /**
   * Given where the account was a debt when this was planned: if it is no debt any more, the figure
   * means the opposite.
   */
  readonly debt?: boolean | undefined;
}

/** A schedule as it is shown. */
export interface ShownSchedule {
  readonly id: string;
  readonly name: string;
  readonly cron: string;
  readonly timezone: string;
  readonly enabled: boolean;
  /** Why it switched itself off, in words; null where it did not. */
  readonly stopped: string | null;
  readonly source: {
    readonly type: string;
    readonly secrets: Readonly<Record<string, { readonly set: true }>>;
    readonly [setting: string]: unknown;
  };
  readonly target: Target;
  readonly next_runs: readonly string[];
  readonly last_run: ShownRun | null;
  readonly failures: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A schedule with the names of its secrets and its newest run. */
export function shownSchedule(
  schedule: Schedule,
  secrets: readonly string[],
  last: ScheduleRun | null,
  now: number,
): ShownSchedule {
  const { id, name, cron, timezone, enabled, stopped, type, settings, target, failures } = schedule;
  return {
    id,
    name,
    cron,
    timezone,
    enabled,
    stopped,
    source: {
      ...readSettings(settings),
      type,
      secrets: Object.fromEntries(secrets.map((secret) => [secret, { set: true as const }])),
    },
    target,
    next_runs: enabled ? nextRuns(schedule, now, NEXT_RUNS).map(formatTime) : [],
    last_run: last === null ? null : shownRun(last),
    failures,
    created_at: formatTime(schedule.created_at),
    updated_at: formatTime(schedule.updated_at),
  };
}

export function shownRun({ id, state, tries, outcome, ...run }: ScheduleRun): ShownRun {
  return {
    id,
    state,
    due_at: run.due_at === null ? null : formatTime(run.due_at),
    tries,
    next_attempt_at: run.next_attempt_at === null ? null : formatTime(run.next_attempt_at),
    read: parsed(run.reading, READING),
    written: parsed(run.writing, SHOWN_WRITING),
    import: run.import,
    outcome,
    fault: parsed(run.fault, FAULT),
    created_at: formatTime(run.created_at),
    finished_at: run.finished_at === null ? null : formatTime(run.finished_at),
  };
}

const READING = z.object({
  amount: z.string(),
  unit: z.string(),
  as_of: z.string().nullable(),
  name: z.string().nullable(),
});
/** One request as it is stored. */
export const WRITING = z.object({
  path: z.string(),
  body: z.record(z.string(), z.unknown()),
  debt: z.boolean().optional(),
});
const SHOWN_WRITING = z.object({ path: z.string(), body: z.record(z.string(), z.unknown()) });
const FAULT = z.object({ kind: z.string(), message: z.string() });

/** What the source said. */
export function readReading(run: ScheduleRun): ShownReading | null {
  return parsed(run.reading, READING);
}

/** What was stored to be written. */
export function readWriting(run: ScheduleRun): Writing | null {
  return parsed(run.writing, WRITING);
}

function parsed<T>(json: string | null, schema: z.ZodType<T>): T | null {
  return json === null ? null : schema.parse(JSON.parse(json));
}

function readSettings(settings: unknown): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(settings);
}

function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
