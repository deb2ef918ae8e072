// How often something comes back, in the words of version 1 (service-v1.md, Transaction). What it has no word for is said
// in the same manner: "every 3 weeks".

import type { Granularity } from "../../value/cadence.ts";

/** By granularity and quantity; weeks and years may be counted in days and months. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["day 1", "every day"],
  ["day 7", "once a week"],
  ["day 14", "every 2 weeks"],
  ["week 1", "once a week"],
  ["twice a month 1", "twice a month"],
  ["month 1", "monthly"],
  ["month 6", "twice a year"],
  ["month 12", "yearly"],
  ["year 1", "yearly"],
]);

const PLURAL: Readonly<Record<Granularity | "twice a month", string>> = {
  day: "days",
  week: "weeks",
  month: "months",
  year: "years",
  "twice a month": "half months",
};

/** "monthly", "every 2 weeks". */
export function cadenceWords({
  granularity,
  quantity,
}: {
  readonly granularity: Granularity | "twice a month";
  readonly quantity: number;
}): string {
  return WORDS.get(`${granularity} ${quantity}`) ?? `every ${quantity} ${PLURAL[granularity]}`;
}
