// The legal forms of companies ("GmbH", "Ltd", "株式会社") around a name. The forms are in
// words/legal-forms.json, by country. There "?" means that the character before it may be missing.
// Forms that are also other words or initials ("AS", "SE", "Co") count only as they are written
// there.

import FORMS from "../words/legal-forms.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";

const EDGE = String.raw`(?<![\p{L}\p{N}.])`;
const END = String.raw`(?![\p{L}\p{N}])`;
const BEHIND = `${alternatives(FORMS["behind the name"])}|(?:${alternatives(FORMS["behind the name, before a blank"])})(?= )`;
const BEHIND_EXACT = alternatives(FORMS["behind the name, written exactly so"]);
/** Scripts without blanks write the form right after the name. */
const JOINED = String.raw`(?<=\p{L})(?:${alternatives(FORMS["joined to the name"])})`;
// Two patterns instead of one with (?i:...). Once a process has compiled much, V8 13.6 compiles
// patterns without optimization and then ignores the case flag of such a group: "Inc." was found in
// some processes and not in others.
const EXACT = new RegExp(String.raw`${EDGE}(?:${BEHIND_EXACT})${END}|${JOINED}`, "gu");
const ANY_CASE = new RegExp(String.raw`${EDGE}(?:${BEHIND})${END}`, "giu");
const LEADING = new RegExp(
  String.raw`^(?:${alternatives(FORMS["before the name"])})(?![a-z]) ?(?=[\p{L}"«„“])`,
  "u",
);

/** The forms of all countries as the alternatives of a regular expression. */
function alternatives(forms: Parameters<typeof wordsIn>[0]): string {
  return wordsIn(forms)
    .map((form) => form.replace(/[\\^$.*+()[\]{}|/]/g, String.raw`\$&`))
    .join("|");
}

/** The first legal form in a text, as offsets; null if there is none. */
export function legalFormIn(
  text: string,
  from = 0,
): { readonly start: number; readonly end: number } | null {
  const [exact, other] = [formBy(EXACT, text, from), formBy(ANY_CASE, text, from)];
  return other === null || (exact !== null && exact.start <= other.start) ? exact : other;
}

function formBy(
  pattern: RegExp,
  text: string,
  from: number,
): { readonly start: number; readonly end: number } | null {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match === null ? null : { start: match.index, end: match.index + match[0].length };
}

/** How many characters of a legal form, or of a mark of it, a name begins with. */
export function measureLeadingForm(text: string): number {
  return LEADING.exec(text)?.[0].length ?? 0;
}

/** The part of a name without the legal forms around it, as offsets; empty if no name is left. */
export function withoutForms(name: string): { readonly start: number; readonly end: number } {
  const start = measureLeadingForm(name);
  const form = legalFormIn(name, start + 1);
  const end = form === null ? name.length : form.start;
  const bare = name.slice(start, end);
  const trimmed = bare.replace(/[\s,&"»“”.-]{1,6}$/u, (tail) => (/^\.$/.test(tail) ? tail : ""));
  const lead = /^[\s"«„“]{0,4}/u.exec(trimmed)?.[0].length ?? 0;
  return /\p{L}/u.test(trimmed)
    ? { start: start + lead, end: start + trimmed.length }
    : { start: 0, end: 0 };
}
