// An answer's body as bytes, counted after unpacking while they come, so that neither a bomb nor a body that never ends is held.

/** What makes a request; the platform's, or a test's. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The body, or null where it has more than `bytesMax` bytes; throws what the signal aborts with, or the connection ends with. */
export async function boundedBytes(response: Response, bytesMax: number, signal: AbortSignal): Promise<Uint8Array | null> {
  if (response.body === null) return new Uint8Array();
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  // A read that never answers does not see the signal on every platform.
  const aborted = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
  aborted.catch(() => undefined);
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    signal.throwIfAborted();
    for (;;) {
      const piece = await Promise.race([reader.read(), aborted]);
      if (piece.done) return joined(pieces, size);
      size += piece.value.byteLength;
      if (size > bytesMax) return null;
      pieces.push(piece.value);
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}
