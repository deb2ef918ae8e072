// Which decoder a document gets, and what is refused by its first bytes.

import { describe, expect, test } from "vitest";
import { readStatement, surveyStatement } from "../../src/statements/read-statement.ts";
import { documentOf, TODAY } from "./csv/reading.ts";

const OPTIONS = { answers: {}, recall: () => ({}), today: TODAY };

// prettier-ignore
const REFUSED: readonly (readonly [string, readonly number[] | string, RegExp])[] = [
  ["the beginning of a PDF", "%PDF-1.7\n%âãÏÓ\n", /damaged PDF.*Download it again/],
  ["the beginning of an archive", [0x50, 0x4b, 3, 4, 20, 0, 6, 0], /ZIP archive that cannot be read: it has no directory/],
  ["an archive of nothing", [0x50, 0x4b, 5, 6, ...Array.from({ length: 18 }, () => 0)], /ZIP archive/],
  ["the beginning of an old workbook", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0], /old Excel workbook \(XLS\) that is damaged: it is cut off/],
  ["gzip", [0x1f, 0x8b, 8, 0, 0, 0], /gzip.*unpack it/],
  ["7-Zip", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4], /7-Zip.*unpack it/],
  ["RAR", "Rar!\u001a\u0007", /RAR.*unpack it/],
  ["a PNG image", [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], /PNG image.*CSV/],
  ["a JPEG image", [0xff, 0xd8, 0xff, 0xe0], /JPEG image.*CSV/],
  ["a HEIC image", [0, 0, 0, 0x18, ...letters("ftypheic")], /HEIC image.*CSV/],
  ["a film", [0, 0, 0, 0x18, ...letters("ftypisom")], /film/],
  ["an SQLite database", "SQLite format 3\0", /SQLite.*export CSV/],
  ["a file of Microsoft Money", [0, 1, 0, 0, ...letters("MSISAM Database")], /Microsoft Money.*QIF/],
  ["a sign-in page", "\n <!DOCTYPE html><html><body>session expired</body></html>", /web page.*sign-in page/],
  ["JSON", '[{"id": 1, "amount": "-3.00"}]', /JSON document.*CSV/],
  ["an empty list", "[]", /JSON document/],
  ["JSON of a bank's interface", '{"transactions":{"booked":[{"transactionAmount":{"amount":"-3.00"}}]}}', /PSD2/],
  ["JSON of a payment service", '{"object": "list", "data": []}', /Stripe/],
  ["a GnuCash file", '<?xml version="1.0" encoding="utf-8" ?>\n<gnc-v2 xmlns:gnc="x">', /GnuCash.*export/],
  ["a flat OpenDocument file", '<?xml version="1.0"?><office:document xmlns:office="x">', /flat OpenDocument.*ODS/],
  ["an e-mail", "Received: from mail.example\r\nFrom: a@example.com\r\n", /e-mail.*attachment/],
  ["a web page in one file", "MIME-Version: 1.0\r\nContent-Type: multipart/related", /MHTML/],
  ["an encrypted message", "-----BEGIN PGP MESSAGE-----\n", /PGP.*decrypt/],
  ["a signed container", [0x30, 0x82, 0x1a, 0x2b, 6, 9], /P7M/],
  ["binary data", Array.from({ length: 300 }, (_, index) => (index * 7) % 32), /binary data/],
  ["nothing", "", /is empty/],
];

function letters(text: string): number[] {
  return Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
}

describe("recognition of documents", () => {
  test.each(REFUSED)("%s is refused by name", async (_, content, message) => {
    const survey = await surveyStatement(
      documentOf(
        typeof content === "string" && !content.startsWith("%PDF")
          ? content
          : Uint8Array.from(typeof content === "string" ? letters(content) : content),
      ),
      OPTIONS,
    );

    expect(survey.ok).toBe(false);
    expect(survey.ok ? "" : survey.error.message).toMatch(message);
  });

  test("a CSV is read under any file name", async () => {
    const source = {
      ...documentOf("Date,Payee,Amount\n2024-01-15,A,-3.00\n2024-01-16,B,4.00\n"),
      name: "export.xls",
    };
    const survey = await surveyStatement(source, OPTIONS);
    if (!survey.ok) throw new Error(survey.error.message);
    let count = 0;
    for await (const slice of readStatement(source, survey.value.plan, 0))
      count += slice.records.length;

    expect(count).toBe(2);
    expect(survey.value.layout.format).toBe("csv");
  });
});
