// Bills, receipts and cancellations whose amount stands in a sentence, without a label.

import { describe, expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "../alerts/alert-document.ts";

async function read(subject: string, text: string): Promise<readonly unknown[]> {
  const from = ["Björkens Rör AB", "info@bjorkensror.example"] as const;
  const { receipts } = await readByReaders(alertDocument({ from, subject, text }));
  const [receipt] = receipts;
  return [receipt?.kind, receipt?.total?.value, receipt?.incoming];
}

describe("an amount without a label", () => {
  test("is what a bill asks for, where it is the only one", async () => {
    const text = "För att se din faktura på kr. 2.180,00, klicka på länken nedan.\nVisa faktura";
    expect(await read("Ny faktura 4471 från Björkens Rör AB", text)).toEqual([
      "invoice",
      "2180.00",
      false,
    ]);
  });

  test("is what a bill asks for, where it stands over the day to pay", async () => {
    const text =
      "Hei Kari, du brukte 640 kWh.\n\n912,30 kr\nForfallsdato 30.11.2025\n\n" +
      "Strøm: 500,00 kr\nNettleie: 412,30 kr\n\n" +
      "Ved forsinket betaling påløper purregebyr på 35 kr.";
    expect(await read("Din strømfaktura for oktober", text)).toEqual(["invoice", "912.30", false]);
  });

  test("is what was paid, where the subject and its sentence are of a payment", async () => {
    const text = "Täname makse eest 128,40 €.\nVaata arvet";
    expect(await read("Makse laekunud", text)).toEqual(["receipt", "128.40", false]);
  });

  test("of a cancelled order was given back, where a sentence says so of the whole", async () => {
    const text =
      "Deine Bestellung wurde storniert.\nGesamt:\t11,50 €\n" +
      "Deine Bestellung war bezahlt, daher hat Hofladen Lind den vollen Betrag erstattet.";
    expect(await read("Bestellung storniert #B77120", text)).toEqual(["refund", "11.50", true]);
  });
});
