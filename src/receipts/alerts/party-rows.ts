// The other party in labelled rows: "Beneficiary: Ada Lane", "Details: COMPRA EN UBER TRIP". Behind
// the name there may be its account, what a transfer was for, or the name once more in Latin letters.

import { legalFormIn } from "../issuer/legal-forms.ts";
import PARTY_WORDS from "../words/alert-parties.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { phrasesIn, wordsIn } from "../words/phrases.ts";
import { findRows, type AlertText, type Place, type Row } from "./alert-text.ts";
import { BANKS } from "./banks.ts";
import { SENDS_ALERTS } from "./evidence.ts";
import {
  countChannelChars,
  findLed,
  findNameFrom,
  leadAtStart,
  NAME_CHARS_MAX,
  type Lead,
} from "./lead-words.ts";
import { findSideRows, OTHERS } from "./last-digits.ts";
import type { Direction, Movement } from "./movement.ts";
import { CODE, isOperation, nameWithin, trimPlace } from "./names.ts";
import { findPartOfNarration } from "./narrations.ts";
import { findLabels, findVerbs, HOLDINGS, isWayToPay, type LabelRole } from "./vocabulary.ts";

/** The first name in a row with one of the roles, in their order; handles only if they are wanted. */
export function findInRows(
  alert: AlertText,
  direction: Direction,
  roles: readonly LabelRole[],
  leads: readonly Lead[],
  wantsHandle = false,
): Place | null {
  for (const role of roles) {
    for (const { row: whole } of namesFirst(alert, findRows(alert, role))) {
      const row = findPartOfNarration(alert, whole, direction) ?? whole;
      const led = findLedInRow(alert, row, leads);
      if (led !== null && !wantsHandle) return led;
      const printed = alert.text.slice(row.start, row.end);
      const account = ACCOUNT_BEFORE.exec(printed)?.[0].length ?? 0;
      const start =
        row.start + account + countChannelChars(alert.folded.slice(row.start + account, row.end));
      const end = Math.min(endOfWay(alert, row, start), start + 80);
      const value = alert.text.slice(start, end);
      const behind =
        ACCOUNT_BEHIND.exec(value) ??
        REMARK_BEHIND.exec(value) ??
        LATIN_BEHIND.exec(value) ??
        (role === "purpose" ? findRemark(value) : null);
      const kept = end - (behind?.[0].length ?? 0);
      const place = nameWithin(
        alert,
        start,
        findAccountBehind(alert, { start, end: kept }) ?? kept,
      );
      const shared = role === "merchant" && direction === "out" ? findAccountOf(alert, row) : null;
      const name = findBelowBank(alert, row) ?? place ?? shared;
      if (name !== null && isHandle(alert, name) === wantsHandle) return name;
    }
  }
  return null;
}

/** "ALAT NIP TRANSFER TO ADA LANE FROM SA": behind the channel and the name, whose account it came from. */
function endOfWay({ text }: AlertText, row: Place, start: number): number {
  const other = start > row.start ? / (?:FROM|FRM) \p{Lu}/u.exec(text.slice(start, row.end)) : null;
  return other === null ? row.end : start + other.index;
}

/**
 * "To: Hutt Flat Account": an account that people name themselves, such as the one of a shared flat. Kinds of
 * account ("Everyday Account") name nobody.
 */
function findAccountOf({ text }: AlertText, { start, end }: Place): Place | null {
  const name = NAMED_ACCOUNT.exec(text.slice(start, end));
  return name === null || KIND_OF_ACCOUNT.test(name[0]) ? null : { start, end };
}

const NAMED_ACCOUNT =
  /^\p{Lu}[\p{L}'&-]+(?: [\p{Lu}&][\p{L}'&-]*){1,3} (?:Account|Acc|Acct|A\/C)$/u;
const KIND_OF_ACCOUNT =
  /(?<!\p{L})(?:access|advantage|basic|bank|bonus|business|cash|cheque|chequing|checking|choice|classic|complete|credit|current|debit|deposit|direct|easy|everyday|extra|flexi|free|freedom|gold|instant|investment|joint|loan|main|market|money|my|notice|offset|online|orange|own|personal|platinum|plus|premier|premium|prepaid|private|reserve|saver|savers|saving|savings|select|serious|smart|spending|standard|streamline|student|term|total|transaction|ultimate|value|virtual|wallet|wise|your|youth)(?!\p{L})/iu;

/** "Bugs Bunny A/C ending 0000": two words of a name, and an account that ends in its digits. */
const NAME_AND_ACCOUNT = /^\p{Lu}[\p{L}'.-]+(?: \p{Lu}[\p{L}'.-]*)+ $/u;

/** "VEGA HERMANOS SRL, Cuenta corriente DOP ** - 2222": where the account begins behind a name; or null. */
function findAccountBehind({ text, folded }: AlertText, { start, end }: Place): number | null {
  const holding = HOLDINGS.find(folded, start, end).find((hit) =>
    isNameBefore(text.slice(start, hit.start)),
  );
  return holding !== undefined && /\d{3,}\P{L}{0,3}$/u.test(text.slice(holding.end, end))
    ? holding.start
    : null;
}

function isNameBefore(words: string): boolean {
  const isSetApart = /[\p{L}.)] ?(?:[,;]|[-–—] ?(?=$))\s?$/u.test(words);
  return isSetApart || (NAME_AND_ACCOUNT.test(words) && !KIND_OF_ACCOUNT.test(words));
}

/** "Destino: VEGA HERMANOS SRL, Cuenta corriente ** 2222": the name beside the account of the other side. */
export function findBesideAccount(
  alert: AlertText,
  { direction, isRefund }: Movement,
): Place | null {
  for (const { start, end } of isRefund ? [] : findSideRows(alert, OTHERS[direction])) {
    const row = alert.segments.find((one) => one.start === start && one.end === end)?.row;
    const until = row == null ? null : findAccountBehind(alert, row);
    const place = row == null || until === null ? null : nameWithin(alert, row.start, until);
    if (place !== null) return place;
  }
  return null;
}

const LEAD_CHARS_MIN = 4;

/**
 * "FROM ADA LANE - ACCESS BANK", "NIBSS Instant Payment 0000142610 TRF FOR RENT FROM ADA LANE": the name
 * behind a word that leads, where the value begins with that word or is longer than a name.
 */
function findLedInRow(alert: AlertText, row: Place, leads: readonly Lead[]): Place | null {
  const first = leadAtStart(alert, row);
  // "LA BODEGA": a shorter word may begin the name.
  const isLead =
    first !== null && first.end - row.start >= LEAD_CHARS_MIN && !isInName(alert, row, first.end);
  if (isLead && leads.includes(first.lead) && first.end < row.end)
    return findNameFrom(alert, first.end, row.end);
  return row.end - row.start > NAME_CHARS_MAX ? findLed(alert, row, leads) : null;
}

/** "COMERCIO VEGA SRL": a word that is also a label begins the name of a company. */
function isInName({ text, folded }: AlertText, { start, end }: Place, until: number): boolean {
  const isLabel = findLabels(folded, start, until).some(
    (label) => label.role === "merchant" && label.start === start && label.end === until,
  );
  return isLabel && text[until] === " " && legalFormIn(text.slice(start, end), 2) !== null;
}

/** "Transfer to", below it a bank, an account and the name. */
function findBelowBank(alert: AlertText, row: Place): Place | null {
  const { text, folded, segments } = alert;
  const below = segments.filter(({ start }) => start >= row.end).slice(0, 2);
  const [account, name] = isDigits(text, row) ? [row, below[0]] : below;
  const isBank =
    account === row ||
    BANKS.find(folded, row.start, row.end).length > 0 ||
    SENDS_ALERTS.test(folded.slice(row.start, row.end));
  if (!isBank || account === undefined || !isDigits(text, account)) return null;
  return name?.row !== null || /[\t:：]|[.!?]$/.test(text.slice(name.start, name.end))
    ? null
    : nameWithin(alert, name.start, name.end);
}

/**
 * "From account", below it "4269109023/0800", and below that "Ada Lane": the account that money came from, or
 * went to, and whose it is.
 */
export function findBelowAccount(alert: AlertText, direction: Direction): Place | null {
  const { text, segments } = alert;
  for (const segment of findRows(alert, "account")) {
    const lead = leadAtStart(alert, { start: segment.start, end: segment.row.start });
    if (lead?.lead !== (direction === "in" ? "from" : "to")) continue;
    const below = segments.filter(({ start }) => start >= segment.row.start).slice(0, 2);
    const name = below.find(({ start }) => start >= segment.row.end);
    if (!isAccountNumber(text, segment.row) || name?.row !== null) continue;
    const place = /[\t:：]|[.!?]$/.test(text.slice(name.start, name.end))
      ? null
      : nameWithin(alert, name.start, name.end);
    if (place !== null) return place;
  }
  return null;
}

/** "4269109023/0800", "SK45 0200 0000 0019 8410 0123". */
function isAccountNumber(text: string, { start, end }: Place): boolean {
  return /^(?:[A-Z]{2}\d{2}[A-Z\d ]{8,32}|(?:\d{1,6}-)?\d{2,12}\/\d{3,12}|[\d\s*xX•.-]{4,34})$/u.test(
    text.slice(start, end),
  );
}

/** Digits of an account, most of them hidden or not. */
function isDigits(text: string, { start, end }: Place): boolean {
  return /^[\d\s*xX•.-]{4,34}$/u.test(text.slice(start, end));
}

/** "NIP/MB/ADA LANE/GTB/rent" says less than "Beneficiary: Ada Lane", wherever it is. */
function namesFirst({ text, folded }: AlertText, rows: readonly Row[]): readonly Row[] {
  const isLast = ({ start, row }: Row): boolean => {
    const value = text.slice(row.start, row.end);
    const isDescription = DESCRIPTION.test(folded.slice(start, row.start));
    return PATH.test(value) || BRANCH.test(value) || isDescription;
  };
  return [...rows.filter((one) => !isLast(one)), ...rows.filter(isLast)];
}

/** "Description: for the party" may stand above "Beneficiary: Ada Lane". */
const DESCRIPTION = new RegExp(
  String.raw`^[^\p{L}]*(?:${wordsIn(PARTY_WORDS["label of a description"]).join("|")})[^\p{L}]*$`,
  "u",
);

/** Whether a place is in a row that says what a payment was for. */
export function isInDescription({ folded, segments }: AlertText, { start, end }: Place): boolean {
  return segments.some(
    ({ start: from, row }) =>
      row !== null &&
      row.start <= start &&
      row.end >= end &&
      DESCRIPTION.test(folded.slice(from, row.start)),
  );
}

/** "京都中央信用金庫 西陣支店 普通": the branch of a bank where the other party has an account. */
const BRANCH =
  /(?:銀行|金庫|信金|信用組合|農協|银行|은행|bank|banco|banca|banque).{0,24}(?:支店|本店|営業部|出張所|普通|当座|支行|分行|지점|branch|filiale|agence|agenzia|sucursal|agencia|agência)/iu;

const PATH = /^[^/\n]{1,40}(?:\/[^/\n]{1,60}){2}/u;

/** "@jordan-lee": a name in an app. A person's own name says more, wherever it is. */
function isHandle({ text }: AlertText, { start, end }: Place): boolean {
  return /^@\S+$/.test(text.slice(start, end));
}

/**
 * "Kovotex Brno s.r.o., 27-1234560287/0100", "Ada Lane, card 5375 41** **** 8806", "Ada Lane (61944111)": the party's
 * account or telephone number behind its name.
 */
const ACCOUNT_BEHIND = new RegExp(
  [
    String.raw`[,;]\s?(?:\p{Ll}{3,12}\.?\s)?(?:[A-Z]{2}\d{2})?[\d\s*•-]{6,34}(?:\/\d{4})?$`,
    String.raw`\s\d{4}\/[\d-]{6,20}$`,
    String.raw`\s?\(\+?\d[\d -]{5,16}\)$`,
  ].join("|"),
  "u",
);

/** "19-4410920207/0100 Družstvo Na Stráni", "BG80BNBG96611020345678, Ivan": the account before it. */
const ACCOUNT_BEFORE = new RegExp(
  String.raw`^(?:(?:\d{1,6}-)?\d{2,10}\/\d{4}|[A-Z]{2}\d{2}[A-Z\d]{11,30}|` +
    String.raw`[A-Z]{2}\d{2} [A-Z\d]{4}(?: (?=\p{L}{0,3}\d)[A-Z\d]{1,4}){2,7})` +
    String.raw`(?:\s?[,;:–-])?\s(?=["„“«]?\p{L}{2})`,
  "u",
);

/** "OAKFIELD LOGISTICS LTD-SALARY OCT 2026-GTB": what a transfer was for, behind a form of company. */
const REMARK_BEHIND =
  /(?<= (?:LTD|LIMITED|PLC|LLC|LLP|INC|CORP|GMBH|PVT LTD|SDN BHD|BHD|PTE LTD|PTY LTD))\s?[-/]\s?[\p{Lu}\d][^\n]*$/u;

/** "HERA COMM SPA FATTURA GAS 09-10/26": the same in capitals without a mark, with a number. */
function findRemark(value: string): RegExpExecArray | null {
  const form = legalFormIn(value, 2);
  return form === null || value !== value.toUpperCase()
    ? null
    : /^ (?=[^\n]{0,60}\d)[^\n]+$/u.exec(value.slice(form.end));
}

/** "ลานนา โมบาย (LANNA MOBILE)": the name once more in Latin letters, behind another script. */
const LATIN_BEHIND =
  /(?<=^[^\p{Script=Latin}\d()]{2,60}) ?\([^()\n\P{Script=Latin}][\p{Script=Latin} .,&'-]{1,60}\)$/u;

/** "ORIGIN ENERGY 8000417729": the number of a customer or a contract behind a name. */
const NUMBER_BEHIND = / \d{6,18}$/;

/** "DIRECT DEBIT - ORIGIN ENERGY": how many characters say what was done, before the name. */
function countOperationChars({ text, folded }: AlertText, { start, end }: Place): number {
  const [verb] = findVerbs(folded, start, end);
  if (verb === undefined || !/^[\s:]*$/.test(text.slice(start, verb.start))) return 0;
  const mark = /^\s?[-–—:/]\s?(?=\p{L}{2})/u.exec(text.slice(verb.end, end));
  return mark === null ? 0 : verb.end + mark[0].length - start;
}

/** "LASTSCHRIFT CSS Versicherung AG", "DIRECT DEBIT - ORIGIN ENERGY". */
function countLeadChars(alert: AlertText, row: Place): number {
  const channel = countChannelChars(alert.folded.slice(row.start, row.end));
  return channel > 0 ? channel : countOperationChars(alert, row);
}

/** "Addebito": one word, of which the tables have the stem. */
function isVerbAlone({ folded }: AlertText, { start, end }: Place): boolean {
  return (
    !/[^\p{L}]/u.test(folded.slice(start, end)) && findVerbs(folded, start, end)[0]?.start === start
  );
}

const CASH = phrasesIn<"cash">({ cash: PAYMENT_WORDS.cash }, IN_PLACE);

/** "COMPRA EN UBER TRIP": the name in the row of the operation, else the row's whole value. */
export function findInOperation(alert: AlertText): Place | null {
  for (const { row } of findRows(alert, "operation")) {
    // "Transaction alert", and below it "You spent $18.75 at a shop".
    if (alert.amounts.some(({ start, end }) => start >= row.start && end <= row.end)) continue;
    const lead =
      /^(?:compra|pago|consumo|compra aprobada|purchase|pos|payment|achat|paiement|zahlung|kartenzahlung|acquisto|pagamento|zakup|платеж|покупка|оплата)(?: con tarjeta)? (?:en|a|at|to|chez|bei|presso|em|w|в) /u.exec(
        alert.folded.slice(row.start, row.end),
      );
    const place = trimPlace(
      alert.text,
      row.start + (lead?.[0].length ?? countLeadChars(alert, row)),
      row.end - (NUMBER_BEHIND.exec(alert.text.slice(row.start, row.end))?.[0].length ?? 0),
    );
    // A number alone is the operation's, and "Debit" alone names nobody; cash is known by what was done.
    if (
      place !== null &&
      /\p{L}/u.test(alert.text.slice(place.start, place.end)) &&
      !CODE.test(alert.text.slice(place.start, place.end)) &&
      // "Card type: Mastercard".
      !isWayToPay(alert.folded.slice(place.start, place.end)) &&
      (!isOperation(alert, place) || CASH.has(alert.folded, place.start, place.end)) &&
      !isVerbAlone(alert, place)
    )
      return place;
  }
  return null;
}
