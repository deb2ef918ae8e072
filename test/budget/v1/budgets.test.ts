// /v1/budgets (gaps.md, 2b and 3.11). Amounts of the demo budget are dollars; Food has the members
// Coffee, Groceries and Restaurants.

import { afterEach, expect, test } from "vitest";
import { withRate } from "../budgets-client.ts";
import {
  addLinkedAccount,
  callOwn,
  categoryId,
  database,
  del,
  get,
  insertOne,
  put,
  type Answer,
} from "../client.ts";
import { reset } from "../../reset.ts";
import { del1, done1, get1, put1, unseen1 } from "./client.ts";

afterEach(reset);

const NOVEMBER = "start_date=2026-11-01&end_date=2026-11-30";
const BOTH = "start_date=2026-10-01&end_date=2026-11-30";
const EMPTY = {
  budget_amount: null,
  budget_currency: null,
  budget_to_base: null,
  spending_to_base: 0,
  num_transactions: 0,
  is_automated: null,
};

const budget = async (category_id: number, amount: unknown, more: object = {}) =>
  done1("PUT", "/budgets", { start_date: "2026-11-01", category_id, amount, ...more });
const spend = async (category_id: number | null, date: string, amount: number, more: object = {}) =>
  insertOne({ date, amount, category_id, ...more });

/** The element of a category or group by its name. */
async function element(name: string, query = NOVEMBER): Promise<Answer["body"]> {
  const all: { category_name: string }[] = await done1("GET", `/budgets?${query}`);
  return all.find(({ category_name }) => category_name === name);
}
const november = async (name: string, query = NOVEMBER) =>
  (await element(name, query)).data["2026-11-01"];

async function automate(category: number, change: object): Promise<void> {
  const { status, body } = await callOwn("PUT", `/budgets/categories/${category}`, change);
  expect(status, JSON.stringify(body)).toBe(200);
}

/** A reviewed item of 30 dollars on the 10th of each month; its id. */
const addRecurring = async (
  category: number | null,
  more: { payee?: string; anchor?: string; granularity?: string } = {},
) =>
  database((sql) => {
    const row = sql.first<{ id: number }>(
      `INSERT INTO recurring_items (status, granularity, quantity, anchor_date, payee, amount, currency, to_base, set_category_id, created_by, created_at, updated_at)
       VALUES ('reviewed', ?, 1, ?, ?, 300000, 'usd', 300000, ?, 1, 0, 0) RETURNING id`,
      more.granularity ?? "month",
      more.anchor ?? "2026-01-10",
      more.payee ?? null,
      category,
    );
    return row?.id ?? 0;
  });

test("a category has its data by month, and a group the sum of its members", async () => {
  const [food, groceries, coffee] = [
    await categoryId("Food"),
    await categoryId("Groceries"),
    await categoryId("Coffee"),
  ];
  await budget(groceries, "400.25");
  await budget(coffee, 50);
  await spend(groceries, "2026-11-01", 20.5);
  await spend(groceries, "2026-11-30", 30);
  await spend(groceries, "2026-11-12", -5.25);
  await spend(coffee, "2026-11-02", 4);
  await spend(coffee, "2026-10-31", 3);
  // Outside.
  await spend(coffee, "2026-09-30", 100);
  await spend(coffee, "2026-12-01", 100);

  expect(await element("Groceries", BOTH)).toEqual({
    category_name: "Groceries",
    category_id: groceries,
    category_group_name: "Food",
    group_id: food,
    is_group: false,
    is_income: false,
    exclude_from_budget: false,
    exclude_from_totals: false,
    data: {
      "2026-10-01": EMPTY,
      "2026-11-01": {
        budget_amount: 400.25,
        budget_currency: "usd",
        budget_to_base: 400.25,
        spending_to_base: 45.25,
        num_transactions: 3,
        is_automated: false,
      },
    },
    config: null,
    order: expect.any(Number),
    archived: false,
    recurring: null,
  });
  expect(await element("Food", BOTH)).toMatchObject({
    category_id: food,
    category_group_name: null,
    group_id: null,
    is_group: true,
    data: {
      "2026-10-01": { ...EMPTY, spending_to_base: 3, num_transactions: 1 },
      "2026-11-01": {
        budget_amount: 450.25,
        budget_currency: "usd",
        budget_to_base: 450.25,
        spending_to_base: 49.25,
        num_transactions: 4,
        is_automated: false,
      },
    },
  });
});

test("the array follows the order of categories, each group before its members, and ends with uncategorized", async () => {
  await put(`/categories/${await categoryId("Gifts")}`, { archived: true });
  const { categories } = (await get("/categories")).body;
  const names = categories.flatMap((one: { name: string; children?: { name: string }[] }) => [
    one.name,
    ...(one.children ?? []).map(({ name }) => name),
  ]);

  const all: { category_name: string; order: number }[] = await done1(
    "GET",
    `/budgets?${NOVEMBER}`,
  );

  expect(all.map(({ category_name }) => category_name)).toEqual([...names, "Uncategorized"]);
  expect(all.map(({ order }) => order)).toEqual(all.map((_, index) => index));
  expect(await element("Gifts")).toMatchObject({ archived: true });
  expect(await element("Transfers")).toMatchObject({
    exclude_from_budget: true,
    exclude_from_totals: true,
  });
});

test("uncategorized money is an element of its own, credits minus debits", async () => {
  await spend(null, "2026-11-03", 12);
  await spend(null, "2026-11-04", -2);
  await spend(null, "2026-10-04", 7);

  expect(await element("Uncategorized", BOTH)).toEqual({
    category_name: "Uncategorized",
    category_id: null,
    category_group_name: null,
    group_id: null,
    is_group: null,
    is_income: false,
    exclude_from_budget: false,
    exclude_from_totals: false,
    data: {
      "2026-10-01": { ...EMPTY, spending_to_base: 7, num_transactions: 1 },
      "2026-11-01": { ...EMPTY, spending_to_base: 10, num_transactions: 2 },
    },
    config: null,
    order: expect.any(Number),
    archived: false,
    recurring: null,
  });
});

test("income is negative, as its transactions are", async () => {
  await spend(await categoryId("Salary"), "2026-11-25", -3000);
  await budget(await categoryId("Salary"), 2900);

  expect(await november("Salary")).toMatchObject({ spending_to_base: -3000, budget_to_base: 2900 });
  expect(await element("Salary")).toMatchObject({ is_income: true });
});

test("pending transactions count as the budget's settings decide, and recurring ones are counted too", async () => {
  const [linked, category] = [await addLinkedAccount(true), await categoryId("Groceries")];
  const { id } = await spend(category, "2026-11-05", 8, { linked_account_id: linked });
  await spend(category, "2026-11-06", 1, { recurring_id: await addRecurring(null) });
  const rest = await spend(null, "2026-11-07", 4, { linked_account_id: linked });
  for (const one of [id, rest.id])
    await database((sql) =>
      sql.run("UPDATE transactions SET is_pending = 1, status = 'unreviewed' WHERE id = ?", one),
    );

  expect(await november("Groceries")).toMatchObject({ spending_to_base: 9, num_transactions: 2 });
  expect(await november("Uncategorized")).toMatchObject({
    spending_to_base: 4,
    num_transactions: 1,
  });

  await put("/me/account/settings", { include_pending_in_totals: false });
  expect(await november("Groceries")).toMatchObject({ spending_to_base: 1, num_transactions: 1 });
  expect(await november("Uncategorized")).toMatchObject({
    spending_to_base: 0,
    num_transactions: 0,
  });
});

test("an amount in another currency is shown as set, together with its converted value", async () => {
  await withRate("usd", "2026-01-01", "1.25");
  await budget(await categoryId("Gifts"), 100, { currency: "eur" });

  expect(await november("Gifts")).toMatchObject({
    budget_amount: 100,
    budget_currency: "eur",
    budget_to_base: 125,
  });
});

test("amounts are shown in the query's currency, or as set if no rate is known", async () => {
  await withRate("usd", "2026-01-01", "1.25");
  await budget(await categoryId("Gifts"), 100);
  await spend(await categoryId("Gifts"), "2026-11-02", 10);

  // 100 usd at 1.25 usd a euro; the worth stays in dollars.
  expect(await november("Gifts", `${NOVEMBER}&currency=eur`)).toEqual({
    budget_amount: 80,
    budget_currency: "eur",
    budget_to_base: 100,
    spending_to_base: 10,
    num_transactions: 1,
    is_automated: false,
  });
  expect(await november("Gifts", `${NOVEMBER}&currency=gbp`)).toMatchObject({
    budget_amount: 100,
    budget_currency: "usd",
  });
  expect(await november("Health", `${NOVEMBER}&currency=eur`)).toEqual(EMPTY);
  await budget(await categoryId("Health"), 0);
  expect(await november("Health", `${NOVEMBER}&currency=eur`)).toMatchObject({
    budget_amount: 0,
    budget_currency: "eur",
    budget_to_base: 0,
  });
});

test("a category with automatic budgets shows its rule", async () => {
  const [gifts, health, fees, food] = [
    await categoryId("Gifts"),
    await categoryId("Health"),
    await categoryId("Bank Fees"),
    await categoryId("Food"),
  ];
  await withRate("usd", "2026-01-01", "1.25");
  await automate(gifts, {
    auto_budget_type: "fixed",
    auto_budget_amount: "40",
    auto_budget_currency: "eur",
    start_date: "2026-10-01",
  });
  await automate(health, { auto_budget_type: "spend", start_date: "2026-11-01" });
  await automate(fees, {
    auto_budget_type: "budget",
    start_date: "2026-11-01",
    rollover_option: "same category",
  });
  await automate(food, { auto_budget_type: "nothing", rollover_option: "available funds" });
  await spend(health, "2026-10-20", 15);
  await budget(fees, 9, { start_date: "2026-10-01" });
  const config = async (name: string) => (await element(name)).config;

  // 40 euros at 1.25.
  expect(await config("Gifts")).toEqual({
    config_id: gifts,
    cadence: "monthly",
    amount: 40,
    currency: "eur",
    to_base: 50,
    auto_suggest: "fixed",
  });
  expect(await config("Health")).toEqual({
    config_id: health,
    cadence: "monthly",
    amount: null,
    currency: null,
    to_base: null,
    auto_suggest: "spent",
  });
  expect(await config("Bank Fees")).toMatchObject({ auto_suggest: "budgeted" });
  expect(await config("Food")).toBeNull();
  expect(await november("Gifts")).toMatchObject({
    budget_amount: 40,
    budget_currency: "eur",
    budget_to_base: 50,
    is_automated: true,
  });
  expect(await november("Health")).toMatchObject({
    budget_amount: 15,
    budget_currency: "usd",
    is_automated: true,
  });
  expect(await november("Bank Fees")).toMatchObject({ budget_amount: 9, is_automated: true });

  // An amount that is given wins.
  await budget(gifts, 1);
  expect(await november("Gifts")).toMatchObject({
    budget_amount: 1,
    budget_currency: "usd",
    is_automated: false,
  });
  await automate(gifts, { rollover_option: "same category" });
  expect(await config("Gifts")).toMatchObject({ auto_suggest: "fixed-rollover" });
});

test("recurring items belong to the category they set, its group, or their latest transaction's category", async () => {
  const item = (payee: string) => ({ payee, amount: "30.0000", currency: "usd", to_base: 30 });
  const groceries = await categoryId("Groceries");
  await addRecurring(groceries, { payee: "Vegetable box" });
  await addRecurring(null, { payee: "Nobody" });
  await addRecurring(groceries, { payee: "Elsewhen", granularity: "year" });
  await spend(await categoryId("Coffee"), "2026-11-10", 30, {
    recurring_id: await addRecurring(null, { payee: "Beans" }),
  });

  expect((await element("Groceries")).recurring).toEqual({ list: [item("Vegetable box")] });
  expect((await element("Coffee")).recurring).toEqual({ list: [item("Beans")] });
  // Coffee comes before Groceries.
  expect((await element("Food")).recurring).toEqual({
    list: [item("Beans"), item("Vegetable box")],
  });
  expect((await element("Uncategorized")).recurring).toEqual({ list: [item("Nobody")] });
});

test("a budget range must consist of whole months", async () => {
  const refused = async (query: string) => {
    const { status, body } = await get1(`/budgets?${query}`);
    return [status, body.error];
  };
  expect(await refused("")).toEqual([200, "start_date is required."]);
  expect(await refused("start_date=2026-11-01")).toEqual([200, "end_date is required."]);
  expect(await refused("start_date=2026-11-02&end_date=2026-11-30")).toEqual([
    200,
    'start_date must be the first day of a month, found "2026-11-02".',
  ]);
  expect(await refused("start_date=2026-11-01&end_date=2026-11-29")).toEqual([
    200,
    'end_date must be the last day of a month, found "2026-11-29".',
  ]);
  expect(await refused("start_date=2026-12-01&end_date=2026-11-30")).toEqual([
    200,
    'start_date must not be after end_date, 2026-11-30, found "2026-12-01".',
  ]);
  expect((await refused(`${NOVEMBER}&currency=clf`))[1]).toMatch(/^currency .* found "clf"\.$/);
  expect(
    Object.keys((await element("Gifts", "start_date=2028-02-01&end_date=2028-02-29")).data),
  ).toEqual(["2028-02-01"]);
});

test("a budgets answer has a maximum size", async () => {
  await callOwn("PUT", "/budgets/settings", { budget_period_granularity: "day" });

  const { status, body } = await get1("/budgets?start_date=2000-01-01&end_date=2199-12-31");

  expect([status, body]).toEqual([
    200,
    { error: expect.stringMatching(/^2000-01-01 to 2199-12-31 is 73049 budget periods/) },
  ]);
});

test("periods other than months are shown if they lie inside the range", async () => {
  await callOwn("PUT", "/budgets/settings", {
    budget_period_granularity: "week",
    budget_period_anchor_date: "2026-11-02",
  });
  await budget(await categoryId("Gifts"), 7, { start_date: "2026-11-09" });
  await spend(await categoryId("Gifts"), "2026-11-15", 3);

  const { data, config } = await element("Gifts");

  expect(Object.keys(data)).toEqual(["2026-11-02", "2026-11-09", "2026-11-16", "2026-11-23"]);
  expect(data["2026-11-09"]).toMatchObject({
    budget_amount: 7,
    spending_to_base: 3,
    num_transactions: 1,
  });
  expect(config).toBeNull();
  expect(
    (
      await put1("/budgets", {
        start_date: "2026-11-01",
        category_id: await categoryId("Gifts"),
        amount: 1,
      })
    ).body,
  ).toEqual({
    error:
      "No budget period starts on 2026-11-01; the one before starts on 2026-10-26, the next on 2026-11-02.",
  });
});

test("setting a member's budget answers the group's new budget", async () => {
  const [food, groceries, coffee] = [
    await categoryId("Food"),
    await categoryId("Groceries"),
    await categoryId("Coffee"),
  ];
  const group = (amount: number, currency = "usd") => ({
    category_group: { category_id: food, amount, currency, start_date: "2026-11-01" },
  });

  expect(await budget(groceries, "100.5")).toEqual(group(100.5));
  expect(await budget(coffee, 20)).toEqual(group(120.5));
  expect(await budget(food, 200)).toEqual({ category_group: null });
  expect(await budget(coffee, 30)).toEqual(group(200));
  // The members lift what the group counts as.
  expect(await budget(coffee, 100.5)).toEqual(group(201));
  expect(await budget(coffee, -0.5)).toEqual(group(200));
  expect(await budget(await categoryId("Gifts"), 5)).toEqual({ category_group: null });
});

test("a group's budget cannot be less than its members' together", async () => {
  const [food, groceries, coffee] = [
    await categoryId("Food"),
    await categoryId("Groceries"),
    await categoryId("Coffee"),
  ];
  await budget(groceries, 100);
  await budget(coffee, 50);

  expect(
    await put1("/budgets", { start_date: "2026-11-01", category_id: food, amount: "149.9999" }),
  ).toMatchObject({
    status: 200,
    body: { error: "amount is below the 150 usd budgeted for the members of this category group." },
  });
  expect((await november("Food")).budget_amount).toBe(150);
  expect(await budget(food, 150)).toEqual({ category_group: null });
  // Of another month they have nothing.
  expect(await budget(food, 1, { start_date: "2026-12-01" })).toEqual({ category_group: null });
});

test("version 2's notes stay, and both versions share the amount", async () => {
  const category = await categoryId("Gifts");
  await put("/budgets", {
    start_date: "2026-11-01",
    category_id: category,
    amount: 1,
    notes: "Two birthdays",
  });

  await budget(category, "12.3456", { notes: "ignored", currency: "gbp" });

  const { categories } = (await get(`/summary?${NOVEMBER}&include_occurrences=true`)).body;
  expect(
    categories.find((one: { category_id: number }) => one.category_id === category).occurrences[0],
  ).toMatchObject({ budgeted_amount: "12.3456", budgeted_currency: "gbp", notes: "Two birthdays" });
});

test("deleting a budget answers true, even if nothing is budgeted", async () => {
  const category = await categoryId("Gifts");
  await budget(category, 5);
  await budget(category, 6, { start_date: "2026-12-01" });

  for (const _ of [1, 2]) {
    const { status, body } = await del1(`/budgets?start_date=2026-11-01&category_id=${category}`);
    expect([status, body]).toEqual([200, true]);
    expect(await november("Gifts")).toEqual(EMPTY);
  }
  expect(
    (await element("Gifts", "start_date=2026-12-01&end_date=2026-12-31")).data["2026-12-01"]
      .budget_amount,
  ).toBe(6);
});

test("an invalid budget is refused and changes nothing", async () => {
  const category = await categoryId("Gifts");
  const refused = async (body: object) => (await put1("/budgets", body)).body;
  const whole = { start_date: "2026-11-01", category_id: category, amount: 5 };

  expect(await put1("/budgets")).toMatchObject({
    status: 200,
    body: { error: "start_date is required." },
  });
  expect(await refused({ ...whole, start_date: undefined })).toEqual({
    error: "start_date is required.",
  });
  expect(await refused({ ...whole, category_id: undefined })).toEqual({
    error: "category_id is required.",
  });
  expect(await refused({ ...whole, amount: undefined })).toEqual({ error: "amount is required." });
  expect(await refused({ ...whole, amount: "5 eur" })).toEqual({
    error: 'amount must be a number, or the same as text with at most 4 decimals, found "5 eur".',
  });
  expect(await refused({ ...whole, category_id: 9999 })).toEqual({
    error: "category_id is 9999, but there is no such category.",
  });
  expect(await refused({ ...whole, start_date: "2026-11-02" })).toEqual({
    error:
      "No budget period starts on 2026-11-02; the one before starts on 2026-11-01, the next on 2026-12-01.",
  });
  expect((await refused({ ...whole, currency: "xau" })).error).toMatch(
    /^currency .* found "xau"\.$/,
  );
  expect(await november("Gifts")).toEqual(EMPTY);

  const removed = async (query: string) => (await del1(`/budgets?${query}`)).body;
  expect(await removed("")).toEqual({ error: "start_date is required." });
  expect(await removed("start_date=2026-11-01")).toEqual({ error: "category_id is required." });
  expect(await removed("start_date=2026-11-01&category_id=9999")).toEqual({
    error: "category_id is 9999, but there is no such category.",
  });
  expect((await removed(`start_date=2026-11-30&category_id=${category}`)).error).toMatch(
    /^No budget period starts on 2026-11-30;/,
  );
});

test("/v1/budget does not exist: the changelog that names it means another path", async () => {
  const { status, body } = await get1(`/budget?${NOVEMBER}`);

  expect([status, body]).toEqual([404, { error: "There is no resource at /v1/budget." }]);
});

test("deleting a category deletes its budgets", async () => {
  const category = await categoryId("Gifts");
  await budget(category, 5);
  await del(`/categories/${category}?force=true`);

  expect(await element("Gifts")).toBeUndefined();
});

test("each budget operation has been seen to succeed and to refuse", () => {
  expect([...unseen1("budgets", "done"), ...unseen1("budgets", "refused")]).toEqual([]);
});
