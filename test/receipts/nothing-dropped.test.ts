// Rules that leave out offers, advertising and repetitions must not leave out money that moved, nor
// a question about it.

import { expect, test } from "vitest";
import { readByReaders, readMail } from "../../src/receipts/read-mail.ts";
import { alertDocument, type AlertMail } from "./alerts/alert-document.ts";
import { SENT } from "./alerts/fixtures.ts";
import { mail } from "./mime/write-mail.ts";

const BANK = ["Harbour Bank", "alerts@harbourbank.example"] as const;

async function read(given: AlertMail) {
  const { receipts } = await readByReaders(alertDocument(given));
  return receipts.map(({ kind, total, incoming, doubts }) => ({
    kind,
    total: total?.value,
    incoming,
    doubts: doubts.map(({ reason }) => reason),
  }));
}

test("a fee for each withdrawal that was charged to the account moved", async () => {
  const text = `Dear customer,\nYour account ****4410 was debited with EUR 5.00 on ${SENT} for each withdrawal abroad.\nAvailable balance: EUR 100.00`;

  expect(await read({ from: BANK, subject: "Account debited", text })).toEqual([
    { kind: "bank alert", total: "5.00", incoming: false, doubts: [] },
  ]);
});

test("a second movement of the account below the row of the first is read too", async () => {
  const text =
    "Your card ending in 4410 was charged.\nAmount: EUR 20.00\nMerchant: LANTERN BOOKS\nYour account ****8831 was credited with EUR 7.50 as a refund of fees.";

  const found = await read({ from: BANK, subject: "Card payment", text });

  expect(found.map(({ total }) => total)).toContain("7.50");
});

test("two amounts that the HTML and the text of a notice tell apart are asked about", async () => {
  const found = await read({
    from: BANK,
    subject: "Card payment",
    html: "<p>Your card ending in 4410 was charged EUR 20.00 at LANTERN BOOKS.</p>",
    text: "Your card ending in 4410 was charged EUR 30.00 at LANTERN BOOKS. Available balance: EUR 20.00",
  });

  expect(found[0]?.doubts).toContain("conflicting_views");
});

test("a receipt whose subject gives its amount with the word of a lowest price is read", async () => {
  const found = await read({
    from: ["Libreria Faro", "ordini@libreriafaro.example"],
    subject: "Ricevuta di pagamento da 12,50 €",
    text: "Grazie per il pagamento.\nNumero d'ordine: 4711-22\nTotale pagato: 12,50 €",
  });

  expect(found).toMatchObject([{ kind: "receipt", total: "12.50" }]);
});

test("a forwarded receipt without a total is asked about, whatever the forward around it holds", async () => {
  const forward = (from: string, subject: string, body: string) =>
    `---------- Forwarded message ---------\r\nFrom: ${from}\r\nDate: Tue, 20 Oct 2026 at 14:32\r\nSubject: ${subject}\r\nTo: <ada@home.example>\r\n\r\n${body}`;
  const inner = forward(
    "Harbour Bakery <hello@harbour-bakery.example>",
    "Your order 88-4711",
    "Thank you for your order.\r\nOrder number: 88-4711\r\nYour order is confirmed.\r\n",
  );
  const outer = forward(
    "Lantern Books <orders@lantern.example>",
    "Your order 4711-22",
    `Order number: 4711-22\r\nOrder total: 12.34 EUR\r\n\r\n${inner}`,
  );

  const { documents } = await readMail(
    mail(
      [
        "From: Ada <ada@home.example>",
        "Subject: Fwd: Your order 4711-22",
        "Date: Tue, 03 Nov 2026 10:00:00 +0000",
        "Content-Type: text/plain; charset=utf-8",
      ],
      outer,
    ),
  );

  expect(
    documents.flatMap(({ receipts }) => receipts.map(({ order_number: one }) => one?.value)),
  ).toEqual(["88-4711", "4711-22"]);
});
