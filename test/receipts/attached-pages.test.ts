// Web pages attached as files: what a short message is about stands in them. Papers that only come with a message, such
// as a shop's terms, say nothing of its money.

import { describe, expect, test } from "vitest";
import { PAGES_A_MAIL_MAX } from "../../src/platform/limits.ts";
import { readMail } from "../../src/receipts/read-mail.ts";
import { mail, multipart, part } from "./mime/write-mail.ts";
import { pdfOfRuns, runsOf } from "./pdf/write-pdf.ts";

const HEADERS = [
  "From: Bank Brzozowy <kontakt@brzozowy.example>",
  "To: ada@mail.example",
  "Subject: powiadomienie e-mail",
  "Date: Sat, 08 May 2021 07:45:59 +0200",
];
const COVER = "Witamy,\nw załączeniu przesyłamy dzienny wykaz operacji i zdarzeń.\nPozdrawiamy";

async function read(headers: readonly string[], parts: readonly string[]): Promise<string[]> {
  const { type, body } = multipart("mixed", parts);
  const { documents } = await readMail(mail([...headers, `Content-Type: ${type}`], body));
  return documents.flatMap(({ receipts }) =>
    receipts.map(({ kind, incoming, total, merchant }) =>
      [kind, incoming ? "in" : "out", total?.value ?? "nothing", merchant?.value ?? "nobody"].join(
        " ",
      ),
    ),
  );
}

function base64(bytes: Uint8Array): string {
  return (btoa(String.fromCharCode(...bytes)).match(/.{1,76}/g) ?? []).join("\r\n");
}

function attached(type: string, name: string, bytes: Uint8Array): string {
  return part(`${type}; name="${name}"`, base64(bytes), [
    `Content-Disposition: attachment; filename="${name}"`,
    "Content-Transfer-Encoding: base64",
  ]);
}

function page(amount: string): string {
  return (
    "<table><tr><td>01:50</td><td>Bank: Przelew przych. z rach. 3511...075800 na rach. 81089394 " +
    `kwota ${amount} PLN od ADA LANE; OP\u0141ATA; Dost. 796,03 PLN</td></tr></table>`
  );
}

/** The bytes in ISO 8859-2, of which the test needs one letter that is not ASCII. */
function latin2(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => (letter === "\u0141" ? 0xa3 : letter.charCodeAt(0)));
}

describe("an attached web page", () => {
  const cover = part("text/plain; charset=utf-8", COVER);

  test("is read where the message itself tells of no money, in the code page that it declares", async () => {
    const head =
      '<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2"></head><body>';
    const bytes = latin2(`${head}${page("200,00")}</body></html>`);

    expect(await read(HEADERS, [cover, attached("text/html", "wykaz.htm", bytes)])).toEqual([
      "bank alert in 200.00 ADA LANE",
    ]);
  });

  test("is one by its name where its type is that of any file", async () => {
    const bytes = new TextEncoder().encode(`<html><body>${page("200,00")}</body></html>`);

    expect(
      await read(HEADERS, [cover, attached("application/octet-stream", "wykaz.HTML", bytes)]),
    ).toEqual(["bank alert in 200.00 ADA LANE"]);
  });

  test("is left alone where the message tells of the money itself, which it would double", async () => {
    const shop = [
      "From: Lantern Books <shop@lantern.example>",
      "Subject: Your order 4711",
      "Date: Tue, 24 Nov 2026 10:00:00 +0000",
    ];
    const text = "Thank you for your order 4711.\nOrder total: 12.30 EUR\nPaid by Visa";
    const bytes = new TextEncoder().encode(
      "<html><body><p>Invoice 4711</p><p>Total: 12.30 EUR</p><p>Paid by Visa</p></body></html>",
    );

    expect(
      await read(shop, [part("text/plain", text), attached("text/html", "invoice.html", bytes)]),
    ).toEqual(["order out 12.30 Lantern Books"]);
  });

  test("beyond the bound on their number is not read", async () => {
    const pages = Array.from({ length: PAGES_A_MAIL_MAX + 1 }, (_, at) =>
      attached("text/html", `${at}.html`, new TextEncoder().encode(page(`20${at},00`))),
    );

    expect(await read(HEADERS, [cover, ...pages])).toHaveLength(PAGES_A_MAIL_MAX);
  });
});

test("an order is a purchase, whatever the terms that are attached to it say of refunds", async () => {
  const shop = [
    "From: Lantern Books <shop@lantern.example>",
    "Subject: Order #15073 confirmed",
    "Date: Tue, 24 Nov 2026 10:00:00 +0000",
  ];
  const text =
    "Thank you for your purchase!\nTotal\n12,30 EUR\nPayment\nMastercard\nending with 3780";
  const terms = pdfOfRuns(
    runsOf([["Refund policy"], ["You received a damaged item? We give back what you paid."]]),
  );

  expect(
    await read(shop, [part("text/plain", text), attached("application/pdf", "terms.pdf", terms)]),
  ).toEqual(["order out 12.30 Lantern Books"]);
});
