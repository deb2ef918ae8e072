// Text of the tagged formats (QIF, MT940), which name no charset. The encoding is detected as in
// OFX, and additionally the DOS code pages that programs of German banks still write. The byte
// order mark and the end-of-file character of DOS are removed. Also small text functions for these
// formats.

import { TAGGED_LINES_MAX } from "../platform/limits.ts";
import { decodeText, type Decoded } from "./ofx/encoding.ts";
import type { Unreadable } from "./statement.ts";

/**
 * Code page 850 from 0x80 on; code page 437 has the same letters as far as Western names use them.
 */
const CODE_PAGE_850 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0";

/**
 * ü, é, ä, Ä, ö, Ö, Ü in DOS; in Windows these bytes are symbols that rarely occur inside words.
 */
const DOS_LETTERS: ReadonlySet<number> = new Set([0x81, 0x82, 0x84, 0x8e, 0x94, 0x99, 0x9a]);
const SHARP_S = 0xe1;

/** Decodes the document. */
export async function decodeTagged(bytes: Uint8Array): Promise<Decoded> {
  const decoded = isDos(bytes)
    ? {
        text: fromCodePage850(bytes),
        encoding: "ibm850",
        why: "The bytes are not UTF-8; the umlauts are those of DOS (code page 850).",
      }
    : await decodeText(bytes);
  return { ...decoded, text: trimMarks(decoded.text) };
}

/** Whether every byte above ASCII is a DOS letter next to another letter. */
function isDos(bytes: Uint8Array): boolean {
  let letters = 0;
  for (let at = skipAscii(bytes); at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    if (byte !== SHARP_S && !DOS_LETTERS.has(byte)) return false;
    if (!isLetter(bytes[at - 1]) && !isLetter(bytes[at + 1])) return false;
    if (byte !== SHARP_S) letters += 1;
  }
  return letters > 0;
}

/** How many of the first bytes are certainly ASCII; four are looked at together. */
function skipAscii({ buffer, byteOffset, length }: Uint8Array): number {
  if (byteOffset % 4 !== 0) return 0;
  const words = new Uint32Array(buffer, byteOffset, length >> 2);
  let at = 0;
  while (at < words.length && ((words[at] ?? 0) & 0x80808080) === 0) at += 1;
  return 4 * at;
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122));
}

const CHUNK_BYTES = 8_192;

function fromCodePage850(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    parts.push(
      Array.from(bytes.subarray(from, from + CHUNK_BYTES), (byte) =>
        byte < 0x80 ? String.fromCharCode(byte) : (CODE_PAGE_850[byte - 0x80] ?? "\ufffd"),
      ).join(""),
    );
  }
  return parts.join("");
}

function trimMarks(text: string): string {
  const from = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let end = text.length;
  while (end > from && (text.charCodeAt(end - 1) === 0x1a || text.charCodeAt(end - 1) === 0))
    end -= 1;
  return text.slice(from, end);
}

const LF = 10;

/** The refusal of a text with too many lines; null when it has not. CR LF ends one line. */
export function tooManyLines(text: string): Unreadable | null {
  return text.length <= TAGGED_LINES_MAX || countLines(text) <= TAGGED_LINES_MAX
    ? null
    : {
        reason: "too large",
        message: `The file has more than ${TAGGED_LINES_MAX.toLocaleString("en")} lines. Export fewer months at once.`,
      };
}

/** The line ends of a text; searching for the next one is quicker than looking at each character. */
function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  for (let at = text.indexOf("\r"); at >= 0; at = text.indexOf("\r", at + 1))
    if (text.charCodeAt(at + 1) !== LF) lines += 1;
  return lines;
}

/**
 * Splits a text at LF, CR LF, CR or CR CR LF. The text after the last line end is the last line.
 */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  for (const piece of text.split("\n")) {
    let end = piece.length;
    while (end > 0 && piece.charCodeAt(end - 1) === 13) end -= 1;
    const line = piece.slice(0, end);
    if (line.includes("\r")) for (const one of line.split("\r")) lines.push(one);
    else lines.push(line);
  }
  return lines;
}

// oxlint-disable-next-line no-control-regex -- control characters count as blanks
const BLANKS = /[\s\u0000-\u001f\u007f\u200b\ufeff]+/g;

/** Folds each run of blanks and control characters into one blank. */
export function foldBlanks(text: string): string {
  let end = text.length;
  // Fields of fixed width end in blanks.
  while (end > 0 && text.charCodeAt(end - 1) === SPACE) end -= 1;
  let from = 0;
  while (from < end && text.charCodeAt(from) === SPACE) from += 1;
  let folded = "";
  for (let at = from, blank = false; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < SPACE || unit >= DELETE) return text.replace(BLANKS, " ").trim();
    if (unit === SPACE && blank) {
      if (at > from) folded += text.slice(from, at);
      from = at + 1;
    } else blank = unit === SPACE;
  }
  return folded === "" ? text.slice(from, end) : folded + text.slice(from, end);
}

const SPACE = 32;
const DELETE = 127;

/** Drops the facts that are empty. */
export function dropEmpty(facts: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of Object.keys(facts)) {
    const value = facts[name] ?? "";
    if (value !== "") kept[name] = value;
  }
  return kept;
}
