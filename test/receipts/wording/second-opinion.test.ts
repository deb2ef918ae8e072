// The wording of a message raises doubts about what the readers read in it. The weights were not learned from the
// messages of this file.

import { describe, expect, test } from "vitest";
import { readByReaders, readDocument } from "../../../src/receipts/read-mail.ts";
import type { Claim, Receipt } from "../../../src/receipts/receipt.ts";
import { withWordingDoubts } from "../../../src/receipts/wording/doubts.ts";
import { judgeWording } from "../../../src/receipts/wording/wording.ts";
import { alertDocument } from "../alerts/alert-document.ts";
import { SENT } from "../alerts/fixtures.ts";

const LOW_BALANCE = {
  subject: "Low balance alert on your everyday account",
  from: ["Larch Bank", "alerts@larchbank.example"],
  text: [
    "Hi Ada,",
    "You asked us to let you know when the balance of your everyday account falls below 150.00 EUR.",
    "Available balance: 84.12 EUR",
    "Upcoming: direct debit Elm Energy, 61.40 EUR, expected on 27 November",
    "To avoid a failed payment fee, please make sure there is enough money in your account before then.",
    "You can change your alerts at any time in the app under Settings, Notifications.",
    "If you have any questions, please contact us. We will never ask you for your password.",
    "Larch Bank is authorised and regulated. Please do not reply to this email.",
  ].join("\n"),
} as const;

const PAID = {
  subject: "Thank you for your payment to Oleander Sports",
  from: ["Oleander Sports", "club@oleander.example"],
  text: [
    "Dear Ada Lane,",
    "Thank you, we have received your payment. This is your receipt.",
    "Receipt number: 2025-118",
    "Date of payment: 18/11/2025",
    "Membership, one year",
    "Total paid: 84.12 EUR",
    "Payment method: Visa ending 4410",
    "Please keep this receipt for your records. If you have any questions, just reply to this email.",
    "Kind regards, Oleander Sports",
  ].join("\n"),
} as const;

/** Makes the receipt that a mistake of a reader would make. */
async function receiptOf(
  total: string,
  incoming: boolean,
  rule = "total: total",
): Promise<Receipt> {
  const { receipts } = await readByReaders(alertDocument(PAID));
  const [read] = receipts;
  if (read?.total == null) throw new Error("the receipt is not read");
  return { ...read, total: { ...read.total, value: total, rule }, incoming, doubts: [] };
}

/** Returns the reasons for which a person is asked about these receipts of a message. */
async function doubtsAbout(
  mail: typeof LOW_BALANCE | typeof PAID,
  read: readonly Receipt[],
  claims: readonly Claim[] = [{ source: "sentence" }],
): Promise<string[]> {
  const document = alertDocument(mail);
  const whole = { document, views: document.views, receipts: read, statements: [] };
  return withWordingDoubts(whole, claims).receipts.flatMap(({ doubts }) =>
    doubts.map(({ reason }) => reason),
  );
}

test("the chances of a message are together 1", () => {
  const { none = 0, out = 0, in: into = 0 } = judgeWording(alertDocument(PAID))?.chances ?? {};
  expect(none + out + into).toBeCloseTo(1, 9);
  expect(out).toBeGreaterThan(0.5);
});

test("a short message and a message of unknown words are not judged", () => {
  expect(judgeWording(alertDocument({ subject: "Paid", text: "Thank you." }))).toBeNull();
  const unknown = Array.from({ length: 200 }, (_, at) => `xq${"abcdefghij"[at % 10]}zv`).join(" ");
  expect(judgeWording(alertDocument({ text: unknown }))).toBeNull();
});

describe("a movement that was read", () => {
  test("is asked about, with the words, where the message is worded like one in which nothing moved", async () => {
    const document = alertDocument(LOW_BALANCE);
    const receipts = [await receiptOf("61.40", false)];
    const whole = { document, views: document.views, receipts, statements: [] };
    const [judged] = withWordingDoubts(whole, [{ source: "sentence" }]).receipts;
    expect(judged?.doubts.map(({ reason }) => reason)).toEqual(["payment_unproven"]);
    expect(judged?.doubts[0]?.detail).toMatch(
      /^It prints the amount 61\.40, but its words are like those of messages in which nothing was paid: "/u,
    );
  });

  test.each(["charged: billed to", "refunded: refunded to"])(
    "is left alone where its label is %s, which says itself that it was paid",
    async (rule) => {
      const read = [await receiptOf("61.40", false, rule)];
      expect(await doubtsAbout(LOW_BALANCE, read)).toEqual([]);
    },
  );

  test("is left alone where the message is worded like a payment", async () => {
    expect(await doubtsAbout(PAID, [await receiptOf("84.12", false)])).toEqual([]);
  });

  test("is asked about where the message is worded like money in the other direction", async () => {
    expect(await doubtsAbout(PAID, [await receiptOf("84.12", true)])).toEqual([
      "ambiguous_direction",
    ]);
  });

  test("is left alone beside one in the other direction, which has the same words", async () => {
    const both = [await receiptOf("84.12", true), await receiptOf("12.00", false)];
    expect(await doubtsAbout(PAID, both)).toEqual([]);
  });

  test.each(["structured", "e-invoice"] as const)(
    "is left alone where its source is %s, which does not depend on words",
    async (source) => {
      const read = [await receiptOf("61.40", false)];
      expect(await doubtsAbout(LOW_BALANCE, read, [{ source }])).toEqual([]);
    },
  );

  test("is asked about, with the likeliest amount, where other words stand beside its own", async () => {
    const mail = { ...PAID, text: `${PAID.text}\nGet 20.00 EUR off when you invite a friend.` };
    const document = alertDocument(mail);
    const receipts = [await receiptOf("20.00", false)];
    const whole = { document, views: document.views, receipts, statements: [] };
    const [judged] = withWordingDoubts(whole, [{ source: "label" }]).receipts;
    expect(judged?.doubts).toEqual([
      {
        reason: "conflicting_totals",
        detail: "20.00 was read, but 84.12 stands where messages like this print what was paid.",
        totals: ["84.12"],
      },
    ]);
  });

  test("is left alone where it is the larger part of the likeliest amount", async () => {
    const parts = ["Deposit paid in May: 20.00 EUR", "Rest, see below: 64.12 EUR"];
    const mail = { ...PAID, text: [PAID.text, ...parts].join("\n") };
    const document = alertDocument(mail);
    const receipts = [await receiptOf("64.12", false)];
    const whole = { document, views: document.views, receipts, statements: [] };
    expect(withWordingDoubts(whole, [{ source: "label" }]).receipts).toEqual(receipts);
  });

  test("has no second doubt", async () => {
    const asked = {
      ...(await receiptOf("61.40", false)),
      doubts: [{ reason: "no_match", detail: "" } as const],
    };
    expect(await doubtsAbout(LOW_BALANCE, [asked])).toEqual(["no_match"]);
  });
});

describe("a message in which no movement was read", () => {
  const unread = async (lines: readonly string[]) => {
    const mail = { ...PAID, text: lines.join("\n") };
    const document = alertDocument(mail);
    const { askAboutUnreadPayment } =
      await import("../../../src/receipts/wording/unread-payments.ts");
    return askAboutUnreadPayment(document, []);
  };
  const LINES = PAID.text.split("\n");

  test("is asked about, with its only amount, where it is worded like a payment", async () => {
    const receipt = await unread(LINES);
    expect(receipt).toMatchObject({
      kind: "receipt",
      incoming: false,
      currency: "eur",
      date: { value: SENT },
      merchant: { value: "Oleander Sports" },
      total: { value: "84.12" },
    });
    expect(receipt?.doubts.map(({ reason }) => reason)).toEqual(["payment_unproven"]);
  });

  test("offers its other amounts too, but no balance", async () => {
    const receipt = await unread([...LINES, "Deposit: 20.00 EUR", "New balance: 900.00 EUR"]);
    expect(receipt?.total?.value).toBe("84.12");
    expect(receipt?.doubts).toMatchObject([{ reason: "conflicting_totals", totals: ["20.00"] }]);
  });

  test("without an amount is not asked about", async () => {
    expect(await unread(LINES.filter((line) => !line.includes("EUR")))).toBeNull();
  });

  test("is not asked about where it prints that nothing was charged", async () => {
    const text = [
      ...LINES.filter((line) => !line.startsWith("Total paid")),
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
