// The other kinds of workbooks: old Excel, OpenDocument, XML and tables of web pages, recognized by
// their bytes alone.

import { describe, expect, test } from "vitest";
import { surveyStatement } from "../../../src/statements/read-statement.ts";
import { WORKBOOK_MERGES_MAX } from "../../../src/platform/limits.ts";
import { documentOf, TODAY } from "../csv/reading.ts";
import { printRow, readDocument, refusalOf } from "./reading.ts";
import { compoundOf, xlsOf, type XlsHabits, type XlsPut } from "./xls-writing.ts";
import { zipOf } from "./zip-writing.ts";

const EXPECTED = [
  "2026-03-02 -4.50 Coffee & cake",
  "2026-03-05 2500.00 Salary Łódź 日本",
  "2026-03-17 -1200.25 Rent",
];
const bytesOf = (text: string) => new TextEncoder().encode(text);

describe("old Excel workbooks", () => {
  const rows: readonly (readonly XlsPut[])[] = [
    ["Account 12-3456-7"],
    [],
    ["Date", "Description", "Amount", "Balance"],
    [{ day: "2026-03-02" }, "Coffee & cake", { run: [-4.5, 995.5] }],
    [{ day: "2026-03-05" }, "Salary Łódź 日本", 2500, { formula: 3495.5 }],
    [{ day: "2026-03-17" }, { formula: "Rent" }, { packed: -1200.25 }, 2295.25],
  ];
  const habits: readonly (readonly [string, XlsHabits])[] = [
    ["of version 8", {}],
    ["in the calendar of 1904", { from1904: true }],
    ...Array.from({ length: 17 }, (_, index): [string, XlsHabits] => [
      `whose shared texts are cut every ${index + 14} bytes`,
      { sharedBytes: index + 14 },
    ]),
  ];
  test.each(habits)("old workbooks %s are read", async (_, habit) => {
    const { rows: read, layout, questions, proof } = await readDocument(xlsOf(rows, habit));

    expect(read.map(printRow)).toEqual(EXPECTED);
    expect(read.map(({ line }) => line)).toEqual([4, 5, 6]);
    expect(layout).toMatchObject({ format: "xls", header_line: 3, delimiter: null });
    expect(questions).toEqual([]);
    expect(proof).toMatchObject({ rows_proven: 2, breaks_at: null });
  });

  test("old workbooks of version 5 use their code page for texts", async () => {
    const { rows: read } = await readDocument(
      xlsOf(
        [
          ["Datum", "Text", "Betrag"],
          [{ day: "2026-03-02" }, "Bäckerei Müß", -4.5],
          [{ day: "2026-03-25" }, "Lohn", 7],
        ],
        { version: 5 },
      ),
    );

    expect(read.map(printRow)).toEqual(["2026-03-02 -4.50 Bäckerei Müß", "2026-03-25 7.00 Lohn"]);
  });

  test("old workbooks written in any order are read in the order of their rows", async () => {
    const { rows: read } = await readDocument(xlsOf(rows, { backwards: true }));

    expect(read.map(printRow)).toEqual(EXPECTED);
    expect(read.map(({ line }) => line)).toEqual([4, 5, 6]);
  });

  test("old workbooks keep errors, flags, fractions, hidden rows and long texts as they are", async () => {
    const long = "Überweisung ".repeat(400).trim();
    const { records, layout } = await readDocument(
      xlsOf(
        [
          ["Date", "Description", "Amount"],
          [{ day: "2026-03-02" }, long, { fraction: -0.75 }],
          [{ day: "2026-03-05" }, "B", { error: 42 }],
          [{ day: "2026-03-06" }, "C", { formula: true }],
          [{ day: "2026-03-16" }, "D", { formula: -2.25 }],
          [{ day: "2026-03-17" }, "E", { fraction: 262_145 }],
        ],
        { hidden: [5] },
      ),
    );

    expect(
      records.map((record) =>
        record.kind === "transaction"
          ? `${record.row.date} ${record.row.amount / 10_000} ${record.row.cells[1]}`
          : `${record.kind} ${record.cells[2]}`,
      ),
    ).toEqual([
      `2026-03-02 -0.75 ${long}`,
      "rejected #N/A",
      "rejected TRUE",
      "2026-03-16 -2.25 D",
      "2026-03-17 262145 E",
    ]);
    expect(layout.why.join(" ")).toContain("1 of the sheet's 6 rows are hidden");
  });

  test("old workbooks with a lost formula text, or two values in one cell, are refused", async () => {
    const lost: readonly (readonly XlsPut[])[] = [
      ["Date", "Description", "Amount"],
      [{ day: "2026-03-02" }, { lost: true }, -4.5],
    ];
    const twice = xlsOf(
      [
        ["Date", "Description", "Amount"],
        [{ day: "2026-03-02" }, "A", -4.5],
      ],
      { again: [1, 2, 7] },
    );

    expect(await refusalOf(xlsOf(lost))).toMatch(/text of a formula is missing in row 2/);
    expect(await refusalOf(twice)).toMatch(/a cell of row 2 has two values/);
  });

  test("old workbooks without a container, as scripts write them, are read", async () => {
    const { rows: read } = await readDocument(
      xlsOf(
        [
          ["Date", "Text", "Amount"],
          ["2026-03-02", "A", -4.5],
          ["2026-03-25", "B", 7],
        ],
        { version: 5, bare: true },
      ),
    );

    expect(read.map(printRow)).toEqual(["2026-03-02 -4.50 A", "2026-03-25 7.00 B"]);
  });

  test("a date merged over rows of an old workbook applies to each row", async () => {
    const { rows: read } = await readDocument(
      xlsOf(
        [
          ["Date", "Text", "Amount"],
          [{ day: "2026-03-02" }, "A", -4.5],
          [null, "B", 7],
        ],
        { merges: [[1, 2, 0]] },
      ),
    );

    expect(read.map(printRow)).toEqual(["2026-03-02 -4.50 A", "2026-03-02 7.00 B"]);
  });

  test("old workbooks cut anywhere are refused, and never read in part", async () => {
    const whole = xlsOf(rows);
    for (let length = 8; length < whole.length - 600; length += 97)
      expect(await refusalOf(whole.slice(0, length)), `cut at ${length}`).toMatch(/damaged|cut/);
  });

  test("protected old workbooks, and other documents in that container, are refused by name", async () => {
    expect(await refusalOf(xlsOf(rows, { protected: true }))).toMatch(
      /protected by a password.*remove the password/,
    );
    expect(await refusalOf(compoundOf("EncryptedPackage", new Uint8Array(10)))).toMatch(
      /protected by a password/,
    );
    expect(await refusalOf(compoundOf("WordDocument", new Uint8Array(10)))).toMatch(
      /Word document/,
    );
    expect(await refusalOf(compoundOf("__properties_version1.0", new Uint8Array(10)))).toMatch(
      /Outlook message/,
    );
    expect(await refusalOf(compoundOf("Anything", new Uint8Array(10)))).toMatch(
      /old Office document/,
    );
    expect(await refusalOf(Uint8Array.of(9, 4, 6, 0, 0, 0, 16, 0, 0, 0))).toMatch(/before 1993/);
  });
});

describe("XML Spreadsheet 2003", () => {
  const document = (rows: string) => `<?xml version="1.0" encoding="utf-8"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
<Styles><Style ss:ID="m"><NumberFormat ss:Format="#,##0.00\\ &quot;€&quot;"/></Style></Styles>
<Worksheet ss:Name="Movimientos"><Table>${rows}</Table></Worksheet></Workbook>`;
  const cell = (type: string, value: string, more = "") =>
    `<Cell${more}><Data ss:Type="${type}">${value}</Data></Cell>`;
  const row = (day: string, text: string, amount: string, balance: string) =>
    `<Row>${cell("DateTime", day)}${cell("String", text)}${cell("Number", amount, ' ss:StyleID="m"')}${cell("Number", balance, ' ss:StyleID="m"')}</Row>`;
  const rows = `<Row ss:Index="3">${["Fecha", "Concepto", "Importe", "Saldo"].map((label) => cell("String", label)).join("")}</Row>${row("2026-03-02T00:00:00.000", "Coffee &amp; cake", "-4.5", "995.5")}${row("2026-03-05T00:00:00.000", "<![CDATA[Salary Łódź 日本]]>", "2500", "3495.5")}<Row ss:Index="9">${cell("DateTime", "2026-03-17T00:00:00.000")}${cell("String", "Rent", ' ss:MergeAcross="0"')}${cell("Number", "-1200.25", ' ss:Index="3"')}${cell("Number", "2295.2500000000001")}</Row>`;

  test("XML Spreadsheet 2003 is read with its typed values and the lines of its rows", async () => {
    const { rows: read, layout, questions } = await readDocument(bytesOf(document(rows)));

    expect(read.map(printRow)).toEqual(EXPECTED);
    expect(read.map(({ line }) => line)).toEqual([4, 5, 9]);
    expect(layout).toMatchObject({ format: "xml", currency: "eur" });
    expect(questions).toEqual([]);
  });

  test("XML Spreadsheet 2003 is read in UTF-16, and refused if it is cut off or has a document type", async () => {
    const wide = Uint8Array.from(
      `\ufeff${document(rows).replace("utf-8", "utf-16")}`
        .split("")
        .flatMap((letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]),
    );

    expect((await readDocument(wide)).rows.map(printRow)).toEqual(EXPECTED);
    expect(await refusalOf(bytesOf(document(rows).slice(0, -60)))).toMatch(/cut/);
    expect(
      await refusalOf(
        bytesOf(document(rows).replace("<Workbook", '<!DOCTYPE x [<!ENTITY a "b">]><Workbook')),
      ),
    ).toMatch(/document type/);
    expect(await refusalOf(bytesOf(document(rows).replace("2500", "25OO")))).toMatch(
      /a number was expected/,
    );
  });
});

test("a time alone, which XML writes as one of 1899, is not a day", async () => {
  const cell = (type: string, value: string) =>
    `<Cell><Data ss:Type="${type}">${value}</Data></Cell>`;
  const row = (clock: string, day: string, amount: string) =>
    `<Row>${cell("DateTime", `1899-12-31T${clock}.000`)}${cell("DateTime", `${day}T00:00:00.000`)}${cell("String", "T")}${cell("Number", amount)}</Row>`;
  const document = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="a"><Table><Row>${["Time", "Date", "Text", "Amount"].map((label) => cell("String", label)).join("")}</Row>${row("10:11:12", "2026-03-02", "-4.5")}${row("00:00:00", "2026-03-25", "7")}</Table></Worksheet></Workbook>`;
  const { rows } = await readDocument(bytesOf(document));

  expect(rows.map((one) => `${printRow(one)} ${one.time} ${one.cells[0]}`)).toEqual([
    "2026-03-02 -4.50 T 10:11:12 10:11:12",
    "2026-03-25 7.00 T 00:00 00:00",
  ]);
});

describe("OpenDocument spreadsheets", () => {
  const document = (rows: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="Kontoauszug">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`;
  const text = (value: string) =>
    `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
  const day = (value: string) =>
    `<table:table-cell office:value-type="date" office:date-value="${value}"><text:p>whatever</text:p></table:table-cell>`;
  const money = (value: string) =>
    `<table:table-cell office:value-type="currency" office:currency="CHF" office:value="${value}"><text:p>?</text:p></table:table-cell>`;
  const row = (...cells: string[]) =>
    `<table:table-row>${cells.join("")}<table:table-cell table:number-columns-repeated="1000"/></table:table-row>`;
  const rows = `<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="1004"/></table:table-row>${row(text("Datum"), text("Text"), text("Betrag"), text("Saldo"))}${row(day("2026-03-02"), text("Coffee &amp;<text:s/>cake<office:annotation><text:p>note</text:p></office:annotation>"), money("-4.5"), money("995.5"))}${row(day("2026-03-05"), text("Salary Łódź</text:p><text:p>日本"), money("2500"), money("3495.5"))}${row(day("2026-03-17"), text("Rent"), money("-1200.25"), money("2295.25"))}<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="1004"/></table:table-row>`;
  const packed = (content: string, manifest = "<manifest:manifest/>", stored = false) =>
    zipOf([
      { name: "mimetype", content: "application/vnd.oasis.opendocument.spreadsheet", stored: true },
      { name: "content.xml", content, stored },
      { name: "META-INF/manifest.xml", content: manifest },
    ]);

  test("OpenDocument is read, and content repeated to the sheet's end costs nothing", async () => {
    const { rows: read, layout } = await readDocument(await packed(document(rows)));

    expect(read.map(printRow)).toEqual(EXPECTED);
    expect(read.map(({ line }) => line)).toEqual([4, 5, 6]);
    expect(layout).toMatchObject({ format: "ods", currency: "chf" });
  });

  test("OpenDocument content repeated to do harm is refused", async () => {
    const repeated = (how: string, cell = text("x")) =>
      packed(document(`<table:table-row${how}>${cell}</table:table-row>`), undefined, true);
    const wide =
      '<table:table-cell table:number-columns-repeated="257" office:value-type="string"><text:p>x</text:p></table:table-cell>';
    const endless = `<table:table-cell office:value-type="string">${`<text:p>${"x".repeat(60_000)}</text:p>`.repeat(20)}</table:table-cell>`;

    expect(await refusalOf(await repeated(' table:number-rows-repeated="1001"'))).toMatch(
      /repeats its row 1 1001 times/,
    );
    const full = `<table:table-row table:number-rows-repeated="1000">${wide.replace("257", "256")}</table:table-row>`;
    expect(await refusalOf(await packed(document(full.repeat(4)), undefined, true))).toMatch(
      /repeats more than 1000000 cells/,
    );
    expect(await refusalOf(await repeated("", wide))).toMatch(/at most 256 columns/);
    expect(await refusalOf(await repeated("", endless))).toMatch(/more than 1048576 characters/);
    expect(
      (
        await readDocument(
          await packed(
            document(
              rows.replace(
                row(day("2026-03-17"), text("Rent"), money("-1200.25"), money("2295.25")),
                row(day("2026-03-17"), text("Fee"), money("-1"), money("3494.5")).replace(
                  "<table:table-row",
                  '<table:table-row table:number-rows-repeated="3"',
                ),
              ),
            ),
          ),
        )
      ).rows.map(({ line }) => line),
    ).toEqual([4, 5, 6, 7, 8]);
  });

  test("protected OpenDocument and other documents are refused by name", async () => {
    expect(
      await refusalOf(
        await packed(
          document(rows),
          "<manifest:manifest><manifest:encryption-data/></manifest:manifest>",
        ),
      ),
    ).toMatch(/protected by a password/);
    expect(
      await refusalOf(
        await zipOf([
          { name: "mimetype", content: "application/vnd.oasis.opendocument.text", stored: true },
          { name: "content.xml", content: "<x/>" },
        ]),
      ),
    ).toMatch(/OpenDocument text/);
  });
});

describe("tables of web pages", () => {
  const page = (body: string, head = "") =>
    bytesOf(
      `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head>${head}<style>td { content: "<table>" }</style></head><body>${body}</body></html>`,
    );
  const row = (...cells: string[]) =>
    `<tr>${cells.map((cell) => `<td class=a>${cell}</td>`).join("")}</tr>`;
  const body =
    row("<b>Datum</b>", "Omschrijving", "Bedrag", "Saldo") +
    row("02-03-2026", "Coffee&nbsp;&amp; cake", "-4,50", "995,50") +
    row("05-03-2026", "Salary &#321;&oacute;d&#x17a;<br>日本", "2.500,00", "3.495,50") +
    row("17-03-2026", "<script>row()</script>Rent", "&minus;1.200,25", "2.295,25");

  test("web pages called .xls are read as the table they show", async () => {
    const { rows, layout } = await readDocument(page(`<table border=1>${body}</table>`));

    expect(rows.map(printRow)).toEqual(EXPECTED);
    expect(layout).toMatchObject({ format: "html", header_line: 1, decimal_mark: "," });
  });

  test("tables are found after a table of the account, and within layout tables", async () => {
    const { rows, layout } = await readDocument(
      page(
        `<table><tr><td><table>${row("Rekening", "NL91ABNA0417164300")}</table></td></tr><tr><td>Transacties<table>${body.replaceAll("</td>", "")}</table></td></tr></table>`,
      ),
    );

    expect(rows.map(printRow)).toEqual(EXPECTED);
    expect(layout.account).toBe("NL91ABNA0417164300");
  });

  test("a web page that is not UTF-8 is read in the code page that it declares", async () => {
    const text = `<meta http-equiv="Content-Type" content="text/html; charset=windows-1250"><table>${row("Datum", "Popis", "Castka")}${row("02.03.2026", "?", "-4,50")}${row("25.03.2026", "B", "7,00")}</table>`;
    const { rows, layout } = await readDocument(
      Uint8Array.from(text, (letter) => (letter === "?" ? 0x9e : letter.charCodeAt(0))),
    );

    expect(rows.map(({ description }) => description)).toEqual(["ž", "B"]);
    expect(layout.encoding).toBe("windows-1250");
  });

  test("cells that span columns and rows are read as shown", async () => {
    const table =
      "<table><tr><th rowspan=2>Date</th><th colspan=2>Text</th><th>Amount</th></tr><tr></tr><tr><td rowspan=2>2026-03-20</td><td colspan='2'>A</td><td>-1.00</td></tr><tr><td colspan=2>B</td><td>-2.00</td></tr></table>";
    const { rows } = await readDocument(page(table));

    expect(rows.map(printRow)).toEqual(["2026-03-20 -1.00 A", "2026-03-20 -2.00 B"]);
  });

  test("a table without an end is read to the end of the page, and endless spans cost nothing", async () => {
    const open = `<html><body><table>${body}`;

    expect((await readDocument(bytesOf(`${open}</body></html>`))).rows.map(printRow)).toEqual(
      EXPECTED,
    );
    expect(await refusalOf(bytesOf(`${open}</body></html><table><tr><td>more`))).toMatch(
      /ends inside a table/,
    );
    const spans = await surveyStatement(
      documentOf(
        page(
          `<table>${body}</table><table><tr>${"<td rowspan=999 colspan=1000>".repeat(20_000)}</tr></table><table>${"<tr><td rowspan=2>2026-03-20</tr>".repeat(WORKBOOK_MERGES_MAX + 10)}</table>`,
        ),
      ),
      { answers: {}, recall: () => ({}), today: TODAY },
    );
    expect(
      spans.ok && "workbook" in spans.value.plan
        ? spans.value.plan.workbook.parts[0]?.writing.merges.length
        : null,
    ).toBe(WORKBOOK_MERGES_MAX);
  });

  test("web pages cut within a table, or without transactions, are refused", async () => {
    expect(await refusalOf(bytesOf(`<html><table>${body}`))).toMatch(/ends inside a table/);
    expect(await refusalOf(page("<table><tr><td>User</td><td><input></td></tr></table>"))).toMatch(
      /sign-in page/,
    );
    expect(await refusalOf(page("<h1>Session expired</h1>"))).toMatch(/sign-in page/);
  });
});
