// The shop that a payment service writes for, by the words of its messages: "You paid 5 EUR to X",
// "Merchant: X", "Your X receipt". A shop that no such words name is not guessed.

import type { Seen, View } from "../receipt.ts";
import { legalFormIn } from "../issuer/legal-forms.ts";
import { foldWords, phrasesIn } from "../words/phrases.ts";
import SHOP_LABELS from "../words/shop-labels.json" with { type: "json" };

const NAME = String.raw`(\S.{0,78}?\S)`;
const AMOUNT = String.raw`[^\n]{1,40}?\d[^\n]{0,12}?`;
/** How a subject names the shop; the group is the name. */
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
    String.raw`(?:Zahlung an|Rückzahlung von|Erstattung von|Beleg von|Rechnung von|Einkauf bei|Bestellung bei|Kauf bei) ${NAME}(?: (?:gesendet|geschickt|ausgeführt|geleistet|autorisiert|veranlasst|erhalten|bestätigt))?$`,
    "iu",
  ),
  new RegExp(
    String.raw`(?:paiement à|remboursement de|reçu de|achat chez|commande chez|pago a|pago para|` +
      String.raw`reembolso de|recibo de|compra en|pagamento a|pagamento para|rimborso da|ricevuta da|` +
      String.raw`acquisto presso|betaling aan|terugbetaling van|bon van|aankoop bij) ${NAME}$`,
    "iu",
  ),
  new RegExp(
    String.raw`(?:betalning till|återbetalning från|kvitto från|köp hos|betaling til|refusjon fra|kvittering fra|køb hos|kjøp hos|maksu kohteelle|płatność dla|płatności na rzecz|zakup w|platba pro|nákup u) ${NAME}$`,
    "iu",
  ),
  // "Payment successful for Marlow Sports", "Subscription started at Larch.example"
  new RegExp(
    String.raw`^(?:your )?(?:payment|subscription|transaction|purchase) (?:is |was |has been )?(?:successfully )?` +
      String.raw`(?:successful|confirmed|completed|received|initiali[sz]ed|started|activated|renewed|created|done) ` +
      String.raw`(?:for|at|to|with) ${NAME}[.!]?$`,
    "iu",
  ),
  // "Marlow Sports Payment Receipt #320048"
  new RegExp(String.raw`^${NAME} payment (?:receipt|confirmation)(?: ?[-:#].{0,40})?$`, "iu"),
  // "Ada Lane paid you $36.50"
  new RegExp(
    String.raw`^${NAME} (?:(?:has |have |just ){0,2}(?:paid|sent) you|te ha (?:enviado|pagado)|te (?:envió|pagó)|` +
      String.raw`(?:t['’]a|vous a) (?:envoyé|payé|versé|remboursé)|ti ha (?:inviato|pagato)|te (?:enviou|pagou)|` +
      String.raw`hat (?:dir|Ihnen)|heeft (?:je|u)|har (?:betalat|skickat|sendt|betalt|sent)|lähetti sinulle)(?= ).{0,60}$`,
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
    String.raw`^(?:Sie haben|Du hast) ${AMOUNT} an ${NAME} (?:gezahlt|gesendet|geschickt|überwiesen|bezahlt)[.!]?$`,
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
  // "Ya le pagaste a Verdulería Don Cosme", the amount below it.
  new RegExp(
    String.raw`^(?:(?:¡?listo|pronto|hotovo|gotowe|klaar|klart|valmis)[!,.]* )?` +
      String.raw`(?:ya )?(?:le )?(?:pagaste a|has pagado a|você pagou (?:a|para)|pagou (?:a|para)|pagaste a|hai pagato a|` +
      String.raw`(?:vous avez|tu as) payé à|je hebt betaald aan|du har betalat till|du har betalt til|du betalte til|` +
      String.raw`maksoit kohteelle|zapłacono na rzecz|πληρώσατε (?:στον|στην|στο)) ${NAME}[.!]?$`,
    "iu",
  ),
  // "Tu pago a Casa Bonita fue aprobado", "Seu pagamento para Padaria Estrela foi aprovado"
  new RegExp(
    String.raw`^(?:tu pago a|(?:o )?seu pagamento (?:a|para)|o teu pagamento a|(?:votre|ton) paiement à|` +
      String.raw`il tuo pagamento a|(?:deine|ihre) zahlung an|je betaling aan|din betalning till|` +
      String.raw`din betaling til|betalingen din til|maksusi kohteelle|twoja płatność (?:dla|na rzecz)|` +
      String.raw`(?:vaše|tvoje) platba pro) ${NAME} (?:fue|ha sido|se |foi|a (?:bien )?été|est|è stat|è and|wurde|` +
      String.raw`ist|is|werd|har|er|blev|ble|on|została|byla|proběhla).{0,40}$`,
    "iu",
  ),
  // "Corner Services ya recibió tu pago"
  new RegExp(
    String.raw`^${NAME} (?:(?:ya )?recibió (?:tu|su) pago|(?:has |just |already ){0,2}received your payment|` +
      String.raw`a (?:bien |déjà )?reçu (?:votre|ton) paiement|hat (?:Ihre|deine) Zahlung (?:bereits )?erhalten|` +
      String.raw`ha (?:già )?ricevuto il tuo pagamento|(?:já )?recebeu (?:o )?seu pagamento|` +
      String.raw`heeft (?:je|uw) betaling (?:al )?ontvangen|har (?:redan )?(?:tagit emot|mottagit|` +
      String.raw`fått) din betalning|` +
      String.raw`har (?:allerede )?(?:modtaget din betaling|mottatt betalingen din)|ha rebut el teu pagament)[.!]?$`,
    "iu",
  ),
  // "Sie haben eine Zahlung über 20,00 EUR von Ada Lane (ada@lane.example) erhalten"
  new RegExp(
    String.raw`^(?:(?:Sie haben|Du hast) eine Zahlung (?:über|von|in Höhe von) ${AMOUNT} von|` +
      String.raw`you(?:'ve|’ve| have)? received (?:a payment of )?${AMOUNT} from|` +
      String.raw`(?:vous avez|tu as) reçu un paiement de ${AMOUNT} de la part de|` +
      String.raw`(?:ha|has) recibido un pago de ${AMOUNT} de|recibiste un pago de ${AMOUNT} de|` +
      String.raw`(?:hai|ha) ricevuto un pagamento di ${AMOUNT} da|(?:você )?recebeu um pagamento de ${AMOUNT} de|` +
      String.raw`(?:je hebt|u hebt|u heeft) een betaling van ${AMOUNT} ontvangen van) ` +
      String.raw`${NAME}(?: \([^()]{1,60}\))?(?: erhalten)?[.!]?$`,
    "iu",
  ),
  // "Bestätigung Ihrer Spende über 10,00 EUR an Tierheim Lindenau e.V. mit PayPal"
  new RegExp(
    String.raw`(?:Spende (?:über|von|in Höhe von) ${AMOUNT} an|donation of ${AMOUNT} to|` +
      String.raw`don de ${AMOUNT} à|don(?:ación|ativo) de ${AMOUNT} a|donazione di ${AMOUNT} a|` +
      String.raw`doação de ${AMOUNT} (?:a|para)|donatie van ${AMOUNT} aan) ` +
      String.raw`${NAME}(?: (?:mit|with|avec|con|met|com|via) \p{L}{3,12})?[.!]?$`,
    "iu",
  ),
  // "You received a payment from Ada Lane for order 4711", "Ada Lane charged you", "Ada Lane sent you $20.00 USD"
  new RegExp(
    String.raw`^you(?:'ve|’ve| have)? received a payment from ${NAME}(?: for (?:order|invoice)\b.{0,60})?[.!]?$`,
    "iu",
  ),
  new RegExp(String.raw`^${NAME} (?:charged you|(?:has |just )?sent you ${AMOUNT})[.!]?$`, "iu"),
  new RegExp(String.raw`^anda (?:mengirim|membayar) ${AMOUNT} (?:ke|kepada) ${NAME}[.!]?$`, "iu"),
  // "Paiement à Corner Services contact@corner.example"
  new RegExp(
    String.raw`^(?:payment to|paiement à|zahlung an|pago a|pagamento a|betaling aan) ${NAME} ` +
      String.raw`[^\s@]{1,60}@\S{3,60}(?=[\t\n]|$)`,
    "iu",
  ),
  new RegExp(String.raw`(?:reseller|merchant of record) (?:of|for) ${NAME}[.]?$`, "iu"),
  new RegExp(
    String.raw`(?:your (?:purchase|order|payment) (?:from|at|with)|` +
      String.raw`^thanks? (?:you )?for (?:shopping|ordering) (?:at|with|from)|dein(?:en)? (?:Einkauf|Kauf) bei|` +
      String.raw`ditt köp hos|dit køb hos|kjøpet ditt hos|je aankoop bij|tu compra en|votre achat chez|` +
      String.raw`il tuo acquisto (?:da|su|presso)|ostoksesi kaupasta) ` +
      String.raw`${NAME}(?:[.!]| for | on | is | was |$)`,
    "iu",
  ),
];
/** "Your payment to Birch Court went through." */
const DONE =
  String.raw`(?: (?:(?:has |have |is |was |were )?(?:gone through|went through|` +
  String.raw`been (?:made|sent|processed|completed|received)|made|sent|processed|completed|` +
  String.raw`received|successful|confirmed)|succeeded|(?:wurde|ist) (?:erfolgreich|ausgeführt|` +
  String.raw`erfolgt|bestätigt|eingegangen).{0,20}))?`;
/** How a line says whom a payment went to, whoever wrote the message. */
const PAID_TO: readonly RegExp[] = [
  // "Hemos confirmado el pago realizado a Casa Uno Ltda por medio de nuestra plataforma"
  new RegExp(
    String.raw`pago (?:realizado a|por el pedido \S{1,30} en) ${NAME} ` +
      String.raw`(?:por medio de|mediante|a través de|ha sido|fue) [^\n]{3}`,
    "iu",
  ),
  // "Rs. 470 paid to Marlow Kitchen via PayLarch"
  new RegExp(
    String.raw`^(?:you have )?(?:successfully )?` +
      String.raw`(?:[^\n\p{L}]{0,4}\p{L}{0,4}[^\n\p{L}]{1,16} )?paid to ${NAME} (?:via|through|using|` +
      String.raw`with) [^\n]{2,40}$`,
    "iu",
  ),
  new RegExp(
    String.raw`^(?:thank you for your payment to|your payment to|you paid|du har betalt til|betalt til|` +
      String.raw`du har betalat till|du betalte til|je hebt betaald aan|hai pagato a|has pagado a|` +
      String.raw`pagaste a|vous avez payé à|zahlung an|maksoit kohteelle) ${NAME}${DONE}[.!]?$`,
    "iu",
  ),
];
const LABELS = phrasesIn<"merchant" | "shop">(SHOP_LABELS);
/** Labels that a shop does not write above its own name. */
const MERCHANT_LABELS = phrasesIn<"merchant">({ merchant: SHOP_LABELS.merchant });
type ShopLabels = typeof LABELS | typeof MERCHANT_LABELS;
const LINES_MAX = 200;
const LINE_CHARS_MAX = 240;
const NAME_CHARS_MAX = 80;

/** A name in a line of a view, with the rule that found it. */
interface Match {
  readonly line: Line;
  readonly name: string;
  readonly view: string;
  readonly rule: string;
}

/** The shop with its place in the body or the subject; null if neither names it. */
export function findServedShop(subject: string, body: View): Seen<string> | null {
  const lines = splitLines(body.text);
  const title = { text: subject.slice(0, LINE_CHARS_MAX), start: 0 };
  const match =
    findLabelled(lines, body.name) ??
    findByPattern(IN_LINE, lines, { view: body.name, rule: "whom it says was paid" }) ??
    findByPattern(IN_SUBJECT, [title], { view: "subject", rule: "whom its subject names" });
  return match === null ? null : see(match);
}

/**
 * The shop that a sender writes for who is not known to write for others; null unless the words
 * leave no doubt: a label that only payment services use, or a subject with a name that stands
 * alone in the body too.
 */
export function findOtherShop(sender: string, subject: string, body: View): Seen<string> | null {
  const lines = splitLines(body.text);
  const labelled = findLabelled(lines, body.name, MERCHANT_LABELS);
  if (labelled !== null) return see(labelled);
  const title = { text: subject.slice(0, LINE_CHARS_MAX), start: 0 };
  const named = findByPattern(IN_SUBJECT, [title], {
    view: "subject",
    rule: "whom its subject names",
  });
  const seen = named === null ? null : see(named);
  const isPrinted = ({ text }: Line): boolean =>
    seen !== null &&
    (text.split("\t").includes(seen.value) ||
      text.endsWith(` ${seen.value}`) ||
      text.startsWith(`${seen.value} @`));
  const paid = findByPattern(PAID_TO, lines, { view: body.name, rule: "whom it says was paid" });
  const inLine = paid === null ? null : see(paid);
  const other = seen !== null && lines.some(isPrinted) ? seen : inLine;
  const [shop, own] = [foldWords(other?.value ?? ""), foldWords(sender)];
  return other === null || shop.includes(own) || own.includes(shop) ? null : other;
}

/** The name next to a label, or in the line below it. */
function findLabelled(
  lines: readonly Line[],
  view: string,
  labels: ShopLabels = LABELS,
): Match | null {
  const found = { view, rule: "the shop that it names" };
  for (const line of lines) {
    const name = readLabelled(line.text, labels);
    if (name !== null) return { ...found, line, name };
    const below = isHead(line.text, labels)
      ? lines.find(({ start }) => start > line.start)
      : undefined;
    if (below !== undefined && below.text.length <= NAME_CHARS_MAX && !/\d[.,]\d/.test(below.text))
      return { ...found, line: below, name: below.text.split("\t")[0] ?? "" };
  }
  return null;
}

function findByPattern(
  patterns: readonly RegExp[],
  lines: readonly Line[],
  found: Pick<Match, "view" | "rule">,
): Match | null {
  for (const pattern of patterns) {
    for (const line of lines) {
      const name = pattern.exec(line.text)?.[1];
      if (name !== undefined && isName(name)) return { ...found, line, name };
    }
  }
  return null;
}

/** The name in "Merchant: X", or in the cell next to the label. */
function readLabelled(line: string, labels: ShopLabels): string | null {
  const match = /^([^\t:：]{2,30})(?:\t|[:：]\s?)([^\t]{2,80})$/u.exec(line);
  const name = match?.[2]?.trim();
  return match?.[1] !== undefined &&
    name !== undefined &&
    isShopLabel(match[1], labels) &&
    isName(name) &&
    !LABELS.in(name)
    ? name
    : null;
}

/** Whether a line is the label alone, or as the head of a first column. */
function isHead(line: string, labels: ShopLabels): boolean {
  const [first = "", ...others] = line.split("\t");
  return isShopLabel(first, labels) && others.every((cell) => LABELS.in(cell));
}

function isShopLabel(text: string, labels: ShopLabels): boolean {
  if (text.length > 30) return false;
  const words = foldWords(text.replace(/[:：]\s*$/u, ""));
  const [hit] = labels.find(words);
  return hit !== undefined && hit.end - hit.start === words.length - 2;
}

/** "Your order", "votre paiement". */
const NO_NAME_FIRST = new RegExp(
  String.raw`^(?:you|your|we|us|it|the|our|this|order|purchase|payment|receipt|delivery|votre|vos|ton|ta|tu|su|` +
    String.raw`tuo|tua|suo|il tuo|dein|deine|ihre?|ihrem?|seu|sua|je|uw)(?: |$)`,
  "iu",
);

/**
 * Whether a text may be a name: no amount, no address, no word for the reader, no way to pay ("with store credit"), and
 * no end of a sentence.
 */
function isName(name: string): boolean {
  return (
    /\p{L}/u.test(name) &&
    !/[@€£$¥]|https?:|\d{4,}|\d[.,]\d\d/u.test(name) &&
    !NO_NAME_FIRST.test(name) &&
    !/^(?:with|by|using|for|in|on) |\p{Ll}{3}[.!?] \p{Lu}/u.test(name)
  );
}

interface Line {
  readonly text: string;
  /** Offset into the view. */
  readonly start: number;
}

function splitLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.slice(0, LINES_MAX * LINE_CHARS_MAX).split("\n", LINES_MAX)) {
    if (line !== "" && line.length <= LINE_CHARS_MAX) lines.push({ text: line, start });
    start += line.length + 1;
  }
  return lines;
}

function see({ line: { text, start }, name, view, rule }: Match): Seen<string> | null {
  const bare = withoutEnd(name)
    .replace(/^["“„\s:：]+/u, "")
    .replace(/\s*\([^)]{0,60}\)$/u, "");
  const at = text.indexOf(bare);
  return bare === "" || at === -1
    ? null
    : { value: bare, span: { view, start: start + at, end: start + at + bare.length }, rule };
}

/** A name without the marks behind it; the dot of "Zeeman B.V." or of "Merchant: Pagony Kft." is its own. */
function withoutEnd(name: string): string {
  const bare = name.replace(/[\s.,!"“”]+$/u, "");
  const form = name.startsWith(`${bare}.`) ? legalFormIn(`${bare}.`, 2) : null;
  return form !== null && form.end >= bare.length ? `${bare}.` : bare;
}
