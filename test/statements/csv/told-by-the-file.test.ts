// What the file itself tells, so that nobody is asked and nothing is read wrong in silence: sides in
// words, signs by the texts, the order of dates by the language, dates without a year, currencies.

import { describe, expect, test } from "vitest";
import { cleanPayee } from "../../../src/statements/payees/payee.ts";
import { read } from "./reading.ts";

async function readAmounts(lines: readonly string[]) {
  const { survey, rows } = await read(lines.join("\n"));
  return {
    asked: survey.questions.map(({ id }) => id),
    amounts: rows.map(({ amount }) => amount / 10_000),
    dates: rows.map(({ date }) => date),
    currencies: [...new Set(rows.map(({ currency }) => currency))],
  };
}

describe("sides and signs", () => {
  test.each([
    ["Debi/Kredi", "Debi", "Kredi"],
    ["Deure/Haver", "D", "H"],
    ["Zorb", "Otto", "Pano"],
    ["Ngắn", "Ra", "Vào"],
    ["Kredit/Debet", "D", "K"],
  ])("under %s, %s is money out and %s money in", async (label, out, into) => {
    const { asked, amounts } = await readAmounts([
      `Date,Description,Amount,${label}`,
      `2026-01-02,Flib,10.00,${out}`,
      `2026-01-03,Glub,50.00,${into}`,
      `2026-01-04,Plok,20.00,${out}`,
    ]);

    expect(asked).toEqual([]);
    expect(amounts).toEqual([-10, 50, -20]);
  });

  test("charges printed as positive are money out where the texts of most rows say so", async () => {
    const { asked, amounts } = await readAmounts([
      "Datum;Omskrywing;Bedrag",
      "2026-01-02;Kaartaankoop Flib;10.00",
      "2026-01-03;Kaartaankoop Glub;12.00",
      "2026-01-04;Kaartaankoop Plok;14.00",
      "2026-01-05;Oorplasing Anna Smit;-90.00",
    ]);

    expect(asked).toEqual([]);
    expect(amounts).toEqual([-10, -12, -14, 90]);
  });

  test("two columns without labels are told apart by the texts of their rows", async () => {
    const { asked, amounts } = await readAmounts([
      "2026-01-02;Achat CB Flib;;10,00",
      "2026-01-03;VIR SALAIRE Glub;2000,50;",
      "2026-01-04;Achat CB Plok;;12,00",
      "2026-01-05;Retrait DAB;;20,00",
    ]);

    expect(asked).toEqual([]);
    expect(amounts).toEqual([-10, 2000.5, -12, -20]);
  });

  test("without labels the amount is the column that moves the fuller column of balances", async () => {
    const { amounts } = await readAmounts([
      "2026-01-02;Opening;;100,00",
      "2026-01-03;Flib;-10,00;90,00",
      "2026-01-04;Glub;30,00;120,00",
      "2026-01-05;Plok;-5,00;115,00",
    ]);

    expect(amounts).toEqual([-10, 30, -5]);
  });
});

describe("dates", () => {
  test.each([
    ["Datum;Omschrijving;Bedrag", []],
    ["Ημερομηνία;Περιγραφή;Ποσό", []],
    ["Date;Description;Amount", ["date_order"]],
    ["Fecha;Concepto;Importe", ["date_order"]],
  ])("under %s the order of day and month asks %j", async (header, questions) => {
    const { asked } = await readAmounts([
      header,
      "02/03/2026;Flib;-10,00",
      "03/04/2026;Glub;-12,00",
      "05/04/2026;Plok;50,00",
    ]);

    expect(asked).toEqual(questions);
  });

  test("of two dates without a year the booking date is taken, with a time behind it or not", async () => {
    const { dates } = await readAmounts([
      "Periode;01.01.2026 - 31.01.2026;;",
      "Belegdatum;Buchung;Text;Betrag",
      "02.01.;03.01. 14:12;Flib;-10,00",
      "01.01.;04.01. 09:30;Glub;-12,00",
      "05.01.;05.01. 23:59;Plok;50,00",
    ]);

    expect(dates).toEqual(["2026-01-03", "2026-01-04", "2026-01-05"]);
  });
});

describe("currencies", () => {
  test.each(["1.234,50 ريال", "1.234,50 ֏", '1.234,50 ש"ח', "1.234,50 د.ك", "1.234,50 บาท"])(
    "%s is an amount",
    async (printed) => {
      const { amounts } = await readAmounts([
        "Date;Description;Amount",
        `2026-01-02;Flib;"${printed.replaceAll('"', '""')}"`,
        "2026-01-03;Glub;-12,00",
        "2026-01-04;Glub;-13,00",
      ]);

      expect(amounts[0]).toBe(1234.5);
    },
  );

  test("a currency that is only that of original amounts is not the account's", async () => {
    const { currencies } = await readAmounts([
      "Dato;Tekst;Transaksjonsbeløp;Valutabeløp;Valuta",
      "2026-01-02;Flib;-140,30;-12,06;USD",
      "2026-01-03;Glub;-70,20;-70,20;NOK",
      "2026-01-04;Plok;50,00;50,00;NOK",
    ]);

    expect(currencies).toEqual(["nok"]);
  });
});

test("a label that lost its accent may be another word: Nợ is money out, not a number", async () => {
  const { amounts } = await readAmounts([
    "Ngày;Diễn giải;Nợ;Gửi vào",
    "2026-01-02;Flib;10.00;",
    "2026-01-03;Glub;;50.00",
  ]);

  expect(amounts).toEqual([-10, 50]);
});

test.each([
  ["Isplata na bankomatu", "Isplata na bankomatu"],
  ["Átutalás Minta Kft.", "Minta Kft."],
  ["Köçürmə Anna Smit", "Anna Smit"],
  ["Купување 1214 Пекара Зора", "Пекара Зора"],
])("the payee of %s is %s", (text, payee) => {
  expect(cleanPayee(text).payee).toBe(payee);
});

test("of two columns called amounts the one is taken with which the balance fits every row", async () => {
  const { amounts } = await readAmounts([
    "Date;Description;Amount of account;Balance;Amount",
    "2026-01-02;Flib;-10,00;90,00;-10,00",
    "2026-01-03;Glub;-30,00;60,00;-27,50",
    "2026-01-04;Plok;20,00;80,00;20,00",
    "2026-01-05;Plok;25,00;105,00;25,00",
    "2026-01-06;Zorb;-5,00;100,00;-5,00",
  ]);

  expect(amounts).toEqual([-10, -30, 20, 25, -5]);
});

test.each(["Husleie mars", "Gaji Januari"])("a kind and a month name nobody: %s stays", (text) => {
  expect(cleanPayee(text).payee.split(" ")[0]).toBe(text.split(" ")[0]);
});
