// Looks for the other sides of transfers that an import brought: on the days of its own rows, in all
// accounts of the budget, and twice as far around them as a transfer takes, so that it also sees
// competitors. It takes as many days at once as the memory holds, counts before it reads, and keeps
// what two steps in a row have in common. Only whole transactions of manual accounts count: no
// parts, groups or pending ones.

import type { Sql } from "../../platform/sql/sql.ts";
import {
  COMPARE_TRANSACTIONS_MAX,
  TRANSFER_KEPT_MS_MAX,
  TRANSFER_ROWS_MAX,
  TRANSFER_WEEKDAYS_MAX,
  TRANSFER_WINDOW_DAYS,
} from "../../platform/limits.ts";
import { addDays, dayNumber, parseDay, type Day } from "../../money/day.ts";
import { parseCurrency } from "../../money/currency.ts";
import { parseUnits } from "../../money/money.ts";
import { factAmount, type Leg } from "./rules/relation.ts";
import { findTransfers, type OwnAccounts } from "./rules/transfers.ts";
import type {
  AccountListed,
  Refused,
  StoredTransaction,
  TransactionQuery,
} from "../posting/client.ts";
import type { NoAnswer } from "../../platform/outbox/effect.ts";
import { eachListed, type QueueService } from "../posting/drain.ts";
import { suggest } from "./transfers.ts";

export interface SeekService extends Pick<QueueService, "list"> {
  accounts(): Promise<{ kind: "accounts"; accounts: AccountListed[] } | Refused | NoAnswer>;
}

/** The position of a search: from which day on, and how many days at once; null: as many as may be. */
export interface Search {
  readonly run: number;
  readonly cursor: string | null;
  readonly days: number | null;
}

/** Where to continue. */
interface Sought {
  readonly kind: "next";
  readonly cursor: string | null;
  readonly days: number | null;
}

/** Weekdays plus two weekends. */
const REACH_DAYS = TRANSFER_WEEKDAYS_MAX + 2;
/** How far around the days of interest is read. */
const MARGIN_DAYS = 2 * REACH_DAYS;
/** With fewer transactions than this, twice as many days are tried at once. */
const FEW_TRANSACTIONS = COMPARE_TRANSACTIONS_MAX / 4;
/** With more rows of the run than this, the transactions are counted before they are read. */
const COUNT_FIRST_ROWS = 1_000;

/** What a step leaves to the next one, in memory: without it, the days in common are read again. */
interface Kept {
  readonly run: number;
  readonly cursor: string | null;
  readonly at: number;
  readonly own: OwnAccounts;
  /** The days that were read. */
  readonly from: Day;
  readonly to: Day;
  readonly legs: readonly Leg[];
}

/** The days of interest of one step. */
interface Span {
  readonly first: Day;
  readonly last: Day;
}

/** Looks for transfers, a step at a time. */
export class TransferSearch {
  #kept: Kept | null = null;

  /** Forgets what was read: the budget may have changed. */
  forget(): void {
    this.#kept = null;
  }

  /**
   * One step: where the search continues, that everything has been searched, or why the service
   * could not be asked. `now`: an instant in milliseconds.
   */
  async seek(
    sql: Sql,
    search: Search,
    service: SeekService,
    now: number,
  ): Promise<Sought | { readonly kind: "end" } | NoAnswer> {
    const days = search.days ?? TRANSFER_WINDOW_DAYS;
    const span = nextSpan(sql, search, days);
    const kept = this.#take(search, now);
    if (span === null) return { kind: "end" };
    const own = kept?.own ?? (await readOwnAccounts(sql, service));
    if ("kind" in own) return own;
    // Where there is one account only, there is nothing to transfer to.
    if (own.names.size < 2) return { kind: "end" };
    const read = await readLegs({ sql, run: search.run, service }, span, kept);
    if (read === "too many") {
      if (kept !== null) this.#kept = { ...kept, at: now };
      const fewer = Math.max(1, (dayNumber(span.last) - dayNumber(span.first) + 1) >> 1);
      return { kind: "next", cursor: search.cursor, days: fewer };
    }
    if ("kind" in read) return read;
    sql.transaction(() => {
      // The import was undone meanwhile: nothing is suggested for transactions that are being
      // deleted.
      const mine = insertedBetween(sql, search.run, span);
      suggest(
        sql,
        search.run,
        findTransfers(read.legs, own, ({ id }) => mine.has(id)),
        own,
      );
    });
    const cursor = addDays(span.last, 1);
    if (read.whole) this.#kept = { ...read, own, run: search.run, cursor, at: now };
    const wider = read.legs.length < FEW_TRANSACTIONS ? 2 * days : days;
    return { kind: "next", cursor, days: wider >= TRANSFER_WINDOW_DAYS ? null : wider };
  }

  /** What the step before has left, if it was of this search and a moment ago. */
  #take({ run, cursor }: Search, now: number): Kept | null {
    const kept = this.#kept;
    this.#kept = null;
    const fits = kept !== null && kept.run === run && kept.cursor === cursor;
    return fits && now >= kept.at && now - kept.at <= TRANSFER_KEPT_MS_MAX ? kept : null;
  }
}

/**
 * The next days with rows that the run inserted, at most so many, with no more rows than one step
 * takes; a gap ends them where nothing of it is near any row. Null if no row is left.
 */
function nextSpan(sql: Sql, { run, cursor }: Search, days: number): Span | null {
  const first = sql.first<{ date: Day | null }>(
    `SELECT MIN(date) AS date FROM ${MINE} AND date >= ?`,
    run,
    cursor ?? "",
  )?.date;
  if (first == null) return null;
  const dates = sql.all<{ date: Day; rows: number }>(
    `SELECT date, COUNT(*) AS rows FROM ${MINE} AND date BETWEEN ? AND ? GROUP BY date ORDER BY date`,
    run,
    first,
    addDays(first, days - 1),
  );
  let [last, total] = [first, 0];
  for (const { date, rows } of dates) {
    total += rows;
    const tooMany = total > TRANSFER_ROWS_MAX && date > first;
    if (tooMany || date > addDays(last, 2 * MARGIN_DAYS)) break;
    last = date;
  }
  return { first, last };
}

/** The transactions of some days; not `whole` if one day has more than the memory holds. */
interface Legs {
  readonly from: Day;
  readonly to: Day;
  readonly legs: readonly Leg[];
  readonly whole: boolean;
}

/**
 * The transactions of these days and around them, those in common with the step before from memory;
 * "too many" if fewer days must be read at once.
 */
async function readLegs(
  { sql, run, service }: { sql: Sql; run: number; service: SeekService },
  { first, last }: Span,
  kept: Kept | null,
): Promise<Legs | "too many" | NoAnswer> {
  const [from, to] = [addDays(first, -MARGIN_DAYS), addDays(last, MARGIN_DAYS)];
  const shared = kept !== null && kept.from <= from && kept.to >= from ? kept : null;
  const legs = shared === null ? [] : shared.legs.filter(({ date }) => date >= from);
  const query = { from: shared === null ? from : addDays(shared.to, 1), to };
  if (query.from > to) return { from, to, legs, whole: true };
  const waiting = new Set(
    sql
      .all<{ id: number }>("SELECT transaction_id AS id FROM pendings WHERE state = 'pending'")
      .map(({ id }) => id),
  );
  const isFull = () => legs.length > COMPARE_TRANSACTIONS_MAX;
  const see = (transaction: StoredTransaction) => {
    const leg = waiting.has(transaction.id) ? null : toLeg(transaction);
    if (leg !== null && !isFull()) legs.push(leg);
  };
  const mine = insertedOn(sql, run, { first, last });
  // Most of what is read is the run's own: what is too much is counted, not read.
  const room = COMPARE_TRANSACTIONS_MAX - legs.length;
  const many = mine > COUNT_FIRST_ROWS ? await hasMoreThan(service, query, room) : false;
  if (typeof many !== "boolean") return many;
  if (many && first < last) return "too many";
  const failed = await eachListed(service, query, see, isFull);
  if (failed !== null) return failed;
  return isFull() && first < last ? "too many" : { from, to, legs, whole: !isFull() };
}

/** Whether the service has more than so many transactions of these days, or why it does not say. */
async function hasMoreThan(
  service: SeekService,
  query: TransactionQuery,
  most: number,
): Promise<boolean | NoAnswer> {
  const page = await service.list({ ...query, limit: 1 }, most);
  if (page.kind === "refused") return { kind: "unknown", message: page.message };
  return page.kind === "page" ? page.transactions.length > 0 : page;
}

const MINE = "rows INDEXED BY rows_inserted_by_date WHERE run = ? AND state = 'inserted'";

/** How many rows the run inserted on these days. */
function insertedOn(sql: Sql, run: number, { first, last }: Span): number {
  return sql.count(`${MINE} AND date BETWEEN ? AND ?`, run, first, last);
}

/** The ids of the transactions that a finished run inserted on these days. */
function insertedBetween(sql: Sql, run: number, { first, last }: Span): Set<number> {
  const rows = sql.all<{ id: number }>(
    `SELECT r.transaction_id AS id FROM rows r INDEXED BY rows_inserted_by_date JOIN runs ON runs.seq = r.run
     WHERE r.run = ? AND r.state = 'inserted' AND r.date BETWEEN ? AND ? AND runs.state = 'done'`,
    run,
    first,
    last,
  );
  return new Set(rows.map(({ id }) => id));
}

async function readOwnAccounts(sql: Sql, service: SeekService): Promise<OwnAccounts | NoAnswer> {
  const listed = await service.accounts();
  if (listed.kind === "refused") return { kind: "unknown", message: listed.message };
  return listed.kind === "accounts" ? ownAccounts(sql, listed.accounts) : listed;
}

function toLeg(transaction: StoredTransaction): Leg | null {
  const { id, external_id, payee, manual_account_id: account, facts, part, bound } = transaction;
  const amount = parseUnits(transaction.amount);
  const date = parseDay(transaction.date);
  const currency = parseCurrency(transaction.currency ?? "");
  if (account === null || part || bound || !amount.ok || date === null || currency === null)
    return null;
  const original = factAmount(facts["original_amount"]);
  const originalCurrency = (facts["original_currency"] ?? "").trim().toLowerCase();
  return {
    id,
    account,
    date,
    amount: amount.value,
    currency,
    payee,
    external_id,
    counterparty: normalizeLabel(facts["counterparty_account"] ?? ""),
    fee: factAmount(facts["fee"]),
    rate: facts["rate"] ?? null,
    original:
      original === null || originalCurrency === ""
        ? null
        : { amount: original, currency: originalCurrency },
  };
}

/** An IBAN or number as it is compared; null if it is too short. */
function normalizeLabel(text: string): string | null {
  const label = text.replace(/[\s.-]+/g, "").toUpperCase();
  return label.length >= 6 ? label : null;
}

/** The names of the accounts, and the IBANs and numbers of statements that went to them. */
function ownAccounts(sql: Sql, listed: readonly AccountListed[]): OwnAccounts {
  const printed = sql.all<{ label: string | null; account: number }>(
    `SELECT DISTINCT layout ->> 'account' AS label, account ->> 'id' AS account FROM runs WHERE account IS NOT NULL AND state = 'done'
     UNION SELECT DISTINCT labels.key, labels.value ->> 'id' FROM runs, json_each(runs.reading, '$.accounts') AS labels
     WHERE runs.state = 'done' AND labels.value IS NOT NULL`,
  );
  const labels = new Map<string, number>();
  const twice = new Set<string>();
  for (const { label: text, account } of printed) {
    const label = normalizeLabel(text ?? "");
    if (label === null) continue;
    if ((labels.get(label) ?? account) !== account) twice.add(label);
    labels.set(label, account);
  }
  for (const label of twice) labels.delete(label);
  return { labels, names: new Map(listed.map((account) => [account.id, account.display_name])) };
}
