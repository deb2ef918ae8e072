// Decides about the balance that a file states before anything is posted, so that the user can see
// the plan and change it. It reads the account. A balance of a later time stays, and a doubtful one
// is left until the user decides.

import type { Sql } from "../../platform/sql/sql.ts";
import { afterDebit } from "../../money/debt.ts";
import { addDays, dayOfInstant, type Day } from "../../money/day.ts";
import { printUnits, units } from "../../money/money.ts";
import type { NoAnswer } from "../../platform/outbox/effect.ts";
import type { Run } from "../imports/runs.ts";
import type { AccountRef } from "../imports/account-ref.ts";
import { held, heldUnits, type Plan, type RunBalance, type Stated } from "./balance.ts";
import type { AccountSeen, BalanceService } from "./service.ts";
import { isLater, readKept, latestAnchor, writtenBySource } from "./store.ts";

const OTHER_CURRENCY =
  "Transactions of later days are in another currency, so that the balance cannot be carried on to today.";

/** A service may read its clock twice while it creates an account. */
const MADE_WITH_MS = 1_000;

/** The run's balances with a plan each, or why the service could not be asked. */
export async function planBalances(
  sql: Sql,
  run: Run,
  service: BalanceService,
  now: number,
): Promise<{ readonly kind: "planned"; readonly balances: RunBalance[] } | NoAnswer> {
  const balances: RunBalance[] = [];
  for (const balance of run.balances ?? []) {
    const { account, stated, choice } = balance;
    const earlier = latestAnchor(sql, account.id, run.seq);
    if (stated === null) {
      balances.push({ ...balance, keeps_to: earlier?.day ?? null });
      continue;
    }
    const seen = await service.account(account.id);
    if (seen.kind === "refused") {
      balances.push({ ...balance, plan: null, keeps_to: null });
      continue;
    }
    if (seen.kind !== "account") return seen;
    const written = await laterThan(sql, account.id, stated.day, seen, service);
    if (written.kind !== "at") return written;
    const decided = decide(sql, run, account, { stated, seen, written: written.day }, now);
    const later = decided.possible
      ? await service.later(account.id, stated.day, seen.currency)
      : NOTHING_LATER;
    if (later.kind !== "later") return later;
    const may = decided.may_set && !later.foreign;
    const wanted = choice === null ? decided.sets : choice === "set" || choice === "always";
    const sets = may && wanted;
    const after = afterDebit(
      seen.debt ? "credit" : "cash",
      heldUnits(seen.debt, stated.closing),
      later.debits,
    );
    const counted = laterDay(earlier?.day ?? null, written.day);
    const plan: Plan = {
      sets,
      may_set: may,
      keeps: decided.may_set ? sets : decided.keeps,
      reason: later.foreign && decided.may_set ? OTHER_CURRENCY : decided.reason,
      debt: seen.debt,
      before: printUnits(units(seen.balance)),
      after: printUnits(units(after)),
      later: later.count,
      rows_move: counted === null || counted < stated.day,
    };
    const keepsTo = sets ? stated.day : counted;
    balances.push({ ...balance, plan, keeps_to: keepsTo });
  }
  return { kind: "planned", balances };
}

interface Looked {
  readonly stated: Stated;
  readonly seen: AccountSeen;
  /** The day of a later balance that another source or the user stated. */
  readonly written: Day | null;
}

const NOTHING_LATER = { kind: "later", count: 0, debits: 0, foreign: false } as const;

interface Decided {
  /** Whether the account's balance can become the file's. */
  readonly possible: boolean;
  readonly sets: boolean;
  readonly may_set: boolean;
  readonly keeps: boolean;
  readonly reason: string | null;
}

function decide(sql: Sql, run: Run, account: AccountRef, looked: Looked, now: number): Decided {
  const { stated, seen } = looked;
  const never = explainImpossible(stated, seen, account, now);
  if (never !== null)
    return { possible: false, sets: false, may_set: false, keeps: false, reason: never };
  const doubt = findDoubt(sql, run, account.id, looked);
  const anchor = latestAnchor(sql, account.id, run.seq);
  if (anchor !== null && isLater(anchor, stated, run.seq)) {
    const says = `says ${held(seen.debt, anchor.balance)} on ${anchor.day}`;
    const reason = `A later statement, ${anchor.document}, ${says}: the balance is counted from there.`;
    return { possible: true, sets: false, may_set: false, keeps: doubt === null, reason };
  }
  return {
    possible: true,
    sets: doubt === null,
    may_set: true,
    keeps: doubt === null,
    reason: doubt,
  };
}

/** Why the account's balance cannot become the file's; null if it can. */
function explainImpossible(
  stated: Stated,
  seen: AccountSeen,
  account: AccountRef,
  now: number,
): string | null {
  if (seen.closed) return "The account is closed.";
  if (stated.foreign || seen.currency !== account.currency)
    return `The file's balance or a row is in another currency than the account, ${seen.currency.toUpperCase()}.`;
  if (stated.day > addDays(dayOfInstant(now), 1))
    return `The file's balance is of ${stated.day}, which is in the future.`;
  return null;
}

/** Why it is left until the user decides otherwise; null if it is set. */
function findDoubt(
  sql: Sql,
  run: Run,
  account: number,
  { stated, seen, written }: Looked,
): string | null {
  if (run.options.set_balance === false) return "The upload asked to leave the balance alone.";
  if (!readKept(sql, account).follows)
    return "You chose that statements leave this account's balance alone.";
  if (stated.broken) return "The balances in the file do not fit its rows.";
  if (seen.debt && stated.closing > 0)
    return "According to this file, more was paid than was owed. Some banks print a debt without a minus sign: check it before you set it.";
  if (stated.evidence === "stated" && stated.closing === 0)
    return "The file states a balance of 0.00 without proof; some banks print it for every account.";
  if (written !== null)
    return `The account's balance was stated on ${written}, after the end of this statement: it stays as it is.`;
  return null;
}

/**
 * The day of a later balance that somebody else stated; null if the balance is ours, or was moved
 * by transactions.
 */
async function laterThan(
  sql: Sql,
  account: number,
  day: Day,
  seen: AccountSeen,
  service: BalanceService,
): Promise<{ readonly kind: "at"; readonly day: Day | null } | NoAnswer> {
  const end = Date.parse(endOf(day));
  const bySource = writtenBySource(sql, account);
  if (bySource !== null && bySource > end) return { kind: "at", day: dayOfInstant(bySource) };
  const time = Date.parse(seen.as_of ?? "");
  const made = Math.abs(time - Date.parse(seen.created_at ?? "")) < MADE_WITH_MS;
  if (Number.isNaN(time) || time <= end || made || seen.as_of === readKept(sql, account).ours_as_of)
    return { kind: "at", day: null };
  const moved = await service.movedAt(account, time);
  if (moved.kind === "refused") return { kind: "at", day: dayOfInstant(time) };
  if (moved.kind !== "moved") return moved;
  return { kind: "at", day: moved.moved ? null : dayOfInstant(time) };
}

function laterDay(a: Day | null, b: Day | null): Day | null {
  return a === null || (b !== null && b > a) ? b : a;
}

/** The last instant of a day, in UTC. */
export function endOf(day: Day): string {
  return `${day}T23:59:59.999Z`;
}
