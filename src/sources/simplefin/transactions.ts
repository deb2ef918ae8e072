// Parses the transactions of one account and checks each field. One invalid transaction makes the
// whole list unusable, because a transaction that is left out silently would be lost. Repeated
// transactions count once; two different ones with the same id are refused. Pure.

import { SIMPLEFIN_TEXT_CHARS_MAX, SIMPLEFIN_TRANSACTIONS_MAX } from "../../platform/limits.ts";
import { dayOfInstant } from "../../money/day.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { TransactionReading } from "../reading.ts";
import { isObject, type ExactJson } from "../exact-json.ts";
import { instantIn, quantityIn, textIn, type Fields } from "./fields.ts";

/** Parses the list; a missing list is empty (only balances were requested). */
export function transactionsIn(
  value: ExactJson | undefined,
): Result<readonly TransactionReading[], string> {
  if (value === undefined || value === null) return ok([]);
  if (!Array.isArray(value)) return err('its "transactions" is not a list');
  if (value.length > SIMPLEFIN_TRANSACTIONS_MAX)
    return err(
      `it has ${value.length} transactions in one answer, more than ${SIMPLEFIN_TRANSACTIONS_MAX}`,
    );
  const read: TransactionReading[] = [];
  for (const [index, one] of value.entries()) {
    const transaction = isObject(one) ? transactionIn(one) : err("it is not an object");
    if (!transaction.ok) return err(`transaction ${index + 1}: ${transaction.error}`);
    read.push(transaction.value);
  }
  return withoutRepeats(read);
}

/**
 * Each transaction once, in the order of its first occurrence. The last version of a pending one
 * counts, and a posted version replaces pending ones. Two different posted ones with the same id
 * are refused.
 */
export function withoutRepeats(
  transactions: readonly TransactionReading[],
): Result<readonly TransactionReading[], string> {
  const byId = new Map<string, TransactionReading>();
  for (const one of transactions) {
    const before = byId.get(one.id);
    if (before !== undefined && !before.pending) {
      if (!one.pending && JSON.stringify(one) !== JSON.stringify(before))
        return err(`two different transactions have the id "${one.id.slice(0, 60)}"`);
      continue;
    }
    byId.set(one.id, one);
  }
  return ok([...byId.values()]);
}

function transactionIn(value: Fields): Result<TransactionReading, string> {
  const id = textIn(value, "id", 255);
  if (!id.ok) return id;
  const amount = quantityIn(value, "amount");
  if (!amount.ok) return amount;
  const posted = instantIn(value, "posted");
  if (!posted.ok) return posted;
  const transacted = instantIn(value, "transacted_at");
  if (!transacted.ok) return transacted;
  const { pending: flag } = value;
  if (flag !== undefined && flag !== null && typeof flag !== "boolean")
    return err('its "pending" is neither true nor false');
  // Without a posting day it is pending, even if the flag says otherwise.
  const pending = flag === true || posted.value === null;
  return ok({
    id: id.value,
    posted: posted.value === null ? null : dayOfInstant(posted.value),
    transacted: transacted.value === null ? null : dayOfInstant(transacted.value),
    amount: amount.value,
    description: textField(value, "description") ?? "",
    payee: textField(value, "payee"),
    memo: textField(value, "memo"),
    pending,
  });
}

function textField(value: Fields, name: string): string | null {
  const text = value[name];
  if (typeof text !== "string") return null;
  const folded = text.slice(0, SIMPLEFIN_TEXT_CHARS_MAX).toWellFormed().replace(/\s+/g, " ").trim();
  return folded === "" ? null : folded;
}
