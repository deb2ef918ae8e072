import { afterEach, describe, expect, test } from "vitest";
import {
  addLinkedAccount,
  balanceOf,
  categoryId,
  countTransactions,
  database,
  del,
  get,
  insert,
  insertOne,
  put,
} from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

const ITEM = { date: "2026-11-20", amount: 10, payee: "Cafe", manual_account_id: 1 };

describe("changing one transaction", () => {
  test("every updatable property of a transaction is changed and read back", async () => {
    const { id } = await insertOne(ITEM);
    const changes = {
      date: "2026-11-21",
      amount: "-7.5000",
      currency: "usd",
      payee: "Bakery",
      category_id: await categoryId("Groceries"),
      notes: "for Sunday",
      manual_account_id: 2,
      tag_ids: [1, 3],
      external_id: "x-1",
      custom_metadata: { b: 2 },
      status: "unreviewed",
    };

    const { status, body } = await put(`/transactions/${id}`, changes);

    expect(status).toBe(200);
    expect(body).toMatchObject({ ...changes, to_base: -7.5, original_name: "Cafe" });
    expect((await get(`/transactions/${id}`)).body).toEqual(body);
  });

  test("null clears a property, an empty note becomes null, and an empty list removes all tags", async () => {
    const { id } = await insertOne({
      ...ITEM,
      category_id: await categoryId("Coffee"),
      notes: "n",
      external_id: "e",
      tag_ids: [1],
      custom_metadata: { a: 1 },
    });

    const cleared = {
      category_id: null,
      notes: "",
      external_id: null,
      tag_ids: [],
      custom_metadata: null,
      manual_account_id: null,
    };
    expect((await put(`/transactions/${id}`, cleared)).body).toMatchObject({
      ...cleared,
      notes: null,
    });
  });

  test("additional_tag_ids adds tags, tag_ids replaces them, and both together are refused", async () => {
    const { id } = await insertOne({ ...ITEM, tag_ids: [1] });

    expect((await put(`/transactions/${id}`, { additional_tag_ids: [2, 1] })).body.tag_ids).toEqual(
      [1, 2],
    );
    expect((await put(`/transactions/${id}`, { tag_ids: [3] })).body.tag_ids).toEqual([3]);
    const { status, body } = await put(`/transactions/${id}`, {
      tag_ids: [1],
      additional_tag_ids: [2],
    });
    expect(status).toBe(400);
    expect(body.errors[0].invalid_property).toBe("additional_tag_ids");
  });

  test("changing a transaction to the body that GET returned changes nothing", async () => {
    for (const item of [
      { ...ITEM, external_id: "e", tag_ids: [1], custom_metadata: { a: 1 } },
      { date: "2026-11-20", amount: 1, external_id: "kept without an account" },
    ]) {
      const { id } = await insertOne(item);
      const before = (await get(`/transactions/${id}`)).body;
      const { status, body } = await put(`/transactions/${id}`, before);
      expect(status, JSON.stringify(body)).toBe(200);
      expect({ ...body, updated_at: "" }).toEqual({ ...before, updated_at: "" });
    }
  });

  test("a change needs at least one updatable property", async () => {
    const { id } = await insertOne(ITEM);

    for (const request of [
      {},
      { id, source: "csv", original_name: "x", files: [], children: [], to_base: 1 },
    ]) {
      const { status, body } = await put(`/transactions/${id}`, request);
      expect(status).toBe(400);
      expect(body).toEqual({
        message: "Invalid Request Body",
        errors: [
          {
            errMsg: `The update of transaction ${id} holds no updatable property.`,
            error: "Missing required property",
            id,
          },
        ],
      });
    }
  });

  test.each([
    [{ category_id: 900 }, "Invalid Category ID"],
    [{ category_id: 1 }, "Invalid Category ID"],
    [{ manual_account_id: 900 }, "Invalid Manual Account ID"],
    [{ linked_account_id: 900 }, "Invalid Linked Account ID"],
    [{ recurring_id: 900 }, "Invalid Recurring ID"],
    [{ tag_ids: [900] }, "Invalid Tag ID"],
    [{ additional_tag_ids: [1, 900] }, "Invalid Tag ID"],
  ])(
    "a change to %j is refused, because it names something that does not exist",
    async (request, error) => {
      const { id } = await insertOne(ITEM);

      const { status, body } = await put(`/transactions/${id}`, request);
      expect(status).toBe(400);
      expect(body.errors).toEqual([expect.objectContaining({ error })]);
      expect(body.errors[0]).not.toHaveProperty("transaction_index");
    },
  );

  test.each([
    [{ date: "2026-02-30" }, "/body/date", "format"],
    [{ date: null }, "/body/date", "type"],
    [{ amount: "1,5" }, "/body/amount", "format"],
    [{ amount: null }, "/body/amount", "type"],
    [{ payee: null }, "/body/payee", "type"],
    [{ payee: "x".repeat(1001) }, "/body/payee", "maxLength"],
    [{ notes: "x".repeat(10_001) }, "/body/notes", "maxLength"],
    [{ status: "cleared" }, "/body/status", "enum"],
    [{ unknown: 1 }, "/body/unknown", "additionalProperties"],
  ])("the malformed change %j is refused", async (request, instancePath, keyword) => {
    const { id } = await insertOne(ITEM);

    const { status, body } = await put(`/transactions/${id}`, request);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: "Request Validation Failure",
      errors: [{ instancePath, keyword }],
    });
  });

  test("delete_pending is accepted but cannot be set", async () => {
    const { id } = await insertOne(ITEM);

    expect(
      (await put(`/transactions/${id}`, { status: "delete_pending" })).body.errors[0]
        .invalid_property,
    ).toBe("status");
    await database((sql) => sql.run("UPDATE transactions SET status = 'delete_pending'"));
    expect(
      (await put(`/transactions/${id}`, { status: "delete_pending", notes: "n" })).status,
    ).toBe(200);
  });

  test("an external_id needs a manual account and is unique in it", async () => {
    const { id } = await insertOne(ITEM);
    const other = await insertOne({ ...ITEM, external_id: "taken" });

    const clash = await put(`/transactions/${id}`, { external_id: "taken" });
    expect(clash.status).toBe(400);
    expect(clash.body.errors[0]).toMatchObject({
      error: "Duplicate External ID",
      existing_transaction_id: other.id,
      invalid_property: "external_id",
    });
    const without = await put(`/transactions/${id}`, { external_id: "x", manual_account_id: null });
    expect(without.body.errors[0].invalid_property).toBe("external_id");
    expect(
      (await put(`/transactions/${id}`, { external_id: "taken", manual_account_id: 2 })).status,
    ).toBe(200);
    const moved = await put(`/transactions/${id}`, { manual_account_id: 1 });
    expect(moved.body.errors[0].error).toBe("Duplicate External ID");
  });

  test("moving a transaction to the other kind of account removes it from the first", async () => {
    const linked = await addLinkedAccount(true);
    const { id } = await insertOne(ITEM);

    expect((await put(`/transactions/${id}`, { linked_account_id: linked })).body).toMatchObject({
      manual_account_id: null,
      linked_account_id: linked,
    });
    expect((await put(`/transactions/${id}`, { manual_account_id: 2 })).body).toMatchObject({
      manual_account_id: 2,
      linked_account_id: null,
    });
    expect(
      (await put(`/transactions/${id}`, { manual_account_id: 2, linked_account_id: linked }))
        .status,
    ).toBe(400);
  });

  test("a locked linked account keeps a transaction's amount, currency and account; the rest may change", async () => {
    const linked = await addLinkedAccount(true);
    const { id } = await insertOne({ date: "2026-11-20", amount: 1, linked_account_id: linked });
    await database((sql) =>
      sql.run("UPDATE linked_accounts SET allow_transaction_modifications = 0"),
    );

    for (const [property, value] of [
      ["amount", 2],
      ["currency", "eur"],
      ["manual_account_id", 1],
      ["linked_account_id", null],
    ] as const) {
      const { status, body } = await put(`/transactions/${id}`, { [property]: value });
      expect(status).toBe(400);
      expect(body.errors).toContainEqual(
        expect.objectContaining({
          error: "Transaction belongs to a locked linked account",
          locked_property: property,
        }),
      );
    }
    expect((await put(`/transactions/${id}`, { notes: "mine", amount: 1 })).status).toBe(200);
  });

  test("a pending transaction stays in its linked account", async () => {
    const linked = await addLinkedAccount(true);
    const { id } = await insertOne({
      date: "2026-11-20",
      amount: 1,
      status: "unreviewed",
      linked_account_id: linked,
    });
    await database((sql) => sql.run("UPDATE transactions SET is_pending = 1"));

    const { status, body } = await put(`/transactions/${id}`, { manual_account_id: 1 });
    expect(status).toBe(400);
    expect(body.errors[0].invalid_property).toBe("manual_account_id");
  });

  test("a split parent and the members of a group cannot be changed", async () => {
    const { transactions } = await insert([ITEM, ITEM, ITEM]);
    const [parent, group, member] = transactions.map(
      (transaction: { id: number }) => transaction.id,
    );
    await database((sql) => {
      sql.run("UPDATE transactions SET is_split_parent = 1 WHERE id = ?", parent);
      sql.run(
        "UPDATE transactions SET is_group_parent = 1, manual_account_id = NULL WHERE id = ?",
        group,
      );
      sql.run("UPDATE transactions SET group_parent_id = ? WHERE id = ?", group, member);
    });

    expect((await put(`/transactions/${parent}`, { notes: "n" })).status).toBe(400);
    expect((await put(`/transactions/${member}`, { notes: "n" })).body.errors[0]).toMatchObject({
      id: member,
      group_parent_id: group,
    });
    expect((await put(`/transactions/${group}`, { notes: "n" })).status).toBe(200);
    expect(
      (await put(`/transactions/${group}`, { amount: 3 })).body.errors[0].locked_property,
    ).toBe("amount");
  });

  test("changing an unknown id answers 404, and a malformed one 400", async () => {
    expect((await put("/transactions/99", { notes: "n" })).body).toEqual({
      message: "Not Found",
      errors: [{ errMsg: "There is no transaction with the id 99.", id: 99 }],
    });
    expect((await put("/transactions/x", { notes: "n" })).status).toBe(400);
    expect((await put("/transactions/99?force=true", { notes: "n" })).status).toBe(400);
  });
});

describe("review status after a change", () => {
  test.each([
    ["date", "2026-11-21"],
    ["payee", "Other"],
    ["amount", 11],
    ["manual_account_id", 2],
    ["notes", "n"],
    ["category_id", null],
  ])("a change of %s marks the transaction as reviewed", async (property, value) => {
    const { id } = await insertOne({
      ...ITEM,
      status: "unreviewed",
      category_id: await categoryId("Coffee"),
    });

    expect((await put(`/transactions/${id}`, { [property]: value })).body.status).toBe("reviewed");
  });

  test("an unchanged value, a tag, or a status in the request does not mark it as reviewed", async () => {
    const { id } = await insertOne({ ...ITEM, status: "unreviewed" });

    expect((await put(`/transactions/${id}`, { payee: "Cafe", amount: "10" })).body.status).toBe(
      "unreviewed",
    );
    expect((await put(`/transactions/${id}`, { tag_ids: [1] })).body.status).toBe("unreviewed");
    expect(
      (await put(`/transactions/${id}`, { payee: "Other", status: "unreviewed" })).body.status,
    ).toBe("unreviewed");
  });

  test("the user's setting switches the automatic review off", async () => {
    await database((sql) => sql.run("UPDATE users SET auto_review_transaction_on_update = 0"));
    const { id } = await insertOne({ ...ITEM, status: "unreviewed" });

    expect((await put(`/transactions/${id}`, { payee: "Other" })).body.status).toBe("unreviewed");
  });
});

describe("balances after a change", () => {
  test("a changed amount moves the balance by the difference, and a changed account both balances", async () => {
    const { id } = await insertOne(ITEM);
    expect(await balanceOf(1)).toBe("-10.0000");

    await put(`/transactions/${id}`, { amount: 25 });
    expect(await balanceOf(1)).toBe("-25.0000");
    await put(`/transactions/${id}`, { manual_account_id: 2, amount: 5 });
    expect([await balanceOf(1), await balanceOf(2)]).toEqual(["0.0000", "-5.0000"]);
    await put(`/transactions/${id}`, { manual_account_id: null });
    expect([await balanceOf(1), await balanceOf(2)]).toEqual(["0.0000", "0.0000"]);
  });

  test("update_balance=false leaves the balances unchanged", async () => {
    const { id } = await insertOne(ITEM);

    await put(`/transactions/${id}?update_balance=false`, { amount: 25 });
    expect(await balanceOf(1)).toBe("-10.0000");
    await del(`/transactions/${id}`);
    expect(await balanceOf(1)).toBe("0.0000");
  });

  test("deleting a transaction that moved accounts without its balance subtracts nothing there", async () => {
    const { id } = await insertOne(ITEM);

    await put(`/transactions/${id}?update_balance=false`, { manual_account_id: 2 });
    await del(`/transactions/${id}`);

    expect([await balanceOf(1), await balanceOf(2)]).toEqual(["-10.0000", "0.0000"]);
  });

  test("deleting a transaction takes back what it moved", async () => {
    const { transactions } = await insert([ITEM, { ...ITEM, amount: -3 }]);

    await del("/transactions", {
      ids: transactions.map((transaction: { id: number }) => transaction.id),
    });
    expect(await balanceOf(1)).toBe("0.0000");
  });
});

describe("changing many transactions", () => {
  test("all items are changed, and the answer has the order of the request", async () => {
    const { transactions } = await insert([
      ITEM,
      { ...ITEM, external_id: "a" },
      { ...ITEM, external_id: "b" },
    ]);
    const [first, second, third] = transactions.map(
      (transaction: { id: number }) => transaction.id,
    );

    const { status, body } = await put("/transactions", {
      transactions: [
        { id: third, external_id: "a", tag_ids: [2] },
        { id: first, payee: "One" },
        { id: second, external_id: "b", additional_tag_ids: [1] },
      ],
    });

    expect(status).toBe(200);
    expect(body.transactions).toMatchObject([
      { id: third, external_id: "a", tag_ids: [2] },
      { id: first, payee: "One", tag_ids: [] },
      { id: second, external_id: "b", tag_ids: [1] },
    ]);
  });

  test("one bad item refuses all, and the answer has every item's errors", async () => {
    const { transactions } = await insert([ITEM, ITEM]);
    const [first, second] = transactions.map((transaction: { id: number }) => transaction.id);

    const { status, body } = await put("/transactions", {
      transactions: [
        { id: first, payee: "One" },
        { id: 900, payee: "x" },
        { id: second, category_id: 901 },
        { id: second, tag_ids: [902] },
      ],
    });

    expect(status).toBe(400);
    expect(
      body.errors.map((error: Record<string, unknown>) => [
        error["error"],
        error["transaction_index"] ?? error["transactions_indices"],
      ]),
    ).toEqual([
      ["Invalid Transaction ID", 1],
      ["Invalid Category ID", 2],
      ["Invalid Tag ID", 3],
      ["Invalid Transaction ID", [2, 3]],
    ]);
    expect((await get(`/transactions/${first}`)).body.payee).toBe("Cafe");
  });

  test("two items cannot end with one external_id in one account", async () => {
    const { transactions } = await insert([ITEM, ITEM]);
    const ids = transactions.map((transaction: { id: number }) => transaction.id);

    const { body } = await put("/transactions", {
      transactions: ids.map((id: number) => ({ id, external_id: "same" })),
    });
    expect(body.errors).toEqual([
      expect.objectContaining({ error: "Duplicate External ID", transaction_index: 1 }),
    ]);
  });

  test("a request changes 1 to 500 transactions, and every item needs an id", async () => {
    const { transactions } = await insert(Array.from({ length: 500 }, () => ITEM));
    const changes = transactions.map(({ id }: { id: number }) => ({ id, notes: `n${id}` }));

    expect((await put("/transactions", { transactions: changes })).body.transactions).toHaveLength(
      500,
    );
    expect(
      (await put("/transactions", { transactions: [...changes, { id: 1, notes: "x" }] })).body
        .errors[0],
    ).toMatchObject({ instancePath: "/body/transactions", keyword: "maxItems" });
    expect((await put("/transactions", { transactions: [] })).status).toBe(400);
    expect(
      (await put("/transactions", { transactions: [{ notes: "x" }] })).body.errors[0],
    ).toMatchObject({ instancePath: "/body/transactions/0/id", keyword: "required" });
    expect(
      (await put("/transactions", { transactions: [{ id: transactions[0].id }] })).body.errors[0],
    ).toMatchObject({ error: "Missing required property", transaction_index: 0 });
  });
});

describe("deleting transactions", () => {
  test("a deleted transaction disappears with its tags", async () => {
    const { id } = await insertOne({ ...ITEM, tag_ids: [1] });

    expect(await del(`/transactions/${id}`)).toMatchObject({ status: 204, body: undefined });
    expect((await get(`/transactions/${id}`)).status).toBe(404);
    expect((await del(`/transactions/${id}`)).status).toBe(404);
    expect(await database((sql) => sql.all("SELECT * FROM transaction_tags"))).toEqual([]);
  });

  test("many transactions are deleted together", async () => {
    const { transactions } = await insert([ITEM, ITEM, ITEM]);
    const ids = transactions.map((transaction: { id: number }) => transaction.id);

    expect((await del("/transactions", { ids: ids.slice(1) })).status).toBe(204);
    expect(await countTransactions()).toBe(1);
  });

  test("deleting refuses an unknown id with 404 and a repeated one with 400, each with its position", async () => {
    const { id } = await insertOne(ITEM);

    const unknown = await del("/transactions", { ids: [id, 900] });
    expect(unknown.status).toBe(404);
    expect(unknown.body).toEqual({
      message: "Not Found",
      errors: [
        {
          errMsg: "There is no transaction with the id 900.",
          error: "Invalid Transaction ID",
          ids_index: 1,
          id: 900,
        },
      ],
    });
    const repeated = await del("/transactions", { ids: [id, id] });
    expect(repeated.status).toBe(400);
    expect(repeated.body.errors).toEqual([
      { errMsg: `ids[1] repeats the id ${id}.`, error: "Invalid Transaction ID", ids_index: 1, id },
    ]);
    expect(await countTransactions()).toBe(1);
  });

  test.each([
    [{}],
    [{ ids: [] }],
    [{ ids: ["1"] }],
    [{ ids: 1 }],
    [{ ids: [1], force: true }],
    [{ ids: Array.from({ length: 501 }, (_, id) => id) }],
  ])("deleting with the body %j is refused", async (request) => {
    expect((await del("/transactions", request)).body.message).toBe("Request Validation Failure");
  });

  test("a part of a split or group in the list refuses the whole deletion", async () => {
    const { transactions } = await insert([ITEM, ITEM, ITEM, ITEM, ITEM]);
    const [parent, part, group, member, single] = transactions.map(
      (transaction: { id: number }) => transaction.id,
    );
    await database((sql) => {
      sql.run("UPDATE transactions SET is_split_parent = 1 WHERE id = ?", parent);
      sql.run("UPDATE transactions SET split_parent_id = ? WHERE id = ?", parent, part);
      sql.run("UPDATE transactions SET is_group_parent = 1 WHERE id = ?", group);
      sql.run("UPDATE transactions SET group_parent_id = ? WHERE id = ?", group, member);
    });

    for (const id of [parent, part, group, member]) {
      const { status, body } = await del(`/transactions/${id}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ message: "Invalid Request", errors: [{ transaction_id: id }] });
    }
    expect(
      (await del("/transactions", { ids: [single, member] })).body.errors[0].group_parent_id,
    ).toBe(group);
    expect(await countTransactions()).toBe(5);
  });
});
