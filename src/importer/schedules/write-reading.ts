// Sends the write that a run has stored: at once, again after a kill, or once the import of the
// same statement is done.

import { SCHEDULE_IMPORT_LOOK_MS } from "../../platform/limits.ts";
import type { BalanceReading } from "../../sources/reading.ts";
import type { Step } from "../../platform/outbox/effect.ts";
import { Runs } from "../imports/runs.ts";
import {
  readReading,
  readWriting,
  type Schedule,
  type ScheduleRun,
  type ShownReading,
  type Writing,
} from "./schedule.ts";
import { changeRun, runById } from "./store.ts";
import { checkRepeat, lookAtTarget, readTarget, type Plan } from "./targets.ts";
import { done, fail, STORED, type Stored } from "./end-run.ts";
import type { ScheduleTools } from "./run-tools.ts";

/** Stores what is to be written and writes it; ends the run if that is nothing. */
export async function settlePlan(
  tools: ScheduleTools,
  schedule: Schedule,
  run: ScheduleRun,
  plan: Settled,
): Promise<Step<Stored>> {
  switch (plan.kind) {
    case "write": {
      const { writing, outcome, reading } = plan;
      // A person may have changed or ended it meanwhile: then nothing is written.
      if (
        changeRun(tools.sql, run.id, {
          reading: writeReading(reading),
          writing: JSON.stringify(writing),
          outcome,
          fault: null,
        })
      )
        return write(tools, schedule, run, writing);
      return STORED;
    }
    case "nothing":
      return done(tools, schedule, run, {
        reading: writeReading(plan.reading),
        outcome: plan.outcome,
      });
  }
}

/** Writes a balance, and ends the run. */
export async function write(
  tools: ScheduleTools,
  schedule: Schedule,
  run: ScheduleRun,
  { path, body }: Writing,
): Promise<Step<Stored>> {
  const reply = await tools.ask("PUT", path, JSON.stringify(body));
  if (reply.kind === "answer") return done(tools, schedule, run, {});
  if (reply.kind === "refused")
    return fail(tools, schedule, run, {
      kind: "target",
      message: `The budgeting service refused it: ${reply.message}.`,
    });
  return reply;
}

/**
 * The write that an earlier try stored, unless the account has changed or a later balance came
 * meanwhile.
 */
export async function writeAgain(
  tools: ScheduleTools,
  schedule: Schedule,
  run: ScheduleRun,
  writing: Writing,
): Promise<Step<Stored>> {
  const seen = await lookAtTarget(readTarget(schedule), tools.ask);
  if (seen.kind === "fault") return fail(tools, schedule, run, seen.fault);
  if (seen.kind !== "seen") return seen;
  const still = checkRepeat(seen, readReading(run)?.unit ?? "", writing);
  if (still === "overtaken")
    return done(tools, schedule, run, {
      outcome: "Nothing more was written: the account has a balance of a later time.",
    });
  if (still !== null) return fail(tools, schedule, run, still);
  // A person may have ended it while the account was looked at.
  return runById(tools.sql, run.id)?.state === "waiting"
    ? write(tools, schedule, run, writing)
    : STORED;
}

/**
 * The balance that was stated with the transactions, once they are in; where they did not come in
 * it would not fit them.
 */
export async function afterImport(
  tools: ScheduleTools,
  schedule: Schedule,
  run: ScheduleRun,
  id: string,
): Promise<Step<Stored>> {
  const followed = new Runs(tools.sql).byId(id);
  switch (followed?.state) {
    case "done": {
      const stored = readWriting(run);
      return stored === null
        ? done(tools, schedule, run, {})
        : writeAgain(tools, schedule, run, stored);
    }
    case "received":
    case "reading":
    case "posting":
    case "waiting":
    case "undoing":
      // Looked at again as soon as it rests (workOnSchedules); the later look is for an object that was killed.
      changeRun(tools.sql, run.id, {
        tries: run.tries - 1,
        next_attempt_at: tools.chance.now() + SCHEDULE_IMPORT_LOOK_MS,
      });
      return STORED;
    case "question":
    case "preview":
      // What is not written yet must keep no balance out: it is owed (pending-balance.ts).
      return done(tools, schedule, run, {
        writing: null,
        owed: run.writing,
        owed_at: run.writing === null ? null : tools.chance.now(),
        outcome: ASKS,
      });
    case "failed":
      return fail(tools, schedule, run, {
        kind: "import",
        message: `The import of its transactions failed, so that the balance was not written: ${followed.error ?? "it says why"}`,
      });
    case "undone":
    case undefined:
      return done(tools, schedule, run, {
        writing: null,
        outcome: "The import of these transactions was undone: the balance was not written.",
      });
  }
}

/** A reading as JSON, as it is stored and shown. */
export function writeReading({ amount, unit, asOf, name }: BalanceReading): string {
  const shown: ShownReading = {
    amount,
    unit,
    as_of: asOf === null ? null : new Date(asOf).toISOString(),
    name,
  };
  return JSON.stringify(shown);
}

/** A plan that no fault keeps from being carried out. */
export type Settled = Exclude<Plan, { readonly kind: "fault" }>;

const ASKS =
  "The import of its transactions asks a question first: once that is answered and they are in, the balance is written too.";
