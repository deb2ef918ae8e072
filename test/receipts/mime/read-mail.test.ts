// Reading of a raw message from end to end: its document, views and receipts.

import { expect, test } from "vitest";
import { readMail } from "../../../src/receipts/read-mail.ts";
import { mail, multipart, part, SHOP } from "./write-mail.ts";

test("a shop's own message is one document with its sender, its subject and the writer's own day", async () => {
  const reading = await readMail(
    mail([...SHOP, "Content-Type: text/plain; charset=utf-8"], "Total: 12.34 EUR"),
  );

  expect(reading.documents).toHaveLength(1);
  const document = reading.documents[0]?.document;
  expect(document).toMatchObject({
    carrier: "direct",
    from: { name: "Lantern Books", address: "orders@lantern.example" },
    subject: "Your order 4711",
    messageId: "<4711@lantern.example>",
    sent: { day: "2026-11-02", instant: Date.UTC(2026, 10, 3, 4, 30) },
  });
  expect(document?.views).toEqual([
    { name: "subject", text: "Your order 4711" },
    { name: "text", text: "Total: 12.34 EUR" },
  ]);
  expect(reading.doubts).toEqual([]);
});

test("an attached bank statement is imported as a statement, an attached receipt is not", async () => {
  const { type, body } = multipart("mixed", [
    part("text/plain", "See attached"),
    part('text/csv; name="june.csv"', "Date,Amount\n2026-06-01,-4.00\n", [
      'Content-Disposition: attachment; filename="june.csv"',
    ]),
    part('text/html; name="receipt.html"', "<p>Total 4.00</p>", [
      'Content-Disposition: attachment; filename="receipt.html"',
    ]),
    part('text/plain; name="notes.txt"', "Total 4.00", [
      'Content-Disposition: attachment; filename="notes.txt"',
    ]),
  ]);

  const reading = await readMail(mail([...SHOP, `Content-Type: ${type}`], body));

  expect(reading.documents[0]?.statements.map(({ name }) => name)).toEqual(["june.csv"]);
  expect(reading.documents[0]?.document.attachments.map(({ name }) => name)).toEqual([
    "june.csv",
    "receipt.html",
    "notes.txt",
  ]);
});

test("a doubt about a message is a doubt about the receipts in it", async () => {
  const text = "Order total: 12.34 EUR\r\nOrder number: 4711-22";
  const plain = await readMail(mail([...SHOP, "Content-Type: text/plain; charset=utf-8"], text));
  const twoSenders = await readMail(
    mail(
      ["From: Somebody <a@other.example>", ...SHOP, "Content-Type: text/plain; charset=utf-8"],
      text,
    ),
  );

  const reasonsOf = ({ documents }: typeof plain): string[][] =>
    documents.flatMap(({ receipts }) =>
      receipts.map(({ doubts }) => doubts.map(({ reason }) => reason)),
    );
  expect(reasonsOf(plain)).toEqual([[]]);
  expect(reasonsOf(twoSenders)).toEqual([["unknown_sender"]]);
  expect(twoSenders.doubts.map(({ reason }) => reason)).toEqual(["unknown_sender"]);
});
