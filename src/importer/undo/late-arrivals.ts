// Transactions that arrive after their import was undone: the service finished a request late, and
// its response was lost. They carry the import's mark. They are looked for several times after an
// undo and whenever the user asks, and offered for deletion, which is one more undo of the same
// import. If another import found one already there, it becomes that import's.

import { LATE_LOOKS_MS } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { NoAnswer } from "../../platform/outbox/effect.ts";
import { eachListed, type QueueService } from "../posting/drain.ts";
import { findHeirs, takeOver } from "./inherit-rows.ts";
import type { Run, Runs } from "../imports/runs.ts";

/** A transaction that is offered for deletion; `amount` as in the service: positive is a debit. */
export interface LateTransaction {
  readonly transaction_id: number;
  readonly line: number;
  readonly date: string;
  readonly amount: string;
  readonly currency: string | null;
  readonly payee: string;
}

const DAY_MS = 24 * 60 * 60_000;
/** The cursor of a search on request, which goes back to the import's first day. */
export const ON_REQUEST = "on request";

/** Schedules the searches after an undo; or one at once, because the user asks. */
export function planLooks(sql: Sql, run: number, now: number, onRequest = false): void {
  const at = onRequest ? now : now + LATE_LOOKS_MS[0];
  sql.run(
    `INSERT INTO jobs (kind, run, subject, cursor, next_attempt_at) VALUES ('find late', ?1, ?1, ?2, ?3)
     ON CONFLICT (kind, subject) DO UPDATE
       SET cursor = excluded.cursor, failures = 0, next_attempt_at = excluded.next_attempt_at`,
    run,
    onRequest ? ON_REQUEST : "0",
    at,
  );
}

/** The search after the one of this cursor, and its delay; null after the last. */
export function nextLook(
  cursor: string | null,
): { readonly cursor: string; readonly delay: number } | null {
  const next = cursor === ON_REQUEST ? 1 : Number(cursor ?? 0) + 1;
  const delay = LATE_LOOKS_MS[next];
  return delay === undefined ? null : { cursor: String(next), delay };
}

/** Searches the budget once; null when the transactions that it found are stored. */
export async function lookForLate(
  sql: Sql,
  runs: Runs,
  run: Run,
  service: Pick<QueueService, "list">,
  { cursor, now }: { readonly cursor: string | null; readonly now: number },
): Promise<NoAnswer | null> {
  const undone = cursor === ON_REQUEST ? 0 : (run.finished_at ?? now) - DAY_MS;
  // The clocks of both services may differ.
  const since = Math.max(run.created_at, undone) - DAY_MS;
  const found = new Map<string, number>();
  const failed = await eachListed(
    service,
    { created_since: new Date(since).toISOString() },
    ({ id, run: mark, external_id, part }) => {
      if (mark === run.id && external_id !== null && !part) found.set(external_id, id);
    },
  );
  if (failed !== null) return failed;
  sql.transaction(() => {
    if (runs.bySeq(run.seq)?.state === "undone") store(sql, runs, run, found, now);
  });
  return null;
}

function store(
  sql: Sql,
  runs: Runs,
  run: Run,
  found: ReadonlyMap<string, number>,
  now: number,
): void {
  sql.run("DELETE FROM late WHERE run = ?", run.seq);
  if (found.size === 0) return;
  const ids = JSON.stringify([...found.values()]);
  const owned = new Set(
    sql
      .all<{ id: number }>(
        `SELECT transaction_id AS id FROM rows WHERE transaction_id IN (SELECT value FROM json_each(?1))
           AND state = 'inserted'
         UNION SELECT transaction_id FROM pendings WHERE transaction_id IN (SELECT value FROM json_each(?1))`,
        ids,
      )
      .map(({ id }) => id),
  );
  const heirs = findHeirs(sql, run.seq, [...found.values()]);
  const rows = sql.all<{ seq: number; external_id: string }>(
    `SELECT seq, item ->> '$.external_id' AS external_id FROM rows JOIN row_texts USING (run, seq)
     WHERE run = ? AND state IN ('skipped','rejected')
       AND item ->> '$.external_id' IN (SELECT value FROM json_each(?))`,
    run.seq,
    JSON.stringify([...found.keys()]),
  );
  for (const { seq, external_id } of rows) {
    const id = found.get(external_id);
    if (id === undefined || owned.has(id)) continue;
    const heir = heirs.get(id);
    if (heir !== undefined) takeOver(sql, runs, heir, run.id);
    else
      sql.run(
        "INSERT OR REPLACE INTO late (transaction_id, run, seq, found_at) VALUES (?, ?, ?, ?)",
        id,
        run.seq,
        seq,
        now,
      );
  }
}

/** Lists the transactions that are offered for deletion, in the order of their rows. */
export function listLate(sql: Sql, run: number, limit: number, offset: number): LateTransaction[] {
  return sql.all<LateTransaction>(
    `SELECT l.transaction_id, r.line, r.date, item ->> '$.amount' AS amount,
       item ->> '$.currency' AS currency, item ->> '$.payee' AS payee
     FROM late l JOIN rows r USING (run, seq) JOIN row_texts USING (run, seq)
     WHERE l.run = ? ORDER BY l.seq LIMIT ? OFFSET ?`,
    run,
    limit,
    offset,
  );
}

/**
 * Begins to delete the offered transactions: the rows belong to the import again, and it is undone
 * again. False if none is offered.
 */
export function deleteLate(sql: Sql, runs: Runs, run: Run): boolean {
  return sql.transaction(() => {
    const late = sql.all<{ transaction_id: number; seq: number; state: "skipped" | "rejected" }>(
      `SELECT l.transaction_id, l.seq, r.state FROM late l JOIN rows r ON r.run = l.run AND r.seq = l.seq
       WHERE l.run = ? AND r.state IN ('skipped','rejected')`,
      run.seq,
    );
    if (
      late.length === 0 ||
      !runs.change(run.seq, ["undone"], {
        state: "undoing",
        failures: 0,
        undo_halvings: 0,
        error: null,
        finished_at: null,
      })
    )
      return false;
    for (const { transaction_id, seq, state } of late) {
      sql.run(
        "UPDATE rows SET state = 'inserted', transaction_id = ?, reason = NULL, kept = 0 WHERE run = ? AND seq = ?",
        transaction_id,
        run.seq,
        seq,
      );
      runs.count(run.seq, { inserted: 1, [state]: -1 });
    }
    sql.run("DELETE FROM late WHERE run = ?", run.seq);
    return true;
  });
}
