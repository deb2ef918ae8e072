// Verbs that only name something: "account to debit: ****4410" says which account it is, also of a
// transfer that was made, and "a fee of 0.4 %" is a rate, which nobody has paid yet.

import type { AlertText } from "./alert-text.ts";
import type { Segment } from "./cells.ts";
import { mainRole, MOVING, type Verb } from "./vocabulary.ts";

/** "Fee of 0.4 %", "charge of up to 2%": a rate right behind the verb. */
const RATE = /^[ :]{1,2}(?:\p{L}{1,4} (?:\p{L}{1,3} )?)?\d{1,3}(?:[.,]\d{1,3})? ?(?:%|per ?cent)/u;
const RATE_CHARS = 24;

/** The verbs of a segment that tell of money, and do not only name an account or a rate. */
export function withoutNames(
  { folded }: AlertText,
  { row, end: segmentEnd }: Segment,
  verbs: readonly Verb[],
): readonly Verb[] {
  const isAccount = row !== null && mainRole(row.roles) === "account";
  return verbs.filter(({ sense, end }) => {
    const isInLabel = isAccount && sense === "to come" && end <= row.start;
    const behind = folded.slice(end, Math.min(segmentEnd, end + RATE_CHARS));
    return !isInLabel && !(MOVING.has(sense) && RATE.test(behind));
  });
}
