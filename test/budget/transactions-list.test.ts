import { afterEach, describe, expect, test } from "vitest";
import { buildFilter, type Few, type ListQuery } from "../../src/budget/transactions/filter.ts";
import { SELECT_LEAN } from "../../src/budget/transactions/row.ts";
import { readPage, pageStatement } from "../../src/budget/transactions/store.ts";
import { parseDay } from "../../src/money/day.ts";
import { addLinkedAccount, categoryId, database, get, insert, insertOne, put } from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

const payees = (body: { transactions: readonly { payee: string }[] }): string[] =>
  body.transactions.map((transaction) => transaction.payee);

async function listPayees(query: string): Promise<string[]> {
  const { status, body } = await get(`/transactions${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return payees(body);
}

describe("order and paging", () => {
  test("the newest day comes first, and within a day the latest insert", async () => {
    await insert([
      { date: "2026-01-02", amount: 1, payee: "b" },
      { date: "2026-01-03", amount: 1, payee: "c" },
      { date: "2026-01-02", amount: 1, payee: "a" },
    ]);

    expect(await listPayees("")).toEqual(["c", "a", "b"]);
  });

  test("all pages together are the whole list, and has_more reports another page", async () => {
    await insert(
      Array.from({ length: 53 }, (_, index) => ({
        date: `2026-01-${String(1 + (index % 9)).padStart(2, "0")}`,
        amount: index,
        payee: `P${index}`,
      })),
    );
    const whole = await listPayees("");

    const pages: string[] = [];
    for (let offset = 0; ; offset += 10) {
      const { body } = await get(`/transactions?limit=10&offset=${offset}`);
      pages.push(...payees(body));
      expect(body.has_more).toBe(pages.length < 53);
      if (!body.has_more) break;
    }
    expect(pages).toEqual(whole);
    expect((await get("/transactions?limit=53")).body.has_more).toBe(false);
    expect((await get("/transactions?offset=53")).body).toEqual({
      transactions: [],
      has_more: false,
    });
  });

  test("the limit is 1000 by default, and 2000 at most", async () => {
    for (let batch = 0; batch < 5; batch++) {
      await insert(Array.from({ length: 500 }, () => ({ date: "2026-01-01", amount: 1 })));
    }

    const byDefault = await get("/transactions");
    expect([byDefault.body.transactions.length, byDefault.body.has_more]).toEqual([1000, true]);
    const most = await get("/transactions?limit=2000");
    expect([most.body.transactions.length, most.body.has_more]).toEqual([2000, true]);
  });

  test.each([
    "limit=0",
    "limit=2001",
    "limit=ten",
    "limit=-1",
    "limit=1.5",
    "offset=-1",
    "offset=x",
    "limit=",
  ])("a page with %s is refused", async (query) => {
    const { status, body } = await get(`/transactions?${query}`);

    expect(status).toBe(400);
    expect(body.message).toBe("Invalid Request Parameters");
    expect(body.errors[0].instancePath).toBe(`/query/${query.split("=")[0]}`);
  });
});

describe("filters of the transaction list", () => {
  test("a date range includes both of its days", async () => {
    await insert(
      ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"].map((date) => ({
        date,
        amount: 1,
        payee: date,
      })),
    );

    expect(await listPayees("?start_date=2026-01-02&end_date=2026-01-03")).toEqual([
      "2026-01-03",
      "2026-01-02",
    ]);
  });

  test.each([
    ["start_date=2026-01-01", "end_date", "required"],
    ["end_date=2026-01-01", "start_date", "required"],
  ])("the filter %s needs its counterpart", async (query, missing, _keyword) => {
    const { status, body } = await get(`/transactions?${query}`);

    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({
      instancePath: `/query/${missing}`,
      errMsg: `${missing} is required.`,
    });
  });

  test.each([
    "start_date=2026-02-30&end_date=2026-03-01",
    "start_date=2026-02-02&end_date=2026-02-01",
    "created_since=soon",
    "updated_since=2026-13-01",
    "manual_account_ids=x",
    "manual_account_id=1&manual_account_ids=2",
    "category_id=-1",
    "tag_id=a",
    "status=cleared",
    "is_pending=1",
    "include_children=yes",
    "is_group_parent=",
    "unknown=1",
    "debit_as_negative=true",
  ])("the filter %s is refused", async (query) => {
    expect((await get(`/transactions?${query}`)).status).toBe(400);
  });

  test("created_since and updated_since take a day (midnight UTC) or an instant, and include it", async () => {
    const old = await insertOne({ date: "2026-01-01", amount: 1, payee: "old" });
    await insertOne({ date: "2026-01-01", amount: 1, payee: "new" });
    const at = Date.parse("2026-03-01T00:00:00Z");
    await database((sql) => {
      sql.run("UPDATE transactions SET created_at = ?, updated_at = ?", at - 1, at - 1);
      sql.run("UPDATE transactions SET created_at = ?, updated_at = ? WHERE payee = 'new'", at, at);
    });

    expect(await listPayees("?created_since=2026-03-01")).toEqual(["new"]);
    expect(await listPayees("?updated_since=2026-03-01")).toEqual(["new"]);
    expect(await listPayees("?created_since=2026-03-01T01:00:00%2B01:00")).toEqual(["new"]);
    expect(await listPayees("?created_since=2026-02-28")).toHaveLength(2);
    await put(`/transactions/${old.id}`, { notes: "touched" });
    expect((await listPayees("?updated_since=2026-03-01")).sort()).toEqual(["new", "old"]);
    expect(await listPayees("?created_since=2026-03-01&updated_since=2026-02-01")).toEqual(["new"]);
  });

  test("accounts are filtered by the singular or the plural, one or several; 0 excludes their kind", async () => {
    const linked = await addLinkedAccount(true);
    await insert([
      { date: "2026-01-01", amount: 1, payee: "one", manual_account_id: 1 },
      { date: "2026-01-01", amount: 1, payee: "two", manual_account_id: 2 },
      { date: "2026-01-01", amount: 1, payee: "linked", linked_account_id: linked },
      { date: "2026-01-01", amount: 1, payee: "cash" },
    ]);

    expect(await listPayees("?manual_account_id=1")).toEqual(["one"]);
    expect(await listPayees("?manual_account_ids=1,2")).toEqual(["two", "one"]);
    expect(await listPayees("?manual_account_ids=1&manual_account_ids=2")).toEqual(["two", "one"]);
    expect(await listPayees("?manual_account_id=0")).toEqual(["cash", "linked"]);
    expect(await listPayees("?linked_account_ids=0")).toEqual(["cash", "two", "one"]);
    expect(await listPayees(`?linked_account_id=${linked}`)).toEqual(["linked"]);
    expect(await listPayees("?manual_account_id=0&linked_account_id=0")).toEqual(["cash"]);
    expect(await listPayees(`?manual_account_id=1&linked_account_id=${linked}`)).toEqual([
      "linked",
      "one",
    ]);
    expect(await listPayees("?manual_account_id=99")).toEqual([]);
  });

  test("the list is filtered by category, by a group for its members, and by 0 for none", async () => {
    await insert([
      { date: "2026-01-01", amount: 1, payee: "coffee", category_id: await categoryId("Coffee") },
      {
        date: "2026-01-01",
        amount: 1,
        payee: "groceries",
        category_id: await categoryId("Groceries"),
      },
      { date: "2026-01-01", amount: 1, payee: "rent", category_id: await categoryId("Rent") },
      { date: "2026-01-01", amount: 1, payee: "none" },
    ]);

    expect(await listPayees(`?category_id=${await categoryId("Coffee")}`)).toEqual(["coffee"]);
    expect(await listPayees(`?category_id=${await categoryId("Food")}`)).toEqual([
      "groceries",
      "coffee",
    ]);
    expect(await listPayees("?category_id=0")).toEqual(["none"]);
  });

  test("the list is filtered by tag", async () => {
    await insert([
      { date: "2026-01-01", amount: 1, payee: "tagged", tag_ids: [1, 2] },
      { date: "2026-01-01", amount: 1, payee: "plain" },
    ]);

    expect(await listPayees("?tag_id=2")).toEqual(["tagged"]);
    expect(await listPayees("?tag_id=3")).toEqual([]);
  });

  test("the list is filtered by recurring item", async () => {
    await insert([
      { date: "2026-01-01", amount: 1, payee: "rent" },
      { date: "2026-01-01", amount: 1, payee: "other" },
    ]);
    await database((sql) => {
      sql.run(`INSERT INTO recurring_items (id, status, granularity, quantity, anchor_date, amount, currency, to_base, created_by, created_at, updated_at)
        VALUES (5, 'reviewed', 'month', 1, '2026-01-01', 10000, 'usd', 10000, 1, 0, 0)`);
      sql.run("UPDATE transactions SET recurring_id = 5 WHERE payee = 'rent'");
    });

    expect(await listPayees("?recurring_id=5")).toEqual(["rent"]);
  });

  test("filters apply before paging", async () => {
    await insert(
      Array.from({ length: 10 }, (_, index) => ({
        date: "2026-01-01",
        amount: 1,
        payee: `P${index}`,
        manual_account_id: 1 + (index % 2),
      })),
    );

    expect(await listPayees("?manual_account_id=1&limit=2&offset=1")).toEqual(["P6", "P4"]);
  });
});

describe("status and pending filters", () => {
  async function three(): Promise<void> {
    const linked = await addLinkedAccount(true);
    await insert([
      { date: "2026-01-01", amount: 1, payee: "reviewed", status: "reviewed" },
      { date: "2026-01-01", amount: 1, payee: "unreviewed", status: "unreviewed" },
      {
        date: "2026-01-01",
        amount: 1,
        payee: "pending",
        status: "unreviewed",
        linked_account_id: linked,
      },
    ]);
    await database((sql) =>
      sql.run("UPDATE transactions SET is_pending = 1 WHERE payee = 'pending'"),
    );
  }

  test("pending transactions are hidden unless requested, and always unreviewed", async () => {
    await three();
    const [{ id }] = (await get("/transactions?is_pending=true")).body.transactions;
    await put(`/transactions/${id}`, { status: "reviewed", notes: "n" });

    expect(await listPayees("")).toEqual(["unreviewed", "reviewed"]);
    const { body } = await get("/transactions?include_pending=true");
    expect(body.transactions[0]).toMatchObject({
      payee: "pending",
      status: "unreviewed",
      is_pending: true,
    });
    expect(payees(body)).toHaveLength(3);
  });

  test("is_pending wins over include_pending, and a status alone includes no pending transactions", async () => {
    await three();

    expect(await listPayees("?is_pending=true")).toEqual(["pending"]);
    expect(await listPayees("?is_pending=false&include_pending=true")).toEqual([
      "unreviewed",
      "reviewed",
    ]);
    expect(await listPayees("?status=reviewed&include_pending=true")).toEqual(["reviewed"]);
    expect(await listPayees("?status=unreviewed")).toEqual(["unreviewed"]);
    expect(await listPayees("?status=unreviewed&include_pending=true")).toEqual([
      "pending",
      "unreviewed",
    ]);
    expect(await listPayees("?status=unreviewed&is_pending=true")).toEqual(["pending"]);
    expect(await listPayees("?status=unreviewed&is_pending=false")).toEqual(["unreviewed"]);
    expect(await listPayees("?status=delete_pending")).toEqual([]);
  });
});

describe("pages whose texts would not fit an answer", () => {
  test("a page that is too long is refused with its length, and can be read in shorter pages", async () => {
    const items = Array.from({ length: 500 }, (_, n) => ({
      date: "2026-01-01",
      amount: n + 1,
      payee: "P",
      notes: "n".repeat(10_000),
    }));
    for (const _ of [1, 2]) await insert(items);
    await insert(items.slice(0, 1));

    const whole = await get("/transactions?limit=2000");
    expect([whole.status, whole.body.errors[0].errMsg]).toEqual([
      400,
      expect.stringMatching(
        /may have 10000000 characters together, and these have 100\d{5}; ask for fewer with limit/,
      ),
    ]);
    const page = await get("/transactions?limit=900");
    expect([page.status, page.body.transactions.length, page.body.has_more]).toEqual([
      200,
      900,
      true,
    ]);
  });
});

describe("splits and groups in the list", () => {
  /** A split parent with two parts, and a group of two. */
  async function family(): Promise<Record<string, number>> {
    const names = ["parent", "part1", "part2", "group", "member1", "member2", "single"];
    const { transactions } = await insert(
      names.map((payee) => ({ date: "2026-01-01", amount: 1, payee, custom_metadata: { payee } })),
    );
    const ids = Object.fromEntries(
      transactions.map((transaction: { payee: string; id: number }) => [
        transaction.payee,
        transaction.id,
      ]),
    );
    await database((sql) => {
      sql.run("UPDATE transactions SET is_split_parent = 1 WHERE id = ?", ids["parent"]);
      sql.run(
        "UPDATE transactions SET split_parent_id = ? WHERE payee LIKE 'part_'",
        ids["parent"],
      );
      sql.run("UPDATE transactions SET is_group_parent = 1 WHERE id = ?", ids["group"]);
      sql.run(
        "UPDATE transactions SET group_parent_id = ? WHERE payee LIKE 'member_'",
        ids["group"],
      );
    });
    return ids;
  }

  test("the list has parts and groups by default, not their parents and members", async () => {
    await family();

    expect((await listPayees("")).sort()).toEqual(["group", "part1", "part2", "single"]);
    expect((await listPayees("?include_split_parents=true")).sort()).toEqual([
      "group",
      "parent",
      "part1",
      "part2",
      "single",
    ]);
    expect((await listPayees("?include_group_children=true")).sort()).toEqual([
      "group",
      "member1",
      "member2",
      "part1",
      "part2",
      "single",
    ]);
    expect(await listPayees("?is_group_parent=true")).toEqual(["group"]);
    expect(await listPayees("?is_group_parent=false")).not.toContain("group");
  });

  test("include_children gives only parents and groups their children", async () => {
    const ids = await family();

    const { body } = await get(
      "/transactions?include_children=true&include_split_parents=true&include_metadata=true&include_files=true",
    );
    const by = Object.fromEntries(
      body.transactions.map((transaction: { payee: string }) => [transaction.payee, transaction]),
    );
    expect(
      by["parent"].children.map((child: { payee: string; split_parent_id: number }) => [
        child.payee,
        child.split_parent_id,
      ]),
    ).toEqual([
      ["part1", ids["parent"]],
      ["part2", ids["parent"]],
    ]);
    expect(by["group"].children).toHaveLength(2);
    expect(by["group"].children[0]).toMatchObject({
      payee: "member1",
      group_parent_id: ids["group"],
      custom_metadata: { payee: "member1" },
      files: [],
    });
    expect(by["group"].children[0]).not.toHaveProperty("children");
    expect(by["single"]).not.toHaveProperty("children");
    expect((await get("/transactions")).body.transactions[0]).not.toHaveProperty("custom_metadata");
  });

  test("one parent or member can be read by its id, with all properties", async () => {
    const ids = await family();

    expect((await get(`/transactions/${ids["parent"]}`)).body).toMatchObject({
      is_split_parent: true,
      custom_metadata: { payee: "parent" },
      files: [],
    });
    expect((await get(`/transactions/${ids["parent"]}`)).body.children).toHaveLength(2);
    expect((await get(`/transactions/${ids["member1"]}`)).body.group_parent_id).toBe(ids["group"]);
  });

  test("one transaction takes the include parameters of the list, which default to true", async () => {
    const path = `/transactions/${(await family())["parent"]}`;

    const { body: whole } = await get(path);
    const asked = await get(
      `${path}?include_children=true&include_metadata=true&include_files=true`,
    );
    expect(asked.body).toEqual(whole);

    const { children: _, ...childless } = whole;
    expect((await get(`${path}?include_children=false`)).body).toEqual(childless);
    const { body } = await get(`${path}?include_metadata=false&include_files=false`);
    for (const property of ["custom_metadata", "linked_metadata", "files"]) {
      expect(body).not.toHaveProperty(property);
      expect(body.children[0]).not.toHaveProperty(property);
    }
  });
});

test("an unknown or malformed id is refused", async () => {
  expect((await get("/transactions/99")).body).toEqual({
    message: "Not Found",
    errors: [{ errMsg: "There is no transaction with the id 99.", id: 99 }],
  });
  expect((await get("/transactions/x")).body).toMatchObject({
    message: "Invalid Path Parameters",
    errors: [{ instancePath: "/path/id" }],
  });
  expect((await get("/transactions/1?include_pending=true")).status).toBe(400);
});

describe("indexes of the list's filters", () => {
  const NONE: ListQuery = {
    include_pending: false,
    include_split_parents: false,
    include_group_children: false,
  };
  const start_date = parseDay("2026-01-01") ?? undefined;

  const FEW = { fewSince: true, fewTagged: true };
  const MANY = { fewSince: false, fewTagged: false };

  test.each<[string, Partial<ListQuery>, string, Few?]>([
    ["the default order", {}, "INDEX transactions_by_date"],
    ["updated_since that finds many", { updated_since: 5 }, "INDEX transactions_by_date", MANY],
    ["created_since that finds many", { created_since: 5 }, "INDEX transactions_by_date", MANY],
    [
      "created_since that finds many of an account",
      { created_since: 5, manual_account_ids: [1] },
      "INDEX transactions_by_account",
      MANY,
    ],
    ["a tag of many", { tag_id: 5 }, "INDEX transactions_by_date", MANY],
    ["a date range", { start_date, end_date: start_date }, "INDEX transactions_by_date"],
    ["updated_since", { updated_since: 5 }, "transactions_by_update"],
    ["created_since", { created_since: 5 }, "transactions_by_update"],
    ["a manual account", { manual_account_ids: [1] }, "INDEX transactions_by_account"],
    ["a linked account", { linked_account_ids: [1] }, "INDEX transactions_by_linked_account"],
    ["a category", { category_ids: [5] }, "INDEX transactions_by_category"],
    ["no category", { category_ids: null }, "INDEX transactions_by_category"],
    ["a recurring item", { recurring_id: 5 }, "transactions_by_recurring"],
    ["what is to be reviewed", { status: "unreviewed" }, "INDEX transactions_not_reviewed"],
    ["what its bank took back", { status: "delete_pending" }, "INDEX transactions_not_reviewed"],
    ["whatever is not reviewed", { is_reviewed: false }, "INDEX transactions_not_reviewed"],
    ["what is pending", { is_pending: true }, "INDEX transactions_pending"],
    ["groups", { is_group_parent: true }, "INDEX transactions_groups"],
  ])("the list is read by an index: %s", async (_, query, index, few = FEW) => {
    const filter = buildFilter({ ...NONE, ...query }, few);

    const plan = await database((sql) =>
      sql.all<{ detail: string }>(
        `EXPLAIN QUERY PLAN ${pageStatement(filter, SELECT_LEAN)}`,
        ...filter.values,
        1000,
        0,
      ),
    );
    const details = plan.map(({ detail }) => detail).join("\n");
    expect(details).toContain(index);
    expect(details).not.toMatch(/SCAN t$/m);
    // What changed since an instant is few; everything else comes out of the index in the list's order, up to ties.
    if (!index.endsWith("by_update")) expect(details).not.toContain("TEMP B-TREE FOR ORDER BY");
  });

  test("every index finds the same transactions", async () => {
    const items = Array.from({ length: 40 }, (_, n) => ({
      date: `2026-01-${String((n % 9) + 1).padStart(2, "0")}`,
      amount: n + 1,
      payee: `P${n}`,
      ...(n % 3 === 0 && { tag_ids: [1] }),
      ...(n % 2 === 0 && { manual_account_id: 1 }),
    }));
    await insert(items);
    await database((sql) =>
      sql.run(
        "UPDATE transactions SET created_at = id * 10, updated_at = id * 10 + (id % 4) * 100",
      ),
    );

    for (const query of [
      { created_since: 200 },
      { updated_since: 300 },
      { created_since: 100, updated_since: 350 },
      { tag_id: 1 },
      { tag_id: 1, created_since: 150, manual_account_ids: [1] },
      { updated_since: 300, start_date, end_date: parseDay("2026-01-05") ?? undefined },
    ]) {
      const found = await Promise.all(
        [FEW, MANY].map(async (few) =>
          database((sql) =>
            readPage(sql, buildFilter({ ...NONE, ...query }, few), 1_000, 0, false).map(
              ({ id }) => id,
            ),
          ),
        ),
      );
      expect(found[0]?.length).toBeGreaterThan(0);
      expect(found[1]).toEqual(found[0]);
    }
  });
});
