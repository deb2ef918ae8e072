// A known layout settles what a file leaves open, and nothing that the file itself shows. Each fact
// of a layout (date order, decimal mark, sign) is tested with a file without evidence and with one
// that contradicts it.

import { describe, expect, test } from "vitest";
import { read } from "../reading.ts";

const OBERBANK =
  "Buchungsdatum;Wertstellung;Betrag;Währung;Auftraggebername;Auftraggeber IBAN/Kto-Nr;Auftraggeber BIC/BLZ;Empfängername;Empfänger IBAN/Kto-Nr;Empfänger BIC/BLZ;Text;Verwendungszweck";
const oberbank = (...rows: readonly string[]) =>
  [
    OBERBANK,
    ...rows.map(
      (row) => `${row.split(" ")[0]};${row.split(" ")[0]};${row.split(" ")[1]};EUR;A;;;B;;;t;v`,
    ),
    "",
  ].join("\n");

const CARD = "Date,Date entered,Reference,Description,Amount";
const card = (...rows: readonly string[]) =>
  [
    CARD,
    ...rows.map(
      (row, at) =>
        `${row.split(" ")[0]},${row.split(" ")[0]},R${at},${row.split(" ").slice(2).join(" ")},${row.split(" ")[1]}`,
    ),
    "",
  ].join("\n");

async function describeReading(text: string) {
  const { rows, survey } = await read(text);
  return {
    bank: survey.layout.bank,
    rows: rows.map(({ date, amount }) => `${date} ${amount / 10_000}`),
    asked: survey.questions.map(({ id }) => id),
  };
}

test("a layout's date order and decimal mark settle what the file leaves open", async () => {
  expect(await describeReading(oberbank("01.02.2026 -3.500", "03.02.2026 -1.250"))).toMatchObject({
    bank: "Oberbank",
    rows: ["2026-02-01 -3500", "2026-02-03 -1250"],
    asked: [],
  });
});

test("a layout's date order and decimal mark yield to dates and amounts that contradict them", async () => {
  expect(await describeReading(oberbank("01/13/2026 -3.50", "01/14/2026 -1,234.50"))).toMatchObject(
    { bank: "Oberbank", rows: ["2026-01-13 -3.5", "2026-01-14 -1234.5"], asked: [] },
  );
});

describe("layouts that print charges as positive", () => {
  test("a layout with positive charges settles a file without evidence, and one with negative payments", async () => {
    expect(
      (
        await describeReading(
          card("01/10/2026 3.00 Corner", "13/10/2026 20.00 Bakery", "14/10/2026 -23.00 Received"),
        )
      ).rows,
    ).toEqual(["2026-10-01 -3", "2026-10-13 -20", "2026-10-14 23"]);
    expect(
      (await describeReading(card("13/10/2026 -23.00 PAYMENT RECEIVED - THANK YOU"))).rows,
    ).toEqual(["2026-10-13 23"]);
  });

  test.each([
    [
      "most amounts are negative",
      ["01/10/2026 -3.00 Corner", "13/10/2026 -20.00 Bakery", "14/10/2026 2500.00 Works"],
    ],
    ["all are", ["01/10/2026 -3.00 Corner", "13/10/2026 -20.00 Bakery"]],
    [
      "texts and signs agree",
      ["01/10/2026 -900.00 Rent", "13/10/2026 2500.00 Salary", "14/10/2026 -20.00 Supermarket"],
    ],
  ])(
    "a layout with positive charges does not settle a file in which %s: a question remains",
    async (_, rows) => {
      expect((await describeReading(card(...rows))).asked).toEqual(["sign"]);
    },
  );

  test("a layout with positive charges does not apply to another program's file with the same few labels", async () => {
    const text =
      "date,title,amount\n2026-10-01,Bakery,-3.00\n2026-10-03,Rent,-900.00\n2026-10-05,Salary,2500.00\n2026-10-08,Groceries,-44.00\n";

    expect((await describeReading(text)).asked).toEqual(["sign"]);
    expect(
      (await read(text, { sign: "as_printed" })).rows.map(({ amount }) => amount / 10_000),
    ).toEqual([-3, -900, 2500, -44]);
  });
});

test("an answer about a layout applies even if many texts contradict it", async () => {
  const rows = [
    "01/10/2026 -900.00 Rent",
    "13/10/2026 -5.00 Supermarket",
    "14/10/2026 -20.00 Restaurant",
    "15/10/2026 -9.00 Netflix",
    "16/10/2026 -7.00 Spotify",
    "17/10/2026 2500.00 Salary",
  ];
  const signed = async (sign: string) =>
    (await read(card(...rows), { sign })).rows.map(({ amount }) => amount > 0);

  expect(await signed("as_printed")).toEqual([false, false, false, false, false, true]);
  expect(await signed("turned")).toEqual([true, true, true, true, true, false]);
});

describe("layouts that print money out as negative", () => {
  const bankwest = (...rows: readonly string[]) =>
    oberbank(...rows.map((row) => row.split(" ").slice(0, 2).join(" ")))
      .split("\n")
      .map((line, at) =>
        at === 0
          ? line
          : line.replace(";t;v", `;${rows[at - 1]?.split(" ").slice(2).join(" ") ?? ""};`),
      )
      .join("\n");

  test("a layout with negative charges settles positive amounts if no text contradicts it", async () => {
    expect(
      await describeReading(
        bankwest(
          "01.10.2026 300,00 Anna",
          "13.10.2026 20,00 Bert",
          "14.10.2026 7,00 Carl",
          "15.10.2026 8,00 Dora",
        ),
      ),
    ).toMatchObject({
      asked: [],
      rows: ["2026-10-01 300", "2026-10-13 20", "2026-10-14 7", "2026-10-15 8"],
    });
  });

  test("a layout with negative charges does not settle positive amounts of purchases: a question remains", async () => {
    expect(
      (
        await describeReading(
          bankwest(
            "01.10.2026 300,00 Miete",
            "13.10.2026 20,00 Kartenzahlung",
            "14.10.2026 7,00 Lastschrift Strom",
            "15.10.2026 -327,00 Ausgleich",
          ),
        )
      ).asked,
    ).toEqual(["sign"]);
  });
});
