// Decisions and questions of a survey: conventions, proofs, accounts, and remembered answers.

import { describe, expect, test } from "vitest";
import { surveyCsv } from "../../../src/statements/csv/survey.ts";
import { describeRow, documentOf, describeFate, read, readRefusal, TODAY } from "./reading.ts";

const AMBIGUOUS = "Date,Description,Amount\n04/03/2024,Shop,-12.00\n05/03/2024,Employer,13.00\n";

describe("questions and answers of a survey", () => {
  test("an open date order is asked about with a date from the file, and both answers are right", async () => {
    const { survey } = await read(AMBIGUOUS);

    expect(survey.questions).toMatchObject([
      {
        id: "date_order",
        ask: "Is the day or the month first in the dates of “Date”?",
        choices: [
          { value: "dmy", label: "Day first", example: "04/03/2024 is 4 March 2024" },
          { value: "mdy", label: "Month first", example: "04/03/2024 is 3 April 2024" },
        ],
      },
    ]);
    expect((await read(AMBIGUOUS, { date_order: "dmy" })).rows.map(describeRow)).toEqual([
      "2024-03-04 -12.00 Shop",
      "2024-03-05 13.00 Employer",
    ]);
    expect((await read(AMBIGUOUS, { date_order: "mdy" })).rows.map(describeRow)).toEqual([
      "2024-04-03 -12.00 Shop",
      "2024-05-03 13.00 Employer",
    ]);
  });

  test("an answer remembered for the layout settles the next file of that layout", async () => {
    const asked: string[] = [];
    const first = await read(AMBIGUOUS);
    const other = AMBIGUOUS.replaceAll("2024", "2025").replace("Shop", "Kiosk");

    const second = await surveyCsv(documentOf(other), {
      answers: {},
      recall: (fingerprint) => (
        asked.push(fingerprint),
        fingerprint === first.survey.layout.fingerprint ? { date_order: "mdy" } : {}
      ),
      today: TODAY,
    });

    expect(asked).toEqual([first.survey.layout.fingerprint]);
    expect(second.ok && second.value.questions).toEqual([]);
    expect(
      second.ok &&
        second.value.layout.why.some((why) => why.includes("answered for an earlier file")),
    ).toBe(true);
  });

  test("the fingerprint is the layout's: it stays with other rows, and changes with other labels", async () => {
    const one = (await read(AMBIGUOUS)).survey.layout.fingerprint;

    expect(
      (await read("date;DESCRIPTION;Amount\n04/03/2024;Other;-1,00\n05/03/2024;More;2,00\n")).survey
        .layout.fingerprint,
    ).toBe(one);
    expect(
      (await read(AMBIGUOUS.replace("Description", "Payee"))).survey.layout.fingerprint,
    ).not.toBe(one);
  });

  test("an undecided decimal mark is asked about", async () => {
    const file = "Date,Description,Amount\n2024-01-15,A,-1.500\n2024-01-16,B,2.750\n";
    const { survey } = await read(file);

    expect(survey.questions.map((question) => question.id)).toEqual(["decimal_mark"]);
    expect((await read(file, { decimal_mark: "," })).rows.map(describeRow)).toEqual([
      "2024-01-15 -1500.00 A",
      "2024-01-16 2750.00 B",
    ]);
  });

  test("two columns of the same name are a question if their numbers differ", async () => {
    const file = "Date,Amount,Amount,Payee\n2024-01-15,-3.00,97.10,A\n2024-01-16,4.00,55.50,B\n";
    const { survey } = await read(file);

    expect(
      survey.questions.map(({ id, choices }) => [
        id,
        ...choices.map(({ label, example }) => `${label}, ${example}`),
      ]),
    ).toEqual([
      [
        "amount_column",
        "The amount in “Amount” (column 2), 2024-01-15 A: -3.00",
        "The amount in “Amount” (column 3), 2024-01-15 A: 97.10",
      ],
    ]);
    expect((await read(file, { amount_column: "1" })).rows.map(describeRow)).toEqual([
      "2024-01-15 -3.00 A",
      "2024-01-16 4.00 B",
    ]);
  });
});

test("the question for the amount shows a row on which the columns differ", async () => {
  const { survey } = await read(
    "Date,Payee,Amount,Amount\n2026-03-13,Same,-3.00,-3.00\n2026-03-14,Other,-4.00,-5.50\n2026-03-15,Salary,100.00,100.00\n",
  );

  expect(survey.questions.map(({ choices }) => choices.map(({ example }) => example))).toEqual([
    ["2026-03-14 Other: -4.00", "2026-03-14 Other: -5.50"],
  ]);
});

describe("evidence of a survey", () => {
  test("a zero before three digits shows that they are decimals, not thousands", async () => {
    const file =
      "Date,Description,Debit,Credit\n" +
      "2026-03-02,CORNER COFFEE,1.250,0.000\n" +
      "2026-03-05,SALARY,0.000,850.500\n" +
      "2026-03-09,GREEN MARKET,12.745,0.000\n" +
      "2026-03-12,CARD FEE,5,0\n";

    const { survey, rows } = await read(file);

    expect(survey.questions).toEqual([]);
    expect(rows.map(({ date, amount }) => [date, amount])).toEqual([
      ["2026-03-02", -12_500],
      ["2026-03-05", 8_505_000],
      ["2026-03-09", -127_450],
      ["2026-03-12", -50_000],
    ]);
  });

  test("one date past the twelfth, far down the file, decides the order of all dates", async () => {
    const lines = Array.from(
      { length: 20_000 },
      (_, index) => `0${1 + (index % 9)}/0${1 + (index % 5)}/2024,Shop ${index},-3.00\n`,
    ).join("");
    const { survey, rows } = await read(`Date,Description,Amount\n${lines}31/05/2024,Last,4.00\n`);

    expect(survey.questions).toEqual([]);
    expect(rows.at(-1)?.date).toBe("2024-05-31");
    expect(rows[0]?.date).toBe("2024-01-01");
  });

  test("a date that would be in the future decides the order", async () => {
    const { survey } = await read(
      "Date,Description,Amount\n11/12/2026,A,-3.00\n10/11/2026,B,4.00\n",
    );

    expect(survey.plan.dates.order).toBe("mdy");
  });

  test("rows in chronological order decide the order of the date", async () => {
    const file = ["01/05/2024", "02/05/2024", "03/06/2024", "01/07/2024", "02/08/2024"]
      .map((date, index) => `${date},Shop,${index % 2 === 0 ? "-" : ""}${index}.50\n`)
      .join("");

    expect((await read(`Date,Description,Amount\n${file}`)).survey.plan.dates.order).toBe("dmy");
  });

  test("a statement with positive charges is reversed by its balance", async () => {
    const { rows, survey, proof } = await read(
      "Date,Description,Amount,Balance\n2024-01-15,Shop,20.00,980.00\n2024-01-16,Kiosk,5.50,974.50\n2024-01-17,Refund,-10.00,984.50\n2024-01-18,Cafe,4.50,980.00\n",
    );

    expect(rows.map((row) => row.amount / 10_000)).toEqual([-20, -5.5, 10, -4.5]);
    expect(survey.layout.sign).toBe("positive");
    expect(proof.rows_proven).toBe(3);
  });

  test("a missing row is shown as the line where the balances break", async () => {
    const { proof, survey } = await read(
      "Date,Description,Amount,Balance\n2024-01-15,A,-20.00,980.00\n2024-01-16,B,-5.00,975.00\n2024-01-18,D,-4.00,961.00\n2024-01-19,E,-1.00,960.00\n2024-01-20,F,-1.00,959.00\n",
    );

    expect(proof).toEqual({
      kind: "running balance",
      rows_checked: 4,
      rows_proven: 3,
      breaks_at: 4,
      breaks: 1,
      break_lines: [4],
    });
    expect(survey.layout.why).toContain('The balances in "Balance" do not fit at line 4.');
  });

  test.each([
    [
      "on the last row of a day only",
      "2024-01-15,A,-20.00,\n2024-01-15,B,-5.00,975.00\n2024-01-16,C,-4.00,\n2024-01-16,D,-1.00,970.00\n2024-01-17,E,70.00,1040.00\n",
    ],
    [
      "newest first, a day's rows the other way round",
      "2024-01-17,E,70.00,1045.00\n2024-01-16,C,-4.00,976.00\n2024-01-16,D,-1.00,975.00\n2024-01-15,A,-15.00,985.00\n2024-01-15,B,-5.00,980.00\n",
    ],
    [
      "the day's closing balance on each row",
      "2024-01-15,A,-20.00,975.00\n2024-01-15,B,-5.00,975.00\n2024-01-16,C,-4.00,970.00\n2024-01-16,D,-1.00,970.00\n2024-01-17,E,70.00,1040.00\n",
    ],
  ])("a running balance %s is a proof", async (_, rows) => {
    const { proof } = await read(`Date,Description,Amount,Balance\n${rows}`);

    expect(proof.kind).toBe("running balance");
    expect(proof.rows_proven).toBe(proof.rows_checked);
    expect(proof.rows_proven).toBeGreaterThanOrEqual(2);
  });

  test("opening and closing balance next to the table prove its sum", async () => {
    const { proof } = await read(
      "Opening balance;1000.00\nClosing balance;972.50\n\nDate;Description;Amount\n2024-01-15;A;-20.00\n2024-01-16;B;-7.50\n",
    );

    expect(proof).toEqual({
      kind: "opening and closing balance",
      rows_checked: 2,
      rows_proven: 2,
      breaks_at: null,
    });
  });
});

describe("accounts and details", () => {
  test("several accounts in one file are named on their rows, and each is proven", async () => {
    const { survey, rows, proof } = await read(
      "Account,Date,Description,Amount,Balance\nGiro,2024-01-15,A,-20.00,980.00\nSavings,2024-01-15,B,5.00,105.00\nGiro,2024-01-16,C,-1.00,979.00\nSavings,2024-01-16,D,5.00,110.00\nGiro,2024-01-17,E,-1.00,978.00\nSavings,2024-01-18,F,5.00,115.00\nGiro,2024-01-19,G,-1.00,977.00\nGiro,2024-01-20,H,-1.00,976.00\n",
    );

    expect(survey.accounts).toEqual(["Giro", "Savings"]);
    expect(rows.map((row) => row.account)).toEqual([
      "Giro",
      "Savings",
      "Giro",
      "Savings",
      "Giro",
      "Savings",
      "Giro",
      "Giro",
    ]);
    expect([proof.rows_proven, proof.rows_checked]).toEqual([6, 6]);
  });

  test("detail rows of a collective booking are skipped, because the booking carries the amount", async () => {
    const { records, rows } = await read(
      "Datum;Buchungstext;Betrag Detail;Belastung;Gutschrift;Valuta;Saldo\n15.01.2024;Sammelauftrag;;154.50;;15.01.2024;845.50\n;Miete;100.00;;;;\n;Strom;54.50;;;;\n16.01.2024;Lohn;;;1000.00;16.01.2024;1845.50\n",
    );

    expect(rows.map(describeRow)).toEqual([
      "2024-01-15 -154.50 Sammelauftrag",
      "2024-01-16 1000.00 Lohn",
    ]);
    expect(records.map(describeFate)).toEqual([
      "2 transaction",
      "3 skipped",
      "4 skipped",
      "5 transaction",
    ]);
  });

  test("a repeated header, an empty row and a total are not transactions", async () => {
    const { records } = await read(
      "Date,Description,Amount\n2024-01-15,A,-3.00\n,,\nDate,Description,Amount\n2024-01-16,B,4.00\nTotal,,1.00\n",
    );

    expect(records.map(describeFate)).toEqual([
      "2 transaction",
      "3 skipped",
      "4 skipped",
      "5 transaction",
      "6 skipped",
    ]);
  });

  test("original amount, rate and category are kept as facts", async () => {
    const { rows } = await read(
      "Date,Description,Amount,Original amount,Original currency,Exchange rate,Category\n2024-01-15,Hotel,-92.10,-100.00,USD,1.0858,Travel\n2024-01-16,Pay,10.00,,,,Income\n",
    );

    expect(rows[0]?.facts).toEqual({
      original_amount: "-100.00",
      original_currency: "USD",
      rate: "1.0858",
      category: "Travel",
    });
  });

  test("the bank's own transaction id is the reference, and a running number is not", async () => {
    const { rows } = await read(
      "No,Transaction ID,Date,Description,Amount\n1,TX-9001,2024-01-15,A,-3.00\n2,TX-9002,2024-01-16,B,4.00\n",
    );

    expect(rows.map((row) => row.reference)).toEqual(["TX-9001", "TX-9002"]);
  });

  test("a zero amount is a transaction; an unreadable amount and a day that does not exist are rejected", async () => {
    const { records } = await read(
      "Date,Description,Amount\n2024-01-15,A,0.00\n2024-01-16,B,12.x\n2026-02-30,C,-1.00\n2024-01-17,D,-1.50\n",
    );

    expect(records.map(describeFate)).toEqual([
      "2 transaction",
      "3 rejected",
      "4 rejected",
      "5 transaction",
    ]);
    const reasons = records.flatMap((record) =>
      record.kind === "rejected" ? [record.reason] : [],
    );
    expect(reasons).toEqual([
      '"12.x" in "Amount" is not an amount.',
      '"2026-02-30" in "Date" is not a date that exists.',
    ]);
  });
});

describe("refused CSV files", () => {
  test.each([
    ["", "The file is empty; a statement was expected."],
    [" \n\t\n  \n", "The file holds only blanks; a statement was expected."],
    [
      "hello\nthis is a letter\nto the bank\n",
      "No header and no row with a date and an amount were found in the first 3 lines with content; a bank statement has both.",
    ],
    ["Payee,Amount\nA,1.00\n", 'No column holds dates; the header is "Payee, Amount".'],
    [
      "Name,Street\nA,B\n",
      "No header and no row with a date and an amount were found in the first 2 lines with content; a bank statement has both.",
    ],
  ])("the file %j is refused with a sentence", async (content, message) => {
    expect(await readRefusal(content)).toBe(message);
  });

  test("a header alone is a statement of no rows, with a note", async () => {
    const { records, survey } = await read("Date,Payee,Amount\n");

    expect(records).toEqual([]);
    expect(survey.layout.why).toContain("The file has a header and no rows.");
  });
});

test("rows whose number an unquoted thousands comma splits are rejected with the reason, never misread", async () => {
  const some = await read(
    "Date,Payee,Amount\n2026-01-05,A,-1,234.50\n2026-01-06,B,-4.00\n2026-01-08,D,55.00\n",
  );
  const all = await read(
    "Date,Payee,Amount\n2026-01-05,A,-1,234.50\n2026-01-06,B,-4,400.00\n2026-01-07,C,5,005.00\n",
  );

  expect(some.rows.map(describeRow)).toEqual(["2026-01-06 -4.00 B", "2026-01-08 55.00 D"]);
  expect(some.records.map(describeFate)).toContain("2 rejected");
  expect(all.rows).toEqual([]);
  const comma = {
    reason: expect.stringContaining("4 cells under 3 labels: a number seems to hold a comma"),
  };
  expect(all.records).toEqual([
    expect.objectContaining(comma),
    expect.objectContaining(comma),
    expect.objectContaining(comma),
  ]);
});
