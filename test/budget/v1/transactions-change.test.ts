// PUT /v1/transactions/{id}, POST /v1/transactions/unsplit and /v1/transactions/group (gaps.md 2b,
// 3.6, 3.7, 3.11, 5 and D17).

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  addLinkedAccount,
  balanceOf,
  callOwn,
  categoryId,
  countTransactions,
  database,
  get,
  insert,
  insertOne,
  post,
  put,
} from "../client.ts";
import { reset } from "../../reset.ts";
import { call1, del1, done1, get1, post1, put1, unseen1 } from "./client.ts";

afterEach(reset);

const ITEM = { date: "2026-03-10", amount: "10", payee: "Market" };
const UNKNOWN = { error: "There is no transaction with the id 999." };

interface Listed {
  readonly id: number;
}

const shown = async (id: number) => (await get(`/transactions/${id}`)).body;
const change = async (id: number, transaction: object, more: object = {}) =>
  done1("PUT", `/transactions/${id}`, { transaction, ...more });

/** What a change or a split answers that is refused with 200. */
async function refusal(id: number, body: object): Promise<string> {
  const answer = await put1(`/transactions/${id}`, body);
  expect(answer.status).toBe(200);
  return answer.body.error;
}

describe("changing a transaction", () => {
  let id: number;
  beforeEach(async () => {
    ({ id } = await insertOne(
      {
        ...ITEM,
        manual_account_id: 1,
        notes: "Old",
        category_id: await categoryId("Coffee"),
        tag_ids: [1],
        external_id: "e-1",
        status: "unreviewed",
      },
      { skip_balance_update: true },
    ));
  });

  test("a change writes each named property, as version 2 reads it, and leaves the others", async () => {
    const health = await categoryId("Health");

    expect(await change(id, { payee: "Pharmacy" })).toEqual({ updated: true });
    expect(await shown(id)).toMatchObject({
      payee: "Pharmacy",
      notes: "Old",
      amount: "10.0000",
      date: "2026-03-10",
      tag_ids: [1],
      external_id: "e-1",
      manual_account_id: 1,
    });
    await change(id, {
      date: "2026-03-11",
      amount: 12,
      currency: "eur",
      category_id: health,
      asset_id: 2,
      notes: "New",
      status: "cleared",
      external_id: "e-2",
      tags: [2, "Fresh"],
    });

    expect(await shown(id)).toMatchObject({
      date: "2026-03-11",
      amount: "12.0000",
      currency: "eur",
      payee: "Pharmacy",
      category_id: health,
      manual_account_id: 2,
      notes: "New",
      status: "reviewed",
      external_id: "e-2",
    });
    const names = (await done1("GET", `/transactions/${id}`)).tags.map(
      (tag: { name: string }) => tag.name,
    );
    expect(names).toEqual([(await get("/tags/2")).body.name, "Fresh"]);
    await change(id, { status: "uncleared" });
    expect(await shown(id)).toMatchObject({ status: "unreviewed" });
  });

  test("null clears the category, the notes, the tags, the external_id and the account", async () => {
    await change(id, {
      category_id: null,
      notes: null,
      tags: null,
      external_id: null,
      asset_id: null,
    });

    expect(await shown(id)).toMatchObject({
      category_id: null,
      notes: null,
      tag_ids: [],
      external_id: null,
      manual_account_id: null,
    });
  });

  // gaps.md, 3.11 and 5: ids or names; a text is a name even where it is made of digits.
  test("a change takes tags by id, by name and as shown, each once; an empty list removes all", async () => {
    const read = async () => (await done1("GET", `/transactions/${id}`)).tags;
    const vacation = (await get("/tags")).body.tags.find(
      ({ name }: { name: string }) => name === "Vacation",
    ).id;

    await change(id, { tags: [vacation, "Vacation", "2"] });
    const both = await read();
    expect(both.map(({ name }: { name: string }) => name).toSorted()).toEqual(["2", "Vacation"]);

    await change(id, { tags: [] });
    expect(await read()).toEqual([]);
    await change(id, { tags: both });
    expect(await read()).toEqual(both);
    await change(id, { tags: [{ id: 2, name: "Renamed meanwhile" }] });
    expect((await read()).map((tag: Listed) => tag.id)).toEqual([2]);
    expect(await refusal(id, { transaction: { tags: [{ id: 905 }] } })).toBe(
      "tags is 905, but there is no such tag.",
    );
    expect(await refusal(id, { transaction: { tags: [{ name: "Trip" }] } })).toMatch(
      /^transaction\.tags\[0\] must be a tag id, a name of 1 to 100 characters, or a tag as it is shown/,
    );
  });

  test("a change accepts the transaction as shown, and changes only what was edited", async () => {
    const before = await done1("GET", `/transactions/${id}`);

    expect(await change(id, { ...before, notes: "Edited" })).toEqual({ updated: true });

    expect(await done1("GET", `/transactions/${id}`)).toEqual({
      ...before,
      notes: "Edited",
      display_notes: "Edited",
      updated_at: expect.any(String),
    });
  });

  test("a change moves a transaction to a linked account", async () => {
    const linked = await addLinkedAccount(true);
    await change(id, { linked_account_id: linked, external_id: null });

    expect(await shown(id)).toMatchObject({ manual_account_id: null, linked_account_id: linked });
  });

  test("a change names the recurring item, and null removes it", async () => {
    const made = await callOwn("POST", "/recurring", {
      transaction_criteria: {
        granularity: "month",
        anchor_date: "2026-01-01",
        payee: "Somebody",
        amount: 99,
      },
    });
    await change(id, { recurring_id: made.body.id });
    expect(await done1("GET", `/transactions/${id}`)).toMatchObject({
      recurring_id: made.body.id,
      payee: "Somebody",
    });

    await change(id, { recurring_id: null });
    expect(await done1("GET", `/transactions/${id}`)).toMatchObject({
      recurring_id: null,
      payee: "Market",
    });
  });

  test("a meaningless null leaves the payee to the recurring item that the change names", async () => {
    const made = await callOwn("POST", "/recurring", {
      transaction_criteria: {
        granularity: "month",
        anchor_date: "2026-01-01",
        payee: "Somebody",
        amount: 99,
      },
      overrides: { payee: "Landlord" },
    });
    await change(id, { recurring_id: made.body.id, payee: null });

    expect(await shown(id)).toMatchObject({ recurring_id: made.body.id, payee: "Landlord" });
  });

  test("debit_as_negative reverses the signs of the amount and of the parts", async () => {
    const body = await done1("PUT", `/transactions/${id}`, {
      transaction: { amount: "-7.50" },
      split: [{ amount: -5 }, { amount: "-2.50" }],
      debit_as_negative: true,
    });

    expect(await shown(id)).toMatchObject({ amount: "7.5000", is_split_parent: true });
    expect(
      await Promise.all(body.split.map(async (part: number) => (await shown(part)).amount)),
    ).toEqual(["5.0000", "2.5000"]);
  });

  test("a change moves the asset's balance only if skip_balance_update is false", async () => {
    await change(id, { amount: 15 });
    await change(id, { amount: 11 }, { skip_balance_update: true });
    expect(await balanceOf(1)).toBe("0.0000");

    await change(id, { amount: 14 }, { skip_balance_update: false });
    expect(await balanceOf(1)).toBe("-3.0000");
  });

  test("an external_id that either version has set is taken in both", async () => {
    const other = await insertOne({ ...ITEM, manual_account_id: 1, external_id: "e-9" });

    expect(await refusal(id, { transaction: { external_id: "e-9" } })).toBe(
      `The external_id "e-9" is already that of transaction ${other.id} in the same asset.`,
    );
    expect((await put(`/transactions/${other.id}`, { external_id: "e-1" })).status).toBe(400);
  });

  test.each([
    [
      {},
      "The request body changes nothing: it must hold at least one property of transaction, or split.",
    ],
    [
      { transaction: {} },
      "The request body changes nothing: it must hold at least one property of transaction, or split.",
    ],
    [
      { transaction: { original_name: "X", id: 5 } },
      "The request body changes nothing: it must hold at least one property of transaction, or split.",
    ],
    [
      { transaction: { status: "reviewed" } },
      'transaction.status must be one of cleared, uncleared, found "reviewed".',
    ],
    [
      { transaction: { date: "yesterday" } },
      'transaction.date must be a day that exists, as YYYY-MM-DD, found "yesterday".',
    ],
    [
      { transaction: { payee: "x".repeat(141) } },
      "transaction.payee must be text of at most 140 characters, found 141 characters.",
    ],
    [{ transaction: { category_id: 901 } }, "category_id is 901, but there is no such category."],
    [{ transaction: { asset_id: 902 } }, "asset_id is 902, but there is no such asset."],
    [
      { transaction: { asset_id: null, external_id: "e-7" } },
      "Only a transaction of an asset can be given an external_id.",
    ],
    [
      { transaction: { linked_account_id: 903, asset_id: null } },
      "linked_account_id is 903, but there is no such linked account.",
    ],
    [
      { transaction: { recurring_id: 904 } },
      "recurring_id is 904, but there is no such recurring item.",
    ],
    [{ transaction: { tags: [905] } }, "tags is 905, but there is no such tag."],
    [{ split: [{ amount: 10 }] }, "split must have at least 2 items, found 1 item."],
    [{ split: [{ amount: 10 }, { payee: "X" }] }, "split[1].amount is required."],
    [
      { split: [{ amount: 4 }, { amount: 5 }] },
      /^The amounts of split sum to 9\.0000, but transaction \d+ has the amount 10\.0000\.$/,
    ],
    [
      { split: [{ amount: -4 }, { amount: -5 }], debit_as_negative: true },
      /^The amounts of split sum to -9\.0000, but transaction \d+ has the amount -10\.0000\.$/,
    ],
    [
      { split: [{ amount: 4 }, { amount: 6, category_id: 901 }] },
      "split[1]: category_id is 901, but there is no such category.",
    ],
    [
      { skip_balance_update: 1, transaction: { payee: "X" } },
      "skip_balance_update must be true or false, found 1.",
    ],
  ])("the change %j is refused", async (body, error) => {
    const before = await shown(id);

    const said = await refusal(id, body);

    if (typeof error === "string") expect(said).toBe(error);
    else expect(said).toMatch(error);
    expect(await shown(id)).toEqual(before);
  });

  test("an unknown transaction answers the documented 404", async () => {
    const { status, body } = await put1("/transactions/999", { transaction: { payee: "X" } });

    expect([status, body]).toEqual([404, UNKNOWN]);
  });

  test("amount and currency of an imported transaction cannot change, and the rest may", async () => {
    const linked = await addLinkedAccount(true);
    await database((sql) =>
      sql.run(
        "UPDATE transactions SET manual_account_id = NULL, external_id = NULL, linked_account_id = ?, source = 'linked' WHERE id = ?",
        linked,
        id,
      ),
    );

    expect(await refusal(id, { transaction: { amount: 11, currency: "eur" } })).toBe(
      `amount and currency of transaction ${id} cannot be changed: it was imported from a linked account.`,
    );
    expect(await refusal(id, { transaction: { currency: "eur", payee: "X" } })).toBe(
      `currency of transaction ${id} cannot be changed: it was imported from a linked account.`,
    );
    expect(await change(id, { amount: "10.00", currency: "usd", payee: "Shop" })).toEqual({
      updated: true,
    });
    expect(await shown(id)).toMatchObject({ payee: "Shop", amount: "10.0000" });
  });

  test("a refusal for a locked linked account names it as version 1 does", async () => {
    const locked = await addLinkedAccount(false);
    await database((sql) =>
      sql.run(
        "UPDATE transactions SET manual_account_id = NULL, external_id = NULL, linked_account_id = ? WHERE id = ?",
        locked,
        id,
      ),
    );

    expect(await refusal(id, { transaction: { asset_id: 1 } })).toBe(
      `asset_id of transaction ${id} cannot be changed: its linked account does not allow modifications.`,
    );
  });
});

describe("splitting a transaction", () => {
  let id: number;
  beforeEach(async () => {
    ({ id } = await insertOne({
      ...ITEM,
      notes: "Weekly",
      category_id: await categoryId("Groceries"),
      manual_account_id: 1,
    }));
  });

  test("a split answers the ids of the parts, which inherit omitted properties", async () => {
    const health = await categoryId("Health");

    const { status, body } = await put1(`/transactions/${id}`, {
      split: [
        { amount: 4 },
        {
          amount: "6.00",
          payee: "Pharmacy",
          date: "2026-03-12",
          category_id: health,
          notes: "Pills",
        },
      ],
    });

    expect([status, body]).toEqual([
      200,
      { updated: true, split: [expect.any(Number), expect.any(Number)] },
    ]);
    const [one, other] = body.split;
    expect(await shown(one)).toMatchObject({
      amount: "4.0000",
      payee: "Market",
      date: "2026-03-10",
      category_id: await categoryId("Groceries"),
      notes: "Weekly",
      split_parent_id: id,
      manual_account_id: 1,
    });
    expect(await shown(other)).toMatchObject({
      amount: "6.0000",
      payee: "Pharmacy",
      date: "2026-03-12",
      category_id: health,
      notes: "Pills",
      split_parent_id: id,
    });
    expect(await shown(id)).toMatchObject({ is_split_parent: true });
  });

  test("a split follows the change of the same request, and a refused split undoes it", async () => {
    const both = {
      transaction: { amount: 12, payee: "Bazaar", tags: ["Fresh"] },
      split: [{ amount: 5 }, { amount: 7 }],
    };
    const before = await shown(id);

    expect(await refusal(id, { ...both, split: [{ amount: 4 }, { amount: 6 }] })).toBe(
      `The amounts of split sum to 10.0000, but transaction ${id} has the amount 12.0000.`,
    );
    expect(await shown(id)).toEqual(before);
    expect((await done1("GET", "/tags")).map(({ name }: { name: string }) => name)).not.toContain(
      "Fresh",
    );

    const { split } = await done1("PUT", `/transactions/${id}`, both);
    expect(await shown(split[1])).toMatchObject({ amount: "7.0000", payee: "Bazaar" });
  });

  test("a split transaction and its parts cannot be split again", async () => {
    const { split } = await done1("PUT", `/transactions/${id}`, {
      split: [{ amount: 4 }, { amount: 6 }],
    });

    expect(await refusal(id, { split: [{ amount: 4 }, { amount: 6 }] })).toBe(
      `Transaction ${id} has been split already, so it cannot be split.`,
    );
    expect(await refusal(split[0], { split: [{ amount: 2 }, { amount: 2 }] })).toBe(
      `Transaction ${split[0]} is itself a part of the split transaction ${id}, so it cannot be split.`,
    );
    expect(await refusal(id, { transaction: { payee: "X" } })).toBe(
      `Transaction ${id} has been split and cannot be changed.`,
    );
  });
});

describe("unsplitting transactions", () => {
  let wholes: number[];
  let parts: number[];
  beforeEach(async () => {
    const { transactions } = await insert([
      { ...ITEM, manual_account_id: 1 },
      { ...ITEM, manual_account_id: 1 },
      ITEM,
    ]);
    wholes = transactions.map(({ id }: Listed) => id);
    parts = [];
    for (const whole of wholes.slice(0, 2)) {
      const { split } = await done1("PUT", `/transactions/${whole}`, {
        split: [{ amount: 4 }, { amount: 6 }],
      });
      parts.push(...split);
    }
  });

  test("unsplitting answers the ids of the deleted parts, and shows the whole transactions again", async () => {
    const { status, body } = await post1("/transactions/unsplit", {
      parent_ids: wholes.slice(0, 2),
    });

    expect([status, body]).toEqual([200, parts]);
    for (const part of parts) expect((await get1(`/transactions/${part}`)).status).toBe(404);
    expect(await shown(wholes[0] ?? 0)).toMatchObject({
      is_split_parent: false,
      amount: "10.0000",
    });
    expect(await balanceOf(1)).toBe("-20.0000");
  });

  test("unsplitting deletes the whole transactions on request, and their balance returns", async () => {
    const [whole] = wholes;

    const body = await done1("POST", "/transactions/unsplit", {
      parent_ids: [whole],
      remove_parents: true,
    });

    expect(body).toEqual([parts[0], parts[1], whole]);
    expect((await get1(`/transactions/${whole}`)).status).toBe(404);
    expect(await balanceOf(1)).toBe("-10.0000");
    expect(await countTransactions()).toBe(4);
  });

  test.each([
    [
      "a transaction that is not split",
      () => [wholes[0], wholes[2]],
      () => `Transaction ${wholes[2]} has not been split.`,
    ],
    [
      "a part",
      () => [wholes[0], parts[2]],
      () => `Transaction ${parts[2]} has not been split: it is a part of ${wholes[1]}.`,
    ],
    ["an unknown id", () => [wholes[0], 999], () => UNKNOWN.error],
    [
      "a repeated id",
      () => [wholes[0], wholes[0]],
      () => `Transaction ${wholes[0]} is named twice.`,
    ],
  ])("unsplitting with %s refuses the whole request", async (_, ids, error) => {
    const { status, body } = await post1("/transactions/unsplit", {
      parent_ids: ids(),
      remove_parents: true,
    });

    expect([status, body]).toEqual([200, { error: error() }]);
    expect(await countTransactions()).toBe(7);
    expect(await shown(wholes[0] ?? 0)).toMatchObject({ is_split_parent: true });
  });

  test.each([
    [{}, "parent_ids is required."],
    [{ parent_ids: [] }, "parent_ids must have at least 1 item, found 0 items."],
    [{ parent_ids: ["1"] }, 'parent_ids[0] must be an integer id, found "1".'],
    [
      { parent_ids: Array.from({ length: 501 }, (_, n) => n) },
      "parent_ids must have at most 500 items, found 501 items.",
    ],
  ])("unsplitting with body %# is refused", async (sent, error) => {
    expect((await post1("/transactions/unsplit", sent)).body).toEqual({ error });
  });
});

describe("transaction groups", () => {
  let ids: number[];
  let group: number;
  beforeEach(async () => {
    const { transactions } = await insert([
      { ...ITEM, notes: "One", manual_account_id: 1, status: "reviewed" },
      { ...ITEM, amount: "-2.5", payee: "Refund", date: "2026-03-12", status: "reviewed" },
      { ...ITEM, payee: "Third", status: "unreviewed" },
    ]);
    ids = transactions.map(({ id }: Listed) => id);
    group = await done1("POST", "/transactions/group", {
      date: "2026-03-11",
      payee: "Weekend",
      transactions: ids.slice(0, 2),
      notes: "With Ann",
      category_id: await categoryId("Travel"),
      tags: [2],
    });
  });

  test("a new group answers a bare id, and has the total of its members", async () => {
    expect(await shown(group)).toMatchObject({
      date: "2026-03-11",
      payee: "Weekend",
      amount: "7.5000",
      notes: "With Ann",
      category_id: await categoryId("Travel"),
      tag_ids: [2],
      status: "reviewed",
      is_group_parent: true,
    });
    expect(await shown(ids[0] ?? 0)).toMatchObject({ group_parent_id: group });
  });

  test("a group is found by its id and by each member's, with short children", async () => {
    const answers = await Promise.all(
      [group, ids[0], ids[1]].map(async (id) =>
        done1("GET", `/transactions/group?transaction_id=${id}`),
      ),
    );

    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const common = { currency: "usd", linked_account_id: null };
    expect(answers[0]).toMatchObject({
      id: group,
      amount: "7.5000",
      is_group: true,
      has_children: true,
      status: "cleared",
      group_id: null,
    });
    expect(answers[0].children).toEqual([
      {
        id: ids[0],
        payee: "Market",
        amount: "10.0000",
        date: "2026-03-10",
        formatted_date: "2026-03-10",
        notes: "One",
        asset_id: 1,
        to_base: 10,
        ...common,
      },
      {
        id: ids[1],
        payee: "Refund",
        amount: "-2.5000",
        date: "2026-03-12",
        formatted_date: "2026-03-12",
        notes: null,
        asset_id: null,
        to_base: -2.5,
        ...common,
      },
    ]);
    expect(await done1("GET", `/transactions/${ids[0]}`)).toMatchObject({
      group_id: group,
      is_group: false,
      children: [],
    });
  });

  test("deleting a group answers its members, which stay", async () => {
    const { status, body } = await del1(`/transactions/group/${group}`);

    expect([status, body]).toEqual([200, { transactions: [ids[0], ids[1]] }]);
    expect((await get1(`/transactions/${group}`)).status).toBe(404);
    expect(await done1("GET", `/transactions/${ids[0]}`)).toMatchObject({ group_id: null });
  });

  test("a group is uncleared unless all its members are cleared", async () => {
    const { id } = await insertOne({ ...ITEM, status: "reviewed" });

    const mixed = await done1("POST", "/transactions/group", {
      date: "2026-03-11",
      payee: "Mixed",
      transactions: [ids[2], id],
    });

    expect(await done1("GET", `/transactions/${mixed}`)).toMatchObject({ status: "uncleared" });
  });

  test("a group that does not exist is neither found nor deleted", async () => {
    const alone = ids[2];
    const missing = `Transaction ${alone} is not a group, nor does it belong to one.`;

    expect(await get1("/transactions/group")).toMatchObject({
      status: 200,
      body: { error: "transaction_id is required." },
    });
    expect(await get1(`/transactions/group?transaction_id=${alone}`)).toMatchObject({
      status: 200,
      body: { error: missing },
    });
    expect(await get1("/transactions/group?transaction_id=999")).toMatchObject({
      status: 404,
      body: UNKNOWN,
    });
    expect(await del1(`/transactions/group/${ids[0]}`)).toMatchObject({
      status: 200,
      body: { error: `Transaction ${ids[0]} is not a group.` },
    });
    expect(await del1("/transactions/group/999")).toMatchObject({ status: 404, body: UNKNOWN });
  });

  test.each([
    ["no date", { date: undefined }, "date is required."],
    ["no payee", { payee: undefined }, "payee is required."],
    ["no members", { transactions: undefined }, "transactions is required."],
    [
      "a single member",
      { transactions: [1] },
      "transactions must have at least 2 items, found 1 item.",
    ],
    [
      "an unknown category",
      { category_id: 901 },
      "category_id is 901, but there is no such category.",
    ],
    ["a tag by name", { tags: ["Trip"] }, 'tags[0] must be an integer id, found "Trip".'],
    ["a tag that nobody has", { tags: [905] }, "tags is 905, but there is no such tag."],
  ])("a group with %s is refused", async (_, more, error) => {
    const { body, status } = await call1("POST", "/transactions/group", {
      date: "2026-03-11",
      payee: "X",
      transactions: await free(),
      ...more,
    });

    expect([status, body]).toEqual([200, { error }]);
  });

  test("a group with a repeated or unknown member, a member of a group, or a group is refused", async () => {
    const made = async (transactions: readonly (number | undefined)[]) =>
      (await post1("/transactions/group", { date: "2026-03-11", payee: "X", transactions })).body;

    expect(await made([ids[2], ids[2]])).toEqual({
      error: `transactions[1] repeats the id ${ids[2]}.`,
    });
    expect(await made([ids[2], 999])).toEqual(UNKNOWN);
    expect(await made([ids[2], ids[0]])).toEqual({
      error: `Transaction ${ids[0]} belongs to the group ${group} already, so it cannot be grouped.`,
    });
    expect(await made([group, ids[2]])).toEqual({
      error: `Transaction ${group} is a group itself, so it cannot be grouped.`,
    });
  });

  /** Two transactions that can be grouped. */
  async function free(): Promise<number[]> {
    const { body } = await post("/transactions", { transactions: [ITEM, ITEM] });
    return body.transactions.map(({ id }: Listed) => id);
  }
});

test("each of these operations has been seen to succeed, to refuse, and to answer 404 where documented", () => {
  const known = [
    "PUT /transactions/{transaction_id}",
    "GET /transactions/group",
    "DELETE /transactions/group/{transaction_id}",
  ];
  const all = [...known, "POST /transactions/unsplit", "POST /transactions/group"];
  const missing = (outcome: string) => unseen1("transactions", outcome);

  expect([...missing("done"), ...missing("refused")].filter((name) => all.includes(name))).toEqual(
    [],
  );
  expect(missing("404").filter((name) => known.includes(name))).toEqual([]);
});
