// Statements as PDFs with text in them: rows by their places on the pages, decided like a CSV file.
// The PDFs are written here: each run of text has its place, amounts end at one place as banks
// print them.

import { describe, expect, test } from "vitest";
import { mustBeShown } from "../../../src/statements/doubts.ts";
import { tallyRecords } from "../../../src/statements/record-counts.ts";
import { contentOf, pdfOfRuns, pdfOfStreams, type Run } from "../../receipts/pdf/write-pdf.ts";
import { printRow } from "../mt940/reading.ts";
import { listOtherRecords, read, refusal } from "../reading.ts";

/** Courier of 10 points: each character is 6 wide. */
const CHAR = 6;

/** A column: where its texts begin, or end if they are aligned at the right. */
type Place = { readonly left: number } | { readonly right: number };

const at = (text: string, y: number, place: Place): Run => ({
  x: "left" in place ? place.left : place.right - CHAR * text.length,
  y,
  text,
});

/** Rows of cells from the top, 14 points each; "" is no text. */
function table(places: readonly Place[], rows: readonly (readonly string[])[], top = 700): Run[] {
  return rows.flatMap((cells, row) =>
    cells.flatMap((text, column) => {
      const place = places[column];
      return text === "" || place === undefined ? [] : [at(text, top - 14 * row, place)];
    }),
  );
}

const pages = (...runs: readonly (readonly Run[])[]) =>
  pdfOfStreams(runs.map((own) => ({ entries: "", stream: contentOf(own) })));

const shown = async (pdf: Uint8Array) => {
  const { rows, records, proof, survey } = await read(pdf);
  return {
    rows: rows.map(printRow),
    others: listOtherRecords(records).length,
    proof: [proof.kind, proof.rows_checked, proof.rows_proven, proof.breaks_at],
    confirm: mustBeShown("pdf", tallyRecords(records), proof) !== null,
    questions: survey.questions.map(({ id }) => id),
    format: survey.layout.format,
  };
};

const FOUR: readonly Place[] = [{ left: 40 }, { left: 110 }, { right: 430 }, { right: 520 }];
const HEAD = ["Date", "Description", "Amount", "Balance"];
const ROWS = [
  ["2026-03-02", "Corner Bakery", "-3.50", "996.50"],
  ["2026-03-03", "Employer Ltd", "2,100.00", "3,096.50"],
  ["2026-03-15", "City Water", "-45.10", "3,051.40"],
  ["2026-03-28", "Rail Tickets", "-1,210.00", "1,841.40"],
];

describe("a statement as a PDF", () => {
  test("rows with a running balance are proven by it and need no confirmation", async () => {
    const runs = [
      at("First Example Bank", 780, { left: 40 }),
      at("Statement of account 12345678", 760, { left: 40 }),
      ...table(FOUR, [HEAD, ...ROWS]),
      at("Page 1 of 1", 40, { left: 280 }),
    ];

    expect(await shown(pdfOfRuns(runs))).toMatchObject({
      rows: [
        "2026-03-02 -3.50 Corner Bakery",
        "2026-03-03 2100.00 Employer Ltd",
        "2026-03-15 -45.10 City Water",
        "2026-03-28 -1210.00 Rail Tickets",
      ],
      confirm: false,
      questions: [],
      format: "pdf",
    });
  });

  test("columns of money out and money in, a head on each page, and texts of several lines", async () => {
    const places: readonly Place[] = [
      { left: 40 },
      { left: 110 },
      { right: 350 },
      { right: 430 },
      { right: 520 },
    ];
    const head = ["Datum", "Omschrijving", "Af", "Bij", "Saldo"];
    const first = table(places, [
      head,
      ["02-03-2026", "Bakker Jansen", "3,50", "", "996,50"],
      ["", "Utrecht, kaart 017", "", "", ""],
      ["03-03-2026", "Werkgever BV", "", "2.100,00", "3.096,50"],
      ["", "Salaris maart", "", "", ""],
      ["", "Kenmerk 88121", "", "", ""],
    ]);
    const second = table(places, [
      head,
      ["15-03-2026", "Waterbedrijf", "45,10", "", "3.051,40"],
      ["28-03-2026", "Huur", "1.210,00", "", "1.841,40"],
    ]);

    expect(await shown(pages(first, second))).toMatchObject({
      rows: [
        "2026-03-02 -3.50 Bakker Jansen Utrecht, kaart 017",
        "2026-03-03 2100.00 Werkgever BV Salaris maart Kenmerk 88121",
        "2026-03-15 -45.10 Waterbedrijf",
        "2026-03-28 -1210.00 Huur",
      ],
      confirm: false,
    });
  });

  test("opening and closing balance outside the table prove its rows", async () => {
    const three = FOUR.slice(0, 3);
    const runs = [
      ...table([{ left: 110 }, { right: 430 }], [["Opening balance", "1,000.00"]], 740),
      ...table(three, [HEAD.slice(0, 3), ...ROWS.map((row) => row.slice(0, 3))]),
      ...table([{ left: 110 }, { right: 430 }], [["Closing balance", "1,841.40"]], 600),
    ];
    const { rows, proof, confirm } = await shown(pdfOfRuns(runs));

    expect(rows).toHaveLength(4);
    expect([proof, confirm]).toEqual([["opening and closing balance", 4, 4, null], false]);
  });

  test("rows without a balance are read and must be confirmed", async () => {
    const runs = table(FOUR.slice(0, 3), [HEAD.slice(0, 3), ...ROWS.map((row) => row.slice(0, 3))]);
    const { rows, proof, confirm } = await shown(pdfOfRuns(runs));

    expect(rows).toHaveLength(4);
    expect([proof[0], confirm]).toEqual(["none", true]);
  });

  test("a missing row breaks the balance, and nothing is certain", async () => {
    const { proof, confirm } = await shown(
      pdfOfRuns(table(FOUR, [HEAD, ...ROWS.filter((_, index) => index !== 1)])),
    );

    expect([proof[3] !== null, confirm]).toEqual([true, true]);
  });

  test("lines that a program printed as one text with blanks are taken apart", async () => {
    const line = ([date = "", text = "", amount = "", balance = ""]: readonly string[]) =>
      `${date.padEnd(13)}${text.padEnd(24)}${amount.padStart(12)}${balance.padStart(14)}`;
    const runs = [HEAD, ...ROWS].map((cells, row) => at(line(cells), 700 - 14 * row, { left: 40 }));

    expect(await shown(pdfOfRuns(runs))).toMatchObject({
      rows: [
        "2026-03-02 -3.50 Corner Bakery",
        "2026-03-03 2100.00 Employer Ltd",
        "2026-03-15 -45.10 City Water",
        "2026-03-28 -1210.00 Rail Tickets",
      ],
      confirm: false,
    });
  });

  test.each([
    ["a scan", pdfOfRuns([]), /holds pictures only and no text/],
    [
      "a letter",
      pdfOfRuns([at("Dear customer, nothing happened in March.", 700, { left: 40 })]),
      /no row with a date and an amount/,
    ],
    ["a damaged file", new TextEncoder().encode("%PDF-1.7\n%âãÏÓ\n"), /damaged PDF/],
    [
      "too many pages",
      pages(...Array.from({ length: 21 }, () => table(FOUR, ROWS))),
      /PDF of 21 pages; at most 20/,
    ],
  ])("%s is refused, and the refusal says why", async (_, pdf, reason) => {
    expect(await refusal(pdf)).toMatch(reason);
  });
});
