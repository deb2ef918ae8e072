// Sets the balances that an import states once its rows are in the budget, and takes them back when
// it is undone. A balance is stored before it is sent; after a kill in between, the account shows
// whether it arrived. The figure that is sent is the bank's plus every later transaction, so
// sending it again gives the same.

import type { Sql } from "../../platform/sql/sql.ts";
import { afterDebit } from "../../money/debt.ts";
import type { Day } from "../../money/day.ts";
import { printUnits, units } from "../../money/money.ts";
import type { NoAnswer } from "../../platform/outbox/effect.ts";
import type { Run, Runs } from "../imports/runs.ts";
import { POSTING, type RunState } from "../imports/states.ts";
import { heldUnits, type Outcome, type Plan, type RunBalance, type Stated } from "./balance.ts";
import { settleMonths } from "./months.ts";
import { endOf } from "./plan.ts";
import type { AccountSeen, BalanceService } from "./service.ts";
import {
  forgetStated,
  isLater,
  keep,
  keepStated,
  readKept,
  latestAnchor,
  type Kept,
} from "./store.ts";

export interface BalanceTools {
  readonly sql: Sql;
  readonly runs: Runs;
  readonly service: BalanceService;
  readonly now: number;
}

interface Ended {
  readonly kind: "ended";
  readonly outcome: Outcome;
}

/** An account of an import with a stated balance and a plan. */
type Planned = RunBalance & { readonly stated: Stated; readonly plan: Plan };

/**
 * Carries out the run's plan, account by account; null when all is done, or why the service could
 * not be asked.
 */
export async function applyPlans(tools: BalanceTools, run: Run): Promise<NoAnswer | null> {
  for (const balance of planned(run)) {
    if (balance.outcome !== null) continue;
    const ended = await setBalance(tools, run, balance);
    if (ended.kind !== "ended") return ended;
    record(tools, run, balance, ended.outcome, POSTING);
  }
  return null;
}

/**
 * Takes back what the run set: the balance is counted from the latest remaining statement, or
 * becomes what it was.
 */
export async function takeBack(tools: BalanceTools, run: Run): Promise<NoAnswer | null> {
  for (const balance of planned(run)) {
    if (balance.outcome?.kind === "taken back") continue;
    const ended = await takeBackOne(tools, run, balance);
    if (ended.kind !== "ended") return ended;
    record(tools, run, balance, ended.outcome, ["undoing"]);
  }
  // Our own deletions have just moved balances; that is not a balance stated by somebody else. If
  // the service does not answer, the next statement asks.
  for (const { account } of run.balances ?? []) {
    const seen = await tools.service.account(account.id);
    if (seen.kind === "account") keep(tools.sql, account.id, { ours_as_of: seen.as_of });
  }
  return null;
}

function planned(run: Run): Planned[] {
  return (run.balances ?? []).flatMap(({ stated, plan, ...balance }) =>
    stated === null || plan === null ? [] : [{ ...balance, stated, plan }],
  );
}

function record(
  { runs, sql }: BalanceTools,
  run: Run,
  { account }: RunBalance,
  outcome: Outcome,
  from: readonly RunState[],
): void {
  sql.transaction(() => {
    const balances = (runs.bySeq(run.seq)?.balances ?? []).map((one) =>
      one.account.id === account.id ? { ...one, outcome } : one,
    );
    runs.change(run.seq, from, { balances });
  });
}

function left(reason: string | null): Ended {
  return { kind: "ended", outcome: { kind: "left", reason, before: null, after: null } };
}

async function setBalance(
  tools: BalanceTools,
  run: Run,
  balance: Planned,
): Promise<Ended | NoAnswer> {
  const { sql, service, now } = tools;
  const { account, stated, plan } = balance;
  if (!plan.keeps) return left(plan.reason);
  const later = latestAnchor(sql, account.id, run.seq);
  const covered = !plan.sets || (later !== null && isLater(later, stated, run.seq));
  let outcome: Outcome = { kind: "left", reason: plan.reason, before: null, after: null };
  if (covered) keepStated(sql, account.id, run.seq, stated);
  else {
    const seen = await service.account(account.id);
    if (seen.kind === "refused")
      return left(`The service no longer has the account: ${seen.message}.`);
    if (seen.kind !== "account") return seen;
    const to = await findTarget(service, account.id, seen, stated.day, stated.closing);
    if (typeof to !== "number") return to.kind === "foreign" ? left(FOREIGN) : to;
    const sent = await send(tools, run, account.id, seen, {
      to,
      asOf: endOf(stated.day),
      arrived: () => keepStated(sql, account.id, run.seq, stated),
    });
    if (sent.kind === "not taken") return left(sent.reason);
    if (sent.kind !== "sent") return sent;
    outcome = {
      kind: "set",
      reason: null,
      before: printUnits(units(sent.from)),
      after: printUnits(units(to)),
    };
  }
  const settled = await settleMonths(sql, account, plan.debt, service, now);
  if (settled.kind !== "settled") return settled;
  return {
    kind: "ended",
    outcome: {
      ...outcome,
      reason: [outcome.reason, settled.problem].filter((text) => text !== null).join(" ") || null,
    },
  };
}

const FOREIGN =
  "Transactions of later days are in another currency, so that the balance could not be carried on to today.";

type Target = number | { readonly kind: "foreign" } | NoAnswer;

/**
 * The service's balance today, from a balance at the end of a day in the account's view, moved by
 * the transactions of later days.
 */
async function findTarget(
  service: BalanceService,
  account: number,
  seen: AccountSeen,
  day: Day,
  closing: number,
): Promise<Target> {
  const later = await service.later(account, day, seen.currency);
  if (later.kind !== "later") return later;
  return later.foreign
    ? { kind: "foreign" }
    : afterDebit(seen.debt ? "credit" : "cash", heldUnits(seen.debt, closing), later.debits);
}

interface Sending {
  readonly to: number;
  readonly asOf: string;
  /** Stores more, in the transaction that records its arrival. */
  readonly arrived: () => void;
}

type Sent =
  | { readonly kind: "sent"; readonly from: number }
  | { readonly kind: "not taken"; readonly reason: string }
  | NoAnswer;

/** Sends a balance, stored before it leaves; one that arrived before a kill is not sent again. */
async function send(
  tools: BalanceTools,
  run: Run,
  account: number,
  seen: AccountSeen,
  { to, asOf, arrived }: Sending,
): Promise<Sent> {
  const { sql, service } = tools;
  const before = readKept(sql, account);
  const isThere = before.sent?.by === run.seq && seen.balance === before.sent.to;
  const from = isThere ? before.sent.from : seen.balance;
  const first = before.first_as_of === null ? { first_as_of: seen.as_of } : {};
  if (!isThere) keep(sql, account, { sent_by: run.seq, sent_from: from, sent_to: to, ...first });
  if (!isThere || to !== seen.balance) {
    const reply = await service.putBalance(account, printUnits(units(to)), asOf);
    // If the account may be read and not written, a scope is missing: trying again would not help.
    if (reply.kind === "refused" || reply.kind === "unauthorized") {
      keep(sql, account, NOTHING_SENT);
      return {
        kind: "not taken",
        reason: `The service did not take the balance: ${reply.message}.`,
      };
    }
    if (reply.kind !== "put") return reply;
  }
  sql.transaction(() => {
    keep(sql, account, {
      ...NOTHING_SENT,
      shift: readKept(sql, account).shift + (to - from),
      ours_as_of: asOf,
    });
    arrived();
  });
  return { kind: "sent", from };
}

const NOTHING_SENT = { sent_by: null, sent_from: null, sent_to: null } as const;

async function takeBackOne(
  tools: BalanceTools,
  run: Run,
  balance: Planned,
): Promise<Ended | NoAnswer> {
  const { sql, service, now } = tools;
  const { account, stated, plan } = balance;
  const seen = await service.account(account.id);
  const gone = {
    kind: "ended",
    outcome: { kind: "taken back", reason: null, before: null, after: null },
  } as const;
  if (seen.kind === "refused") {
    forgetStated(sql, account.id, run.seq);
    return gone;
  }
  if (seen.kind !== "account") return seen;
  settleSent(tools, run, balance, seen);
  let outcome: Outcome = { kind: "taken back", reason: null, before: null, after: null };
  const mine = latestAnchor(sql, account.id)?.run === run.seq;
  if (!mine) forgetStated(sql, account.id, run.seq);
  else {
    const changed = await counted(tools, run, account.id, seen, stated);
    if (typeof changed !== "number" && changed.kind !== "changed") return changed;
    if (typeof changed === "number") {
      const next = latestAnchor(sql, account.id, run.seq);
      const asOf =
        next === null
          ? (readKept(sql, account.id).first_as_of ?? new Date(now).toISOString())
          : endOf(next.day);
      const arrived = () => forgetStated(sql, account.id, run.seq);
      const sent = await send(tools, run, account.id, seen, { to: changed, asOf, arrived });
      if (sent.kind !== "sent" && sent.kind !== "not taken") return sent;
      if (sent.kind === "not taken") outcome = { ...outcome, reason: sent.reason };
      else
        outcome = {
          ...outcome,
          before: printUnits(units(sent.from)),
          after: printUnits(units(changed)),
        };
    } else outcome = { ...outcome, reason: changed.reason };
    forgetStated(sql, account.id, run.seq);
  }
  // If no statement is left, none of our figures is in the balance any more.
  if (latestAnchor(sql, account.id) === null)
    keep(sql, account.id, { shift: 0, first_as_of: null });
  const settled = await settleMonths(sql, account, plan.debt, service, now);
  return settled.kind === "settled" ? { kind: "ended", outcome } : settled;
}

/**
 * Settles a balance that was on its way when the import was stopped; one that arrived is taken back
 * like any other.
 */
function settleSent(
  { sql }: BalanceTools,
  run: Run,
  { account, stated }: Planned,
  seen: AccountSeen,
): void {
  const { sent, shift }: Kept = readKept(sql, account.id);
  const isKept =
    sql.first(
      "SELECT 1 FROM stated_balances WHERE account = ? AND run = ?",
      account.id,
      run.seq,
    ) !== null;
  // A balance that undoing itself has sent is checked where it is sent.
  if (sent?.by !== run.seq || isKept) return;
  sql.transaction(() => {
    const arrived = seen.balance === sent.to;
    keep(sql, account.id, {
      ...NOTHING_SENT,
      shift: arrived ? shift + sent.to - sent.from : shift,
    });
    if (arrived) keepStated(sql, account.id, run.seq, stated);
  });
}

type Counted = number | { readonly kind: "changed"; readonly reason: string } | NoAnswer;

/**
 * The balance without this run's statement; or that somebody else has stated another since, which
 * stays.
 */
async function counted(
  { sql, service }: BalanceTools,
  run: Run,
  account: number,
  seen: AccountSeen,
  stated: Stated,
): Promise<Counted> {
  const kept = readKept(sql, account);
  // The object was killed after it sent this very figure.
  if (kept.sent?.by === run.seq && seen.balance === kept.sent.to) return kept.sent.to;
  const stays = {
    kind: "changed",
    reason: "Somebody else has set the account's balance since: it stays as it is.",
  } as const;
  const now = await findTarget(service, account, seen, stated.day, stated.closing);
  if (typeof now !== "number") return now.kind === "foreign" ? stays : now;
  if (now !== seen.balance) {
    const time = Date.parse(seen.as_of ?? "");
    const moved =
      Number.isNaN(time) || seen.as_of === kept.ours_as_of
        ? ({ kind: "moved", moved: true } as const)
        : await service.movedAt(account, time);
    if (moved.kind !== "moved" && moved.kind !== "refused") return moved;
    if (moved.kind === "refused" || !moved.moved) return stays;
  }
  const next = latestAnchor(sql, account, run.seq);
  if (next === null) return seen.balance - kept.shift;
  const then = await findTarget(service, account, seen, next.day, next.balance);
  if (typeof then !== "number") return then.kind === "foreign" ? stays : then;
  return seen.balance + (then - now);
}
