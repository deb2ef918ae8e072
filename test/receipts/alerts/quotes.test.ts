// An amount that somebody else says, in quotation marks, moves nothing; marks on other lines quote nothing.

import { expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

const SHOP = ["Corner Electronics", "orders@corner.example"] as const;
const BANK = ["Alder Bank", "alerts@alderbank.example"] as const;

async function moved(subject: string, from: readonly [string, string], text: string) {
  const { receipts } = await readByReaders(alertDocument({ subject, from, text }));
  return receipts.flatMap(({ kind, total, incoming }) =>
    kind === "not a transaction" ? [] : [`${incoming ? "in" : "out"} ${total?.value}`],
  );
}

test("a receipt with the inches of two goods around its total is read: a quote ends on its line", async () => {
  const all = await moved(
    "Your receipt CE-4711",
    SHOP,
    'Thank you for your order.\n\nMonitor 27" black  EUR 189.00\nSubtotal: EUR 189.00\n' +
      'Total paid: EUR 193.90\n\nRecommended for you: Monitor 32" in white',
  );

  expect(all).toEqual(["out 193.90"]);
});

test("a bank's notice between two quoted lines is read", async () => {
  const all = await moved(
    "Card payment",
    BANK,
    'Screen of 24" with a stand\nEUR 41.20 was spent on your card ending 4417 at Corner Electronics on 22/11/2025.\n' +
      'Screen of 32" with a stand',
  );

  expect(all).toEqual(["out 41.20"]);
});

test("what a fraud says on two lines, between marks that open and close, is no movement", async () => {
  const all = await moved(
    "Beware of calls",
    BANK,
    "Callers say:\n“EUR 1,899.00 was debited from your account ending 4417 on 22/11/2025.\nPress 1 to stop it”\nHang up.",
  );

  expect(all).toEqual([]);
});

test("what a fraud says on one line, between marks that look alike, is no movement", async () => {
  const all = await moved(
    "Beware of calls",
    BANK,
    'Callers say: "EUR 1,899.00 was debited from your account ending 4417 on 22/11/2025, press 1". Hang up.',
  );

  expect(all).toEqual([]);
});
