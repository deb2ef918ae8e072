// Receipts and banks' notices as rows of labels and values, in test/fixtures/rows: what was paid, what is due, or that
// nothing moved was written with the rows, before any was read. Each is read in three layouts. Shops and people are
// made up, or shops as they print themselves.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";
import { readMoved } from "./moved.ts";
import { LAYOUTS, makeMail, rowsSchema, type Rows } from "./rows-mail.ts";

const FOLDER = fileURLToPath(new URL("../fixtures/rows/", import.meta.url).href);
const FILES = readdirSync(FOLDER).toSorted();

/** What is not read right yet, by file, number and layout; once it is read right, its line there has to go. */
const NOT_YET = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(join(FOLDER, "../rows-not-read-right-yet.json"), "utf8")));

test.each(FILES)("%s: each is read as it was written, in every layout", async (file) => {
  const all = z.array(rowsSchema).parse(JSON.parse(readFileSync(join(FOLDER, file), "utf8")));
  const wrong: Record<string, string> = {};
  for (const [at, given] of all.entries())
    for (const layout of LAYOUTS) {
      const read = await readMoved(makeMail(given, layout), given.currency ?? "");
      if (read !== expected(given)) wrong[`${file} ${at} ${layout}`] = read;
    }

  const known = Object.entries(NOT_YET).filter(([name]) => name.startsWith(`${file} `));
  expect(all.length).toBeGreaterThan(80);
  expect(wrong).toEqual(Object.fromEntries(known));
});

function expected({ kind, dir, total, currency }: Rows): string {
  if (kind === "none") return "nothing";
  return `${kind === "due" ? "asked: " : ""}${dir} ${total} ${currency}`;
}
