// A hold that is released moves no money, whether a message tells of it alone or beside the payment.

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
    .map(({ total, incoming }) => `${incoming ? "in" : "out"} ${total?.value}`);
}

test("a hold that was released is no payment, in a sentence below the payment", async () => {
  const text = [
    "informujemy, że rozliczyliśmy płatność Twoją kartą debetową.",
    "Karta: **** 7703",
    "Data transakcji: 2025-11-16",
    "Kwota obciążenia: -163,55 PLN",
    "Dostępne środki po operacji: 5 209,87 PLN",
    "Blokada na kwotę 164,20 PLN, którą widziałeś wcześniej, została zwolniona.",
  ];
  expect(await read("Transakcja kartą ...7703", text)).toEqual(["out 163.55"]);
});

test("a notice of a hold that was released alone claims nothing", async () => {
  const text = [
    "oznamujeme vám, že sme zrušili blokáciu prostriedkov na účte SK** **** **** 7261.",
    "Karta: Mastercard **** 9430",
    "Obchodník: AUTOPOZICOVNA MAGURA",
    "Blokovaná suma: 400,00 EUR",
    "Dátum uvoľnenia: 18.11.2025",
    "Uvedená suma nebola z účtu odpísaná.",
  ];
  expect(await read("Uvoľnenie blokácie na vašej karte", text)).toEqual([]);
});

test("the final amount counts beside its hold that is gone", async () => {
  const text = [
    "We texted you about a pending hold at a restaurant.",
    "The hold is gone, and this is the number that hit your card:",
    "$58.60",
    "Card\tVisa •••• 4471",
    "When you paid\tNov 15, 2025, 8:52 PM",
    "Original hold\t(released)",
  ];
  expect(await read("The final amount from Tamarind", text)).toEqual(["out 58.60"]);
});

test("a deposit for a reservation was paid, whatever the terms say of reservations that expired", async () => {
  const text = [
    "An advance of EUR 50.00 for your reservation was debited from your account **** 4410.",
    "Date: 17/11/2025",
    "Balance: EUR 500.00",
    "Terms.",
    "A table is held for two hours.",
    "Ask the house for more.",
    "A reservation that has expired is removed.",
  ];
  expect(await read("Payment from your account", text)).toEqual(["out 50.00"]);
});
