// A backup that is larger than a request may be comes in pieces, each kept in the bucket under its
// number until all are there; then they are joined. The pieces of an upload that was never finished
// are deleted when the next one begins.

import { BACKUP_PIECES_MAX, BACKUP_READ_BYTES } from "../../platform/limits.ts";
import { OneBuffer } from "../../platform/streams.ts";
import { uploadPlace } from "./store.ts";

/** The pieces of one backup, as the sender names them. */
export interface Pieces {
  readonly upload: string;
  readonly count: number;
}

/** Keeps a piece; the first one clears away those of other uploads. */
export async function keepPiece(
  bucket: R2Bucket,
  connection: string,
  { upload, piece }: { readonly upload: string; readonly piece: number },
  body: ReadableStream | Uint8Array,
): Promise<void> {
  if (piece === 1) await dropPieces(bucket, connection, upload);
  await bucket.put(keyOf(connection, upload, piece), body);
}

/** The number of the first piece that is not there; null if all are. */
export async function missingPiece(
  bucket: R2Bucket,
  connection: string,
  { upload, count }: Pieces,
): Promise<number | null> {
  for (let piece = 1; piece <= count; piece += 1)
    if ((await bucket.head(keyOf(connection, upload, piece))) === null) return piece;
  return null;
}

/** The bytes of all pieces in order, each chunk good until the next one; throws if a piece is gone. */
export async function* joinPieces(
  bucket: R2Bucket,
  connection: string,
  { upload, count }: Pieces,
): AsyncGenerator<Uint8Array> {
  const buffer = new OneBuffer(BACKUP_READ_BYTES);
  for (let piece = 1; piece <= count; piece += 1) {
    const stored = await bucket.get(keyOf(connection, upload, piece));
    if (stored === null) throw new Error(`piece ${piece} of the backup is gone`);
    yield* buffer.read(stored.body);
  }
}

/** Deletes the pieces of this connection, but those of the upload named. */
export async function dropPieces(
  bucket: R2Bucket,
  connection: string,
  but: string | null,
): Promise<void> {
  const prefix = placeOf(connection);
  const { objects } = await bucket.list({ prefix, limit: 2 * BACKUP_PIECES_MAX });
  const old = objects
    .map(({ key }) => key)
    .filter((key) => but === null || !key.startsWith(`${prefix}${but}/`));
  if (old.length > 0) await bucket.delete(old);
}

function placeOf(connection: string): string {
  return `${uploadPlace(connection)}pieces/`;
}

function keyOf(connection: string, upload: string, piece: number): string {
  return `${placeOf(connection)}${upload}/${piece}`;
}
