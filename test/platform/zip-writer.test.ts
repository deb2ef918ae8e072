// Archives that are written as a stream, read back by the reader of archives.

import { expect, test } from "vitest";
import { toRanges, unpackWhole, zipMembers, type ByteRanges } from "../../src/platform/zip.ts";
import {
  directory,
  writeZip,
  type WrittenFile,
  type ZipEntry,
} from "../../src/platform/zip-writer.ts";
import { hex, sha256 } from "../../src/platform/digest.ts";

const AT = new Date("2026-11-24T10:20:30Z");
const encoder = new TextEncoder();

async function* chunked(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield encoder.encode(text);
}

async function* listed(entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}

async function whole(entries: readonly ZipEntry[], from = 0): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeZip(listed(entries), AT, from)) pieces.push(piece);
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

async function read(file: ByteRanges): Promise<Record<string, string>> {
  const members = await zipMembers(file, 100_000);
  if (!members.ok) throw new Error(members.error);
  const found: Record<string, string> = {};
  for (const member of members.value)
    found[member.name] = new TextDecoder().decode(await unpackWhole(file, member, 1e8, 1e4));
  return found;
}

test("files that are written come back with their names and bytes", async () => {
  const zip = await whole([
    { name: "README.txt", chunks: chunked("Hello ", "", "there") },
    { name: "empty", chunks: chunked() },
    { name: "Ünïcode/🛒.txt", chunks: chunked("x".repeat(300_000), "y".repeat(300_000)) },
  ]);

  expect(await read(toRanges(zip))).toEqual({
    "README.txt": "Hello there",
    empty: "",
    "Ünïcode/🛒.txt": "x".repeat(300_000) + "y".repeat(300_000),
  });
  expect(zip.length).toBeLessThan(5_000);
});

test("the length and the hash of each file are told when it is written", async () => {
  const told: WrittenFile[] = [];

  await whole([{ name: "a", chunks: chunked("one", "two"), written: (file) => told.push(file) }]);

  expect(told).toEqual([{ name: "a", bytes: 6, sha256: hex(await sha256("onetwo")) }]);
});

test("a file that cannot be read ends the archive with its error", async () => {
  const broken: ZipEntry = {
    name: "broken",
    chunks: (async function* () {
      yield encoder.encode("half");
      throw new Error("the store is away");
    })(),
  };

  await expect(whole([broken])).rejects.toThrow("the store is away");
});

test("an archive with more files than 16 bits count is listed whole", async () => {
  const names = Array.from({ length: 66_000 }, (_, index) => `f/${index}`);
  // Packing so many files takes a minute, and nothing of their contents is read for the list.
  const files = new Uint8Array(names.length * 64);
  const entries = names.map((name, index) => ({
    name: encoder.encode(name),
    crc: 0,
    packed: 0,
    size: 0,
    offset: index * 64,
  }));
  const pieces = [files, ...directory(entries, 0, files.length)];
  const zip = new Uint8Array(await new Blob(pieces).arrayBuffer());

  const members = await zipMembers(toRanges(zip), 100_000);

  expect(members.ok && members.value.map(({ name }) => name)).toEqual(names);
});

test("a file that begins beyond 4 GiB is found there", async () => {
  const before = 5 * 1024 ** 3;
  const end = await whole([{ name: "far", chunks: chunked("away") }], before);
  const file: ByteRanges = {
    size: before + end.length,
    read: async (from, to) => {
      const range = new Uint8Array(to - from);
      range.set(end.slice(Math.max(0, from - before), to - before), Math.max(0, before - from));
      return range;
    },
    stream: async (from, to) => new Blob([end.slice(from - before, to - before)]).stream(),
  };

  expect(await read(file)).toEqual({ far: "away" });
});

test("a reader who pauses holds back the file that is packed", async () => {
  let made = 0;
  const entry: ZipEntry = {
    name: "large",
    chunks: (async function* () {
      for (; made < 300; made += 1) yield crypto.getRandomValues(new Uint8Array(64 * 1024));
    })(),
  };
  const zip = writeZip(listed([entry]), AT);

  let read = 0;
  for (let count = 0; count < 5; count += 1) read += (await zip.next()).value?.length ?? 0;
  await scheduler.wait(100);

  expect(read).toBeGreaterThan(100_000);
  expect(made * 64 * 1024).toBeLessThan(read + 500_000);
  await zip.return(undefined);
});

test("many small files are given in few pieces", async () => {
  const entries = Array.from({ length: 1_000 }, (_, n) => ({
    name: `f${n}`,
    chunks: chunked("x"),
  }));

  const sizes: number[] = [];
  for await (const piece of writeZip(listed(entries), AT)) sizes.push(piece.length);

  expect(sizes.length).toBeLessThan(5);
  expect(new Set(sizes.slice(0, -1)).size).toBeLessThanOrEqual(1);
});
