// Several rows of a bank's notice decide together which amount moved and which way: accounts with hidden digits, the
// purpose of the payment, the gross amount and its parts. In some notices only the subject has the amount.

import { expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

async function read(subject: string, ...lines: string[]): Promise<string> {
  const from = ["North Bank", "alerts@northbank.example"] as const;
  const html = `<table>${lines.map((line) => `<tr><td>${line.replace(": ", "</td><td>")}</td></tr>`).join("")}</table>`;
  const { receipts } = await readByReaders(alertDocument({ from, subject, html }));
  const moved = receipts.filter(({ kind }) => kind !== "not a transaction");
  return moved
    .map(({ incoming, total, currency, doubts }) =>
      [
        ...(doubts.length > 0 ? ["asked:"] : []),
        incoming ? "in" : "out",
        total?.value,
        currency,
      ].join(" "),
    )
    .join("; ");
}

const CARD = "Account: ****4410";

test("the recipient's account with hidden digits is the reader's own", async () => {
  const rows = [
    "Payer: ADA LANE",
    "Recipient: BEN OKORO",
    "Recipient account: BG...3056",
    "Amount: 275.00 EUR",
  ];

  expect(await read("New transaction on your account", ...rows)).toBe("in 275.00 eur");
});

test("a payer without anybody who was paid paid the reader, unless a minus is printed", async () => {
  const rows = [CARD, "Payer: ADA LANE", "Balance: 900.00 EUR"];

  expect(await read("Transaction on your account", ...rows, "Amount: 275.00 EUR")).toBe(
    "in 275.00 eur",
  );
  expect(await read("Transaction on your account", ...rows, "Amount: -275.00 EUR")).toBe(
    "out 275.00 eur",
  );
});

test("a payer alone says nothing where the kind of the transaction is in unknown words", async () => {
  const rows = [
    CARD,
    "Transaction type: SEPA core zabbing",
    "Payer: LARCH POWER",
    "Amount: 94.00 EUR",
  ];

  expect(await read("Transaction on your account", ...rows)).not.toBe("in 94.00 eur");
});

test("what the payment was for says which way it went, where nothing else does", async () => {
  const rows = [
    CARD,
    "Details: Refund of the deposit",
    "Amount: 1,275.00 EUR",
    "Balance: 1,900.00 EUR",
  ];

  expect(await read("Transaction on your account", ...rows)).toBe("in 1275.00 eur");
});

test("what the reader wrote for the recipient of a transfer says nothing of its way", async () => {
  const rows = [
    CARD,
    "Recipient: BEN OKORO",
    "Message: Refund of the deposit",
    "Amount: 75.00 EUR",
  ];

  expect(await read("Transaction on your account", ...rows)).toBe("out 75.00 eur");
});

test("a refund above says more than the label of an amount that is printed negative", async () => {
  const rows = [
    "カード番号: ****-****-****-1204",
    "利用先: 青空文具オンライン",
    "利用金額: -5,980円",
  ];
  const told = "加盟店より返品の売上データが到着しましたので、ご返金としてお知らせいたします。";

  expect(await read("カード利用のお知らせ", told, ...rows)).toBe("in 5980 jpy");
});

test("an original purchase beside a refund did not move again", async () => {
  const rows = [
    CARD,
    "Merchant: CORNER CAFE",
    "Amount refunded: 39.95 EUR",
    "Original purchase: 12/11/2026, 85.90 EUR",
  ];

  expect(await read("A refund on your card", ...rows)).toBe("in 39.95 eur");
});

test.each([
  [
    ["Repayment: 412.75 EUR", "Interest: 188.20 EUR", "Handling: 2.50 EUR", "Sum: 603.45 EUR"],
    "out 603.45 eur",
  ],
  [["Transferred: 100.00 EUR", "Zabbing: 2.00 EUR", "Total: 102.00 EUR"], "out 102.00 eur"],
])("what the rows make moved: %j", async (rows, expected) => {
  expect(await read("Your account was debited", "We debited your account ****4410.", ...rows)).toBe(
    expected,
  );
});

test("the foreign amount is not what the account was charged", async () => {
  const rows = [
    CARD,
    "Merchant: CORNER CAFE",
    "Amount: CHF 62.40",
    "Rate: 0.9360",
    "In euros: 66.67 EUR",
  ];

  expect(await read("Card payment abroad", "You paid with your card.", ...rows)).toBe(
    "out 66.67 eur",
  );
});

test("a payment's amount may be in the subject alone", async () => {
  const rows = ["Merchant: Corner Cafe", "Paid with: card ending 4410", "Balance: 612.08 EUR"];

  expect(await read("You've just spent 14.60 EUR at Corner Cafe", ...rows)).toBe("out 14.60 eur");
});

test("the terms below a signed amount are no movement", async () => {
  const rows = [CARD, "Reason: Monthly fee", "Amount: -10.50 EUR", "Balance: 900.00 EUR"];
  const terms = "With 1,000 EUR credited every month you get a lower fee.";

  expect(await read("Movement on your account", ...rows, terms)).toBe("out 10.50 eur");
});

test("the statement of a card reports no payment", async () => {
  const rows = [
    "Card: ****4410",
    "Total: 1,527.84 EUR",
    "Minimum payment: 229.18 EUR",
    "Best day to purchase: 23",
  ];

  expect(await read("Your statement has closed", ...rows)).toBe("");
});
