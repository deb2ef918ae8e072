// /v1/categories (service-v1.md, Category and Endpoints): each operation's success and each
// documented failure, with the exact body, and that version 2 sees the same categories.

import { afterEach, describe, expect, test } from "vitest";
import { call, categoryId, database, get, insertOne, post } from "../client.ts";
import { call1, del1, done1, get1, post1, put1, unseen1 } from "./client.ts";
import { reset } from "../../reset.ts";

afterEach(reset);

const UNKNOWN = 999_999;
/** One character more than a name has. */
const LONG = "x".repeat(41);
const TIME = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

/** A category as it is made with a name alone. */
const plain = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  description: null,
  is_income: false,
  exclude_from_budget: false,
  exclude_from_totals: false,
  archived: false,
  archived_on: null,
  updated_at: TIME,
  created_at: TIME,
  is_group: false,
  group_id: null,
  order: null,
  group_category_name: null,
  children: null,
  ...more,
});
const member = (id: number, name: string) => ({ id, name, description: null, created_at: TIME });

const make = async (body: object): Promise<number> =>
  (await done1("POST", "/categories", body)).category_id;
const makeGroup = async (body: object): Promise<number> =>
  (await done1("POST", "/categories/group", body)).category_id;
const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await call1(method, path, body);
  return [answer.status, answer.body];
};
/** What version 2 shows, but for when. */
const everything = async () => JSON.stringify((await get("/categories")).body);

/** A budget with no categories but these. */
async function bare(): Promise<void> {
  await database((sql) => sql.run("DELETE FROM categories"));
}

describe("listing categories", () => {
  test("the list is alphabetical, groups and members together, each with its group's name", async () => {
    await bare();
    const zoo = await make({ name: "Zoo" });
    const group = await makeGroup({ name: "middle", new_categories: ["Yak", "ant"] });
    const [ant, yak] = [await categoryId("ant"), await categoryId("Yak")];

    const flat = [
      plain(ant, "ant", { group_id: group, group_category_name: "middle" }),
      plain(group, "middle", {
        is_group: true,
        children: [member(ant, "ant"), member(yak, "Yak")],
      }),
      plain(yak, "Yak", { group_id: group, group_category_name: "middle" }),
      plain(zoo, "Zoo"),
    ];
    expect(await ask("GET", "/categories")).toEqual([200, { categories: flat }]);
    expect(await ask("GET", "/categories?format=flattened&surprise=1")).toEqual([
      200,
      { categories: flat },
    ]);
  });

  test("the nested list has the top level, with all members inside their groups", async () => {
    await bare();
    const zoo = await make({ name: "Zoo" });
    const group = await makeGroup({ name: "Middle", is_income: true, new_categories: ["Yak"] });
    const yak = await categoryId("Yak");

    const inside = plain(yak, "Yak", {
      is_income: true,
      group_id: group,
      group_category_name: "Middle",
    });
    const nested = [
      plain(group, "Middle", { is_group: true, is_income: true, children: [inside] }),
      plain(zoo, "Zoo"),
    ];
    expect(await ask("GET", "/categories?format=nested")).toEqual([200, { categories: nested }]);
  });

  test("the list of categories has two formats", async () => {
    expect(await ask("GET", "/categories?format=tree")).toEqual([
      200,
      { error: 'format must be one of flattened, nested, found "tree".' },
    ]);
  });
});

describe("reading one category", () => {
  test("a category is shown with its group's name, and a group with its members", async () => {
    const [food, groceries] = [await categoryId("Food"), await categoryId("Groceries")];

    const group = (await get1(`/categories/${food}`)).body;
    expect(group).toMatchObject({
      id: food,
      is_group: true,
      group_id: null,
      group_category_name: null,
    });
    expect(group.children.map(({ name }: { name: string }) => name)).toEqual([
      "Coffee",
      "Groceries",
      "Restaurants",
    ]);
    expect((await get1(`/categories/${groceries}`)).body).toEqual(
      plain(groceries, "Groceries", { group_id: food, group_category_name: "Food" }),
    );
  });

  test("reading a category that does not exist is refused", async () => {
    expect(await ask("GET", `/categories/${UNKNOWN}`)).toEqual([
      200,
      { error: `There is no category with the id ${UNKNOWN}.` },
    ]);
    expect(await ask("GET", "/categories/first")).toEqual([
      200,
      { error: 'category_id must be an integer id, found "first".' },
    ]);
  });
});

describe("creating categories", () => {
  test("creating a category accepts every property, answers the id, and version 2 reads the same", async () => {
    const body = {
      name: "Pets",
      description: "Vet",
      is_income: true,
      exclude_from_budget: true,
      exclude_from_totals: true,
      archived: true,
    };

    const { status, body: made } = await post1("/categories", {
      ...body,
      order: 7,
      surprise: "ignored",
    });

    expect([status, made]).toEqual([200, { category_id: expect.any(Number) }]);
    expect((await get1(`/categories/${made.category_id}`)).body).toEqual(
      plain(made.category_id, "Pets", { ...body, archived_on: TIME }),
    );
    expect((await get(`/categories/${made.category_id}`)).body).toMatchObject({
      ...body,
      order: null,
    });
  });

  test("a category created inside a group inherits its flags, and is_group creates no group here", async () => {
    const income = await categoryId("Income");

    const id = await make({ name: "Bonus", group_id: income, is_group: true });

    expect((await get1(`/categories/${id}`)).body).toMatchObject({
      is_group: false,
      is_income: true,
      group_id: income,
      group_category_name: "Income",
    });
  });

  test("names have at most 40 and descriptions 140 characters; version 2 accepts longer ones", async () => {
    const [name, description] = ["ü".repeat(40), "ü".repeat(140)];
    expect((await post1("/categories", { name, description })).body).toEqual({
      category_id: expect.any(Number),
    });
    expect(await ask("POST", "/categories", { name: `${name}x` })).toEqual([
      200,
      { error: `name must be text of 1 to 40 characters, found "${name}x".` },
    ]);
    expect(await ask("POST", "/categories", { name: "A", description: `${description}x` })).toEqual(
      [200, { error: "description must be text of at most 140 characters, found 141 characters." }],
    );

    expect(
      (await post("/categories", { name: `${name}x`, description: `${description}x` })).status,
    ).toBe(201);
    expect((await get1("/categories")).status).toBe(200);
  });

  test("a category without a name, with a taken name or in an invalid group is refused without effect", async () => {
    const groceries = await categoryId("Groceries");
    const before = await everything();

    expect(await ask("POST", "/categories", {})).toEqual([200, { error: "name is required." }]);
    expect(await ask("POST", "/categories", { name: "" })).toEqual([
      200,
      { error: 'name must be text of 1 to 40 characters, found "".' },
    ]);
    expect(await ask("POST", "/categories", { name: "Food" })).toEqual([
      200,
      { error: 'There is already a category or group named "Food".' },
    ]);
    expect(await ask("POST", "/categories", { name: "A", group_id: groceries })).toEqual([
      200,
      { error: `group_id is ${groceries}, but "Groceries" is not a category group.` },
    ]);
    expect(await ask("POST", "/categories", { name: "A", group_id: UNKNOWN })).toEqual([
      200,
      { error: `group_id is ${UNKNOWN}, but there is no such category.` },
    ]);
    expect(await everything()).toBe(before);
  });
});

describe("creating a group", () => {
  test("a new group takes existing categories, also from other groups, and creates the new ones", async () => {
    const [groceries, gifts] = [await categoryId("Groceries"), await categoryId("Gifts")];

    const id = await makeGroup({
      name: "Presents",
      description: "For others",
      exclude_from_budget: true,
      category_ids: [gifts, groceries],
      new_categories: ["Flowers"],
    });

    const flowers = await categoryId("Flowers");
    expect((await get1(`/categories/${id}`)).body).toEqual(
      plain(id, "Presents", {
        description: "For others",
        exclude_from_budget: true,
        is_group: true,
        children: [
          member(flowers, "Flowers"),
          member(gifts, "Gifts"),
          member(groceries, "Groceries"),
        ],
      }),
    );
    expect((await get(`/categories/${groceries}`)).body).toMatchObject({
      group_id: id,
      exclude_from_budget: true,
    });
  });

  test("a group with one invalid member is refused as a whole", async () => {
    const food = await categoryId("Food");
    const gifts = await categoryId("Gifts");
    const before = await everything();
    const refused = async (body: object) =>
      ask("POST", "/categories/group", { name: "A", ...body });

    expect(await ask("POST", "/categories/group", { category_ids: [gifts] })).toEqual([
      200,
      { error: "name is required." },
    ]);
    expect(await refused({ category_ids: [gifts, UNKNOWN] })).toEqual([
      200,
      { error: `category_ids[1] is ${UNKNOWN}, but there is no such category.` },
    ]);
    expect(await refused({ category_ids: [food] })).toEqual([
      200,
      { error: `category_ids[0] is ${food}, but "Food" is a category group.` },
    ]);
    expect(await refused({ category_ids: [gifts, gifts] })).toEqual([
      200,
      { error: `category_ids[1] repeats ${gifts}.` },
    ]);
    expect(await refused({ new_categories: ["B", "Gifts"] })).toEqual([
      200,
      { error: 'There is already a category or group named "Gifts".' },
    ]);
    expect(await refused({ new_categories: ["B", "B"] })).toEqual([
      200,
      { error: 'new_categories[1] repeats "B".' },
    ]);
    expect(await refused({ new_categories: [LONG] })).toEqual([
      200,
      { error: `new_categories[0] must be text of 1 to 40 characters, found "${LONG}".` },
    ]);
    expect(await refused({ name: LONG })).toEqual([
      200,
      { error: `name must be text of 1 to 40 characters, found "${LONG}".` },
    ]);
    expect(await everything()).toBe(before);
  });
});

describe("adding members to a group", () => {
  test("adding to a group keeps its members, and answers the group", async () => {
    const [food, gifts, coffee] = [
      await categoryId("Food"),
      await categoryId("Gifts"),
      await categoryId("Coffee"),
    ];

    const { status, body } = await post1(`/categories/group/${food}/add`, {
      category_ids: [gifts, coffee],
      new_categories: ["Bakery"],
    });

    expect([status, body]).toMatchObject([200, { id: food, name: "Food", is_group: true }]);
    expect(body.children.map(({ name }: { name: string }) => name)).toEqual([
      "Bakery",
      "Coffee",
      "Gifts",
      "Groceries",
      "Restaurants",
    ]);
  });

  test("adding to a category that is not a group, or adding nothing, is refused", async () => {
    const [food, home, gifts] = [
      await categoryId("Food"),
      await categoryId("Home"),
      await categoryId("Gifts"),
    ];
    const before = await everything();

    expect(await ask("POST", `/categories/group/${gifts}/add`, { new_categories: ["A"] })).toEqual([
      200,
      { error: '"Gifts" is not a category group.' },
    ]);
    expect(
      await ask("POST", `/categories/group/${UNKNOWN}/add`, { new_categories: ["A"] }),
    ).toEqual([200, { error: `There is no category group with the id ${UNKNOWN}.` }]);
    expect(await ask("POST", `/categories/group/${food}/add`)).toEqual([
      200,
      {
        error:
          "The request body changes nothing: it must hold at least one of category_ids and new_categories.",
      },
    ]);
    expect(await ask("POST", `/categories/group/${food}/add`, { category_ids: [home] })).toEqual([
      200,
      { error: `category_ids[0] is ${home}, but "Home" is a category group.` },
    ]);
    expect(await everything()).toBe(before);
  });
});

describe("changing categories", () => {
  test("changing a category answers true, and omitted properties stay", async () => {
    const gifts = await categoryId("Gifts");
    const food = await categoryId("Food");

    expect(
      await ask("PUT", `/categories/${gifts}`, {
        name: "Presents",
        description: "For others",
        surprise: 1,
      }),
    ).toEqual([200, true]);
    expect(await ask("PUT", `/categories/${gifts}`, { archived: true })).toEqual([200, true]);
    expect((await get1(`/categories/${gifts}`)).body).toEqual(
      plain(gifts, "Presents", { description: "For others", archived: true, archived_on: TIME }),
    );

    expect(await ask("PUT", `/categories/${gifts}`, { group_id: food, archived: false })).toEqual([
      200,
      true,
    ]);
    expect((await get1(`/categories/${gifts}`)).body).toMatchObject({
      group_id: food,
      group_category_name: "Food",
      archived: false,
      archived_on: null,
    });
  });

  test("changing a group passes its flags to its members", async () => {
    const [food, coffee] = [await categoryId("Food"), await categoryId("Coffee")];

    expect(await ask("PUT", `/categories/${food}`, { exclude_from_totals: true })).toEqual([
      200,
      true,
    ]);

    expect((await get1(`/categories/${coffee}`)).body).toMatchObject({
      exclude_from_totals: true,
      group_id: food,
    });
  });

  test("an invalid change of a category is refused without effect, for each documented reason", async () => {
    const [food, home, gifts] = [
      await categoryId("Food"),
      await categoryId("Home"),
      await categoryId("Gifts"),
    ];
    const before = await everything();

    expect(await ask("PUT", `/categories/${gifts}`, { surprise: 1 })).toEqual([
      200,
      {
        error: "The request body changes nothing: it must hold at least one valid field to update.",
      },
    ]);
    expect(await ask("PUT", `/categories/${gifts}`, { name: "B", is_group: true })).toEqual([
      200,
      { error: "is_group cannot be set on an existing category." },
    ]);
    expect(await ask("PUT", `/categories/${gifts}`, { name: LONG })).toEqual([
      200,
      { error: `name must be text of 1 to 40 characters, found "${LONG}".` },
    ]);
    expect(await ask("PUT", `/categories/${gifts}`, { description: "x".repeat(141) })).toEqual([
      200,
      { error: "description must be text of at most 140 characters, found 141 characters." },
    ]);
    expect(await ask("PUT", `/categories/${gifts}`, { name: "Food" })).toEqual([
      200,
      { error: 'There is already a category or group named "Food".' },
    ]);
    expect(await ask("PUT", `/categories/${food}`, { group_id: home })).toEqual([
      200,
      { error: "A category group cannot belong to a group." },
    ]);
    expect(await ask("PUT", `/categories/${gifts}`, { group_id: gifts })).toEqual([
      200,
      { error: `group_id is ${gifts}, but "Gifts" is not a category group.` },
    ]);
    expect(await ask("PUT", `/categories/${UNKNOWN}`, { name: "A" })).toEqual([
      200,
      { error: `There is no category with the id ${UNKNOWN}.` },
    ]);
    expect(await everything()).toBe(before);
  });
});

describe("deleting categories", () => {
  /** Groceries with two transactions and a budget. */
  async function inUse(): Promise<number> {
    const id = await categoryId("Groceries");
    await insertOne({ date: "2026-03-01", amount: 1, category_id: id });
    await insertOne({ date: "2026-03-02", amount: 2, category_id: id });
    await call("PUT", "/budgets", { category_id: id, start_date: "2026-03-01", amount: 400 });
    return id;
  }

  test("deleting a category without dependents answers true", async () => {
    const id = await make({ name: "Short-lived" });

    expect(await ask("DELETE", `/categories/${id}`)).toEqual([200, true]);
    expect((await get(`/categories/${id}`)).status).toBe(404);
  });

  test("deleting a category with dependents lists them, and deletes nothing", async () => {
    const [id, food] = [await inUse(), await categoryId("Food")];
    const none = { budget: 0, category_rules: 0, transactions: 0, children: 0, recurring: 0 };

    expect(await ask("DELETE", `/categories/${id}`)).toEqual([
      200,
      { dependents: { ...none, category_name: "Groceries", budget: 1, transactions: 2 } },
    ]);
    expect(await ask("DELETE", `/categories/${food}`)).toEqual([
      200,
      { dependents: { ...none, category_name: "Food", children: 3 } },
    ]);
    expect((await get(`/categories/${id}`)).status).toBe(200);
  });

  test("deleting with force leaves the dependents without a category", async () => {
    const id = await inUse();
    const { body } = await get(`/transactions?category_id=${id}`);

    expect(await ask("DELETE", `/categories/${id}/force`)).toEqual([200, true]);

    expect((await get(`/categories/${id}`)).status).toBe(404);
    for (const { id: one } of body.transactions)
      expect((await get(`/transactions/${one}`)).body.category_id).toBeNull();
  });

  test("deleting a group with force keeps its members outside of it", async () => {
    const [food, coffee] = [await categoryId("Food"), await categoryId("Coffee")];

    expect(await ask("DELETE", `/categories/${food}/force`)).toEqual([200, true]);

    expect((await get1(`/categories/${coffee}`)).body).toEqual(plain(coffee, "Coffee"));
  });

  test("deleting a category that does not exist is refused", async () => {
    for (const path of [`/categories/${UNKNOWN}`, `/categories/${UNKNOWN}/force`]) {
      expect((await del1(path)).body).toEqual({
        error: `There is no category with the id ${UNKNOWN}.`,
      });
    }
    expect((await put1("/categories/first", { name: "A" })).body).toEqual({
      error: 'category_id must be an integer id, found "first".',
    });
  });
});

test("every category operation has been seen to succeed and to refuse", () => {
  expect([unseen1("categories", "done"), unseen1("categories", "refused")]).toEqual([[], []]);
});
