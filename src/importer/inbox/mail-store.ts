// The mail of one connection in R2: raw messages under their SHA-256, and readings too large for a
// row. It is apart from uploaded documents, which all connections share by hash: deleting one
// connection's mail must never delete another's.

import type { Result } from "../../platform/result.ts";
import { storeDocument, type StoredDocument, type StoreProblem } from "../imports/documents.ts";
import type { HeldBytes } from "../imports/held-bytes.ts";

function sealingContext(connection: string): string {
  return `mail/${connection}/`;
}

/**
 * Streams a raw message into the bucket. An empty one, or one larger than `bytesMax`, is
 * refused and leaves nothing behind.
 */
export function storeMail(
  bucket: R2Bucket,
  connection: string,
  chunks: AsyncIterable<Uint8Array>,
  bytesMax: number,
  held?: HeldBytes,
): Promise<Result<StoredDocument, StoreProblem>> {
  return storeDocument(bucket, chunks, sealingContext(connection), bytesMax, held);
}

/** The R2 key of a raw message. */
export function rawKey(connection: string, sha256: string): string {
  return sealingContext(connection) + sha256;
}

/**
 * The R2 key of a message's reading. One reader version always gives the same reading, so storing
 * it again changes nothing.
 */
export function readingKey(connection: string, message: string, version: number): string {
  return `${sealingContext(connection)}readings/${message}-${version}`;
}
