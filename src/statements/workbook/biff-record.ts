// Records of old Excel workbooks (MS-XLS 2.1.4): a number, a length, then the data.

/** One record of the stream. */
export interface BiffRecord {
  readonly id: number;
  readonly data: Uint8Array;
  /** The position of the next record. */
  readonly next: number;
}

/** The record at a position; null when the stream ends before the record does. */
export function recordAt(stream: Uint8Array, at: number): BiffRecord | null {
  if (at + 4 > stream.length) return null;
  const next = at + 4 + wordAt(stream, at + 2);
  return next > stream.length
    ? null
    : { id: wordAt(stream, at), data: stream.subarray(at + 4, next), next };
}

/** A little-endian word of two bytes. */
export function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}
