// Makes one receipt a charge of all that the readers saw. The surest reader's value counts; another
// reader that agrees adds to it, and one that differs is a doubt, never a choice. Currencies are
// decided here, by evidence alone, and the sum is checked.

import { exponentOf, type Currency } from "../money/currency.ts";
import { findLabels } from "./alerts/vocabulary.ts";
import { agree, claimRank, groupByCharge, isFromPdf, type ChargeGroup } from "./charge-groups.ts";
import type { MailDocument } from "./mail.ts";
import { DocumentCurrencies } from "./merchants/currency-evidence.ts";
import type { Found } from "./reader.ts";
import type { Claim, Doubt, Kind, Receipt, Seen, SeenAmount, View } from "./receipt.ts";
import { checkSum, type Parts } from "./sum-check.ts";
import { isOnlyWords, UNREAD_PAPER } from "./without-total.ts";

/** Views that say nothing about the currency: alternative texts, the sender, the day sent. */
const VIEWS_WITHOUT_MONEY = new Set(["alt", "from", "sent"]);

/**
 * Whether the message itself says what was charged. Then a ticket or a bill in an attachment that cannot be
 * opened is not needed.
 */
function printsTotal(claim: Claim): boolean {
  const { source, total, kind } = claim;
  return (
    source === "label" &&
    !isFromPdf(claim) &&
    total !== undefined &&
    !total.rule.startsWith("amount: ") &&
    (kind?.value === "order" || kind?.value === "receipt")
  );
}

/** The evidence that all claims of a document share. */
interface Evidence {
  readonly views: readonly View[];
  readonly currencies: DocumentCurrencies;
}

/** The receipts of a document, one a charge; empty where no reader claims anything. */
export function reconcile(document: MailDocument, all: readonly Found[]): readonly Receipt[] {
  const found = withoutContradictedLabels(all);
  const claims = found.flatMap((one) => one.claims).sort((a, b) => claimRank(a) - claimRank(b));
  const isPrinted = claims.some(printsTotal);
  const doubts = found
    .flatMap((one) => one.doubts)
    .filter(({ reason }) => !(isPrinted && UNREAD_PAPER.has(reason)));
  const views = [...document.views, ...found.flatMap((one) => one.views)];
  const texts = views.filter(({ name }) => !VIEWS_WITHOUT_MONEY.has(name)).map(({ text }) => text);
  const currencies = new DocumentCurrencies(texts, document.from?.address ?? null);
  return groupByCharge(claims)
    .filter((group) => !isOnlyWords(group.claims, doubts))
    .map((group) =>
      toReceipt({ ...group, doubts: [...doubts, ...group.doubts] }, { views, currencies }),
    );
}

/**
 * Leaves out readers that a bank alert contradicts. A bank's sentence says which of its amounts
 * moved; labels would take its limits and balances for totals. Only a shop lists the parts of a
 * total: then the labels count and the sentence does not.
 */
function withoutContradictedLabels(found: readonly Found[]): readonly Found[] {
  const alerts = found.flatMap(({ claims }) => claims.filter(isBankAlert));
  if (alerts.length === 0) return found;
  if (found.some(({ claims }) => claims.some((claim) => isShopDocument(claim, alerts))))
    return found.filter(({ claims }) => !claims.some(isBankAlert));
  return found.filter(
    ({ claims }) =>
      claims.length === 0 || claims.some((claim) => claim.source !== "label" || isFromPdf(claim)),
  );
}

function isBankAlert({ source, kind }: Claim): boolean {
  return source === "sentence" && kind?.value === "bank alert";
}

/**
 * Labels of a total with its parts, or with the number of an order or a journey. A line that an alert
 * reports as the movement ("Ada has sent you 120.00") is no item.
 */
function isShopDocument(
  { source, kind, total, subtotal, shipping, items = [], order_number: number }: Claim,
  alerts: readonly Claim[],
): boolean {
  if (source !== "label" || total === undefined || kind?.value === "not a transaction")
    return false;
  return (
    subtotal !== undefined ||
    (shipping !== undefined && !isFee(shipping)) ||
    items.some(({ amount }) => !alerts.some((alert) => isSameSpan(alert.total, amount))) ||
    number?.rule === "order number" ||
    number?.rule === "locator number"
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

function toReceipt({ claims, doubts }: ChargeGroup, evidence: Evidence): Receipt {
  const why: string[] = [];
  const total = pick(claims, "total", why);
  const kind = pick(claims, "kind", why)?.value ?? "receipt";
  const date = pickDate(claims, why);
  const { currency, sign } =
    total === null ? NO_CURRENCY : decideCurrency(total, claims, evidence, why);
  const parts: Parts = {
    subtotal: pick(claims, "subtotal", why),
    tax: pick(claims, "tax", why),
    shipping: pick(claims, "shipping", why),
    tip: pick(claims, "tip", why),
    discount: pick(claims, "discount", why),
  };
  explainAgreement(claims, total, why);
  const incoming = isIncoming(kind, claims);
  const listing = claims.find((claim) => (claim.items?.length ?? 0) > 0);
  const sum = checkSum(total, listing, parts);
  if (sum.proven) why.push("The parts make the total.");
  const ownDoubts = [...doubtDates(claims), ...doubtContents(kind, total, currency)];
  return {
    kind,
    merchant: pick(claims, "merchant", why),
    total,
    currency,
    ...sign,
    date,
    order_number: pickNumber(claims, why),
    card_last4: pick(claims, "card_last4", why),
    ...pickTime(claims),
    ...pickCash(kind, claims, why),
    ...pickDueDate(kind, claims, why),
    ...parts,
    incoming,
    items: listing?.items ?? [],
    doubts: distinctDoubts([
      ...doubts,
      ...ownDoubts,
      ...doubtInvoice(kind, incoming),
      ...sum.doubts,
    ]),
    why,
  };
}

function isIncoming(kind: Kind, claims: readonly Claim[]): boolean {
  return (
    kind === "refund" || kind === "income" || claims.some((claim) => claim.incoming?.value === true)
  );
}

function explainAgreement(claims: readonly Claim[], total: SeenAmount | null, why: string[]): void {
  if (total === null) return;
  const sources = new Set(
    claims.filter((claim) => agree(total, claim.total)).map(({ source }) => source),
  );
  if (sources.size > 1) why.push(`The total is the same in ${sources.size} kinds of evidence.`);
}

type Field =
  | "kind"
  | "merchant"
  | "total"
  | "date"
  | "dueOn"
  | "order_number"
  | "card_last4"
  | "subtotal"
  | "tax"
  | "shipping"
  | "tip"
  | "discount";

/** The surest claim's value of a field, with a sentence about where it was read. */
function pick<F extends Field>(
  claims: readonly Claim[],
  field: F,
  why: string[],
): NonNullable<Claim[F]> | null {
  const seen = claims.find((claim) => claim[field] !== undefined)?.[field];
  if (seen === undefined || seen === null) return null;
  const name = field === "dueOn" ? "due" : field.replaceAll("_", " ");
  why.push(`${name}: ${String(seen.value)}, from ${seen.span.view} (${seen.rule}).`);
  return seen;
}

/** A printed date counts before the day the message was sent, however sure its reader is. */
function pickDate(claims: readonly Claim[], why: string[]): Receipt["date"] {
  const printed = claims.filter(({ date }) => date !== undefined && date.rule !== "date sent");
  return pick(printed.length > 0 ? printed : claims, "date", why);
}

/**
 * The number. Among equally sure claims the longest spelling counts, since the text of a PDF loses
 * hyphens and prefixes.
 */
function pickNumber(claims: readonly Claim[], why: string[]): Seen<string> | null {
  const first = claims.find((claim) => claim.order_number !== undefined);
  const value = plainNumber(first?.order_number?.value ?? "");
  if (value === "") return pick(claims, "order_number", why);
  const spellings = claims
    .filter(
      ({ source, order_number: number }) =>
        source === first?.source &&
        number !== undefined &&
        plainNumber(number.value).endsWith(value),
    )
    .sort((a, b) => (b.order_number?.value.length ?? 0) - (a.order_number?.value.length ?? 0));
  return pick(spellings, "order_number", why);
}

function plainNumber(number: string): string {
  return number.replace(/[^\p{L}\p{N}]/gu, "").toUpperCase();
}

function pickTime(claims: readonly Claim[]): Pick<Receipt, "time"> {
  const time = claims.find((claim) => claim.time !== undefined)?.time;
  return time === undefined ? {} : { time };
}

/** Only of a receipt without a card: where one text says cash and another card, it stays open. */
function pickCash(kind: Kind, claims: readonly Claim[], why: string[]): Pick<Receipt, "cash"> {
  const cash = claims.find((claim) => claim.cash !== undefined)?.cash;
  const hasCard = claims.some(({ card_last4: card }) => card !== undefined);
  if (cash === undefined || kind !== "receipt" || hasCard) return {};
  why.push(`paid in cash: ${cash.value}, from ${cash.span.view}.`);
  return { cash };
}

/** The last day to pay. What is paid already, or comes back, has none. */
function pickDueDate(kind: Kind, claims: readonly Claim[], why: string[]): Pick<Receipt, "dueOn"> {
  const dueOn = kind === "invoice" || kind === "order" ? pick(claims, "dueOn", why) : null;
  return dueOn === null ? {} : { dueOn };
}

interface TotalCurrency {
  readonly currency: Currency | null;
  readonly sign: Pick<Receipt, "sign">;
}

const NO_CURRENCY: TotalCurrency = { currency: null, sign: {} };

/**
 * The currency of the total: its code or a symbol of its own, else the currency of another claim
 * for the same amount, else what document and sender show.
 */
function decideCurrency(
  total: SeenAmount,
  claims: readonly Claim[],
  { views, currencies }: Evidence,
  why: string[],
): TotalCurrency {
  const settled = { sign: { means: total.candidates, open: false } };
  const other = total.currency === null ? currencyOfOthers(total, claims) : null;
  if (other !== null) {
    why.push(`currency: ${other.toUpperCase()}, which another reading of the same total names.`);
    return { currency: other, sign: settled };
  }
  if (total.currency !== null && total.candidates.length > 0)
    return { currency: total.currency, sign: settled };
  const { evidence, means, open, byCountry } =
    total.currency === null
      ? currencies.settle(total.candidates)
      : currencies.settleContested(total.currency, printedText(total, views));
  const currency = evidence?.currency ?? null;
  if (evidence !== null && currency !== total.currency)
    why.push(`currency: ${evidence.currency.toUpperCase()}, since ${evidence.because}.`);
  if (total.currency !== null && means.length === 1) return { currency, sign: {} };
  // A bank alert is about the customer's own account. An address in it is the shop's, so the budget
  // decides.
  const isShopsAddress = byCountry === true && claims.some(isBankAlert);
  return { currency, sign: { sign: { means, open: open || isShopsAddress } } };
}

/** The one currency that other claims for the same total name. */
function currencyOfOthers(total: SeenAmount, claims: readonly Claim[]): Currency | null {
  const named = new Set(
    claims.flatMap(({ total: other }) =>
      other !== undefined && other.currency !== null && agree(total, other) ? [other.currency] : [],
    ),
  );
  const [only, ...more] = named;
  return only === undefined || more.length > 0 ? null : only;
}

function printedText({ span }: SeenAmount, views: readonly View[]): string {
  const view = views.find(({ name }) => name === span.view);
  return view?.text.slice(span.start, span.end) ?? "";
}

/** The doubts about the contents: the kind, no total, or no certain currency. */
function doubtContents(
  kind: Kind,
  total: SeenAmount | null,
  currency: Currency | null,
): readonly Doubt[] {
  if (kind === "not a transaction")
    return [
      {
        reason: "not_a_transaction",
        detail: "Its words say that nothing was bought or paid by it.",
      },
    ];
  if (kind === "forwarding confirmation")
    return [
      {
        reason: "forwarding_confirmation",
        detail: "A mail provider asks whether it may forward to this address.",
      },
    ];
  if (total === null) return [{ reason: "no_total", detail: "No reader found what was charged." }];
  const detail = describeOpenCurrency(total, currency);
  return detail === null ? [] : [{ reason: "ambiguous_currency", detail }];
}

const CURRENCIES_NAMED_MAX = 8;

/** Why the currency of the total is not certain; null if it is. */
function describeOpenCurrency(total: SeenAmount, currency: Currency | null): string | null {
  if (currency !== null) {
    const decimals = countDecimals(total.value);
    return decimals > exponentOf(currency)
      ? `${currency.toUpperCase()} has no ${decimals} decimals.`
      : null;
  }
  if (total.candidates.length === 0) return "No currency is printed with the total.";
  const named = total.candidates.slice(0, CURRENCIES_NAMED_MAX).map((code) => code.toUpperCase());
  return `The currency symbol may mean ${named.join(", ")}.`;
}

/** An invoice is no payment; a negative one says what comes back or reduces the next one. */
function doubtInvoice(kind: Kind, incoming: boolean): readonly Doubt[] {
  if (kind !== "invoice") return [];
  const detail = incoming
    ? "Its amount is negative: it says what is to come back or to be set off, not that it was."
    : "An invoice says what is to be paid, not that it was.";
  return [{ reason: "invoice_due", detail }];
}

const DATES_NAMED_MAX = 4;

/** Dates that differ between readers other than labels and headers. */
function doubtDates(claims: readonly Claim[]): readonly Doubt[] {
  const dates = new Set(
    claims
      .filter(({ source }) => source !== "header" && source !== "label")
      .flatMap(({ date }) => (date === undefined ? [] : [date.value])),
  );
  if (dates.size < 2) return [];
  const named = [...dates].slice(0, DATES_NAMED_MAX).join(" or ");
  return [{ reason: "ambiguous_date", detail: `The date may be ${named}.` }];
}

function countDecimals(value: string): number {
  return (value.split(".")[1] ?? "").replace(/0+$/, "").length;
}

function distinctDoubts(doubts: readonly Doubt[]): readonly Doubt[] {
  return doubts.filter(
    (doubt, at) =>
      doubts.findIndex(
        (other) => other.reason === doubt.reason && other.detail === doubt.detail,
      ) === at,
  );
}
