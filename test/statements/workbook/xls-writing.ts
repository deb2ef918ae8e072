// Old Excel workbooks as the tests write them, by hand from MS-CFB and MS-XLS: version 8 with shared texts, cut into
// records anywhere, or version 5 with texts of a code page.

import { serialOf } from "./xlsx-writing.ts";
import { number } from "./zip-writing.ts";

export type XlsPut =
  | string
  | number
  | null
  | { readonly day: string }
  | { readonly packed: number }
  | { readonly run: readonly number[] }
  | { readonly formula: number | string | boolean }
  | { readonly label: string }
  | { readonly error: number }
  | { readonly fraction: number }
  | { readonly lost: true };

export interface XlsHabits {
  readonly version?: 5 | 8;
  readonly from1904?: boolean;
  /** Bytes of shared texts in one record; the rest goes on in the next. */
  readonly sharedBytes?: number;
  readonly protected?: boolean;
  readonly name?: string;
  readonly merges?: readonly (readonly [number, number, number])[];
  /** Other names for the stream, for documents that are no workbooks. */
  readonly stream?: string;
  /** The last row's cells are written first. */
  readonly backwards?: boolean;
  /** Rows that are hidden, from 1. */
  readonly hidden?: readonly number[];
  /** Row, column and number of a cell that is written once more. */
  readonly again?: readonly [number, number, number];
  /** Without the container. */
  readonly bare?: boolean;
}

const SECTOR = 512;

/** A workbook of one sheet. */
export function xlsOf(rows: readonly (readonly XlsPut[])[], habits: XlsHabits = {}): Uint8Array {
  const wide = habits.version !== 5;
  const texts = [...new Set(rows.flat().filter((cell) => typeof cell === "string"))];
  const name = habits.name ?? "Statement";
  const globals = (offset: number) => [
    ...record(0x0809, [...number(wide ? 0x0600 : 0x0500, 2), ...number(5, 2), ...number(0, 12)]),
    ...(habits.protected === true ? record(0x002f, number(0, 6)) : []),
    ...record(0x0042, number(wide ? 1200 : 1252, 2)),
    ...record(0x0022, number(habits.from1904 === true ? 1 : 0, 2)),
    ...record(0x041e, [
      ...number(164, 2),
      ...(wide ? [...number(10, 2), 0] : [10]),
      ...ascii("dd/mm/yyyy"),
    ]),
    ...record(0x00e0, [...number(0, 2), ...number(0, 2), ...number(0, 16)]),
    ...record(0x00e0, [...number(0, 2), ...number(164, 2), ...number(0, 16)]),
    ...record(0x0085, [
      ...number(offset, 4),
      0,
      0,
      name.length,
      ...(wide ? [0] : []),
      ...ascii(name),
    ]),
    ...(wide ? shared(texts, habits.sharedBytes ?? 8_000) : []),
    ...record(0x000a, []),
  ];
  const start = globals(0).length;
  const sheet = [
    ...record(0x0809, [...number(wide ? 0x0600 : 0x0500, 2), ...number(0x10, 2), ...number(0, 12)]),
    ...ordered(
      rows.map((cells, row) =>
        cells.flatMap((cell, column) =>
          cellRecord(cell, row, column, texts, wide, habits.from1904 === true),
        ),
      ),
      habits.backwards === true,
    ).flat(),
    ...(habits.hidden ?? []).flatMap((row) =>
      record(0x0208, [...number(row - 1, 2), ...number(0, 10), 0x20, ...number(0, 3)]),
    ),
    ...(habits.again === undefined
      ? []
      : cellRecord(habits.again[2], habits.again[0], habits.again[1], texts, wide, false)),
    ...(habits.merges === undefined
      ? []
      : record(0x00e5, [
          ...number(habits.merges.length, 2),
          ...habits.merges.flatMap(([from, to, column]) => [
            ...number(from, 2),
            ...number(to, 2),
            ...number(column, 2),
            ...number(column, 2),
          ]),
        ])),
    ...record(0x000a, []),
  ];
  if (habits.bare === true) return Uint8Array.from(sheet);
  return compoundOf(
    habits.stream ?? (wide ? "Workbook" : "Book"),
    Uint8Array.from([...globals(start), ...sheet]),
  );
}

function ordered(rows: readonly number[][], backwards: boolean): readonly number[][] {
  return backwards ? rows.toReversed() : rows;
}

function cellRecord(
  cell: XlsPut,
  row: number,
  column: number,
  texts: readonly string[],
  wide: boolean,
  from1904: boolean,
): number[] {
  if (cell === null) return [];
  const place = (format: number) => [...number(row, 2), ...number(column, 2), ...number(format, 2)];
  if (typeof cell === "string")
    return wide
      ? record(0x00fd, [...place(0), ...number(texts.indexOf(cell), 4)])
      : record(0x0204, [...place(0), ...number(cell.length, 2), ...ascii(cell)]);
  if (typeof cell === "number") return record(0x0203, [...place(0), ...double(cell)]);
  if ("day" in cell)
    return record(0x027e, [
      ...place(1),
      ...number(((serialOf(cell.day, from1904) << 2) | 2) >>> 0, 4),
    ]);
  // Hundredths as an integer: the third and fourth of the packed forms.
  if ("packed" in cell)
    return record(0x027e, [
      ...place(0),
      ...number(((Math.round(cell.packed * 100) << 2) | 3) >>> 0, 4),
    ]);
  if ("run" in cell)
    return record(0x00bd, [
      ...number(row, 2),
      ...number(column, 2),
      ...cell.run.flatMap((value) => [
        ...number(0, 2),
        ...number(((Math.round(value * 100) << 2) | 3) >>> 0, 4),
      ]),
      ...number(column + cell.run.length - 1, 2),
    ]);
  if ("label" in cell) return record(0x0204, [...place(0), ...unicode(cell.label)]);
  if ("error" in cell) return record(0x0205, [...place(0), cell.error, 1]);
  // The upper half of a double, whose lower half is zero.
  if ("fraction" in cell) return record(0x027e, [...place(0), ...double(cell.fraction).slice(4)]);
  const tail = number(0, 8);
  if ("lost" in cell) return record(0x0006, [...place(0), 0, 0, 0, 0, 0, 0, 0xff, 0xff, ...tail]);
  if (typeof cell.formula === "number")
    return record(0x0006, [...place(0), ...double(cell.formula), ...tail]);
  if (typeof cell.formula === "boolean")
    return record(0x0006, [...place(0), 1, 0, cell.formula ? 1 : 0, 0, 0, 0, 0xff, 0xff, ...tail]);
  return [
    ...record(0x0006, [...place(0), 0, 0, 0, 0, 0, 0, 0xff, 0xff, ...tail]),
    ...record(0x0207, unicode(cell.formula)),
  ];
}

/** A text with its length and its flags. */
function unicode(text: string): number[] {
  return [...number(text.length, 2), 1, ...units(text)];
}

/** The shared texts, in records of so many bytes: letters that go on in the next record say anew how wide they are. */
function shared(texts: readonly string[], bytesMax: number): number[] {
  const records: number[][] = [[...number(texts.length, 4), ...number(texts.length, 4)]];
  for (const [index, text] of texts.entries()) {
    const wide = !/^[\0-\xff]*$/.test(text);
    const rich = index % 3 === 1;
    const head = [
      ...number(text.length, 2),
      (wide ? 1 : 0) | (rich ? 8 : 0),
      ...(rich ? number(1, 2) : []),
    ];
    if ((records.at(-1)?.length ?? 0) + head.length > bytesMax) records.push([]);
    records.at(-1)?.push(...head);
    for (const letter of wide ? pairs(units(text)) : [...ascii(text)].map((unit) => [unit])) {
      if ((records.at(-1)?.length ?? 0) + letter.length > bytesMax) records.push([wide ? 1 : 0]);
      records.at(-1)?.push(...letter);
    }
    if (rich) {
      if ((records.at(-1)?.length ?? 0) + 4 > bytesMax) records.push([]);
      records.at(-1)?.push(...number(0, 4));
    }
  }
  return records.flatMap((data, index) => record(index === 0 ? 0x00fc : 0x003c, data));
}

function pairs(bytes: readonly number[]): number[][] {
  return Array.from({ length: bytes.length / 2 }, (_, index) =>
    bytes.slice(index * 2, index * 2 + 2),
  );
}

/** A compound file with one stream, of at least 4,096 bytes so that it lies in sectors of its own. */
export function compoundOf(name: string, content: Uint8Array): Uint8Array {
  const size = Math.max(content.length, 4_096);
  const streamSectors = Math.ceil(size / SECTOR);
  const fatSectors = Math.ceil(((streamSectors + 1) * 4) / (SECTOR - 4));
  const directory = fatSectors;
  const first = fatSectors + 1;
  const fat = Array.from({ length: (fatSectors * SECTOR) / 4 }, (_, index) => {
    if (index < fatSectors) return 0xfffffffd;
    if (index === directory) return 0xfffffffe;
    if (index >= first + streamSectors) return 0xffffffff;
    return index === first + streamSectors - 1 ? 0xfffffffe : index + 1;
  });
  const header = [
    0xd0,
    0xcf,
    0x11,
    0xe0,
    0xa1,
    0xb1,
    0x1a,
    0xe1,
    ...number(0, 16),
    ...number(0x3e, 2),
    ...number(3, 2),
    ...number(0xfffe, 2),
    ...number(9, 2),
    ...number(6, 2),
    ...number(0, 6),
    ...number(0, 4),
    ...number(fatSectors, 4),
    ...number(directory, 4),
    ...number(0, 4),
    ...number(4_096, 4),
    ...number(0xfffffffe, 4),
    ...number(0, 4),
    ...number(0xfffffffe, 4),
    ...number(0, 4),
    ...Array.from({ length: 109 }, (_, index) => (index < fatSectors ? index : 0xffffffff)).flatMap(
      (sector) => number(sector, 4),
    ),
  ];
  const entries = [
    ...entry("Root Entry", 5, 1, 0xfffffffe, 0),
    ...entry(name, 2, 0xffffffff, first, size),
    ...number(0, 256),
  ];
  const whole = new Uint8Array((1 + fatSectors + 1 + streamSectors) * SECTOR);
  whole.set(header, 0);
  whole.set(
    fat.flatMap((value) => number(value, 4)),
    SECTOR,
  );
  whole.set(entries, (1 + directory) * SECTOR);
  whole.set(content, (1 + first) * SECTOR);
  return whole;
}

function entry(name: string, type: number, child: number, start: number, size: number): number[] {
  const letters = [...units(name), 0, 0];
  return [
    ...letters,
    ...number(0, 64 - letters.length),
    ...number(letters.length, 2),
    type,
    1,
    ...number(0xffffffff, 4),
    ...number(0xffffffff, 4),
    ...number(child, 4),
    ...number(0, 36),
    ...number(start, 4),
    ...number(size, 4),
    ...number(0, 4),
  ];
}

function record(id: number, data: readonly number[]): number[] {
  return [...number(id, 2), ...number(data.length, 2), ...data];
}

function ascii(text: string): number[] {
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index) & 0xff);
}

function units(text: string): number[] {
  return Array.from({ length: text.length }, (_, index) =>
    number(text.charCodeAt(index), 2),
  ).flat();
}

function double(value: number): number[] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value, true);
  return Array.from({ length: 8 }, (_, index) => view.getUint8(index));
}
