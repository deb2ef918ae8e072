// Parses a piece of a camt document that is as nearly all are: tags of ASCII letters and digits
// that begin with a capital, attributes in quotes, and texts. Anything else (a comment, CDATA, an
// odd name) is left to the library, which takes several times as long; both give the same tree.
// outline.ts has checked that every tag is closed by its own name.

import { resolved } from "../../platform/xml/references.ts";
import type { XmlElement } from "./element.ts";

interface Growing {
  readonly name: string;
  readonly currency: string | null;
  text: string;
  children: readonly XmlElement[];
}

/** The tree of a plain piece; null when the library has to parse the piece. */
export function parsePlain(piece: string): XmlElement | null {
  const open: Growing[] = [];
  /** The children of the open elements that have any. */
  const children: (Growing[] | null)[] = [];
  let behind = 0;
  for (let at = 0; at >= 0; at = piece.indexOf("<", behind)) {
    if (piece.charCodeAt(at) !== LESS) return null;
    if (piece.charCodeAt(at + 1) === SLASH) {
      const element = open.pop();
      if (element === undefined) return null;
      const within = children.pop() ?? null;
      if (within === null) element.text = fold(resolved(piece.slice(behind, at)));
      else element.children = within;
      behind = piece.indexOf(">", at) + 1;
      if (open.length === 0) return element;
      continue;
    }
    const tag = readTag(piece, at);
    if (tag === null) return null;
    behind = tag.end;
    const element: Growing = { name: tag.name, currency: tag.currency, text: "", children: NONE };
    const last = children.length - 1;
    if (last >= 0) {
      const siblings = children[last];
      if (siblings === null || siblings === undefined) children[last] = [element];
      else siblings.push(element);
    }
    if (!tag.empty) {
      open.push(element);
      children.push(null);
    } else if (open.length === 0) return element;
  }
  return null;
}

const NONE: readonly XmlElement[] = [];
const LESS = 60;
const SLASH = 47;
const GREATER = 62;

interface Tag {
  readonly name: string;
  readonly currency: string | null;
  readonly empty: boolean;
  /** The position after the ">". */
  readonly end: number;
}

/** The start tag at `at`; null when it is not plain. */
function readTag(piece: string, at: number): Tag | null {
  let from = at + 1;
  let end = nameEnd(piece, from);
  if (piece.charCodeAt(end) === 58) {
    from = end + 1;
    end = nameEnd(piece, from);
  }
  const first = piece.charCodeAt(from);
  // No name that begins with a capital is one that every object has.
  if (end === from || first < 65 || first > 90) return null;
  const name = piece.slice(from, end);
  const next = piece.charCodeAt(end);
  if (next === GREATER) return { name, currency: null, empty: false, end: end + 1 };
  return readAttributes(piece, end, name);
}

/** The rest of a start tag behind its name; null when it is not plain. */
function readAttributes(piece: string, from: number, name: string): Tag | null {
  let currency: string | null = null;
  let at = from;
  for (;;) {
    const blank = at;
    while (isBlank(piece.charCodeAt(at))) at += 1;
    const unit = piece.charCodeAt(at);
    if (unit === GREATER) return { name, currency, empty: false, end: at + 1 };
    if (unit === SLASH && piece.charCodeAt(at + 1) === GREATER)
      return { name, currency, empty: true, end: at + 2 };
    if (at === blank) return null;
    const prefix = nameEnd(piece, at);
    const end = piece.charCodeAt(prefix) === 58 ? nameEnd(piece, prefix + 1) : prefix;
    const quote = piece[end + 1];
    if (end === at || piece.charCodeAt(end) !== 61 || (quote !== '"' && quote !== "'")) return null;
    const close = piece.indexOf(quote, end + 2);
    if (close < 0) return null;
    if (piece.slice(at, end) === "Ccy") {
      const value = piece.slice(end + 2, close);
      if (/\s/.test(value)) return null;
      currency = resolved(value).trim();
    } else if (piece.endsWith("Ccy", end)) return null;
    at = close + 1;
  }
}

/** Where the ASCII letters, digits, dashes, dots and underscores end. */
function nameEnd(piece: string, from: number): number {
  let at = from;
  for (; at < piece.length; at += 1) {
    const unit = piece.charCodeAt(at);
    const isName =
      (unit >= 97 && unit <= 122) ||
      (unit >= 65 && unit <= 90) ||
      (unit >= 48 && unit <= 57) ||
      unit === 45 ||
      unit === 46 ||
      unit === 95;
    if (!isName) break;
  }
  return at;
}

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 10 || unit === 9;
}

/** The text with its blanks folded to single ones and none at its ends. */
export function fold(text: string): string {
  let blank = true;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 126 || unit < 32 || (unit === 32 && blank)) return foldAny(text);
    blank = unit === 32;
  }
  return blank && text !== "" ? foldAny(text) : text;
}

function foldAny(text: string): string {
  return text.replace(/[\s\u0085\u200b\ufeff]+/g, " ").trim();
}
