// How a connection stands, for the administrator: counts, times and bytes. Nothing of its money: no
// amount, payee, account, file name or text of a message.

import type { Sql } from "../platform/sql/sql.ts";
import { SCHEDULE_FAILURES_TOLD } from "../platform/limits.ts";
import { inSql } from "../platform/states.ts";
import { ACTIVE } from "./imports/states.ts";

/** Counts of what waits and of what is wrong in one connection. */
export interface QueueHealth {
  /** Imports, messages, runs and deliveries that the alarm works on, and since when the oldest waits. */
  readonly waiting: number;
  readonly oldest_waiting_at: number | null;
  readonly failed_imports: number;
  readonly failing_sources: number;
  readonly failing_webhooks: number;
  readonly authorize_again: number;
}

export interface ConnectionHealth extends QueueHealth {
  readonly database_bytes: number;
  /** Documents and messages in the bucket; a document that others have too is counted here as well. */
  readonly stored_bytes: number;
}

const WAITING = `
  SELECT created_at AS at FROM runs WHERE state IN ${inSql(ACTIVE)}
  UNION ALL SELECT received_at FROM inbox WHERE state IN ('received','reading')
  UNION ALL SELECT created_at FROM schedule_runs WHERE state = 'waiting'
  UNION ALL SELECT n.at FROM deliveries d JOIN notices n ON n.seq = d.notice WHERE d.next_attempt_at IS NOT NULL`;

/** What waits and what is wrong; reads no more rows than those. */
export function measureQueue(sql: Sql): QueueHealth {
  const queue = sql.first<{ waiting: number; oldest: number | null }>(
    `SELECT count(*) AS waiting, min(at) AS oldest FROM (${WAITING})`,
  );
  return {
    waiting: queue?.waiting ?? 0,
    oldest_waiting_at: queue?.oldest ?? null,
    failed_imports: sql.count("runs WHERE state = 'failed' AND dismissed_at IS NULL"),
    failing_sources: sql.count(
      "schedules WHERE stopped IS NOT NULL OR failures >= ?",
      SCHEDULE_FAILURES_TOLD,
    ),
    failing_webhooks: sql.count("endpoints WHERE failing_since IS NOT NULL"),
    authorize_again: sql.count("connection WHERE state = 'authorize again'"),
  };
}

/** The same, and how much is stored. */
export function measureConnection(sql: Sql): ConnectionHealth {
  const stored = sql.first<{ bytes: number }>(
    `SELECT
       coalesce((SELECT sum(bytes) FROM (
         SELECT DISTINCT document ->> '$.sha256', document ->> '$.bytes' AS bytes FROM runs)), 0)
       + coalesce((SELECT sum(bytes) FROM (SELECT DISTINCT sha256, bytes FROM inbox)), 0) AS bytes`,
  );
  return { ...measureQueue(sql), database_bytes: sql.bytes(), stored_bytes: stored?.bytes ?? 0 };
}
