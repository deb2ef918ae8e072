// Repairs encoded words of headers that hold raw letters ("=?iso-8859-1?Q?Frösche?="). The parser
// reads headers as UTF-8 and would lose such letters. Encoded as RFC 2047 requires, they are of the
// charset that the word names. Only headers with such bytes are changed. One pass.

import { messageHead } from "./bounds.ts";

const [EQUALS, QUESTION, SPACE, LF] = [61, 63, 32, 10];
const HIGH = 128;
const HEX = "0123456789ABCDEF";

/** The message with raw letters in encoded words encoded; the same bytes if there are none. */
export function encodeRawLetters(raw: Uint8Array): Uint8Array {
  const head = messageHead(raw);
  if (!head.some((byte) => byte >= HIGH)) return raw;
  const bytes: number[] = [];
  let inWord = false;
  for (const [at, byte] of head.entries()) {
    if (inWord ? endsWord(head, at) : beginsText(head, at)) inWord = !inWord;
    if (inWord && byte >= HIGH)
      bytes.push(EQUALS, HEX.charCodeAt(byte >> 4), HEX.charCodeAt(byte & 15));
    else bytes.push(byte);
  }
  if (bytes.length === head.length) return raw;
  const whole = new Uint8Array(bytes.length + raw.length - head.length);
  whole.set(bytes);
  whole.set(raw.subarray(head.length), bytes.length);
  return whole;
}

/** Whether the text of an encoded word begins here, after "?Q". */
function beginsText(head: Uint8Array, at: number): boolean {
  return (
    head[at] === QUESTION &&
    head[at - 2] === QUESTION &&
    (head[at - 1] === 81 || head[at - 1] === 113)
  );
}

function endsWord(head: Uint8Array, at: number): boolean {
  const byte = head[at];
  return byte === SPACE || byte === LF || (byte === QUESTION && head[at + 1] === EQUALS);
}
