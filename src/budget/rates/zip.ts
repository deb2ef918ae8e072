// A ZIP archive of exactly one file, as the bank publishes its history. What it unpacks to is bounded in
// size and in ratio, and must have the length and checksum that the archive says (APPNOTE.TXT 6.3).

import { RATES_FILE_BYTES_MAX, RATES_ZIP_RATIO_MAX } from "../../limits.ts";
import { err, ok, type Result } from "../../value/result.ts";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 0xffff;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

/** Whether the bytes begin like a ZIP archive. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && viewOf(bytes).getUint32(0, true) === LOCAL;
}

/** The one file of the archive, or in half a sentence why there is none. */
export async function unzip(bytes: Uint8Array): Promise<Result<Uint8Array, string>> {
  const found = entryOf(bytes);
  if (!found.ok) return found;
  const { method, packed, size, checksum } = found.value;
  if (size > RATES_FILE_BYTES_MAX) return err(`its file has ${size} bytes, more than ${RATES_FILE_BYTES_MAX}`);
  if (size > packed.length * RATES_ZIP_RATIO_MAX) return err(`its file is packed more than ${RATES_ZIP_RATIO_MAX} times`);
  const file = method === STORED ? packed : await inflate(packed, size);
  if (file === null || file.length !== size) return err("its file does not unpack to the length it says");
  return crc32(file) === checksum ? ok(file) : err("its file does not have the checksum it says");
}

interface Entry {
  readonly method: number;
  readonly packed: Uint8Array;
  readonly size: number;
  readonly checksum: number;
}

function entryOf(bytes: Uint8Array): Result<Entry, string> {
  const view = viewOf(bytes);
  const end = endOf(view);
  if (end === null) return err("it has no directory: it was cut");
  const count = view.getUint16(end + 10, true);
  if (count !== 1) return err(`it holds ${count} files instead of one`);
  const entry = view.getUint32(end + 16, true);
  if (entry + 46 > end || view.getUint32(entry, true) !== CENTRAL) return err("its directory is damaged");
  if ((view.getUint16(entry + 8, true) & ENCRYPTED) !== 0) return err("its file is encrypted");
  const method = view.getUint16(entry + 10, true);
  if (method !== STORED && method !== DEFLATED) return err(`its file is packed by method ${method}, not stored or deflated`);
  const local = view.getUint32(entry + 42, true);
  if (local + 30 > end || view.getUint32(local, true) !== LOCAL) return err("its directory is damaged");
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const length = view.getUint32(entry + 20, true);
  if (start + length > entry) return err("its directory is damaged");
  return ok({
    method,
    packed: bytes.subarray(start, start + length),
    size: view.getUint32(entry + 24, true),
    checksum: view.getUint32(entry + 16, true),
  });
}

/** Where the end record is: the last one, before a comment of at most 64 KiB. */
function endOf(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - END_BYTES - COMMENT_BYTES_MAX);
  for (let at = view.byteLength - END_BYTES; at >= first; at--) if (view.getUint32(at, true) === END) return at;
  return null;
}

/** The unpacked bytes; null when they are damaged or more than `size`. */
async function inflate(packed: Uint8Array, size: number): Promise<Uint8Array | null> {
  const file = new Uint8Array(size);
  let at = 0;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader: ReadableStreamDefaultReader<Uint8Array> = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return file.subarray(0, at);
      if (at + value.length > size) return null;
      file.set(value, at);
      at += value.length;
    }
  } catch {
    return null;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
