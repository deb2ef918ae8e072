// The content of a signed file (.p7m: CMS SignedData in BER or DER, also as base64). The signatures
// are not checked, because the sender could have sent the file unsigned. Bounded in bytes, depth
// and pieces.

import { CMS_DEPTH_MAX, CMS_PIECES_MAX, EINVOICE_BYTES_MAX } from "../../platform/limits.ts";

const SEQUENCE = 0x30;
const OBJECT_ID = 0x06;
const OCTETS = 0x04;
const OCTETS_IN_PIECES = 0x24;
const CONTENT = 0xa0;

interface Element {
  readonly tag: number;
  readonly start: number;
  /** -1 if the length is indefinite; then two zero bytes end it. */
  readonly end: number;
}

/** The signed content; null if this is no signed file, or its content is detached. */
export function extractSignedContent(file: Uint8Array): Uint8Array | null {
  const bytes = decodeBytes(file);
  if (bytes === null) return null;
  try {
    return findContent(bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The bytes of a file that may be base64, with or without PEM lines. */
function decodeBytes(file: Uint8Array): Uint8Array | null {
  if (file[0] === SEQUENCE && !isBase64(file)) return file;
  const text = new TextDecoder("latin1")
    .decode(file)
    .replace(/-----[A-Z0-9 ]{1,40}-----/g, "")
    .replace(/\s+/g, "");
  if (text === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

/** The byte "0" begins a DER sequence and may also begin base64; then all of it is base64. */
function isBase64(file: Uint8Array): boolean {
  return file.subarray(0, 64).every((byte) => byte >= 0x2b && byte <= 0x7a);
}

function findContent(bytes: Uint8Array): Uint8Array | null {
  // ContentInfo { type, [0] SignedData { version, digests, { type, [0] octets }, ... } }
  const info = readElement(bytes, 0);
  const outer = info.tag === SEQUENCE ? findTagged(bytes, info) : null;
  const signed = outer === null ? null : readElement(bytes, outer.start);
  if (signed === null || signed.tag !== SEQUENCE) return null;
  let inner: Element | null = null;
  let at = signed.start;
  for (let count = 0; count < 3; count += 1) {
    inner = readElement(bytes, at);
    at = findEnd(bytes, inner, 0);
  }
  const content = inner === null || inner.tag !== SEQUENCE ? null : findTagged(bytes, inner);
  return content === null ? null : readOctets(bytes, readElement(bytes, content.start));
}

/** The [0] element after the object id that a sequence begins with. */
function findTagged(bytes: Uint8Array, sequence: Element): Element | null {
  const id = readElement(bytes, sequence.start);
  if (id.tag !== OBJECT_ID || id.end === -1 || (sequence.end !== -1 && id.end >= sequence.end))
    return null;
  const content = readElement(bytes, id.end);
  return content.tag === CONTENT ? content : null;
}

function readOctets(bytes: Uint8Array, octets: Element): Uint8Array | null {
  if (octets.tag === OCTETS && octets.end !== -1) return bytes.subarray(octets.start, octets.end);
  if (octets.tag !== OCTETS_IN_PIECES) return null;
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let at = octets.start; octets.end === -1 ? !isEnd(bytes, at) : at < octets.end;) {
    const piece = readElement(bytes, at);
    if (piece.tag !== OCTETS || piece.end === -1 || pieces.length >= CMS_PIECES_MAX) return null;
    pieces.push(bytes.subarray(piece.start, piece.end));
    size += piece.end - piece.start;
    at = piece.end;
  }
  if (size > EINVOICE_BYTES_MAX) return null;
  const whole = new Uint8Array(size);
  let filled = 0;
  for (const piece of pieces) {
    whole.set(piece, filled);
    filled += piece.length;
  }
  return whole;
}

function isEnd(bytes: Uint8Array, at: number): boolean {
  return byteAt(bytes, at) === 0 && byteAt(bytes, at + 1) === 0;
}

/** Where an element ends; one of indefinite length is walked through. */
function findEnd(bytes: Uint8Array, element: Element, depth: number): number {
  if (element.end !== -1) return element.end;
  if (depth > CMS_DEPTH_MAX) throw new RangeError("nested too deep");
  let at = element.start;
  for (let count = 0; !isEnd(bytes, at); count += 1) {
    if (count > CMS_PIECES_MAX) throw new RangeError("too many pieces");
    at = findEnd(bytes, readElement(bytes, at), depth + 1);
  }
  return at + 2;
}

function readElement(bytes: Uint8Array, at: number): Element {
  const tag = byteAt(bytes, at);
  const first = byteAt(bytes, at + 1);
  if (first < 0x80) return checkBounds(bytes, { tag, start: at + 2, end: at + 2 + first });
  if (first === 0x80) return { tag, start: at + 2, end: -1 };
  if (first > 0x84) throw new RangeError("too long");
  let length = 0;
  for (let index = 0; index < first - 0x80; index += 1)
    length = length * 256 + byteAt(bytes, at + 2 + index);
  const start = at + 2 + (first - 0x80);
  return checkBounds(bytes, { tag, start, end: start + length });
}

function checkBounds(bytes: Uint8Array, element: Element): Element {
  if (element.end > bytes.length) throw new RangeError("cut off");
  return element;
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new RangeError("cut off");
  return byte;
}
