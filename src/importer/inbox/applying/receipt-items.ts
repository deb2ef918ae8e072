// The items of a stored receipt (column `receipt`), as far as notes and splits need them. An older
// version may have stored a receipt with fewer fields: a missing amount is no amount.

import * as z from "zod";
import { readJson } from "../../../platform/sql/json.ts";
import { clean } from "../../../platform/text.ts";

const SEEN = z.object({ value: z.string() });
const RECEIPT = z.object({
  items: z.array(z.object({ name: SEEN, quantity: SEEN.nullish(), amount: SEEN.nullish() })),
  tax: SEEN.nullish(),
  shipping: SEEN.nullish(),
  tip: SEEN.nullish(),
  discount: SEEN.nullish(),
});

export interface ReceiptItem {
  readonly name: string;
  /** "2 x ", or empty for a single piece. */
  readonly count: string;
  /** A plain decimal; null if the receipt shows none. */
  readonly amount: string | null;
}

/** The items, and the amounts that a receipt adds to them; each a plain decimal or null. */
export interface ReceiptItems {
  readonly items: readonly ReceiptItem[];
  readonly tax: string | null;
  readonly shipping: string | null;
  readonly tip: string | null;
  readonly discount: string | null;
}

/** Reads the column `receipt`. */
export function readItems(receipt: string): ReceiptItems {
  const { items, tax, shipping, tip, discount } = readJson(RECEIPT, receipt);
  return {
    items: items.map(({ name, quantity, amount }) => ({
      name: oneLine(name.value),
      count: writeCount(quantity?.value ?? "1"),
      amount: amount?.value ?? null,
    })),
    tax: tax?.value ?? null,
    shipping: shipping?.value ?? null,
    tip: tip?.value ?? null,
    discount: discount?.value ?? null,
  };
}

function writeCount(quantity: string): string {
  return /^1(?:\.0*)?$/.test(quantity) ? "" : `${quantity} x `;
}

/** The text in one line, without control characters. */
export function oneLine(text: string): string {
  return clean(text.replace(/\s+/g, " "));
}
