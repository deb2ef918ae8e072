// Schedules and their runs in the Importer's database. A due instant becomes a run by one
// transaction that claims it and sets the next one: whatever comes twice, late or again after a
// kill finds it claimed. Nothing here waits for anybody.

import * as z from "zod";
import { SCHEDULE_RUNS_KEPT, SCHEDULE_TIMES_MAX, SCHEDULES_MAX } from "../../platform/limits.ts";
import type { Pins } from "../../sources/reading.ts";
import type { Bindable, Sql } from "../../platform/sql/sql.ts";
import { assertMayBecome, inSql } from "../../platform/states.ts";
import { RESTING } from "../imports/states.ts";
import { forgetScheduleClaims } from "./claims.ts";
import { latestDue, nextDue, nextRuns } from "./due.ts";
import { TARGET, type RunFault, type Schedule, type ScheduleRun } from "./schedule.ts";
import { FIRST, NEXT } from "./states.ts";

interface ScheduleRow extends Omit<Schedule, "enabled" | "settings" | "target"> {
  readonly enabled: number;
  readonly settings: string;
  readonly target: string;
}

const FORGET_OWED = "UPDATE schedule_runs SET owed = NULL, owed_at = NULL WHERE owed IS NOT NULL";

/** By name, as people look for them. */
export function allSchedules(sql: Sql): Schedule[] {
  return sql.all<ScheduleRow>("SELECT * FROM schedules ORDER BY name, id").map(toSchedule);
}

export function scheduleById(sql: Sql, id: string): Schedule | null {
  const row = sql.first<ScheduleRow>("SELECT * FROM schedules WHERE id = ?", id);
  return row === null ? null : toSchedule(row);
}

/** False where there are as many as there may be. */
export function addSchedule(sql: Sql, schedule: Schedule): boolean {
  return sql.transaction(() => {
    const { count } = sql.first<{ count: number }>("SELECT count(*) AS count FROM schedules") ?? {
      count: 0,
    };
    if (count >= SCHEDULES_MAX) return false;
    sql.run(
      "INSERT INTO schedules (id, name, cron, timezone, enabled, type, settings, target, next_due_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      ...toColumns(schedule),
      schedule.created_at,
      schedule.updated_at,
    );
    return true;
  });
}

/**
 * Writes what a person changed. Where it is more than the name, what was refused or failed before
 * no longer counts, and a run on its way ends.
 */
export function changeSchedule(sql: Sql, schedule: Schedule, more: boolean, now: number): void {
  sql.transaction(() => {
    if (!more) {
      sql.run(
        "UPDATE schedules SET name = ?, updated_at = ? WHERE id = ?",
        schedule.name,
        now,
        schedule.id,
      );
      return;
    }
    endOpenRun(sql, schedule.id, "The schedule was changed before it ended.", now);
    sql.run(`${FORGET_OWED} AND schedule = ?`, schedule.id);
    const [, ...columns] = toColumns(schedule);
    sql.run(
      "UPDATE schedules SET name = ?, cron = ?, timezone = ?, enabled = ?, type = ?, settings = ?, target = ?, next_due_at = ?, stopped = NULL, failures = 0, not_before = ?, updated_at = ? WHERE id = ?",
      ...columns,
      schedule.not_before,
      now,
      schedule.id,
    );
  });
}

/** False where there is none. */
export function removeSchedule(sql: Sql, id: string): boolean {
  return sql.transaction(() => {
    sql.run("DELETE FROM schedule_runs WHERE schedule = ?", id);
    sql.run("DELETE FROM schedule_secrets WHERE schedule = ?", id);
    forgetScheduleClaims(sql, id);
    return sql.run("DELETE FROM schedules WHERE id = ?", id) > 0;
  });
}

/** Switches a schedule off by itself, with why. */
export function stopSchedule(sql: Sql, id: string, why: string): void {
  sql.run(
    "UPDATE schedules SET enabled = 0, next_due_at = NULL, stopped = ? WHERE id = ?",
    why,
    id,
  );
}

/** For a connection that ends: nothing is read for it any more, and no secret stays. */
export function endSchedules(sql: Sql, now: number): void {
  const why = "The connection to the budget was ended.";
  sql.transaction(() => {
    for (const { id } of allSchedules(sql)) endOpenRun(sql, id, why, now);
    sql.run(FORGET_OWED);
    sql.run("DELETE FROM schedule_secrets");
    sql.run("DELETE FROM schedule_claims");
    sql.run(
      "UPDATE schedules SET enabled = 0, next_due_at = NULL, stopped = ? WHERE enabled = 1",
      why,
    );
  });
}

const PINS = z.record(z.string(), z.string());

/** What its source learned when it was read before. */
export function readPins(sql: Sql, id: string): Pins {
  const row = sql.first<{ pins: string }>("SELECT pins FROM schedules WHERE id = ?", id);
  return row === null ? {} : PINS.parse(JSON.parse(row.pins));
}

/** Keeps what its source learned in a run, unless that was ended meanwhile: then it may be another source. */
export function keepPins(
  sql: Sql,
  { id, schedule }: Pick<ScheduleRun, "id" | "schedule">,
  pins: Pins,
): void {
  sql.run(
    "UPDATE schedules SET pins = ? WHERE id = ? AND EXISTS (SELECT 1 FROM schedule_runs WHERE id = ? AND state = 'waiting')",
    JSON.stringify(pins),
    schedule,
    id,
  );
}

/** Notes that its source asked to be left alone until then. */
export function leaveAlone(sql: Sql, id: string, until: number): void {
  sql.run("UPDATE schedules SET not_before = MAX(not_before, ?) WHERE id = ?", until, id);
}

/** Counts a run that failed; how many in a row it is now. */
export function countFailure(sql: Sql, id: string): number {
  return (
    sql.first<{ failures: number }>(
      "UPDATE schedules SET failures = failures + 1 WHERE id = ? RETURNING failures",
      id,
    )?.failures ?? 0
  );
}

export function countSuccess(sql: Sql, id: string): void {
  sql.run("UPDATE schedules SET failures = 0, not_before = 0 WHERE id = ?", id);
}

/**
 * Claims what is due: of each schedule the latest instant that has come, those before it never. A
 * run that is still on its way has failed; one that was never tried leaves its place in the queue
 * to the new one, or the same would never come to be tried where there are more than can be. The
 * schedules whose run was given up so.
 */
export function claimDue(sql: Sql, now: number): Schedule[] {
  const given: Schedule[] = [];
  for (const row of sql.all<ScheduleRow>(
    "SELECT * FROM schedules WHERE next_due_at <= ? ORDER BY next_due_at LIMIT ?",
    now,
    SCHEDULES_MAX,
  )) {
    const schedule = toSchedule(row);
    const due = latestDue(schedule, row.next_due_at ?? now, now);
    sql.transaction(() => {
      const ended = endOpenRun(
        sql,
        schedule.id,
        "It had not succeeded when the next was due.",
        now,
      );
      if (ended !== null) given.push(schedule);
      const place = ended?.tries === 0 ? Math.min(ended.next_attempt_at ?? now, now) : now;
      sql.run(
        "INSERT OR IGNORE INTO schedule_runs (schedule, due_at, state, next_attempt_at, created_at) VALUES (?, ?, ?, ?, ?)",
        schedule.id,
        due,
        FIRST,
        Math.max(place, schedule.not_before),
        now,
      );
      sql.run(
        "UPDATE schedules SET next_due_at = ? WHERE id = ?",
        nextDue(schedule, now),
        schedule.id,
      );
      forgetOldRuns(sql, schedule.id);
    });
  }
  return given;
}

/** A run because a person wants one; the one that is on its way, hurried, where there is one. */
export function wishRun(sql: Sql, schedule: Schedule, now: number): number {
  return sql.transaction(() => {
    const at = Math.max(now, schedule.not_before);
    const open = findOpenRun(sql, schedule.id);
    // A try that may be under way is left its time.
    if (open !== null) {
      if (open.tries === 0 || open.fault !== null)
        sql.run(
          "UPDATE schedule_runs SET next_attempt_at = MIN(next_attempt_at, ?) WHERE id = ?",
          at,
          open.id,
        );
      return open.id;
    }
    sql.run(
      "INSERT INTO schedule_runs (schedule, state, next_attempt_at, created_at) VALUES (?, ?, ?, ?)",
      schedule.id,
      FIRST,
      at,
      now,
    );
    const { id } = sql.first<{ id: number }>("SELECT last_insert_rowid() AS id") ?? { id: 0 };
    forgetOldRuns(sql, schedule.id);
    return id;
  });
}

/** Those that wait for an import which rests by now are due. */
export function hurryFollowing(sql: Sql, now: number): void {
  sql.run(
    `UPDATE schedule_runs SET next_attempt_at = ?1 WHERE state = 'waiting' AND import IS NOT NULL AND fault IS NULL AND next_attempt_at > ?1
       AND EXISTS (SELECT 1 FROM runs WHERE id = schedule_runs.import AND state IN ${inSql(RESTING)})`,
    now,
  );
}

/**
 * The due times that a run is for: one, and those since the last run that was done, or since the
 * schedule was changed. A run that a person asked for is for one.
 */
export function countDueTimes(sql: Sql, schedule: Schedule, run: ScheduleRun): number {
  if (run.due_at === null) return 1;
  const due = run.due_at;
  const known = sql.all<Pick<ScheduleRun, "due_at" | "state" | "created_at">>(
    "SELECT due_at, state, created_at FROM schedule_runs WHERE schedule = ? AND id < ? ORDER BY id DESC",
    schedule.id,
    run.id,
  );
  const done = known.find(({ state }) => state === "done");
  // Of more runs than are kept, the last that was done may be forgotten: those that are known count.
  const oldest = known.length < SCHEDULE_RUNS_KEPT - 1 ? undefined : known.at(-1);
  const since = done?.due_at ?? done?.created_at ?? oldest?.due_at ?? oldest?.created_at ?? 0;
  const missed = nextRuns(schedule, Math.max(since, schedule.updated_at), SCHEDULE_TIMES_MAX);
  return Math.max(1, missed.filter((at) => at <= due).length);
}

/** When a schedule is due next; null where none ever is. */
export function calendarDueAt(sql: Sql): number | null {
  return (
    sql.first<{ at: number | null }>(
      "SELECT MIN(next_due_at) AS at FROM schedules WHERE next_due_at IS NOT NULL",
    )?.at ?? null
  );
}

/** Changes a run that is still on its way; false, and nothing changed, where a person has ended it meanwhile. */
export function changeRun(
  sql: Sql,
  id: number,
  changes: Partial<Omit<ScheduleRun, "id" | "schedule" | "due_at">>,
): boolean {
  if (changes.state !== undefined) assertMayBecome(NEXT, ["waiting"], changes.state);
  const set = Object.keys(changes)
    .map((name) => `${name} = ?`)
    .join(", ");
  return (
    sql.all(
      `UPDATE schedule_runs SET ${set} WHERE id = ? AND state = 'waiting' RETURNING id`,
      ...Object.values(changes),
      id,
    ).length > 0
  );
}

/** What waits for the budgeting service is due now. */
export function hurrySchedules(sql: Sql): void {
  sql.run(
    "UPDATE schedule_runs SET next_attempt_at = 1 WHERE state = 'waiting' AND fault IS NOT NULL AND writing IS NOT NULL",
  );
  sql.run("UPDATE schedule_runs SET owed_at = 1 WHERE owed IS NOT NULL");
}

/** Newest first. */
export function listRuns(sql: Sql, schedule: string, limit: number): ScheduleRun[] {
  return sql.all<ScheduleRun>(
    "SELECT * FROM schedule_runs WHERE schedule = ? ORDER BY id DESC LIMIT ?",
    schedule,
    limit,
  );
}

export function runById(sql: Sql, id: number): ScheduleRun | null {
  return sql.first<ScheduleRun>("SELECT * FROM schedule_runs WHERE id = ?", id);
}

function findOpenRun(sql: Sql, schedule: string): ScheduleRun | null {
  return sql.first<ScheduleRun>(
    "SELECT * FROM schedule_runs WHERE schedule = ? AND state = 'waiting'",
    schedule,
  );
}

/** The run as it was before; null where there was none. */
function endOpenRun(sql: Sql, schedule: string, why: string, now: number): ScheduleRun | null {
  const open = findOpenRun(sql, schedule);
  if (open === null) return null;
  const fault: RunFault = { kind: "given up", message: why };
  changeRun(sql, open.id, {
    state: "failed",
    next_attempt_at: null,
    outcome: why,
    fault: open.fault ?? JSON.stringify(fault),
    finished_at: now,
  });
  return open;
}

function forgetOldRuns(sql: Sql, schedule: string): void {
  sql.run(
    "DELETE FROM schedule_runs WHERE schedule = ? AND state <> 'waiting' AND id <= (SELECT id FROM schedule_runs WHERE schedule = ? ORDER BY id DESC LIMIT 1 OFFSET ?)",
    schedule,
    schedule,
    SCHEDULE_RUNS_KEPT,
  );
}

function toColumns({
  id,
  name,
  cron,
  timezone,
  enabled,
  type,
  settings,
  target,
  next_due_at,
}: Schedule): Bindable[] {
  return [
    id,
    name,
    cron,
    timezone,
    enabled,
    type,
    JSON.stringify(settings),
    JSON.stringify(target),
    next_due_at,
  ];
}

function toSchedule(row: ScheduleRow): Schedule {
  const settings: unknown = JSON.parse(row.settings);
  return {
    ...row,
    enabled: row.enabled === 1,
    settings,
    target: TARGET.parse(JSON.parse(row.target)),
  };
}
