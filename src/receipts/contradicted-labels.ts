// A bank's sentence beside labels: it says which of its amounts moved, while labels would take its limits and balances
// for totals. Of a shop's own document the labels count.

import { isOfProvenList, isRefusedOrHeld } from "./alerts/claims.ts";
import { isBank } from "./alerts/creditor.ts";
import { findLabels, findVerbs, MOVING } from "./alerts/vocabulary.ts";
import { agree, isBankAlert, isFromPdf } from "./charge-groups.ts";
import type { MailDocument } from "./mail.ts";
import type { Found } from "./reader.ts";
import type { Claim, Doubt, SeenAmount } from "./receipt.ts";
import { MOVEMENT_SENTENCE } from "./totals/charge-sentence-total.ts";
import { decimalToUnits } from "./totals/money/numbers.ts";
import { foldInPlace } from "./words/in-place.ts";

/** Two amounts and their total. */
const SUM_CLAIMS_MIN = 3;

/**
 * Leaves out readers that a bank alert contradicts. A bank's sentence says which of its amounts
 * moved; labels would take its limits and balances for totals. Only a shop lists the parts of a
 * total: then the labels count and the sentence does not. A list of movements that is proven counts before both.
 */
export function withoutContradictedLabels(
  { from }: MailDocument,
  all: readonly Found[],
): readonly Found[] {
  const isCompany = from !== null && !isBank(from.name, from.address);
  const found = isCompany ? withoutRefusals(all) : all;
  const alerts = found.flatMap(({ claims }) => claims.filter(isBankAlert));
  if (alerts.length === 0) return found;
  const isList = alerts.some(isOfProvenList);
  if (!isList && found.some(({ claims }) => claims.some((claim) => isShopDocument(claim, alerts))))
    return found.filter(({ claims }) => !claims.some(isBankAlert));
  const isSentByBank = from === null || isBank(from.name, from.address);
  const isBill = !isList && !isSentByBank;
  if (isBill && found.some(({ claims }) => claims.some((claim) => isToldOtherwise(claim, alerts))))
    return found.filter(({ claims }) => !claims.some(isBankAlert));
  if (isBill && found.some(({ claims }) => claims.some((claim) => isSumOf(claim, alerts))))
    return found.filter(({ claims }) => !claims.some(isBankAlert));
  if (isBill && found.some(({ claims }) => claims.some((claim) => isOtherBill(claim, alerts))))
    return found.filter(({ claims }) => !claims.some(isBankAlert));
  if (isBill && found.some(({ claims }) => claims.some((claim) => isPaperOfCard(claim, alerts))))
    return found.filter(({ claims }) => !claims.some(isBankAlert));
  const detailed =
    isSentByBank || isList ? found : withChargedTotal(withLabelledDetails(found, alerts), alerts);
  return detailed.filter(
    ({ claims }) =>
      claims.length === 0 || claims.some((claim) => claim.source !== "label" || isFromPdf(claim)),
  );
}

/**
 * "One ride was cancelled and not charged", of a company that labels several amounts as charged, so that a person is
 * asked: what it says of one is not of the others.
 */
function withoutRefusals(found: readonly Found[]): readonly Found[] {
  const hasCharges = found.some(
    ({ claims, doubts }) =>
      doubts.some(({ totals = [] }) => totals.length > 1) &&
      claims.some(
        ({ source, kind, total }) =>
          source === "label" &&
          kind?.value === "receipt" &&
          total?.rule.startsWith("charged: ") === true,
      ),
  );
  return hasCharges ? found.filter(({ claims }) => !claims.some(isRefusedOrHeld)) : found;
}

/** "Total paid 63.60" below "Card payment 0.60": a company labels more as paid than a sentence or a row tells of. */
function withChargedTotal(
  found: readonly Found[],
  [alert, ...more]: readonly Claim[],
): readonly Found[] {
  if (alert?.total === undefined) return found;
  const paid = found
    .flatMap(({ claims }) => claims)
    .find(
      ({ source, total, kind }) =>
        source === "label" &&
        kind?.value !== "not a transaction" &&
        total?.rule.startsWith("charged: ") === true &&
        unitsOf(total) > unitsOf(alert.total ?? total),
    )?.total;
  if (paid === undefined || more.length > 0 || alert.incoming?.value !== false) return found;
  const detail = `The message tells of ${alert.total.value}, and labels ${paid.value} as paid.`;
  const doubt: Doubt = { reason: "conflicting_totals", detail, totals: [paid.value] };
  return found.map((one) =>
    one.claims.some(isBankAlert) ? { ...one, doubts: [...one.doubts, doubt] } : one,
  );
}

/** Whether a company's own sentence of the reader's account tells of another amount: see totals/told-movement.ts. */
function isToldOtherwise({ source, total }: Claim, alerts: readonly Claim[]): boolean {
  return (
    source === "label" &&
    total?.rule.endsWith(MOVEMENT_SENTENCE) === true &&
    !alerts.some((alert) => agree(alert.total, total))
  );
}

/** Whether a company's labels tell of an unpaid bill, and a row in the words of banks has another amount. */
function isOtherBill({ source, kind, total }: Claim, alerts: readonly Claim[]): boolean {
  return (
    source === "label" &&
    kind?.value === "invoice" &&
    total !== undefined &&
    !total.rule.startsWith("amount: ") &&
    !alerts.some((alert) => agree(alert.total, total))
  );
}

/**
 * Whether a company's labels say what was charged to a card, and a row in the words of banks says that the same came in
 * ("Importe abonado"), or that less moved ("Earned with this operation 1.24"), or that all of it cost more.
 */
function isPaperOfCard(claim: Claim, alerts: readonly Claim[]): boolean {
  const { source, kind, total, card_last4: card, tax, discount } = claim;
  const [alert, ...more] = alerts;
  if (source !== "label" || kind?.value !== "receipt" || card === undefined) return false;
  if (total?.rule.startsWith("charged: ") !== true || alert?.total === undefined) return false;
  const isOfGoods = tax !== undefined || discount !== undefined;
  const isAsIncome = isOfGoods && alert.incoming?.value === true && agree(alert.total, total);
  const isOfLess = unitsOf(alert.total) < unitsOf(total) && kind.rule === WORDS_OF_TILL;
  // "Sum 2 592, deposit -500, card 2 092": the row of the card is what was paid, and the sum what it cost.
  const isOfMore =
    isOfGoods && total.rule === "charged: way to pay" && unitsOf(alert.total) > unitsOf(total);
  return more.length === 0 && (isAsIncome || isOfLess || isOfMore);
}

/** A receipt that has no words of a purchase: see totals/read-labels.ts. */
const WORDS_OF_TILL = "words: a total and a card";

function unitsOf(total: SeenAmount): number {
  return decimalToUnits(total.value) ?? NaN;
}

/**
 * Whether a labelled total is the sum of the other amounts that alerts claim. Below "your direct debit was collected",
 * a company lists "Two weeks 96.50, trip 8.00, total 104.50": each row was read as a movement.
 */
function isSumOf({ source, total }: Claim, alerts: readonly Claim[]): boolean {
  if (source !== "label" || total === undefined || alerts.length < SUM_CLAIMS_MIN) return false;
  const amounts = alerts.map((alert) => decimalToUnits(alert.total?.value ?? "") ?? NaN);
  const whole = decimalToUnits(total.value) ?? NaN;
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  return sum === 2 * whole && amounts.includes(whole);
}

/**
 * "Your direct debit of 20.00 was taken on Friday": what a company writes of its own bill reads like a bank's sentence.
 * Its labels add who it is, the day and the numbers, where they have the same total.
 */
function withLabelledDetails(
  found: readonly Found[],
  [alert, ...more]: readonly Claim[],
): readonly Found[] {
  const labelled = found.flatMap(({ claims }) =>
    claims.filter(({ source, total }) => source === "label" && agree(alert?.total, total)),
  );
  const [label, ...others] = labelled;
  if (alert === undefined || label === undefined || more.length > 0 || others.length > 0)
    return found;
  const isOut = alert.incoming?.value === false && label.incoming?.value !== true;
  if (!isOut || label.kind?.value === "not a transaction") return found;
  const merchant = alert.merchant ?? label.merchant;
  const date = alert.date ?? label.date;
  const number = alert.order_number ?? label.order_number;
  const card = alert.card_last4 ?? label.card_last4;
  const detailed: Claim = {
    ...alert,
    ...(merchant !== undefined && { merchant }),
    ...(date !== undefined && { date }),
    ...(number !== undefined && { order_number: number }),
    ...(card !== undefined && { card_last4: card }),
  };
  return found.map((one) => ({
    ...one,
    claims: one.claims.map((claim) => (claim === alert ? detailed : claim)),
  }));
}

/** The rules that read a shop's number. A bank prints one too, with one of several movements. */
const NUMBERS_OF_SHOPS: ReadonlySet<string> = new Set(["order number", "locator number"]);

/**
 * Labels of a total with its parts, or with the number of an order or a journey. A line that an alert
 * reports as the movement ("Ada has sent you 120.00") is no item.
 */
function isShopDocument(
  { source, kind, total, subtotal, shipping, discount, items = [], order_number: number }: Claim,
  alerts: readonly Claim[],
): boolean {
  if (source !== "label" || total === undefined || kind?.value === "not a transaction")
    return false;
  return (
    subtotal !== undefined ||
    (discount !== undefined && isLess(total, alerts)) ||
    (shipping !== undefined && !isFee(shipping)) ||
    items.some(
      ({ name, amount }) =>
        !alerts.some(({ total }) => isSameSpan(total, amount) || isToldAgain(name, amount, total)),
    ) ||
    (alerts.length === 1 && NUMBERS_OF_SHOPS.has(number?.rule ?? ""))
  );
}

/** "At the pump 56.82", "discount -3.84", "total paid 50.98": what is left was charged. */
function isLess(total: SeenAmount, alerts: readonly Claim[]): boolean {
  const [alert, ...more] = alerts;
  return (
    total.rule.startsWith("charged: ") &&
    alert?.total !== undefined &&
    more.length === 0 &&
    unitsOf(total) < unitsOf(alert.total)
  );
}

/** A bank tells of a movement in two languages: the sentence of the other one is no item either. */
function isToldAgain(
  name: { readonly value: string },
  amount: SeenAmount | null,
  total: SeenAmount | undefined,
): boolean {
  return (
    amount !== null &&
    agree(total, amount) &&
    findVerbs(foldInPlace(name.value)).some(({ sense }) => MOVING.has(sense))
  );
}

function isSameSpan(a: SeenAmount | undefined, b: SeenAmount | null): boolean {
  return a?.span.view === b?.span.view && a?.span.start === b?.span.start;
}

/** "手数料": of a bank it is the fee of a payment, of a shop it is for the delivery. */
function isFee({ rule }: SeenAmount): boolean {
  const words = rule.slice(rule.indexOf(": ") + 2);
  return findLabels(words, 0, words.length).some(
    ({ role, start, end }) => role === "fee" && start === 0 && end === words.length,
  );
}
