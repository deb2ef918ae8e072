// The currency of a sign that several share: as a person set it right for that sender, as the mail
// shows it, or as the budget holds it. A person is asked where all of these are silent.

import { runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, test, vi } from "vitest";
import { bring, call, holdAlarms, importer, mailOf, post, work } from "./driver.ts";
import { budget, RECEIPT, settled } from "./match/budget.ts";
import { reset } from "../../reset.ts";
import { readMail } from "../../../src/receipts/read-mail.ts";
import type { InboxMessage } from "../../../src/importer/inbox/message.ts";

afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

let sent = 0;

/** A receipt of its own with this total and these words below it, read and looked for. */
async function received(
  total: string,
  { words = "", from = "Corner Shop <orders@corner.example>" } = {},
): Promise<InboxMessage> {
  sent += 1;
  const body = [
    "Thank you for your order!",
    "",
    `Order number: 77${1000 + sent}`,
    `Total ${total}`,
    "",
    words,
  ].join("\r\n");
  const { id } = await bring(
    mailOf({ from, subject: "Your receipt", id: `<c${sent}@corner.example>`, body }),
  );
  return settled(id);
}

describe("a currency that a person set right for a sender", () => {
  test("holds for the sender's next mail, even if its words show another country again", async () => {
    const first = await received("$22.14", { words: "Our workshop: Av. Juárez 12, CDMX, México" });
    expect(first).toMatchObject({ currency: "mxn" });
    expect((await post(`/api/inbox/${first.id}/import`, { currency: "usd" })).status).toBe(200);

    expect(
      await received("$30.00", { words: "Our workshop: Av. Juárez 12, CDMX, México" }),
    ).toMatchObject({ currency: "usd", state: "waiting", reason: null });
  });

  test("outweighs the usual meaning of a sign", async () => {
    const first = await received("Rs. 500.00");
    await post(`/api/inbox/${first.id}/import`, { currency: "lkr" });

    expect(await received("Rs. 700.00")).toMatchObject({ currency: "lkr", state: "waiting" });
  });

  test("holds for the bank's next notice, even if its words are another country's", async () => {
    const notice = (n: number) =>
      bring(
        mailOf({
          from: "Harbour Bank <alerts@harbourbank.example>",
          subject: "Compra aprobada",
          id: `<b${n}@harbourbank.example>`,
          body: `Compra de $${n}0.00 con tu tarjeta *6610 en TIENDA UNO el 20/10/2026. Transferencias por SPEI. Tu banco`,
        }),
      );
    const first = await settled((await notice(2)).id);
    expect(first).toMatchObject({ kind: "bank alert", currency: "mxn" });
    await post(`/api/inbox/${first.id}/import`, { currency: "usd" });

    expect(await settled((await notice(3)).id)).toMatchObject({
      currency: "usd",
      state: "waiting",
    });
  });

  test("changes no mail that prints another code or own sign, and no mail of another sender", async () => {
    const first = await received("$22.14", { words: "Our workshop: Av. Juárez 12, CDMX, México" });
    await post(`/api/inbox/${first.id}/import`, { currency: "usd" });

    expect(await received("EUR 30.00")).toMatchObject({ currency: "eur" });
    expect(await received("£30.00")).toMatchObject({ currency: "gbp" });
    expect(
      await received("$30.00", {
        words: "Our workshop: Av. Juárez 12, CDMX, México",
        from: "Other Shop <orders@other.example>",
      }),
    ).toMatchObject({ currency: "mxn" });
  });
});

/** An account more in the demo budget, whose own are all in US dollars. */
async function account(currency: string, closed = false): Promise<void> {
  const { id } = await budget<{ id: number }>("POST", "/manual_accounts", {
    name: `Account in ${currency}`,
    type: "cash",
    balance: "0",
    currency,
  });
  if (closed) await budget("PUT", `/manual_accounts/${id}`, { status: "closed" });
}

/** Why the message's only receipt was read as it was. */
async function reasonsOf(id: string): Promise<string> {
  const { reading } = await (
    await call(`/api/inbox/${id}`)
  ).json<{ reading: { documents: { receipts: { why: string[] }[] }[] } }>();
  return reading.documents.flatMap(({ receipts }) => receipts.flatMap(({ why }) => why)).join(" ");
}

describe("a sign that several currencies share", () => {
  test("is the only one of them that the budget holds: the sample's receipt waits in USD, and says why", async () => {
    const { id } = await bring(RECEIPT);

    expect(await settled(id)).toMatchObject({
      state: "waiting",
      reason: null,
      total: "40.77",
      currency: "usd",
    });
    expect(await reasonsOf(id)).toContain(
      "currency: USD, the only one of your budget's currencies that the symbol may mean.",
    );
  });

  test.each([
    ["kr 249,00", "nok", "nok"],
    ["249,00 kr", "dkk", "dkk"],
    ["¥1,200", "jpy", "jpy"],
    ["¥88.00", "cny", "cny"],
    ["Rs. 500.00", "pkr", "pkr"],
    ["Rs 500.00", "lkr", "lkr"],
    ["£20.00", "gip", "gip"],
    ["R 99.00", "nad", "nad"],
    ["C$20.00", "nio", "nio"],
  ])("is in %s the account's %s", async (total, held, expected) => {
    await account(held);

    expect(await received(total)).toMatchObject({
      state: "waiting",
      reason: null,
      currency: expected,
    });
  });

  test("keeps its usual meaning where the budget holds that currency, or no currency of the sign", async () => {
    expect(await received("£20.00")).toMatchObject({ state: "waiting", currency: "gbp" });
    await account("inr");
    await account("pkr");
    expect(await received("Rs. 500.00")).toMatchObject({ state: "waiting", currency: "inr" });
  });

  test("is asked about where the budget holds two of them, and these are offered first", async () => {
    await account("nzd");
    const asked = await received("$22.14");

    expect(asked).toMatchObject({ state: "review", reason: "ambiguous_currency", currency: null });
    const { reading } = await (
      await call(`/api/inbox/${asked.id}`)
    ).json<{ reading: { documents: { receipts: { total: { candidates: string[] } }[] }[] } }>();
    expect(reading.documents[0]?.receipts[0]?.total.candidates.slice(0, 2)).toEqual(["usd", "nzd"]);
  });

  test("is not that of a closed account", async () => {
    await account("cad", true);

    expect(await received("$22.14")).toMatchObject({ state: "waiting", currency: "usd" });
  });

  test("is another country's where the mail says so", async () => {
    expect(await received("$22.14", { words: "100 King St W, Toronto, ON M5V 2T6" })).toMatchObject(
      { state: "waiting", currency: "cad" },
    );
    expect(await received("$22.14", { from: "Shop <orders@shop.com.au>" })).toMatchObject({
      state: "waiting",
      currency: "aud",
    });
  });

  test("in a bank's notice is the budget's currency, wherever the shop is", async () => {
    const { id } = await bring(
      mailOf({
        from: "Harbour Bank <alerts@harbourbank.example>",
        subject: "Card purchase alert",
        id: "<n1@harbourbank.example>",
        body: "A purchase of $20.00 was made with your card ending in 6610 at TIM HORTONS TORONTO ON M5V 2T6 on October 20, 2026.",
      }),
    );

    expect(await settled(id)).toMatchObject({
      kind: "bank alert",
      state: "waiting",
      currency: "usd",
    });
    const other = await bring(
      mailOf({
        from: "Harbour Bank <alerts@harbourbank.example>",
        subject: "Card purchase alert",
        id: "<n2@harbourbank.example>",
        body: "A purchase of $21.00 was made with your card ending in 6610 at TIM HORTONS on October 20, 2026. Available balance: CAD 500.00",
      }),
    );
    expect(await settled(other.id)).toMatchObject({ kind: "bank alert", currency: "cad" });
  });

  test("is asked about where the mail's own evidence disagrees", async () => {
    expect(
      await received("$22.14", {
        words: "Ship to: 12 Elm St, Duluth, MN 55802",
        from: "Shop <orders@shop.ca>",
      }),
    ).toMatchObject({ state: "review", reason: "ambiguous_currency" });
  });

  test("is asked about where the budget holds none of its currencies", async () => {
    expect(await received("249,00 kr")).toMatchObject({
      state: "review",
      reason: "ambiguous_currency",
    });
  });

  test("is settled later where the service could not be asked when it was read", async () => {
    holdAlarms();
    const { id } = await bring(RECEIPT);
    await work(undefined, { read: readMail });
    expect(await (await call(`/api/inbox/${id}`)).json()).toMatchObject({
      state: "review",
      reason: "ambiguous_currency",
    });
    vi.restoreAllMocks();
    await runInDurableObject(importer(), (_, { storage }) => {
      storage.sql.exec("UPDATE receipts SET next_attempt_at = 1");
      return storage.setAlarm(Date.now());
    });

    expect(await settled(id)).toMatchObject({ state: "waiting", currency: "usd" });
  });
});
