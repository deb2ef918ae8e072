// Markup taken apart into tags and text, SGML and XML alike, in one pass over the text. A "<" that begins no tag is
// text. Declarations, entity declarations among them, comments and processing instructions are passed over: nothing
// a document declares is ever expanded or fetched.

import { OFX_TAG_CHARS_MAX } from "../../../limits.ts";

/** Who hears of the parts, in order. */
export interface Sink {
  open(name: string, line: number): void;
  close(name: string): void;
  /** Text between tags; `raw` where references in it are no references (CDATA). */
  text(text: string, raw: boolean): void;
}

/** Scans the whole text; false where it ends inside a tag, a comment or a declaration. */
export function scan(text: string, sink: Sink): boolean {
  const lineAt = lineCounter(text);
  let at = 0;
  while (at < text.length) {
    const begin = text.indexOf("<", at);
    if (begin === -1) {
      sink.text(text.slice(at), false);
      return true;
    }
    if (begin > at) sink.text(text.slice(at, begin), false);
    const end = markup(text, begin, sink, lineAt);
    if (end < 0) return false;
    at = end;
  }
  return true;
}

const BANG = 33;
const QUESTION = 63;
const SLASH = 47;
const GREATER = 62;
const LESS = 60;

/** Behind the markup that begins at `begin`; -1 where the text ends within it. */
function markup(text: string, begin: number, sink: Sink, lineAt: (at: number) => number): number {
  const unit = text.charCodeAt(begin + 1);
  if (Number.isNaN(unit)) return -1;
  if (unit === QUESTION) return behind(text, ">", begin);
  if (unit === BANG) return declaration(text, begin, sink);
  const closing = unit === SLASH;
  const first = begin + (closing ? 2 : 1);
  const last = nameEnd(text, first);
  if (last === first) {
    if (first >= text.length) return -1;
    sink.text("<", false);
    return begin + 1;
  }
  const end = tagEnd(text, last);
  if (end === -1) return -1;
  if (end === 0) {
    sink.text("<", false);
    return begin + 1;
  }
  const name = nameOf(text.slice(first, last));
  if (closing) sink.close(name);
  else {
    sink.open(name, lineAt(begin));
    if (text.charCodeAt(end - 1) === SLASH) sink.close(name);
  }
  return end + 1;
}

/** Upper case, without a namespace's prefix. */
function nameOf(text: string): string {
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

/** Where the ">" of the tag stands; 0 where it is no tag after all, -1 where the text ends first. */
function tagEnd(text: string, from: number): number {
  const next = text.charCodeAt(from);
  if (next === GREATER) return from;
  if (from < text.length && next !== SLASH && next > 32) return 0;
  for (let at = from; at < text.length && at - from < OFX_TAG_CHARS_MAX; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === GREATER) return at;
    if (unit === LESS) return 0;
  }
  return from + OFX_TAG_CHARS_MAX > text.length ? -1 : 0;
}

function declaration(text: string, begin: number, sink: Sink): number {
  if (text.startsWith("<!--", begin)) return behind(text, "-->", begin + 4);
  if (text.startsWith("<![CDATA[", begin)) {
    const end = text.indexOf("]]>", begin + 9);
    if (end === -1) return -1;
    sink.text(text.slice(begin + 9, end), true);
    return end + 3;
  }
  if (!/[A-Za-z]/.test(text.charAt(begin + 2))) {
    if (begin + 2 >= text.length) return -1;
    sink.text("<", false);
    return begin + 1;
  }
  const close = text.indexOf(">", begin);
  if (close === -1) return -1;
  const subset = text.slice(begin, close).indexOf("[");
  if (subset === -1) return close + 1;
  // An internal subset holds declarations of its own, which end with ">" too.
  const inner = text.indexOf("]", begin + subset);
  return inner === -1 ? -1 : behind(text, ">", inner);
}

function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? -1 : at + mark.length;
}

/** The line of a position, from 1; positions must not go back. LF, CRLF and CR each end a line. */
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
