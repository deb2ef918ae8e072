// Archives at the door: what becomes a document of its own, what is refused by name, and within which bounds.

import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test } from "vitest";
import { piecesOfArrival, type Piece } from "../../../src/importer/imports/archive.ts";
import { getDocument, storeDocument } from "../../../src/importer/imports/documents.ts";
import type { DocumentRef } from "../../../src/importer/imports/runs.ts";
import { ARCHIVE_BYTES_MAX, ARCHIVE_FILES_MAX } from "../../../src/platform/limits.ts";
import { compressed, zipOf } from "../../statements/workbook/zip-writing.ts";
import { xlsxOf } from "../../statements/workbook/xlsx-writing.ts";
import { reset } from "../../reset.ts";

afterEach(() => reset());

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function arrive(bytes: Uint8Array, name = "download.zip"): Promise<DocumentRef> {
  async function* chunks() {
    yield bytes;
  }
  const stored = await storeDocument(env.DOCUMENTS, chunks());
  if (!stored.ok) throw new Error(stored.error);
  return { name, ...stored.value, media_type: "application/zip" };
}

async function open(bytes: Uint8Array, name?: string): Promise<readonly Piece[]> {
  return piecesOfArrival(env.DOCUMENTS, await arrive(bytes, name));
}

const textOf = async ({ document }: Piece) =>
  (await getDocument(env.DOCUMENTS, document.sha256))?.text();
const said = (pieces: readonly Piece[]) =>
  pieces.map(
    ({ document, refused }) => `${document.name} in ${document.archive}: ${refused ?? "taken"}`,
  );

test("each file is a document of its own, by its last name alone, whatever path it claims", async () => {
  const pieces = await open(
    await zipOf([
      { name: "2026/march.csv", content: "a" },
      { name: "../../etc/passwd", content: "b", stored: true },
      { name: "C:\\Users\\x\\april.csv", content: "c" },
      { name: "2026/", content: "", stored: true },
      { name: "__MACOSX/2026/._march.csv", content: "junk" },
      { name: "2026/.DS_Store", content: "junk" },
    ]),
  );

  expect(said(pieces)).toEqual([
    "march.csv in download.zip: taken",
    "passwd in download.zip: taken",
    "april.csv in download.zip: taken",
  ]);
  expect(await Promise.all(pieces.map(textOf))).toEqual(["a", "b", "c"]);
});

test("what is no archive, a workbook, and an archive that cannot be read at all stay what they are", async () => {
  const workbook = await xlsxOf([
    ["Date", "Amount"],
    ["2026-01-02", 3],
  ]);
  const cut = (await zipOf([{ name: "a.csv", content: "a" }])).slice(0, 40);
  const empty = await zipOf([{ name: "folder/", content: "", stored: true }]);

  for (const bytes of [bytesOf("Date,Amount\n"), workbook, cut, empty]) {
    const document = await arrive(bytes);
    expect(await piecesOfArrival(env.DOCUMENTS, document)).toEqual([{ document, refused: null }]);
  }
});

test("a workbook in an archive is one document", async () => {
  const workbook = await xlsxOf([
    ["Date", "Amount"],
    ["2026-01-02", 3],
  ]);
  const pieces = await open(await zipOf([{ name: "account.xlsx", content: workbook }]));

  expect(pieces.map(({ document, refused }) => [document.name, document.bytes, refused])).toEqual([
    ["account.xlsx", workbook.length, null],
  ]);
});

test("the one file of a gzip document is taken out; a damaged or cut one is refused", async () => {
  const packed = await compressed(bytesOf("Date,Amount\n2026-01-02,3\n"), "gzip");
  const [whole] = await open(packed, "march.csv.gz");
  const changed = packed.map((byte, index) => (index === packed.length - 6 ? byte ^ 1 : byte));

  expect(whole?.document.name).toBe("march.csv");
  expect(whole === undefined ? "" : await textOf(whole)).toBe("Date,Amount\n2026-01-02,3\n");
  for (const damaged of [changed, packed.slice(0, -9), packed.slice(0, 14)])
    expect((await open(damaged, "x.gz"))[0]?.refused).toContain("damaged or was cut");
});

test("sizes and places of large archives are read from their own field", async () => {
  const pieces = await open(
    await zipOf([
      { name: "a.csv", content: "first" },
      { name: "b.csv", content: "second, larger", large: true },
      { name: "c.csv", content: "third", large: true, size: 6 },
    ]),
  );

  expect(pieces.map(({ document, refused }) => [document.name, refused === null])).toEqual([
    ["a.csv", true],
    ["b.csv", true],
    ["c.csv", false],
  ]);
  expect(pieces[1] === undefined ? "" : await textOf(pieces[1])).toBe("second, larger");
});

test("an archive whose files share their bytes is opened by nobody", async () => {
  const kernel = { name: "0.csv", content: "x".repeat(100), stored: true };
  const document = await arrive(
    await zipOf([
      kernel,
      ...Array.from({ length: 40 }, (_, index) => ({
        ...kernel,
        name: `${(index % 9) + 1}.csv`,
        at: 0,
      })),
    ]),
  );

  expect(await piecesOfArrival(env.DOCUMENTS, document)).toEqual([{ document, refused: null }]);
});

test("an archive in an archive is opened; one within that is not", async () => {
  const innermost = await zipOf([{ name: "c.csv", content: "c" }]);
  const inner = await zipOf([
    { name: "b.csv", content: "b" },
    { name: "deep.zip", content: innermost },
  ]);
  const pieces = await open(
    await zipOf([
      { name: "a.csv", content: "a" },
      { name: "inner.zip", content: inner },
    ]),
  );

  expect(said(pieces)[0]).toBe("a.csv in download.zip: taken");
  expect(said(pieces)[1]).toBe("b.csv in download.zip: taken");
  expect(said(pieces)[2]).toContain(
    'deep.zip in download.zip: "deep.zip" in the archive is not read: an archive inside an archive inside an archive',
  );
});

describe("a file that cannot be taken out is named with the reason, and the others are taken:", () => {
  const faults = [
    ["encrypted", { flags: 0x801 }, /password/],
    ["of a wrong checksum", { checksum: 1 }, /checksum/],
    ["longer than it says", { size: 3 }, /length/],
    ["shorter than it says", { size: 30 }, /length/],
    ["larger than is opened", { size: ARCHIVE_BYTES_MAX }, /more than/],
    ["packed by another method", { method: 14 }, /method 14/],
    ["of another name within", { localName: "bad.cst" }, /directory is damaged/],
    ["empty", { content: "" }, /is empty/],
  ] as const;
  test.each(faults)("%s", async (_, fault, reason) => {
    const pieces = await open(
      await zipOf([
        { name: "good.csv", content: "good" },
        { name: "bad.csv", content: "some text", ...fault },
        { name: "last.csv", content: "last" },
      ]),
    );

    expect(pieces.map(({ document }) => document.name)).toEqual([
      "good.csv",
      "bad.csv",
      "last.csv",
    ]);
    expect(pieces.map(({ refused }) => refused === null)).toEqual([true, false, true]);
    expect(pieces[1]?.refused).toMatch(reason);
    expect(pieces[1]?.refused).toContain('"bad.csv"');
  });
});

describe("bounds:", () => {
  test("so many files are opened, one more refuses the archive", async () => {
    const files = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        name: `${index}.csv`,
        content: "x",
        stored: true,
      }));
    const most = await open(await zipOf(files(ARCHIVE_FILES_MAX)));
    const more = await open(await zipOf(files(ARCHIVE_FILES_MAX + 1)));

    expect(most.map(({ refused }) => refused)).toEqual(
      Array.from({ length: ARCHIVE_FILES_MAX }, () => null),
    );
    expect(more.map(({ refused }) => refused)).toEqual([
      expect.stringContaining(`it holds ${ARCHIVE_FILES_MAX + 1} files`),
    ]);
  });

  test.each([
    ["to the byte", 12, null],
    ["one byte short", 11, '"c.csv" in the archive is not read: its file has 4 bytes, more than 3'],
  ] as const)(
    "all files of an archive together have a bound, those of archives inside it too: %s",
    async (_, bytesMax, refusal) => {
      const inner = await zipOf([{ name: "b.csv", content: "bbbb", stored: true }]);
      const document = await arrive(
        await zipOf([
          { name: "a.csv", content: "aaaa", stored: true },
          { name: "inner.zip", content: inner, stored: true },
          { name: "c.csv", content: "cccc", stored: true },
        ]),
      );
      const pieces = await piecesOfArrival(env.DOCUMENTS, document, inner.length + bytesMax);

      expect(pieces.map(({ refused }) => refused)).toEqual([
        null,
        null,
        refusal === null ? null : expect.stringContaining(refusal),
      ]);
    },
  );

  test("a gzip document counts against the bound of its upload", async () => {
    const packed = await arrive(await compressed(bytesOf("aaaa"), "gzip"), "a.csv.gz");
    const refusals = async (bytesMax: number) =>
      (await piecesOfArrival(env.DOCUMENTS, packed, bytesMax)).map(({ refused }) => refused);

    expect(await refusals(4)).toEqual([null]);
    expect(await refusals(3)).toEqual([expect.stringContaining("it unpacks to more than 3 bytes")]);
  });

  test("a file packed a thousand times is not unpacked", async () => {
    const [piece] = await open(
      await zipOf([{ name: "bomb.csv", content: new Uint8Array(3_000_000) }]),
    );

    expect(piece?.refused).toContain("packed more than");
  });

  test("a gzip document that unpacks to more than an upload may have is refused on the way", async () => {
    const zeros = new Blob(Array.from({ length: 101 }, () => new Uint8Array(1_000_000)));
    const packed = new Uint8Array(
      await new Response(zeros.stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
    );
    const [piece] = await open(packed, "bomb.gz");

    expect(piece?.refused).toContain("more than 100000000 bytes");
  });
});
