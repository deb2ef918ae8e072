// The shop that a payment service writes for, in the words of its mails: "You paid 5 EUR to X", "Merchant: X", "Your X
// receipt". Lines of bounded length, each looked at once; who is named by no such words is not guessed.

import type { Seen, View } from "../receipt.ts";
import { folded, Phrases } from "../words/phrases.ts";

const NAME = String.raw`(\S.{0,78}?\S)`;
const AMOUNT = String.raw`[^\n]{1,40}?\d[^\n]{0,12}?`;
/** How a subject names the shop, a row a form; the group is the name. */
const IN_SUBJECT: readonly RegExp[] = [
  new RegExp(
    String.raw`(?:receipt for your payment to|payment to|refund from|receipt from|invoice from|purchase from|order from|receipt for your purchase from|receipt for|paid) ${NAME}(?: [#(]\S{1,40}| - .{1,40})?$`,
    "iu",
  ),
  new RegExp(
    String.raw`^your ${NAME} (?:receipt|purchase|order|invoice|subscription|payment)(?: .{0,40})?$`,
    "iu",
  ),
  new RegExp(
    String.raw`(?:Zahlung an|Rückzahlung von|Erstattung von|Beleg von|Rechnung von|Einkauf bei|Bestellung bei|Kauf bei) ${NAME}$`,
    "iu",
  ),
  new RegExp(
    String.raw`(?:paiement à|remboursement de|reçu de|achat chez|commande chez|pago a|reembolso de|recibo de|compra en|pagamento a|pagamento para|rimborso da|ricevuta da|acquisto presso|betaling aan|terugbetaling van|bon van|aankoop bij) ${NAME}$`,
    "iu",
  ),
  new RegExp(
    String.raw`(?:betalning till|återbetalning från|kvitto från|köp hos|betaling til|refusjon fra|kvittering fra|køb hos|kjøp hos|maksu kohteelle|płatność dla|płatności na rzecz|zakup w|platba pro|nákup u) ${NAME}$`,
    "iu",
  ),
];
/** How a line of the body names it. */
const IN_LINE: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:hello [^,]{1,40}, )?you(?:'ve|’ve)?(?: have)? (?:sent|paid)(?: a payment of)? ${AMOUNT} to ${NAME}[.!]?$`,
    "iu",
  ),
  new RegExp(
    String.raw`^${NAME} (?:has sent you a refund|sent you a refund|has refunded|just sent you|refunded you)`,
    "iu",
  ),
  new RegExp(
    String.raw`Zahlung (?:über|von|in Höhe von) ${AMOUNT} an ${NAME} (?:gesendet|autorisiert|geleistet)`,
    "iu",
  ),
  new RegExp(
    String.raw`(?:avez (?:envoyé|payé)|has enviado|has pagado|ha enviado|ha pagado|enviaste|pagaste|você pagou|você enviou|hai inviato|hai pagato) ${AMOUNT} (?:à|a|para) ${NAME}[.!]?$`,
    "iu",
  ),
  new RegExp(
    String.raw`(?:je hebt|u hebt|du har|du) ${AMOUNT} (?:betaald )?(?:aan|till|til) ${NAME}[.!]?$`,
    "iu",
  ),
  new RegExp(String.raw`(?:reseller|merchant of record) (?:of|for) ${NAME}[.]?$`, "iu"),
  new RegExp(
    String.raw`(?:your (?:purchase|order|payment) (?:from|at|with)|dein(?:en)? (?:Einkauf|Kauf) bei|ditt köp hos|dit køb hos|kjøpet ditt hos|je aankoop bij|tu compra en|votre achat chez|il tuo acquisto (?:da|su|presso)|ostoksesi kaupasta) ${NAME}(?:[.!]| for | on | is | was |$)`,
    "iu",
  ),
];
const LABELS = new Phrases<"shop">([
  [
    "shop",
    "merchant|merchant name|store|shop|seller|seller name|sold by|paid to|payee|business|retailer|händler|verkäufer|zahlungsempfänger|empfänger|shopname|marchand|commerçant|vendeur|boutique|comercio|vendedor|tienda|establecimiento|loja|estabelecimento|esercente|venditore|negozio|winkel|verkoper|webwinkel|butik|säljare|forretning|sælger|selger|nettbutikk|kauppa|myyjä|sprzedawca|sklep|obchodník|prodejce|obchod|kereskedő|eladó|comerciant|vânzător|satıcı|üye işyeri|mağaza|продавец|магазин|продавець|ショップ|店舗|加盟店|商户|商家|商店|판매자|가맹점",
  ],
]);
const LINES_MAX = 200;
const LINE_CHARS_MAX = 240;
const NAME_CHARS_MAX = 80;

/** The shop with its place, in the subject or in the body; null where neither names it. */
export function shopServed(subject: string, body: View): Seen<string> | null {
  const lines = linesOf(body.text);
  for (const { text, start } of lines) {
    const name = labelled(text);
    if (name !== null) return seen(body.name, text, start, name, "the shop that it names");
    if (isHead(text)) {
      const below = lines.find((line) => line.start > start);
      if (
        below !== undefined &&
        below.text.length <= NAME_CHARS_MAX &&
        !/\d[.,]\d/.test(below.text)
      )
        return seen(
          body.name,
          below.text,
          below.start,
          below.text.split("\t")[0] ?? "",
          "the shop that it names",
        );
    }
  }
  for (const pattern of IN_LINE) {
    for (const { text, start } of lines) {
      const name = pattern.exec(text)?.[1];
      if (name !== undefined && isName(name))
        return seen(body.name, text, start, name, "whom it says was paid");
    }
  }
  const title = subject.slice(0, LINE_CHARS_MAX);
  for (const pattern of IN_SUBJECT) {
    const name = pattern.exec(title)?.[1];
    if (name !== undefined && isName(name))
      return seen("subject", title, 0, name, "whom its subject names");
  }
  return null;
}

/** "Merchant: X", or a cell of the label beside a cell of the name. */
function labelled(line: string): string | null {
  const match = /^([^\t:：]{2,30})(?:\t|[:：]\s?)([^\t]{2,80})$/u.exec(line);
  const name = match?.[2]?.trim();
  return match?.[1] !== undefined &&
    name !== undefined &&
    isShopLabel(match[1]) &&
    isName(name) &&
    !LABELS.in(name)
    ? name
    : null;
}

/** The label alone, or as the head of a first column. */
function isHead(line: string): boolean {
  const [first = "", ...others] = line.split("\t");
  return isShopLabel(first) && others.every((cell) => LABELS.in(cell));
}

function isShopLabel(text: string): boolean {
  if (text.length > 30) return false;
  const words = folded(text.replace(/[:：]\s*$/u, ""));
  const [hit] = LABELS.find(words);
  return hit !== undefined && hit.end - hit.start === words.length - 2;
}

/** No amount, no address, no question of yours. */
function isName(name: string): boolean {
  return (
    /\p{L}/u.test(name) &&
    !/[@€£$¥]|https?:|\d{4,}|\d[.,]\d\d/u.test(name) &&
    !/^(?:you|your|us|it|the|our|this|order|purchase|payment|receipt)(?: |$)/iu.test(name)
  );
}

function linesOf(text: string): readonly { readonly text: string; readonly start: number }[] {
  const lines: { text: string; start: number }[] = [];
  let start = 0;
  for (const line of text.slice(0, LINES_MAX * LINE_CHARS_MAX).split("\n", LINES_MAX)) {
    if (line !== "" && line.length <= LINE_CHARS_MAX) lines.push({ text: line, start });
    start += line.length + 1;
  }
  return lines;
}

function seen(
  view: string,
  line: string,
  start: number,
  name: string,
  rule: string,
): Seen<string> | null {
  const bare = name
    .replace(/[\s.,!"“”]+$/u, "")
    .replace(/^["“„\s]+/u, "")
    .replace(/\s*\([^)]{0,60}\)$/u, "");
  const at = line.indexOf(bare);
  return bare === "" || at === -1
    ? null
    : { value: bare, span: { view, start: start + at, end: start + at + bare.length }, rule };
}
