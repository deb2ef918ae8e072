// Some exports print a blank behind each delimiter and quote their texts: the quote then is not the
// first character of the cell.

import { expect, test } from "vitest";
import { read } from "./reading.ts";

const FILE = `"Date", "Payee", "Memo", "Amount", "Balance"
2026-07-28, "Shop, Corner Street", "Card ""tap"" 1", -2.75, "21,189.73"
2026-07-26, "Northwind Ltd", "Salary", "2,886.81", "21,192.48"
2026-07-24, "", "Two
lines", "-1,000.00", "18,305.67"
`;

test("a quote behind a blank encloses its cell, with the delimiters and line ends in it", async () => {
  const { rows, survey } = await read(FILE);

  expect(survey.layout.columns.map(({ label }) => label)).toEqual([
    "Date",
    "Payee",
    "Memo",
    "Amount",
    "Balance",
  ]);
  expect(rows.map(({ amount, line }) => [amount, line])).toEqual([
    [-27_500, 2],
    [28_868_100, 3],
    [-10_000_000, 4],
  ]);
  expect(rows[0]?.cells[1]).toBe("Shop, Corner Street");
});

test("a blank and a quote inside a text stay as they are where cells are quoted without a blank", async () => {
  const { rows } = await read(
    `Date,Payee,Amount\n2026-07-28,"Café, ""Blue"" Bar",-2.75\n2026-07-26,"Shop, ""A""",-3.00\n`,
  );

  expect(rows.map(({ payee }) => payee)).toEqual(['Café, "Blue" Bar', 'Shop, "A"']);
});
