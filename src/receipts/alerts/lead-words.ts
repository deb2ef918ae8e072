// The name after a word that leads to the other party: "at", "chez", "en favor de", "到". The name
// ends where the sentence goes on about the day, the account or the balance.

import { findDates } from "../totals/money/dates.ts";
import PARTY_WORDS from "../words/alert-parties.json" with { type: "json" };
import { IN_PLACE, inPlaceWithout } from "../words/in-place.ts";
import { phrasesIn, wordsIn, type PhraseHit } from "../words/phrases.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { joinsName, withElidedHead } from "./elisions.ts";
import { nameWithin } from "./names.ts";
import { findSeparable } from "./separable-verbs.ts";
import { findVerbs, HOLDINGS, isWayToPay } from "./vocabulary.ts";

/** How a word leads to the other party. "of" words do so only if nothing else does. */
export type Lead = "at" | "to" | "from" | "of";

/** Thai writes "at" at the end of "day", "place" and the like. */
const DAY_OR_PLACE = { before: /(?:วัน|เวลา|สถาน|พื้น|อันดับ)$/u, behind: /(?!)/u };
const LEADS = phrasesIn<Lead>(
  { at: PARTY_WORDS.at, to: PARTY_WORDS.to, from: PARTY_WORDS.from, of: PARTY_WORDS.of },
  inPlaceWithout(DAY_OR_PLACE),
);
const NAME_ENDS = phrasesIn({ end: PARTY_WORDS["ends a name"] }, IN_PLACE);

/** A longer name is taken for a part of the sentence. */
export const NAME_CHARS_MAX = 60;
const INTRODUCTIONS_MAX = 2;

/** How it was paid, before the name: "BS betaling EWII ENERGI A/S", "SEPA-Lastschrift STADTWERKE". */
const CHANNEL = new RegExp(
  String.raw`^(?:(?:${wordsIn(PARTY_WORDS["order before a name"]).join("|")})|` +
    String.raw`(?:(?:bs|pbs|bg|pg|ag)[ -](?:betaling|betalning|indbetaling|inbetalning)|betalingsservice|leverandorservice|autogiro|avtalegiro)(?: til| till)?|(?:dankort|visa|mastercard|kort)[ -](?:kob|kop|kjop)|(?:sepa[ -])?(?:incasso|domiciliering|lastschrift)(?: van| von)?|pos(?: purchase)?|(?:platba|nakup) kartou(?: [\d*x]{8,19},)?|card payment|kartenzahlung|platnosc karta|pagamento pos|compra|nip (?:frm|from|credit from|transfer to)|(?:[a-z]{2,8}[/ :-]){0,2}(?:trf|tfr|trsf|transfer|ft) (?:to|from|frm|fr))(?: at| w| u|:)? (?=\p{L})`,
  "u",
);
/** "PEKARA NA UGLU": a word that leads, within a name in capitals. */
const INSIDE_CAPITALS =
  /^\p{Lu}[\p{Lu}.] (?:NA|DO|DA|DI|LA|LAS|LOS|EL|DE|DEL|TAI|CHO|KE|DEN|TU) \p{Lu}{2}$/u;
/** "@ SHOP" leads to a shop, "name@bank" does not. */
const INSIDE_ADDRESS = /\S@|@\S/;
/** Words that end a name, but join its parts if it is in capitals. */
const JOINS_CAPITALS =
  /^(?:AND|DE|DEL|LA|LAS|LOS|DA|DO|DI|EL|LE|LES|DU|THE|Y|E|I|A|BY|PER|IN|MED|OG|OCH|AM|IM|ZUM|AN|AUF|POR|EM|IL|LO|AI|U|NA|ZA|PRI|PO|CON|VAN|OP|AL)$/;
/** A payee known only by the address of a payment system. */
const HANDLE =
  /^(?:vpa:? )?([a-z0-9][a-z0-9._-]{1,60}@[a-z]{2,40})(?![\p{L}\d]| (?!ref|upi|via|on |not |if )\p{L})/u;
/** A word for a party, an address or a title before the name. */
const INTRODUCTION =
  /^(?:payee|merchant|beneficiary|(?:vpa )?[^\s@]{1,60}@[a-z0-9]{2,40}(?= (?!ref|upi|via|on |not |if )\p{L})|m\/s\.?|mr\.?|ms\.?|mrs\.?|m\.|mme\.?|sr\.|sra\.|herr|frau|hr\.|nhan:|นาย|นาง|น\.ส\.|คุณ)\s/u;
/** "q41882@ybl (ANAND SWEETS)": the name in brackets behind the address. */
const BEFORE_BRACKETS =
  /^(?:vpa:? )?[^\s@]{1,60}@[a-z0-9][a-z0-9.]{1,39} ?\((?=(?!ref|upi|via|on |not |if )\p{L}[^()\n]{1,60}\))/u;
/** "KAUFLAND на 18.11.2026": a preposition between the name and a day. */
const BEFORE_DAY = /(?<=\s)\p{Ll}{1,4}\s$/u;
/** "on your Visa": a name after such a word may be the bank's, of the person's own card. */
const OWN = /(?:^| )(?:your|tu)$/u;
const HOLDING_CHARS = 20;
const CAPITAL_ARTICLE = /(?<=\p{Ll} )(?:THE|LA|LE|LES|EL|LOS|LAS|IL|LO|DIE|DER|DAS|HET)$/u;
const CAPITALS =
  /^(?:\p{Lu}[\p{Lu}\d&'’.*/-]+ ){2,8}(?=\p{Ll}{3,})(?!(?:del|dos|das|van|von|der|den|des|the|and|und|bin|ter|ten|dal|les|los|las|och)\s)/u;
/** Marks that end a name: a comma, a bracket, a full stop that follows no abbreviation, a dash, a time, a mask. */
const NAME_STOPS = new RegExp(
  [
    String.raw`[,;()|\n\t，。；）（]|(?<!(?<!\p{L})(?:superm|hiperm|minim|autoserv|ferret|panad|muebl|hnos|sp|św|al|ul|ing|fa|fy|sv))`,
    String.raw`(?!(?<=(?<!\p{L})\p{L})\. \p{L}\.)\.(?=\s|$)`,
    String.raw`|\s[-–—]\s|:\s|\s\d{1,2}:\d{2}(?!\d)|\s\+?\d{2,6}[*xX•]{2,8}\d{2,6}|['’]s (?=account|bank|card|wallet)`,
  ].join(""),
  "giu",
);
const HAN = /[\u3400-\u9fff]/;

/** The first name that such a word leads to in a part of the text, by the kinds of word in turn. */
export function findLed(alert: AlertText, within: Place, leads: readonly Lead[]): Place | null {
  const { text } = alert;
  const hits = LEADS.find(alert.folded, within.start, within.end).filter(
    ({ phrase, start, end }) =>
      !isOwners(alert, within, { phrase, start }) &&
      // The "a" of "a/c" leads nowhere, nor does a letter that begins a sentence.
      text[end] !== "/" &&
      !INSIDE_ADDRESS.test(text.slice(Math.max(0, start - 1), end + 1)) &&
      !(end - start === 1 && /\p{Lu}/u.test(text.slice(start, end))) &&
      !INSIDE_CAPITALS.test(text.slice(Math.max(0, start - 3), end + 3)),
  );
  const seconds = findSeparable(alert.folded, within.start, within.end);
  for (const lead of leads) {
    for (const hit of hits.filter(({ tag }) => tag === lead)) {
      // "Schrieben wir Ihnen 20,00 EUR von Ada Lane gut".
      const stop = seconds.find(({ second }) => second.start > hit.end)?.second.start;
      // "de la" leads to a name, but "de LA REDOUTE" to one with its article.
      const article = CAPITAL_ARTICLE.exec(text.slice(hit.start, hit.end))?.[0].length ?? 0;
      const place = findNameFrom(alert, hit.end - article, stop ?? within.end);
      if (place !== null && !(OWN.test(hit.phrase) && isOwnHolding(alert, place)))
        return withElidedHead(text, place);
    }
  }
  return null;
}

const OWNER = new Set(wordsIn(PARTY_WORDS["leads to an account's owner"]));
/** The whole number of an account; behind masked digits of a card "di" is also the Indonesian "at". */
const DIGITS = /^[\s.:#-]*(?:\p{L}{1,10}[\s.:#-]+){0,2}[\d/]{3,}\s$/u;

/** "sul conto 6003/656696 di Luca Ferri": whose account it is. */
function isOwners(
  { folded }: AlertText,
  within: Place,
  { phrase, start }: Pick<PhraseHit<Lead>, "phrase" | "start">,
): boolean {
  if (!OWNER.has(phrase)) return false;
  const holding = HOLDINGS.find(folded, Math.max(within.start, start - 60), start).at(-1);
  return holding !== undefined && DIGITS.test(folded.slice(holding.end, start));
}

/** "RBC Royal Bank credit" of "on your RBC Royal Bank credit card account": no party. */
function isOwnHolding({ folded }: AlertText, { start, end }: Place): boolean {
  return HOLDINGS.find(folded, start, end + HOLDING_CHARS).some((hit) => hit.start <= end + 1);
}

/** The first word that leads, if a line begins with it; or null. */
export function leadAtStart(
  { folded }: AlertText,
  { start, end }: Place,
): { readonly lead: Lead; readonly end: number } | null {
  const [hit] = LEADS.find(folded, start, end);
  return hit?.start === start ? { lead: hit.tag, end: hit.end } : null;
}

/** The last word that leads, if a line ends with it, before a colon or nothing; or null. */
export function leadAtEnd({ text, folded }: AlertText, { start, end }: Place): Lead | null {
  const hit = LEADS.find(folded, start, end).at(-1);
  return hit !== undefined && /^\s?[:：]?\s?$/u.test(text.slice(hit.end, end)) ? hit.tag : null;
}

/** The last word that leads in a part of the text; or null. */
export function lastLead({ folded }: AlertText, { start, end }: Place): Lead | null {
  // The "a" of "a/c" leads nowhere.
  return LEADS.find(folded, start, end).findLast((hit) => folded[hit.end] !== "/")?.tag ?? null;
}

/** How many characters say how it was paid, at the beginning of a folded text. */
export function countChannelChars(folded: string): number {
  return CHANNEL.exec(folded)?.[0].length ?? 0;
}

/** Forms of company whose last letter has a full stop. */
const DOTTED_FORM = /\.\s?\p{L}$|\s(?:[eo]?hf|kft|bt|zrt|nyrt)$/iu;

/** "de la compra en ADA STORES": behind what was bought, a second word leads to the name. */
function countLeadChars(alert: AlertText, place: Place): number {
  const lead = leadAtStart(alert, place);
  const behind = alert.text.slice(place.start, lead?.end ?? place.start);
  const isLower = behind !== "" && behind === behind.toLowerCase();
  return lead !== null && isLower && /^ \p{Lu}/u.test(alert.text.slice(lead.end, lead.end + 2))
    ? lead.end + 1 - place.start
    : 0;
}

/** The name that begins at an offset, up to `end` at most; null if there is none. */
export function findNameFrom(alert: AlertText, at: number, end: number): Place | null {
  const { text, folded } = alert;
  let start = at;
  while (/[\s:"“']/.test(text[start] ?? "")) start += 1;
  // "VPA shop@bank Merchant SHOP" has two.
  for (let count = 0; count < INTRODUCTIONS_MAX; count += 1)
    start += INTRODUCTION.exec(folded.slice(start, start + 110))?.[0].length ?? 0;
  const channel = countChannelChars(folded.slice(start, start + 60));
  start += channel + (channel > 0 ? countLeadChars(alert, { start: start + channel, end }) : 0);
  start += BEFORE_BRACKETS.exec(folded.slice(start, start + 180))?.[0].length ?? 0;
  const handle = HANDLE.exec(folded.slice(start, start + 110));
  if (handle !== null) {
    const stop = start + handle[0].length;
    return { start: stop - (handle[1]?.length ?? 0), end: stop };
  }
  // "431836 - AGENT NAME", "105100000024364-SHOP": the number is the till's.
  start += /^\d{5,18} ?[-–] ?(?=\p{L})/u.exec(folded.slice(start, start + 24))?.[0].length ?? 0;
  const stop = findNameEnd(alert, start, end);
  // The full stop of "Vitens N.V." and "Spar Kft." is a part of the name.
  const isForm = DOTTED_FORM.test(text.slice(start, stop)) && text[stop] === ".";
  return nameWithin(alert, start, isForm ? stop + 1 : stop);
}

/** "Condominio Via Roma 12": a street in a name, and not "Via UPI". */
function isStreet(text: string, { start, end }: Place): boolean {
  const name = /^ (\p{Lu}\p{L}+)/u.exec(text.slice(end, end + HOLDING_CHARS))?.[1];
  return text.slice(start, end) === "Via" && name !== undefined && !isWayToPay(name.toLowerCase());
}

/** "カ)ホシゾラ", "ユ)タチバナ": banks in Japan abbreviate the form of a company so, before its name. */
const ABBREVIATED_FORM = /^[\u30a0-\u30ff\uff66-\uff9f]{1,3}[)）]$/u;

function findNameEnd(alert: AlertText, start: number, end: number): number {
  const { text, folded, amounts } = alert;
  const limit = Math.min(end, start + NAME_CHARS_MAX);
  const words = NAME_ENDS.find(folded, start + 1, Math.min(end, limit + 12)).filter(
    (hit) =>
      hit.start > start &&
      text[hit.start - 1] === " " &&
      // "J*** D." ends in an initial, though Danish writes "d. 5 juni".
      !/^\p{Lu}\.$/u.test(text.slice(hit.start, hit.end)) &&
      !joinsName(text, hit) &&
      !isStreet(text, hit) &&
      // "Sjever d.o.o." goes on.
      !/^\.\p{L}/u.test(text.slice(hit.end - 1, hit.end + 1)) &&
      !(
        JOINS_CAPITALS.test(text.slice(hit.start, hit.end)) && /^ \p{Lu}/u.test(text.slice(hit.end))
      ),
  );
  // Without blanks the name ends where a verb begins: "向张三转账". So does a name in capitals before a
  // verb in lower case: "de ADA LANE enviada hoy".
  const isCapital = /^\p{Lu}{2}/u.test(text.slice(start, start + 2));
  const verbs = findVerbs(folded, start + 1, limit).filter(
    (verb) =>
      HAN.test(text[verb.start - 1] ?? "") ||
      (isCapital && /^ \p{Ll}/u.test(text.slice(verb.start - 1, verb.start + 1))),
  );
  // "ADA LANE hizo una transferencia": words in capitals end at a word in lower case.
  const capitals = CAPITALS.exec(text.slice(start, limit))?.[0].length;
  const stops = [
    ...(capitals === undefined ? [] : [start + capitals - 1]),
    ...[...words, ...verbs].map((hit) => hit.start),
    ...[...text.slice(start, limit).matchAll(NAME_STOPS)]
      .map((match) => start + match.index)
      .filter((at) => !ABBREVIATED_FORM.test(text.slice(start, at + 1))),
    ...amounts.filter((one) => one.start >= start && one.start <= limit).map((one) => one.start),
    ...findDates(text.slice(start, limit), null).map((date) => {
      const before = text.slice(start, start + date.start);
      return start + date.start - (BEFORE_DAY.exec(before)?.[0].length ?? 0);
    }),
  ];
  return Math.min(limit, ...stops);
}
