// Writes a ZIP archive (APPNOTE.TXT 6.3) as a stream: files of any length, one after the other, with
// nothing held but the list of names. Lengths and checksums follow each file (4.3.9) and stand in the
// directory. Offsets beyond 4 GiB and more than 65,535 files take the ZIP64 fields (4.3.14, 4.5.3).
// Times are written as UTC, so that equal contents give equal bytes.

import { assert } from "./assert.ts";
import { inPieces, OneBuffer } from "./streams.ts";
import { Packing } from "./zip-packing.ts";

/** A file of the archive to be written. */
export interface ZipEntry {
  /** Without a leading slash; folders are separated by "/". */
  readonly name: string;
  /** Each chunk is used before the next one is asked for. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Called when the file is written. */
  readonly written?: (file: WrittenFile) => void;
}

/** The length and hash of a file as it was before it was packed. */
export interface WrittenFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A file of an archive, as its directory lists it. */
export interface Member {
  readonly name: Uint8Array;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const END = 0x06054b50;
const VERSION = 20;
const VERSION_64 = 45;
/** Lengths follow the file (bit 3), and names are UTF-8 (bit 11). */
const FLAGS = 0x808;
const DEFLATED = 8;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const PIECE_BYTES = 64 * 1024;
const encoder = new TextEncoder();

/**
 * The archive's bytes in pieces of PIECE_BYTES, made no faster than they are read. `from` is the
 * offset of the first byte, which only a test sets.
 */
export function writeZip(
  entries: AsyncIterable<ZipEntry>,
  at: Date,
  from = 0,
): AsyncGenerator<Uint8Array> {
  return inPieces(parts(entries, at, from), PIECE_BYTES);
}

/** The archive's bytes; each part is good until the next one is asked for. */
async function* parts(
  entries: AsyncIterable<ZipEntry>,
  at: Date,
  from: number,
): AsyncGenerator<Uint8Array> {
  const time = dosTime(at);
  const members: Member[] = [];
  const buffer = new OneBuffer(PIECE_BYTES);
  let offset = from;
  for await (const entry of entries) {
    const name = encoder.encode(entry.name);
    assert(name.length <= MAX_16, "a name in an archive has at most 65,535 bytes");
    const start = offset;
    const header = localHeader(name, time);
    yield header;
    offset += header.length;
    const packing = new Packing(entry.chunks);
    let packed = 0;
    for await (const piece of packing.pieces(buffer)) {
      packed += piece.length;
      yield piece;
    }
    const { crc, size } = packing;
    assert(size < MAX_32 && packed < MAX_32, "a file in an archive has less than 4 GiB");
    const descriptor = record(16, [
      [4, DESCRIPTOR],
      [4, crc],
      [4, packed],
      [4, size],
    ]);
    yield descriptor;
    offset += packed + descriptor.length;
    members.push({ name, crc, packed, size, offset: start });
    entry.written?.({ name: entry.name, bytes: size, sha256: await packing.sha256() });
  }
  yield* directory(members, time, offset);
}

function localHeader(name: Uint8Array, time: number): Uint8Array {
  const header = record(30, [
    [4, LOCAL],
    [2, VERSION],
    [2, FLAGS],
    [2, DEFLATED],
    [4, time],
    [4, 0],
    [4, 0],
    [4, 0],
    [2, name.length],
    [2, 0],
  ]);
  return joined([header, name]);
}

const DIRECTORY_PIECE_MEMBERS = 500;

/** The directory of an archive's files, and the end behind it; `offset` is where it begins. */
export function* directory(
  members: readonly Member[],
  time: number,
  offset: number,
): Generator<Uint8Array> {
  let size = 0;
  for (let at = 0; at < members.length; at += DIRECTORY_PIECE_MEMBERS) {
    const piece = joined(
      members.slice(at, at + DIRECTORY_PIECE_MEMBERS).flatMap((member) => central(member, time)),
    );
    size += piece.length;
    yield piece;
  }
  const count = members.length;
  const isWide = count >= MAX_16 || offset >= MAX_32;
  if (isWide) yield end64(count, size, offset);
  yield record(22, [
    [4, END],
    [2, 0],
    [2, 0],
    [2, isWide ? MAX_16 : count],
    [2, isWide ? MAX_16 : count],
    [4, isWide ? MAX_32 : size],
    [4, isWide ? MAX_32 : offset],
    [2, 0],
  ]);
}

function central({ name, crc, packed, size, offset }: Member, time: number): Uint8Array[] {
  const isFar = offset >= MAX_32;
  const header = record(46, [
    [4, CENTRAL],
    [2, isFar ? VERSION_64 : VERSION],
    [2, isFar ? VERSION_64 : VERSION],
    [2, FLAGS],
    [2, DEFLATED],
    [4, time],
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
    [2, isFar ? 12 : 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, isFar ? MAX_32 : offset],
  ]);
  const wide = isFar
    ? [
        record(12, [
          [2, 1],
          [2, 8],
          [8, offset],
        ]),
      ]
    : [];
  return [header, name, ...wide];
}

function end64(count: number, size: number, offset: number): Uint8Array {
  return record(76, [
    [4, END_64],
    [8, 44],
    [2, VERSION_64],
    [2, VERSION_64],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, offset],
    [4, LOCATOR_64],
    [4, 0],
    [8, offset + size],
    [4, 1],
  ]);
}

/** Little-endian numbers, each with its width in bytes. */
function record(length: number, fields: readonly (readonly [2 | 4 | 8, number])[]): Uint8Array {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else if (width === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += width;
  }
  assert(at === length, "a record has the length of its fields");
  return bytes;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The time and date of MS-DOS (4.4.6), which begins in 1980 and counts every other second. */
function dosTime(at: Date): number {
  const year = Math.max(0, at.getUTCFullYear() - 1980);
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}
