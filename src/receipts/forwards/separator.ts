// Reads the lines that mail programs draw or write above a message that they forward or quote, and
// "On DATE, NAME wrote:".

import type { Correspondent } from "../mail.ts";
import { foldLabel } from "./fold-text.ts";
import { CONNECTORS, separatorKind, findWroteVerb } from "./forward-phrases.ts";
import type { Line } from "./body-lines.ts";
import { readMailboxes } from "./mailbox-text.ts";

export interface Separator {
  /** A line that only forwards have; one that answers have too; a line of marks alone. */
  readonly kind: "forwarded" | "original" | "rule";
  /** Headers that follow on the same line. */
  readonly glued: string;
}

const PHRASE_CHARS_MAX = 100;
const LINE_CHARS_MAX = 4_000;
const MARKS = "-_=*~\u2013\u2014\u2015\u2500#>: \t.\uff1a";

/** The separator in a line, or null. */
export function readSeparator(line: string): Separator | null {
  if (line.length < 4 || line.length > LINE_CHARS_MAX) return null;
  const start = endOfMarks(line, 0);
  if (start === line.length) return line.length >= 8 ? { kind: "rule", glued: "" } : null;
  const end = startOfMarks(line);
  const whole = end - start > PHRASE_CHARS_MAX ? null : separatorKind(line.slice(start, end));
  if (whole !== null) return { kind: whole, glued: "" };
  return start < 3 ? null : readGluedSeparator(line, start);
}

/**
 * "----- Forwarded Message ----- From: ...": the phrase between the marks, and headers after them.
 */
function readGluedSeparator(line: string, start: number): Separator | null {
  const close = line.indexOf("---", start);
  if (close === -1 || close - start > PHRASE_CHARS_MAX) return null;
  const phrase = separatorKind(line.slice(start, close));
  return phrase === null ? null : { kind: phrase, glued: line.slice(endOfMarks(line, close)) };
}

function endOfMarks(line: string, from: number): number {
  let at = from;
  while (at < line.length && MARKS.includes(line[at] ?? "x")) at += 1;
  return at;
}

function startOfMarks(line: string): number {
  let end = line.length;
  while (end > 0 && MARKS.includes(line[end - 1] ?? "x")) end -= 1;
  return end;
}

export interface Attribution {
  readonly from: Correspondent;
  readonly date: string;
  /** The language of the verb; null if there is no verb. */
  readonly language: string | null;
  /** The first line after it. */
  readonly next: number;
}

const ATTRIBUTION_CHARS_MAX = 400;
const ATTRIBUTION_LINES_MAX = 3;
/** "Ada Lane", „Ada Lane“, « Ada Lane », ‹Ada Lane›, right before the address. */
const QUOTED_NAME =
  /["\u201c\u201e\u00ab\u2039]\s?([^"\u201d\u201c\u00bb\u203a]{1,120})["\u201d\u201c\u00bb\u203a][\s(<[]*$/;

/**
 * "On DATE, NAME <address> wrote:" in that line and up to two more, in any language; null if it
 * is something else. Right below a line that only forwards have, the verb may be missing.
 */
export function findAttribution(
  lines: readonly Line[],
  at: number,
  needsVerb = true,
): Attribution | null {
  let text = "";
  for (let index = at; index < at + ATTRIBUTION_LINES_MAX; index += 1) {
    const line = lines[index];
    if (line === undefined || line.text === "") return null;
    text = text === "" ? line.text : `${text} ${line.text}`;
    if (text.length > ATTRIBUTION_CHARS_MAX) return null;
    if (!line.text.endsWith(":") && !line.text.endsWith("\uff1a")) continue;
    // Where the lines below are an attribution by themselves, it begins there and not here.
    return index > at && findAttribution(lines, at + 1, needsVerb) !== null
      ? null
      : readAttribution(text, index + 1, needsVerb);
  }
  return null;
}

function readAttribution(text: string, next: number, needsVerb: boolean): Attribution | null {
  const wrote = findWroteVerb(foldLabel(text));
  const address = /\S{1,64}@\S{1,250}/.exec(text);
  if ((wrote === null && needsVerb) || address === null || !/\d/.test(text)) return null;
  const before = text.slice(0, address.index);
  const quoted = QUOTED_NAME.exec(before)?.[1];
  const [mailbox] = readMailboxes(
    `<${address[0].replace(/^[<([]+/, "").replace(/[>)\]:,;.\uff1a]+$/, "")}>`,
  );
  if (mailbox === undefined) return null;
  const name = quoted ?? nameBefore(before.replace(/[\s(<[]+$/, ""));
  const rest = `${before.slice(0, before.length - name.length)} ${text.slice(address.index + address[0].length)}`;
  return {
    from: { name: name.trim(), address: mailbox.address },
    date: rest.replaceAll(name, " "),
    language: wrote?.language ?? null,
    next,
  };
}

/** The words right before an address, as far as a date, a comma or a connecting word. */
function nameBefore(text: string): string {
  const words = text.split(/\s+/);
  let start = words.length;
  while (start > 0) {
    const word = words[start - 1] ?? "";
    if (/\d|[,:]$/.test(word) || CONNECTORS.has(foldLabel(word))) break;
    start -= 1;
  }
  return words
    .slice(start)
    .join(" ")
    .replace(/^["'\u201e\u201c]+|["'\u201d\u201c]+$/g, "");
}
