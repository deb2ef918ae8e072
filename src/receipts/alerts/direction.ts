// Which way the money of a sentence moved, by its verbs and by whose account it names. "Ada has
// received 20.00 from your account" is money out, "Ada transferred 20.00 to your account" is money
// in.

import NOUNS from "../words/alert-nouns.json" with { type: "json" };
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import type { Amount } from "../totals/money/amount.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { isLoanPaid, REPAYMENT } from "./loan-payments.ts";
import type { Reading } from "./movement.ts";
import { stems } from "./stems.ts";
import { isPaidByOthers } from "./paid-by-others.ts";
import { isCertain, type Verb } from "./vocabulary.ts";

/** "Ada has received 20.00 from your account": somebody else received it. */
const RECEIVED_FROM_YOURS = new RegExp(
  "(?:received|recibido|recibio|recebeu|recu|erhalten|ricevuto) .{0,60}" +
    "(?:from|de|von|da|des?de) (?:your|tu|su|sua|votre|ihrem|deinem|tuo) .{0,24}" +
    oneOf({ ...NOUNS.card, ...NOUNS.account }),
  "u",
);

/** "Your NEFT of 20.00 to Ada has been credited": to her account. */
const YOURS_TO_OTHERS =
  /your (?:neft|imps|rtgs|upi|fund|funds|transfer|payment|remittance)\b.{0,140} (?:to (?!your|the|a\/c|account)|credited to the )/u;

/** "... ha efectuado una transferencia de 20.00 a tu cuenta": somebody else sent it. */
const TO_YOUR_ACCOUNT = new RegExp(
  String.raw`(?:${[
    ...stems(wordsIn(SENTENCES.transfer), 12),
    ...stems(wordsIn(SENTENCES.deposit), 4),
  ].join("|")}) .{0,60}(?:${wordsIn(SENTENCES["to your account"]).join("|")})(?!\p{L})` +
    "|تحويل .{0,60}(?:الى حساب|لحساب)",
  "u",
);
/**
 * "Hesabınıza 17.09.2026 tarihinde Ada tarafından 20,00 TL gönderilmiştir", "Auf Ihr Konto wurden 20,00
 * EUR von Ada überwiesen": the account first, and at the end what somebody else did,
 * and not the reader ("hesabınıza gönderdiniz").
 */
const TO_YOURS_THEN_SENT = new RegExp(
  String.raw`${oneOf(SENTENCES["to your account, then what was sent"])}.{1,180}` +
    oneOf(SENTENCES["sent, behind the account"]),
  "u",
);
/** "Los fondos fueron abonados en la cuenta de destino": what somebody else's account was credited with. */
const TO_THEIR_ACCOUNT = new RegExp(
  wordsIn(SENTENCES["the other party's account"])
    .map((words) =>
      /\p{Script=Latin}/u.test(words) ? String.raw`(?<!\p{L})${words}(?!\p{L})` : words,
    )
    .join("|"),
  "u",
);
/** "A payment for 500.00 has been made to your credit card": the card's bill was paid. */
const PAID_TO_YOUR_CARD = new RegExp(
  [
    oneOf(SENTENCES["payment of"]) + " .{0,40}" + oneOf(SENTENCES["was applied"]),
    oneOf(SENTENCES["to your"]) + " .{0,30}" + oneOf(NOUNS.card),
  ].join(" "),
  "u",
);
/**
 * "A payment of 215.60 was posted to your account": to the account of a card, unless the sentence says
 * that the card was used.
 */
const PAID_TO_YOUR_ACCOUNT = new RegExp(
  [
    String.raw`^(?!.*(?:direct debit|purchase|card payment|bill))`,
    String.raw`(?:(?:a|your|the|thank you[.!,:-]{0,2}) ){0,3}(?:online |recent )?`,
    oneOf(SENTENCES["payment of"]) + " .{0,40}" + oneOf(SENTENCES["was applied"]),
    String.raw` to your (?:\p{L}{1,16} ){0,3}account(?!\p{L})`,
  ].join(""),
  "u",
);
/** "Kredi kartınıza 500,00 TL ödeme yapılmıştır": the same in other languages, in either order. */
const PAYMENTS: Readonly<Record<string, readonly string[]>> = SENTENCES.payment;
const PAID_TO_CARD = Object.entries(SENTENCES["to your card"]).map(([language, places]) => ({
  payment: new RegExp((PAYMENTS[language] ?? []).join("|"), "u"),
  card: new RegExp(`(?:${places.join("|")})`, "u"),
}));
/**
 * "R5 200.00 paid to Cheque acc..8841", "paid to Everyday Cheque ..4471": an account that the bank prints with its
 * digits is yours.
 */
const PAID_TO_DIGITS = new RegExp(
  [
    String.raw`(?:paid|transferred|deposited) (?:in)?to (?:\p{L}{3,12} ){0,2}`,
    String.raw`(?:acc|a\/c|acct|account|cheque|cheq|savings|current)[\s.:]{0,3}[x*.]{0,8}\d{3,}`,
  ].join(""),
  "u",
);
/** "We've paid 41.07 of interest into your Easy Saver": the bank pays the reader. */
const WE_PAY_YOU = new RegExp(wordsIn(SENTENCES["we pay you"]).join("|"), "u");
const FROM_YOUR_ACCOUNT = new RegExp(
  String.raw`(?:${wordsIn(SENTENCES["from your account"]).join("|")})(?!\p{L})`,
  "u",
);

/** Whether a folded sentence names the account that money left: "from your account". */
export function leavesYourAccount(sentence: string): boolean {
  return FROM_YOUR_ACCOUNT.test(sentence);
}

/** Whether a folded sentence names the account or card that money came to: "to your account". */
export function reachesYourAccount(sentence: string): boolean {
  return (
    TO_YOURS.test(sentence) ||
    TO_YOUR_ACCOUNT.test(sentence) ||
    WE_PAY_YOU.test(sentence) ||
    PAID_TO_CARD.some(({ card }) => card.test(sentence))
  );
}

/** "Your transfer of 275.00 to Ada was executed", but not "will be executed". */
const TRANSFER_EXECUTED = new RegExp(
  String.raw`(?:${stems(wordsIn(SENTENCES.transfer), 12).join("|")})(?!\p{L}).{0,140}(?<!\p{L})` +
    String.raw`(?:${wordsIn(SENTENCES.executed).join("|")})(?!\p{L})`,
  "u",
);
const FUTURE = new RegExp(oneOf(SENTENCES.future), "u");
const PAID = new RegExp(oneOf(SENTENCES.charged), "u");
/** "We transferred", "haben wir ausgezahlt": only the account says which way. */
const CARRIED = new RegExp(`^(?:${wordsIn(SENTENCES["carried over"]).join("|")})$`, "u");
const TO_YOURS = new RegExp(oneOf(SENTENCES["to your account, then what was sent"]), "u");

function oneOf(words: Readonly<Record<string, readonly string[]>>): string {
  return String.raw`(?<!\p{L})(?:${wordsIn(words).join("|")})(?!\p{L})`;
}

/** "Rs 640.00 Dr. from A/C **3092 and Cr. to ADA STORES": the own account's side comes first. */
const BOOKED = /^[dc]r\.?$/u;

/** "Hemos pagado un recibo domiciliado en tu cuenta": it goes out, whatever the account is called. */
const DIRECT_DEBIT = new RegExp(oneOf(SENTENCES["direct debit"]), "u");

/** Reads the direction from the verbs of a folded sentence; null if none tells of money. */
export function readDirection(verbs: readonly Verb[], sentence = ""): Reading | null {
  const refund = verbs.find(({ sense }) => sense === "back");
  // "Nous avons bien reçu votre remboursement de prêt": the same word says that a loan is paid.
  const isRepaid = refund !== undefined && REPAYMENT.test(refund.phrase) && isLoanPaid(sentence);
  if (isRepaid) return { direction: "out", isCertain: true, isRefund: false, verb: refund };
  if (refund !== undefined)
    return { direction: "in", isCertain: true, isRefund: true, verb: refund };
  const told = verbs.filter((verb) => isCertain(verb) && !CARRIED.test(verb.phrase));
  const certain = told.find((verb) => isCreditedToYours(sentence, verb)) ?? told[0];
  if (certain !== undefined) {
    // "Payment of ... has been received": the sentence ends with what happened.
    const isIncoming =
      certain.sense === "in"
        ? !RECEIVED_FROM_YOURS.test(sentence) &&
          !YOURS_TO_OTHERS.test(sentence) &&
          !TO_THEIR_ACCOUNT.test(sentence) &&
          !isLoanPaid(sentence)
        : isSentToYou(sentence);
    return {
      direction: isIncoming ? "in" : "out",
      isCertain: true,
      isRefund: false,
      verb: certain,
    };
  }
  const carried = verbs.find(({ phrase }) => CARRIED.test(phrase));
  if (carried !== undefined) {
    const isFrom = FROM_YOUR_ACCOUNT.test(sentence);
    if (!isFrom && !TO_YOURS.test(sentence) && !WE_PAY_YOU.test(sentence)) return null;
    const direction = isFrom ? "out" : "in";
    return { direction, isCertain: true, isRefund: false, verb: carried };
  }
  const maybe =
    verbs.find(({ phrase }) => BOOKED.test(phrase)) ??
    verbs.find(({ sense }) => sense === "maybe in") ??
    verbs.find(({ sense }) => sense === "maybe out");
  if (maybe === undefined) return null;
  const isIncoming = (maybe.sense === "maybe in" || isSentToYou(sentence)) && !isLoanPaid(sentence);
  return {
    direction: isIncoming ? "in" : "out",
    isCertain: TRANSFER_EXECUTED.test(sentence) && !FUTURE.test(sentence),
    isRefund: false,
    verb: maybe,
  };
}

const TO_YOURS_CHARS = 40;

/** "A transfer sent by Ada Lark was credited on 30 October to your account": the sentence begins with what came. */
function isCreditedToYours(sentence: string, { sense, phrase }: Verb): boolean {
  const end = sentence.indexOf(phrase) + phrase.length;
  return (
    sense === "in" &&
    CREDITED.test(phrase) &&
    TO_YOURS.test(sentence.slice(end, end + TO_YOURS_CHARS))
  );
}

const CREDITED = /credit|acredit|accredit|gutgeschrieben|bijgeschreven|uznan|jovair|pripsan/u;

/** Whether a verb credits: a shop credits a voucher, too, where only money is transferred. */
export function isCrediting({ phrase }: Verb): boolean {
  return CREDITED.test(phrase) || ADDED.test(phrase);
}

const ADDED = /(?<!\p{L})(?:add|hinzu|ajout|anad|aggiun|adicion|toegevoegd|lagt till|doliczy)/u;

function isSentToYou(sentence: string): boolean {
  if (DIRECT_DEBIT.test(sentence)) return false;
  if (WE_PAY_YOU.test(sentence)) return true;
  if (PAID_TO_YOUR_CARD.test(sentence) || PAID_TO_YOUR_ACCOUNT.test(sentence)) return true;
  const isPaidToCard = ({ payment, card }: (typeof PAID_TO_CARD)[number]): boolean =>
    card.test(sentence) && payment.test(sentence);
  if (PAID_TO_CARD.some(isPaidToCard) && !FROM_YOUR_ACCOUNT.test(sentence)) return true;
  if (PAID_TO_DIGITS.test(sentence) && !/ from /.test(sentence)) return true;
  if (isPaidByOthers(sentence) && !FROM_YOUR_ACCOUNT.test(sentence)) return true;
  return (
    (TO_YOUR_ACCOUNT.test(sentence) || TO_YOURS_THEN_SENT.test(sentence)) &&
    !FROM_YOUR_ACCOUNT.test(sentence)
  );
}

/** The reading of an amount's sentence. A printed plus decides where the verb is not certain. */
export function withPrintedSign<T extends Reading>(
  alert: AlertText,
  reading: T,
  amount: Amount,
): T {
  return !reading.isCertain && hasPlus(alert, amount) ? { ...reading, direction: "in" } : reading;
}

/** Whether a plus is printed before an amount. */
export function hasPlus({ text }: AlertText, { start }: Amount): boolean {
  return /(?:^|[^\d])\+ ?$/.test(text.slice(Math.max(0, start - 3), start));
}

/** Whether a plus or a minus is printed before an amount. */
export function hasSign(alert: AlertText, amount: Amount): boolean {
  return amount.negative || hasPlus(alert, amount);
}

/** The first word of a sentence: "Ka-ching! Joost has paid". */
const FIRST_WORD = /(?:^|[!?.:,] )(?<name>\p{L}[\p{L}'-]+) [^!?.:,]*$/u;

/** The first word of a subject that says who paid the reader: "Ada has paid your request". */
export function findPayer(subject: string, verbs: readonly Verb[]): string | null {
  const reading = readDirection(verbs, subject);
  if (reading?.direction !== "in" || !reading.isCertain) return null;
  const name = FIRST_WORD.exec(subject.slice(0, reading.verb.start))?.groups?.["name"];
  return name ?? null;
}

/** "Ada Lane has paid", below a subject that says whom she paid: the reader. */
export function withPayer(
  { folded }: AlertText,
  { start, end }: Place,
  reading: Reading | null,
  payer: string | null,
): Reading | null {
  const sentence = folded.slice(start, end);
  if (payer === null || reading?.direction === "in" || !sentence.startsWith(`${payer} `))
    return reading;
  if (reading !== null) return { ...reading, direction: "in" };
  const paid = PAID.exec(sentence);
  if (paid === null) return null;
  const place = { start: start + paid.index, end: start + paid.index + paid[0].length };
  const verb: Verb = { sense: "in", isBeforePayee: false, phrase: paid[0], ...place };
  return { direction: "in", isCertain: true, isRefund: false, verb };
}
