// What an answer means for each row of a batch. Pure. Every row of the batch ends in exactly one fate or
// in exactly one follow-up batch; none is dropped, whatever the service said.

import { assert, must } from "../../platform/assert.ts";
import { isOurs } from "../imports/external-id.ts";
import type { Accepted, Refused, StoredTransaction } from "./client.ts";

/** A row that was sent, in the order of the request. */
export interface SentRow {
  readonly seq: number;
  readonly external_id: string;
  readonly account: number;
  /** The date of the item. */
  readonly date: string;
  /** The posting date where it is another. */
  readonly posted?: string;
}

export interface Batch {
  readonly id: number;
  readonly rows: readonly SentRow[];
  /** An earlier try, with its answer lost, may have been committed. */
  readonly doubtful: boolean;
  readonly skip_duplicates: boolean;
}

export interface Fate {
  readonly seq: number;
  readonly state: "inserted" | "duplicate" | "rejected";
  readonly transaction_id: number | null;
  readonly reason: string | null;
  /**
   * The row *is* that transaction, which carries none of our ids: remembered, so that it is settled alike next time.
   */
  readonly claims: boolean;
  /** The undone import whose mark the transaction carries, where this run's row takes it over. */
  readonly origin?: string;
}

export interface FollowUp {
  readonly seqs: readonly number[];
  readonly skip_duplicates: boolean;
  readonly doubtful: boolean;
  /** The service fails at this batch or at its other half: alone, or while it accepted others since. */
  readonly suspect?: "alone" | "others accepted";
}

export interface Settlement {
  readonly fates: readonly Fate[];
  readonly followUps: readonly FollowUp[];
  /** The service has accepted rows: what it fails at otherwise is no failure of all of it. */
  readonly accepted?: true;
}

/** What has to be looked up in the budget before the answer can be settled: the days of the rows in doubt. */
export interface Doubt {
  readonly account: number;
  readonly from: string;
  readonly to: string;
}

/** Transactions that the budget holds on the days in doubt, and what our own rows are. */
export interface Evidence {
  readonly stored: readonly StoredTransaction[];
  /** external_id -> transaction id: what earlier rows without an id of ours there were found to be. */
  readonly claims: ReadonlyMap<string, number>;
  /** Of the imports whose marks are on stored transactions, those that were undone. */
  readonly undone?: ReadonlySet<string>;
}

/**
 * The accounts and days to look at before `settleAccepted`. A skipped row is looked up also on a first try, since a
 * proxy may send a request twice and pass on the second answer. `owned` are the transactions that rows of ours already
 * are: those need no look, so a statement that is uploaded again costs none.
 */
export function listDoubts(batch: Batch, reply: Accepted, owned: ReadonlySet<number>): Doubt[] {
  const rows = reply.skipped
    .filter((skip) => skip.reason === "duplicate_payee_amount_date" || !owned.has(skip.existing))
    .map((skip) => must(batch.rows[skip.index], "the service names an item that was sent"));
  return listDays(rows);
}

/** The days that the rows are on, an account each. */
export function listDays(rows: readonly SentRow[]): Doubt[] {
  return [...Map.groupBy(rows, (row) => row.account)].map(([account, group]) => {
    const dates = group.map((row) => row.date).sort();
    return {
      account,
      from: must(dates[0], "a group has a row"),
      to: must(dates.at(-1), "a group has a row"),
    };
  });
}

/**
 * Whether a stored transaction can settle anything: one that the service named, or one of those days that is not ours.
 */
export function relevantTo(
  batch: Batch,
  reply: Accepted,
): (transaction: StoredTransaction) => boolean {
  const named = new Set(reply.skipped.map((skip) => skip.existing));
  const days = new Set(reply.skipped.map((skip) => batch.rows[skip.index]?.date));
  const another = (transaction: StoredTransaction) =>
    days.has(transaction.date) && !isOurs(transaction.external_id);
  return (transaction) => !transaction.part && (named.has(transaction.id) || another(transaction));
}

/** Each row's fate after a 201. `run` is the run the rows belong to. */
export function settleAccepted(
  batch: Batch,
  reply: Accepted,
  evidence: Evidence,
  run: string,
): Settlement {
  const skips = new Map(reply.skipped.map((skip) => [skip.index, skip]));
  const listed = {
    byId: new Map(evidence.stored.map((t) => [t.id, t])),
    byFacts: Map.groupBy(evidence.stored, factsOf),
  };
  const claimed = new Map([...evidence.claims].map(([externalId, id]) => [id, externalId]));
  const fates: Fate[] = [];
  const again: number[] = [];
  const twins: number[] = [];
  for (const [index, row] of batch.rows.entries()) {
    const id = reply.inserted.get(row.external_id);
    const skip = skips.get(index);
    if (id !== undefined) fates.push(fate(row.seq, "inserted", id, null));
    else if (skip === undefined) again.push(row.seq);
    else if (skip.reason === "duplicate_external_id") {
      fates.push(
        decideFate(
          row,
          skip.existing,
          listed.byId.get(skip.existing)?.run ?? null,
          evidence.undone,
          run,
        ),
      );
    } else {
      const owner = findOwner(row, skip.existing, { ...listed, claims: evidence.claims, claimed });
      if (owner === null) twins.push(row.seq);
      else {
        claimed.set(owner, row.external_id);
        fates.push({ ...fate(row.seq, "duplicate", owner, ENTERED_ELSEWHERE), claims: true });
      }
    }
  }
  const followUps = [
    { seqs: again, skip_duplicates: batch.skip_duplicates, doubtful: true },
    { seqs: twins, skip_duplicates: false, doubtful: batch.doubtful },
  ].filter((followUp) => followUp.seqs.length > 0);
  return checked(batch, { fates, followUps, accepted: true });
}

/**
 * The fate of a row whose external_id is in the budget. The mark on the transaction decides: this run inserted it, by
 * an earlier try or by a request that was carried out twice. One that an undone import left behind is this run's from
 * now on, so that undoing this run deletes it. `mark` null: nobody's mark, or nothing was looked up because another row
 * of ours is it.
 */
function decideFate(
  row: SentRow,
  transaction: number,
  mark: string | null,
  undone: ReadonlySet<string> | undefined,
  run: string,
): Fate {
  if (mark === run) return fate(row.seq, "inserted", transaction, null);
  if (mark !== null && undone?.has(mark) === true)
    return { ...fate(row.seq, "inserted", transaction, TAKEN_OVER), origin: mark };
  return fate(row.seq, "duplicate", transaction, ALREADY_THERE);
}

/** What the service compares of transactions, beside the account. */
function factsOf({ date, amount, payee }: StoredTransaction): string {
  return `${date} ${amount} ${payee}`;
}

/** The stored transactions by their ids and by their facts, and which of them rows were found to be. */
interface Listed {
  readonly byId: ReadonlyMap<number, StoredTransaction>;
  readonly byFacts: ReadonlyMap<string, readonly StoredTransaction[]>;
  readonly claims: Evidence["claims"];
  readonly claimed: ReadonlyMap<number, string>;
}

/**
 * The stored transaction, of those equal to the one the service named, that this row is: one that carries none of
 * our ids and that no other row was found to be. Null where all belong to other rows: then the row is a twin.
 */
function findOwner(
  row: SentRow,
  named: number,
  { byId, byFacts, claims, claimed }: Listed,
): number | null {
  const before = claims.get(row.external_id);
  if (before !== undefined && byId.has(before)) return before;
  const model = byId.get(named);
  if (model === undefined) return null;
  const free = (byFacts.get(factsOf(model)) ?? []).filter(
    (t) => t.manual_account_id === row.account && !isOurs(t.external_id) && !claimed.has(t.id),
  );
  return (free.find((t) => t.id === named) ?? free[0])?.id ?? null;
}

/**
 * Each row's fate after a refusal: the named items are rejected alone, otherwise the batch is halved. `stored` is what
 * the budget holds on the days of a doubtful batch: a row that an earlier try inserted is not rejected.
 */
export function settleRefused(
  batch: Batch,
  reply: Refused,
  stored: readonly StoredTransaction[] = [],
  run = "",
): Settlement {
  const { rows, skip_duplicates, doubtful } = batch;
  const named = [...reply.named].filter(([index]) => index >= 0 && index < rows.length);
  if (rows.length > 1 && named.length === 0) return halved(batch, doubtful);
  const reasons = named.length > 0 ? new Map(named) : new Map([[0, reply.message]]);
  const fates = [...reasons].map(([index, reason]) => {
    const row = must(rows[index], "index in range");
    return foundAs(row, stored, run) ?? fate(row.seq, "rejected", null, reason);
  });
  const rest = rows.filter((_, index) => !reasons.has(index)).map((row) => row.seq);
  return checked(batch, {
    fates,
    followUps: rest.length === 0 ? [] : [{ seqs: rest, skip_duplicates, doubtful }],
  });
}

/** Two batches of half the rows each; `suspect`: the service failed at the whole. */
export function halved(
  batch: Batch,
  doubtful: boolean,
  suspect?: "alone" | "others accepted",
): Settlement {
  const middle = Math.ceil(batch.rows.length / 2);
  const halves = [batch.rows.slice(0, middle), batch.rows.slice(middle)].map((half) => ({
    seqs: half.map((row) => row.seq),
    skip_duplicates: batch.skip_duplicates,
    doubtful,
    ...(suspect !== undefined && { suspect }),
  }));
  return checked(batch, { fates: [], followUps: halves });
}

/**
 * Each row's fate by what the budget holds on its day, where no answer will say it: those that are there are settled;
 * the others are rejected for the reason, or, where that is null, are to be sent as rows that never were.
 */
export function settleLooked(
  batch: Batch,
  stored: readonly StoredTransaction[],
  run: string,
  reason: string | null,
): Settlement {
  const fates: Fate[] = [];
  const absent: number[] = [];
  for (const row of batch.rows) {
    const found = foundAs(row, stored, run);
    if (found !== null) fates.push(found);
    else if (reason !== null) fates.push(fate(row.seq, "rejected", null, reason));
    else absent.push(row.seq);
  }
  const { skip_duplicates } = batch;
  return checked(batch, {
    fates,
    followUps: absent.length === 0 ? [] : [{ seqs: absent, skip_duplicates, doubtful: false }],
  });
}

/** The fate of a row that the budget holds under its external_id; null where it does not. */
function foundAs(row: SentRow, stored: readonly StoredTransaction[], run: string): Fate | null {
  const found = stored.find(
    (t) => t.external_id === row.external_id && t.manual_account_id === row.account && !t.part,
  );
  return found === undefined ? null : decideFate(row, found.id, found.run, undefined, run);
}

/** The reason of a row whose external_id the budget has. */
export const ALREADY_THERE = "already in the budget (same external_id)";
const TAKEN_OVER =
  "left in the budget by an import that was undone; it belongs to this import from now on";
const ENTERED_ELSEWHERE =
  "already in the budget (same account, payee, date and amount, from another source)";

function fate(
  seq: number,
  state: Fate["state"],
  transactionId: number | null,
  reason: string | null,
): Fate {
  return { seq, state, transaction_id: transactionId, reason, claims: false };
}

function checked(batch: Batch, settlement: Settlement): Settlement {
  const placed =
    settlement.fates.length +
    settlement.followUps.reduce((sum, followUp) => sum + followUp.seqs.length, 0);
  assert(
    placed === batch.rows.length,
    `batch ${batch.id}: ${placed} of ${batch.rows.length} rows placed`,
  );
  return settlement;
}
