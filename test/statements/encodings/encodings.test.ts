// Statements of many languages in the encodings of their banks: the letters are right, or a person
// is asked with the right spelling among the choices.

import { describe, expect, test } from "vitest";
import pages from "../../../src/statements/words/code-pages.json" with { type: "json" };
import { detectEncoding } from "../../../src/statements/csv/shape/encoding.ts";
import { textBlocks } from "../../../src/statements/csv/shape/text.ts";
import { surveyCsv } from "../../../src/statements/csv/survey.ts";
import { readStatement, surveyStatement } from "../../../src/statements/read-statement.ts";
import { encode as encodeKnown } from "../csv/encodings.ts";
import { documentOf, read, TODAY } from "../csv/reading.ts";
import { BANK_TEXTS, type BankTexts } from "./bank-texts.ts";

const PAGES: ReadonlyMap<string, string> = new Map(Object.entries(pages));

/** The bytes of a text; null where the encoding lacks a letter. */
function encode(text: string, encoding: string): Uint8Array | null {
  if (encoding === "iso-2022-jp") return encodeEscaped(text);
  const toned = encoding === "windows-1258" ? partTones(text) : text;
  const page = PAGES.get(encoding);
  if (page === undefined) return encodeKnown(toned, encoding);
  const bytes = Array.from(toned, (char) =>
    char < "\u0080" ? char.charCodeAt(0) : 128 + page.indexOf(char),
  );
  return bytes.includes(127) ? null : Uint8Array.from(bytes);
}

function encodeEscaped(text: string): Uint8Array {
  const bytes: number[] = [];
  let wide = false;
  for (const char of text) {
    const isWide = char >= "\u0080";
    if (isWide !== wide) bytes.push(0x1b, ...(isWide ? [0x24, 0x42] : [0x28, 0x42]));
    wide = isWide;
    for (const byte of encodeKnown(char, "euc-jp") ?? []) bytes.push(byte & 127);
  }
  return Uint8Array.from(bytes);
}

/** Vietnamese as windows-1258 has it: the tone after its letter. */
function partTones(text: string): string {
  const join = (_: string, letter: string, dot: string, mark: string) =>
    (letter + mark).normalize("NFC") + dot;
  return text
    .normalize("NFD")
    .replace(/([aeo])(\u0323?)(\u0302)/gi, join)
    .replace(/([aou])(\u0323?)([\u0306\u031b])/gi, join);
}

function print({ header, payees }: BankTexts, rows: number, encoding: string): string | null {
  const lines = Array.from(
    { length: rows },
    (_, at) =>
      `0${1 + (at % 9)}.03.2026;${payees[at % payees.length] ?? ""}${at < payees.length ? "" : ` ${at}`};-${at + 3},50`,
  ).filter((line) => encode(line, encoding) !== null);
  return encode(header, encoding) === null || lines.length < rows / 2
    ? null
    : `${[header, ...lines].join("\n")}\n`;
}

const onlyLetters = (text: string) => text.normalize("NFC").replace(/[^\p{L}\p{M}\n]/gu, " ");

async function decode(bytes: Uint8Array, encoding: string | null): Promise<string> {
  const source = documentOf(bytes);
  const plan =
    encoding === null
      ? await detectEncoding(source)
      : { name: encoding, mark_bytes: 0, faulty: false };
  let text = "";
  for await (const block of textBlocks(source, plan)) text += block;
  return onlyLetters(text);
}

describe("encodings by the likelihood of letters", () => {
  test.each([6, 40])(
    "%i rows of each of 36 languages are right in each usual encoding, or asked about",
    async (rows) => {
      const wrong: string[] = [];
      let asked = 0;
      let count = 0;
      for (const [language, texts] of Object.entries(BANK_TEXTS)) {
        for (const encoding of texts.encodings.split(" ")) {
          const text = print(texts, rows, encoding);
          const bytes = text === null ? null : encode(text, encoding);
          if (text === null || bytes === null) continue;
          count += 1;
          const want = onlyLetters(text);
          const { name, readings = [] } = await detectEncoding(documentOf(bytes));
          if (readings.length > 0) asked += 1;
          const names = readings.length > 0 ? readings.map((reading) => reading.encoding) : [null];
          const decoded = await Promise.all(names.map(async (one) => await decode(bytes, one)));
          if (!decoded.includes(want)) wrong.push(`${language} ${encoding}: ${name}`);
        }
      }

      expect(wrong).toEqual([]);
      expect(count).toBeGreaterThan(135);
      expect(asked).toBeLessThan(4);
    },
    60_000,
  );

  test.each(["Russian", "Greek", "Hebrew", "Arabic", "Thai", "Chinese", "Japanese", "Korean"])(
    "UTF-16 of %s is read in both byte orders, with a mark and without",
    async (language) => {
      const { payees = [] } = BANK_TEXTS[language] ?? {};
      const lines = payees.map((payee, at) => `0${1 + at}.03.2026;${payee};-${at + 3},50\n`);
      const text = `Date;Description;Amount\n${lines.join("")}`;
      for (const name of ["utf-16le", "utf-16be"]) {
        const marked = encode(text, name) ?? new Uint8Array(0);
        for (const bytes of [marked, marked.subarray(2)]) {
          const source = documentOf(bytes);
          const survey = await surveyStatement(source, {
            answers: {},
            recall: () => ({}),
            today: TODAY,
          });
          if (!survey.ok) throw new Error(survey.error.message);
          const read: string[] = [];
          for await (const { records } of readStatement(source, survey.value.plan, 0))
            for (const record of records)
              if (record.kind === "transaction") read.push(record.row.description);

          expect(read).toEqual(payees);
        }
      }
    },
  );

  test("two likely spellings are asked about side by side, and the answer is remembered", async () => {
    const bytes =
      encode("Date,Payee,Amount\n2026-03-05,Õie,-3.00\n2026-03-06,Abc,-4.00\n", "windows-1252") ??
      new Uint8Array(0);
    const { survey } = await read(bytes);
    const [question] = survey.questions;
    const spellings = question?.choices.map(({ value, label }) => `${value} ${label}`);

    expect(question?.ask).toBe("Which of these words from the file are spelled right?");
    expect(spellings).toContain("windows-1252 Õie");
    expect(spellings).toContain("ibm775 šie");

    const answered = await read(bytes, { encoding: "ibm775" });

    expect(answered.rows[0]?.payee).toBe("šie");
    expect(answered.survey.questions).toEqual([]);

    const later = await surveyCsv(documentOf(bytes), {
      answers: {},
      recall: () => ({ encoding: "ibm775" }),
      today: TODAY,
    });

    expect(later.ok && later.value.layout.encoding).toBe("ibm775");
    expect(later.ok && later.value.questions).toEqual([]);
  });
});
