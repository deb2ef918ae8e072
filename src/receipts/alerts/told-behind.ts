// The other party behind what it did or what became of its account: "25.00" and below it "that Ada Lane
// sent you" in the order of Romance languages ("que te transfirió Ada Lane"), and the second half of
// "your account was debited; ADA STORES credited".

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { findLed, type Lead } from "./lead-words.ts";
import type { Movement } from "./movement.ts";
import { nameWithin } from "./names.ts";
import { stems } from "./stems.ts";
import { findVerbs } from "./vocabulary.ts";

/** How many lines below the amount such a line may be. */
const LINES_BELOW = 2;
const WHO = /^(?:que|che|qui|quem|care)? ?$/u;
/** Two to six words with capitals, and the small words of names between them. */
const NAME =
  /^ \p{Lu}[\p{L}.'’-]{0,24}(?: (?:(?:de|del|la|las|los|da|do|dos|das|di|du|van|von|y|e) ){0,2}\p{Lu}[\p{L}.'’-]{0,24}){1,5}\.?$/u;

/** "que te transfirió Ada Lane": a line below the amount that begins with the verb, and a full name. */
export function findBehindDeed(alert: AlertText, { segment, direction }: Movement): Place | null {
  if (direction !== "in") return null;
  const { text, folded, segments } = alert;
  for (const line of segments.slice(segment + 1, segment + 1 + LINES_BELOW)) {
    if (line.row !== null) return null;
    const verb = findVerbs(folded, line.start, line.end).find(({ sense }) => sense === "in");
    if (verb === undefined || !WHO.test(folded.slice(line.start, verb.start))) continue;
    if (NAME.test(text.slice(verb.end, line.end))) return nameWithin(alert, verb.end, line.end);
  }
  return null;
}

const DEEDS_BELOW = 4;
const DEED_CHARS_MAX = 120;

/**
 * "The balance of your account went down by 349.00", and below it "Outgoing payment to account ADA STORES no.
 * 2222": a line without an amount that begins with what was done, the same way, and names with whom.
 */
export function findInDeed(
  alert: AlertText,
  { segment, direction }: Movement,
  leads: readonly Lead[],
): Place | null {
  const { folded, segments, amounts } = alert;
  for (const line of segments.slice(segment + 1, segment + 1 + DEEDS_BELOW)) {
    const [verb] = findVerbs(folded, line.start, line.end);
    const isDeed =
      line.row === null &&
      line.end - line.start <= DEED_CHARS_MAX &&
      verb?.start === line.start &&
      verb.sense === direction &&
      !/[.!?]$/u.test(folded.slice(line.start, line.end)) &&
      !amounts.some(({ start }) => start >= line.start && start < line.end);
    const place = isDeed ? findLed(alert, { start: verb.end, end: line.end }, leads) : null;
    if (place !== null) return place;
  }
  return null;
}

/** "; ADA STORES credited", "and ADA STORES has been credited": the payee's account, behind the own one. */
const CREDITED =
  /(?:[;,&] ?(?:and )?| and )(?<name>\p{Lu}[^;,&\n]{2,48}?) (?:(?:is|was|has been|a\/c) )?credited(?!\p{L})/u;
const CREDITED_CHARS = 140;

/** The name of the account that was credited, in a sentence that says that the own one was debited. */
export function findCredited(
  alert: AlertText,
  { amount, direction, verb }: Movement,
): Place | null {
  if (direction !== "out" || !/debit|^dr/u.test(verb.phrase)) return null;
  const match = CREDITED.exec(alert.text.slice(amount.end, amount.end + CREDITED_CHARS));
  const name = match?.groups?.["name"];
  if (match === null || name === undefined) return null;
  const start = amount.end + match.index + match[0].indexOf(name);
  return nameWithin(alert, start, start + name.length);
}

const TRANSFER_OF = new RegExp(
  String.raw`(?<!\p{L})(?:${[
    ...stems(wordsIn(SENTENCES.transfer), 12),
    ...stems(wordsIn(SENTENCES.deposit), 4),
  ].join("|")}) (?:de|di|da|du|do|dal|von|van|fra|fran|od|of|от|від|από) `,
  "gu",
);
const FULL_NAME = new RegExp(
  [
    String.raw`^\p{Lu}[\p{L}.'’-]{1,24}(?: (?:(?:de|del|la|las|los|da|do|dos|das|di|du|van|von|y|`,
    String.raw`e) ){0,2}\p{Lu}[\p{L}.'’-]{0,24}){1,5}(?=[ .,;!\n]|$)`,
  ].join(""),
  "u",
);

/** "You have just received a transfer of Ada Lane at no cost": whose transfer came in, by a full name. */
export function findWhoseTransfer(
  alert: AlertText,
  { segment, direction, isRefund }: Movement,
): Place | null {
  if (direction !== "in" || isRefund) return null;
  const { text, folded, segments } = alert;
  for (const { row, start, end } of segments.slice(0, segment + 1)) {
    if (row !== null) continue;
    for (const match of folded.slice(start, end).matchAll(TRANSFER_OF)) {
      const at = start + match.index + match[0].length;
      const name = FULL_NAME.exec(text.slice(at, end))?.[0];
      if (name !== undefined) return nameWithin(alert, at, at + name.length);
    }
  }
  return null;
}
