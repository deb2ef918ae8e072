// The mail of one connection in R2: raw messages under their SHA-256, and the readings that are too large for a row. Apart from
// uploaded documents, which all connections share by their hash: mail can be deleted, and nobody else's is.

import { MAIL_BYTES_MAX } from "../../platform/limits.ts";
import type { Result } from "../../platform/result.ts";
import { storeDocument, type StoredDocument, type StoreProblem } from "../imports/documents.ts";

function sealingContext(connection: string): string {
  return `mail/${connection}/`;
}

/** Streams a raw message into the bucket; refuses an empty one and one of more than MAIL_BYTES_MAX, keeping nothing. */
export function storeMail(
  bucket: R2Bucket,
  connection: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Result<StoredDocument, StoreProblem>> {
  return storeDocument(bucket, chunks, sealingContext(connection), MAIL_BYTES_MAX);
}

/** Where a raw message is. */
export function rawKey(connection: string, sha256: string): string {
  return sealingContext(connection) + sha256;
}

/** Where the reading of a message is. One version reads the same each time: a reading begun again puts the same there. */
export function readingKey(connection: string, message: string, version: number): string {
  return `${sealingContext(connection)}readings/${message}-${version}`;
}
