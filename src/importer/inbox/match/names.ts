// Whether a merchant's name in a receipt and the bank's text mean the same merchant. Pure. Words
// that many merchants share prove nothing; the first word of the name must be in the bank's text.
// Facts are rows of the tables below.

import { normalizeText } from "../../imports/external-id.ts";
import { cleanPayee } from "../../../statements/payees/payee.ts";

/**
 * Words without meaning for a name: legal forms, kinds of shops, what banks and addresses add to a
 * name.
 */
const COMMON = new Set(
  `THE AND UND ET Y E DI DE DU DA DER DIE DAS LE LA LES EL LOS OF FOR INC LLC LTD LIMITED CORP CORPORATION CO COMPANY PLC GMBH AG KG SA SAS SARL SRL SPA BV NV AB AS OY OYJ APS SE EU
   COM NET ORG WWW HTTP HTTPS SHOP STORE STORES MARKET ONLINE ORDER ORDERS RECEIPT RECEIPTS BILLING INVOICE INVOICES PAYMENT PAYMENTS PAY NOREPLY REPLY MAIL INFO SUPPORT SERVICE SERVICES TEAM
   CARD VISA MASTERCARD DEBIT CREDIT PURCHASE POS INTERNATIONAL GROUP EUROPE`.split(/\s+/),
);

/** Abbreviations that banks use for merchants. */
const SHORT: Readonly<Record<string, string>> = {
  AMZN: "AMAZON",
  AMZ: "AMAZON",
  MSFT: "MICROSOFT",
  GOOGL: "GOOGLE",
  SBUX: "STARBUCKS",
  MCD: "MCDONALDS",
  NFLX: "NETFLIX",
  WM: "WALMART",
  WMT: "WALMART",
};

/** Words by which banks describe a card payment without naming the merchant. */
const PAYING = new Set(
  `NO PAYEE UNKNOWN NONE TRANSACTION TXN CONTACTLESS CHIP PIN EFTPOS TERMINAL AUTH AUTHORISATION AUTHORIZATION PENDING BOOKED DATE KARTENZAHLUNG KARTE KARTENUMSATZ KAUF EINKAUF UMSATZ GIROCARD LASTSCHRIFT
   PAIEMENT CARTE CB ACHAT FACTURE COMPRA TARJETA PAGO CARTAO PAGAMENTO CARTA ACQUISTO BETALING BETAALAUTOMAAT BETAALPAS PINBETALING KORT KORTKOP KORTKOB KOP KOB VAREKJOP OSTO KORTTIOSTO KARTA PLATNOSC TRANSAKCJA
   PLATBA KARTOU NAKUP VASARLAS KARTYA PLATA CUMPARARE CARDUL ODEME ISLEM ОПЛАТА ПОКУПКА КАРТА PURCHASES
   REFUND RETURN ERSTATTUNG RUCKZAHLUNG GUTSCHRIFT REMBOURSEMENT REEMBOLSO DEVOLUCION RIMBORSO TERUGBETALING`.split(
    /\s+/,
  ),
);
/** Words of bookings that are not purchases. */
const NOT_BOUGHT = new Set(
  `ATM CASH WITHDRAWAL BANKOMAT GELDAUTOMAT BARGELD BARGELDAUSZAHLUNG AUSZAHLUNG RETRAIT RETIRO SAQUE PRELIEVO OPNAME UTTAG TRANSFER TRF UBERWEISUNG DAUERAUFTRAG VIREMENT TRANSFERENCIA BONIFICO OVERBOEKING OVERFORING PRZELEW
   INTEREST ZINSEN INTERETS INTERESES INTERESSI FEE FEES GEBUHR GEBUHREN ENTGELT FRAIS COMISION COMMISSIONI SALARY PAYROLL LOHN GEHALT NOMINA SALAIRE STIPENDIO CHEQUE CHECK LOAN MORTGAGE RENT MIETE DIVIDEND SAVINGS`.split(
    /\s+/,
  ),
);

const WORD = /[\p{L}\p{N}]+/gu;
const NAME_CHARS_MAX = 300;
const WORDS_MAX = 24;
/** From this many letters on, one word may be the beginning of the other: banks cut names off. */
const CUT_LETTERS_MIN = 5;
const JOINED_LETTERS_MIN = 5;
const SHARED_PER_CENT = 50;

/** A name's distinctive words, normalized: no accents, no numbers, no common words. */
export function tellingWords(name: string): readonly string[] {
  const folded = normalizeText(name.slice(0, NAME_CHARS_MAX))
    .replace(/['’‘ʼ`´]/gu, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ß", "SS");
  const words = (folded.match(WORD) ?? [])
    .filter((word) => word.length >= 2 && /\p{L}/u.test(word))
    .map((word) => SHORT[word] ?? word);
  return [...new Set(words.filter((word) => !COMMON.has(word)))].slice(0, WORDS_MAX);
}

/** Whether one of the merchant's names is in one of the bank's texts, as printed or cleaned. */
export function sameMerchant(names: readonly string[], printed: readonly string[]): boolean {
  const texts = new Set(
    printed
      .flatMap((text) => [text, cleanPayee(text).payee])
      .flatMap((text) => [text, joinApostrophes(text)]),
  );
  const theirs = [...texts].map(tellingWords).filter((words) => words.length > 0);
  const mine = names.map(tellingWords).filter((words) => words.length > 0);
  return mine.some((name) => theirs.some((text) => similar(name, text)));
}

/** Whether the texts name no merchant. */
export function namesNobody(texts: readonly string[]): boolean {
  return texts.every((text) => tellingWords(text).every((word) => PAYING.has(word)));
}

/** Whether the bank's texts describe a booking that is not a purchase. */
export function isNoPurchase(texts: readonly string[]): boolean {
  return texts.some((text) => tellingWords(text).some((word) => NOT_BOUGHT.has(word)));
}

/** Joins the parts of a name where a bank printed a blank for an apostrophe: "MCDONALD S", "O REILLY". */
function joinApostrophes(text: string): string {
  return text
    .slice(0, NAME_CHARS_MAX)
    .replace(/(?<=\p{L}{2}) (?=[Ss](?!\p{L}))|(?<=(?<!\p{L})[DLOdlo]) (?=\p{L}{3})/gu, "");
}

function similar(name: readonly string[], text: readonly string[]): boolean {
  const [joinedName, joinedText] = [name.join(""), text.join("")];
  const [short, long] =
    joinedName.length <= joinedText.length ? [joinedName, joinedText] : [joinedText, joinedName];
  if (
    joinedName === joinedText ||
    (short.length >= JOINED_LETTERS_MIN && long.startsWith(short) && begins(short, name, text))
  )
    return true;
  const [first] = name;
  if (first === undefined || !text.some((word) => sameWord(first, word))) return false;
  const shared = name.filter((word) => text.some((other) => sameWord(word, other))).length;
  return 100 * shared >= SHARED_PER_CENT * Math.min(name.length, text.length);
}

/**
 * Whether the shorter name ends with a word of the longer one, or is a whole name written together.
 */
function begins(short: string, name: readonly string[], text: readonly string[]): boolean {
  return [name, text].some(
    (words) =>
      words.length > 1 && words.some((_, index) => words.slice(0, index + 1).join("") === short),
  );
}

function sameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return (
    short.length >= CUT_LETTERS_MIN &&
    long.startsWith(short) &&
    long.length - short.length <= short.length
  );
}
