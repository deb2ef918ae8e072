// A budget service, a network and a disk made of plain data, all failing by a seeded chance, round the real
// queue core. simulate(seed) replays bit for bit; the test runs thousands of seeds.

import type {
  Accepted,
  PostReply,
  StoredTransaction,
  TransactionQuery,
} from "../../../src/importer/posting/client.ts";
import { drainOnce, type Drained, type QueueService } from "../../../src/importer/posting/drain.ts";
import type { Chance } from "../../../src/platform/outbox/effect.ts";
import { delayAfter } from "../../../src/platform/outbox/retry.ts";
import { isDelayed } from "../../../src/platform/outbox/runner.ts";
import { Crash, type MemoryRow, type MemoryStore } from "./memory-store.ts";

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
  readonly created?: number;
}

/**
 * The service's answer to an item that it cannot take: it refuses it by name, refuses the whole
 * request, or fails at it.
 */
export type Poison = "named" | "unnamed" | "500";

type Fault =
  | "none"
  | "lost before"
  | "lost after"
  | "throttled"
  | "500 before"
  | "500 after"
  | "garbage"
  | "unauthorized"
  | "twice";

/** The service by its document: external_id unique per account, skip_duplicates against stored ones only. */
export class FakeBudget implements QueueService {
  readonly kept: Kept[] = [];
  requests = 0;
  #next = 1;
  readonly #random: () => number;
  #faults: number;
  readonly #poison: Poison;

  constructor(random: () => number, faults: number, poison: Poison) {
    this.#random = random;
    this.#faults = faults;
    this.#poison = poison;
  }

  typeByHand(row: Coffee): void {
    this.kept.push({ ...wireOf(row), id: this.#next++, external_id: null, run: null, key: null });
  }

  async post(body: string): Promise<PostReply> {
    this.requests += 1;
    const fault = this.#fault();
    if (fault === "lost before") return { kind: "unknown", message: "lost before it arrived" };
    if (fault === "500 before") return { kind: "unknown", message: "500", status: 500 };
    if (fault === "throttled")
      return {
        kind: "throttled",
        throttle: { retryAfter: this.#retryAfter(), reset: null },
        message: "429",
      };
    if (fault === "unauthorized") return { kind: "unauthorized", message: "401" };
    const first = this.insert(JSON.parse(body));
    const reply = fault === "twice" ? this.insert(JSON.parse(body)) : first;
    if (fault === "500 after") return { kind: "unknown", message: fault, status: 500 };
    if (fault === "lost after" || fault === "garbage") return { kind: "unknown", message: fault };
    return reply;
  }

  async list(query: TransactionQuery, offset: number) {
    this.requests += 1;
    if (!["none", "twice"].includes(this.#fault()))
      return { kind: "unknown" as const, message: "lost" };
    const { account, from = "", to = "9999", created_since: since } = query;
    const isSince = ({ created = 0 }: Kept) => since === undefined || created >= Date.parse(since);
    const found = this.kept.filter(
      (t) =>
        (account === undefined || t.manual_account_id === account) &&
        t.date >= from &&
        t.date <= to &&
        isSince(t),
    );
    const page = found.slice(offset, offset + 7);
    return { kind: "page" as const, transactions: page, more: offset + 7 < found.length };
  }

  /** Deletes all of them, or none where one is unknown. */
  async remove(
    ids: readonly number[],
  ): Promise<{ kind: "deleted" } | Exclude<PostReply, Accepted>> {
    this.requests += 1;
    const fault = this.#fault();
    if (fault === "lost before" || fault === "garbage")
      return { kind: "unknown", message: "lost before it arrived" };
    if (fault === "500 before") return { kind: "unknown", message: "500", status: 500 };
    if (fault === "unauthorized") return { kind: "unauthorized", message: "401" };
    if (fault === "throttled")
      return {
        kind: "throttled",
        throttle: { retryAfter: this.#retryAfter(), reset: null },
        message: "429",
      };
    const refused = {
      kind: "refused",
      status: 404,
      message: "unknown id",
      named: new Map<number, string>(),
    } as const;
    if (!this.delete(ids) || fault === "twice") return refused;
    return fault === "none" ? { kind: "deleted" } : { kind: "unknown", message: fault };
  }

  /** Whether all of them were there, and are deleted. */
  delete(ids: readonly number[]): boolean {
    if (ids.some((id) => !this.kept.some((t) => t.id === id))) return false;
    const left = this.kept.filter((t) => !ids.includes(t.id));
    this.kept.splice(0, this.kept.length, ...left);
    return true;
  }

  /** From here on it does as it is asked. */
  calm(): void {
    this.#faults = 0;
  }

  /** Carries out a request; `created`: when, where the items do not say. */
  insert(request: { transactions: Sent[]; skip_duplicates: boolean }, created?: number): PostReply {
    const bad = request.transactions.findIndex((item) => item.poison);
    if (bad >= 0) {
      if (this.#poison === "500") return { kind: "unknown", message: "500", status: 500 };
      const named = new Map(this.#poison === "named" ? [[bad, "category does not exist"]] : []);
      return { kind: "refused", status: 400, message: "validation", named };
    }
    const before = [...this.kept];
    const inserted = new Map<string, number>();
    const skipped: {
      reason: "duplicate_external_id" | "duplicate_payee_amount_date";
      index: number;
      existing: number;
    }[] = [];
    for (const [index, item] of request.transactions.entries()) {
      const same = before.find(
        (t) => t.external_id === item.external_id && t.manual_account_id === item.manual_account_id,
      );
      const equal = before.find(
        (t) =>
          t.manual_account_id === item.manual_account_id &&
          t.date === item.date &&
          t.amount === item.amount &&
          t.payee === item.payee,
      );
      if (same !== undefined)
        skipped.push({ reason: "duplicate_external_id", index, existing: same.id });
      else if (request.skip_duplicates && equal !== undefined) {
        skipped.push({ reason: "duplicate_payee_amount_date", index, existing: equal.id });
      } else {
        const id = this.#next++;
        inserted.set(item.external_id, id);
        this.kept.push({ ...item, id, run: item.run, created: created ?? item.created ?? 0 });
      }
    }
    return { kind: "accepted", inserted, skipped };
  }

  #fault(): Fault {
    if (this.#random() >= this.#faults) return "none";
    const faults: Fault[] = [
      "lost before",
      "lost after",
      "throttled",
      "500 before",
      "500 after",
      "garbage",
      "unauthorized",
      "twice",
    ];
    return faults[Math.floor(this.#random() * faults.length)] ?? "none";
  }

  #retryAfter(): string | null {
    const values = [
      "1",
      "60",
      "0",
      "-1",
      "soon",
      "1000000000",
      "Wed, 21 Oct 2026 07:28:00 GMT",
      null,
    ];
    return values[Math.floor(this.#random() * values.length)] ?? null;
  }
}

interface Sent extends Omit<Kept, "id"> {
  readonly external_id: string;
  readonly poison: boolean;
}

/** What a step came to, with the wait that the runner makes of an answer that settles nothing. */
export type Seen =
  | { readonly kind: "moved" | "done" | "unauthorized" }
  | { readonly kind: "wait"; readonly delay: number };

/**
 * Drains a run to its end through every crash and wait; throws when it does not end. `see` is shown
 * what each step comes to.
 */
export async function drainAll(
  store: MemoryStore,
  budget: FakeBudget,
  run: string,
  random: () => number,
  see: (drained: Seen) => void = () => undefined,
): Promise<void> {
  let now = 1_800_000_000_000;
  const chance = { now: () => now, random };
  let failures = 0;
  for (let step = 0; step < 3_000; step += 1) {
    if (step > 2_000) store.calm();
    // A file with nothing but rows that the service fails at waits until another import's rows are accepted.
    if (step > 2_500) store.acceptOthers();
    try {
      const step = await drainOnce(store, budget, { run, applyRules: true, skipDuplicates: true });
      const drained = toSeen(step, failures + 1, chance);
      see(drained);
      failures = drained.kind === "moved" ? 0 : failures + 1;
      if (drained.kind === "done") return;
      if (drained.kind === "wait") {
        if (!(drained.delay >= 1_000 && drained.delay <= 900_000))
          throw new Error(`a wait of ${drained.delay} ms`);
        now += drained.delay;
      }
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  }
  throw new Error("the run does not end");
}

function toSeen(step: Drained, failures: number, chance: Chance): Seen {
  if (!isDelayed(step)) return step;
  if (step.kind === "unauthorized") return { kind: "unauthorized" };
  return { kind: "wait", delay: delayAfter(step, failures, chance) };
}

/** Numbers a file's rows as the reader does and makes their items. */
export function rowsOf(file: readonly Coffee[], run: string): MemoryRow[] {
  const counts = new Map<string, number>();
  return file.map((coffee, seq) => {
    const occurrence = (counts.get(coffee.key) ?? 0) + 1;
    counts.set(coffee.key, occurrence);
    const external_id = `${coffee.key}:${occurrence}`;
    const item = JSON.stringify({
      ...wireOf(coffee),
      external_id,
      run,
      key: coffee.key,
      poison: coffee.poison,
    });
    return { ...coffee, seq, external_id, item, state: "waiting", batch: null, transaction: null };
  });
}

function wireOf(row: Coffee) {
  return {
    manual_account_id: row.account,
    date: row.date,
    amount: String(row.amount),
    payee: row.payee,
    part: false,
    ...PLAIN,
  };
}
