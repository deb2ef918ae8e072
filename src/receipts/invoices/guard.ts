// Checks an XML document before it is parsed: every tag is closed by its own name, one element is
// outermost, there is no document type (and so no entities), tags and depth are bounded. One pass.

import { EINVOICE_TAGS_MAX, XML_DEPTH_MAX, XML_TAG_CHARS_MAX } from "../../platform/limits.ts";

const BLANK = /^\s*$/;
const SECTIONS = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
] as const;

/** Why the document is not read, in one sentence; null if it may be parsed. */
export function findFault(text: string): string | null {
  const open: string[] = [];
  let tags = 0;
  let roots = 0;
  let at = 0;
  for (;;) {
    const next = text.indexOf("<", at);
    if (
      open.length === 0 &&
      !BLANK.test(text.slice(at, next === -1 ? text.length : next).replace(/^\ufeff/, ""))
    )
      return "There is text outside its outermost element.";
    if (next === -1) break;
    const other = skipOtherMarkup(text, next);
    if (typeof other === "string") return other;
    if (other !== null) {
      at = other;
      continue;
    }
    const end = findTagEnd(text, next);
    if (end === -1) return "It is cut off within a tag, or the tag is too long.";
    tags += 1;
    if (tags > EINVOICE_TAGS_MAX) return `It has more than ${EINVOICE_TAGS_MAX} tags.`;
    const name = readName(text, text[next + 1] === "/" ? next + 2 : next + 1, end);
    if (name === "") return "A tag has no name.";
    if (text[next + 1] === "/") {
      if (open.pop() !== name)
        return `</${name.slice(0, 60)}> does not close the element that is open.`;
    } else {
      if (open.length === 0) roots += 1;
      if (text[end - 2] !== "/") open.push(name);
      if (open.length > XML_DEPTH_MAX) return `Its elements nest deeper than ${XML_DEPTH_MAX}.`;
    }
    at = end;
  }
  if (open.length > 0) return "It is cut off: an element is not closed.";
  return roots === 1 ? null : "It has no outermost element, or several.";
}

/**
 * Where a comment, instruction or CDATA section ends; a sentence if it is not allowed; null for a
 * tag.
 */
function skipOtherMarkup(text: string, at: number): number | string | null {
  for (const [open, close] of SECTIONS) {
    if (!text.startsWith(open, at)) continue;
    const end = text.indexOf(close, at + (open === "<!--" ? 4 : 2));
    return end === -1 ? "It is cut off within a comment or a section." : end + close.length;
  }
  return text.startsWith("<!", at)
    ? "It declares a document type (DOCTYPE), which may hide entities and which no invoice has."
    : null;
}

/** The end of the tag at `at`, quoted ">" skipped; -1 if there is none within the bound. */
function findTagEnd(text: string, at: number): number {
  const limit = Math.min(text.length, at + XML_TAG_CHARS_MAX);
  let quote = 0;
  for (let index = at + 1; index < limit; index += 1) {
    const unit = text.charCodeAt(index);
    if (quote !== 0) {
      if (unit === quote) quote = 0;
    } else if (unit === 34 || unit === 39) quote = unit;
    else if (unit === 62) return index + 1;
    else if (unit === 60) return -1;
  }
  return -1;
}

function readName(text: string, start: number, end: number): string {
  let index = start;
  while (index < end && !/[\s/>]/.test(text[index] ?? ">")) index += 1;
  return text.slice(start, index);
}
