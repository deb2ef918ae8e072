// Makes one receipt a charge of all that the readers saw. The surest reader's value counts; another
// reader that agrees adds to it, and one that differs is a doubt, never a choice.

import type { Currency } from "../money/currency.ts";
import { withoutAnnouncedBills } from "./bills-to-come.ts";
import { agree, claimRank, groupByCharge, isFromPdf, type ChargeGroup } from "./charge-groups.ts";
import { withoutContradictedLabels } from "./contradicted-labels.ts";
import type { MailDocument } from "./mail.ts";
import { DocumentCurrencies } from "./merchants/currency-evidence.ts";
import type { Found } from "./reader.ts";
import type { Claim, Doubt, Kind, Receipt, Seen, SeenAmount } from "./receipt.ts";
import { withSubjectDoubt } from "./subject-doubts.ts";
import { withUnprovenTotalDoubt } from "./unproven-totals.ts";
import { checkSum, type Parts } from "./sum-check.ts";
import {
  decideCurrency,
  describeOpenCurrency,
  NO_CURRENCY,
  type Evidence,
} from "./total-currency.ts";
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

/** The receipts of a document, one a charge; empty where no reader claims anything. */
export function reconcile(document: MailDocument, all: readonly Found[]): readonly Receipt[] {
  const found = withoutContradictedLabels(document, withoutAnnouncedBills(document, all));
  const claims = found.flatMap((one) => one.claims).sort((a, b) => claimRank(a) - claimRank(b));
  const isPrinted = claims.some(printsTotal);
  const doubts = found
    .flatMap((one) => one.doubts)
    .filter(({ reason }) => !(isPrinted && UNREAD_PAPER.has(reason)));
  const views = [...document.views, ...found.flatMap((one) => one.views)];
  const texts = views.filter(({ name }) => !VIEWS_WITHOUT_MONEY.has(name)).map(({ text }) => text);
  const currencies = new DocumentCurrencies(texts, document.from?.address ?? null);
  const hasFiles = document.attachments.some(({ inline }) => !inline);
  const receipts = groupByCharge(claims)
    .filter((group) => !isOnlyWords(group.claims, doubts, texts, hasFiles))
    .map((group) =>
      toReceipt({ ...group, doubts: [...doubts, ...group.doubts] }, { views, currencies }),
    );
  return withUnprovenTotalDoubt(document, claims, withSubjectDoubt(document, receipts));
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

/** A paper that names no total, such as the terms that came with an order, says nothing of the direction. */
function isIncoming(kind: Kind, claims: readonly Claim[]): boolean {
  return (
    kind === "refund" ||
    kind === "income" ||
    claims.some(({ incoming, total }) => incoming?.value === true && total !== undefined)
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

function distinctDoubts(doubts: readonly Doubt[]): readonly Doubt[] {
  return doubts.filter(
    (doubt, at) =>
      doubts.findIndex(
        (other) => other.reason === doubt.reason && other.detail === doubt.detail,
      ) === at,
  );
}
