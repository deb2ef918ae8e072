import { afterEach, describe, expect, test, vi } from "vitest";
import { serveBudget } from "../../src/budget/service.ts";
import { Sql } from "../../src/platform/sql/sql.ts";
import {
  bindings,
  config,
  LOCAL_TOKEN,
  accountId,
  addLinkedAccount,
  balanceOf,
  categoryId,
  countTransactions,
  database,
  del,
  get,
  insert,
  insertOne,
  post,
  put,
} from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

const ITEM = { date: "2026-11-20", amount: 4.5 };
const encoder = new TextEncoder();

/** Posts the items, expects a refusal that writes nothing, and returns the answer's body. */
async function expectRefusal(items: readonly unknown[]) {
  const before = await countTransactions();
  const { status, body } = await post("/transactions", { transactions: items });
  expect(status).toBe(400);
  expect(await countTransactions()).toBe(before);
  return body;
}

describe("an insert that prefers a short answer", () => {
  /** Posts the items with this Prefer header. */
  async function prefer(value: string, transactions: readonly unknown[]) {
    const request = new Request("http://localhost/v2/transactions", {
      method: "POST",
      headers: { Authorization: `Bearer ${LOCAL_TOKEN}`, Prefer: value },
      body: JSON.stringify({ transactions, skip_duplicates: true }),
    });
    const response = await serveBudget(request, bindings, config, null);
    expect(response.status).toBe(201);
    const body = await response.json<{ transactions: object[]; skipped_duplicates: object[] }>();
    return { body, applied: response.headers.get("preference-applied") };
  }

  test("gets ids and outcomes only, and is told so", async () => {
    const account = await accountId("Checking");
    const item = { ...ITEM, manual_account_id: account, external_id: "a" };
    const stored = await insertOne(item);

    const { body, applied } = await prefer("respond-async, return=minimal", [
      item,
      { ...item, external_id: "b", payee: "Bakery" },
    ]);

    expect(applied).toBe("return=minimal");
    expect(body).toEqual({
      transactions: [{ id: expect.any(Number), external_id: "b" }],
      skipped_duplicates: [
        {
          reason: "duplicate_external_id",
          request_transactions_index: 0,
          existing_transaction_id: stored.id,
        },
      ],
    });
  });

  test.each(["return=representation", "return=representation, return=minimal", "wait=5"])(
    "gets the whole transactions where it prefers %s",
    async (value) => {
      const { body, applied } = await prefer(value, [ITEM]);

      expect(applied).toBeNull();
      expect(body.transactions).toMatchObject([{ date: "2026-11-20", amount: "4.5000" }]);
    },
  );

  test.each(['Return="minimal"', "return = minimal; foo=1"])(
    "may write it as %s",
    async (value) => {
      expect(await prefer(value, [ITEM])).toMatchObject({ applied: "return=minimal" });
    },
  );
});

describe("inserting one transaction", () => {
  test("date and amount are enough: the rest has the documented defaults", async () => {
    const body = await insert([ITEM]);

    expect(body.skipped_duplicates).toEqual([]);
    expect(body.transactions).toHaveLength(1);
    expect(body.transactions[0]).toEqual({
      id: expect.any(Number),
      date: "2026-11-20",
      amount: "4.5000",
      currency: "usd",
      to_base: 4.5,
      recurring_id: null,
      payee: "[No Payee]",
      original_name: "[No Payee]",
      category_id: null,
      linked_account_id: null,
      manual_account_id: null,
      external_id: null,
      tag_ids: [],
      notes: null,
      status: "reviewed",
      is_pending: false,
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      updated_at: expect.any(String),
      is_split_parent: false,
      split_parent_id: null,
      is_group_parent: false,
      group_parent_id: null,
      source: "api",
    });
  });

  test("everything an item may carry is stored and read back", async () => {
    const manual = await accountId("Checking");
    const category = await categoryId("Coffee");
    const item = {
      date: "2026-11-20",
      amount: "-1234.5678",
      currency: "usd",
      payee: "Café 🦆",
      original_name: "CAFE 1234",
      category_id: category,
      notes: "second line\nof notes",
      manual_account_id: manual,
      status: "unreviewed",
      tag_ids: [2, 1],
      external_id: "bank-1",
      custom_metadata: { run: 7, nested: { list: [1, null, "x"] } },
    };

    const { id } = await insertOne(item);

    expect((await get(`/transactions/${id}`)).body).toMatchObject({
      ...item,
      tag_ids: [1, 2],
      to_base: -1234.5678,
      linked_metadata: null,
      files: [],
    });
  });

  test("an answer includes metadata only on request", async () => {
    const transaction = await insertOne({ ...ITEM, custom_metadata: { a: 1 } });

    for (const property of ["custom_metadata", "linked_metadata", "files", "children"])
      expect(transaction).not.toHaveProperty(property);
  });

  test("the default status follows the user's setting", async () => {
    await database((sql) => sql.run("UPDATE users SET auto_review_transaction_on_creation = 0"));

    expect((await insertOne(ITEM)).status).toBe("unreviewed");
    expect((await insertOne({ ...ITEM, status: "reviewed" })).status).toBe("reviewed");
  });

  test("an amount may be a number or the same as text, and keeps all four decimals", async () => {
    for (const [amount, shown] of [
      [0, "0.0000"],
      [-0, "0.0000"],
      [0.1, "0.1000"],
      [-0.0001, "-0.0001"],
      ["12.3400", "12.3400"],
      ["900719925474.0991", "900719925474.0991"],
      [123456789.1234, "123456789.1234"],
    ]) {
      expect((await insertOne({ ...ITEM, amount })).amount, String(amount)).toBe(shown);
    }
  });

  test("an amount that a JSON number cannot hold to the fourth decimal must be sent as text", async () => {
    // JSON.parse reads 800000000000.0002 and 800000000000.0003 as the same double.
    const { errors } = await expectRefusal([{ ...ITEM, amount: Number("800000000000.0003") }]);
    expect(errors[0].errMsg).toContain("send it as text");
    expect((await insertOne({ ...ITEM, amount: "800000000000.0003" })).amount).toBe(
      "800000000000.0003",
    );
    for (const amount of [800_000_000_000, 549_755_813_887.9999])
      expect(Number((await insertOne({ ...ITEM, amount })).amount)).toBe(amount);
  });

  test("an empty payee or note becomes null", async () => {
    expect(await insertOne({ ...ITEM, payee: "", notes: "" })).toMatchObject({
      payee: "[No Payee]",
      notes: null,
    });
  });
});

describe("the shape of an inserted transaction", () => {
  test.each([
    [{ amount: 1 }, "date", "required"],
    [{ date: "2026-11-20" }, "amount", "required"],
    [{ ...ITEM, date: "2026-02-30" }, "date", "format"],
    [{ ...ITEM, date: "20.11.2026" }, "date", "format"],
    [{ ...ITEM, date: "2026-11-20T10:00:00Z" }, "date", "format"],
    [{ ...ITEM, date: 20261120 }, "date", "type"],
    [{ ...ITEM, amount: "1.23456" }, "amount", "format"],
    [{ ...ITEM, amount: 1e21 }, "amount", "format"],
    [{ ...ITEM, amount: "900719925474.0992" }, "amount", "format"],
    [{ ...ITEM, amount: "1e3" }, "amount", "format"],
    [{ ...ITEM, amount: "$5" }, "amount", "format"],
    [{ ...ITEM, amount: "1,000.00" }, "amount", "format"],
    [{ ...ITEM, amount: "" }, "amount", "format"],
    [{ ...ITEM, amount: null }, "amount", "type"],
    [{ ...ITEM, amount: [1] }, "amount", "type"],
    [{ ...ITEM, currency: "EUR" }, "currency", "enum"],
    [{ ...ITEM, currency: "zzz" }, "currency", "enum"],
    [{ ...ITEM, payee: null }, "payee", "type"],
    [{ ...ITEM, payee: "x".repeat(1001) }, "payee", "maxLength"],
    [{ ...ITEM, notes: "x".repeat(10_001) }, "notes", "maxLength"],
    [{ ...ITEM, original_name: "x".repeat(1001) }, "original_name", "maxLength"],
    [{ ...ITEM, external_id: "x".repeat(76) }, "external_id", "maxLength"],
    [{ ...ITEM, external_id: 5 }, "external_id", "type"],
    [{ ...ITEM, status: "cleared" }, "status", "enum"],
    [{ ...ITEM, status: "delete_pending" }, "status", "enum"],
    [{ ...ITEM, tag_ids: "1" }, "tag_ids", "type"],
    [{ ...ITEM, tag_ids: null }, "tag_ids", "type"],
    [{ ...ITEM, category_id: "1" }, "category_id", "type"],
    [{ ...ITEM, category_id: 1.5 }, "category_id", "type"],
    [{ ...ITEM, custom_metadata: "x" }, "custom_metadata", "type"],
    [{ ...ITEM, custom_metadata: { x: "y".repeat(4096) } }, "custom_metadata", "maxLength"],
    [{ ...ITEM, id: 5 }, "id", "additionalProperties"],
    [{ ...ITEM, to_base: 5 }, "to_base", "additionalProperties"],
    [{ ...ITEM, is_pending: false }, "is_pending", "additionalProperties"],
  ])("the item %j is refused with the position of its fault", async (item, property, keyword) => {
    const body = await expectRefusal([ITEM, item]);

    expect(body.message).toBe("Request Validation Failure");
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0]).toMatchObject({
      code: "VALIDATION_ERROR",
      instancePath: `/body/transactions/1/${property}`,
      keyword,
      transaction_index: 1,
      invalid_property: property,
    });
    expect(body.errors[0].errMsg).toMatch(new RegExp(`^transactions\\[1\\]\\.${property} .*\\.$`));
  });

  test("a refused text that is too long to repeat is described by its number of characters", async () => {
    const body = await expectRefusal([{ ...ITEM, payee: `"${"é🎉".repeat(500)}` }]);

    expect(body.errors[0].errMsg).toBe(
      "transactions[0].payee must be text of at most 1000 characters, found 1001 characters.",
    );
  });

  test("a missing property and a wrong type have the documented error tags", async () => {
    const body = await expectRefusal([{ date: 5 }]);

    expect(
      body.errors.map((error: { error?: string; invalid_property: string }) => [
        error.invalid_property,
        error.error,
      ]),
    ).toEqual([
      ["date", "Invalid type"],
      ["amount", "Missing required property"],
    ]);
  });

  test("texts are accepted at their maximum length", async () => {
    const item = {
      ...ITEM,
      payee: "p".repeat(1000),
      original_name: "o".repeat(1000),
      notes: "n".repeat(10_000),
      external_id: "e".repeat(75),
      manual_account_id: 1,
    };

    expect(await insertOne(item)).toMatchObject({
      payee: item.payee,
      notes: item.notes,
      external_id: item.external_id,
    });
  });

  test.each([
    [{}, "/body/transactions", "required"],
    [{ transactions: [] }, "/body/transactions", "minItems"],
    [{ transactions: ITEM }, "/body/transactions", "type"],
    [
      { transactions: [ITEM], debit_as_negative: true },
      "/body/debit_as_negative",
      "additionalProperties",
    ],
    [{ transactions: [ITEM], apply_rules: "true" }, "/body/apply_rules", "type"],
    [{ transactions: [ITEM], skip_duplicates: null }, "/body/skip_duplicates", "type"],
  ])("inserting the body %j is refused", async (request, instancePath, keyword) => {
    const { status, body } = await post("/transactions", request);

    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({ instancePath, keyword });
  });

  test("500 items are inserted at once, and 501 are refused with the path of the list", async () => {
    const items = Array.from({ length: 501 }, (_, index) => ({ ...ITEM, payee: `P${index}` }));

    const body = await expectRefusal(items);
    expect(body.errors).toEqual([
      expect.objectContaining({
        instancePath: "/body/transactions",
        keyword: "maxItems",
        params: { limit: 500 },
      }),
    ]);
    expect((await insert(items.slice(1))).transactions).toHaveLength(500);
  });

  test("500 items with the maximum of metadata and text are inserted and changed", async () => {
    const item = { ...ITEM, payee: "\n".repeat(1000), notes: "\u{1F986}".repeat(1000) };
    // 4,096 characters that take two bytes each where JSON is written inside JSON.
    const custom_metadata = { a: Array.from({ length: 1_363 }, () => "") };

    const run = vi.spyOn(Sql.prototype, "run");

    const body = await insert(Array.from({ length: 500 }, () => ({ ...item, custom_metadata })));
    const ids = body.transactions.map(({ id }: { id: number }) => id);
    const changed = await put("/transactions", {
      transactions: ids.map((id: number) => ({ id, custom_metadata: { b: custom_metadata.a } })),
    });

    expect(changed.status).toBe(200);
    const { transactions } = (await get("/transactions?include_metadata=true")).body;
    expect(transactions).toHaveLength(500);
    expect(transactions[0].custom_metadata).toEqual({ b: custom_metadata.a });
    // The platform takes no text of more than 2 MB; the simulator takes twice that.
    const texts = run.mock.calls.flat().filter((value) => typeof value === "string");
    expect(texts.length).toBeGreaterThan(4);
    expect(Math.max(...texts.map((text) => encoder.encode(text).length))).toBeLessThan(2_000_000);
    run.mockRestore();
  });

  test("a transaction has at most 100 tags in one request, and each once", async () => {
    const tags = Array.from({ length: 100 }, () => 1);

    const { id, tag_ids } = await insertOne({ ...ITEM, tag_ids: tags });
    expect(tag_ids).toEqual([1]);
    expect(
      (await put(`/transactions/${id}`, { tag_ids: [2, ...tags.slice(1)] })).body.tag_ids,
    ).toEqual([1, 2]);
    const body = await expectRefusal([{ ...ITEM, tag_ids: [...tags, 1] }]);
    expect(body.errors[0]).toMatchObject({
      instancePath: "/body/transactions/0/tag_ids",
      keyword: "maxItems",
    });
  });
});

describe("ids named by an inserted transaction", () => {
  test("named ids must exist, and each fault has its own tag and the item's index", async () => {
    const body = await expectRefusal([
      ITEM,
      { ...ITEM, category_id: 900, manual_account_id: 901, recurring_id: 903, tag_ids: [1, 904] },
      { ...ITEM, linked_account_id: 902 },
    ]);

    expect(body).toEqual({
      message: "Invalid Request Body",
      errors: [
        {
          errMsg: "category_id is 900, but there is no such category.",
          error: "Invalid Category ID",
          transaction_index: 1,
          invalid_property: "category_id",
        },
        {
          errMsg: "manual_account_id is 901, but there is no such manual account.",
          error: "Invalid Manual Account ID",
          transaction_index: 1,
          invalid_property: "manual_account_id",
        },
        {
          errMsg: "recurring_id is 903, but there is no such recurring item.",
          error: "Invalid Recurring ID",
          transaction_index: 1,
          invalid_property: "recurring_id",
        },
        {
          errMsg: "tag_ids is 904, but there is no such tag.",
          error: "Invalid Tag ID",
          transaction_index: 1,
          invalid_property: "tag_ids",
          tag_ids_index: 1,
        },
        {
          errMsg: "linked_account_id is 902, but there is no such linked account.",
          error: "Invalid Linked Account ID",
          transaction_index: 2,
          invalid_property: "linked_account_id",
        },
      ],
    });
  });

  test("a category group is not accepted as a category", async () => {
    const body = await expectRefusal([{ ...ITEM, category_id: await categoryId("Food") }]);

    expect(body.errors[0]).toMatchObject({
      error: "Invalid Category ID",
      category_group_name: "Food",
      transaction_index: 0,
    });
  });

  test("a transaction has a manual account or a linked one, not both", async () => {
    const body = await expectRefusal([
      { ...ITEM, manual_account_id: 1, linked_account_id: await addLinkedAccount(true) },
    ]);

    expect(body.errors).toHaveLength(1);
  });

  test("a linked account that allows no modifications takes no transactions, and another one does", async () => {
    const open = await addLinkedAccount(true);
    const locked = await addLinkedAccount(false);

    expect((await insertOne({ ...ITEM, linked_account_id: open })).linked_account_id).toBe(open);
    const body = await expectRefusal([{ ...ITEM, linked_account_id: locked }]);
    expect(body.errors[0]).toMatchObject({
      error: "Transaction belongs to a locked linked account",
      transaction_index: 0,
    });
  });
});

describe("duplicates among inserted transactions", () => {
  test("an external_id known in its manual account is skipped, and the rest is inserted", async () => {
    const account = await accountId("Checking");
    const item = { ...ITEM, manual_account_id: account, external_id: "a", payee: "Cafe" };
    const first = await insertOne(item);

    const body = await insert([{ ...ITEM, manual_account_id: account, external_id: "b" }, item]);

    expect(body.transactions).toHaveLength(1);
    expect(body.skipped_duplicates).toEqual([
      {
        reason: "duplicate_external_id",
        request_transactions_index: 1,
        existing_transaction_id: first.id,
        request_transaction: item,
      },
    ]);
  });

  test("another account, or no account, may have the same external_id", async () => {
    await insert([{ ...ITEM, manual_account_id: 1, external_id: "a" }]);

    const body = await insert([
      { ...ITEM, manual_account_id: 2, external_id: "a" },
      { ...ITEM, external_id: "a" },
      { ...ITEM, external_id: "a" },
    ]);

    expect(body.transactions).toHaveLength(3);
  });

  test("an empty external_id becomes null", async () => {
    const item = { ...ITEM, manual_account_id: 1, external_id: "" };

    const { transactions } = await insert([item, item]);
    expect(
      transactions.map((transaction: { external_id: unknown }) => transaction.external_id),
    ).toEqual([null, null]);
  });

  test("the external_id of a deleted transaction may be used again", async () => {
    const item = { ...ITEM, manual_account_id: 1, external_id: "a" };
    const { id } = await insertOne(item);
    await del(`/transactions/${id}`);

    const again = await insertOne(item);
    expect(again.id).toBeGreaterThan(id);
  });

  test("one external_id twice in a request for one account is refused with all its positions", async () => {
    const body = await expectRefusal([
      { ...ITEM, manual_account_id: 1, external_id: "a" },
      { ...ITEM, manual_account_id: 2, external_id: "a" },
      { ...ITEM, manual_account_id: 1, external_id: "a" },
    ]);

    expect(body.message).toBe("Invalid Request Body");
    expect(body.errors).toEqual([
      {
        errMsg: 'The external_id "a" is given 2 times for manual account 1 in this request.',
        error: "Duplicate External ID",
        transactions_indices: [0, 2],
        invalid_property: "external_id",
        external_id: "a",
        manual_account_id: 1,
      },
    ]);
  });

  test("skip_duplicates compares account, payee, date and amount with stored transactions", async () => {
    const linked = await addLinkedAccount(true);
    const stored = { ...ITEM, payee: "Cafe", manual_account_id: 1 };
    const first = await insertOne(stored);
    const onLinked = await insertOne({ ...ITEM, payee: "Cafe", linked_account_id: linked });
    const cash = await insertOne({ ...ITEM, payee: "Cafe" });

    const body = await insert(
      [
        stored,
        { ...stored, payee: "Other" },
        { ...stored, date: "2026-11-21" },
        { ...stored, amount: 4.51 },
        { ...stored, amount: -4.5 },
        { ...stored, manual_account_id: 2 },
        { ...ITEM, payee: "Cafe", linked_account_id: linked },
        { ...ITEM, payee: "Cafe" },
      ],
      { skip_duplicates: true },
    );

    expect(
      body.skipped_duplicates.map((skipped: Record<string, unknown>) => [
        skipped["request_transactions_index"],
        skipped["existing_transaction_id"],
        skipped["reason"],
      ]),
    ).toEqual([
      [0, first.id, "duplicate_payee_amount_date"],
      [6, onLinked.id, "duplicate_payee_amount_date"],
      [7, cash.id, "duplicate_payee_amount_date"],
    ]);
    expect(body.transactions).toHaveLength(5);
  });

  test("similarity does not matter without skip_duplicates, or among the items of one request", async () => {
    const coffee = { ...ITEM, payee: "Cafe", manual_account_id: 1 };

    expect((await insert([coffee, coffee], { skip_duplicates: true })).transactions).toHaveLength(
      2,
    );
    expect((await insert([coffee, coffee])).transactions).toHaveLength(2);
    expect((await insert([coffee, coffee], { skip_duplicates: true })).transactions).toHaveLength(
      0,
    );
  });

  test("an external_id decides before similarity does", async () => {
    await insert([{ ...ITEM, payee: "Cafe", manual_account_id: 1, external_id: "a" }]);

    const body = await insert(
      [{ ...ITEM, payee: "Cafe", manual_account_id: 1, external_id: "a" }],
      { skip_duplicates: true },
    );
    expect(body.skipped_duplicates[0].reason).toBe("duplicate_external_id");
  });
});

describe("balances after an insert", () => {
  test("skip_balance_update permanently leaves the balance unchanged", async () => {
    const { id } = await insertOne(
      { ...ITEM, manual_account_id: 1 },
      { skip_balance_update: true },
    );

    expect(await balanceOf(1)).toBe("0.0000");
    await del(`/transactions/${id}`);
    expect(await balanceOf(1)).toBe("0.0000");
  });

  test("skipped items move no balance", async () => {
    const item = { ...ITEM, manual_account_id: 1, external_id: "a" };
    await insert([item]);
    await insert([item, { ...ITEM, manual_account_id: 1 }], { skip_duplicates: true });

    // The second request's new item is a likeness of the first and skipped as well.
    expect(await balanceOf(1)).toBe("-4.5000");
  });

  test("a request whose balance would leave the range of amounts is refused", async () => {
    await insert([{ ...ITEM, amount: "-900719925474.0991", manual_account_id: 1 }]);

    const body = await expectRefusal([{ ...ITEM, amount: "-0.0001", manual_account_id: 1 }]);
    expect(body.errors[0]).toMatchObject({ manual_account_id: 1, invalid_property: "amount" });
    expect(await balanceOf(1)).toBe("900719925474.0991");
  });
});
