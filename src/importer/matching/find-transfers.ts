// Looks for the other sides of transfers that an import brought. It takes a month at a time, in all
// accounts of the budget, and reaches twice as far around it as a transfer takes, so that it also
// sees competitors. It takes fewer days at once if there is too much for the memory. Only whole
// transactions of manual accounts count: no parts, groups or pending ones.

import type { Sql } from "../../platform/sql/sql.ts";
import {
  COMPARE_TRANSACTIONS_MAX,
  TRANSFER_WEEKDAYS_MAX,
  TRANSFER_WINDOW_DAYS,
} from "../../platform/limits.ts";
import { addDays, parseDay, type Day } from "../../money/day.ts";
import { parseCurrency } from "../../money/currency.ts";
import { parseUnits } from "../../money/money.ts";
import { factAmount, type Leg } from "./rules/relation.ts";
import { findTransfers, type OwnAccounts } from "./rules/transfers.ts";
import type { AccountListed, Refused, StoredTransaction } from "../posting/client.ts";
import type { NoAnswer } from "../../platform/outbox/effect.ts";
import { eachListed, type QueueService } from "../posting/drain.ts";
import { suggest } from "./transfers.ts";

export interface SeekService extends Pick<QueueService, "list"> {
  accounts(): Promise<{ kind: "accounts"; accounts: AccountListed[] } | Refused | NoAnswer>;
}

/** The position of a search: from which day on, and how many days at once. */
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

/**
 * One step: where the search continues, that everything has been searched, or why the service could
 * not be asked.
 */
export async function seekTransfers(
  sql: Sql,
  search: Search,
  service: SeekService,
): Promise<Sought | { readonly kind: "end" } | NoAnswer> {
  const span = sql.first<{ first: Day | null; last: Day | null }>(
    "SELECT MIN(date) AS first, MAX(date) AS last FROM rows INDEXED BY rows_inserted WHERE run = ? AND state = 'inserted' AND date >= ?",
    search.run,
    search.cursor ?? "",
  );
  if (span === null || span.first === null || span.last === null) return { kind: "end" };
  const days = search.days ?? TRANSFER_WINDOW_DAYS;
  const end = addDays(span.first, days - 1);
  const to = end < span.last ? end : span.last;
  const listed = await service.accounts();
  if (listed.kind === "refused") return { kind: "unknown", message: listed.message };
  if (listed.kind !== "accounts") return listed;
  const legs: Leg[] = [];
  const waiting = new Set(
    sql
      .all<{ id: number }>("SELECT transaction_id AS id FROM pendings WHERE state = 'pending'")
      .map(({ id }) => id),
  );
  const around = { from: addDays(span.first, -2 * REACH_DAYS), to: addDays(to, 2 * REACH_DAYS) };
  const failed = await eachListed(service, around, (transaction) => {
    const leg = waiting.has(transaction.id) ? null : toLeg(transaction);
    if (leg !== null && legs.length <= COMPARE_TRANSACTIONS_MAX) legs.push(leg);
  });
  if (failed !== null) return failed;
  if (legs.length > COMPARE_TRANSACTIONS_MAX && days > 1)
    return { kind: "next", cursor: search.cursor, days: Math.max(1, days >> 1) };
  sql.transaction(() => {
    // The import was undone meanwhile: nothing is suggested for transactions that are being
    // deleted.
    const mine = insertedBetween(sql, search.run, span.first ?? to, to);
    const own = ownAccounts(sql, listed.accounts);
    const found = findTransfers(legs, own).filter(
      ({ debit, credit }) => mine.has(debit.id) || mine.has(credit.id),
    );
    suggest(sql, search.run, found, own);
  });
  return { kind: "next", cursor: addDays(to, 1), days: search.days };
}

function insertedBetween(sql: Sql, run: number, from: Day, to: Day): Set<number> {
  const rows = sql.all<{ id: number }>(
    `SELECT r.transaction_id AS id FROM rows r INDEXED BY rows_inserted JOIN runs ON runs.seq = r.run
     WHERE r.run = ? AND r.state = 'inserted' AND r.date BETWEEN ? AND ? AND runs.state = 'done'`,
    run,
    from,
    to,
  );
  return new Set(rows.map(({ id }) => id));
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
