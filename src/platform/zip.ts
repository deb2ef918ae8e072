// ZIP archives (APPNOTE.TXT 6.3), read from their directory, a member at a time and in pieces, from
// memory or from a store that serves ranges. Names are texts for people and never paths. An
// unpacked member must have the length and the checksum in the directory, and the caller sets the
// bounds. Damage that shows only while unpacking is thrown as ArchiveFault, whose message is half a
// sentence for the person.

import { err, ok, type Result } from "./result.ts";
import type { OneBuffer } from "./streams.ts";

/** Bytes of which any range can be had. */
export interface ByteRanges {
  readonly size: number;
  read(from: number, to: number): Promise<Uint8Array>;
  stream(from: number, to: number): Promise<ReadableStream<Uint8Array>>;
}

/** One file of an archive. */
export interface ZipMember {
  /** As the archive spells it, with forward slashes; a folder ends with one. */
  readonly name: string;
  readonly encrypted: boolean;
  readonly method: number;
  /** Bytes packed and unpacked, as the directory says. */
  readonly packed: number;
  readonly size: number;
  readonly checksum: number;
  readonly offset: number;
  readonly nameBytes: Uint8Array;
}

/** A fault of an archive that shows while it is unpacked. */
export class ArchiveFault extends Error {
  override readonly name = "ArchiveFault";
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const COMMENT_BYTES_MAX = 0xffff;
/**
 * A member's entry has a name, extra fields and a comment of at most 64 KiB each; real ones take
 * some 100 bytes.
 */
const ENTRY_BYTES_MAX = 4_096;
const ENCRYPTED = 1;
const UTF8 = 0x800;
const STORED = 0;
const DEFLATED = 8;
const UNKNOWN_16 = 0xffff;
const UNKNOWN_32 = 0xffffffff;
/** Below this size a high ratio is harmless: a sheet of blanks packs very well. */
const RATIO_FREE_BYTES = 1024 * 1024;

/** Whether the bytes begin like a ZIP archive, an empty one included. */
export function isZip(head: Uint8Array): boolean {
  return (
    head[0] === 0x50 &&
    head[1] === 0x4b &&
    ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6))
  );
}

/** Bytes in memory as ranges; nothing is copied. */
export function toRanges(bytes: Uint8Array): ByteRanges {
  return {
    size: bytes.length,
    read: async (from, to) => bytes.subarray(from, to),
    stream: async (from, to) => pieces(bytes.subarray(from, to)),
  };
}

const PIECE_BYTES = 64 * 1024;

function pieces(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, (at += PIECE_BYTES)));
    },
  });
}

/**
 * The archive's members in the order of its directory, or half a sentence why they cannot be read.
 */
export async function zipMembers(
  file: ByteRanges,
  membersMax: number,
): Promise<Result<readonly ZipMember[], string>> {
  const directory = await findDirectory(file);
  if (!directory.ok) return directory;
  const { count, from, to } = directory.value;
  if (count > membersMax)
    return err(
      membersMax === 1
        ? `it holds ${count} files instead of one`
        : `it holds ${count} files; at most ${membersMax} are read`,
    );
  if (to - from > count * ENTRY_BYTES_MAX) return err("its directory is damaged");
  const bytes = await file.read(from, to);
  const view = toView(bytes);
  const members: ZipMember[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_BYTES > bytes.length || view.getUint32(at, true) !== CENTRAL)
      return err("its directory is damaged");
    const nameEnd = at + CENTRAL_BYTES + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const end = extraEnd + view.getUint16(at + 32, true);
    if (end > bytes.length) return err("its directory is damaged");
    const nameBytes = bytes.slice(at + CENTRAL_BYTES, nameEnd);
    const member = readMember(view, at, nameBytes, wideField(view, nameEnd, extraEnd));
    if (member === null || member.offset + LOCAL_BYTES + member.packed > from)
      return err("its directory is damaged");
    members.push(member);
    at = end;
  }
  if (at !== bytes.length) return err("its directory is damaged");
  return overlap(members)
    ? err("two of its files share their bytes, as in archives that are made to harm")
    : ok(members);
}

/**
 * Whether a member begins before another has ended: one kernel counted many times unpacks to any
 * size.
 */
function overlap(members: readonly ZipMember[]): boolean {
  let end = 0;
  for (const { offset, nameBytes, packed } of members.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < end) return true;
    end = offset + LOCAL_BYTES + nameBytes.length + packed;
  }
  return false;
}

/**
 * The member's bytes, unpacked in pieces; throws ArchiveFault where they are not what the directory
 * says. With a buffer, each piece is good until the next one is asked for.
 */
export async function* unpack(
  file: ByteRanges,
  member: ZipMember,
  bytesMax: number,
  ratioMax: number,
  buffer: OneBuffer | null = null,
): AsyncGenerator<Uint8Array> {
  const { size, packed, method, checksum } = member;
  if (member.encrypted) throw new ArchiveFault("its file is encrypted");
  if (method !== STORED && method !== DEFLATED)
    throw new ArchiveFault(`its file is packed by method ${method}, not stored or deflated`);
  if (size > bytesMax) throw new ArchiveFault(`its file has ${size} bytes, more than ${bytesMax}`);
  if (size > RATIO_FREE_BYTES && size > packed * ratioMax)
    throw new ArchiveFault(`its file is packed more than ${ratioMax} times`);
  const start = await findStart(file, member);
  const raw = await file.stream(start, start + packed);
  const unpacked =
    method === STORED ? raw : raw.pipeThrough(new DecompressionStream("deflate-raw"));
  let crc = 0xffffffff;
  let got = 0;
  for await (const piece of method === STORED || buffer === null
    ? chunksOf(unpacked)
    : largePieces(unpacked, buffer)) {
    got += piece.length;
    if (got > size) break;
    crc = updateCrc(crc, piece);
    yield piece;
  }
  if (got !== size) throw new ArchiveFault("its file does not unpack to the length it says");
  if ((crc ^ 0xffffffff) >>> 0 !== checksum)
    throw new ArchiveFault("its file does not have the checksum it says");
}

/** The member's bytes in one piece; throws ArchiveFault like `unpack`. */
export async function unpackWhole(
  file: ByteRanges,
  member: ZipMember,
  bytesMax: number,
  ratioMax: number,
  buffer: OneBuffer | null = null,
): Promise<Uint8Array> {
  let whole = new Uint8Array(0);
  let at = 0;
  for await (const piece of unpack(file, member, bytesMax, ratioMax, buffer)) {
    // Not before the length was found to be within its bounds.
    if (at === 0) whole = new Uint8Array(member.size);
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A stream's bytes as it gives them. Damage ends it, since the platform says no more than that. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const next = await reader.read().catch(() => null);
      if (next === null || next.done) return;
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The same in large pieces: by itself the platform gives 4 KiB at a time, whose promises pile up. */
async function* largePieces(
  stream: ReadableStream<Uint8Array>,
  buffer: OneBuffer,
): AsyncGenerator<Uint8Array> {
  try {
    yield* buffer.read(stream);
  } catch {
    // Damage ends it here as well.
  }
}

async function findDirectory(
  file: ByteRanges,
): Promise<Result<{ count: number; from: number; to: number }, string>> {
  const tailFrom = Math.max(0, file.size - END_BYTES - COMMENT_BYTES_MAX - LOCATOR_BYTES);
  const tail = await file.read(tailFrom, file.size);
  const view = toView(tail);
  const end = endIn(view);
  if (end === null) return err("it has no directory: it was cut");
  const count = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  const from = view.getUint32(end + 16, true);
  if (count === UNKNOWN_16 || size === UNKNOWN_32 || from === UNKNOWN_32)
    return directory64(file, view, end, tailFrom);
  return checkDirectory(count, from, size, tailFrom + end);
}

async function directory64(
  file: ByteRanges,
  view: DataView,
  end: number,
  tailFrom: number,
): Promise<Result<{ count: number; from: number; to: number }, string>> {
  const locator = end - LOCATOR_BYTES;
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR_64)
    return err("its directory is damaged");
  const at = Number(view.getBigUint64(locator + 8, true));
  if (at + 56 > tailFrom + locator) return err("its directory is damaged");
  const record = toView(await file.read(at, at + 56));
  if (record.getUint32(0, true) !== END_64) return err("its directory is damaged");
  return checkDirectory(
    Number(record.getBigUint64(32, true)),
    Number(record.getBigUint64(48, true)),
    Number(record.getBigUint64(40, true)),
    at,
  );
}

function checkDirectory(
  count: number,
  from: number,
  size: number,
  before: number,
): Result<{ count: number; from: number; to: number }, string> {
  return from + size > before
    ? err("its directory is damaged")
    : ok({ count, from, to: from + size });
}

/**
 * The position of the end record: the last one whose comment reaches to the end, else the last one.
 */
function endIn(view: DataView): number | null {
  for (let at = view.byteLength - END_BYTES; at >= 0; at -= 1)
    if (view.getUint32(at, true) === END) return at;
  return null;
}

/**
 * The member of the directory entry at `at`; null where its lengths need a ZIP64 field that it
 * lacks.
 */
function readMember(
  view: DataView,
  at: number,
  nameBytes: Uint8Array,
  wide: readonly number[] | null,
): ZipMember | null {
  const flags = view.getUint16(at + 8, true);
  let size = view.getUint32(at + 24, true);
  let packed = view.getUint32(at + 20, true);
  let offset = view.getUint32(at + 42, true);
  if (size === UNKNOWN_32 || packed === UNKNOWN_32 || offset === UNKNOWN_32) {
    if (wide === null) return null;
    let next = 0;
    if (size === UNKNOWN_32) size = wide[next++] ?? -1;
    if (packed === UNKNOWN_32) packed = wide[next++] ?? -1;
    if (offset === UNKNOWN_32) offset = wide[next++] ?? -1;
    if (size < 0 || packed < 0 || offset < 0) return null;
  }
  const method = view.getUint16(at + 10, true);
  return {
    name: decodeName(nameBytes, flags),
    encrypted: (flags & ENCRYPTED) !== 0,
    method,
    packed,
    size,
    checksum: view.getUint32(at + 16, true),
    offset,
    nameBytes,
  };
}

/** The numbers of the ZIP64 extra field (4.5.3), in its order. */
function wideField(view: DataView, extra: number, end: number): readonly number[] | null {
  for (let at = extra; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    const stop = Math.min(at + 4 + view.getUint16(at + 2, true), end);
    const numbers: number[] = [];
    for (let number = at + 4; number + 8 <= stop; number += 8)
      numbers.push(Number(view.getBigUint64(number, true)));
    return numbers;
  }
  return null;
}

/** The start of the member's packed bytes; its own header must have the name in the directory. */
async function findStart(
  file: ByteRanges,
  { offset, nameBytes, packed }: ZipMember,
): Promise<number> {
  const header = await file.read(offset, offset + LOCAL_BYTES + nameBytes.length);
  const view = toView(header);
  if (header.length < LOCAL_BYTES + nameBytes.length || view.getUint32(0, true) !== LOCAL)
    throw new ArchiveFault("its directory is damaged");
  if (
    view.getUint16(26, true) !== nameBytes.length ||
    nameBytes.some((byte, index) => header[LOCAL_BYTES + index] !== byte)
  ) {
    throw new ArchiveFault("its directory is damaged");
  }
  const start = offset + LOCAL_BYTES + nameBytes.length + view.getUint16(28, true);
  if (start + packed > file.size) throw new ArchiveFault("its directory is damaged");
  return start;
}

/** UTF-8 where it is that, else IBM's letters of 437, of which only the plain ones matter here. */
function decodeName(bytes: Uint8Array, flags: number): string {
  const text = (() => {
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return new TextDecoder((flags & UTF8) === 0 ? "windows-1252" : "utf-8").decode(bytes);
    }
  })();
  return text.replaceAll("\\", "/");
}

const TABLE_BYTES = 4 * 256;
/**
 * The checksums of single bytes, then of these with one, two and three zero bytes behind them.
 * Through views and as signed numbers: the engine took up to twenty times as long for elements of
 * typed arrays that may be missing, and left a number on the heap for each.
 */
const CRC_TABLE = makeCrcTable();

function makeCrcTable(): DataView {
  const table = new DataView(new ArrayBuffer(4 * TABLE_BYTES));
  for (let index = 0; index < 256; index += 1) {
    let crc = index;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
    table.setInt32(4 * index, crc, true);
  }
  for (let at = TABLE_BYTES; at < table.byteLength; at += 4) {
    const before = table.getInt32(at - TABLE_BYTES, true);
    table.setInt32(at, (before >>> 8) ^ table.getInt32((before & 0xff) << 2, true), true);
  }
  return table;
}

/** The CRC-32 so far, from 0xffffffff; its complement is the checksum. Takes four bytes at once. */
export function updateCrc(before: number, bytes: Uint8Array): number {
  const view = toView(bytes);
  let crc = before | 0;
  let at = 0;
  for (; at + 4 <= view.byteLength; at += 4) {
    const four = crc ^ view.getInt32(at, true);
    crc =
      CRC_TABLE.getInt32(3 * TABLE_BYTES + ((four & 0xff) << 2), true) ^
      CRC_TABLE.getInt32(2 * TABLE_BYTES + ((four >>> 6) & 0x3fc), true) ^
      CRC_TABLE.getInt32(TABLE_BYTES + ((four >>> 14) & 0x3fc), true) ^
      CRC_TABLE.getInt32((four >>> 22) & 0x3fc, true);
  }
  for (; at < view.byteLength; at += 1)
    crc = CRC_TABLE.getInt32(((crc ^ view.getUint8(at)) & 0xff) << 2, true) ^ (crc >>> 8);
  return crc;
}

function toView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
