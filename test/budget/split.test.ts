import * as fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { units } from "../../src/money/money.ts";
import { divideAmount } from "../../src/budget/rules/split.ts";
import {
  addLinkedAccount,
  balanceOf,
  callOwn,
  categoryId,
  countTransactions,
  database,
  del,
  get,
  insert,
  insertOne,
  post,
  put,
  type Answer,
} from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

const ITEM = { date: "2026-11-20", amount: 80, payee: "Market", manual_account_id: 1 };

async function split(id: number, parts: readonly object[]): Promise<Answer> {
  return post(`/transactions/split/${id}`, { child_transactions: parts });
}

/** Splits, and fails loudly when that is refused. */
async function splitOk(id: number, parts: readonly object[]): Promise<Answer["body"]> {
  const { status, body } = await split(id, parts);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function listTransactions(query = ""): Promise<Answer["body"]> {
  return (await get(`/transactions?limit=2000${query}`)).body.transactions;
}

const idsOf = (transactions: readonly { id: number }[]) => transactions.map(({ id }) => id);

describe("splitting a transaction", () => {
  test("a split answers the parent with its children, which inherit omitted properties", async () => {
    const coffee = await categoryId("Coffee");
    const parent = await insertOne({
      ...ITEM,
      original_name: "MARKET 0815",
      category_id: coffee,
      notes: "Saturday",
      tag_ids: [1, 2],
      external_id: "m-1",
      custom_metadata: { a: 1 },
      status: "reviewed",
    });

    const body = await splitOk(parent.id, [{ amount: "62.50" }, { amount: 17.5 }]);

    expect(body).toMatchObject({ ...parent, is_split_parent: true, updated_at: body.updated_at });
    expect(body.children).toHaveLength(2);
    const inherited = {
      date: "2026-11-20",
      currency: "usd",
      payee: "Market",
      original_name: "MARKET 0815",
      category_id: coffee,
      notes: "Saturday",
      tag_ids: [1, 2],
      status: "reviewed",
      manual_account_id: 1,
      linked_account_id: null,
      recurring_id: null,
      external_id: null,
      custom_metadata: null,
      source: "split",
      is_pending: false,
      is_split_parent: false,
      split_parent_id: parent.id,
      group_parent_id: null,
    };
    expect(body.children[0]).toMatchObject({ ...inherited, amount: "62.5000", to_base: 62.5 });
    expect(body.children[1]).toMatchObject({ ...inherited, amount: "17.5000", to_base: 17.5 });
    expect((await get(`/transactions/${parent.id}`)).body).toEqual(body);
  });

  test("children set their own payee, date, category, notes and tags; null and an empty text clear", async () => {
    const groceries = await categoryId("Groceries");
    const { id } = await insertOne({ ...ITEM, category_id: groceries, notes: "n", tag_ids: [1] });

    const { children } = await splitOk(id, [
      {
        amount: 50,
        payee: "Bakery",
        date: "2026-11-19",
        category_id: null,
        notes: null,
        tag_ids: [],
      },
      { amount: 40, category_id: await categoryId("Coffee"), notes: "", tag_ids: [3] },
      { amount: -10, notes: "Coupon", payee: "" },
    ]);

    const bakery = {
      payee: "Bakery",
      date: "2026-11-19",
      category_id: null,
      notes: null,
      tag_ids: [],
    };
    expect(children[0]).toMatchObject({ ...bakery, amount: "50.0000", original_name: "Market" });
    expect(children[1]).toMatchObject({
      category_id: await categoryId("Coffee"),
      notes: null,
      tag_ids: [3],
    });
    expect(children[2]).toMatchObject({
      amount: "-10.0000",
      notes: "Coupon",
      payee: "[No Payee]",
      tag_ids: [1],
    });
  });

  test("a split hides the parent from the list and shows the children in its place", async () => {
    const other = await insertOne({ ...ITEM, date: "2026-11-01" });
    const { id } = await insertOne(ITEM);

    const { children } = await splitOk(id, [{ amount: 50 }, { amount: 30, date: "2026-11-10" }]);

    expect(idsOf(await listTransactions())).toEqual([children[0].id, children[1].id, other.id]);
    const whole = await listTransactions("&include_split_parents=true&include_children=true");
    expect(idsOf(whole)).toEqual([children[0].id, id, children[1].id, other.id]);
    expect(idsOf(whole[1].children)).toEqual(idsOf(children));
    expect((await listTransactions("&include_split_parents=true"))[1]).not.toHaveProperty(
      "children",
    );
    expect(idsOf(await listTransactions("&start_date=2026-11-05&end_date=2026-11-15"))).toEqual([
      children[1].id,
    ]);
  });

  test("filters by category, tag and account match the children, and the parent on request", async () => {
    const [groceries, coffee] = [await categoryId("Groceries"), await categoryId("Coffee")];
    const { id } = await insertOne({ ...ITEM, category_id: groceries, tag_ids: [1] });
    const { children } = await splitOk(id, [
      { amount: 50 },
      { amount: 30, category_id: coffee, tag_ids: [2] },
    ]);
    const [first, second] = idsOf(children);

    expect(idsOf(await listTransactions(`&category_id=${groceries}`))).toEqual([first]);
    expect(idsOf(await listTransactions(`&category_id=${coffee}`))).toEqual([second]);
    expect(idsOf(await listTransactions("&tag_id=1"))).toEqual([first]);
    expect(idsOf(await listTransactions("&tag_id=2"))).toEqual([second]);
    expect(idsOf(await listTransactions("&manual_account_id=1"))).toEqual([second, first]);
    expect(idsOf(await listTransactions("&manual_account_id=2"))).toEqual([]);
    expect(
      idsOf(await listTransactions(`&category_id=${groceries}&include_split_parents=true`)),
    ).toEqual([first, id]);
    expect(
      idsOf(await listTransactions("&manual_account_id=1&include_split_parents=true")),
    ).toEqual([second, first, id]);
  });

  test("splitting, changing children, unsplitting and deleting leave the account's balance unchanged", async () => {
    const { id } = await insertOne(ITEM);
    expect(await balanceOf(1)).toBe("-80.0000");

    const { children } = await splitOk(id, [{ amount: 50 }, { amount: 30 }]);
    expect(await balanceOf(1)).toBe("-80.0000");
    expect(
      (await put(`/transactions/${children[0].id}`, { notes: "x", date: "2026-11-18" })).status,
    ).toBe(200);
    expect(await balanceOf(1)).toBe("-80.0000");
    expect((await del(`/transactions/split/${id}`)).status).toBe(204);
    expect(await balanceOf(1)).toBe("-80.0000");
    expect((await del(`/transactions/${id}`)).status).toBe(204);
    expect(await balanceOf(1)).toBe("0.0000");
  });

  test("the last part takes the rounding of a converted amount", async () => {
    await database((sql) => {
      sql.run(
        "INSERT INTO rates (currency, date, per_euro) VALUES ('usd', '2026-11-01', '1'), ('gbp', '2026-11-01', '3')",
      );
    });
    // One pound is a third of a dollar, 0.3333.
    const { id, to_base: base } = await insertOne({ ...ITEM, amount: 1, currency: "gbp" });
    expect(base).toBe(0.3333);
    const halves = await splitOk(id, [{ amount: "0.5" }, { amount: "0.5" }]);

    // Half a pound is 0.16666..., rounded 0.1667; twice that would be 0.3334.
    expect(halves.children.map((child: { to_base: number }) => child.to_base)).toEqual([
      0.1667, 0.1666,
    ]);
    // A change that leaves the day leaves the share; on another day the part is converted by itself.
    const last = halves.children[1].id;
    expect((await put(`/transactions/${last}`, { notes: "x" })).body.to_base).toBe(0.1666);
    expect((await put(`/transactions/${last}`, { date: "2026-11-19" })).body.to_base).toBe(0.1667);
  });

  test("the rounding disappears while any part is on another day, and returns with it", async () => {
    await database((sql) => {
      sql.run(
        "INSERT INTO rates (currency, date, per_euro) VALUES ('usd', '2026-11-01', '1'), ('gbp', '2026-11-01', '3')",
      );
    });
    const { id } = await insertOne({ ...ITEM, amount: 1, currency: "gbp" });
    const [first, last] = (await splitOk(id, [{ amount: "0.5" }, { amount: "0.5" }])).children;
    const worths = async () =>
      (await get(`/transactions/${id}`)).body.children.map(
        (child: { to_base: number }) => child.to_base,
      );

    for (const part of [first.id, last.id]) {
      const away = await put("/transactions", { transactions: [{ id: part, date: "2026-11-19" }] });
      expect(away.body.transactions[0].to_base).toBe(0.1667);
      expect(await worths()).toEqual([0.1667, 0.1667]);
      const back = await put("/transactions", { transactions: [{ id: part, date: ITEM.date }] });
      expect(back.body.transactions[0].to_base).toBe(part === last.id ? 0.1666 : 0.1667);
      expect(await worths()).toEqual([0.1667, 0.1666]);
    }
  });

  test("parts keep their value even if the whole's exceeds the range of amounts", async () => {
    await database((sql) => {
      sql.run(
        "INSERT INTO rates (currency, date, per_euro) VALUES ('usd', '2026-11-01', '60000'), ('gbp', '2026-11-01', '1')",
      );
    });
    // 20,000,000 gbp would be 1,200,000,000,000 usd; an amount ends at 900,719,925,474.0991.
    const { id, to_base: base } = await insertOne({
      date: ITEM.date,
      amount: 20_000_000,
      currency: "gbp",
    });
    expect(base).toBe(0);

    const { children } = await splitOk(id, [{ amount: 10_000_000 }, { amount: 10_000_000 }]);

    expect(children.map((child: { to_base: number }) => child.to_base)).toEqual([
      600_000_000_000, 600_000_000_000,
    ]);
  });

  test("a part on another day is converted by that day's rate", async () => {
    await database((sql) => {
      sql.run(
        "INSERT INTO rates (currency, date, per_euro) VALUES ('usd', '2026-01-01', '1'), ('gbp', '2026-01-01', '0.5'), ('gbp', '2026-11-20', '0.25')",
      );
    });
    const { id } = await insertOne({ ...ITEM, currency: "gbp" });

    const { children } = await splitOk(id, [{ amount: 50 }, { amount: 30, date: "2026-11-19" }]);

    expect(children.map((child: { to_base: number }) => child.to_base)).toEqual([200, 60]);
  });

  test("a transaction of a linked account can be split", async () => {
    const account = await addLinkedAccount(true);
    const { id } = await insertOne({
      ...ITEM,
      manual_account_id: undefined,
      linked_account_id: account,
    });

    const { children } = await splitOk(id, [{ amount: 79 }, { amount: 1 }]);

    expect(children.map((child: { linked_account_id: number }) => child.linked_account_id)).toEqual(
      [account, account],
    );
  });

  test("a split has 2 to 500 parts", async () => {
    const { id } = await insertOne({ ...ITEM, amount: 501 });

    expect(
      (
        await split(
          id,
          Array.from({ length: 501 }, () => ({ amount: 1 })),
        )
      ).status,
    ).toBe(400);
    expect((await split(id, [{ amount: 501 }])).status).toBe(400);
    const parts = Array.from({ length: 500 }, (_, index) => ({ amount: index === 0 ? 2 : 1 }));
    expect((await splitOk(id, parts)).children).toHaveLength(500);
  });
});

describe("refused splits", () => {
  test("a split with a wrong sum is refused, with that sum and the amount", async () => {
    const { id } = await insertOne(ITEM);

    const { status, body } = await split(id, [{ amount: 50 }, { amount: "30.0001" }]);

    expect(status).toBe(400);
    expect(body.errors).toEqual([
      {
        errMsg: `The amounts of child_transactions sum to 80.0001, but transaction ${id} has the amount 80.0000.`,
        invalid_property: "child_transactions",
        transaction_id: id,
      },
    ]);
    expect(await countTransactions()).toBe(1);
  });

  test("a split whose sum is right only after rounding is refused", async () => {
    const large = "900719925474.0991";
    const { id } = await insertOne({ ...ITEM, manual_account_id: undefined, amount: large });

    // The exact sum is one ten-thousandth more than the amount; in floating point it is equal.
    expect(
      (await split(id, [{ amount: large }, { amount: "0.0002" }, { amount: "-0.0001" }])).status,
    ).toBe(400);
    expect(
      (await split(id, [{ amount: large }, { amount: "0.0002" }, { amount: "-0.0002" }])).status,
    ).toBe(201);
  });

  test("a split with a missing amount, unknown properties or unknown ids is refused, with each position", async () => {
    const { id } = await insertOne(ITEM);
    const group = await categoryId("Food");

    const missing = await split(id, [{ amount: 50 }, { notes: "x" }]);
    expect(missing.status).toBe(400);
    expect(missing.body.errors[0]).toMatchObject({
      error: "Missing required property",
      child_transactions_index: 1,
      invalid_property: "amount",
    });
    const odd = await split(id, [{ amount: 50, currency: "eur" }, { amount: 30 }]);
    expect(odd.body.errors[0]).toMatchObject({
      child_transactions_index: 0,
      invalid_property: "currency",
    });

    const { status, body } = await split(id, [
      { amount: 50, category_id: 9999 },
      { amount: 20, category_id: group },
      { amount: 10, tag_ids: [1, 777] },
    ]);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      {
        error: "Invalid Category ID",
        child_transactions_index: 0,
        invalid_property: "category_id",
      },
      { error: "Invalid Category ID", child_transactions_index: 1, category_group_name: "Food" },
      { error: "Invalid Tag ID", child_transactions_index: 2, tag_ids_index: 1 },
    ]);
  });

  test("a split, a part, and a recurring, pending or unknown transaction cannot be split", async () => {
    const halves = [{ amount: 40 }, { amount: 40 }];
    const [parent, recurring, pending] = idsOf(
      (await insert([ITEM, ITEM, { ...ITEM, manual_account_id: undefined }])).transactions,
    ) as [number, number, number];
    const part = (await splitOk(parent, halves)).children[0].id;
    await database((sql) => {
      sql.run(`INSERT INTO recurring_items (id, status, granularity, quantity, anchor_date, amount, currency, to_base, created_by, created_at, updated_at)
        VALUES (5, 'reviewed', 'month', 1, '2026-01-01', 0, 'usd', 0, 1, 0, 0)`);
      sql.run("UPDATE transactions SET recurring_id = 5 WHERE id = ?", recurring);
      sql.run(
        "UPDATE transactions SET is_pending = 1, status = 'unreviewed' WHERE id = ?",
        pending,
      );
    });

    const why = async (id: number, parts: readonly object[]) => {
      const { status, body } = await split(id, parts);
      expect(status).toBe(400);
      return body.errors[0];
    };
    expect((await why(parent, halves)).errMsg).toBe(
      `Transaction ${parent} has been split already, so it cannot be split.`,
    );
    expect((await why(part, [{ amount: 20 }, { amount: 20 }])).errMsg).toContain(
      `part of the split transaction ${parent}`,
    );
    expect((await why(recurring, halves)).errMsg).toContain("matches the recurring item 5");
    expect((await why(pending, halves)).errMsg).toContain("is pending");
    expect(await why(999_999, halves)).toMatchObject({
      error: "Invalid Transaction ID",
      transaction_id: 999_999,
    });
  });
});

describe("unsplitting a transaction", () => {
  test("unsplitting an unknown id, an unsplit transaction or a part is refused", async () => {
    const { id } = await insertOne(ITEM);
    expect((await del("/transactions/split/999999")).status).toBe(400);
    expect((await del(`/transactions/split/${id}`)).body.errors[0].transaction_id).toBe(id);

    const { children } = await splitOk(id, [{ amount: 50 }, { amount: 30 }]);
    const part = await del(`/transactions/split/${children[0].id}`);
    expect(part.status).toBe(400);
    expect(part.body.errors[0].errMsg).toBe(
      `Transaction ${children[0].id} has not been split: it is a part of ${id}.`,
    );
  });

  test("unsplitting deletes the parts with their tags, and the transaction can change and split again", async () => {
    const { id } = await insertOne({ ...ITEM, tag_ids: [2] });
    const { children } = await splitOk(id, [{ amount: 50 }, { amount: 30 }]);

    expect((await del(`/transactions/split/${id}`)).status).toBe(204);

    for (const child of children) expect((await get(`/transactions/${child.id}`)).status).toBe(404);
    expect(await database((sql) => sql.all("SELECT * FROM transaction_tags"))).toHaveLength(1);
    expect((await put(`/transactions/${id}`, { amount: 90 })).body.amount).toBe("90.0000");
    await splitOk(id, [{ amount: 45 }, { amount: 45 }]);
  });
});

describe("the parts of a split", () => {
  test("the parts of a split can change except for amount, currency and account", async () => {
    const { id } = await insertOne(ITEM);
    const part = (await splitOk(id, [{ amount: 50 }, { amount: 30 }])).children[0].id;
    const changes = {
      date: "2026-11-21",
      payee: "Bakery",
      category_id: await categoryId("Groceries"),
      notes: "n",
      tag_ids: [3],
      status: "unreviewed",
      custom_metadata: { b: 1 },
    };

    expect((await put(`/transactions/${part}`, changes)).body).toMatchObject(changes);
    for (const [property, change] of Object.entries({
      amount: 51,
      currency: "eur",
      manual_account_id: 2,
    })) {
      const { status, body } = await put(`/transactions/${part}`, { [property]: change });
      expect(status, property).toBe(400);
      expect(body.errors[0].locked_property).toBe(property);
    }
    // What a GET shows is accepted back.
    const shown = (await get(`/transactions/${part}`)).body;
    expect((await put(`/transactions/${part}`, shown)).status).toBe(200);
  });

  test("a part cannot be deleted, and its parent can be neither deleted nor changed", async () => {
    const { id } = await insertOne(ITEM);
    const part = (await splitOk(id, [{ amount: 50 }, { amount: 30 }])).children[1].id;

    const { status, body } = await del("/transactions", { ids: [part, id] });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      { ids_index: 0, transaction_id: part },
      { ids_index: 1, transaction_id: id },
    ]);
    const alone = await del(`/transactions/${part}`);
    expect(alone.status).toBe(400);
    expect(alone.body).toEqual({
      message: "Invalid Request",
      errors: [
        {
          errMsg: `Transaction ${part} is a part of the split transaction ${id}, so it cannot be deleted.`,
          id: part,
          transaction_id: part,
        },
      ],
    });
    expect((await put(`/transactions/${id}`, { notes: "x" })).status).toBe(400);
  });
});

describe("duplicates of split transactions", () => {
  test("a duplicate of a split transaction is found by external_id and by its facts", async () => {
    const { id } = await insertOne({ ...ITEM, external_id: "x-1" });
    await splitOk(id, [{ amount: 50 }, { amount: 30 }]);

    const byId = await insert([{ ...ITEM, amount: 1, external_id: "x-1" }]);
    expect(byId.skipped_duplicates).toMatchObject([
      { reason: "duplicate_external_id", existing_transaction_id: id },
    ]);
    const alike = await insert([ITEM], { skip_duplicates: true });
    expect(alike.skipped_duplicates).toMatchObject([
      { reason: "duplicate_payee_amount_date", existing_transaction_id: id },
    ]);
  });

  test("a part of a split does not count as a duplicate", async () => {
    const { id } = await insertOne(ITEM);
    await splitOk(id, [{ amount: 50 }, { amount: 30 }]);

    const { transactions } = await insert([{ ...ITEM, amount: 50 }], { skip_duplicates: true });
    expect(transactions).toHaveLength(1);
  });
});

test("deleting an account with its items deletes complete splits, and without them keeps complete splits", async () => {
  const kept = await insertOne({ ...ITEM, manual_account_id: 2 });
  await splitOk(kept.id, [{ amount: 50 }, { amount: 30 }]);
  const gone = await insertOne({ ...ITEM, tag_ids: [1] });
  await splitOk(gone.id, [{ amount: 50 }, { amount: 30 }]);

  expect((await del("/manual_accounts/1?delete_items=true")).status).toBe(204);
  expect(await countTransactions()).toBe(3);
  expect((await del("/manual_accounts/2")).status).toBe(204);
  expect((await get(`/transactions/${kept.id}`)).body).toMatchObject({
    manual_account_id: null,
    children: [{ manual_account_id: null }, { manual_account_id: null }],
  });
  expect((await del(`/transactions/split/${kept.id}`)).status).toBe(204);
  expect((await del(`/transactions/${kept.id}`)).status).toBe(204);
});

describe("rules that split", () => {
  const rule = (set: object) =>
    callOwn("POST", "/rules", { match: { payee: { how: "contains", text: "market" } }, set });
  const childrenOf = async (id: number) => (await get(`/transactions/${id}`)).body.children;

  test("rules split by shares after all other changes, and the answer holds the whole transaction", async () => {
    const [groceries, coffee] = [await categoryId("Groceries"), await categoryId("Coffee")];
    const made = await rule({
      payee: "Super",
      category_id: groceries,
      tag_ids: [2],
      reviewed: true,
      split: [
        { share: 75 },
        { share: 25, category_id: coffee, payee: "Café", notes: "Beans", tag_ids: [3] },
      ],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);

    const { transactions } = await insert(
      [{ ...ITEM, amount: "10.01", external_id: "x-1", tag_ids: [1] }],
      { apply_rules: true },
    );

    expect(transactions).toHaveLength(1);
    expect(transactions[0]).toMatchObject({
      payee: "Super",
      amount: "10.0100",
      is_split_parent: true,
      external_id: "x-1",
      tag_ids: [1, 2],
    });
    // 75 % of 10.01 are 7.5075, cut to cents 7.50; what is left is 2.51.
    expect(await childrenOf(transactions[0].id)).toMatchObject([
      {
        amount: "7.5000",
        payee: "Super",
        category_id: groceries,
        tag_ids: [1, 2],
        status: "reviewed",
        source: "split",
        notes: null,
      },
      {
        amount: "2.5100",
        payee: "Café",
        category_id: coffee,
        tag_ids: [3],
        status: "reviewed",
        notes: "Beans",
      },
    ]);
    expect(await balanceOf(1)).toBe("-10.0100");
    expect((await listTransactions()).map(({ amount }: { amount: string }) => amount)).toEqual([
      "2.5100",
      "7.5000",
    ]);
    expect(
      (await insert([{ ...ITEM, external_id: "x-1" }], { apply_rules: true })).skipped_duplicates,
    ).toMatchObject([{ existing_transaction_id: transactions[0].id }]);
    expect((await del(`/transactions/split/${transactions[0].id}`)).status).toBe(204);
  });

  test("rules split by fixed amounts and a rest, with the sign of the transaction", async () => {
    await rule({ split: [{ amount: "12.5" }, { amount: "rest", notes: "Rest" }, { amount: 30 }] });

    const { transactions } = await insert([ITEM, { ...ITEM, amount: -80 }], { apply_rules: true });

    const amounts = async (id: number) =>
      (await childrenOf(id)).map(({ amount }: { amount: string }) => amount);
    expect(await amounts(transactions[0].id)).toEqual(["12.5000", "37.5000", "30.0000"]);
    expect(await amounts(transactions[1].id)).toEqual(["-12.5000", "-37.5000", "-30.0000"]);
    expect(await balanceOf(1)).toBe("0.0000");
  });

  test("rules do not split impossible amounts, recurring transactions or ones they do not apply to", async () => {
    await rule({ split: [{ amount: 50 }, { amount: "rest" }] });
    await database((sql) => {
      sql.run(`INSERT INTO recurring_items (id, status, granularity, quantity, anchor_date, amount, currency, to_base, created_by, created_at, updated_at)
        VALUES (5, 'suggested', 'month', 1, '2026-01-01', 0, 'usd', 0, 1, 0, 0)`);
    });

    const items = [
      { ...ITEM, amount: 50 },
      { ...ITEM, amount: 49 },
      { ...ITEM, amount: 0 },
      { ...ITEM, recurring_id: 5 },
    ];
    const { transactions } = await insert(items, { apply_rules: true });

    expect(transactions.map((one: { is_split_parent: boolean }) => one.is_split_parent)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect((await insertOne(ITEM)).is_split_parent).toBe(false);
    expect(await countTransactions()).toBe(5);
  });

  test("the first splitting rule decides, and a batch of 500 transactions is split completely", async () => {
    await callOwn("POST", "/rules", {
      priority: 2,
      match: { sign: "debit" },
      set: { split: [{ share: 1 }, { share: 99 }] },
    });
    await callOwn("POST", "/rules", {
      priority: 1,
      match: { sign: "debit" },
      set: { split: [{ share: 50 }, { share: 50 }] },
    });

    const { transactions } = await insert(
      Array.from({ length: 500 }, () => ITEM),
      { apply_rules: true },
    );

    expect(await countTransactions()).toBe(1_500);
    expect(
      (await childrenOf(transactions[499].id)).map(({ amount }: { amount: string }) => amount),
    ).toEqual(["40.0000", "40.0000"]);
    expect(await balanceOf(1)).toBe("-40000.0000");
  });

  test("a splitting rule gives its parts all tags of the whole, for any number of tags", async () => {
    const tags = await database((sql) => {
      sql.run(`INSERT INTO tags (id, name, created_at, updated_at)
        WITH RECURSIVE n(i) AS (VALUES (1000001) UNION ALL SELECT i + 1 FROM n WHERE i < 1000100) SELECT i, 't' || i, 0, 0 FROM n`);
      return sql.all<{ id: number }>("SELECT id FROM tags WHERE id > 1000000").map(({ id }) => id);
    });
    await callOwn("POST", "/rules", {
      match: { sign: "debit" },
      set: { split: Array.from({ length: 10 }, () => ({ share: 10 })) },
    });

    const items = Array.from({ length: 500 }, () => ({ ...ITEM, tag_ids: tags }));
    await insert(items, { apply_rules: true });

    // 500 wholes and 5,000 parts with 100 tags each.
    expect(
      await database((sql) => sql.first("SELECT count(*) AS count FROM transaction_tags")),
    ).toEqual({ count: 550_000 });
  });

  test("shares are rounded down to the decimals of the currency", () => {
    const thirds = [{ share: 33 }, { share: 33 }, { share: 34 }];
    expect(divideAmount(units(1_000_000), "usd", thirds)).toEqual([330_000, 330_000, 340_000]);
    // 100.01 usd: a third is 33.0033, cut to 33.00. 101 yen: 33.33, cut to 33. 1.001 dinar: 0.33033, cut to 0.330.
    expect(divideAmount(units(1_000_100), "usd", thirds)).toEqual([330_000, 330_000, 340_100]);
    expect(divideAmount(units(1_010_000), "jpy", thirds)).toEqual([330_000, 330_000, 350_000]);
    expect(divideAmount(units(10_010), "kwd", thirds)).toEqual([3_300, 3_300, 3_410]);
    expect(divideAmount(units(-1_000_100), "usd", thirds)).toEqual([-330_000, -330_000, -340_100]);
    // A cent has no third.
    expect(divideAmount(units(100), "usd", thirds)).toBeNull();
    expect(
      divideAmount(units(Number.MAX_SAFE_INTEGER), "btc", [{ share: 50 }, { share: 50 }]),
    ).toEqual([4_503_599_627_370_495, 4_503_599_627_370_496]);
  });

  test("splitting rules are shown as they were sent, and accepted back", async () => {
    const split = [
      { amount: "12.5000", category_id: null, notes: null, tag_ids: [] },
      { amount: "rest", payee: "P" },
    ];
    const { body } = await rule({ split });

    expect(body.set).toEqual({ split });
    expect((await callOwn("PUT", `/rules/${body.id}`, body)).body.set).toEqual({ split });
  });

  test.each([
    ["shares that are not 100 together", [{ share: 50 }, { share: 49 }], "sum to 100, not 99"],
    [
      "shares mixed with amounts",
      [{ share: 50 }, { amount: "rest" }],
      "every part a share, or every part an amount",
    ],
    [
      "a share and an amount in one part",
      [
        { share: 50, amount: 1 },
        { share: 50, amount: "rest" },
      ],
      "every part a share, or every part an amount",
    ],
    [
      "neither a share nor an amount",
      [{ notes: "a" }, { notes: "b" }],
      "every part a share, or every part an amount",
    ],
    ["no rest", [{ amount: 1 }, { amount: 2 }], "exactly one part with the amount rest"],
    [
      "two rests",
      [{ amount: "rest" }, { amount: "rest" }],
      "exactly one part with the amount rest",
    ],
    ["negative amounts", [{ amount: -1 }, { amount: "rest" }], "positive amounts"],
    ["one part", [{ share: 100 }], ""],
    [
      "eleven parts",
      Array.from({ length: 11 }, (_, index) => ({ share: index === 0 ? 90 : 1 })),
      "",
    ],
  ])("a splitting rule with %s is refused", async (_, split, said) => {
    const { status, body } = await rule({ split });

    expect(status).toBe(400);
    expect(body.errors[0].instancePath).toContain("/body/set/split");
    expect(body.errors[0].errMsg).toContain(said);
  });

  test("splitting rules need existing categories and tags, and lose deleted ones", async () => {
    const coffee = await categoryId("Coffee");
    const unknown = await rule({
      split: [
        { share: 50, category_id: 999 },
        { share: 50, tag_ids: [1, 99] },
      ],
    });
    expect(unknown.status).toBe(400);
    expect(unknown.body.errors).toMatchObject([
      { error: "Invalid Category ID", split_index: 0 },
      { error: "Invalid Tag ID", split_index: 1, tag_ids_index: 1 },
    ]);

    const { body } = await rule({
      split: [
        { share: 50, category_id: coffee, tag_ids: [1] },
        { share: 50, tag_ids: [1, 2] },
      ],
    });
    expect((await del(`/categories/${coffee}`)).body.dependents.category_rules).toBe(1);
    expect((await del("/tags/1")).body.dependents.rules).toBe(1);
    expect((await del(`/categories/${coffee}?force=true`)).status).toBe(204);
    expect((await del("/tags/1?force=true")).status).toBe(204);
    expect((await callOwn("GET", `/rules/${body.id}`)).body.set.split).toEqual([
      { share: 50, tag_ids: [] },
      { share: 50, tag_ids: [2] },
    ]);
  });
});

describe("laws of splitting", () => {
  const cents = (min: number, max: number) => fc.integer({ min, max });
  const text = (amount: number) =>
    `${amount < 0 ? "-" : ""}${Math.trunc(Math.abs(amount) / 100)}.${String(Math.abs(amount) % 100).padStart(2, "0")}`;
  const total = async (): Promise<number> =>
    (await listTransactions()).reduce(
      (sum: number, { amount }: { amount: string }) => sum + Math.round(Number(amount) * 10_000),
      0,
    );

  test("splitting keeps the list's sum and the balance; unsplitting restores all but updated_at", async () => {
    await fc.assert(
      fc.asyncProperty(
        cents(-1_000_000, 1_000_000),
        fc.array(cents(-1_000_000, 1_000_000), { minLength: 1, maxLength: 8 }),
        async (amount, parts) => {
          const rest = amount - parts.reduce((sum, part) => sum + part, 0);
          const { id } = await insertOne({
            ...ITEM,
            amount: text(amount),
            notes: "n",
            tag_ids: [1],
          });
          const before = (await get(`/transactions/${id}`)).body;
          const [sum, balance] = [await total(), await balanceOf(1)];

          await splitOk(
            id,
            [...parts, rest].map((part) => ({ amount: text(part) })),
          );
          expect(await total()).toBe(sum);
          expect(await balanceOf(1)).toBe(balance);

          expect((await del(`/transactions/split/${id}`)).status).toBe(204);
          const after = (await get(`/transactions/${id}`)).body;
          expect(after).toEqual({ ...before, updated_at: after.updated_at });
          expect(await total()).toBe(sum);
          expect(await balanceOf(1)).toBe(balance);
        },
      ),
      { numRuns: 20 },
    );
  });
});
