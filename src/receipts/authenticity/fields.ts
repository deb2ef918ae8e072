// A raw message as signatures see it: header fields byte for byte in their order, and the body.
// Nothing is decoded: each byte is one character (0 to 255), so 8-bit headers are hashed as they
// came. A line that ends in LF counts as ending in CRLF, because scripts that store or forward mail
// drop the CRs.

import { MAIL_HEADER_BYTES_MAX, MAIL_HEADERS_MAX } from "../../platform/limits.ts";
import { messageHead } from "../mime/bounds.ts";

export interface Field {
  /** In lower case. */
  readonly name: string;
  /** The whole field with its folds, without the CRLF at its end. */
  readonly raw: string;
  /** Everything after the colon, with its folds. */
  readonly value: string;
}

export interface RawMessage {
  readonly fields: readonly Field[];
  readonly body: Uint8Array;
}

const LF = 10;
const CR = 13;

/** Splits a message into fields and body; null if it has too many headers. */
export function parseRawMessage(raw: Uint8Array): RawMessage | null {
  const head = messageHead(raw);
  if (head.length > MAIL_HEADER_BYTES_MAX) return null;
  const fields = splitFields(head);
  return fields === null ? null : { fields, body: raw.subarray(findBody(raw, head.length)) };
}

function findBody(raw: Uint8Array, head: number): number {
  if (raw[head] === LF) return head + 1;
  return raw[head] === CR && raw[head + 1] === LF ? head + 2 : raw.length;
}

function splitFields(head: Uint8Array): Field[] | null {
  const fields: Field[] = [];
  let lines: string[] = [];
  const close = (): void => {
    const field = parseField(lines);
    if (field !== null) fields.push(field);
    lines = [];
  };
  for (const line of splitLines(head)) {
    if (!line.startsWith(" ") && !line.startsWith("\t")) close();
    lines.push(line);
    if (fields.length > MAIL_HEADERS_MAX) return null;
  }
  close();
  return fields;
}

/** The field; null for an mbox's "From " line or text without a colon. */
function parseField(lines: readonly string[]): Field | null {
  const raw = lines.join("\r\n");
  const colon = raw.indexOf(":");
  if (colon <= 0) return null;
  const name = raw.slice(0, colon).trimEnd();
  return /^[\x21-\x39\x3b-\x7e]{1,200}$/.test(name)
    ? { name: name.toLowerCase(), raw, value: raw.slice(colon + 1) }
    : null;
}

function splitLines(head: Uint8Array): string[] {
  const lines: string[] = [];
  for (let start = 0; start < head.length;) {
    const found = head.indexOf(LF, start);
    const end = found === -1 ? head.length : found;
    lines.push(
      toBinaryText(head.subarray(start, found > start && head[end - 1] === CR ? end - 1 : end)),
    );
    start = end + 1;
  }
  return lines;
}

const CHUNK = 8_192;

/** A text with one character for each byte. */
export function toBinaryText(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
}

/** The bytes of a text with one character for each byte. */
export function fromBinaryText(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
