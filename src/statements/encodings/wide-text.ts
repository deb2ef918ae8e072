// UTF-16 by its pairs of bytes. Separators, digits and line ends are ASCII in every language, so in
// a statement one byte of many pairs is NUL, always the same one of the two; the rest are letters of
// any script. A binary file has NULs on both sides, control characters or halves of surrogate pairs.

export type WideName = "utf-16le" | "utf-16be";

/** So many bytes show what a text is. */
const BYTES_MAX = 8_192;
const ASCII_SHARE_MIN = 0.08;
const SWAPPED_SHARE_MAX = 0.02;
const FAULTY_SHARE_MAX = 0.01;

/** The byte order of UTF-16 by the mark at the beginning; null without one. */
export function markedWide(head: Uint8Array): WideName | null {
  const [first, second, third, fourth] = head;
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe && !(third === 0 && fourth === 0) ? "utf-16le" : null;
}

/** The byte order of a text in UTF-16 without a mark; null for any other document. */
export function detectWide(head: Uint8Array): WideName | null {
  const little = countPairs(head, true);
  const big = countPairs(head, false);
  if (little.pairs < 2) return null;
  if (isText(little) && isPlainer(little, big)) return "utf-16le";
  return isText(big) && isPlainer(big, little) ? "utf-16be" : null;
}

/** Whether the bytes are a text in this byte order. */
export function isWideText(head: Uint8Array, name: WideName): boolean {
  const { pairs, faulty } = countPairs(head, name === "utf-16le");
  return faulty <= FAULTY_SHARE_MAX * pairs;
}

interface Pairs {
  readonly pairs: number;
  /** Characters of ASCII that a text has. */
  readonly ascii: number;
  /** Control characters and halves of surrogate pairs. */
  readonly faulty: number;
}

function isText({ pairs, ascii, faulty }: Pairs): boolean {
  return ascii >= ASCII_SHARE_MIN * pairs && faulty <= FAULTY_SHARE_MAX * pairs;
}

function isPlainer(one: Pairs, other: Pairs): boolean {
  return other.ascii <= SWAPPED_SHARE_MAX * other.pairs && one.ascii > 4 * other.ascii;
}

function countPairs(head: Uint8Array, little: boolean): Pairs {
  const length = Math.min(head.length, BYTES_MAX) & ~1;
  let ascii = 0;
  let faulty = 0;
  let high = false;
  for (let at = 0; at < length; at += 2) {
    const low = head[little ? at : at + 1] ?? 0;
    const upper = head[little ? at + 1 : at] ?? 0;
    const isLowHalf = upper >= 0xdc && upper <= 0xdf;
    if (isLowHalf !== high) faulty += 1;
    high = upper >= 0xd8 && upper <= 0xdb;
    if (upper !== 0) continue;
    if (low >= 32 && low < 127) ascii += 1;
    else if (low >= 9 && low <= 13) ascii += 1;
    else if (low < 32 && low !== 26) faulty += 1;
  }
  return { pairs: length / 2, ascii, faulty };
}
