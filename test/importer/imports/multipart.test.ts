import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  parseBoundary,
  MultipartError,
  readFilePart,
} from "../../../src/importer/imports/multipart.ts";

const encoder = new TextEncoder();

/** The body in pieces of `size` bytes, as a network delivers it. */
function streamOf(body: Uint8Array, size: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < body.byteLength; at += size)
        controller.enqueue(body.slice(at, at + size));
      controller.close();
    },
  });
}

function form(file: Uint8Array, boundary = "b0undary"): Uint8Array {
  const head = encoder.encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="account"\r\n\r\nChecking\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="my \\"May\\".csv"\r\nContent-Type: text/csv\r\n\r\n`,
  );
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`);
  const all = new Uint8Array(head.byteLength + file.byteLength + tail.byteLength);
  all.set(head);
  all.set(file, head.byteLength);
  all.set(tail, head.byteLength + file.byteLength);
  return all;
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<number[]> {
  const all: number[] = [];
  for await (const chunk of chunks) all.push(...chunk);
  return all;
}

test("the file arrives byte for byte however the body is cut, even where it nearly holds the boundary", async () => {
  const near = fc.constantFrom("\r\n--b0undar", "\r\n--", "\r", "\n", "--b0undary--", "a,b\r\n");
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(near, fc.string()), { maxLength: 20 }),
      fc.integer({ min: 1, max: 50 }),
      async (pieces, size) => {
        fc.pre(!pieces.join("").includes("\r\n--b0undary"));
        const file = encoder.encode(pieces.join(""));
        const part = await readFilePart(streamOf(form(file), size), "b0undary");

        expect([...part.fields]).toEqual([["account", "Checking"]]);
        expect(part.name).toBe('my "May".csv');
        expect(part.mediaType).toBe("text/csv");
        expect(await bytesOf(part.chunks)).toEqual([...file]);
      },
    ),
    { numRuns: 200 },
  );
});

test("a file's name in Latin-1 takes nothing from the file, and a field cut inside a letter keeps it", async () => {
  const latin = new TextEncoder().encode(
    '--b\r\nContent-Disposition: form-data; name="account"\r\n\r\nCrédit\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="relev?.csv"\r\n\r\n-12.50,A\r\n--b--\r\n',
  );
  latin[latin.indexOf("?".charCodeAt(0))] = 0xe9;
  for (const size of [1, 7, 64]) {
    const part = await readFilePart(streamOf(latin, size), "b");
    expect(new TextDecoder().decode(new Uint8Array(await bytesOf(part.chunks)))).toBe("-12.50,A");
    expect(part.fields.get("account")).toBe("Crédit");
  }
});

test("a body that is cut before its end is refused at every length", async () => {
  const whole = form(encoder.encode("Date,Amount\r\n2026-01-01,-3.00\r\n"));
  const end = whole.byteLength - 2;
  for (let length = 0; length < end; length += 1) {
    const read = readFilePart(streamOf(whole.slice(0, length), 16), "b0undary").then((part) =>
      bytesOf(part.chunks),
    );
    await expect(read, `${length} bytes`).rejects.toThrow(MultipartError);
  }
});

test("a form without a file, endless headers and too many fields are refused", async () => {
  const without = encoder.encode(
    '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--b--\r\n',
  );
  await expect(readFilePart(streamOf(without, 64), "b")).rejects.toThrow('no part called "file"');

  const endless = encoder.encode(`--b\r\nX: ${"a".repeat(100_000)}`);
  await expect(readFilePart(streamOf(endless, 4_096), "b")).rejects.toThrow("headers are too long");

  const field = '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n';
  await expect(
    readFilePart(streamOf(encoder.encode(field.repeat(30)), 4_096), "b"),
  ).rejects.toThrow("more than 20 fields");
});

test("the boundary is read from the content type, quoted or not", () => {
  expect(parseBoundary("multipart/form-data; boundary=----WebKit1")).toBe("----WebKit1");
  expect(parseBoundary('Multipart/Form-Data; charset=utf-8; boundary="a b"')).toBe("a b");
  expect(parseBoundary("multipart/form-data")).toBeNull();
  expect(parseBoundary("text/csv")).toBeNull();
});
