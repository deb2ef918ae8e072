// The parts of a text that are kept and left out, as the bank printed them: both are cut from the
// text, in which the pieces stand one blank apart.

import type { Draft, Rule } from "./draft.ts";
import { isAlphanumeric } from "./keys.ts";
import type { Piece } from "./pieces.ts";

/** A part of the bank's text that the payee is without, and the rule that left it out. */
export interface LeftOut {
  readonly rule: Rule;
  readonly text: string;
}

/** The kept pieces as printed; a blank is where pieces between two of them were left out. */
export function joinKept(text: string, { pieces, rules }: Draft): string {
  let result = "";
  let end = 0;
  for (let at = 0; at < pieces.length; at += 1) {
    const from = startOf(pieces, at, end);
    end = from + (pieces[at]?.text.length ?? 0);
    if (rules[at] !== null) continue;
    while (at + 1 < pieces.length && rules[at + 1] === null) {
      at += 1;
      end = startOf(pieces, at, end) + (pieces[at]?.text.length ?? 0);
    }
    result += result === "" ? text.slice(from, end) : ` ${text.slice(from, end)}`;
  }
  return result;
}

/** Where a piece begins if the one before ends at `end`: blanks are single, and none is outside. */
function startOf(pieces: readonly Piece[], at: number, end: number): number {
  return at === 0 || pieces[at]?.glued === true ? end : end + 1;
}

/** A form of company or an initial, whose dot belongs to the name: "Acme Kft.", "Иван П.". */
const ABBREVIATION = / (?:kft|bt|zrt|nyrt|hf|ehf|bhd|jr|sr|\p{Lu})\.$/iu;

/** Trims punctuation next to omitted parts; a dot at the end stays if its word has another one. */
export function trimPunctuation(text: string): string {
  if (isAlphanumeric(text.charCodeAt(0)) && isAlphanumeric(text.charCodeAt(text.length - 1)))
    return text;
  let from = 0;
  let to = text.length;
  while (from < to && " -–—,:;/*.#|)~_".includes(text[from] ?? "")) from += 1;
  while (to > from && " -–—,:;/*#|(~_".includes(text[to - 1] ?? "")) to -= 1;
  if (to < text.length || from > 0 || text.endsWith(".")) {
    const word = text.slice(text.lastIndexOf(" ", to - 1) + 1, to);
    const isPlain = word.endsWith(".") && word.indexOf(".") === word.length - 1;
    if (isPlain && !ABBREVIATION.test(text.slice(from, to))) to -= 1;
  }
  return text.slice(from, to).trim();
}

/** Adds what was left out, as printed. */
export function explain(text: string, { pieces, rules }: Draft, leftOut: LeftOut[]): void {
  let end = 0;
  for (let at = 0; at < pieces.length; at += 1) {
    const from = startOf(pieces, at, end);
    end = from + (pieces[at]?.text.length ?? 0);
    const rule = rules[at];
    if (rule === null || rule === undefined) continue;
    while (at + 1 < pieces.length && rules[at + 1] === rule) {
      at += 1;
      end = startOf(pieces, at, end) + (pieces[at]?.text.length ?? 0);
    }
    leftOut.push({ rule, text: text.slice(from, end) });
  }
}
