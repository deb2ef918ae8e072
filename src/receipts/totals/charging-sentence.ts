// The sentence of a shop or a biller that says that the money has left a card or an account: "Le montant
// de 98,02 $ a été prélevé sur votre carte". With it a notice of dispatch is a receipt, and an invoice is
// paid. Its verbs are those that banks use.

import type { Place } from "../alerts/alert-text.ts";
import { amountsWithin } from "../alerts/amounts-within.ts";
import { isAnnounced, withAnnouncements } from "../alerts/announcements.ts";
import { ofLastAttempt } from "../alerts/attempts.ts";
import { readDirection } from "../alerts/direction.ts";
import { withoutRates } from "../alerts/named-not-told.ts";
import { isConditional } from "../alerts/conditions.ts";
import { isOffer } from "../alerts/not-moved.ts";
import { findSegments } from "../alerts/segments.ts";
import { findVerbs, HOLDINGS, MOVING, type Verb } from "../alerts/vocabulary.ts";
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import KINDS from "../words/kinds.json" with { type: "json" };
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldInPlace, IN_PLACE } from "../words/in-place.ts";
import { foldWords, isUnspaced, phrasesIn, wordsIn } from "../words/phrases.ts";
import type { Decimal } from "../receipt.ts";
import { findAmounts } from "./money/amounts.ts";
import { findCards } from "./money/cards.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { namesPayment as isNameOfPayment } from "./nothing-moved.ts";
import { saysMayPay } from "./possible-payments.ts";

const TEXT_CHARS_MAX = 20_000;

/** "Will be", "as soon as", "not yet". */
const FUTURE = phrasesIn<"future">({ future: SENTENCES.future }, IN_PLACE);

/** "PayPal", "Lastschrift". */
const METHODS = phrasesIn<"method">({ method: PAYMENT_WORDS.method }, IN_PLACE);

/** How shops say it in a notice of dispatch, also without a card. */
const ON_DISPATCH = phrasesIn<"charged">({ charged: KINDS["charged on dispatch"] });

/** "Took", where a card with its digits or the total stand beside it: "jsme z vaší karty strhli částku 764 Kč". */
const TOOK = phrasesIn<"took">({ took: PAYMENT_WORDS["took from a card"] });

const DENYING = wordsIn(SENTENCES["not before a verb"]).map((word) => foldWords(word).trim());
/** "Vi har inte [dragit beloppet]". */
const NOT_BEFORE = new RegExp(
  String.raw`(?<!\p{L})(?:${DENYING.join("|")})(?: \p{L}{1,8})? ?$`,
  "u",
);
const FINAL_BILL = phrasesIn<"final">({ final: PAYMENT_WORDS["final bill"] });
const HEAD_LINES = 14;

/** Beside what was paid: how much it was thought to be when the order was placed. */
const ESTIMATE = phrasesIn<"estimate">({ estimate: PAYMENT_WORDS["estimate of before"] });
const LINES_MAX = 400;

/**
 * Whether a notice of delivery is the receipt: its first lines call it so ("Here is your final invoice"), or a row has
 * the estimate of before ("Estimate at checkout 146.90").
 */
export function namesFinalBill(text: string): boolean {
  const lines = text.split("\n", LINES_MAX).map(foldWords);
  return (
    lines.slice(0, HEAD_LINES).some((line) => FINAL_BILL.find(line).length > 0) ||
    lines.some((line) => ESTIMATE.find(line).length > 0)
  );
}

const PAID = phrasesIn<"paid">({ paid: KINDS["invoice paid"] });
/** Of the bill itself, whatever the sentence calls it. */
const CONFIRMS = phrasesIn<"confirms">({ confirms: PAYMENT_WORDS["confirms a payment"] });
const BILL = phrasesIn<"bill">({ bill: KINDS.invoice });
const EARLIER_BILL = phrasesIn<"earlier">({ earlier: PAYMENT_WORDS["earlier bill"] });
/** "If it is already paid", anywhere in a sentence. */
const CONDITION = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES.condition)
    .map((word) => word.replace(/\*$/, String.raw`\p{L}*`))
    .join("|")})(?!\p{L})`,
  "u",
);

/** Whether a sentence of a bill says that it is paid: "Cette facture est déjà réglée". */
export function saysPaid(text: string): boolean {
  return findPaidSentences(text).some(({ isOfBill, isOther }) => isOfBill && !isOther);
}

/** Whether such sentences are all of an earlier bill, or of what may or will be: "if it is already paid". */
export function saysPaidOfAnother(text: string): boolean {
  const sentences = findPaidSentences(text);
  return sentences.length > 0 && sentences.every(({ isOther }) => isOther);
}

function findPaidSentences(
  text: string,
): readonly { readonly isOfBill: boolean; readonly isOther: boolean }[] {
  const read = text.slice(0, TEXT_CHARS_MAX);
  const folded = foldInPlace(read);
  return findSegments(read, folded).flatMap(({ start, end }) => {
    const words = foldWords(read.slice(start, end));
    const confirms = CONFIRMS.has(words);
    if (!confirms && !PAID.has(words)) return [];
    const isOther =
      EARLIER_BILL.has(words) ||
      CONDITION.test(folded.slice(start, end)) ||
      FUTURE.has(folded, start, end) ||
      saysMayPay(words);
    return [{ isOfBill: confirms || BILL.has(words), isOther }];
  });
}

/** Whether a sentence of the text says that a total was taken from a card or an account. */
export function saysCharged(text: string, totals: readonly Decimal[]): boolean {
  return findChargingSentences(text, totals).length > 0;
}

/**
 * The sentences of a text that say that a total was taken from a card or an account. One that names
 * other amounts is about another charge, such as the one of last month.
 */
export function findChargingSentences(
  text: string,
  totals: readonly Decimal[],
): readonly { readonly start: number; readonly end: number }[] {
  if (totals.length === 0) return [];
  const read = text.slice(0, TEXT_CHARS_MAX);
  const folded = foldInPlace(read);
  const amounts = findAmounts(read);
  const units = new Set<number | null>(totals.map(decimalToUnits));
  return findSegments(read, folded).flatMap(({ start, end, row }, at, all) => {
    // "Apply for direct debit from your card" reports no charge.
    if (isConditional(folded, start) || isOffer(folded.slice(start, end))) return [];
    // In a script without blanks a sentence goes on in the next line.
    const goesOn = isUnspaced(read[end - 1]) && !/[。！？]/u.test(read[end] ?? "");
    const until = goesOn ? (all[at + 1]?.end ?? end) : end;
    const named = amountsWithin(amounts, { start, end });
    const isTold =
      saysOnDispatch(foldWords(read.slice(start, until).replaceAll("\n", ""))) ||
      (row === null &&
        FUTURE.find(folded, start, end).length === 0 &&
        namesPayment(folded, { start, end }) &&
        reportsCharge(
          // "Het bedrag wordt op 23 oktober afgeschreven" is still to come.
          withAnnouncements(
            folded,
            start,
            withoutRates(folded, end, findVerbs(folded, start, end)),
          ),
          folded.slice(start, end),
          named.length > 0,
        ));
    if (saysMayPay(foldWords(read.slice(start, end)))) return [];
    const isOfCard = named.length > 0 || findCards(read.slice(start, end)).length > 0;
    const isTaken = row === null && isOfCard && saysTaken(folded, { start, end });
    const isOfTotal =
      named.length === 0
        ? !isHeading(read.slice(start, end))
        : named.some(({ value }) => units.has(decimalToUnits(value)));
    return (isTold || isTaken) && isOfTotal ? [{ start, end: until }] : [];
  });
}

const TWO_WORDS = /^\P{L}*\p{L}+(?: \p{L}+)?\P{L}*$/u;

/** "Bill payment": two words without an amount or a card are a heading or a button. */
function isHeading(text: string): boolean {
  return TWO_WORDS.test(text) && findCards(text).length === 0 && !text.split("").some(isUnspaced);
}

/** A card or an account, or a way to pay: "Der Betrag wurde über PayPal eingezogen". */
function namesPayment(folded: string, { start, end }: Place): boolean {
  return (
    HOLDINGS.find(folded, start, end).length > 0 ||
    METHODS.find(folded, start, end).length > 0 ||
    findCards(folded.slice(start, end)).length > 0
  );
}

/** Whether a sentence says that something was taken from a card, now and not only held. */
function saysTaken(folded: string, { start, end }: Place): boolean {
  const words = foldWords(folded.slice(start, end));
  return (
    namesPayment(folded, { start, end }) &&
    FUTURE.find(folded, start, end).length === 0 &&
    TOOK.find(words).some((verb) => !NOT_BEFORE.test(words.slice(0, verb.start))) &&
    findVerbs(folded, start, end).every(
      ({ sense }) => (MOVING.has(sense) && sense !== "back") || sense === "nothing",
    )
  );
}

/** Whether a sentence or a row says that something was taken, and neither that it will be nor that it may be. */
export function saysTookNow(folded: string, { start, end }: Place): boolean {
  const words = foldWords(folded.slice(start, end));
  return (
    !isConditional(folded, start) &&
    !saysMayPay(words) &&
    FUTURE.find(folded, start, end).length === 0 &&
    TOOK.find(words).some((verb) => !NOT_BEFORE.test(words.slice(0, verb.start)))
  );
}

/** Whether folded words say it without "not" or "will be" before them. */
function saysOnDispatch(words: string): boolean {
  return ON_DISPATCH.find(words).some(
    (hit) => !NOT_BEFORE.test(words.slice(0, hit.start)) && !isAnnounced(words, 0, hit),
  );
}

/**
 * "Was charged" alone; not "will be charged", and not what was declined, arranged or given back. "Check whether
 * your direct debit is active": a noun without an amount reports nothing.
 */
function reportsCharge(told: readonly Verb[], sentence: string, hasAmount: boolean): boolean {
  const verbs = ofLastAttempt(sentence, told);
  const reading = readDirection(verbs, sentence);
  return (
    reading?.direction === "out" &&
    reading.isCertain &&
    (hasAmount || !isNoun(reading.verb)) &&
    verbs.every(({ sense }) => (MOVING.has(sense) && sense !== "back") || sense === "nothing")
  );
}

function isNoun({ phrase }: Verb): boolean {
  return /^\p{Script=Latin}+$/u.test(phrase) && isNameOfPayment(phrase);
}
