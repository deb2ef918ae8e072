// Reading of a raw message from end to end: its document, views and receipts.

import { describe, expect, test } from "vitest";
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

describe("the source of a page in text/plain", () => {
  const PAGE = [
    "<!DOCTYPE html>",
    "<html><head><style>",
    "  body { margin: 0; padding: 0 }",
    "  .total { font-size: 12px }",
    "  .secret { display: none }",
    "</style></head><body>",
    "<table><tr><td>Order number</td><td>L-4711</td></tr>",
    '<tr class="secret"><td>Total</td><td>99.00 EUR</td></tr>',
    '<tr class="total"><td>Total</td><td>12.34 EUR</td></tr></table>',
    "</body></html>",
  ];
  const readOne = async (raw: Uint8Array) =>
    (await readMail(raw)).documents.flatMap(({ document, receipts }) =>
      receipts.map((receipt) => ({
        views: document.views.map(({ name, text }) => [name, text]),
        total: receipt.total?.value,
        merchant: receipt.merchant?.value,
        doubts: receipt.doubts.map(({ reason }) => reason),
      })),
    );
  const SHOWN = "Order number\tL-4711\nTotal\t12.34 EUR";

  test("a text that is the source of a page is read as HTML", async () => {
    expect(
      await readOne(mail([...SHOP, "Content-Type: text/plain; charset=utf-8"], PAGE.join("\r\n"))),
    ).toEqual([
      {
        views: [
          ["subject", "Your order 4711"],
          ["html", SHOWN],
        ],
        total: "12.34",
        merchant: "Lantern Books",
        doubts: [],
      },
    ]);
  });

  test("the source of a page that was forwarded in a text is read as HTML", async () => {
    const head = [
      "Please file this.",
      "",
      "------- Forwarded Message -------",
      "From: Lantern Books <orders@lantern.example>",
      "Date: On Monday, November 2nd, 2026 at 11:30 PM",
      "Subject: Your order 4711",
      "To: ada@home.example <ada@home.example>",
      "",
    ];
    const sources = [PAGE, PAGE.map((line) => `> ${line}`)];
    for (const source of sources)
      expect(
        await readOne(
          mail(
            [
              "From: Ada <ada@home.example>",
              "To: receipts@example.com",
              "Subject: Fw: Your order 4711",
              "Content-Type: text/plain; charset=utf-8",
            ],
            [...head, ...source].join("\r\n"),
          ),
        ),
      ).toMatchObject([
        {
          views: [
            ["subject", "Your order 4711"],
            ["html", SHOWN],
          ],
          total: "12.34",
          merchant: "Lantern Books",
        },
      ]);
  });

  test("a source that is sent next to its own HTML agrees with it", async () => {
    const { type, body } = multipart("alternative", [
      part("text/plain", PAGE.join("\r\n")),
      part("text/html", PAGE.join("\r\n")),
    ]);

    expect(await readOne(mail([...SHOP, `Content-Type: ${type}`], body))).toMatchObject([
      { total: "12.34", doubts: [] },
    ]);
  });

  test("a text that only mentions a tag stays a text", async () => {
    const text = "<b> marks bold letters.\r\nOrder total: 12.34 EUR\r\nOrder number: 4711-22";

    expect(await readOne(mail([...SHOP, "Content-Type: text/plain"], text))).toMatchObject([
      {
        total: "12.34",
        views: [
          ["subject", "Your order 4711"],
          ["text", expect.any(String)],
        ],
      },
    ]);
  });
});
