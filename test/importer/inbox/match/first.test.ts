// The bank's row is looked for before a person is asked, and settles an invoice when it is paid.

import { afterEach, describe, expect, test } from "vitest";
import { bring, call, mailOf, post } from "../driver.ts";
import { budget, held, importFile, settled, tomorrow, typeByHand } from "./budget.ts";
import { reset } from "../../../reset.ts";
import type { InboxMessage } from "../../../../src/importer/inbox/message.ts";

afterEach(() => reset());

const ACCOUNT = "Checking";
let sent = 0;

interface Written {
  readonly from?: string;
  readonly subject?: string;
  readonly lines: readonly string[];
}

/** A mail of these lines, read and looked for. */
async function received({
  from = "Corner Shop <orders@corner.example>",
  subject = "Your receipt",
  lines,
}: Written): Promise<InboxMessage> {
  sent += 1;
  const { id } = await bring(
    mailOf({
      from,
      subject,
      id: `<f${sent}@corner.example>`,
      date: "Tue, 20 Oct 2026 14:32:08 +0000",
      body: lines.join("\r\n"),
    }),
  );
  return settled(id);
}

const INVOICE: Written = {
  from: "Stadtwerke Nord <rechnung@stadtwerke-nord.example>",
  subject: "Ihre Rechnung RE-2026-118",
  lines: [
    "Guten Tag,",
    "Rechnungsnummer: RE-2026-118",
    "Rechnungsdatum: 20.10.2026",
    "Rechnungsbetrag: 87,00 USD",
    "Bitte überweisen Sie den Betrag bis zum 03.11.2026.",
  ],
};

describe("an invoice that is due", () => {
  test("is settled by the bank's row of its merchant, which came first, without a question", async () => {
    const transaction = await typeByHand(ACCOUNT, "2026-10-22", "87.00", "STADTWERKE NORD GMBH");

    expect(await received(INVOICE)).toMatchObject({
      state: "matched",
      transaction_id: transaction,
      reason: null,
    });
  });

  test("is asked about until the row comes, and settled by it when it does", async () => {
    const { id, ...asked } = await received(INVOICE);
    expect(asked).toMatchObject({ state: "review", reason: "invoice_due" });
    const transaction = await typeByHand(ACCOUNT, "2026-11-02", "87.00", "STADTWERKE NORD GMBH");
    await tomorrow();

    expect(await settled(id)).toMatchObject({ state: "matched", transaction_id: transaction });
  });

  test("is settled by a row that names its number alone", async () => {
    const transaction = await typeByHand(ACCOUNT, "2026-10-30", "87.00", "SWN RE-2026-118");

    const message = await received(INVOICE);
    expect(message).toMatchObject({ state: "matched", transaction_id: transaction });
    expect(message.match?.evidence.join(" ")).toContain("names its number RE-2026-118");
  });

  test("is asked about as before where the row is another merchant's, of another amount, or names another invoice", async () => {
    await typeByHand(ACCOUNT, "2026-10-22", "87.00", "FITNESS CLUB");
    await typeByHand(ACCOUNT, "2026-10-22", "88.00", "STADTWERKE NORD GMBH");
    await typeByHand(ACCOUNT, "2026-10-22", "87.00", "STADTWERKE NORD RE-2026-117");

    expect(await received(INVOICE)).toMatchObject({
      state: "review",
      reason: "invoice_due",
      transaction_id: null,
    });
  });

  test("is asked about where the row names no merchant, since anybody may have been paid that amount", async () => {
    await typeByHand(ACCOUNT, "2026-10-22", "87.00", "PAYMENT");

    expect(await received(INVOICE)).toMatchObject({ state: "review", reason: "invoice_due" });
  });

  test("is asked about with both rows where two may be the payment", async () => {
    await typeByHand(ACCOUNT, "2026-10-22", "87.00", "STADTWERKE NORD GMBH");
    await typeByHand(ACCOUNT, "2026-10-23", "87.00", "STADTWERKE NORD");
    const asked = await received(INVOICE);

    expect(asked).toMatchObject({ state: "review", reason: "several_matches" });
    expect(asked.match?.candidates).toHaveLength(2);
  });

  test("is never inserted by itself, and accepted it waits as any other", async () => {
    const { id } = await received(INVOICE);
    await post(`/api/inbox/${id}/import`, { mode: "wait" });

    expect(await settled(id)).toMatchObject({ state: "waiting", reason: null });
    expect(
      (await budget<{ transactions: unknown[] }>("GET", "/transactions")).transactions,
    ).toEqual([]);
  });
});

describe("a question which transaction it is", () => {
  const MEAL: Written = {
    from: "Corner Cafe <till@cornercafe.example>",
    lines: ["Thank you for your order!", "Total $22.14"],
  };
  const statement = (amount: string) =>
    `Date,Description,Amount\n2026-10-21,CORNER CAFE,-${amount}\n2026-10-27,SALARY,900.00\n`;

  test("ends by itself when an import brings the transaction itself", async () => {
    await typeByHand(ACCOUNT, "2026-10-22", "25.30", "CORNER CAFE");
    const { id, ...asked } = await received(MEAL);
    expect(asked).toMatchObject({ state: "review", reason: "several_matches" });
    await importFile(statement("22.14"), `account=${ACCOUNT}`);
    const [itself] = await held("22.1400");

    expect(await settled(id)).toMatchObject({ state: "matched", transaction_id: itself?.id });
  });

  test("stays as it was when an import brings something else, and is said once", async () => {
    await typeByHand(ACCOUNT, "2026-10-22", "25.30", "CORNER CAFE");
    const { id, match } = await received(MEAL);
    await importFile(statement("4.10"), `account=${ACCOUNT}`);
    const detail = await (await call(`/api/inbox/${id}`)).json<{ history: { what: string }[] }>();

    expect(await settled(id)).toMatchObject({ state: "review", reason: "several_matches", match });
    expect(detail.history.filter(({ what }) => what.includes("one may match"))).toHaveLength(1);
  });
});

describe("before anything is asked", () => {
  test("a receipt meets the only transaction of its amount, which names no merchant", async () => {
    const transaction = await typeByHand(ACCOUNT, "2026-10-21", "22.14", "CARD PURCHASE");

    expect(await received({ lines: ["Thank you for your order!", "Total $22.14"] })).toMatchObject({
      state: "matched",
      transaction_id: transaction,
    });
  });

  test("a shop with an apostrophe meets the bank's row by its name", async () => {
    const transaction = await typeByHand(ACCOUNT, "2026-10-21", "35.00", "SQ *ROSA S TRATTORIA");

    expect(
      await received({
        from: "Rosa's Trattoria <hello@rosas.example>",
        lines: ["Thank you for your order!", "Total $35.00"],
      }),
    ).toMatchObject({
      state: "matched",
      merchant: "Rosa's Trattoria",
      transaction_id: transaction,
    });
  });

  test("a total without a sign meets the row of its merchant, in that row's currency", async () => {
    const transaction = await typeByHand(ACCOUNT, "2026-10-21", "22.14", "CORNER SHOP 12");

    expect(await received({ lines: ["Thank you for your order!", "Total 22.14"] })).toMatchObject({
      state: "matched",
      currency: "usd",
      transaction_id: transaction,
    });
  });

  test("a day with two readings is not asked about where the merchant's row is there", async () => {
    const lines = ["Thank you for your order!", "Order date: 02/10/2026", "Total $22.14"];
    const before = await received({ lines });
    const transaction = await typeByHand(ACCOUNT, "2026-10-21", "22.14", "CORNER SHOP 12");
    await tomorrow();

    expect(before).toMatchObject({ state: "review", reason: "ambiguous_date" });
    expect(await settled(before.id)).toMatchObject({
      state: "matched",
      transaction_id: transaction,
    });
  });

  test("two totals that disagree stay a question, whatever the bank booked", async () => {
    await typeByHand(ACCOUNT, "2026-10-21", "15.00", "CORNER SHOP 12");

    expect(
      await received({
        lines: ["Thank you for your order!", "Order total $20.00", "Amount charged $15.00"],
      }),
    ).toMatchObject({ state: "review", reason: "conflicting_totals" });
  });

  test("another merchant's row, another card's and one in another currency are asked about at most", async () => {
    await typeByHand(ACCOUNT, "2026-10-21", "22.14", "FITNESS CLUB");
    await typeByHand(ACCOUNT, "2026-10-21", "23.14", "VISA PURCHASE CARD *9999");
    await budget("POST", "/transactions", {
      transactions: [
        { date: "2026-10-21", amount: "24.14", payee: "CORNER SHOP 12", currency: "eur" },
      ],
    });
    const totals = ["Total $22.14", "Total $23.14\r\nVisa ending in 4417", "Total $24.14"];

    for (const total of totals)
      expect(
        (await received({ lines: ["Thank you for your order!", total] })).transaction_id,
      ).toBeNull();
  });
});
