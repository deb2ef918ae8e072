// One try of a run. Order of writes: the target is looked at, the source is read, its new state is
// stored, the write is stored, then it is sent, then the run is done. If the Worker dies before the
// write is stored, the source is read again. If it dies later, the same write is sent again, which
// changes nothing.

import type { BalanceReading } from "../../sources/reading.ts";
import type { Held, SourceRead } from "../../sources/source.ts";
import { redactSecrets } from "../../sources/redact-credentials.ts";
import { nextRising } from "../../platform/sql/rising-numbers.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { Step } from "../../platform/outbox/effect.ts";
import { dayIn } from "./due.ts";
import { monthsMeant, planMonths, readMonths } from "./months.ts";
import { readWriting, type Schedule, type ScheduleRun } from "./schedule.ts";
import { changeRun, countDueTimes, keepPins, readPins, runById } from "./store.ts";
import type { Taken } from "./statement.ts";
import { lookAtTarget, planWriting, readTarget, type Plan, type TargetSeen } from "./targets.ts";
import { STORED, type Stored, done, fail, refused, settleFault } from "./end-run.ts";
import type { ScheduleTools } from "./run-tools.ts";
import {
  type Settled,
  afterImport,
  settlePlan,
  write,
  writeAgain,
  writeReading,
} from "./write-reading.ts";

/** Tries a run: reads its source and writes what it said, or goes on where an earlier try stopped. */
export async function tryRun(
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
    ...prepareAsking(tools, schedule, seen),
    secrets: secrets.value,
    ...(source.relative && readHeldBalance(tools.sql, schedule, run, { seen, now })),
  };
  const read =
    months !== null && source.computed
      ? await readMonths(source, asked, months)
      : await source.read({ ...asked, now });
  if (!read.ok) return settleFault(tools, schedule, run, read.error);
  const occasion = {
    now,
    rounded: source.worth,
    debts: source.debts(schedule.settings),
    relative: source.relative,
  };
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

/** What every source is asked with: its settings, what it knows, and the target's unit. */
function prepareAsking(tools: ScheduleTools, { id, settings }: Schedule, { unit }: TargetSeen) {
  return {
    settings,
    unit,
    fetching: tools.fetching,
    pins: readPins(tools.sql, id),
    rising: (name: string, atLeast: number) => nextRising(tools.sql, name, atLeast),
  };
}

/** What the target holds, for a source that changes it; nothing where the service does not say. */
function readHeldBalance(
  sql: Sql,
  schedule: Schedule,
  run: ScheduleRun,
  { seen, now }: { readonly seen: TargetSeen; readonly now: number },
): { readonly held?: Held } {
  const { balance, unit, before } = seen;
  if (balance === null) return {};
  const asOf = Number.isNaN(before) ? now : Math.max(now, before);
  return { held: { amount: balance, unit, asOf, times: countDueTimes(sql, schedule, run) } };
}

/**
 * The transactions as an import; none where the source's balance would not fit the account (its
 * currency). The balance follows it.
 */
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

const LOST_CREDENTIALS = "Its credentials open with no key of this deployment: set them again.";
