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
  /** What answers a PUT; else it is taken. */
  readonly refusal?: object;
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

/** One request to the pages; the fake refuses what no other service has. */
async function ask(path: string, fake: Fake = {}, fields?: Record<string, string>) {
  const calls: string[] = [];
  const app = new Hono<PageEnv>();
  app.use(async (c, next) => {
    c.set("session", LOCAL_SESSION);
    c.set("api", async (to) => {
      throw new Error(`Our own API is not asked about another service: ${to}`);
    });
    c.set("service", async (to, init) => {
      calls.push(
        [init?.method ?? "GET", to, init?.body]
          .filter((part) => typeof part === "string")
          .join(" "),
      );
      return answer(to, init, fake);
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
    calls: calls.filter((call) => call.includes("/transactions")),
  };
}

function answer(path: string, init: RequestInit | undefined, fake: Fake): Response {
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
  if (init?.method === "PUT" && fake.refusal !== undefined)
    return Response.json(fake.refusal, { status: 400 });
  if (init?.method === "PUT") return Response.json({ ...ROW, ...fake.one });
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

test("a save reads the transaction, then writes the changed field alone", async () => {
  const { status, location, calls } = await ask(
    "/transactions/5",
    { one: {} },
    { ...was, payee: "Corner Coffee" },
  );

  expect([status, location]).toEqual([303, "/transactions/5?saved=yes"]);
  expect(calls).toEqual(["GET /transactions/5", 'PUT /transactions/5 {"payee":"Corner Coffee"}']);
});

test("a form without changes writes nothing", async () => {
  const { status, calls } = await ask("/transactions/5", { one: {} }, was);

  expect([status, calls]).toEqual([303, ["GET /transactions/5"]]);
});

test("a locked field is named by its label, and what was typed stays", async () => {
  const refusal = {
    message: "Request Validation Failure",
    errors: [
      {
        errMsg:
          "category_id of transaction 5 cannot be changed: its linked account does not allow modifications.",
        error: "Transaction belongs to a locked linked account",
        locked_property: "category_id",
      },
    ],
  };
  const { status, html } = await ask(
    "/transactions/5",
    { one: {}, refusal },
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

  expect(html).toContain('<a href="/transactions/5/files/9">receipt &lt;1&gt;.pdf</a>');
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
