// Statements with one field a line.

import { expect, test } from "vitest";
import { describeRow, describeFate, read } from "./reading.ts";

const FILE = `From: 01/03/2024 to 31/03/2024\r
\r
Account: XXXX XXXX XXXX 1234\r
\r
Date: 27/03/2024\r
Description: CARD PAYMENT TO GROCER,\r
12 MAIN ST\r
Amount: -42.10 GBP\r
Balance: 957.90 GBP\r
\r
Date: 25/03/2024\r
Description: SALARY: MARCH\r
Amount: 900.00 GBP\r
Balance: 1000.00 GBP\r
`;

test("a group of lines is one transaction, proven by its balances", async () => {
  const { rows, records, survey, proof } = await read(FILE);

  expect(rows.map(describeRow)).toEqual([
    "2024-03-27 -42.10 CARD PAYMENT TO GROCER, 12 MAIN ST",
    "2024-03-25 900.00 SALARY: MARCH",
  ]);
  expect(rows.map(({ line, currency }) => [line, currency])).toEqual([
    [5, "gbp"],
    [11, "gbp"],
  ]);
  expect(records.length).toBe(2);
  expect(survey.questions).toEqual([]);
  expect(survey.layout.account).toBe("XXXX XXXX XXXX 1234");
  expect(proof).toEqual({
    kind: "running balance",
    rows_checked: 1,
    rows_proven: 1,
    breaks_at: null,
  });
});

test("the positions where the bytes are divided do not matter", async () => {
  const whole = await read(FILE);
  for (const piece of [1, 7, 64])
    expect((await read(FILE, {}, piece)).records).toEqual(whole.records);
});

test("a group whose amount cannot be read is rejected, and the others stay", async () => {
  const { records } = await read(FILE.replace("-42.10 GBP", "forty-two"));

  expect(records.map(describeFate)).toEqual(["5 rejected", "11 transaction"]);
});

test("a missing field of a group does not shift the next ones", async () => {
  const { rows } = await read(
    "Date: 27/03/2024\nPayee: GROCER\nAmount: -42.10\n\nDate: 28/03/2024\nAmount: -1.00\n\nDate: 29/03/2024\nPayee: BUS\nAmount: 2.00\n",
  );

  expect(rows.map(describeRow)).toEqual([
    "2024-03-27 -42.10 GROCER",
    "2024-03-28 -1.00 ",
    "2024-03-29 2.00 BUS",
  ]);
});
