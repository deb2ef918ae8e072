// A company that debits an account may announce the debit itself: "Your instalment of 89.00 was
// debited from your account". Then its message reads like a bank's, and the other party is the
// sender.

import type { Correspondent, MailDocument } from "../mail.ts";
import { isFreeMail } from "../merchants/free-mail.ts";
import { findMerchant, senderText } from "../merchants/merchant-name.ts";
import type { Seen, View } from "../receipt.ts";
import { foldInPlace, IN_PLACE } from "../words/in-place.ts";
import { findRows, type AlertText } from "./alert-text.ts";
import { BANKS, findBankCurrency } from "./banks.ts";
import { SENDS_ALERTS } from "./evidence.ts";
import type { Movement } from "./movement.ts";
import { HOLDINGS, OF_CREDITORS } from "./vocabulary.ts";
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { phrasesIn, wordsIn } from "../words/phrases.ts";

/** The sender's name, and the view of the sender that it is in. */
export interface Creditor {
  readonly name: Seen<string>;
  readonly view: View;
}

/**
 * The sender of a debit, if the message has words that only a creditor writes ("your instalment",
 * "policy number") and its sender's name and address are neither a bank's nor a person's; else null.
 */
export function findCreditor({ from, subject }: MailDocument, body: View): Creditor | null {
  if (from === null || isBank(from.name, from.address) || isPerson(from.address)) return null;
  if (OF_CREDITORS.find(foldInPlace(`${subject}\n${body.text}`)).length === 0) return null;
  const name = findMerchant(from, subject, body);
  return name === null ? null : { name, view: { name: "from", text: senderText(from) } };
}

/** The sender, whose own card was loaded, unless it is a bank or a person. */
export function findSender({ from, subject }: MailDocument, body: View): Creditor | null {
  if (from === null || isBank(from.name, from.address) || isPerson(from.address)) return null;
  const name = findMerchant(from, subject, body);
  return name === null ? null : { name, view: { name: "from", text: senderText(from) } };
}

const WE_CHARGED = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["we charged"]).join("|")})(?!\p{L})`,
  "u",
);

/**
 * The sender of a message without a bank's words that says itself what it took, and from no account: "We
 * charged 12.00 to your Visa ending in 4409". `sentence`: the folded one that reports the movement.
 */
export function findCharger(
  { from, subject }: MailDocument,
  body: View,
  sentence: string,
): Creditor | null {
  if (from === null || isBank(from.name, from.address) || isPerson(from.address)) return null;
  const ofAccount = HOLDINGS.find(sentence).some(({ tag }) => tag === "account");
  if (ofAccount || !WE_CHARGED.test(sentence)) return null;
  const name = findMerchant(from, subject, body);
  return name === null ? null : { name, view: { name: "from", text: senderText(from) } };
}

const TOP_UP = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["top up"])
    .map((word) => word.replace("*", ""))
    .join("|")})`,
  "u",
);
const WAYS_TO_PAY = phrasesIn({ label: PAYMENT_WORDS.label }, IN_PLACE);

/** The sender of "Your top-up was successful", unless it is a bank or a person, over a way to pay. */
export function findToppedUp(document: MailDocument, body: View): Creditor | null {
  return TOP_UP.test(foldInPlace(document.subject)) && WAYS_TO_PAY.has(foldInPlace(body.text))
    ? findSender(document, body)
    : null;
}

const CARD_BILL = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["bill of a card"]).join("|")})`,
  "u",
);

/**
 * The bank that a card's bill was paid to: the sender of a message that says that a payment was
 * received, and names the card's limit or its least payment; else null.
 */
export function findCardBank(
  { from, subject }: MailDocument,
  body: View,
  { direction, isRefund, verb }: Movement,
): Creditor | null {
  if (from === null || direction !== "in" || isRefund || isPerson(from.address)) return null;
  const [title, folded] = [foldInPlace(subject), foldInPlace(body.text)];
  // "Your payment was received" above "412.37 arrived on your card's account".
  if (!PAYMENT.test(verb.phrase) && !PAID_TO_SENDER.test(title)) return null;
  if (!CARD_BILL.test(folded) && !isCardsAccount(folded)) return null;
  const name = findMerchant(from, subject, body);
  return name === null ? null : { name, view: { name: "from", text: senderText(from) } };
}

/** Words of a card's own account: what may still be spent with it, or its least payment. */
const OF_CARDS_ACCOUNT = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["limit of a card"]).join("|")})(?!\p{L})`,
  "u",
);

const PAYMENT = new RegExp(wordsIn(SENTENCES.payment).join("|"), "u");
/** Whether a folded sentence says that the sender received the reader's payment. */
export function saysPaidToSender(folded: string): boolean {
  return PAID_TO_SENDER.test(folded);
}
const PAID_TO_SENDER = new RegExp(wordsIn(SENTENCES["paid to the sender"]).join("|"), "u");

/**
 * "We received your payment" of anybody but a bank: the person paid the sender. Of a bank the card's
 * bill was paid, unless a row names the shop of the purchase. A row below ("Amount received 20.00")
 * says no more than the sentence above it.
 */
export function isPaidToSender(
  { from }: MailDocument,
  alert: AlertText,
  { verb, direction, isRefund, segment }: Movement,
): boolean {
  const { folded, segments } = alert;
  if (from === null || isCardsAccount(folded)) return false;
  if (isPaidForShop(alert, segment)) return true;
  if (isBank(from.name, from.address) && !isBiller(from, folded)) return false;
  if (PAID_TO_SENDER.test(verb.phrase)) return true;
  const isOfRow =
    direction === "in" && !isRefund && verb.end <= (segments[segment]?.row?.start ?? 0);
  return (
    isOfRow &&
    segments
      .slice(0, segment)
      .some(({ row, start, end }) => row === null && PAID_TO_SENDER.test(folded.slice(start, end)))
  );
}

/**
 * "We received your payment for your purchase at Corner Store" over "Shop: Corner Store": the wallet took
 * it for the shop.
 */
function isPaidForShop(alert: AlertText, segment: number): boolean {
  const own = alert.segments[segment];
  if (own === undefined || own.row !== null) return false;
  const sentence = alert.folded.slice(own.start, own.end);
  return (
    PAID_TO_SENDER.test(sentence) &&
    findRows(alert, "merchant").some(({ row }) =>
      sentence.includes(alert.folded.slice(row.start, row.end)),
    )
  );
}

/** The same where only the subject says so, over "Tu abono quedó registrado" without a name. */
export function isPaidBySubject(
  { from, subject }: MailDocument,
  { folded }: AlertText,
  { direction, isRefund }: Movement,
): boolean {
  return (
    from !== null &&
    !isCardsAccount(folded) &&
    direction === "in" &&
    !isRefund &&
    PAID_TO_SENDER.test(foldInPlace(subject)) &&
    (!isBank(from.name, from.address) || isBiller(from, folded))
  );
}

/** "Applied to your credit card. Your available credit is 734.61": an issuer that no list names. */
function isCardsAccount(folded: string): boolean {
  return OF_CARDS_ACCOUNT.test(folded) && HOLDINGS.find(folded).some(({ tag }) => tag === "card");
}

/** A company that bills for a service, and sends its alerts from an address of that name. */
function isBiller({ name, address }: Correspondent, folded: string): boolean {
  const sender = foldInPlace(`${name} ${address.replace(/[@.-]/g, " ")}`);
  return (
    !SENDS_ALERTS.test(sender.replace(/(?<!\p{L})alerts?(?!\p{L})/gu, " ")) &&
    findBankCurrency(address) === null &&
    !BANKS.find(sender).some(({ tag }) => tag !== "method") &&
    OF_CREDITORS.find(folded).length > 0
  );
}

/** Whether a sender's name or address is a bank's, or a wallet's that has accounts. */
export function isBank(name: string, address: string): boolean {
  const sender = foldInPlace(`${name} ${address.replace(/[@.-]/g, " ")}`);
  return (
    SENDS_ALERTS.test(sender) ||
    findBankCurrency(address) !== null ||
    BANKS.find(sender).some(({ tag }) => tag !== "method")
  );
}

function isPerson(address: string): boolean {
  return isFreeMail(address.slice(address.lastIndexOf("@") + 1));
}
