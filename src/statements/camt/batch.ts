// Whether an entry with several details is one row or one row per detail, decided by arithmetic
// alone. The details become rows if each has an amount in the entry's currency and they add up to
// the entry exactly. The rule looks only at the entry, so every message that prints the entry so
// gives the same rows.

import type { Entry } from "./entry.ts";
import { units, type Units } from "../../money/money.ts";
import type { Currency } from "../../money/currency.ts";
import type { DetailAmounts } from "./detail.ts";
import { applySide, type PrintedAmount } from "./values.ts";

/** The places of a detail's amount to try, the likeliest first. */
const PLACES: readonly (readonly (keyof DetailAmounts)[])[] = [
  ["own", "transaction", "counter_value", "instructed"],
  ["own"],
  ["transaction"],
  ["counter_value"],
  ["instructed"],
];

export type Unsplit = "no amounts" | "do not add up";

/** The signed amounts of an entry's details if they add up to it; otherwise why not. */
export function splitEntry({ details, amount, side, currency }: Entry): readonly Units[] | Unsplit {
  let complete = false;
  for (const places of PLACES) {
    const found = details.map((detail) => findAmount(detail.amounts, places, currency));
    if (found.some((one) => one === null)) continue;
    complete = true;
    const values = found.flatMap((one) => (one === null ? [] : [one]));
    const own = values.map((value, index) => applySide(value, details[index]?.side ?? side));
    if (addUp(own) === amount) return own;
    // Some banks print the other party's side on every detail.
    const alike = values.map((value) => applySide(value, side));
    if (details.every((detail) => detail.side === details[0]?.side) && addUp(alike) === amount)
      return alike;
  }
  return complete ? "do not add up" : "no amounts";
}

function findAmount(
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

/** The sum; null when it is not a safe integer. */
function addUp(values: readonly Units[]): Units | null {
  const sum = values.reduce((all, value) => all + value, 0);
  return Number.isSafeInteger(sum) ? units(sum) : null;
}
