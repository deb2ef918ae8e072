// The words that mail programs put around a message that they forward (words/forward-phrases.json):
// the line above it, the prefix of its subject, the verb of "On DATE, NAME wrote:".

import { foldLabel, groupByKey } from "./fold-text.ts";
import PHRASES from "../words/forward-phrases.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";

/** Words that may come between the date and the name of "On DATE, NAME wrote:". */
export const CONNECTORS: ReadonlySet<string> = new Set(
  PHRASES["between date and name"].map(foldLabel),
);

/** Lines that only a forward has, without the marks around them ("-----", "=====", a colon). */
const FORWARDED_LINES = new Set(wordsIn(PHRASES.forwarded).map(foldLabel));
/** Beginnings of such lines where a name follows: "Forwarded message from Ada <a@b>". */
const FORWARDED_BEGINNINGS = wordsIn(PHRASES["forwarded by"]).map((word) => `${foldLabel(word)} `);
/** Lines above a forwarded message and above an answered one. */
const ORIGINAL_LINES = new Set(wordsIn(PHRASES.original).map(foldLabel));
/** "Message du 27/10/25": above both. */
const DATED_LINE = /^message du \d/;
const BEGINNING_CHARS = 3;
/** How any of these lines begins: hardly any other line begins so. */
const BEGINNINGS: ReadonlySet<string> = new Set(
  [...FORWARDED_LINES, ...FORWARDED_BEGINNINGS, ...ORIGINAL_LINES, "message du"].map((line) =>
    line.slice(0, BEGINNING_CHARS),
  ),
);
/** Folding changes nothing but the case of these letters. */
const PLAIN_BEGINNING = /^[a-z]{3}(?:[ -~]|$)/i;
const FORWARD_PREFIXES = groupByKey(withLanguages(PHRASES["forward prefix"]));
const REPLY_PREFIXES = groupByKey(withLanguages(PHRASES["reply prefix"]));
const VERBS = withLanguages(PHRASES.wrote).sort(([a], [b]) => b.length - a.length);

function withLanguages(
  byLanguage: Readonly<Record<string, readonly string[]>>,
): (readonly [word: string, language: string])[] {
  return Object.entries(byLanguage).flatMap(([language, words]) =>
    words.map((word) => [foldLabel(word), language] as const),
  );
}

/**
 * Whether a line, without marks around it, is above forwards alone or also above answered messages.
 */
export function separatorKind(phrase: string): "forwarded" | "original" | null {
  const begins = BEGINNINGS.has(phrase.slice(0, BEGINNING_CHARS).toLowerCase());
  if (!begins && PLAIN_BEGINNING.test(phrase)) return null;
  const line = foldLabel(phrase);
  if (
    FORWARDED_LINES.has(line) ||
    FORWARDED_BEGINNINGS.some((beginning) => line.startsWith(beginning))
  )
    return "forwarded";
  return ORIGINAL_LINES.has(line) || DATED_LINE.test(line) ? "original" : null;
}

/** The verb of "On DATE, NAME wrote:" in a foldLabel line, with its language. */
export function findWroteVerb(
  line: string,
): { readonly verb: string; readonly language: string } | null {
  const found = VERBS.find(([verb]) => line.includes(verb));
  return found === undefined ? null : { verb: found[0], language: found[1] };
}

const PREFIX_CHARS_MAX = 24;
const PREFIXES_MAX = 20;

/**
 * The prefix of a subject. "either" is a word that forwards in one language and answers in another.
 */
export interface SubjectPrefix {
  readonly kind: "forward" | "reply" | "either" | null;
  readonly rest: string;
  /** The languages in which the word means a forward. */
  readonly languages: readonly string[];
}

/** The first prefix of a subject, as in "Fwd: ..." or "AW: ..." */
export function readPrefix(subject: string): SubjectPrefix {
  const clean = removeTags(subject);
  const colon = findColon(clean);
  if (colon === -1) return { kind: null, rest: clean, languages: [] };
  const word = foldLabel(clean.slice(0, colon).replace(/\s*[[(]\d{1,3}[\])]$/, ""));
  const languages = FORWARD_PREFIXES.get(word) ?? [];
  const kind = prefixKind(languages.length > 0, REPLY_PREFIXES.has(word));
  return { kind, rest: kind === null ? clean : clean.slice(colon + 1).trim(), languages };
}

function prefixKind(isForward: boolean, isReply: boolean): SubjectPrefix["kind"] {
  if (isForward && isReply) return "either";
  if (isForward) return "forward";
  return isReply ? "reply" : null;
}

/** The subject without all its prefixes. */
export function removePrefixes(subject: string): string {
  let rest = subject.trim();
  for (let count = 0; count < PREFIXES_MAX; count += 1) {
    const prefix = readPrefix(rest);
    if (prefix.kind === null) break;
    rest = prefix.rest;
  }
  return rest;
}

function findColon(subject: string): number {
  return subject.slice(0, PREFIX_CHARS_MAX).search(/[:\uff1a]/);
}

/** Without the tags that gateways put first: "[EXT] Fwd: ..." */
function removeTags(subject: string): string {
  const tag =
    /^\s{0,9}(?:\[(?:ext|external|extern|externe|externo|spam|caution|sec=[^\]]{0,20})\]:?|\*{3}[a-z ]{1,20}\*{3})\s{0,9}/i.exec(
      subject,
    );
  return (tag === null ? subject : subject.slice(tag[0].length)).trim();
}
