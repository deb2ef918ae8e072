// Documents are kept in R2 under the SHA-256 of their bytes, so the same file is stored once. A file of up
// to one part is put at once; a larger one is streamed in parts under a passing name, since its hash is
// known only at its end, and copied to its own name. Nothing is ever held whole in memory.

import { UPLOAD_BYTES_MAX, UPLOAD_PART_BYTES } from "../../limits.ts";
import { must } from "../../value/assert.ts";
import { hex } from "../../value/digest.ts";
import { err, ok, type Result } from "../../value/result.ts";
import type { DocumentSource } from "../decode/statement.ts";

export interface StoredDocument {
  readonly sha256: string;
  readonly bytes: number;
}

export type StoreProblem = "empty" | "too large";

/** Streams a document into the bucket; refuses an empty one and one of more than UPLOAD_BYTES_MAX, keeping nothing. */
export async function storeDocument(bucket: R2Bucket, chunks: AsyncIterable<Uint8Array>): Promise<Result<StoredDocument, StoreProblem>> {
  const parts = new PartWriter(bucket);
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      if (bytes > UPLOAD_BYTES_MAX) {
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

/** A stored document, to be read from its beginning as often as needed. */
export function openDocument(bucket: R2Bucket, sha256: string, name: string, bytes: number): DocumentSource {
  return {
    name,
    bytes,
    open: async () => streamOf(piecesOf(must(await bucket.get(keyOf(sha256)), `document ${sha256} is stored`).body)),
  };
}

function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
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

/** The bytes of a stored document, or null. */
export function getDocument(bucket: R2Bucket, sha256: string): Promise<R2ObjectBody | null> {
  return bucket.get(keyOf(sha256));
}

function keyOf(sha256: string): string {
  return `documents/${sha256}`;
}

/** A body's bytes in large pieces: one at a time costs far more than their number. */
export async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
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

/** Holds one part at a time; hashes and uploads it when it is full. */
class PartWriter {
  readonly #bucket: R2Bucket;
  readonly #digest = new crypto.DigestStream("SHA-256");
  readonly #hasher = this.#digest.getWriter();
  readonly #passing = `incoming/${crypto.randomUUID()}`;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #upload: R2MultipartUpload | null = null;
  #parts: R2UploadedPart[] = [];

  constructor(bucket: R2Bucket) {
    this.#bucket = bucket;
  }

  async write(chunk: Uint8Array): Promise<void> {
    let rest = chunk;
    while (this.#heldBytes + rest.byteLength > UPLOAD_PART_BYTES) {
      const room = UPLOAD_PART_BYTES - this.#heldBytes;
      this.#hold(rest.subarray(0, room));
      rest = rest.subarray(room);
      await this.#flush();
    }
    this.#hold(rest);
  }

  /** Stores what is held and gives the document its name: its SHA-256. */
  async finish(): Promise<string> {
    if (this.#upload === null) {
      const whole = this.#take();
      const sha256 = await this.#name(whole);
      if ((await this.#bucket.head(keyOf(sha256))) === null) await this.#bucket.put(keyOf(sha256), whole);
      return sha256;
    }
    const last = this.#take();
    const sha256 = await this.#name(last);
    await this.#put(last);
    await this.#upload.complete(this.#parts);
    if ((await this.#bucket.head(keyOf(sha256))) === null) {
      await this.#bucket.put(keyOf(sha256), must(await this.#bucket.get(this.#passing), "the upload was completed").body);
    }
    await this.#bucket.delete(this.#passing);
    return sha256;
  }

  async abandon(): Promise<void> {
    this.#held = [];
    await Promise.all([this.#hasher.abort("abandoned").catch(() => undefined), this.#digest.digest.catch(() => undefined)]);
    // It may have been completed already: then there is nothing to abort, and the passing copy is deleted.
    await this.#upload?.abort().catch(() => undefined);
    if (this.#upload !== null) await this.#bucket.delete(this.#passing);
  }

  #hold(chunk: Uint8Array): void {
    if (chunk.byteLength === 0) return;
    this.#held.push(chunk);
    this.#heldBytes += chunk.byteLength;
  }

  #take(): Uint8Array {
    const part = new Uint8Array(this.#heldBytes);
    let at = 0;
    for (const chunk of this.#held) {
      part.set(chunk, at);
      at += chunk.byteLength;
    }
    this.#held = [];
    this.#heldBytes = 0;
    return part;
  }

  async #flush(): Promise<void> {
    const part = this.#take();
    await this.#hasher.write(part);
    await this.#put(part);
  }

  async #put(part: Uint8Array): Promise<void> {
    this.#upload ??= await this.#bucket.createMultipartUpload(this.#passing);
    this.#parts.push(await this.#upload.uploadPart(this.#parts.length + 1, part));
  }

  async #name(last: Uint8Array): Promise<string> {
    await this.#hasher.write(last);
    await this.#hasher.close();
    return hex(new Uint8Array(await this.#digest.digest));
  }
}
