// The Importer's tables of the queue as plain data, which die by chance before or after any write.

import type { QueueStore, StoredBatch } from "../../../src/importer/posting/drain.ts";
import type { PlannedRow } from "../../../src/importer/posting/plan.ts";
import type { Settlement } from "../../../src/importer/posting/settle.ts";

/** The process died here: what was stored stays, the rest is gone. */
export class Crash extends Error {}

const SUSPECT = ["no", "alone", "others accepted"] as const;

interface MemoryBatch {
  readonly id: number;
  readonly seqs: number[];
  readonly skip: boolean;
  doubtful: boolean;
  strikes: number;
  suspect: number;
}

export interface MemoryRow extends PlannedRow {
  readonly external_id: string;
  readonly item: string;
  state: string;
  batch: number | null;
  transaction: number | null;
}

/** The Importer's tables for one run, dying by chance before or after any write. */
export class MemoryStore implements QueueStore {
  readonly rows: MemoryRow[];
  #batches: MemoryBatch[] = [];
  #nextBatch = 1;
  readonly #claims: Map<string, number>;
  /** The rows of this run and of the runs before it. */
  readonly #settled: readonly MemoryRow[];
  readonly #random: () => number;
  #crashes: number;

  constructor(
    rows: MemoryRow[],
    before: readonly MemoryRow[],
    claims: Map<string, number>,
    random: () => number,
    crashes: number,
  ) {
    this.rows = rows;
    this.#settled = [...before, ...rows];
    this.#claims = claims;
    this.#random = random;
    this.#crashes = crashes;
  }

  calm(): void {
    this.#crashes = 0;
  }

  /** The service has accepted rows of some other batch. */
  acceptOthers(): void {
    for (const one of this.#batches) if (one.suspect === 1) one.suspect = 2;
  }

  openBatch(): StoredBatch | null {
    const [batch] = [...this.#batches].sort(
      (a, b) => a.strikes - b.strikes || Number(b.doubtful) - Number(a.doubtful) || a.id - b.id,
    );
    return batch === undefined || (batch.strikes > 0 && this.waitingRows(1).length > 0)
      ? null
      : this.#shown(batch);
  }

  doubtfulBatch(): StoredBatch | null {
    const batch = this.#batches.find(({ doubtful }) => doubtful);
    return batch === undefined ? null : this.#shown(batch);
  }

  #shown(batch: MemoryBatch): StoredBatch {
    const rows = this.rows.filter((row) => batch.seqs.includes(row.seq));
    return {
      id: batch.id,
      rows: rows.map(({ seq, account, date, external_id }) => ({
        seq,
        account,
        date,
        external_id,
      })),
      items: rows.map((row) => row.item),
      skip_duplicates: batch.skip,
      doubtful: batch.doubtful,
      strikes: batch.strikes,
      suspect: SUSPECT[batch.suspect] ?? "no",
      smallest: this.#batches.every(({ seqs }) => seqs.length < 2),
    };
  }

  waitingRows(limit: number): PlannedRow[] {
    return this.rows
      .filter((row) => row.state === "waiting" && row.batch === null)
      .sort((a, b) => a.date.localeCompare(b.date) || a.amount - b.amount || a.seq - b.seq)
      .slice(0, limit);
  }

  createBatch(seqs: readonly number[], skipDuplicates: boolean): void {
    this.#write(() => this.#add(seqs, skipDuplicates, false));
  }

  markSent(batch: number): void {
    this.#write(() => this.#change(batch, (found) => (found.doubtful = true)));
  }

  strike(batch: number): void {
    this.#write(() =>
      this.#change(batch, (found) => {
        found.strikes += 1;
        found.suspect = Math.max(1, found.suspect);
      }),
    );
  }

  markUnsent(batch: number, doubtful: boolean): void {
    this.#write(() => this.#change(batch, (found) => (found.doubtful = doubtful)));
  }

  settle(batch: number, settlement: Settlement): void {
    this.#write(() => {
      if (!this.#batches.some((found) => found.id === batch)) return;
      this.#batches = this.#batches.filter((found) => found.id !== batch);
      for (const fate of settlement.fates) {
        const row = this.rows.find((found) => found.seq === fate.seq);
        if (row === undefined || row.state !== "waiting")
          throw new Error(`row ${fate.seq} is settled twice`);
        row.state = fate.state;
        row.batch = null;
        row.transaction = fate.transaction_id;
        if (fate.claims && fate.transaction_id !== null)
          this.#claims.set(row.external_id, fate.transaction_id);
      }
      for (const { seqs, skip_duplicates, doubtful, suspect } of settlement.followUps)
        this.#add(seqs, skip_duplicates, doubtful, suspect);
      if (settlement.accepted === true) this.acceptOthers();
    });
  }

  claimsOn(transactions: readonly number[]): ReadonlyMap<string, number> {
    return new Map(
      [...this.#claims].filter(([, transaction]) => transactions.includes(transaction)),
    );
  }

  ownedAmong(transactions: readonly number[]): ReadonlySet<number> {
    const owned = this.#settled.filter(
      ({ state, transaction }) => state === "inserted" && transaction !== null,
    );
    return new Set(
      owned.flatMap(({ transaction }) =>
        transaction !== null && transactions.includes(transaction) ? [transaction] : [],
      ),
    );
  }

  undoneAmong(): ReadonlySet<string> {
    return new Set();
  }

  #add(
    seqs: readonly number[],
    skip: boolean,
    doubtful: boolean,
    suspect: StoredBatch["suspect"] = "no",
  ): void {
    const id = this.#nextBatch++;
    this.#batches.push({
      id,
      seqs: [...seqs],
      skip,
      doubtful,
      strikes: 0,
      suspect: SUSPECT.indexOf(suspect),
    });
    for (const row of this.rows) if (seqs.includes(row.seq)) row.batch = id;
  }

  #change(id: number, change: (batch: MemoryBatch) => unknown): void {
    const batch = this.#batches.find((found) => found.id === id);
    if (batch !== undefined) change(batch);
  }

  #write(work: () => void): void {
    const chance = this.#random();
    if (chance < this.#crashes / 2) throw new Crash("before the write");
    work();
    if (chance < this.#crashes) throw new Crash("after the write");
  }
}
