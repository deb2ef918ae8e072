// Files without a header whose first line sums the file up.

import { expect, test } from "vitest";
import { read } from "./reading.ts";

const ROWS = [
  "30-10-2026,30-10-2026,Card fee,,-9.00,991.00,1",
  "28-10-2026,28-10-2026,Salary,Northwind Ltd,1200.00,1000.00,2",
  "20-10-2026,19-10-2026,Groceries,Corner shop,-55.50,-200.00,3",
  "12-10-2026,11-10-2026,Cash,Main street,-100.00,-144.50,4",
  "09-10-2026,09-10-2026,Rent,A. Miller,-144.50,-44.50,5",
];

test("a first line with the opening and the closing balance of all rows is no transaction", async () => {
  const lead = "31-10-2026,01-10-2026,12 3456,EVE MILLER,100.00,991.00,5";
  const { rows, survey, proof } = await read(`${[lead, ...ROWS].join("\n")}\n`);

  expect(survey.questions).toEqual([]);
  expect(rows.map(({ amount }) => amount / 10_000)).toEqual([-9, 1200, -55.5, -100, -144.5]);
  expect(proof).toMatchObject({ rows_checked: 4, rows_proven: 4 });
  expect(survey.layout.why).toContain(
    "Line 1 states the balances before and after all other rows: it is no transaction.",
  );
});

test("a first row that the running balance fits stays, though the other rows lead from its amount to its balance", async () => {
  // The account is new: its first balance is 0, so the rows add up to the balance less the amount.
  const rows = [
    "30-10-2026,30-10-2026,Interest,,4.00,104.00,1",
    "28-10-2026,28-10-2026,Groceries,Corner shop,-20.00,100.00,2",
    "20-10-2026,20-10-2026,Cash,Main street,-30.00,120.00,3",
    "12-10-2026,12-10-2026,Refund,Corner shop,50.00,150.00,4",
    "09-10-2026,09-10-2026,Gift,A. Miller,100.00,100.00,5",
  ];
  const reading = await read(`${rows.join("\n")}\n`);

  expect(reading.rows).toHaveLength(5);
});

test("a first row whose amount is misprinted stays, and the proof breaks", async () => {
  const wrong = "30-10-2026,30-10-2026,Card fee,,-8.00,991.00,1";
  const { rows, proof } = await read(`${[wrong, ...ROWS.slice(1)].join("\n")}\n`);

  expect(rows).toHaveLength(5);
  expect(proof.rows_proven).toBeLessThan(proof.rows_checked);
});
