// Whether an entry of several details is one row or one a detail: decided by arithmetic alone. The details are rows of
// their own where each has an amount in the entry's currency and they add up to the entry exactly; else the entry is
// the row. The rule looks at nothing but the entry, so that it comes out alike in every message that prints it so.

import { units, type Units } from "../../money/money.ts";
import type { Currency } from "../../money/currency.ts";
import type { Detail, DetailAmounts } from "./detail.ts";
import { signed, type PrintedAmount, type Side } from "./values.ts";

/** Where a detail's amount is looked for, the likeliest first. */
const PLACES: readonly (readonly (keyof DetailAmounts)[])[] = [
  ["own", "transaction", "counter_value", "instructed"],
  ["own"],
  ["transaction"],
  ["counter_value"],
  ["instructed"],
];

export type Unsplit = "no amounts" | "do not add up";

/** The signed amounts of an entry's details, in order, where they add up to it; else why they are no rows. */
export function splitOf(
  details: readonly Detail[],
  amount: Units,
  side: Side,
  currency: Currency | null,
): readonly Units[] | Unsplit {
  let complete = false;
  for (const places of PLACES) {
    const found = details.map((detail) => amountAt(detail.amounts, places, currency));
    if (found.some((one) => one === null)) continue;
    complete = true;
    const values = found.flatMap((one) => (one === null ? [] : [one]));
    const own = values.map((value, index) => signed(value, details[index]?.side ?? side));
    if (sumOf(own) === amount) return own;
    // Some banks print the side the payment had for the other party, on every detail alike.
    const alike = values.map((value) => signed(value, side));
    if (details.every((detail) => detail.side === details[0]?.side) && sumOf(alike) === amount)
      return alike;
  }
  return complete ? "do not add up" : "no amounts";
}

function amountAt(
  amounts: DetailAmounts,
  places: readonly (keyof DetailAmounts)[],
  currency: Currency | null,
): Units | null {
  for (const place of places) {
    const found: PrintedAmount | null = amounts[place];
    if (found !== null && (found.currency === currency || found.currency === null))
      return found.value;
  }
  return null;
}

/** The sum, or null where it leaves the integers we hold. */
function sumOf(values: readonly Units[]): Units | null {
  const sum = values.reduce((all, value) => all + value, 0);
  return Number.isSafeInteger(sum) ? units(sum) : null;
}
