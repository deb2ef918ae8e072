// The number that a wallet's notice begins with.

import { expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

const WALLET = ["M-Wallet", "noreply@mwallet.example"] as const;
const NEWS =
  "Ksh1,250.00 paid to NAIVAS WESTLANDS on 24/11/25 at 9:41 AM. New balance is Ksh8,310.00.";

async function numbers(text: string): Promise<(string | null)[]> {
  const { receipts } = await readByReaders(
    alertDocument({ subject: "Transaction receipt", from: WALLET, text }),
  );
  return receipts.map(({ order_number: number }) => number?.value ?? null);
}

test.each([
  ["alone", `SKJ7XP91QA Confirmed. ${NEWS}`],
  ["below a greeting", `Dear Ada,\n\nSKJ7XP91QA Confirmed. ${NEWS}`],
  ["behind congratulations", `Congratulations! SKJ7XP91QA confirmed. ${NEWS}`],
])('the number before "confirmed" is that of the movement, %s', async (_where, text) => {
  expect(await numbers(text)).toEqual(["SKJ7XP91QA"]);
});

test('a word with a digit before "confirmed" within a sentence is no number', async () => {
  expect(await numbers(`Your place on flight5xk77 confirmed. ${NEWS}`)).toEqual([null]);
});
