// The queue's storage on the Importer's SQLite: each method of QueueStore is one transaction.

import type { Sql } from "../../platform/sql/sql.ts";
import type { QueueStore, StoredBatch } from "./drain.ts";
import type { PlannedRow } from "./plan.ts";
import type { Runs } from "../imports/runs.ts";
import type { Settlement } from "./settle.ts";
import { storeFates } from "./store-fates.ts";

interface BatchRow {
  readonly id: number;
  readonly seqs: string;
  readonly skip_duplicates: number;
  readonly doubtful: number;
  readonly strikes: number;
  readonly suspect: number;
}

const SUSPECT = ["no", "alone", "others accepted"] as const;

interface SentRowWithItem {
  readonly seq: number;
  readonly account: number;
  readonly date: string;
  readonly dated: string;
  readonly external_id: string;
  readonly item: string;
}

/** The queue of one run. */
export class SqlQueueStore implements QueueStore {
  readonly #sql: Sql;
  readonly #runs: Runs;
  readonly #run: number;

  constructor(sql: Sql, runs: Runs, run: number) {
    this.#sql = sql;
    this.#runs = runs;
    this.#run = run;
  }

  openBatch(): StoredBatch | null {
    const row = this.#sql.first<BatchRow>(
      "SELECT * FROM batches WHERE run = ? ORDER BY strikes, doubtful DESC, id LIMIT 1",
      this.#run,
    );
    // The rows that follow are sent before one that the service failed at is tried again.
    return row === null || (row.strikes > 0 && this.waitingRows(1).length > 0)
      ? null
      : this.#toBatch(row);
  }

  doubtfulBatch(): StoredBatch | null {
    const row = this.#sql.first<BatchRow>(
      "SELECT * FROM batches WHERE run = ? AND doubtful = 1 ORDER BY id LIMIT 1",
      this.#run,
    );
    return row === null ? null : this.#toBatch(row);
  }

  waitingRows(limit: number): PlannedRow[] {
    return this.#sql.all<PlannedRow>(
      `SELECT seq, account, date, amount, json_extract(item, '$.payee') AS payee FROM rows
       WHERE run = ? AND state = 'waiting' AND batch IS NULL ORDER BY date, amount, seq LIMIT ?`,
      this.#run,
      limit,
    );
  }

  createBatch(seqs: readonly number[], skipDuplicates: boolean): void {
    this.#sql.transaction(() => this.#insertBatch(seqs, skipDuplicates, false));
  }

  markSent(batch: number): void {
    this.#sql.transaction(() => {
      this.#sql.run("UPDATE batches SET doubtful = 1 WHERE id = ?", batch);
      this.#runs.count(this.#run, { requests: 1 });
    });
  }

  strike(batch: number): void {
    this.#sql.run(
      "UPDATE batches SET strikes = strikes + 1, suspect = MAX(suspect, 1) WHERE id = ?",
      batch,
    );
  }

  markUnsent(batch: number, doubtful: boolean): void {
    this.#sql.run("UPDATE batches SET doubtful = ? WHERE id = ?", doubtful, batch);
  }

  settle(batch: number, settlement: Settlement): void {
    this.#sql.transaction(() => {
      // Answered twice: the batch is gone and its rows are settled.
      if (this.#sql.run("DELETE FROM batches WHERE id = ?", batch) === 0) return;
      const counts = { inserted: 0, duplicate: 0, rejected: 0 };
      for (const fate of settlement.fates) counts[fate.state] += 1;
      storeFates(this.#sql, this.#run, settlement.fates);
      for (const { seqs, skip_duplicates, doubtful, suspect } of settlement.followUps)
        this.#insertBatch(seqs, skip_duplicates, doubtful, suspect);
      if (settlement.accepted === true)
        this.#sql.run("UPDATE batches SET suspect = 2 WHERE suspect = 1");
      this.#runs.count(this.#run, counts);
    });
  }

  claimsOn(transactions: readonly number[]): ReadonlyMap<string, number> {
    const claims = this.#sql.all<{ external_id: string; transaction_id: number }>(
      "SELECT external_id, transaction_id FROM claims WHERE transaction_id IN (SELECT value FROM json_each(?))",
      JSON.stringify(transactions),
    );
    return new Map(claims.map((claim) => [claim.external_id, claim.transaction_id]));
  }

  ownedAmong(transactions: readonly number[]): ReadonlySet<number> {
    const owned = this.#sql.all<{ id: number }>(
      `SELECT transaction_id AS id FROM rows WHERE transaction_id IN (SELECT value FROM json_each(?1)) AND state = 'inserted'
       UNION SELECT transaction_id FROM pendings WHERE transaction_id IN (SELECT value FROM json_each(?1))`,
      JSON.stringify(transactions),
    );
    return new Set(owned.map(({ id }) => id));
  }

  undoneAmong(runs: readonly string[]): ReadonlySet<string> {
    const undone = this.#sql.all<{ id: string }>(
      "SELECT id FROM runs WHERE state = 'undone' AND id IN (SELECT value FROM json_each(?))",
      JSON.stringify([...new Set(runs)]),
    );
    return new Set(undone.map(({ id }) => id));
  }

  #toBatch(row: BatchRow): StoredBatch {
    const rows = this.#sql.all<SentRowWithItem>(
      `SELECT seq, account, date, json_extract(item, '$.date') AS dated,
         json_extract(item, '$.external_id') AS external_id, item FROM rows
       WHERE run = ? AND seq IN (SELECT value FROM json_each(?)) ORDER BY date, seq`,
      this.#run,
      row.seqs,
    );
    return {
      id: row.id,
      rows: rows.map(({ seq, account, date, dated, external_id }) => ({
        seq,
        account,
        date: dated,
        ...(dated !== date && { posted: date }),
        external_id,
      })),
      items: rows.map(({ item }) => item),
      skip_duplicates: row.skip_duplicates === 1,
      doubtful: row.doubtful === 1,
      strikes: row.strikes,
      suspect: SUSPECT[row.suspect] ?? "no",
      smallest:
        this.#sql.first(
          "SELECT 1 FROM batches WHERE run = ? AND json_array_length(seqs) > 1 LIMIT 1",
          this.#run,
        ) === null,
    };
  }

  #insertBatch(
    seqs: readonly number[],
    skipDuplicates: boolean,
    doubtful: boolean,
    suspect: StoredBatch["suspect"] = "no",
  ): void {
    const list = JSON.stringify(seqs);
    const values = [this.#run, list, skipDuplicates, doubtful, SUSPECT.indexOf(suspect)] as const;
    this.#sql.run(
      "INSERT INTO batches (run, seqs, skip_duplicates, doubtful, suspect) VALUES (?, ?, ?, ?, ?)",
      ...values,
    );
    this.#sql.run(
      `UPDATE rows SET batch = (SELECT MAX(id) FROM batches WHERE run = ?1)
       WHERE run = ?1 AND seq IN (SELECT value FROM json_each(?2))`,
      this.#run,
      list,
    );
  }
}
