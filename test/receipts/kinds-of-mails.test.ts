// Mails of 24 kinds in many languages, in test/fixtures/kinds-of-mails: dispatch notes, disputes, reminders, points and
// other mails of which no money moves, beside those with the same words of which it does. What moved was written with
// the mail, before any was read. Companies and people are made up.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";
import { plainOf, readMoved } from "./moved.ts";
import { makeTextMail } from "./rows-mail.ts";

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
    const read = await readMoved(makeTextMail(mail), mail.moved?.currency ?? usual);
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
