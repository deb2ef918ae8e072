// Deletes exactly what a run inserted, up to 500 at a time, but for what other imports have as well
// (inherit-rows.ts). A transaction that is gone already counts as undone; one that was split or
// grouped since is made whole again first, for its parts are its own and a group cannot lose a
// member. A transaction that still cannot be deleted stays, and the import's page names it. After a
// kill the undo starts again with what is still marked as inserted: deleting twice is answered
// "unknown", which is success.

import type { Sql } from "../../platform/sql/sql.ts";
import { BATCH_ROWS_MAX, UNDO_FREED_A_STEP, UNDO_REFUSALS_MAX } from "../../platform/limits.ts";
import { releaseDeletedTransactions } from "../inbox/applying/release.ts";
import type { DeleteReply, Refused } from "../posting/client.ts";
import type { NoAnswer, Chance } from "../../platform/outbox/effect.ts";
import { eachListed, type Drained, type QueueService } from "../posting/drain.ts";
import { handOver, heirRuns, waitAgain, type InsertedRow } from "./inherit-rows.ts";
import { planLooks } from "./late-arrivals.ts";
import { forget } from "../layouts/remembered-answers.ts";
import { rememberEdges } from "../imports/rows.ts";
import type { Run, Runs } from "../imports/runs.ts";
import type { RunState } from "../imports/states.ts";
import type { Standing } from "../posting/transaction.ts";
import { forgetTransfers } from "../matching/transfers.ts";

/** The service as undoing sees it. */
export interface UndoService extends Pick<QueueService, "list"> {
  remove(ids: readonly number[]): Promise<DeleteReply>;
  standing(id: number): Promise<Standing | Refused | NoAnswer>;
  dissolve(what: "split" | "group", id: number): Promise<DeleteReply>;
}

const CLOCK_SKEW_MS = 24 * 60 * 60_000;

export const UNDONE = "undone: deleted from the budget again";
const GONE = "undone: it had been deleted from the budget already";
const NOT_POSTED = "undone before it was posted";

/** Undoing begins: the answers that the run was read with are forgotten, and the transfers that it has a side of. */
export function beginUndo(sql: Sql, runs: Runs, run: Run, from: readonly RunState[]): void {
  sql.transaction(() => {
    if (run.layout !== null)
      forget(sql, run.layout.fingerprint, run.options.account, run.answers, run.surveyed_at);
    forgetTransfers(sql, run.seq);
    runs.change(run.seq, from, {
      state: "undoing",
      failures: 0,
      next_attempt_at: null,
      error: null,
    });
  });
}

/** One step of undoing; `undo_halvings` counts refusals in a row, each of which halves the request. */
export async function undoOnce(
  sql: Sql,
  runs: Runs,
  run: Run,
  service: UndoService,
  chance: Chance,
): Promise<Drained> {
  const size = Math.max(1, BATCH_ROWS_MAX >> Math.min(run.undo_halvings, 16));
  const inserted = sql.all<InsertedRow>(
    `SELECT seq, transaction_id FROM rows INDEXED BY rows_inserted
     WHERE run = ? AND state = 'inserted' AND kept = 0 AND transaction_id IS NOT NULL
     ORDER BY seq LIMIT ?`,
    run.seq,
    size,
  );
  if (inserted.length === 0) {
    finish(sql, runs, run, chance.now());
    return { kind: "done" };
  }
  const rows = handOver(sql, runs, run, inserted);
  if (rows.length === 0) return { kind: "moved" };
  runs.count(run.seq, { requests: 1 });
  const reply = await service.remove(rows.map((row) => row.transaction_id));
  const undoing = { sql, runs, run, service, chance };
  switch (reply.kind) {
    case "deleted":
      markUndone(undoing, rows, UNDONE);
      return { kind: "moved" };
    case "refused":
      if (reply.status === 404) return forgetGone(undoing, rows, reply);
      return freeRefused(undoing, rows, reply);
    case "throttled":
    case "unauthorized":
    case "unknown":
      return reply;
  }
}

interface Undoing {
  readonly sql: Sql;
  readonly runs: Runs;
  readonly run: Run;
  readonly service: UndoService;
  readonly chance: Chance;
}

/**
 * Some are gone already, by an answer that was lost or by a person: looks which, in one go. By time
 * of creation, since a person may have moved a transaction to another day or account.
 */
async function forgetGone(
  undoing: Undoing,
  rows: readonly InsertedRow[],
  reply: Refused,
): Promise<Drained> {
  const { sql, run, service } = undoing;
  const there = new Set<number>();
  const asked = new Set(rows.map((row) => row.transaction_id));
  // What an import that was taken back has left to this one is older than this one.
  const left = sql.first<{ at: number | null }>(
    "SELECT MIN(inserted_at) AS at FROM pendings WHERE run = ?",
    run.seq,
  );
  const taken = sql.first<{ at: number | null }>(
    "SELECT MIN(created_at) AS at FROM runs WHERE id IN (SELECT origin FROM rows WHERE run = ? AND origin IS NOT NULL)",
    run.seq,
  );
  const since = Math.min(run.created_at, left?.at ?? run.created_at, taken?.at ?? run.created_at);
  const query = { created_since: new Date(since - CLOCK_SKEW_MS).toISOString() };
  const failed = await eachListed(service, query, (transaction) => {
    if (asked.has(transaction.id)) there.add(transaction.id);
  });
  if (failed !== null) return failed;
  const gone = rows.filter((row) => !there.has(row.transaction_id));
  if (gone.length > 0) markUndone(undoing, gone, GONE);
  else keepRefused(undoing, findBlamed(rows, reply), reply);
  return { kind: "moved" };
}

/**
 * Undoes the splits and groups that the refused transactions are in, so that the next request can delete them;
 * where there are none to undo, or undoing them again and again does not help, the transactions stay.
 */
async function freeRefused(
  undoing: Undoing,
  rows: readonly InsertedRow[],
  reply: Refused,
): Promise<Drained> {
  const { runs, run, service } = undoing;
  if (run.undo_halvings >= UNDO_REFUSALS_MAX) {
    keepRefused(undoing, findBlamed(rows, reply), reply);
    return { kind: "moved" };
  }
  let freed = 0;
  const looked = findBlamed(rows, reply).slice(0, UNDO_FREED_A_STEP);
  for (const { transaction_id: id } of looked) {
    runs.count(run.seq, { requests: 1 });
    const found = await service.standing(id);
    if (found.kind !== "standing" && found.kind !== "refused") return found;
    if (found.kind === "refused" || (!found.split && found.group === null)) continue;
    runs.count(run.seq, { requests: 1 });
    const done = await (found.group === null
      ? service.dissolve("split", id)
      : service.dissolve("group", found.group));
    if (done.kind === "deleted") freed += 1;
    else if (done.kind !== "refused") return done;
  }
  if (freed === 0) keepRefused(undoing, looked, reply);
  else runs.change(run.seq, ["undoing"], { undo_halvings: run.undo_halvings + 1 });
  return { kind: "moved" };
}

/** The rows that a refusal names, or the only one there is. */
function findBlamed(rows: readonly InsertedRow[], reply: Refused): readonly InsertedRow[] {
  return rows.length === 1 ? rows : rows.filter((_, index) => reply.named.has(index));
}

/** Named or alone, a refused transaction stays; otherwise the next request is half as large. */
function keepRefused(
  { sql, runs, run }: Undoing,
  blamed: readonly InsertedRow[],
  reply: Refused,
): void {
  if (blamed.length === 0)
    runs.change(run.seq, ["undoing"], { undo_halvings: run.undo_halvings + 1 });
  else keep(sql, runs, run, blamed, `not undone: ${reply.message}`);
}

function markUndone(
  { sql, runs, run, chance }: Undoing,
  rows: readonly InsertedRow[],
  reason: string,
): void {
  const transactions = rows.map((row) => row.transaction_id);
  sql.transaction(() => {
    sql.run(
      "UPDATE rows SET state = 'skipped', reason = ? WHERE run = ? AND seq IN (SELECT value FROM json_each(?))",
      reason,
      run.seq,
      JSON.stringify(rows.map((row) => row.seq)),
    );
    releaseDeletedTransactions(sql, transactions, chance.now());
    waitAgain(sql, runs, transactions);
    runs.count(run.seq, { inserted: -rows.length, skipped: rows.length });
    runs.change(run.seq, ["undoing"], { undo_halvings: 0, failures: 0 });
  });
}

function keep(sql: Sql, runs: Runs, run: Run, rows: readonly InsertedRow[], reason: string): void {
  sql.transaction(() => {
    sql.run(
      "UPDATE rows SET kept = 1, reason = ? WHERE run = ? AND seq IN (SELECT value FROM json_each(?))",
      reason,
      run.seq,
      JSON.stringify(rows.map((row) => row.seq)),
    );
    runs.change(run.seq, ["undoing"], { undo_halvings: 0, failures: 0 });
  });
}

/**
 * Rows that were never posted are left out; the days and owners that the run taught are forgotten.
 * An import that took transactions over remembers their days instead, and transfers are looked for
 * among them again.
 */
function finish(sql: Sql, runs: Runs, run: Run, now: number): void {
  sql.transaction(() => {
    const waiting = sql.first<{ n: number }>(
      "SELECT COUNT(*) AS n FROM rows WHERE run = ? AND state = 'waiting'",
      run.seq,
    );
    sql.run(
      "UPDATE rows SET state = 'skipped', reason = ?, batch = NULL WHERE run = ? AND state = 'waiting'",
      NOT_POSTED,
      run.seq,
    );
    runs.count(run.seq, { skipped: waiting?.n ?? 0 });
    sql.run("DELETE FROM batches WHERE run = ?", run.seq);
    sql.run("DELETE FROM edges WHERE run = ?", run.seq);
    sql.run("DELETE FROM pendings WHERE run = ?", run.seq);
    sql.run("UPDATE pendings SET missing_in = NULL WHERE missing_in = ?", run.seq);
    sql.run("DELETE FROM lookalikes WHERE run = ?", run.seq);
    forgetTransfers(sql, run.seq);
    sql.run(
      `DELETE FROM claims WHERE external_id IN
         (SELECT item ->> '$.external_id' FROM rows INDEXED BY rows_duplicate JOIN row_texts USING (run, seq)
          WHERE run = ? AND state = 'duplicate' AND item IS NOT NULL)`,
      run.seq,
    );
    for (const heir of heirRuns(sql, run.seq).filter(({ state }) => state === "done")) {
      rememberEdges(sql, heir.seq);
      sql.run(
        "INSERT OR IGNORE INTO jobs (kind, run, subject, next_attempt_at) VALUES ('find transfers', ?1, ?1, ?2)",
        heir.seq,
        now,
      );
    }
    if (run.requests > 0) planLooks(sql, run.seq, now);
  });
}
