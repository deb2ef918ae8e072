// The other party in the sentences of a movement: the subject of its verb, its object, and the name behind a word
// that leads or behind a label within the sentence.

import { type AlertText, type Place } from "./alert-text.ts";
import type { Segment } from "./cells.ts";
import { findLed, findNameFrom, leadAtEnd, NAME_CHARS_MAX, type Lead } from "./lead-words.ts";
import type { Movement } from "./movement.ts";
import { nameWithin, trimPlace } from "./names.ts";
import { findPartOfNarration } from "./narrations.ts";
import { findPayerIn } from "./paid-by-others.ts";
import { findPaths } from "./references.ts";
import { findBeforeDash as findDashed, isNamedBelow } from "./row-movements.ts";
import { findLabels, findVerbs, isWayToPay, type LabelRole } from "./vocabulary.ts";

/** The text that is searched, and the movement whose party is searched. */
export interface Search {
  readonly alert: AlertText;
  readonly movement: Movement;
  /** The segment with the amount, and the one with the verb. */
  readonly segment: Segment | undefined;
  readonly head: Segment | undefined;
  /** Those of the two that are sentences. */
  readonly sentences: readonly Segment[];
  /** The labels of the other party, and the words that lead to it, for the movement's direction. */
  readonly roles: readonly LabelRole[];
  readonly leads: readonly Lead[];
}

/** "We inform you that Ada Lane made a transfer to your account", at the head or above the amount. */
export function findPayerOfSentence({ alert, movement }: Search): Place | null {
  if (movement.direction !== "in" || movement.isRefund) return null;
  const { text, folded, segments } = alert;
  for (const { row, start, end } of segments.slice(0, movement.segment + 1)) {
    const payer = row === null ? findPayerIn(folded.slice(start, end)) : null;
    if (payer === null) continue;
    const name = folded.slice(start + payer.start, start + payer.end + 1);
    const auxiliary = AUXILIARY.exec(name)?.[0].length ?? 1;
    const place = nameWithin(alert, start + payer.start, start + payer.end + 1 - auxiliary);
    if (place !== null && /^\p{Lu}/u.test(text.slice(place.start))) return place;
  }
  return null;
}

/** "Corner Bakery  12.40" right below "You made a purchase at:"; "Corner Bakery – EUR 12.40" on a line. */
export function findBeforeAmount({
  alert,
  movement: { head, amount },
  segment,
}: Search): Place | null {
  const isApart = segment !== undefined && segment !== alert.segments[head];
  const dashed = isApart ? findDashed(alert, segment, amount) : null;
  if (dashed !== null) return nameWithin(alert, dashed.start, dashed.end);
  return segment === undefined || !isNamedBelow(alert, head, amount)
    ? null
    : nameWithin(alert, segment.start, alert.text.indexOf("\t", segment.start));
}

export function findInOwnSentence({ alert, movement, segment, leads }: Search): Place | null {
  return segment?.row !== null
    ? null
    : (findSubject(alert, segment, movement) ?? findLed(alert, segment, leads));
}

/** "Ada Lane has received 20.00 from your account", "Ada Lane sent you 20.00". */
export function findSubject(
  alert: AlertText,
  { start }: Place,
  { verb, direction }: Pick<Movement, "verb" | "direction">,
): Place | null {
  const { folded } = alert;
  const before = beforeAmount(alert, start, verb.start);
  const auxiliary = AUXILIARY.exec(folded.slice(start, before))?.[0].length ?? 0;
  const end = before - auxiliary;
  const isAboutOthers =
    (direction === "in" && isFullName(alert.text.slice(start, end))) ||
    /^(?:has )?(?:received|sent you|paid you)|^(?:te|le) (?:envio|transfirio)|^hat (?:dir|ihnen)|^ה?(?:שלח|שלחה|העביר|העבירה|שילם|שילמה) לך/.test(
      folded.slice(verb.start, verb.start + 20),
    ) ||
    /^ ?has received/.test(folded.slice(verb.start - 4, verb.start + 12));
  if (!isAboutOthers) return null;
  const isOwn = /[:,]|(?<![\p{L}])(?:you|your|account|a\/c|payment|amount|we)(?![\p{L}])/u.test(
    folded.slice(start, end),
  );
  return end - start > NAME_CHARS_MAX || isOwn ? null : nameWithin(alert, start, end);
}

/** "Stad Mechelen heeft 2.314,08 EUR gestort": where an amount stands between an auxiliary and its verb. */
function beforeAmount({ folded, amounts }: AlertText, start: number, verbAt: number): number {
  const between = amounts.find((one) => one.start > start && one.end < verbAt);
  const isSplit =
    between !== undefined &&
    /\p{L} (?:heeft|hat|har|ha|has)(?: (?:dir|ihnen|dich|je|jou|u|dig|deg|ti|vi|te|le))? $/u.test(
      folded.slice(start, between.start),
    ) &&
    /^ (?:\p{L}{1,12} ){0,4}$/u.test(folded.slice(between.end, verbAt));
  return isSplit ? between.start : verbAt;
}

/** "Ada Lane has just [sent you]", "Ada Lane hat [dir ... gesendet]". */
const AUXILIARY =
  /(?<=\p{L}\.? )(?:(?:has|have|just|ha|hat|heeft|har|hefur|on|a|je|vous|t'|te|ti|le|vi|dir|ihnen|gerade|acaba de|vient de|appena) ){1,3}$/u;

/** "Joris van Dijk ": two to five words in capitals, with the small words of names between them. */
function isFullName(printed: string): boolean {
  return /^\p{Lu}[\p{L}.'’-]{1,24}(?: (?:van|von|de|der|den|da|di|du|del|dos|das|la|le|el|al|bin|ter|zu|y|e|\p{Lu}\.?|\p{Lu}[\p{L}.'’-]{1,24})){0,3} \p{Lu}[\p{L}.'’-]{1,24} $/u.test(
    printed,
  );
}

export function findInSentences({ alert, movement, sentences, leads }: Search): Place | null {
  for (const sentence of sentences) {
    const place =
      (movement.direction === "in" ? findSubject(alert, sentence, movement) : null) ??
      findLed(alert, sentence, leads) ??
      findLed(alert, sentence, ["of"]);
    if (place !== null) return place;
  }
  return null;
}

/** "Purchase: CORNER CAFE, Springfield": how it was paid, before the name. */
const INLINE_WAY = /(?<![\p{L}])(\p{L}[\p{L} ]{2,30}): /gu;

function findBehindWayToPay(alert: AlertText, { start, end }: Segment): Place | null {
  for (const match of alert.folded.slice(start, end).matchAll(INLINE_WAY)) {
    if (!isWayToPay(match[1] ?? "")) continue;
    const place = findNameFrom(alert, start + match.index + match[0].length, end);
    if (place !== null) return place;
  }
  return null;
}

/** "... 12,50 EUR. Naam: COOLBLUE BV. Saldo ...": a label within a sentence. */
export function findBehindInlineLabel(
  { alert, movement }: Search,
  roles: readonly LabelRole[],
): Place | null {
  const { text, folded, segments } = alert;
  const near = segments.slice(Math.max(0, movement.segment - 1), movement.segment + 4);
  for (const sentence of near.filter(({ row }) => row === null)) {
    const { start, end } = sentence;
    const paid = findBehindWayToPay(alert, sentence);
    if (paid !== null) return paid;
    for (const label of findLabels(folded, start, end)) {
      const isLabel =
        roles.includes(label.role) &&
        label.end - label.start > 1 &&
        /^\s?[:：]/.test(text.slice(label.end, label.end + 2));
      const limit = Math.min(text.length, end + NAME_CHARS_MAX);
      const said = isLabel && label.role === "purpose" ? trimPlace(text, label.end + 1, end) : null;
      const part = said === null ? null : findPartOfNarration(alert, said, movement.direction);
      const apart = part === null ? null : nameWithin(alert, part.start, part.end);
      const place = isLabel ? (apart ?? findNameFrom(alert, label.end + 1, limit)) : null;
      if (place !== null) return place;
    }
  }
  return null;
}

/** "You paid Ada Lane $20.00": the payee is between the verb and the amount. */
export function findObject({ alert, movement: { verb, amount } }: Search): Place | null {
  if (!verb.isBeforePayee || amount.start - verb.end > NAME_CHARS_MAX || amount.start <= verb.end)
    return null;
  const place = nameWithin(alert, verb.end, amount.start);
  return place !== null && /^\p{Lu}/u.test(alert.text.slice(place.start)) ? place : null;
}

/** "cartao final 4321 - UBER *TRIP valor R$ 23,50" */
export function findBehindCard({ alert, segment }: Search): Place | null {
  if (segment === undefined) return null;
  const { start, end } = segment;
  const match = /(?<!\d)\d{4} - (?=\p{L})/u.exec(alert.text.slice(start, end));
  return match === null ? null : findNameFrom(alert, start + match.index + match[0].length, end);
}

/**
 * Money out "from Premier a/c..1234" names the person's own account, any other "from" may be a
 * party.
 */
export function findSource({ alert, movement, sentences }: Search): Place | null {
  for (const sentence of movement.direction === "out" ? sentences : []) {
    const place = findLed(alert, sentence, ["from"]);
    if (
      place !== null &&
      !/^ {1,2}(?:a\/c|acct?|account)(?!\p{L})/u.test(alert.folded.slice(place.end, place.end + 10))
    )
      return place;
  }
  return null;
}

export function findInPath({ alert }: Search): Place | null {
  const path = findPaths(alert).find(({ party }) => party !== null)?.party ?? null;
  return path === null ? null : nameWithin(alert, path.start, path.end);
}

/** After a word that leads, in the value of the movement's row. */
export function findInValue({ alert, segment, head, leads }: Search): Place | null {
  const whole = [segment, head].find((one) => one !== undefined && one.row !== null);
  const row = whole?.row ?? null;
  if (whole === undefined || row === null) return null;
  // "Purchase made at: ADA STORES, on ..."
  const lead =
    row.start > whole.start ? leadAtEnd(alert, { start: whole.start, end: row.start }) : null;
  const isLed = lead !== null && (lead === "of" || leads.includes(lead));
  const named = isLed ? findNameFrom(alert, row.start, row.end) : null;
  return named ?? findLed(alert, row, leads) ?? findLed(alert, row, ["of"]);
}

const HEAD_SEGMENTS = 6;

/**
 * "We received your payment to Lakeview Health" above the rows: whom the payment went to. "Theo Lane
 * paid you": who paid.
 */
export function findNearHead({ alert, movement }: Search): Place | null {
  const { folded, segments } = alert;
  for (const sentence of segments.slice(0, HEAD_SEGMENTS)) {
    const [verb] = findVerbs(folded, sentence.start, sentence.end);
    if (sentence.row !== null || verb === undefined) continue;
    const place =
      movement.direction === "in"
        ? (findSubject(alert, sentence, { verb, direction: movement.direction }) ??
          findLed(alert, sentence, ["from"]))
        : findLed(alert, sentence, ["to"]);
    if (place !== null) return place;
  }
  return null;
}
