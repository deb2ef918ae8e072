// The documents of whole messages: attached messages, redirects and inline forwards, with their
// doubts.

import { describe, expect, test } from "vitest";
import { findDocuments } from "../../../src/receipts/mime/documents.ts";
import type { MailDocument } from "../../../src/receipts/mail.ts";
import { forwarded, LANGUAGES, PROGRAMS, type Letter } from "../forwards/forward-writer.ts";
import { mail, multipart, part, SHOP } from "./write-mail.ts";

const ADA = [
  "From: Ada <ada@home.example>",
  "To: receipts@example.com",
  "Date: Tue, 03 Nov 2026 08:00:00 +0100",
  "MIME-Version: 1.0",
];
const decoder = new TextDecoder();
const shopMail = (number: number): string =>
  decoder.decode(
    mail(
      [
        ...SHOP.map((header) => header.replaceAll("4711", String(number))),
        "Content-Type: text/plain",
      ],
      `Total: ${number}.00 EUR`,
    ),
  );
const view = (document: MailDocument | undefined, name: string): string | undefined =>
  document?.views.find((one) => one.name === name)?.text;

describe("attached messages", () => {
  const forwardOf = (...messages: string[]): Uint8Array => {
    const { type, body } = multipart("mixed", [
      part("text/plain", "Both from the trip\r\n-- \r\nAda"),
      ...messages.map((one) => part("message/rfc822", one, ["Content-Disposition: attachment"])),
    ]);
    return mail([...ADA, "Subject: Fwd: two receipts", `Content-Type: ${type}`], body);
  };

  test("each attached message is a document of its own, with the forwarder's note", async () => {
    const { documents, doubts } = await findDocuments(forwardOf(shopMail(1), shopMail(2)));

    expect(
      documents.map(({ carrier, subject, messageId }) => ({ carrier, subject, messageId })),
    ).toEqual([
      { carrier: "attached", subject: "Your order 1", messageId: "<1@lantern.example>" },
      { carrier: "attached", subject: "Your order 2", messageId: "<2@lantern.example>" },
    ]);
    expect(documents[0]).toMatchObject({
      from: { address: "orders@lantern.example" },
      note: "Both from the trip",
      chain: [{ from: { name: "Ada", address: "ada@home.example" }, subject: "Fwd: two receipts" }],
    });
    expect(documents.map((document) => view(document, "text"))).toEqual([
      "Total: 1.00 EUR",
      "Total: 2.00 EUR",
    ]);
    expect(doubts).toEqual([]);
  });

  test("a file that is attached next to messages is kept", async () => {
    const { type, body } = multipart("mixed", [
      part("message/rfc822", shopMail(1)),
      part('application/pdf; name="invoice.pdf"', "%PDF-", [
        'Content-Disposition: attachment; filename="invoice.pdf"',
      ]),
    ]);
    const { documents } = await findDocuments(
      mail([...ADA, "Subject: Fwd", `Content-Type: ${type}`], body),
    );

    expect(
      documents.map(({ carrier, attachments }) => [carrier, attachments.map(({ name }) => name)]),
    ).toEqual([
      ["direct", ["invoice.pdf"]],
      ["attached", []],
    ]);
  });

  test("an attached file that is a message is read as one", async () => {
    const { type, body } = multipart("mixed", [
      part("text/plain", ""),
      part('application/octet-stream; name="receipt.eml"', shopMail(3), [
        'Content-Disposition: attachment; filename="receipt.eml"',
      ]),
    ]);
    const { documents } = await findDocuments(
      mail([...ADA, "Subject: Fwd", `Content-Type: ${type}`], body),
    );

    expect(documents.map(({ carrier, subject }) => [carrier, subject])).toEqual([
      ["attached", "Your order 3"],
    ]);
  });

  test("an undelivered message in a report is evidence and no document", async () => {
    const { type, body } = multipart("report; report-type=delivery-status", [
      part("text/plain", "Not delivered"),
      part("message/delivery-status", "Action: failed"),
      part("message/rfc822", shopMail(4)),
    ]);
    const { documents } = await findDocuments(
      mail(
        ["From: mailer-daemon@mail.example", "Subject: Undelivered", `Content-Type: ${type}`],
        body,
      ),
    );

    expect(documents.map(({ carrier, subject }) => [carrier, subject])).toEqual([
      ["direct", "Undelivered"],
    ]);
  });

  test("an undelivered message that a mail server quotes is not a document", async () => {
    const { documents } = await findDocuments(
      mail(
        ["From: Mail Delivery <mailer-daemon@mail.example>", "Subject: Delivery failed"],
        "Not delivered.\r\n\r\n----- Original message -----\r\nFrom: Shop <a@shop.example>\r\nDate: Mon, 2 Nov 2026 10:00:00 +0000\r\nSubject: Order\r\nTo: <b@home.example>\r\n\r\nTotal: 1.00 EUR\r\n",
      ),
    );

    expect(documents.map(({ carrier, subject }) => [carrier, subject])).toEqual([
      ["direct", "Delivery failed"],
    ]);
  });

  test("messages in messages are read five deep; the rest is a doubt", async () => {
    let inner = shopMail(5);
    for (let depth = 0; depth < 7; depth += 1)
      inner = decoder.decode(
        mail([...ADA, `Subject: level ${depth}`, "Content-Type: message/rfc822"], inner),
      );
    const { documents, doubts } = await findDocuments(new TextEncoder().encode(inner));

    expect(documents.map(({ subject, chain }) => [subject, chain.length])).toEqual([
      ["level 1", 5],
    ]);
    expect(doubts.map(({ reason }) => reason)).toEqual(["too_large"]);
  });

  test("of more messages than are read the first hundred are read, and the rest is a doubt", async () => {
    const { documents, doubts } = await findDocuments(
      forwardOf(...Array.from({ length: 120 }, (_one, index) => shopMail(index))),
    );

    expect(documents).toHaveLength(100);
    expect(doubts.map(({ reason }) => reason)).toEqual(["too_large"]);
  });
});

describe("automatically forwarded messages", () => {
  test.each([
    [
      "a filter",
      [
        "Return-Path: <ada+caf_=receipts=example.com@gmail.example>",
        "X-Forwarded-For: ada@gmail.example receipts@example.com",
      ],
      "ada@gmail.example",
    ],
    [
      "a redirect",
      ["Resent-From: Ada <ada@home.example>", "Resent-To: receipts@example.com"],
      "ada@home.example",
    ],
    [
      "a rewritten envelope",
      [
        "Return-Path: <SRS0=aa=bb=lantern.example=orders@home.example>",
        "Delivered-To: ada@home.example",
      ],
      "ada@home.example",
    ],
  ])(
    "a message that a mailbox forwarded by %s is the shop's own",
    async (_name, traces, address) => {
      const { documents } = await findDocuments(
        mail([...traces, ...SHOP, "Content-Type: text/plain"], "Total: 12.34 EUR"),
      );

      expect(documents).toHaveLength(1);
      expect(documents[0]).toMatchObject({
        carrier: "direct",
        from: { address: "orders@lantern.example" },
        messageId: "<4711@lantern.example>",
        chain: [{ from: { address }, subject: "Your order 4711" }],
      });
    },
  );
});

const LETTER: Letter = {
  name: "Lantern Books",
  address: "orders@lantern.example",
  to: "ada@home.example",
  subject: "Your order 4711",
  sent: Date.UTC(2026, 10, 2, 14, 5),
  text: "Total: 12.34 EUR",
  html: '<script type="application/ld+json">{"@type":"Order"}</script><table><tr><td>Total</td><td>12.34 EUR</td></tr></table><p class="shadow">99.99 EUR</p>',
};
const STYLES = "<style>.shadow { display: none }</style>";

test.each(PROGRAMS.map((program) => [program.name, program] as const))(
  "an inline forward of %s has the shop's own views and markup",
  async (_name, program) => {
    const language = LANGUAGES.find(program.speaks);
    const { subject, text, html } = forwarded(
      LETTER,
      program,
      language ?? fail(),
      "For you: 55.55 EUR",
    );
    const { type, body } = multipart("alternative", [
      part("text/plain; charset=utf-8", text.replaceAll("\n", "\r\n")),
      part("text/html; charset=utf-8", `<html><head>${STYLES}</head><body>${html}</body></html>`),
    ]);

    const { documents, doubts } = await findDocuments(
      mail([...ADA, `Subject: ${subject}`, `Content-Type: ${type}`], body),
    );

    expect(doubts).toEqual([]);
    expect(documents).toHaveLength(1);
    const [document] = documents;
    expect(document).toMatchObject({
      carrier: "inline",
      from: { name: "Lantern Books", address: "orders@lantern.example" },
      subject: "Your order 4711",
      messageId: null,
      note: "For you: 55.55 EUR",
      sent: { day: "2026-11-02" },
    });
    expect(document?.chain).toEqual([
      { from: { name: "Ada", address: "ada@home.example" }, subject },
    ]);
    expect(document?.html).toContain("application/ld+json");
    expect(view(document, "html")).toBe("Total\t12.34 EUR");
    expect(view(document, "text")).toBe("Total: 12.34 EUR");
  },
);

function fail(): never {
  throw new Error("no language");
}

test("a text and an HTML that name different senders are a doubt", async () => {
  const forward = (address: string): string =>
    `---------- Forwarded message ---------\r\nFrom: Shop <${address}>\r\nDate: Mon, Nov 2, 2026\r\nSubject: Order\r\nTo: <a@b.example>\r\n\r\nTotal: 1.00 EUR`;
  const { type, body } = multipart("alternative", [
    part("text/plain", forward("a@one.example")),
    part("text/html", forward("a@two.example").replaceAll("<", "&lt;").replaceAll("\r\n", "<br>")),
  ]);

  const { doubts } = await findDocuments(
    mail([...ADA, "Subject: Fwd: Order", `Content-Type: ${type}`], body),
  );

  expect(doubts.map(({ reason }) => reason)).toEqual(["conflicting_views"]);
});

test("a forward that only one of the bodies shows is a forward", async () => {
  const { type, body } = multipart("alternative", [
    part("text/plain", "  "),
    part(
      "text/html",
      "<div>Fyi</div><div>---------- Forwarded message ---------<br>From: Shop &lt;a@shop.example&gt;<br>Date: Mon, Nov 2, 2026<br>Subject: Order<br></div><p>Total 1.00</p>",
    ),
  ]);

  const { documents } = await findDocuments(
    mail([...ADA, "Subject: Fwd: Order", `Content-Type: ${type}`], body),
  );

  expect(documents[0]).toMatchObject({
    carrier: "inline",
    from: { address: "a@shop.example" },
    note: "Fyi",
  });
  expect(documents[0]?.views.map(({ name, text }) => [name, text])).toEqual([
    ["subject", "Order"],
    ["html", "Total 1.00"],
  ]);
});

test("headers that every mailbox adds to a delivery are no evidence of a forward", async () => {
  const { documents } = await findDocuments(
    mail(
      [
        "Delivered-To: ada@home.example",
        "X-Original-To: ada@home.example",
        ...SHOP,
        "Content-Type: text/plain",
      ],
      "Total: 1.00 EUR",
    ),
  );

  expect(documents).toMatchObject([{ carrier: "direct", chain: [] }]);
});
