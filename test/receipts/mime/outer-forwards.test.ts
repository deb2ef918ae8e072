// The receipt in a mail that was forwarded more than once may be in any of the forwards.

import { describe, expect, test } from "vitest";
import { readMail } from "../../../src/receipts/read-mail.ts";
import type { ReadDocument } from "../../../src/receipts/reading.ts";
import { forwarded, LANGUAGES, PROGRAMS, type Letter } from "../forwards/forward-writer.ts";
import { mail, multipart, part } from "./write-mail.ts";

const SENT = Date.UTC(2026, 9, 27, 14, 5, 8);
const SHOP: Letter = {
  name: "Lantern Books",
  address: "orders@lantern.example",
  to: "ada@home.example",
  subject: "Your order 4711-22",
  sent: SENT,
  text: "Thank you for your order.\nOrder number: 4711-22\nOrder total: 12.34 EUR",
  html: "<p>Thank you for your order.</p><table><tr><td>Order number:</td><td>4711-22</td></tr><tr><td>Order total:</td><td>12.34 EUR</td></tr></table>",
};
const SECOND_SHOP: Letter = {
  ...SHOP,
  name: "Harbour Bakery",
  address: "hello@harbour-bakery.example",
  subject: "Your receipt",
  text: "Receipt number: 88-1\nTotal paid: 45.60 EUR",
  html: "<p>Receipt number: 88-1</p><p>Total paid: 45.60 EUR</p>",
};
const FRIEND: Letter = {
  ...SHOP,
  name: "Sam Reed",
  address: "sam@reed.example",
  subject: "Sunday",
  text: "Shall we meet on Sunday?\nSam",
  html: "<p>Shall we meet on Sunday?</p><p>Sam</p>",
};

/** The letter with another below it, as somebody with that address forwards it. */
function around(letter: Letter, inner: Letter, program: (typeof PROGRAMS)[number]): Letter {
  const written = forwarded(inner, program, english(), "");
  return {
    ...letter,
    text: `${letter.text}\n\n${written.text}`,
    html: `${letter.html}${written.html}`,
  };
}

function english(): (typeof LANGUAGES)[number] {
  const language = LANGUAGES.find(({ locale }) => locale === "en-US");
  if (language === undefined) throw new Error("no English");
  return language;
}

/** Reads the mail in which Ada forwards that letter, as text, HTML or both. */
async function readForwarded(
  letter: Letter,
  program: (typeof PROGRAMS)[number],
  as: "text" | "html" | "both",
): Promise<readonly ReadDocument[]> {
  const { subject, text, html } = forwarded(letter, program, english(), "For the budget");
  const { type, body } = multipart("alternative", [
    ...(as === "html" ? [] : [part("text/plain; charset=utf-8", text.replaceAll("\n", "\r\n"))]),
    ...(as === "text" ? [] : [part("text/html; charset=utf-8", html)]),
  ]);
  const headers = ["From: Ada <ada@home.example>", "To: in@budget.example", `Subject: ${subject}`];
  const date = "Date: Tue, 03 Nov 2026 10:00:00 +0000";
  return (await readMail(mail([...headers, date, `Content-Type: ${type}`], body))).documents;
}

function totalsOf(documents: readonly ReadDocument[]): (readonly [string, string | undefined])[] {
  return documents.flatMap(({ receipts, document }) =>
    receipts.map(({ total }) => [document.from?.address ?? "", total?.value] as const),
  );
}

const GMAIL = PROGRAMS.filter(({ name }) => name === "Gmail" || name === "Apple Mail");

describe.each(GMAIL.map((program) => [program.name, program] as const))("%s", (_name, program) => {
  test.each(["text", "html", "both"] as const)(
    "a receipt around a forwarded message without money is the shop's (%s)",
    async (as) => {
      const documents = await readForwarded(around(SHOP, FRIEND, program), program, as);

      expect(totalsOf(documents)).toEqual([["orders@lantern.example", "12.34"]]);
      expect(documents.flatMap(({ receipts }) => receipts)[0]?.merchant?.value).toBe(
        "Lantern Books",
      );
    },
  );

  test.each(["text", "html", "both"] as const)(
    "receipts in both of two forwards are two receipts (%s)",
    async (as) => {
      const documents = await readForwarded(around(SHOP, SECOND_SHOP, program), program, as);

      expect(totalsOf(documents)).toEqual([
        ["hello@harbour-bakery.example", "45.60"],
        ["orders@lantern.example", "12.34"],
      ]);
    },
  );

  test("a message that repeats the amount of the one in it is no second receipt", async () => {
    const again = { ...SHOP, name: "Pay Later", address: "mail@paylater.example" };

    const documents = await readForwarded(around(again, SHOP, program), program, "both");

    expect(totalsOf(documents)).toEqual([["orders@lantern.example", "12.34"]]);
  });

  test("the words of somebody who passed it on are no receipt", async () => {
    const friend = {
      ...FRIEND,
      address: "sam.reed@gmail.com",
      text: "Order total: 99.00 EUR",
      html: "<p>Order total: 99.00 EUR</p>",
    };

    const documents = await readForwarded(around(friend, SHOP, program), program, "both");

    expect(totalsOf(documents)).toEqual([["orders@lantern.example", "12.34"]]);
  });
});

test("the attachments of a mail stay with the innermost forward", async () => {
  const [program] = GMAIL;
  if (program === undefined) throw new Error("no program");
  const { subject, text } = forwarded(around(SHOP, FRIEND, program), program, english(), "");
  const { type, body } = multipart("mixed", [
    part("text/plain; charset=utf-8", text.replaceAll("\n", "\r\n")),
    part('text/plain; name="notes.txt"', "Nothing", [
      'Content-Disposition: attachment; filename="notes.txt"',
    ]),
  ]);
  const headers = ["From: Ada <ada@home.example>", `Subject: ${subject}`, `Content-Type: ${type}`];

  const { documents } = await readMail(mail(headers, body));

  expect(
    documents.map(({ document }) => [document.from?.address, document.attachments.length]),
  ).toEqual([
    ["sam@reed.example", 1],
    ["orders@lantern.example", 0],
  ]);
});
