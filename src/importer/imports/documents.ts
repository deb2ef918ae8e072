// Stores documents in R2 under the SHA-256 of their bytes, so the same file is stored once (mail:
// once for each connection, so that it can be deleted). A file of up to HELD_BYTES_MAX is held in
// memory and put at once. A larger one is streamed in parts under a temporary name, since its hash
// is known only at the end, and then copied to its own name.

import { HELD_BYTES_MAX, UPLOAD_BYTES_MAX, UPLOAD_PART_BYTES } from "../../platform/limits.ts";
import { logFault } from "../../platform/log.ts";
import { must } from "../../platform/assert.ts";
import { hex } from "../../platform/digest.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { toStream } from "../../platform/streams.ts";
import type { ByteRanges } from "../../platform/zip.ts";
import type { DocumentSource } from "../../statements/statement.ts";
import { HeldBytes } from "./held-bytes.ts";

export interface StoredDocument {
  readonly sha256: string;
  readonly bytes: number;
}

export type StoreProblem = "empty" | "too large";

/**
 * Streams a document into the bucket, under `place`. An empty one, or one larger than `bytesMax`,
 * is refused and leaves nothing behind. Each chunk is used before the next one is asked for. Whoever
 * stores many documents one after the other gives one `held` for all of them.
 */
export async function storeDocument(
  bucket: R2Bucket,
  chunks: AsyncIterable<Uint8Array>,
  place: string = DOCUMENTS,
  bytesMax: number = UPLOAD_BYTES_MAX,
  held = new HeldBytes(),
): Promise<Result<StoredDocument, StoreProblem>> {
  const parts = new PartWriter(bucket, place, held);
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) {
        await parts.abandon();
        return err("too large");
      }
      await parts.write(chunk);
    }
    if (bytes === 0) return err("empty");
    return ok({ sha256: await parts.finish(), bytes });
  } catch (error) {
    await parts.abandon();
    throw error;
  }
}

/** A stored document, which can be read from its beginning as often as needed. */
export function openDocument(
  bucket: R2Bucket,
  sha256: string,
  name: string,
  bytes: number,
): DocumentSource {
  return {
    name,
    bytes,
    open: async () => {
      const stored = await bucket.get(documentKey(sha256));
      if (stored === null) throw new MissingDocument(`document ${sha256} is not stored`);
      return toStream(readPieces(stored.body));
    },
  };
}

/** The bytes of a stored document are missing from the bucket. */
export class MissingDocument extends Error {}

/** The bytes of a stored document; null if the bucket does not have them or cannot read them. */
export async function getDocument(bucket: R2Bucket, sha256: string): Promise<R2ObjectBody | null> {
  try {
    return await bucket.get(documentKey(sha256));
  } catch (error) {
    logFault({ event: "document could not be read", document: sha256, error: String(error) });
    return null;
  }
}

/** Whether the bucket can still deliver the document. */
export function hasDocument(bucket: R2Bucket, sha256: string): Promise<boolean> {
  return isReadable(bucket, documentKey(sha256));
}

/** Reads one byte: an object may be listed although its bytes are gone. */
async function isReadable(bucket: R2Bucket, key: string): Promise<boolean> {
  try {
    const found = await bucket.get(key, { range: { offset: 0, length: 1 } });
    return found !== null && (await found.arrayBuffer()).byteLength === 1;
  } catch {
    return false;
  }
}

/** Any range of a stored document. */
export function rangesIn(bucket: R2Bucket, sha256: string, bytes: number): ByteRanges {
  return rangesAt(bucket, documentKey(sha256), bytes);
}

/** Any range of what is stored under a key. */
export function rangesAt(bucket: R2Bucket, key: string, bytes: number): ByteRanges {
  const get = async (from: number, to: number) =>
    must(
      await bucket.get(key, { range: { offset: from, length: Math.min(to, bytes) - from } }),
      `${key} is stored`,
    );
  return {
    size: bytes,
    read: async (from, to) =>
      Math.min(to, bytes) <= from
        ? new Uint8Array(0)
        : new Uint8Array(await (await get(from, to)).arrayBuffer()),
    stream: async (from, to) =>
      Math.min(to, bytes) <= from ? new Blob([]).stream() : (await get(from, to)).body,
  };
}

/** Where uploaded documents are, by their hash. */
export const DOCUMENTS = "documents/";

/** The R2 key of a document. */
export function documentKey(sha256: string): string {
  return DOCUMENTS + sha256;
}

/** A body's bytes in large pieces; many small ones cost far more. */
export async function* readPieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader({ mode: "byob" });
  try {
    for (;;) {
      const { done, value } = await reader.readAtLeast(READ_BYTES, new Uint8Array(READ_BYTES));
      if (value !== undefined && value.byteLength > 0) yield value;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const READ_BYTES = 1 << 18;

/** Holds a file of ordinary size in memory, and of a larger one a part at a time. */
class PartWriter {
  readonly #bucket: R2Bucket;
  readonly #place: string;
  readonly #digest = new crypto.DigestStream("SHA-256");
  readonly #hasher = this.#digest.getWriter();
  readonly #passing = `incoming/${crypto.randomUUID()}`;
  readonly #held: HeldBytes;
  /** A part on its way into the bucket; the next one takes its place. */
  #part = new Uint8Array(0);
  #upload: R2MultipartUpload | null = null;
  #parts: R2UploadedPart[] = [];

  constructor(bucket: R2Bucket, place: string, held: HeldBytes) {
    this.#bucket = bucket;
    this.#place = place;
    this.#held = held;
    held.clear();
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#held.add(chunk);
    if (this.#upload === null && this.#held.length <= HELD_BYTES_MAX) return;
    while (this.#held.length > UPLOAD_PART_BYTES) await this.#flush(UPLOAD_PART_BYTES);
  }

  /** Stores the bytes held and names the document by its SHA-256. */
  async finish(): Promise<string> {
    if (this.#upload === null) {
      for (const piece of this.#held.pieces()) await this.#hasher.write(piece);
      const sha256 = await this.#name();
      const key = this.#place + sha256;
      if (!(await isReadable(this.#bucket, key))) await this.#putHeld(key);
      return sha256;
    }
    await this.#flush(this.#held.length);
    const sha256 = await this.#name();
    await this.#upload.complete(this.#parts);
    const key = this.#place + sha256;
    if (!(await isReadable(this.#bucket, key))) {
      await this.#bucket.put(
        key,
        must(await this.#bucket.get(this.#passing), "the upload was completed").body,
      );
    }
    await this.#bucket.delete(this.#passing);
    return sha256;
  }

  async abandon(): Promise<void> {
    this.#held.clear();
    await Promise.all([
      this.#hasher.abort("abandoned").catch(() => undefined),
      this.#digest.digest.catch(() => undefined),
    ]);
    // If it was completed already, there is nothing to abort, and the temporary copy is deleted.
    await this.#upload?.abort().catch(() => undefined);
    if (this.#upload !== null) await this.#bucket.delete(this.#passing);
  }

  /** What is held as one stream of known length: joining them would double the memory. */
  async #putHeld(key: string): Promise<void> {
    const { readable, writable } = new FixedLengthStream(this.#held.length);
    const writer = writable.getWriter();
    // A bucket that refuses at once reads nothing, so waiting for the writes would never end.
    const written = this.#writeHeld(writer);
    await Promise.all([this.#bucket.put(key, readable), written]).catch(async (error: unknown) => {
      await Promise.allSettled([writer.abort(error), written]);
      throw error;
    });
  }

  async #writeHeld(writer: WritableStreamDefaultWriter<Uint8Array>): Promise<void> {
    for (const piece of this.#held.pieces()) await writer.write(piece);
    await writer.close();
  }

  async #flush(bytes: number): Promise<void> {
    if (this.#part.length < bytes) this.#part = new Uint8Array(bytes);
    const part = this.#part.subarray(0, bytes);
    this.#held.take(part);
    await this.#hasher.write(part);
    this.#upload ??= await this.#bucket.createMultipartUpload(this.#passing);
    this.#parts.push(await this.#upload.uploadPart(this.#parts.length + 1, part));
  }

  async #name(): Promise<string> {
    await this.#hasher.close();
    return hex(new Uint8Array(await this.#digest.digest));
  }
}
