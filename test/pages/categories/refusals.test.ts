// The page of categories and tags over somebody else's service: what it asks for, what it leaves out,
// and how refusals are shown.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { pages } from "../../../src/pages/app.tsx";
import type { PageEnv, Variables } from "../../../src/pages/ui/context.ts";
import { LOCAL_SESSION } from "../fake-api.ts";
import { makeJournal } from "../journal.ts";

const CATEGORIES = [
  { id: 1, name: "Food", is_group: true, children: [{ id: 2, name: "<b>Bread</b>", group_id: 1 }] },
  { id: 3, name: "Gifts", is_income: false, archived: true },
];
const FLAT = [
  { id: 1, name: "Food", is_group: true, group_id: null },
  { id: 2, name: "<b>Bread</b>", is_group: false, group_id: 1 },
  { id: 3, name: "Gifts", is_group: false, group_id: null, archived: true },
];
const TAGS = [{ id: 8, name: "Rome", background_color: "rebeccapurple", archived: false }];

type Answers = (method: string, path: string) => Response | null;

interface Asking {
  readonly answers?: Answers;
  readonly session?: null;
  readonly site?: string;
}

/** Sends one request to the pages; our own API answers as it does for a remote service. */
async function ask(path: string, fields?: Record<string, string>, asking: Asking = {}) {
  const calls: string[] = [];
  const app = new Hono<PageEnv>();
  app.use(async (c, next) => {
    c.set("session", asking.session === undefined ? LOCAL_SESSION : asking.session);
    const service: Variables["service"] = async (to, init) => {
      const method = init?.method ?? "GET";
      const body = typeof init?.body === "string" ? ` ${init.body}` : "";
      calls.push(`${method} ${to}${body}`);
      return asking.answers?.(method, to) ?? answer(to);
    };
    c.set("service", service);
    c.set("api", async (to, init) =>
      to.startsWith("/api/changes")
        ? makeJournal(service, null)(to, init)
        : refuse(404, "This is managed in the remote service itself."),
    );
    return next();
  });
  app.route("/", pages);
  const response = await app.fetch(
    new Request(`http://localhost${path}`, {
      headers: { "sec-fetch-site": asking.site ?? "same-origin" },
      ...(fields !== undefined && { method: "POST", body: new URLSearchParams(fields) }),
    }),
    env,
    createExecutionContext(),
  );
  return {
    status: response.status,
    location: response.headers.get("location"),
    html: await response.text(),
    changes: calls.filter((call) => !call.startsWith("GET ")),
    calls,
  };
}

function answer(path: string): Response {
  if (path.startsWith("/categories?")) return Response.json({ categories: FLAT });
  if (path === "/categories") return Response.json({ categories: CATEGORIES });
  if (path === "/tags") return Response.json({ tags: TAGS });
  if (path.startsWith("/transactions")) return Response.json({ transactions: [], has_more: false });
  return Response.json({ id: 2 });
}

function refuse(status: number, errMsg: string, more: object = {}): Response {
  return Response.json({ message: "Refused", errors: [{ errMsg, ...more }] }, { status });
}

const FORMS = [
  "/categories",
  "/categories/groups",
  "/categories/tags",
  "/categories/first-set",
  "/categories/2",
  "/categories/2/archive",
  "/categories/2/delete",
  "/categories/2/merge",
  "/categories/tags/8",
  "/categories/tags/8/restore",
  "/categories/tags/8/delete",
];

test("the page and its forms do nothing without a session and for other sites", async () => {
  for (const path of FORMS) {
    expect(await ask(path, {}, { session: null })).toMatchObject({ status: 401, calls: [] });
    expect(await ask(path, {}, { site: "cross-site" })).toMatchObject({ status: 403, calls: [] });
  }
  expect(await ask("/categories", undefined, { session: null })).toMatchObject({
    status: 401,
    calls: [],
  });
});

test("names are shown as text, and what a service leaves out counts as no", async () => {
  const { status, html } = await ask("/categories");

  expect(status).toBe(200);
  expect(html).toContain("&lt;b&gt;Bread&lt;/b&gt;");
  expect(html).not.toContain("<b>");
  expect(html).toContain("1 archived category");
  expect(html).toContain('<span class="tag ">Rome</span>');
});

test("more transactions than two pages hold are not counted, and the link stays", async () => {
  const many = { transactions: [{ id: 1, category_id: 2 }], has_more: true };
  const { html, calls } = await ask("/categories", undefined, {
    answers: (_, path) => (path.startsWith("/transactions") ? Response.json(many) : null),
  });

  expect(calls.filter((call) => call.includes("/transactions")).length).toBe(2);
  expect(html).toContain('<a href="/transactions?category=2">Show<');
});

test("categories are shown although the tags and transactions cannot be read", async () => {
  const { status, html } = await ask("/categories", undefined, {
    answers: (_, path) => (path === "/categories" ? null : refuse(500, "Out of order.")),
  });

  expect(status).toBe(200);
  expect(html).toContain("The tags could not be read: Out of order.");
  expect(html).toContain("Food");
});

test("a service that does not answer is named, and no form is shown", async () => {
  const { status, html } = await ask("/categories", undefined, {
    answers: (_, path) => (path === "/categories" ? refuse(429, "Too many requests.") : null),
  });

  expect(status).toBe(429);
  expect(html).toContain("Too many requests.");
});

test("a reason is shown beside its field, whichever way the service names the property", async () => {
  for (const place of [{ invalid_property: "name" }, { instancePath: "/body/name" }]) {
    const { status, html } = await ask(
      "/categories",
      { name: "x", description: "kept" },
      {
        answers: (method) =>
          method === "POST" ? refuse(400, "name must have 1 to 100 characters", place) : null,
      },
    );

    expect(status).toBe(400);
    expect(html).toContain(
      '<p class="refused" id="new-name-error" role="alert">The name must have 1 to 100 characters</p>',
    );
    expect(html).toContain('aria-describedby="new-name-error"');
    expect(html).toContain('value="kept"');
  }
});

test("a connection that may only read says so in words", async () => {
  const { status, html } = await ask(
    "/categories/2",
    { name: "New", was_name: "<b>Bread</b>", group: "1", was_group: "1" },
    {
      answers: (method) =>
        method === "PUT" ? refuse(403, "The access token lacks the scope categories:write.") : null,
    },
  );

  expect(status).toBe(403);
  expect(html).toContain("does not let this connection change categories and tags");
  expect(html).not.toContain("categories:write");
});

test("a form that changes nothing sends nothing, and one that changes the name sends the name alone", async () => {
  const same = { name: "<b>Bread</b>", was_name: "<b>Bread</b>", group: "1", was_group: "1" };

  expect((await ask("/categories/2", same)).changes).toEqual([]);
  expect((await ask("/categories/2", { ...same, name: "Bread" })).changes).toEqual([
    'PUT /categories/2 {"name":"Bread"}',
  ]);
  expect((await ask("/categories/2", { ...same, group: "" })).changes).toEqual([
    'PUT /categories/2 {"group_id":null}',
  ]);
});

test("what no longer exists is said to, above the list", async () => {
  const gone: Answers = (method) => (method === "PUT" ? refuse(404, "Not Found") : null);

  expect((await ask("/categories/99", { name: "x" })).html).toContain(
    "This category no longer exists.",
  );
  expect((await ask("/categories/tags/99", { name: "x" }, { answers: gone })).html).toContain(
    "This tag no longer exists.",
  );
  expect((await ask("/categories/99/merge")).status).toBe(404);
  expect((await ask("/categories/1/merge")).status).toBe(404);
});

test("a delete is forced only after its dependents were shown", async () => {
  const dependents = {
    budget: 2,
    category_rules: 0,
    transactions: 0,
    children: 0,
    recurring: 1,
    plaid_cats: 3,
  };
  const { status, html, changes } = await ask(
    "/categories/2/delete",
    {},
    {
      answers: (method) =>
        method === "DELETE"
          ? Response.json({ category_name: "Bread", dependents }, { status: 422 })
          : null,
    },
  );

  expect(status).toBe(200);
  expect(changes).toEqual(["DELETE /categories/2"]);
  for (const words of [
    "2 budgeted amounts",
    "1 recurring item",
    "3 categories of a bank that lead to it",
  ])
    expect(html).toContain(`<li>${words}</li>`);
  const forced = await ask(
    "/categories/2/delete",
    { force: "yes" },
    {
      answers: (method, path) =>
        method === "DELETE" && !path.endsWith("force=true")
          ? Response.json({ category_name: "Bread", dependents }, { status: 422 })
          : null,
    },
  );
  expect(forced.changes).toEqual(["DELETE /categories/2", "DELETE /categories/2?force=true"]);
});

test("a service that refuses a batch keeps the category", async () => {
  const row = { id: 5, category_id: 2, tag_ids: [], status: "reviewed" };
  const categories = [...CATEGORIES, { id: 4, name: "Cake" }];
  const { status, html, changes } = await ask(
    "/categories/2/merge",
    { into: "4" },
    {
      answers: (method, path) => {
        if (method === "PUT") return refuse(400, "Transaction 5 is locked.");
        if (path === "/categories") return Response.json({ categories });
        if (path.startsWith("/categories?"))
          return Response.json({ categories: [...FLAT, { id: 4, name: "Cake" }] });
        if (path === "/transactions/5")
          return Response.json({ ...row, date: "2026-11-03", amount: "1" });
        return path.startsWith("/transactions")
          ? Response.json({ transactions: [row], has_more: false })
          : null;
      },
    },
  );

  expect(status).toBe(400);
  expect(changes).toEqual(['PUT /transactions/5 {"category_id":4,"status":"reviewed"}']);
  expect(html).toContain("Transaction 5 is locked. Nothing is lost");
});
