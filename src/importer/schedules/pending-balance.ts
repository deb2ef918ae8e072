// The balance that was stated with transactions whose import asked a question: the run is over, and
// the balance is owed until a person has answered and the import is done. It is written as it was
// stated, unless the account, or a later run, has one of its own by then. Owed stays what was not
// provably written: the very same is written again, which changes nothing.

import { SCHEDULE_TRIES_MAX, SCHEDULE_TRY_MS } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { inSql } from "../../platform/states.ts";
import type { Chance, Step } from "../../platform/outbox/effect.ts";
import { makeOutbox } from "../../platform/outbox/runner.ts";
import { ENDED } from "../imports/states.ts";
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

/** One that is owed, with its schedule. */
interface Owed {
  readonly run: OwedRow;
  readonly schedule: Schedule;
}

/** "over": it is not written, for the reason that `outcome` says. "stopped": a person has ended it. */
type Outcome =
  { readonly kind: "over" | "written"; readonly outcome: string } | { readonly kind: "stopped" };

const IMPORT_ENDED = `(r.id IS NULL OR r.state IN ${inSql(ENDED)})`;

/**
 * The balances that are owed and whose import has ended. Silence is not counted: it waits as long
 * after the first as after a later one.
 */
export const PENDING_BALANCES = makeOutbox<OwedTools, Owed, Outcome>({
  dueAt: (sql) =>
    sql.first<{ at: number | null }>(
      `SELECT MIN(s.owed_at) AS at FROM schedule_runs s LEFT JOIN runs r ON r.id = s.import WHERE s.owed IS NOT NULL AND ${IMPORT_ENDED}`,
    )?.at ?? null,
  next: findOwed,
  failures: () => SCHEDULE_TRIES_MAX - 1,
  begin: ({ sql, chance }, owed) => {
    const until = chance.now() + SCHEDULE_TRY_MS;
    sql.run("UPDATE schedule_runs SET owed_at = ? WHERE id = ?", until, owed.run.id);
    return owed;
  },
  recognise: async (_, { run }) => findReasonNotTo(run),
  send: write,
  settle: ({ sql }, { run }, ended) => {
    if (ended.kind !== "stopped")
      sql.run(
        `UPDATE schedule_runs SET ${ended.kind === "written" ? "writing = owed, " : ""}owed = NULL, owed_at = NULL, outcome = ? WHERE id = ? AND owed IS NOT NULL`,
        ended.outcome,
        run.id,
      );
  },
  // After a fault of ours it is due when its attempt would have been over.
  putOff: ({ sql }, { run }, at, { kind }) => {
    if (kind !== "fault")
      sql.run("UPDATE schedule_runs SET owed_at = ? WHERE id = ? AND owed IS NOT NULL", at, run.id);
  },
  fault: ({ schedule }, thrown) => ({
    event: "pending balance not written",
    schedule: schedule.id,
    error: String(thrown),
  }),
});

function findOwed({ sql, chance }: OwedTools): Owed | null {
  const run = sql.first<OwedRow>(
    `SELECT s.*, r.state AS import_state, r.error AS import_error, EXISTS (SELECT 1 FROM schedule_runs l WHERE l.schedule = s.schedule AND l.id > s.id
       AND (l.owed IS NOT NULL OR (l.state = 'done' AND l.writing IS NOT NULL))) AS overtaken
     FROM schedule_runs s LEFT JOIN runs r ON r.id = s.import
     WHERE s.owed IS NOT NULL AND s.owed_at <= ? AND ${IMPORT_ENDED} ORDER BY s.owed_at, s.id LIMIT 1`,
    chance.now(),
  );
  const schedule = run === null ? null : scheduleById(sql, run.schedule);
  return run === null || schedule === null ? null : { run, schedule };
}

function findReasonNotTo(run: OwedRow): Outcome | null {
  if (run.overtaken === 1)
    return over("A later run has a later balance: that of this one was not written.");
  if (run.import_state === "failed")
    return over(
      `The import of its transactions failed, so that the balance was not written: ${run.import_error ?? "it says why"}`,
    );
  return run.import_state === "done"
    ? null
    : over("The import of these transactions was undone: the balance was not written.");
}

async function write({ sql, ask }: OwedTools, { run, schedule }: Owed): Promise<Step<Outcome>> {
  const seen = await lookAtTarget(readTarget(schedule), ask);
  if (seen.kind === "fault") return over(seen.fault.message);
  if (seen.kind !== "seen") return seen;
  const writing = WRITING.parse(JSON.parse(run.owed));
  const still = checkRepeat(seen, readReading(run)?.unit ?? "", writing);
  if (still !== null)
    return over(
      still === "overtaken"
        ? `Nothing was written: ${seen.name} has a balance of a later time.`
        : still.message,
    );
  // A person may have ended it while the account was looked at.
  if (sql.first("SELECT 1 FROM schedule_runs WHERE id = ? AND owed IS NOT NULL", run.id) === null)
    return { kind: "stopped" };
  const reply = await ask("PUT", writing.path, JSON.stringify(writing.body));
  if (reply.kind === "refused")
    return over(`The budgeting service refused the balance: ${reply.message}.`);
  if (reply.kind !== "answer") return reply;
  const { balance, balance_as_of: asOf } = writing.body;
  return {
    kind: "written",
    outcome: `The import was answered and is done: the balance of ${seen.name} was set to ${String(balance)} ${seen.unit.toUpperCase()}, as of ${String(asOf)}.`,
  };
}

function over(outcome: string): Outcome {
  return { kind: "over", outcome };
}
