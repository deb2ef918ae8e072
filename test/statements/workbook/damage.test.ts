// Faults of a workbook are found before its first row is passed on: damage, forgery, limits, other
// documents.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { surveyStatement } from "../../../src/statements/read-statement.ts";
import {
  SHEET_ROWS_MAX,
  WORKBOOK_BYTES_MAX,
  WORKBOOK_SHEETS_MAX,
  XML_DEPTH_MAX,
  XML_TAG_CHARS_MAX,
  XML_TEXT_CHARS_MAX,
} from "../../../src/platform/limits.ts";
import { documentOf, TODAY } from "../csv/reading.ts";
import { printRow, readDocument, refusalOf } from "./reading.ts";
import { workbookOf, xlsxOf, type Put } from "./xlsx-writing.ts";
import { zipOf } from "./zip-writing.ts";

const ROWS: readonly (readonly Put[])[] = [
  ["Date", "Description", "Amount", "Balance"],
  [{ day: "2026-03-02" }, "Coffee & cake", -4.5, 995.5],
  [{ day: "2026-03-05" }, "Salary", 2500, 3495.5],
  [{ day: "2026-03-17" }, "Rent", -1200.25, 2295.25],
];
const EXPECTED = [
  "2026-03-02 -4.50 Coffee & cake",
  "2026-03-05 2500.00 Salary",
  "2026-03-17 -1200.25 Rent",
];

async function briefly(bytes: Uint8Array): Promise<readonly string[] | "refused"> {
  const survey = await surveyStatement(documentOf(bytes), {
    answers: {},
    recall: () => ({}),
    today: TODAY,
  });
  return survey.ok ? (await readDocument(bytes)).rows.map(printRow) : "refused";
}

describe("damaged workbooks", () => {
  test("a workbook cut anywhere is refused", async () => {
    const whole = await xlsxOf(ROWS);
    for (let length = 4; length < whole.length; length += 61)
      expect(await briefly(whole.slice(0, length)), `cut at ${length}`).toBe("refused");
    expect(await briefly(whole)).toEqual(EXPECTED);
  });

  test("a workbook changed in any byte is refused or reads the same", async () => {
    const whole = await xlsxOf(ROWS);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, change) => {
          const read = await briefly(
            whole.map((byte, index) => (index === at ? byte ^ change : byte)),
          );
          if (read !== "refused") expect(read).toEqual(EXPECTED);
        },
      ),
      { numRuns: 400 },
    );
  });

  test("a workbook without one of its parts is refused with the part's name", async () => {
    for (const part of [
      "xl/workbook.xml",
      "xl/worksheets/sheet1.xml",
      "xl/sharedStrings.xml",
      "xl/_rels/workbook.xml.rels",
      "xl/styles.xml",
    ]) {
      expect(await refusalOf(await xlsxOf(ROWS, { parts: { [part]: null } })), part).toContain(
        part,
      );
    }
  });

  test("a workbook that is protected, binary, or another document is refused by name with the remedy", async () => {
    const other = (name: string, more: readonly string[] = []) =>
      zipOf([
        { name: "[Content_Types].xml", content: "<Types/>" },
        ...[name, ...more].map((one) => ({ name: one, content: "<x/>" })),
      ]);

    expect(await refusalOf(await other("word/document.xml"))).toMatch(/Word document.*CSV or XLSX/);
    expect(await refusalOf(await other("ppt/presentation.xml"))).toMatch(/PowerPoint/);
    expect(
      await refusalOf(
        await xlsxOf(ROWS, {
          parts: {
            "_rels/.rels":
              '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
          },
        }),
      ),
    ).toMatch(/XLSB.*Save it as XLSX or CSV/);
    expect(
      await refusalOf(
        await zipOf([
          { name: "Index/Document.iwa", content: "x" },
          { name: "Index/Tables/DataList.iwa", content: "x" },
          { name: "Metadata/Properties.plist", content: "x" },
        ]),
      ),
    ).toMatch(/Apple Numbers.*export/);
    expect(await refusalOf(await zipOf([{ name: "Index/Document.iwa", content: "x" }]))).toMatch(
      /Apple Pages/,
    );
    expect(await refusalOf(await zipOf([{ name: "a.csv", content: "x" }]))).toMatch(/ZIP archive/);
  });
});

describe("hostile sheets", () => {
  const sheet = (inside: string) => `<worksheet xmlns="x">${inside}</worksheet>`;
  const data = (inside: string) => sheet(`<sheetData>${inside}</sheetData>`);
  const cell = (attributes: string, value: string) => `<c ${attributes}><v>${value}</v></c>`;
  const faults: readonly (readonly [string, string, RegExp])[] = [
    ["has a document type", `<!DOCTYPE x [<!ENTITY a "b">]>${sheet("")}`, /document type/],
    ["uses an entity", data(`<row r="1"><c r="A1" t="str"><v>&lol;</v></c></row>`), /entity &lol;/],
    ["closes what is not open", data("<row></c>"), /<\/c> does not close the open tag/],
    ["ends early", "<worksheet><sheetData>", /it is cut off before its end/],
    ["goes on after its end", `${sheet("")}<more/>`, /continues after its end/],
    [
      "nests too deep",
      sheet("<a>".repeat(XML_DEPTH_MAX) + "</a>".repeat(XML_DEPTH_MAX)),
      /nested deeper/,
    ],
    ["has an endless tag", sheet(`<a b="${"x".repeat(XML_TAG_CHARS_MAX)}"/>`), /tag is longer/],
    [
      "has an endless text",
      data(
        `<row r="1"><c r="A1" t="str"><v>${"x".repeat(XML_TEXT_CHARS_MAX + 200_000)}</v></c></row>`,
      ),
      /longer than/,
    ],
    [
      "parts an endless text by comments",
      data(
        `<row r="1"><c r="A1" t="str"><v>${`${"x".repeat(200_000)}<!-- -->`.repeat(6)}</v></c></row>`,
      ),
      /text in cell A1 .* has more than/,
    ],
    ["repeats a row", data('<row r="2"/><row r="2"/>'), /row 2 follows row 2/],
    ["has a row past the last", data(`<row r="${SHEET_ROWS_MAX + 1}"/>`), /follows row 0/],
    [
      "goes back to an earlier cell",
      data(`<row r="1">${cell('r="B1"', "1")}${cell('r="A1"', "1")}</row>`),
      /"A1" is out of place in row 1/,
    ],
    [
      "has another row's cell",
      data(`<row r="1">${cell('r="A2"', "1")}</row>`),
      /"A2" is out of place in row 1/,
    ],
    ["is too wide", data(`<row r="1">${cell('r="IW1"', "1")}</row>`), /column IW; at most 256/],
    [
      "names a text that does not exist",
      data(`<row r="1">${cell('r="A1" t="s"', "99")}</row>`),
      /A1 of the sheet "Sheet1" refers to a text/,
    ],
    [
      "names the text behind the last",
      data(`<row r="1">${cell('r="A1" t="s"', "7")}</row>`),
      /A1 of the sheet "Sheet1" refers to a text/,
    ],
    [
      "has no number where one should be",
      data(`<row r="1">${cell('r="A1"', "12,5")}</row>`),
      /number was expected in cell A1 .* holds "12,5"/,
    ],
    ["holds bytes that are no text", "<worksheet>\ud800</worksheet>", /./],
  ];
  test.each(faults)("a sheet is refused that %s", async (_, part, message) => {
    expect(
      await refusalOf(
        await xlsxOf(ROWS, { stored: true, parts: { "xl/worksheets/sheet1.xml": part } }),
      ),
    ).toMatch(message);
  });

  test("a sheet that is compressed too well, or one of too many, is refused", async () => {
    expect(
      await refusalOf(
        await xlsxOf(ROWS, {
          parts: { "xl/worksheets/sheet1.xml": data(`<row r="1"/>${" ".repeat(5_000_000)}`) },
        }),
      ),
    ).toMatch(/packed more than/);
    expect(
      await refusalOf(
        await workbookOf(Array.from({ length: WORKBOOK_SHEETS_MAX + 1 }, () => ({ rows: ROWS }))),
      ),
    ).toMatch(/more than 50 sheets/);
  });

  test("a sheet is refused if the directory says that all together unpack to too much", async () => {
    const parts = [
      { name: "xl/workbook.xml", content: "<x/>" },
      { name: "xl/media/a.bin", content: "x", size: WORKBOOK_BYTES_MAX },
    ];
    expect(await refusalOf(await zipOf(parts))).toMatch(/unpacks to \d+ bytes; at most/);
  });

  test("a sheet that shares its bytes with another part is refused", async () => {
    const inner = { name: "xl/worksheets/sheet1.xml", content: "x".repeat(60), stored: true };
    const whole = await zipOf([
      inner,
      { ...inner, name: "xl/worksheets/sheet2.xml", at: 0 },
      { name: "xl/workbook.xml", content: "<x/>" },
    ]);
    expect(await refusalOf(whole)).toMatch(/share their bytes/);
  });

  test("a sheet with the same name as another part is refused", async () => {
    const whole = [
      { name: "xl/workbook.xml", content: "<x/>" },
      { name: "XL/Workbook.xml", content: "<x/>" },
    ];
    expect(await refusalOf(await zipOf(whole))).toMatch(/two parts with the name/);
  });
});

test("a workbook without a statement is refused with that reason", async () => {
  expect(await refusalOf(await xlsxOf([]))).toMatch(/without content/);
  expect(await refusalOf(await xlsxOf([["Hello"], ["World"]]))).toMatch(
    /Excel workbook \(XLSX\).*statement/,
  );
});
