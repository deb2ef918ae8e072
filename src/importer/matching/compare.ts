// Compares the rows of an import with the budget's transactions, before anything is posted. It
// takes some days at a time: memory stays bounded for an account of any size, and a step that had
// to wait continues where it was. The service itself recognises a known external_id, and the same
// payee, date and amount on a transaction that no import made; those cases are left to it.

import type { Sql } from "../../platform/sql/sql.ts";
import { COMPARE_ROWS_MAX, COMPARE_TRANSACTIONS_MAX } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { addDays, dayNumber, parseDay, type Day } from "../../money/day.ts";
import { parseUnits, units, type Units } from "../../money/money.ts";
import { countDaysApart, findLookalikes, type Seen } from "./rules/lookalikes.ts";
import { daysBeforePosting, POSTING_DATE } from "../imports/account-dates.ts";
import { isOurs } from "../imports/external-id.ts";
import { markKnown } from "../imports/marks.ts";
import { planBoundaries } from "../imports/rows.ts";
import type { StoredTransaction } from "../posting/client.ts";
import type { NoAnswer } from "../../platform/outbox/effect.ts";
import { eachListed, type Drained, type QueueService } from "../posting/drain.ts";
import { readDecided, forgetOpen, storeLookalikes, type Likeness } from "./lookalikes.ts";
import { forgetPlans, planUpdates } from "./pendings.ts";
import { planReceipts } from "./receipts.ts";
import type { Run, Runs } from "../imports/runs.ts";
import { POSTING, type RunState } from "../imports/states.ts";

type Lister = Pick<QueueService, "list">;

interface RowSeen {
  readonly seq: number;
  readonly account: number;
  /** The posting date. */
  readonly date: Day;
  /** The date of the item. */
  readonly dated: Day;
  readonly amount: Units;
  readonly currency: string;
  readonly payee: string;
  readonly text: string;
  readonly reference: string | null;
  readonly external_id: string;
}

const COMPARED: readonly RunState[] = ["reading", ...POSTING];
const ROWS = `SELECT seq, account, date, item ->> '$.date' AS dated, amount,
  item ->> '$.currency' AS currency, item ->> '$.payee' AS payee,
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
  // Without skip_duplicates, lookalikes are neither skipped nor asked about.
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
  // The last day may have more rows than were read.
  const to = whole || first === last ? last : addDays(last, -1);
  const compared = await compareDays({ sql, runs, run, first, last: to }, service);
  if (typeof compared !== "string") return compared;
  if (whole && compared === last) return { kind: "done" };
  runs.change(run.seq, COMPARED, { compared_to: addDays(compared, 1) });
  return { kind: "moved" };
}

interface Comparison {
  readonly sql: Sql;
  readonly runs: Runs;
  readonly run: Run;
  readonly first: Day;
  readonly last: Day;
}

/**
 * Compares the rows of some days; of fewer days if the account holds too many transactions. Returns
 * the last day that was compared, or why the service could not be asked.
 */
async function compareDays(days: Comparison, service: Lister): Promise<Day | NoAnswer> {
  const { sql, runs, run, first, last } = days;
  const [from, to] = [addDays(first, -1), addDays(last, 1)];
  const rows = asNumbered(
    sql,
    run,
    sql.all<RowSeen>(`${ROWS} AND date BETWEEN ? AND ?`, run.seq, from, to),
  );
  const stored: StoredTransaction[] = [];
  for (const account of new Set(rows.map((row) => row.account))) {
    const begin = addDays(from, -daysBeforePosting(sql, account));
    const failed = await eachListed(service, { account, from: begin, to }, (transaction) => {
      if (stored.length <= COMPARE_TRANSACTIONS_MAX) stored.push(transaction);
    });
    if (failed !== null) return failed;
    if (stored.length > COMPARE_TRANSACTIONS_MAX && first < last) {
      const middle = Math.floor((dayNumber(last) - dayNumber(first)) / 2);
      return compareDays({ ...days, last: addDays(first, middle) }, service);
    }
  }
  sql.transaction(() => {
    // The user may have undone the import, or decided, while the service was asked.
    const now = runs.bySeq(run.seq);
    if (now === null || !COMPARED.includes(now.state)) return;
    const known = new Map<number, number>();
    storeLookalikes(sql, runs, run.seq, findLikenesses(days, rows, stored, known));
    if (now.state === "reading") markKnown(sql, run.seq, first, last, known);
  });
  return last;
}

/**
 * The rows of a preview with the external ids that they will get when they are numbered for
 * posting.
 */
function asNumbered(sql: Sql, run: Run, rows: readonly RowSeen[]): readonly RowSeen[] {
  if (run.state !== "reading") return rows;
  const ids = new Map(planBoundaries(sql, run).map((one) => [one.seq, one.external_id]));
  return rows.map((row) => ({ ...row, external_id: ids.get(row.seq) ?? row.external_id }));
}

/**
 * The rows of these days that look like a transaction in the budget. `near` also has the rows of
 * one day before and one day after. Fills `known` with the rows that the service will recognise,
 * and the transactions that they are.
 */
function findLikenesses(
  { sql, run, first, last }: Comparison,
  near: readonly RowSeen[],
  stored: readonly StoredTransaction[],
  known: Map<number, number>,
): Likeness[] {
  const decided = readDecided(sql, run.seq);
  for (const id of listPlanned(sql, run.seq)) decided.transactions.add(id);
  const own = new Set(near.map((row) => row.external_id));
  const claims = listClaims(
    sql,
    stored.map((transaction) => transaction.id),
  );
  const sources = listSources(sql, new Set(stored.flatMap((transaction) => transaction.run ?? [])));
  const sourceOf = (transaction: StoredTransaction) =>
    transaction.run === null ? undefined : sources.get(transaction.run);
  const byExternalId = new Map(
    stored.map((t) => [`${t.manual_account_id} ${t.external_id ?? ""}`, t.id]),
  );
  const left = new Set(
    near.filter((row) => {
      if (row.date < first || row.date > last || decided.rows.has(row.seq)) return false;
      const there = byExternalId.get(`${row.account} ${row.external_id}`);
      if (there !== undefined) known.set(row.seq, there);
      return there === undefined;
    }),
  );
  const waiting = groupByFacts(left);
  const free = stored.filter((transaction) => {
    if (transaction.part || decided.transactions.has(transaction.id)) return false;
    if (transaction.external_id !== null && own.has(transaction.external_id)) return false;
    const source = sourceOf(transaction);
    // A file of the same layout has ids for all it holds: another id is another transaction.
    if (source !== undefined && source.fingerprint === run.layout?.fingerprint) return false;
    if (claims.get(transaction.id)?.some((id) => own.has(id)) === true) return false;
    if (isOurs(transaction.external_id) || claims.has(transaction.id)) return true;
    const row = takeEqual(waiting, transaction);
    if (row === undefined) return true;
    left.delete(row);
    known.set(row.seq, transaction.id);
    return false;
  });
  const claimed = takeClaimed(left, claims);
  const byId = new Map(free.map((transaction) => [transaction.id, transaction]));
  const likenesses = [...Map.groupBy(left, (row) => row.account)].flatMap(([account, mine]) =>
    findLookalikes(
      mine.map((row) => rowToSeen(row, run)),
      free
        .filter((transaction) => transaction.manual_account_id === account)
        .flatMap((t) => toSeen(t, sourceOf(t)?.format ?? null, claims.has(t.id))),
    ).map(({ row, other, certain }) => {
      const transaction = must(byId.get(other.id), "a lookalike is one of the transactions");
      const origin = explainOrigin(transaction, sourceOf(transaction)?.name);
      const evidence = `${origin}: ${explainLikeness(row, other, certain)}`;
      return { seq: row.id, transaction: other.id, evidence, certain };
    }),
  );
  return [...claimed, ...likenesses];
}

/** Takes the rows out of `left` that an earlier import found to be one of these transactions. */
function takeClaimed(
  left: Set<RowSeen>,
  claims: ReadonlyMap<number, readonly string[]>,
): Likeness[] {
  const evidence = "the same row was found to be this transaction before";
  const byExternalId = Map.groupBy(left, (row) => row.external_id);
  return [...claims].flatMap(([transaction, ids]) =>
    ids.flatMap((id) =>
      (byExternalId.get(id) ?? []).flatMap((row) =>
        left.delete(row) ? [{ seq: row.seq, transaction, evidence, certain: true }] : [],
      ),
    ),
  );
}

function explainOrigin({ run }: StoredTransaction, file: string | undefined): string {
  return run === null
    ? "entered by hand or by another program"
    : `imported from ${file ?? "another file"}`;
}

function explainLikeness(row: Seen, other: Seen, certain: boolean): string {
  const day = countDaysApart(row, other) === 0 ? "same day" : `a day apart (${other.date})`;
  return `same amount, ${day}, ${certain ? "same text" : `there as "${(other.text || other.payee).slice(0, 60)}"`}`;
}

function groupByFacts(rows: Iterable<RowSeen>): Map<string, RowSeen[]> {
  return Map.groupBy(rows, ({ account, dated, amount, payee }) =>
    factsKey(account, dated, 0 - amount, payee),
  );
}

/**
 * Takes the row as which the service will recognise this transaction, which no import made, out of
 * those that wait, by their facts (factsKey); undefined if there is none.
 */
function takeEqual(
  waiting: ReadonlyMap<string, RowSeen[]>,
  { manual_account_id: account, date, amount, payee }: StoredTransaction,
): RowSeen | undefined {
  const value = parseUnits(amount);
  return value.ok ? waiting.get(factsKey(account, date, value.value, payee))?.shift() : undefined;
}

/** What the service compares: account, day, amount (positive = debit) and payee. */
function factsKey(account: number | null, date: string, amount: number, payee: string): string {
  return `${account} ${date} ${amount} ${payee}`;
}

function rowToSeen(row: RowSeen, run: Run): Seen {
  const { seq: id, date, dated, amount, currency, payee, text, reference } = row;
  return {
    id,
    date,
    bought: dated,
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
  const { [POSTING_DATE]: posted = transaction.date } = transaction.facts;
  const date = parseDay(posted);
  if (!amount.ok || date === null || amount.value === 0) return [];
  const { id, currency, payee, text, run, facts } = transaction;
  const identified = facts["reference"] === undefined ? null : (format ?? "");
  return [
    {
      id,
      date,
      bought: null,
      amount: units(0 - amount.value),
      currency,
      payee,
      text: text ?? payee,
      identified,
      printed: run !== null && !claimed,
    },
  ];
}

/** The transactions that an update is planned to turn into rows of this run. */
function listPlanned(sql: Sql, run: number): number[] {
  return sql
    .all<{ id: number }>("SELECT transaction_id AS id FROM updates WHERE run = ?", run)
    .map(({ id }) => id);
}

/** The external_ids of the rows that were found to be these transactions. */
function listClaims(sql: Sql, transactions: readonly number[]): Map<number, string[]> {
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
