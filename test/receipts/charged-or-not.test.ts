// Mails that speak of dispatch, of what is not given back, or of a card's paid bill are read by what
// their words say moved.

import { describe, expect, test } from "vitest";
import { readDocument } from "../../src/receipts/read-mail.ts";
import { alertDocument } from "./alerts/alert-document.ts";

async function read(address: string, subject: string, text: string) {
  const { receipts } = await readDocument(alertDocument({ from: ["", address], subject, text }));
  return receipts.map(({ kind, total, incoming, order_number: number }) => ({
    kind,
    total: total?.value,
    incoming,
    number: number?.value,
  }));
}

describe("a notice of dispatch", () => {
  test("that says that the card was charged is a receipt", async () => {
    const text =
      "Ihre Bestellung wurde versandt.\n\nBestellnummer: 55031\nRechnungsbetrag: 31,40 EUR\n" +
      "Der Betrag von 31,40 EUR wurde heute Ihrer Kreditkarte ****7719 belastet.";

    expect(await read("shop@laden.example", "Versandbestätigung zu 55031", text)).toEqual([
      { kind: "receipt", total: "31.40", incoming: false, number: "55031" },
    ]);
  });

  test("that only names the order's total is no transaction", async () => {
    const text = "Your order has shipped.\n\nOrder number: 55031\nTotal: EUR 31.40";

    expect((await read("shop@store.example", "Your order has shipped", text))[0]?.kind).toBe(
      "not a transaction",
    );
  });
});

describe("a refund", () => {
  test("has the amount that is given back and not the one that is kept", async () => {
    const text =
      "Ihre Erstattung ist unterwegs.\n\nBestellnummer: 88120\nNicht erstattet: 4,95 EUR\n" +
      "Rückerstattungsbetrag: 62,10 EUR";

    expect(await read("service@mode.example", "Ihre Erstattung", text)).toEqual([
      { kind: "refund", total: "62.10", incoming: true, number: "88120" },
    ]);
  });
});

test("a payment made to one's credit card is money in on the card", async () => {
  const text =
    "A payment for CAD 250.00 has been made to your credit card ************2210. The full details of this transaction are below:\n\n" +
    "Account: ************2210\nPayment Amount: CAD 250.00";

  expect((await read("alerts@bank.example", "Payment Made", text))[0]).toMatchObject({
    kind: "bank alert",
    total: "250.00",
    incoming: true,
  });
});

test("a number in groups keeps a last group of two digits", async () => {
  const text =
    "Vielen Dank für Ihren Einkauf.\n\nBestellnummer: 5520 8831 07\nTotal bezahlt: CHF 18.00";

  expect((await read("noreply@bahn.example", "Ihre Kaufquittung", text))[0]?.number).toBe(
    "5520 8831 07",
  );
});
