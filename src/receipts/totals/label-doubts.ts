// What is doubtful about a body that was read by its labels: views that differ, a subject that names
// another amount, and what its kind or its merchant lets expect.

import type { Correspondent } from "../mail.ts";
import { findMerchantByAddress } from "../merchants/known.ts";
import type { Doubt, View } from "../receipt.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import { findCandidates, type Candidate } from "./candidates.ts";
import { choose, isSameAmount } from "./choose.ts";
import type { KindSeen } from "./kind.ts";
import { findAmounts } from "./money/amounts.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { CHARGED_RANK_MIN, RANKS } from "./money-labels.ts";
import type { ViewRead } from "./read-view.ts";

/** A view with what was read in it. */
export interface ReadBody {
  readonly view: View;
  readonly read: ViewRead;
}

/** Whether the chosen amount says more than "amount". */
export function hasTotal({ total }: ViewRead): boolean {
  return total !== null && total.rank > RANKS.amount;
}

/** Whether the chosen amount says that it was charged. */
export function isCharged({ total }: ViewRead): boolean {
  return total !== null && total.rank >= CHARGED_RANK_MIN;
}

/** Totals of the HTML and the text that differ. */
export function doubtViews([first, second]: readonly ReadBody[]): readonly Doubt[] {
  if (first === undefined || second === undefined) return [];
  const [html, text] = [first.read, second.read];
  if (html.total === null || text.total === null) return [];
  if (printsTotalOf(first, second) || printsTotalOf(second, first)) return [];
  const detail = describeDifference(html, html.total, text, text.total);
  return detail === null
    ? []
    : [{ reason: "conflicting_views", detail, totals: [text.total.amount.value] }];
}

/** Whether one names an amount that may be anything, and prints the other's total without a label. */
function printsTotalOf({ read, view }: ReadBody, { read: other }: ReadBody): boolean {
  const units = decimalToUnits(other.total?.amount.value ?? "");
  return (
    !hasTotal(read) &&
    hasTotal(other) &&
    findAmounts(view.text).some(({ value }) => decimalToUnits(value) === units)
  );
}

function describeDifference(
  html: ViewRead,
  htmlTotal: Candidate,
  text: ViewRead,
  textTotal: Candidate,
): string | null {
  if ((htmlTotal.role === "refunded") !== (textTotal.role === "refunded"))
    return `Of the HTML and the text only one says that ${textTotal.amount.value} was refunded.`;
  if (isSameAmount(htmlTotal, textTotal)) return null;
  if (html.claims.length === 1 && text.claims.length === 1)
    return `The HTML says ${htmlTotal.amount.value}, the text ${textTotal.amount.value}.`;
  return html.claims.length === text.claims.length
    ? null
    : `The HTML shows ${html.claims.length} charges, the text ${text.claims.length}.`;
}

/** A total in the subject that is not among the amounts of the body. */
export function doubtSubject(
  subject: string,
  read: ViewRead,
  bodies: readonly View[],
): readonly Doubt[] {
  if (read.total === null || findAmounts(subject).length === 0) return [];
  const { total } = choose(findCandidates(subject).candidates);
  if (total === null || total.rank <= RANKS.amount) return [];
  const isPrinted = bodies.some(({ text }) =>
    findAmounts(text).some(
      ({ value }) => decimalToUnits(value) === decimalToUnits(total.amount.value),
    ),
  );
  if (isPrinted) return [];
  const detail = `The subject says ${total.amount.value}, which is nowhere in the mail; the mail says ${read.total.amount.value}.`;
  return [{ reason: "conflicting_totals", detail, totals: [total.amount.value] }];
}

/** Doubts about a body that lacks what its kind or its merchant lets expect. */
export function doubtKind(
  kind: KindSeen,
  from: Correspondent | null,
  { read, view }: ReadBody,
): readonly Doubt[] {
  const doubts: Doubt[] = [];
  if (kind.points && !isCharged(read))
    doubts.push({
      reason: "conflicting_totals",
      detail: "Points or miles were redeemed, and nothing says what was charged in money.",
    });
  if (read.total?.tag === "price" && kind.kind !== "receipt" && !isPaidAlone(read, view))
    doubts.push({
      reason: "conflicting_totals",
      detail: "A price is printed, but nothing that says it is the whole.",
    });
  const merchant = from === null ? null : findMerchantByAddress(from.address);
  if (
    merchant?.showsPayment === true &&
    kind.kind === "receipt" &&
    !isCharged(read) &&
    !hasPaymentHeading(view.text)
  )
    doubts.push({
      reason: "not_a_transaction",
      detail: `${merchant.name} names no way of payment here, as its receipts do.`,
    });
  return doubts;
}

/** The only amount of a message that names the card that paid and the number of its order. */
function isPaidAlone({ claims }: ViewRead, { text }: View): boolean {
  const [only, ...others] = claims;
  return (
    others.length === 0 &&
    only?.card_last4 !== undefined &&
    only.order_number !== undefined &&
    new Set(findAmounts(withoutSentences(text)).map(({ value }) => decimalToUnits(value))).size ===
      1
  );
}

const SENTENCE_CHARS_MIN = 60;

/** Without the long lines: a sentence offers other prices, or says what is left. */
function withoutSentences(text: string): string {
  return text
    .split("\n")
    .filter((line) => line.length < SENTENCE_CHARS_MIN)
    .join("\n");
}

const PAYMENT_HEADING = new RegExp(wordsIn(PAYMENT_WORDS.heading).join("|"), "i");
const HEADING_LINES_MAX = 60;
const HEADING_CHARS_MAX = 40;

/** Whether a short line among the first names the payment, as the heading of its section does. */
function hasPaymentHeading(text: string): boolean {
  return text
    .split("\n", HEADING_LINES_MAX)
    .some((line) => line.length < HEADING_CHARS_MAX && PAYMENT_HEADING.test(line));
}
