// Whole messages and the receipts that they must give: a folder for each merchant in
// test/fixtures/receipts, and banks' messages in test/fixtures/mails. How to add one is in
// src/receipts/merchants/README.md.

import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { Item } from "../../src/receipts/receipt.ts";
import { readMail } from "../../src/receipts/read-mail.ts";
import { mail } from "./mime/write-mail.ts";

const itemSchema = z.strictObject({
  name: z.string(),
  quantity: z.string().nullable().default(null),
  /** Of the line, not of one piece. */
  amount: z.string().nullable().default(null),
});
const receiptSchema = z.strictObject({
  total: z.string(),
  currency: z.string().nullable(),
  direction: z.enum(["in", "out"]),
  merchant: z.string().optional(),
  card_last4: z.string().optional(),
  date: z.string().optional(),
  order_number: z.string().optional(),
  items: z.array(itemSchema).optional(),
  doubts: z.array(z.string()).default([]),
});
const expectedSchema = z.strictObject({ name: z.string(), receipts: z.array(receiptSchema) });
const mailSchema = expectedSchema.extend({
  from: z.string(),
  subject: z.string(),
  html: z.string().optional(),
  text: z.union([z.string(), z.array(z.string())]).default(""),
});
type Expected = z.infer<typeof expectedSchema>;

const MAILS = import.meta.glob("../fixtures/receipts/*/mail.eml", {
  eager: true,
  import: "default",
  query: "?raw",
});
const EXPECTED = import.meta.glob("../fixtures/receipts/*/expected.json", {
  eager: true,
  import: "default",
});
const BANK_MAILS = Object.values(
  import.meta.glob("../fixtures/mails/*.json", { eager: true, import: "default" }),
).flatMap((file) => z.array(mailSchema).parse(file));

/** Each folder's name, with its message and its expected receipts. */
const FOLDERS = Object.entries(MAILS).map(([path, eml]) => {
  const folder = path.slice(0, path.lastIndexOf("/"));
  const expected = expectedSchema.parse(EXPECTED[`${folder}/expected.json`]);
  const raw = new TextEncoder().encode(z.string().parse(eml).replaceAll("\n", "\r\n"));
  return [folder.slice(folder.lastIndexOf("/") + 1), raw, expected] as const;
});

function writeBankMail({ from, subject, text, html }: z.infer<typeof mailSchema>): Uint8Array {
  const body = html ?? (typeof text === "string" ? text : text.join("\n"));
  return mail(
    [
      `From: ${from}`,
      "To: pat@mail.example",
      `Subject: =?utf-8?b?${Buffer.from(subject).toString("base64")}?=`,
      "Date: Wed, 19 Nov 2025 08:00:00 +0000",
      "MIME-Version: 1.0",
      `Content-Type: text/${html === undefined ? "plain" : "html"}; charset=utf-8`,
    ],
    body.replaceAll("\n", "\r\n"),
  );
}

const printItem = ({ name, quantity, amount }: Item) => ({
  name: name.value,
  quantity: quantity?.value ?? null,
  amount: amount?.value ?? null,
});

async function expectReceipts(raw: Uint8Array, { receipts }: Expected): Promise<void> {
  const { documents } = await readMail(raw);
  const read = documents
    .flatMap((one) => one.receipts)
    .filter(({ kind }) => kind !== "not a transaction");

  expect(
    read.map(({ total, currency, incoming, doubts, items, ...more }, at) => {
      const given = receipts[at];
      return {
        total: total?.value,
        currency,
        direction: incoming ? "in" : "out",
        doubts: doubts.map(({ reason }) => reason),
        ...(given?.merchant !== undefined && { merchant: more.merchant?.value }),
        ...(given?.card_last4 !== undefined && { card_last4: more.card_last4?.value }),
        ...(given?.date !== undefined && { date: more.date?.value }),
        ...(given?.order_number !== undefined && { order_number: more.order_number?.value }),
        ...(given?.items !== undefined && { items: items.map(printItem) }),
      };
    }),
  ).toEqual(receipts);
}

test.each(FOLDERS)("the message of %s gives its receipts", async (_folder, raw, expected) => {
  await expectReceipts(raw, expected);
});

describe("receipts of banks' messages", () => {
  test.each(BANK_MAILS.map((one) => [one.name, one] as const))(
    "a bank's message gives its receipts: %s",
    async (_name, one) => {
      await expectReceipts(writeBankMail(one), one);
    },
  );
});
