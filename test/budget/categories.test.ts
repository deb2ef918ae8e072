import { afterEach, describe, expect, test } from "vitest";
import { callOwn, categoryId, database, del, get, insertOne, post, put } from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

interface Shown {
  readonly id: number;
  readonly name: string;
  readonly children?: readonly Shown[];
}

const names = (categories: readonly Shown[] | undefined): string[] =>
  (categories ?? []).map((category) => category.name);

async function group(name: string, children: readonly unknown[] = [], more: object = {}) {
  const { status, body } = await post("/categories", { name, is_group: true, children, ...more });
  expect(status).toBe(201);
  return body;
}

describe("listing categories", () => {
  test("the nested format lists groups with their members, each level by name", async () => {
    const { categories } = (await get("/categories")).body;

    expect(names(categories)).toEqual([
      "Bank Fees",
      "Food",
      "Gifts",
      "Health",
      "Home",
      "Income",
      "Leisure",
      "Transfers",
      "Transport",
    ]);
    const food = categories.find((category: Shown) => category.name === "Food");
    expect(names(food.children)).toEqual(["Coffee", "Groceries", "Restaurants"]);
    expect(food.children[0]).toMatchObject({
      group_id: food.id,
      is_group: false,
      collapsed: false,
    });
    expect(food.children[0]).not.toHaveProperty("children");
  });

  test("the flattened format lists grouped categories both at the top level and in their group", async () => {
    const { categories } = (await get("/categories?format=flattened")).body;

    expect(names(categories)).toContain("Coffee");
    expect(
      names(categories.find((category: Shown) => category.name === "Food").children),
    ).toContain("Coffee");
    expect(names(categories).length).toBe(9 + 17);
  });

  test("is_group decides the list regardless of the format", async () => {
    const assignable = (await get("/categories?is_group=false&format=nested")).body.categories;
    expect(names(assignable)).toContain("Coffee");
    expect(names(assignable)).not.toContain("Food");
    const groups = (await get("/categories?is_group=true&format=flattened")).body.categories;
    expect(names(groups)).toEqual(["Food", "Home", "Income", "Leisure", "Transfers", "Transport"]);
    expect(names(groups[0].children)).toHaveLength(3);
  });

  test("categories without a position come first, by name; the others follow by position", async () => {
    const food = await categoryId("Food");
    await database((sql) => {
      sql.run("UPDATE categories SET position = 2 WHERE name = 'Coffee'");
      sql.run("UPDATE categories SET position = 1 WHERE name = 'Groceries'");
    });

    const { body } = await get(`/categories/${food}`);
    expect(names(body.children)).toEqual(["Restaurants", "Groceries", "Coffee"]);
    expect(body.children.map((child: { order: number | null }) => child.order)).toEqual([
      null,
      1,
      2,
    ]);
  });

  test("an unknown format or parameter is refused", async () => {
    expect((await get("/categories?format=tree")).body.errors[0]).toMatchObject({
      instancePath: "/query/format",
      keyword: "enum",
    });
    expect((await get("/categories?is_group=1")).status).toBe(400);
    expect((await get("/categories?x=1")).status).toBe(400);
  });
});

describe("creating categories", () => {
  test("a new category has the documented defaults", async () => {
    const { status, body } = await post("/categories", { name: "Pets" });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      description: null,
      is_income: false,
      exclude_from_budget: false,
      exclude_from_totals: false,
    });
    expect(body).toMatchObject({
      group_id: null,
      is_group: false,
      archived: false,
      archived_at: null,
      order: null,
      collapsed: false,
    });
    expect(body).not.toHaveProperty("children");
  });

  test("a new group takes children as ids, names and objects, and moves those of other groups", async () => {
    const coffee = await categoryId("Coffee");
    const gifts = await categoryId("Gifts");
    const health = (await get(`/categories/${await categoryId("Health")}`)).body;

    const body = await group("Mixed", [
      coffee,
      "Brand new",
      health,
      { name: "Also new", description: "by object" },
      gifts,
    ]);

    expect(names(body.children)).toEqual(["Also new", "Brand new", "Coffee", "Gifts", "Health"]);
    expect(names((await get(`/categories/${await categoryId("Food")}`)).body.children)).toEqual([
      "Groceries",
      "Restaurants",
    ]);
  });

  test("a new group without children shows an empty list", async () => {
    expect((await group("Empty")).children).toEqual([]);
  });

  test("members inherit the group's flags when they join and when the group changes", async () => {
    const gifts = await categoryId("Gifts");
    const body = await group("Side", [gifts, "Tips"], {
      is_income: true,
      exclude_from_totals: true,
    });

    expect(body.children).toMatchObject([
      { is_income: true, exclude_from_budget: false, exclude_from_totals: true },
      { is_income: true, exclude_from_budget: false, exclude_from_totals: true },
    ]);
    await put(`/categories/${body.id}`, { is_income: false });
    expect((await get(`/categories/${gifts}`)).body.is_income).toBe(false);
    const joined = (await post("/categories", { name: "Late", group_id: body.id, is_income: true }))
      .body;
    expect(joined).toMatchObject({
      is_income: false,
      exclude_from_totals: true,
      group_id: body.id,
    });
  });

  test.each([
    [{}, "/body/name", "required"],
    [{ name: "" }, "/body/name", "minLength"],
    [{ name: "x".repeat(101) }, "/body/name", "maxLength"],
    [{ name: "A", description: "x".repeat(201) }, "/body/description", "maxLength"],
    [{ name: "A", order: 1 }, "/body/order", "additionalProperties"],
    [{ name: "A", archived_at: "2026-01-01" }, "/body/archived_at", "additionalProperties"],
    [{ name: "A", is_group: true, children: [true] }, "/body/children/0", "type"],
    [{ name: "A", is_group: true, children: [{}] }, "/body/children/0", "required"],
    [{ name: "A", is_income: null }, "/body/is_income", "type"],
  ])("creating a category refuses the malformed %j", async (request, instancePath, keyword) => {
    const { status, body } = await post("/categories", request);

    expect(status).toBe(400);
    expect(body.message).toBe("Request Validation Failure");
    expect(body.errors[0]).toMatchObject({ instancePath, keyword });
  });

  test.each([
    [{ name: "Coffee" }, "name"],
    [{ name: "Food" }, "name"],
    [{ name: "A", group_id: 999 }, "group_id"],
    [{ name: "A", group_id: 2 }, "group_id"],
    [{ name: "A", is_group: true, group_id: 1 }, "group_id"],
    [{ name: "A", children: ["B"] }, "children"],
    [{ name: "A", collapsed: true }, "collapsed"],
    [{ name: "A", is_group: true, children: ["Coffee"] }, "children"],
    [{ name: "A", is_group: true, children: ["A"] }, "children"],
    [{ name: "A", is_group: true, children: ["B", "B"] }, "children"],
    [{ name: "A", is_group: true, children: [2, 2] }, "children"],
    [{ name: "A", is_group: true, children: [999] }, "children"],
    [{ name: "A", is_group: true, children: [1] }, "children"],
  ])("creating a category refuses %j and writes nothing", async (request, property) => {
    const before = (await get("/categories?format=flattened")).body;

    const { status, body } = await post("/categories", request);

    expect(status).toBe(400);
    expect(body.message).toBe("Invalid Request Body");
    expect(body.errors[0].invalid_property).toBe(property);
    expect((await get("/categories?format=flattened")).body).toEqual(before);
  });
});

describe("changing categories", () => {
  test("group_id moves a category into a group, and null takes it out of its group", async () => {
    const coffee = await categoryId("Coffee");
    const income = await categoryId("Income");

    expect((await put(`/categories/${coffee}`, { group_id: income })).body).toMatchObject({
      group_id: income,
      is_income: true,
    });
    expect((await put(`/categories/${coffee}`, { group_id: null })).body.group_id).toBeNull();
  });

  test("children replaces a group's whole list of members", async () => {
    const food = await categoryId("Food");
    const coffee = await categoryId("Coffee");

    const { body } = await put(`/categories/${food}`, { children: [coffee, "Bakery"] });

    expect(names(body.children)).toEqual(["Bakery", "Coffee"]);
    expect((await get(`/categories/${await categoryId("Groceries")}`)).body.group_id).toBeNull();
  });

  test("PUT accepts the body that GET returned, for a category, a member and a group", async () => {
    for (const name of ["Gifts", "Coffee", "Food"]) {
      const before = (await get(`/categories/${await categoryId(name)}`)).body;
      const { status, body } = await put(`/categories/${before.id}`, before);
      expect(status, name).toBe(200);
      expect({ ...body, updated_at: "" }).toEqual({ ...before, updated_at: "" });
    }
  });

  test("order is ignored, archiving sets its date, and collapsed is only for groups", async () => {
    const food = await categoryId("Food");

    expect((await put(`/categories/${food}`, { order: 7, collapsed: true })).body).toMatchObject({
      order: null,
      collapsed: true,
    });
    expect((await put(`/categories/${food}`, { archived: true })).body.archived_at).not.toBeNull();
    expect((await put(`/categories/${food}`, { archived: false })).body).toMatchObject({
      archived: false,
      archived_at: null,
    });
    expect(
      (await put(`/categories/${await categoryId("Coffee")}`, { collapsed: true })).status,
    ).toBe(400);
  });

  test("a category cannot become a group, nor a group a category; its name stays unique", async () => {
    const food = await categoryId("Food");
    const coffee = await categoryId("Coffee");

    expect(
      (await put(`/categories/${food}`, { name: "Food", is_group: false })).body.errors[0]
        .invalid_property,
    ).toBe("is_group");
    expect((await put(`/categories/${coffee}`, { name: "Coffee", is_group: true })).status).toBe(
      400,
    );
    expect((await put(`/categories/${coffee}`, { children: [] })).status).toBe(400);
    expect((await put(`/categories/${food}`, { group_id: await categoryId("Home") })).status).toBe(
      400,
    );
    expect((await put(`/categories/${coffee}`, { name: "Food" })).status).toBe(400);
    expect((await put(`/categories/${coffee}`, {})).status).toBe(400);
    expect((await put(`/categories/${coffee}`, { order: 3 })).status).toBe(400);
  });
});

describe("deleting categories", () => {
  test("a category in use is deleted only with force, and then nothing refers to it any more", async () => {
    const coffee = await categoryId("Coffee");
    const transaction = await insertOne({ date: "2026-11-01", amount: 1, category_id: coffee });
    await callOwn("POST", "/rules", { match: { sign: "debit" }, set: { category_id: coffee } });

    const refused = await del(`/categories/${coffee}`);
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      category_name: "Coffee",
      dependents: {
        budget: 0,
        category_rules: 1,
        transactions: 1,
        children: 0,
        recurring: 0,
        plaid_cats: 0,
      },
    });

    expect((await del(`/categories/${coffee}?force=true`)).status).toBe(204);
    expect((await get(`/transactions/${transaction.id}`)).body.category_id).toBeNull();
    expect((await callOwn("GET", "/rules")).body.rules).toEqual([]);
  });

  test("budgets, automatic ones, splitting rules and recurring items count as dependents, and force removes them", async () => {
    const coffee = await categoryId("Coffee");
    const dependents = async () => (await del(`/categories/${coffee}`)).body.dependents;
    for (const month of ["2026-10", "2026-11"])
      await put("/budgets", { start_date: `${month}-01`, category_id: coffee, amount: 30 });
    expect((await dependents()).budget).toBe(2);
    await callOwn("PUT", `/budgets/categories/${coffee}`, {
      auto_budget_type: "spend",
      rollover_option: "same category",
    });
    expect((await dependents()).budget).toBe(3);
    const split = [{ share: 50, category_id: coffee }, { share: 50 }];
    await callOwn("POST", "/rules", { match: { sign: "debit" }, set: { split } });
    await callOwn("POST", "/recurring", {
      transaction_criteria: {
        granularity: "month",
        quantity: 1,
        anchor_date: "2026-10-25",
        payee: "Beans",
        amount: 5,
      },
      overrides: { category_id: coffee },
    });

    expect(await dependents()).toEqual({
      budget: 3,
      category_rules: 1,
      transactions: 0,
      children: 0,
      recurring: 1,
      plaid_cats: 0,
    });
    expect((await del(`/categories/${coffee}?force=true`)).status).toBe(204);
    expect((await callOwn("GET", "/rules")).body.rules[0].set.split).toEqual([
      { share: 50 },
      { share: 50 },
    ]);
    expect((await get("/recurring")).body.recurring_items[0].overrides).toEqual({});
    expect(
      await database((sql) => [
        sql.all("SELECT * FROM budget_amounts"),
        sql.all("SELECT * FROM budget_automation"),
      ]),
    ).toEqual([[], []]);
  });

  test("a category with an automatic budget is in use; one that only carries over is not", async () => {
    const coffee = await categoryId("Coffee");
    const fixed = {
      auto_budget_type: "fixed",
      auto_budget_amount: 30,
      auto_budget_currency: "usd",
    };
    expect((await callOwn("PUT", `/budgets/categories/${coffee}`, fixed)).status).toBe(200);

    const refused = await del(`/categories/${coffee}`);
    expect([refused.status, refused.body.dependents?.budget]).toEqual([422, 1]);

    expect(
      (
        await callOwn("PUT", `/budgets/categories/${coffee}`, {
          auto_budget_type: "nothing",
          rollover_option: "same category",
        })
      ).status,
    ).toBe(200);
    expect((await del(`/categories/${coffee}`)).status).toBe(204);
  });

  test("a group with members counts them; deletion with force leaves its members ungrouped", async () => {
    const food = await categoryId("Food");

    expect((await del(`/categories/${food}`)).body.dependents.children).toBe(3);
    expect((await del(`/categories/${food}?force=true`)).status).toBe(204);
    expect((await get(`/categories/${await categoryId("Coffee")}`)).body.group_id).toBeNull();
  });

  test("an unused category is deleted at once; an unknown id answers 404", async () => {
    const gifts = await categoryId("Gifts");

    expect((await del(`/categories/${gifts}`)).status).toBe(204);
    for (const answer of [
      await get(`/categories/${gifts}`),
      await put(`/categories/${gifts}`, { name: "x" }),
      await del(`/categories/${gifts}`),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body.message).toBe("Not Found");
    }
  });
});
