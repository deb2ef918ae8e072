// Handles transactions of an undone import that another import found already there: they stay, and
// become that import's rows. Only our rows decide whose a transaction is: the one row that is
// "inserted" with it. The mark in the budget names the import that made it; a row that took it over
// stores that as its origin.
//
// An import takes over what it settled before the undo began. One that has not begun to post waits
// for the undo (next-import.ts), so no delete request is under way for a transaction that is handed
// over. Its rows that were recorded as already there wait again.

import type { Sql } from "../../platform/sql/sql.ts";
import { inSql } from "../../platform/states.ts";
import type { Run, Runs } from "../imports/runs.ts";
import { POSTING } from "../imports/states.ts";

/** A row with its transaction. */
export interface InsertedRow {
  readonly seq: number;
  readonly transaction_id: number;
}

/** The effect of undoing an import; `stays`: how many transactions each other import takes over. */
export interface UndoForeseen {
  readonly deletes: number;
  readonly stays: readonly {
    readonly import: string;
    readonly name: string;
    readonly transactions: number;
  }[];
}

interface Heir extends InsertedRow {
  readonly run: number;
}

const TAKES = `(runs.state = 'done' OR (runs.state IN ${inSql(POSTING)} AND runs.posting_since IS NOT NULL))`;

/** The rows of other imports that take these transactions over: for each the earliest import's. */
export function findHeirs(
  sql: Sql,
  run: number,
  transactions: readonly number[],
): ReadonlyMap<number, Heir> {
  const heirs = sql.all<Heir>(
    `SELECT r.transaction_id, r.run, r.seq FROM rows r JOIN runs ON runs.seq = r.run
     WHERE r.transaction_id IN (SELECT value FROM json_each(?)) AND r.state = 'duplicate'
       AND r.run <> ? AND ${TAKES} ORDER BY r.run DESC, r.seq DESC`,
    JSON.stringify(transactions),
    run,
  );
  return new Map(heirs.map((heir) => [heir.transaction_id, heir]));
}

/**
 * Hands over the transactions of these rows that other imports have too; returns the remaining
 * rows.
 */
export function handOver(
  sql: Sql,
  runs: Runs,
  run: Run,
  rows: readonly InsertedRow[],
): InsertedRow[] {
  return sql.transaction(() => {
    const heirs = findHeirs(
      sql,
      run.seq,
      rows.map((row) => row.transaction_id),
    );
    for (const row of rows) {
      const heir = heirs.get(row.transaction_id);
      if (heir === undefined) continue;
      const origin =
        sql.first<{ origin: string | null }>(
          "SELECT origin FROM rows WHERE run = ? AND seq = ?",
          run.seq,
          row.seq,
        )?.origin ?? run.id;
      const reason = `undone: the transaction stays because ${nameImport(sql, heir.run)} has it too`;
      sql.run(
        "UPDATE rows SET state = 'skipped', reason = ? WHERE run = ? AND seq = ?",
        reason,
        run.seq,
        row.seq,
      );
      runs.count(run.seq, { inserted: -1, skipped: 1 });
      takeOver(sql, runs, heir, origin);
      sql.run(
        "UPDATE pendings SET run = ?, seq = ? WHERE transaction_id = ? AND run = ?",
        heir.run,
        heir.seq,
        row.transaction_id,
        run.seq,
      );
    }
    return rows.filter((row) => !heirs.has(row.transaction_id));
  });
}

/** The transaction belongs to the row from now on; `origin`: the import whose mark it carries. */
export function takeOver(
  sql: Sql,
  runs: Runs,
  heir: Pick<Heir, "run" | "seq">,
  origin: string,
): void {
  const reason = "already in the budget; taken over from an import that was undone";
  sql.run(
    "UPDATE rows SET state = 'inserted', origin = ?, reason = ? WHERE run = ? AND seq = ?",
    origin,
    reason,
    heir.run,
    heir.seq,
  );
  runs.count(heir.run, { duplicate: -1, inserted: 1 });
}

/**
 * Rows of imports that have not begun to post wait again, if they were recorded as transactions
 * that are now deleted.
 */
export function waitAgain(sql: Sql, runs: Runs, transactions: readonly number[]): void {
  const list = JSON.stringify(transactions);
  const rows = sql.all<{ run: number; seq: number }>(
    `UPDATE rows SET state = 'waiting', transaction_id = NULL, reason = NULL
     WHERE transaction_id IN (SELECT value FROM json_each(?)) AND state = 'duplicate' AND run IN (SELECT seq FROM runs
       WHERE state IN ('reading','question','preview') OR (state IN ${inSql(POSTING)} AND posting_since IS NULL))
     RETURNING run, seq`,
    list,
  );
  for (const { run, seq } of rows) {
    sql.run("DELETE FROM lookalikes WHERE run = ? AND seq = ?", run, seq);
    runs.count(run, { duplicate: -1 });
  }
  sql.run("DELETE FROM claims WHERE transaction_id IN (SELECT value FROM json_each(?))", list);
}

/** The imports that took over transactions of this one. */
export function heirRuns(
  sql: Sql,
  run: number,
): readonly { readonly seq: number; readonly state: string }[] {
  return sql.all(
    `SELECT seq, state FROM runs WHERE seq IN (
       SELECT heir.run FROM rows mine JOIN rows heir ON heir.transaction_id = mine.transaction_id
       WHERE mine.run = ?1 AND mine.state = 'skipped'
         AND heir.run <> ?1 AND heir.state = 'inserted' AND heir.origin IS NOT NULL)`,
    run,
  );
}

/** Counts what undoing an import would delete now, and what would stay. */
export function foreseeUndo(sql: Sql, run: number): UndoForeseen {
  const heirs = sql.all<{ heir: number | null; n: number }>(
    `SELECT heir, COUNT(*) AS n FROM (
       SELECT (SELECT MIN(r.run) FROM rows r JOIN runs ON runs.seq = r.run
               WHERE r.transaction_id = mine.transaction_id AND r.state = 'duplicate'
                 AND r.run <> mine.run AND ${TAKES}) AS heir
       FROM rows mine INDEXED BY rows_inserted WHERE mine.run = ? AND mine.state = 'inserted' AND mine.kept = 0)
     GROUP BY heir ORDER BY heir`,
    run,
  );
  const stays = heirs.flatMap(({ heir, n }) => {
    const found =
      heir === null ? null : sql.first<{ id: string }>("SELECT id FROM runs WHERE seq = ?", heir);
    return found === null || heir === null
      ? []
      : [{ import: found.id, name: nameImport(sql, heir), transactions: n }];
  });
  return { deletes: heirs.find(({ heir }) => heir === null)?.n ?? 0, stays };
}

function nameImport(sql: Sql, run: number): string {
  return (
    sql.first<{ name: string }>("SELECT document ->> '$.name' AS name FROM runs WHERE seq = ?", run)
      ?.name ?? "another import"
  );
}
