// The merchant of a message: the one known by its domain, else the sender's display name without
// what mail programs and shops put around it. A payment service that writes for others names the
// shop; if it does not, the service itself is the merchant.

import type { Correspondent } from "../mail.ts";
import type { Seen, View } from "../receipt.ts";
import { foldWords } from "../words/phrases.ts";
import { findMerchantByAddress, merchantByMark } from "./known.ts";
import { findOtherShop, findServedShop } from "./on-behalf.ts";

const NAME_CHARS_MAX = 120;
const MARK_CHARS_MAX = 20_000;
const LABEL_CHARS_MIN = 4;
const AROUND =
  /^(?:no[-_ ]?reply|do[-_ ]?not[-_ ]?reply|info|orders?|receipts?|billing|support|service|kundenservice|noreply|notifications?|mailer|sales|payments?|invoices?|auto-confirm|customer ?service|team|hello|contact|shop|store|news)$/i;
const SERVICE_TAIL = new RegExp(
  [
    String.raw`\s+(?:receipts?|orders?|e-?bills?|e-?bons?|kassenbon|fee desk|accounts desk|`,
    String.raw`e-?receipts?|e-?invoices?|billing|support|team|customer `,
    String.raw`(?:service|care)|accounts|accounting|accounts receivable|claims|bookings|reservations|`,
    String.raw`memberships?|notifications?|payments?|`,
    String.raw`reception|klantendienst|rechnung(?:en)?|jegyp[ée]nzt[áa]r|jegy[ée]rt[ée]kes[íi]t[ée]s|schadenservice|`,
    String.raw`invoices?|via \p{L}[\p{L} .]{1,30}|no[- ]?reply|`,
    String.raw`kundenservice|bestellung(?:en)?|shop team|(?:ticket office|box office|bilheteira|bilheteria|`,
    String.raw`billetterie|biglietteria|taquilla|boletería|ticketverkauf|lipunmyynti)(?: online| on-line|`,
    String.raw` en ligne)?)$`,
  ].join(""),
  "iu",
);

/** "Mutuelle des Pins - Espace adhérent". */
const DASH_TAIL = new RegExp(
  [
    String.raw`\s+[-–—|·]\s+(?:espace (?:adh[ée]rents?|clients?)|service clients?|[áa]rea (?:de )?client(?:es?|i)|`,
    String.raw`servizio clienti|avisos|avvisi|notificaciones|notifications|kundenservice|mitgliederservice|`,
    String.raw`klantenservice|schadenservice|bolletta(?: web)?|prestiti|customer (?:care|service)|members?|`,
    String.raw`abrechnung|leistungsservice|rechnungsservice|`,
    String.raw`facturation|facturaci[óo]n|fatturazione|administratie|ledenadministratie)$`,
  ].join(""),
  "iu",
);

/** "Réception Hôtel du Lac": the desk that writes, before the name. */
const SERVICE_HEAD =
  /^(?:r[ée]ception|rezeption|reservierung|reservierungen|r[ée]servations?|reservas|prenotazioni|reserveringen|recepci[óo]n|recep[çc][ãa]o|recepcja|recepce|front desk|reservations|kundenservice|kundendienst|service clients?|servicio al cliente|atenci[óo]n al cliente|servizio clienti|klantenservice|kundservice|kundeservice|asiakaspalvelu|biuro obs[łl]ugi klienta|obs[łl]uga klienta|z[áa]kaznick[ýy] servis|comptabilit[ée]|buchhaltung|ledenadministratie|mitgliederverwaltung|mitgliederservice|secr[ée]tariat|segreteria|secretar[íi]a|facturaci[óo]n|facturation)\s+(?:[-–|]\s+)?(?:(?:von|de|du|des|del|della|der|van|do|da)\s+)?(?=\p{Lu}\p{L})/iu;

/** The text of the view that shows the sender. */
export function senderText(from: Correspondent): string {
  return from.name === "" ? from.address : `${from.name} <${from.address}>`;
}

/**
 * The merchant with its place in the sender's view ("from"), in `body` or in the subject; null if
 * none names it. `charges` is how many charges the document has.
 */
export function findMerchant(
  from: Correspondent | null,
  subject: string,
  body: View,
  charges = 1,
): Seen<string> | null {
  // Each of several charges may be another shop's.
  const findServed = () => (charges === 1 ? findServedShop(subject, body) : null);
  if (from !== null && from.address !== "") {
    const other = () => (charges === 1 ? findOtherShop(from.name, subject, body) : null);
    return findBySender(from, body, findServed, other);
  }
  if (from !== null && from.name !== "") return readName(from.name, 0, "sender's name");
  const merchant = merchantByMark(foldWords(body.text.slice(-MARK_CHARS_MAX)));
  if (merchant === null) return null;
  const shop = merchant.onBehalf ? findServed() : null;
  if (shop !== null) return shop;
  const at = body.text.lastIndexOf(merchant.name);
  return at === -1
    ? null
    : {
        value: merchant.name,
        span: { view: body.name, start: at, end: at + merchant.name.length },
        rule: "the merchant's own words",
      };
}

function findBySender(
  from: Correspondent,
  body: View,
  findServed: () => Seen<string> | null,
  findOther: () => Seen<string> | null,
): Seen<string> | null {
  const text = senderText(from);
  const merchant = findMerchantByAddress(from.address);
  const at = text.lastIndexOf(from.address);
  const known =
    merchant === null
      ? null
      : {
          value: merchant.name,
          span: { view: "from", start: at, end: at + from.address.length },
          rule: "known domain",
        };
  if (merchant !== null && !merchant.onBehalf)
    return isDomainsName(from) && !namesSame(merchant.name, from.name)
      ? readName(from.name, 0, "sender's name")
      : known;
  const isOwn = from.name !== "" && !AROUND.test(from.name.trim()) && !from.name.includes("@");
  // A payment service that writes in its own name says in the message for whom.
  if (merchant !== null && (!isOwn || isServiceName(merchant.name, from.name)))
    return findServed() ?? known;
  if (isOwn) return findOther() ?? readName(from.name, 0, "sender's name");
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  const printed = findPrinted(domain, body);
  if (printed !== null) return printed;
  const start = text.lastIndexOf(domain);
  return domain === ""
    ? null
    : {
        value: domain,
        span: { view: "from", start, end: start + domain.length },
        rule: "sender's domain",
      };
}

/** "RegioJet" of regiojet.cz, if the text prints the name so, and not in an address alone. */
function findPrinted(domain: string, { name: view, text }: View): Seen<string> | null {
  const label = domain.split(".").at(-2) ?? "";
  if (label.length < LABEL_CHARS_MIN || !/^\p{L}+$/u.test(label)) return null;
  // "Shop now" names no shop.
  if (AROUND.test(label) || /^e?mails?$/i.test(label)) return null;
  const found = new RegExp(
    String.raw`(?<![\p{L}\d@./-]|\p{Lu} )${label}(?![\p{L}\d@/-]|\.\p{L}| \p{Lu})`,
    "iu",
  );
  const hit = found.exec(text.slice(0, MARK_CHARS_MAX));
  return hit === null || !/^\p{Lu}/u.test(hit[0])
    ? null
    : {
        value: hit[0],
        span: { view, start: hit.index, end: hit.index + hit[0].length },
        rule: "sender's domain, as printed",
      };
}

/** "Galaxus" of galaxus.ch: one of several shops of a company, which is named after its domain. */
function isDomainsName({ name, address }: Correspondent): boolean {
  const labels = address
    .slice(address.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".");
  return name.trim() !== "" && labels.slice(0, -1).includes(foldWords(name).trim());
}

/** "Amazon" and "Amazon.de". */
function namesSame(known: string, name: string): boolean {
  return foldWords(known).includes(foldWords(name));
}

/** "PayPal", "Paddle.com", but not "Some Shop via Stripe", which names the shop itself. */
function isServiceName(service: string, name: string): boolean {
  return (
    readName(name, 0, "")?.value === name && foldWords(name).includes(foldWords(service).trim())
  );
}

function readName(name: string, offset: number, rule: string): Seen<string> | null {
  const bare = withoutQuotes(
    withoutQuotes(name.slice(0, NAME_CHARS_MAX))
      .replace(DASH_TAIL, "")
      .replace(SERVICE_TAIL, "")
      .replace(SERVICE_HEAD, ""),
  );
  if (bare === "") return null;
  const at = name.indexOf(bare);
  return at === -1
    ? null
    : {
        value: bare,
        span: { view: "from", start: offset + at, end: offset + at + bare.length },
        rule,
      };
}

const QUOTES: readonly (readonly [open: string, close: string])[] = [
  ["'", "'"],
  ['"', '"'],
  ["‘", "’"],
  ["“", "”"],
  ["„", "“"],
  ["‚", "‘"],
  ["«", "»"],
  ["»", "«"],
  ["「", "」"],
];

/**
 * Removes quotation marks around a name, but no apostrophe in it or at one end only ("Dunkin'").
 */
function withoutQuotes(name: string): string {
  const bare = name.trim();
  const around =
    bare.length > 2 &&
    QUOTES.some(([open, close]) => bare.startsWith(open) && bare.endsWith(close));
  return around ? bare.slice(1, -1).trim() : bare;
}
