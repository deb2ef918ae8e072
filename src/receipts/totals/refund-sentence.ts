// "Wir haben Ihnen 79,95 € auf Ihre Kreditkarte erstattet": a shop says in a sentence what it gave back,
// and no label does. The verbs are those of the alerts.

import type { Place } from "../alerts/alert-text.ts";
import { amountsWithin } from "../alerts/amounts-within.ts";
import { withAnnouncements } from "../alerts/announcements.ts";
import { findSegments } from "../alerts/segments.ts";
import { findVerbs } from "../alerts/vocabulary.ts";
import { foldInPlace } from "../words/in-place.ts";
import type { Candidate } from "./candidates.ts";
import { givesBack } from "./gives-back.ts";
import type { KindSeen } from "./kind.ts";
import type { Line } from "./lines.ts";
import type { Decimal } from "../receipt.ts";
import { findAmounts } from "./money/amounts.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { RANKS } from "./money-labels.ts";

const TEXT_CHARS_MAX = 20_000;
const LABEL_CHARS_MAX = 60;

/** The words by which a candidate of such a sentence is known. */
const REFUND_SENTENCE = "a sentence of a refund";

/**
 * The candidates, with the amount that a sentence says was given back to a card, an account or another way to pay (or
 * to nothing that it names, where the subject tells of a refund); as they are if a label names a total already, or
 * sentences name several amounts.
 */
export function withRefundSentence(
  text: string,
  lines: readonly Line[],
  candidates: readonly Candidate[],
  { isRefundInSubject }: { readonly isRefundInSubject: boolean },
): readonly Candidate[] {
  // "Refund of an item", "Order total 61.85": where the subject is of a refund, the total is of what was bought.
  const isNamed = ({ rank, role }: Candidate): boolean =>
    rank > RANKS.amount && !(isRefundInSubject && role === "total");
  if (candidates.some(isNamed)) return candidates;
  const read = text.slice(0, TEXT_CHARS_MAX);
  const folded = foldInPlace(read);
  const found = findSegments(read, folded)
    .filter(
      ({ row, start, end }) => row === null && givesBack(folded, { start, end }, isRefundInSubject),
    )
    .flatMap((sentence) => findRefunds(lines, sentence));
  const [only] = found;
  if (only === undefined || new Set(found.map(({ amount }) => amount.value)).size > 1)
    return candidates;
  return [...candidates.filter(({ amount }) => amount !== only.amount), only].sort(
    (a, b) => a.amount.start - b.amount.start,
  );
}

/** A text with its total. */
interface ReadText {
  readonly view: { readonly text: string };
  readonly read: { readonly total: Candidate | null };
}

/** "We have received your return and refunded 399 kr to your card": the return is over. */
export function withRefund(kind: KindSeen, { read: { total }, view }: ReadText): KindSeen {
  const isGiven =
    kind.returning && total?.role === "refunded" && saysGivenBack(view.text, total.amount.value);
  return isGiven ? { ...kind, kind: "refund" } : kind;
}

/** Whether a sentence says that an amount was given back to a card, an account or another way to pay. */
function saysGivenBack(text: string, value: Decimal): boolean {
  const read = text.slice(0, TEXT_CHARS_MAX);
  const folded = foldInPlace(read);
  const amounts = findAmounts(read).filter((one) => one.value === value);
  return findSegments(read, folded).some(
    ({ row, start, end }) =>
      row === null &&
      amountsWithin(amounts, { start, end }).length > 0 &&
      givesBack(folded, { start, end }),
  );
}

/** Whether a sentence announces an amount to be given back: "79,95 € werden auf Ihre Karte erstattet". */
export function announcesRefund(text: string): boolean {
  const read = text.slice(0, TEXT_CHARS_MAX);
  const folded = foldInPlace(read);
  const amounts = findAmounts(read);
  return findSegments(read, folded).some(({ row, start, end }) => {
    if (row !== null || amountsWithin(amounts, { start, end }).length === 0) return false;
    const verbs = findVerbs(folded, start, end);
    const told = withAnnouncements(folded, start, verbs);
    return verbs.some(({ sense }, at) => sense === "back" && told[at]?.sense === "to come");
  });
}

/** The only amount of a sentence, as what was given back. */
export function findRefunds(lines: readonly Line[], { start, end }: Place): readonly Candidate[] {
  const all = lines.flatMap((line, index) =>
    line.amounts
      .filter((amount) => amount.start >= start && amount.end <= end)
      .map((amount) => ({ line, index, amount })),
  );
  const [only, ...more] = all;
  if (only === undefined || more.length > 0 || decimalToUnits(only.amount.value) === 0) return [];
  const from = Math.max(start, only.amount.start - LABEL_CHARS_MAX);
  const text = only.line.text.slice(
    Math.max(0, from - only.line.start),
    only.amount.start - only.line.start,
  );
  return [
    {
      amount: only.amount,
      role: "refunded",
      tag: "refunded",
      phrase: REFUND_SENTENCE,
      rank: RANKS.refunded,
      label: { text, start: from, place: "before" },
      line: only.index,
      card: null,
    },
  ];
}
