// Exports of wallets: one account for each currency that has a balance of its own, fees, both parties and conversions.

import { describe, expect, test } from "vitest";
import { cleanPayee } from "../../../src/statements/payees/payee.ts";
import type { Answers, StatementRow } from "../../../src/statements/statement.ts";
import { read } from "./reading.ts";

const describeMove = ({ date, amount, currency, account, payee, pending }: StatementRow) =>
  `${date} ${amount / 10_000} ${currency ?? "?"} [${account ?? ""}] ${cleanPayee(payee).payee}${pending ? " pending" : ""}`;

async function readMoves(lines: readonly string[], answers: Answers = {}) {
  const { survey, rows } = await read(lines.join("\n"), answers);
  return { asked: survey.questions.map(({ id }) => id), moves: rows.map(describeMove), survey };
}

describe("wallets of several currencies", () => {
  test("each currency of a product with a balance of its own is an account", async () => {
    const { asked, moves, survey } = await readMoves([
      "Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance",
      "CARD_PAYMENT,Current,2026-01-05 10:00:00,2026-01-06 11:00:00,Corner Cafe,-4.50,0.00,EUR,COMPLETED,95.50",
      "EXCHANGE,Current,2026-01-07 10:00:00,2026-01-07 10:00:00,Exchanged to USD,-50.00,0.50,EUR,COMPLETED,45.00",
      "EXCHANGE,Current,2026-01-07 10:00:00,2026-01-07 10:00:00,Exchanged to USD,54.00,0.00,USD,COMPLETED,54.00",
      "CARD_PAYMENT,Current,2026-01-08 10:00:00,2026-01-08 11:00:00,Harbour Books,-4.00,0.00,USD,COMPLETED,50.00",
      "TOPUP,Current,2026-01-09 10:00:00,2026-01-09 10:00:00,Payment from Jane Roe,100.00,0.00,EUR,COMPLETED,145.00",
    ]);

    expect(asked).toEqual([]);
    expect(survey.accounts).toEqual(["Current EUR", "Current USD"]);
    expect(moves).toEqual([
      "2026-01-06 -4.5 eur [Current EUR] Corner Cafe",
      "2026-01-07 -50.5 eur [Current EUR] Exchanged to USD",
      "2026-01-07 54 usd [Current USD] Exchanged to USD",
      "2026-01-08 -4 usd [Current USD] Harbour Books",
      "2026-01-09 100 eur [Current EUR] Jane Roe",
    ]);
  });

  test("one balance that runs through rows of several currencies is one account", async () => {
    const { moves } = await readMoves([
      "Date,Description,Amount,Currency,Balance",
      "2026-01-05,Corner Cafe,-4.50,EUR,95.50",
      "2026-01-06,Harbour Books,-10.00,USD,85.50",
      "2026-01-07,City Gas,-5.50,EUR,80.00",
      "2026-01-08,Acme Ltd,20.00,EUR,100.00",
    ]);

    expect(moves.map((move) => /\[(.*)\]/.exec(move)?.[1])).toEqual(["", "", "", ""]);
  });

  test("the statuses of a payment service's rows are known", async () => {
    const { asked, moves } = await readMoves([
      "Transaction ID,Date,Transaction Type,Currency,Amount,Status,Notes,Name of sender/receiver",
      "a1b2c3,2026-01-05,P2P,USD,-$20.00,PAYMENT SENT,pizza,Bob Poe",
      "a1b2c4,2026-01-06,P2P,USD,$50.00,PAYMENT DEPOSITED,rent,Carla Jones",
      "a1b2c5,2026-01-07,Cash Card Debit,USD,-$4.50,CARD CHARGED,Corner Cafe,",
      "a1b2c6,2026-01-08,P2P,USD,-$7.00,PAYMENT PENDING,,Dora Lee",
    ]);

    expect(asked).toEqual([]);
    expect(moves).toEqual([
      "2026-01-05 -20 usd [] Bob Poe",
      "2026-01-06 50 usd [] Carla Jones",
      "2026-01-07 -4.5 usd [] Corner Cafe",
      "2026-01-08 -7 usd [] Dora Lee pending",
    ]);
  });

  test("a total in the account's currency is not in the currency of the purchase", async () => {
    const { moves } = await readMoves(
      [
        "Time,Transaction Type,Payee,Description,Subtotal (AUD),Currency,Subtotal (Transaction Currency),Fee (AUD),Round Up (AUD),Total (AUD),Settled Date",
        "2026-02-26T18:01:22+11:00,Purchase,Coles,COLES 4567,-18.20,AUD,-18.20,,-0.80,-19.00,2026-02-27",
        "2026-02-25T10:01:22+11:00,Purchase,Steam,STEAM GAMES,-34.55,USD,-22.00,-1.05,,-35.60,2026-02-26",
        "2026-02-20T00:01:22+11:00,Direct Credit,ACME Pty,PAYROLL,1200.00,AUD,1200.00,,,1200.00,2026-02-20",
      ],
      { amount_column: "9" },
    );

    expect(moves).toEqual([
      "2026-02-27 -19 aud [] Coles",
      "2026-02-26 -35.6 aud [] Steam",
      "2026-02-20 1200 aud [] ACME Pty",
    ]);
  });
});
