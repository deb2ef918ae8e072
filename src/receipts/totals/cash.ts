// Whether a receipt says that it was paid in cash: a word for cash that is the whole value of a payment label, or a till's row for
// it with the change that was given below. Words are a row a language. A card or another means of payment beside it leaves the
// question open; cash on delivery is no payment yet.

import { isCurrency } from "../../money/currency.ts";
import { findCards } from "./money/cards.ts";
import type { Line } from "./lines.ts";
import { folded, Phrases } from "../words/phrases.ts";

type Word = "cash" | "label" | "change" | "other";

// prettier-ignore
const ROWS: readonly (readonly [Word, string])[] = [
  // English
  ["cash", "cash|cash payment|paid in cash|cash tendered|cash sale"],
  ["label", "payment method|method of payment|payment type|payment|paid by|paid with|paid via|tender|tender type|how you paid|payment mode|mode of payment"],
  ["change", "change|change due|change given|cash change"],
  ["other", "card|credit card|debit card|visa|mastercard|amex|maestro|paypal|apple pay|google pay|contactless|voucher|gift card|eftpos|debit|credit"],
  // German
  ["cash", "bar|barzahlung|bargeld|bar bezahlt|gegeben bar|bar gegeben"],
  ["label", "zahlungsart|zahlart|zahlungsmittel|bezahlt mit|zahlungsweise|zahlung|bezahlung|gegeben"],
  ["change", "rückgeld|rueckgeld|wechselgeld|zurück|rückgeld bar"],
  ["other", "karte|kartenzahlung|ec karte|girocard|ec cash|kreditkarte|lastschrift|gutschein"],
  // French
  ["cash", "espèces|especes|en espèces|espèce|comptant|paiement en espèces"],
  ["label", "mode de paiement|moyen de paiement|mode de règlement|payé par|payé en|règlement|paiement|réglé en|type de paiement"],
  ["change", "rendu|monnaie rendue|rendu monnaie|à rendre|monnaie"],
  ["other", "carte|carte bancaire|cb|chèque|ticket restaurant|virement"],
  // Spanish, Portuguese
  ["cash", "efectivo|en efectivo|pago en efectivo|metálico|contado|dinheiro|em dinheiro|numerário"],
  ["label", "forma de pago|método de pago|medio de pago|pagado con|pago|modo de pago|forma de pagamento|método de pagamento|meio de pagamento|pago com|pagamento"],
  ["change", "cambio|vuelto|su cambio|troco"],
  ["other", "tarjeta|cartão|crédito|débito|multibanco|pix|transferencia|transferência|bizum"],
  // Italian
  ["cash", "contanti|contante|pagamento contante|in contanti|pagamento in contanti"],
  ["label", "metodo di pagamento|modalità di pagamento|tipo di pagamento|pagato con|pagamento|forma di pagamento"],
  ["change", "resto"],
  ["other", "carta|carta di credito|bancomat|pagamento elettronico|pos|bonifico|satispay|buono"],
  // Dutch
  ["cash", "contant|contanten|contante betaling|kontant"],
  ["label", "betaalwijze|betaalmethode|betaald met|betaling|betaalmiddel"],
  ["change", "wisselgeld|terug|retour"],
  ["other", "pin|pinnen|bankpas|ideal|creditcard|kaart"],
  // Swedish, Danish, Norwegian, Finnish
  ["cash", "kontanter|kontantbetaling|kontantbetalning|kontanthandel|käteinen|käteismaksu"],
  ["label", "betalningssätt|betalsätt|betalat med|betalningsmetod|betalingsmetode|betalt med|betalingsmåde|betalingsmiddel|betalingsform|maksutapa|maksettu"],
  ["change", "växel|tillbaka|retur|byttepenge|vekslepenger|tilbake|vaihtoraha|takaisin"],
  ["other", "kort|bankkort|dankort|swish|vipps|mobilepay|kortti|pankkikortti"],
  // Polish, Czech, Slovak, Hungarian, Romanian
  ["cash", "gotówka|gotówką|hotově|hotovost|v hotovosti|hotovosť|készpénz|készpénzes|numerar|plată numerar"],
  ["label", "forma płatności|sposób płatności|metoda płatności|zapłacono|płatność|způsob platby|forma úhrady|platba|placeno|spôsob platby|fizetési mód|fizetés módja|fizetve|modalitate de plată|metodă de plată|plată"],
  ["change", "reszta|do zwrotu|vráceno|vrátit|výdavok|visszajáró|rest"],
  ["other", "karta|kartą|karta płatnicza|platební karta|kartou|bankkártya|kártya|card bancar|blik|przelew"],
  // Turkish, Greek, Russian, Ukrainian
  ["cash", "nakit|nakit ödeme|μετρητά|μετρητοις|наличные|наличными|наличный расчет|готівка|готівкою"],
  ["label", "ödeme şekli|ödeme yöntemi|ödeme türü|τρόπος πληρωμής|πληρωμή|способ оплаты|форма оплаты|оплата|тип оплаты|спосіб оплати|форма оплати"],
  ["change", "para üstü|ρέστα|сдача|решта"],
  ["other", "kart|kredi kartı|banka kartı|κάρτα|карта|картой|картка|карткою|безналичными|электронными"],
  // Japanese, Chinese, Korean
  ["cash", "現金|現金払い|现金|現金支払|현금"],
  ["label", "支払方法|お支払い方法|お支払方法|お支払い|支払い方法|付款方式|支付方式|결제수단|결제방법|지불방법"],
  ["change", "お釣り|お釣|おつり|釣銭|找零|找赎|거스름돈"],
  ["other", "クレジット|カード|信用卡|카드|신용카드|微信支付|支付宝"],
];

const WORDS = new Map<Word, Phrases<Word>>(
  ["cash", "label", "change", "other"].map((word) => [
    known(word),
    new Phrases(ROWS.filter(([one]) => one === word)),
  ]),
);

function known(word: string): Word {
  return word === "cash" || word === "label" || word === "change" ? word : "other";
}

export interface CashSeen {
  /** Where the word for cash stands in the text. */
  readonly start: number;
  readonly end: number;
}

const CHANGE_LINES_MAX = 4;
const LINE_CHARS_MAX = 200;

/** The word that says so; null where none does, or something else was paid with as well. */
export function paidInCash(text: string, lines: readonly Line[]): CashSeen | null {
  const short = lines.filter((line) => line.text.length <= LINE_CHARS_MAX);
  const found = short.flatMap((line, index) => cashAt(line, short, index) ?? []);
  const [first] = found;
  if (first === undefined || findCards(text).length > 0) return null;
  return short.some((line, index) => isOtherMeans(line, short[index - 1])) ? null : first;
}

function cashAt(line: Line, lines: readonly Line[], index: number): CashSeen | null {
  const pieces = piecesOf(line);
  const at = pieces.findIndex(({ words }) => isWhole("cash", words));
  const piece = pieces[at];
  if (piece === undefined) return null;
  const before = pieces[at - 1] ?? (at === 0 ? piecesOf(lines[index - 1]).at(-1) : undefined);
  const labelled = before !== undefined && isWhole("label", before.words);
  // A till: "BAR 20,00", and the change below it.
  const changed =
    at === 0 &&
    line.amounts.length > 0 &&
    lines
      .slice(index + 1, index + 1 + CHANGE_LINES_MAX)
      .some(
        (one) =>
          one.amounts.length > 0 && piecesOf(one).some(({ words }) => isWhole("change", words)),
      );
  return labelled || changed
    ? { start: line.start + piece.start, end: line.start + piece.end }
    : null;
}

/** Another means of payment as the value of a payment label, or on a till's row of its own with an amount. */
function isOtherMeans(line: Line, above: Line | undefined): boolean {
  const pieces = piecesOf(line);
  return pieces.some(({ words }, at) => {
    if (!isWhole("other", words)) return false;
    const before = pieces[at - 1] ?? piecesOf(above).at(-1);
    return (
      (at === 0 && line.amounts.length > 0) ||
      (before !== undefined && isWhole("label", before.words))
    );
  });
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly words: string;
}

/** A line's words between its amounts, colons and tabs, without codes and signs of currencies. */
function piecesOf(line: Line | undefined): Piece[] {
  if (line === undefined) return [];
  const pieces: Piece[] = [];
  let start = 0;
  const stops = new Set(line.amounts.map((amount) => amount.start - line.start));
  const ends = new Map(
    line.amounts.map((amount) => [amount.start - line.start, amount.end - line.start]),
  );
  const add = (end: number) => {
    const raw = line.text.slice(start, end);
    const from = start + (raw.length - raw.trimStart().length);
    const words = folded(raw)
      .trim()
      .split(" ")
      .filter((word) => !isCurrency(word))
      .join(" ");
    if (words !== "") pieces.push({ start: from, end: from + raw.trim().length, words });
  };
  for (let at = 0; at <= line.text.length; at += 1) {
    const char = line.text[at];
    if (
      !stops.has(at) &&
      char !== undefined &&
      char !== ":" &&
      char !== "\t" &&
      char !== "：" &&
      char !== "|"
    )
      continue;
    add(at);
    const end = ends.get(at);
    if (end !== undefined) at = Math.max(at, end - 1);
    start = at + 1;
  }
  return pieces;
}

/** Whether the words are one such phrase, and nothing more. */
function isWhole(word: Word, words: string): boolean {
  const [hit] = WORDS.get(word)?.find(` ${words} `) ?? [];
  return hit !== undefined && hit.end - hit.start === words.length;
}
