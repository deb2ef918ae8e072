import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  getDocument,
  openDocument,
  storeDocument,
} from "../../../src/importer/imports/documents.ts";
import {
  HELD_BYTES_MAX,
  UPLOAD_BYTES_MAX,
  UPLOAD_PART_BYTES,
} from "../../../src/platform/limits.ts";
import { hex, sha256 } from "../../../src/platform/digest.ts";
import { emptyBucket, reset } from "../../reset.ts";

beforeEach(emptyBucket);
afterEach(() => reset());

async function* pieces(total: number, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < total; at += size)
    yield new Uint8Array(Math.min(size, total - at)).fill((at / size) % 251);
}

async function wholeOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Blob(await Array.fromAsync(chunks)).arrayBuffer());
}

test("a document is kept under the SHA-256 of its bytes and read back as it was, smaller and larger than a part", async () => {
  for (const total of [
    1,
    UPLOAD_PART_BYTES,
    HELD_BYTES_MAX,
    HELD_BYTES_MAX + 1,
    4 * UPLOAD_PART_BYTES,
  ]) {
    const expected = await wholeOf(pieces(total, 100_000));
    const stored = await storeDocument(env.DOCUMENTS, pieces(total, 100_000));

    expect(stored).toEqual({
      ok: true,
      value: { sha256: hex(await sha256(expected)), bytes: total },
    });
    if (!stored.ok) return;
    const read = await wholeOf(
      await openDocument(env.DOCUMENTS, stored.value.sha256, "x", total).open(),
    );
    expect(read.byteLength).toBe(total);
    expect(hex(await sha256(read))).toBe(stored.value.sha256);
  }
  const kept = await env.DOCUMENTS.list();
  expect(
    kept.objects.map((object) => object.key).every((key) => key.startsWith("documents/")),
  ).toBe(true);
});

test("one byte over the maximum is refused and nothing is kept", async () => {
  expect(await storeDocument(env.DOCUMENTS, pieces(UPLOAD_BYTES_MAX + 1, 1_000_000))).toEqual({
    ok: false,
    error: "too large",
  });
  expect((await env.DOCUMENTS.list()).objects).toEqual([]);
});

test("a document whose bytes are gone, though it is still listed, is stored again", async () => {
  const first = await storeDocument(env.DOCUMENTS, pieces(10, 10));
  const put: string[] = [];
  const bucket = new Proxy(env.DOCUMENTS, {
    get: (target, name) => {
      if (name === "get") return () => Promise.reject(new Error("internal error"));
      if (name === "put")
        return (key: string, body: ReadableStream) => (put.push(key), target.put(key, body));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

  expect(await storeDocument(bucket, pieces(10, 10))).toEqual(first);
  expect(put).toHaveLength(1);
  expect(await getDocument(bucket, "0".repeat(64))).toBeNull();
});

test("an empty document is refused", async () => {
  expect(await storeDocument(env.DOCUMENTS, pieces(0, 1))).toEqual({ ok: false, error: "empty" });
});
