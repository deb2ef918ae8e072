// Opening and closing balances beside a table without a running balance: a proof where the rows lead from one to the
// other, and a contradiction that is said where they do not.

import { describe, expect, test } from "vitest";
import { read } from "../reading.ts";

const above = (opening: string, closing: string) => `Account;DE89370400440532013000\n${opening}\n${closing}\n\nDate;Payee;Amount\n2026-10-13;A;-3.00\n2026-10-14;B;-4.00\n`;

const sentences = async (text: string) => {
  const { survey, proof } = await read(text);
  return { proof, said: survey.layout.why.filter((one) => /balance/.test(one)), survey };
};

describe("opening and closing balance beside the table", () => {
  test.each([
    ["above it", above("Opening balance;100.00", "Closing balance;93.00")],
    ["in cells of one piece", above("Anfangssaldo: 100.00", "Endsaldo: 93.00")],
  ])("%s, they prove rows that lead from one to the other", async (_, text) => {
    expect((await sentences(text)).proof).toEqual({ kind: "opening and closing balance", rows_checked: 2, rows_proven: 2, breaks_at: null });
  });

  test.each([
    ["above it", above("Opening balance;100.00", "Closing balance;90.00")],
    ["in cells of one piece", above("Anfangssaldo: 100.00", "Endsaldo: 90.00")],
    ["in another language, with a day", above("Saldo iniziale al 01.10.2026;100.00", "Saldo finale al 31.10.2026;90.00")],
    ["beneath it", "Date,Payee,Amount\n2026-10-13,A,-3.00\n2026-10-14,B,-4.00\nOpening balance,,100.00\nClosing balance,,90.00\n"],
  ])("%s, they contradict rows that lead elsewhere, in the survey and in the reading", async (_, text) => {
    const { proof, said, survey } = await sentences(text);

    expect(proof).toEqual({ kind: "opening and closing balance", rows_checked: 2, rows_proven: 0, breaks_at: null });
    expect(survey.layout.proof).toEqual(proof);
    expect(said).toEqual(["From the opening balance of 100.00 the rows lead to 93.00, not to the closing balance of 90.00 that the file states."]);
  });

  test.each([
    ["one of them alone", above("Closing balance;90.00", "Currency;EUR")],
    ["two of one name", above("Opening balance;100.00", "Closing balance;90.00").replace("Closing", "Closing balance;80.00\nClosing")],
    ["what is owed on a card, from nothing on, which falls as money comes in", above("Opening balance;0.00", "Closing balance;7.00")],
    ["rows of which some may not be booked", above("Opening balance;100.00", "Closing balance;90.00").replace("Amount", "Amount;Status").replace("-3.00", "-3.00;Pending").replace("-4.00", "-4.00;Booked")],
  ])("%s: nothing is proven and nothing contradicted", async (_, text) => {
    expect((await sentences(text)).proof.rows_checked).toBe(0);
  });
});
