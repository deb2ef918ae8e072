// What version 1 says of a recurring item that version 2 says otherwise: one payee, a description, and its cadence in
// words (service-v1.md, Transaction). The list of words is closed: what has none, such as every ten days, has null.

import type { Cadence } from "../../value/cadence.ts";
import type { RecurringItem } from "./store.ts";

/** The words of service-v1.md; "twice a month" is made by no cadence that we keep. */
export const CADENCE_WORDS = [
  "once a week",
  "every 2 weeks",
  "twice a month",
  "monthly",
  "every 2 months",
  "every 3 months",
  "every 4 months",
  "twice a year",
  "yearly",
] as const;
export type CadenceWord = (typeof CADENCE_WORDS)[number];

/** By days, or by months. */
const BY_DAYS: ReadonlyMap<number, CadenceWord> = new Map([
  [7, "once a week"],
  [14, "every 2 weeks"],
]);
const BY_MONTHS: ReadonlyMap<number, CadenceWord> = new Map([
  [1, "monthly"],
  [2, "every 2 months"],
  [3, "every 3 months"],
  [4, "every 4 months"],
  [6, "twice a year"],
  [12, "yearly"],
]);

/** The word for how often an item is expected, or null. */
export function cadenceWord({ granularity, quantity }: Pick<Cadence, "granularity" | "quantity">): CadenceWord | null {
  switch (granularity) {
    case "day":
      return BY_DAYS.get(quantity) ?? null;
    case "week":
      return BY_DAYS.get(quantity * 7) ?? null;
    case "month":
      return BY_MONTHS.get(quantity) ?? null;
    case "year":
      return BY_MONTHS.get(quantity * 12) ?? null;
  }
}

/** The payee that an item's transactions are shown with: what it sets, else what it is recognized by; null where it has neither. */
export function payeeShown({ set_payee, payee }: Pick<RecurringItem, "set_payee" | "payee">): string | null {
  return set_payee ?? payee;
}
