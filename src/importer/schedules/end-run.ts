// The end of a try: the run is done, has failed, or is tried again later. A schedule whose
// credentials are refused stops. A person may have ended the run meanwhile: then nothing changes.

import {
  SCHEDULE_BACKOFF_FROM,
  SCHEDULE_FAILURES_TOLD,
  SCHEDULE_TRIES_MAX,
  SOURCE_RETRY_MS_MAX,
} from "../../platform/limits.ts";
import { backoffDelay } from "../../platform/outbox/retry.ts";
import type { SourceFault } from "../../sources/source-fault.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { Delayed } from "../../platform/outbox/effect.ts";
import type { RunFault, Schedule, ScheduleRun } from "./schedule.ts";
import { changeRun, countFailure, countSuccess, leaveAlone, stopSchedule } from "./store.ts";
import type { ScheduleTools } from "./run-tools.ts";

/** What came of a try is stored already. */
export interface Stored {
  readonly kind: "stored";
}

/** The end of a try whose outcome is stored. */
export const STORED: Stored = { kind: "stored" };

/** Ends the run; its schedule has succeeded. */
export function done(
  { sql, chance }: ScheduleTools,
  schedule: Schedule,
  run: ScheduleRun,
  what: Partial<Pick<ScheduleRun, "reading" | "writing" | "owed" | "owed_at" | "outcome">>,
): Stored {
  sql.transaction(() => {
    if (
      changeRun(sql, run.id, {
        ...what,
        state: "done",
        next_attempt_at: null,
        fault: null,
        finished_at: chance.now(),
      })
    )
      countSuccess(sql, schedule.id);
  });
  return STORED;
}

/** Ends the run with a fault. When several runs in a row have failed, an event tells the person. */
export function fail(
  tools: ScheduleTools,
  schedule: Schedule,
  run: ScheduleRun,
  fault: RunFault,
): Stored {
  tools.sql.transaction(() => {
    if (ended(tools, run, fault)) tell(tools, schedule, fault.message);
  });
  return STORED;
}

/**
 * Ends the run and stops its schedule: asking again and again with refused credentials could lock
 * the person's account. The schedule goes on when the credentials are changed.
 */
export function refused(
  tools: ScheduleTools,
  schedule: Schedule,
  run: ScheduleRun,
  message: string,
): Stored {
  tools.sql.transaction(() => {
    if (!ended(tools, run, { kind: "refused", message })) return;
    stopSchedule(tools.sql, schedule.id, message);
    tools.notify({
      schedule: schedule.id,
      name: schedule.name,
      failures: countFailure(tools.sql, schedule.id),
      stopped: true,
      message,
    });
  });
  return STORED;
}

/** Ends the run for a fault of its source, or has it tried again. */
export function settleFault(
  tools: ScheduleTools,
  schedule: Schedule,
  run: ScheduleRun,
  { kind, message, retryAfter }: SourceFault,
): Stored {
  const wait = retryAfter === null ? null : Math.min(retryAfter, SOURCE_RETRY_MS_MAX);
  switch (kind) {
    case "unreachable":
    case "slow":
    case "limited":
      return again(tools, schedule, run, { kind, message }, wait);
    case "refused":
      return refused(tools, schedule, run, message);
    case "too large":
    case "gone":
    case "malformed":
    case "forbidden address":
      return fail(tools, schedule, run, { kind, message });
  }
}

/** Tried again, unless it was tried so often that it waits for its next time. */
export function again(
  tools: ScheduleTools,
  schedule: Schedule,
  run: ScheduleRun,
  fault: RunFault,
  wait: number | null,
): Stored {
  const { sql, chance } = tools;
  const now = chance.now();
  if (wait !== null) leaveAlone(sql, schedule.id, now + wait);
  if (run.tries >= SCHEDULE_TRIES_MAX) return fail(tools, schedule, run, fault);
  const delay = Math.max(
    wait ?? 0,
    backoffDelay(run.tries + SCHEDULE_BACKOFF_FROM, chance.random()),
  );
  changeRun(sql, run.id, { next_attempt_at: now + delay, fault: JSON.stringify(fault) });
  return STORED;
}

/**
 * The budgeting service did not write the balance, or may have. That says nothing about the source,
 * so the run waits, at most until the next one is due.
 */
export function putOff(sql: Sql, run: ScheduleRun, next_attempt_at: number, why: Delayed): void {
  const fault: RunFault = {
    kind: why.kind === "unauthorized" ? "connection" : "service",
    message: why.message,
  };
  const tries =
    why.kind === "unknown" ? Math.min(run.tries, SCHEDULE_TRIES_MAX - 1) : run.tries - 1;
  changeRun(sql, run.id, { tries, next_attempt_at, fault: JSON.stringify(fault) });
}

/** Once, when so many have failed in a row. */
export function tell({ sql, notify }: ScheduleTools, schedule: Schedule, message: string): void {
  const failures = countFailure(sql, schedule.id);
  if (failures === SCHEDULE_FAILURES_TOLD)
    notify({ schedule: schedule.id, name: schedule.name, failures, stopped: false, message });
}

function ended({ sql, chance }: ScheduleTools, run: ScheduleRun, fault: RunFault): boolean {
  return changeRun(sql, run.id, {
    state: "failed",
    next_attempt_at: null,
    outcome: fault.message,
    fault: JSON.stringify(fault),
    finished_at: chance.now(),
  });
}
