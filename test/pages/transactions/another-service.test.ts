// The pages of transactions over another service, which knows only the documented interface: what
// the pages ask of it, and its refusals in the words of the pages.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { pages } from "../../../src/pages/app.tsx";
import type { PageEnv } from "../../../src/pages/ui/context.ts";
import { LOCAL_SESSION } from "../fake-api.ts";

const REMOTE: Env = { ...env, BUDGET_API_URL: "https://budget.example/v2" };

interface Fake {
  /** The transactions of the list, newest first. */
  readonly rows?: readonly object[];
  readonly one?: object;
  /** What the journal of changes says was refused; else it is taken. */
  readonly refused?: readonly object[];
  /** The state of a change; else it is done. */
  readonly state?: string;
  readonly list?: () => Response;
}

const ROW = {
  id: 5,
  date: "2026-10-01",
  amount: "3.2000",
  currency: "usd",
  to_base: 3.2,
  payee: "Coffee",
  status: "unreviewed",
  category_id: 2,
  tag_ids: [],
};

const CHANGED_ITEM = {
  id: 5,
  current_id: 5,
  kind: "edit",
  changed: true,
  label: null,
  fields: [{ field: "payee", before: "Coffee", after: "Corner Coffee", undone: false }],
};

/** The journal's answer for one transaction. */
function answerChange({ refused = [], state = "done" }: Fake) {
  const count = refused.length === 0 && state === "done" ? 1 : 0;
  const change = {
    id: 7,
    at: "2026-11-21T14:02:00.000Z",
    who: { id: 1, name: "Ann" },
    sentence: "1 transaction changed",
    from: null,
    state,
    transactions: 1,
    count,
    undoes: null,
    undone_by: null,
    can_undo: count > 0,
    problem: null,
  };
  return { change, conflicts: [], refused, not_restored: [] };
}

/** One request to the pages; the fake refuses what no other service has. */
async function ask(path: string, fake: Fake = {}, fields?: Record<string, string>) {
  const calls: string[] = [];
  const app = new Hono<PageEnv>();
  app.use(async (c, next) => {
    c.set("session", LOCAL_SESSION);
    // Of our own API the journal of changes and the transfers of imports work with any service.
    c.set("api", async (to, init) => {
      if (to.startsWith("/api/changes?")) return Response.json({ changes: [], has_more: false });
      if (to === "/api/views") return Response.json({ views: [] });
      if (to === "/api/changes/7")
        return Response.json({ ...answerChange(fake), items: [CHANGED_ITEM] });
      if (to.startsWith("/api/transfers?")) return Response.json({ transfers: [] });
      if (to !== "/api/changes") throw new Error(`Asked about another service: ${to}`);
      const { key, ...rest } = JSON.parse(typeof init?.body === "string" ? init.body : "{}");
      calls.push(`POST ${to} ${JSON.stringify(rest)}`);
      expect(key).toMatch(/^[\da-f-]{36}-[\da-f]{32}$/);
      return Response.json(answerChange(fake), { status: 201 });
    });
    c.set("service", async (to, init) => {
      calls.push(
        [init?.method ?? "GET", to, init?.body]
          .filter((part) => typeof part === "string")
          .join(" "),
      );
      return answer(to, fake);
    });
    return next();
  });
  app.route("/", pages);
  const response = await app.fetch(
    new Request(`http://localhost${path}`, {
      headers: { "sec-fetch-site": "same-origin" },
      ...(fields !== undefined && { method: "POST", body: new URLSearchParams(fields) }),
    }),
    REMOTE,
    createExecutionContext(),
  );
  const bytes = new Uint8Array(await response.arrayBuffer());
  const html = new TextDecoder().decode(bytes);
  return {
    status: response.status,
    location: response.headers.get("location"),
    html,
    bytes,
    words: html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " "),
    calls: calls.filter((call) => /\/transactions|\/api\/changes/.test(call)),
  };
}

function answer(path: string, fake: Fake): Response {
  const { pathname, searchParams } = new URL(path, "http://fake");
  if (pathname === "/me") return Response.json({ primary_currency: "usd" });
  if (pathname === "/manual_accounts") return Response.json({ manual_accounts: [] });
  if (pathname === "/linked_accounts") return Response.json({ linked_accounts: [] });
  if (pathname === "/tags") return Response.json({ tags: [] });
  if (pathname === "/categories")
    return Response.json({
      categories: [
        { id: 1, name: "Food", is_group: true, group_id: null },
        { id: 2, name: "Groceries", is_group: false, group_id: 1 },
      ],
    });
  if (pathname === "/transactions/attachments/9")
    return Response.json({
      url: "https://files.example/9?signed",
      expires_at: "2026-11-24T00:00:00Z",
    });
  if (pathname === "/transactions") {
    if (fake.list !== undefined) return fake.list();
    const { rows = [] } = fake;
    const end = searchParams.get("end_date") ?? "";
    const found = rows.filter((row) => "date" in row && String(row.date) <= end);
    const limit = Number(searchParams.get("limit"));
    return Response.json({ transactions: found.slice(0, limit), has_more: found.length > limit });
  }
  return fake.one === undefined
    ? Response.json(
        { message: "Not Found", errors: [{ errMsg: "There is no such transaction." }] },
        { status: 404 },
      )
    : Response.json({ ...ROW, ...fake.one });
}

const was = { "was.payee": "Coffee", "was.category_id": "2", payee: "Coffee", category_id: "2" };

test("the list is one request of the documented interface, with pending transactions", async () => {
  const { status, calls, words } = await ask("/transactions?category=2&from=2026-01-01", {
    rows: [ROW],
  });

  expect(status).toBe(200);
  expect(calls).toEqual([
    "GET /transactions?include_metadata=true&include_files=true&include_children=true&include_pending=true&category_id=2&start_date=2026-01-01&end_date=2199-12-31&limit=200&offset=0",
  ]);
  expect(words).toContain("Food · Groceries");
  // All rows are there, so their sum is known.
  expect(words).toContain("1 transaction, −3.20 USD out");
});

test("a search asks at most ten times, says how far it came, and goes on from there", async () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => ({
    ...ROW,
    id: 30_000 - index,
    date: new Date(Date.UTC(2026, 9, 31) - Math.floor(index / 40) * 86_400_000)
      .toISOString()
      .slice(0, 10),
  }));
  const { calls, words, html } = await ask("/transactions?q=nowhere", { rows });
  const further = /<a href="([^"]*)">Search further<\/a>/.exec(html)?.[1]?.replaceAll("&amp;", "&");

  expect(calls).toHaveLength(10);
  expect(calls.every((call) => call.endsWith("limit=2000&offset=0"))).toBe(true);
  // A window of 2,000 rows is 50 days of 40, of which the last may be cut: 49 whole days of each
  // lie behind ten windows, 490 days before 31 October 2026.
  expect(words).toContain("Searched back to 28 Jun 2025 · Search further");
  expect(words).toContain("No transaction found so far.");
  expect(further).toBe("/transactions?q=nowhere&before=2025-06-28.9007199254740991");
  expect((await ask(further ?? "", { rows })).calls[0]).toContain("end_date=2025-06-28");
});

test("a refusal of the service stands on the page, with the filters that were set", async () => {
  const list = () =>
    Response.json(
      { message: "Too Many Requests", errors: [{ errMsg: "Try again in a minute." }] },
      { status: 429 },
    );
  const { status, words, html } = await ask("/transactions?q=coffee", { list });

  expect(status).toBe(429);
  expect(words).toContain("Try again in a minute.");
  expect(html).toContain('value="coffee"');
});

test("a save reads the transaction, then changes the changed field alone, and offers to undo it", async () => {
  const { status, location, calls } = await ask(
    "/transactions/5",
    { one: {} },
    { ...was, payee: "Corner Coffee" },
  );

  expect([status, location]).toEqual([303, "/transactions/5?saved=7"]);
  expect(calls).toEqual([
    "GET /transactions/5",
    'POST /api/changes {"transactions":[{"id":5,"was":{"payee":"Coffee"},"set":{"payee":"Corner Coffee"}}],"from":"the transactions page"}',
    "GET /transactions/5",
  ]);
  expect((await ask("/transactions/5?saved=7", { one: {} })).html).toContain(
    'action="/transactions/5/undo?connection=1"',
  );
});

test("a change that the service has not answered is not called saved", async () => {
  const fake = { one: {}, state: "applying" };
  const { location } = await ask("/transactions/5", fake, { ...was, payee: "Corner Coffee" });
  const { words } = await ask(location ?? "", fake);

  expect(location).toBe("/transactions/5?saved=7");
  expect(words).toContain("Not saved yet: the budgeting service has not answered.");
  expect(words).not.toContain("Saved.");
});

test("the address of a page cannot claim that another transaction's change was saved here", async () => {
  const { words, html } = await ask("/transactions/6?saved=7", { one: { id: 6 } });

  expect(words).not.toContain("Saved.");
  expect(html).not.toContain("/undo");
});

test("a form without changes writes nothing", async () => {
  const { status, calls } = await ask("/transactions/5", { one: {} }, was);

  expect([status, calls]).toEqual([303, ["GET /transactions/5"]]);
});

test("a locked field is named by its label, and what was typed stays", async () => {
  const message =
    "category_id of transaction 5 cannot be changed: its linked account does not allow modifications.";
  const refused = [{ id: 5, field: "category_id", message }];
  const { status, html } = await ask(
    "/transactions/5",
    { one: {}, refused },
    { ...was, category_id: "", payee: "Tea" },
  );

  expect(status).toBe(400);
  expect(/<p class="refused" id="category_id-error" role="alert">([^<]*)/.exec(html)?.[1]).toBe(
    "Category cannot be changed: its linked account does not allow modifications.",
  );
  expect(html).toContain('name="payee" value="Tea"');
  expect(html).toContain('name="was.payee" value="Coffee"');
});

test("a file leads to the address that the service signs for it", async () => {
  const { html } = await ask("/transactions/5", {
    one: { files: [{ id: 9, name: "receipt <1>.pdf", type: "application/pdf", size: 12 }] },
  });
  const file = await ask("/transactions/5/files/9");

  expect(html).toContain(
    '<a href="/transactions/5/files/9"><span>receipt &lt;1&gt;.pdf</span></a>',
  );
  expect([file.status, file.location]).toEqual([303, "https://files.example/9?signed"]);
});

test("a file in CSV begins with the byte order mark, and every row comes once", async () => {
  const rows = Array.from({ length: 4_500 }, (_, index) => ({
    ...ROW,
    id: 4_500 - index,
    payee: `P${index}`,
    date: new Date(Date.UTC(2026, 9, 31) - Math.floor(index / 7) * 86_400_000)
      .toISOString()
      .slice(0, 10),
  }));
  const { bytes, html } = await ask("/transactions.csv", { rows });
  const lines = html.trim().split("\r\n").slice(1);

  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  expect(new Set(lines.map((line) => line.split(",")[1])).size).toBe(4_500);
  expect(lines).toHaveLength(4_500);
});
