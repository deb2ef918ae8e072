// The merchant of a receipt that a bank, a wallet or a payment service sends.

import { expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "../alerts/alert-document.ts";

async function merchantOf(from: readonly [name: string, address: string], ...lines: string[]) {
  const { receipts } = await readByReaders(
    alertDocument({ subject: "Your receipt", from, text: lines.join("\n") }),
  );
  return receipts.map(({ merchant }) => merchant?.value);
}

test.each([
  [["Example Bank", "notices@examplebank.example"]],
  [["PayLarch", "no-reply@larch.example"]],
  [["Larch Wallet", "no-reply@larch.example"]],
] as const)("the payee in a row counts before %j, who carried the money", async (from) => {
  expect(
    await merchantOf(from, "Payment receipt", "Beneficiary: Corner Cafe", "Total: EUR 12.40"),
  ).toEqual(["Corner Cafe"]);
});

test("a shop is the merchant, whoever its rows name", async () => {
  expect(
    await merchantOf(
      ["Payless Shoes", "orders@payless.example"],
      "Payment receipt",
      "Beneficiary: Ada Lane",
      "Total: EUR 12.40",
    ),
  ).toEqual(["Payless Shoes"]);
});

test("a bank whose receipt names nobody is the merchant itself", async () => {
  expect(
    await merchantOf(
      ["Example Bank", "notices@examplebank.example"],
      "Payment receipt",
      "Yearly fee of your deposit box",
      "Total: EUR 12.40",
    ),
  ).toEqual(["Example Bank"]);
});
