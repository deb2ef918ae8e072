// Where a name begins and ends within words that go on, in every language: a name in capitals stands between words in
// lower case, no name goes on in the next line, and a day before it or the number of a terminal behind it is no part of
// it.

import { legalFormIn } from "../issuer/legal-forms.ts";
import type { Place } from "./alert-text.ts";

/** "KAVITA LANE\nIf this was not you": the rest is another line. */
const NEXT_LINE = /(?<=^\P{Ll}*\p{Lu}\P{Ll}*)\n.*$/su;
/** "09/29 ACE PARKING": a day before a name in capitals. */
const DAY_FIRST = /^\d{1,2}[./-]\d{1,2}(?:[./-](?:\d{2}|\d{4}))? (?=\p{Lu}{2})/u;
/** "ACE PARKING 3286 BELLEVUE WA S300000000000001": the number of an authorization. */
const TERMINAL_BEHIND = /(?<=\p{Lu}.*) [A-Z]?\d{12,}$/u;
/** "obchodnika ZALANDO", "em RENNER.COM". */
const LOWER_FIRST = /^(?:\p{Ll}{1,15} ){1,3}(?=\p{Lu}[\p{Lu}\d&'*./_-]{2}\P{Ll}*$)/u;
/** "HENDRA WIJAYA ke", "TIKI đã": one short word in lower case, or several. */
const LOWER_BEHIND = /(?<=^\p{Lu}[\p{Lu}\d&'*/_-]{3}\P{Ll}*)(?: \p{Ll}{1,3}|(?: \p{Ll}+){2,8})$/u;
/** A longer text is no name. */
const NAME_CHARS_MAX = 200;
/** So much of the text behind a name may still be the form of its company. */
const FORM_CHARS = 12;

/** The place of a name without the words, the day or the number around it. */
export function withinEdges(text: string, { start, end }: Place): Place {
  if (end - start > NAME_CHARS_MAX) return { start, end };
  const line = text.slice(start, end).replace(NEXT_LINE, "");
  const words = legalFormIn(line, 1) === null ? (LOWER_FIRST.exec(line)?.[0].length ?? 0) : 0;
  const day = DAY_FIRST.exec(line.slice(words))?.[0].length ?? 0;
  const from = start + words + day;
  const name = line.slice(words + day).replace(TERMINAL_BEHIND, "");
  const hasForm = legalFormIn(name + text.slice(end, end + FORM_CHARS), 1) !== null;
  const bare = (hasForm ? name : name.replace(LOWER_BEHIND, "")).trimEnd();
  return { start: from, end: from + bare.length };
}
