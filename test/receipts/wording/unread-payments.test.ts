// A payment that no reader reads, and that the wording of its message tells.

import { describe, expect, test } from "vitest";
import { must } from "../../../src/platform/assert.ts";
import { readByReaders, readDocument } from "../../../src/receipts/read-mail.ts";
import type { Receipt } from "../../../src/receipts/receipt.ts";
import { readUnreadPayment } from "../../../src/receipts/wording/unread-payments.ts";
import { alertDocument } from "../alerts/alert-document.ts";
import { SENT } from "../alerts/fixtures.ts";
import { DUE, LOW_BALANCE, PAID, type Worded } from "./mails.ts";

/** Reads a message with other lines as if no reader had read a movement in it. */
function unread(mail: Worded, lines: readonly string[], read: readonly Receipt[] = []) {
  return readUnreadPayment(alertDocument({ ...mail, text: lines.join("\n") }), read);
}

const PAID_LINES = PAID.text.split("\n");
const TWO_PAID = [
  "Membership, one year: 84.12 EUR paid",
  "Locker, one year: 20.00 EUR paid",
  "New balance: 900.00 EUR",
].join("\n");

describe("a message in which no movement was read", () => {
  test("is read where it is surely worded like the payment of one amount", () => {
    expect(unread(PAID, PAID_LINES)).toMatchObject({
      kind: "receipt",
      incoming: false,
      currency: "eur",
      date: { value: SENT },
      merchant: { value: "Oleander Sports" },
      total: { value: "84.12" },
      doubts: [],
    });
  });

  test("is asked about, with its only amount, where it is short, since one word may change everything", () => {
    const receipt = unread(PAID, PAID_LINES.slice(1, 6));
    expect(receipt).toMatchObject({ kind: "receipt", incoming: false, total: { value: "84.12" } });
    expect(receipt?.doubts.map(({ reason }) => reason)).toEqual(["payment_unproven"]);
  });

  test("is asked about where two amounts stand alike, and no balance is offered", () => {
    const lines = PAID_LINES.map((line) => (line.startsWith("Total paid") ? TWO_PAID : line));
    const receipt = unread(PAID, lines);
    expect(receipt?.total?.value).toBe("84.12");
    expect(receipt?.doubts).toMatchObject([{ reason: "conflicting_totals", totals: ["20.00"] }]);
  });

  test("is a bill where it is worded like one that is still to be paid", () => {
    const receipt = unread(DUE, DUE.text.split("\n"));
    expect(receipt).toMatchObject({ kind: "invoice", incoming: false, total: { value: "84.12" } });
    expect(receipt?.doubts.map(({ reason }) => reason)).toEqual(["invoice_due"]);
  });

  test("without an amount is neither read nor asked about", () => {
    expect(
      unread(
        PAID,
        PAID_LINES.filter((line) => !line.includes("EUR")),
      ),
    ).toBeNull();
  });

  test("is not asked about where it prints that nothing was charged", async () => {
    const text = [
      ...PAID_LINES.filter((line) => !line.startsWith("Total paid")),
      "Membership: 84.12 EUR",
      "Voucher: -84.12 EUR",
      "Total paid: 0.00 EUR",
    ].join("\n");
    const { receipts } = await readDocument(alertDocument({ ...PAID, text }));
    expect(receipts.map(({ kind, total }) => [kind, total?.value])).toEqual([
      ["zero charge", "0.00"],
    ]);
  });

  test("is not asked about where it is worded like none", async () => {
    const { receipts } = await readDocument(alertDocument(LOW_BALANCE));
    expect(receipts.filter(({ kind }) => kind !== "not a transaction")).toEqual([]);
  });
});

describe("a message of which a reader says that nothing was paid", () => {
  const refused = async (rule: string): Promise<Receipt> => {
    const { receipts } = await readByReaders(alertDocument(PAID));
    const read = must(receipts[0], "the receipt is read");
    const total = { ...must(read.total, "it has a total"), rule };
    return { ...read, kind: "not a transaction", total };
  };

  test("is asked about, however surely it is worded like a payment", async () => {
    const receipt = unread(PAID, PAID_LINES, [await refused("total: total")]);
    expect(receipt).toMatchObject({ kind: "receipt", total: { value: "84.12" } });
    expect(receipt?.doubts.map(({ reason }) => reason)).toEqual(["payment_unproven"]);
  });

  test("is read where its label says itself that it was paid, and the words do too", async () => {
    const receipt = unread(PAID, PAID_LINES, [await refused("charged: paid with")]);
    expect(receipt).toMatchObject({ kind: "receipt", total: { value: "84.12" }, doubts: [] });
    expect(receipt?.why.filter((sentence) => sentence.startsWith("kind: "))).toEqual([
      expect.stringMatching(
        /^kind: receipt\. Its words are like those of messages about money out: "/u,
      ),
    ]);
  });
});
