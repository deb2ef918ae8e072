// The queue's storage on the Importer's SQLite: each method of QueueStore is one transaction.

import * as z from "zod";
import type { Sql } from "../../platform/sql/sql.ts";
import type { QueueStore, StoredBatch } from "./drain.ts";
import type { PlannedRow } from "./plan.ts";
import { externalId } from "../imports/external-id.ts";
import type { Runs } from "../imports/runs.ts";
import type { SentRow, Settlement } from "./settle.ts";
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

type RowToSend = readonly [
  seq: number,
  account: number,
  date: string,
  amount: number,
  key: string | null,
  occurrence: number | null,
  item: string,
];

const TO_SEND = "seq, account, date, amount, key, occurrence, item";

/** The queue of one run. */
export class SqlQueueStore implements QueueStore {
  readonly #sql: Sql;
  readonly #runs: Runs;
  readonly #run: number;
  /** The rows that waitingRows has just read. */
  #window: ReadonlyMap<number, RowToSend> = new Map();
  /** Those of them that a batch was just made of: openBatch need not read them again. */
  #planned: { readonly seqs: string; readonly rows: readonly RowToSend[] } | null = null;

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
    return row === null || (row.strikes > 0 && this.#isWaiting()) ? null : this.#toBatch(row);
  }

  doubtfulBatch(): StoredBatch | null {
    const row = this.#sql.first<BatchRow>(
      "SELECT * FROM batches WHERE run = ? AND doubtful = 1 ORDER BY id LIMIT 1",
      this.#run,
    );
    return row === null ? null : this.#toBatch(row);
  }

  waitingRows(limit: number): PlannedRow[] {
    const rows = this.#sql.values<RowToSend>(
      `SELECT ${TO_SEND} FROM rows JOIN row_texts USING (run, seq)
       WHERE run = ? AND state = 'waiting' AND batch IS NULL ORDER BY date, amount, seq LIMIT ?`,
      this.#run,
      limit,
    );
    this.#window = new Map(rows.map((row) => [row[0], row]));
    return rows.map(toPlanned);
  }

  #isWaiting(): boolean {
    return (
      this.#sql.first(
        "SELECT 1 FROM rows WHERE run = ? AND state = 'waiting' AND batch IS NULL LIMIT 1",
        this.#run,
      ) !== null
    );
  }

  createBatch(seqs: readonly number[], skipDuplicates: boolean): void {
    this.#sql.transaction(() => this.#insertBatch(seqs, skipDuplicates, false));
    const rows = seqs.flatMap((seq) => {
      const row = this.#window.get(seq);
      return row === undefined ? [] : [row];
    });
    this.#window = new Map();
    if (rows.length === seqs.length)
      this.#planned = { seqs: JSON.stringify(seqs), rows: rows.sort(byDate) };
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
    const rows = this.#planned?.seqs === row.seqs ? this.#planned.rows : this.#readRows(row.seqs);
    this.#planned = null;
    return {
      id: row.id,
      rows: rows.map(toSent),
      items: rows.map(([, , , , , , item]) => item),
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

  #readRows(seqs: string): readonly RowToSend[] {
    return this.#sql.values<RowToSend>(
      `SELECT ${TO_SEND} FROM rows JOIN row_texts USING (run, seq)
       WHERE run = ? AND seq IN (SELECT value FROM json_each(?)) ORDER BY date, seq`,
      this.#run,
      seqs,
    );
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

/**
 * A row of a window as it is planned. The payee tells rows of one account, day and amount apart, so
 * only those, which are neighbours, need theirs.
 */
function toPlanned(row: RowToSend, index: number, window: readonly RowToSend[]): PlannedRow {
  const [seq, account, date, amount, , , item] = row;
  const isAlike = (other: RowToSend | undefined) =>
    other !== undefined && other[2] === date && other[3] === amount;
  const payee =
    isAlike(window[index - 1]) || isAlike(window[index + 1]) ? (parseItem(item).payee ?? "") : "";
  return { seq, account, date, amount, payee };
}

function toSent([seq, account, date, , key, occurrence, item]: RowToSend): SentRow {
  const { date: dated, external_id } = readItem(item, key, occurrence);
  return { seq, account, date: dated, ...(dated !== date && { posted: date }), external_id };
}

const DATE_FIRST = '{"date":"';
const DATE_END = DATE_FIRST.length + "2026-11-25".length;

/**
 * Date and external_id of an item's text. They are the first and the last of its properties as
 * item.ts writes it; any other text is parsed.
 */
function readItem(
  item: string,
  key: string | null,
  occurrence: number | null,
): { readonly date: string; readonly external_id: string } {
  const id = key === null || occurrence === null ? null : externalId(key, occurrence);
  return id !== null &&
    item.endsWith(`,"external_id":"${id}"}`) &&
    item.startsWith(DATE_FIRST) &&
    item[DATE_END] === '"'
    ? { date: item.slice(DATE_FIRST.length, DATE_END), external_id: id }
    : parseItem(item);
}

const ITEM = z.object({ date: z.string(), payee: z.string().nullish(), external_id: z.string() });

function parseItem(item: string): z.infer<typeof ITEM> {
  return ITEM.parse(JSON.parse(item));
}

function byDate([a, , dateA]: RowToSend, [b, , dateB]: RowToSend): number {
  if (dateA === dateB) return a - b;
  return dateA < dateB ? -1 : 1;
}
