// A receipt and the bank's row of it, in either order, each twice, undone and done again: one
// transaction, with the receipt.

import { afterEach, describe, expect, test } from "vitest";
import { bring, inbox, post } from "../driver.ts";
import {
  accountNamed,
  budget,
  held,
  importFile,
  RECEIPT,
  rested,
  settled,
  STATEMENT,
  undoImport,
  type Held,
} from "./budget.ts";
import type { InboxMessage } from "../../../../src/importer/inbox/message.ts";
import { reset } from "../../../reset.ts";

afterEach(() => reset());

const CARD = "account=Credit%20Card";
const AMOUNT = "40.7700";
const LINE = /^Order TW-20461/;

async function one(): Promise<Held> {
  const all = await held(AMOUNT);
  expect(all).toHaveLength(1);
  return all[0] as Held;
}

function enriched(transaction: Held): void {
  expect(transaction.notes).toMatch(LINE);
  expect(transaction.files).toMatchObject([
    { name: expect.stringMatching(/^receipt-[0-9a-f]{12}-0-0\.pdf$/), type: "application/pdf" },
  ]);
}

describe("the bank's row", () => {
  test("first, then the receipt, each twice: one transaction, enriched", async () => {
    await importFile(STATEMENT, CARD);
    await importFile(STATEMENT, CARD);
    const count = (await held()).length;
    const { id } = await bring(RECEIPT);
    const message = await settled(id);
    const again = await bring(RECEIPT);

    expect(message).toMatchObject({ state: "matched", transaction_id: (await one()).id });
    expect(message.match?.evidence.join(" ")).toContain("names the merchant");
    expect(again.id).toBe(id);
    enriched(await one());
    expect(await one()).toMatchObject({
      payee: expect.stringMatching(/TIDEWATER/i),
      external_id: expect.stringMatching(/^t1:/),
    });
    expect((await held()).length).toBe(count);
  });

  test("after the receipt, each twice: it waits, then one transaction, enriched", async () => {
    const { id } = await bring(RECEIPT);
    // Its "$" may be several currencies: of these the budget holds one.
    expect(await settled(id)).toMatchObject({ state: "waiting", currency: "usd" });
    expect(await held()).toEqual([]);
    await bring(RECEIPT);
    await importFile(STATEMENT, CARD);
    expect(await settled(id)).toMatchObject({ state: "matched" });
    await importFile(STATEMENT, CARD);
    await settled(id);

    enriched(await one());
    expect(await inbox()).toHaveLength(1);
  });

  test("settles a sign without a question where the budget holds two of its currencies", async () => {
    await budget("POST", "/manual_accounts", {
      name: "Canada",
      type: "cash",
      balance: "0",
      currency: "cad",
    });
    const { id } = await bring(RECEIPT);
    expect(await settled(id)).toMatchObject({ state: "review", reason: "ambiguous_currency" });
    await importFile(STATEMENT, CARD);

    expect(await settled(id)).toMatchObject({ state: "matched", currency: "usd" });
    enriched(await one());
  });

  test("with its import taken back leaves the receipt waiting, and imported again meets it again", async () => {
    const { id } = await bring(RECEIPT);
    await settled(id);
    const run = await importFile(STATEMENT, CARD);
    await settled(id);

    await undoImport(run.id);
    expect(await settled(id)).toMatchObject({ state: "waiting", transaction_id: null });
    expect(await held()).toEqual([]);
    await importFile(STATEMENT, CARD);
    expect(await settled(id)).toMatchObject({ state: "matched" });
    enriched(await one());
  });
});

describe("a match taken back", () => {
  test("leaves the transaction as it was before, and can be made again by a person", async () => {
    await importFile(STATEMENT, CARD);
    const before = await one();
    const { id } = await bring(RECEIPT);
    await settled(id);

    expect((await post(`/api/inbox/${id}/undo`)).status).toBe(200);
    expect((await post(`/api/inbox/${id}/undo`)).status).toBe(200);
    expect(await settled(id)).toMatchObject({ state: "review", transaction_id: null });
    expect(await one()).toEqual(before);
    await importFile(STATEMENT, CARD);
    expect(await settled(id)).toMatchObject({ state: "review" });
    expect((await post(`/api/inbox/${id}/match`, { transaction_id: before.id })).status).toBe(200);
    expect(await settled(id)).toMatchObject({ state: "matched", transaction_id: before.id });
    enriched(await one());
  });

  test("keeps the currency that the row told: the receipt can be accepted as it is shown, and stays one transaction", async () => {
    await importFile(STATEMENT, CARD);
    const { id } = await bring(RECEIPT);
    await settled(id);
    await post(`/api/inbox/${id}/undo`);
    expect(await settled(id)).toMatchObject({ state: "review", total: "40.77", currency: "usd" });

    const accepted = await post(`/api/inbox/${id}/import`, {});
    expect(accepted.status, await accepted.clone().text()).toBe(200);
    // The transaction that was taken from it is not looked for again.
    expect(await settled(id)).toMatchObject({
      state: "waiting",
      currency: "usd",
      transaction_id: null,
    });
    expect((await one()).files).toEqual([]);
  });

  test("leaves what a person wrote into the notes since", async () => {
    await importFile(STATEMENT, CARD);
    const { id } = await bring(RECEIPT);
    await settled(id);
    const { id: transaction, notes } = await one();
    await budget("PUT", `/transactions/${transaction}`, { notes: `${notes}\nfor Sam` });

    await post(`/api/inbox/${id}/undo`);
    await settled(id);
    expect((await one()).notes).toBe("for Sam");
  });

  test("keeps notes that were there before", async () => {
    await importFile(STATEMENT, CARD);
    const { id: transaction } = await one();
    await budget("PUT", `/transactions/${transaction}`, { notes: "birthday" });
    const { id } = await bring(RECEIPT);
    await settled(id);
    expect((await one()).notes).toMatch(/^birthday\nOrder TW-20461/);
    await post(`/api/inbox/${id}/undo`);
    await settled(id);
    expect((await one()).notes).toBe("birthday");
  });
});

describe("a receipt inserted before the bank's row", () => {
  async function inserted(): Promise<{ id: string; message: InboxMessage }> {
    const { id } = await bring(RECEIPT);
    await settled(id);
    const response = await post(`/api/inbox/${id}/import`, {
      account_id: await accountNamed("Credit Card"),
      mode: "insert",
      currency: "usd",
    });
    expect(response.status, await response.clone().text()).toBe(200);
    return { id, message: await settled(id) };
  }

  test("is one transaction with the receipt's merchant, and becomes the bank's when its row comes", async () => {
    const { id, message } = await inserted();
    expect(message).toMatchObject({ state: "inserted", transaction_id: (await one()).id });
    expect(await one()).toMatchObject({
      date: "2026-10-20",
      payee: "Tidewater Tea & Books",
      external_id: expect.stringMatching(/^email:/),
    });
    enriched(await one());

    const run = await importFile(STATEMENT, CARD);
    expect(run).toMatchObject({ state: "done", counts: { read: 13, inserted: 12, duplicate: 1 } });
    expect(await settled(id)).toMatchObject({ state: "matched" });
    expect(await one()).toMatchObject({
      id: message.transaction_id,
      date: expect.stringMatching(/^2026-10-2[02]$/),
      payee: "Tidewater Tea & Books",
      external_id: expect.stringMatching(/^t1:/),
    });
    enriched(await one());
    await importFile(STATEMENT, CARD);
    await one();
  });

  test("is again the receipt's when the import is taken back, and gone when the receipt is too", async () => {
    const { id } = await inserted();
    const before = await one();
    const run = await importFile(STATEMENT, CARD);
    await undoImport(run.id);

    expect(await settled(id)).toMatchObject({ state: "inserted" });
    expect(await held()).toEqual([before]);
    await post(`/api/inbox/${id}/undo`);
    await settled(id);
    expect(await held()).toEqual([]);
  });

  test("taken back after the row came leaves the row's own transaction, which its import takes back", async () => {
    const { id } = await inserted();
    const run = await importFile(STATEMENT, CARD);
    await post(`/api/inbox/${id}/undo`);

    expect(await settled(id)).toMatchObject({ state: "review" });
    expect(await one()).toMatchObject({
      payee: expect.stringMatching(/TIDEWATER/),
      notes: null,
      files: [],
      external_id: expect.stringMatching(/^t1:/),
    });
    await undoImport(run.id);
    expect(await held()).toEqual([]);
  });

  test("of which the amount alone agrees with a row is asked about, and the answer makes it one or two", async () => {
    const { id } = await inserted();
    const other = STATEMENT.replace("TIDEWATER TEA AND BOOKS PORTSMOUTH", "SQ QUAY 9").replace(
      "10/20/2026,10/22/2026,4417",
      "10/20/2026,10/22/2026,9999",
    );
    const run = await importFile(other, CARD);
    expect(run.state).toBe("question");
    await post(`/api/imports/${run.id}/answers`, { answers: { already_there: "same" } });
    expect((await rested(run.id)).state).toBe("done");
    await settled(id);
    expect(await one()).toMatchObject({
      payee: "Tidewater Tea & Books",
      external_id: expect.stringMatching(/^t1:/),
    });
  });
});

describe("what a person is asked", () => {
  const twice = (text: string) =>
    text.replace(
      "10/20/2026,10/22/2026,4417,TIDEWATER",
      "10/21/2026,10/23/2026,4417,TIDEWATER TEA AND BOOKS PORTSMOUTH,Shopping,Purchase,40.77\n10/20/2026,10/22/2026,4417,TIDEWATER",
    );

  test("two equal transactions and one receipt: each is shown, one is chosen, the other stays as it was", async () => {
    await importFile(twice(STATEMENT), CARD);
    const { id } = await bring(RECEIPT);
    const corrected = await settled(id);
    expect(corrected.state).toBe("review");
    await post(`/api/inbox/${id}/import`, { currency: "usd", mode: "wait" });
    const asked = await settled(id);
    expect(asked).toMatchObject({ state: "review", reason: "several_matches" });
    const [first, second] = (asked.match?.candidates ?? []).map(
      ({ transactions }) => transactions[0] ?? 0,
    );

    await post(`/api/inbox/${id}/match`, { transaction_id: first });
    expect(await settled(id)).toMatchObject({ state: "matched", transaction_id: first });
    const all = await held(AMOUNT);
    expect(all).toHaveLength(2);
    enriched(all.find((one) => one.id === first) as Held);
    expect(all.find((one) => one.id === second)).toMatchObject({ notes: null, files: [] });
  });

  test("the one that it is not is told, and the other is matched by itself", async () => {
    await importFile(twice(STATEMENT), CARD);
    const { id } = await bring(RECEIPT);
    await settled(id);
    await post(`/api/inbox/${id}/import`, { currency: "usd", mode: "wait" });
    const [first, second] = ((await settled(id)).match?.candidates ?? []).map(
      ({ transactions }) => transactions[0] ?? 0,
    );

    expect(
      (await post(`/api/inbox/${id}/match`, { transaction_id: first, is_it: false })).status,
    ).toBe(200);
    expect(await settled(id)).toMatchObject({ state: "matched", transaction_id: second });
  });
});

describe("the bank's notice and the shop's receipt of one purchase", () => {
  const NOTICE =
    "From: Harbour Bank <alerts@harbourbank.example>\r\nSubject: Card purchase alert\r\nDate: Tue, 20 Oct 2026 19:33:00 +0000\r\nMessage-ID: <n1@harbourbank.example>\r\nContent-Type: text/plain\r\n\r\n" +
    "A purchase of USD 40.77 was made with your card ending in 4417 at TIDEWATER TEA AND BOOKS on 10/20/2026.\r\n";

  test("are one transaction, and no rivals", async () => {
    const { id } = await bring(RECEIPT);
    await settled(id);
    const notice = await bring(NOTICE);
    expect(await settled(notice.id)).toMatchObject({ kind: "bank alert", state: "waiting" });
    await importFile(STATEMENT, CARD);

    expect(await settled(id)).toMatchObject({ state: "matched" });
    expect(await settled(notice.id)).toMatchObject({
      state: "matched",
      transaction_id: (await one()).id,
    });
  });

  test("are one transaction where another has the amount, the card and nothing else in common", async () => {
    await importFile(STATEMENT, CARD);
    const notice = await bring(NOTICE);
    expect(await settled(notice.id)).toMatchObject({ state: "matched" });
    const itself = await one();
    const other = STATEMENT.replace(
      "TIDEWATER TEA AND BOOKS PORTSMOUTH",
      "GREENLEAF MARKET",
    ).replace("10/20/2026,10/22/2026,4417", "10/21/2026,10/23/2026,4417");
    await importFile(other, CARD);
    const receipt = await bring(RECEIPT);

    expect(await settled(receipt.id)).toMatchObject({
      state: "matched",
      transaction_id: itself.id,
    });
  });

  async function noticeFirst(): Promise<{
    notice: string;
    receipt: string;
    bare: Held;
    told: Held;
  }> {
    await importFile(STATEMENT, CARD);
    const bare = await one();
    const notice = await bring(NOTICE);
    expect(await settled(notice.id)).toMatchObject({ state: "matched" });
    const told = await one();
    const receipt = await bring(RECEIPT);
    expect(await settled(receipt.id)).toMatchObject({ state: "matched", transaction_id: bare.id });
    return { notice: notice.id, receipt: receipt.id, bare, told };
  }

  test("the notice first: what the shop says is added, once, and taken back alone", async () => {
    const { receipt, told } = await noticeFirst();
    const both = await one();
    expect(both.notes).toContain("Order TW-20461");
    expect(both.files.length).toBe(told.files.length + 1);
    expect(both.custom_metadata?.tributary).toMatchObject({
      order_number: "TW-20461",
      card: "4417",
    });

    await post(`/api/inbox/${receipt}/undo`);
    await settled(receipt);
    expect(await one()).toEqual(told);
  });

  test("the notice taken back first leaves what the shop says, and that taken back leaves nothing", async () => {
    const { notice, receipt, bare } = await noticeFirst();
    await post(`/api/inbox/${notice}/undo`);
    await settled(notice);
    const left = await one();
    expect(left.notes).toMatch(/^Order TW-20461/);
    expect(left.files).toHaveLength(1);
    await post(`/api/inbox/${receipt}/undo`);
    await settled(receipt);
    expect(await one()).toEqual(bare);
  });

  test("an inserted notice: the shop's words are on it, stay when the bank's row comes, and when the notice is taken back", async () => {
    const notice = await bring(NOTICE);
    await settled(notice.id);
    await post(`/api/inbox/${notice.id}/import`, {
      account_id: await accountNamed("Credit Card"),
      mode: "insert",
    });
    expect(await settled(notice.id)).toMatchObject({ state: "inserted" });
    const receipt = await bring(RECEIPT);
    expect(await settled(receipt.id)).toMatchObject({ state: "matched" });
    const run = await importFile(STATEMENT, CARD);
    expect(await settled(notice.id)).toMatchObject({ state: "matched" });
    expect((await one()).notes).toContain("Order TW-20461");

    await post(`/api/inbox/${notice.id}/undo`);
    await settled(notice.id);
    expect(await settled(receipt.id)).toMatchObject({ state: "matched" });
    expect(await one()).toMatchObject({
      notes: expect.stringMatching(/^Order TW-20461/),
      payee: expect.stringMatching(/TIDEWATER/),
      external_id: expect.stringMatching(/^t1:/),
    });
    await undoImport(run.id);
    await settled(receipt.id);
    expect(await held()).toEqual([]);
  });
});
