// A bill names what was paid on the last one, and a shop's invoice how it was paid. What is left to pay
// is asked for; what was surely paid is not.

import { expect, test } from "vitest";
import { parseDay } from "../../../src/money/day.ts";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { documentWith } from "../document.ts";

/** What is read in a message of 7 October 2026: each receipt's kind and total. */
async function read(subject: string, lines: readonly string[]): Promise<readonly string[]> {
  const day = parseDay("2026-10-07");
  const document = documentWith([], lines.map((line) => `<p>${line}</p>`).join(""));
  const sent = day === null ? null : { day, instant: null };
  const { receipts } = await readByReaders({ ...document, subject, sent });
  return receipts.map(({ kind, total }) => `${kind} ${total?.value}`);
}

const LAST = ["Previous bill: £41.00", "Payment received 16 September - thank you: £41.00"];

test.each([
  [
    "by a debit to come",
    "Amount due: £52.50",
    "Your direct debit will be taken on 21 October 2026",
  ],
  ["by a day to pay", "Amount due: £52.50", "Please pay by 21 October 2026"],
  ["of the same amount", "Amount due: £41.00", "Please pay by 21 October 2026"],
])("a bill that thanks for the last payment is to be paid: %s", async (_what, due, day) => {
  expect(await read("Your bill is ready", [...LAST, due, day])).toEqual([
    `invoice ${due.slice(-5)}`,
  ]);
});

test("a charge that is only announced does not make a bill paid", async () => {
  const coming = "Het bedrag wordt op 23 oktober 2026 van je rekening afgeschreven.";
  expect(await read("Je factuur", ["Te betalen: € 52,50", coming])).toEqual(["invoice 52.50"]);
});

test.each([
  ["Ihre Rechnung 77", "Rechnungsbetrag: 120,00 €", "Die Rechnung wird vor Ort beglichen."],
  ["Su factura 77", "Total factura: 120,00 €", "La factura puede ser abonada con tarjeta."],
  ["La tua fattura 77", "Totale fattura: 120,00 €", "La fattura può essere pagata con carta."],
  ["A sua fatura 77", "Total da fatura: 120,00 €", "A fatura pode ser paga com cartão Visa."],
  [
    "Uw factuur 77",
    "Factuurbedrag: € 120,00",
    "Heeft u de factuur reeds voldaan, dan kunt u deze e-mail negeren.",
  ],
])("a bill that may or will be paid is not paid: %s", async (subject, total, sentence) => {
  expect(await read(subject, [total, sentence])).toEqual(["invoice 120.00"]);
});

test.each([
  ["receipt 74.18", "Zahlungsart: PayPal", ""],
  ["receipt 74.18", "Zahlungsart: Kreditkarte", ""],
  ["invoice 74.18", "Zahlungsart: Rechnung", ""],
  ["invoice 74.18", "Zahlungsart: Klarna", ""],
  ["invoice 74.18", "Zahlungsart: PayPal Ratenzahlung", ""],
  ["invoice 74.18", "Zahlungsart: Kreditkarte", "Zahlbar bis 21.10.2026"],
  ["invoice 74.18", "Zahlungsart: Kreditkarte", "Deine Karte wird am 20.10.2026 belastet."],
])("a shop's invoice is %s with %j %s", async (expected, means, more) => {
  const lines = ["Vielen Dank für deinen Einkauf", "Gesamtbetrag: 74,18 €", means, more];
  expect(await read("Deine Rechnung", lines)).toEqual([expected]);
});

test("a bill that was collected today is paid; one of another day is not told", async () => {
  const lines = (day: string) => [`We've taken £88.10 from your bank account ${day}.`];
  expect(await read("Your bill", lines("today, 7 October 2026"))).toEqual(["receipt 88.10"]);
  expect(await read("Your bill", lines("on 2 September 2026"))).toEqual(["invoice undefined"]);
});

test("a subject that names the invoice of a delivery is no dispatch", async () => {
  const lines = ["Vielen Dank für deinen Einkauf", "Gesamtbetrag: 74,18 €"];
  expect(await read("Rechnung zu deiner Lieferung", lines)).toEqual(["invoice 74.18"]);
  expect(await read("Deine Lieferung ist unterwegs", lines)).toEqual(["not a transaction 74.18"]);
});

const ACCOUNT = ["Account holder: Larch Goods", "IBAN: MC58 3000 4091 7000 0102 1532 076"];
const GOODS = ["Thermometer|59.50 €", "Delivery|8.00 €", "Amount|67.50 €"];

test("an order with the shop's account above its total is to be paid", async () => {
  expect(await readOrder([...ACCOUNT, ...GOODS])).toEqual(["invoice 67.50 invoice_due"]);
});

test("the same account below the order is the company's own", async () => {
  expect(await readOrder([...GOODS, ...ACCOUNT])).toEqual(["order 67.50"]);
});

test("an order that names another way to pay is not paid by transfer", async () => {
  expect(await readOrder([...ACCOUNT, "Payment method: PayPal", ...GOODS])).toEqual([
    "order 67.50",
  ]);
});

async function readOrder(lines: readonly string[]): Promise<readonly string[]> {
  const rows = lines.map((line) =>
    line.includes("|")
      ? `<table><tr><td>${line.replace("|", "</td><td>")}</td></tr></table>`
      : `<p>${line}</p>`,
  );
  const subject = "Your order 5836";
  const html = `<p>Thank you, we have received your order.</p>${rows.join("")}`;
  const { receipts } = await readByReaders({ ...documentWith([], html), subject });
  return receipts.map(({ kind, total, doubts }) =>
    [kind, total?.value, ...doubts.map(({ reason }) => reason)].join(" "),
  );
}

test("the charges of this month are what a bill asks for", async () => {
  const lines = ["This month's charges: £45.00", "Please pay by 10 December 2026"];

  expect(await read("Your bill", lines)).toEqual(["invoice 45.00"]);
});
