// A row's amount is in the account's currency, never in the other party's: one column per currency,
// totals whose label names the currency, transfers with a source and a target, and balances over
// rows of several currencies.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCsv } from "../../../src/statements/csv/read.ts";
import type { StatementRecord, StatementRow } from "../../../src/statements/statement.ts";
import { listOtherRecords } from "../reading.ts";
import { documentOf, describeFate, read } from "./reading.ts";

const shown = ({ date, amount, currency, account, payee }: StatementRow) =>
  `${date} ${amount / 10_000} ${currency ?? "?"} [${account ?? ""}] ${payee}`;

describe("columns of amounts, one per currency", () => {
  const RBC =
    '"Account Type","Account Number","Transaction Date","Cheque Number","Description 1","Description 2","CAD$","USD$"';

  test("a row's amount is in the filled currency column, and two currencies are two accounts", async () => {
    const { survey, rows, records } = await read(
      `${RBC}\nChequing,06702-1234567,1/2/2026,,"E-TRANSFER SENT","MARIE",-120.00,,\nChequing,06702-1234567,1/15/2026,,"PAYROLL DEPOSIT","ACME INC",2011.32,,\nVisa,4512000000001111,1/5/2026,,"LOBLAWS 1029 TORONTO ON","",-84.17,,\nVisa,4512000000001111,1/19/2026,,"OPENAI SAN FRANCISCO","",,-20.00,\n`,
    );

    expect(survey.questions).toEqual([]);
    expect(rows.map(shown)).toEqual([
      "2026-01-02 -120 cad [06702-1234567] MARIE",
      "2026-01-15 2011.32 cad [06702-1234567] ACME INC",
      "2026-01-05 -84.17 cad [4512000000001111 CAD] LOBLAWS 1029 TORONTO ON",
      "2026-01-19 -20 usd [4512000000001111 USD] OPENAI SAN FRANCISCO",
    ]);
    expect(survey.accounts).toEqual([
      "06702-1234567",
      "4512000000001111 CAD",
      "4512000000001111 USD",
    ]);
    expect(records).toHaveLength(4);
  });

  test("currency columns of which one is used are one account in that currency", async () => {
    const { survey, rows } = await read(
      `${RBC}\nVisa,4512000000001111,1/5/2026,,"LOBLAWS","",-84.17,,\nVisa,4512000000001111,1/19/2026,,"METRO","",-9.00,,\n`,
    );

    expect(rows.map(shown)).toEqual([
      "2026-01-05 -84.17 cad [] LOBLAWS",
      "2026-01-19 -9 cad [] METRO",
    ]);
    expect([survey.accounts, survey.layout.account]).toEqual([[], "4512000000001111"]);
  });

  test("currency columns are recognized with any labels, even if the second currency comes late", async () => {
    const labels = fc.constantFrom(
      ["Amount EUR", "Amount USD"],
      ["Betrag (CHF)", "Betrag (EUR)"],
      ["Kwota PLN", "Kwota EUR"],
      ["Montant en EUR", "Montant en GBP"],
    );
    const row = fc.record({
      cents: fc.integer({ min: -90_000, max: 90_000 }).filter((cents) => cents !== 0),
      second: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        labels,
        fc.array(row, { minLength: 3, maxLength: 20 }),
        async ([one = "", two = ""], some) => {
          const all = [
            { cents: -1_250, second: false },
            ...some,
            { cents: -990, second: true },
            { cents: 5_000, second: false },
          ];
          const lines = all.map(
            ({ cents, second }, at) =>
              `2026-03-${String(1 + at).padStart(2, "0")};Shop ${at};${second ? ";" : ""}${(cents / 100).toFixed(2)}${second ? "" : ";"}`,
          );
          const { rows, survey } = await read(`Date;Text;${one};${two}\n${lines.join("\n")}\n`, {
            sign: "as_printed",
          });
          const codes = [one, two].map((label) => label.replace(/[()]/g, "").slice(-3));

          expect(
            rows.map(
              (each) =>
                `${each.amount / 100} ${each.currency?.toUpperCase() ?? ""} ${each.account ?? ""}`,
            ),
          ).toEqual(
            all.map(
              ({ cents, second }) =>
                `${cents} ${codes[second ? 1 : 0] ?? ""} ${codes[second ? 1 : 0] ?? ""}`,
            ),
          );
          expect(survey.accounts.toSorted()).toEqual(codes.toSorted());
        },
      ),
      { numRuns: 40 },
    );
    const late = Array.from({ length: 1_500 }, (_, at) => `2026-03-13;Shop ${at};-1.00;`);
    const { survey, rows } = await read(
      `Date;Text;Amount EUR;Amount USD\n2026-03-12;First;;-3.00\n2026-03-12;Second;-3.00;\n${late.join("\n")}\n2026-03-14;Last;;-2.00\n`,
    );
    expect([survey.accounts, rows.at(-1)?.account]).toEqual([["USD", "EUR"], "USD"]);
  });

  test("a row with two filled currency columns is rejected on that row", async () => {
    const filler = Array.from(
      { length: 60 },
      (_, at) => `2026-03-13;Shop ${at};${at % 2 === 0 ? "-1.00;" : ";-2.00"}`,
    );
    const { records } = await read(
      `Date;Text;Amount EUR;Amount USD\n${filler.join("\n")}\n2026-03-14;Both;-5.00;-6.00\n`,
    );

    expect(records.at(-1)).toMatchObject({
      kind: "rejected",
      reason: 'The row has amounts in both "Amount EUR" and "Amount USD".',
    });
  });
});

describe("labels that name the currency of their amounts", () => {
  const UP =
    "Time,BSB / Account Number,Transaction Type,Payee,Description,Category,Tags,Subtotal (AUD),Currency,Subtotal (Transaction Currency),Fee (AUD),Round Up (AUD),Total (AUD),Payment Method,Settled Date";
  const file = `${UP}\n2026-02-26T18:01:22+11:00,633-123 / 123456789,Purchase,Coles,COLES 4567,Groceries,,-18.20,AUD,-18.20,,-0.80,-19.00,"Card, Apple Pay",2026-02-27\n2026-02-25T10:01:22+11:00,633-123 / 123456789,Purchase,Steam,STEAM GAMES,Games,,-34.55,USD,-22.00,-1.05,,-35.60,"Card",2026-02-26\n2026-02-20T00:01:22+11:00,633-123 / 123456789,Direct Credit,ACME Pty,PAYROLL,,,1200.00,AUD,1200.00,,,1200.00,,2026-02-20\n2026-02-13T08:01:22+11:00,633-123 / 123456789,Purchase,Single O,SINGLE O SURRY,Cafe,,-5.50,AUD,-5.50,,-0.50,-6.00,"Card",2026-02-14\n`;

  test("a label's currency counts more than the transaction's currency in another column", async () => {
    const { rows, survey } = await read(file, { amount_column: "12" });

    expect(survey.questions).toEqual([]);
    expect(rows.map(({ amount, currency }) => `${amount / 10_000} ${currency ?? ""}`)).toEqual([
      "-19 aud",
      "-35.6 aud",
      "1200 aud",
      "-6 aud",
    ]);
  });

  test("a label's currency leaves amounts in the transaction's own currency unchanged", async () => {
    const { rows } = await read(file, { amount_column: "9" });

    expect(rows.map(({ amount, currency }) => `${amount / 10_000} ${currency ?? ""}`)).toEqual([
      "-18.2 aud",
      "-22 usd",
      "1200 aud",
      "-5.5 aud",
    ]);
  });

  test("a column that is empty on most rows is not offered as the amount", async () => {
    expect(
      (await read(file)).survey.questions.map(({ choices }) => choices.map(({ label }) => label)),
    ).toEqual([
      [
        "The amount in “Subtotal (AUD)”",
        "The amount in “Subtotal (Transaction Currency)”",
        "The amount in “Total (AUD)”",
      ],
    ]);
  });
});

test("a balance over rows of several currencies shows that the amounts are in the account's", async () => {
  const { rows, proof } = await read(
    "Date,Description,Amount,Currency,Balance\n2026-03-13,A,-10.00,EUR,990.00\n2026-03-14,B,-5.00,USD,985.00\n2026-03-15,C,-7.00,EUR,978.00\n2026-03-16,D,-8.00,GBP,970.00\n2026-03-17,E,100.00,EUR,1070.00\n",
  );

  expect(
    rows.map(({ amount, currency }) => `${amount / 10_000} ${currency ?? "the account's"}`),
  ).toEqual([
    "-10 the account's",
    "-5 the account's",
    "-7 the account's",
    "-8 the account's",
    "100 the account's",
  ]);
  expect([proof.rows_checked, proof.rows_proven]).toEqual([4, 4]);
});

test("separate balances for each currency leave every row its own currency", async () => {
  const { rows, proof } = await read(
    "Date,Description,Amount,Currency,Balance\n2026-03-13,A,-10.00,EUR,990.00\n2026-03-14,B,-5.00,USD,95.00\n2026-03-15,C,-7.00,EUR,983.00\n2026-03-16,D,-8.00,USD,87.00\n2026-03-17,E,100.00,EUR,1083.00\n",
  );

  expect(rows.map(({ currency }) => currency)).toEqual(["eur", "usd", "eur", "usd", "eur"]);
  expect([proof.rows_checked, proof.rows_proven]).toEqual([3, 3]);
});

describe("transfers with a source and a target", () => {
  const WISE =
    'ID,Status,Direction,"Created on","Finished on","Source fee amount","Source fee currency","Target fee amount","Target fee currency","Source name","Source amount (after fees)","Source currency","Target name","Target amount (after fees)","Target currency","Exchange rate",Reference,Batch,"Created by",Category,Note';
  const line = (cells: readonly string[]) => cells.join(",");
  const transfer = (
    id: string,
    direction: string,
    day: string,
    fee: readonly [string, string],
    from: readonly [string, string, string],
    to: readonly [string, string, string],
    rate = "1.0",
    status = "COMPLETED",
  ) =>
    line([
      id,
      status,
      direction,
      `2026-02-${day} 09:00:00`,
      `2026-02-${day} 09:01:00`,
      ...fee,
      "",
      "",
      ...from,
      ...to,
      rate,
      "",
      "",
      "Jane",
      "Money",
      "",
    ]);
  const file = [
    WISE,
    transfer(
      "TRANSFER-1",
      "OUT",
      "13",
      ["1.20", "EUR"],
      ["Jane Roe", "98.80", "EUR"],
      ["Bob Poe", "85.00", "GBP"],
      "0.8603",
    ),
    transfer(
      "CARD-2",
      "OUT",
      "15",
      ["0.00", "EUR"],
      ["Jane Roe", "12.30", "EUR"],
      ["Lidl", "12.30", "EUR"],
    ),
    transfer(
      "TRANSFER-3",
      "IN",
      "20",
      ["0.00", "EUR"],
      ["ACME GmbH", "1500.00", "EUR"],
      ["Jane Roe", "1500.00", "EUR"],
    ),
    transfer(
      "BALANCE-4",
      "NEUTRAL",
      "21",
      ["0.60", "EUR"],
      ["Jane Roe", "199.40", "EUR"],
      ["Jane Roe", "216.00", "USD"],
      "1.0832",
    ),
    transfer(
      "TRANSFER-5",
      "OUT",
      "22",
      ["0.60", "EUR"],
      ["Jane Roe", "50.00", "EUR"],
      ["Sue", "50.00", "EUR"],
      "1.0",
      "CANCELLED",
    ),
    transfer(
      "TRANSFER-6",
      "IN",
      "23",
      ["0.00", "GBP"],
      ["Tom Poe", "40.00", "GBP"],
      ["Jane Roe", "46.10", "EUR"],
      "1.1525",
    ),
    "",
  ].join("\n");

  test("a transfer out is the source with its fee, a transfer in is the target, and a conversion is both", async () => {
    const { rows, survey, records } = await read(file);

    expect(survey.questions).toEqual([]);
    expect(rows.map(shown)).toEqual([
      "2026-02-13 -100 eur [Wise EUR] Bob Poe",
      "2026-02-15 -12.3 eur [Wise EUR] Lidl",
      "2026-02-20 1500 eur [Wise EUR] ACME GmbH",
      "2026-02-21 -200 eur [Wise EUR] Jane Roe",
      "2026-02-21 216 usd [Wise USD] Jane Roe",
      "2026-02-23 46.1 eur [Wise EUR] Tom Poe",
    ]);
    expect(listOtherRecords(records)).toEqual(['skipped 6: Not carried out: "CANCELLED".']);
    expect(survey.accounts).toEqual(["Wise EUR", "Wise USD"]);
  });

  test("a transfer keeps the other side as the original amount only if the currency differs", async () => {
    const { rows } = await read(file);
    const original = ({ facts }: StatementRow) => [
      facts["original_amount"] ?? null,
      facts["original_currency"] ?? null,
    ];

    expect(rows.map(original)).toEqual([
      ["85.00", "GBP"],
      [null, null],
      [null, null],
      ["216.00", "USD"],
      ["199.40", "EUR"],
      ["40.00", "GBP"],
    ]);
  });

  test("transfers in one currency are one account", async () => {
    const { rows, survey } = await read(
      file
        .split("\n")
        .filter((row) => !row.includes("NEUTRAL"))
        .join("\n"),
    );

    expect(survey.accounts).toEqual([]);
    expect(rows.map(({ account, currency }) => [account, currency])).toEqual([
      [null, "eur"],
      [null, "eur"],
      [null, "eur"],
      [null, "eur"],
    ]);
  });

  test("a fee in another currency than the source's is only kept as a fact", async () => {
    const { rows } = await read(
      [
        WISE,
        transfer(
          "T1",
          "OUT",
          "13",
          ["2.00", "USD"],
          ["Jane Roe", "98.80", "EUR"],
          ["Bob", "85.00", "GBP"],
        ),
        transfer(
          "T2",
          "OUT",
          "15",
          ["0.00", "EUR"],
          ["Jane Roe", "12.30", "EUR"],
          ["Lidl", "12.30", "EUR"],
        ),
        "",
      ].join("\n"),
    );

    expect(rows.map(({ amount, facts }) => [amount / 10_000, facts["fee"] ?? null])).toEqual([
      [-98.8, "2.00"],
      [-12.3, "0.00"],
    ]);
  });

  test("reading resumes at any record, even between the two rows of a conversion", async () => {
    const { survey, records } = await read(file);

    expect(records.map(describeFate)).toEqual([
      "2 transaction",
      "3 transaction",
      "4 transaction",
      "5 transaction",
      "5 transaction",
      "6 skipped",
      "7 transaction",
    ]);
    for (let from = 0; from <= records.length; from += 1) {
      const rest: StatementRecord[] = [];
      for await (const slice of readCsv(documentOf(file), survey.plan, from))
        rest.push(...slice.records);
      expect(rest).toEqual(records.slice(from));
    }
  });

  test("another service's transfers are read by the same labels, and a currency names no account", async () => {
    const { rows, survey } = await read(
      "Transfer ID,Status,Direction,Date,From name,From amount,From currency,To name,To amount,To currency,Rate\nA-1001,COMPLETED,OUT,2026-04-13,Me,50.00,EUR,Bob,43.10,GBP,0.862\nA-1002,COMPLETED,IN,2026-04-14,Corp,900.00,USD,Me,830.50,EUR,0.92\nA-1003,COMPLETED,OUT,2026-04-15,Me,12.00,EUR,Shop,12.00,EUR,1\n",
    );

    expect(survey.questions).toEqual([]);
    expect(rows.map(shown)).toEqual([
      "2026-04-13 -50 eur [] Bob",
      "2026-04-14 830.5 eur [] Corp",
      "2026-04-15 -12 eur [] Shop",
    ]);
  });

  test("transfers read the same for any currencies, amounts and fees", async () => {
    const cents = fc.integer({ min: 100, max: 90_000 });
    const code = fc.constantFrom("EUR", "GBP", "USD");
    const one = fc.record({
      direction: fc.constantFrom("OUT", "IN", "NEUTRAL"),
      from: cents,
      to: cents,
      fee: fc.integer({ min: 0, max: 300 }),
      source: code,
      target: code,
    });
    const money = (value: number) => (value / 100).toFixed(2);
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 2, maxLength: 12 }), async (some) => {
        const all = [
          { direction: "OUT", from: 1_000, to: 1_000, fee: 0, source: "EUR", target: "EUR" },
          { direction: "IN", from: 2_000, to: 2_000, fee: 0, source: "EUR", target: "EUR" },
          ...some,
        ];
        const text = [
          WISE,
          ...all.map(({ direction, from, to, fee, source, target }, at) =>
            transfer(
              `T${at + 1000}`,
              direction,
              String(at + 13),
              [money(fee), source],
              ["Jane", money(from), source],
              ["Bob", money(to), target],
            ),
          ),
          "",
        ].join("\n");
        const { rows } = await read(text);
        const said = all.flatMap(({ direction, from, to, fee, source, target }) => [
          ...(direction === "IN" ? [] : [`${-from - fee} ${source}`]),
          ...(direction === "OUT" ? [] : [`${to} ${target}`]),
        ]);

        expect(
          rows.map(({ amount, currency }) => `${amount / 100} ${currency?.toUpperCase() ?? ""}`),
        ).toEqual(said);
      }),
      { numRuns: 40 },
    );
  });
});

describe("currency signs in a few cells", () => {
  test("a sign on one amount of many is the currency of that row, not of the file", async () => {
    const { rows } = await read(
      "Date,Description,Amount\n2026-01-13,A,-10.00\n2026-01-14,B,-20.50\n2026-01-15,C,€45.00\n2026-01-16,D,-5.00\n",
    );

    expect(rows.map(({ currency }) => currency)).toEqual([null, null, "eur", null]);
  });

  test("a currency in the label, or a sign on most amounts, is that of every row", async () => {
    const { rows } = await read(
      "Date,Description,Amount (CHF)\n2026-01-13,A,-10.00\n2026-01-14,B,-20.50\n2026-01-15,C,-5.00\n",
    );
    const other = await read(
      "Date,Description,Amount\n2026-01-13,A,-€10.00\n2026-01-14,B,-€20.50\n2026-01-15,C,-5.00\n",
    );

    expect(rows.map(({ currency }) => currency)).toEqual(["chf", "chf", "chf"]);
    expect(other.rows.map(({ currency }) => currency)).toEqual(["eur", "eur", "eur"]);
  });
});
