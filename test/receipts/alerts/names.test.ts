// Words of an alert that might be taken for the other party.

import { describe, expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

describe("what happened, and thanks", () => {
  test.each([
    "Rs. 500.00 has been credited to your account **1234 on 10-11-26 by reversal of UPI. Ref 612345678901. Thank you for banking with HDFC Bank.",
    "INR 500.00 credited to A/c XX1234 on 10-11-26 towards reversal of UPI Ref 612345678901.",
    "Rs. 500.00 debited from your account **1234 on 10-11-26. Thank you for banking with HDFC Bank.",
    "Your a/c **1234 is credited with Rs.500.00 on 10-11-26 from reversal of UPI transaction. Thank you for banking with us",
    "Rs. 500.00 is credited to your Bank Account **1234 for reversal of UPI transaction NA-a1b2c3d4-e5f6-7890-abcd-ef0123456789.",
    "Your transaction for INR 500.00 has been processed successfully. Here are your transaction details.\nAmount: INR 500.00",
    "Your credit card bill was paid successfully!\nCard no: **** 4242\nBill amount: INR 500.00\n\nDigitally yours,\nThe bank",
  ])("have no merchant: %s", async (text) => {
    const from = ["HDFC Bank", "alerts@hdfcbank.example"] as const;
    const { receipts } = await readByReaders(
      alertDocument({ from, subject: "Account update", text }),
    );

    expect([receipts[0]?.merchant?.value, receipts[0]?.total?.value]).toEqual([
      undefined,
      "500.00",
    ]);
  });
});

test("a sentence whose lines break around a short one is read as one, and a dollar of Panama is no peso", async () => {
  const { receipts } = await readByReaders(
    alertDocument({
      from: ["Banco Davivienda", "notificaciones@davivienda.example"],
      subject: "Notificación de transacción",
      text:
        "    Se registró COMPRAS con tarjeta débito MASTERCARD terminación 8050, en\n    AMZN\n" +
        "    Mktp US zn com bill W A., por $ 109.90.\n\n    Cordialmente,\n    Banco Davivienda Panamá S.A.",
    }),
  );

  expect(receipts.map((one) => [one.incoming, one.total?.value, one.currency])).toEqual([
    [false, "109.90", "usd"],
  ]);
});
