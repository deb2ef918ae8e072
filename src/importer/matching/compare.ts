// Compares the rows of an import with what the budget holds, before anything is posted: some days at a time, so that an account
// of any size is looked at in bounded memory, and a step that had to wait goes on where it was. What the service itself finds
// (an external_id, or the payee, date and amount of what is none of ours) is left to it.

import type { Sql } from "../../platform/sql/sql.ts";
import { COMPARE_ROWS_MAX, COMPARE_TRANSACTIONS_MAX } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { addDays, dayNumber, parseDay, type Day } from "../../money/day.ts";
import { parseUnits, units, type Units } from "../../money/money.ts";
import { findLookalikes, type Seen } from "./rules/lookalikes.ts";
import { isOurs } from "../imports/external-id.ts";
import type { StoredTransaction } from "../posting/client.ts";
import type { NoAnswer } from "../../platform/outbox/effect.ts";
import { eachListed, type Drained, type QueueService } from "../posting/drain.ts";
import { readDecided, forgetOpen, storeLookalikes, type Likeness } from "./lookalikes.ts";
import { forgetPlans, planUpdates } from "./pendings.ts";
import { planReceipts } from "./receipts.ts";
import type { Run, Runs, RunState } from "../imports/runs.ts";

type Lister = Pick<QueueService, "list">;

interface RowSeen {
  readonly seq: number;
  readonly account: number;
  readonly date: Day;
  readonly amount: Units;
  readonly currency: string;
  readonly payee: string;
  readonly text: string;
  readonly reference: string | null;
  readonly external_id: string;
}

const COMPARED: readonly RunState[] = ["reading", "posting", "waiting"];
const ROWS = `SELECT seq, account, date, amount, item ->> '$.currency' AS currency, item ->> '$.payee' AS payee,
    COALESCE(item ->> '$.original_name', item ->> '$.payee') AS text,
    reference, item ->> '$.external_id' AS external_id
  FROM rows INDEXED BY rows_to_post WHERE run = ? AND state = 'waiting' AND batch IS NULL`;

/** One step; `done` when every row has been compared. */
export async function compare(sql: Sql, runs: Runs, run: Run, service: Lister): Promise<Drained> {
  if (run.compared_to === null) {
    const waiting = run.options.include_pending ? await planUpdates(sql, run, service) : null;
    if (waiting !== null) return waiting;
    if (!run.options.include_pending) forgetPlans(sql, run.seq);
    forgetOpen(sql, run.seq);
    const receipts = await planReceipts(sql, runs, run, service);
    if (receipts !== null) return receipts;
  }
  // Who wants nothing skipped for looking the same is not asked about it either.
  if (!run.options.skip_duplicates) return { kind: "done" };
  const from = run.compared_to ?? "";
  const rows = sql.all<RowSeen>(
    `${ROWS} AND date >= ? ORDER BY date LIMIT ?`,
    run.seq,
    from,
    COMPARE_ROWS_MAX + 1,
  );
  const [first, last] = [rows[0]?.date, rows.at(-1)?.date];
  if (first === undefined || last === undefined) return { kind: "done" };
  const whole = rows.length <= COMPARE_ROWS_MAX;
  // The last day may go on beyond the rows that were read.
  const to = whole || first === last ? last : addDays(last, -1);
  const compared = await compareDays(sql, runs, run, service, first, to);
  if (typeof compared !== "string") return compared;
  if (whole && compared === last) return { kind: "done" };
  runs.change(run.seq, COMPARED, { compared_to: addDays(compared, 1) });
  return { kind: "moved" };
}

/** Compares the rows of some days, of fewer where the account holds too much; up to which day, or why it could not. */
async function compareDays(
  sql: Sql,
  runs: Runs,
  run: Run,
  service: Lister,
  first: Day,
  last: Day,
): Promise<Day | NoAnswer> {
  const rows = sql.all<RowSeen>(
    `${ROWS} AND date BETWEEN ? AND ?`,
    run.seq,
    addDays(first, -1),
    addDays(last, 1),
  );
  const stored: StoredTransaction[] = [];
  for (const account of new Set(rows.map((row) => row.account))) {
    const failed = await eachListed(
      service,
      { account, from: addDays(first, -1), to: addDays(last, 1) },
      (transaction) => {
        if (stored.length <= COMPARE_TRANSACTIONS_MAX) stored.push(transaction);
      },
    );
    if (failed !== null) return failed;
    if (stored.length > COMPARE_TRANSACTIONS_MAX && first < last) {
      const middle = Math.floor((dayNumber(last) - dayNumber(first)) / 2);
      return compareDays(sql, runs, run, service, first, addDays(first, middle));
    }
  }
  sql.transaction(() => {
    // A person may have taken it back, or decided, while the service was asked.
    const now = runs.bySeq(run.seq);
    if (now !== null && COMPARED.includes(now.state))
      match(sql, runs, run, rows, stored, first, last);
  });
  return last;
}

function match(
  sql: Sql,
  runs: Runs,
  run: Run,
  near: readonly RowSeen[],
  stored: readonly StoredTransaction[],
  first: Day,
  last: Day,
): void {
  const decided = readDecided(sql, run.seq);
  for (const id of listPlanned(sql, run.seq)) decided.transactions.add(id);
  const own = new Set(near.map((row) => row.external_id));
  const claims = claimsOn(
    sql,
    stored.map((transaction) => transaction.id),
  );
  const sources = listSources(sql, new Set(stored.flatMap((transaction) => transaction.run ?? [])));
  const named = (transaction: StoredTransaction) =>
    transaction.run === null ? undefined : sources.get(transaction.run);
  const rows = near.filter(
    (row) => row.date >= first && row.date <= last && !decided.rows.has(row.seq),
  );
  const left = new Set(
    rows.filter(
      (row) =>
        !stored.some(
          (t) => t.external_id === row.external_id && t.manual_account_id === row.account,
        ),
    ),
  );
  const free = stored.filter((transaction) => {
    if (transaction.part || decided.transactions.has(transaction.id)) return false;
    if (transaction.external_id !== null && own.has(transaction.external_id)) return false;
    const ours = named(transaction);
    // A file of the same layout has its own ids for all it holds: another id is another transaction.
    if (ours !== undefined && ours.fingerprint === run.layout?.fingerprint) return false;
    if (claims.get(transaction.id)?.some((id) => own.has(id)) === true) return false;
    return isOurs(transaction.external_id) || !takenByService(left, transaction, claims);
  });
  const likenesses: Likeness[] = [];
  for (const [transaction, ids] of claims) {
    for (const row of left) {
      if (!ids.includes(row.external_id)) continue;
      left.delete(row);
      likenesses.push({
        seq: row.seq,
        transaction,
        evidence: "the same row was found to be this transaction before",
        certain: true,
      });
    }
  }
  const byId = new Map(free.map((transaction) => [transaction.id, transaction]));
  for (const [account, mine] of Map.groupBy(left, (row) => row.account)) {
    const others = free
      .filter((transaction) => transaction.manual_account_id === account)
      .flatMap((t) => toSeen(t, named(t)?.format ?? null, claims.has(t.id)));
    for (const { row, other, certain } of findLookalikes(
      mine.map((one) => rowSeen(one, run)),
      others,
    )) {
      const transaction = must(byId.get(other.id), "a lookalike is one of the transactions");
      const source =
        transaction.run === null
          ? "entered by hand or by another program"
          : `imported from ${named(transaction)?.name ?? "another file"}`;
      likenesses.push({
        seq: row.id,
        transaction: other.id,
        evidence: `${source}: ${alikeIn(row, other, certain)}`,
        certain,
      });
    }
  }
  storeLookalikes(sql, runs, run.seq, likenesses);
}

function alikeIn(row: Seen, other: Seen, certain: boolean): string {
  const day = row.date === other.date ? "same day" : `a day apart (${other.date})`;
  return `same amount, ${day}, ${certain ? "same text" : `there as "${(other.text || other.payee).slice(0, 60)}"`}`;
}

/** Whether the service will find this transaction, which is none of ours, for one of the rows; that row looks like no other then. */
function takenByService(
  left: Set<RowSeen>,
  transaction: StoredTransaction,
  claims: ReadonlyMap<number, unknown>,
): boolean {
  if (claims.has(transaction.id)) return false;
  const amount = parseUnits(transaction.amount);
  for (const row of left) {
    const same =
      row.account === transaction.manual_account_id &&
      row.date === transaction.date &&
      amount.ok &&
      amount.value === 0 - row.amount;
    if (same && row.payee === transaction.payee) {
      left.delete(row);
      return true;
    }
  }
  return false;
}

function rowSeen(row: RowSeen, run: Run): Seen {
  const { seq: id, date, amount, currency, payee, text, reference } = row;
  return {
    id,
    date,
    amount,
    currency,
    payee,
    text,
    identified: reference === null ? null : (run.layout?.format ?? ""),
    printed: true,
  };
}

function toSeen(transaction: StoredTransaction, format: string | null, claimed: boolean): Seen[] {
  const amount = parseUnits(transaction.amount);
  const date = parseDay(transaction.date);
  if (!amount.ok || date === null || amount.value === 0) return [];
  const { id, currency, payee, text, run, facts } = transaction;
  const identified = facts["reference"] === undefined ? null : (format ?? "");
  return [
    {
      id,
      date,
      amount: units(0 - amount.value),
      currency,
      payee,
      text: text ?? payee,
      identified,
      printed: run !== null && !claimed,
    },
  ];
}

/** Transactions that rows of this run are going to be. */
function listPlanned(sql: Sql, run: number): number[] {
  return sql
    .all<{ id: number }>("SELECT transaction_id AS id FROM updates WHERE run = ?", run)
    .map(({ id }) => id);
}

/** Which rows, by external_id, were found to be these transactions. */
function claimsOn(sql: Sql, transactions: readonly number[]): Map<number, string[]> {
  const claims = sql.all<{ external_id: string; transaction_id: number }>(
    "SELECT external_id, transaction_id FROM claims WHERE transaction_id IN (SELECT value FROM json_each(?))",
    JSON.stringify(transactions),
  );
  const found = new Map<number, string[]>();
  for (const { external_id: id, transaction_id: transaction } of claims)
    found.set(transaction, [...(found.get(transaction) ?? []), id]);
  return found;
}

interface Source {
  readonly fingerprint: string | null;
  readonly format: string | null;
  readonly name: string;
}

function listSources(sql: Sql, runs: ReadonlySet<string>): Map<string, Source> {
  const found = sql.all<Source & { id: string }>(
    `SELECT id, layout ->> 'fingerprint' AS fingerprint, layout ->> 'format' AS format, document ->> 'name' AS name FROM runs
     WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...runs]),
  );
  return new Map(found.map(({ id, ...source }) => [id, source]));
}
