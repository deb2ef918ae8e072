// The wording of a message settles or raises doubts about what the readers read in it. The weights were not learned
// from the messages of this file.

import { describe, expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import type { Claim, Reason, Receipt } from "../../../src/receipts/receipt.ts";
import { withSecondOpinion } from "../../../src/receipts/wording/second-opinion.ts";
import { judgeWording } from "../../../src/receipts/wording/wording.ts";
import { alertDocument } from "../alerts/alert-document.ts";
import { CODE, DUE, LOW_BALANCE, PAID, type Worded } from "./mails.ts";

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
  mail: Worded,
  read: readonly Receipt[],
  claims: readonly Claim[] = [{ source: "sentence" }],
): Promise<string[]> {
  const document = alertDocument(mail);
  const whole = { document, views: document.views, receipts: read, statements: [] };
  return withSecondOpinion(whole, claims).receipts.flatMap(({ doubts }) =>
    doubts.map(({ reason }) => reason),
  );
}

test("the chances of a message are together 1", () => {
  const { chances } = judgeWording(alertDocument(PAID)) ?? {};
  expect(Object.values(chances ?? {}).reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9);
  expect(chances?.out).toBeGreaterThan(0.5);
});

test("a short message and a message of unknown words are not judged", () => {
  expect(judgeWording(alertDocument({ subject: "Paid", text: "Thank you." }))).toBeNull();
  const unknown = Array.from({ length: 200 }, (_, at) => `xq${"abcdefghij"[at % 10]}zv`).join(" ");
  expect(judgeWording(alertDocument({ text: unknown }))).toBeNull();
});

describe("a movement that was read", () => {
  test("is asked about, with the words, where the message is worded like one in which nothing moved", async () => {
    const document = alertDocument(LOW_BALANCE);
    const receipts = [await receiptOf("84.12", false)];
    const whole = { document, views: document.views, receipts, statements: [] };
    const [judged] = withSecondOpinion(whole, [{ source: "sentence" }]).receipts;
    expect(judged?.doubts.map(({ reason }) => reason)).toEqual(["payment_unproven"]);
    expect(judged?.doubts[0]?.detail).toMatch(
      /^It prints the amount 84\.12, but its words are like those of messages in which nothing was paid: "/u,
    );
  });

  test.each(["charged: billed to", "refunded: refunded to"])(
    "is left alone where its label is %s, which says itself that it was paid",
    async (rule) => {
      const read = [await receiptOf("84.12", false, rule)];
      expect(await doubtsAbout(LOW_BALANCE, read)).toEqual([]);
    },
  );

  test.each([
    ["Status\tApproved", true],
    ["Approved", true],
    ["Your limit was approved by our team.", false],
  ])("is doubted less where a line of its own says %j", async (line, isSaid) => {
    const mail = { ...LOW_BALANCE, text: `${LOW_BALANCE.text}\n${line}` };
    const none = judgeWording(alertDocument(mail))?.chances.none ?? 0;
    expect(none).toBeGreaterThan(0.8);
    expect(none).toBeLessThan(0.95);

    const read = [await receiptOf("84.12", false)];
    expect(await doubtsAbout(mail, read)).toEqual(isSaid ? [] : ["payment_unproven"]);
  });

  test("is asked about where the message is worded like a bill that is still to be paid", async () => {
    expect(await doubtsAbout(DUE, [await receiptOf("84.12", false)])).toEqual(["invoice_due"]);
    const charged = await receiptOf("84.12", false, "charged: billed to");
    expect(await doubtsAbout(DUE, [charged])).toEqual([]);
  });

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
      const read = [await receiptOf("84.12", false)];
      expect(await doubtsAbout(LOW_BALANCE, read, [{ source }])).toEqual([]);
    },
  );

  test("is asked about, with the likeliest amount, where other words stand beside its own", async () => {
    const mail = { ...PAID, text: `${PAID.text}\nGet 20.00 EUR off when you invite a friend.` };
    const document = alertDocument(mail);
    const receipts = [await receiptOf("20.00", false)];
    const whole = { document, views: document.views, receipts, statements: [] };
    const [judged] = withSecondOpinion(whole, [{ source: "label" }]).receipts;
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
    expect(withSecondOpinion(whole, [{ source: "label" }]).receipts).toEqual(receipts);
  });

  test("has no second doubt", async () => {
    expect(await doubtsAbout(LOW_BALANCE, [await doubted("84.12", "no_match")])).toEqual([
      "no_match",
    ]);
  });
});

/** A receipt about which a person would be asked. */
async function doubted(total: string, ...reasons: readonly Reason[]): Promise<Receipt> {
  const doubts = reasons.map((reason) => ({ reason, detail: "" }));
  return { ...(await receiptOf(total, false)), doubts };
}

describe("a doubt about the total", () => {
  test.each(["conflicting_totals", "payment_unproven"] as const)(
    "is settled where the words say the same movement: %s",
    async (reason) => {
      const document = alertDocument(PAID);
      const receipts = [await doubted("84.12", reason)];
      const whole = { document, views: document.views, receipts, statements: [] };
      const [settled] = withSecondOpinion(whole, [{ source: "label" }]).receipts;
      expect(settled?.doubts).toEqual([]);
      expect(settled?.why.at(-1)).toBe(
        "84.12 stands where messages like this print what was paid.",
      );
    },
  );

  test("stays where the words say another amount", async () => {
    const mail = { ...PAID, text: `${PAID.text}\nGet 20.00 EUR off when you invite a friend.` };
    expect(await doubtsAbout(mail, [await doubted("20.00", "conflicting_totals")])).toEqual([
      "conflicting_totals",
    ]);
  });

  test("stays where another amount stands alike", async () => {
    const mail = { ...PAID, text: `${PAID.text}\nTotal paid: 88.12 EUR` };
    for (const total of ["84.12", "88.12"])
      expect(await doubtsAbout(mail, [await doubted(total, "conflicting_totals")])).toEqual([
        "conflicting_totals",
      ]);
  });

  test("stays where the words say the other direction", async () => {
    const incoming = { ...(await doubted("84.12", "conflicting_totals")), incoming: true };
    expect(await doubtsAbout(PAID, [incoming])).toEqual(["conflicting_totals"]);
  });

  test("stays beside another doubt, of which words know nothing", async () => {
    const both = await doubted("84.12", "conflicting_totals", "conflicting_views");
    expect(await doubtsAbout(PAID, [both])).toEqual(["conflicting_totals", "conflicting_views"]);
  });
});

describe("a message with hardly any words but those of messages in which nothing was paid", () => {
  const readIn = async (receipts: readonly Receipt[]) => {
    const document = alertDocument(CODE);
    const whole = { document, views: document.views, receipts, statements: [] };
    return withSecondOpinion(whole, [{ source: "sentence" }]).receipts;
  };

  test("is no payment where a person would have been asked about its total, and says why", async () => {
    const [receipt] = await readIn([await doubted("61.40", "conflicting_totals")]);
    expect(receipt).toMatchObject({ kind: "not a transaction", doubts: [] });
    expect(receipt?.why.at(-1)).toMatch(
      /^It prints the amount 61\.40, but its words are those of messages in which nothing was paid: "/u,
    );
  });

  test("is one entry that is no payment, however many movements were read in it", async () => {
    const both = [
      await doubted("61.40", "conflicting_totals"),
      await doubted("482", "ambiguous_currency"),
    ];
    expect((await readIn(both)).map(({ kind }) => kind)).toEqual(["not a transaction"]);
  });

  test.each(["total: total", "charged: billed to"])(
    "is asked about where it was read without a doubt: %s",
    async (rule) => {
      const [receipt] = await readIn([await receiptOf("61.40", false, rule)]);
      expect(receipt?.doubts.map(({ reason }) => reason)).toEqual(["payment_unproven"]);
    },
  );

  test("stays a bill where one is due", async () => {
    const [receipt] = await readIn([await doubted("61.40", "invoice_due")]);
    expect(receipt?.doubts.map(({ reason }) => reason)).toEqual(["invoice_due"]);
  });
});
