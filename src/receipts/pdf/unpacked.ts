// What a PDF unpacks to, counted before anything else looks at it: the reader of PDFs holds each stream whole, and ten
// bytes can stand for ten thousand. Streams are found by their mark in the bytes alone, whatever their dictionaries say,
// and unpacked in pieces that are let go at once; what unpacks to packed bytes again is unpacked again.

import {
  PDF_LINE_BYTES_MAX,
  PDF_STREAMS_MAX,
  PDF_UNPACKED_BYTES_MAX,
} from "../../platform/limits.ts";

const STREAM = [...new TextEncoder().encode("stream")];
const DICTIONARY_BYTES = 600;
const LAYERS_MAX = 4;
/** The most that deflate makes of a byte. */
const DEFLATE_RATIO_MAX = 1_032;
const PIECE_BYTES = 2_048;
const END_MARK = new TextEncoder().encode("endstream");
/** Filters that unpack a thousandfold and that nothing counts here; tolerated where there is little to unpack. */
const UNCOUNTED = /\/(?:LZWDecode|LZW|RunLengthDecode|RL)\b/;
const UNCOUNTED_BYTES_MAX = 64 * 1024;

/** Why the PDF is not opened, in one sentence; null where what it unpacks to is within bounds. */
export async function excessOf(pdf: Uint8Array): Promise<string | null> {
  let left = PDF_UNPACKED_BYTES_MAX;
  let streams = 0;
  let behind = 0;
  for (let at = nextStream(pdf, 0); at !== -1; at = nextStream(pdf, at)) {
    if (hasLongLine(pdf.subarray(behind, at))) return LONG_LINE;
    streams += 1;
    if (streams > PDF_STREAMS_MAX) return `It has more than ${PDF_STREAMS_MAX} streams.`;
    const dictionary = latin(pdf.subarray(Math.max(0, at - DICTIONARY_BYTES), at));
    const own = dictionary.slice(dictionary.lastIndexOf(" obj") + 1);
    const end = endOf(pdf, at);
    const packed = trimmed(pdf.subarray(at, end));
    if (UNCOUNTED.test(own) && packed.length > UNCOUNTED_BYTES_MAX)
      return "It is packed in a way that is no longer used and that may hide a great deal.";
    // Pictures are not looked at when text is read.
    if (!/\/Subtype\s{0,4}\/Image\b/.test(own)) left -= await unpackedBytes(packed, left);
    if (left < 0) return `Its contents unpack to more than ${PDF_UNPACKED_BYTES_MAX} bytes.`;
    at = end;
    behind = end;
  }
  return hasLongLine(pdf.subarray(behind)) ? LONG_LINE : null;
}

const LONG_LINE = `A line of it is longer than ${PDF_LINE_BYTES_MAX} bytes.`;

/** Whether the bytes go on for so long without a line end. */
function hasLongLine(bytes: Uint8Array): boolean {
  if (bytes.length <= PDF_LINE_BYTES_MAX) return false;
  let run = 0;
  for (const byte of bytes) {
    run = byte === 0x0a || byte === 0x0d ? 0 : run + 1;
    if (run > PDF_LINE_BYTES_MAX) return true;
  }
  return false;
}

/** Behind the next "stream" and its line end; -1 where there is none. */
function nextStream(pdf: Uint8Array, from: number): number {
  for (let at = pdf.indexOf(0x73, from); at !== -1; at = pdf.indexOf(0x73, at + 1)) {
    if (!STREAM.every((byte, index) => pdf[at + index] === byte)) continue;
    const end = at + STREAM.length;
    if (pdf[at - 1] === 0x64) continue;
    if (pdf[end] === 0x0a) return end + 1;
    if (pdf[end] === 0x0d) return pdf[end + 1] === 0x0a ? end + 2 : end + 1;
  }
  return -1;
}

function endOf(pdf: Uint8Array, from: number): number {
  for (let at = pdf.indexOf(0x65, from); at !== -1; at = pdf.indexOf(0x65, at + 1)) {
    if (END_MARK.every((byte, index) => pdf[at + index] === byte)) return at;
  }
  return pdf.length;
}

/** Without the line end that stands before the mark of a stream's end. */
function trimmed(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  if (bytes[end - 1] === 0x0a) end -= 1;
  if (bytes[end - 1] === 0x0d) end -= 1;
  return bytes.subarray(0, end);
}

function latin(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

/** How many bytes come out, more than `most` at once being enough to know; what is not packed this way counts as it is. */
async function unpackedBytes(packed: Uint8Array, most: number, layer = 0): Promise<number> {
  if (!isDeflated(packed)) return packed.length;
  if (layer >= LAYERS_MAX) return most + 1;
  const unpacking = new DecompressionStream("deflate");
  const fed = { bytes: 0 };
  const feeding = feed(unpacking.writable, packed, fed);
  const reader = unpacking.readable.getReader();
  const packedAgain: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const piece = new Uint8Array(value);
      if (bytes === 0 ? isDeflated(piece) : packedAgain.length > 0) packedAgain.push(piece);
      bytes += piece.length;
      if (bytes > most) break;
    }
  } catch {
    // Damaged, or with more behind its end: what the last piece may have held counts, since it came out no more.
    bytes += DEFLATE_RATIO_MAX * Math.max(0, Math.min(PIECE_BYTES, packed.length - fed.bytes));
  }
  await reader.cancel().catch(() => undefined);
  await feeding;
  return packedAgain.length === 0 || bytes > most
    ? bytes
    : bytes + (await unpackedBytes(joined(packedAgain), most - bytes, layer + 1));
}

/** Writes the bytes piece by piece; `fed` counts those that were taken. */
async function feed(
  writable: WritableStream,
  packed: Uint8Array,
  fed: { bytes: number },
): Promise<void> {
  const writer = writable.getWriter();
  try {
    for (let at = 0; at < packed.length; at += PIECE_BYTES) {
      await writer.write(packed.slice(at, at + PIECE_BYTES));
      fed.bytes = at + PIECE_BYTES;
    }
    await writer.close();
  } catch {
    // The other end has seen the same.
  }
}

/** Whether the bytes begin as zlib's do. */
function isDeflated(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
