// docs/design/security.md names a test for each threat. A name without a test would be a promise
// that nobody keeps.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url).href);
/** Where a short name's file may be. */
const FOLDERS = [
  "test/oauth/server",
  "test/oauth",
  "test/importer/connection",
  "test/node",
  "test/browser",
  "test/pages",
  "test/platform",
  "test/platform/credentials",
  "test/platform/sealing",
  "test/http",
  "test/sources",
  "test/remote",
  "test/importer/posting",
  "test/importer/inbox",
];

interface Named {
  readonly files: readonly string[];
  /** Parts of a test's name, in order. */
  readonly parts: readonly string[];
}

/** The references in a cell: `file, file: "name", "name"; file: "name"`. */
function namesIn(cell: string): Named[] {
  return [
    ...cell.matchAll(/((?:`[^`]+`|[\w-]+)(?:, (?:`[^`]+`|[\w-]+))*): ((?:"[^"]+"(?:, )?)+)/g),
  ].flatMap(([, files = "", quoted = ""]) =>
    [...quoted.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => ({
      files: files.split(", ").map((file) => file.replaceAll("`", "")),
      parts: name
        .split("…")
        .map((part) => part.trim())
        .filter((part) => part !== ""),
    })),
  );
}

function sourceOf(file: string): string {
  const paths = file.includes("/") ? [file] : FOLDERS.map((folder) => `${folder}/${file}.test.ts`);
  const found = paths.filter((path) => existsSync(ROOT + path));
  return found.map((path) => readFileSync(ROOT + path, "utf8")).join("\n");
}

/** The tables' rows whose last column names tests. */
function rows(): string[][] {
  const sections = readFileSync(`${ROOT}docs/design/security.md`, "utf8")
    .split(/^## /m)
    .filter((section) => section.startsWith("OAuth 2.0") || section.startsWith("Mail:"));
  const lines = sections.flatMap((section) =>
    section.split("\n").filter((line) => line.startsWith("| ") && !/^\| (Threat|Rule) /.test(line)),
  );
  return lines.map((line) => line.slice(2, -2).split(" | "));
}

test("every test that docs/design/security.md names exists", () => {
  const missing = rows().flatMap((cells) =>
    cells.slice(1).flatMap((cell) =>
      namesIn(cell).filter(({ files, parts }) => {
        const lines = files.flatMap((file) => sourceOf(file).split("\n"));
        return !lines.some((line) => parts.every((part) => line.includes(part)));
      }),
    ),
  );

  expect(rows().length).toBeGreaterThan(25);
  expect(missing).toEqual([]);
});

/** What mail is known to be used for: each has a row of its own, with a test. */
const MAIL_THREATS = [
  "Spoofed From",
  "Forged Authentication-Results",
  "Replay",
  "`l=` tail",
  "Hidden text",
  "Disagreeing text and HTML",
  "Phishing",
  "Guessing an address",
  "Mail bomb: size",
  "Mail bomb: parts",
  "Mail bomb: nesting",
  "Mail bomb: HTML depth",
  "Header flood",
  "XXE",
  "Zip bomb",
  "Script in a subject",
  "formula in a merchant",
  "Links, pictures",
  "Malicious attachments",
];

test("each known threat of mail has a row", () => {
  const threats = rows().map(([threat = ""]) => threat);

  expect(MAIL_THREATS.filter((known) => !threats.some((threat) => threat.includes(known)))).toEqual(
    [],
  );
});

test("every row of the tables has a test, and every file they name exists", () => {
  const bare = rows().filter(
    (cells) =>
      !cells
        .slice(1)
        .some((cell) => namesIn(cell).length > 0 || /`test\/[\w/-]+\.test\.tsx?`/.test(cell)),
  );
  const files = rows().flatMap((cells) =>
    [...(cells.at(-1) ?? "").matchAll(/`(test\/[^`]+)`/g)].map(([, path = ""]) => path),
  );

  expect(bare).toEqual([]);
  expect(files.filter((path) => !existsSync(ROOT + path))).toEqual([]);
});
