// The other party where no word leads to it: before a word that follows names (Turkish, Korean,
// Japanese, Chinese, Hungarian), or after the amount.

import { findDates } from "../totals/money/dates.ts";
import PARTY_WORDS from "../words/alert-parties.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { phrasesIn } from "../words/phrases.ts";
import type { AlertText, Place } from "./alert-text.ts";
import type { Segment } from "./cells.ts";
import type { Movement } from "./movement.ts";
import { nameWithin } from "./names.ts";
import { BALANCES, BEFORE_AMOUNT, findLabels, findVerbs, HOLDINGS } from "./vocabulary.ts";

const FOLLOWING = phrasesIn({ follows: PARTY_WORDS["follows a name"] }, IN_PLACE);
/** Words right before a name in scripts without blanks. */
const PRECEDING = phrasesIn({ precedes: PARTY_WORDS["precedes a name"] }, IN_PLACE);
const NAME_CHARS_MAX = 50;

/** The name before a word that follows names, in the movement's sentence. */
export function findBeforeWord(alert: AlertText, segment: Segment | undefined): Place | null {
  if (segment?.row !== null) return null;
  for (const hit of FOLLOWING.find(alert.folded, segment.start, segment.end)) {
    const place = findNameBefore(alert, segment.start, hit.start);
    if (place !== null) return place;
  }
  return null;
}

/** "盒马鲜生(杨浦店)": the branch behind the name of a shop, in scripts without blanks. */
const BRANCH_BEHIND = /[（(][\u3040-\u30ff\u3400-\u9fff]{1,12}[店舗舖铺鋪館馆][)）]$/u;

/** What stands before a name that a word follows: a mark, a time, digits, or a Turkish word of the account or card. */
const BEFORE_NAME = new RegExp(
  [
    String.raw`[,;()[\]【】（），。“”"|\n\t]|\d{1,2}[:.]\d{2}(?:[:.]\d{2})?|(?<=\d)(?<!(?<!\p{L})\p{L}\d{1,5})\s`,
    String.raw`|tarihinde|hesabinizdan|hesabiniza|(?<!\p{L})(?:kart|card'?)in(?:iz)?(?:la|dan|da|in|a)?(?!\p{L})|(?<!\p{L})ile(?!\p{L})`,
  ].join(""),
  "gu",
);

/** "(주)누리", "(株)海風": a letter in brackets for the form of the company, right before its name. */
const FORM_BEFORE = /[（(][\uac00-\ud7af\u3400-\u9fff][)）]$/u;

function findNameBefore(alert: AlertText, from: number, till: number): Place | null {
  const { text, folded, amounts } = alert;
  const end = till - (BRANCH_BEHIND.exec(text.slice(from, till))?.[0].length ?? 0);
  const least = Math.max(from, end - NAME_CHARS_MAX);
  const stops = [
    ...amounts.filter((one) => one.end <= end).map((one) => one.end),
    ...findDates(text.slice(least, end), null).map((one) => least + one.end),
    ...PRECEDING.find(folded, least, end).map((hit) => hit.end),
    // "jóváírás érkezett Északi Kft. küldőtől": in lower case, and a name behind.
    ...findVerbs(folded, least, end)
      .filter((verb) => /^\p{Ll}.* \p{Lu}$/su.test(text.slice(verb.start, verb.end + 2)))
      .map((verb) => verb.end),
    ...[...folded.slice(least, end).matchAll(BEFORE_NAME)].map(
      (match) => least + match.index + match[0].length,
    ),
  ].filter((at) => at <= end);
  const start = Math.max(least, ...stops);
  // Cut off in the middle of a word: what stands before is longer than a name.
  if (
    start > from &&
    start === least &&
    /\p{L}/u.test(text[start - 1] ?? "") &&
    !stops.includes(start)
  )
    return null;
  const form = FORM_BEFORE.exec(text.slice(from, start))?.[0].length ?? 0;
  if (form > 0) return nameWithin(alert, start - form, end);
  const number = /^\s?\d{5,18} ?[-–] ?/.exec(text.slice(start, end))?.[0].length ?? 0;
  return nameWithin(alert, start + number, end);
}

/**
 * "支出(消费财付通-美团)45.00元", "支出45.00元(财付通-美团)": the name is in brackets after the verb, or after
 * the amount and behind a channel.
 */
export function findInBrackets(alert: AlertText, { verb, amount }: Movement): Place | null {
  return (
    findBracketed(alert, verb.end, BEHIND_VERB) ?? findBracketed(alert, amount.end, BEHIND_AMOUNT)
  );
}

/** "收到“网银在线-京东商城”退货": a name in quotation marks right before the verb, behind a channel. */
export function findQuotedBefore(alert: AlertText, { verb }: Movement): Place | null {
  const from = Math.max(0, verb.start - QUOTED_CHARS);
  const match = QUOTED.exec(alert.text.slice(from, verb.start));
  const name = match?.groups?.["name"];
  if (match === null || name === undefined) return null;
  const start = from + match.index + match[0].lastIndexOf(name);
  return nameWithin(alert, start, start + name.length);
}

const QUOTED_CHARS = 60;
const QUOTED =
  /[“「『"](?:(?:财付通|支付宝|微信支付|云闪付|银联|京东支付|网银在线|快捷支付|街口支付|支付寶|微信|財付通)[-－])?(?<name>[^“”「」『』"\n]{2,40})[”」』"](?:的)?$/u;

const BEHIND_VERB =
  /^[（(](?:消费|消費|快捷支付|网上支付|支付|转账|代扣|缴费)?(?<name>[^)）\n]{2,40})[)）]/u;
const BEHIND_AMOUNT =
  /^[（(](?:财付通|支付宝|微信支付|云闪付|银联|京东支付|抖音支付|街口支付|支付寶|微信|財付通)[-－](?<name>[^)）\n]{2,40})[)）]/u;

/** "149,00 EUR (ZALANDO)": in capitals and brackets right behind the amount. */
const CAPITALS_IN_BRACKETS = /^ {0,2}\((?<name>\p{Lu}[\p{Lu}\d&'*./_ -]{3,39})\)/u;

export function findCapitalsInBrackets(alert: AlertText, { amount }: Movement): Place | null {
  const match = CAPITALS_IN_BRACKETS.exec(alert.text.slice(amount.end, amount.end + 60));
  if (match === null) return null;
  const end = amount.end + match[0].length - 1;
  const place = nameWithin(alert, end - (match.groups?.["name"]?.length ?? 0), end);
  return place !== null && !hasAlertWords(alert, place) ? place : null;
}

function findBracketed(alert: AlertText, at: number, pattern: RegExp): Place | null {
  const match = pattern.exec(alert.folded.slice(at, at + 60));
  if (match === null) return null;
  const end = at + match[0].length - 1;
  return nameWithin(alert, end - (match.groups?.["name"]?.length ?? 0), end);
}

/** "CNY 168.50" and below it "尾号3926 消费 财付通-盒马": the card, what it was used for, and where. */
export function findBehindDigits(alert: AlertText, movement: Movement): Place | null {
  const { folded, segments } = alert;
  const below = segments[movement.segment + 1];
  if (below?.row !== null) return null;
  const digits = /^[\p{L} ]{0,8}[*x•]{0,4}\d{4} {1,2}/u.exec(folded.slice(below.start, below.end));
  const at = below.start + (digits?.[0].length ?? 0);
  const [verb] = findVerbs(folded, at, below.end);
  if (digits === null || verb?.start !== at || verb.sense !== movement.verb.sense) return null;
  const channel = /^ ?(?:财付通|支付宝|微信支付|云闪付|快捷支付)[-－]/u.exec(
    folded.slice(verb.end, below.end),
  );
  return nameWithin(alert, verb.end + (channel?.[0].length ?? 0), below.end);
}

/**
 * "32,40 EUR, K-MARKET, 17.11.2025", "87,49 PLN: ROSSMANN": the piece right after the amount, if it is
 * nothing else.
 */
export function findBehindAmount(alert: AlertText, { amount }: Movement): Place | null {
  const { text } = alert;
  const match = /^(?:[,;.:] {1,2}| - )([^,;.\n\d][^,;\n]{1,48}?)(?=[,;]|\.(?:\s|$))/u.exec(
    text.slice(amount.end, amount.end + 64),
  );
  if (match === null) return null;
  const end = amount.end + match[0].length;
  const place = nameWithin(alert, end - (match[1]?.length ?? 0), end);
  return place !== null &&
    !hasAlertWords(alert, place) &&
    /^[\p{Lu}\p{Lo}]/u.test(text.slice(place.start)) &&
    !/[:：]/.test(text.slice(place.start, place.end))
    ? place
    : null;
}

/** Capitalized words, after a Greek article. */
const NAME_AT_BEGINNING = /^(?:[ΗΟ] )?(?<name>\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]*){1,3}) $/u;

/** "Kovács Anna 24 800 Ft összeget küldött Önnek": whoever begins the sentence sent it. */
export function findAtBeginning(
  alert: AlertText,
  { verb, amount, direction }: Movement,
  segment: Segment | undefined,
): Place | null {
  if (segment?.row !== null || direction !== "in" || verb.start < segment.start) return null;
  const end = Math.min(verb.start, amount.start);
  const match = NAME_AT_BEGINNING.exec(alert.text.slice(segment.start, end));
  const name = match?.groups?.["name"];
  if (name === undefined) return null;
  const place = nameWithin(alert, end - 1 - name.length, end - 1);
  return place !== null && !hasAlertWords(alert, place) ? place : null;
}

/** "... mit 23,40 EUR belastet: Cafe Zentral, Wien." */
export function findBehindColon(alert: AlertText, { verb, amount }: Movement): Place | null {
  const match = /^[:：] {1,2}(\p{Lu}[^,;\n]{1,48}?)(?=[,;\n]|\.?$|\. )/u.exec(
    alert.text.slice(verb.end, verb.end + 64),
  );
  if (match === null || verb.start < amount.end) return null;
  const end = verb.end + match[0].length;
  const place = nameWithin(alert, end - (match[1]?.length ?? 0), end);
  return place !== null && !hasAlertWords(alert, place) ? place : null;
}

/** "покупка 171.76р PYATEROCHKA 8456 Баланс: ...": in capitals right after the amount. */
export function findCapitalsBehind(alert: AlertText, { amount }: Movement): Place | null {
  const match =
    /^ {1,2}(?:(?:der|des|dem|la|le|el|il|lo) )?(\p{Lu}[\p{Lu}\d&'*./_-]{2,24}(?: [\p{Lu}\d&'*./_-]{1,24}){0,5})(?=[ ,;\n]|\.?$)/u.exec(
      alert.text.slice(amount.end, amount.end + 80),
    );
  if (match === null) return null;
  const end = amount.end + match[0].length;
  // "REST. NEMIGA MINSK OK": such an alert ends with "OK".
  const ok = / OK\.?$/.exec(match[0])?.[0].length ?? 0;
  const place = nameWithin(alert, end - (match[1]?.length ?? 0), end - ok);
  return place !== null && !hasAlertWords(alert, place) ? place : null;
}

/** "127.80 em 19/10/2026 as 18:42, AUTO POSTO IPIRANGA. Limite ...": behind the day and the time. */
const CAPITALS_BEHIND_DAY = new RegExp(
  [
    String.raw`^,? ?(?:\p{L}{1,4} )?\d[\d./-]{4,10}(?:,? (?:\p{L}{1,5}\.? ){0,2}\d{1,2}[:.h]\d{2}`,
    String.raw`(?:[:.]\d{2})?)?(?: \p{L}{1,3})?, (?<name>\p{Lu}[\p{Lu}\d&'*./_-]{2,24}`,
    String.raw`(?: [\p{Lu}\d&'*./_-]{1,24}){0,6})(?=[,;\n]|\.?$|\. )`,
  ].join(""),
  "u",
);

/** A name in capitals behind the amount and its day. */
export function findCapitalsBehindDay(alert: AlertText, { amount }: Movement): Place | null {
  const match = CAPITALS_BEHIND_DAY.exec(alert.text.slice(amount.end, amount.end + 140));
  if (match === null) return null;
  const end = amount.end + match[0].length;
  const place = nameWithin(alert, end - (match.groups?.["name"]?.length ?? 0), end);
  return place !== null && !hasAlertWords(alert, place) ? place : null;
}

function hasAlertWords({ folded }: AlertText, { start, end }: Place): boolean {
  return (
    findVerbs(folded, start, end).length > 0 ||
    [HOLDINGS, BALANCES, BEFORE_AMOUNT].some((words) => words.find(folded, start, end).length > 0)
  );
}

const CARD_AND_COLON = /(?<!\d)\d{4}: (?=\p{L})/u;

/**
 * "Autorizace karty 7730: CORNER CAFE castka: 98,00 CZK": between the digits of the card and the label of the
 * amount.
 */
export function findBeforeLabel(
  alert: AlertText,
  { start }: Place,
  { amount }: Movement,
): Place | null {
  const { text, folded } = alert;
  const label = findLabels(folded, start, amount.start).at(-1);
  if (label?.role !== "amount" || !/^[\s:：]{0,3}$/u.test(text.slice(label.end, amount.start)))
    return null;
  const digits = CARD_AND_COLON.exec(text.slice(start, label.start));
  return digits === null
    ? null
    : nameWithin(alert, start + digits.index + digits[0].length, label.start);
}
