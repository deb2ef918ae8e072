import { afterEach, describe, expect, test, vi } from "vitest";
import { monthOfInstant } from "../../src/money/month.ts";
import { issueTokenWith, withRate } from "./budgets-client.ts";
import { callOwn, categoryId, database, del, get, post, put } from "./client.ts";
import { reset } from "../reset.ts";

afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

const DEFAULTS = {
  budget_period_granularity: "month",
  budget_period_quantity: 1,
  budget_period_anchor_date: "2020-01-01",
  budget_hide_no_activity: false,
  budget_use_last_day_of_month: false,
  budget_income_option: "max",
  budget_rollover_left_to_budget: false,
};

/** The amounts as stored: [category, start, amount in units]. */
const stored = () =>
  database((sql) =>
    sql
      .all<{ category_id: number; start_date: string; amount: number }>(
        "SELECT category_id, start_date, amount FROM budget_amounts ORDER BY id",
      )
      .map((row) => [row.category_id, row.start_date, row.amount]),
  );

describe("GET /budgets/settings", () => {
  test("GET /budgets/settings shows calendar months by default", async () => {
    const { status, body } = await get("/budgets/settings");

    expect(status).toBe(200);
    expect(body).toEqual(DEFAULTS);
  });

  test("GET /budgets/settings refuses parameters", async () => {
    const { status, body } = await get("/budgets/settings?month=1");

    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({ instancePath: "/query/month" });
  });

  test("reading the settings needs budgets:read, and writing needs budgets:write", async () => {
    const reader = await issueTokenWith(["budgets:read"]);
    const writer = await issueTokenWith(["budgets:write"]);
    const amount = { start_date: "2026-11-01", category_id: 2, amount: 1 };
    const place = "category_id=2&start_date=2026-11-01";

    const summary = "/summary?start_date=2026-11-01&end_date=2026-11-30";
    expect((await get("/budgets/settings", { token: reader })).status).toBe(200);
    expect((await get(summary, { token: reader })).status).toBe(200);
    expect((await put("/budgets", amount, { token: writer })).status).toBe(200);
    expect((await del(`/budgets?${place}`, undefined, { token: writer })).status).toBe(204);
    for (const refused of [
      await get("/budgets/settings", { token: writer }),
      await get(summary, { token: writer }),
    ]) {
      expect(refused.status).toBe(403);
      expect(refused.body.errors[0].scope).toBe("budgets:read");
    }
    for (const refused of [
      await put("/budgets", amount, { token: reader }),
      await del(`/budgets?${place}`, undefined, { token: reader }),
    ]) {
      expect(refused.status).toBe(403);
      expect(refused.body.errors[0].scope).toBe("budgets:write");
    }
  });
});

describe("PUT /budgets", () => {
  test("PUT /budgets writes an amount in the primary currency and answers exactly six properties", async () => {
    const groceries = await categoryId("Groceries");

    const { status, body } = await put("/budgets", {
      start_date: "2026-11-01",
      category_id: groceries,
      amount: 400.5,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      category_id: groceries,
      start_date: "2026-11-01",
      amount: "400.5000",
      currency: "usd",
      to_base: 400.5,
      notes: null,
    });
    expect(await stored()).toEqual([[groceries, "2026-11-01", 4_005_000]]);
  });

  test("PUT /budgets replaces the amount; omitted notes stay, and null or empty notes are cleared", async () => {
    const place = { start_date: "2026-11-01", category_id: 2 };

    const write = async (more: object) => (await put("/budgets", { ...place, ...more })).body;
    expect(await write({ amount: "10", notes: "Two birthdays" })).toMatchObject({
      notes: "Two birthdays",
    });
    expect(await write({ amount: "20.1234" })).toMatchObject({
      amount: "20.1234",
      notes: "Two birthdays",
    });
    expect(await write({ amount: 0, notes: null })).toMatchObject({
      amount: "0.0000",
      notes: null,
    });
    await write({ amount: 0, notes: "again" });
    expect(await write({ amount: -5, notes: "" })).toMatchObject({
      amount: "-5.0000",
      notes: null,
    });
    expect(await stored()).toEqual([[2, "2026-11-01", -50_000]]);
  });

  test("PUT /budgets converts the amount at the start of the period", async () => {
    // One euro buys 1.25 dollars on 1 November and 2 dollars on 1 December: 100 euros are 125, then 200.
    await withRate("usd", "2026-11-01", "1.25");
    await withRate("usd", "2026-12-01", "2");

    const inNovember = await put("/budgets", {
      start_date: "2026-11-01",
      category_id: 2,
      amount: 100,
      currency: "eur",
    });
    const inDecember = await put("/budgets", { ...inNovember.body, start_date: "2026-12-01" });
    expect(inNovember.body).toMatchObject({ amount: "100.0000", currency: "eur", to_base: 125 });
    expect(inDecember.body).toMatchObject({ amount: "100.0000", currency: "eur", to_base: 200 });
  });

  test("PUT /budgets accepts its own answer and a whole budget object", async () => {
    const { body } = await put("/budgets", { start_date: "2026-11-01", category_id: 2, amount: 7 });
    const { body: listed } = await callOwn(
      "GET",
      "/budgets?start_date=2026-11-01&end_date=2026-11-30",
    );

    expect((await put("/budgets", body)).body).toEqual(body);
    expect((await put("/budgets", listed.budgets[0])).body).toEqual(body);
  });

  test("PUT /budgets refuses a day on which no period starts and names the starts around it, in both forms", async () => {
    const { status, body } = await put("/budgets", {
      start_date: "2026-11-15",
      category_id: 2,
      amount: 1,
    });

    const facts = {
      errMsg:
        "No budget period starts on 2026-11-15; the one before starts on 2026-11-01, the next on 2026-12-01.",
      requested_start_date: "2026-11-15",
      previous_valid_start_date: "2026-11-01",
      next_valid_start_date: "2026-12-01",
    };
    expect(status).toBe(400);
    expect(body).toEqual({ message: "Invalid Request Body", ...facts, errors: [facts] });
    expect(await stored()).toEqual([]);
  });

  test("a refusal names no earlier or later start outside the supported days", async () => {
    await callOwn("PUT", "/budgets/settings", {
      budget_period_granularity: "year",
      budget_period_quantity: 100,
      budget_period_anchor_date: "1950-06-01",
    });

    const early = await put("/budgets", { start_date: "1940-01-01", category_id: 2, amount: 1 });
    const late = await put("/budgets", { start_date: "2199-01-01", category_id: 2, amount: 1 });
    expect(early.body).toMatchObject({
      previous_valid_start_date: null,
      next_valid_start_date: "1950-06-01",
    });
    expect(late.body).toMatchObject({
      previous_valid_start_date: "2150-06-01",
      next_valid_start_date: null,
    });
    expect(
      (await put("/budgets", { start_date: "2150-06-01", category_id: 2, amount: 1 })).status,
    ).toBe(200);
  });

  test("PUT /budgets refuses an unknown category", async () => {
    const { status, body } = await put("/budgets", {
      start_date: "2026-11-01",
      category_id: 999,
      amount: 1,
    });

    expect(status).toBe(400);
    expect(body).toEqual({
      message: "Invalid Request Body",
      errors: [
        {
          errMsg: "category_id is 999, but there is no such category.",
          error: "Invalid Category ID",
          invalid_property: "category_id",
        },
      ],
    });
  });

  test.each([
    [{ start_date: "2026-11-01", category_id: 2 }, "/body/amount", "required"],
    [{ start_date: "2026-11-01", amount: 1 }, "/body/category_id", "required"],
    [{ category_id: 2, amount: 1 }, "/body/start_date", "required"],
    [{ start_date: "2026-02-30", category_id: 2, amount: 1 }, "/body/start_date", "format"],
    [{ start_date: "2026-11-01", category_id: "2", amount: 1 }, "/body/category_id", "type"],
    [{ start_date: "2026-11-01", category_id: 2, amount: "1,000" }, "/body/amount", "format"],
    [{ start_date: "2026-11-01", category_id: 2, amount: "0.00001" }, "/body/amount", "format"],
    [
      { start_date: "2026-11-01", category_id: 2, amount: 1, currency: "USD" },
      "/body/currency",
      "enum",
    ],
    [
      { start_date: "2026-11-01", category_id: 2, amount: 1, notes: "x".repeat(351) },
      "/body/notes",
      "maxLength",
    ],
    [
      { start_date: "2026-11-01", category_id: 2, amount: 1, period: 1 },
      "/body/period",
      "additionalProperties",
    ],
  ])("PUT /budgets refuses %j", async (request, instancePath, keyword) => {
    const { status, body } = await put("/budgets", request);

    expect(status).toBe(400);
    expect(body.message).toBe("Request Validation Failure");
    expect(body.errors[0]).toMatchObject({ instancePath, keyword });
  });

  test("the notes of a budget may have 350 characters", async () => {
    const notes = "x".repeat(350);

    const { body } = await put("/budgets", {
      start_date: "2026-11-01",
      category_id: 2,
      amount: 1,
      notes,
    });
    expect(body.notes).toBe(notes);
  });

  test("a group's budget cannot be below the sum of its members' budgets", async () => {
    const [food, groceries, coffee] = await Promise.all(
      ["Food", "Groceries", "Coffee"].map(categoryId),
    );
    const write = (category_id: number | undefined, amount: number) =>
      put("/budgets", { start_date: "2026-11-01", category_id, amount });
    await write(groceries, 300);
    await write(coffee, 50);

    const refused = await write(food, 349.9999);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([
      {
        errMsg: "amount is below the 350 usd budgeted for the members of this category group.",
        invalid_property: "amount",
        category_id: food,
      },
    ]);
    expect((await write(food, 350)).status).toBe(200);
    // Without a rate nobody knows what 1 euro is worth.
    expect(
      (
        await put("/budgets", {
          start_date: "2026-11-01",
          category_id: food,
          amount: 1,
          currency: "eur",
        })
      ).status,
    ).toBe(200);
    // A member may grow past the group's amount: the group then counts as the members' sum.
    expect((await write(coffee, 80)).status).toBe(200);
  });
});

describe("DELETE /budgets", () => {
  test("DELETE /budgets removes only the amount of that period, and may be repeated", async () => {
    for (const start_date of ["2026-11-01", "2026-12-01"])
      await put("/budgets", { start_date, category_id: 2, amount: 1 });

    expect((await del("/budgets?category_id=2&start_date=2026-11-01")).status).toBe(204);
    expect((await del("/budgets?category_id=2&start_date=2026-11-01")).status).toBe(204);
    expect(await stored()).toEqual([[2, "2026-12-01", 10_000]]);
  });

  test("DELETE /budgets refuses an unknown category and a day on which no period starts", async () => {
    const noStart = await del("/budgets?category_id=2&start_date=2026-11-30");
    const noCategory = await del("/budgets?category_id=999&start_date=2026-11-01");

    expect(noStart.status).toBe(400);
    expect(noStart.body).toMatchObject({
      message: "Invalid Request Parameters",
      requested_start_date: "2026-11-30",
      previous_valid_start_date: "2026-11-01",
      next_valid_start_date: "2026-12-01",
      errors: [{ previous_valid_start_date: "2026-11-01", next_valid_start_date: "2026-12-01" }],
    });
    expect(noCategory.status).toBe(400);
    expect(noCategory.body.errors[0].error).toBe("Invalid Category ID");
  });

  test.each([
    ["", "/query/category_id"],
    ["?category_id=2", "/query/start_date"],
    ["?start_date=2026-11-01", "/query/category_id"],
    ["?category_id=x&start_date=2026-11-01", "/query/category_id"],
    ["?category_id=2&start_date=November", "/query/start_date"],
    ["?category_id=2&start_date=2026-11-01&force=true", "/query/force"],
  ])("DELETE /budgets refuses %s", async (query, instancePath) => {
    const { status, body } = await del(`/budgets${query}`);

    expect(status).toBe(400);
    expect(body.message).toBe("Invalid Request Parameters");
    expect(body.errors[0].instancePath).toBe(instancePath);
  });
});

describe("a category with budgets", () => {
  test("a category with budgets is deleted only with force, and its budgets with it", async () => {
    const { body: category } = await post("/categories", { name: "Boat" });
    for (const start_date of ["2026-10-01", "2026-11-01"])
      await put("/budgets", { start_date, category_id: category.id, amount: 1 });
    await put("/budgets", { start_date: "2026-11-01", category_id: 2, amount: 1 });
    await callOwn("PUT", `/budgets/categories/${category.id}`, {
      rollover_option: "same category",
    });

    const refused = await del(`/categories/${category.id}`);
    expect(refused.status).toBe(422);
    expect(refused.body.dependents).toEqual({
      budget: 2,
      category_rules: 0,
      transactions: 0,
      children: 0,
      recurring: 0,
      plaid_cats: 0,
    });
    expect((await del(`/categories/${category.id}?force=true`)).status).toBe(204);
    expect(await stored()).toEqual([[2, "2026-11-01", 10_000]]);
    expect(await database((sql) => sql.all("SELECT * FROM budget_automation"))).toEqual([]);
  });
});

describe("PUT /api/budgets/settings", () => {
  test("PUT /api/budgets/settings changes the properties it names, and accepts what GET shows", async () => {
    const change = {
      budget_period_granularity: "twice a month",
      budget_period_anchor_date: "2026-01-31",
      budget_use_last_day_of_month: true,
      budget_income_option: "activity",
    };

    const { body } = await callOwn("PUT", "/budgets/settings", change);
    expect(body).toEqual({ ...DEFAULTS, ...change });
    const { body: shown } = await get("/budgets/settings");
    expect(shown).toEqual(body);
    expect((await callOwn("PUT", "/budgets/settings", shown)).body).toEqual(shown);
    expect(
      (
        await callOwn("PUT", "/budgets/settings", {
          budget_period_quantity: 1_000,
          budget_hide_no_activity: true,
          budget_rollover_left_to_budget: true,
        })
      ).body,
    ).toEqual({
      ...shown,
      budget_period_quantity: 1_000,
      budget_hide_no_activity: true,
      budget_rollover_left_to_budget: true,
    });
  });

  test.each([
    [{}, undefined],
    [{ budget_period_granularity: "fortnight" }, "/body/budget_period_granularity"],
    [{ budget_period_quantity: 0 }, "/body/budget_period_quantity"],
    [{ budget_period_quantity: 1_001 }, "/body/budget_period_quantity"],
    [{ budget_period_quantity: 1.5 }, "/body/budget_period_quantity"],
    [{ budget_period_anchor_date: "2026-02-29" }, "/body/budget_period_anchor_date"],
    [{ budget_income_option: "least" }, "/body/budget_income_option"],
    [{ budget_hide_no_activity: "true" }, "/body/budget_hide_no_activity"],
    [{ quantity: 1 }, "/body/quantity"],
  ])("PUT /api/budgets/settings refuses %j", async (request, instancePath) => {
    const { status, body } = await callOwn("PUT", "/budgets/settings", request);

    expect(status).toBe(400);
    expect(body.errors[0].instancePath).toBe(instancePath);
    expect((await get("/budgets/settings")).body).toEqual(DEFAULTS);
  });
});

describe("GET /api/budgets", () => {
  test("GET /api/budgets lists the amounts of periods that start in the range, as whole budget objects", async () => {
    const [food, groceries] = await Promise.all(["Food", "Groceries"].map(categoryId));
    await put("/budgets", { start_date: "2026-10-01", category_id: groceries, amount: 1 });
    await put("/budgets", {
      start_date: "2026-11-01",
      category_id: groceries,
      amount: 400.25,
      notes: "n",
    });
    await put("/budgets", {
      start_date: "2026-11-01",
      category_id: food,
      amount: 500,
      currency: "eur",
    });
    await callOwn("PUT", `/budgets/categories/${groceries}`, {
      auto_budget_type: "fixed",
      auto_budget_amount: "250.5",
      rollover_option: "available funds",
    });

    const { body } = await callOwn("GET", "/budgets?start_date=2026-10-02&end_date=2026-11-01");
    expect(body.budgets).toHaveLength(2);
    expect(
      body.budgets.find((one: { category_id: number }) => one.category_id === groceries),
    ).toMatchObject({
      category_id: groceries,
      amount: 400.25,
      currency: "usd",
      start_date: "2026-11-01",
      next_start_date: "2026-12-01",
      notes: "n",
      auto_budget_type: "fixed",
      auto_budget_amount: 250.5,
      auto_budget_currency: "usd",
      rollover_option: "available funds",
      granularity: "month",
      quantity: 1,
      is_group: false,
      group_id: food,
    });
    expect(
      body.budgets.find((one: { category_id: number }) => one.category_id === food),
    ).toMatchObject({
      amount: 500,
      currency: "eur",
      notes: null,
      auto_budget_type: "nothing",
      auto_budget_amount: null,
      auto_budget_currency: null,
      rollover_option: null,
      is_group: true,
      group_id: null,
    });
  });

  test("GET /api/budgets refuses a range that ends before it starts, or that holds too many periods", async () => {
    const backwards = await callOwn("GET", "/budgets?start_date=2026-11-02&end_date=2026-11-01");
    // 100 years of months are 1,200 periods.
    const most = await callOwn("GET", "/budgets?start_date=1950-01-01&end_date=2049-12-31");
    const more = await callOwn("GET", "/budgets?start_date=1950-01-01&end_date=2050-01-01");

    expect(backwards.status).toBe(400);
    expect(most.status).toBe(200);
    expect(more.status).toBe(400);
    expect(more.body.errors[0].errMsg).toContain("1201 budget periods");
  });
});

describe("PUT /api/budgets/categories/{id}", () => {
  test("a budgeting rule keeps omitted properties, and applies from the current period by default", async () => {
    vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const first = await callOwn("PUT", "/budgets/categories/2", {
      auto_budget_type: "fixed",
      auto_budget_amount: 10,
      auto_budget_currency: "eur",
    });
    expect(first.body).toEqual({
      category_id: 2,
      auto_budget_type: "fixed",
      auto_budget_amount: 10,
      auto_budget_currency: "eur",
      rollover_option: null,
      start_date: `${monthOfInstant(Date.now())}-01`,
    });

    const second = await callOwn("PUT", "/budgets/categories/2", {
      rollover_option: "same category",
      start_date: "2026-01-15",
    });
    expect(second.body).toEqual({
      ...first.body,
      rollover_option: "same category",
      start_date: "2026-01-15",
    });
    expect((await callOwn("PUT", "/budgets/categories/2", second.body)).body).toEqual(second.body);
    const third = await callOwn("PUT", "/budgets/categories/2", { auto_budget_type: "spend" });
    expect(third.body).toMatchObject({
      auto_budget_type: "spend",
      auto_budget_amount: null,
      auto_budget_currency: null,
    });
    expect((await callOwn("GET", "/budgets/categories")).body.categories).toEqual([third.body]);
  });

  test("a budgeting rule in another currency loads the exchange rates that it will need", async () => {
    await callOwn("PUT", "/budgets/categories/2", {
      auto_budget_type: "fixed",
      auto_budget_amount: 10,
      auto_budget_currency: "gbp",
    });

    const used = await database((sql) =>
      sql.all<{ currency: string }>("SELECT currency FROM currencies_in_use ORDER BY currency"),
    );
    expect(used.map(({ currency }) => currency)).toEqual(["gbp", "usd"]);
  });

  test("a budgeting rule has an amount exactly if its type is fixed", async () => {
    for (const [request, property] of [
      [{ auto_budget_type: "fixed" }, "auto_budget_amount"],
      [{ auto_budget_type: "fixed", auto_budget_amount: null }, "auto_budget_amount"],
      [{ auto_budget_amount: 5 }, "auto_budget_amount"],
      [{ auto_budget_type: "spend", auto_budget_currency: "usd" }, "auto_budget_currency"],
    ] as const) {
      const { status, body } = await callOwn("PUT", "/budgets/categories/2", request);
      expect(status).toBe(400);
      expect(body.errors[0].invalid_property).toBe(property);
    }
  });

  test("a budgeting rule for an unknown category answers 404; an empty or unknown change is refused", async () => {
    expect(
      (await callOwn("PUT", "/budgets/categories/999", { rollover_option: null })).status,
    ).toBe(404);
    for (const request of [
      {},
      { category_id: 2 },
      { rollover: "same category" },
      { rollover_option: "x" },
    ])
      expect((await callOwn("PUT", "/budgets/categories/2", request)).status).toBe(400);
    expect((await callOwn("GET", "/budgets/categories")).body.categories).toEqual([]);
  });
});

describe("/api/budgets/adjustments", () => {
  test("budget adjustments are created, listed by day and deleted", async () => {
    await withRate("usd", "2026-11-01", "1.5");
    const later = await callOwn("POST", "/budgets/adjustments", {
      date: "2026-11-20",
      amount: "100.5",
    });
    const earlier = await callOwn("POST", "/budgets/adjustments", {
      date: "2026-11-01",
      amount: -10,
      currency: "eur",
    });

    expect(later.body).toMatchObject({ amount: "100.5000", currency: "usd", to_base: 100.5 });
    expect(earlier.body).toMatchObject({ amount: "-10.0000", currency: "eur", to_base: -15 });
    expect((await callOwn("GET", "/budgets/adjustments")).body.adjustments).toEqual([
      earlier.body,
      later.body,
    ]);
    expect((await callOwn("DELETE", `/budgets/adjustments/${later.body.id}`)).status).toBe(204);
    expect((await callOwn("DELETE", `/budgets/adjustments/${later.body.id}`)).status).toBe(404);
    expect((await callOwn("GET", "/budgets/adjustments")).body.adjustments).toEqual([earlier.body]);
  });

  test.each([
    {},
    { date: "2026-11-20" },
    { amount: 1 },
    { date: "x", amount: 1 },
    { date: "2026-11-20", amount: 1, notes: "" },
  ])("the budget adjustment %j is refused", async (request) => {
    expect((await callOwn("POST", "/budgets/adjustments", request)).status).toBe(400);
  });

  test("a budget has at most 10,000 adjustments", async () => {
    await database((sql) =>
      sql.run(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
         INSERT INTO rollover_adjustments (date, amount, currency, created_at) SELECT '2026-01-01', 1, 'usd', 0 FROM n`,
      ),
    );
    const one = { date: "2026-11-20", amount: 1 };

    expect((await callOwn("POST", "/budgets/adjustments", one)).status).toBe(201);
    const refused = await callOwn("POST", "/budgets/adjustments", one);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].errMsg).toContain("10000 adjustments");
  });
});
