// What a person decides about a receipt and the budget beyond the one transaction: its split by
// items, several transactions together, another look, and a transaction that came another way than
// by an import here.

import { afterEach, describe, expect, test } from "vitest";
import type { InboxMessage, InboxReceipt } from "../../../../src/importer/inbox/message.ts";
import { bring, look, post } from "../driver.ts";
import {
  accountNamed,
  budget,
  held,
  importFile,
  RECEIPT,
  settled,
  STATEMENT,
  tomorrow,
  typeByHand,
  type Held,
} from "./budget.ts";
import { reset } from "../../../reset.ts";

afterEach(() => reset());

const CARD = "account=Credit%20Card";
const AMOUNT = "40.7700";
const PARTS = [
  ["17.67", "Harbour Breakfast, loose leaf, 250 g"],
  ["7.31", "2 x Paper filters, 100"],
  ["15.79", "“The Tide Tables”, paperback"],
];

async function done(path: string, body?: unknown): Promise<void> {
  const response = await post(path, body);
  expect(response.status, await response.clone().text()).toBe(200);
}

function only({ receipts }: InboxMessage): InboxReceipt {
  expect(receipts).toHaveLength(1);
  return receipts[0] as InboxReceipt;
}

interface Part {
  readonly id: number;
  readonly amount: string;
  readonly notes: string | null;
  readonly payee: string;
  readonly split_parent_id: number | null;
}

async function parts(): Promise<Part[]> {
  const { transactions } = await budget<{ transactions: Part[] }>(
    "GET",
    "/transactions?limit=2000",
  );
  return transactions
    .filter(({ split_parent_id }) => split_parent_id !== null)
    .toSorted((a, b) => a.id - b.id);
}

describe("a transaction split by its receipt's items", () => {
  async function matched(): Promise<{ id: string; before: Held }> {
    await importFile(STATEMENT, CARD);
    const { id } = await bring(RECEIPT);
    expect(await settled(id)).toMatchObject({ state: "matched" });
    const [before] = await held(AMOUNT);
    return { id, before: before as Held };
  }

  test("adds up to it to the cent, each part with what was bought; made one again it is as before", async () => {
    const { id, before } = await matched();
    const count = (await held()).length;
    expect(only(await look(id)).parts?.map(({ amount, name }) => [amount, name])).toEqual(PARTS);
    await done(`/api/inbox/${id}/split`);
    await done(`/api/inbox/${id}/split`);
    expect(only(await settled(id))).toMatchObject({
      state: "matched",
      split: { state: "done", said: null },
    });
    expect((await parts()).map(({ amount, notes }) => [Number(amount).toFixed(2), notes])).toEqual(
      PARTS,
    );
    expect((await parts()).map(({ payee }) => payee)).toEqual([
      before.payee,
      before.payee,
      before.payee,
    ]);
    expect((await held()).length).toBe(count + 2);

    await done(`/api/inbox/${id}/unsplit`);
    expect(only(await settled(id))).toMatchObject({ state: "matched", split: null });
    expect(await held(AMOUNT)).toEqual([before]);
    expect((await held()).length).toBe(count);
  });

  test("is one again, and without its receipt, when the match is taken back", async () => {
    const { id } = await matched();
    await done(`/api/inbox/${id}/split`);
    await settled(id);
    await done(`/api/inbox/${id}/undo`);
    expect(await settled(id)).toMatchObject({ state: "review" });
    expect(await parts()).toEqual([]);
    expect(await held(AMOUNT)).toMatchObject([{ notes: null, files: [] }]);
  });

  test("stays split where a person has changed a part since, and that is said", async () => {
    const { id } = await matched();
    await done(`/api/inbox/${id}/split`);
    await settled(id);
    const [first] = await parts();
    await budget("PUT", `/transactions/${first?.id}`, { notes: "for Sam" });
    await done(`/api/inbox/${id}/unsplit`);
    expect(only(await settled(id))).toMatchObject({
      split: { state: "done", said: "its parts were changed since, so it stays split" },
    });
    expect((await parts()).map(({ notes }) => notes)).toContain("for Sam");

    await done(`/api/inbox/${id}/undo`);
    await settled(id);
    expect((await parts()).map(({ notes }) => notes)).toContain("for Sam");
  });

  test("is not split where it was split otherwise already", async () => {
    const { id, before } = await matched();
    await budget("POST", `/transactions/split/${before.id}`, {
      child_transactions: [{ amount: "40" }, { amount: "0.77" }],
    });
    await done(`/api/inbox/${id}/split`);
    expect(only(await settled(id))).toMatchObject({
      split: { state: "failed", said: "the transaction was split otherwise already" },
    });
    expect(await parts()).toHaveLength(2);
  });

  test("is offered for no receipt whose items do not make its total", async () => {
    await importFile(STATEMENT, CARD);
    const { id } = await bring(RECEIPT.replaceAll("12.95", "11.95"));
    await settled(id);
    await done(`/api/inbox/${id}/import`, { currency: "usd", mode: "wait" });
    expect(only(await settled(id))).toMatchObject({ state: "matched", parts: null });
    expect((await post(`/api/inbox/${id}/split`)).status).toBe(400);
  });
});

describe("several transactions together", () => {
  async function offered(): Promise<{ id: string; ids: readonly number[] }> {
    await typeByHand("Checking", "2026-10-21", "30", "TIDEWATER TEA AND BOOKS");
    await typeByHand("Checking", "2026-10-24", "10.77", "TIDEWATER TEA AND BOOKS");
    const { id } = await bring(RECEIPT);
    await settled(id);
    await done(`/api/inbox/${id}/import`, { currency: "usd", mode: "wait" });
    const message = await settled(id);
    expect(message).toMatchObject({ state: "review", reason: "several_matches" });
    return { id, ids: message.match?.candidates?.[0]?.transactions ?? [] };
  }

  test("are the receipt when a person says so: each has its line and its file, and undone is as it was", async () => {
    const { id, ids } = await offered();
    expect(ids).toHaveLength(2);
    const before = await held();
    await done(`/api/inbox/${id}/match`, { transactions: ids });
    const message = await settled(id);
    expect(message).toMatchObject({
      state: "matched",
      transaction_id: ids[0],
      match: { transactions: ids },
    });
    for (const one of await held())
      expect(one).toMatchObject({
        notes: expect.stringMatching(/^Order TW-20461/),
        files: [{ type: "application/pdf" }],
      });

    await done(`/api/inbox/${id}/undo`);
    expect(await settled(id)).toMatchObject({ state: "review", match: null });
    expect(await held()).toEqual(before);
  });

  test("are not suggested again once a person has said no, until it is looked for again", async () => {
    const { id, ids } = await offered();
    await done(`/api/inbox/${id}/match`, { transactions: ids, is_it: false });
    expect(await settled(id)).toMatchObject({ state: "waiting", match: null });
    await tomorrow();
    expect(await settled(id)).toMatchObject({ state: "waiting", match: null });
    await done(`/api/inbox/${id}/look`);
    expect((await settled(id)).match?.candidates?.[0]?.transactions).toEqual(ids);
  });

  test("that another receipt has in part are refused", async () => {
    const { id, ids } = await offered();
    await done(`/api/inbox/${id}/match`, { transaction_id: ids[0] });
    await settled(id);
    const other = await bring(RECEIPT.replaceAll("TW-20461", "TW-99"));
    await settled(other.id);
    await done(`/api/inbox/${other.id}/import`, { currency: "usd", mode: "wait" });
    await settled(other.id);
    expect((await post(`/api/inbox/${other.id}/match`, { transactions: ids })).status).toBe(400);
    expect(
      (await post(`/api/inbox/${other.id}/match`, { transactions: [ids[1], ids[1]] })).status,
    ).toBe(400);
  });
});

test("a match that was taken back is shown when it is looked for again, never made by itself", async () => {
  await importFile(STATEMENT, CARD);
  const { id } = await bring(RECEIPT);
  const { transaction_id } = await settled(id);
  await done(`/api/inbox/${id}/undo`);
  await settled(id);
  await done(`/api/inbox/${id}/look`);
  expect(await settled(id)).toMatchObject({
    state: "review",
    reason: "several_matches",
    match: { candidates: [{ transactions: [transaction_id] }] },
  });
  expect((await held(AMOUNT))[0]).toMatchObject({ notes: null, files: [] });
  await done(`/api/inbox/${id}/match`, { transaction_id, is_it: false });
  expect(await settled(id)).toMatchObject({ state: "waiting", match: null });
  await done(`/api/inbox/${id}/look`);
  await settled(id);
  await done(`/api/inbox/${id}/match`, { transaction_id });
  expect(await settled(id)).toMatchObject({ state: "matched", transaction_id });
});

describe("a receipt that was inserted, and its transaction that came another way", () => {
  async function inserted(raw = RECEIPT): Promise<{ id: string; own: number }> {
    const { id } = await bring(raw);
    await settled(id);
    await done(`/api/inbox/${id}/import`, {
      account_id: await accountNamed("Credit Card"),
      mode: "insert",
      currency: "usd",
    });
    const message = await settled(id);
    expect(message).toMatchObject({ state: "inserted" });
    return { id, own: message.transaction_id ?? 0 };
  }

  test("is offered, and merged when a person says so: ours goes with what was made of it, theirs has the receipt", async () => {
    const { id, own } = await inserted();
    const { id: category } = await budget<{ id: number }>("POST", "/categories", { name: "Tea" });
    await budget("PUT", `/transactions/${own}`, {
      category_id: category,
      notes: `${(await held())[0]?.notes}\nfor Sam`,
    });
    const theirs = await typeByHand("Checking", "2026-10-22", "40.77", "TIDEWATER TEA AND BOOKS");
    expect(await held()).toHaveLength(2);
    await tomorrow();
    const asked = await settled(id);
    expect(asked).toMatchObject({ state: "review", transaction_id: own });
    expect(only(asked)).toMatchObject({
      state: "inserted",
      match: { candidates: [{ transactions: [theirs] }] },
    });
    expect(await held()).toHaveLength(2);

    await done(`/api/inbox/${id}/match`, { transaction_id: theirs });
    expect(await settled(id)).toMatchObject({ state: "matched", transaction_id: theirs });
    const [one, second] = await held();
    expect(second).toBeUndefined();
    expect(one).toMatchObject({
      id: theirs,
      category_id: category,
      notes: expect.stringMatching(/^Order TW-20461[^\n]*\nfor Sam$/),
      files: [{ type: "application/pdf" }],
    });
    await done(`/api/inbox/${id}/undo`);
    await settled(id);
    expect(await held()).toMatchObject([{ id: theirs, category_id: null, notes: null, files: [] }]);
  });

  test("that a person says it is not stays apart, and is asked about no more", async () => {
    const { id, own } = await inserted();
    const theirs = await typeByHand("Checking", "2026-10-22", "40.77", "TIDEWATER TEA AND BOOKS");
    await tomorrow();
    await settled(id);
    await done(`/api/inbox/${id}/match`, { transaction_id: theirs, is_it: false });
    await tomorrow();
    expect(await settled(id)).toMatchObject({ state: "inserted", transaction_id: own });
    expect(await held()).toHaveLength(2);
  });

  test("is not offered where only the amount agrees, or where two may be it", async () => {
    const { id } = await inserted();
    await typeByHand("Checking", "2026-10-22", "40.77", "SOMEBODY ELSE");
    await tomorrow();
    expect(await settled(id)).toMatchObject({ state: "inserted" });
    await typeByHand("Checking", "2026-10-21", "40.77", "TIDEWATER TEA");
    await typeByHand("Checking", "2026-10-22", "40.77", "TIDEWATER TEA AND BOOKS");
    await tomorrow();
    expect(await settled(id)).toMatchObject({ state: "inserted" });
  });

  test("stays where ours was split since, and both are as they were", async () => {
    const { id, own } = await inserted();
    await budget("POST", `/transactions/split/${own}`, {
      child_transactions: [{ amount: "40" }, { amount: "0.77" }],
    });
    const theirs = await typeByHand("Checking", "2026-10-22", "40.77", "TIDEWATER TEA AND BOOKS");
    await tomorrow();
    await settled(id);
    await done(`/api/inbox/${id}/match`, { transaction_id: theirs });
    expect(await settled(id)).toMatchObject({ state: "inserted", transaction_id: own });
    expect(await parts()).toHaveLength(2);
  });
});
