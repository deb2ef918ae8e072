// The texts that a receipt brings to the budget: its line for a transaction's notes, its facts for
// the metadata, and the transaction that is inserted before the bank's row comes. Pure.

import { ITEM_NOTES_CHARS_MAX, ITEM_PAYEE_CHARS_MAX } from "../../../platform/limits.ts";
import { exponentOf, type Currency } from "../../../money/currency.ts";
import type { Day } from "../../../money/day.ts";
import { printUnits, units, type Units } from "../../../money/money.ts";
import { fit } from "../../../platform/text.ts";
import type { ReceiptRow } from "../rows.ts";
import { oneLine, readItems } from "./receipt-items.ts";

/** The facts of a receipt that every transaction needs. */
export interface KnownAmount {
  readonly amount: Units;
  readonly currency: Currency;
  readonly date: Day;
}

/** The receipt's amount as the service has it (positive is a debit); null if a fact is missing. */
export function toAmount({
  total,
  currency,
  date,
  incoming,
  class: chargeClass,
}: Pick<ReceiptRow, "total" | "currency" | "date" | "incoming" | "class">): KnownAmount | null {
  if (total === null || currency === null || date === null) return null;
  const isIncoming =
    incoming === 1 ||
    chargeClass === "refund" ||
    chargeClass === "income" ||
    chargeClass === "alert in";
  return { amount: units(isIncoming ? 0 - total : total), currency, date };
}

const NOTE_ITEMS_MAX = 20;
const ITEM_CHARS_MAX = 80;

/**
 * Writes one line with the number and the items: "Order TW-20461: 2 x Paper filters 6.00; Poster
 * 12.95". Empty if the receipt has neither.
 */
export function writeNote({
  order_number,
  kind,
  receipt,
}: Pick<ReceiptRow, "order_number" | "kind" | "receipt">): string {
  const { items } = readItems(receipt);
  const bought = items
    .slice(0, NOTE_ITEMS_MAX)
    .map(
      ({ name, count, amount }) =>
        `${count}${fit(name, ITEM_CHARS_MAX)}${amount === null ? "" : ` ${amount}`}`,
    );
  if (items.length > NOTE_ITEMS_MAX) bought.push(`and ${items.length - NOTE_ITEMS_MAX} more`);
  const number =
    order_number === null
      ? ""
      : `${kind === "invoice" ? "Invoice" : "Order"} ${oneLine(order_number)}`;
  return [number, bought.join("; ")].filter((part) => part !== "").join(": ");
}

/**
 * Appends the receipt's line to the notes, which are never shortened. Null if there is no room, the
 * notes have the line already, or it is empty.
 */
export function appendLine(notes: string | null, line: string): string | null {
  const before = notes ?? "";
  if (line === "" || before.includes(line)) return null;
  const room = ITEM_NOTES_CHARS_MAX - before.length - (before === "" ? 0 : 1);
  if (room < LINE_CHARS_MIN && room < line.length) return null;
  return `${before}${before === "" ? "" : "\n"}${fit(line, room)}`;
}

const LINE_CHARS_MIN = 20;

/** The payee: the merchant's name, or else the sender's domain. */
export function choosePayee({ merchant, domain }: ReceiptRow): string {
  const name = oneLine(merchant ?? domain);
  return name === "" ? "Receipt" : fit(name, ITEM_PAYEE_CHARS_MAX);
}

/** The receipt's facts for the transaction's metadata. `message`: the id of the message. */
export function toMetadata(row: ReceiptRow, message: string): Record<string, string> {
  return {
    receipt: message,
    ...(row.order_number !== null && { order_number: fit(oneLine(row.order_number), 100) }),
    ...(row.card_last4 !== null && { card: row.card_last4 }),
  };
}

/** The transaction for POST /transactions, marked as not reviewed. */
export function toItem(
  row: ReceiptRow,
  { amount, currency, date }: KnownAmount,
  account: number,
  externalId: string,
  message: string,
) {
  const notes = appendLine(null, writeNote(row));
  return {
    date,
    amount: printUnits(amount, exponentOf(currency)),
    currency,
    payee: choosePayee(row),
    ...(notes !== null && { notes }),
    manual_account_id: account,
    external_id: externalId,
    status: "unreviewed" as const,
    custom_metadata: { tributary: toMetadata(row, message) },
  };
}
