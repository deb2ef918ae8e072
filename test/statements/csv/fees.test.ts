// A column of fees is part of the amount exactly where that makes the balances hold.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { read } from "./reading.ts";

const HEAD =
  "Nr,Account,Posting Date,Transaction Date,Description,Original Description,Parent Category,Category,Money In,Money Out,Fee,Balance";

test("a bank that charges a fee on most rows, and prints some fees alone, is read correctly", async () => {
  const rows = [
    "1,1234567890,2026-01-05,2026-01-05,Checkers,CHECKERS,Cat,Sub,,-150.00,,850.00",
    "2,1234567890,2026-01-08,2026-01-08,ATM,ATM CAPE TOWN,Cat,Sub,,-20.00,-2.50,827.50",
    "3,1234567890,2026-01-15,2026-01-15,ACME,ACME SALARY,Cat,Sub,9000.00,,,9827.50",
    "4,1234567890,2026-01-16,2026-01-16,Monthly Fee,MONTHLY FEE,Cat,Sub,,,-7.50,9820.00",
    "5,1234567890,2026-01-20,2026-01-20,Electricity,ELECTRICITY,Cat,Sub,,-300.00,-1.00,9519.00",
  ];
  const { rows: read5, survey, proof } = await read(`${HEAD}\n${rows.join("\n")}\n`);

  expect(read5.map((row) => row.amount / 10_000)).toEqual([-150, -22.5, 9000, -7.5, -301]);
  expect(proof).toEqual({
    kind: "running balance",
    rows_checked: 4,
    rows_proven: 4,
    breaks_at: null,
  });
  expect(survey.layout.why).toContain(
    '"Fee" also changes the balance: with it the running balance fits 4 of 4 rows, without it 1.',
  );
});

interface Booking {
  readonly cents: number;
  readonly fee: number;
  readonly alone: boolean;
}

const booking: fc.Arbitrary<Booking> = fc.record({
  cents: fc.integer({ min: -90_000, max: 90_000 }).filter((cents) => Math.abs(cents) > 5_000),
  fee: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900 })),
  alone: fc.integer({ min: 0, max: 6 }).map((n) => n === 0),
});

interface Print {
  readonly label: string;
  readonly columns: "one" | "two" | "words";
  readonly negative: boolean;
  readonly newestFirst: boolean;
}

const print: fc.Arbitrary<Print> = fc.record({
  label: fc.constantFrom("Fee", "Gebühr", "Frais", "Poplatek", "Bank charge", "Mokestis (EUR)"),
  columns: fc.constantFrom("one", "two", "words"),
  negative: fc.boolean(),
  newestFirst: fc.boolean(),
});
const money = (cents: number) => (cents / 100).toFixed(2);

function file(
  all: readonly Booking[],
  { label, columns, negative, newestFirst }: Print,
  charged: boolean,
): string {
  let total = 5_000_000;
  const lines = all.map(({ cents, fee, alone }, at) => {
    const amount = alone && fee > 0 ? 0 : cents;
    total += amount - (charged ? fee : 0);
    const printed = amount === 0 ? "" : money(columns === "one" ? cents : Math.abs(cents));
    const inTwo = cents < 0 ? [printed, ""] : ["", printed];
    const cells = { one: [printed], two: inTwo, words: [cents < 0 ? "debit" : "credit", printed] }[
      columns
    ];
    return [
      `2026-03-${String(at + 10)}`,
      `Shop ${at}`,
      ...cells,
      fee === 0 ? "" : money(negative ? -fee : fee),
      money(total),
    ].join(",");
  });
  const header = [
    "Date",
    "Description",
    ...{ one: ["Amount"], two: ["Debit", "Credit"], words: ["Debit/Credit", "Amount"] }[columns],
    label,
    "Balance",
  ].join(",");
  return `${[header, ...(newestFirst ? lines.toReversed() : lines)].join("\n")}\n`;
}

/** At least two fees on rows with an amount, and both sides. */
const month = fc
  .array(booking, { minLength: 6, maxLength: 18 })
  .map((all) => [
    { cents: -12_000, fee: 250, alone: false },
    { cents: 44_400, fee: 0, alone: false },
    { cents: -7_700, fee: 120, alone: false },
    ...all,
  ]);

describe("fees in every style of printing", () => {
  test("a fee that leaves the account is part of the amount, even if most rows have one", async () => {
    await fc.assert(
      fc.asyncProperty(month, print, async (all, how) => {
        const { rows, survey, proof } = await read(file(all, how, true));
        const said = all.map(({ cents, fee, alone }) => (alone && fee > 0 ? 0 : cents) - fee);

        expect(survey.questions).toEqual([]);
        expect(rows.map((row) => row.amount / 100).toSorted((a, b) => a - b)).toEqual(
          said.toSorted((a, b) => a - b),
        );
        expect(proof.rows_proven).toBe(all.length - 1);
      }),
      { numRuns: 80 },
    );
  });

  test("a fee that the amount already includes is not subtracted again", async () => {
    await fc.assert(
      fc.asyncProperty(month, print, async (all, how) => {
        const whole = all.map((one) => ({ ...one, alone: false }));
        const { rows, proof } = await read(file(whole, how, false));

        expect(rows.map((row) => row.amount / 100).toSorted((a, b) => a - b)).toEqual(
          whole.map(({ cents }) => cents).toSorted((a, b) => a - b),
        );
        expect(proof.rows_proven).toBe(all.length - 1);
      }),
      { numRuns: 60 },
    );
  });
});

test("a copy of the amount is not a fee, although as a fee it would keep every balance unchanged", async () => {
  const rows = [
    ["13", "22.00", ""],
    ["14", "13.50", ""],
    ["15", "54.85", ""],
    ["16", "", "700.00"],
    ["17", "36.20", ""],
  ];
  const { rows: read5, proof } = await read(
    `Date,Text,Debit,Credit,Balance,Debit,Credit\n${rows.map(([day, out, into]) => `2026-03-${day},Shop,${out},${into},111.10,${out},${into}`).join("\n")}\n`,
  );

  expect(read5.map((row) => row.amount / 10_000)).toEqual([-22, -13.5, -54.85, 700, -36.2]);
  expect(proof.rows_proven).toBe(0);
});

test("a refunded fee is added if fees are printed with a minus", async () => {
  const { rows, proof } = await read(
    "Date,Description,Amount,Fee,Balance\n2026-03-13,A,-100.00,-2.00,898.00\n2026-03-14,B,-50.00,-1.00,847.00\n2026-03-15,C,-10.00,3.00,840.00\n2026-03-16,D,20.00,-1.00,859.00\n",
  );

  expect(rows.map((row) => row.amount / 10_000)).toEqual([-102, -51, -7, 19]);
  expect(proof.rows_proven).toBe(3);
});

test("a fee stays a fact of the row if no balance proves that it belongs to the amount", async () => {
  const { rows } = await read(
    "Date,Description,Amount,Fee\n2026-03-13,A,-100.00,-2.00\n2026-03-14,B,-50.00,-1.00\n2026-03-15,C,-10.00,\n",
  );

  expect(rows.map((row) => [row.amount / 10_000, row.facts["fee"] ?? null])).toEqual([
    [-100, "-2.00"],
    [-50, "-1.00"],
    [-10, null],
  ]);
});

test("a fee and a balance under unknown labels are found where every step fits with the fee alone", async () => {
  const { survey, rows, proof } = await read(
    "Date,Text,Amount,Flub,Gorp\n2026-03-13,A,-10.00,1.00,989.00\n2026-03-14,B,-20.00,,969.00\n2026-03-15,C,500.00,,1469.00\n2026-03-16,D,-30.00,0.50,1438.50\n2026-03-17,E,-5.00,0.25,1433.25\n",
  );

  expect(survey.questions).toEqual([]);
  expect(rows.map((row) => row.amount / 10_000)).toEqual([-11, -20, 500, -30.5, -5.25]);
  expect(proof).toMatchObject({ rows_checked: 4, rows_proven: 4 });
});
