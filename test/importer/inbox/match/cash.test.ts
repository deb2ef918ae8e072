// What was paid in cash waits for no bank's row: it goes to the account for cash where its address
// is one, or a person says so, and is asked about elsewhere.

import { afterEach, expect, test, vi } from "vitest";
import { splitLines } from "../../../../src/receipts/totals/lines.ts";
import { findCashPayment } from "../../../../src/receipts/totals/cash.ts";
import { isForCash } from "../../../../src/importer/imports/cash-account.ts";
import {
  bring,
  call,
  email,
  holdAlarms,
  inbox,
  mailOf,
  newAddress,
  post,
  work,
} from "../driver.ts";
import { accountNamed, held, settled, tomorrow, typeByHand } from "./budget.ts";
import { reset } from "../../../reset.ts";

afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

const said = (text: string) => {
  const seen = findCashPayment(text, splitLines(text));
  return seen === null ? null : text.slice(seen.start, seen.end);
};

test.each([
  ["Payment method: Cash", "Cash"],
  ["Zahlungsart:\tBarzahlung", "Barzahlung"],
  ["Mode de paiement\nEspèces", "Espèces"],
  ["Forma de pago: Efectivo 20,00 €", "Efectivo"],
  ["SUMME EUR 16,60\nBAR EUR 20,00\nRückgeld EUR 3,40", "BAR"],
  ["TOTAL £12.40\nCASH £20.00\nCHANGE £7.60", "CASH"],
  ["お支払い方法：現金", "現金"],
])("%j says that it was paid in cash", (text, word) => expect(said(text)).toBe(word));

test.each([
  "Payment method: Cash on delivery",
  "Payment method: Cash App",
  "Cash back: $5.00",
  "Payment method: Visa",
  "BAR 20,00",
  "Snack Bar 4,50\nRückgeld 0,50",
  "Bar am See\nSumme 16,60 €",
  "CASH £10.00\nCARD £2.40\nCHANGE £0.00",
  "Payment method: Cash\nVisa ending in 4417",
])("%j does not", (text) => expect(said(text)).toBeNull());

test("an account for cash is one by its subtype", () => {
  expect(isForCash({ type: "cash", subtype: "physical cash" })).toBe(true);
  expect(isForCash({ type: "cash", subtype: "checking" })).toBe(false);
  expect(isForCash({ type: "cash", subtype: null })).toBe(false);
});

const mail = (payment: string, id = "1") =>
  `From: Quay Bakery <till@quaybakery.example>\r\nTo: ada@mail.example\r\nSubject: Your receipt ${id}00${id}\r\nDate: Tue, 20 Oct 2026 14:32:08 +0000\r\nMessage-ID: <${id}@quaybakery.example>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n` +
  `Thank you for your purchase at Quay Bakery!\r\n\r\nReceipt number: QB-${id}00${id}\r\nDate: October 20, 2026\r\n\r\nTotal: USD 12.40\r\n${payment}\r\n`;

async function addressFor(account: string, mode: string): Promise<string> {
  const { id, address } = await (
    await post("/api/addresses", { label: "till" })
  ).json<{ id: number; address: string }>();
  const set = await call(`/api/addresses/${id}`, {
    method: "PUT",
    body: JSON.stringify({ mode, account_id: await accountNamed(account) }),
  });
  expect(await set.json()).toMatchObject({ cash: account === "Cash" });
  return address;
}

test("a receipt paid in cash is asked about where its address is no account for cash, and goes to the one that there is when a person says so", async () => {
  const { id } = await bring(mail("Payment method: Cash"));
  expect(await settled(id)).toMatchObject({ state: "review", reason: "paid_in_cash" });
  expect(await held()).toEqual([]);
  expect((await post(`/api/inbox/${id}/import`, {})).status).toBe(400);
  expect(
    (
      await post(`/api/inbox/${id}/import`, {
        cash: true,
        account_id: await accountNamed("Checking"),
      })
    ).status,
  ).toBe(400);
  expect((await post(`/api/inbox/${id}/import`, { cash: true })).status).toBe(200);
  expect(await settled(id)).toMatchObject({ state: "inserted" });
  expect(await held()).toMatchObject([
    { amount: "12.4000", payee: "Quay Bakery", manual_account_id: await accountNamed("Cash") },
  ]);

  // What is paid by card at that shop does not go there.
  const other = await bring(mail("Payment method: Visa", "2").replace("12.40", "8.10"));
  expect((await settled(other.id)).receipts[0]).toMatchObject({
    account_id: null,
    state: "waiting",
  });
});

test("a person marks any charge as paid in cash", async () => {
  const { id } = await bring(mail(""));
  expect(await settled(id)).toMatchObject({ state: "waiting" });
  expect((await post(`/api/inbox/${id}/import`, { cash: true })).status).toBe(200);
  expect(await settled(id)).toMatchObject({ state: "inserted" });
  await post(`/api/inbox/${id}/undo`);
  await settled(id);
  expect(await held()).toEqual([]);
});

test("what was paid in cash is no transaction of a bank's account, neither at once nor later", async () => {
  const { id } = await bring(mail("Payment method: Cash"));
  await settled(id);
  await typeByHand("Checking", "2026-10-21", "12.40", "QUAY BAKERY");
  await post(`/api/inbox/${id}/import`, { cash: true });
  expect(await settled(id)).toMatchObject({ state: "inserted" });
  await tomorrow();
  expect(await settled(id)).toMatchObject({ state: "inserted" });
  expect(await held()).toHaveLength(2);
});

/** A receipt that was paid in cash. */
const bread = (id: string, total: string) =>
  mailOf({
    id: `<${id}@corner.example>`,
    body: `Bread and rolls ${id} from the Corner Shop, thank you.`,
    charges: [{ total, cash: true, number: id }],
  });

test("by an address for cash a receipt of an accepted sender is inserted at once, whatever the address says of waiting", async () => {
  holdAlarms();
  const cash = await accountNamed("Cash");
  const to = await addressFor("Cash", "wait");
  await email(bread("B-1001", "3.10"), to);
  await work();
  const [first] = await inbox();
  // Nothing of that sender was accepted yet.
  expect(first).toMatchObject({ state: "review", reason: "paid_in_cash" });
  expect(
    (await post(`/api/inbox/${first?.id}/import`, { cash: true, account_id: cash })).status,
  ).toBe(200);
  await email(bread("B-1002", "4.20"), to);
  await work();
  const [second] = await inbox();
  expect(second?.receipts[0]).toMatchObject({
    state: "waiting",
    mode: "insert",
    account_id: cash,
    total: "4.20",
  });
});

test("cash is asked about once for each sender: the next receipt goes to the account that was named", async () => {
  holdAlarms();
  const cash = await accountNamed("Cash");
  const { address: to } = await newAddress();
  await email(bread("B-2001", "3.10"), to);
  await work();
  const [first] = await inbox();
  expect(first).toMatchObject({ state: "review", reason: "paid_in_cash" });
  await post(`/api/inbox/${first?.id}/import`, { cash: true, account_id: cash });
  await email(bread("B-2002", "4.20"), to);
  await work();
  const [second] = await inbox();

  expect(second?.receipts[0]).toMatchObject({
    state: "waiting",
    mode: "insert",
    account_id: cash,
    total: "4.20",
  });
});

test("what comes by an address for another account and was paid in cash is not inserted there", async () => {
  expect(
    await email(mail("Payment method: Cash"), await addressFor("Checking", "insert")),
  ).toBeNull();
  const [message] = await inbox();
  expect((await settled(message?.id ?? "")).state).toBe("review");
  expect(await held()).toEqual([]);
});
