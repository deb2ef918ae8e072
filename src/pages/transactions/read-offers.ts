// The transactions that may be joined with one: for a group those near in time or found by words,
// for a transfer those with the opposite amount in other accounts. Parts and members are not
// offered.

import { addDays, dayNumber, parseDay } from "../../money/day.ts";
import { parseRounded, printUnits, units } from "../../money/money.ts";
import {
  OFFERED_GROUP_DAYS,
  OFFERED_TRANSACTIONS_MAX,
  OFFERED_TRANSFER_DAYS,
} from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import { readService, type Refusal } from "../ui/client.ts";
import { readView } from "./query.ts";
import { accountKeyOf } from "./read-names.ts";
import { readLedger, type Ways } from "./read-ledger.ts";
import { findObstacle } from "./standing.ts";
import { transactionSchema, type Transaction } from "./wire.ts";

/**
 * Transactions to group with one: those found by words, or without words those of the days around
 * it, with the same payee's first.
 */
export async function readGroupOffers(
  ways: Ways,
  transaction: Transaction,
  words: string,
): Promise<Result<readonly Transaction[], Refusal>> {
  const query =
    words === "" ? listDays(transaction, OFFERED_GROUP_DAYS) : new URLSearchParams({ q: words });
  const found = await readOffers(ways, transaction, query);
  if (!found.ok) return found;
  const isSame = ({ payee }: Transaction) => Number(payee === transaction.payee);
  return ok(found.value.toSorted((a, b) => isSame(b) - isSame(a)));
}

/** Reads the possible other sides of a transfer, the nearest in time first. */
export async function readTransferOffers(
  ways: Ways,
  transaction: Transaction,
): Promise<Result<readonly Transaction[], Refusal>> {
  const amount = parseRounded(transaction.amount);
  if (!amount.ok || amount.value === 0) return ok([]);
  const query = listDays(transaction, OFFERED_TRANSFER_DAYS);
  const magnitude = printUnits(units(Math.abs(amount.value)));
  query.set("min", magnitude);
  query.set("max", magnitude);
  query.set("direction", amount.value > 0 ? "in" : "out");
  const found = await readOffers(ways, transaction, query);
  if (!found.ok) return found;
  const account = accountKeyOf(transaction);
  const distance = ({ date }: Transaction) => countDays(date, transaction.date);
  return ok(
    found.value
      .filter((one) => one.currency === transaction.currency && accountKeyOf(one) !== account)
      .toSorted((a, b) => distance(a) - distance(b)),
  );
}

/**
 * Reads the transactions with these ids that can be joined with one, without those that cannot be
 * read.
 */
export async function readPicked(
  { service }: Ways,
  transaction: Transaction,
  ids: readonly number[],
): Promise<readonly Transaction[]> {
  const found = await Promise.all(
    [...new Set(ids)]
      .filter((id) => id !== 0)
      .slice(0, OFFERED_TRANSACTIONS_MAX)
      .map((id) => readService(service, `/transactions/${id}`, transactionSchema)),
  );
  return found.flatMap((one) => (one.ok && isOffered(transaction, one.value) ? [one.value] : []));
}

async function readOffers(
  ways: Ways,
  transaction: Transaction,
  query: URLSearchParams,
): Promise<Result<readonly Transaction[], Refusal>> {
  const view = readView(query);
  const page = await readLedger(ways, view.query, null, {
    rows: OFFERED_TRANSACTIONS_MAX,
    totals: false,
  });
  return page.ok ? ok(page.value.rows.filter((one) => isOffered(transaction, one))) : page;
}

function isOffered(transaction: Transaction, one: Transaction): boolean {
  return one.id !== transaction.id && findObstacle(one) === null;
}

function listDays({ date }: Transaction, days: number): URLSearchParams {
  const day = parseDay(date);
  return day === null
    ? new URLSearchParams()
    : new URLSearchParams({ from: addDays(day, -days), to: addDays(day, days) });
}

function countDays(a: string, b: string): number {
  const [one, other] = [parseDay(a), parseDay(b)];
  return one === null || other === null ? 0 : Math.abs(dayNumber(one) - dayNumber(other));
}
