import * as fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { periodsOverlapping, type PeriodGranularity } from "../../src/budget/budgets/periods.ts";
import { must } from "../../src/platform/assert.ts";
import { parseDay } from "../../src/money/day.ts";
import { withRate } from "./budgets-client.ts";
import {
  addLinkedAccount,
  callOwn,
  categoryId,
  database,
  get,
  insert,
  insertOne,
  post,
  put,
  type Answer,
} from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

const OCTOBER = "start_date=2026-10-01&end_date=2026-10-31";
const NOVEMBER = "start_date=2026-11-01&end_date=2026-11-30";

async function summary(query: string): Promise<Answer["body"]> {
  const { status, body } = await get(`/summary?${query}`);
  expect(body.errors).toBeUndefined();
  expect(status).toBe(200);
  return body;
}

/** The entry of the category in a summary. */
async function entry(category: number, query: string): Promise<Answer["body"]> {
  const { categories } = await summary(query);
  return categories.find((one: { category_id: number }) => one.category_id === category);
}

const totals = async (category: number, query: string) => (await entry(category, query)).totals;

async function budget(category_id: number, start_date: string, amount: number, more: object = {}) {
  const { status, body } = await put("/budgets", { category_id, start_date, amount, ...more });
  expect(status, JSON.stringify(body)).toBe(200);
}

async function automate(category: number, change: object): Promise<void> {
  const { status, body } = await callOwn("PUT", `/budgets/categories/${category}`, change);
  expect(status, JSON.stringify(body)).toBe(200);
}

async function configure(change: object): Promise<void> {
  expect((await callOwn("PUT", "/budgets/settings", change)).status).toBe(200);
}

const spend = (category_id: number | null, date: string, amount: number, more: object = {}) =>
  insertOne({ date, amount, category_id, ...more });

/** A reviewed monthly item; its id. */
function addRecurring(more: { amount?: number; category?: number | null; anchor?: string }) {
  return database((sql) => {
    const units = (more.amount ?? 30) * 10_000;
    const row = sql.first<{ id: number }>(
      `INSERT INTO recurring_items (status, granularity, quantity, anchor_date, amount, currency, to_base,
         set_category_id, created_by, created_at, updated_at)
       VALUES ('reviewed', 'month', 1, ?, ?, 'usd', ?, ?, 1, 0, 0) RETURNING id`,
      more.anchor ?? "2026-01-10",
      units,
      units,
      more.category ?? null,
    );
    return row?.id ?? 0;
  });
}

describe("summaries of aligned ranges", () => {
  test("the summary of an empty budget has every category that is not excluded, with nothing budgeted", async () => {
    const body = await summary(NOVEMBER);

    const listed = (await get("/categories?format=flattened")).body.categories.filter(
      (category: { exclude_from_budget: boolean }) => !category.exclude_from_budget,
    );
    expect(Object.keys(body)).toEqual(["aligned", "categories"]);
    expect(body.aligned).toBe(true);
    expect(body.categories).toEqual(
      listed.map((category: { id: number }) => ({
        category_id: category.id,
        totals: {
          other_activity: 0,
          recurring_activity: 0,
          recurring_remaining: 0,
          recurring_expected: 0,
          budgeted: null,
          available: null,
        },
      })),
    );
  });

  test("the summary counts a range's activity, recurring separately, and the available amount", async () => {
    const groceries = await categoryId("Groceries");
    const item = await addRecurring({ category: groceries });
    await budget(groceries, "2026-11-01", 400);
    await spend(groceries, "2026-10-31", 1000);
    await spend(groceries, "2026-11-01", 120.5);
    await spend(groceries, "2026-11-12", -20.5);
    await spend(groceries, "2026-11-11", 31.25, { recurring_id: item });
    await spend(groceries, "2026-11-30", 0.0001);
    await spend(groceries, "2026-12-01", 1000);

    // 120.5 - 20.5 + 0.0001 and 31.25; 400 - 131.2501 is left. The item expects 30 and is answered.
    expect(await totals(groceries, NOVEMBER)).toEqual({
      other_activity: 100.0001,
      recurring_activity: 31.25,
      recurring_remaining: 0,
      recurring_expected: 30,
      budgeted: 400,
      available: 268.7499,
    });
  });

  test("the summary of several periods adds them up", async () => {
    const groceries = await categoryId("Groceries");
    await budget(groceries, "2026-10-01", 300);
    await budget(groceries, "2026-11-01", 400);
    await spend(groceries, "2026-10-15", 350);
    await spend(groceries, "2026-11-15", 100);

    expect(await totals(groceries, "start_date=2026-10-01&end_date=2026-12-31")).toMatchObject({
      other_activity: 450,
      budgeted: 700,
      available: 250,
    });
  });

  test("income counts down: received amounts are subtracted from the budgeted amount", async () => {
    const salary = await categoryId("Salary");
    await budget(salary, "2026-11-01", 3000);
    await spend(salary, "2026-11-25", -2500);

    expect(await totals(salary, NOVEMBER)).toMatchObject({
      other_activity: -2500,
      budgeted: 3000,
      available: 500,
    });
  });

  test("the summary converts budgets at the start of their period and transactions on their day", async () => {
    // One euro is 2 dollars on 1 November and 4 dollars on 20 November.
    await withRate("usd", "2026-11-01", "2");
    await withRate("usd", "2026-11-20", "4");
    await budget(2, "2026-11-01", 100, { currency: "eur" });
    await spend(2, "2026-11-20", 10, { currency: "eur" });

    expect(await totals(2, NOVEMBER)).toMatchObject({
      other_activity: 40,
      budgeted: 200,
      available: 160,
    });
  });
});

describe("groups in a summary", () => {
  test("a group has the activity of its members, and at least their budgets", async () => {
    const [food = 0, groceries = 0, coffee = 0] = await Promise.all(
      ["Food", "Groceries", "Coffee"].map(categoryId),
    );
    await budget(groceries, "2026-11-01", 300);
    await budget(coffee, "2026-11-01", 50);
    await spend(groceries, "2026-11-02", 120);
    await spend(coffee, "2026-11-03", 60);

    expect(await totals(food, NOVEMBER)).toMatchObject({
      other_activity: 180,
      budgeted: 350,
      available: 170,
    });
    await budget(food, "2026-11-01", 500);
    expect(await totals(food, NOVEMBER)).toMatchObject({ budgeted: 500, available: 320 });
    // The members outgrow the group's own amount: 480 + 50.
    await budget(groceries, "2026-11-01", 480);
    expect(await totals(food, NOVEMBER)).toMatchObject({ budgeted: 530, available: 350 });
  });
});

describe("transactions counted in a summary", () => {
  test("the summary counts the children of a split, not the parent", async () => {
    const [groceries = 0, coffee = 0] = await Promise.all(["Groceries", "Coffee"].map(categoryId));
    const { id } = await spend(groceries, "2026-11-02", 100);
    const split = await post(`/transactions/split/${id}`, {
      child_transactions: [{ amount: 70 }, { amount: 30, category_id: coffee }],
    });

    expect(split.status).toBe(201);
    expect(await totals(groceries, NOVEMBER)).toMatchObject({ other_activity: 70 });
    expect(await totals(coffee, NOVEMBER)).toMatchObject({ other_activity: 30 });
  });

  test("the summary counts a group of transactions in its category, not its members", async () => {
    const [groceries = 0, coffee = 0] = await Promise.all(["Groceries", "Coffee"].map(categoryId));
    const ids = [
      (await spend(groceries, "2026-11-02", 70)).id,
      (await spend(groceries, "2026-11-03", -20)).id,
    ];
    const group = await post("/transactions/group", {
      ids,
      date: "2026-11-04",
      payee: "Shared dinner",
      category_id: coffee,
    });

    expect(group.status).toBe(201);
    expect(await totals(groceries, NOVEMBER)).toMatchObject({ other_activity: 0 });
    expect(await totals(coffee, NOVEMBER)).toMatchObject({ other_activity: 50 });
  });

  test("the summary counts pending transactions if the account includes them in totals", async () => {
    const linked_account_id = await addLinkedAccount(true);
    const { id } = await spend(2, "2026-11-02", 10, { linked_account_id });
    await spend(null, "2026-11-02", 5, { linked_account_id });
    await database((sql) =>
      sql.run("UPDATE transactions SET is_pending = 1, status = 'unreviewed' WHERE id >= ?", id),
    );

    const both = `${NOVEMBER}&include_totals=true`;
    expect(await totals(2, both)).toMatchObject({ other_activity: 10 });
    expect((await summary(both)).totals.outflow).toMatchObject({
      other_activity: 10,
      uncategorized: 5,
      uncategorized_count: 1,
    });
    await put("/me/account/settings", { include_pending_in_totals: false });
    expect(await totals(2, both)).toMatchObject({ other_activity: 0 });
    expect((await summary(both)).totals.outflow).toMatchObject({
      other_activity: 0,
      uncategorized: 0,
      uncategorized_count: 0,
    });
  });

  test("categories excluded from budgets are listed only on request", async () => {
    const transfer = await categoryId("Account Transfer");
    await spend(transfer, "2026-11-02", 10);

    expect(await entry(transfer, NOVEMBER)).toBeUndefined();
    expect(await totals(transfer, `${NOVEMBER}&include_exclude_from_budgets=true`)).toMatchObject({
      other_activity: 10,
    });
  });
});

describe("summaries of ranges that are not aligned", () => {
  const RANGE = "start_date=2026-10-15&end_date=2026-12-15";

  test("a range that is not aligned has neither budgets nor available amounts", async () => {
    await budget(2, "2026-11-01", 400);
    await spend(2, "2026-10-14", 1);
    await spend(2, "2026-10-15", 2);
    await spend(2, "2026-12-15", 4);
    await spend(2, "2026-12-16", 8);

    const body = await summary(RANGE);
    expect(body.aligned).toBe(false);
    expect(await totals(2, RANGE)).toEqual({
      other_activity: 6,
      recurring_activity: 0,
      recurring_remaining: 0,
      recurring_expected: 0,
    });
  });

  test("a range that is not aligned has the occurrences completely inside it, which give an aligned range", async () => {
    await budget(2, "2026-11-01", 400, { notes: "Two birthdays" });
    await spend(2, "2026-10-20", 2);
    await spend(2, "2026-11-20", 4);

    const { occurrences, totals: sums } = await entry(2, `${RANGE}&include_occurrences=true`);
    expect(occurrences).toEqual([
      {
        in_range: true,
        start_date: "2026-11-01",
        end_date: "2026-11-30",
        other_activity: 4,
        recurring_activity: 0,
        budgeted: 400,
        budgeted_amount: "400.0000",
        budgeted_currency: "usd",
        notes: "Two birthdays",
      },
    ]);
    expect(sums).toMatchObject({ other_activity: 6 });
    const { start_date, end_date } = occurrences[0];
    expect((await summary(`start_date=${start_date}&end_date=${end_date}`)).aligned).toBe(true);
  });

  test("a range shorter than a period has no occurrence", async () => {
    const range = "start_date=2026-11-02&end_date=2026-11-29&include_occurrences=true";
    expect((await entry(2, range)).occurrences).toEqual([]);
  });

  test("a range that is not aligned shows the three complete periods before it as past ones", async () => {
    const query = `${RANGE}&include_occurrences=true&include_past_budget_dates=true`;
    const { occurrences } = await entry(2, query);

    expect(occurrences.map((one: Answer["body"]) => [one.start_date, one.in_range])).toEqual([
      ["2026-07-01", false],
      ["2026-08-01", false],
      ["2026-09-01", false],
      ["2026-11-01", true],
    ]);
  });
});

describe("occurrences of budget periods", () => {
  test("a summary has one occurrence per period; earlier ones are marked and come on request", async () => {
    await withRate("usd", "2026-01-01", "2");
    await budget(2, "2026-08-01", 50, { currency: "eur" });
    await budget(2, "2026-10-01", 300);
    await spend(2, "2026-08-31", 7);
    await spend(2, "2026-11-15", 9);

    const asked = `start_date=2026-10-01&end_date=2026-11-30&include_occurrences=true`;
    const { occurrences } = await entry(2, `${asked}&include_past_budget_dates=true`);
    const rows = occurrences.map((one: Answer["body"]) => [
      one.in_range,
      one.start_date,
      one.end_date,
      one.other_activity,
      one.budgeted,
      one.budgeted_amount,
      one.budgeted_currency,
    ]);
    expect(rows).toEqual([
      [false, "2026-07-01", "2026-07-31", 0, null, null, null],
      [false, "2026-08-01", "2026-08-31", 7, 100, "50.0000", "eur"],
      [false, "2026-09-01", "2026-09-30", 0, null, null, null],
      [true, "2026-10-01", "2026-10-31", 0, 300, "300.0000", "usd"],
      [true, "2026-11-01", "2026-11-30", 9, null, null, null],
    ]);
    expect((await entry(2, asked)).occurrences).toHaveLength(2);
    // Past dates are occurrences: without these there is nothing to show them in.
    expect(await entry(2, `${NOVEMBER}&include_past_budget_dates=true`)).not.toHaveProperty(
      "occurrences",
    );
  });

  test("no earlier occurrences exist at the beginning of the supported days", async () => {
    const range = "start_date=1900-02-01&end_date=1900-02-28";
    const query = `${range}&include_occurrences=true&include_past_budget_dates=true`;

    const { occurrences } = await entry(2, query);
    expect(occurrences.map((one: Answer["body"]) => one.start_date)).toEqual([
      "1900-01-01",
      "1900-02-01",
    ]);
    expect((await summary("start_date=2199-12-01&end_date=2199-12-31")).aligned).toBe(true);
  });

  test("a group's occurrences are the sums of its members'", async () => {
    const [food = 0, groceries = 0] = await Promise.all(["Food", "Groceries"].map(categoryId));
    await budget(groceries, "2026-11-01", 300);
    await spend(groceries, "2026-11-02", 120);

    const query = `${NOVEMBER}&include_occurrences=true`;
    expect((await entry(food, query)).occurrences).toMatchObject([
      { other_activity: 120, budgeted: 300, budgeted_amount: "300.0000", budgeted_currency: "usd" },
    ]);
    await budget(food, "2026-11-01", 500, { notes: "All of it" });
    expect((await entry(food, query)).occurrences).toMatchObject([
      { budgeted: 500, budgeted_amount: "500.0000", notes: "All of it" },
    ]);
    // Once the members have more together, nobody gave what the group counts as.
    await budget(groceries, "2026-11-01", 550);
    expect((await entry(food, query)).occurrences).toMatchObject([
      { budgeted: 550, budgeted_amount: "550.0000", budgeted_currency: "usd", notes: "All of it" },
    ]);
  });
});

describe("totals of a summary", () => {
  test("totals separate money in, money out and uncategorized money", async () => {
    const [salary = 0, groceries = 0, transfer = 0] = await Promise.all(
      ["Salary", "Groceries", "Account Transfer"].map(categoryId),
    );
    const item = await addRecurring({ anchor: "2026-01-05" });
    await spend(salary, "2026-11-01", -3000);
    await spend(groceries, "2026-11-02", 200);
    await spend(groceries, "2026-11-03", -50);
    await spend(transfer, "2026-11-04", 999);
    await spend(null, "2026-11-05", 20);
    await spend(null, "2026-11-06", -7);
    await spend(null, "2026-11-07", 1);
    await spend(null, "2026-11-05", 30, { recurring_id: item });
    await spend(null, "2026-10-31", 12345);

    // The refund of 50 stays with groceries; the transfer is left out of totals; the item of 30 expects and
    // finds its day, 5 November, and belongs to no category.
    expect((await summary(`${NOVEMBER}&include_totals=true`)).totals).toEqual({
      inflow: {
        other_activity: -3000,
        recurring_activity: 0,
        recurring_remaining: 0,
        recurring_expected: 0,
        uncategorized: -7,
        uncategorized_count: 1,
        uncategorized_recurring: 0,
      },
      outflow: {
        other_activity: 150,
        recurring_activity: 0,
        recurring_remaining: 0,
        recurring_expected: 30,
        uncategorized: 21,
        uncategorized_count: 3,
        uncategorized_recurring: 30,
      },
    });
  });

  test("totals come only on request", async () => {
    expect(await summary(NOVEMBER)).not.toHaveProperty("totals");
    expect(await summary(`${NOVEMBER}&include_totals=false`)).not.toHaveProperty("totals");
  });
});

describe("recurring items in a summary", () => {
  test("a recurring item is expected in its own category, else in its latest transaction's", async () => {
    const [food = 0, groceries = 0, coffee = 0, rent = 0] = await Promise.all(
      ["Food", "Groceries", "Coffee", "Rent"].map(categoryId),
    );
    await addRecurring({ category: groceries, amount: 30 });
    const followed = await addRecurring({ amount: 12 });
    await spend(rent, "2026-08-10", 12, { recurring_id: followed });
    await spend(coffee, "2026-10-10", 12, { recurring_id: followed });

    // Monthly on the 10th: October and November; the second item found its day in October.
    const range = "start_date=2026-10-01&end_date=2026-11-30";
    expect(await totals(groceries, range)).toMatchObject({
      recurring_expected: 60,
      recurring_remaining: 60,
      recurring_activity: 0,
    });
    expect(await totals(coffee, range)).toMatchObject({
      recurring_expected: 24,
      recurring_remaining: 12,
      recurring_activity: 12,
    });
    expect(await totals(food, range)).toMatchObject({
      recurring_expected: 84,
      recurring_remaining: 72,
      recurring_activity: 12,
    });
    expect(await totals(rent, range)).toMatchObject({ recurring_expected: 0 });
  });

  test("items that are only suggested are not expected", async () => {
    await addRecurring({ category: 2 });
    await database((sql) => sql.run("UPDATE recurring_items SET status = 'suggested'"));

    expect(await totals(2, NOVEMBER)).toMatchObject({ recurring_expected: 0 });
  });
});

describe("rollover into the same category", () => {
  const month = (number: number) => {
    const days = [31, 28, 31, 30, 31, 30][number - 1];
    return `start_date=2026-0${number}-01&end_date=2026-0${number}-${days}`;
  };

  test("rollover carries what remained of every period since the first budget, overspending included", async () => {
    //            Dec   Jan   Feb   Mar   Apr
    // budgeted     -   100   100   100     -
    // spent      999    70   150    20     5
    // available         30   -20    60    55     (30 + 100 - 150 = -20; -20 + 100 - 20 = 60; 60 - 5 = 55)
    for (const start of ["2026-01-01", "2026-02-01", "2026-03-01"]) await budget(2, start, 100);
    await insert(
      [
        ["2025-12-31", 999],
        ["2026-01-31", 70],
        ["2026-02-10", 150],
        ["2026-03-01", 20],
        ["2026-04-30", 5],
      ].map(([date, amount]) => ({ date, amount, category_id: 2 })),
    );
    await automate(2, { rollover_option: "same category" });

    const availableIn = async (number: number) => (await totals(2, month(number))).available;
    expect(await availableIn(1)).toBe(30);
    expect(await availableIn(2)).toBe(-20);
    expect(await availableIn(3)).toBe(60);
    expect(await totals(2, month(4))).toMatchObject({ budgeted: null, available: 55 });
    // February and March in one: 30 + 200 - 170.
    expect(await totals(2, "start_date=2026-02-01&end_date=2026-03-31")).toMatchObject({
      budgeted: 200,
      available: 60,
    });
    await automate(2, { rollover_option: null });
    expect(await availableIn(3)).toBe(80);
    expect(await availableIn(4)).toBeNull();
  });

  test("a group shows its members' rollover, unless the group itself rolls over", async () => {
    const [food = 0, groceries = 0, coffee = 0] = await Promise.all(
      ["Food", "Groceries", "Coffee"].map(categoryId),
    );
    //             Jan budgeted  spent   left       Feb budgeted
    // groceries            100     40     60                100
    // coffee                20     50    -30 (not kept)      20
    // food, own            150     90     60                150
    for (const start of ["2026-01-01", "2026-02-01"]) {
      await budget(groceries, start, 100);
      await budget(coffee, start, 20);
      await budget(food, start, 150);
    }
    await spend(groceries, "2026-01-05", 40);
    await spend(coffee, "2026-01-05", 50);
    await automate(groceries, { rollover_option: "same category" });

    expect(await totals(groceries, month(2))).toMatchObject({ available: 160 });
    expect(await totals(coffee, month(2))).toMatchObject({ available: 20 });
    expect(await totals(food, month(2))).toMatchObject({ available: 150 + 60 });
    await automate(coffee, { rollover_option: "same category" });
    expect(await totals(food, month(2))).toMatchObject({ available: 150 + 60 - 30 });
    await automate(food, { rollover_option: "same category" });
    expect(await totals(food, month(2))).toMatchObject({ available: 150 + 60 });
  });

  test("rollover begins with the budgeting rule if no amount was ever set", async () => {
    await automate(2, {
      auto_budget_type: "fixed",
      auto_budget_amount: 50,
      rollover_option: "same category",
      start_date: "2026-02-17",
    });
    await spend(2, "2026-01-31", 999);
    await spend(2, "2026-02-01", 20);

    // February has 50 from the period of the 17th on, 30 are left; March adds 50.
    expect(await totals(2, month(1))).toMatchObject({ budgeted: null, available: null });
    expect(await totals(2, month(2))).toMatchObject({ budgeted: 50, available: 30 });
    expect(await totals(2, month(3))).toMatchObject({ budgeted: 50, available: 80 });
  });

  test("rollover adds up in a category whose rule budgets the spent amount again", async () => {
    //            Jan   Feb   Mar
    // spent      100    60    10
    // budgeted     -   100    60   (from February on)
    // available         40    90   (40 + 60 - 10)
    await automate(2, {
      auto_budget_type: "spend",
      rollover_option: "same category",
      start_date: "2026-02-01",
    });
    await insert(
      [
        ["2026-01-31", 100],
        ["2026-02-10", 60],
        ["2026-03-01", 10],
      ].map(([date, amount]) => ({ date, amount, category_id: 2 })),
    );

    expect(await totals(2, month(2))).toMatchObject({ budgeted: 100, available: 40 });
    expect(await totals(2, month(3))).toMatchObject({ budgeted: 60, available: 90 });
  });
});

describe("automatic budgets", () => {
  test("a fixed rule budgets its amount, in its own currency, in every period without one", async () => {
    await withRate("usd", "2026-01-01", "2");
    await automate(2, {
      auto_budget_type: "fixed",
      auto_budget_amount: "100",
      auto_budget_currency: "eur",
      start_date: "2026-10-01",
    });
    await budget(2, "2026-11-01", 30);

    const { occurrences } = await entry(
      2,
      "start_date=2026-09-01&end_date=2026-12-31&include_occurrences=true",
    );
    const rows = occurrences.map((one: Answer["body"]) => [
      one.budgeted,
      one.budgeted_amount,
      one.budgeted_currency,
    ]);
    expect(rows).toEqual([
      [null, null, null],
      [200, "100.0000", "eur"],
      [30, "30.0000", "usd"],
      [200, "100.0000", "eur"],
    ]);
  });

  test("a rule budgets the amount spent before, for a group the amount its members spent", async () => {
    const [food = 0, groceries = 0] = await Promise.all(["Food", "Groceries"].map(categoryId));
    for (const category of [food, groceries])
      await automate(category, { auto_budget_type: "spend", start_date: "2026-10-01" });
    await spend(groceries, "2026-09-30", 500);
    await spend(groceries, "2026-10-05", 80);
    await spend(await categoryId("Coffee"), "2026-10-05", 20);

    expect(await totals(groceries, OCTOBER)).toMatchObject({ budgeted: 500, available: 420 });
    expect(await totals(groceries, NOVEMBER)).toMatchObject({ budgeted: 80, available: 80 });
    expect(await totals(food, NOVEMBER)).toMatchObject({ budgeted: 100, available: 100 });
  });

  test("a rule budgets the previous amount again, no matter how long ago it was set", async () => {
    await automate(2, { auto_budget_type: "budget", start_date: "2025-02-01" });
    await budget(2, "2025-01-01", 70);

    expect(await totals(2, NOVEMBER)).toMatchObject({ budgeted: 70, available: 70 });
    expect(await totals(2, "start_date=2024-12-01&end_date=2024-12-31")).toMatchObject({
      budgeted: null,
    });
  });

  test("a rule budgets the income received before", async () => {
    const salary = await categoryId("Salary");
    await automate(salary, { auto_budget_type: "spend", start_date: "2026-10-01" });
    await spend(salary, "2026-10-25", -2500);

    expect(await totals(salary, NOVEMBER)).toMatchObject({ budgeted: 2500, available: 2500 });
  });
});

describe("the rollover pool", () => {
  const poolIn = async (range: string) =>
    (await summary(`${range}&include_rollover_pool=true`)).rollover_pool;
  const adjust = async (adjustment: object) => {
    expect((await callOwn("POST", "/budgets/adjustments", adjustment)).status).toBe(201);
  };

  test("the rollover pool is null if nothing feeds it, and comes only on request", async () => {
    expect(await poolIn(NOVEMBER)).toBeNull();
    expect(await summary(NOVEMBER)).not.toHaveProperty("rollover_pool");
  });

  test("the rollover pool holds what its categories left over, and adjustments to the end of the range", async () => {
    await withRate("usd", "2026-01-01", "2");
    const [groceries = 0, rent = 0, transfer = 0] = await Promise.all(
      ["Groceries", "Rent", "Account Transfer"].map(categoryId),
    );
    //              Sep         Oct         left
    // groceries    100 - 60    100 - 130   10
    // rent         500 - 0     -           500, but it does not roll over
    // transfer     excluded from budgets
    for (const start of ["2026-09-01", "2026-10-01", "2026-11-01"])
      await budget(groceries, start, 100);
    await budget(rent, "2026-09-01", 500);
    await budget(transfer, "2026-09-01", 40);
    await spend(groceries, "2026-09-02", 60);
    await spend(groceries, "2026-10-31", 130);
    await spend(groceries, "2026-11-05", 5);
    await automate(groceries, { rollover_option: "available funds" });
    await automate(transfer, { rollover_option: "available funds" });
    await adjust({ date: "2026-11-30", amount: "-4" });
    await adjust({ date: "2026-10-31", amount: 25, currency: "eur" });
    await adjust({ date: "2026-12-01", amount: 1000 });

    // 10 + 25 * 2 - 4
    expect(await poolIn(NOVEMBER)).toEqual({
      budgeted_to_base: 56,
      all_adjustments: [
        { in_range: false, date: "2026-10-31", amount: "25.0000", currency: "eur", to_base: 50 },
        { in_range: true, date: "2026-11-30", amount: "-4.0000", currency: "usd", to_base: -4 },
      ],
    });
    // What rolls over into the pool is not available in the category again.
    expect(await totals(groceries, NOVEMBER)).toMatchObject({ available: 95 });
    // Within October only September has ended; 25 euros came on its last day.
    expect((await poolIn(OCTOBER)).budgeted_to_base).toBe(90);
    expect((await poolIn("start_date=2026-10-05&end_date=2026-10-06")).budgeted_to_base).toBe(40);
  });

  test("the rollover pool takes a group's leftovers once, by the group's own rule", async () => {
    const [food = 0, groceries = 0] = await Promise.all(["Food", "Groceries"].map(categoryId));
    await budget(groceries, "2026-10-01", 100);
    await budget(food, "2026-10-01", 150);
    await spend(groceries, "2026-10-02", 60);
    await automate(groceries, { rollover_option: "available funds" });

    expect((await poolIn(NOVEMBER)).budgeted_to_base).toBe(40);
    await automate(food, { rollover_option: "available funds" });
    expect((await poolIn(NOVEMBER)).budgeted_to_base).toBe(90);
    await automate(food, { rollover_option: "same category" });
    expect((await poolIn(NOVEMBER)).budgeted_to_base).toBe(0);
  });

  test("the rollover pool takes income above its budget", async () => {
    const salary = await categoryId("Salary");
    await budget(salary, "2026-10-01", 3000);
    await spend(salary, "2026-10-25", -3200);
    await automate(salary, { rollover_option: "available funds" });

    expect((await poolIn(NOVEMBER)).budgeted_to_base).toBe(200);
  });

  test.each([
    // Oct: salary 3000 budgeted, 2800 received, interest 15 received; rent 900, the group Food 500 whole.
    ["max", 3015 - 1400],
    ["budgeted", 3000 - 1400],
    ["activity", 2815 - 1400],
  ])(
    "the rollover pool takes what past periods left to budget, by the income option %s",
    async (option, expected) => {
      const [
        salary = 0,
        interest = 0,
        rent = 0,
        food = 0,
        groceries = 0,
        transfer = 0,
        income = 0,
      ] = await Promise.all(
        ["Salary", "Interest", "Rent", "Food", "Groceries", "Account Transfer", "Income"].map(
          categoryId,
        ),
      );
      // The larger of both is asked of each income category of the top level: these leave their group.
      for (const one of [salary, interest]) await put(`/categories/${one}`, { group_id: null });
      await budget(salary, "2026-10-01", 3000);
      await budget(rent, "2026-10-01", 900);
      await budget(groceries, "2026-10-01", 300);
      await budget(food, "2026-10-01", 500);
      await budget(transfer, "2026-10-01", 77);
      await spend(salary, "2026-10-25", -2800);
      await spend(interest, "2026-10-31", -15);
      await spend(groceries, "2026-10-12", 650);
      await spend(interest, "2026-09-30", -1000);
      await configure({ budget_rollover_left_to_budget: true, budget_income_option: option });

      expect(income).toBeGreaterThan(0);
      expect(await poolIn(NOVEMBER)).toEqual({ budgeted_to_base: expected, all_adjustments: [] });
      expect((await poolIn(OCTOBER)).budgeted_to_base).toBe(0);
    },
  );
});

test("two thousand daily periods are as exact as one", async () => {
  await configure({ budget_period_granularity: "day" });
  await spend(2, "2021-06-06", 1);
  await spend(2, "2024-02-29", 2);
  await spend(4, "2026-11-26", 4);

  // 2021-06-06 + 1,999 days = 2026-11-26: 5 years are 1826 days, to 2026-06-06, and 173 more.
  const { categories } = await summary(
    "start_date=2021-06-06&end_date=2026-11-26&include_occurrences=true",
  );
  const of = (id: number) => categories.find((one: Answer["body"]) => one.category_id === id);
  const days = (id: number) =>
    of(id)
      .occurrences.map((one: Answer["body"]) => [one.start_date, one.other_activity])
      .filter(([, activity]: [string, number]) => activity !== 0);
  expect(of(2).occurrences).toHaveLength(2_000);
  expect(days(2)).toEqual([
    ["2021-06-06", 1],
    ["2024-02-29", 2],
  ]);
  expect(days(4)).toEqual([["2026-11-26", 4]]);
  expect(days(1)).toEqual([
    ["2021-06-06", 1],
    ["2024-02-29", 2],
    ["2026-11-26", 4],
  ]);
});

describe("the period settings of a budget", () => {
  test("the period settings decide which ranges are aligned", async () => {
    // 2026-11-02 is a Monday.
    await configure({
      budget_period_granularity: "week",
      budget_period_quantity: 2,
      budget_period_anchor_date: "2026-11-02",
    });

    expect((await summary(NOVEMBER)).aligned).toBe(false);
    expect((await summary("start_date=2026-11-16&end_date=2026-11-29")).aligned).toBe(true);
    expect((await summary("start_date=2026-10-19&end_date=2026-11-15")).aligned).toBe(true);
  });

  test("the period settings hide amounts of other periods and never lose them", async () => {
    await budget(2, "2026-11-01", 400);
    await automate(2, { rollover_option: "same category", start_date: "2026-11-01" });
    await configure({ budget_period_anchor_date: "2026-01-15" });

    expect(await totals(2, "start_date=2026-10-15&end_date=2026-11-14")).toMatchObject({
      budgeted: null,
    });
    expect(
      (await callOwn("GET", "/budgets?start_date=2026-01-01&end_date=2026-12-31")).body.budgets,
    ).toEqual([]);
    await configure({ budget_period_anchor_date: "2020-01-01" });
    expect(await totals(2, NOVEMBER)).toMatchObject({ budgeted: 400, available: 400 });
  });
});

describe("refused summaries", () => {
  test.each([
    ["", "/query/start_date", "required"],
    ["start_date=2026-11-01", "/query/end_date", "required"],
    ["end_date=2026-11-01", "/query/start_date", "required"],
    ["start_date=2026-11-31&end_date=2026-12-01", "/query/start_date", "format"],
    ["start_date=2026-11-02&end_date=2026-11-01", "/query/end_date", "range"],
    [`${NOVEMBER}&include_totals=1`, "/query/include_totals", "type"],
    [`${NOVEMBER}&include_everything=true`, "/query/include_everything", "additionalProperties"],
  ])('a summary with the range "%s" is refused', async (query, instancePath, keyword) => {
    const { status, body } = await get(`/summary?${query}`);

    expect(status).toBe(400);
    expect(body.message).toBe("Invalid Request Parameters");
    expect(body.errors[0]).toMatchObject({ instancePath, keyword });
  });

  test("a summary with too many periods or occurrences is refused", async () => {
    await configure({ budget_period_granularity: "day" });

    // 4,000 days are 10 years and 347 or 348 days; 2010-01-01 + 3,999 days = 2020-12-13.
    const most = "start_date=2010-01-01&end_date=2020-12-13";
    expect((await get(`/summary?${most}`)).status).toBe(200);
    const tooLong = await get("/summary?start_date=2010-01-01&end_date=2020-12-14");
    expect(tooLong.status).toBe(400);
    expect(tooLong.body.errors[0].errMsg).toContain("4001 budget periods");
    const tooMany = await get(`/summary?${most}&include_occurrences=true`);
    expect(tooMany.status).toBe(400);
    expect(tooMany.body.errors[0].errMsg).toContain("50000 occurrences");
  });
});

describe("laws of summaries", () => {
  const CATEGORIES = [2, 3, 4, 22, null];
  const item = fc.record({
    date: fc
      .integer({ min: 0, max: 120 })
      .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)),
    amount: fc.integer({ min: -500_000, max: 500_000 }).map((cents) => (cents / 100).toFixed(2)),
    category_id: fc.constantFrom(...CATEGORIES),
  });
  const MONTHS = ["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01"];
  const ENDS = ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"];
  const range = (from: number, to: number) => `start_date=${MONTHS[from]}&end_date=${ENDS[to]}`;
  const cents = (value: number) => Math.round(value * 100);

  test("activity equals the category's list sum, and each month starts with the previous one's rest", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { minLength: 1, maxLength: 40 }),
        fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 4, maxLength: 4 }),
        async (items, amounts) => {
          await reset();
          await insert(items);
          for (const [index, amount] of amounts.entries())
            await budget(2, MONTHS[index] ?? "", amount / 100);
          await automate(2, { rollover_option: "same category", start_date: "2026-01-01" });

          for (const [index] of MONTHS.entries()) {
            const month = range(index, index);
            for (const category of [2, 3, 4]) {
              const { body } = await get(`/transactions?category_id=${category}&${month}`);
              const listed = body.transactions.reduce(
                (sum: number, one: { to_base: number }) => sum + cents(one.to_base),
                0,
              );
              expect(cents((await totals(category, month)).other_activity)).toBe(listed);
            }
            const own = await totals(2, month);
            const before =
              index === 0 ? 0 : (await totals(2, range(index - 1, index - 1))).available;
            expect(cents(own.available)).toBe(
              cents(before) + (amounts[index] ?? 0) - cents(own.other_activity),
            );
          }
          const whole = await entry(2, `${range(0, 3)}&include_occurrences=true`);
          const summed = (name: string) =>
            whole.occurrences.reduce(
              (sum: number, one: Record<string, number>) => sum + cents(one[name] ?? 0),
              0,
            );
          expect(cents(whole.totals.other_activity)).toBe(summed("other_activity"));
          expect(cents(whole.totals.budgeted)).toBe(summed("budgeted"));
        },
      ),
      { numRuns: 8 },
    );
  });

  test("each period's budget and rest follow from the previous one, in periods of any kind", async () => {
    const settings = fc.record({
      budget_period_granularity: fc.constantFrom<PeriodGranularity>(
        "week",
        "month",
        "twice a month",
      ),
      budget_period_quantity: fc.integer({ min: 1, max: 2 }),
      budget_period_anchor_date: fc.constantFrom(
        "2025-01-31",
        "2026-02-28",
        "2026-06-15",
        "2024-02-29",
      ),
      budget_use_last_day_of_month: fc.boolean(),
    });
    const automation = fc.record({
      auto_budget_type: fc.constantFrom<"nothing" | "fixed" | "spend" | "budget">(
        "nothing",
        "fixed",
        "spend",
        "budget",
      ),
      rollover_option: fc.constantFrom("same category", null),
    });
    const given = fc.array(fc.option(fc.integer({ min: 0, max: 100_000 })), {
      minLength: 4,
      maxLength: 4,
    });

    await fc.assert(
      fc.asyncProperty(
        settings,
        automation,
        given,
        fc.array(item, { minLength: 1, maxLength: 30 }),
        async (chosen, automatic, amounts, items) => {
          await reset();
          await configure(chosen);
          await insert(items.map((one) => ({ ...one, category_id: 2 })));
          const periods = periodsOverlapping(
            {
              granularity: chosen.budget_period_granularity,
              quantity: chosen.budget_period_quantity,
              anchor: must(parseDay(chosen.budget_period_anchor_date), "a day"),
              useLastDayOfMonth: chosen.budget_use_last_day_of_month,
            },
            must(parseDay("2025-12-25"), "a day"),
            must(parseDay("2026-12-31"), "a day"),
          ).slice(0, 5);
          const [before, ...four] = periods;
          for (const [index, { start }] of four.entries())
            if (amounts[index] != null) await budget(2, start, amounts[index] / 100);
          await automate(2, {
            ...automatic,
            ...(automatic.auto_budget_type === "fixed" && { auto_budget_amount: 50 }),
            start_date: four[0]?.start,
          });

          const spentIn = ({ start, end }: { start: string; end: string }) =>
            items
              .filter(({ date }) => date >= start && date <= end)
              .reduce((sum, { amount }) => sum + cents(Number(amount)), 0);
          let [budgeted, rest]: [number | null, number] = [null, 0];
          let spentBefore = spentIn(must(before, "the period before"));
          for (const [index, period] of four.entries()) {
            const repeated: Record<string, number | null> = {
              nothing: null,
              fixed: 5_000,
              spend: spentBefore,
              budget: budgeted,
            };
            budgeted = amounts[index] ?? repeated[automatic.auto_budget_type] ?? null;
            const spent = spentIn(period);
            const rolls = automatic.rollover_option !== null;
            rest = (rolls ? rest : 0) + (budgeted ?? 0) - spent;
            const own = await totals(2, `start_date=${period.start}&end_date=${period.end}`);
            expect(cents(own.other_activity)).toBe(spent);
            expect(own.budgeted === null ? null : cents(own.budgeted)).toBe(budgeted);
            if (!rolls && budgeted === null) expect(own.available).toBeNull();
            else expect(cents(own.available)).toBe(rest);
            spentBefore = spent;
          }
        },
      ),
      { numRuns: 12 },
    );
  });
});
