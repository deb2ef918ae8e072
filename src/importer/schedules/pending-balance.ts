// The balance that was stated with transactions whose import asked a question: the run is over, and the balance is owed until a person
// has answered and the import is done. It is written as it was stated, unless the account, or a later run, has one of its own by
// then. Owed stays what was not provably written: the very same is written again, which changes nothing.

import { RETRY_DELAY_MS_MAX, SCHEDULE_TRIES_MAX, SCHEDULE_TRY_MS } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { NoAnswer, Chance } from "../../platform/outbox/effect.ts";
import { delayAfter } from "../../platform/outbox/retry.ts";
import { readReading, WRITING, type Schedule, type ScheduleRun } from "./schedule.ts";
import { scheduleById } from "./store.ts";
import { checkRepeat, lookAtTarget, readTarget, type Asking } from "./targets.ts";

export interface OwedTools {
  readonly sql: Sql;
  readonly chance: Chance;
  readonly ask: Asking;
}

interface OwedRow extends ScheduleRun {
  readonly owed: string;
  readonly import_state: string | null;
  readonly import_error: string | null;
  /** 1 where a later run of the schedule has written a balance, or owes one. */
  readonly overtaken: number;
}

/** One that is owed and whose import has ended is written, or given up; false where there is none. */
export async function workOnOwed(tools: OwedTools): Promise<boolean> {
  const run = tools.sql.first<OwedRow>(
    `SELECT s.*, r.state AS import_state, r.error AS import_error, EXISTS (SELECT 1 FROM schedule_runs l WHERE l.schedule = s.schedule AND l.id > s.id
       AND (l.owed IS NOT NULL OR (l.state = 'done' AND l.writing IS NOT NULL))) AS overtaken
     FROM schedule_runs s LEFT JOIN runs r ON r.id = s.import
     WHERE s.owed IS NOT NULL AND s.owed_at <= ? AND (r.id IS NULL OR r.state IN ('done','failed','undone')) ORDER BY s.owed_at, s.id LIMIT 1`,
    tools.chance.now(),
  );
  const schedule = run === null ? null : scheduleById(tools.sql, run.schedule);
  if (run === null || schedule === null) return false;
  const { sql } = tools;
  if (run.overtaken === 1)
    giveUp(sql, run, "A later run has a later balance: that of this one was not written.");
  else if (run.import_state === "failed")
    giveUp(
      sql,
      run,
      `The import of its transactions failed, so that the balance was not written: ${run.import_error ?? "it says why"}`,
    );
  else if (run.import_state !== "done")
    giveUp(sql, run, "The import of these transactions was undone: the balance was not written.");
  else await write(tools, schedule, run);
  return true;
}

async function write(
  { sql, chance, ask }: OwedTools,
  schedule: Schedule,
  run: OwedRow,
): Promise<void> {
  sql.run(
    "UPDATE schedule_runs SET owed_at = ? WHERE id = ?",
    chance.now() + SCHEDULE_TRY_MS,
    run.id,
  );
  const seen = await lookAtTarget(readTarget(schedule), ask);
  if (seen.kind === "fault") return giveUp(sql, run, seen.fault.message);
  if (seen.kind !== "seen") return putOff(sql, run, seen, chance);
  const writing = WRITING.parse(JSON.parse(run.owed));
  const still = checkRepeat(seen, readReading(run)?.unit ?? "", writing);
  if (still !== null)
    return giveUp(
      sql,
      run,
      still === "overtaken"
        ? `Nothing was written: ${seen.name} has a balance of a later time.`
        : still.message,
    );
  // A person may have ended it while the account was looked at.
  if (sql.first("SELECT 1 FROM schedule_runs WHERE id = ? AND owed IS NOT NULL", run.id) === null)
    return;
  const reply = await ask("PUT", writing.path, JSON.stringify(writing.body));
  if (reply.kind === "refused")
    return giveUp(sql, run, `The budgeting service refused the balance: ${reply.message}.`);
  if (reply.kind !== "answer") return putOff(sql, run, reply, chance);
  const { balance, balance_as_of: asOf } = writing.body;
  const outcome = `The import was answered and is done: the balance of ${seen.name} was set to ${String(balance)} ${seen.unit.toUpperCase()}, as of ${String(asOf)}.`;
  sql.run(
    "UPDATE schedule_runs SET writing = owed, owed = NULL, owed_at = NULL, outcome = ? WHERE id = ? AND owed IS NOT NULL",
    outcome,
    run.id,
  );
}

function giveUp(sql: Sql, { id }: OwedRow, outcome: string): void {
  sql.run(
    "UPDATE schedule_runs SET owed = NULL, owed_at = NULL, outcome = ? WHERE id = ? AND owed IS NOT NULL",
    outcome,
    id,
  );
}

/** Nothing is counted: it waits as long after the first silence as after a later one. */
function putOff(sql: Sql, { id }: OwedRow, reply: NoAnswer, chance: Chance): void {
  const delay =
    reply.kind === "unauthorized"
      ? RETRY_DELAY_MS_MAX
      : delayAfter(reply, SCHEDULE_TRIES_MAX, chance);
  sql.run(
    "UPDATE schedule_runs SET owed_at = ? WHERE id = ? AND owed IS NOT NULL",
    chance.now() + delay,
    id,
  );
}
