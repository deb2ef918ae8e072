// UTF-8 by hand, for two cases in which TextDecoder says too little: counting the valid parts of a
// doubtful file, and decoding a file with faults so that the faulty rows can be named.

/**
 * Bytes of the valid sequence at `at` (1 to 4), or 0 if there is none (overlong, surrogate, cut
 * off).
 */
export function measureSequence(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = leadLength(lead);
  if (length === 0 || at + length > bytes.length) return 0;
  const [low, high] = SECOND_BYTES[lead] ?? [0x80, 0xbf];
  const second = bytes[at + 1] ?? 0;
  if (second < low || second > high) return 0;
  for (let i = at + 2; i < at + length; i += 1) {
    if (((bytes[i] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}

/** The range of the second byte after leads that could begin an overlong form or a surrogate. */
const SECOND_BYTES: Readonly<Record<number, readonly [number, number]>> = {
  0xe0: [0xa0, 0xbf],
  0xed: [0x80, 0x9f],
  0xf0: [0x90, 0xbf],
  0xf4: [0x80, 0x8f],
};

function leadLength(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

/** The first code unit of the range that marks bytes that are not UTF-8 (lone low surrogates). */
export const ESCAPE_FIRST = 0xdc80;

const decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

/**
 * Decodes bytes that are mostly UTF-8. Each invalid byte becomes the lone surrogate U+DC00 + byte,
 * which no valid text holds. `rest` is the cut-off sequence at the end, for the next block.
 */
export function decodeEscaping(
  bytes: Uint8Array,
  last: boolean,
): { text: string; rest: Uint8Array } {
  let text = "";
  let start = 0;
  let i = 0;
  while (i < bytes.length) {
    const length = measureSequence(bytes, i);
    if (length > 0) {
      i += length;
      continue;
    }
    if (!last && bytes.length - i < 4 && (bytes[i] ?? 0) >= 0xc2) break;
    text +=
      decoder.decode(bytes.subarray(start, i)) + String.fromCharCode(0xdc00 + (bytes[i] ?? 0));
    i += 1;
    start = i;
  }
  return { text: text + decoder.decode(bytes.subarray(start, i)), rest: bytes.slice(i) };
}

/** Whether the text holds a byte that was not UTF-8. */
export function holdsEscape(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) i += 1;
    else if (unit >= ESCAPE_FIRST && unit <= 0xdcff) return true;
  }
  return false;
}
