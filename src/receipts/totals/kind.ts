// Decides the kind of a document by its subject and first lines. Notices of dispatch,
// marketing, policies, sign-in messages and bounces are no transactions, whatever amounts they
// print. The words are in words/kinds.json; the order in which they decide is the table below.

import type { Kind } from "../receipt.ts";
import { findDispute, type Dispute } from "../disputes.ts";
import KINDS from "../words/kinds.json" with { type: "json" };
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { rememberTexts } from "../words/remembered.ts";
import { foldWords, phrasesIn, type PhraseHit } from "../words/phrases.ts";
import { withoutNamedDelivery } from "./paper-of-delivery.ts";
import { asksForTransfer } from "./transfer-request.ts";
import { thanksForPurchase } from "./thanks.ts";
import { isTitledReceipt } from "./titled-receipt.ts";
import { findWholeRefund } from "./whole-refund.ts";
import { CUES, findCues, findSubjectCues, REFUND, SHIPMENT, type Cue } from "./kind-cues.ts";

const SUBJECT_CHARS_MAX = 300;
const HEAD_LINES = 14;
const HEAD_CHARS_MAX = 1_500;
const TEXT_CHARS_MAX = 200_000;

export interface KindSeen {
  readonly kind: Kind;
  /** Whether the words say the kind; otherwise a total has to support it. */
  readonly sure: boolean;
  /** The words, folded; for the person. */
  readonly words: string;
  /** Where the words are: in the subject, or in the document's first lines. */
  readonly place: "subject" | "head";
  /** A notice of dispatch or delivery. */
  readonly shipment: boolean;
  /** It says that it is paid at the place, or on arrival. */
  readonly later: boolean;
  /** Paid with points or miles, so that the totals printed are not money. */
  readonly points: boolean;
  /** The subject names a lowest price, as advertising does. */
  readonly offered: boolean;
  /** It says that its invoice is paid. */
  readonly settled: boolean;
  /** Its subject says that nothing was paid. */
  readonly unpaid: boolean;
  /** It names a document about no single payment, or a request. */
  readonly notice: boolean;
  /** It is about a return or a refund that was asked for. */
  readonly returning: boolean;
  /** Its subject or its first lines ask for an opinion. */
  readonly survey: boolean;
}

interface KindRule {
  readonly cues: readonly Cue[];
  readonly lookIn: "subject" | "head" | "both";
  readonly kind: Kind;
  /** Applies only where the subject holds no known word. */
  readonly subjectIsSilent?: true;
  /** Applies only where the subject has no word of these. */
  readonly unlessInSubject?: readonly Cue[];
  /** Applies only where neither the subject nor the first lines have a word of these. */
  readonly unlessSaid?: readonly Cue[];
  /** Applies only where neither the subject nor the first lines thank for a purchase. */
  readonly unlessThanked?: true;
  /** Applies only where the first line does not call the message a receipt. */
  readonly unlessTitledReceipt?: true;
  /** A word that alone does not make a transaction. */
  readonly unsure?: true;
}

const NOT_PAID: readonly Cue[] = ["not paid", "not paid (body)", "left unfinished"];
const RETURN: readonly Cue[] = ["refund asked", "return requested", "return requested (subject)"];
const PURCHASE: readonly Cue[] = ["receipt", "order", "invoice", "payment"];
const NOTICE: readonly Cue[] = ["notice", "notice (body)"];

/** The first rule with a word of its own decides. */
const RULES: readonly KindRule[] = [
  // "Your order was cancelled: we have refunded 20.00" is a refund, if an amount is refunded.
  { cues: NOT_PAID, lookIn: "subject", kind: "not a transaction", unlessSaid: ["refund paid"] },
  // "Still thinking? Your basket is ready", "The price of an item on your list has dropped".
  {
    cues: ["cart", "price drop"],
    lookIn: "subject",
    kind: "not a transaction",
    unlessInSubject: PURCHASE,
  },
  { cues: ["renewal ahead"], lookIn: "subject", kind: "not a transaction" },
  // "Changes to your flight (booking 7KQ2LM)".
  {
    cues: ["journey changed"],
    lookIn: "subject",
    kind: "not a transaction",
    unlessInSubject: ["receipt", "refund"],
    unlessSaid: ["receipt", "refund paid", "invoice paid"],
  },
  // "New price from December, and your receipt for October".
  {
    cues: ["price change"],
    lookIn: "subject",
    kind: "not a transaction",
    unlessInSubject: ["receipt", "invoice paid"],
  },
  {
    cues: ["not paid (body)"],
    lookIn: "head",
    kind: "not a transaction",
    // "Your refund was issued", and below it what happens if the return differs from the return request.
    unlessSaid: ["refund paid"],
  },
  // "Complete your purchase" over other goods is advertising, once the message thanks for an order.
  { cues: ["left unfinished"], lookIn: "head", kind: "not a transaction", unlessThanked: true },
  // "Payment plan: your payment was received" is the receipt of an instalment.
  {
    cues: ["payment schedule"],
    lookIn: "subject",
    kind: "not a transaction",
    unlessSaid: ["receipt", "refund paid", "invoice paid"],
  },
  // A subject that names a document about no single payment: a statement, a tax form, a payslip, a list of prices.
  {
    cues: ["notice"],
    lookIn: "subject",
    kind: "not a transaction",
    unlessInSubject: ["receipt", "order", "invoice", "invoice paid", "refund", "refund paid"],
    unlessSaid: ["refund paid"],
  },
  // A request for a booking is no booking yet.
  {
    cues: ["notice (body)"],
    lookIn: "both",
    kind: "not a transaction",
    unlessInSubject: ["receipt", "order", "invoice", "invoice paid", "payment"],
  },
  // An invoice that awaits its payment is a bill; an order that does is not bought yet.
  {
    cues: ["awaiting payment"],
    lookIn: "both",
    kind: "not a transaction",
    unlessInSubject: ["invoice", "receipt"],
    unlessSaid: ["invoice paid"],
  },
  // A confirmation of a payment may advise to set up a direct debit.
  {
    cues: ["standing order"],
    lookIn: "both",
    kind: "not a transaction",
    unlessInSubject: ["receipt"],
  },
  // "Your refund request was approved: we've refunded ..." is a refund.
  {
    cues: ["refund asked"],
    lookIn: "subject",
    kind: "not a transaction",
    unlessSaid: ["refund paid"],
  },
  // A receipt may say how to ask for a refund.
  {
    cues: ["refund asked"],
    lookIn: "head",
    kind: "not a transaction",
    unlessInSubject: PURCHASE,
    unlessSaid: ["refund paid"],
  },
  // "Your refund follows when the goods are here": the request gives nothing back yet.
  {
    cues: ["return requested"],
    lookIn: "both",
    kind: "not a transaction",
    unlessSaid: ["refund paid"],
  },
  // An order says how to ask for a return.
  {
    cues: ["return requested (subject)"],
    lookIn: "subject",
    kind: "not a transaction",
    unlessSaid: ["refund paid"],
  },
  // "Your payment for the shop is due tomorrow" tells of no payment yet.
  { cues: ["due soon"], lookIn: "subject", kind: "invoice", unlessSaid: ["invoice paid"] },
  { cues: REFUND, lookIn: "subject", kind: "refund" },
  { cues: ["refund (body)", "refund paid"], lookIn: "head", kind: "refund" },
  // "Ada has sent you money". The next rule takes any other "sent" in a subject for a parcel.
  { cues: ["income"], lookIn: "subject", kind: "income" },
  { cues: SHIPMENT, lookIn: "subject", kind: "not a transaction" },
  { cues: ["shipment (body)"], lookIn: "head", kind: "not a transaction", subjectIsSilent: true },
  // A receipt may announce other prices too.
  {
    cues: ["price change"],
    lookIn: "head",
    kind: "not a transaction",
    unlessInSubject: ["receipt", "order", "invoice"],
  },
  { cues: ["income"], lookIn: "both", kind: "income" },
  { cues: ["authorisation"], lookIn: "head", kind: "authorisation" },
  { cues: ["receipt"], lookIn: "subject", kind: "receipt" },
  // A receipt of a subscription names the next payment too.
  { cues: ["next payment"], lookIn: "head", kind: "not a transaction" },
  // "Your invoice from the app store", over "Receipt and notice of renewal".
  { cues: ["invoice"], lookIn: "subject", kind: "invoice", unlessTitledReceipt: true },
  // In a text these words may be of the points that a purchase earned.
  {
    cues: ["not a transaction", "survey", "points earned"],
    lookIn: "subject",
    kind: "not a transaction",
  },
  { cues: ["order"], lookIn: "subject", kind: "order" },
  { cues: ["payment"], lookIn: "subject", kind: "receipt" },
  { cues: ["receipt"], lookIn: "head", kind: "receipt" },
  // "You authorised a payment" is also in a payment service's receipt, so it counts after
  // "receipt".
  { cues: ["authorisation (own)"], lookIn: "head", kind: "authorisation" },
  { cues: ["invoice"], lookIn: "head", kind: "invoice" },
  { cues: ["order"], lookIn: "head", kind: "order" },
  {
    cues: ["not a transaction", "price drop", "survey"],
    lookIn: "head",
    kind: "not a transaction",
  },
  // "Your trip has ended", over what it cost.
  { cues: ["payment", "invoice paid", "use ended"], lookIn: "both", kind: "receipt", unsure: true },
];

const WITHOUT_NOTICES = RULES.filter(({ cues }) => !cues.some((cue) => NOTICE.includes(cue)));

/** The kind that a message has if the words of a notice in it do not count. */
export function findKindBesideNotice(subject: string, text: string): KindSeen | null {
  return readKind(subject, text, WITHOUT_NOTICES);
}

/** "Deals ab 9,99 €", "from $19": a subject that advertises. */
const FROM_PRICE = new RegExp(
  String.raw`(?<!\p{L})(?:ab|from|desde|dès|a partir de|à partir de|a partire da|vanaf|fra|från|od|от|від|da|de la|από|već od|już od)\s?` +
    String.raw`(?:\p{Sc}\s?\d|\d+(?:[.,]\d\d)?\s?(?:\p{Sc}|eur|kr|kč|ft|lei|zł|лв|руб|грн|din|chf|tl)(?!\p{L}))`,
  "iu",
);

/** The kind by subject and first lines; null if nothing in them speaks of a purchase. */
export function findKind(subject: string, text: string): KindSeen | null {
  return findRemembered(text, subject);
}

const findRemembered = rememberTexts((text: string, subject: string) =>
  readKind(subject, text, RULES),
);

/** "1 x Sourdough 400g - you have not been charged": what a row of goods says is of them alone. */
const ROW_OF_GOODS = /^\d{1,3} ?[x×] /u;

function readKind(subject: string, text: string, rules: readonly KindRule[]): KindSeen | null {
  const lines = text.split("\n", HEAD_LINES).filter((line) => !ROW_OF_GOODS.test(line));
  const head = lines.join(" \n ").slice(0, HEAD_CHARS_MAX);
  const headCues = findCues(head);
  // A cancellation that gives money back is read by what it gives back.
  const isGivenBack = headCues.some(({ tag }) => REFUND.includes(tag));
  const title = subject.slice(0, SUBJECT_CHARS_MAX);
  const cues = (isGivenBack ? findCues : findSubjectCues)(title);
  const inSubject = withoutPaidQuote(withoutNamedDelivery(title, cues));
  const isCancelled = inSubject.some(({ tag }) => NOT_PAID.includes(tag));
  const whole = isCancelled ? findWholeRefund(text.slice(0, TEXT_CHARS_MAX)) : null;
  const inHead =
    whole === null ? headCues : [...headCues.filter(({ tag }) => !NOT_PAID.includes(tag)), whole];
  const hits = withDispute(findDispute(title, text), inSubject, inHead);
  for (const rule of rules) {
    if (rule.subjectIsSilent === true && inSubject.length > 0) continue;
    if (inSubject.some(({ tag }) => rule.unlessInSubject?.includes(tag) === true)) continue;
    if (hits.both.some(({ tag }) => rule.unlessSaid?.includes(tag) === true)) continue;
    if (rule.unlessThanked === true && thanksForPurchase(`${subject} \n ${head}`)) continue;
    if (rule.unlessTitledReceipt === true && isTitledReceipt(text)) continue;
    const hit = hits[rule.lookIn].find(({ tag }) => rule.cues.includes(tag));
    if (hit === undefined) continue;
    const mayTell = hasWordsAnywhere(subject, text);
    // "On hold until we receive your payment", over the account to transfer to: a bill.
    const isToTransfer = hit.tag === "awaiting payment" && asksForTransfer(text);
    const decided: KindRule = isToTransfer ? { ...rule, kind: "order" } : rule;
    return {
      ...asAsked(subject, toKindSeen(decided, hit, mayTell && tells("points", text))),
      later: mayTell && tells("paid on the spot", `${subject}\n${text}`),
      offered: FROM_PRICE.test(subject),
      settled: hits.both.some(({ tag }) => tag === "invoice paid"),
      unpaid: whole === null && isCancelled,
      notice: NOTICE.includes(hit.tag),
      returning: RETURN.includes(hit.tag),
      survey: hits.both.some(({ tag }) => tag === "survey"),
    };
  }
  return null;
}

const QUOTE = phrasesIn<"quote">({ quote: PAYMENT_WORDS["a quote"] });

/** "Proof of payment - quote 2026/0713": the subject says first what the message is. */
function withoutPaidQuote(hits: readonly PhraseHit<Cue>[]): readonly PhraseHit<Cue>[] {
  const [first] = hits;
  return first?.tag === "receipt" || first?.tag === "invoice paid"
    ? hits.filter(({ tag, phrase }) => !NOT_PAID.includes(tag) || !QUOTE.has(foldWords(phrase)))
    : hits;
}

interface Hits {
  readonly subject: readonly PhraseHit<Cue>[];
  readonly head: readonly PhraseHit<Cue>[];
  readonly both: readonly PhraseHit<Cue>[];
}

/** An open dispute pays nothing, whatever its subject says; one that is won is a refund. */
function withDispute(dispute: Dispute | null, subject: Hits["subject"], head: Hits["head"]): Hits {
  const told = { phrase: "dispute", start: 0, end: 0 };
  const isRefund =
    subject.some(({ tag }) => REFUND.includes(tag)) ||
    head.some(({ tag }) => tag === "refund paid");
  const own: Hits["subject"] =
    dispute === "open" && !isRefund ? [{ ...told, tag: "not paid" }] : [];
  const paid: Hits["head"] = dispute === "won" ? [{ ...told, tag: "refund paid" }] : [];
  return {
    subject: [...subject, ...own],
    head: [...head, ...paid],
    both: [...subject, ...own, ...head, ...paid],
  };
}

function toKindSeen(
  rule: KindRule,
  hit: PhraseHit<Cue>,
  points: boolean,
): Omit<KindSeen, "later" | "offered" | "settled" | "unpaid" | "notice" | "returning" | "survey"> {
  return {
    kind: rule.kind,
    sure: rule.unsure !== true && !(rule.kind === "order" && isCommonWord(rule, hit)),
    words: hit.phrase,
    place: rule.lookIn === "subject" ? "subject" : "head",
    shipment: SHIPMENT.includes(hit.tag),
    points,
  };
}

/** A subject that asks ("How did you like your order?") confirms no purchase. */
function asAsked<K extends Pick<KindSeen, "kind">>(subject: string, seen: K): K {
  const isPurchase = seen.kind === "order" || seen.kind === "receipt";
  return isPurchase && QUESTION.test(subject) ? { ...seen, kind: "not a transaction" } : seen;
}

/** At the end, but for the number of what it asks about: "How was your visit? Order 7719330". */
const QUESTION = /[?？؟]\s*(?:(?:\p{L}+[.:]? ){0,3}[(#№]?[\w/-]*\d{3}[\w/-]*\)?\s*)?$/u;

/** "Order by Sunday": a single word in the first lines may be advertising. */
function isCommonWord({ lookIn }: KindRule, { phrase }: PhraseHit<Cue>): boolean {
  return lookIn === "head" && /^\p{Script=Latin}+$/u.test(phrase);
}

function tells(cue: Cue, text: string): boolean {
  return CUES.find(foldUnwrapped(text)).some(({ tag }) => tag === cue);
}

/** The words that decide wherever they are, alone: hardly any text has them. */
const ANYWHERE = phrasesIn<"points" | "paid on the spot">({
  points: KINDS.points,
  "paid on the spot": KINDS["paid on the spot"],
});

function hasWordsAnywhere(subject: string, text: string): boolean {
  const whole = `${subject}\n${text}`;
  return whole.length > TEXT_CHARS_MAX || ANYWHERE.has(foldUnwrapped(whole));
}

function foldUnwrapped(text: string): string {
  return foldWords(text.slice(0, TEXT_CHARS_MAX).replace(WRAPPED, ""));
}

/** A line that breaks off within a sentence of a script without blanks. */
const WRAPPED = /(?<=[\u3040-\u30ff\u3400-\u9fff])\n(?=[\u3040-\u30ff\u3400-\u9fff])/gu;
