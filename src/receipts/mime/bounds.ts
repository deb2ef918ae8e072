// Counts what a raw message would cost the parser, in one pass over its bytes before it is parsed.
// A message beyond a bound is not parsed; its headers are still read, so that a person sees what
// came.

import {
  MAIL_BYTES_MAX,
  MAIL_DASHED_LINES_MAX,
  MAIL_HEADER_BYTES_MAX,
  MAIL_HEADER_LINE_BYTES_MAX,
  MAIL_HEADERS_MAX,
  MAIL_LINES_MAX,
} from "../../platform/limits.ts";

const LF = 10;
const CR = 13;
const DASH = 45;
const SPACE = 32;
const TAB = 9;

/** A sentence about the bound that a raw message exceeds; null if it may be parsed. */
export function describeExcess(raw: Uint8Array): string | null {
  if (raw.length > MAIL_BYTES_MAX)
    return `The mail has ${raw.length} bytes; at most ${MAIL_BYTES_MAX} are read.`;
  let lines = 0;
  let dashed = 0;
  for (let start = 0; start < raw.length; lines += 1) {
    if (raw[start] === DASH && raw[start + 1] === DASH) dashed += 1;
    const end = raw.indexOf(LF, start);
    start = end === -1 ? raw.length : end + 1;
  }
  if (lines > MAIL_LINES_MAX)
    return `The mail has ${lines} lines; at most ${MAIL_LINES_MAX} are read.`;
  if (dashed > MAIL_DASHED_LINES_MAX)
    return `The mail has ${dashed} lines that may divide its parts; at most ${MAIL_DASHED_LINES_MAX} are read.`;
  return describeHeaderExcess(raw);
}

function describeHeaderExcess(raw: Uint8Array): string | null {
  const head = messageHead(raw);
  if (head.length > MAIL_HEADER_BYTES_MAX)
    return `The mail's headers have ${head.length} bytes; at most ${MAIL_HEADER_BYTES_MAX} are read.`;
  let headers = 0;
  let longest = 0;
  let headerStart = 0;
  for (let start = 0; start < head.length;) {
    if (head[start] !== SPACE && head[start] !== TAB) {
      headers += 1;
      headerStart = start;
    }
    const end = head.indexOf(LF, start);
    start = end === -1 ? head.length : end + 1;
    longest = Math.max(longest, start - headerStart);
  }
  if (longest > MAIL_HEADER_LINE_BYTES_MAX)
    return `A header of the mail has ${longest} bytes; at most ${MAIL_HEADER_LINE_BYTES_MAX} are read.`;
  return headers > MAIL_HEADERS_MAX
    ? `The mail has ${headers} headers; at most ${MAIL_HEADERS_MAX} are read.`
    : null;
}

/** The bytes of a message's headers, before its first empty line. */
export function messageHead(raw: Uint8Array): Uint8Array {
  for (let start = 0; start < raw.length;) {
    if (raw[start] === LF || (raw[start] === CR && raw[start + 1] === LF))
      return raw.subarray(0, start);
    const end = raw.indexOf(LF, start);
    if (end === -1) break;
    start = end + 1;
  }
  return raw;
}

/** The first headers of a message beyond a bound: as many as fit, cut at the end of a line. */
export function cutHead(raw: Uint8Array): Uint8Array {
  const head = messageHead(raw);
  const kept = head.subarray(0, MAIL_HEADER_BYTES_MAX / 4);
  let end = kept.length;
  let headers = 0;
  for (let start = 0; start < kept.length;) {
    headers += 1;
    if (headers > MAIL_HEADERS_MAX / 4) {
      end = start;
      break;
    }
    const line = kept.indexOf(LF, start);
    start = line === -1 ? kept.length : line + 1;
  }
  return kept.subarray(0, end);
}
