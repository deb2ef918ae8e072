// Which encoding a document is in: byte order marks, the pattern of NUL bytes, strict UTF-8, and
// last a comparison of code pages by how likely their words are (../../encodings). Many wrong
// code pages decode without an error, so success alone proves nothing. A file taken for UTF-8 is
// checked to its end: one late byte must not turn into U+FFFD unnoticed.

import { detectWide } from "../../encodings/wide-text.ts";
import { rankReadings, type TextReading } from "../../encodings/readings.ts";
import { readBlocks } from "./text.ts";
import { measureSequence } from "./utf8.ts";
import type { DocumentSource } from "../../statement.ts";

export interface Encoding {
  /** A TextDecoder label, or "utf-32le" / "utf-32be". */
  readonly name: string;
  /** How many bytes the byte order mark takes. */
  readonly mark_bytes: number;
  /** UTF-8 with some invalid bytes: the rows that hold them are rejected. */
  readonly faulty: boolean;
  readonly why: string;
  /** The readings that are about as likely, this one first; left out where there is no doubt. */
  readonly readings?: readonly TextReading[];
}

const HEAD_BYTES = 256 * 1024;
const SAMPLE_BYTES = 64 * 1024;
/** So much of the beginning shows the language. */
const AROUND_BYTES = 8 * 1024;
/** A file is "UTF-8 with faults" if it has at least this many good sequences for each bad byte. */
const GOOD_PER_BAD_MIN = 4;

const ESCAPE = 0x1b;

const MARKS: readonly { name: string; bytes: readonly number[] }[] = [
  { name: "utf-32le", bytes: [0xff, 0xfe, 0, 0] },
  { name: "utf-32be", bytes: [0, 0, 0xfe, 0xff] },
  { name: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { name: "utf-16le", bytes: [0xff, 0xfe] },
  { name: "utf-16be", bytes: [0xfe, 0xff] },
];

/** Finds the encoding; reads the document to its end only while UTF-8 has to be confirmed. */
export async function detectEncoding(source: DocumentSource): Promise<Encoding> {
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let first: Uint8Array | null = null;
  let mark: { name: string; bytes: readonly number[] } | undefined;
  let foreign = false;
  for await (const block of readBlocks(source, HEAD_BYTES)) {
    if (first === null) {
      first = block;
      mark = MARKS.find((known) => known.bytes.every((byte, index) => block[index] === byte));
      const wide = mark === undefined ? findWide(block) : null;
      if (wide !== null) return wide;
      if (mark === undefined && isEscaped(block)) return ESCAPED;
      if (mark !== undefined && mark.name !== "utf-8") {
        return {
          name: mark.name,
          mark_bytes: mark.bytes.length,
          faulty: false,
          why: `The file begins with the byte order mark of ${mark.name.toUpperCase()}.`,
        };
      }
    }
    try {
      foreign = strict.decode(block, { stream: true }).length < block.length || foreign;
    } catch {
      return chooseLegacy(first, block, mark?.bytes.length ?? 0);
    }
  }
  try {
    strict.decode();
  } catch {
    return chooseLegacy(
      first ?? new Uint8Array(0),
      first ?? new Uint8Array(0),
      mark?.bytes.length ?? 0,
    );
  }
  return {
    name: "utf-8",
    mark_bytes: mark?.bytes.length ?? 0,
    faulty: false,
    why: explainUtf8(mark !== undefined, foreign),
  };
}

function explainUtf8(isMarked: boolean, isForeign: boolean): string {
  if (isMarked) return "The file begins with the byte order mark of UTF-8.";
  return isForeign ? "Every byte of the file is valid UTF-8." : "The file holds plain ASCII only.";
}

/** Japanese in seven bits: an escape announces two bytes for a character. */
const ESCAPED: Encoding = {
  name: "iso-2022-jp",
  mark_bytes: 0,
  faulty: false,
  why: "Escapes switch to Japanese characters, as in ISO-2022-JP.",
};

function isEscaped(block: Uint8Array): boolean {
  for (let at = block.indexOf(ESCAPE); at !== -1; at = block.indexOf(ESCAPE, at + 1)) {
    const next = block[at + 2] ?? 0;
    if (block[at + 1] === 0x24 && (next === 0x40 || next === 0x42)) return true;
  }
  return false;
}

/** The encoding of UTF-16 without a mark; null for any other. */
function findWide(block: Uint8Array): Encoding | null {
  const name = detectWide(block);
  if (name === null) return null;
  const why = `Every character takes two bytes, as in ${name.toUpperCase()}.`;
  return { name, mark_bytes: 0, faulty: false, why };
}

function chooseLegacy(head: Uint8Array, block: Uint8Array, markBytes: number): Encoding {
  const sample =
    head === block
      ? sampleForeignLines(block)
      : concatenate(sampleForeignLines(head), sampleForeignLines(block));
  let good = 0;
  let bad = 0;
  for (let i = 0; i < sample.length;) {
    const length = measureSequence(sample, i);
    if (length > 1) good += 1;
    if (length === 0) bad += 1;
    i += Math.max(length, 1);
  }
  if (markBytes > 0 || (good > 0 && good >= GOOD_PER_BAD_MIN * bad)) {
    return {
      name: "utf-8",
      mark_bytes: markBytes,
      faulty: true,
      why: "The file is UTF-8 apart from a few bytes; rows with them are rejected.",
    };
  }
  const around = head.subarray(0, AROUND_BYTES);
  const { best, rivals } = rankReadings(sample, around);
  return {
    name: best.encoding,
    mark_bytes: 0,
    faulty: false,
    why: `The bytes are not UTF-8; as ${best.encoding} the letters are the most plausible.`,
    ...(rivals.length > 0 && { readings: [best, ...rivals] }),
  };
}

function concatenate(a: Uint8Array, b: Uint8Array): Uint8Array {
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

/** The lines with bytes above ASCII, up to SAMPLE_BYTES, on which the comparison is decided. */
function sampleForeignLines(block: Uint8Array): Uint8Array {
  const out = new Uint8Array(Math.min(block.length, SAMPLE_BYTES));
  let used = 0;
  let start = 0;
  while (start < block.length && used < out.length) {
    let end = block.indexOf(10, start);
    if (end === -1) end = block.length - 1;
    const line = block.subarray(start, end + 1);
    if (line.some((byte) => byte >= 0x80)) {
      const part = line.subarray(0, out.length - used);
      out.set(part, used);
      used += part.length;
    }
    start = end + 1;
  }
  return out.subarray(0, used);
}
