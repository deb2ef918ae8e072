// A step of the Importer's alarm: one try of one run. Order of writes: the due instant is claimed, the try is counted, the target is
// looked at, the source is read, what it learned is kept, what is to be written is stored, then it is written, then the run is done. Killed before that
// was stored, the source is read again; killed after, the very same is written again, which changes nothing. A fault of ours is
// kept as one of the run: nothing but a broken invariant throws.

import {
  SCHEDULE_BACKOFF_FROM,
  SCHEDULE_FAILURES_TOLD,
  SCHEDULE_IMPORT_LOOK_MS,
  SCHEDULE_TRIES_MAX,
  SCHEDULE_TRY_MS,
  SOURCE_RETRY_MS_MAX,
} from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { earliest, joinOutboxes, makeOutbox } from "../../platform/outbox/runner.ts";
import { backoffDelay } from "../../platform/outbox/retry.ts";
import type { Fetching } from "../../sources/fetching.ts";
import type { BalanceReading } from "../../sources/reading.ts";
import type { SourceFault } from "../../sources/source-fault.ts";
import type { Secrets, Source, SourceRead } from "../../sources/source.ts";
import { redactSecrets } from "../../sources/redact-credentials.ts";
import { nextRising } from "../../platform/sql/rising-numbers.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { Result } from "../../platform/result.ts";
import type { Chance, Delayed, Step } from "../../platform/outbox/effect.ts";
import { Runs } from "../imports/runs.ts";
import { forgetClaims } from "./claims.ts";
import { dayIn } from "./due.ts";
import { monthsMeant, planMonths, readMonths } from "./months.ts";
import { PENDING_BALANCES } from "./pending-balance.ts";
import {
  readReading,
  readWriting,
  type RunFault,
  type Schedule,
  type ScheduleRun,
  type ShownReading,
  type Writing,
} from "./schedule.ts";
import {
  calendarDueAt,
  changeRun,
  claimDue,
  countFailure,
  countSuccess,
  hurryFollowing,
  keepPins,
  leaveAlone,
  readPins,
  runById,
  scheduleById,
  stopSchedule,
} from "./store.ts";
import type { Statement, Taken } from "./statement.ts";
import {
  checkRepeat,
  lookAtTarget,
  planWriting,
  readTarget,
  type Asking,
  type Plan,
} from "./targets.ts";

/** A schedule that fails again and again, or was refused. */
export interface ScheduleFailing {
  readonly schedule: string;
  readonly name: string;
  readonly failures: number;
  /** Whether it switched itself off: only a person can go on. */
  readonly stopped: boolean;
  readonly message: string;
}

/** What a step works with. */
export interface ScheduleTools {
  readonly sql: Sql;
  readonly chance: Chance;
  readonly ask: Asking;
  readonly fetching: Fetching;
  readonly source: (type: string) => Source | null;
  readonly secrets: (schedule: string) => Promise<Result<Secrets, "does not open">>;
  /** Makes an import of what a source told of an account; the same reading twice is one. `take` is told in the same transaction, and may refuse. */
  readonly statement: (
    schedule: Schedule,
    statement: Statement,
    take: (taken: Taken) => boolean,
  ) => Promise<void>;
  /** Tells a person, within the transaction that it is called in. */
  readonly notify: (failing: ScheduleFailing) => void;
}

/** A run that is to be tried, with its schedule. */
interface Due {
  readonly run: ScheduleRun;
  readonly schedule: Schedule;
}

/** What came of a try is stored already. */
interface Stored {
  readonly kind: "stored";
}

const STORED: Stored = { kind: "stored" };

/** The runs that are to be tried. A try that begins is counted, and left its time. */
const RUNS = makeOutbox<ScheduleTools, Due, Stored>({
  dueAt: (sql) =>
    sql.first<{ at: number | null }>(
      "SELECT MIN(next_attempt_at) AS at FROM schedule_runs WHERE state = 'waiting'",
    )?.at ?? null,
  next: ({ sql, chance }) => {
    const run = sql.first<ScheduleRun>(
      "SELECT * FROM schedule_runs WHERE state = 'waiting' AND next_attempt_at <= ? ORDER BY next_attempt_at, id LIMIT 1",
      chance.now(),
    );
    return run === null
      ? null
      : { run, schedule: must(scheduleById(sql, run.schedule), "a run has its schedule") };
  },
  failures: ({ run }) => run.tries,
  begin: ({ sql, chance }, { run, schedule }) => {
    const tries = run.tries + 1;
    changeRun(sql, run.id, { tries, next_attempt_at: chance.now() + SCHEDULE_TRY_MS });
    return { schedule, run: { ...run, tries } };
  },
  send: (tools, { run, schedule }) => attempt(tools, schedule, run),
  settle: () => undefined,
  putOff: ({ sql }, { run }, at, why) => putOff(sql, run, at, why),
  fault: ({ schedule }, thrown) => ({
    event: "schedule step failed",
    schedule: schedule.id,
    error: String(thrown),
  }),
  settleFault: (tools, { run, schedule }) => {
    const message = "The importer itself failed; it is tried again.";
    again(tools, schedule, run, { kind: "importer", message }, null);
    return true;
  },
  limit: {
    attempts: SCHEDULE_TRIES_MAX,
    giveUp: (tools, { run, schedule }) => {
      const message = "It was begun again and again, and never ended.";
      fail(tools, schedule, run, { kind: "given up", message });
    },
  },
});

const OUTBOX = joinOutboxes<ScheduleTools>(RUNS, PENDING_BALANCES);

/** When something of schedules is to be done next; null where nothing ever is. */
export function schedulesDueAt(sql: Sql): number | null {
  return earliest([calendarDueAt(sql), OUTBOX.dueAt(sql)]);
}

/** Claims what is due and tries one run; false where there was none to try. */
export async function workOnSchedules(tools: ScheduleTools): Promise<boolean> {
  const { sql, chance } = tools;
  hurryFollowing(sql, chance.now());
  forgetClaims(sql, chance.now());
  sql.transaction(() => {
    for (const schedule of claimDue(sql, chance.now()))
      tell(tools, schedule, "It had not succeeded when the next was due.");
  });
  return OUTBOX.work(tools);
}

async function attempt(
  tools: ScheduleTools,
  schedule: Schedule,
  run: ScheduleRun,
): Promise<Step<Stored>> {
  if (run.import !== null) return afterImport(tools, schedule, run, run.import);
  const stored = readWriting(run);
  if (stored !== null) return writeAgain(tools, schedule, run, stored);
  const source = tools.source(schedule.type);
  if (source === null) {
    const message = `There is no source of the type ${schedule.type} any more.`;
    return fail(tools, schedule, run, { kind: "target", message });
  }
  const secrets = await tools.secrets(schedule.id);
  if (!secrets.ok) return refused(tools, schedule, run, LOST_CREDENTIALS);
  const { target } = schedule;
  const seen = await lookAtTarget(readTarget(schedule), tools.ask);
  if (seen.kind === "fault") return fail(tools, schedule, run, seen.fault);
  if (seen.kind !== "seen") return seen;
  const now = tools.chance.now();
  const months =
    "history" in target
      ? monthsMeant(target, dayIn(schedule.timezone, run.due_at ?? run.created_at))
      : null;
  const asked = {
    settings: schedule.settings,
    secrets: secrets.value,
    fetching: tools.fetching,
    pins: readPins(tools.sql, schedule.id),
    rising: (name: string, atLeast: number) => nextRising(tools.sql, name, atLeast),
  };
  const read =
    months !== null && source.computed
      ? await readMonths(source, asked, months)
      : await source.read({ ...asked, now });
  if (!read.ok) return settleFault(tools, schedule, run, read.error);
  const occasion = { now, rounded: source.worth, debts: source.debts(schedule.settings) };
  const balances = balancesIn(read.value);
  const planned =
    months === null
      ? planWriting(seen, balances, occasion)
      : planMonths(seen, balances, months, occasion);
  const plan = telling(planned, saidBy(read.value));
  if (plan.kind === "fault") {
    const message = redactSecrets(plan.fault.message, secrets.value);
    return fail(tools, schedule, run, { ...plan.fault, message });
  }
  if (read.value.pins !== undefined) keepPins(tools.sql, run, read.value.pins);
  if ("statement" in target) {
    const taken = { account: target.statement, read: read.value, plan };
    return takeStatement(tools, schedule, run, taken);
  }
  return settlePlan(tools, schedule, run, plan);
}

const LOST_CREDENTIALS = "Its credentials open with no key of this deployment: set them again.";
const ASKS =
  "The import of its transactions asks a question first: once that is answered and they are in, the balance is written too.";

type Settled = Exclude<Plan, { readonly kind: "fault" }>;

async function settlePlan(
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

async function write(
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

/** What was stored by an earlier try, unless the account is another by now, or a balance of a later time came meanwhile. */
async function writeAgain(
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

/** The transactions as an import; none where the source's balance would not fit the account (its currency). The balance follows it. */
async function takeStatement(
  tools: ScheduleTools,
  schedule: Schedule,
  run: ScheduleRun,
  {
    account,
    read,
    plan,
  }: { readonly account: number; readonly read: SourceRead; readonly plan: Settled },
): Promise<Step<Stored>> {
  const [reading] = read.kind === "accounts" ? read.accounts : [];
  if (read.kind !== "accounts" || reading === undefined)
    return fail(tools, schedule, run, {
      kind: "target",
      message: "The source tells of no transactions.",
    });
  const writing = plan.kind === "write" ? JSON.stringify(plan.writing) : null;
  const take = (taken: Taken) =>
    changeRun(tools.sql, run.id, {
      reading: writeReading(plan.reading),
      writing,
      import: taken.import,
      outcome: `${taken.outcome} ${plan.outcome}`,
      fault: null,
    });
  await tools.statement(schedule, { account, reading, withPending: read.withPending }, take);
  const now = runById(tools.sql, run.id);
  if (now?.state !== "waiting") return STORED;
  if (now.import !== null) return afterImport(tools, schedule, now, now.import);
  return plan.kind === "write"
    ? write(tools, schedule, now, plan.writing)
    : done(tools, schedule, now, {});
}

/** The balance that was stated with the transactions, once they are in; where they did not come in it would not fit them. */
async function afterImport(
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

function settleFault(
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
function again(
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

/** The budgeting service did not do it, or may have: that says nothing about the source, and is waited out until the next is due. */
function putOff(sql: Sql, run: ScheduleRun, next_attempt_at: number, why: Delayed): void {
  const fault: RunFault = {
    kind: why.kind === "unauthorized" ? "connection" : "service",
    message: why.message,
  };
  const tries =
    why.kind === "unknown" ? Math.min(run.tries, SCHEDULE_TRIES_MAX - 1) : run.tries - 1;
  changeRun(sql, run.id, { tries, next_attempt_at, fault: JSON.stringify(fault) });
}

function done(
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

function fail(tools: ScheduleTools, schedule: Schedule, run: ScheduleRun, fault: RunFault): Stored {
  tools.sql.transaction(() => {
    if (ended(tools, run, fault)) tell(tools, schedule, fault.message);
  });
  return STORED;
}

/** Asking again with credentials that are refused can lock a person out: it stops until they are set anew. */
function refused(
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

function ended({ sql, chance }: ScheduleTools, run: ScheduleRun, fault: RunFault): boolean {
  return changeRun(sql, run.id, {
    state: "failed",
    next_attempt_at: null,
    outcome: fault.message,
    fault: JSON.stringify(fault),
    finished_at: chance.now(),
  });
}

/** Once, when so many have failed in a row. */
function tell({ sql, notify }: ScheduleTools, schedule: Schedule, message: string): void {
  const failures = countFailure(sql, schedule.id);
  if (failures === SCHEDULE_FAILURES_TOLD)
    notify({ schedule: schedule.id, name: schedule.name, failures, stopped: false, message });
}

function balancesIn(read: SourceRead): readonly BalanceReading[] {
  if (read.kind === "balances") return read.balances;
  return read.accounts.map(({ id, name, balance, currency, balanceAsOf }) => ({
    account: id,
    name,
    amount: balance,
    unit: currency,
    asOf: balanceAsOf,
  }));
}

/** What the server has to say to the person, for the end of an outcome. */
function saidBy(read: SourceRead): string {
  const messages = read.kind === "accounts" ? read.messages.filter((text) => text !== "") : [];
  return messages.length === 0
    ? ""
    : ` The server says: ${messages.map((text) => JSON.stringify(text)).join(", ")}.`;
}

function telling(plan: Plan, said: string): Plan {
  return plan.kind === "fault" ? plan : { ...plan, outcome: `${plan.outcome}${said}` };
}

function writeReading({ amount, unit, asOf, name }: BalanceReading): string {
  const shown: ShownReading = {
    amount,
    unit,
    as_of: asOf === null ? null : new Date(asOf).toISOString(),
    name,
  };
  return JSON.stringify(shown);
}
