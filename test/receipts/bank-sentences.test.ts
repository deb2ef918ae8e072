// Sentences of banks' notices, the files of test/fixtures/bank-sentences: each is one movement of 43.90 in another
// person, voice, tense or order of words, or none, in the languages of the words data. Which way the money went was
// written with the sentence, before any was read. People and payees are made up.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";
import { readInBudget } from "../../src/importer/inbox/budget-currency.ts";
import { readMailByReaders } from "./read-by-readers.ts";

const sentenceSchema = z.strictObject({
  lang: z.string(),
  bank: z.string(),
  subject: z.string(),
  greeting: z.string(),
  sentence: z.string(),
  closing: z.string(),
  dir: z.enum(["in", "out", "none"]),
  party: z.string().nullable(),
});
type Sentence = z.infer<typeof sentenceSchema>;

const FOLDER = fileURLToPath(new URL("../fixtures/bank-sentences/", import.meta.url).href);
const FILES = readdirSync(FOLDER).toSorted();

/** Sentences that are not read right yet, each with what is read; once it is read right, its line there has to go. */
const NOT_YET = z
  .array(z.string())
  .parse(
    JSON.parse(readFileSync(join(FOLDER, "../bank-sentences-not-read-right-yet.json"), "utf8")),
  );

/** 43.90, or 4390 in a currency without a smaller unit. */
const AMOUNT = /^(?:43\.90?|4390(?:\.00)?)$/;
/** What the currency's sign leaves open is another matter. */
const OF_CURRENCY: readonly string[] = ["ambiguous_currency", "unknown_currency"];

test.each(FILES)("%s: the money of each sentence went the way that it says", async (file) => {
  const text = readFileSync(join(FOLDER, file), "utf8");
  const sentences = z.array(sentenceSchema).parse(JSON.parse(text));
  const wrong: string[] = [];
  for (const sentence of sentences) {
    const read = await readMovement(sentence);
    if (read !== sentence.dir) wrong.push(`${read}: ${sentence.sentence}`);
  }

  const known = NOT_YET.filter((line) => wrong.includes(line));
  expect(sentences.length).toBeGreaterThan(50);
  expect(wrong).toEqual(known);
});

test("each sentence that is not read right yet is one", async () => {
  const all = FILES.flatMap((file) =>
    z.array(sentenceSchema).parse(JSON.parse(readFileSync(join(FOLDER, file), "utf8"))),
  );
  const reads = await Promise.all(
    NOT_YET.map(async (line) => {
      const sentence = all.find((one) => line.endsWith(`: ${one.sentence}`));
      return sentence === undefined
        ? null
        : `${await readMovement(sentence)}: ${sentence.sentence}`;
    }),
  );

  expect(reads).toEqual(NOT_YET);
});

/** "in", "out" or "none"; "asked" where the reading has a doubt, else what else is read. */
async function readMovement({ lang, bank, subject, greeting, sentence, closing }: Sentence) {
  const lines = [
    `From: ${encode(bank)} <info@bank-${lang.slice(0, 2)}.example>`,
    "To: ada@mail.example",
    `Subject: ${encode(subject)}`,
    "Date: Fri, 20 Nov 2026 10:00:00 +0100",
    "Content-Type: text/plain; charset=utf-8",
    "",
    ...[greeting, sentence, closing].join("\n\n").split("\n"),
  ];
  const mail = await readMailByReaders(new TextEncoder().encode(lines.join("\r\n")));
  const { documents } = readInBudget(mail, new Set());
  const receipts = documents
    .flatMap((document) => document.receipts)
    .filter(({ kind }) => kind !== "not a transaction" && kind !== "zero charge");
  const [receipt, ...others] = receipts;
  if (receipt === undefined) return "none";
  const doubts = receipts.flatMap((one) => one.doubts.map(({ reason }) => reason));
  if (doubts.some((reason) => !OF_CURRENCY.includes(reason))) return "asked";
  const isIt = others.length === 0 && AMOUNT.test(receipt.total?.value ?? "");
  if (!isIt) return `another amount, ${receipt.total?.value}`;
  return receipt.incoming ? "in" : "out";
}

function encode(words: string): string {
  return `=?utf-8?B?${Buffer.from(words).toString("base64")}?=`;
}
