// Splits markup, SGML and XML alike, into tags and text in one pass. A "<" that begins no tag is
// text. Comments, processing instructions and declarations (including entity declarations) are
// skipped: nothing that a document declares is ever expanded or fetched.

import { OFX_TAG_CHARS_MAX } from "../../platform/limits.ts";

/** Receives the tags and texts in order. */
export interface Sink {
  open(name: string, line: number): void;
  close(name: string): void;
  /** Text between tags; `raw` for CDATA, where "&" begins no reference. */
  text(text: string, raw: boolean): void;
}

/** Scans the whole text; false when it ends inside a tag, a comment or a declaration. */
export function scan(text: string, sink: Sink): boolean {
  const lineAt = lineCounter(text);
  // The text before a tag is passed on in one piece, even if it contains "<".
  let from = 0;
  for (let at = 0; ;) {
    const begin = text.indexOf("<", at);
    if (begin === -1) {
      if (from < text.length) sink.text(text.slice(from), false);
      return true;
    }
    const end = markupEnd(text, begin);
    if (end === CUT) return false;
    at = end === NO_MARKUP ? begin + 1 : end;
    if (end === NO_MARKUP) continue;
    if (begin > from) sink.text(text.slice(from, begin), false);
    emitMarkup(text, begin, end, sink, lineAt);
    from = end;
  }
}

/** Results of `endOf`: the "<" begins no markup; the text ends inside the markup. */
const NO_MARKUP = 0;
const CUT = -1;
const BANG = 33;
const QUESTION = 63;
const SLASH = 47;
const GREATER = 62;
const LESS = 60;

const CDATA = "<![CDATA[";

/** The position after the markup that begins at `begin`. */
function markupEnd(text: string, begin: number): number {
  const unit = text.charCodeAt(begin + 1);
  if (Number.isNaN(unit)) return CUT;
  if (unit === QUESTION) return positionAfter(text, ">", begin);
  if (unit === BANG) return declarationEnd(text, begin);
  const first = begin + (unit === SLASH ? 2 : 1);
  const last = nameEnd(text, first);
  if (last === first) return first >= text.length ? CUT : NO_MARKUP;
  const end = tagEnd(text, last);
  return end > 0 ? end + 1 : end;
}

/** Passes a tag or CDATA section to the sink; skips all other markup. */
function emitMarkup(
  text: string,
  begin: number,
  end: number,
  sink: Sink,
  lineAt: (at: number) => number,
): void {
  const unit = text.charCodeAt(begin + 1);
  if (unit === QUESTION) return;
  if (unit === BANG) {
    if (text.startsWith(CDATA, begin))
      sink.text(text.slice(begin + CDATA.length, end - "]]>".length), true);
    return;
  }
  const first = begin + (unit === SLASH ? 2 : 1);
  const name = localName(text.slice(first, nameEnd(text, first)));
  if (unit === SLASH) return sink.close(name);
  sink.open(name, lineAt(begin));
  if (text.charCodeAt(end - 2) === SLASH) sink.close(name);
}

/** The name in upper case, without a namespace prefix. */
function localName(text: string): string {
  const name = text.toUpperCase();
  return name.slice(name.lastIndexOf(":") + 1);
}

function nameEnd(text: string, first: number): number {
  let at = first;
  while (at - first < OFX_TAG_CHARS_MAX && isNameUnit(text.charCodeAt(at), at === first)) at += 1;
  return at;
}

function isNameUnit(unit: number, first: boolean): boolean {
  if ((unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122)) return true;
  return !first && ((unit >= 48 && unit <= 58) || unit === 46 || unit === 45 || unit === 95);
}

/** The position of the tag's ">", or NO_MARKUP or CUT. */
function tagEnd(text: string, from: number): number {
  const next = text.charCodeAt(from);
  if (next === GREATER) return from;
  if (from < text.length && next !== SLASH && next > 32) return NO_MARKUP;
  for (let at = from; at < text.length && at - from < OFX_TAG_CHARS_MAX; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === GREATER) return at;
    if (unit === LESS) return NO_MARKUP;
  }
  return from + OFX_TAG_CHARS_MAX > text.length ? CUT : NO_MARKUP;
}

function declarationEnd(text: string, begin: number): number {
  if (text.startsWith("<!--", begin)) return positionAfter(text, "-->", begin + 4);
  if (text.startsWith(CDATA, begin)) return positionAfter(text, "]]>", begin + CDATA.length);
  if (!/[A-Za-z]/.test(text.charAt(begin + 2))) return begin + 2 >= text.length ? CUT : NO_MARKUP;
  const close = text.indexOf(">", begin);
  if (close === -1) return CUT;
  const subset = text.slice(begin, close).indexOf("[");
  if (subset === -1) return close + 1;
  // The declarations of an internal subset also end with ">".
  const inner = text.indexOf("]", begin + subset);
  return inner === -1 ? CUT : positionAfter(text, ">", inner);
}

function positionAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? CUT : at + mark.length;
}

/**
 * Counts lines up to a position, from 1; positions must not go back. LF, CRLF and CR end a line.
 */
function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let seen = 0;
  return (at) => {
    for (; seen < at; seen += 1) {
      const unit = text.charCodeAt(seen);
      if (unit === 10 || (unit === 13 && text.charCodeAt(seen + 1) !== 10)) line += 1;
    }
    return line;
  };
}
