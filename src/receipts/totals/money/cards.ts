// Finds the last four digits of a card where they are printed as such: after a mask, "ending in" or
// a label of the way to pay, in the languages of receipts (words/card-words.json). Any other four
// digits are ignored.

import PAYMENT_WORDS from "../../words/payment-words.json" with { type: "json" };
import WORDS from "../../words/card-words.json" with { type: "json" };
import { findMatches } from "../../words/matches.ts";
import { rememberTexts } from "../../words/remembered.ts";
import { replaceDigits } from "./numbers.ts";

export interface CardSeen {
  /** Where the four digits are. */
  readonly start: number;
  readonly end: number;
  readonly last4: string;
  /** Where the brand or the mask before them begins. */
  readonly from: number;
}

const CARDS_MAX = 200;
const PAYING = Object.values(PAYMENT_WORDS.label).flat().join("|");
/** A shorter label ("payment") is also a word of sentences. */
const LABEL_CHARS_MIN = 10;
const LABELS = Object.values(PAYMENT_WORDS.label)
  .flat()
  .filter((label) => label.length >= LABEL_CHARS_MIN);
const BRAND = WORDS.brand.join("|");
const ENDING = WORDS.ending.join("|");
/** Behind the digits: none, and no more of a company's number such as "U40109XX2002SGC030551". */
const ENDS = String.raw`(?!\d|[A-Z]{2,3}\d{3})`;
// A mask is one bounded run. Where characters of a mask are before it, it was tried from there.
const MASK = "[*•●∙·×…⁎＊#.xX][*•●∙·×…⁎＊#.xX -]{1,30}";
const MASKED = new RegExp(
  String.raw`(?<![*•●∙·×…⁎＊#.xX])${MASK}(?<=[*•●∙·×…⁎＊#.xX]{2}[ -]{0,2})(\d{4}|(?<= )\d{5})${ENDS}`,
  "gu",
);
/** "NL** ABCD **** **04 17", "NL•• ABCD •••• •• 04 17": the last digits stand in the groups of an IBAN. */
const IN_GROUPS = new RegExp(
  String.raw`(?<![\p{L}\d])\p{Lu}{2}(?:\d{2}|[*•xX]{2})[*•xX\p{Lu}\d ]{4,30}[*•xX] ?` +
    String.raw`(\d \d{3}|\d{2} \d{2}|\d{3} \d)(?![\d*•]| \d)`,
  "gu",
);
/** "Bank account x-2291", as a payment service prints it. */
const DASHED = /(?<=[\p{L})] )x-(\d{4})(?!\d)/gu;
const BRANDED = new RegExp(
  String.raw`(?<![\p{L}])(?:${BRAND})(?![\p{L}])[\p{L} :()-]{0,24}?[*•x×…#.-]{1,20} ?-?(\d{4,5})(?!\d)`,
  "giu",
);
/** "Número de tarjeta", and on the line below "• 4079": one dot alone before the digits. */
const DOTTED = new RegExp(
  String.raw`(?<![\p{L}])(?:${BRAND})(?![\p{L}])[\p{L} ]{0,24}[:：]?[ \t]?\n[•●∙·*] ?(\d{4})(?=\s*$)`,
  "gimu",
);
/** "Paid with: Mastercard 7702": nothing else is behind the digits, and they are no year. */
const BARE = new RegExp(
  String.raw`(?<![\p{L}])(?:${PAYING})[ \p{L}:：]{0,16}[:：\t] ?(?:${BRAND}) (?!(?:19|20)\d\d)(\d{4})(?=\s*$)`,
  "gimu",
);
/** "Visa 6104 (Contactless)": the brand begins its cell, and how it was read follows. */
const READ = new RegExp(
  String.raw`(?:^|\t)(?:${BRAND}) (\d{4})(?= ?\((?:contactless|chip|swiped?|tap|keyed|online|insert|nfc|apple pay|google pay|sans contact|kontaktlos)\b)`,
  "gimu",
);
/** "Visa Debit 7731", and in the next cell the amount: a network begins the row. */
const NETWORK = String.raw`(?:visa|master ?card|mc|amex|american express|discover|diners(?: club)?|jcb|maestro|unionpay|rupay|elo|dankort|bancontact|girocard|interac)`;
const IN_ROW = new RegExp(
  String.raw`^${NETWORK}` +
    String.raw`(?: (?:debit|credit|d[ée]bito|cr[ée]dito|d[ée]bit|cr[ée]dit|debet|kredit|debito|credito|electron|prepaid))?` +
    String.raw` (?!(?:19|20)\d\d)(\d{4})(?=\t[^\n\t\d]{0,6}\d)`,
  "gimu",
);
/** "Paid with Visa 9012 on 4 November": a day follows the digits, and no currency. */
const BEFORE_DAY = new RegExp(
  String.raw`(?<!\p{L})(?:paid (?:with|by|using)|${LABELS.join("|")})[ :：]{1,2}${NETWORK} (?!(?:19|20)\d\d)(\d{4})` +
    String.raw`(?=,? (?:(?:on|am|le|el|em|il|op|den|dne|dnia|в|στις|tarihinde|בתאריך|ב-|بتاريخ|في|pada|ngày|vào|เมื่อ|दिनांक) )?\d{1,2}[ ./-])`,
  "gimu",
);
/** "Charged to Visa 5508", and in the next cell the amount. */
const CHARGED_TO = new RegExp(
  String.raw`(?<!\p{L})(?:charged to|paid with|paid by|refunded to) ${NETWORK} ` +
    String.raw`(?!(?:19|20)\d\d)(\d{4})(?=\t[^\n\t\d]{0,6}\d)`,
  "gimu",
);
/** "이용카드", and in the next cell "EVERY DISCOUNT (4072)": the row's label names a card. */
const IN_BRACKETS = new RegExp(
  String.raw`^[^\t\n\d]{0,20}(?:${BRAND})[^\t\n\d]{0,12}\t[^\t\n]{1,50}[(（](?:(?:본인|가족|법인|개인) ?)?(?!(?:19|20)\d\d)(\d{4})(?=[)）]\s*$)`,
  "gimu",
);
/** "KB국민카드(4471) 일시불": right behind the card, in scripts without blanks. */
const RIGHT_BEHIND = /(?:カード|카드|卡)[(（](?!(?:19|20)\d\d)(\d{4})(?=[)）])/gu;
/** The number of a loyalty card: "PAYBACK Karten-Nr.: ####1234". */
const LOYALTY = new RegExp(
  String.raw`(?<!\p{L})(?:${WORDS.loyalty.join("|")})(?![\p{L}])[^\n\t\d]{0,40}$`,
  "iu",
);
const LOYALTY_CHARS = 70;
const ENDED = new RegExp(String.raw`(?:${ENDING}):? ?\(?[*•x…]{0,4} ?(\d{4,5})(?!\d)`, "giu");
/** "4410 ile biten kartından", "4410-re végződő": the digits come first. */
const ENDED_BY = new RegExp(
  String.raw`(?<![\d.,/:-])(\d{4})(?=${WORDS["ending, behind"].join("|")})`,
  "giu",
);
/** "Payment method - 4242": the brand is a picture. */
const LABELLED = new RegExp(
  String.raw`(?<!\p{L})(?:${LABELS.join("|")})[ :]{0,3}[\t\n]?[ ]{0,3}[-–—] ?(\d{4})(?=\s|$)`,
  "giu",
);
/** "Paid by", and below it in cells "3307" and "18.90": the brand is a picture. */
const IN_CELL = new RegExp(
  String.raw`^(?:${PAYING})[ :：]?\n(?!(?:19|20)\d\d)(\d{4})(?=\t[^\n]{0,8}\d)`,
  "gimu",
);

/** The cards of a text, in order, each place once. */
export function findCards(text: string): readonly CardSeen[] {
  return findRemembered(text, null);
}

const findRemembered = rememberTexts(readCards);

/** Every card has them, in one piece or in two groups. */
const FOUR_DIGITS = /\d{4}|\d \d{3}|\d{2} \d{2}|\d{3} \d/;

function readCards(printed: string): readonly CardSeen[] {
  const text = replaceDigits(printed);
  if (!FOUR_DIGITS.test(text)) return [];
  const found: CardSeen[] = [];
  for (const pattern of [
    BRANDED,
    DOTTED,
    MASKED,
    ENDED,
    ENDED_BY,
    LABELLED,
    BARE,
    READ,
    IN_CELL,
    IN_ROW,
    CHARGED_TO,
    IN_BRACKETS,
    RIGHT_BEHIND,
    BEFORE_DAY,
    DASHED,
  ])
    found.push(...findBy(text, pattern, CARDS_MAX - found.length));
  // Beside a card, an account is not what paid.
  if (found.length === 0) found.push(...findBy(text, IN_GROUPS, CARDS_MAX));
  const kept: CardSeen[] = [];
  for (const card of found.sort((a, b) => a.end - b.end || a.from - b.from))
    if (
      kept.at(-1)?.end !== card.end &&
      ![isLoyalty, isTelephone, isOtherNumber].some((is) => is(text, card))
    )
      kept.push(card);
  return kept;
}

function findBy(text: string, pattern: RegExp, most: number): readonly CardSeen[] {
  const found: CardSeen[] = [];
  for (const match of findMatches(text, pattern)) {
    if (found.length >= most) break;
    const digits = match[1] ?? "";
    const end = match.index + match[0].length;
    const chars = digits.includes(" ") ? digits.length : 4;
    const last4 = digits.replace(" ", "").slice(-4);
    found.push({ start: end - chars, end, last4, from: match.index });
  }
  return found;
}

/** "08X-XXX-4172", "010-****-2816": no card's number begins with a zero. */
function isTelephone(text: string, { from, end }: CardSeen): boolean {
  const before = text.slice(Math.max(0, from - 6), from);
  return (
    /(?<![\p{L}\d*-])\+?0\d{1,2}-?$/u.test(before) ||
    // "0917XXX4402": eleven digits, where accounts have more.
    (end - from <= 7 && /(?<![\p{L}\d*-])0\d{3}$/u.test(before))
  );
}

/** "TID ****1806", "NIF ***4471": the number of a terminal or of a person. */
const OTHER_NUMBER = new RegExp(
  String.raw`(?<!\p{L})(?:${WORDS["other numbers"].join("|")})[.:]?[ \t]{1,3}$`,
  "iu",
);

function isOtherNumber(text: string, { from }: CardSeen): boolean {
  return OTHER_NUMBER.test(text.slice(Math.max(0, from - 20), from));
}

function isLoyalty(text: string, { start }: CardSeen): boolean {
  const before = text.slice(Math.max(0, start - LOYALTY_CHARS), start);
  return LOYALTY.test(before.slice(before.lastIndexOf("\n") + 1));
}
