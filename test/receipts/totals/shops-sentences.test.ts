// Sentences of shops and charities, and lines without a label: a donation, a link to pay, a refund of the whole
// amount, a refund below its amount, and a transfer that arrived.

import { expect, test } from "vitest";
import { parseDay } from "../../../src/money/day.ts";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { documentWith } from "../document.ts";

/** What is read in a shop's message of 17 November 2026: each receipt's kind, direction and total. */
async function read(subject: string, lines: readonly string[]): Promise<readonly string[]> {
  const day = parseDay("2026-11-17");
  const document = documentWith([], lines.map((line) => `<p>${line}</p>`).join(""));
  const sent = day === null ? null : { day, instant: null };
  const from = { name: "Harbour House", address: "hello@harbourhouse.example" };
  const { receipts } = await readByReaders({ ...document, subject, sent, from });
  return receipts
    .filter(({ kind }) => kind !== "not a transaction")
    .map(({ kind, incoming, total }) => `${kind} ${incoming ? "in" : "out"} ${total?.value}`);
}

test.each([
  ["Thank you for your gift of £30.00, which we received this morning."],
  ["Hem rebut el teu donatiu de 30.00 €. Gràcies!"],
  ["Ваша донација од 17. новембра износила је 30,00 RSD. Хвала вам."],
])("a sentence that thanks for a donation names its amount: %s", async (sentence) => {
  expect(await read("Pat", [sentence])).toEqual(["receipt out 30.00"]);
});

test.each([
  ["Thank you for your donation last year. £30 could feed a family."],
  ["If you make your donation of £30 today, we thank you with a mug."],
])("a sentence that asks for a donation reports none: %s", async (sentence) => {
  expect(await read("What your gift could do", [sentence])).toEqual([]);
});

test("an order whose message sends a link to pay is a bill, and without a total it is nothing", async () => {
  const link = "Below you find a link that lets you pay by card.";
  expect(await read("Your order HH-117", [link, "Total: £32.00"])).toEqual(["invoice out 32.00"]);
  expect(await read("Your order HH-117", [link])).toEqual([]);
});

test("a link to pay for those who have not paid yet leaves an order what it is", async () => {
  const link = "If you have not paid yet, use the link below to pay.";
  expect(await read("Your order HH-117", [link, "Total: £32.00"])).toEqual(["order out 32.00"]);
});

test("a cancelled order of which the whole amount was given back is a refund of its total", async () => {
  const lines = ["Your order was cancelled.", "Total: £32.00"];
  const refunded = "Harbour House has refunded the full amount.";
  expect(await read("Order cancelled", [...lines, refunded])).toEqual(["refund in 32.00"]);
  expect(await read("Order cancelled", lines)).toEqual([]);
});

test.each([
  ["Your credit note", "Credit note", "Refunded on 16 Nov 2026"],
  ["您的折讓單", "折讓單", "已於 2026年11月16日 退款"],
])("a line below an amount says that it was refunded: %s", async (subject, title, below) => {
  expect(await read(subject, [title, "€18.40", below])).toEqual(["refund in 18.40"]);
});

test("points below a total explain what was charged, which is printed above and below them", async () => {
  const lines = [
    "お支払い合計:¥4,150",
    "小 計:¥4,300",
    "合 計:¥4,300",
    "ポイント:¥-150",
    "お支払い合計:¥4,150",
  ];
  expect(await read("ご注文ありがとうございます", lines)).toEqual(["order out 4150"]);
});

test("a shop that confirms the reader's transfer reports money out, whoever paid it in", async () => {
  const lines = ["무통장 입금 확인 완료", "입금액: 45,000원", "입금자명: 박서준"];
  expect(await read("주문내역 처리 안내", lines)).toEqual(["order out 45000"]);
});
