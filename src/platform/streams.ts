// Streams of bytes whose speed their reader sets.

/** The pieces of a generator as a stream, made no faster than they are read. */
export function toStream(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
}

/** The same bytes in pieces of one length, the last one shorter. */
export async function* inPieces(
  chunks: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<Uint8Array> {
  let piece = new Uint8Array(length);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.subarray(at, at + length - filled);
      piece.set(taken, filled);
      filled += taken.length;
      at += taken.length;
      if (filled < length) continue;
      yield piece;
      piece = new Uint8Array(length);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

/**
 * Reads streams one after the other into one buffer. The platform's own reads give 4 KiB at a time,
 * each with a buffer and some promises, which a large download piles up by the megabyte.
 */
export class OneBuffer {
  #buffer: ArrayBuffer;

  constructor(length: number) {
    this.#buffer = new ArrayBuffer(length);
  }

  /** The stream's bytes; each piece is good until the next one is asked for. */
  async *read(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
    const reader = stream.getReader({ mode: "byob" });
    try {
      for (;;) {
        const view = new Uint8Array(this.#buffer);
        const { done, value } = await reader.readAtLeast(view.length, view);
        if (value !== undefined) this.#buffer = value.buffer;
        if (value !== undefined && value.length > 0) yield value;
        if (done) return;
      }
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }
}
