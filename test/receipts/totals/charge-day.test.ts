// The day that a sentence gives a payment or a refund, in mails of 24 November 2026.

import { expect, test } from "vitest";
import { must } from "../../../src/platform/assert.ts";
import { parseDay } from "../../../src/money/day.ts";
import { findPaidDay, findRefundDay } from "../../../src/receipts/totals/charge-day.ts";

const SENT = must(parseDay("2026-11-24"), "the day");

test.each([
  ["On 23 November 2026 we refunded 20.00 EUR to your card.", "2026-11-23"],
  ["Znesek smo 23. 11. 2026 vrnili na kartico.", "2026-11-23"],
  // The day of the order that is paid back.
  ["Ihre Bestellung vom 9.11.2026 erstattet: 20,00 EUR", undefined],
  ["We received your order on 9 November 2026 and refunded 20.00 EUR.", undefined],
  // The only day beside the amount.
  ["We sent EUR 20.00 back to your card on 23 November 2026.", "2026-11-23"],
  ["Den Betrag von 20,00 EUR haben wir am 23.11.2026 auf Ihr Konto überwiesen.", "2026-11-23"],
  ["Daarom hebben we vandaag, 24 november 2026, 20,00 euro op uw rekening gestort.", "2026-11-24"],
  ["Your original total, paid on 6 November 2026, was 45.00 EUR.", undefined],
])(
  "a refund was paid on the day that begins its sentence, or stands before its verb or beside its amount: %s",
  (text, day) => {
    expect(findRefundDay(text, ["20.00"], SENT)?.date?.readings[0]).toBe(day);
  },
);

test.each([
  ["patvirtiname, kad 2026 m. lapkričio 20 d. gavome Jūsų mokėjimą.", "2026-11-20"],
  ["We received your payment on 20 November 2026.\nInvoice date: 5 November 2026", "2026-11-20"],
  ["Your order was placed on 20 November 2026.", undefined],
  // Two payments: neither is the one.
  [
    "We received your payment on 20 November 2026.\nWe received your payment on 3 November 2026.",
    undefined,
  ],
  ["We received your payment.\tPaid by 30 November 2026", undefined],
])("a bill was paid on the one day of the sentences that say so: %j", (text, day) => {
  expect(findPaidDay(text, SENT)?.date?.readings[0]).toBe(day);
});
