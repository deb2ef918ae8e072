// A budget service, a network and a disk made of plain data, all failing by a seeded chance, round the real
// queue core. simulate(seed) replays bit for bit; the test runs thousands of seeds.

import type { PostReply, StoredTransaction, TransactionQuery } from "../../../src/import/post/client.ts";
import { drainOnce, type QueueService, type QueueStore, type StoredBatch } from "../../../src/import/post/drain.ts";
import type { PlannedRow } from "../../../src/import/post/plan.ts";
import type { Settlement } from "../../../src/import/post/settle.ts";

/** mulberry32: small, seeded, good enough for choosing faults. */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The process died here: what was stored stays, the rest is gone. */
export class Crash extends Error {}

export interface Coffee {
  readonly account: number;
  readonly date: string;
  readonly amount: number;
  readonly payee: string;
  /** The identity key without the occurrence number. */
  readonly key: string;
  readonly poison: boolean;
}

const PLAIN = { currency: "usd", text: null, bound: false, facts: {} } as const;

interface Kept extends StoredTransaction {
  readonly key: string | null;
}

type Fault = "none" | "lost before" | "lost after" | "throttled" | "500 before" | "500 after" | "garbage" | "unauthorized" | "twice";

/** The service by its document: external_id unique per account, skip_duplicates against stored ones only. */
export class FakeBudget implements QueueService {
  readonly kept: Kept[] = [];
  requests = 0;
  #next = 1;
  readonly #random: () => number;
  readonly #faults: number;
  readonly #namesPoison: boolean;

  constructor(random: () => number, faults: number, namesPoison: boolean) {
    this.#random = random;
    this.#faults = faults;
    this.#namesPoison = namesPoison;
  }

  typeByHand(row: Coffee): void {
    this.kept.push({ ...wireOf(row), id: this.#next++, external_id: null, run: null, key: null });
  }

  async post(body: string): Promise<PostReply> {
    this.requests += 1;
    const fault = this.#fault();
    if (fault === "lost before") return { kind: "unknown", message: "lost before it arrived" };
    if (fault === "500 before") return { kind: "unknown", message: "500" };
    if (fault === "throttled") return { kind: "throttled", throttle: { retryAfter: this.#retryAfter(), reset: null }, message: "429" };
    if (fault === "unauthorized") return { kind: "unauthorized", message: "401" };
    const first = this.#insert(JSON.parse(body));
    const reply = fault === "twice" ? this.#insert(JSON.parse(body)) : first;
    if (fault === "lost after" || fault === "500 after" || fault === "garbage") return { kind: "unknown", message: fault };
    return reply;
  }

  async list(query: TransactionQuery, offset: number) {
    this.requests += 1;
    if (!["none", "twice"].includes(this.#fault())) return { kind: "unknown" as const, message: "lost" };
    const { account, from = "", to = "9999" } = query;
    const found = this.kept.filter((t) => t.manual_account_id === account && t.date >= from && t.date <= to);
    const page = found.slice(offset, offset + 7);
    return { kind: "page" as const, transactions: page, more: offset + 7 < found.length };
  }

  #insert(request: { transactions: Sent[]; skip_duplicates: boolean }): PostReply {
    const bad = request.transactions.findIndex((item) => item.poison);
    if (bad >= 0) {
      const named = new Map(this.#namesPoison ? [[bad, "category does not exist"]] : []);
      return { kind: "refused", status: 400, message: "validation", named };
    }
    const before = [...this.kept];
    const inserted = new Map<string, number>();
    const skipped: { reason: "duplicate_external_id" | "duplicate_payee_amount_date"; index: number; existing: number }[] = [];
    for (const [index, item] of request.transactions.entries()) {
      const same = before.find((t) => t.external_id === item.external_id && t.manual_account_id === item.manual_account_id);
      const equal = before.find(
        (t) =>
          t.manual_account_id === item.manual_account_id && t.date === item.date && t.amount === item.amount && t.payee === item.payee,
      );
      if (same !== undefined) skipped.push({ reason: "duplicate_external_id", index, existing: same.id });
      else if (request.skip_duplicates && equal !== undefined) {
        skipped.push({ reason: "duplicate_payee_amount_date", index, existing: equal.id });
      } else {
        const id = this.#next++;
        inserted.set(item.external_id, id);
        this.kept.push({ ...item, id, run: item.run });
      }
    }
    return { kind: "accepted", inserted, skipped };
  }

  #fault(): Fault {
    if (this.#random() >= this.#faults) return "none";
    const faults: Fault[] = ["lost before", "lost after", "throttled", "500 before", "500 after", "garbage", "unauthorized", "twice"];
    return faults[Math.floor(this.#random() * faults.length)] ?? "none";
  }

  #retryAfter(): string | null {
    const values = ["1", "60", "0", "-1", "soon", "1000000000", "Wed, 21 Oct 2026 07:28:00 GMT", null];
    return values[Math.floor(this.#random() * values.length)] ?? null;
  }
}

interface Sent extends Omit<Kept, "id"> {
  readonly external_id: string;
  readonly poison: boolean;
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
  #batches: { id: number; seqs: number[]; skip: boolean; doubtful: boolean; failures: number }[] = [];
  #nextBatch = 1;
  readonly #claims: Map<string, number>;
  /** The rows of this run and of the runs before it. */
  readonly #settled: readonly MemoryRow[];
  readonly #random: () => number;
  #crashes: number;

  constructor(rows: MemoryRow[], before: readonly MemoryRow[], claims: Map<string, number>, random: () => number, crashes: number) {
    this.rows = rows;
    this.#settled = [...before, ...rows];
    this.#claims = claims;
    this.#random = random;
    this.#crashes = crashes;
  }

  calm(): void {
    this.#crashes = 0;
  }

  openBatch(): StoredBatch | null {
    const batch = this.#batches[0];
    if (batch === undefined) return null;
    const rows = this.rows.filter((row) => batch.seqs.includes(row.seq));
    return {
      id: batch.id,
      rows: rows.map(({ seq, account, date, external_id }) => ({ seq, account, date, external_id })),
      items: rows.map((row) => row.item),
      skip_duplicates: batch.skip,
      doubtful: batch.doubtful,
      failures: batch.failures,
    };
  }

  waitingRows(limit: number): PlannedRow[] {
    return this.rows
      .filter((row) => row.state === "waiting" && row.batch === null)
      .sort((a, b) => (a.date === b.date ? a.amount - b.amount || a.seq - b.seq : a.date < b.date ? -1 : 1))
      .slice(0, limit);
  }

  createBatch(seqs: readonly number[], skipDuplicates: boolean): void {
    this.#write(() => this.#add(seqs, skipDuplicates, false));
  }

  markSent(batch: number): void {
    this.#write(() => this.#change(batch, (found) => (found.doubtful = true)));
  }

  markFailed(batch: number): void {
    this.#write(() => this.#change(batch, (found) => (found.failures += 1)));
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
        if (row === undefined || row.state !== "waiting") throw new Error(`row ${fate.seq} is settled twice`);
        row.state = fate.state;
        row.batch = null;
        row.transaction = fate.transaction_id;
        if (fate.claims && fate.transaction_id !== null) this.#claims.set(row.external_id, fate.transaction_id);
      }
      for (const { seqs, skip_duplicates, doubtful } of settlement.followUps) this.#add(seqs, skip_duplicates, doubtful);
    });
  }

  claimsOn(transactions: readonly number[]): ReadonlyMap<string, number> {
    return new Map([...this.#claims].filter(([, transaction]) => transactions.includes(transaction)));
  }

  ownedAmong(transactions: readonly number[]): ReadonlySet<number> {
    const owned = this.#settled.filter(({ state, transaction }) => state === "inserted" && transaction !== null);
    return new Set(owned.flatMap(({ transaction }) => (transaction !== null && transactions.includes(transaction) ? [transaction] : [])));
  }

  undoneAmong(): ReadonlySet<string> {
    return new Set();
  }

  #add(seqs: readonly number[], skip: boolean, doubtful: boolean): void {
    const id = this.#nextBatch++;
    this.#batches.push({ id, seqs: [...seqs], skip, doubtful, failures: 0 });
    for (const row of this.rows) if (seqs.includes(row.seq)) row.batch = id;
  }

  #change(id: number, change: (batch: { doubtful: boolean; failures: number }) => unknown): void {
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

/** Drains a run to its end through every crash and wait; throws when it does not end. */
export async function drainAll(store: MemoryStore, budget: FakeBudget, run: string, random: () => number): Promise<void> {
  let now = 1_800_000_000_000;
  const chance = { now: () => now, random };
  for (let step = 0; step < 3_000; step += 1) {
    if (step > 2_000) store.calm();
    try {
      const drained = await drainOnce(store, budget, { run, applyRules: true, skipDuplicates: true }, chance);
      if (drained.kind === "done") return;
      if (drained.kind === "wait") {
        if (!(drained.delay >= 1_000 && drained.delay <= 900_000)) throw new Error(`a wait of ${drained.delay} ms`);
        now += drained.delay;
      }
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  }
  throw new Error("the run does not end");
}

/** Numbers a file's rows as the reader does and makes their items. */
export function rowsOf(file: readonly Coffee[], run: string): MemoryRow[] {
  const counts = new Map<string, number>();
  return file.map((coffee, seq) => {
    const occurrence = (counts.get(coffee.key) ?? 0) + 1;
    counts.set(coffee.key, occurrence);
    const external_id = `${coffee.key}:${occurrence}`;
    const item = JSON.stringify({ ...wireOf(coffee), external_id, run, key: coffee.key, poison: coffee.poison });
    return { ...coffee, seq, external_id, item, state: "waiting", batch: null, transaction: null };
  });
}

function wireOf(row: Coffee) {
  return { manual_account_id: row.account, date: row.date, amount: String(row.amount), payee: row.payee, part: false, ...PLAIN };
}
