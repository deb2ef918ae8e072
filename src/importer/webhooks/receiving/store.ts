// The hooks of one connection, and their calls. The secret of an address is kept as its hash. The
// keys that signatures are checked with are sealed for that hash, so that they work for no other
// hook.

import {
  HOOK_CALL_KEEP_MS,
  HOOK_CALLS_FORGOTTEN_STEP,
  HOOK_REFUSAL_CHARS_MAX,
  HOOKS_MAX,
} from "../../../platform/limits.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import { PREVIOUS_MAX } from "../../../platform/sealing/rotation.ts";

/** A hook as it is shown. */
export interface Hook {
  readonly id: number;
  readonly label: string;
  /** What a call is known by: its signature, or the address alone. */
  readonly check: "signature" | "address";
  readonly account_id: number | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
  /** The last call that was not taken, and why. */
  readonly refused_at: string | null;
  readonly refusal: string | null;
}

/** What a call did: an import, or a balance with what became of it. */
export interface HookCall {
  readonly id: number;
  readonly received_at: string;
  readonly import_id: string | null;
  readonly balance: {
    readonly account_id: number;
    readonly amount: string;
    readonly currency: string;
    readonly as_of: string;
    readonly state: BalanceState;
    readonly said: string | null;
  } | null;
}

export type BalanceState = "waiting" | "done" | "refused" | "superseded";

export interface HookRow {
  readonly id: number;
  readonly label: string;
  readonly hash: string;
  readonly sealed: string | null;
  readonly account: number | null;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly refused_at: number | null;
  readonly refusal: string | null;
}

export interface CallRow {
  readonly id: number;
  readonly hook: number;
  readonly body: string;
  readonly run: string | null;
  readonly account: number | null;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly as_of: number | null;
  readonly state: BalanceState | null;
  readonly said: string | null;
  readonly failures: number;
  readonly received_at: number;
}

const LAST_USED_STEP_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** All of them, the oldest first. */
export function listHooks(sql: Sql): Hook[] {
  return sql.all<HookRow>("SELECT * FROM hooks ORDER BY id").map(toHook);
}

/** The id of the new hook; null where there are as many as there may be. */
export function addHook(
  sql: Sql,
  hook: Pick<HookRow, "label" | "hash" | "sealed" | "account">,
  now: number,
): Hook | null {
  return sql.transaction(() => {
    if ((sql.first<{ n: number }>("SELECT COUNT(*) AS n FROM hooks")?.n ?? 0) >= HOOKS_MAX)
      return null;
    sql.run(
      "INSERT INTO hooks (label, hash, sealed, account, created_at) VALUES (?, ?, ?, ?, ?)",
      hook.label,
      hook.hash,
      hook.sealed,
      hook.account,
      now,
    );
    const row = hookByHash(sql, hook.hash, now);
    return row === null ? null : toHook(row);
  });
}

/**
 * Finds the hook whose current or still accepted earlier address has the secret with this hash. The
 * index compares digests, not secrets.
 */
export function hookByHash(sql: Sql, hash: string, now: number): HookRow | null {
  return sql.first<HookRow>(
    "SELECT * FROM hooks WHERE hash = ?1 OR id = (SELECT hook FROM hook_addresses WHERE hash = ?1 AND until > ?2)",
    hash,
    now,
  );
}

export function hookById(sql: Sql, id: number): HookRow | null {
  return sql.first<HookRow>("SELECT * FROM hooks WHERE id = ?", id);
}

/**
 * Gives a hook another address; the one before is taken until then, and those before that no
 * longer. False where somebody else did meanwhile.
 */
export function moveHook(
  sql: Sql,
  { id, hash: before }: HookRow,
  hash: string,
  until: number,
  now: number,
): boolean {
  return sql.transaction(() => {
    if (
      sql.all("UPDATE hooks SET hash = ? WHERE id = ? AND hash = ? RETURNING id", hash, id, before)
        .length === 0
    )
      return false;
    sql.run("UPDATE hook_addresses SET until = MIN(until, ?) WHERE hook = ?", until, id);
    sql.run("INSERT INTO hook_addresses (hash, hook, until) VALUES (?, ?, ?)", before, id, until);
    sql.run(
      "DELETE FROM hook_addresses WHERE hook = ?1 AND (until <= ?2 OR hash NOT IN (SELECT hash FROM hook_addresses WHERE hook = ?1 ORDER BY until DESC LIMIT ?3))",
      id,
      now,
      PREVIOUS_MAX,
    );
    return true;
  });
}

/** Changes what a hook's signatures are checked with; false where somebody else did meanwhile. */
export function resealHook(sql: Sql, { id, sealed: before }: HookRow, sealed: string): boolean {
  return (
    sql.all(
      "UPDATE hooks SET sealed = ? WHERE id = ? AND sealed = ? RETURNING id",
      sealed,
      id,
      before,
    ).length > 0
  );
}

/** Ends a hook; a balance on its way is still written. False where there is none. */
export function removeHook(sql: Sql, id: number): boolean {
  return sql.transaction(() => {
    sql.run("DELETE FROM hook_tellings WHERE hook = ?", id);
    sql.run("DELETE FROM hook_addresses WHERE hook = ?", id);
    const removed = sql.run("DELETE FROM hooks WHERE id = ?", id) > 0;
    forgetRevoked(sql, id);
    return removed;
  });
}

/** For a connection that ends. */
export function removeHooks(sql: Sql): void {
  for (const { id } of sql.all<{ id: number }>("SELECT id FROM hooks")) removeHook(sql, id);
}

/** That a call was taken; recorded at most once a minute. */
export function hookUsed(sql: Sql, { id, last_used_at: before }: HookRow, now: number): void {
  if (now - (before ?? 0) >= LAST_USED_STEP_MS)
    sql.run("UPDATE hooks SET last_used_at = ? WHERE id = ?", now, id);
}

/** Why a call was not taken, for the person whose hook it is: senders seldom show what they were answered. */
export function hookRefused(sql: Sql, id: number, refusal: string, now: number): void {
  sql.run(
    "UPDATE hooks SET refused_at = ?, refusal = ? WHERE id = ?",
    now,
    refusal.slice(0, HOOK_REFUSAL_CHARS_MAX).toWellFormed(),
    id,
  );
}

/** How many calls of a hook were taken within a day before `now`. */
export function callsOfDay(sql: Sql, hook: number, now: number): number {
  return (
    sql.first<{ n: number }>(
      "SELECT COUNT(*) AS n FROM hook_calls WHERE hook = ? AND received_at > ?",
      hook,
      now - DAY_MS,
    )?.n ?? 0
  );
}

export function callByKey(sql: Sql, hook: number, key: string): CallRow | null {
  return sql.first<CallRow>("SELECT * FROM hook_calls WHERE hook = ? AND key = ?", hook, key);
}

/** The newest first. */
export function pageOfCalls(sql: Sql, hook: number, limit: number, offset: number): HookCall[] {
  return sql
    .all<CallRow>(
      "SELECT * FROM hook_calls WHERE hook = ? ORDER BY id DESC LIMIT ? OFFSET ?",
      hook,
      limit,
      offset,
    )
    .map(toCall);
}

/**
 * The calls that may be deleted: all but those in progress, and the newest balance of each account,
 * which no older one may replace.
 */
const FORGETTABLE = `next_attempt_at IS NULL AND (run IS NOT NULL OR state <> 'done' OR EXISTS (SELECT 1 FROM hook_calls AS newer
  WHERE newer.account = old.account AND newer.state = 'done' AND newer.as_of >= old.as_of AND (newer.as_of > old.as_of OR newer.id > old.id)))`;

/** Forgets what is older than any sender's last attempt. */
export function forgetCalls(sql: Sql, hook: number, now: number): void {
  const old = `SELECT id FROM hook_calls AS old WHERE hook = ? AND received_at < ? AND ${FORGETTABLE} LIMIT ?`;
  sql.run(
    `DELETE FROM hook_calls WHERE id IN (${old})`,
    hook,
    now - HOOK_CALL_KEEP_MS,
    HOOK_CALLS_FORGOTTEN_STEP,
  );
}

/** Forgets the calls of a hook that was revoked: nobody can repeat them. */
export function forgetRevoked(sql: Sql, hook: number): void {
  if (hookById(sql, hook) !== null) return;
  sql.run(
    `DELETE FROM hook_calls WHERE id IN (SELECT id FROM hook_calls AS old WHERE hook = ? AND ${FORGETTABLE})`,
    hook,
  );
}

/** A call as it is shown, and as its sender is answered. */
export function toCall({
  id,
  run,
  account,
  amount,
  currency,
  as_of: asOf,
  state,
  said,
  received_at,
}: CallRow): HookCall {
  const isBalance =
    account !== null && amount !== null && currency !== null && asOf !== null && state !== null;
  const balance = isBalance
    ? { account_id: account, amount, currency, as_of: new Date(asOf).toISOString(), state, said }
    : null;
  return { id, received_at: new Date(received_at).toISOString(), import_id: run, balance };
}

function toHook(row: HookRow): Hook {
  return {
    id: row.id,
    label: row.label,
    check: row.sealed === null ? "address" : "signature",
    account_id: row.account,
    created_at: new Date(row.created_at).toISOString(),
    last_used_at: instant(row.last_used_at),
    refused_at: instant(row.refused_at),
    refusal: row.refusal,
  };
}

function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
