// Which decoder a document gets, and what is refused by its first bytes.

import { describe, expect, test } from "vitest";
import { readStatement, surveyStatement } from "../../../src/import/decode/decode.ts";
import { documentOf, TODAY } from "./csv/reading.ts";

const OPTIONS = { answers: {}, recall: () => ({}), today: TODAY };

const REFUSED: readonly (readonly [string, readonly number[] | string, RegExp])[] = [
  ["a PDF", "%PDF-1.7\n%âãÏÓ\n", /PDF document/],
  ["a workbook or archive", [0x50, 0x4b, 3, 4, 20, 0, 6, 0], /ZIP archive or an Excel workbook/],
  ["an old workbook", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0], /old Excel workbook/],
  ["gzip", [0x1f, 0x8b, 8, 0, 0, 0], /gzip/],
  ["a PNG image", [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10], /PNG image/],
  ["a JPEG image", [0xff, 0xd8, 0xff, 0xe0], /JPEG image/],
  ["a sign-in page", "\n <!DOCTYPE html><html><body>session expired</body></html>", /web page/],
  ["binary data", Array.from({ length: 300 }, (_, index) => (index * 7) % 32), /binary data/],
  ["nothing", "", /is empty/],
];

describe("documents", () => {
  test.each(REFUSED)("%s is refused with what it is", async (_, content, message) => {
    const survey = await surveyStatement(documentOf(typeof content === "string" ? content : Uint8Array.from(content)), OPTIONS);

    expect(survey.ok).toBe(false);
    expect(survey.ok ? "" : survey.error.message).toMatch(message);
  });

  test("a CSV is read whatever its name says", async () => {
    const source = { ...documentOf("Date,Payee,Amount\n2024-01-15,A,-3.00\n2024-01-16,B,4.00\n"), name: "export.xls" };
    const survey = await surveyStatement(source, OPTIONS);
    if (!survey.ok) throw new Error(survey.error.message);
    let count = 0;
    for await (const slice of readStatement(source, survey.value.plan, 0)) count += slice.records.length;

    expect(count).toBe(2);
    expect(survey.value.layout.format).toBe("csv");
  });
});
