// The plainest mails there are, each of one sentence or a few rows, in 20 to 31 languages: an invoice that is overdue,
// an order to be paid by a transfer, a refund, money from a person, a subscription that renews soon. What moved was
// written with the mail, before any was read. A language in which such a mail is not read lacks words.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";
import { readMoved } from "./moved.ts";
import { makeTextMail } from "./rows-mail.ts";

const fileSchema = z.strictObject({
  /** Money that moved, that is to be paid, that a debit is going to take, or none. */
  moved: z.enum(["in", "out", "due", "to come", "nothing"]),
  /** The sender, where a bank tells of it. */
  from: z.string().default("Studio Nordlys <info@studio.example>"),
  /** By language. */
  mails: z.record(
    z.string(),
    z.strictObject({
      amount: z.string(),
      currency: z.string(),
      subject: z.string(),
      text: z.string(),
    }),
  ),
});
type Moved = z.infer<typeof fileSchema>["moved"];

const FOLDER = fileURLToPath(new URL("../fixtures/plain-mails/", import.meta.url).href);
const FILES = readdirSync(FOLDER).toSorted();

/** What is not read right yet, by file and language; once it is read right, its line there has to go. */
const NOT_YET = z
  .record(z.string(), z.string())
  .parse(JSON.parse(readFileSync(join(FOLDER, "../plain-mails-not-read-right-yet.json"), "utf8")));

test.each(FILES)("%s: it is read as it was written, in every language", async (file) => {
  const { moved, from, mails } = fileSchema.parse(
    JSON.parse(readFileSync(join(FOLDER, file), "utf8")),
  );
  const wrong: Record<string, string> = {};
  for (const [language, { amount, currency, subject, text }] of Object.entries(mails)) {
    const raw = makeTextMail({ from, subject, text });
    const read = await readMoved(raw, currency);
    if (!expected(moved, `${amount} ${currency}`).includes(read))
      wrong[`${file} ${language}`] = read;
  }

  const known = Object.entries(NOT_YET).filter(([name]) => name.startsWith(`${file} `));
  expect(Object.keys(mails).length).toBeGreaterThanOrEqual(20);
  expect(wrong).toEqual(Object.fromEntries(known));
});

/** What may be read: a debit that is announced is nothing yet, or a bill. */
function expected(moved: Moved, printed: string): readonly string[] {
  if (moved === "nothing") return ["nothing"];
  const due = `asked: out ${printed}`;
  if (moved === "to come") return ["nothing", due];
  return [moved === "due" ? due : `${moved} ${printed}`];
}
