// The page of categories and tags over the embedded service: what its forms do to a budget, and what
// becomes of a merge that is interrupted.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { beforeEach, expect, test } from "vitest";
import { serveBudget, serveOwn } from "../../../src/budget/service.ts";
import { pages } from "../../../src/pages/app.tsx";
import type { PageEnv, Variables } from "../../../src/pages/ui/context.ts";
import { addDays, dayOfInstant } from "../../../src/money/day.ts";
import { callOwn, config, get, LOCAL_TOKEN, post } from "../../budget/client.ts";
import { Tab } from "../../importer/connection/tab.ts";
import { reset } from "../../reset.ts";
import { LOCAL_SESSION } from "../fake-api.ts";
import { makeJournal } from "../journal.ts";

beforeEach(reset);

/** A request that the service is not to answer: the Worker dies there. */
type Dies = (method: string, path: string, count: number) => boolean;

/** Sends one request to the pages of the local person, whose budget is the embedded one. */
async function ask(path: string, fields?: Record<string, string>, dies: Dies = () => false) {
  const counts = new Map<string, number>();
  const app = new Hono<PageEnv>();
  app.use(async (c, next) => {
    c.set("session", LOCAL_SESSION);
    const service: Variables["service"] = async (to, init) => {
      const method = init?.method ?? "GET";
      counts.set(method, (counts.get(method) ?? 0) + 1);
      if (dies(method, to, counts.get(method) ?? 0))
        return Response.json({ message: "Internal Server Error" }, { status: 500 });
      const headers = new Headers(init?.headers);
      headers.set("authorization", `Bearer ${LOCAL_TOKEN}`);
      const request = new Request(`http://localhost/v2${to}`, { ...init, headers });
      return serveBudget(request, env, config, null);
    };
    const own: Variables["api"] = async (to, init) =>
      serveOwn(new Request(`http://localhost${to}`, init), env, { accountId: 1, userId: 1 });
    c.set("service", service);
    c.set("api", async (to, init) =>
      to.startsWith("/api/changes") ? makeJournal(service, own)(to, init) : own(to, init),
    );
    return next();
  });
  app.route("/", pages);
  const response = await app.fetch(
    new Request(`http://localhost${path}`, {
      headers: { "sec-fetch-site": "same-origin" },
      ...(fields !== undefined && { method: "POST", body: new URLSearchParams(fields) }),
    }),
    env,
    createExecutionContext(),
  );
  return {
    status: response.status,
    location: response.headers.get("location"),
    html: await response.text(),
  };
}

interface Listed {
  readonly id: number;
  readonly name: string;
  readonly group_id: number | null;
  readonly archived: boolean;
  readonly is_income: boolean;
}

async function categories(): Promise<readonly Listed[]> {
  const { body } = await get("/categories?format=flattened");
  return body.categories;
}

async function idOf(name: string): Promise<number> {
  const found = (await categories()).find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no category ${name}.`);
  return found.id;
}

const TODAY = dayOfInstant(Date.now());

/** Transactions that are not reviewed, a few days old. */
async function insert(count: number, more: object): Promise<number[]> {
  const ids: number[] = [];
  for (let first = 0; first < count; first += 500) {
    const transactions = Array.from({ length: Math.min(500, count - first) }, (_, index) => ({
      date: addDays(TODAY, -(index % 20)),
      amount: "1.50",
      payee: "CORNER COFFEE",
      manual_account_id: 1,
      status: "unreviewed",
      ...more,
    }));
    const { body } = await post("/transactions", { transactions });
    ids.push(...body.transactions.map(({ id }: { id: number }) => id));
  }
  return ids;
}

async function countOf(filter: string): Promise<number> {
  const { body } = await get(`/transactions?${filter}&limit=2000&include_pending=true`);
  return body.transactions.length;
}

function readControl(html: string): string {
  return html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

test("the list shows groups with their kind, and counts the transactions of twelve months with a link", async () => {
  const coffee = await idOf("Coffee");
  await insert(3, { category_id: coffee });
  await insert(2, { category_id: coffee, date: addDays(TODAY, -400) });

  const { status, html } = await ask("/categories");

  expect(status).toBe(200);
  expect(readControl(html)).toContain("Transfers spending, not in the budget or the totals");
  expect(readControl(html)).toContain("Income income");
  expect(html).toContain(`<a href="/transactions?category=${coffee}">3<`);
});

test("a category is made in a group and takes on what the group is", async () => {
  const income = await idOf("Income");

  const { status, location } = await ask("/categories", {
    name: " Royalties ",
    group: String(income),
    kind: "spending",
  });

  const made = (await categories()).find(({ name }) => name === "Royalties");
  expect(status).toBe(303);
  expect(location).toBe(`/categories?change=1#category-${made?.id}`);
  expect(made).toMatchObject({ group_id: income, is_income: true });
});

test("a category and a group outside the budget are made with their exclusions", async () => {
  await ask("/categories", { name: "Reimbursed", kind: "spending", no_totals: "yes" });
  await ask("/categories/groups", { name: "Business", kind: "income", no_budget: "yes" });

  const made = await categories();
  expect(made.find(({ name }) => name === "Reimbursed")).toMatchObject({
    is_income: false,
    exclude_from_budget: false,
    exclude_from_totals: true,
  });
  expect(made.find(({ name }) => name === "Business")).toMatchObject({
    is_group: true,
    is_income: true,
    exclude_from_budget: true,
    exclude_from_totals: false,
  });
});

test("a taken name is refused beside its field, with a link to the category that has it", async () => {
  const [coffee, groceries] = [await idOf("Coffee"), await idOf("Groceries")];

  const made = await ask("/categories", { name: "Coffee", kind: "income" });
  const renamed = await ask(`/categories/${groceries}`, {
    name: "Coffee",
    was_name: "Groceries",
    description: "Typed",
  });

  expect(made.status).toBe(400);
  expect(made.html).toContain("There is already a category or group named");
  expect(made.html).toContain(
    `<a href="/categories?edit=${coffee}#category-${coffee}-name">Go to “Coffee”</a>`,
  );
  expect(made.html).toContain('id="new-name"');
  expect(made.html).toMatch(/id="new-name"[^>]*aria-invalid="true"/);
  expect(renamed.status).toBe(400);
  expect(renamed.html).toMatch(new RegExp(`id="category-${groceries}-name"[^>]*value="Coffee"`));
  expect(renamed.html).toContain('value="Typed"');
});

test("a form changes only what the person changed, so that another person's change stays", async () => {
  const groceries = await idOf("Groceries");
  const food = await idOf("Food");
  await ask(`/categories/${groceries}`, {
    name: "Supermarket",
    was_name: "Groceries",
    group: String(food),
    was_group: String(food),
  });

  // This form was opened before the name was changed.
  const { status } = await ask(`/categories/${groceries}`, {
    name: "Groceries",
    was_name: "Groceries",
    description: "Everything eaten",
    was_description: "",
    group: "",
    was_group: String(food),
  });

  const { body } = await get(`/categories/${groceries}`);
  expect(status).toBe(303);
  expect(body).toMatchObject({
    name: "Supermarket",
    description: "Everything eaten",
    group_id: null,
  });
});

test("archiving folds a category away with a count, and restoring brings it back", async () => {
  const coffee = await idOf("Coffee");

  const done = await ask(`/categories/${coffee}/archive`, {});
  const folded = await ask("/categories");
  await ask(`/categories/${coffee}/restore`, {});

  expect(done.location).toBe(`/categories?change=1#category-${coffee}`);
  expect(readControl(folded.html)).toContain("1 archived category");
  expect((await categories()).find(({ id }) => id === coffee)?.archived).toBe(false);
});

test("an unused category is deleted at once, and one in use only after its dependents were named", async () => {
  const [unused, coffee] = [await idOf("Gifts"), await idOf("Coffee")];
  const ids = await insert(2, { category_id: coffee });
  await callOwn("POST", "/rules", {
    match: { payee: { how: "contains", text: "cafe" } },
    set: { category_id: coffee },
  });

  const gone = await ask(`/categories/${unused}/delete`, {});
  const asked = await ask(`/categories/${coffee}/delete`, {});
  const kept = await get(`/categories/${coffee}`);
  const forced = await ask(`/categories/${coffee}/delete`, { force: "yes" });
  const again = await ask(`/categories/${coffee}/delete`, { force: "yes" });

  expect(gone.location).toBe("/categories?change=1");
  expect(asked.status).toBe(200);
  expect(readControl(asked.html)).toContain("2 transactions 1 rule that sets it");
  expect(asked.html).toContain("Move its transactions first");
  expect(kept.status).toBe(200);
  expect(forced.location).toBe("/categories?change=3");
  expect(again.location).toBe("/categories?done=deleted");
  expect((await get(`/transactions/${ids[0]}`)).body.category_id).toBeNull();
});

test("a group is deleted with its categories moved to another group", async () => {
  const [home, leisure, rent] = [await idOf("Home"), await idOf("Leisure"), await idOf("Rent")];

  const asked = await ask(`/categories/${home}/delete`, {});
  await ask(`/categories/${home}/delete`, { members: String(leisure) });

  expect(readControl(asked.html)).toContain("3 categories in the group");
  expect((await get(`/categories/${home}`)).status).toBe(404);
  expect((await get(`/categories/${rent}`)).body.group_id).toBe(leisure);
});

test("a merge says how many transactions go where, moves them as they are with rules and recurring items, then deletes", async () => {
  const [coffee, restaurants] = [await idOf("Coffee"), await idOf("Restaurants")];
  const ids = await insert(3, { category_id: coffee });
  await callOwn("POST", "/rules", {
    match: { payee: { how: "contains", text: "cafe" } },
    set: { category_id: coffee },
  });
  const recurring = await callOwn("POST", "/recurring", {
    transaction_criteria: {
      granularity: "month",
      quantity: 1,
      anchor_date: TODAY,
      payee: "BEANS",
      amount: "9.00",
    },
    overrides: { category_id: coffee },
  });
  expect(recurring.status).toBe(201);

  const said = await ask(`/categories/${coffee}/merge?into=${restaurants}`);
  const before = await countOf(`category_id=${coffee}`);
  const done = await ask(`/categories/${coffee}/merge`, { into: String(restaurants) });

  expect(readControl(said.html)).toContain("3 transactions go to “Food · Restaurants”.");
  expect(readControl(said.html)).toContain("1 rule will set it instead.");
  expect(readControl(said.html)).toContain("1 recurring item will have it instead.");
  expect(before).toBe(3);
  expect(done.location).toBe("/categories?change=1");
  const shown = readControl((await ask("/categories?change=1")).html);
  expect(shown).toContain("Category of 3 transactions set to Restaurants;");
  expect(shown).toContain("category Coffee deleted");
  expect(shown).toContain("Undo");
  expect((await get(`/categories/${coffee}`)).status).toBe(404);
  expect((await get(`/transactions/${ids[0]}`)).body).toMatchObject({
    category_id: restaurants,
    status: "unreviewed",
  });
  expect((await callOwn("GET", "/rules")).body.rules[0].set).toEqual({ category_id: restaurants });
  expect((await callOwn("GET", `/recurring/${recurring.body.id}`)).body.overrides).toMatchObject({
    category_id: restaurants,
  });
});

test("a merge that dies between two batches loses nothing, and doing it again finishes it", async () => {
  const [coffee, restaurants] = [await idOf("Coffee"), await idOf("Restaurants")];
  await insert(1_001, { category_id: coffee });
  const form = { into: String(restaurants) };

  const first = await ask(
    `/categories/${coffee}/merge`,
    form,
    (method, _, count) => method === "PUT" && count === 2,
  );
  const between = [
    await countOf(`category_id=${coffee}`),
    await countOf(`category_id=${restaurants}`),
  ];
  const second = await ask(`/categories/${coffee}/merge`, form, (method) => method === "DELETE");
  const undeleted = await get(`/categories/${coffee}`);
  const third = await ask(`/categories/${coffee}/merge`, form);
  const fourth = await ask(`/categories/${coffee}/merge`, form);

  expect(first.status).toBe(502);
  expect(first.html).toContain("is not deleted");
  expect(between).toEqual([501, 500]);
  expect(second.status).toBe(502);
  expect(undeleted.status).toBe(200);
  expect(third.location).toMatch(/^\/categories\?change=\d+$/);
  expect(fourth.location).toBe("/categories?done=merged");
  expect(await countOf(`category_id=${restaurants}`)).toBe(1_001);
});

test("a merge names the split transactions that cannot be changed, and moves their parts", async () => {
  const [coffee, restaurants] = [await idOf("Coffee"), await idOf("Restaurants")];
  const [whole] = await insert(1, { category_id: coffee, amount: "10.00" });
  await post(`/transactions/split/${whole}`, {
    child_transactions: [{ amount: "4.00" }, { amount: "6.00" }],
  });

  const said = await ask(`/categories/${coffee}/merge?into=${restaurants}`);
  await ask(`/categories/${coffee}/merge`, { into: String(restaurants) });

  expect(readControl(said.html)).toContain("2 transactions go to");
  expect(readControl(said.html)).toContain(
    "1 transaction that was split or grouped cannot be changed",
  );
  expect(await countOf(`category_id=${restaurants}`)).toBe(2);
});

test("a merge into itself, a group or nothing is refused beside the choice", async () => {
  const [coffee, food] = [await idOf("Coffee"), await idOf("Food")];

  for (const into of [String(coffee), String(food), "999999", ""]) {
    const { status, html } = await ask(`/categories/${coffee}/merge`, { into });
    expect(status).toBe(400);
    expect(html).toContain("Choose one of the categories.");
  }
  expect((await get(`/categories/${coffee}`)).status).toBe(200);
});

test("tags are made with a colour, renamed, refused, archived, and shown by a class", async () => {
  await ask("/categories/tags", {
    name: "Rome <2026>",
    description: "The journey",
    colour: "Teal",
  });
  const made = (await get("/tags")).body.tags.find(({ name }: Listed) => name === "Rome <2026>");
  const page = await ask("/categories");
  const taken = await ask("/categories/tags", { name: "Work", colour: "" });
  await ask(`/categories/tags/${made.id}`, {
    name: "Rome",
    was_name: "Rome <2026>",
    description: "The journey",
    was_description: "The journey",
    colour: "as it is",
  });
  await ask(`/categories/tags/${made.id}/archive`, {});

  expect(made).toMatchObject({ background_color: "#1f8a84", text_color: "#ffffff" });
  expect(page.html).toContain('<span class="tag hue-6">Rome &lt;2026&gt;</span>');
  expect(page.html).not.toContain("style=");
  expect(taken.status).toBe(400);
  expect(taken.html).toContain("Go to “Work”");
  expect((await get(`/tags/${made.id}`)).body).toMatchObject({
    name: "Rome",
    archived: true,
    background_color: "#1f8a84",
  });
});

test("merging tags keeps every other tag, and a transaction that has both has one afterwards", async () => {
  const { body } = await get("/tags");
  const [work, vacation, check] = ["Work", "Vacation", "To check"].map(
    (name) => body.tags.find((tag: Listed) => tag.name === name).id,
  );
  const [both] = await insert(1, { tag_ids: [work, vacation] });
  const [other] = await insert(1, { tag_ids: [work, check] });
  await callOwn("POST", "/rules", {
    match: { payee: { how: "contains", text: "inn" } },
    set: { tag_ids: [work] },
  });

  const said = await ask(`/categories/tags/${work}/merge?into=${vacation}`);
  const died = await ask(
    `/categories/tags/${work}/merge`,
    { into: String(vacation) },
    (method) => method === "DELETE",
  );
  const done = await ask(`/categories/tags/${work}/merge`, { into: String(vacation) });

  expect(readControl(said.html)).toContain("2 transactions go to “Vacation”.");
  expect(died.status).toBe(502);
  expect(done.location).toMatch(/^\/categories\?change=\d+$/);
  expect((await get(`/transactions/${both}`)).body.tag_ids).toEqual([vacation]);
  expect(new Set((await get(`/transactions/${other}`)).body.tag_ids)).toEqual(
    new Set([vacation, check]),
  );
  expect((await get(`/tags/${work}`)).status).toBe(404);
  expect((await callOwn("GET", "/rules")).body.rules[0].set.tag_ids).toEqual([vacation]);
});

test("deleting a tag in use names what uses it first", async () => {
  const { body } = await get("/tags");
  const { id } = body.tags.find((tag: Listed) => tag.name === "Work");
  await insert(2, { tag_ids: [id] });

  const asked = await ask(`/categories/tags/${id}/delete`, {});
  const done = await ask(`/categories/tags/${id}/delete`, { force: "yes" });

  expect(readControl(asked.html)).toContain("2 transactions");
  expect(done.location).toMatch(/^\/categories\?change=\d+$/);
  expect(await countOf("offset=0")).toBe(2);
});

test("a new budget is offered the first set in the browser's language, and adding it twice adds nothing twice", async () => {
  const tab = new Tab();
  await tab.signUp();
  const open = async (path: string) =>
    (await tab.ask("GET", path, null, { "accept-language": "de-AT,de;q=0.9,en;q=0.5" })).text();
  const offered = await open("/categories");
  const [, action = ""] = /action="(\/categories\/first-set[^"]*)"/.exec(offered) ?? [];
  const add = async () => {
    const picks = ["0.0", "1.0", "1.1", "4.0"].map((pick) => ["pick", pick]);
    const body = new URLSearchParams([["language", "de"], ...picks]);
    return (await tab.ask("POST", action, body)).headers.get("location") ?? "";
  };

  const added = await add();
  const again = await add();
  const said = await open(again);
  const later = await open("/categories/first-set?language=de");

  expect(offered).toContain("Suggested categories: Deutsch");
  expect(offered.match(/type="checkbox" name="pick"[^>]* checked/g)?.length).toBe(22);
  expect(added).toBe("/categories?change=1");
  expect(again).toMatch(/^\/categories\?done=nothing(&skipped=\d+){4}$/);
  expect(readControl(said)).toContain(
    "4 categories of the set existed already and stayed as they are: Miete oder Kredit , Lebensmittel",
  );
  expect(readControl(said)).toContain("Einnahmen income");
  expect(later).toContain("Lebensmittel (exists)");
  expect(later.match(/type="checkbox" name="pick"[^>]* checked/g)?.length).toBe(18);
});
