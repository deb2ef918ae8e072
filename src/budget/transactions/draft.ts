// A new transaction before it is written: what the rules decide about it, and its row. Both the insert
// and its preview (rules/foresee.ts) make it here.

import type { Currency } from "../../money/currency.ts";
import { readBudget, readUser } from "../me/store.ts";
import type { Convert } from "../rates/store.ts";
import type { Context } from "../route.ts";
import { decideByRules, type Decision, type Outcome, type Rule } from "../rules/matcher.ts";
import { NO_PAYEE, type TransactionRow } from "./row.ts";
import type { InsertItem } from "./schemas.ts";

/** A transaction before it has an id and has moved a balance. */
export type Draft = Omit<TransactionRow, "id" | "balance_moved">;

/** What an item has that does not say it. */
export interface Defaults {
  readonly primary: Currency;
  readonly status: "reviewed" | "unreviewed";
  readonly now: number;
}

/** The defaults of the budget and the caller. */
export function readDefaults({ sql, now, caller }: Context): Defaults {
  const reviews = readUser(sql, caller.userId).auto_review_transaction_on_creation === 1;
  const { primary_currency: primary } = readBudget(sql);
  return { primary, status: reviews ? "reviewed" : "unreviewed", now };
}

/** What the enabled rules, in their order, set of an item; null if none matches. */
export function decide(rules: readonly Rule[], item: InsertItem): Decision | null {
  if (rules.length === 0) return null;
  const payee = choosePayee(item);
  return decideByRules(rules, {
    payee,
    original_name: item.original_name === undefined ? payee : item.original_name,
    notes: item.notes ?? null,
    amount: item.amount,
    manual_account_id: item.manual_account_id ?? null,
    linked_account_id: item.linked_account_id ?? null,
  });
}

/** The payee of an item, or the word for none. */
export function choosePayee(item: InsertItem): string {
  return item.payee === undefined || item.payee === "" ? NO_PAYEE : item.payee;
}

/** The row of an item as the rules make it. */
export function toRow(
  item: InsertItem,
  outcome: Outcome | null,
  defaults: Defaults,
  convert: Convert,
): Draft {
  const { primary, status, now } = defaults;
  const currency = item.currency ?? primary;
  const payee = choosePayee(item);
  const notes = outcome?.notes ?? item.notes ?? null;
  return {
    date: item.date,
    amount: item.amount,
    currency,
    to_base: convert(item.amount, currency, primary, item.date),
    payee: outcome?.payee ?? payee,
    original_name: item.original_name === undefined ? payee : item.original_name,
    category_id: outcome?.category_id ?? item.category_id ?? null,
    notes: notes === "" ? null : notes,
    status: outcome?.reviewed === true ? "reviewed" : (item.status ?? status),
    is_pending: 0,
    manual_account_id: item.manual_account_id ?? null,
    linked_account_id: item.linked_account_id ?? null,
    recurring_id: item.recurring_id ?? null,
    external_id: item.external_id ?? null,
    source: "api",
    is_split_parent: 0,
    split_parent_id: null,
    is_group_parent: 0,
    group_parent_id: null,
    created_at: now,
    updated_at: now,
    linked_metadata: null,
    custom_metadata: item.custom_metadata ?? null,
  };
}
