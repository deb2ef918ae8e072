// Several tables in one file, and small tables beside the statement.

import { expect, test } from "vitest";
import { describeRow, describeFate, read } from "./reading.ts";

test("pending rows above the booked ones are read by their own header, and are pending", async () => {
  const { rows, records } = await read(`Pending transactions
Date,Description,Amount
27/03/2024,COFFEE,-3.20
26/03/2024,BUS,-1.20

Booked transactions
Date,Description,Type,Amount,Balance
25/03/2024,GROCER,POS,-42.10,957.90
20/03/2024,SALARY,ACH,900.00,1000.00
18/03/2024,RENT,ACH,-500.00,100.00
`);

  expect(rows.map(describeRow)).toEqual([
    "2024-03-27 -3.20 COFFEE",
    "2024-03-26 -1.20 BUS",
    "2024-03-25 -42.10 GROCER",
    "2024-03-20 900.00 SALARY",
    "2024-03-18 -500.00 RENT",
  ]);
  expect(rows.map((row) => row.pending)).toEqual([true, true, false, false, false]);
  expect(records.filter(({ kind }) => kind !== "transaction").map(describeFate)).toEqual([
    "1 skipped",
    "2 skipped",
    "6 skipped",
    "7 skipped",
  ]);
});

test("each table is of the account named above its header, with its own chain of balances", async () => {
  const { rows, survey, proof } = await read(`Account: 111-222
Date,Description,Debit,Credit,Balance
25/03/2024,GROCER,42.10,,957.90
26/03/2024,SALARY,,100.00,1057.90

Account: 333-444
Date,Description,Debit,Credit,Balance
25/03/2024,INTEREST,,4.10,4.10
28/03/2024,FEE,1.00,,3.10
`);

  expect(rows.map((row) => row.account)).toEqual(["111-222", "111-222", "333-444", "333-444"]);
  expect(survey.accounts).toEqual(["111-222", "333-444"]);
  expect(proof).toEqual({
    kind: "running balance",
    rows_checked: 2,
    rows_proven: 2,
    breaks_at: null,
  });
});

test("a table with its columns in another order is read by its own header", async () => {
  const { rows } = await read(`Date,Description,Amount,Balance
25/03/2024,GROCER,-42.10,957.90
26/03/2024,SALARY,100.00,1057.90
Date,Amount,Description,Balance
27/03/2024,-10.00,SHOP,1047.90
`);

  expect(rows.map(describeRow)).toEqual([
    "2024-03-25 -42.10 GROCER",
    "2024-03-26 100.00 SALARY",
    "2024-03-27 -10.00 SHOP",
  ]);
});

test("rows of a table without the amount are rejected if it holds transactions, else skipped", async () => {
  const { rows, records } = await read(`Date,Description,Amount,Balance
25/03/2024,GROCER,-42.10,957.90
26/03/2024,SALARY,100.00,1057.90
27/03/2024,SHOP,-10.00,1047.90

Date,Description,Debit,Credit
25/03/2024,ACME,10.00,
Trade date,Instrument,Quantity,Price,Fee
28/03/2024,ACME,5,3.00,1.00
`);

  expect(rows.length).toBe(3);
  expect(records.slice(3).map(describeFate)).toEqual([
    "6 skipped",
    "7 rejected",
    "8 skipped",
    "9 skipped",
  ]);
});

test("a summary with dates and amounts above the table is not read as the statement", async () => {
  const { rows, survey } = await read(`Account,Currency,Opening balance,Closing balance,Date
12345,EUR,1000.00,957.90,2024-03-31

Date,Text,Amount
25.03.2024,GROCER,-42.10
`);

  expect(survey.questions).toEqual([]);
  expect(rows.map(describeRow)).toEqual(["2024-03-25 -42.10 GROCER"]);
});

test("two-digit years that may come first are asked about, even if the layout has a date order", async () => {
  const { survey } = await read(
    'Date,Status,Type,CheckNumber,Description,Withdrawal,Deposit,RunningBalance\n22-08-17,Posted,ACH,,PAY,$57.27,,"$1,036.47"\n22-08-17,Posted,CHECK,558,RENT,$75.00,,$961.47\n',
  );

  expect(
    survey.questions.map(({ id, choices }) => [id, choices.map(({ value }) => value)]),
  ).toEqual([["date_order", ["dmy", "ymd"]]]);
});
