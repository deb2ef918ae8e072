// What the user corrected for one sender, kept for its next mail: the merchant's name, the currency
// that a symbol means, the account, and the account for what is paid in cash. Totals, days and
// numbers belong to one mail and are never remembered. A sender without a domain teaches nothing.

import { MERCHANTS_REMEMBERED_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { isCurrency } from "../../money/currency.ts";
import type { Corrections, Remembered } from "./facts.ts";

/** The fields that are remembered for a sender. */
export const MEMORY_FIELDS = ["merchant", "currency", "account", "cash_account"] as const;
export type MemoryField = (typeof MEMORY_FIELDS)[number];

/** The corrections for one sender: each field with its value and time. */
export interface RememberedFor {
  readonly domain: string;
  readonly fields: readonly {
    readonly field: MemoryField;
    readonly value: string;
    readonly at: string;
  }[];
}

/** What is remembered, by sender: for all senders, or for those of one message. */
export function remembered(sql: Sql, message: number | null): RememberedFor[] {
  const rows = sql.all<{ domain: string; field: MemoryField; value: string; at: number }>(
    "SELECT domain, field, value, at FROM merchant_memory WHERE ?1 IS NULL OR domain IN (SELECT domain FROM inbox_documents WHERE message = ?1) ORDER BY domain, field",
    message,
  );
  const byDomain = Map.groupBy(rows, ({ domain }) => domain);
  return [...byDomain].map(([domain, found]) => ({
    domain,
    fields: found.map(({ field, value, at }) => ({ field, value, at: new Date(at).toISOString() })),
  }));
}

/**
 * Forgets one field of a sender, or all; false if nothing was remembered. Receipts already imported
 * stay as they are.
 */
export function forgetMerchant(sql: Sql, domain: string, field: MemoryField | null): boolean {
  return (
    sql.run(
      "DELETE FROM merchant_memory WHERE domain = ?1 AND (?2 IS NULL OR field = ?2)",
      domain,
      field,
    ) > 0
  );
}

/** The earlier corrections for this sender. */
export function recallMerchant(sql: Sql, domain: string): Remembered {
  if (domain === "") return {};
  const rows = sql.all<{ field: string; value: string }>(
    "SELECT field, value FROM merchant_memory WHERE domain = ?",
    domain,
  );
  const found = new Map(rows.map(({ field, value }) => [field, value]));
  const [merchant, currency, account, cash] = MEMORY_FIELDS.map((field) => found.get(field));
  return {
    ...(merchant === undefined ? {} : { merchant }),
    ...(currency === undefined || !isCurrency(currency) ? {} : { currency }),
    ...(account === undefined ? {} : { account: Number(account) }),
    ...(cash === undefined ? {} : { cashAccount: Number(cash) }),
  };
}

/**
 * Remembers the corrections that also apply to the sender's next mail. The account of a cash payment
 * says nothing about card payments to the same merchant.
 */
export function rememberMerchant(
  sql: Sql,
  domain: string,
  { merchant, currency, account_id: account }: Corrections,
  isCash: boolean,
  now: number,
): void {
  if (domain === "") return;
  for (const [field, value] of [
    ["merchant", merchant],
    ["currency", currency],
    [isCash ? "cash_account" : "account", account],
  ] as const) {
    if (value !== undefined)
      sql.run(
        "INSERT OR REPLACE INTO merchant_memory (domain, field, value, at) VALUES (?, ?, ?, ?)",
        domain,
        field,
        String(value),
        now,
      );
  }
  // A sender has at most four rows.
  sql.run(
    "DELETE FROM merchant_memory WHERE domain NOT IN (SELECT domain FROM merchant_memory GROUP BY domain ORDER BY MAX(at) DESC LIMIT ?)",
    MERCHANTS_REMEMBERED_MAX,
  );
}
