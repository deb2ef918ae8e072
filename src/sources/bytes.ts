// An answer's body as bytes, counted after unpacking while they come, so that neither a bomb nor a body that never ends is held.
// Each piece is copied as it comes: the platform hands out a buffer of 4 KiB for a piece of one byte, and a server that sends
// single bytes would fill the memory long before its body is too large.

/** What makes a request; the platform's, or a test's. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const FIRST_BYTES = 16 * 1024;

/** The body, or null where it has more than `bytesMax` bytes; throws what the signal aborts with, or the connection ends with. */
export async function boundedBytes(
  response: Response,
  bytesMax: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  if (response.body === null) return new Uint8Array();
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  let held = new Uint8Array(Math.min(FIRST_BYTES, bytesMax));
  let size = 0;
  try {
    for (;;) {
      signal.throwIfAborted();
      const piece = await nextPiece(reader, signal);
      if (piece.done) return held.slice(0, size);
      const end = size + piece.value.byteLength;
      if (end > bytesMax) return null;
      if (end > held.length) held = grown(held, Math.min(Math.max(end, 2 * held.length), bytesMax));
      held.set(piece.value, size);
      size = end;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** The next piece; a read that never answers does not see the signal on every platform, and is left with it. */
async function nextPiece(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  let left: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    left = () => reject(signal.reason);
    signal.addEventListener("abort", left, { once: true });
  });
  try {
    return await Promise.race([reader.read(), aborted]);
  } finally {
    signal.removeEventListener("abort", left);
  }
}

function grown(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(length);
  longer.set(bytes);
  return longer;
}
