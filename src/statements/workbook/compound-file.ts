// Compound files, the containers of old Office documents (MS-CFB 2): the streams of the root by
// name. Every chain of sectors is bounded by the file, so a loop or a sector after the end only
// counts as damage.

import { Unusable } from "./workbook.ts";

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const HEADER_SECTORS = 109;
const NO_SECTOR = 0xfffffffa;
const NO_ENTRY = 0xffffffff;
const STREAM = 2;
const MAGIC = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

/** Whether the bytes begin like a compound file. */
export function isCompound(head: Uint8Array): boolean {
  return MAGIC.every((byte, index) => head[index] === byte);
}

export interface CompoundFile {
  /** The names of the root's streams and storages. */
  readonly names: readonly string[];
  stream(name: string): Uint8Array | null;
}

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

const damaged = (what: string) =>
  new Unusable(
    `The file is an old Excel workbook (XLS) that is damaged: ${what}. Download it again.`,
  );

/** Opens a compound file; throws when its tables are damaged. */
export function openCompound(bytes: Uint8Array): CompoundFile {
  if (bytes.length < HEADER_BYTES) throw damaged("it is cut off");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const shift = view.getUint16(30, true);
  if ((shift !== 9 && shift !== 12) || view.getUint16(32, true) !== 6)
    throw damaged("its header is invalid");
  const sectorBytes = 1 << shift;
  const sectorsMax = Math.ceil(bytes.length / sectorBytes);
  const sector = (index: number): Uint8Array => {
    const from = (index + 1) * sectorBytes;
    if (from + sectorBytes > bytes.length) throw damaged("it is cut off");
    return bytes.subarray(from, from + sectorBytes);
  };
  /** Some programs omit the unused end of the file's last sector. */
  const content = (index: number) =>
    (index + 2) * sectorBytes > bytes.length
      ? bytes.subarray(Math.min((index + 1) * sectorBytes, bytes.length))
      : sector(index);
  const fat = readTable(listTableSectors(view, sector, sectorsMax, sectorBytes).map(sector));
  const chain = (start: number) => followChain(start, fat, sectorsMax);
  const entries = readEntries(joinBytes(chain(view.getUint32(48, true)).map(sector)));
  const root = entries[0];
  if (root === undefined) throw damaged("it has no directory");
  const inRoot = listChildren(entries, root.child);
  const cutoff = view.getUint32(56, true);
  return {
    names: inRoot.map(({ name }) => name),
    stream(name) {
      const entry = inRoot.find(
        (one) => one.type === STREAM && one.name.toLowerCase() === name.toLowerCase(),
      );
      if (entry === undefined) return null;
      const { start, size } = entry;
      if (size > bytes.length) throw damaged(`its part "${name}" is longer than the file`);
      const whole = size >= cutoff ? joinSectors(chain(start)) : readSmallStream(start);
      if (whole.length < size) throw damaged(`its part "${name}" is shorter than its stated size`);
      return whole.subarray(0, size);
    },
  };

  /** Consecutive sectors, the usual case, are not copied. */
  function joinSectors(sectors: readonly number[]): Uint8Array {
    const [first = 0] = sectors;
    if (!sectors.every((index, place) => index === first + place))
      return joinBytes(sectors.map(content));
    return bytes.subarray(
      (first + 1) * sectorBytes,
      Math.min((first + sectors.length + 1) * sectorBytes, bytes.length),
    );
  }

  function readSmallStream(start: number): Uint8Array {
    const table = readTable(chain(view.getUint32(60, true)).map(sector));
    const store = joinBytes(chain(root?.start ?? NO_SECTOR).map(content));
    return joinBytes(
      followChain(start, table, sectorsMax * (sectorBytes / 64)).map((index) =>
        store.subarray(index * 64, index * 64 + 64),
      ),
    );
  }
}

/** The sectors of the allocation table: 109 are listed in the header, the rest in sectors. */
function listTableSectors(
  view: DataView,
  sector: (index: number) => Uint8Array,
  sectorsMax: number,
  sectorBytes: number,
): number[] {
  const count = view.getUint32(44, true);
  if (count > sectorsMax) throw damaged("its tables are longer than the file");
  const found: number[] = [];
  for (let index = 0; index < Math.min(count, HEADER_SECTORS); index += 1)
    found.push(view.getUint32(76 + index * 4, true));
  let next = view.getUint32(68, true);
  for (let steps = 0; next < NO_SECTOR && found.length < count; steps += 1) {
    if (steps > sectorsMax) throw damaged("its tables form a loop");
    const more = readTable([sector(next)]);
    for (let index = 0; index < sectorBytes / 4 - 1 && found.length < count; index += 1)
      found.push(more[index] ?? NO_SECTOR);
    next = more[sectorBytes / 4 - 1] ?? NO_SECTOR;
  }
  return found;
}

function followChain(start: number, table: Uint32Array, max: number): number[] {
  const found: number[] = [];
  for (let at = start; at < NO_SECTOR; at = table[at] ?? 0xfffffffb) {
    if (found.length > max || at >= table.length) throw damaged("its tables lead outside the file");
    found.push(at);
  }
  return found;
}

function readTable(sectors: readonly Uint8Array[]): Uint32Array {
  const bytes = joinBytes(sectors);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) =>
    view.getUint32(index * 4, true),
  );
}

function readEntries(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const utf16 = new TextDecoder("utf-16le");
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const length = Math.min(64, Math.max(2, view.getUint16(at + 64, true)));
    entries.push({
      name: utf16.decode(bytes.subarray(at, at + length - 2)),
      type: bytes[at + 66] ?? 0,
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    });
  }
  return entries;
}

/** The entries of one storage, which form a tree by left and right. */
function listChildren(entries: readonly Entry[], first: number): Entry[] {
  const found = new Set<Entry>();
  const open = [first];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const entry = index === NO_ENTRY ? undefined : entries[index];
    if (entry === undefined || found.has(entry)) continue;
    found.add(entry);
    open.push(entry.left, entry.right);
  }
  return [...found];
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((all, part) => all + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
