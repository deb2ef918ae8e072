// Cadences in the words of version 1 (service-v1.md, Transaction). A transaction's
// recurring_cadence has one of the documented words or null. Elsewhere an undocumented cadence is
// written in the same style: "every 3 weeks".

import type { Granularity } from "../../money/cadence.ts";

/** The documented words. */
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
type CadenceWord = (typeof CADENCE_WORDS)[number];

/** By granularity and quantity; weeks and years may be counted in days and months. */
const WORDS: ReadonlyMap<string, CadenceWord> = new Map([
  ["day 7", "once a week"],
  ["day 14", "every 2 weeks"],
  ["week 1", "once a week"],
  ["week 2", "every 2 weeks"],
  ["twice a month 1", "twice a month"],
  ["twice a month 2", "monthly"],
  ["month 1", "monthly"],
  ["month 2", "every 2 months"],
  ["month 3", "every 3 months"],
  ["month 4", "every 4 months"],
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

/** How often, by a unit and how many of it. */
interface Often {
  readonly granularity: Granularity | "twice a month";
  readonly quantity: number;
}

/** The documented word for a cadence; null without one. */
export function documentedCadence({ granularity, quantity }: Often): CadenceWord | null {
  return WORDS.get(`${granularity} ${quantity}`) ?? null;
}

/** "monthly", "every 3 weeks". */
export function cadenceWords(often: Often): string {
  const { granularity, quantity } = often;
  if (granularity === "day" && quantity === 1) return "every day";
  return documentedCadence(often) ?? `every ${quantity} ${PLURAL[granularity]}`;
}
