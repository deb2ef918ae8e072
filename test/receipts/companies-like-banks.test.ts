// Messages of companies whose rows or sentences read like a bank's: the company's own labels say what was charged, and
// who asks for what.

import { expect, test } from "vitest";
import { readByReaders } from "../../src/receipts/read-mail.ts";
import { alertDocument } from "./alerts/alert-document.ts";

async function read(subject: string, lines: readonly string[]): Promise<string[]> {
  const from = ["Oleander", "hello@oleander.example"] as const;
  const { receipts } = await readByReaders(
    alertDocument({ subject, from, text: lines.join("\n") }),
  );
  return receipts
    .filter(({ kind }) => kind !== "not a transaction")
    .map(({ total, incoming, date, doubts }) =>
      [incoming ? "in" : "out", total?.value, date?.value, ...doubts.map(({ reason }) => reason)]
        .filter((part) => part !== undefined)
        .join(" "),
    );
}

test("what a filling station calls 'abonado' was paid, although banks call a credit so", async () => {
  const text = [
    "Has pagado con la app.",
    "Fecha y hora\t16/11/2025 18:21",
    "Importe sin descuento\t61,45 €",
    "Descuento (10 cént./l)\t-4,13 €",
    "Importe abonado\t57,32 €",
    "IVA incluido (21 %)\t9,95 €",
    "Medio de pago\tVisa **** 1196",
    "Saldo generado con esta operación\t2,06 €",
  ];
  expect(await read("Tu repostaje", text)).toEqual(["out 57.32 2025-11-16"]);
});

test("a discount explains why the subject has a larger amount than was paid", async () => {
  const text = [
    "Recarga\t$ 8.000,00",
    "Descuento 15 %\t- $ 1.200,00",
    "Pagaste\t$ 6.800,00",
    "Medio de pago\tVisa **** 1196",
    "Fecha\t16/11/2025",
  ];
  const [only = "", ...more] = await read("Listo, recargaste $ 8.000", text);
  expect([only.includes("conflicting_totals"), more]).toEqual([false, []]);
});

test("a condition in a booking that was only requested makes its total a question", async () => {
  const text = [
    "If she accepts, we'll charge your card.",
    "Your trip to Lutsen",
    "Cleaning fee\t$85.00",
    "Total (USD)\t$771.30",
    "Payment method: American Express ...1009",
  ];
  const [only = ""] = await read("Cedar cabin near Lutsen", text);
  expect(only).toContain("payment_unproven");
});

test("the row with the day of a debit proves the total beside words of what is free or to come", async () => {
  const text = [
    "Parkeerkosten\tEUR 12,24",
    "Herinnering per push\tEUR 0,00",
    "Totaal\tEUR 12,24",
    "Betaalwijze\tMastercard **** 5129",
    "Afgeschreven op\t16-11-2025",
  ];
  expect(await read("Je parkeerbon", text)).toEqual(["out 12.24 2025-11-16"]);
});

test("of instalments the one that was taken counts, and neither the price nor what is left", async () => {
  const text = [
    "Nu har vi dragit månadens delbetalning.",
    "Datum: 2025-11-16",
    "Dragning: 749,00 SEK",
    "Kort: Visa **** 5082",
    "Delbetalning: 4 av 12",
    "Köpesumma\t8 988,00 SEK",
    "Betalt hittills\t2 996,00 SEK",
    "Kvar att betala\t5 992,00 SEK",
  ];
  expect(await read("Delbetalning 4 av 12 är dragen", text)).toEqual(["out 749.00 2025-11-16"]);
});

test("a till's receipt has the day that stands with a time, though it was sent days later", async () => {
  const text = [
    "SALE\t11/14/25 10:52 AM",
    "PAINT\tUSD 92.02",
    "TOTAL\tUSD 92.02",
    "VISA CREDIT\tXXXXXXXXXXXX3308",
    "Policy expires 02/19/26.",
  ];
  expect(await read("Your e-receipt", text)).toEqual(["out 92.02 2025-11-14"]);
});

test("a bill that was debited has the day of its debit, and no day of the bill before", async () => {
  const debited = ["Fecha de emisión: 10/11/2025", "Fecha de cargo: 16/11/2025"];
  const before = ["Fecha de emisión: 10/11/2025", "Último pago, fecha de pago: 16/10/2025"];
  const text = ["Factura n.º LZ2611", "Total factura: 60,77 €", "Cargado en tu cuenta **** 0419"];
  expect(await read("Tu factura ya está pagada", [...text, ...debited])).toEqual([
    "out 60.77 2025-11-16",
  ]);
  const [only = ""] = await read("Tu factura ya está pagada", [...text, ...before]);
  expect(only).not.toContain("2025-10-16");
});
