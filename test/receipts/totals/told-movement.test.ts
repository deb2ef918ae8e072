// One sentence with an amount, the reader's own card or account and a day that has been is a movement, whatever the
// message is about; and what a till, a quote or a gift card says beside a payment is not the payment.

import { expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "../alerts/alert-document.ts";

const SHOP = ["Corrib Arms", "stay@corribarms.example"] as const;

async function moved(subject: string, text: string): Promise<string[]> {
  const { receipts } = await readByReaders(alertDocument({ subject, from: SHOP, text }));
  return receipts.flatMap(({ kind, total, incoming, doubts }) =>
    kind === "not a transaction"
      ? []
      : [`${incoming ? "in" : "out"} ${total?.value}${doubts.length > 0 ? " asked" : ""}`],
  );
}

test.each([
  [
    "Confirmation 84K2207 - your stay",
    "Your booking is guaranteed.\nTotal for your stay: EUR 486.00\nWe have charged a deposit of EUR 150.00 to your\n" +
      "Visa Debit card ending 3907 on 18/11/2025.\nRemaining balance payable at the hotel: EUR 336.00",
    ["out 150.00"],
  ],
  [
    "Ihre Stromabrechnung: Guthaben ist unterwegs",
    "Das Guthaben von 87,46 EUR haben wir am 18.11.2025 auf Ihr Konto mit der IBAN DE** **** 4402 überwiesen.\n" +
      "Rechnungsbetrag brutto: 912,54 EUR",
    ["in 87.46"],
  ],
  [
    "Confirmation 84K2207 - your stay",
    "Your booking is guaranteed.\nTotal for your stay: EUR 486.00\nWe will charge a deposit of EUR 150.00 to your " +
      "Visa card ending 3907 on 28/11/2025.\nRemaining balance payable at the hotel: EUR 336.00",
    [],
  ],
])(
  "%s: a sentence of the reader's card or account tells what moved",
  async (subject, text, all) => {
    expect(await moved(subject, text)).toEqual(all);
  },
);

test.each([
  [
    "Your parcel is on its way",
    "Your parcel was handed to the courier.\nWe charged EUR 39.90 to your Visa card ending 3907 on 02/10/2025.",
  ],
])("%s: a charge of weeks ago is not reported again", async (subject, text) => {
  expect(await moved(subject, text)).toEqual([]);
});

test.each([
  [
    "Order #WP104477 confirmed",
    "Thank you for your purchase!\nTotal: $112.40 AUD\n" +
      "Gift card ending with H7QP: -$50.00\nVisa ending in 8053: $62.40\n" +
      "Payment\n$50.00\nending with 8053 — $62.40",
    ["out 62.40"],
  ],
  [
    "Justificante de pago - Presupuesto 2025/0713",
    "Total presupuesto: 1.450,00 €\nTarjeta: ************7725\nImporte: 425,00 EUR",
    ["out 425.00"],
  ],
  [
    "Fee receipt 4418",
    "Tuition fee: Rs. 49,250.00\nAdd: Late Payment Fine: Rs. 250.00\nNET AMOUNT RECEIVED: Rs. 49,500.00",
    ["out 49500.00"],
  ],
  [
    "Refund on its way for order KK-208841",
    "We've put the money back on the card you used.\nTotal paid 8 October: $214.80 AUD\n" +
      "Returned item\tRefunded $74.90\n" +
      "Return label\t-$9.95\nRefund\n$64.95 AUD",
    ["in 64.95"],
  ],
  [
    "Deine Zahlung an Lichtwerk Studio ist in 3 Tagen fällig",
    "Offener Betrag: 59,90 €\nFällig am: 27. November 2025\nHändler: Lichtwerk Studio\nRechnungsnummer: 9204 7718",
    ["out 59.90 asked"],
  ],
  [
    "Votre facture Livebox du 18/11/2025 est disponible",
    "Numéro de facture : 26 1122 0298\nMontant à prélever : 54,98 € TTC\n" +
      "Date du prélèvement : à partir du 04/12/2025\nTotal à payer : 54,98 €",
    ["out 54.98 asked"],
  ],
  ["Já pode fazer o check-in | Reserva YR4T8B", "Bagagem de porão: 28 EUR\nLugar: 9 EUR", []],
])("%s: the reader finds the amount that was paid", async (subject, text, all) => {
  expect(await moved(subject, text)).toEqual(all);
});
