// The other party on a line of its own: the line below or above an amount, a line that begins with a
// word that leads ("from LULU"), and a line that ends with a dash and the amount.

import { findDates } from "../totals/money/dates.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { findNameFrom, leadAtEnd, leadAtStart, NAME_CHARS_MAX, type Lead } from "./lead-words.ts";
import type { Movement } from "./movement.ts";
import { nameWithin } from "./names.ts";
import { findLabels, findVerbs, HOLDINGS } from "./vocabulary.ts";

const TERSE_CHARS_MAX = 300;

/**
 * "Purchase\nfrom LULU\nat 14:20": a line of a short alert that begins with the word that leads.
 */
export function findOnLedLine(alert: AlertText, leads: readonly Lead[]): Place | null {
  if (alert.text.length > TERSE_CHARS_MAX || alert.segments.length < 3) return null;
  const all: readonly Lead[] = [...leads, "from"];
  for (const segment of alert.segments) {
    if (segment.row !== null || segment.end - segment.start > NAME_CHARS_MAX) continue;
    const first = leadAtStart(alert, segment);
    const place =
      first !== null && all.includes(first.lead)
        ? findNameFrom(alert, first.end, segment.end)
        : null;
    if (place !== null) return place;
  }
  return null;
}

/**
 * "You sent", "25.00", "to Ada Lane": the line below the amount. Without a word that leads, it is the
 * name of a payee where the day is on the line below it: "Pagaste", "25.00", "Ada Lane", "18 oct". Behind
 * other verbs it is a name if it is in capitals, as terminals print shops.
 */
export function findBelowAmount(
  alert: AlertText,
  movement: Movement,
  leads: readonly Lead[],
): Place | null {
  const { text, folded, segments, amounts } = alert;
  const [own, below, after] = [0, 1, 2].map((at) => segments[movement.segment + at]);
  if (own?.row !== null || below?.row !== null || below.end - below.start > NAME_CHARS_MAX)
    return null;
  const sign = text.slice(own.start, movement.amount.start);
  if (!/^[+−-]? ?$/u.test(sign) || own.end !== movement.amount.end) return null;
  if (amounts.some(({ start }) => start >= below.start && start < below.end)) return null;
  const first = leadAtStart(alert, below);
  const all: readonly Lead[] = [...leads, movement.direction === "in" ? "from" : "of"];
  if (first !== null && all.includes(first.lead)) return findNameFrom(alert, first.end, below.end);
  const line = text.slice(below.start, below.end);
  // The verb is in the subject where it is in no line.
  const isHeadNear = movement.head === movement.segment - 1 || movement.head === movement.segment;
  const isPayee =
    isHeadNear &&
    after !== undefined &&
    (/^\d{1,2}\D/.test(text.slice(after.start, after.end)) ||
      (after.row !== null && isSigned(movement, sign) && SHOP_IN_WORDS.test(line))) &&
    (movement.verb.isBeforePayee
      ? NAME_OF_WORDS.test(line)
      : CAPITALS.test(line) || (isSigned(movement, sign) && isNameAlone(alert, below))) &&
    findVerbs(folded, below.start, below.end).length === 0;
  return isPayee ? nameWithin(alert, below.start, below.end) : null;
}

/** "−129,00 kr.", "+40,00 kr." */
function isSigned({ amount }: Movement, before: string): boolean {
  return amount.negative || before !== "";
}

/** "APOTEK HJARTAT", "Apotek Hjärtat", "SPOTIFY": a word alone is a shop in capitals only. */
const SHOP_IN_WORDS =
  /^\p{Lu}(?:[\p{L}\d.'&*-]{0,24}(?: [\p{Lu}&][\p{L}\d.'&*-]{0,24}){1,5}|[\p{Lu}\d.'&*-]{3,24})$/u;

/** "Saxo.com": nothing but a name, no word of accounts or labels. */
function isNameAlone({ text, folded }: AlertText, { start, end }: Place): boolean {
  return (
    SHOP.test(text.slice(start, end)) &&
    findLabels(folded, start, end).length === 0 &&
    HOLDINGS.find(folded, start, end).length === 0
  );
}

const SHOP = /^\p{Lu}[^:\t.!?]{1,30}(?:\.\p{Ll}{2,3})?$/u;

/**
 * "Date: 2026/10/12", "KOMOREBI", "2,310円": the line between a row and an amount that is alone on
 * its line.
 */
export function findAboveAmount(alert: AlertText, movement: Movement): Place | null {
  const { text, folded, segments } = alert;
  const [before, above, own] = [-2, -1, 0].map((at) => segments[movement.segment + at]);
  const { amount } = movement;
  if (own?.row !== null || !isAlone(text, own, amount)) return null;
  if (above?.row !== null || before === undefined) return null;
  const isTold = isShopAboveDay(alert, movement) || isBelowColon(alert, movement);
  if (before.row === null && !isTold) return null;
  const isLine =
    above.end - above.start <= NAME_CHARS_MAX &&
    /^\n$/.test(text.slice(above.end, own.start)) &&
    /^\n$/.test(text.slice(before.end, above.start)) &&
    !/[:：!?.。]$/u.test(text.slice(above.start, above.end));
  // "（買物）" behind the name is a verb.
  const place = isLine ? nameWithin(alert, above.start, above.end) : null;
  return place !== null && findVerbs(folded, place.start, place.end).length === 0 ? place : null;
}

/**
 * "RESTAURANT DE KARPER", "€ 128,50", "vrijdag 23 oktober 2026": a line in capitals, the amount and its day,
 * each alone on its line below a sentence.
 */
function isShopAboveDay({ text, segments }: AlertText, { segment }: Movement): boolean {
  const [before, above, below] = [-2, -1, 1].map((at) => segments[segment + at]);
  if (before === undefined || above === undefined || below?.row !== null) return false;
  const [day] = findDates(text.slice(below.start, below.end), null);
  return (
    (CAPITALS.test(text.slice(above.start, above.end)) ||
      CAPITALS_JOINED.test(text.slice(above.start, above.end))) &&
    /[.!:?]$/u.test(text.slice(before.start, before.end)) &&
    day !== undefined &&
    /^(?:\p{L}{2,12}\.?,? )?$/u.test(text.slice(below.start, below.start + day.start)) &&
    day.end >= below.end - below.start - TIME_CHARS
  );
}

/** "(GARDEN DEPOT #12)" alone in brackets above the amount, which is alone on its line. */
export function findBracketedAbove(alert: AlertText, { amount }: Movement): Place | null {
  const line = lineAbove(alert, amount);
  if (line === null || !/^\([^()]{3,60}\)$/u.test(alert.text.slice(line.start, line.end)))
    return null;
  const place = nameWithin(alert, line.start + 1, line.end - 1);
  return place !== null && findLabels(alert.folded, place.start, place.end).length === 0
    ? place
    : null;
}

/**
 * "CORNER STORE # 1319", "$3.62": a line in capitals above the amount, with a day alone on the line above or
 * below the two.
 */
export function findShopNextToDay(alert: AlertText, { amount }: Movement): Place | null {
  const { text, folded } = alert;
  const line = lineAbove(alert, amount);
  if (line === null || !CAPITALS.test(text.slice(line.start, line.end))) return null;
  const before = text.slice(Math.max(0, line.start - ABOVE_CHARS), line.start);
  const above = before.trimEnd().split("\n").at(-1) ?? "";
  const below = nextLine(text, text.indexOf("\n", amount.end)) ?? "";
  if (!isDayAlone(above.trim()) && !isDayAlone(below.trim())) return null;
  const place = nameWithin(alert, line.start, line.end);
  return place !== null && findLabels(folded, place.start, place.end).length === 0 ? place : null;
}

const ABOVE_CHARS = 90;
const LINE_ABOVE = /(?:^|\n)(?<line>[^\n\t]{3,70})\n\s{0,3}$/u;

/** The line above an amount that has a line to itself; null if it shares its line or has nothing above it. */
function lineAbove({ text }: AlertText, { start, end }: Place): Place | null {
  const from = text.lastIndexOf("\n", start) + 1;
  const newline = text.indexOf("\n", end);
  const isAlone =
    /^[^\p{L}\d]{0,3}$/u.test(text.slice(from, start)) &&
    /^[\s*]{0,2}$/u.test(text.slice(end, newline === -1 ? undefined : newline));
  const begin = Math.max(0, from - ABOVE_CHARS);
  const above = isAlone ? LINE_ABOVE.exec(text.slice(begin, from)) : null;
  const line = above?.groups?.["line"];
  if (above === null || line === undefined) return null;
  const at = begin + above.index + above[0].indexOf(line);
  return { start: at, end: at + line.trimEnd().length };
}

function nextLine(text: string, at: number): string | undefined {
  if (at === -1) return undefined;
  return text
    .slice(at, at + 60)
    .trimStart()
    .split("\n")[0];
}

/** "Thu, Jan 02, 2020": a day with its weekday, and nothing else. */
function isDayAlone(line: string): boolean {
  const [day] = findDates(line, null);
  return (
    day !== undefined &&
    /^(?:\p{L}{2,12}\.?,? )?$/u.test(line.slice(0, day.start)) &&
    day.end >= line.length - 1
  );
}

/** "12.50", "−12,50 EUR", "$12.50*": an amount alone on its line, with its sign or a mark of a footnote. */
function isAlone(text: string, own: Place, amount: Place): boolean {
  return (
    /^[+−-]? ?$/u.test(text.slice(own.start, amount.start)) &&
    /^ ?\*?$/u.test(text.slice(amount.end, own.end))
  );
}

/** "You have just paid with your card:", "Corner Bakery Springfield", "−12,50 EUR": below the colon of the verb. */
function isBelowColon(alert: AlertText, { segment, head }: Movement): boolean {
  const { text, segments } = alert;
  const [before, above] = [segments[segment - 2], segments[segment - 1]];
  return (
    head === segment - 2 &&
    before !== undefined &&
    above !== undefined &&
    /[:：]$/u.test(text.slice(before.start, before.end)) &&
    SHOP_IN_WORDS.test(text.slice(above.start, above.end)) &&
    isNameAlone(alert, above)
  );
}

/** " at 14:20" behind a day. */
const TIME_CHARS = 12;

/** "Le enviaste a", "Ada Lane", "$84.500": the line below a sentence that ends with a word that leads. */
export function findBelowLead(
  alert: AlertText,
  { segment, head, direction }: Movement,
  leads: readonly Lead[],
): Place | null {
  const { text, folded, segments, amounts } = alert;
  const all: readonly Lead[] = [...leads, "of"];
  for (const at of new Set([head, segment])) {
    const [above, below] = [segments[at], segments[at + 1]];
    if (above?.row !== null || below?.row !== null) continue;
    const lead = leadAtEnd(alert, above);
    if (lead === null || !all.includes(lead) || (lead === "of" && direction === "in")) continue;
    const isName =
      /^\n{1,2}$/.test(text.slice(above.end, below.start)) &&
      below.end - below.start <= NAME_CHARS_MAX &&
      !amounts.some(({ start }) => start >= below.start && start < below.end) &&
      findVerbs(folded, below.start, below.end).length === 0;
    const place = isName ? nameWithin(alert, below.start, below.end) : null;
    if (place !== null) return place;
  }
  return null;
}

/** "Rosa M. Quispe H.", "Ana de la Cruz": words with capitals, and particles between them. */
const NAME_OF_WORDS =
  /^\p{Lu}[\p{L}.'-]{0,24}(?: (?:\p{Lu}[\p{L}.'-]{0,24}|d[aeo]s?|del|la|y|e)){1,6}$/u;

/** "ADA*BAKERY": one word, with the mark by which a payment service joins its own name and the shop's. */
const CAPITALS_JOINED = /^\p{Lu}[\p{Lu}\d]{1,20}\*\p{Lu}[\p{Lu}\d.]{2,20}$/u;

/** "CORNER CAFE LISBOA PT": as terminals print a shop. */
const CAPITALS = /^\p{Lu}[\p{Lu}\d&'*./_-]{2,24}(?: [\p{Lu}\d&'*./_#-]{1,24}){1,6}$/u;

/**
 * "Card payment Corner Cafe – R 51.00", also with the line broken behind the verb: between the verb
 * and the dash before the amount.
 */
export function findBeforeDash(alert: AlertText, { verb, amount }: Movement): Place | null {
  const { text, folded } = alert;
  const dash = /\s[-–—] ?$/u.exec(text.slice(Math.max(verb.end, amount.start - 4), amount.start));
  if (dash === null || amount.start - verb.end > NAME_CHARS_MAX || amount.start <= verb.end)
    return null;
  const [end, lineBreak] = [amount.start - dash[0].length, text.lastIndexOf("\n", amount.start)];
  const start = Math.max(verb.end, lineBreak + 1);
  const isBelow = start > verb.end;
  return isBelow &&
    (/\S/.test(text.slice(verb.end, lineBreak)) || findLabels(folded, start, end).length > 0)
    ? null
    : nameWithin(alert, start, end);
}
