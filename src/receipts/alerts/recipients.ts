// "Ada Lane received from you", "Jana Weber hat 18,50 € von dir erhalten": money out, whose payee is
// the one who received it, at the beginning of the sentence.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import type { AlertText, Place } from "./alert-text.ts";
import type { Movement } from "./movement.ts";
import { nameWithin } from "./names.ts";
import { findVerbs, type Verb } from "./vocabulary.ts";

const FROM_YOU = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["from you"]).join("|")})(?!\p{L})`,
  "u",
);
/** Words in capitals, with the small words of names between them. */
const NAME_FIRST =
  /^\p{Lu}[\p{L}.'’-]{0,24}(?: (?:(?:van|von|de|der|den|da|di|du|del|dos|das|la|le|el|al|bin) ){0,2}\p{Lu}[\p{L}.'’-]{0,24}){0,4}(?= )/u;

/** The name that begins a sentence which says who received the reader's money. */
export function findRecipient(
  alert: AlertText,
  { direction, segment, head }: Movement,
): Place | null {
  if (direction !== "out") return null;
  const { text, folded, segments } = alert;
  for (const at of new Set([segment, segment - 1, head])) {
    const sentence = segments[at];
    if (sentence?.row !== null) continue;
    const { start, end } = sentence;
    const verb = findVerbs(folded, start, end).find(
      ({ sense, phrase }) => sense === "out" && FROM_YOU.test(phrase),
    );
    const name = verb === undefined ? null : NAME_FIRST.exec(text.slice(start, verb.start));
    if (name !== null) return nameWithin(alert, start, start + name[0].length);
  }
  return null;
}

const GREETING_LINES = 6;
const GREETING_CHARS_MAX = 30;

/**
 * Whether a name of at least two words is the one that the message greets: "Dear Ada Lane," greets "ADA LANE", and so
 * does a first line "Ada Lane".
 */
export function isGreeted({ text }: AlertText, { start, end }: Place): boolean {
  const name = text.slice(start, end).trim().toLowerCase();
  return (
    /\p{L} \p{L}/u.test(name) &&
    (text.split("\n", 1)[0]?.trim().toLowerCase() === name ||
      text
        .split("\n", GREETING_LINES)
        .some(
          (line) =>
            line.length <= name.length + GREETING_CHARS_MAX &&
            /[,!:]\s*$/.test(line) &&
            hasWords(line.toLowerCase(), name),
        ))
  );
}

/** Whether a line has a name, or its two words the other way round. */
function hasWords(line: string, name: string): boolean {
  const [first, last, ...more] = name.split(" ");
  return line.includes(name) || (more.length === 0 && line.includes(`${last} ${first}`));
}

/** "You paid Café Lisboa", "You sent Ada Lane £20": a subject that begins with the verb, and its payee. */
export function findPaidInSubject(
  subject: AlertText,
  { start, end }: Place,
  verb: Verb,
): Place | null {
  if (!verb.isBeforePayee || verb.start !== start) return null;
  const amount = subject.amounts.find((one) => one.start >= verb.end && one.start < end);
  const place = nameWithin(subject, verb.end, amount?.start ?? end);
  return place !== null && /^\p{Lu}/u.test(subject.text.slice(place.start)) ? place : null;
}
