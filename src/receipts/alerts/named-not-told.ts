// Verbs that only name something: "account to debit: ****4410" says which account it is, also of a
// transfer that was made, and "a fee of 0.4 %" is a rate, which nobody has paid yet.

import type { AlertText } from "./alert-text.ts";
import type { Segment } from "./cells.ts";
import { mainRole, MOVING, type Verb } from "./vocabulary.ts";

/** "Fee of 0.4 %", "charge of up to 2%": a rate right behind the verb. */
const RATE = /^[ :]{1,2}(?:\p{L}{1,4} (?:\p{L}{1,3} )?)?\d{1,3}(?:[.,]\d{1,3})? ?(?:%|per ?cent)/u;
const RATE_CHARS = 24;

/** The verbs without those whose amount is a rate; the text ends at `until`. */
export function withoutRates(
  folded: string,
  until: number,
  verbs: readonly Verb[],
): readonly Verb[] {
  return verbs.filter(
    ({ sense, end }) =>
      !MOVING.has(sense) || !RATE.test(folded.slice(end, Math.min(until, end + RATE_CHARS))),
  );
}

/** The verbs of a segment that tell of money, and do not only name an account or a rate. */
export function withoutNames(
  { folded }: AlertText,
  { row, end: until }: Segment,
  verbs: readonly Verb[],
): readonly Verb[] {
  const isAccount = row !== null && mainRole(row.roles) === "account";
  return withoutRates(folded, until, verbs).filter(
    ({ sense, end }) => !(isAccount && sense === "to come" && end <= row.start),
  );
}
