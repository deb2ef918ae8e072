// Tests of many messages compare what each message moved, written in one line: "out 12.5 eur".

import { parseCurrency } from "../../src/money/currency.ts";
import { readInBudget } from "../../src/importer/inbox/budget-currency.ts";
import { readMailByReaders } from "./read-by-readers.ts";

/**
 * Reads a message in a budget that holds a currency: "out 12.5 eur", several with commas between, with "asked: " before
 * them where the reading has a doubt; "nothing" where no money moved.
 */
export async function readMoved(raw: Uint8Array, currency: string): Promise<string> {
  const held = parseCurrency(currency);
  const { documents } = readInBudget(
    await readMailByReaders(raw),
    new Set(held === null ? [] : [held]),
  );
  const moved = documents
    .flatMap(({ receipts }) => receipts)
    .filter(({ kind }) => kind !== "not a transaction" && kind !== "zero charge");
  if (moved.length === 0) return "nothing";
  const isAsked = moved.some(({ doubts }) => doubts.length > 0);
  const read = moved.map(({ incoming, total, currency: of }) =>
    [incoming ? "in" : "out", plainOf(total?.value ?? "none"), of ?? "none"].join(" "),
  );
  return `${isAsked ? "asked: " : ""}${read.join(", ")}`;
}

/** "12.50" as "12.5". */
export function plainOf(value: string): string {
  return value.includes(".") ? value.replace(/\.?0+$/, "") : value;
}
