// Whether a bank wrote a message: its own words and an account or card outweigh the words of shops.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import TILL_WORDS from "../words/till-words.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { saysMayPay } from "../totals/possible-payments.ts";
import { foldWords, phrasesIn, wordsIn } from "../words/phrases.ts";
import { BANKS } from "./banks.ts";
import { findRows, type AlertText, type Place } from "./alert-text.ts";
import { isValidForMinutes } from "./codes.ts";
import { findLastDigits } from "./last-digits.ts";
import type { Movement } from "./movement.ts";
import { namesOwn } from "./not-moved.ts";
import { isZero } from "./amount-rows.ts";
import {
  BALANCES,
  BANKS_OR_ROWS,
  findVerbs,
  HOLDINGS,
  isCertain,
  OF_BANKS,
  OF_SHOPS,
  PURPOSES,
  type Verb,
} from "./vocabulary.ts";

/** Evidence about a message's sender; gathered once. */
export interface Evidence {
  /** How many different signs of a bank, and words of shops. */
  readonly banks: number;
  /** Its sender or its text names a bank. */
  readonly isNamed: boolean;
  readonly shops: number;
  /** An account, a card or a balance is named. */
  readonly hasHolding: boolean;
  /** The balance of an account is printed. */
  readonly hasBalance: boolean;
  /** The sender's name and address, folded. */
  readonly sender: string;
  /** The subject says that money moved. */
  readonly isInSubject: boolean;
}

/** A sender's name or address of a bank. "Cardiff" and "cardio" only begin like a card's. */
export const SENDS_ALERTS =
  /(?:^|[^a-z])(?:bank(?!sia|sy|stown|rupt)|banco|banque|banca|card(?!eal|iff|io|inal|igan|board|oso|enas)|alerts?|credit union|building society|payments interac|sparkasse|kreditkarte|kredittkort|kreditkort|creditcard|luottokort|krediidikaar|kreditkart|hitelkarty)|(?:bank(?:en|a|as|asi|asız|e|i|inn|u|y|ului|ata)?|pank(?:k?i)?|hranilnica|pankas|caixa|caja|kutxa|cassa|sparebank|spořitelna|sporitelna|záložna|zalozna|štedionica|stedionica|кредит союз|τραπεζα|банк|ბანკი|카드|カード)(?:[^\p{L}]|$)|银行|銀行|은행|信用卡|ธนาคาร|ngan hang|(?<!\p{L})(?:بنك|بانک|בנק|बैंक)(?!\p{L})/u;
/** The part before the "@" of an address that sends offers: "ofertas", "promo.mail", "newsletter". */
const OFFERS = [
  String.raw`ofertas?|offers?|promo\w*|marketing|newsletters?|news|aktion\w*|angebote?|offres?|`,
  String.raw`offert[ae]|aanbieding\w*|erbjudanden?|tilbud|tarjous\w*|oferty|nabidk\w*|ajanlat\w*|`,
  String.raw`kampany\w*|campanh?a\w*|firsat\w*|deals?|sales`,
].join("");
const SENDS_OFFERS = new RegExp(String.raw`(?:^|[._+-])(?:${OFFERS})(?:[._+-]|$)`, "i");

/** Whether an address is one of those from which a shop or a bank sends its offers. */
export function sendsOffers(address: string): boolean {
  return SENDS_OFFERS.test(address.slice(0, address.indexOf("@")));
}

/** "**4561": an account or card, whatever it is called. */
const MASKED =
  /(?<![\p{L}\d*])(?:[*•xX]{2,12}\d{4}|[A-Z]{2}(?:\d{2}|[*•xX]{2})[ *•xX]{4,30}\d{2,4}(?: \d{1,2})?)(?!\d)/u;
const TOP_UP = new RegExp(`^(?:${stems(SENTENCES["top up"])})`, "u");
const BALANCE_CHARS_BEFORE = 40;
const TERSE_CHARS_MAX = 200;
/** A wallet that names itself first or last writes; in between it is a way to pay. */
const SIGNATURE_CHARS = 30;
const PAID_WITH = phrasesIn({ label: PAYMENT_WORDS.label }, IN_PLACE);
const LABEL_CHARS = 40;
const LINE_CHARS_MAX = 300;
const HEAD_SEGMENTS = 12;
const BANK_WORDS_MIN = 2;
/** Words of a till's receipt; a bank's notice of one has a few of them too, such as the terminal's number. */
const OF_TILLS = phrasesIn({ till: TILL_WORDS.till }, IN_PLACE);
const TILL_WORDS_MIN = 3;
const POINTS = phrasesIn({ points: PAYMENT_WORDS.points }, IN_PLACE);
const SCORE_MIN = 3;
const SCORE_WITHOUT_BANK_MIN = 4;

function stems(words: Parameters<typeof wordsIn>[0]): string {
  return wordsIn(words)
    .map((word) => word.replace("*", ""))
    .join("|");
}

/** Counts the words of banks and of shops; `subject` and `sender` are folded. */
export function gatherEvidence(alert: AlertText, subject: string, sender: string): Evidence {
  const all = `${subject} \n ${alert.folded}`;
  const said = `${subject} \n ${withoutBankOfAccount(alert.folded)}`;
  const hasBalance = alert.amounts.some((_amount, at) => isBalance(alert, at));
  const isNamed =
    SENDS_ALERTS.test(sender) || namesBank(`${sender} \n ${said}`, sender.length + subject.length);
  const words = new Set(OF_BANKS.find(said).map(({ phrase }) => phrase)).size;
  const shops = new Set(OF_SHOPS.find(withoutPurposes(alert, subject)).map(({ phrase }) => phrase));
  return {
    banks: words + (isNamed ? 2 : 0) + (hasBalance ? 1 : 0),
    isNamed,
    shops: shops.size + (isNamed ? 0 : countTillWords(alert.folded)),
    hasHolding:
      HOLDINGS.has(all) ||
      hasBalance ||
      MASKED.test(alert.text) ||
      hasMaskedRow(alert) ||
      namesOwnSource(alert, isNamed),
    hasBalance,
    sender,
    isInSubject: findVerbs(subject).some(isCertain),
  };
}

/** The different words of a till; none where they are too few to be of one. */
function countTillWords(folded: string): number {
  const words = new Set(OF_TILLS.find(folded).map(({ phrase }) => phrase)).size;
  return words < TILL_WORDS_MIN ? 0 : words;
}

/** "Payment method: *1234", the digits of a card alone. */
function hasMaskedRow(alert: AlertText): boolean {
  return findRows(alert, "account").some(({ row }) =>
    /^[*•xX.·]{1,4} ?\d{4}$/u.test(alert.text.slice(row.start, row.end).trim()),
  );
}

/** A bank's row "Sumber dana", "Source of funds" above the row of the payee: the account has no other word. */
function namesOwnSource(alert: AlertText, isNamed: boolean): boolean {
  return isNamed && findRows(alert, "account").length > 0 && findRows(alert, "merchant").length > 0;
}

/**
 * Whether the words of a folded text settle that no bank wrote it, whatever its sentences and rows
 * are: it has words of shops and none of banks, and no row of the payer's own words. Then neither a
 * movement nor a refusal counts (isBanksMovement, isBanksRefusal), so that a shop's long message
 * need not be cut into segments.
 */
export function isShopsAlone(folded: string, subject: string, sender: string): boolean {
  const whole = `${subject} \n ${folded}`;
  if (SENDS_ALERTS.test(sender) || !OF_SHOPS.has(whole)) return false;
  const said = `${subject} \n ${withoutBankOfAccount(folded)}`;
  const hasNeither = said === whole && !BANKS_OR_ROWS.has(whole);
  return (
    (hasNeither ||
      (!BALANCES.has(folded) && !PURPOSES.has(folded) && OF_BANKS.find(said).length === 0)) &&
    !namesBank(`${sender} \n ${said}`, sender.length + subject.length)
  );
}

/** A whole IBAN, in folded words. */
const IBAN = String.raw`(?<![\p{L}\d])[a-z]{2}\d{2}(?: ?[a-z\d]{4}){3,7}(?: ?[a-z\d]{1,3})?(?![\p{L}\d])`;
const HAS_IBAN = new RegExp(IBAN, "u");
/** With the words around it on its line; slow where there is no IBAN. */
const AROUND_IBAN = new RegExp(String.raw`[^\n\d]{0,60}${IBAN}[^\n]{0,80}`, "gu");

/** Without the bank of an account that is printed in full: a bill names its own to be paid there. */
function withoutBankOfAccount(folded: string): string {
  if (!HAS_IBAN.test(folded)) return folded;
  return folded.replaceAll(AROUND_IBAN, (line) => " ".repeat(line.length));
}

/** Without what a transfer was for: "Message: invoice 2026/77" is the payer's own word. */
function withoutPurposes(alert: AlertText, subject: string): string {
  const purposes = findRows(alert, "purpose").map(({ row }) => row);
  const kept = purposes.reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end),
    alert.folded,
  );
  return `${subject} \n ${kept}`;
}

/** Whether a bank names itself; a way to pay counts only at the head or the end. */
export function namesBank(signed: string, headChars: number): boolean {
  return BANKS.find(signed).some(
    ({ tag, start, end }) =>
      !isWayToPay(signed, { start, end }) &&
      !isBehindLabel(signed, start) &&
      (tag !== "method" ||
        end > signed.length - SIGNATURE_CHARS ||
        start < headChars + SIGNATURE_CHARS),
  );
}

/** "You can pay by card or through Kaspi": the line of a biller that names a bank. */
function isWayToPay(signed: string, { start, end }: Place): boolean {
  const until = signed.indexOf("\n", end);
  const line = signed.slice(signed.lastIndexOf("\n", start) + 1, until === -1 ? undefined : until);
  return line.length <= LINE_CHARS_MAX && saysMayPay(foldWords(line));
}

/** "Payment method: BLIK". */
function isBehindLabel(signed: string, start: number): boolean {
  return PAID_WITH.find(signed, Math.max(0, start - LABEL_CHARS), start).some(({ end }) =>
    /^[\s:]{1,4}$/.test(signed.slice(end, start)),
  );
}

/** The account's balance, which only its own bank prints. */
function isBalance({ folded, amounts }: AlertText, at: number): boolean {
  const amount = amounts[at];
  // A customer who owes nothing has a balance of zero at a shop, too.
  if (amount === undefined || isZero(amount)) return false;
  const { start } = amount;
  const from = Math.max(amounts[at - 1]?.end ?? 0, start - BALANCE_CHARS_BEFORE);
  const [balance] = BALANCES.find(folded, from, start);
  // "Balance: 4 112 points. Next voucher of 50.00": a balance of points is no account's.
  return balance !== undefined && !POINTS.has(folded, balance.end, start);
}

/** Whether the words of banks outweigh those of shops. */
export function isBanks({ banks, shops }: Evidence): boolean {
  return banks >= BANK_WORDS_MIN && shops < banks;
}

/** Whether anything speaks for a bank, more than the words before a card's digits. */
export function hasBanksWords({ banks, isNamed, hasBalance }: Evidence): boolean {
  return isNamed || hasBalance || banks >= BANK_WORDS_MIN;
}

/** Whether nothing names a bank, and words of shops weigh as much as those of banks. */
export function isRatherShops({ banks, shops, isNamed }: Evidence): boolean {
  return !isNamed && shops > 0 && shops >= banks;
}

/** Whether a bank says that money did not move: "Your payment with card ****6630 was declined". */
export function isBanksRefusal({ text }: AlertText, evidence: Evidence, verb: Verb): boolean {
  const why = verb.sense;
  const isPlain =
    (why === "stopped" || why === "to come") &&
    evidence.shops === 0 &&
    (evidence.hasHolding || text.length <= TERSE_CHARS_MAX);
  // A bank's code confirms a purchase, and may speak of the basket; a shop's own opens its locker.
  const isCode =
    why === "code" && (evidence.isNamed || evidence.shops === 0) && isValidForMinutes(text, verb);
  // "Discount 0.00" and "order arranged" are words of shops as well.
  const isOfBank =
    evidence.shops === 0
      ? evidence.hasHolding || evidence.isNamed
      : evidence.hasHolding && (evidence.isNamed || evidence.hasBalance);
  // A bill names ways to pay it ("by FPS or online banking"), and no bank and no balance.
  const isNobodys = !evidence.isNamed && !evidence.hasBalance;
  const isBill = why === "later" && isNobodys && evidence.banks <= BANK_WORDS_MIN;
  return isPlain || isCode || (isBanks(evidence) && !isBill && (why !== "arranged" || isOfBank));
}

/** Whether a bank tells of a movement. */
export function isBanksMovement(
  alert: AlertText,
  { banks, shops, isNamed, hasHolding, hasBalance, sender, isInSubject }: Evidence,
  movement: Movement,
): boolean {
  // A bank's name is all that stands for the verb.
  if (movement.isWithoutVerb === true) return isNamed && shops === 0;
  // Shops refund to cards too, and say so in the same words.
  const isOwnBanks = hasBalance && shops === 0;
  if (movement.isRefund && banks < BANK_WORDS_MIN && !isOwnBanks && sender.trim() !== "")
    return false;
  // "We topped up your toll account": a service's account, paid by the person's card.
  if (!isNamed && movement.direction === "in" && TOP_UP.test(movement.verb.phrase)) return false;
  // "Avis de débit" of a bank with the balance behind it: a noun is enough, though a footer has words of shops.
  const isSentByBank = namesBank(sender, sender.length);
  const score =
    (isInSubject ? 1 : 0) +
    (movement.isCertain ? 2 : 1) +
    (isBesideHolding(alert, movement) ? 1 : 0) +
    (hasHolding ? 1 : 0) +
    (isSentByBank && hasBalance ? 1 : 0) +
    Math.min(banks, 3) -
    Math.min(shops, 4);
  // "Melder du afbud for sent, opkræver vi 350 kr.": a word that may be a verb, in a sentence of a company's terms.
  const isOfNobody = !isNamed && !hasBalance && !isInSubject && !movement.isCertain;
  if (isOfNobody && isBareSentence(alert, movement) && !isBesideHolding(alert, movement))
    return false;
  if (hasHolding && banks > 0) return score >= SCORE_MIN;
  if (banks >= BANK_WORDS_MIN && movement.isCertain && score >= SCORE_WITHOUT_BANK_MIN) return true;
  // A biller writes "your account was debited" too, and calls it an invoice.
  if (banks === 0 && shops > 0) return false;
  return (
    score + (movement.isCertain && shops === 0 ? 1 : 0) >= SCORE_WITHOUT_BANK_MIN &&
    findLastDigits(alert, movement) !== null
  );
}

/** Whether a movement's sentence names neither a day nor the digits of an account or a card. */
function isBareSentence({ folded, segments }: AlertText, { segment, head }: Movement): boolean {
  const own = segments[segment];
  return own?.row === null && segment === head && !namesOwn(folded.slice(own.start, own.end));
}

/** Whether a segment at the head, or the movement's own, names an account with such a verb. */
function isBesideHolding({ folded, segments }: AlertText, { segment, verb }: Movement): boolean {
  const own = segments[segment];
  return [...segments.slice(0, HEAD_SEGMENTS), ...(own === undefined ? [] : [own])].some(
    ({ start, end }) =>
      HOLDINGS.has(folded, start, end) &&
      findVerbs(folded, start, end).some(({ sense }) => sense === verb.sense),
  );
}
