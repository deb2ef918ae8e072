import * as fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import {
  accountId,
  balanceOf,
  categoryId,
  countTransactions,
  database,
  del,
  get,
  insert,
  post,
  put,
  type Answer,
} from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

const ITEM = { date: "2026-11-20", amount: 80, payee: "Hotel", manual_account_id: 1 };
const TRIP = { date: "2026-11-21", payee: "Weekend trip" };

async function group(ids: readonly number[], more: object = {}): Promise<Answer> {
  return post("/transactions/group", { ids, ...TRIP, ...more });
}

/** Groups, and fails loudly when that is refused. */
async function groupOk(ids: readonly number[], more: object = {}): Promise<Answer["body"]> {
  const { status, body } = await group(ids, more);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function insertItems(...items: readonly object[]): Promise<number[]> {
  return idsOf((await insert(items)).transactions);
}

async function listTransactions(query = ""): Promise<Answer["body"]> {
  return (await get(`/transactions?limit=2000${query}`)).body.transactions;
}

const idsOf = (transactions: readonly { id: number }[]) => transactions.map(({ id }) => id);

describe("grouping transactions", () => {
  test("a new group has the members' total, no account, and its children", async () => {
    const ids = await insertItems(
      ITEM,
      { ...ITEM, amount: "12.3456", manual_account_id: 2, tag_ids: [1] },
      { ...ITEM, amount: -10 },
    );

    const body = await groupOk(ids, { notes: "With Ann", tag_ids: [2, 3] });

    expect(body).toMatchObject({
      date: "2026-11-21",
      payee: "Weekend trip",
      original_name: "Weekend trip",
      amount: "82.3456",
      currency: "usd",
      to_base: 82.3456,
      notes: "With Ann",
      tag_ids: [2, 3],
      manual_account_id: null,
      linked_account_id: null,
      external_id: null,
      recurring_id: null,
      source: "api",
      is_group_parent: true,
      group_parent_id: null,
      is_split_parent: false,
      is_pending: false,
      files: [],
    });
    expect(idsOf(body.children)).toEqual(ids);
    expect(body.children[1]).toMatchObject({
      group_parent_id: body.id,
      amount: "12.3456",
      tag_ids: [1],
    });
    expect((await get(`/transactions/${body.id}`)).body).toEqual(body);
  });

  test("a group's empty payee becomes null; payee and date are required", async () => {
    const ids = await insertItems(ITEM, ITEM);
    for (const missing of ["payee", "date"]) {
      const { status, body } = await group(ids, { [missing]: undefined });
      expect(status).toBe(400);
      expect(body.errors[0].params).toEqual({ missingProperty: missing });
    }
    expect((await groupOk(ids, { payee: "" })).payee).toBe("[No Payee]");
  });

  test("a group's category is the one its members share, or the body's, null included", async () => {
    const [coffee, groceries] = [await categoryId("Coffee"), await categoryId("Groceries")];
    const alike = { ...ITEM, category_id: coffee };

    const category = async (items: readonly object[], more: object = {}) =>
      (await groupOk(await insertItems(...items), more)).category_id;
    expect(await category([alike, alike])).toBe(coffee);
    expect(await category([alike, ITEM])).toBeNull();
    expect(await category([alike, { ...ITEM, category_id: groceries }])).toBeNull();
    expect(await category([ITEM, ITEM])).toBeNull();
    expect(await category([alike, alike], { category_id: null })).toBeNull();
    expect(await category([alike, alike], { category_id: groceries })).toBe(groceries);
  });

  test("a group is reviewed if all members are, unless the body sets the status", async () => {
    const reviewed = { ...ITEM, status: "reviewed" };
    const unreviewed = { ...ITEM, status: "unreviewed" };

    const status = async (items: readonly object[], more: object = {}) =>
      (await groupOk(await insertItems(...items), more)).status;
    expect(await status([reviewed, reviewed])).toBe("reviewed");
    expect(await status([reviewed, unreviewed])).toBe("unreviewed");
    expect(await status([reviewed, unreviewed], { status: "reviewed" })).toBe("reviewed");
    expect(await status([reviewed, reviewed], { status: "unreviewed" })).toBe("unreviewed");
  });

  test("a group's amount is the total in the primary currency, even if all members share another one", async () => {
    await database((sql) => {
      sql.run(
        "INSERT INTO rates (currency, date, per_euro) VALUES ('usd', '2026-01-01', '1.2'), ('gbp', '2026-01-01', '0.8')",
      );
    });
    const pounds = { ...ITEM, currency: "gbp" };

    // 80 gbp are 100 eur or 120 usd; 10 eur are 12 usd.
    const shared = await groupOk(await insertItems(pounds, { ...pounds, amount: 8 }));
    expect(shared).toMatchObject({ amount: "132.0000", currency: "usd", to_base: 132 });
    const mixed = await groupOk(
      await insertItems(pounds, { ...ITEM, amount: 10, currency: "eur" }, { ...ITEM, amount: 1 }),
    );
    expect(mixed).toMatchObject({ amount: "133.0000", currency: "usd", to_base: 133 });
    // A change does not convert the total again.
    expect((await put(`/transactions/${shared.id}`, { date: "2025-01-01" })).body).toMatchObject({
      amount: "132.0000",
      to_base: 132,
    });
    // Without a rate a member counts nothing: never 1:1.
    const unrated = await groupOk(
      await insertItems({ ...ITEM, currency: "jpy" }, { ...ITEM, currency: "jpy" }),
    );
    expect(unrated).toMatchObject({ amount: "0.0000", currency: "usd", to_base: 0 });
  });

  test("grouping hides the members from the list, and account filters leave the group out", async () => {
    const coffee = await categoryId("Coffee");
    const [one, two, other] = (await insertItems(
      { ...ITEM, category_id: coffee, tag_ids: [1] },
      ITEM,
      ITEM,
    )) as [number, number, number];
    const { id } = await groupOk([one, two], { category_id: coffee, tag_ids: [2] });

    expect(idsOf(await listTransactions())).toEqual([id, other]);
    expect((await listTransactions())[0]).not.toHaveProperty("children");
    const whole = await listTransactions("&include_group_children=true&include_children=true");
    expect(idsOf(whole)).toEqual([id, other, two, one]);
    expect(idsOf(whole[0].children)).toEqual([one, two]);
    expect(idsOf(await listTransactions("&manual_account_id=1"))).toEqual([other]);
    expect(
      idsOf(await listTransactions("&manual_account_id=1&include_group_children=true")),
    ).toEqual([other, two, one]);
    expect(idsOf(await listTransactions("&manual_account_id=0"))).toEqual([id]);
    expect(idsOf(await listTransactions(`&category_id=${coffee}`))).toEqual([id]);
    expect(
      idsOf(await listTransactions(`&category_id=${coffee}&include_group_children=true`)),
    ).toEqual([id, one]);
    expect(idsOf(await listTransactions("&tag_id=1"))).toEqual([]);
    expect(idsOf(await listTransactions("&tag_id=1&include_group_children=true"))).toEqual([one]);
    expect(idsOf(await listTransactions("&tag_id=2"))).toEqual([id]);
    // The group has its own day, whatever its members'.
    expect(idsOf(await listTransactions("&start_date=2026-11-21&end_date=2026-11-21"))).toEqual([
      id,
    ]);
    expect(idsOf(await listTransactions("&start_date=2026-11-20&end_date=2026-11-20"))).toEqual([
      other,
    ]);
    expect(idsOf(await listTransactions("&is_group_parent=true"))).toEqual([id]);
  });

  test("a group has 2 to 500 members", async () => {
    const ids = await insertItems(...Array.from({ length: 500 }, () => ({ ...ITEM, amount: 1 })));
    const [one] = (await insertItems(ITEM)) as [number];

    expect((await group([...ids, one])).status).toBe(400);
    expect((await group([one])).status).toBe(400);
    expect((await groupOk(ids)).amount).toBe("500.0000");
  });

  test("a group whose total exceeds the range of amounts is refused", async () => {
    const large = { date: ITEM.date, amount: "900719925474.0991" };

    const { status, body } = await group(await insertItems(large, { ...large, amount: "0.0001" }));

    expect(status).toBe(400);
    expect(body.errors[0].invalid_property).toBe("ids");
  });
});

describe("refused groups", () => {
  test("a group of unknown or repeated ids is refused, with the position of each", async () => {
    const [one, two] = (await insertItems(ITEM, ITEM)) as [number, number];

    const { status, body } = await group([one, 999_999, two, one]);

    expect(status).toBe(400);
    expect(body.errors).toEqual([
      {
        errMsg: "There is no transaction with the id 999999.",
        error: "Invalid Transaction ID",
        ids_index: 1,
        transaction_id: 999_999,
      },
      {
        errMsg: `ids[3] repeats the id ${one}.`,
        error: "Invalid Transaction ID",
        ids_index: 3,
        transaction_id: one,
      },
    ]);
    expect((await group([one, "x" as unknown as number])).body.errors[0].ids_index).toBe(1);
  });

  test("a group of groups, members, splits, parts, recurring or pending transactions is refused", async () => {
    const [free, one, two, parent, recurring, pending] = (await insertItems(
      ITEM,
      ITEM,
      ITEM,
      ITEM,
      ITEM,
      { ...ITEM, manual_account_id: undefined },
    )) as [number, number, number, number, number, number];
    const { id } = await groupOk([one, two]);
    const split = await post(`/transactions/split/${parent}`, {
      child_transactions: [{ amount: 40 }, { amount: 40 }],
    });
    await database((sql) => {
      sql.run(`INSERT INTO recurring_items (id, status, granularity, quantity, anchor_date, amount, currency, to_base, created_by, created_at, updated_at)
        VALUES (5, 'reviewed', 'month', 1, '2026-01-01', 0, 'usd', 0, 1, 0, 0)`);
      sql.run("UPDATE transactions SET recurring_id = 5 WHERE id = ?", recurring);
      sql.run(
        "UPDATE transactions SET is_pending = 1, status = 'unreviewed' WHERE id = ?",
        pending,
      );
    });
    const part = split.body.children[0].id;
    const count = await countTransactions();

    const { status, body } = await group([free, id, one, parent, part, recurring, pending]);

    expect(status).toBe(400);
    expect(body.errors.map((error: { errMsg: string }) => error.errMsg)).toEqual([
      `Transaction ${id} is a group itself, so it cannot be grouped.`,
      `Transaction ${one} belongs to the group ${id} already, so it cannot be grouped.`,
      `Transaction ${parent} has been split, so it cannot be grouped.`,
      `Transaction ${part} is a part of the split transaction ${parent}, so it cannot be grouped.`,
      `Transaction ${recurring} matches the recurring item 5, so it cannot be grouped.`,
      `Transaction ${pending} is pending, so it cannot be grouped.`,
    ]);
    expect(body.errors[1]).toMatchObject({
      ids_index: 2,
      transaction_id: one,
      group_parent_id: id,
    });
    expect(await countTransactions()).toBe(count);
  });

  test("a group with a category or tags that cannot be used is refused", async () => {
    const ids = await insertItems(ITEM, ITEM);

    const { status, body } = await group(ids, {
      category_id: await categoryId("Food"),
      tag_ids: [1, 99],
    });

    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      {
        error: "Invalid Category ID",
        invalid_property: "category_id",
        category_group_name: "Food",
      },
      { error: "Invalid Tag ID", invalid_property: "tag_ids", tag_ids_index: 1 },
    ]);
  });

  test("a group refuses to be split or deleted, and so do its members", async () => {
    const [one, two] = (await insertItems(ITEM, ITEM)) as [number, number];
    const { id } = await groupOk([one, two]);

    const parts = { child_transactions: [{ amount: 80 }, { amount: 80 }] };
    expect((await post(`/transactions/split/${id}`, parts)).body.errors[0].errMsg).toContain(
      "is a group",
    );
    const halves = { child_transactions: [{ amount: 40 }, { amount: 40 }] };
    expect((await post(`/transactions/split/${one}`, halves)).body.errors[0]).toMatchObject({
      transaction_id: one,
      group_parent_id: id,
    });
    const { status, body } = await del("/transactions", { ids: [two, id] });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      { ids_index: 0, transaction_id: two, group_parent_id: id },
      { ids_index: 1, transaction_id: id },
    ]);
  });
});

describe("groups", () => {
  test("a group lists its members at its own address; another transaction's address answers 404", async () => {
    const ids = await insertItems(ITEM, { ...ITEM, custom_metadata: { a: 1 } });
    const { id } = await groupOk(ids);

    const { body } = await get(`/transactions/group/${id}`);

    expect(idsOf(body.transactions)).toEqual(ids);
    expect(body.transactions[0]).toMatchObject({ group_parent_id: id, payee: "Hotel" });
    expect(body.transactions[1]).not.toHaveProperty("custom_metadata");
    expect((await get(`/transactions/group/${ids[0]}`)).status).toBe(404);
    expect((await get("/transactions/group/999999")).status).toBe(404);
  });

  test("a group can change except for amount, currency and account; its members do not change", async () => {
    const ids = await insertItems(ITEM, ITEM);
    const { id } = await groupOk(ids);
    const changes = {
      date: "2026-11-22",
      payee: "Trip",
      category_id: await categoryId("Travel"),
      notes: "n",
      tag_ids: [1],
      status: "unreviewed",
    };

    expect((await put(`/transactions/${id}`, changes)).body).toMatchObject({
      ...changes,
      amount: "160.0000",
    });
    for (const [property, change] of Object.entries({
      amount: 1,
      currency: "eur",
      manual_account_id: 1,
    })) {
      const { status, body } = await put(`/transactions/${id}`, { [property]: change });
      expect(status, property).toBe(400);
      expect(body.errors[0].locked_property).toBe(property);
    }
    expect(
      (await put(`/transactions/${ids[0]}`, { notes: "x" })).body.errors[0].group_parent_id,
    ).toBe(id);
    // What a GET shows is accepted back.
    const shown = (await get(`/transactions/${id}`)).body;
    expect((await put(`/transactions/${id}`, shown)).status).toBe(200);
  });

  test("ungrouping removes the group, and its members can be changed, split and grouped again", async () => {
    const ids = await insertItems(ITEM, ITEM);
    const { id } = await groupOk(ids, { tag_ids: [1] });

    expect((await del(`/transactions/group/${ids[0]}`)).status).toBe(404);
    expect((await del(`/transactions/group/${id}`)).status).toBe(204);

    expect((await get(`/transactions/${id}`)).status).toBe(404);
    expect((await del(`/transactions/group/${id}`)).status).toBe(404);
    expect(idsOf(await listTransactions())).toEqual(ids.toReversed());
    expect((await put(`/transactions/${ids[0]}`, { notes: "x" })).status).toBe(200);
    const again = await groupOk(ids);
    expect(again.id).toBeGreaterThan(id);
  });

  test("a group never counts as a duplicate, but its members count in their accounts", async () => {
    const ids = await insertItems(ITEM, ITEM);
    await groupOk(ids, { payee: "Hotel", date: ITEM.date });

    const alike = await insert([{ ...ITEM, amount: 160, manual_account_id: undefined }], {
      skip_duplicates: true,
    });
    expect(alike.transactions).toHaveLength(1);
    const member = await insert([ITEM], { skip_duplicates: true });
    expect(member.skipped_duplicates[0].existing_transaction_id).toBe(ids[0]);
  });
});

describe("deleting an account with its items", () => {
  test("deleting an account with its items recomputes the totals of the groups it had a part in", async () => {
    const [gone, ...left] = await insertItems(
      ITEM,
      { ...ITEM, amount: 20, manual_account_id: 2 },
      { ...ITEM, amount: 5, manual_account_id: 3 },
    );
    const { id } = await groupOk([gone ?? 0, ...left]);

    expect((await del("/manual_accounts/1?delete_items=true")).status).toBe(204);

    const { body } = await get(`/transactions/${id}`);
    expect(body).toMatchObject({ amount: "25.0000", to_base: 25, is_group_parent: true });
    expect(idsOf(body.children)).toEqual(left);
    expect((await del(`/transactions/group/${id}`)).status).toBe(204);
  });

  test("deleting an account with its items dissolves groups with fewer than two members left", async () => {
    const [one, two, three, four] = (await insertItems(
      ITEM,
      { ...ITEM, manual_account_id: 2 },
      ITEM,
      ITEM,
    )) as [number, number, number, number];
    const single = await groupOk([one, two]);
    const empty = await groupOk([three, four], { tag_ids: [1] });

    expect((await del("/manual_accounts/1?delete_items=true")).status).toBe(204);

    for (const { id } of [single, empty])
      expect((await get(`/transactions/${id}`)).status).toBe(404);
    expect((await get(`/transactions/${two}`)).body.group_parent_id).toBeNull();
    expect(await countTransactions()).toBe(1);
  });

  test("deleting an account without its items keeps its transactions in their groups", async () => {
    const ids = await insertItems(ITEM, ITEM);
    const { id } = await groupOk(ids);

    expect((await del(`/manual_accounts/${await accountId("Checking")}`)).status).toBe(204);

    const { body } = await get(`/transactions/group/${id}`);
    expect(body.transactions).toMatchObject([
      { manual_account_id: null },
      { manual_account_id: null },
    ]);
  });
});

describe("laws of grouping", () => {
  const units = fc.integer({ min: -10_000_000, max: 10_000_000 });
  const text = (amount: number) => (amount / 10_000).toFixed(4);
  const total = async (): Promise<number> =>
    (await listTransactions()).reduce(
      (sum: number, { amount }: { amount: string }) => sum + Math.round(Number(amount) * 10_000),
      0,
    );

  test("grouping keeps the list's sum and the balances; ungrouping restores all but updated_at", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(units, { minLength: 2, maxLength: 8 }),
        fc.nat(7),
        async (amounts, tagged) => {
          const ids = await insertItems(
            ...amounts.map((amount, index) => ({
              ...ITEM,
              amount: text(amount),
              manual_account_id: 1 + (index % 2),
              tag_ids: index === tagged ? [1] : [],
            })),
          );
          const members = async () =>
            Promise.all(ids.map(async (id) => (await get(`/transactions/${id}`)).body));
          const balances = async () => [await balanceOf(1), await balanceOf(2)];
          const before = {
            members: await members(),
            sum: await total(),
            balances: await balances(),
          };

          const { id, amount } = await groupOk(ids);
          expect(Math.round(Number(amount) * 10_000)).toBe(
            amounts.reduce((sum, one) => sum + one, 0),
          );
          expect(await total()).toBe(before.sum);
          expect(await balances()).toEqual(before.balances);

          expect((await del(`/transactions/group/${id}`)).status).toBe(204);
          const after = await members();
          expect(after).toEqual(
            before.members.map((member, index) => ({
              ...member,
              updated_at: after[index].updated_at,
            })),
          );
          expect(await total()).toBe(before.sum);
          expect(await balances()).toEqual(before.balances);
        },
      ),
      { numRuns: 15 },
    );
  });
});
