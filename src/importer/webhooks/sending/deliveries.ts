// The deliveries of one connection's notices. An attempt is counted, and put off by more than it
// can take, before its request leaves: killed in between, it is tried again. An answer counts for
// its own attempt alone, so none that comes late undoes another. Delivered at least once, under one
// webhook-id.

import {
  ENDPOINT_FAILING_MS_MAX,
  NOTICE_KEEP_MS,
  NOTICE_LEASE_MS,
  NOTICES_FORGOTTEN_STEP,
} from "../../../platform/limits.ts";
import { earliest } from "../../../platform/outbox/runner.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import { ATTEMPTS_MAX, type Planned } from "./next-attempt.ts";

/** A delivery whose attempt has begun. */
export interface Claimed {
  readonly id: number;
  readonly attempts: number;
  readonly endpoint: number;
  readonly sealed: string;
  readonly origin: string;
  readonly failing_since: number | null;
  readonly notice: string;
  readonly type: string;
  readonly subject: string;
  readonly data: string;
  readonly at: number;
}

/** A delivery as it is shown. */
export interface Delivery {
  readonly id: number;
  readonly webhook_id: string;
  readonly type: string;
  readonly subject: string;
  readonly happened_at: string;
  readonly state: "waiting" | "delivered" | "failed";
  readonly attempts: number;
  readonly last_attempt_at: string | null;
  readonly next_attempt_at: string | null;
  readonly status: number | null;
  readonly said: string | null;
}

/** The endpoints that are sent something at this moment. */
export type Busy = ReadonlySet<number>;

/** When the next attempt is due at an endpoint that is not busy; null where none waits. */
export function deliveriesDueAt(sql: Sql, busy: Busy): number | null {
  const due = listFirsts(sql, busy).map(({ next, quiet }) => Math.max(next, quiet));
  return earliest(due);
}

/** Of each endpoint that is not busy, what is to be sent to it first. */
function listFirsts(sql: Sql, busy: Busy): { id: number; next: number; quiet: number }[] {
  const first =
    "SELECT id FROM deliveries WHERE endpoint = e.id AND next_attempt_at IS NOT NULL ORDER BY next_attempt_at, id LIMIT 1";
  const statement = `SELECT d.id, d.next_attempt_at AS next, e.quiet_until AS quiet FROM endpoints e JOIN deliveries d ON d.id = (${first}) WHERE e.id NOT IN (SELECT value FROM json_each(?))`;
  return sql.all(statement, JSON.stringify([...busy]));
}

/**
 * Begins attempts that are due, `most` of them, at each endpoint that is not busy one: who is slow
 * keeps nobody else waiting. What was tried often enough, and never answered, has failed.
 */
export function claimDeliveries(sql: Sql, busy: Busy, most: number, now: number): Claimed[] {
  if (most <= 0) return [];
  return sql.transaction(() => {
    sql.run(
      "UPDATE deliveries SET state = 'failed', next_attempt_at = NULL, said = ? WHERE next_attempt_at <= ? AND attempts >= ?",
      UNHEARD,
      now,
      ATTEMPTS_MAX,
    );
    const due = listFirsts(sql, busy)
      .filter(({ next, quiet }) => next <= now && quiet <= now)
      .sort((a, b) => a.next - b.next || a.id - b.id);
    const claimed = sql.all<Claimed>(
      `SELECT d.id, d.attempts + 1 AS attempts, e.id AS endpoint, e.sealed, e.origin, e.failing_since, n.id AS notice, n.type, n.subject, n.data, n.at
       FROM deliveries d JOIN endpoints e ON e.id = d.endpoint JOIN notices n ON n.seq = d.notice WHERE d.id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(due.slice(0, most).map(({ id }) => id)),
    );
    for (const { id } of claimed)
      sql.run(
        "UPDATE deliveries SET attempts = attempts + 1, last_attempt_at = ?1, next_attempt_at = ?2 WHERE id = ?3",
        now,
        now + NOTICE_LEASE_MS,
        id,
      );
    return claimed;
  });
}

const UNHEARD = "nothing was heard of the last attempt";

const STATES = {
  delivered: "delivered",
  again: "waiting",
  disable: "failed",
  failed: "failed",
} as const satisfies Record<Planned["kind"], string>;

/** Stores how an attempt ended; nothing where a later one has begun, or the endpoint is gone. */
export function settleDelivery(
  sql: Sql,
  { id, attempts, endpoint }: Claimed,
  planned: Planned,
  heard: { readonly status: number | null; readonly said: string },
  now: number,
): void {
  sql.transaction(() => {
    const own =
      sql.first(
        "SELECT 1 FROM deliveries WHERE id = ? AND attempts = ? AND state = 'waiting'",
        id,
        attempts,
      ) !== null;
    if (!own) return;
    const state = STATES[planned.kind];
    sql.run(
      "UPDATE deliveries SET state = ?, next_attempt_at = ?, status = ?, said = ? WHERE id = ?",
      state,
      planned.kind === "again" ? planned.at : null,
      heard.status,
      heard.said,
      id,
    );
    if (planned.kind === "delivered")
      sql.run(
        "UPDATE endpoints SET failing_since = NULL, quiet_until = 0, delivered_at = ? WHERE id = ?",
        now,
        endpoint,
      );
    else
      sql.run(
        "UPDATE endpoints SET failing_since = COALESCE(failing_since, ?), quiet_until = MAX(quiet_until, ?) WHERE id = ?",
        now,
        planned.kind === "again" ? planned.quietUntil : 0,
        endpoint,
      );
    if (planned.kind === "disable") disable(sql, endpoint, planned.said);
  });
}

/** Ends what is told to an endpoint; what waits for it has failed, and can be sent again by hand. */
export function disable(sql: Sql, endpoint: number, said: string): void {
  sql.run("UPDATE endpoints SET state = 'disabled', said = ? WHERE id = ?", said, endpoint);
  sql.run(
    "UPDATE deliveries SET state = 'failed', next_attempt_at = NULL, said = COALESCE(said, 'the endpoint was switched off') WHERE endpoint = ? AND state = 'waiting'",
    endpoint,
  );
}

/** Has a delivery tried anew, from its first attempt; false where there is none. */
export function resend(sql: Sql, endpoint: number, id: number, now: number): boolean {
  return (
    sql.all(
      "UPDATE deliveries SET state = 'waiting', attempts = 0, next_attempt_at = ? WHERE id = ? AND endpoint = ? RETURNING id",
      now,
      id,
      endpoint,
    ).length > 0
  );
}

/** The newest first. */
export function pageOfDeliveries(
  sql: Sql,
  endpoint: number,
  limit: number,
  offset: number,
): Delivery[] {
  const rows = sql.all<
    Omit<Delivery, "happened_at" | "last_attempt_at" | "next_attempt_at"> & {
      at: number;
      last: number | null;
      next: number | null;
    }
  >(
    `SELECT d.id, n.id AS webhook_id, n.type, n.subject, d.state, d.attempts, d.status, d.said, n.at, d.last_attempt_at AS last, d.next_attempt_at AS next
     FROM deliveries d JOIN notices n ON n.seq = d.notice WHERE d.endpoint = ? ORDER BY d.id DESC LIMIT ? OFFSET ?`,
    endpoint,
    limit,
    offset,
  );
  return rows.map(({ at, last, next, ...row }) => ({
    ...row,
    happened_at: new Date(at).toISOString(),
    last_attempt_at: instant(last),
    next_attempt_at: instant(next),
  }));
}

/** Forgets what was told long ago. */
export function forgetDeliveries(sql: Sql, now: number): void {
  const old = now - Math.max(NOTICE_KEEP_MS, ENDPOINT_FAILING_MS_MAX);
  // The first is the oldest: asked at each alarm, the others are not looked at for nothing.
  const first = sql.first<{ at: number }>("SELECT at FROM notices ORDER BY seq LIMIT 1");
  if (first === null || first.at >= old) return;
  sql.transaction(() => {
    const ended =
      "SELECT d.id FROM notices n JOIN deliveries d ON d.notice = n.seq WHERE n.at < ? AND d.state <> 'waiting' LIMIT ?";
    sql.run(`DELETE FROM deliveries WHERE id IN (${ended})`, old, NOTICES_FORGOTTEN_STEP);
    sql.run(
      "DELETE FROM notices WHERE seq IN (SELECT seq FROM notices WHERE at < ? AND NOT EXISTS (SELECT 1 FROM deliveries WHERE notice = seq) LIMIT ?)",
      old,
      NOTICES_FORGOTTEN_STEP,
    );
  });
}

function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
