// What a person sees of a question: rows of the file that tell the answers apart, and what would
// follow from each answer.

import { describe, expect, test } from "vitest";
import { read } from "./reading.ts";

test("a question about dates shows rows and their days, and the period under each answer", async () => {
  const { survey } = await read(
    "Date,Description,Amount\n04/03/2024,Shop,-12.00\n05/03/2024,Employer,13.00\n",
  );

  expect(survey.questions).toEqual([
    {
      id: "date_order",
      ask: "Is the day or the month first in the dates of “Date”?",
      note: "No date in this file tells: both numbers before the year are at most 12 in every date.",
      shown: {
        labels: ["Date", "Description", "Amount"],
        marked: [0],
        rows: [
          { line: 2, text: "Shop", cells: ["04/03/2024", "Shop", "-12.00"] },
          { line: 3, text: "Employer", cells: ["05/03/2024", "Employer", "13.00"] },
        ],
      },
      choices: [
        {
          value: "dmy",
          label: "Day first",
          example: "2 transactions from 4 March 2024 to 5 March 2024.",
          follows: ["4 March 2024", "5 March 2024"],
        },
        {
          value: "mdy",
          label: "Month first",
          example: "2 transactions from 3 April 2024 to 3 May 2024.",
          follows: ["3 April 2024", "3 May 2024"],
        },
      ],
    },
  ]);
});

test("the balance at the end is told under each answer, beside the printed one", async () => {
  const { survey } = await read(
    "Date,Text,Debit,Credit,Balance\n2026-03-01,GROCER,20.00,,120.00\n2026-03-02,BUS,5.00,,125.00\n2026-03-03,PAYMENT,,100.00,25.00\n2026-03-04,BAKERY,7.50,,32.50\n",
  );
  const [question] = survey.questions;

  expect([
    question?.id,
    question?.choices.map(({ value, follows }) => [value, follows?.[0]]),
  ]).toEqual([
    "balance_says",
    [
      ["held", "+20.00 money in"],
      ["owed", "−20.00 money out"],
    ],
  ]);
  expect(question?.choices.map(({ example }) => example)).toEqual([
    "4 transactions: money in 32.50, money out 100.00. The balance at the end would be 32.50, which the file prints too.",
    "4 transactions: money in 100.00, money out 32.50. The balance at the end would be −32.50, which the file prints too.",
  ]);
});

test("every choice of a status says whether its rows are imported", async () => {
  const lines = Array.from(
    { length: 6 },
    (_, day) => `2026-01-0${day + 1},Shop ${day},-1.00,Booked`,
  );
  const { survey } = await read(
    ["Date,Text,Amount,Status", ...lines, "2026-01-07,Inn,-9.00,Zorb"].join("\n"),
  );

  expect(
    survey.questions.map(({ choices }) =>
      choices.map(({ follows, example }) => [follows, example]),
    ),
  ).toEqual([
    [
      [["−9.00 money out, imported"], "7 transactions, none left out."],
      [
        ["−9.00 money out, left out until the bank has booked it"],
        "6 transactions, 1 row left out.",
      ],
      [["left out"], "6 transactions, 1 row left out."],
    ],
  ]);
});

test("records of fields show the fields in dispute", async () => {
  const { survey } = await read("!Type:Bank\nD2/1'2024\nT-12.50\nPCorner Shop\n^\n");

  expect(survey.questions[0]?.shown).toEqual({
    labels: ["Text", "Date"],
    marked: [1],
    rows: [{ line: 2, text: "Corner Shop", cells: ["Corner Shop", "2/1'2024"] }],
  });
});

test("a file of many rows is told by its first ones", async () => {
  const lines = Array.from({ length: 4_500 }, (_, index) => `2026-03-01,Shop ${index},1.00`);
  const { survey } = await read(["Date,Text,Amount", ...lines].join("\n"));

  expect(survey.questions[0]?.choices.map(({ example }) => example)).toEqual([
    "In the first 2,000 rows: 2,000 transactions: money in 0.00, money out 2,000.00.",
    "In the first 2,000 rows: 2,000 transactions: money in 2,000.00, money out 0.00.",
  ]);
});

describe("the consequences of an answer", () => {
  const UNSIGNED =
    "Datum,Text,Type,Betrag\n2024-03-01,SALARY,Zork,2400.00\n2024-03-02,GROCER,Fnor,12.00\n2024-03-03,BUS,Blim,3.50\n2024-03-04,GROCER,Fnor,20.00\n";

  test("amounts without a sign are in or out by each word of their kind, if a person says so", async () => {
    const { survey } = await read(UNSIGNED);
    const [sign] = survey.questions;

    expect(sign?.choices[0]).toEqual({
      value: "words:2",
      label: "It depends on the word in “Type”: ask me for each",
      example: "“Zork”, “Fnor”, “Blim”: each of these words is asked about next",
      follows: [],
    });
    const next = await read(UNSIGNED, { sign: "words:2" });
    expect(next.survey.questions.map(({ id, ask }) => [id, ask])).toEqual([
      ["side:2:zork", "Is a row with “Zork” in “Type” money in or money out?"],
      ["side:2:fnor", "Is a row with “Fnor” in “Type” money in or money out?"],
      ["side:2:blim", "Is a row with “Blim” in “Type” money in or money out?"],
    ]);
    const answers = {
      sign: "words:2",
      "side:2:zork": "in",
      "side:2:fnor": "out",
      "side:2:blim": "out",
    };
    const answered = await read(UNSIGNED, answers);
    expect([answered.survey.questions, answered.rows.map(({ amount }) => amount / 10_000)]).toEqual(
      [[], [2400, -12, -3.5, -20]],
    );
  });

  test("the shown rows differ in sign and words, and the likelier answer comes first", async () => {
    const { survey } = await read(
      "Date,Merchant,Amount\n2026-03-01,BETA,4.00\n2026-03-02,GAMMA,30.00\n2026-03-03,ALPHA,-90.00\n2026-03-04,DELTA,5.00\n2026-03-05,EPSILON,11.00\n",
    );
    const [sign] = survey.questions;

    expect(sign?.ask).toBe("Is an amount without a minus in “Amount” money in or money out?");
    expect(sign?.shown?.marked).toEqual([2]);
    expect(sign?.shown?.rows.map(({ cells }) => cells[2])).toContain("-90.00");
    expect(sign?.choices.map(({ value, example }) => [value, example])).toEqual([
      ["turned", "5 transactions: money in 90.00, money out 50.00."],
      ["as_printed", "5 transactions: money in 50.00, money out 90.00."],
    ]);
  });

  test("a question about dates says nothing about signs that are still open", async () => {
    const { survey } = await read("Date,Text,Amount\n02/10/2024,A,678.93\n03/10/2024,B,12.00\n");

    expect(
      survey.questions.map(({ id, choices }) => [id, choices[0]?.follows, choices[0]?.example]),
    ).toEqual([
      [
        "date_order",
        ["2 October 2024", "3 October 2024"],
        "2 transactions from 2 October 2024 to 3 October 2024.",
      ],
      [
        "sign",
        ["−678.93 money out", "−12.00 money out"],
        "2 transactions: money in 0.00, money out 690.93.",
      ],
    ]);
  });

  test("the words of two people's names are no answers about signs", async () => {
    const { survey } = await read(
      "DATUM,VORNAME,TEXT,BETRAG\n2026-03-01,GAVIN,A,10.00\n2026-03-02,HANNAH,B,20.00\n2026-03-03,GAVIN,C,30.00\n",
    );

    expect(survey.questions.map(({ choices }) => choices.map(({ value }) => value))).toEqual([
      ["turned", "as_printed"],
    ]);
  });
});

test("dates without a year are shown as printed, and each answer says the whole day", async () => {
  const { survey } = await read("Datum;Text;Betrag\n25.03.;Huber;-4,50\n26.03.;Lohn;2.400,00\n");
  const [question] = survey.questions;

  expect(question?.shown?.rows.map(({ cells }) => cells[0])).toEqual(["25.03.", "26.03."]);
  expect(question?.choices[1]).toEqual({
    value: "2025",
    label: "2025",
    example: "2 transactions from 25 March 2025 to 26 March 2025.",
    follows: ["25 March 2025", "26 March 2025"],
  });
});

test("two columns of amounts that are filled by turns may be money out and money in", async () => {
  const outs = ["19.30", "36.61", "374.33", "119.17", "17.64", "10.91", "130.17", "105.77"];
  const file = [
    ...outs.map((amount, day) => `"2026-03-0${day + 1}","Shop ${day}","${amount}","-"`),
    '"2026-03-09","Anna","-","274.01"',
    '"2026-03-10","Fee","0.00","-"',
  ].join("\n");
  const { survey } = await read(file);
  const [first] = survey.questions;

  expect([first?.id, first?.choices[0]?.label]).toEqual([
    "amount_column",
    "Money out is in column 3, money in is in column 4",
  ]);
  const answered = await read(file, { amount_column: first?.choices[0]?.value ?? "" });
  expect([answered.survey.questions, answered.rows.map(({ amount }) => amount / 10_000)]).toEqual([
    [],
    [...outs.map((amount) => -Number(amount)), 274.01],
  ]);
});

test("amounts with three decimals are read whole if the dot is before the cents", async () => {
  const file =
    "Date,Text,Amount\n2026-03-08,A,-14.617\n2026-03-09,B,-7.414\n2026-03-09,C,171.847\n";
  const { survey } = await read(file);
  const follows = survey.questions[0]?.choices.map(({ value, follows: rows }) => [
    value,
    rows?.[0],
  ]);

  expect(follows).toEqual([
    [".", "−14.617 money out"],
    [",", "−14,617.00 money out"],
  ]);
});
