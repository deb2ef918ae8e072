// Classifies amounts that did not move, by the words next to them: "Available balance: 100.00",
// "up to 50.00", "fee 1.00".

import type { Amount } from "../totals/money/amount.ts";
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn, type PhraseHit } from "../words/phrases.ts";
import { isAfterMovement } from "./after-movement.ts";
import { isLoanPaid } from "./loan-payments.ts";
import { AFTER_AMOUNT, BEFORE_AMOUNT, isCertain, type Verb } from "./vocabulary.ts";

/** Where the words of an amount may be: after the amount before, up to the next one. */
export interface Surroundings {
  readonly from: number;
  readonly until: number;
  /**
   * The verbs of the sentence. A certain verb between the words and the amount outweighs the words.
   */
  readonly verbs?: readonly Verb[];
}

const BEHIND_CHARS_MAX = 26;
const AND_MORE = /^\+(?:[\s.,;)]|$)/u;
const PER = "(?:per|for each|for every|je|por cada|pour chaque|per ogni|ogni|za kazde)";
/** "R11.50 per R1 000.00": both are of a rate. */
const PER_AMOUNT = new RegExp(String.raw`^ ${PER} (?:\p{Sc}|\p{L}{1,3}) ?\d`, "u");
const BEHIND_PER = new RegExp(String.raw`\d[.,]\d\d ${PER} $`, "u");
const PER_CHARS = 24;
/** "A withdrawal abroad costs 30.00", "send it from 14.50": a price. */
const BEFORE_PRICE = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["a price follows"]).join("|")}) (?:\p{Sc}|\p{L}{1,3} )?$`,
  "u",
);

/**
 * "Límite diario de retiro", "commissione di prelievo", "Tageslimit Geldautomat:": the verb only says of
 * what it is a limit.
 */
const OF = /^(?: \p{L}{1,12})? (?:de|del|do|da|dos|di|du|des|der|of|van) $/u;

function isOf(between: string, behind: string): boolean {
  return OF.test(between) || (between === " " && /^\s?[:：]/u.test(behind));
}

/** "Spent this month", "이용누계": the verb is a part of the words that say what was summed up. */
function isWithin({ start, end }: Verb, label: PhraseHit<string>): boolean {
  return (
    label.tag === "not moved" &&
    start >= label.start &&
    end <= label.end &&
    end - start < label.end - label.start
  );
}

/** "Montant du paiement": folded, the article is written like the word for "due". */
const OF_PAYMENT =
  /^ du (?:paiement|versement|reglement|virement|prelevement|transfert|depot|retrait|remboursement|debit|credit|achat)(?!\p{L})/u;

const OF_PAYMENT_CHARS = 20;

const OF_AT_END = / (?:de|di|da)$/u;

/**
 * "Se debitó la cuota de manejo por valor de 15.900": "of" goes on with something else, and the amount is further
 * on. "12 cuotas de 20.000" is of the amount, and "Cuota de manejo: 15.900" alone is a tariff.
 */
function isOfOther(folded: string, label: PhraseHit<string>, { start }: Amount): boolean {
  return (
    OF_AT_END.test(folded.slice(label.start, label.end)) &&
    /\p{L}{4,}/u.test(folded.slice(label.end, start))
  );
}

/** Whether words that end there with "du" go on with a payment, so that nothing is due. */
export function isArticle(folded: string, end: number): boolean {
  return OF_PAYMENT.test(folded.slice(end - 3, end + OF_PAYMENT_CHARS));
}

/** Says that an amount is no movement, or a fee or rate next to one; null if no words say so. */
export function readAmountWords(
  folded: string,
  amount: Amount,
  { from, until, verbs = [] }: Surroundings,
): "not moved" | "fee or rate" | null {
  const behind = readBehind(folded, amount, until);
  const label = BEFORE_AMOUNT.find(folded, from, amount.start).findLast(
    ({ tag, phrase, end }) =>
      tag !== "in account currency" &&
      !isArticle(folded, end) &&
      // "The remitter named below, the sum of 20.00".
      !(phrase === "below" && folded[end] === ","),
  );
  const verb = verbs.findLast(
    (one) =>
      one.end <= amount.start && one.start >= from && (isCertain(one) || one.sense === "back"),
  );
  // "La cuota de su préstamo" that was charged: the words name what was paid.
  const isInstalment = verb !== undefined && isLoanPaid(folded.slice(from, amount.start));
  if (
    label !== undefined &&
    !isInstalment &&
    !(verb !== undefined && isOfOther(folded, label, amount)) &&
    (verb === undefined ||
      verb.start < label.start ||
      isWithin(verb, label) ||
      isOf(folded.slice(label.end, verb.start), folded.slice(verb.end, amount.start)) ||
      isAfterMovement(folded.slice(label.start, verb.start)))
  )
    // "A late fee of 25.00 applies if ..." is not even the fee of a movement.
    return label.tag === "fee or rate" && behind === null ? "fee or rate" : "not moved";
  // "$2,000+ a month": so much or more.
  if (AND_MORE.test(folded.slice(amount.end, amount.end + 2))) return "not moved";
  if (
    PER_AMOUNT.test(folded.slice(amount.end, amount.end + PER_CHARS)) ||
    BEHIND_PER.test(folded.slice(Math.max(0, amount.start - PER_CHARS), amount.start))
  )
    return "not moved";
  if (BEFORE_PRICE.test(folded.slice(Math.max(0, amount.start - PER_CHARS), amount.start)))
    return "not moved";
  return behind;
}

/** What the words right behind an amount say. */
function readBehind(folded: string, amount: Amount, until: number): "not moved" | null {
  const [behind] = AFTER_AMOUNT.find(
    folded,
    amount.end,
    Math.min(until, amount.end + BEHIND_CHARS_MAX),
  );
  if (behind === undefined || !/^\s{0,2}$/.test(folded.slice(amount.end, behind.start)))
    return null;
  // "42.00 available credit: 900.00": the words are the label of the next amount.
  return /^[\s:：]{0,3}(?:is )?$/.test(folded.slice(behind.end, until)) &&
    /^[^\p{L}\s]{0,3}\d/u.test(folded.slice(until, until + 4))
    ? null
    : "not moved";
}
