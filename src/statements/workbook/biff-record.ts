// Records of old Excel workbooks: a number, a length, data (MS-XLS 2.1.4).

/** One record of the stream. */
export interface BiffRecord {
  readonly id: number;
  readonly data: Uint8Array;
  /** Where the next record begins. */
  readonly next: number;
}

/** The record at a position, or null where the stream ends before it does. */
export function recordAt(stream: Uint8Array, at: number): BiffRecord | null {
  if (at + 4 > stream.length) return null;
  const next = at + 4 + wordAt(stream, at + 2);
  return next > stream.length
    ? null
    : { id: wordAt(stream, at), data: stream.subarray(at + 4, next), next };
}

/** Two bytes, the lower first. */
export function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}
