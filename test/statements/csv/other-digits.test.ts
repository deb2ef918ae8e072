// Digits of other scripts, with their decimal marks, in dates and amounts; texts keep theirs.

import { describe, expect, test } from "vitest";
import { read } from "./reading.ts";

const ZEROS = {
  Arabic: "٠",
  Persian: "۰",
  Devanagari: "०",
  Bengali: "০",
  Thai: "๐",
  fullwidth: "０",
};

const inDigits = (text: string, zero: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)));

const ROWS = [
  ["31/01/2026", "Kiosk", "-1234.50", "8765.50"],
  ["02/02/2026", "Salary", "2000.00", "10765.50"],
  ["14/02/2026", "Rent 12", "-950.25", "9815.25"],
] as const;

const EXPECTED = [
  ["2026-01-31", -1234.5, 8765.5],
  ["2026-02-02", 2000, 10765.5],
  ["2026-02-14", -950.25, 9815.25],
];

async function readIn(zero: string, mark = (amount: string) => amount, delimiter = ",") {
  const lines = ROWS.map(([date, text, amount, balance]) =>
    [date, text, mark(amount), mark(balance)].map((cell) => inDigits(cell, zero)).join(delimiter),
  );
  const head = ["Date", "Description", "Amount", "Balance"].join(delimiter);
  return read([head, ...lines].join("\n"));
}

describe("a file whose dates and amounts have the digits of another script", () => {
  test.each(Object.entries(ZEROS))("is read with %s digits", async (_, zero) => {
    const { rows, survey, proof } = await readIn(zero);

    expect(survey.questions).toEqual([]);
    expect(rows.map((row) => [row.date, row.amount / 1e4, (row.balance ?? 0) / 1e4])).toEqual(
      EXPECTED,
    );
    expect(proof.rows_proven).toBe(2);
    expect(rows[2]?.description).toBe(inDigits("Rent 12", zero));
  });

  test.each(["٠", "۰"])("has decimals after ٫ and thousands before ٬ (%s)", async (zero) => {
    const grouped = (amount: string) => amount.replace(/\B(?=(\d{3})+\.)/g, "٬").replace(".", "٫");
    const { rows, survey } = await readIn(zero, grouped, ";");

    expect(survey.questions).toEqual([]);
    expect(rows.map((row) => [row.date, row.amount / 1e4, (row.balance ?? 0) / 1e4])).toEqual(
      EXPECTED,
    );
  });

  test("a thousands mark that does not precede three digits is no amount", async () => {
    const { records } = await read(
      "Date;Description;Amount\n31/01/2026;Kiosk;-12٫50\n02/02/2026;Odd;-١٢٬٥\n",
    );

    expect(records.map(({ kind }) => kind)).toEqual(["transaction", "rejected"]);
  });

  test("fullwidth marks and a minus are read too", async () => {
    const { rows } = await read(
      "Date;Description;Amount\n２０２６／０１／３１;売店;－１，２３４．５０\n２０２６／０２／０１;家賃;－９５０．２５\n",
    );

    expect(rows.map(({ date, amount }) => [date, amount / 1e4])).toEqual([
      ["2026-01-31", -1234.5],
      ["2026-02-01", -950.25],
    ]);
  });
});
