// Mails of 24 kinds in many languages, in test/fixtures/kinds-of-mails: dispatch notes, disputes, reminders, points and
// other mails of which no money moves, beside those with the same words of which it does. What moved was written with
// the mail, before any was read. Companies and people are made up.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";
import { readInBudget } from "../../src/importer/inbox/budget-currency.ts";
import { parseCurrency } from "../../src/money/currency.ts";
import { readMailByReaders } from "./read-by-readers.ts";
import { encodeWord } from "./rows-mail.ts";

const mailSchema = z.strictObject({
  kind: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  moved: z
    .strictObject({ amount: z.string(), currency: z.string(), direction: z.enum(["in", "out"]) })
    .nullable(),
});
type Mail = z.infer<typeof mailSchema>;

const FOLDER = fileURLToPath(new URL("../fixtures/kinds-of-mails/", import.meta.url).href);
const FILES = readdirSync(FOLDER).toSorted();

/** What is not read right yet, by file, number and kind; once it is read right, its line there has to go. */
const NOT_YET = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(join(FOLDER, "../kinds-not-read-right-yet.json"), "utf8")));

test.each(FILES)("%s: each is read as it was written", async (file) => {
  const all = z.array(mailSchema).parse(JSON.parse(readFileSync(join(FOLDER, file), "utf8")));
  const usual = all.find(({ moved }) => moved !== null)?.moved?.currency ?? "";
  const wrong: Record<string, string> = {};
  for (const [at, mail] of all.entries()) {
    const read = await readIn(mail, mail.moved?.currency ?? usual);
    if (read !== expected(mail)) wrong[`${file} ${at} ${mail.kind}`] = read;
  }

  const known = Object.entries(NOT_YET).filter(([name]) => name.startsWith(`${file} `));
  expect(all).toHaveLength(24);
  expect(wrong).toEqual(Object.fromEntries(known));
});

function expected({ moved }: Mail): string {
  return moved === null
    ? "nothing"
    : `${moved.direction} ${plainOf(moved.amount)} ${moved.currency}`;
}

/** "out 12.5 eur", with "asked: " before it where the reading has a doubt; "nothing" where no money moved. */
async function readIn(mail: Mail, currency: string): Promise<string> {
  const held = parseCurrency(currency);
  const { documents } = readInBudget(
    await readMailByReaders(write(mail)),
    new Set(held === null ? [] : [held]),
  );
  const moved = documents
    .flatMap(({ receipts }) => receipts)
    .filter(({ kind }) => kind !== "not a transaction" && kind !== "zero charge");
  if (moved.length === 0) return "nothing";
  const isAsked = moved.some(({ doubts }) => doubts.length > 0);
  const read = moved.map(({ incoming, total, currency: of }) =>
    [incoming ? "in" : "out", plainOf(total?.value ?? "none"), of ?? "none"].join(" "),
  );
  return `${isAsked ? "asked: " : ""}${read.join(", ")}`;
}

/** The raw mail of 24 November 2026. */
function write({ from, subject, text }: Mail): Uint8Array {
  const [, name = "", address = ""] = /^(.*?)\s*<(.*)>$/u.exec(from) ?? [];
  const body = Buffer.from(text.replaceAll("\n", "\r\n")).toString("base64");
  const lines = [
    `From: ${encodeWord(name.replaceAll('"', ""))} <${address}>`,
    "To: ada@mail.example",
    `Subject: ${encodeWord(subject)}`,
    "Date: Tue, 24 Nov 2026 10:00:00 +0100",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    ...(body.match(/.{1,76}/g) ?? []),
  ];
  return new TextEncoder().encode(lines.join("\r\n"));
}

/** "12.50" as "12.5". */
function plainOf(value: string): string {
  return value.includes(".") ? value.replace(/\.?0+$/, "") : value;
}
