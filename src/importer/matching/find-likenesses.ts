// The rows of some days of an import that look like a transaction in the budget (rules/lookalikes.ts),
// or that an earlier import found to be one.

import type { Sql } from "../../platform/sql/sql.ts";
import { must } from "../../platform/assert.ts";
import { parseDay, type Day } from "../../money/day.ts";
import { parseUnits, units, type Units } from "../../money/money.ts";
import { countDaysApart, findLookalikes, type Seen } from "./rules/lookalikes.ts";
import { POSTING_DATE } from "../imports/account-dates.ts";
import { isOurs } from "../imports/external-id.ts";
import type { StoredTransaction } from "../posting/client.ts";
import type { Likeness } from "./lookalikes.ts";
import type { Run } from "../imports/runs.ts";

/** A row as it is looked for in the budget. */
export interface RowKey {
  readonly seq: number;
  readonly account: number;
  /** The posting date. */
  readonly date: Day;
  readonly external_id: string;
}

/** A transaction that no row of these days is, with no more than is compared. */
export interface Other extends Pick<
  StoredTransaction,
  "id" | "external_id" | "date" | "amount" | "payee" | "currency" | "text" | "run" | "part"
> {
  readonly account: number | null;
  /** The posting date. */
  readonly posted: string;
  /** It has the bank's own id. */
  readonly identified: boolean;
}

/** A row with what is compared of it. */
interface RowSeen extends Omit<RowKey, "external_id"> {
  /** The date of the item. */
  readonly dated: Day;
  readonly amount: Units;
  readonly currency: string;
  readonly payee: string;
  readonly text: string;
  readonly reference: string | null;
}

/** What the list of some days has shown. */
interface Found {
  /** The rows of these days, and of one day before and one day after. */
  readonly near: readonly RowKey[];
  /** The rows that the service will recognise, with the transactions that they are. Filled further. */
  readonly known: Map<number, number>;
  readonly others: readonly Other[];
  readonly decided: {
    readonly rows: ReadonlySet<number>;
    readonly transactions: ReadonlySet<number>;
  };
}

/** Keeps what is compared of a transaction. */
export function toOther(transaction: StoredTransaction): Other {
  const { facts, manual_account_id: account, bound: _, ...kept } = transaction;
  return {
    ...kept,
    account,
    posted: facts[POSTING_DATE] ?? transaction.date,
    identified: facts["reference"] !== undefined,
  };
}

/**
 * The rows of these days that look like a transaction in the budget. Fills `known` with the rows
 * that the service will recognise by their facts.
 */
export function findLikenesses(
  { sql, run, first, last }: Days,
  { near, known, others, decided }: Found,
): Likeness[] {
  const left = new Map(
    near
      .filter(({ seq, date }) => date >= first && date <= last && !decided.rows.has(seq))
      .filter(({ seq }) => !known.has(seq))
      .map((row) => [row.seq, row]),
  );
  if (left.size === 0) return [];
  const own = new Set(near.map((row) => row.external_id));
  const ids = others.map(({ id }) => id);
  const claims = listClaims(sql, [...ids, ...known.values()]);
  const sources = listSources(sql, new Set(others.flatMap((other) => other.run ?? [])));
  const sourceOf = ({ run: mark }: Other) => (mark === null ? undefined : sources.get(mark));
  const taken = listTaken(sql, run.seq, ids);
  const candidates = others.filter((other) => {
    if (other.part || decided.transactions.has(other.id) || taken.has(other.id)) return false;
    if (other.external_id !== null && own.has(other.external_id)) return false;
    const source = sourceOf(other);
    // A file of the same layout has ids for all it holds: another id is another transaction.
    if (source !== undefined && source.fingerprint === run.layout?.fingerprint) return false;
    return claims.get(other.id)?.some((id) => own.has(id)) !== true;
  });
  const rows = candidates.length === 0 ? [] : readRows(sql, run.seq, [...left.keys()]);
  const waiting = groupByFacts(rows);
  const free = candidates.filter((other) => {
    if (isOurs(other.external_id) || claims.has(other.id)) return true;
    const row = takeEqual(waiting, other);
    if (row === undefined) return true;
    left.delete(row.seq);
    known.set(row.seq, other.id);
    return false;
  });
  const claimed = takeClaimed(left, claims);
  const byId = new Map(free.map((other) => [other.id, other]));
  const open = rows.filter(({ seq }) => left.has(seq));
  const likenesses = [...Map.groupBy(open, (row) => row.account)].flatMap(([account, mine]) =>
    findLookalikes(
      mine.map((row) => rowToSeen(row, run)),
      free
        .filter((other) => other.account === account)
        .flatMap((other) => toSeen(other, sourceOf(other)?.format ?? null, claims.has(other.id))),
    ).map(({ row, other, certain }) => {
      const there = must(byId.get(other.id), "a lookalike is one of the transactions");
      const origin = explainOrigin(there, sourceOf(there)?.name);
      const evidence = `${origin}: ${explainLikeness(row, other, certain)}`;
      return { seq: row.id, transaction: other.id, evidence, certain };
    }),
  );
  return [...claimed, ...likenesses];
}

/** The days of a run that are compared. */
interface Days {
  readonly sql: Sql;
  readonly run: Run;
  readonly first: Day;
  readonly last: Day;
}

/** These rows with what is compared, in the order of date and amount. */
function readRows(sql: Sql, run: number, seqs: readonly number[]): RowSeen[] {
  return sql.all<RowSeen>(
    `SELECT seq, account, date, item ->> '$.date' AS dated, amount,
       item ->> '$.currency' AS currency, item ->> '$.payee' AS payee,
       COALESCE(item ->> '$.original_name', item ->> '$.payee') AS text, reference
     FROM rows JOIN row_texts USING (run, seq)
     WHERE run = ? AND seq IN (SELECT value FROM json_each(?)) ORDER BY date, amount, seq`,
    run,
    JSON.stringify(seqs),
  );
}

/**
 * Which of these transactions rows of the run are, those that an update is planned to turn into one
 * included.
 */
function listTaken(sql: Sql, run: number, transactions: readonly number[]): Set<number> {
  const taken = sql.all<{ id: number }>(
    `SELECT transaction_id AS id FROM updates WHERE run = ?1
     UNION ALL SELECT r.transaction_id FROM json_each(?2) j CROSS JOIN rows r INDEXED BY rows_by_transaction
       WHERE r.transaction_id = j.value AND r.run = ?1`,
    run,
    JSON.stringify(transactions),
  );
  return new Set(taken.map(({ id }) => id));
}

/** Takes the rows out of `left` that an earlier import found to be one of these transactions. */
function takeClaimed(
  left: Map<number, RowKey>,
  claims: ReadonlyMap<number, readonly string[]>,
): Likeness[] {
  const evidence = "the same row was found to be this transaction before";
  const byExternalId = Map.groupBy(left.values(), (row) => row.external_id);
  return [...claims].flatMap(([transaction, ids]) =>
    ids.flatMap((id) =>
      (byExternalId.get(id) ?? []).flatMap((row) =>
        left.delete(row.seq) ? [{ seq: row.seq, transaction, evidence, certain: true }] : [],
      ),
    ),
  );
}

function explainOrigin({ run }: Other, file: string | undefined): string {
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
  { account, date, amount, payee }: Other,
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

function toSeen(other: Other, format: string | null, claimed: boolean): Seen[] {
  const amount = parseUnits(other.amount);
  const date = parseDay(other.posted);
  if (!amount.ok || date === null || amount.value === 0) return [];
  const { id, currency, payee, text, run } = other;
  return [
    {
      id,
      date,
      bought: null,
      amount: units(0 - amount.value),
      currency,
      payee,
      text: text ?? payee,
      identified: other.identified ? (format ?? "") : null,
      printed: run !== null && !claimed,
    },
  ];
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
