// A bill sums up what came before: "Balance on last bill 164.09", "Payment received 2 September - thank
// you 164.09 CR". Where it names a day to pay by or a debit to come, that is the payment of an earlier
// bill, and what is due counts.

import type { Day } from "../../money/day.ts";
import type { View } from "../receipt.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import type { Candidate } from "./candidates.ts";
import { isDebitAhead } from "./coming-debit.ts";
import { isDueAhead } from "./due-date.ts";
import type { Line } from "./lines.ts";
import { CHARGED_RANK_MIN, PAYMENT_METHOD_RANK, RANKS } from "./money-labels.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { findDates } from "./money/dates.ts";

const THANKS = phrasesIn<"thanks">({ thanks: PAYMENT_WORDS["with thanks"] });
const EARLIER = phrasesIn<"earlier">({ earlier: PAYMENT_WORDS["earlier bill"] });
const ROW_CHARS_MAX = 90;
/** Behind an amount: "164.09 CR". */
const CREDITED = /^ ?(?:CR|Cr\.?)(?![\p{L}\d])/u;

/** The candidates of a bill; what is of an earlier one, and was paid, as credits. */
export function withoutEarlierPayments(
  view: View,
  lines: readonly Line[],
  candidates: readonly Candidate[],
  sent: Day | null,
): readonly Candidate[] {
  const balances = candidates.filter((one) => isLeft(one) && namesEarlier(one, lines));
  if (sent === null || !candidates.some((one) => isLeft(one) && !balances.includes(one)))
    return candidates;
  const earlier = candidates.filter((one) => isEarlier(one, lines, candidates, sent));
  if (earlier.length === 0) return candidates;
  // "Thank you for your last payment of 329.00" says so without a day, too.
  const isBill =
    isDueAhead(view, sent) ||
    isDebitAhead(view, sent) ||
    (candidates.some((one) => isLeft(one) && one.role === "due" && !balances.includes(one)) &&
      earlier.every((one) => namesEarlier(one, lines)));
  if (!isBill) return candidates;
  const past = new Set([...earlier, ...balances]);
  return candidates.map((one): Candidate =>
    past.has(one) ? { ...one, role: "credit", rank: RANKS.credit } : one,
  );
}

/** A total, or what is due, that is not zero. */
function isLeft({ rank, amount }: Candidate): boolean {
  return rank > RANKS.amount && rank < CHARGED_RANK_MIN && decimalToUnits(amount.value) !== 0;
}

/** "Amount due on previous statement", "Tack för din senaste betalning på". */
function namesEarlier({ amount, line: index }: Candidate, lines: readonly Line[]): boolean {
  const line = lines[index];
  return (
    line !== undefined &&
    line.text.length <= ROW_CHARS_MAX &&
    EARLIER.has(foldWords(line.text.slice(0, amount.start - line.start)))
  );
}

/** Whether a row of a payment thanks, names a day before the bill's, or pays an earlier balance. */
function isEarlier(
  { rank, amount, line: index }: Candidate,
  lines: readonly Line[],
  all: readonly Candidate[],
  sent: Day,
): boolean {
  const line = lines[index];
  if (rank < CHARGED_RANK_MIN || rank === PAYMENT_METHOD_RANK || line === undefined) return false;
  if (line.text.length > ROW_CHARS_MAX) return false;
  const before = line.text.slice(0, amount.start - line.start);
  const isOfEarlierDay = findDates(before, sent).some(({ readings }) =>
    readings.every((day) => day < sent),
  );
  return (
    isOfEarlierDay ||
    THANKS.has(foldWords(line.text)) ||
    EARLIER.has(foldWords(before)) ||
    CREDITED.test(line.text.slice(amount.end - line.start)) ||
    all.some(
      (other) =>
        other.line < index &&
        other.rank < CHARGED_RANK_MIN &&
        decimalToUnits(other.amount.value) === decimalToUnits(amount.value) &&
        EARLIER.has(foldWords(lines[other.line]?.text ?? "")),
    )
  );
}
