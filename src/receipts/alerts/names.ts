// Checks whether words may name another party. The person's own account, a label and a sentence's
// own words are no names.

import { findMonth } from "../forwards/month-names.ts";
import PARTY_WORDS from "../words/alert-parties.json" with { type: "json" };
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { BANKS } from "./banks.ts";
import { withoutChannel } from "./channels.ts";
import { withoutElision } from "./elisions.ts";
import { withinEdges } from "./name-edges.ts";
import { withoutSource, withoutTail } from "./name-tails.ts";
import { withoutStatementWords } from "./statement-labels.ts";
import {
  findLabels,
  findVerbs,
  HOLDINGS,
  isWayToPay,
  OF_CREDITORS,
  type LabelRole,
} from "./vocabulary.ts";

const NO_NAMES: ReadonlySet<LabelRole> = new Set<LabelRole>([
  "reference",
  "weak reference",
  "balance",
  "amount",
  "date",
]);
/** "Name" below "Recipient details" is the label of the name. */
const NAME_LABELS: ReadonlySet<string> = new Set(wordsIn(PARTY_WORDS["label of a name"]));
const NOT_FIRST =
  /^(?:\$|€|£|₹|(?:your|you|we|wir|nous|the account|account|a\/c|ac|acct|my|our|this|that|these|those|any|an?|the (?:card|account|amount)|tu|su|sua|seu|votre|ihrem|ihrer|ihren|deinem|deiner|meinem|ihr|dein|deine|il tuo|la tua|je|uw|twoj|sizin|vas(?:em|oj|eg|im|e|eho)?|un|una|um|uma|le|la|les|einem|einer|der|die|das|rs|inr|usd|eur|vpa|bank account|date|time|cuenta|tarjeta|conta|cartao|compte|konto|karte|linea|de|que|fecha|beneficiary account|dear|estimad[oa]|apreciad[oa]|prezad[oa]|cher|chere|bonjour|hola|gentile|ciao|hallo|sehr|guten|beste|hoi|sayin|merhaba|nasabah|hi|hello|please|kindly|por favor|bitte|veuillez|per favore|inform you|let you know|notify you|advise you|confirm|tell you)(?![\p{L}\p{N}]))/u;

/** "tua carta", "banco en Línea": a possessive or a bank in lower case, in the middle of a sentence. */
const OWN_FIRST =
  /^(?:banco|banca|bank|banque|banka|tus?|tuo|tuoi|tua|tue|sus?|suo|suoi|sua|suas|seus?|tuas?|teus?|minhas?|meus?|mio|mia|nostr[oa]|vostr[oa]|vos|ta|ton|tes|mon|ma|notre|nos|jouw|mijn|din|dit|ditt|dina|dine|min|mitt|sinun|teidän|mojego|mojej|twojego|twojej|twoją|moją|vašu|vaši|vašej|vášho|váš|moju|moji|môj|můj|contul|cardul|dumneavoastr[ăa]|τον|την|το|τη|του|της|σας|вашего|вашей|вашу|вашої|вашого|вашата|вашия|вашиот|vašeg|vaše|vašom|teie|sinu|jūsu|jūsų|þinn|þitt|þínu|þínum|þínu) (?=\p{Ll})/u;

/** "by reversal of UPI", "Thank you for banking with ...", "Notificación": what happened, or thanks, and no name. */
const NO_NAME_FIRST = new RegExp(
  String.raw`^(?:${wordsIn(PARTY_WORDS["begins no name"]).join("|")})(?![\p{L}\p{N}])`,
  "u",
);

/** "LA POSTE": in capitals an article is part of the name; "Lê Quang Huy": a surname. */
const CAPITAL_ARTICLE = /^(?:(?:EL|LA|LE|LES|DIE|DER|DAS|IL|LO) \p{Lu}{2}|Lê \p{Lu})/u;
/** "Transferencia Electrónica de Fondos": what was moved. */
const MONEY =
  /^(?:pagos?|pagamentos?|paiements?|zahlung|zahlungen|payments?|pagament[oi]|betaling|betalingen|fondos|fundos|fonds|fondi|funds|money|dinero|dinheiro|argent|geld|denaro|efectivo|valores)$/u;
const ENDS_IN_ACCOUNT =
  /(?:^|\s)(?:account|card|card no|konto|konta|karte|cuenta|tarjeta|compte|carte)$/;
/** "En 5 minutos consulta el estatus y descarga ...": three words of a sentence, not only "de" and "la". */
const SENTENCE = /(?:(?<!\p{L})\p{Ll}{4,}(?!\p{L}).*?){3}/u;
/** "J*** D.", "JU** DE** C.": most letters of a person's name are hidden. */
const MASKED_NAME =
  /^\p{Lu}\p{L}{0,12}[*•]{2,12}\p{L}{0,3}(?: \p{Lu}\p{L}{0,12}[*•.]{0,12}\p{L}{0,3}){1,4}$/u;
/** "pyszne.pl": a shop that is named by its site. */
const SITE = /^(?!www\.)[a-z\d-]{3,30}(?:\.[a-z\d-]{2,30})?\.[a-z]{2,4}$/;

/** "Bizum y que ya está", "Monday" of "on Monday 23 November": the words of a sentence, and a weekday. */
const IN_SENTENCE = /(?<!\p{L})(?:que|dass|that|che|dat|att|hogy|jest|wird|wurde|está|è)(?!\p{L})/u;
const WEEKDAY = new RegExp(
  [
    String.raw`^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|`,
    String.raw`samstag|sonnabend|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|`,
    String.raw`miercoles|jueves|viernes|sabado|domingo|lunedi|martedi|mercoledi|giovedi|venerdi|maandag|`,
    String.raw`dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag)$`,
  ].join(""),
  "u",
);
/** "Authorisation 551920 - 19/11/2026 12:52": a day in numbers is in no name. */
const DAY_WITHIN = /(?<!\d)\d{1,2}[./-]\d{1,2}[./-](?:20)?\d{2}(?!\d)/u;

function isOfSentence({ text, folded }: AlertText, { start, end }: Place): boolean {
  const printed = text.slice(start, end);
  return (
    (/ \p{Ll}/u.test(printed) && IN_SENTENCE.test(folded.slice(start, end))) ||
    DAY_WITHIN.test(printed) ||
    (WEEKDAY.test(folded.slice(start, end)) && /^,? \d/u.test(text.slice(end, end + 4)))
  );
}

/** Whether a place of the text may be somebody's name. */
export function isName(alert: AlertText, place: Place): boolean {
  // "Total to recipient: 20,447.00 PHP".
  if (alert.amounts.some(({ start, end }) => start <= place.start && end >= place.end))
    return false;
  const printed = alert.text.slice(place.start, place.end);
  const words = alert.folded.slice(place.start, place.end);
  return (
    (MASKED_NAME.test(printed) ||
      /\p{L}[-.&]?\p{L}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u.test(words)) &&
    (!NOT_FIRST.test(`${words} `) || CAPITAL_ARTICLE.test(printed)) &&
    !NO_NAME_FIRST.test(words) &&
    !MONEY.test(words) &&
    !OWN_FIRST.test(printed) &&
    !isNumber(printed, words) &&
    !SENTENCE.test(printed) &&
    !isOfSentence(alert, place) &&
    !ENDS_IN_ACCOUNT.test(words) &&
    !isWayToPay(words) &&
    !isOperation(alert, place) &&
    !isAccount(alert, place) &&
    !NAMED_AS_ACCOUNT.test(words) &&
    !isDay(words) &&
    !isLabel(alert, place) &&
    !isBank(alert, place) &&
    // A word in lower case throughout is in the middle of a sentence. Georgian has no capitals, and
    // sites are written without.
    (/[\p{Lu}\p{Lo}\u10d0-\u10ff\d@*]/u.test(printed) || SITE.test(printed))
  );
}

/** "a tu IstmoCuenta": an account with the bank's name. */
const NAMED_AS_ACCOUNT = new RegExp(
  String.raw`^\p{L}+(?:${wordsIn(SENTENCES["an account, in a word"]).join("|")})$`,
  "u",
);

/** "PT50 0033 **** **** ***05": an IBAN, whole or masked. */
const IBAN =
  /^[A-Z]{2}\d{2}(?:[\d*•xX .-]{4,40}|(?: ?[A-Z]{4})(?: ?[\dA-Z]{4}){1,6}(?: ?[\dA-Z]{1,3})?)$/u;

/** "AM ET": behind a time, with its zone. */
const CLOCK_WORDS =
  /^[ap]\.?m\.?(?: (?:[ecmp][sd]?t|a[kcew]?[sd]t|hst|utc|gmt|bst|ces?t|ist|sgt|hkt|pht|nz[sd]t|eat|wat|sast|gst|pkt))?$/;

/** "debito *6138 presso ADA STORES": the rest of "carta di", with the card's digits. */
const CARD_FIRST =
  /^\p{Ll}{3,12}(?: \p{Ll}{1,12}\.?){0,3} (?:[*•xX.]{1,12} ?)?\d{3,4}(?= \p{L}|$)/u;

/** "číslo 2109870334/0800", also with the rest of the sentence: a word for a number, and an account. */
const NUMBER_FIRST = /^\p{Ll}{1,12}\.? (?:[\d/ -]{6,}$|(?:\d{1,6}-)?\d{2,10}\/\d{4}(?!\d))/u;

/** "01KT2NW9TDHYFEMC7KY1A0": a code in one piece. */
export const CODE = /^(?=(?:[^\d\s]*\d){3})(?=[^\p{Lu}\s]*\p{Lu})[\p{Lu}\d-]{16,}$/u;

/** "a1b2c3d4-e5f6-7890-abcd-ef0123456789": the number of a transaction, in hexadecimal digits. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** "RCT-6911-004482": the number of a paper. */
const SERIES = /^\p{Lu}{1,5}(?:[-/]\d{2,12}){2,4}$/u;

/** "+971 50 XXX XX18": a telephone, of which digits are hidden. */
const MASKED_PHONE = /^\+?\d{2,4}(?: ?[\dxX*•]{2,6}){2,4}$/u;

/** A masked account, a telephone, a time, or a number before words. */
function isNumber(printed: string, words: string): boolean {
  return (
    IBAN.test(printed) ||
    /[*•xX]{2,}\s?\d{3,}|\*\d{4}$|\.{3}-?\d{2,4}$/.test(printed) ||
    /^\d{1,2}[:.]\d{2}/.test(words) ||
    MASKED_PHONE.test(printed) ||
    CLOCK_WORDS.test(words) ||
    /^[x*•.\d\s-]+$/i.test(words) ||
    /^\d[\d\s]{0,20}\s\p{Ll}/u.test(printed) ||
    CARD_FIRST.test(printed) ||
    NUMBER_FIRST.test(printed) ||
    CODE.test(printed) ||
    UUID.test(printed) ||
    SERIES.test(printed)
  );
}

const HOW_FAST = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["how fast"]).join("|")})(?!\p{L})`,
  "gu",
);

/** "ATM/POS PURCHASE": only verbs and ways to pay. */
export function isOperation({ folded }: AlertText, { start, end }: Place): boolean {
  const verbs = findVerbs(folded, start, end);
  if (verbs.length === 0) return false;
  const rest = verbs
    .reduceRight(
      (words, verb) => `${words.slice(0, verb.start - start)} ${words.slice(verb.end - start)}`,
      folded.slice(start, end),
    )
    // "2. CREDIT", "ATM withdrawal (other institution)".
    .replace(/^\s*\d{1,2}[.)] /u, " ")
    .replace(/\([^)]*\)\s*$/u, " ")
    // "Transferencia inmediata", "instant transfer".
    .replace(HOW_FAST, " ");
  return rest.split(/[^\p{L}\p{N}]+/u).every((word) => word === "" || isWayToPay(word));
}

/** "Savings A/C ending 6621": an account with its digits. */
function isAccount({ folded }: AlertText, { start, end }: Place): boolean {
  const holding = HOLDINGS.find(folded, start, end).at(-1);
  return holding !== undefined && DIGITS_BEHIND.test(folded.slice(holding.end, end));
}

const DIGITS_BEHIND = /^[\s.:#*x•-]*(?:\p{L}{1,10}[\s.:#*x•-]+){0,3}\d{3,}$/u;

/** "10 nov", "10 พ.ย": a day, wherever its year is printed. "octubre de 2026": a month. */
function isDay(words: string): boolean {
  const ofYear = /^(\p{L}{3,12})(?: de| del)? (?:19|20)\d{2}$/u.exec(words)?.[1];
  if (ofYear !== undefined && findMonth(ofYear, [], []) !== 0) return true;
  const month = /^\d{1,2} ([^\s\d]{2,12})(?: \d{2,4})?$/u.exec(words)?.[1];
  return month !== undefined && findMonth(month.replaceAll(".", ""), [], []) !== 0;
}

/** A label alone ("Merchant", "Estado"), or words that begin as no name does. */
function isLabel({ folded }: AlertText, { start, end }: Place): boolean {
  const [holding] = HOLDINGS.find(folded, start, end);
  const [label] = findLabels(folded, start, end);
  const [creditor] = OF_CREDITORS.find(folded, start, end);
  return (
    holding?.start === start ||
    creditor?.start === start ||
    NAME_LABELS.has(folded.slice(start, end)) ||
    (label !== undefined &&
      label.start === start &&
      (label.end === end || (!label.isWholeLabel && NO_NAMES.has(label.role))))
  );
}

/** A bank's own name says where the account is. */
function isBank({ folded }: AlertText, { start, end }: Place): boolean {
  const [bank] = BANKS.find(folded, start, end);
  return bank !== undefined && bank.tag !== "method" && bank.start === start && bank.end >= end - 1;
}

/** The place without blanks and marks around it; null if nothing is left. */
export function trimPlace(text: string, from: number, to: number): Place | null {
  let start = from;
  let end = to;
  while (start < end && /[\s"'“”‘’«»*:.,-]/.test(text[start] ?? "")) start += 1;
  while (end > start && /[\s"'“”‘’«»,;:.-]/.test(text[end - 1] ?? "")) end -= 1;
  // "*AMAZON EU*": the marks of bold letters in a text.
  if (/[^*]\*$/.test(text.slice(start, end)) && text[start - 1] === "*") end -= 1;
  const name = text.slice(start, end);
  if (
    text[end] === "." &&
    end < to &&
    [LEGAL_FORM, INITIALS, HIDDEN, FIRST_NAME].some((last) => last.test(name))
  )
    end += 1;
  if (CLOSING[text[end] ?? ""]?.test(text.slice(start, end)) === true && end < to) end += 1;
  return end > start ? { start, end } : null;
}

/** Forms of company that are printed with a dot: "Veitur ohf.", "Kovotex s.r.o." */
const LEGAL_FORM = new RegExp(
  [
    String.raw`(?: (?:[eo]?hf|kft|bt|zrt|nyrt|bhd)|[ .](?:ltd|san|tic)\. ?(?:[sş]t[iı]|a\.? ?[sş])|`,
    String.raw` \p{L}{1,2}\.(?: ?\p{L}\.){0,2} ?\p{L})$`,
  ].join(""),
  "iu",
);
/** "Rosa M. Quispe H.": the last of several initials, each with its dot. */
const INITIALS = /^\p{Lu}.{0,40} \p{Lu}\. .{0,40} \p{Lu}$/u;
/** "J*** D.": the initial of a name whose letters are hidden. */
const HIDDEN = /^\p{Lu}\p{L}{0,12}[*•]{2}.{0,40} \p{Lu}$/u;
/** "Наталія Г.", "MARIA S.": a first name and an initial. */
const FIRST_NAME =
  /^\p{Lu}(?:\p{Ll}{2,14}(?: \p{Lu}\p{Ll}{2,14})?|\p{Lu}{2,14}(?: \p{Lu}{2,14})?) \p{Lu}$/u;
/** A quotation mark that closes one within the name: UAB „Ignitis“. */
const CLOSING: Readonly<Record<string, RegExp>> = {
  "“": /[^„]„[^“]+$/,
  "”": /[^“„][“„][^”]+$/,
  "»": /[^«]«[^»]+$/,
};

/** The place between two offsets, trimmed, if it may be a name; else null. */
export function nameWithin(alert: AlertText, from: number, to: number): Place | null {
  const trimmed = trimPlace(alert.text, from, to);
  if (trimmed === null) return null;
  const named = withinEdges(alert.text, withoutSource(alert.text, trimmed));
  const place = withoutElision(
    alert.text,
    withoutChannel(alert.text, withoutStatementWords(alert.text, withoutTail(alert.text, named))),
  );
  return isName(alert, place) ? place : null;
}
