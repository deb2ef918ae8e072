// Statements in columns of fixed width are read by position, without guessing at rows that do not
// fit.

import { expect, test } from "vitest";
import { describeRow, describeFate, read, readRefusal } from "./reading.ts";

const line = (date: string, text: string, amount: string, balance: string) =>
  `${date.padEnd(12)}${text.padEnd(20)}${amount.padStart(10)}${balance.padStart(12)}\n`;
const HEADER = line("Date", "Details", "Amount", "Balance");
const MANY = Array.from({ length: 210 }, (_, at) =>
  line("13.03.2024", `Cafe ${at}`, "-3,20", "96,80"),
).join("");

test("fixed columns are found by the blanks of all rows, and numbers may grow to the left", async () => {
  const { rows, survey } = await read(
    `ACCOUNT STATEMENT\n\n${HEADER}${line("13.03.2024", "Cafe Uno", "-3,20", "996,80")}${line("14.03.2024", "Shop 12", "-10,00", "986,80")}${line("15.03.2024", "Pay", "1 500,00", "2 486,80")}\nEnd of list\n`,
  );

  expect(rows.map(describeRow)).toEqual([
    "2024-03-13 -3.20 Cafe Uno",
    "2024-03-14 -10.00 Shop 12",
    "2024-03-15 1500.00 Pay",
  ]);
  expect(survey.layout.why).toContain("Columns have fixed widths, with blanks between them.");
});

test("a later number or text that crosses a column's start is rejected, not cut", async () => {
  const { records } = await read(
    `${HEADER}${MANY}${line("16.03.2024", "Big one", "1 088,40", "2 575,20")}${line("17.03.2024", "Bigger", "11088,40", "2 575,20")}17.03.2024  A text that goes on and on and 1,40   2,20\n`,
  );

  expect(records.slice(-3).map(describeFate)).toEqual([
    "212 rejected",
    "213 rejected",
    "214 rejected",
  ]);
});

test("two rows are not a table, and neither is a text", async () => {
  expect(
    await readRefusal(
      `${line("13.03.2024", "Cafe", "-3,20", "96,80")}${line("14.03.2024", "Cafe", "-3,20", "93,60")}`,
    ),
  ).toContain("No header and no row");
  expect(
    await readRefusal(
      "13.03.2024 we met at three\n14.03.2024 we met at four, 12 of us\n15.03.2024 nobody came\n",
    ),
  ).toContain("No header and no row");
});

test("a line with one text below a row goes on with the row's text", async () => {
  const { rows } = await read(
    [
      "Date        Description                   Amount     Balance",
      "02/03/2026  Corner Bakery                  -3.50      996.50",
      "            card 017 London",
      "03/03/2026  Employer Ltd                2,100.00    3,096.50",
      "            Salary March",
      "            Reference 88121",
      "15/03/2026  City Water                    -45.10    3,051.40",
      "28/03/2026  Rail Tickets               -1,210.00    1,841.40",
      "            Balance carried forward                 1,841.40",
      "",
    ].join("\n"),
  );

  expect(rows.map(({ line, description }) => `${line} ${description}`)).toEqual([
    "2 Corner Bakery card 017 London",
    "4 Employer Ltd Salary March Reference 88121",
    "7 City Water",
    "8 Rail Tickets",
  ]);
});

test("the date may be in any column", async () => {
  const { rows, proof } = await read(
    [
      "Omschrijving            Datum           Bedrag       Saldo",
      "Bakker Jansen           02-03-2026        3,50-      996,50",
      "Werkgever BV            03-03-2026    2.100,00     3.096,50",
      "Waterbedrijf            15-03-2026       45,10-    3.051,40",
      "Huur                    28-03-2026    1.210,00-    1.841,40",
      "",
    ].join("\n"),
  );

  expect(rows.map(({ date, amount, payee }) => `${date} ${amount} ${payee}`)).toEqual([
    "2026-03-02 -35000 Bakker Jansen",
    "2026-03-03 21000000 Werkgever BV",
    "2026-03-15 -451000 Waterbedrijf",
    "2026-03-28 -12100000 Huur",
  ]);
  expect(proof).toMatchObject({ rows_proven: 3, breaks_at: null });
});
