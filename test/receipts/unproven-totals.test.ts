// A total that only a label tells is asked about where the message also says that nothing was paid.

import { expect, test } from "vitest";
import { readByReaders } from "../../src/receipts/read-mail.ts";
import { alertDocument } from "./alerts/alert-document.ts";

async function read(subject: string, lines: readonly string[]): Promise<string[]> {
  const from = ["Oleander Rooms", "stay@oleander.example"] as const;
  const { receipts } = await readByReaders(
    alertDocument({ subject, from, text: lines.join("\n") }),
  );
  return receipts.map(({ kind, total, doubts }) =>
    [kind, total?.value, ...doubts.map(({ reason }) => reason)].join(" "),
  );
}

const STAY = ["Guest: Ada Lane", "Room 12, 2 nights", "Total price: EUR 297.00"] as const;

const REMINDER = [
  "Bestellnummer: 7740192",
  "Summe: 59,95 EUR",
  "Erinnerung: Deine Zahlung ist am 28.11.2025 fällig.",
] as const;

test("the question names the amount and the words", async () => {
  const from = ["Oleander Rooms", "stay@oleander.example"] as const;
  const subject = "In 3 Tagen: deine Zahlung an Oleander";
  const { receipts } = await readByReaders(
    alertDocument({ subject, from, text: REMINDER.join("\n") }),
  );
  expect(receipts.flatMap(({ doubts }) => doubts)).toEqual([
    {
      reason: "payment_unproven",
      detail: 'It prints the amount 59.95, but also the words "Erinnerung".',
    },
  ]);
});

test.each([
  [
    "a reminder of a payment that is due on a later day",
    "In 3 Tagen: deine Zahlung an Oleander",
    REMINDER,
    ["receipt 59.95 payment_unproven"],
  ],
  [
    "a booking that a card was charged for",
    "Your booking is confirmed",
    [
      ...STAY,
      "EUR 297.00 was charged to your card ending 4471.",
      "No charge is made for breakfast.",
    ],
    ["order 297.00"],
  ],
  [
    "a receipt by its subject",
    "Your receipt from Oleander Rooms",
    [...STAY, "Minibar (no charge)"],
    ["receipt 297.00"],
  ],
  [
    "a booking that is not given back when it is cancelled",
    "Your booking is confirmed",
    [...STAY, "Cancelled stays are not refunded."],
    ["order 297.00"],
  ],
  [
    "an order whose parcel is still to come",
    "Your order 4711",
    ["Order number: 4711", ...STAY, "Your next delivery is scheduled for 28 November 2025."],
    ["order 297.00"],
  ],
] as const)("%s", async (_name, subject, lines, expected) => {
  expect(await read(subject, lines)).toEqual(expected);
});
