// What a receipt is compared with: the other receipts that need a transaction, and the budget's
// transactions around its days, read through the service. Transactions that have a receipt, are
// part of something, or were split or grouped are left out.

import { MATCH_RECEIPTS_MAX, MATCH_ROWS_MAX } from "../../../platform/limits.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import { parseCurrency, type Currency } from "../../../money/currency.ts";
import { addDays, parseDay, type Day } from "../../../money/day.ts";
import { parseUnits, units } from "../../../money/money.ts";
import { daysFrom } from "../../matching/rules/likeness.ts";
import { factAmount } from "../../matching/rules/relation.ts";
import type { Receipt } from "../../../receipts/receipt.ts";
import type { StoredTransaction } from "../../posting/client.ts";
import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import { eachListed, type QueueService } from "../../posting/drain.ts";
import { isAnsweredByRow, type ReceiptRow } from "../rows.ts";
import { DUE_DAYS_MAX, bookingWindow, type Booked, type Claimed } from "./pair.ts";
import { PART_ROWS_MAX, type Rate } from "./suggest.ts";

/** A receipt as it is compared; null if its amount or day is unknown. */
export function toClaimed(row: ReceiptRow): Claimed | null {
  const { id, kind, total, date, domain, merchant, card_last4: card, class: what } = row;
  if (total === null || total === 0 || date === null) return null;
  const read: Receipt = JSON.parse(row.receipt);
  const currencies: readonly Currency[] =
    row.currency === null ? (read.total?.candidates ?? []) : [row.currency];
  // The currency was assumed from the budget. Abroad the symbol may have meant another currency.
  const originals =
    row.currency !== null && read.sign?.open === true && read.sign.means.includes(row.currency)
      ? read.sign.means
      : currencies;
  const into = row.incoming === 1 || what === "refund" || what === "income" || what === "alert in";
  const [label = ""] = domain.split(".");
  const names = [merchant, read.merchant?.value ?? null, label].filter(
    (name): name is string => name !== null && name !== "",
  );
  return {
    id,
    kind,
    date,
    dueOn: read.dueOn?.value ?? null,
    amount: units(into ? 0 - total : total),
    currencies,
    originals,
    number: row.order_number,
    asked:
      row.decided_at === null &&
      ((row.reason !== null && isAnsweredByRow(row.reason)) ||
        read.doubts.some(({ reason }) => isAnsweredByRow(reason))),
    names: what === "alert" || what === "alert in" ? names.filter((name) => name !== label) : names,
    card,
  };
}

/**
 * Receipts that still need a transaction: those that wait, that ask the user, or that were inserted
 * without the bank's row.
 */
function seekingReceipts(sql: Sql, around: Day, byBank: boolean): Claimed[] {
  const rows = sql.all<ReceiptRow>(
    `SELECT * FROM receipts WHERE (state = 'waiting' OR (state = 'review' AND reason IN ('several_matches','ambiguous_currency')) OR (state = 'inserted' AND id IN (SELECT receipt FROM rivals)))
       AND date BETWEEN ? AND ? ORDER BY id LIMIT ?`,
    addDays(around, -REACH_DAYS),
    addDays(around, REACH_DAYS),
    MATCH_RECEIPTS_MAX,
  );
  return rows.filter((row) => isByBank(row) === byBank).flatMap((row) => toClaimed(row) ?? []);
}

/**
 * Whether it is the bank's own alert. A shop's receipt and a bank's alert may be about one
 * purchase: they do not compete.
 */
export function isByBank({ class: what }: Pick<ReceiptRow, "class">): boolean {
  return what === "alert" || what === "alert in";
}

/**
 * Lists the other receipts that seek a transaction. A receipt in doubt takes no transaction from
 * one without doubts.
 */
export function listRivals(sql: Sql, claimed: Claimed, byBank: boolean): Claimed[] {
  return seekingReceipts(sql, claimed.date, byBank).filter(
    ({ id, asked }) => id !== claimed.id && (claimed.asked === true || asked !== true),
  );
}

/** As far as two booking windows can overlap. */
const REACH_DAYS = DUE_DAYS_MAX + 30;

export function rejectedPairs(sql: Sql): Set<string> {
  return new Set(
    sql
      .all<{ pair: string }>(
        "SELECT receipt || '/' || transaction_id AS pair FROM match_rejections WHERE again = 0",
      )
      .map(({ pair }) => pair),
  );
}

/**
 * Transactions that the user rejected for the receipt and wants looked at again: offered, never
 * applied.
 */
export function listReconsidered(sql: Sql, receipt: number): Set<number> {
  return new Set(
    sql
      .all<{ id: number }>(
        "SELECT transaction_id AS id FROM match_rejections WHERE receipt = ? AND again = 1",
        receipt,
      )
      .map(({ id }) => id),
  );
}

/** Sets of transactions that the user rejected: lists of ids, ascending, as JSON. */
export function rejectedSets(sql: Sql, receipt: number): Set<string> {
  return new Set(
    sql
      .all<{ transactions: string }>(
        "SELECT transactions FROM set_rejections WHERE receipt = ?",
        receipt,
      )
      .map(({ transactions }) => transactions),
  );
}

/**
 * `free`: transactions without a receipt. `told`: those that only the other side, shop or bank, has
 * reported.
 */
export interface NearbyTransactions {
  readonly kind: "around";
  readonly free: readonly Booked[];
  readonly reported: readonly Booked[];
}

/**
 * The transactions around the receipt's days, of one account if one is given; or why they cannot be
 * listed.
 */
export async function bookedAround(
  sql: Sql,
  service: Pick<QueueService, "list">,
  claimed: Claimed,
  byBank: boolean,
  account: number | null = null,
): Promise<NearbyTransactions | NoAnswer> {
  const window = bookingWindow(claimed);
  const [free, told]: [Booked[], Booked[]] = [[], []];
  const taken = listTaken(sql);
  const until = addDays(claimed.date, PART_REACH_DAYS);
  const failed = await eachListed(
    service,
    {
      ...(account !== null && { account }),
      from: addDays(window.from, -MARGIN_DAYS),
      to: addDays(window.to > until ? window.to : until, MARGIN_DAYS),
    },
    (transaction) => {
      const owner = taken.get(transaction.id);
      const booked =
        free.length >= MATCH_ROWS_MAX || owner === byBank || owner === null
          ? null
          : toBooked(transaction, owner !== undefined);
      if (booked !== null) (owner === undefined ? free : told).push(booked);
    },
  );
  if (failed !== null) return failed;
  // Too many transactions to compare: report that, instead of matching against a part of them.
  return free.length >= MATCH_ROWS_MAX
    ? { kind: "unknown", message: "there are too many transactions around that day" }
    : { kind: "around", free, reported: told };
}

/**
 * Transactions that have a receipt, each with whether it is the bank's alert. Null: both sides
 * reported it, so it is no candidate any more.
 */
function listTaken(sql: Sql): Map<number, boolean | null> {
  const rows = sql.all<{ id: number; class: ReceiptRow["class"] }>(
    `SELECT s.transaction_id AS id, r.class FROM settlings s JOIN receipts r ON r.id = s.receipt WHERE s.state <> 'undone' AND s.transaction_id IS NOT NULL
     UNION ALL SELECT transaction_id, class FROM receipts WHERE state IN ('matched','inserted') AND transaction_id IS NOT NULL`,
  );
  const promised =
    "SELECT transaction_id AS id FROM settlings WHERE state <> 'undone' AND transaction_id IS NOT NULL UNION SELECT instead FROM settlings WHERE state = 'undoing' AND instead IS NOT NULL";
  const taken = new Map<number, boolean | null>(
    sql.all<{ id: number }>(promised).map(({ id }) => [id, null]),
  );
  for (const [id, owners] of Map.groupBy(rows, (row) => row.id)) {
    const sides = new Set(owners.map(isByBank));
    taken.set(id, sides.size === 1 ? sides.has(true) : null);
  }
  return taken;
}

const MARGIN_DAYS = 14;
const PART_REACH_DAYS = 30;

function toBooked(transaction: StoredTransaction, isReported: boolean): Booked | null {
  const { id, payee, text, facts, part, bound } = transaction;
  const amount = parseUnits(transaction.amount);
  const date = parseDay(transaction.date);
  const currency = parseCurrency(transaction.currency ?? "");
  if (
    part ||
    bound ||
    (facts["receipt"] !== undefined && !isReported) ||
    !amount.ok ||
    amount.value === 0 ||
    date === null ||
    currency === null
  )
    return null;
  return {
    id,
    date,
    amount: amount.value,
    currency,
    texts: [payee, ...(text === null ? [] : [text])],
    cards: findCards(facts, text),
    original: readOriginal(facts),
  };
}

/** The amount in the original currency, as the bank printed it. */
export function readOriginal(facts: Readonly<Record<string, string>>): Booked["original"] {
  const amount = factAmount(facts["original_amount"]);
  const currency = (facts["original_currency"] ?? "").trim().toLowerCase();
  return amount === null || currency === "" ? null : { amount, currency };
}

const CARD_FACT = /card|karte|carte|tarjeta|kort/i;
const CARD_TEXT =
  /(?:card|karte|carte|visa|mastercard|amex|tarjeta|kort)[ .:#nr]{0,6}[*x•.\d ]{0,16}?(\d{4})(?!\d)|[*x•]{2,12} ?(\d{4})(?!\d)/giu;
const TEXT_CHARS_MAX = 400;

/** The last four digits of the cards that a booking mentions. */
export function findCards(facts: Readonly<Record<string, string>>, text: string | null): string[] {
  const printed = Object.entries(facts).flatMap(([name, value]) =>
    CARD_FACT.test(name) ? (/(\d{4})\D{0,2}$/.exec(value.slice(-12))?.[1] ?? []) : [],
  );
  const said = [...(text ?? "").slice(0, TEXT_CHARS_MAX).matchAll(CARD_TEXT)].map(
    (match) => match[1] ?? match[2] ?? "",
  );
  return [...new Set([...printed, ...said])];
}

/** Exchange rates that the bank printed with other bookings, the nearest day first. */
export function collectRates(rows: readonly Booked[]): Rate {
  return (from, to, day) => {
    const known = rows.filter(
      ({ original, currency }) => original?.currency === from && currency === to,
    );
    const apart = (row: Booked) => Math.abs(daysFrom(day, row.date));
    const [nearest] = known
      .slice(0, PART_ROWS_MAX * 10)
      .toSorted((a, b) => apart(a) - apart(b) || a.id - b.id);
    return nearest?.original == null
      ? null
      : { of: nearest.original.amount, buys: Math.abs(nearest.amount) };
  };
}
