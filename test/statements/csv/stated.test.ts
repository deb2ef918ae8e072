// Opening and closing balances outside a table without a running balance are a proof if the rows
// lead from one to the other, and else a visible contradiction. No other number of the file proves
// anything.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeFate, read } from "./reading.ts";

const above = (opening: string, closing: string) =>
  `Account;DE89370400440532013000\n${opening}\n${closing}\n\nDate;Payee;Amount\n2026-10-13;A;-3.00\n2026-10-14;B;-4.00\n`;

const sentences = async (text: string) => {
  const { survey, proof } = await read(text);
  return { proof, said: survey.layout.why.filter((one) => /balance/.test(one)), survey };
};

describe("stated opening and closing balances", () => {
  test.each([
    ["above it", above("Opening balance;100.00", "Closing balance;93.00")],
    ["in cells of one piece", above("Anfangssaldo: 100.00", "Endsaldo: 93.00")],
    ["with a currency behind", above("Kontostand alt;100.00 EUR", "Kontostand neu;93.00 EUR")],
    [
      "by one name and the day of each",
      above("Saldo al 12.10.2026;100.00", "Saldo al 14.10.2026;93.00"),
    ],
    [
      "by one name, with the days in cells of their own, the later first",
      above("Balance;14.10.2026;93.00", "Balance;12.10.2026;100.00"),
    ],
    ["under their labels", above("Opening balance;Closing balance", "100.00;93.00")],
    ["of which only the first says which it is", above("Solde précédent;100.00", "Solde;93.00")],
    ["in French", above("Solde d'ouverture;100.00", "Solde de clôture;93.00")],
    ["in Czech", above("Počáteční stav;100.00", "Konečný stav;93.00")],
    ["in Chinese", above("期初余额;100.00", "期末余额;93.00")],
    [
      "as it was carried over",
      above("Balance brought forward;100.00", "Balance carried forward;93.00"),
    ],
    ["in Polish", above("Saldo początkowe;100.00", "Saldo końcowe;93.00")],
    ["in Russian", above("Входящий остаток;100.00", "Исходящий остаток;93.00")],
    ["in Finnish", above("Alkusaldo;100.00", "Loppusaldo;93.00")],
    [
      "one above the table and one below",
      "Letzter Kontostand;;100.00\nDate;Payee;Amount\n2026-10-13;A;-3.00\n2026-10-14;B;-4.00\nKontostand;14.10.2026;93.00\n",
    ],
  ])("stated balances prove rows that lead from one to the other: %s", async (_, text) => {
    const { proof, said } = await sentences(text);

    expect(proof).toEqual({
      kind: "opening and closing balance",
      rows_checked: 2,
      rows_proven: 2,
      breaks_at: null,
    });
    expect(said).toEqual([
      "The rows lead from the opening balance of 100.00 to the closing balance of 93.00 that the file states.",
    ]);
  });

  test.each([
    ["above it", above("Opening balance;100.00", "Closing balance;90.00"), 3],
    ["in cells of one piece", above("Anfangssaldo: 100.00", "Endsaldo: 90.00"), 3],
    [
      "in another language, with a day",
      above("Saldo iniziale al 01.10.2026;100.00", "Saldo finale al 31.10.2026;90.00"),
      3,
    ],
    [
      "beneath it",
      "Date,Payee,Amount\n2026-10-13,A,-3.00\n2026-10-14,B,-4.00\nOpening balance,,100.00\nClosing balance,,90.00\n",
      5,
    ],
  ])(
    "stated balances contradict rows that lead elsewhere, in the survey and in the reading: %s",
    async (_, text, line) => {
      const { proof, said, survey } = await sentences(text);

      expect(proof).toEqual({
        kind: "opening and closing balance",
        rows_checked: 2,
        rows_proven: 0,
        breaks_at: line,
        breaks: 1,
        break_lines: [line],
      });
      expect(survey.layout.proof).toEqual(proof);
      expect(said).toEqual([
        `From the opening balance of 100.00 the rows lead to 93.00, not to the closing balance of 90.00 that line ${line} states.`,
      ]);
    },
  );

  test.each([
    ["without the pending rows", "93.00"],
    ["with the pending rows", "84.00"],
  ])("stated balances prove a statement with pending rows: %s", async (_, closing) => {
    const { survey, proof } = await read(
      `Opening balance;100.00\nClosing balance;${closing}\n\nDate;Payee;Amount;Status\n2026-10-13;A;-3.00;Booked\n2026-10-14;B;-4.00;Booked\n2026-10-15;C;-9.00;Pending\n`,
    );

    expect([proof.rows_proven, proof.breaks ?? 0]).toEqual([3, 0]);
    expect(survey.layout.proof).toEqual(proof);
  });

  test.each([
    ["one of them alone", above("Closing balance;90.00", "Currency;EUR")],
    [
      "two of one name",
      above("Opening balance;100.00", "Closing balance;90.00").replace(
        "Closing",
        "Closing balance;80.00\nClosing",
      ),
    ],
    [
      "what is owed on a card, from nothing on, which falls as money comes in",
      above("Opening balance;0.00", "Closing balance;7.00"),
    ],
    [
      "rows of which some may not be booked",
      above("Opening balance;100.00", "Closing balance;90.00")
        .replace("Amount", "Amount;Status")
        .replace("-3.00", "-3.00;Pending")
        .replace("-4.00", "-4.00;Booked"),
    ],
  ])("stated balances prove and contradict nothing: %s", async (_, text) => {
    expect((await sentences(text)).proof.rows_checked).toBe(0);
  });
});

describe("numbers that are not stated balances", () => {
  test.each([
    ["a limit and what is left of it", above("Limit;100.00", "Remaining;93.00")],
    ["two balances of other kinds", above("Available balance;100.00", "Current balance;93.00")],
    ["numbers without a label", above("100.00", "93.00")],
    [
      "the totals of two columns",
      "Date;Payee;Debit;Credit\n2026-10-13;A;3.00;\n2026-10-14;B;;10.00\nTotal;;3.00;10.00\n",
    ],
  ])("numbers prove nothing if the file does not call them its balances: %s", async (_, text) => {
    expect((await sentences(text)).proof).toEqual({
      kind: "none",
      rows_checked: 0,
      rows_proven: 0,
      breaks_at: null,
    });
  });

  test("a total proves nothing if a row was rejected", async () => {
    const { proof, records } = await read(
      "Date,Description,Amount\n2026-01-05,Shop A,-10.00\n2026-01-06,Shop B,-20.50\n2026-01-07 or 2026-01-05,Shop C,-33.33\n2026-01-09,Shop D,-40.00\n2026-01-12,Shop E,100.00\nTransactions Total,,-3.83\n",
    );

    expect(records.map(describeFate)).toEqual([
      "2 transaction",
      "3 transaction",
      "4 rejected",
      "5 transaction",
      "6 transaction",
      "7 skipped",
    ]);
    expect(proof).toEqual({ kind: "none", rows_checked: 0, rows_proven: 0, breaks_at: null });
  });

  test("a total proves nothing if any row is unread, for any rows", async () => {
    const rows = fc.array(
      fc.integer({ min: -90_000, max: 90_000 }).filter((cents) => cents !== 0),
      { minLength: 3, maxLength: 12 },
    );
    const total = fc.constantFrom(
      "Total",
      "Transactions Total",
      "Summe",
      "Totale movimenti",
      "Celkem",
      "合計",
      "Saldo der Umsätze",
    );
    await fc.assert(
      fc.asyncProperty(rows, total, fc.nat(), async (all, label, which) => {
        const unread = which % all.length;
        const day = (at: number) => `2026-03-${String(at + 13)}`;
        const lines = all.map(
          (cents, at) =>
            `${day(at)}${at === unread ? " as of earlier" : ""},Shop ${at},${(cents / 100).toFixed(2)}`,
        );
        const sum = all.reduce((some, cents) => some + cents, 0);
        const { proof, survey } = await read(
          `Date,Description,Amount\n${lines.join("\n")}\n${label},,${(sum / 100).toFixed(2)}\n`,
        );

        expect(proof.rows_proven).toBe(0);
        expect(survey.layout.proof.rows_proven).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});
