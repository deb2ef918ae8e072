// Bytes that wait to be stored, first in, first out. They are copied into blocks of our own, which
// are used again: whoever gives a chunk may overwrite it, and a large upload makes no garbage.

import { must } from "../../platform/assert.ts";

const FIRST_BLOCK_BYTES = 64 * 1024;
const BLOCK_BYTES_MAX = 1024 * 1024;

/** A queue of bytes. */
export class HeldBytes {
  #blocks: Uint8Array[] = [];
  #free: Uint8Array[] = [];
  /** Where the first block begins, and where the last one ends. */
  #from = 0;
  #to = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Copies a chunk behind what is held. */
  add(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      const block = this.#lastBlock();
      const taken = chunk.subarray(at, at + block.length - this.#to);
      block.set(taken, this.#to);
      this.#to += taken.length;
      this.#length += taken.length;
      at += taken.length;
    }
  }

  /** What is held, in order. */
  pieces(): Uint8Array[] {
    const last = this.#blocks.length - 1;
    return this.#blocks.map((block, index) =>
      block.subarray(index === 0 ? this.#from : 0, index === last ? this.#to : block.length),
    );
  }

  /** Fills `target` with the first bytes that are held, which must be as many, and lets go of them. */
  take(target: Uint8Array): void {
    for (let at = 0; at < target.length;) {
      const block = must(this.#blocks[0], "so many bytes are held");
      const end = this.#blocks.length === 1 ? this.#to : block.length;
      const taken = block.subarray(this.#from, Math.min(end, this.#from + target.length - at));
      target.set(taken, at);
      at += taken.length;
      this.#from += taken.length;
      this.#length -= taken.length;
      if (this.#from === end) this.#release();
    }
  }

  /** Lets go of everything, but keeps a block for the bytes of the next file. */
  clear(): void {
    this.#free = [...this.#free, ...this.#blocks].slice(0, 1);
    this.#blocks = [];
    this.#from = this.#to = this.#length = 0;
  }

  #lastBlock(): Uint8Array {
    const last = this.#blocks.at(-1);
    if (last !== undefined && this.#to < last.length) return last;
    // A small file needs one small block, and a large one few large ones.
    const bytes = Math.min(BLOCK_BYTES_MAX, Math.max(FIRST_BLOCK_BYTES, this.#length));
    const block = this.#free.pop() ?? new Uint8Array(bytes);
    this.#blocks.push(block);
    this.#to = 0;
    return block;
  }

  #release(): void {
    const block = this.#blocks.shift();
    if (block !== undefined) this.#free.push(block);
    this.#from = 0;
    if (this.#blocks.length === 0) this.#to = 0;
  }
}
