// A body as lines in which forwards are looked for: each with its depth of quotation, its text
// without the quotation marks, and its place in the source. Plain text and HTML give the same
// shape.

import { removeInvisible } from "./fold-text.ts";
import { readHeaderLine, type HeaderLine } from "./header-line.ts";

export interface Line {
  /** Without quotation marks and outer blanks. */
  readonly text: string;
  /** The number of quotation marks before it, or of block quotes around it. */
  readonly depth: number;
  /** Where it begins and ends in the source, with its quotation marks and line end. */
  readonly start: number;
  readonly end: number;
  /** The header that it begins with; null if it begins with no label. */
  readonly header: HeaderLine | null;
}

/** A line with that text, which is trimmed, at that place. */
export function toLine(text: string, depth: number, start: number, end: number): Line {
  return { text, depth, start, end, header: readHeaderLine(text) };
}

const GREATER = 62;
const SPACE = 32;
const TAB = 9;
const NBSP = 160;
/** Some programs indent a quotation, each time further. */
const INDENT_MAX = 64;

/** The lines of a plain text. */
export function splitText(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf("\n", start);
    const end = feed === -1 ? text.length : feed + 1;
    const { depth, from } = measureQuotation(text, start, end);
    lines.push(toLine(removeInvisible(text.slice(from, end)).trim(), depth, start, end));
    start = end;
  }
  return lines;
}

/**
 * How many quotation marks a line begins with, with blanks between them, and where its text begins.
 */
export function measureQuotation(
  text: string,
  start: number,
  end: number,
): { depth: number; from: number } {
  let depth = 0;
  let from = start;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === GREATER) {
      depth += 1;
      // One blank after a mark belongs to the mark.
      from = text.charCodeAt(at + 1) === SPACE ? at + 2 : at + 1;
    } else if (unit !== SPACE && unit !== TAB && unit !== NBSP) break;
    else if (at - from > (depth === 0 ? INDENT_MAX : 4)) break;
  }
  return { depth, from: Math.min(from, end) };
}

/** The text of these lines without `depth` quotation marks each. */
export function removeQuotation(source: string, lines: readonly Line[], depth: number): string {
  if (depth === 0) return source.slice(lines[0]?.start ?? 0, lines.at(-1)?.end ?? 0);
  return lines.map((line) => source.slice(afterMarks(source, line, depth), line.end)).join("");
}

function afterMarks(source: string, line: Line, depth: number): number {
  let at = line.start;
  for (let marks = 0; marks < depth && marks < line.depth; marks += 1)
    at = source.indexOf(">", at) + 1;
  return at > line.start && source.charCodeAt(at) === SPACE ? at + 1 : at;
}

const BLANK_LINES_MAX = 4;

/** The first line from there on that is not blank, past at most four blank ones. */
export function skipBlankLines(lines: readonly Line[], from: number): number {
  let at = from;
  while (at < lines.length && at - from < BLANK_LINES_MAX && lines[at]?.text === "") at += 1;
  return at;
}
