// The header of a table is found where its words are unknown and the rows below it are no model of
// a transaction.

import { expect, test } from "vitest";
import { read } from "./reading.ts";

const lines = (...all: readonly string[]) => `${all.join("\n")}\n`;

test("a header in unknown words is found above a row that states a balance", async () => {
  const { survey, rows } = await read(
    lines(
      "Zorp;Blick;Quant;Wumm",
      "30.10.2022;Closing balance;;1.200,00",
      "30.10.2022;Corner Bakery;-25,00;1.200,00",
      "29.10.2022;Northwind Ltd;1.025,00;1.225,00",
      "14.10.2022;Opening balance;;200,00",
    ),
  );

  expect(survey.layout.header_line).toBe(1);
  expect(survey.layout.columns.map(({ label }) => label)).toEqual([
    "Zorp",
    "Blick",
    "Quant",
    "Wumm",
  ]);
  expect(rows.map(({ amount }) => amount)).toEqual([-250_000, 10_250_000]);
});

test("a text that holds a date in most rows does not hide the header above a row that has none", async () => {
  const { survey } = await read(
    lines(
      "Nom;Zorp;Blick;Quant",
      "Bank;Mirpo;13.04.2025;-1,22",
      "Corner Bakery;Tral 08.04.2025;08.04.2025;-107,69",
      "Shell;Tral 07.04.2025;07.04.2025;-50,33",
      "Tesco;Tral 06.04.2025;06.04.2025;-24,94",
    ),
  );

  expect(survey.layout.header_line).toBe(1);
});

test("rows above a header that heads fewer rows of the same table are not lost", async () => {
  const { survey, records } = await read(
    lines(
      "2026-05-20;Corner Bakery;-4.20;995.80",
      "2026-05-21;Shell;-50.00;945.80",
      "2026-05-22;Northwind Ltd;1500.00;2445.80",
      "",
      "Date;Description;Amount;Balance",
      "2026-05-24;Tesco;-20.00;2425.80",
    ),
  );

  expect(survey.layout.header_line).toBeNull();
  expect(records.filter(({ kind }) => kind === "transaction")).toHaveLength(4);
});
