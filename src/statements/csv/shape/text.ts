// Bytes to text in bounded blocks. Nothing here knows about rows; a block may end inside one.

import { createTableDecoder } from "../../encodings/code-pages.ts";
import { decodeEscaping } from "./utf8.ts";
import type { DocumentSource } from "../../statement.ts";

/**
 * Small enough to stay in the processor's cache from byte to row: larger blocks were measured to be
 * slower.
 */
export const BLOCK_BYTES = 64 * 1024;

export interface TextEncodingPlan {
  readonly name: string;
  readonly mark_bytes: number;
  readonly faulty: boolean;
}

/** The document's bytes in blocks of about `size`, whatever the sizes the stream delivers. */
export async function* readBlocks(
  source: DocumentSource,
  size: number,
): AsyncGenerator<Uint8Array> {
  const reader = (await source.open()).getReader();
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      for (let at = 0; at < value.length; at += size) {
        const piece = value.subarray(at, at + size);
        held.push(piece);
        heldBytes += piece.length;
        if (heldBytes >= size) {
          yield joinPieces(held, heldBytes);
          held = [];
          heldBytes = 0;
        }
      }
    }
    if (heldBytes > 0) yield joinPieces(held, heldBytes);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function joinPieces(pieces: readonly Uint8Array[], bytes: number): Uint8Array {
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  const out = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}

/** The document as text, block by block, without its byte order mark. */
export async function* textBlocks(
  source: DocumentSource,
  encoding: TextEncodingPlan,
): AsyncGenerator<string> {
  const decode = createDecoder(encoding);
  let skip = encoding.mark_bytes;
  for await (const block of readBlocks(source, BLOCK_BYTES)) {
    const bytes = skip > 0 ? block.subarray(Math.min(skip, block.length)) : block;
    skip -= block.length - bytes.length;
    const text = decode(bytes, false);
    if (text !== "") yield text;
  }
  const rest = decode(new Uint8Array(0), true);
  if (rest !== "") yield rest;
}

function createDecoder(encoding: TextEncodingPlan): (bytes: Uint8Array, last: boolean) => string {
  if (encoding.name.startsWith("utf-32")) return createUtf32Decoder(encoding.name === "utf-32le");
  if (encoding.faulty) {
    let rest: Uint8Array = new Uint8Array(0);
    return (bytes, last) => {
      const decoded = decodeEscaping(
        rest.length === 0 ? bytes : joinPieces([rest, bytes], rest.length + bytes.length),
        last,
      );
      rest = decoded.rest;
      return decoded.text;
    };
  }
  const byTable = createTableDecoder(encoding.name);
  if (byTable !== null) return byTable;
  if (encoding.name === "windows-1258") return createTonedDecoder();
  const decoder = new TextDecoder(encoding.name, { fatal: false, ignoreBOM: true });
  return (bytes, last) => decoder.decode(bytes, { stream: !last });
}

/**
 * Vietnamese in windows-1258 has the tone after its letter; they are joined, as everywhere else. The
 * last letter waits for its tone.
 */
function createTonedDecoder(): (bytes: Uint8Array, last: boolean) => string {
  const decoder = new TextDecoder("windows-1258");
  let held = "";
  return (bytes, last) => {
    const text = held + decoder.decode(bytes, { stream: !last });
    held = last ? "" : text.slice(-1);
    return text.slice(0, text.length - held.length).normalize("NFC");
  };
}

/**
 * TextDecoder has no UTF-32. An impossible code point becomes U+FFFD, as in the other encodings.
 */
function createUtf32Decoder(little: boolean): (bytes: Uint8Array) => string {
  let rest: Uint8Array = new Uint8Array(0);
  return (bytes) => {
    const all = rest.length === 0 ? bytes : joinPieces([rest, bytes], rest.length + bytes.length);
    const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
    const end = all.length - (all.length % 4);
    let text = "";
    for (let at = 0; at < end; at += 4) {
      const point = view.getUint32(at, little);
      text +=
        point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)
          ? "\ufffd"
          : String.fromCodePoint(point);
    }
    rest = all.slice(end);
    return text;
  };
}
