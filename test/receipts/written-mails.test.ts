// Each written mail is read as its row says; a mail without a movement makes no receipt.

import { describe, expect, test } from "vitest";
import { readMail } from "../../src/receipts/read-mail.ts";
import { mail } from "./mime/write-mail.ts";
import { WRITTEN_MAILS, type WrittenMail } from "./written-mails.ts";
import { MORE_WRITTEN_MAILS } from "./written-more-mails.ts";

function rawOf({ from, subject, text, html }: WrittenMail): Uint8Array {
  const encoded = Buffer.from(subject).toString("base64");
  const head = [
    `From: ${from}`,
    "To: pat@mail.example",
    `Subject: =?utf-8?b?${encoded}?=`,
    "Date: Wed, 19 Nov 2025 08:00:00 +0000",
    "MIME-Version: 1.0",
  ];
  return mail(
    [...head, `Content-Type: text/${html === undefined ? "plain" : "html"}; charset=utf-8`],
    (html ?? text ?? "").replaceAll("\n", "\r\n"),
  );
}

describe("a whole mail is read", () => {
  test.each(
    [...WRITTEN_MAILS, ...MORE_WRITTEN_MAILS].map((written) => [written.name, written] as const),
  )("%s", async (_name, written) => {
    const { documents } = await readMail(rawOf(written));
    const receipts = documents
      .flatMap((one) => one.receipts)
      .filter(({ kind }) => kind !== "not a transaction");

    if (written.says === null)
      return expect(
        receipts.map(({ kind, incoming, total }) => [kind, incoming, total?.value]),
      ).toEqual([]);
    const { total, currency, way, merchant, card, asked } = written.says;
    expect(
      receipts.map((one) => [
        one.total?.value,
        one.currency,
        one.incoming ? "in" : "out",
        one.doubts.map(({ reason }) => reason),
      ]),
    ).toEqual([[total, currency, way, asked === true ? ["ambiguous_currency"] : []]]);
    if (merchant !== undefined) expect(receipts[0]?.merchant?.value).toBe(merchant);
    if (card !== undefined) expect(receipts[0]?.card_last4?.value).toBe(card);
  });
});
