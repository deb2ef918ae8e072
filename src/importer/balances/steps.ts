// The steps of an import about balances: before posting, after it, and at undo. Each returns null
// when it is done, or how long to wait.

import type { Tools } from "../tools.ts";
import type { NoAnswer } from "../../platform/outbox/effect.ts";
import type { Run } from "../imports/runs.ts";
import type { RunState } from "../imports/states.ts";
import { queueService } from "../posting/paced-service.ts";
import { must } from "../../platform/assert.ts";
import { applyPlans, takeBack, type BalanceTools } from "./apply.ts";
import { planBalances } from "./plan.ts";
import { daysBeforePosting } from "../imports/account-dates.ts";
import { HttpBalanceService } from "./service.ts";

/**
 * Decides what to do with the balances that the file states, for a run in one of the states `from`.
 */
export async function lookAtBalances(
  tools: Tools,
  run: Run,
  from: readonly RunState[],
): Promise<NoAnswer | null> {
  const { sql, service, now } = balanceTools(tools);
  const planned = await planBalances(sql, current(tools, run), service, now);
  if (planned.kind !== "planned") return planned;
  tools.runs.change(run.seq, from, { balances: planned.balances });
  return null;
}

/** Sets them once every row has its result. */
export async function setBalances(tools: Tools, run: Run): Promise<NoAnswer | null> {
  return applyPlans(balanceTools(tools), current(tools, run));
}

/** Takes them back once every row is deleted. */
export async function takeBackBalances(tools: Tools, run: Run): Promise<NoAnswer | null> {
  return takeBack(balanceTools(tools), current(tools, run));
}

function current({ runs }: Tools, run: Run): Run {
  return must(runs.bySeq(run.seq), "the run exists");
}

function balanceTools({ sql, runs, upstream, pace, chance }: Tools): BalanceTools {
  return {
    sql,
    runs,
    service: new HttpBalanceService(upstream, queueService(upstream, pace), pace, (account) =>
      daysBeforePosting(sql, account),
    ),
    now: chance.now(),
  };
}
