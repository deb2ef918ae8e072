// Sentences of banks' notices, the files of test/fixtures/bank-sentences: each is one movement of 43.90 in another
// person, voice, tense or order of words, or none, in the languages of the words data. Which way the money went was
// written with the sentence, before any was read. People and payees are made up.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";
import { readInBudget } from "../../src/importer/inbox/budget-currency.ts";
import { readMail } from "../../src/receipts/read-mail.ts";

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

/** Sentences that are not read right yet, each with what is read; once it is read right, its line here has to go. */
const NOT_YET: readonly string[] = [
  "none: يسرنا إفادتكم بأن المعاش المحوَّل إليكم من الهيئة القومية للتأمين الاجتماعي وقدره 43.90 جم قد قُيِّد في حسابكم بتاريخ 20/11/2026.",
  "none: لقد أودعتم نقداً 43.90 درهماً عبر جهاز الإيداع في 20 نوفمبر 2026 وهي الآن متاحة في حسابكم المنتهي بـ 4410.",
  // In Indonesian the same word is "to refuse".
  "none: Kami telah menolak RM43.90 daripada akaun simpanan anda pada 20 November 2026 sebagai ansuran bulanan pembiayaan peribadi.",
  "asked: Giao dịch tại TIKI đã bị hủy và số tiền 4.390 VND đã được hoàn lại vào thẻ 4410 của Quý khách ngày 20/11/2026.",
  // Only the greeting says which of both persons the reader is.
  "out: 이서연님이 마야님께 4,390원을 보냈습니다.",
  "none: 閣下設定之常行指示已於20/11/2026執行，HKD 43.90已由戶口(4410)支付予香港寬頻。",
  "none: 20.11.2026 zvýšený zostatok na účte 4410 o 43,90 EUR, platiteľ Ján Horváth.",
  "none: Върнахме по карта 4410 сумата от 43,90 EUR, която еМАГ възстанови за отказана поръчка.",
  "none: Начислихме Ви лихва за периода до 20.11.2026 г. и добавихме 43,90 € към спестовната Ви сметка 4410.",
  "none: Kadri Saar kandis Teile 20.11.2026 üle 43,90 eurot, raha on kontol *4410.",
];

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
  const mail = await readMail(new TextEncoder().encode(lines.join("\r\n")));
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
