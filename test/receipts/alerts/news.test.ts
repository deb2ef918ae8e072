// The news of a bank's message stands at its head. A sentence far below it reports a movement only if it names a day or
// an account.

import { expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

async function read(subject: string, lines: readonly string[]): Promise<string[]> {
  const from = ["Larch Bank", "notices@larchbank.example"] as const;
  const { receipts } = await readByReaders(
    alertDocument({ subject, from, text: lines.join("\n") }),
  );
  return receipts
    .filter(({ kind }) => kind !== "not a transaction")
    .map(({ total, incoming, doubts }) =>
      [incoming ? "in" : "out", total?.value, ...doubts.map(({ reason }) => reason)].join(" "),
    );
}

const TERMS = [
  "Fees that are often asked for.",
  "A letter costs nothing.",
  "The branch is open until six.",
  "Ask for a form in the app.",
  "Savings may be closed at any time.",
] as const;

test("a sentence with its day and account counts, and the terms far below do not", async () => {
  const text = [
    "On 18/11/2025 EUR 60.00 was withdrawn with your card ending 1952.",
    ...TERMS,
    "Deposits of EUR 25,000.00 were paid in by members last year.",
  ];
  expect(await read("Cash withdrawal", text)).toEqual(["out 60.00"]);
});

test("rows of an amount, a day and an account count, and the terms far below do not", async () => {
  const text = [
    "auf Ihrem Gehaltskonto wurde heute folgende Gutschrift verbucht:",
    "IBAN: AT** **** **** **** *208",
    "Buchungsdatum: 18.11.2025",
    "Betrag in EUR: 3.847,19",
    "Neuer Saldo in EUR: 4.012,55",
    ...TERMS,
    "Bausparen: bei einer Einzahlung von EUR 1.200,00 gibt es mehr.",
  ];
  expect(await read("Gehaltseingang am Konto ***208", text)).toEqual(["in 3847.19"]);
});

test("a second movement far below counts where it names its day", async () => {
  const text = [
    "On 17/11/2025 EUR 60.00 was withdrawn with your card ending 1952.",
    ...TERMS,
    "On 18/11/2025 EUR 12.00 was debited from your account ending 2094.",
  ];
  expect(await read("Two movements", text)).toEqual(["out 60.00", "out 12.00"]);
});

test("'nu' before a Germanic verb means 'now', and denies nothing", async () => {
  const text = [
    "Nu har vi dragit 749,00 SEK från ditt konto **** 5082 den 18/11/2025.",
    "Saldo: 5 000,00 SEK",
  ];
  expect(await read("Din betalning är dragen", text)).toEqual(["out 749.00"]);
});

const ROWS = [
  "En tu cuenta se ha abonado un ingreso.",
  "Importe: 38,50 EUR",
  "Fecha: 17/11/2025",
  "Cuenta: **** 4410",
] as const;

test("what stands far below the rows stops and announces nothing of them", async () => {
  const text = [
    ...ROWS,
    ...TERMS,
    "No purchase necessary.",
    "Ajusta el límite antes del vencimiento.",
  ];
  expect(await read("Abono en cuenta", text)).toEqual(["in 38.50"]);
});

test("an offer right below the rows, with a day that is still to come, is no second movement", async () => {
  const text = [...ROWS, "Compra con la tarjeta 300,00 EUR hasta el 15/12/2025 y gana un regalo."];
  expect(await read("Abono en cuenta", text)).toEqual(["in 38.50"]);
});

test("the least amount of a payment, in the terms below the rows, is no other amount of it", async () => {
  const text = [...ROWS, "Importe mínimo por operación: 0,50 EUR"];
  expect(await read("Abono en cuenta", text)).toEqual(["in 38.50"]);
});

test("a bank's list is proven by its running balance without a day of its own", async () => {
  const text = [
    "1.",
    "ZAKUP KARTĄ",
    "Piekarnia Kłos",
    "-27,48 PLN",
    "3 906,17 PLN",
    "2.",
    "PRZELEW PRZYCHODZĄCY",
    "Nadawca: TOMASZ WILK",
    "+320,00 PLN",
    "4 226,17 PLN",
    "Saldo początkowe: 3 933,65 PLN",
  ];
  expect(await read("Operacje na rachunku", text)).toEqual(["out 27.48", "in 320.00"]);
});

test("a second movement right below the rows is asked about, though its day is after theirs", async () => {
  const text = [...ROWS, "El 18/11/2025 se cargaron 12,00 EUR en tu cuenta **** 4410."];
  expect(await read("Movimientos en cuenta", text)).toEqual(["out 12.00 conflicting_totals"]);
});

test("of three movements none is a part, though two of them make the third", async () => {
  const text = [
    "Compra en SUPER\t10,00 EUR",
    "Compra en BAR\t20,00 EUR",
    "Compra en TALLER\t30,00 EUR",
  ];
  expect(await read("Compras con tu tarjeta **** 4410", text)).toEqual([
    "out 10.00",
    "out 20.00",
    "out 30.00",
  ]);
});

test("a payment that was due and is paid counts in the rows below such a subject", async () => {
  const text = [
    "Type of operation: bill payment",
    "Amount: EUR 38.50",
    "Date: 17/11/2025",
    "From account: **** 4410",
  ];
  expect(await read("Your bill due on 17 November has been paid", text)).toEqual(["out 38.50"]);
});
