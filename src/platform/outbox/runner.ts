// Attempts effects, one at a time: the attempt is noted, what is already done is recognised, the
// request leaves, and then either its outcome is stored or the time of the next attempt. If the
// Worker dies anywhere in between, the row is still due and the next alarm attempts it again. An
// attempt never throws for what another server or the kind's own code does: only storage can fail
// here.

import { RETRY_DELAY_MS_MAX } from "../limits.ts";
import { logFault } from "../log.ts";
import type { Sql } from "../sql/sql.ts";
import type { Delayed, Kind, Rules, Tools } from "./effect.ts";
import { delayAfter } from "./retry.ts";

/** What a feature lists: a kind, whatever its effects look like. */
export interface Outbox<T extends Tools> {
  /** When the next effect is due; null where none waits. */
  readonly dueAt: (sql: Sql) => number | null;
  /** Attempts one effect; false where none is due. */
  readonly work: (tools: T) => Promise<boolean>;
}

const OWN_FAULT = {
  kind: "fault",
  message: "a fault of the importer itself; it is tried again",
} as const;

/** The outbox of one kind. */
export function makeOutbox<T extends Tools, Effect, Outcome extends { readonly kind: string }>(
  kind: Kind<T, Effect, Outcome>,
): Outbox<T> {
  const work = async (tools: T) => {
    const effect = kind.next(tools);
    if (effect !== null) await attempt(kind, tools, effect);
    return effect !== null;
  };
  return { dueAt: kind.dueAt, work };
}

/** Several outboxes as one, which works on the first of them that has something due. */
export function joinOutboxes<T extends Tools>(...outboxes: readonly Outbox<T>[]): Outbox<T> {
  const work = async (tools: T) => {
    for (const outbox of outboxes) if (await outbox.work(tools)) return true;
    return false;
  };
  return { dueAt: (sql) => earliest(outboxes.map((outbox) => outbox.dueAt(sql))), work };
}

/** The first of some times; null where all of them are. */
export function earliest(times: readonly (number | null)[]): number | null {
  const due = times.filter((at) => at !== null);
  return due.length === 0 ? null : Math.min(...due);
}

/** One attempt, with its end stored. An effect whose beginning is noted is given up when it would begin once more. */
export async function attempt<T extends Tools, Effect, Outcome extends { readonly kind: string }>(
  rules: Rules<T, Effect, Outcome>,
  tools: T,
  due: Effect,
): Promise<void> {
  const { begin, limit } = rules;
  const failures = rules.failures(due);
  if (begin !== undefined && limit !== undefined && failures >= limit.attempts)
    return limit.giveUp(tools, due);
  const effect = begin === undefined ? due : await begin(tools, due);
  const why = await sendAndSettle(rules, tools, effect);
  if (why === null) return;
  if (begin === undefined && limit !== undefined && failures + 1 >= limit.attempts)
    return limit.giveUp(tools, effect);
  const delay =
    why.kind === "unauthorized" && rules.whileSignedOut === undefined
      ? RETRY_DELAY_MS_MAX
      : delayAfter(why, failures + 1, tools.chance);
  rules.putOff(tools, effect, tools.chance.now() + delay, why);
}

/** Null where the effect is settled, else why it waits. */
async function sendAndSettle<T extends Tools, Effect, Outcome extends { readonly kind: string }>(
  rules: Rules<T, Effect, Outcome>,
  tools: T,
  effect: Effect,
): Promise<Delayed | null> {
  try {
    const step = (await rules.recognise?.(tools, effect)) ?? (await rules.send(tools, effect));
    if (isDelayed(step)) return step;
    rules.settle(tools, effect, step);
    return null;
  } catch (thrown) {
    logFault(rules.fault(effect, thrown));
    return (await rules.settleFault?.(tools, effect, thrown)) === true ? null : OWN_FAULT;
  }
}

const DELAYED: readonly string[] = [
  "again",
  "throttled",
  "unauthorized",
  "unknown",
] satisfies Delayed["kind"][];

/** Whether a step settles nothing. */
export function isDelayed(step: { readonly kind: string }): step is Delayed {
  return DELAYED.includes(step.kind);
}
