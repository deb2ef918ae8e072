// Payments that are not suggested again: those of existing items, and those whose item a person
// dismissed or deleted. A dismissed payment stays dismissed when its price changes a little.

import type { Currency } from "../../money/currency.ts";
import type { Units } from "../../money/money.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { payeeKey } from "./recognize.ts";
import type { RecurringItem } from "./store.ts";

/** The facts that identify a recurring payment. */
export interface Trait {
  readonly payee: string | null;
  readonly amount: Units;
  readonly amount_max: Units | null;
  readonly currency: Currency;
  readonly manual_account_id: number | null;
  readonly linked_account_id: number | null;
}

/**
 * Remembers a dismissed item under the payee it recognizes and the payee it sets on its
 * transactions.
 */
export function dismiss(sql: Sql, item: RecurringItem, now: number): void {
  const payees = new Set(
    [item.payee, item.set_payee].flatMap((payee) => (payee === null ? [] : [payeeKey(payee)])),
  );
  for (const payee of payees) {
    sql.run(
      `INSERT INTO recurring_dismissals (payee, amount, amount_max, currency, linked_account_id, manual_account_id, dismissed_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      payee,
      item.amount,
      item.amount_max ?? item.amount,
      item.currency,
      item.linked_account_id,
      item.manual_account_id,
      now,
    );
  }
}

export function dismissals(sql: Sql): Trait[] {
  return sql.all<Trait>(
    "SELECT payee, amount, amount_max, currency, linked_account_id, manual_account_id FROM recurring_dismissals",
  );
}

/** Whether an item, suggested or reviewed, is of this payee and one of its amounts. */
export function isKnown(item: Trait, trait: Trait): boolean {
  return isSamePayee(item, trait) && item.amount <= highest(trait) && trait.amount <= highest(item);
}

/**
 * The lowest of two amounts may be this many hundredths below the highest to count as the same
 * payment.
 */
const NEAR_HUNDREDTHS = 60;

/** Whether one of the dismissals is of this payee and of about this amount. */
export function isDismissed(dismissed: readonly Trait[], trait: Trait): boolean {
  return dismissed.some(
    (one) => isSamePayee(one, trait) && (isKnown(one, trait) || isNear(one, trait)),
  );
}

function isNear(one: Trait, other: Trait): boolean {
  const bounds = [one.amount, highest(one), other.amount, highest(other)];
  if (bounds.some((amount) => amount < 0) && bounds.some((amount) => amount > 0)) return false;
  const magnitudes = bounds.map(Math.abs);
  return Math.min(...magnitudes) >= (Math.max(...magnitudes) / 100) * NEAR_HUNDREDTHS;
}

function isSamePayee(one: Trait, other: Trait): boolean {
  return (
    one.payee !== null &&
    other.payee !== null &&
    payeeKey(one.payee) === payeeKey(other.payee) &&
    one.currency === other.currency &&
    isSameAccount(one, other)
  );
}

/** An item that names no account is of any. */
function isSameAccount(one: Trait, other: Trait): boolean {
  const isAny = one.manual_account_id === null && one.linked_account_id === null;
  return (
    isAny ||
    (one.manual_account_id === other.manual_account_id &&
      one.linked_account_id === other.linked_account_id)
  );
}

function highest({ amount, amount_max }: Trait): Units {
  return amount_max ?? amount;
}
