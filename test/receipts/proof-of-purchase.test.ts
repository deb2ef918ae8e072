// A word for a purchase and an amount are in offers too: a receipt needs something that proves it.

import { describe, expect, test } from "vitest";
import { readByReaders } from "../../src/receipts/read-mail.ts";
import { alertDocument } from "./alerts/alert-document.ts";

async function read(address: string, subject: string, text: string) {
  const { receipts } = await readByReaders(alertDocument({ from: ["", address], subject, text }));
  return receipts
    .filter(({ kind }) => kind !== "not a transaction")
    .map(({ total, doubts }) => [total?.value, doubts.length]);
}

describe("a word for a payment and an amount", () => {
  const offer = "A home you saved just had a price cut.\n\nEst. payment: USD 2,541.00";

  test("are no purchase alone", async () => {
    expect(await read("updates@homes.example", "Price cut on Hazel St", offer)).toEqual([]);
  });

  test.each([
    ["a number", "Order number: 55031"],
    ["the card that paid", "Paid with Visa ending in 7719"],
    ["thanks", "Thank you for your purchase!"],
    ["a way to pay", "Payment method: PayPal"],
  ])("are one with %s", async (_, proof) => {
    const text = `Your payment\n\n${proof}\nTotal: USD 41.00`;

    expect(await read("hello@store.example", "Hazel St", text)).toEqual([["41.00", 0]]);
  });
});

describe("an address that sends offers", () => {
  const alert = "You paid USD 25.00 to Corner Cafe with your card ending in 4321.";

  test("reports no movement", async () => {
    expect(await read("alerts@firstbank.example", "Card alert", alert)).toEqual([["25.00", 0]]);
    expect(await read("ofertas@firstbank.example", "Card alert", alert)).toEqual([]);
  });

  test("reports a purchase with its number", async () => {
    const text = "Thank you for your order!\n\nOrder number: 55031\nTotal: USD 41.00";

    expect(await read("promo@store.example", "Your order 55031", text)).toEqual([["41.00", 0]]);
    expect(
      await read("promo@store.example", "Your order", text.replace("Order number: 55031\n", "")),
    ).toEqual([]);
  });
});

test("a row of goods that were not charged says nothing of the whole order", async () => {
  const text =
    "Your receipt\n\n1 x Sourdough 400g - you have not been charged\n" +
    "Total paid: USD 41.00\nPaid with Visa ending in 7719";

  expect(await read("shop@store.example", "Your receipt for order 55031", text)).toEqual([
    ["41.00", 0],
  ]);
  expect(
    await read(
      "shop@store.example",
      "Your order 55031",
      "You have not been charged.\n\nTotal: USD 41.00",
    ),
  ).toEqual([]);
});
