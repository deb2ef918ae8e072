// Messages of shops, banks and services as they are remembered, the files of
// test/fixtures/remembered-mails: what must be read was written before any of them was read. People,
// addresses and numbers are made up, and so are half of the senders.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { readInBudget } from "../../src/importer/inbox/budget-currency.ts";
import { parseCurrency } from "../../src/money/currency.ts";
import { readMail } from "../../src/receipts/read-mail.ts";

const receiptSchema = z.strictObject({
  total: z.string(),
  currency: z.string(),
  direction: z.enum(["in", "out"]),
  /** Absent where the message names nobody, as for cash from a machine. */
  merchant: z.string().optional(),
  /** Other names of the merchant that are as right. */
  either: z.array(z.string()).default([]),
  date: z.string().optional(),
  card_last4: z.string().optional(),
  order_number: z.string().optional(),
  /** The message cannot say everything, so that the reading has to ask. */
  asked: z.boolean().default(false),
  /** An invoice that is paid later: the reading has to ask, as nothing has moved yet. */
  due: z.boolean().default(false),
  doubts: z.array(z.never()).default([]),
});
const expectedSchema = z.strictObject({ about: z.string(), receipts: z.array(receiptSchema) });
type Expected = z.infer<typeof receiptSchema>;

const FOLDER = fileURLToPath(new URL("../fixtures/remembered-mails/", import.meta.url).href);
const FILES = readdirSync(FOLDER).toSorted();
const REMEMBERED = FILES.filter((file) => file.endsWith(".eml")).map((file) => ({
  file,
  raw: new TextEncoder().encode(readFileSync(join(FOLDER, file), "utf8").replaceAll("\n", "\r\n")),
  ...expectedSchema.parse(JSON.parse(readFileSync(join(FOLDER, expectationOf(file)), "utf8"))),
}));

/** The file that has what must be read. */
function expectationOf(file: string): string {
  return file.replace(/\.eml$/, ".expected.json");
}

/**
 * Messages that are not read right yet. The test of such a message must fail: once it is read right,
 * its line here has to go.
 */
const NOT_YET: readonly string[] = [
  // The number of the order is a code below a picture, without any label.
  "26-cinepolis-boletos-mx.eml",
  // The operator of fiscal data sends it, and the seller stands in the receipt's own lines.
  "28-ofd-apteka-ru.eml",
  // The shop's name is known by its domain, in Latin letters, and printed in others.
  "28-yodobashi-ja.eml",
  // The day of the disputed charge stands nearer than the day of the credit.
  "29-alliant-provisional-credit.eml",
  // The sender's name stands between the words for "your receipt"; the one alone is also a Czech verb.
  "43-own-my-grab.eml",
  // A name with hidden letters stands alone above the rows.
  "37-gcash-send-ph.eml",
  // Groups of digits between full stops are read as no number of a bill.
  "37-infomedics-tandarts-nl.eml",
  // Two cards are printed, and the payer's stands in the row of the sender.
  "37-privat24-perekaz-ua.eml",
  // Brackets end the shop's name right before a verb of a script without blanks.
  "37-spdb-xinyongka-cn.eml",
  // The card is in a line of its own, without a word for a card.
  "38a-fwd-yahoo-framing-ca.eml",
  // The payer stands behind the word for a reference.
  "38a-standardbank-za.eml",
  // The digits of the account in its row count before those of the card in the sentence.
  "38a-usaa-debitcard-us.eml",
  // A number in brackets is kept as a part of the name.
  "38a-vipps-betalt-no.eml",
  // A shop in capitals between the amount and the day of one sentence.
  "38b-akbars-pokupka-ru.eml",
  // The title before a person's name ("Mme") is left out.
  "40a-bforbank-virement-fr.eml",
  // "You were not charged for this product" of one article that was left out, beside the final sum.
  "40b-sklavenitis-paraggelia-gr.eml",
  // The place where the car was parked stands in a row as shops do.
  "40b-zul-estacionamento-br.eml",
  // The company that pays the dividend stands in a section of the security, without a label of a payer.
  "62-traderepublic-dividende-de.eml",
  // The day of the bill stands in the middle of a sentence, and the mail was sent a day later.
  "63-eaudugrandlyon-facture-fr.eml",
  // The shop stands in the sentence before the one with the amount that was charged.
  "64-addiko-kupnja-hr.eml",
  // The lender is the bank that writes, and a bank that writes is no payee elsewhere.
  "64-bigbank-laenumakse-ee.eml",
  // The number of the purchase of used things has a label of its own trade.
  "64-bookoff-kaitori-jp.eml",
  // The digits of the card stand behind its brand, in another script, without a word for a card.
  "64-nahdi-talab-sa.eml",
  // The digits of the card stand within the name of the way to pay.
  "64-silpo-zamovlennya-ua.eml",
  // The digits of the account in the sentence count before those of the card in its row.
  "m3-hold-cs.eml",
  // A table of attempts: what was charged stands only in the row of the second one.
  "29-smartfit-segundo-intento.eml",
];
const [OPEN, READ] = [
  REMEMBERED.filter(({ file }) => NOT_YET.includes(file)),
  REMEMBERED.filter(({ file }) => !NOT_YET.includes(file)),
];

/** "12.30" and "12.3" are the same amount, as are "1280" and "1280.00". */
function trimZeros(total: string): string {
  return total.includes(".") ? total.replace(/\.?0+$/, "") : total;
}

/**
 * One name for several ways to write it: letter case, the number of blanks and full-width forms, which
 * a view never has, do not count.
 */
function foldName(name: string | undefined): string | undefined {
  return name?.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** The expected merchant where the one that was read is as right, so that a comparison shows both. */
function chooseMerchant(read: string | undefined, given: Expected): string | undefined {
  const names = given.merchant === undefined ? [] : [given.merchant, ...given.either];
  return names.some((name) => foldName(name) === foldName(read)) ? given.merchant : read;
}

async function expectReceipts({ raw, receipts }: (typeof REMEMBERED)[number]): Promise<void> {
  // A sign of several currencies means the one that the budget holds.
  const held = receipts.flatMap(({ currency }) => parseCurrency(currency) ?? []);
  const { documents } = readInBudget(await readMail(raw), new Set(held));
  const read = documents
    .flatMap((one) => one.receipts)
    .filter(({ kind }) => kind !== "not a transaction" && kind !== "zero charge")
    .map(({ total, currency, incoming, doubts, merchant, date, ...more }) => ({
      total: trimZeros(total?.value ?? ""),
      currency,
      direction: incoming ? "in" : "out",
      merchant: merchant?.value,
      date: date?.value,
      card_last4: more.card_last4?.value,
      order_number: more.order_number?.value,
      doubts: doubts.map(({ reason }) => reason),
    }))
    .toSorted((a, b) => compare(a.total, b.total));
  const expected = receipts
    .map((one) => ({ ...one, total: trimZeros(one.total) }))
    .toSorted((a, b) => compare(a.total, b.total));

  expect(
    read.map(({ total, currency, direction, doubts, merchant, ...more }, at) => {
      const given = expected[at];
      if (given === undefined) return { total, currency, direction, merchant };
      const asks = given.asked || given.due;
      return {
        total,
        currency: given.asked ? given.currency : currency,
        direction,
        either: given.either,
        doubts: asks ? doubts.length > 0 : doubts,
        ...(given.merchant !== undefined && { merchant: chooseMerchant(merchant, given) }),
        ...(given.date !== undefined && { date: more.date }),
        ...(given.card_last4 !== undefined && { card_last4: more.card_last4 }),
        ...(given.order_number !== undefined && { order_number: more.order_number }),
      };
    }),
  ).toEqual(
    expected.map(({ asked, due, doubts, ...one }) => ({
      ...one,
      doubts: asked || due ? true : doubts,
    })),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

describe("messages as they are remembered", () => {
  test("no message is lost and none is without its expectation", () => {
    expect(REMEMBERED.length).toBeGreaterThanOrEqual(3_900);
    expect(FILES.toSorted()).toEqual(
      REMEMBERED.flatMap(({ file }) => [file, expectationOf(file)]).toSorted(),
    );
  });

  test.each(READ)("$file is read as expected: $about", expectReceipts);

  test("every message that is not read right yet is among them", () => {
    expect(OPEN).toHaveLength(NOT_YET.length);
  });

  test.fails.each(OPEN)("$file is not read right yet: $about", expectReceipts);
});
