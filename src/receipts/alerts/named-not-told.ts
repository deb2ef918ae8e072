// Verbs that only name something: "account to debit: ****4410" says which account it is, also of a
// transfer that was made, and "a fee of 0.4 %" is a rate, which nobody has paid yet.

import type { AlertText, Place } from "./alert-text.ts";
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

/** "Transfer done, expected to arrive within 2 hours", in Chinese: of the other party's account. */
const EXPECTED = /(?:预计|預計|预期|預期)[^,，。;；\n]{0,14}$/u;
const EXPECTED_CHARS = 20;

/** The verbs of a sentence of money out, without what it says of when the other party will have it. */
export function withoutArrival(
  folded: string,
  { start }: Place,
  verbs: readonly Verb[],
): readonly Verb[] {
  const arrival = verbs.find(
    ({ sense, start: at }) =>
      sense === "in" && EXPECTED.test(folded.slice(Math.max(start, at - EXPECTED_CHARS), at)),
  );
  const first = verbs.find(({ sense }) => sense === "out" || sense === "maybe out");
  if (arrival === undefined || first === undefined || first.start > arrival.start) return verbs;
  return verbs.filter((verb) => verb !== arrival && !EXPECTED.test(verb.phrase));
}

/** The verbs of a segment that tell of money, and do not only name an account or a rate. */
export function withoutNames(
  { folded }: AlertText,
  { row, start, end: until }: Segment,
  verbs: readonly Verb[],
): readonly Verb[] {
  const isAccount = row !== null && mainRole(row.roles) === "account";
  const told = withoutArrival(folded, { start, end: until }, verbs);
  return withoutRates(folded, until, told).filter(
    ({ sense, end }) => !(isAccount && sense === "to come" && end <= row.start),
  );
}
