// Counts what a PDF unpacks to before anything else reads it: unpdf holds each stream whole, and
// ten bytes may unpack to ten thousand. Streams are found by their mark in the bytes, whatever
// their dictionaries say, and unpacked in pieces that are dropped at once. Nested packing is
// unpacked too.

import { PDF_LINE_BYTES_MAX, PDF_STREAMS_MAX, PDF_UNPACKED_BYTES_MAX } from "../limits.ts";

const STREAM = [...new TextEncoder().encode("stream")];
const DICTIONARY_BYTES = 600;
const LAYERS_MAX = 4;
/** How many bytes deflate can make of one. */
const DEFLATE_RATIO_MAX = 1_032;
const PIECE_BYTES = 2_048;
const END_MARK = new TextEncoder().encode("endstream");
/** Filters that unpack a thousandfold and are not counted here; allowed only for small streams. */
const UNCOUNTED = /\/(?:LZWDecode|LZW|RunLengthDecode|RL)\b/;
const UNCOUNTED_BYTES_MAX = 64 * 1024;

/** Why the PDF is not opened, in one sentence; null if it unpacks to no more than the bounds. */
export async function findExcess(pdf: Uint8Array): Promise<string | null> {
  let left = PDF_UNPACKED_BYTES_MAX;
  let streams = 0;
  let checked = 0;
  for (let at = findStream(pdf, 0); at !== -1; at = findStream(pdf, at)) {
    if (hasLongLine(pdf.subarray(checked, at))) return LONG_LINE;
    streams += 1;
    if (streams > PDF_STREAMS_MAX) return `It has more than ${PDF_STREAMS_MAX} streams.`;
    const dictionary = decodeLatin(pdf.subarray(Math.max(0, at - DICTIONARY_BYTES), at));
    const own = dictionary.slice(dictionary.lastIndexOf(" obj") + 1);
    const end = findStreamEnd(pdf, at);
    const packed = withoutLineEnd(pdf.subarray(at, end));
    if (UNCOUNTED.test(own) && packed.length > UNCOUNTED_BYTES_MAX)
      return "It is packed with an outdated filter that may hide too much data.";
    // Pictures are not unpacked when text is read.
    if (!/\/Subtype\s{0,4}\/Image\b/.test(own)) left -= await countUnpacked(packed, left);
    if (left < 0) return `Its contents unpack to more than ${PDF_UNPACKED_BYTES_MAX} bytes.`;
    at = end;
    checked = end;
  }
  return hasLongLine(pdf.subarray(checked)) ? LONG_LINE : null;
}

const LONG_LINE = `It has a line of more than ${PDF_LINE_BYTES_MAX} bytes.`;

/** Whether a line is longer than the limit. */
function hasLongLine(bytes: Uint8Array): boolean {
  if (bytes.length <= PDF_LINE_BYTES_MAX) return false;
  let run = 0;
  for (const byte of bytes) {
    run = byte === 0x0a || byte === 0x0d ? 0 : run + 1;
    if (run > PDF_LINE_BYTES_MAX) return true;
  }
  return false;
}

/** The offset after the next "stream" and its line end; -1 if there is none. */
function findStream(pdf: Uint8Array, from: number): number {
  for (let at = pdf.indexOf(0x73, from); at !== -1; at = pdf.indexOf(0x73, at + 1)) {
    if (!STREAM.every((byte, index) => pdf[at + index] === byte)) continue;
    const end = at + STREAM.length;
    if (pdf[at - 1] === 0x64) continue;
    if (pdf[end] === 0x0a) return end + 1;
    if (pdf[end] === 0x0d) return pdf[end + 1] === 0x0a ? end + 2 : end + 1;
  }
  return -1;
}

function findStreamEnd(pdf: Uint8Array, from: number): number {
  for (let at = pdf.indexOf(0x65, from); at !== -1; at = pdf.indexOf(0x65, at + 1)) {
    if (END_MARK.every((byte, index) => pdf[at + index] === byte)) return at;
  }
  return pdf.length;
}

/** The bytes without the line end before the mark of a stream's end. */
function withoutLineEnd(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  if (bytes[end - 1] === 0x0a) end -= 1;
  if (bytes[end - 1] === 0x0d) end -= 1;
  return bytes.subarray(0, end);
}

function decodeLatin(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

/**
 * How many bytes a stream unpacks to; counting stops beyond `most`. Other streams count as they
 * are.
 */
async function countUnpacked(packed: Uint8Array, most: number, layer = 0): Promise<number> {
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
    // The stream is damaged, or has more after its end: count the most that its last piece may
    // hold.
    bytes += DEFLATE_RATIO_MAX * Math.max(0, Math.min(PIECE_BYTES, packed.length - fed.bytes));
  }
  await reader.cancel().catch(() => undefined);
  await feeding;
  return packedAgain.length === 0 || bytes > most
    ? bytes
    : bytes + (await countUnpacked(concatenate(packedAgain), most - bytes, layer + 1));
}

/** Writes the bytes piece by piece; `fed` counts the bytes accepted. */
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
    // The reading end reports the same fault.
  }
}

/** Whether the bytes begin like zlib's. */
function isDeflated(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0;
}

function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
