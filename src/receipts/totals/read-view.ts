// Reads one view of a document by its labels: its charges, each with the date, number, card, parts
// and items that belong to it.

import type { Claim, Decimal, Doubt, SeenAmount, View } from "../receipt.ts";
import { isToCome } from "./announced.ts";
import { type Candidate } from "./candidates.ts";
import { findChargeDay, findPaidDay, findRefundDay } from "./charge-day.ts";
import { findCashPayment } from "./cash.ts";
import { distinctAmounts, isSameAmount } from "./choose.ts";
import {
  findDocumentDate,
  findPaymentDate,
  INVOICE_ORDER,
  REFUND_ORDER,
  CHARGED_ORDER,
  type DocumentDate,
} from "./document-date.ts";
import { chooseNumber, findNumbers, rankNumber, type NumberSeen } from "./document-numbers.ts";
import { findItems } from "./items.ts";
import type { Line } from "./lines.ts";
import { findCards, type CardSeen } from "./money/cards.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { withProvenTotal } from "./proven-total.ts";
import { splitSections, type Section } from "./sections.ts";
import { findDoubts, findOrders } from "./view-doubts.ts";
import { findPayingCard } from "./money/paying-card.ts";
import { findViewCandidates } from "./view-candidates.ts";
import type { ViewContext } from "./view-context.ts";

export interface ViewRead {
  readonly claims: readonly Claim[];
  readonly doubts: readonly Doubt[];
  /** The total of the first claim. */
  readonly total: Candidate | null;
  /** It says that nothing is left to pay ("Balance due 0.00"). */
  readonly isSettled: boolean;
  /** Its only total is one that will be charged. */
  readonly isToCome: boolean;
}

/** All that was found in a view, before it is split by charge. */
interface Findings extends ViewContext {
  readonly view: View;
  readonly lines: readonly Line[];
  readonly candidates: readonly Candidate[];
  readonly numbers: readonly NumberSeen[];
  readonly cards: readonly CardSeen[];
  readonly sections: readonly Section[];
  readonly date: DocumentDate;
}

/** Reads a view into its charges; a view without a total is one claim without a total. */
export function readView(view: View, context: ViewContext): ViewRead {
  const { lines, candidates } = findViewCandidates(view, context);
  const numbers = findNumbers(lines);
  const cards = findCards(view.text);
  const sections = splitSections(view.text, candidates, numbers, cards).map((section) =>
    withProvenTotal(lines, section),
  );
  const date = findDate(view, lines, sections, context);
  const findings = { ...context, view, lines, candidates, numbers, cards, sections, date };
  return {
    claims: sections.map((section) => toClaim(findings, section)),
    doubts: findDoubts({ ...findings, haveOwnDates: haveOwnDates(findings) }),
    total: sections[0]?.choice.total ?? null,
    isToCome: isToCome(candidates),
    isSettled: candidates.some(
      ({ role, amount }) => role === "due" && decimalToUnits(amount.value) === 0,
    ),
  };
}

/**
 * The day of a charge or a refund that a sentence tells, else that of the payment's line, else that of the document,
 * unless a sentence says on which day it was paid.
 */
function findDate(
  { name, text }: View,
  lines: readonly Line[],
  sections: readonly Section[],
  context: ViewContext,
): DocumentDate {
  const { isInvoice, isShipment, isIncome, sent, toldMovement: movement } = context;
  const isRefund =
    context.isRefund || sections.some(({ choice }) => choice.total?.role === "refunded");
  if (movement?.view === name && movement.date !== null)
    return { date: movement.date, rule: "day of the movement", rivals: [] };
  const told =
    (isInvoice || isShipment ? findChargeDay(text, listTotals(sections), sent) : null) ??
    (isRefund || isIncome ? findRefundDay(text, listTotals(sections), sent) : null) ??
    findPaymentDate(text, lines, listPayments(sections), sent);
  if (told !== null) return told;
  const order = orderOfDates({ ...context, isRefund }, isCharged(sections));
  const own = isRefund ? lines : withoutDeductions(lines, listTotals(sections));
  const found = findDocumentDate(text, own, sent, order);
  const paid = isInvoice ? findDocumentDate(text, lines, sent, ["paid"]) : null;
  if (paid?.rule === "labelled paid" && isOnOrAfter(paid, found)) return paid;
  const isLabelled = found.rule === "labelled paid";
  return (isRefund || isLabelled ? null : findPaidDay(text, sent)) ?? found;
}

/** The lines without those that take a part off: "Less booking deposit (paid 09/11/2026)  -10.00". */
function withoutDeductions(lines: readonly Line[], totals: readonly Decimal[]): readonly Line[] {
  const units = new Set<number | null>(totals.map(decimalToUnits));
  return lines.filter(
    ({ amounts }) =>
      !amounts.some(({ negative, value }) => negative && !units.has(decimalToUnits(value))),
  );
}

/** Whether a bill was debited on the day of its paper or behind it; a day before it is of the last bill. */
function isOnOrAfter({ date, rivals }: DocumentDate, { date: issued }: DocumentDate): boolean {
  const [[day], [first]] = [date?.readings ?? [], issued?.readings ?? []];
  return rivals.length === 0 && day !== undefined && first !== undefined && day >= first;
}

/** Whether a label says that the only total was charged: "Amount paid 36.89". */
function isCharged([section, ...others]: readonly Section[]): boolean {
  return others.length === 0 && section?.choice.total?.role === "charged";
}

function orderOfDates(context: ViewContext, isPaid: boolean): typeof INVOICE_ORDER | undefined {
  const { isInvoice, isRefund, isShipment } = context;
  if (isInvoice) return isPaid ? CHARGED_ORDER : INVOICE_ORDER;
  if (isRefund) return REFUND_ORDER;
  return isShipment ? CHARGED_ORDER : undefined;
}

function listTotals(sections: readonly Section[]): readonly Decimal[] {
  return sections.length > 1
    ? []
    : sections.flatMap(({ choice }) => choice.total?.amount.value ?? []);
}

function haveOwnDates(found: Findings): boolean {
  const { sections } = found;
  return (
    sections.length > 1 &&
    sections.every((section) => certainDate(findOwnDate(found, section)) !== null)
  );
}

/** The lines that say how the total was paid, of a view with one charge. */
function listPayments([section, ...others]: readonly Section[]): readonly number[] {
  const total = section?.choice.total ?? null;
  if (section === undefined || total === null || others.length > 0) return [];
  return section.candidates
    .filter((one) => one.role === "charged" && isSameAmount(one, total))
    .map(({ line }) => line);
}

/** The claim of one section. */
function toClaim(found: Findings, section: Section): Claim {
  const { view, lines } = found;
  const { candidates, choice } = section;
  const items = findItems(view, lines, candidates, choice.total);
  return {
    source: "label",
    ...(choice.total === null ? {} : { total: toSeenAmount(view, choice.total) }),
    ...claimDate(found, section),
    ...claimNumber(found, section),
    ...claimCard(found, section),
    ...claimCash(found),
    ...claimParts(view, candidates),
    ...(items.length === 0 ? {} : { items }),
  };
}

/** Whether a place in the view belongs to a section; of one section all places do. */
function isWithin({ sections }: Findings, { start, end }: Section, at: number): boolean {
  return sections.length === 1 || (at >= start && at < end);
}

function claimDate(found: Findings, section: Section): Pick<Claim, "date"> {
  const { view, date: whole } = found;
  const own = findOwnDate(found, section);
  const date = certainDate(own) ?? certainDate(whole);
  const [value] = date?.readings ?? [];
  if (value === undefined || date === null) return {};
  const span = { view: view.name, start: date.start, end: date.end };
  return { date: { value, span, rule: own.rule === "" ? whole.rule : own.rule } };
}

/** The date among a section's lines; of one section the view's. */
function findOwnDate(found: Findings, section: Section): DocumentDate {
  const { view, lines, sent, sections, date: whole } = found;
  return sections.length === 1
    ? whole
    : (findPaymentDate(view.text, lines, listPayments([section]), sent) ??
        findDocumentDate(
          view.text,
          lines.filter(({ start }) => isWithin(found, section, start)),
          sent,
        ));
}

function certainDate({ date, rivals }: DocumentDate): DocumentDate["date"] {
  return rivals.length === 0 ? date : null;
}

function claimNumber(found: Findings, section: Section): Pick<Claim, "order_number"> {
  const { view, inSubject, sections, isInvoice, marked, numbers } = found;
  const chosen = findNumber(found, section);
  // Of several numbers of a kind, the one that the subject marks: "#HAG-77-CN004".
  const named = numbers.find(({ value, kind }) => value === marked?.value && kind === chosen?.kind);
  const number = sections.length === 1 ? (named ?? chosen) : chosen;
  const titled = sections.length > 1 ? null : chooseNumber(inSubject, []);
  // "Your invoice FR-12", with the order's number in the text.
  const isTitle = isInvoice && titled?.kind === "invoice";
  if (!isTitle && number !== null && (titled === null || rankNumber(number) <= rankNumber(titled)))
    return { order_number: toSeenNumber(view.name, number) };
  const seen = titled ?? (sections.length > 1 ? null : marked);
  return seen === null ? {} : { order_number: toSeenNumber("subject", seen) };
}

/** The number of the view; of several sections the section's own, else one above or of them all. */
function findNumber(found: Findings, section: Section): NumberSeen | null {
  const { numbers, inSubject, sections } = found;
  if (sections.length === 1) return chooseNumber(numbers, inSubject);
  const own = numbers.filter(({ start }) => isWithin(found, section, start));
  const above = numbers.filter(({ start }) => start < (sections[0]?.start ?? 0));
  const ofAll = findOrders(numbers, inSubject).size === 1 ? numbers : [];
  return (
    chooseNumber(own, [], ["transaction", "order"]) ??
    chooseNumber(above, []) ??
    chooseNumber(ofAll, [], ["order"])
  );
}

function toSeenNumber(
  view: string,
  { value, start, end, kind }: NumberSeen,
): NonNullable<Claim["order_number"]> {
  return { value, span: { view, start, end }, rule: `${kind} number` };
}

/** The card that the total was charged to, or the only card of the section. */
function claimCard(found: Findings, section: Section): Pick<Claim, "card_last4"> {
  const cards = found.cards.filter(({ start }) => isWithin(found, section, start));
  const [first] = cards;
  const only = cards.every(({ last4 }) => last4 === first?.last4)
    ? first
    : (findBranded(found, cards) ?? findPayingCard(found.view.text, cards));
  const card = section.choice.total?.card ?? only;
  if (card === undefined) return {};
  const span = { view: found.view.name, start: card.start, end: card.end };
  return { card_last4: { value: card.last4, span, rule: "card's last four" } };
}

/** The only card behind a brand or a word for a card, beside masked numbers of something else. */
function findBranded({ view }: Findings, cards: readonly CardSeen[]): CardSeen | undefined {
  const branded = cards.filter(({ from, start }) => /\p{L}{2}/u.test(view.text.slice(from, start)));
  return new Set(branded.map(({ last4 }) => last4)).size === 1 ? branded[0] : undefined;
}

function claimCash({ view, lines, sections }: Findings): Pick<Claim, "cash"> {
  const cash = sections.length === 1 ? findCashPayment(view.text, lines) : null;
  if (cash === null) return {};
  const value = view.text.slice(cash.start, cash.end);
  return { cash: { value, span: { view: view.name, ...cash }, rule: "paid in cash" } };
}

const PARTS = ["subtotal", "tax", "shipping", "tip", "discount"] as const;

/** Tax, shipping and the like, each where only one amount has that label. */
function claimParts(
  view: View,
  candidates: readonly Candidate[],
): Pick<Claim, (typeof PARTS)[number]> {
  const found: Partial<Record<(typeof PARTS)[number], SeenAmount>> = {};
  for (const part of PARTS) {
    const [only, ...others] = distinctAmounts(candidates.filter(({ role }) => role === part));
    if (only !== undefined && others.length === 0) found[part] = toSeenAmount(view, only);
  }
  return found;
}

function toSeenAmount(view: View, { amount, role, phrase }: Candidate): SeenAmount {
  return {
    value: amount.value,
    span: { view: view.name, start: amount.start, end: amount.end },
    rule: `${role}: ${phrase}`,
    currency: amount.currency,
    candidates: amount.currency === null ? amount.candidates : [],
  };
}
