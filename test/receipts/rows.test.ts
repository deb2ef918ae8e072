// Receipts and banks' notices as rows of labels and values, in test/fixtures/rows: what was paid, what is due, or that
// nothing moved was written with the rows, before any was read. Each is read in three layouts. Shops and people are
// made up, or shops as they print themselves.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";
import { readInBudget } from "../../src/importer/inbox/budget-currency.ts";
import { parseCurrency } from "../../src/money/currency.ts";
import { readMailByReaders } from "./read-by-readers.ts";
import { LAYOUTS, makeMail, rowsSchema, type Layout, type Rows } from "./rows-mail.ts";

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
      const read = await readRows(given, layout);
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

/** "out 12.5 eur", with "asked: " before it where the reading has a doubt; "nothing" where no money moved. */
async function readRows(given: Rows, layout: Layout): Promise<string> {
  const held = parseCurrency(given.currency ?? "");
  const mail = await readMailByReaders(makeMail(given, layout));
  const { documents } = readInBudget(mail, new Set(held === null ? [] : [held]));
  const moved = documents
    .flatMap(({ receipts }) => receipts)
    .filter(({ kind }) => kind !== "not a transaction" && kind !== "zero charge");
  if (moved.length === 0) return "nothing";
  const isAsked = moved.some(({ doubts }) => doubts.length > 0);
  const read = moved.map(({ incoming, total, currency }) =>
    [incoming ? "in" : "out", plainOf(total?.value ?? "none"), currency ?? "none"].join(" "),
  );
  return `${isAsked ? "asked: " : ""}${read.join(", ")}`;
}

/** "12.50" as "12.5". */
function plainOf(value: string): string {
  return value.includes(".") ? value.replace(/\.?0+$/, "") : value;
}
