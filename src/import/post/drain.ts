// The queue's core: takes one run's waiting rows to the budget, a request at a time. It knows storage and
// service only through the two interfaces below, so that the very same code runs in the Importer object
// and, thousands of times with every fault injected, in the simulation of the tests.
//
// Order of writes: a batch is stored, then marked as sent, then the request leaves, then its answer is
// settled in one transaction. Killed anywhere, the batch is sent again and external_id makes that harmless.

import { PLAN_WINDOW_ROWS } from "../../limits.ts";
import type { Accepted, NoAnswer, PostReply, Refused, StoredTransaction, TransactionQuery } from "./client.ts";
import { planBatch, type PlannedRow } from "./plan.ts";
import { backoffDelay, throttledDelay } from "../../connect/retry.ts";
import { doubtsOf, relevantTo, settleAccepted, settleRefused, type Batch, type Settlement } from "./settle.ts";

/** A stored batch with the bodies of its items. */
export interface StoredBatch extends Batch {
  /** Failures in a row, for the back-off. */
  readonly failures: number;
  /** Each item's JSON text, in the order of `rows`. */
  readonly items: readonly string[];
}

/** One run's part of the storage; every method is one transaction. */
export interface QueueStore {
  /** The oldest batch that is not settled, or null. */
  openBatch(): StoredBatch | null;
  /** Up to `limit` waiting rows that are in no batch, by date, amount and seq. */
  waitingRows(limit: number): PlannedRow[];
  createBatch(seqs: readonly number[], skipDuplicates: boolean): void;
  /** Stores that the batch is about to leave: from now on an earlier try may have been committed. */
  markSent(batch: number): void;
  /** Stores that no answer came, so that the next try waits longer. */
  markFailed(batch: number): void;
  /** Stores that the service did not do it (429, 401): a later duplicate is not ours. */
  markUnsent(batch: number, doubtful: boolean): void;
  settle(batch: number, settlement: Settlement): void;
  /** Which of these transactions rows were found to be: external_id -> transaction id. */
  claimsOn(transactions: readonly number[]): ReadonlyMap<string, number>;
  /** Which of these transactions a row or a receipt of ours is already. */
  ownedAmong(transactions: readonly number[]): ReadonlySet<number>;
  /** Which of these imports were undone. */
  undoneAmong(runs: readonly string[]): ReadonlySet<string>;
}

/** The service as the queue sees it. */
export interface QueueService {
  post(body: string): Promise<PostReply>;
  list(query: TransactionQuery, offset: number): Promise<{ kind: "page"; transactions: StoredTransaction[]; more: boolean } | Refused | NoAnswer>;
}

export interface QueueOptions {
  readonly run: string;
  readonly applyRules: boolean;
  readonly skipDuplicates: boolean;
  /** Whether what is inserted leaves the account's balance as it is. */
  readonly keepsBalance?: boolean;
}

export interface Chance {
  now(): number;
  random(): number;
}

export type Drained =
  | { readonly kind: "moved" }
  | { readonly kind: "done" }
  | { readonly kind: "wait"; readonly delay: number; readonly reason: string }
  | { readonly kind: "unauthorized"; readonly reason: string };

/** One step: plans the next batch if none is open, sends it and settles its answer. */
export async function drainOnce(store: QueueStore, service: QueueService, options: QueueOptions, chance: Chance): Promise<Drained> {
  let batch = store.openBatch();
  if (batch === null) {
    const window = store.waitingRows(PLAN_WINDOW_ROWS);
    if (window.length === 0) return { kind: "done" };
    store.createBatch(planBatch(window, window.length < PLAN_WINDOW_ROWS), options.skipDuplicates);
    batch = store.openBatch();
    if (batch === null) return { kind: "done" };
  }
  store.markSent(batch.id);
  const reply = await service.post(bodyOf(batch, options));
  switch (reply.kind) {
    case "accepted":
      return settleWithEvidence(store, service, batch, reply, options.run, chance);
    case "refused":
      store.settle(batch.id, settleRefused(batch, reply));
      return { kind: "moved" };
    case "throttled":
    case "unauthorized":
      store.markUnsent(batch.id, batch.doubtful);
      return waitAfter(reply, batch.failures + 1, chance);
    case "unknown":
      store.markFailed(batch.id);
      return waitAfter(reply, batch.failures + 1, chance);
  }
}

async function settleWithEvidence(
  store: QueueStore,
  service: QueueService,
  batch: StoredBatch,
  reply: Accepted,
  run: string,
  chance: Chance,
): Promise<Drained> {
  const unknown = reply.skipped.find((skip) => skip.index >= batch.rows.length);
  const silent = reply.inserted.size === 0 && reply.skipped.length === 0;
  if (unknown !== undefined || silent) {
    store.markFailed(batch.id);
    return waitAfter({ kind: "unknown", message: "the service's answer does not fit the request" }, batch.failures + 1, chance);
  }
  const stored: StoredTransaction[] = [];
  const relevant = relevantTo(batch, reply);
  const owned = store.ownedAmong(reply.skipped.map(({ existing }) => existing));
  for (const doubt of doubtsOf(batch, reply, owned)) {
    const failed = await eachListed(service, doubt, (transaction) => {
      if (relevant(transaction)) stored.push(transaction);
    });
    if (failed !== null) {
      // The batch stays open: it is sent again, and everything in it comes back as a duplicate.
      store.markFailed(batch.id);
      return waitAfter(failed, batch.failures + 1, chance);
    }
  }
  const claims = store.claimsOn(stored.map((transaction) => transaction.id));
  const undone = store.undoneAmong(stored.flatMap((transaction) => (owned.has(transaction.id) ? [] : (transaction.run ?? []))));
  const seen = stored.map((transaction) => (owned.has(transaction.id) ? { ...transaction, run: null } : transaction));
  store.settle(batch.id, settleAccepted(batch, reply, { stored: seen, claims, undone }, run));
  return { kind: "moved" };
}

/** Shows `see` every transaction that fits the query, a page at a time, or says why it could not. */
export async function eachListed(
  service: Pick<QueueService, "list">,
  query: TransactionQuery,
  see: (transaction: StoredTransaction) => void,
): Promise<NoAnswer | null> {
  for (let offset = 0; ; ) {
    const page = await service.list(query, offset);
    if (page.kind === "refused") return { kind: "unknown", message: page.message };
    if (page.kind !== "page") return page;
    page.transactions.forEach(see);
    offset += page.transactions.length;
    if (!page.more || page.transactions.length === 0) return null;
  }
}

/** What to do after an answer that cannot be acted on. */
export function waitAfter(reply: NoAnswer, attempt: number, chance: Chance): Drained {
  switch (reply.kind) {
    case "throttled":
      return { kind: "wait", delay: throttledDelay(reply.throttle, chance.now(), chance.random()), reason: reply.message };
    case "unauthorized":
      return { kind: "unauthorized", reason: reply.message };
    case "unknown":
      return { kind: "wait", delay: backoffDelay(attempt, chance.random()), reason: reply.message };
  }
}

function bodyOf(batch: StoredBatch, options: QueueOptions): string {
  const flags = `"apply_rules":${options.applyRules},"skip_duplicates":${batch.skip_duplicates}${options.keepsBalance === true ? ',"skip_balance_update":true' : ""}`;
  return `{${flags},"transactions":[${batch.items.join(",")}]}`;
}
