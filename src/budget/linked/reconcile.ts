// Compares the stored transactions of an account with the provider's answer and decides what to
// write: pure. Laws: repeating an answer changes nothing. A transaction keeps its id while the
// provider reports it, pending or posted. The user's changes stay, everything else follows the
// provider. A transaction that the provider withdraws is deleted, unless the user had changed it:
// then the user decides (delete_pending).

import { units } from "../../money/money.ts";
import type { Day } from "../../money/day.ts";
import type { TransactionRow } from "../transactions/row.ts";
import type { Split } from "../transactions/split.ts";
import {
  drafted,
  keptMetadata,
  type Draft,
  type Drafted,
  type Drafting,
} from "./draft-transaction.ts";
import type { FetchRange, ProviderTransaction, ProviderTransactions } from "./provider.ts";

/** The values that the import wrote; a property that differs was changed by the user. */
export interface Made extends Pick<
  TransactionRow,
  "date" | "amount" | "currency" | "payee" | "category_id" | "notes" | "status" | "recurring_id"
> {
  readonly tagIds: readonly number[];
}

/** The bond between a provider's transaction and ours. */
export interface Link {
  readonly providerId: string;
  readonly transactionId: number;
  readonly isPending: boolean;
  /** The provider's day. */
  readonly date: Day;
  /** The provider's last report, to recognize a new one; null once it was withdrawn. */
  readonly said: string | null;
  readonly made: Made;
}

export interface Stored {
  readonly link: Link;
  /** Null if the user deleted the transaction or moved it to another account: it is left alone. */
  readonly row: TransactionRow | null;
  readonly tagIds: readonly number[];
  readonly hasFiles: boolean;
}

export interface Plan {
  readonly inserts: readonly TransactionRow[];
  readonly updates: readonly TransactionRow[];
  /** Ids of transactions that go. */
  readonly deletes: readonly number[];
  /** [transaction, tag] to add. */
  readonly tags: readonly (readonly [number, number])[];
  /** The rules that set fields of the new transactions. */
  readonly effects: readonly (readonly [transaction: number, rules: readonly number[]])[];
  /**
   * New and newly posted transactions that a rule splits; the writer marks those that already
   * exist.
   */
  readonly splits: readonly Split[];
  /** Bonds to write, by the provider's id. */
  readonly links: readonly Link[];
  /** The provider's ids whose bonds go. */
  readonly unlinks: readonly string[];
}

export interface Reconciling extends Drafting {
  readonly now: number;
  /** The id of the first new transaction; the others follow it. */
  readonly firstId: number;
  /** Earlier transactions are not imported. */
  readonly importStart: Day | null;
  /** The requested days. */
  readonly range: FetchRange;
}

/** The writes that bring the account to the provider's state and keep the user's changes. */
export function reconcile(
  stored: ReadonlyMap<string, Stored>,
  said: ProviderTransactions,
  settings: Reconciling,
): Plan {
  const plan: Writable<Plan> = {
    inserts: [],
    updates: [],
    deletes: [],
    tags: [],
    effects: [],
    splits: [],
    links: [],
    unlinks: [],
  };
  const news = listNews(said);
  const spoken = new Set(news.map(({ transaction }) => transaction.id));
  /** Bonds that a posted transaction has taken over from its pending self. */
  const taken = new Set<string>();
  for (const { transaction, pending } of news) {
    const own = stored.get(transaction.id);
    const before = own ?? pendingSelf(stored, transaction, taken, spoken);
    if (before === undefined) {
      if (settings.importStart === null || transaction.date >= settings.importStart)
        insert(plan, transaction, pending, settings);
      continue;
    }
    if (own === undefined) {
      taken.add(before.link.providerId);
      plan.unlinks.push(before.link.providerId);
    }
    follow(plan, before, transaction, pending && before.link.isPending, settings);
  }
  for (const gone of takenBack(stored, said, spoken, settings.range))
    if (!taken.has(gone.link.providerId)) takeBack(plan, gone, settings.now);
  return plan;
}

type Writable<T> = {
  -readonly [Property in keyof T]: T[Property] extends readonly (infer Item)[]
    ? Item[]
    : T[Property];
};

interface News {
  readonly transaction: ProviderTransaction;
  readonly pending: boolean;
}

/**
 * Each transaction once: posted before pending, the last of several reports, without those
 * withdrawn or posted since.
 */
function listNews({ posted, pending, removed }: ProviderTransactions): News[] {
  const byId = new Map<string, News>();
  for (const transaction of pending ?? []) byId.set(transaction.id, { transaction, pending: true });
  for (const transaction of posted) byId.set(transaction.id, { transaction, pending: false });
  for (const { id, pendingId } of posted)
    if (pendingId !== null && pendingId !== id && byId.get(pendingId)?.pending === true)
      byId.delete(pendingId);
  for (const id of removed) byId.delete(id);
  return [...byId.values()].sort((a, b) => order(a.transaction, b.transaction));
}

/** New transactions get their ids in the order of their days. */
function order(a: ProviderTransaction, b: ProviderTransaction): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** None that another has taken already, or that posts under its own id. */
function pendingSelf(
  stored: ReadonlyMap<string, Stored>,
  { pendingId }: ProviderTransaction,
  taken: ReadonlySet<string>,
  spoken: ReadonlySet<string>,
): Stored | undefined {
  if (pendingId === null || taken.has(pendingId) || spoken.has(pendingId)) return undefined;
  const found = stored.get(pendingId);
  return found?.link.isPending === true ? found : undefined;
}

function insert(
  plan: Writable<Plan>,
  transaction: ProviderTransaction,
  pending: boolean,
  settings: Reconciling,
): void {
  const made = drafted(transaction, pending, settings);
  const id = settings.firstId + plan.inserts.length;
  const split = { is_split_parent: made.parts === null ? 0 : 1 };
  const row = { ...made.draft, ...split, id, created_at: settings.now, updated_at: settings.now };
  plan.inserts.push(row);
  if (made.parts !== null) plan.splits.push({ whole: row, tags: made.tagIds, parts: made.parts });
  plan.tags.push(...made.tagIds.map((tag) => [id, tag] as const));
  if (made.ruleIds.length > 0) plan.effects.push([id, made.ruleIds]);
  plan.links.push(toLink(transaction, pending, id, toMade(made)));
}

/** Brings a known transaction to the provider's word. */
function follow(
  plan: Writable<Plan>,
  before: Stored,
  transaction: ProviderTransaction,
  pending: boolean,
  settings: Reconciling,
): void {
  const { link, row } = before;
  const same = link.providerId === transaction.id && link.isPending === pending;
  if (same && link.said === describeTransaction(transaction)) return;
  if (row === null) {
    plan.links.push(toLink(transaction, pending, link.transactionId, link.made));
    return;
  }
  const made = drafted(transaction, pending, settings);
  const after = isPart(row) ? followedPart(row, made.draft) : followed(row, link.made, made.draft);
  const added = made.tagIds.filter((tag) => !link.made.tagIds.includes(tag));
  const whole: TransactionRow = {
    ...after,
    to_base: settings.convert(after.amount, after.currency, settings.primary, after.date),
    status: after.is_pending === 1 ? "unreviewed" : statusAfter(row, link.made, made.draft),
    updated_at: settings.now,
  };
  plan.updates.push(whole);
  plan.tags.push(...added.map((tag) => [row.id, tag] as const));
  // A rule splits what is booked, once: later the split is the user's.
  const sameSum = whole.amount === made.draft.amount && whole.currency === made.draft.currency;
  if (made.parts !== null && link.isPending && !isPart(row) && sameSum)
    plan.splits.push({
      whole,
      tags: [...new Set([...before.tagIds, ...added])],
      parts: made.parts,
    });
  plan.links.push(toLink(transaction, pending, row.id, isPart(row) ? link.made : toMade(made)));
}

/** Sums depend on split parents and members of groups: their amounts, days and texts stay. */
function isPart(row: TransactionRow): boolean {
  return row.is_split_parent === 1 || row.group_parent_id !== null;
}

function followedPart(row: TransactionRow, draft: Draft): TransactionRow {
  const { original_name, linked_metadata } = draft;
  return { ...row, original_name, linked_metadata, is_pending: row.is_pending & draft.is_pending };
}

function followed(row: TransactionRow, was: Made, draft: Draft): TransactionRow {
  return {
    ...followedPart(row, draft),
    is_pending: draft.is_pending,
    date: row.date === was.date ? draft.date : row.date,
    amount: row.amount === was.amount ? draft.amount : row.amount,
    currency: row.currency === was.currency ? draft.currency : row.currency,
    payee: row.payee === was.payee ? draft.payee : row.payee,
    category_id: row.category_id === was.category_id ? draft.category_id : row.category_id,
    notes: row.notes === was.notes ? draft.notes : row.notes,
    recurring_id: row.recurring_id === was.recurring_id ? draft.recurring_id : row.recurring_id,
  };
}

/**
 * A transaction that is posted, or reported again after a withdrawal, is unreviewed again;
 * otherwise the user's status stays.
 */
function statusAfter(row: TransactionRow, was: Made, draft: Draft): TransactionRow["status"] {
  if (row.is_pending === 1 || row.status === "delete_pending") return draft.status;
  return row.status === was.status ? draft.status : row.status;
}

/** Named as removed, or pending once and neither pending nor posted now. */
function takenBack(
  stored: ReadonlyMap<string, Stored>,
  { pending, removed }: ProviderTransactions,
  spoken: ReadonlySet<string>,
  { start, end }: FetchRange,
): Stored[] {
  const named = new Set(removed);
  return [...stored.values()].filter(({ link }) => {
    if (named.has(link.providerId)) return true;
    if (pending === null || !link.isPending || spoken.has(link.providerId)) return false;
    return link.date >= start && link.date <= end;
  });
}

function takeBack(plan: Writable<Plan>, stored: Stored, now: number): void {
  const { link, row } = stored;
  if (link.said === null) return;
  if (row !== null && !isTouched(stored, row)) {
    plan.deletes.push(row.id);
    plan.unlinks.push(link.providerId);
    return;
  }
  // The link stays: if the provider reports it again, it is the same transaction, deleted or not.
  plan.links.push({ ...link, said: null });
  if (row !== null)
    plan.updates.push({ ...row, status: "delete_pending", is_pending: 0, updated_at: now });
}

/** Whether the user has made the transaction a little their own. */
function isTouched({ link: { made }, tagIds, hasFiles }: Stored, row: TransactionRow): boolean {
  return (
    isPart(row) ||
    hasFiles ||
    row.custom_metadata !== null ||
    row.external_id !== null ||
    row.date !== made.date ||
    row.amount !== made.amount ||
    row.currency !== made.currency ||
    row.payee !== made.payee ||
    row.category_id !== made.category_id ||
    row.notes !== made.notes ||
    row.status !== made.status ||
    tagIds.length !== made.tagIds.length ||
    tagIds.some((tag) => !made.tagIds.includes(tag))
  );
}

function toMade({ draft, tagIds }: Drafted): Made {
  const { date, amount, currency, payee, category_id, notes, status, recurring_id } = draft;
  return {
    date,
    amount: units(amount),
    currency,
    payee,
    category_id,
    notes,
    status,
    recurring_id,
    tagIds,
  };
}

function toLink(
  transaction: ProviderTransaction,
  isPending: boolean,
  transactionId: number,
  made: Made,
): Link {
  const { id: providerId, date } = transaction;
  return {
    providerId,
    transactionId,
    isPending,
    date,
    said: describeTransaction(transaction),
    made,
  };
}

/** Everything that the provider says of a transaction, as a text to compare. */
function describeTransaction(transaction: ProviderTransaction): string {
  const { date, amount, currency, name, payee } = transaction;
  return JSON.stringify([date, amount, currency, name, payee, keptMetadata(transaction)]);
}
