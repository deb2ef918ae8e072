// Balances that came by hooks are written to their manual accounts, one step of the alarm each. The
// account is looked at first: its currency must be the balance's. The request says the same
// whenever it is sent, so a lost answer is repeated; an older balance never takes the place of a
// newer one of a hook or a schedule, however late it comes.

import * as z from "zod";
import type { Upstream } from "../../connection/upstream.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import { parseUnits } from "../../../money/money.ts";
import { call, type Refused } from "../../posting/client.ts";
import type { NoAnswer, Chance } from "../../../platform/outbox/effect.ts";
import { effectTable } from "../../../platform/outbox/table.ts";
import { makeOutbox } from "../../../platform/outbox/runner.ts";
import { forgetRevoked, type CallRow } from "./store.ts";

/** What a step works with. */
export interface BalanceTools {
  readonly sql: Sql;
  readonly upstream: Upstream;
  readonly chance: Chance;
  /** 0, or the milliseconds to wait before a request may be made. */
  readonly pace: () => Promise<number>;
}

type Waiting = CallRow & {
  readonly account: number;
  readonly amount: string;
  readonly currency: string;
  readonly as_of: number;
};
type Outcome =
  | { readonly kind: "done" | "superseded"; readonly said: string | null }
  | { readonly kind: "refused"; readonly said: string };

const accountShape = z.object({
  currency: z.string(),
  status: z.string().optional(),
  balance: z.string(),
  display_name: z.string().nullish(),
  name: z.string(),
});

const CALLS = effectTable<Waiting>("hook_calls", ({ id }) => id);

/** The balances that wait, each written to its account. */
export const BALANCES = makeOutbox<BalanceTools, Waiting, Outcome>({
  ...CALLS,
  recognise: async ({ sql }, due) => findNewer(sql, due),
  send: write,
  settle: ({ sql }, due, outcome) => settle(sql, due, outcome),
  putOff: (tools, due, at, why) => CALLS.putOff(tools, due, at, why, { said: why.message }),
  fault: (_, thrown) => ({ event: "balance of a hook not written", error: String(thrown) }),
});

/** All of them are due now: there are tokens again. */
export function hurryBalances(sql: Sql): void {
  CALLS.hurry(sql);
}

function settle(sql: Sql, { id, hook }: Waiting, { kind, said }: Outcome): void {
  sql.transaction(() => {
    sql.run(
      "UPDATE hook_calls SET state = ?, said = ?, next_attempt_at = NULL WHERE id = ? AND state = 'waiting'",
      kind,
      said,
      id,
    );
    forgetRevoked(sql, hook);
  });
}

const BY_SCHEDULE =
  "SELECT 1 FROM schedule_runs WHERE state = 'done' AND writing ->> '$.path' = ? AND writing ->> '$.body.balance_as_of' > ? LIMIT 1";

/**
 * The result for a balance if another one has been written; null if this one is newer. If two
 * balances of the same time differ, neither is preferred.
 */
function findNewer(sql: Sql, { id, account, amount, as_of: asOf }: Waiting): Outcome | null {
  const others = "FROM hook_calls WHERE account = ?1 AND id <> ?2 AND state = 'done'";
  if (sql.first(`SELECT 1 ${others} AND as_of > ?3`, account, id, asOf) !== null)
    return { kind: "superseded", said: "a newer balance of this account was written before" };
  if (sql.first(BY_SCHEDULE, accountPath(account), formatTime(asOf)) !== null)
    return { kind: "superseded", said: "a schedule wrote a newer balance of this account before" };
  const differs =
    sql.first(`SELECT 1 ${others} AND as_of = ?3 AND amount <> ?4`, account, id, asOf, amount) !==
    null;
  return differs
    ? { kind: "refused", said: "another balance of this very time was written before" }
    : null;
}

async function write({ upstream, pace }: BalanceTools, due: Waiting): Promise<Outcome | NoAnswer> {
  if ((await pace()) > 0)
    return { kind: "unknown", message: "the service's quota for this minute is used up" };
  const path = accountPath(due.account);
  const asked = await call(upstream, "GET", path, null);
  if (asked.kind !== "answer") return refusedOr(asked, `there is no manual account ${due.account}`);
  const account = accountShape.safeParse(asked.json);
  if (!account.success)
    return { kind: "unknown", message: "the service's account could not be read" };
  const { currency, status } = account.data;
  if (currency.toLowerCase() !== due.currency)
    return {
      kind: "refused",
      said: `the account's currency is ${currency.toUpperCase()}, the balance's ${due.currency.toUpperCase()}`,
    };
  if (status === "closed") return { kind: "refused", said: "the account is closed" };
  if ((await pace()) > 0)
    return { kind: "unknown", message: "the service's quota for this minute is used up" };
  const put = await call(
    upstream,
    "PUT",
    path,
    JSON.stringify({ balance: due.amount, balance_as_of: formatTime(due.as_of) }),
  );
  if (put.kind !== "answer") return refusedOr(put, "the service does not take it");
  const after = accountShape.safeParse(put.json);
  const balance = after.success ? parseUnits(after.data.balance) : null;
  const wanted = parseUnits(due.amount);
  if (balance?.ok !== true || !wanted.ok || balance.value !== wanted.value)
    return {
      kind: "unknown",
      message: "the service's answer does not have the balance that was sent",
    };
  return { kind: "done", said: null };
}

function accountPath(account: number): string {
  return `/manual_accounts/${account}`;
}

function formatTime(instant: number): string {
  return new Date(instant).toISOString();
}

function refusedOr(reply: Refused | NoAnswer, gone: string): Outcome | NoAnswer {
  if (reply.kind !== "refused") return reply;
  return { kind: "refused", said: reply.status === 404 ? gone : reply.message };
}
