// Reads multipart/form-data (RFC 7578) as it arrives: the platform's own formData() holds the whole
// body in memory, which a 100 MB upload does not allow. Small fields are collected; the part called
// "file" is passed on chunk by chunk. A body that ends before its closing boundary is refused, so a
// cut upload is never imported.

import {
  MULTIPART_FIELDS_MAX,
  MULTIPART_FIELD_BYTES_MAX,
  MULTIPART_HEADER_BYTES_MAX,
  UPLOAD_FILES_MAX,
} from "../../platform/limits.ts";

/** A body that contradicts its content type; `message` is for the user. */
export class MultipartError extends Error {
  override readonly name = "MultipartError";
}

export interface FilePart {
  /** The form's other fields; those after the file are there once `chunks` has ended. */
  readonly fields: ReadonlyMap<string, string>;
  readonly name: string;
  readonly mediaType: string;
  /** The file's bytes; throws MultipartError if the body is cut. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

const CR = 13;
const HEADERS_END = new TextEncoder().encode("\r\n\r\n");

/** The boundary of a content type, or null if it is not multipart/form-data. */
export function parseBoundary(contentType: string): string | null {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return null;
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  return match?.[1] ?? match?.[2] ?? null;
}

/** Reads up to the part called "file"; throws MultipartError if no such part exists. */
export async function readFilePart(
  body: ReadableStream<Uint8Array>,
  boundary: string,
): Promise<FilePart> {
  const reader = new PartReader(body, boundary);
  const fields = new Map<string, string>();
  await reader.skipPreamble();
  for (;;) {
    const headers = await reader.headers();
    const name = parameter(headers, "name");
    if (name === "file") {
      return {
        fields,
        name: parameter(headers, "filename") ?? "",
        mediaType: mediaTypeIn(headers),
        chunks: fileThenFields(reader, fields),
      };
    }
    await readField(reader, name, fields);
    if (reader.ended) throw new MultipartError('there is no part called "file"');
  }
}

/** A file among several of a form. */
export type OneOfFiles = Omit<FilePart, "fields">;

/**
 * Each part called "file", in order; the bytes of one must be consumed before the next is asked
 * for. `fields` is filled with the form's other fields on the way.
 */
export async function* readFileParts(
  body: ReadableStream<Uint8Array>,
  boundary: string,
  fields: Map<string, string>,
): AsyncGenerator<OneOfFiles> {
  const reader = new PartReader(body, boundary);
  let files = 0;
  await reader.skipPreamble();
  while (!reader.ended) {
    const headers = await reader.headers();
    const name = parameter(headers, "name");
    if (name === "file") {
      files += 1;
      if (files > UPLOAD_FILES_MAX)
        throw new MultipartError(`it holds more than ${UPLOAD_FILES_MAX} files`);
      reader.allowOneMore();
      yield {
        name: parameter(headers, "filename") ?? "",
        mediaType: mediaTypeIn(headers),
        chunks: reader.body(),
      };
    } else await readField(reader, name, fields);
  }
  if (files === 0) throw new MultipartError('there is no part called "file"');
}

function mediaTypeIn(headers: string): string {
  return /^content-type:\s*(\S[^\r\n]{0,100})/im.exec(headers)?.[1] ?? "application/octet-stream";
}

/** The file's bytes; the fields after it are read once these have been consumed. */
async function* fileThenFields(
  reader: PartReader,
  fields: Map<string, string>,
): AsyncGenerator<Uint8Array> {
  yield* reader.body();
  while (!reader.ended) {
    const name = parameter(await reader.headers(), "name");
    if (name === "file")
      throw new MultipartError("it holds more than one file; upload them one by one");
    await readField(reader, name, fields);
  }
}

async function readField(
  reader: PartReader,
  name: string | null,
  fields: Map<string, string>,
): Promise<void> {
  const decoder = new TextDecoder();
  let value = "";
  let bytes = 0;
  for await (const chunk of reader.body()) {
    bytes += chunk.byteLength;
    if (bytes > MULTIPART_FIELD_BYTES_MAX)
      throw new MultipartError(`the field "${name ?? ""}" is too long`);
    value += decoder.decode(chunk, { stream: true });
  }
  fields.set(name ?? `(unnamed ${fields.size})`, value + decoder.decode());
}

function parameter(headers: string, name: string): string | null {
  const disposition = /^content-disposition:[^\r\n]{0,2000}/im.exec(headers)?.[0] ?? "";
  const match = new RegExp(
    `;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.){0,500})"|([^;\\s]{1,500}))`,
    "i",
  ).exec(disposition);
  return match === null ? null : (match[1] ?? match[2] ?? "").replace(/\\(.)/g, "$1");
}

class PartReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #delimiter: Uint8Array;
  #held: Uint8Array = new Uint8Array([CR, 10]);
  #parts = 0;
  ended = false;

  constructor(body: ReadableStream<Uint8Array>, boundary: string) {
    this.#reader = body.getReader();
    this.#delimiter = new TextEncoder().encode(`\r\n--${boundary}`);
  }

  /** A file does not count as a field. */
  allowOneMore(): void {
    this.#parts -= 1;
  }

  /** Skips the bytes before the first boundary; usually there are none. */
  async skipPreamble(): Promise<void> {
    let bytes = 0;
    for await (const chunk of this.body()) {
      bytes += chunk.byteLength;
      if (bytes > MULTIPART_HEADER_BYTES_MAX)
        throw new MultipartError("its boundary does not occur");
    }
    if (this.ended) throw new MultipartError("it has no parts");
  }

  /** The header block of a part. Its size is counted in bytes: a name may be in any encoding. */
  async headers(): Promise<string> {
    this.#parts += 1;
    if (this.#parts > MULTIPART_FIELDS_MAX + 1)
      throw new MultipartError(`there are more than ${MULTIPART_FIELDS_MAX} fields`);
    for (;;) {
      const end = findBytes(this.#held, HEADERS_END);
      if (
        end > MULTIPART_HEADER_BYTES_MAX ||
        (end < 0 && this.#held.byteLength >= MULTIPART_HEADER_BYTES_MAX)
      ) {
        throw new MultipartError("a part's headers are too long");
      }
      if (end >= 0) {
        const text = new TextDecoder().decode(this.#held.subarray(0, end));
        this.#held = this.#held.subarray(end + HEADERS_END.byteLength);
        return text;
      }
      await this.#more();
    }
  }

  /** The bytes up to the next boundary, which is consumed with its line end. */
  async *body(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = findBytes(this.#held, this.#delimiter);
      if (at >= 0) {
        if (at > 0) yield this.#held.subarray(0, at);
        this.#held = this.#held.subarray(at + this.#delimiter.byteLength);
        await this.#endOfBoundary();
        return;
      }
      const safe = this.#held.byteLength - this.#delimiter.byteLength;
      if (safe > 0) {
        yield this.#held.subarray(0, safe);
        this.#held = this.#held.subarray(safe);
      }
      await this.#more();
    }
  }

  /** "--" closes the body, a line end begins the next part. */
  async #endOfBoundary(): Promise<void> {
    while (this.#held.byteLength < 2) await this.#more();
    if (this.#held[0] === 45 && this.#held[1] === 45) this.ended = true;
    else if (this.#held[0] === CR && this.#held[1] === 10) this.#held = this.#held.subarray(2);
    else throw new MultipartError("a boundary is followed by other text");
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#reader.read();
    if (done) throw new MultipartError("it ends before its closing boundary");
    const joined = new Uint8Array(this.#held.byteLength + value.byteLength);
    joined.set(this.#held);
    joined.set(value, this.#held.byteLength);
    this.#held = joined;
  }
}

/** The position of `wanted`, which begins with CR, in `held`; -1 if it is not there in full. */
function findBytes(held: Uint8Array, wanted: Uint8Array): number {
  for (let at = held.indexOf(CR); at >= 0; at = held.indexOf(CR, at + 1)) {
    if (at + wanted.byteLength > held.byteLength) return -1;
    let same = 1;
    while (same < wanted.byteLength && held[at + same] === wanted[same]) same += 1;
    if (same === wanted.byteLength) return at;
  }
  return -1;
}
