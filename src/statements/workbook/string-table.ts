// The shared texts of a workbook's cells, as UTF-8 in a few blocks. As strings, a million short
// texts would take four times the memory, and each would keep alive the piece of XML that it was
// cut from.

const BLOCK_BYTES = 1024 * 1024;
/** A UTF-16 unit takes at most three bytes. */
const UNIT_BYTES_MAX = 3;

export interface StringTable {
  /** The number of texts, and the bytes they take. */
  readonly count: number;
  readonly bytes: number;
  add(text: string): void;
  get(index: number): string | undefined;
}

/** Makes an empty table. */
export function stringTable(): StringTable {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });
  const blocks: Uint8Array[] = [];
  let used = 0;
  let bytes = 0;
  let count = 0;
  // Block, begin and end of each text.
  let places = new Uint32Array(3 * 1024);

  function blockFor(size: number): Uint8Array {
    const last = blocks.at(-1);
    if (last !== undefined && used + size <= last.length) return last;
    const block = new Uint8Array(Math.max(BLOCK_BYTES, size));
    blocks.push(block);
    used = 0;
    return block;
  }

  return {
    get count() {
      return count;
    },
    get bytes() {
      return bytes;
    },
    add(text) {
      const block = blockFor(text.length * UNIT_BYTES_MAX);
      const { written } = encoder.encodeInto(text, block.subarray(used));
      if (count * 3 + 3 > places.length) {
        const wider = new Uint32Array(places.length * 2);
        wider.set(places);
        places = wider;
      }
      places.set([blocks.length - 1, used, used + written], count * 3);
      used += written;
      bytes += written;
      count += 1;
    },
    get(index) {
      if (!Number.isInteger(index) || index < 0 || index >= count) return undefined;
      const block = blocks[places[index * 3] ?? 0];
      return block === undefined
        ? undefined
        : decoder.decode(block.subarray(places[index * 3 + 1], places[index * 3 + 2]));
    },
  };
}
