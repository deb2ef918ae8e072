// Packs the bytes of one file of an archive, and measures them on the way.
//
// The platform's CompressionStream takes whatever is written to it, and holds what it has packed
// until somebody reads it. So a chunk is written only while a read waits: else a slow reader of a
// large file would have the whole of it packed in memory.

import { hex } from "./digest.ts";
import type { OneBuffer } from "./streams.ts";
import { updateCrc } from "./zip.ts";

const MAX_32 = 0xffffffff;

/** One file on its way into an archive. */
export class Packing {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #digest = new crypto.DigestStream("SHA-256");
  readonly #hasher = this.#digest.getWriter();
  readonly #packer = new CompressionStream("deflate-raw");
  readonly #writer = this.#packer.writable.getWriter();
  #crc = MAX_32;
  #isEnded = false;
  size = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  get crc(): number {
    return (this.#crc ^ MAX_32) >>> 0;
  }

  /** The packed bytes, read into `buffer`; each piece is good until the next one is asked for. */
  async *pieces(buffer: OneBuffer): AsyncGenerator<Uint8Array> {
    const output = buffer.read(this.#packer.readable);
    try {
      for (;;) {
        const wait = { isOver: false };
        const reading = output.next().finally(() => (wait.isOver = true));
        // If a chunk cannot be had, that is thrown, and not how the read ends.
        reading.catch(() => undefined);
        while (!wait.isOver && !this.#isEnded) await this.#feed();
        const { done, value } = await reading;
        if (done === true) break;
        yield value;
      }
    } finally {
      await this.#stop();
      await output.return(undefined);
    }
  }

  /** The hash of the file, when all of it was read. */
  async sha256(): Promise<string> {
    return hex(new Uint8Array(await this.#digest.digest));
  }

  /** Packs the next chunk. */
  async #feed(): Promise<void> {
    const { done, value } = await this.#chunks.next();
    if (done === true) {
      this.#isEnded = true;
      await this.#hasher.close();
      await this.#writer.close();
    } else if (value.length > 0) {
      this.#crc = updateCrc(this.#crc, value);
      this.size += value.length;
      await this.#hasher.write(value);
      await this.#writer.write(value);
    }
  }

  /** Lets go of what is left of a file that is not read to its end. */
  async #stop(): Promise<void> {
    if (this.#isEnded) return;
    this.#digest.digest.catch(() => undefined);
    await Promise.allSettled([
      this.#chunks.return?.(),
      this.#hasher.abort("given up"),
      this.#writer.abort("given up"),
    ]);
  }
}
