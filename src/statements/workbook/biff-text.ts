// Texts of old Excel workbooks. Before 1997 they are in a code page; later in UTF-16, without the
// upper bytes if those are all zero (MS-XLS 2.5.293 and .294). A text of the shared table may
// continue in the next record at any letter.

import { WORKBOOK_STRINGS_MAX } from "../../platform/limits.ts";
import { stringTable, type StringTable } from "./string-table.ts";
import { Unusable } from "./workbook.ts";

const WIDE = 1;
const EXTENDED = 4;
const RICH = 8;
const LETTERS_AT_ONCE = 4_096;

const damaged = () =>
  new Unusable(
    "The file is an old Excel workbook (XLS) that is damaged: a text is longer than its record. Download it again.",
  );

/** Reads letters of one byte or two. */
export function readLetters(bytes: Uint8Array, at: number, count: number, wide: boolean): string {
  const end = at + (wide ? count * 2 : count);
  if (end > bytes.length) throw damaged();
  if (wide)
    return new TextDecoder("utf-16le", { ignoreBOM: true, fatal: false }).decode(
      bytes.subarray(at, end),
    );
  let text = "";
  // Appending letter by letter would build a rope of thirty times the size.
  for (let from = at; from < end; from += LETTERS_AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(from, Math.min(from + LETTERS_AT_ONCE, end)));
  return text;
}

/** Reads a text with its flags, as records other than the shared texts hold it. */
export function readUnicodeText(bytes: Uint8Array, at: number, count: number): string {
  const flags = bytes[at] ?? 0;
  const skipped = 1 + ((flags & RICH) === 0 ? 0 : 2) + ((flags & EXTENDED) === 0 ? 0 : 4);
  return readLetters(bytes, at + skipped, count, (flags & WIDE) !== 0);
}

/** The decoder's name of a numbered code page. */
export function codePageName(number: number): string {
  const known: Readonly<Record<number, string>> = {
    874: "windows-874",
    932: "shift_jis",
    936: "gbk",
    949: "euc-kr",
    950: "big5",
    866: "ibm866",
    10_000: "macintosh",
    32_768: "macintosh",
  };
  const name = known[number];
  if (name !== undefined) return name;
  return number >= 1250 && number <= 1258 ? `windows-${number}` : "windows-1252";
}

/** Reads the shared texts from the data of their record and of its continuations. */
export function readSharedTexts(segments: readonly Uint8Array[]): StringTable {
  const reader = segmentReader(segments);
  reader.number(4);
  const count = reader.number(4);
  if (count > WORKBOOK_STRINGS_MAX) throw damaged();
  const texts = stringTable();
  for (let index = 0; index < count; index += 1) {
    const length = reader.number(2);
    const flags = reader.number(1);
    const runs = (flags & RICH) === 0 ? 0 : reader.number(2);
    const extended = (flags & EXTENDED) === 0 ? 0 : reader.number(4);
    texts.add(reader.letters(length, (flags & WIDE) !== 0));
    reader.skip(runs * 4 + extended);
  }
  return texts;
}

function segmentReader(segments: readonly Uint8Array[]) {
  let segment = 0;
  let at = 0;
  /** The bytes left in the segment, moving on to the next segment at its end. */
  const left = (): number => {
    while (at >= (segments[segment]?.length ?? Infinity)) {
      segment += 1;
      at = 0;
    }
    const bytes = segments[segment];
    if (bytes === undefined) throw damaged();
    return bytes.length - at;
  };
  const byte = (): number => {
    left();
    return segments[segment]?.[at++] ?? 0;
  };
  return {
    number(size: number): number {
      let value = 0;
      for (let index = 0; index < size; index += 1) value += byte() * 2 ** (8 * index);
      return value;
    },
    letters(length: number, firstWide: boolean): string {
      let wide = firstWide;
      let text = "";
      let missing = length;
      for (let first = true; missing > 0; first = false) {
        const before = segment;
        let room = left();
        // A text that continues in the next record states again how wide its letters are.
        if (segment !== before || (!first && at === 0)) {
          wide = (byte() & WIDE) !== 0;
          room = left();
        }
        const count = Math.min(missing, wide ? Math.floor(room / 2) : room);
        if (count === 0) throw damaged();
        text += readLetters(segments[segment] ?? new Uint8Array(0), at, count, wide);
        at += wide ? count * 2 : count;
        missing -= count;
      }
      return text;
    },
    skip(count: number): void {
      for (let missing = count; missing > 0;) {
        const step = Math.min(missing, left());
        at += step;
        missing -= step;
      }
    },
  };
}
