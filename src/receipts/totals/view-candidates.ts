// The amounts of a view that may be its total: those of labels, of rows and of sentences, as far as they belong to this
// message and not to another bill, a later charge or what was bought before.

import type { View } from "../receipt.ts";
import { withoutNextCharge } from "./announced.ts";
import { findCandidates, type Candidate } from "./candidates.ts";
import { withAmountOverDueDay } from "./amount-over-due-day.ts";
import { withArrivedPayment } from "./arrived-payment.ts";
import { withAskedPayment } from "./asked-payment.ts";
import { withChargeOfDay } from "./charged-today.ts";
import { withChargeSentence, withToldMovement } from "./charge-sentence-total.ts";
import { withDepositTaken } from "./deposit-taken.ts";
import { withDonationSentence } from "./donation-sentence.ts";
import { withOnlyAmount } from "./only-amount.ts";
import { refundCandidates } from "./refund-candidates.ts";
import { withRefundSentence } from "./refund-sentence.ts";
import { withTransferSentence } from "./transfer-sentence.ts";
import { withoutEarlierPayments } from "./earlier-payments.ts";
import { withRowsBelowTotals } from "./rows-below-total.ts";
import type { Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { withoutPartsOfTotals } from "./parts-of-totals.ts";
import { withPaidPrice } from "./paid-price.ts";
import { withPaymentsTaken } from "./payments-taken.ts";
import {
  depositCandidates,
  withoutRestOfInstalments,
  withoutSchedule,
  withoutWholePrice,
} from "./paid-in-parts.ts";
import { withoutPartsOfVeto } from "./estimated-sums.ts";
import { withNetIncome, withRefundOfRows } from "./net-income.ts";
import { withoutPricesOfPeriods } from "./prices-of-periods.ts";
import { withoutSmallPrint } from "./small-print.ts";
import { withSumLine } from "./sum-line.ts";
import { findDisputeCredit } from "./dispute-credit.ts";
import type { ViewContext } from "./view-context.ts";

/**
 * "Order confirmed", "To be paid 11,285", "credited for your next purchase 112": what an order credits beside a larger
 * total gives nothing back.
 */
function withoutCreditForLater(
  { isOrder }: ViewContext,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const totals = candidates.filter(({ role }) => role === "total" || role === "due");
  const isCredit = ({ role, amount }: Candidate): boolean =>
    role === "refunded" && totals.some((total) => isLess(amount, total.amount));
  return isOrder ? candidates.filter((one) => !isCredit(one)) : candidates;
}

const GROSS = /(?<!\p{L})(?:brutto\p{L}*|gross|bruto|bruta|lord[oa]|brute?)(?!\p{L})/iu;

/** Of a refund and of money that came in: what its rows come to. */
function withAmountsOfRows(
  { isRefund, isRefundInSubject, isIncome }: ViewContext,
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  // "The net amount was credited" over "Gross 1,248.00, tax 436.80": the words of a refund, and an income.
  const isGross = isRefund && candidates.some(({ label }) => GROSS.test(label.text));
  if (isIncome || isGross) return withNetIncome(lines, candidates);
  return isRefundInSubject ? withRefundOfRows(lines, candidates) : candidates;
}

function isLess(one: Amount, other: Amount): boolean {
  const [units, whole] = [decimalToUnits(one.value), decimalToUnits(other.value)];
  return units !== null && whole !== null && units < whole;
}

/** Of a bill or a purchase: what sentences ask for, what came in, and the deposit that was taken. */
function withSaidTotals(
  text: string,
  lines: readonly Line[],
  candidates: readonly Candidate[],
  { onlyAmountIs, mayBeBill, isReceipt, isRefund, isInvoice, isIncome }: ViewContext,
): readonly Candidate[] {
  const due = onlyAmountIs === "due" ? withAmountOverDueDay(lines, candidates) : candidates;
  const asked = mayBeBill
    ? withArrivedPayment(text, lines, withAskedPayment(text, lines, due, isReceipt))
    : due;
  return isRefund || isInvoice || isIncome ? asked : withDepositTaken(text, lines, asked);
}

/** The lines of a view, and the candidates for its total. */
export function findViewCandidates(
  view: View,
  context: ViewContext,
): { readonly lines: readonly Line[]; readonly candidates: readonly Candidate[] } {
  const { lines, candidates: labelled } = findCandidates(view.text);
  const seen = withoutPartsOfTotals(lines, withoutPricesOfPeriods(lines, labelled));
  const printed = context.isRefund ? seen : withPaymentsTaken(seen);
  const found = context.isInvoice
    ? withoutEarlierPayments(
        view,
        lines,
        withChargeOfDay(view.text, lines, printed, context.sent),
        context.sent,
      )
    : printed;
  const whole = withAmountsOfRows(context, lines, found);
  const own = withoutPartsOfVeto(lines, withoutSmallPrint(lines, whole));
  const below = withRowsBelowTotals(lines, own, context.isInvoice);
  const current = withoutSchedule(view.text, withoutNextCharge(below), context.sent);
  const all = withoutCreditForLater(
    context,
    withoutRestOfInstalments(
      view.text,
      lines,
      withoutWholePrice(view.text, lines, withSumLine(lines, current)),
    ),
  );
  const charged =
    context.isPaidLater || context.isDepositPaid
      ? depositCandidates(all, context.isDepositPaid)
      : all;
  const sent =
    context.isRefund || context.isIncome
      ? withTransferSentence(view.text, lines, charged)
      : charged;
  const told = context.mayBeRefund ? withRefundSentence(view.text, lines, sent, context) : sent;
  const paid = withSaidTotals(view.text, lines, told, context);
  const credit = context.isDisputeWon ? findDisputeCredit(view.text, lines) : [];
  const chosen = context.isRefund
    ? refundCandidates(
        context.isDisputeWon ? credit : withOnlyAmount(view.text, lines, told, context),
      )
    : withOnlyAmount(
        view.text,
        lines,
        withDonationSentence(
          view.text,
          lines,
          withChargeSentence(view.text, lines, withPaidPrice(view.text, lines, paid), context),
        ),
        context,
      );
  const candidates =
    context.toldMovement?.view === view.name
      ? withToldMovement(lines, chosen, context.toldMovement)
      : chosen;
  return { lines, candidates };
}
