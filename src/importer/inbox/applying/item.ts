// What a receipt says in the budget: the lines for a transaction's notes, and the transaction that is inserted before the bank's
// row is there. Pure.

import { ITEM_NOTES_CHARS_MAX, ITEM_PAYEE_CHARS_MAX } from "../../../platform/limits.ts";
import { exponentOf, type Currency } from "../../../money/currency.ts";
import type { Day } from "../../../money/day.ts";
import { printUnits, units, type Units } from "../../../money/money.ts";
import type { Receipt } from "../../../receipts/receipt.ts";
import { clean, fit } from "../../../platform/text.ts";
import type { ReceiptRow } from "../rows.ts";

/** A receipt of which all is known that a transaction needs. */
export interface KnownAmount {
  readonly amount: Units;
  readonly currency: Currency;
  readonly date: Day;
}

/** Its amount as in the service (positive is a debit), currency and day; null where one is missing. */
export function toAmount({
  total,
  currency,
  date,
  incoming,
  class: what,
}: Pick<ReceiptRow, "total" | "currency" | "date" | "incoming" | "class">): KnownAmount | null {
  if (total === null || currency === null || date === null) return null;
  const into = incoming === 1 || what === "refund" || what === "income" || what === "alert in";
  return { amount: units(into ? 0 - total : total), currency, date };
}

const NOTE_ITEMS_MAX = 20;
const ITEM_CHARS_MAX = 80;

/** One line: the number and what was bought. "Order TW-20461: 2 x Paper filters 6.00; Poster 12.95"; empty where it says neither. */
export function writeNote({
  order_number,
  kind,
  receipt,
}: Pick<ReceiptRow, "order_number" | "kind" | "receipt">): string {
  const { items }: Receipt = JSON.parse(receipt);
  const bought = items.slice(0, NOTE_ITEMS_MAX).map(({ name, quantity, amount }) => {
    const count =
      quantity === null || /^1(?:\.0*)?$/.test(quantity.value) ? "" : `${quantity.value} x `;
    return `${count}${fit(oneLine(name.value), ITEM_CHARS_MAX)}${amount === null ? "" : ` ${amount.value}`}`;
  });
  if (items.length > NOTE_ITEMS_MAX) bought.push(`and ${items.length - NOTE_ITEMS_MAX} more`);
  const number =
    order_number === null
      ? ""
      : `${kind === "invoice" ? "Invoice" : "Order"} ${oneLine(order_number)}`;
  return [number, bought.join("; ")].filter((part) => part !== "").join(": ");
}

/** The notes with the receipt's line at their end, never anything left out of them; null where there is no room, or nothing to say. */
export function appendLine(notes: string | null, line: string): string | null {
  const before = notes ?? "";
  if (line === "" || before.includes(line)) return null;
  const room = ITEM_NOTES_CHARS_MAX - before.length - (before === "" ? 0 : 1);
  if (room < LINE_CHARS_MIN && room < line.length) return null;
  return `${before}${before === "" ? "" : "\n"}${fit(line, room)}`;
}

const LINE_CHARS_MIN = 20;

function oneLine(text: string): string {
  return clean(text.replace(/\s+/g, " "));
}

/** Who was paid, as the receipt has it. */
export function choosePayee({ merchant, domain }: ReceiptRow): string {
  const name = oneLine(merchant ?? domain);
  return name === "" ? "Receipt" : fit(name, ITEM_PAYEE_CHARS_MAX);
}

/** What is kept beside the transaction. `message`: the id of the mail. */
export function toMetadata(row: ReceiptRow, message: string): Record<string, string> {
  return {
    receipt: message,
    ...(row.order_number !== null && { order_number: fit(oneLine(row.order_number), 100) }),
    ...(row.card_last4 !== null && { card: row.card_last4 }),
  };
}

/** The item of POST /transactions. Nobody has reviewed it. */
export function toItem(
  row: ReceiptRow,
  whole: KnownAmount,
  account: number,
  externalId: string,
  message: string,
) {
  const notes = appendLine(null, writeNote(row));
  return {
    date: whole.date,
    amount: printUnits(whole.amount, exponentOf(whole.currency)),
    currency: whole.currency,
    payee: choosePayee(row),
    ...(notes !== null && { notes }),
    manual_account_id: account,
    external_id: externalId,
    status: "unreviewed" as const,
    custom_metadata: { tributary: toMetadata(row, message) },
  };
}
