// Reads a response body up to a limit of unpacked bytes, so that neither a compression bomb nor an
// endless body fills the memory. Each piece is copied as it arrives: the platform hands out a 4 KiB
// buffer even for one byte, so kept pieces of a slow server would fill the memory far below the
// limit.

/** The platform's fetch, or a test's. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const FIRST_BYTES = 16 * 1024;

/** The body, or null if it has more than `bytesMax` bytes. Throws if aborted or disconnected. */
export async function readBounded(
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
      if (end > held.length)
        held = enlarge(held, Math.min(Math.max(end, 2 * held.length), bytesMax));
      held.set(piece.value, size);
      size = end;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** The next piece. On some platforms a pending read ignores the signal, so the two race. */
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

function enlarge(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(length);
  longer.set(bytes);
  return longer;
}
