// The queue's core: takes one run's waiting rows to the budget, a request at a time. It knows storage and
// service only through the two interfaces below, so that the very same code runs in the Importer object
// and, thousands of times with every fault injected, in the simulation of the tests.
//
// Order of writes: a batch is stored, then marked as sent, then the request leaves, then its answer is
// settled in one transaction. Killed anywhere, the batch is sent again and external_id makes that harmless.

import { PLAN_WINDOW_ROWS } from "../../platform/limits.ts";
import type {
  Accepted,
  PostReply,
  Refused,
  StoredTransaction,
  TransactionQuery,
} from "./client.ts";
import type { NoAnswer, Step } from "../../platform/outbox/effect.ts";
import { planBatch, type PlannedRow } from "./plan.ts";
import { verdictOn } from "./find-failing-row.ts";
import {
  listDays,
  listDoubts,
  halved,
  relevantTo,
  settleAccepted,
  settleLooked,
  settleRefused,
  type Batch,
  type Doubt,
  type Settlement,
} from "./settle.ts";

/** A stored batch with the bodies of its items. */
export interface StoredBatch extends Batch {
  /** Times in a row that the service answered it with a fault of its own. */
  readonly strikes: number;
  /** The service failed at it, or at the larger batch that it is half of: alone, or while it accepted others since. */
  readonly suspect: "no" | "alone" | "others accepted";
  /** No batch of the run that is open has more than one row. */
  readonly smallest: boolean;
  /** Each item's JSON text, in the order of `rows`. */
  readonly items: readonly string[];
}

/** One run's part of the storage; every method is one transaction. */
export interface QueueStore {
  /**
   * The next batch to send: one that the service failed at only after all that it did not; null where rows are in none
   * yet.
   */
  openBatch(): StoredBatch | null;
  /** A batch of which an earlier try may have been committed, or null. */
  doubtfulBatch(): StoredBatch | null;
  /** Up to `limit` waiting rows that are in no batch, by date, amount and seq. */
  waitingRows(limit: number): PlannedRow[];
  createBatch(seqs: readonly number[], skipDuplicates: boolean): void;
  /** Stores that the batch is about to leave: from now on an earlier try may have been committed. */
  markSent(batch: number): void;
  /** Stores that the service answered with a fault of its own (5xx). */
  strike(batch: number): void;
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
  list(
    query: TransactionQuery,
    offset: number,
  ): Promise<
    { kind: "page"; transactions: StoredTransaction[]; more: boolean } | Refused | NoAnswer
  >;
}

export interface QueueOptions {
  readonly run: string;
  readonly applyRules: boolean;
  readonly skipDuplicates: boolean;
  /**
   * Whether a row of this account and day leaves the account's balance as it is when it is
   * inserted; left out: none does.
   */
  readonly keepsBalance?: (account: number, date: string) => boolean;
}

/** What a step of an import came to: more is to be done at once, or nothing is. */
export type Drained = Step<{ readonly kind: "moved" | "done" }>;

/** One step: plans the next batch if none is open, sends it and settles its answer. */
export async function drainOnce(
  store: QueueStore,
  service: QueueService,
  options: QueueOptions,
): Promise<Drained> {
  let batch = store.openBatch();
  if (batch === null) {
    const window = store.waitingRows(PLAN_WINDOW_ROWS);
    if (window.length === 0) return { kind: "done" };
    store.createBatch(
      planBatch(alike(window, options), window.length < PLAN_WINDOW_ROWS),
      options.skipDuplicates,
    );
    batch = store.openBatch();
    if (batch === null) return { kind: "done" };
  }
  store.markSent(batch.id);
  const reply = await service.post(writeBody(batch, options));
  switch (reply.kind) {
    case "accepted":
      return settleWithEvidence(store, service, batch, reply, options);
    case "refused":
      return refuse(store, service, batch, reply, options);
    case "throttled":
    case "unauthorized":
      store.markUnsent(batch.id, batch.doubtful);
      return reply;
    case "unknown":
      return reply.status === undefined ? reply : blame(store, service, batch, reply, options);
  }
}

/**
 * Settles a doubtful batch by looking, without sending anything: its rows that are in the budget are this run's, or
 * were there before; the others were never inserted. For undoing, which must not insert what it is about to delete.
 */
export async function settleByLooking(
  store: QueueStore,
  service: Pick<QueueService, "list">,
  batch: StoredBatch,
  options: QueueOptions,
): Promise<Drained> {
  const stored = await listed(service, listDays(batch.rows));
  if ("kind" in stored) return stored;
  store.settle(batch.id, settleLooked(batch, stored, options.run, null));
  return { kind: "moved" };
}

async function settleWithEvidence(
  store: QueueStore,
  service: QueueService,
  batch: StoredBatch,
  reply: Accepted,
  { run }: QueueOptions,
): Promise<Drained> {
  const unknown = reply.skipped.find((skip) => skip.index >= batch.rows.length);
  const silent = reply.inserted.size === 0 && reply.skipped.length === 0;
  if (unknown !== undefined || silent) {
    return { kind: "unknown", message: "the service's answer does not fit the request" };
  }
  const owned = store.ownedAmong(reply.skipped.map(({ existing }) => existing));
  const stored = await listed(service, listDoubts(batch, reply, owned), relevantTo(batch, reply));
  // The batch stays open: it is sent again, and everything in it comes back as a duplicate.
  if ("kind" in stored) return stored;
  const claims = store.claimsOn(stored.map((transaction) => transaction.id));
  const undone = store.undoneAmong(
    stored.flatMap((transaction) => (owned.has(transaction.id) ? [] : (transaction.run ?? []))),
  );
  const seen = stored.map((transaction) =>
    owned.has(transaction.id) ? { ...transaction, run: null } : transaction,
  );
  store.settle(batch.id, settleAccepted(batch, reply, { stored: seen, claims, undone }, run));
  return { kind: "moved" };
}

/** A refusal of a batch that may have been committed before: what is in the budget is looked at first. */
async function refuse(
  store: QueueStore,
  service: QueueService,
  batch: StoredBatch,
  reply: Refused,
  { run }: QueueOptions,
): Promise<Drained> {
  const stored = batch.doubtful ? await listed(service, listDays(batch.rows)) : [];
  if ("kind" in stored) return stored;
  store.settle(batch.id, settleRefused(batch, reply, stored, run));
  return { kind: "moved" };
}

/**
 * After a fault of the service itself (5xx): waits, halves, or rejects the one row that it fails at
 * (find-failing-row.ts).
 */
async function blame(
  store: QueueStore,
  service: QueueService,
  batch: StoredBatch,
  reply: NoAnswer,
  { run }: QueueOptions,
): Promise<Drained> {
  store.strike(batch.id);
  const verdict = verdictOn(batch);
  if (verdict === "halve")
    store.settle(
      batch.id,
      halved(batch, true, batch.suspect === "others accepted" ? "others accepted" : "alone"),
    );
  if (verdict !== "reject") return reply;
  const stored = await listed(service, listDays(batch.rows));
  if ("kind" in stored) return stored;
  const reason = `${reply.message}, again and again, though it accepted other rows meanwhile`;
  store.settle(batch.id, settleLooked(batch, stored, run, reason));
  return { kind: "moved" };
}

/** The transactions of some days that are of use, or why they could not be listed. */
async function listed(
  service: Pick<QueueService, "list">,
  days: readonly Doubt[],
  useful: (transaction: StoredTransaction) => boolean = () => true,
): Promise<StoredTransaction[] | NoAnswer> {
  const stored: StoredTransaction[] = [];
  for (const day of days) {
    const failed = await eachListed(service, day, (transaction) => {
      if (useful(transaction)) stored.push(transaction);
    });
    if (failed !== null) return failed;
  }
  return stored;
}

/**
 * Shows `see` every transaction that fits the query, a page at a time, until `isEnough`; or says
 * why it could not.
 */
export async function eachListed(
  service: Pick<QueueService, "list">,
  query: TransactionQuery,
  see: (transaction: StoredTransaction) => void,
  isEnough: () => boolean = () => false,
): Promise<NoAnswer | null> {
  for (let offset = 0; ;) {
    const page = await service.list(query, offset);
    if (page.kind === "refused") return { kind: "unknown", message: page.message };
    if (page.kind !== "page") return page;
    page.transactions.forEach(see);
    offset += page.transactions.length;
    if (!page.more || page.transactions.length === 0 || isEnough()) return null;
  }
}

/** One request moves the balance for all of its rows or for none: those of the window that do as its first one does. */
function alike(
  window: readonly PlannedRow[],
  { keepsBalance }: QueueOptions,
): readonly PlannedRow[] {
  const [first] = window;
  if (first === undefined || keepsBalance === undefined) return window;
  const keeps = keepsBalance(first.account, first.date);
  return window.filter(({ account, date }) => keepsBalance(account, date) === keeps);
}

function writeBody(batch: StoredBatch, options: QueueOptions): string {
  const [first] = batch.rows;
  const keeps =
    first !== undefined &&
    options.keepsBalance?.(first.account, first.posted ?? first.date) === true;
  const flags = `"apply_rules":${options.applyRules},"skip_duplicates":${batch.skip_duplicates}${keeps ? ',"skip_balance_update":true' : ""}`;
  return `{${flags},"transactions":[${batch.items.join(",")}]}`;
}
