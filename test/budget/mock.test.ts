// The static mock needs no key, has complete data, lets every operation succeed, and never changes.
// It runs in an object that no credential can name.

import { runInDurableObject } from "cloudflare:test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MOCK_BUDGET } from "../../src/budget/mock/mock.ts";
import { SYNCED_STATUSES } from "../../src/budget/crypto/provider.ts";
import { LINKED_STATUSES } from "../../src/budget/linked/provider.ts";
import type { Route } from "../../src/budget/route.ts";
import { ROUTES } from "../../src/budget/routes.ts";
import { serveMock } from "../../src/budget/service.ts";
import { MOCK_LONG_BODIES_MAX, RATE_LIMIT_REQUESTS } from "../../src/platform/limits.ts";
import { must } from "../../src/platform/assert.ts";
import { http } from "../../src/http/app.ts";
import { parseCredential } from "../../src/platform/credentials/credential.ts";
import { bindings, call, type Answer } from "./client.ts";
import { abortAllDurableObjects, reset } from "../reset.ts";

// Filling takes a moment, and nothing changes: one mock is enough for all of these.
beforeAll(reset);
afterAll(reset);

let asked = 0;

/** Comes from an address whose quota is not used up, unless told. */
async function ask(
  method: string,
  path: string,
  body?: unknown,
  more: RequestInit & { from?: string } = {},
): Promise<Answer> {
  const request = new Request(`http://localhost/mock/v2${path}`, {
    method,
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    ...more,
  });
  asked += 1;
  const response = await serveMock(
    request,
    bindings,
    more.from ?? `mock ${Math.ceil(asked / RATE_LIMIT_REQUESTS)}`,
  );
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

const see = async (path: string) => (await ask("GET", path)).body;

/** For each parameter of a path, an id that a list of the mock shows. */
const IDS: Readonly<Record<string, () => Promise<string | number>>> = {
  "/manual_accounts/{id}": async () => (await see("/manual_accounts")).manual_accounts[0].id,
  "/categories/{id}": async () =>
    (await see("/categories")).categories.find((one: { is_group: boolean }) => one.is_group).id,
  "/tags/{id}": async () => (await see("/tags")).tags[0].id,
  "/linked_accounts/{id}": async () => firstOf((await see("/linked_accounts")).linked_accounts),
  "/crypto/synced/{id}": async () => firstOf((await see("/crypto/synced")).crypto_synced),
  "/crypto/synced/{id}/refresh": async () => firstOf((await see("/crypto/synced")).crypto_synced),
  "/crypto/synced/{id}/{symbol}": wallet,
  "/balance_history/crypto_synced/{account_id}/{symbol}": wallet,
  "/crypto/manual/{id}": async () => (await see("/crypto/manual")).crypto_manual[0].id,
  "/balance_history/entries/{id}": async () => firstOf(await entries()),
  "/balance_history/{account_type}/{account_id}": async () =>
    `manual/${(await see("/manual_accounts")).manual_accounts[0].id}`,
  "/balance_history/deleted/{account_id}/details": async () =>
    (await see("/balance_history")).balance_history.find(
      (one: { source: { type: string } }) => one.source.type === "deleted",
    ).source.deleted_account_id,
  "POST /transactions/split/{id}": async () => transactionOf({ amount: "80.0000" }),
  "DELETE /transactions/split/{id}": async () => transactionOf({ is_split_parent: true }),
  "/transactions/group/{id}": async () => transactionOf({ is_group_parent: true }),
  "/transactions/{transaction_id}/attachments": async () => transactionOf({ amount: "80.0000" }),
  "/transactions/attachments/{file_id}": async () => firstOf(await withFiles()),
  "/recurring/{id}": async () => (await see("/recurring")).recurring_items[0].id,
  "/recurring_items/{id}": async () => (await see("/recurring_items")).recurring_items[0].id,
  "/transactions/{id}": async () => (await see("/transactions")).transactions.at(-1).id,
};

async function entries(): Promise<readonly { id: number }[]> {
  const { balance_history: history } = await see("/balance_history");
  return history.flatMap((one: { balances: { type: string; id: number }[] }) =>
    one.balances.filter(({ type }) => type === "historical"),
  );
}

function firstOf(list: readonly { readonly id: number }[]): number {
  return must(list[0], "the mock has one").id;
}

/** The id and a symbol of a synced crypto account, as a path. */
async function wallet(): Promise<string> {
  const [account] = (await see("/crypto/synced")).crypto_synced;
  return `${account.id}/${account.balances[0].symbol}`;
}

async function withFiles(): Promise<readonly { id: number }[]> {
  const { transactions } = await see("/transactions?include_split_parents=true&include_files=true");
  return transactions.flatMap((one: { files: { id: number }[] }) => one.files);
}

/** A listed transaction, split ones included, with these properties. */
async function transactionOf(wanted: Readonly<Record<string, unknown>>): Promise<number> {
  const { transactions } = await see("/transactions?include_split_parents=true");
  const found = transactions.find((one: Record<string, unknown>) =>
    Object.entries(wanted).every(([name, value]) => one[name] === value),
  );
  expect(found, JSON.stringify(wanted)).toBeDefined();
  return found.id;
}

/** One request to the operation that it should answer with its success. */
async function succeed(route: Route): Promise<Answer> {
  const ids = IDS[`${route.method} ${route.path}`] ?? IDS[route.path];
  const path =
    ids === undefined ? route.path : route.path.replace(/\{\w+\}(\/\{\w+\})?/, String(await ids()));
  const query = QUERIES[`${route.method} ${route.path}`] ?? "";
  const form = FORMS[`${route.method} ${route.path}`];
  const json = route.body === null ? undefined : route.example;
  return ask(route.method, path + query, form === undefined ? json : form());
}

const QUERIES: Readonly<Record<string, string>> = {
  "DELETE /categories/{id}": "?force=true",
  "DELETE /tags/{id}": "?force=true",
  "GET /summary":
    "?start_date=2026-10-01&end_date=2026-11-30&include_occurrences=true&include_totals=true&include_rollover_pool=true&include_past_budget_dates=true",
  "DELETE /budgets": "?category_id=2&start_date=2026-11-01",
  "DELETE /crypto/manual/{id}": "?keep_history=true",
};

const FORMS: Readonly<Record<string, () => FormData>> = {
  "POST /transactions/{transaction_id}/attachments": () => {
    const form = new FormData();
    form.set("file", new File(["%PDF-1.4\n"], "receipt.pdf", { type: "application/pdf" }));
    return form;
  },
};

test("every operation answers its example with a valid success, and no list changes afterwards", async () => {
  const before = await digest();

  for (const route of ROUTES) {
    const answer = await succeed(route);

    const name = `${route.method} ${route.path}`;
    expect(answer.status, `${name} ${JSON.stringify(answer.body)}`).toBe(route.status);
    if (route.response === null) expect(answer.body, name).toBeUndefined();
    else expect(route.response.safeParse(answer.body).error, name).toBeUndefined();
  }

  expect(await digest()).toEqual(before);
});

test("the same write to the mock has the same answer twice, including ids of created things", async () => {
  for (const route of ROUTES.filter(({ method }) => method !== "GET")) {
    const [first, second] = [await succeed(route), await succeed(route)];

    expect(second.body, `${route.method} ${route.path}`).toEqual(first.body);
  }
});

test("the mock's household has every kind of data: statuses, kinds, sources, fourteen months", async () => {
  const valuesOf = (list: readonly Record<string, unknown>[], property: string) =>
    new Set(list.map((one) => one[property]));
  const { transactions } = await see(
    "/transactions?limit=2000&include_pending=true&include_split_parents=true&include_group_children=true&include_files=true",
  );
  const { linked_accounts: linked } = await see("/linked_accounts");
  const { recurring_items: recurring } = await see("/recurring?include_suggested=true");
  const { balance_history: history } = await see("/balance_history");
  const { manual_accounts: accounts } = await see("/manual_accounts");
  const { crypto_synced: wallets } = await see("/crypto/synced");

  expect(valuesOf(linked, "status")).toEqual(new Set(LINKED_STATUSES));
  expect(valuesOf(wallets, "status")).toEqual(new Set(SYNCED_STATUSES));
  expect(valuesOf(transactions, "status")).toEqual(
    new Set(["reviewed", "unreviewed", "delete_pending"]),
  );
  for (const source of ["api", "linked", "split"])
    expect(valuesOf(transactions, "source")).toContain(source);
  for (const property of ["is_pending", "is_split_parent", "is_group_parent"])
    expect(valuesOf(transactions, property)).toContain(true);
  expect(valuesOf(transactions, "currency")).toEqual(new Set(["usd", "eur", "gbp"]));
  expect(transactions.every((one: { to_base: number }) => one.to_base !== 0)).toBe(true);
  expect(new Set(transactions.map((one: { date: string }) => one.date.slice(0, 7))).size).toBe(14);
  expect(valuesOf(recurring, "status")).toEqual(new Set(["suggested", "reviewed"]));
  expect(valuesOf(accounts, "status")).toEqual(new Set(["active", "closed"]));
  expect(valuesOf(accounts, "currency")).toEqual(new Set(["usd", "eur"]));
  for (const kind of ["manual", "linked", "crypto_manual", "crypto_synced", "deleted"])
    expect(history.map((one: { source: { type: string } }) => one.source.type)).toContain(kind);
  expect(transactions.some((one: { files: unknown[] }) => one.files.length > 0)).toBe(true);
});

test("something created in the mock does not exist afterwards", async () => {
  const created = await ask("POST", "/tags", { name: "Nowhere" });
  const looked = await ask("GET", `/tags/${created.body.id}`);

  expect(created.status).toBe(201);
  expect(looked.status).toBe(404);
});

test("the mock refuses faults as the real service does", async () => {
  const cases: [string, string, unknown, number, string][] = [
    ["GET", "/nowhere", undefined, 404, "Not Found"],
    ["PATCH", "/tags", undefined, 405, "Method Not Allowed"],
    ["GET", "/tags/first", undefined, 400, "Invalid Path Parameters"],
    ["GET", "/tags?colour=red", undefined, 400, "Invalid Request Parameters"],
    ["POST", "/tags", { name: "" }, 400, "Request Validation Failure"],
    ["GET", "/tags/999", undefined, 404, "Not Found"],
    ["POST", "/tags", { name: "Shared" }, 400, "Invalid Request Body"],
  ];
  for (const [method, path, body, status, message] of cases) {
    const answer = await ask(method, path, body);

    expect([answer.status, answer.body.message], `${method} ${path}`).toEqual([status, message]);
    expect(answer.body.errors.length).toBeGreaterThan(0);
  }
  const inUse = await ask("DELETE", `/tags/${(await see("/tags")).tags[0].id}`);
  expect([inUse.status, Object.keys(inUse.body)]).toEqual([422, ["tag_name", "dependents"]]);
});

test("the mock needs no key, and ignores a wrong one", async () => {
  const wrong = await ask("GET", "/me", undefined, {
    headers: { Authorization: "Bearer dev_1_wrong" },
  });

  expect(wrong.status).toBe(200);
  expect(wrong.body.budget_name).toBe("Rowan and Sam");
});

test("HEAD is GET without its body", async () => {
  const head = await ask("HEAD", "/tags");

  expect([head.status, head.body]).toEqual([200, undefined]);
  expect(head.headers.get("content-type")).toBe("application/json; charset=utf-8");
});

test("the document is also served below the mock's address", async () => {
  expect((await ask("GET", "/openapi.json")).body.openapi).toBe("3.1.0");
});

test("the mock shares the address's quota with the real service", async () => {
  const from = "203.0.113.77";
  for (let count = 0; count < 60; count++) await ask("GET", "/tags", undefined, { from });
  for (let count = 0; count < 40; count++) await call("GET", "/tags", undefined, { address: from });
  const refused = await ask("GET", "/tags", undefined, { from });

  expect([refused.status, refused.body.message]).toEqual([429, "Too Many Requests"]);
  expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  expect(refused.headers.get("ratelimit-remaining")).toBe("0");
});

test("no token can name the mock's object, and the object neither accepts nor issues tokens", async () => {
  const secret = "a".repeat(52);
  const object = bindings.BUDGET.getByName(MOCK_BUDGET);
  await ask("GET", "/me");

  const refused = await object.handle(new Request("http://localhost/v2/me"), { kind: "local" });
  const byToken = await object.handle(new Request("http://localhost/v2/me"), {
    kind: "token",
    secret,
  });

  expect(parseCredential(`dev_${MOCK_BUDGET}_${secret}`)).toBeNull();
  expect([refused.status, byToken.status]).toEqual([401, 401]);
  expect(await object.listMemberTokens(1)).toEqual([]);
  expect(await object.issueMemberToken(1, null)).toEqual({ ok: false, error: "not a member" });
});

test("data of another edition, or incomplete data, is filled in again when the object starts", async () => {
  const whole = await see("/tags");
  for (const harm of ["UPDATE mock_edition SET edition = 'earlier'", "DROP TABLE mock_edition"]) {
    await runInDurableObject(bindings.BUDGET.getByName(MOCK_BUDGET), (_, { storage }) => {
      storage.sql.exec(`${harm}; DELETE FROM transaction_tags; DELETE FROM tags`);
    });
    await abortAllDurableObjects();

    expect(await see("/tags")).toEqual(whole);
  }
});

test("long bodies are read a few at a time: a further one must retry later, while short ones are answered", async () => {
  // One counter counts them all, and passes them on as they came.
  const from = "198.51.100.1";
  const ends: (() => void)[] = [];
  const slow = () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":"Slow'));
        ends.push(() => {
          controller.enqueue(new TextEncoder().encode('ly"}'));
          controller.close();
        });
      },
    });
    return ask("POST", "/tags", undefined, { body, from });
  };
  const short = { name: "Short" };
  const held = Array.from({ length: MOCK_LONG_BODIES_MAX }, slow);
  // An answered request says that those before it have reached the object.
  await ask("GET", "/tags", undefined, { from });

  const refused = await ask("POST", "/tags", { name: "Long" });
  const beside = await ask("POST", "/tags", short, {
    headers: { "Content-Length": String(JSON.stringify(short).length) },
  });
  for (const end of ends) end();
  const answers = await Promise.all(held);
  const after = await ask("POST", "/tags", { name: "Long" });

  expect([refused.status, refused.body.message, refused.headers.get("retry-after")]).toEqual([
    429,
    "Too Many Requests",
    "1",
  ]);
  expect([beside.status, ...answers.map(({ status }) => status), after.status]).toEqual(
    Array(MOCK_LONG_BODIES_MAX + 2).fill(201),
  );
});

test("a long body that breaks off frees its place", async () => {
  const broken = () =>
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"name":"Cut')),
      pull: (controller) => controller.error(new Error("gone")),
    });
  for (let count = 0; count <= MOCK_LONG_BODIES_MAX; count++) {
    const answer = await ask("POST", "/tags", undefined, { body: broken() }).catch(() => null);
    expect(answer === null || answer.status >= 400).toBe(true);
  }

  expect((await ask("POST", "/tags", { name: "Long" })).status).toBe(201);
});

test("a real budget's object does not answer as a mock", async () => {
  const answer = await bindings.BUDGET.getByName("1").handleMock(
    new Request("http://localhost/mock/v2/me"),
  );

  expect(answer.status).toBe(500);
});

test("the mock has the security headers, and accepts bodies as long as the real service's", async () => {
  const send = async (path: string, init?: RequestInit) =>
    http.fetch(new Request(`http://localhost${path}`, init), bindings);
  const long = JSON.stringify({
    transactions: Array.from({ length: 500 }, () => ({
      date: "2026-11-20",
      amount: 1,
      notes: "x".repeat(300),
    })),
  });

  const unknown = await send("/mock/v2/nowhere");
  const posted = await send("/mock/v2/transactions", { method: "POST", body: long });

  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toMatchObject({
    message: "Not Found",
    errors: [{ errMsg: "There is no resource at /mock/v2/nowhere." }],
  });
  expect(unknown.headers.get("x-content-type-options")).toBe("nosniff");
  expect(posted.status).toBe(201);
});

/** What every GET without parameters in its path answers, by path. */
async function digest(): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  for (const route of ROUTES.filter(({ method }) => method === "GET")) {
    seen[route.path] = (await succeed(route)).body;
  }
  return seen;
}
