// What the cells of an XLSX workbook hold, and how a statement's rows come out of them.

import { describe, expect, test } from "vitest";
import { printRow, readDocument } from "./reading.ts";
import { serialOf, workbookOf, xlsxOf, type Habits, type Put } from "./xlsx-writing.ts";

const HEADER = ["Date", "Description", "Amount", "Balance"];
const ROWS: readonly (readonly Put[])[] = [
  HEADER,
  [{ day: "2026-03-02" }, "Coffee & cake", -4.5, 995.5],
  [{ day: "2026-03-05" }, "Salary", 2500, 3495.5],
  [{ day: "2026-03-17" }, "Rent", -1200.25, 2295.25],
];
const EXPECTED = [
  "2026-03-02 -4.50 Coffee & cake",
  "2026-03-05 2500.00 Salary",
  "2026-03-17 -1200.25 Rent",
];

describe("the cells of workbooks", () => {
  const habits: readonly (readonly [string, Habits])[] = [
    ["with shared texts", {}],
    ["with texts in the cells", { inlineTexts: true }],
    ["with prefixed tags", { prefix: "x" }],
    ["where cells do not say where they stand", { placeless: true }],
    ["in the calendar of 1904", { from1904: true }],
    ["where its parts are not packed", { stored: true }],
    ["with macros, which are not looked at", { parts: { "xl/vbaProject.bin": "\u0000macro" } }],
  ];
  test.each(habits)("a workbook reads the same %s", async (_, habit) => {
    const { rows, questions, layout, proof } = await readDocument(await xlsxOf(ROWS, habit));

    expect(rows.map(printRow)).toEqual(EXPECTED);
    expect(questions).toEqual([]);
    expect(layout).toMatchObject({ format: "xlsx", delimiter: null, header_line: 1 });
    expect(proof).toMatchObject({
      kind: "running balance",
      rows_proven: 2,
      rows_checked: 2,
      breaks_at: null,
    });
  });
});

test("a row's line is its number in the sheet, including blank rows", async () => {
  const { rows, layout } = await readDocument(
    await xlsxOf([
      ["Account statement"],
      [],
      ["IBAN", "DE89370400440532013000"],
      [],
      HEADER,
      [],
      ...ROWS.slice(1),
    ]),
  );

  expect(layout).toMatchObject({ header_line: 5, account: "DE89370400440532013000" });
  expect(rows.map(({ line }) => line)).toEqual([7, 8, 9]);
});

describe("dates in workbooks", () => {
  const formats: readonly (string | number)[] = [
    14,
    15,
    17 - 1,
    22,
    27,
    57,
    "dd.mm.yyyy",
    "yyyy\\-mm\\-dd;@",
    "[$-409]d\\-mmm\\-yy;@",
    'd" de "mmmm" de "yyyy',
    "TT.MM.JJJJ",
    "jj/mm/aaaa",
    "pp.kk.vvvv",
    "[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy",
    "mm/dd/yy hh:mm",
    "B2dd/mm/yyyy",
  ];
  test.each(formats)("numbers with the format %s are days", async (format) => {
    const { rows } = await readDocument(
      await xlsxOf([
        HEADER,
        [{ day: "2026-01-02", format }, "A", -1, 9],
        [{ day: "2026-02-03", format }, "B", -2, 7],
      ]),
    );

    expect(rows.map(printRow)).toEqual(["2026-01-02 -1.00 A", "2026-02-03 -2.00 B"]);
  });

  test.each([
    0,
    2,
    4,
    10,
    44,
    "General",
    "0.00",
    "#,##0.00",
    '"day" 0',
    "[Red]-0.00",
    "0.00E+00",
    "@",
    'General" d"',
    '"Day "General',
    "General\\ \\d",
  ])("numbers with the format %s are not dates", async (format) => {
    const serial = serialOf("2026-01-02");
    const { rows } = await readDocument(
      await xlsxOf([
        HEADER,
        [{ day: "2026-01-02" }, "A", { number: serial, format }, serial],
        [{ day: "2026-01-03" }, "B", { number: -1, format }, serial - 1],
      ]),
    );

    expect(rows.map(({ amount }) => amount)).toEqual([serial * 10_000, -10_000]);
  });

  test("dates show their time unless it is midnight, to the nearest second", async () => {
    const { rows } = await readDocument(
      await xlsxOf([
        HEADER,
        [{ day: "2026-01-02", seconds: 49_507 }, "A", -1, 9],
        [{ day: "2026-01-03" }, "B", -2, 7],
        [{ day: "2026-01-04", seconds: 86_399.9 }, "C", -3, 4],
      ]),
    );

    expect(rows.map(({ date, time }) => `${date} ${time}`)).toEqual([
      "2026-01-02 13:45:07",
      "2026-01-03 null",
      "2026-01-05 null",
    ]);
  });

  test("dates in ISO 8601 are days", async () => {
    const { rows } = await readDocument(
      await xlsxOf([
        HEADER,
        [{ iso: "2026-01-02" }, "A", -1, 9],
        [{ iso: "2026-01-03T10:30:00.000Z" }, "B", -2, 7],
      ]),
    );

    expect(rows.map(({ date, time }) => `${date} ${time}`)).toEqual([
      "2026-01-02 null",
      "2026-01-03 10:30",
    ]);
  });

  test("dates that do not exist are rejected, not moved", async () => {
    const { records } = await readDocument(
      await xlsxOf([
        HEADER,
        [{ number: 60, format: 14 }, "A", -1, 9],
        [{ day: "1900-03-01" }, "B", -2, 7],
        [{ number: -4, format: 14 }, "C", -3, 4],
      ]),
    );

    expect(
      records.map((record) => (record.kind === "transaction" ? record.row.date : record.kind)),
    ).toEqual(["rejected", "1900-03-01", "rejected"]);
  });

  test("dates without a date format are read under a date's label, with a warning", async () => {
    const { rows, layout } = await readDocument(
      await xlsxOf([
        HEADER,
        [serialOf("2026-01-02"), "A", -1, 9],
        [serialOf("2026-02-25"), "B", -2, 7],
      ]),
    );

    expect(rows.map(({ date }) => date)).toEqual(["2026-01-02", "2026-02-25"]);
    expect(layout.why.join(" ")).toContain("without a date format");
  });

  test("a date in merged cells applies to each row, but an amount never does", async () => {
    const rows: (readonly Put[])[] = [
      HEADER,
      [{ day: "2026-01-02" }, "A", -1, 9],
      [null, "B", -2, 7],
      [null, "no day", -5, null],
      [{ day: "2026-01-05" }, "C", -3, 4],
      [{ day: "2026-01-06" }, "more of C", null, null],
    ];
    const { records } = await readDocument(
      await workbookOf([{ rows, merges: ["A2:A3", "C5:C6", "A1:B1"] }]),
    );

    expect(
      records.map((record) => (record.kind === "transaction" ? printRow(record.row) : record.kind)),
    ).toEqual([
      "2026-01-02 -1.00 A",
      "2026-01-02 -2.00 B",
      "rejected",
      "2026-01-05 -3.00 C",
      "skipped",
    ]);
  });
});

describe("numbers in workbooks", () => {
  const texts: readonly (readonly [string, string])[] = [
    ["12.100000000000001", "12.10"],
    ["-0.30000000000000004", "-0.30"],
    ["1234.5600000000130", "1234.56"],
    ["1E2", "100.00"],
    ["1.5e-2", "0.015"],
    ["-4.0000000000000001E-2", "-0.04"],
    ["99999999.99", "99999999.99"],
    ["1.125", "1.125"],
    ["0.1", "0.10"],
    ["12.300000000000001", "12.30"],
    ["-0.0000000000036", "0.00"],
    ["33554432.330000002", "33554432.33"],
  ];
  test.each(texts)("the number %s is %s", async (stored, printed) => {
    const { rows, questions } = await readDocument(
      await xlsxOf([
        ["Date", "Text", "Amount"],
        [{ day: "2026-01-02" }, "A", { number: stored }],
        [{ day: "2026-01-03" }, "B", { number: "-7.125" }],
        [{ day: "2026-01-04" }, "C", { number: "-8.125" }],
        [{ day: "2026-01-05" }, "D", { number: "-3" }],
      ]),
    );

    expect(rows[0] === undefined ? "" : String(rows[0].amount / 10_000)).toBe(
      String(Number(printed)),
    );
    expect(questions).toEqual([]);
  });

  test("numbers with three decimals are never read as thousands", async () => {
    const { rows, questions } = await readDocument(
      await xlsxOf([
        ["Date", "Text", "Amount"],
        [{ day: "2026-01-02" }, "A", 1.125],
        [{ day: "2026-01-03" }, "B", -2.375],
      ]),
    );

    expect(rows.map(({ amount }) => amount)).toEqual([11_250, -23_750]);
    expect(questions).toEqual([]);
  });

  const currencies: readonly (readonly [string, string | null])[] = [
    ['#,##0.00\\ "€"', "eur"],
    ["[$€-407]#,##0.00", "eur"],
    ["[$USD] #,##0.00", "usd"],
    ["[$$-409]#,##0.00", "usd"],
    ["[$kr-41D] #,##0.00", "sek"],
    ['_-* #,##0.00\\ "zł"_-', "pln"],
    ["[$₪-40D] #,##0.00", "ils"],
    ['#,##0.00 "kr"', null],
    ['"$"#,##0.00', null],
    ["#,##0.00;[Red]-#,##0.00", null],
    ["[$£-809]#,##0.00", "gbp"],
    ["[$¥-411]#,##0", "jpy"],
  ];
  test.each(currencies)("numbers in the format %s are in %s", async (format, currency) => {
    const money = (number: number): Put => ({ number, format });
    const { layout, rows } = await readDocument(
      await xlsxOf([
        HEADER,
        [{ day: "2026-01-02" }, "A", money(-1.5), money(8.5)],
        [{ day: "2026-01-03" }, "B", money(-2.5), money(6)],
        [{ day: "2026-01-04" }, "C", money(4), money(10)],
      ]),
    );

    expect(layout.currency).toBe(currency);
    expect(rows.map(({ amount }) => amount)).toEqual([-15_000, -25_000, 40_000]);
  });
});

describe("texts in workbooks", () => {
  test("texts in runs are complete, without their reading aid; line ends and tabs become blanks", async () => {
    const { rows } = await readDocument(
      await xlsxOf([
        HEADER,
        [{ day: "2026-01-02" }, { rich: ["Café ", '"Müller"', " & Söhne"] }, -1, 9],
        [{ day: "2026-01-03" }, "a\tb\r\nc_x000D_d", -2, 7],
        [{ day: "2026-01-04" }, { inline: "<ünïcode> 日本" }, -3, 4],
      ]),
    );

    expect(rows.map(({ description }) => description)).toEqual([
      'Café "Müller" & Söhne',
      "a b c d",
      "<ünïcode> 日本",
    ]);
    expect(rows.map(({ line }) => line)).toEqual([2, 3, 4]);
  });

  test("amounts and dates as text are read as in CSV", async () => {
    const { rows, layout } = await readDocument(
      await xlsxOf([
        ["Datum", "Text", "Betrag"],
        ["28.01.2026", "A", "-1.234,50"],
        ["29.01.2026", "B", "17,00"],
        ["30.01.2026", "C", "-3,20"],
      ]),
    );

    expect(rows.map(printRow)).toEqual([
      "2026-01-28 -1234.50 A",
      "2026-01-29 17.00 B",
      "2026-01-30 -3.20 C",
    ]);
    expect(layout.decimal_mark).toBe(",");
  });

  test("amounts as text and as numbers in one column are read together", async () => {
    const { rows, questions } = await readDocument(
      await xlsxOf([
        ["Datum", "Text", "Betrag", "Saldo"],
        [{ day: "2026-01-20" }, "A", "-1.234,50", 100.25],
        [{ day: "2026-01-21" }, "B", -12.25, 88],
        [{ day: "2026-01-22" }, "C", "-8,00", 80],
      ]),
    );

    expect(rows.map(({ amount }) => amount)).toEqual([-12_345_000, -122_500, -80_000]);
    expect(questions).toEqual([]);
  });

  test("an ambiguous amount as text is asked about even next to numbers", async () => {
    const sheet = await xlsxOf([
      ["Date", "Text", "Amount"],
      [{ day: "2026-01-20" }, "A", "-1,500"],
      [{ day: "2026-01-21" }, "B", 12.25],
      [{ day: "2026-01-22" }, "C", -8.5],
    ]);
    const asked = await readDocument(sheet);
    const comma = await readDocument(sheet, { decimal_mark: "," });
    const dot = await readDocument(sheet, { decimal_mark: "." });

    expect(asked.questions.map(({ id }) => id)).toEqual(["decimal_mark"]);
    expect(comma.rows.map(({ amount }) => amount)).toEqual([-15_000, 122_500, -85_000]);
    expect(dot.rows.map(({ amount }) => amount)).toEqual([-15_000_000, 122_500, -85_000]);
    expect([...comma.questions, ...dot.questions]).toEqual([]);
  });
});

test("a formula counts as its stored value, and one without is rejected in place of an amount", async () => {
  const { records } = await readDocument(
    await xlsxOf([
      HEADER,
      [
        { day: "2026-01-02" },
        { formula: 'A1&"x"', value: "A" },
        { formula: "-1-0.5", value: -1.5 },
        8.5,
      ],
      [{ day: "2026-01-03" }, "B", { formula: "C2*2" }, 5],
      [{ day: "2026-01-04" }, "C", { error: "#N/A" }, 5],
      [{ day: "2026-01-05" }, "D", -1, 4],
    ]),
  );

  expect(
    records.map((record) => (record.kind === "transaction" ? printRow(record.row) : record.kind)),
  ).toEqual(["2026-01-02 -1.50 A", "rejected", "rejected", "2026-01-05 -1.00 D"]);
});

describe("formulas without a value", () => {
  const cells: readonly (readonly [string, string])[] = [
    ["with an empty value", "<f>C2*2</f><v></v>"],
    ["with an empty tag", "<f>C2*2</f><v/>"],
    ["shared with another cell", '<f t="shared" si="0"/>'],
    ["shared, with an empty value", '<f t="shared" si="0"></f><v/>'],
  ];
  test.each(cells)(
    "a formula without a value is rejected in place of an amount, and never read as blank: %s",
    async (_, inside) => {
      const row = (number: number, day: string, amount: string) =>
        `<row r="${number}"><c r="A${number}" t="d"><v>${day}</v></c><c r="B${number}" t="str"><v>T</v></c><c r="C${number}">${amount}</c></row>`;
      const header = `<row r="1">${["Date", "Text", "Amount"].map((label) => `<c t="str"><v>${label}</v></c>`).join("")}</row>`;
      const sheet = `<worksheet><sheetData>${header}${row(2, "2026-01-02", "<v>-1.5</v>")}${row(3, "2026-01-03", inside)}${row(4, "2026-01-20", "<v>4</v>")}</sheetData></worksheet>`;
      const { records } = await readDocument(
        await xlsxOf([], { parts: { "xl/worksheets/sheet1.xml": sheet } }),
      );

      expect(
        records.map((record) =>
          record.kind === "transaction"
            ? printRow(record.row)
            : `${record.kind} ${record.cells[2]?.slice(0, 1)}`,
        ),
      ).toEqual(["2026-01-02 -1.50 T", "rejected =", "2026-01-20 4.00 T"]);
    },
  );
});

test("errors, flags and texts never become amounts, and neither does a percentage", async () => {
  const { records } = await readDocument(
    await xlsxOf([
      ["Date", "Description", "Rate", "Amount"],
      [{ day: "2026-01-02" }, "A", { number: 0.125, format: 10 }, -1],
      [{ day: "2026-01-03" }, "B", { number: 0.5, format: "0.00%" }, { error: "#DIV/0!" }],
      [{ day: "2026-01-13" }, "C", null, { flag: true }],
      [{ day: "2026-01-14" }, "D", null, 2],
    ]),
  );

  expect(
    records.map((record) => (record.kind === "transaction" ? printRow(record.row) : record.kind)),
  ).toEqual(["2026-01-02 -1.00 A", "rejected", "rejected", "2026-01-14 2.00 D"]);
});

test("numbers beyond fifteen digits stay exact texts in references, and are refused as amounts", async () => {
  const { records, rows } = await readDocument(
    await xlsxOf([
      ["Date", "Reference", "Amount"],
      [{ day: "2026-01-02" }, { number: "1000000000000000" }, -1],
      [{ day: "2026-01-13" }, { number: "1E15" }, { number: "1E15" }],
      [{ day: "2026-01-14" }, { number: "4012888888881881" }, 12.300000000000001],
    ]),
  );

  expect(
    records.map((record) =>
      record.kind === "transaction" ? record.row.cells[1] : `${record.kind} ${record.cells[2]}`,
    ),
  ).toEqual(["1000000000000000", "rejected 1000000000000000", "4012888888881881"]);
  expect(rows.at(-1)?.amount).toBe(123_000);
});

describe("dates whose day and month a spreadsheet program exchanged", () => {
  // 03/04, 05/04, 13/04 and 20/04 with the day first, opened where the month is first.
  const rows: (readonly Put[])[] = [
    ["Date", "Text", "Amount", "Value date"],
    [{ day: "2026-03-04" }, "A", -1, { day: "2026-04-04" }],
    [{ day: "2026-05-04" }, "B", -2, { day: "2026-06-04" }],
    ["13/04/2026", "C", 3, "14/04/2026"],
    ["20/04/2026", "D", -4, { day: "2026-01-05" }],
  ];

  test("exchanged dates are asked about, and exchanged back after that answer", async () => {
    const sheet = await xlsxOf(rows);
    const asked = await readDocument(sheet);
    const back = await readDocument(sheet, { dates_exchanged: "yes" });
    const kept = await readDocument(sheet, { dates_exchanged: "no" });

    expect(asked.questions.map(({ id }) => id)).toContain("dates_exchanged");
    expect(asked.questions[0]?.ask).toBe(
      "Is the row that shows 2026-03-04 of 4 March 2026 or of 3 April 2026?",
    );
    expect(asked.questions[0]?.choices.map(({ follows = [] }) => follows[0])).toEqual([
      "4 March 2026",
      "3 April 2026",
    ]);
    expect(back.rows.map(({ date }) => date)).toEqual([
      "2026-04-03",
      "2026-04-05",
      "2026-04-13",
      "2026-04-20",
    ]);
    expect(back.rows[0]?.facts["value_date"]).toBe("2026-04-04");
    expect(kept.rows.map(({ date }) => date)).toEqual([
      "2026-03-04",
      "2026-05-04",
      "2026-04-13",
      "2026-04-20",
    ]);
    expect([...back.questions, ...kept.questions].map(({ id }) => id)).not.toContain(
      "dates_exchanged",
    );
  });

  test("exchanged dates are put right up to the twelfth, which is a month too", async () => {
    const sheet = await xlsxOf([
      ["Date", "Text", "Amount"],
      [{ day: "2025-01-12" }, "A", -1],
      [{ day: "2025-05-12" }, "B", -2],
      ["13/12/2025", "C", 3],
      ["20/12/2025", "D", -4],
    ]);

    const { rows: back } = await readDocument(sheet, { dates_exchanged: "yes" });

    expect(back.map(({ date }) => date)).toEqual([
      "2025-12-01",
      "2025-12-05",
      "2025-12-13",
      "2025-12-20",
    ]);
  });

  test("dates are not asked about if a typed date is past the twelfth, or a text could be exchanged too", async () => {
    const past = await readDocument(
      await xlsxOf([...rows.map((row) => row.slice(0, 3)), [{ day: "2026-04-22" }, "E", -5, null]]),
    );
    const either = await readDocument(
      await xlsxOf([
        ...rows.slice(0, 1),
        ["02/04/2026", "Z", -5, null],
        ["13/04/2026", "Y", -5, null],
        [{ day: "2026-04-11" }, "X", 5, null],
      ]),
    );

    expect([...past.questions, ...either.questions].map(({ id }) => id)).not.toContain(
      "dates_exchanged",
    );
  });
});

test("hidden rows are read, with a warning", async () => {
  const { rows, layout } = await readDocument(await workbookOf([{ rows: ROWS, hidden: [3] }]));

  expect(rows.map(printRow)).toEqual(EXPECTED);
  expect(layout.why.join(" ")).toContain("1 of the sheet's 4 rows are hidden");
});
