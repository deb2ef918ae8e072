// The questions where the wording of a message contradicts what was read: whether anything was paid, which way the
// money went, and which amount it was.

import type { Doubt, Receipt } from "../receipt.ts";
import type { Amount } from "../totals/money/amount.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import type { RankedAmount } from "./amounts.ts";
import { isOfCharge } from "./labels.ts";
import { quote, type Report, type Wording } from "./wording.ts";

// Measured on 892 messages, each judged by what only earlier ones had taught (docs/design/mail.md).
/** Doubts 3 of 376 that were read right, and 20 of 34 that were no movement. */
const NOTHING_MOVED = 0.8;
/** The same against a label or a line that says itself that it was paid. */
const NOTHING_MOVED_AGAINST_LABEL = 0.95;
/** Likelier a bill that is still to be paid than anything else. */
const STILL_DUE = 0.5;
/** The chance of the direction that was read, of both: doubts 1 that was read right, and 9 of 28 that were not. */
const DIRECTION_MIN = 0.25;
/** The chance of the amount that was read: doubts 2 that were read right, and 6 more that were not. */
const AMOUNT_MIN = 0.03;

/** Null where the message is worded like a payment. `isSaidPaid`: a sentence or a line says that it was paid. */
export function doubtMovement(
  receipt: Receipt,
  { chances, phrasesFor }: Wording,
  isSaidPaid: boolean,
): Doubt | null {
  const { incoming, total } = receipt;
  const isSaid = isSaidPaid || isOfCharge(receipt);
  const limit = isSaid ? NOTHING_MOVED_AGAINST_LABEL : NOTHING_MOVED;
  const printed = `It prints the amount ${total?.value ?? ""}, but its words are like those of`;
  if (chances.none > limit) {
    const like = `messages in which nothing was paid${quote(phrasesFor("none", incoming ? "in" : "out"))}`;
    return { reason: "payment_unproven", detail: `${printed} ${like}.` };
  }
  if (chances.due <= STILL_DUE || isOfCharge(receipt)) return null;
  const like = `bills that are still to be paid${quote(phrasesFor("due", incoming ? "in" : "out"))}`;
  return { reason: "invoice_due", detail: `${printed} ${like}.` };
}

/** Null where the message is worded like money in the direction that was read. */
export function doubtDirection(
  { incoming, total }: Receipt,
  { chances, phrasesFor }: Wording,
): Doubt | null {
  const [read, other]: readonly [Report, Report] = incoming ? ["in", "out"] : ["out", "in"];
  if (chances[read] / (chances[read] + chances[other]) >= DIRECTION_MIN) return null;
  const like = `messages about money ${other}${quote(phrasesFor(other, read))}`;
  const detail = `${total?.value ?? ""} was read as money ${read}, but its words are like those of ${like}.`;
  return { reason: "ambiguous_direction", detail };
}

/** Null if the words around the amount are those around amounts that moved. `amounts`: the likeliest first. */
export function doubtAmount({ total }: Receipt, amounts: readonly RankedAmount[]): Doubt | null {
  const value = Number(total?.value);
  const [likeliest] = amounts;
  const own = amounts.find(({ amount }) => Number(amount.value) === value);
  if (likeliest === undefined || own === undefined || own.chance >= AMOUNT_MIN) return null;
  if (isExplained(own.amount, likeliest.amount, amounts)) return null;
  const other = likeliest.amount.value;
  return {
    reason: "conflicting_totals",
    detail: `${total?.value ?? ""} was read, but ${other} stands where messages like this print what was paid.`,
    totals: [other],
  };
}

/**
 * Whether the other amount is the price of which the one that was read is what was paid: "CZK 412.00, converted to
 * €16.44", "Total 258.10, deposit 40.00, card 218.10". A tax is the smaller part, so only the larger part counts.
 */
function isExplained(read: Amount, other: Amount, ranked: readonly RankedAmount[]): boolean {
  const isForeign =
    read.currency !== null && other.currency !== null && read.currency !== other.currency;
  const between = Math.abs(unitsOf(read) - unitsOf(other));
  const isLargerPart = unitsOf(read) > between;
  return isForeign || (isLargerPart && ranked.some(({ amount }) => unitsOf(amount) === between));
}

function unitsOf({ value }: Amount): number {
  return decimalToUnits(value) ?? Number.NaN;
}
