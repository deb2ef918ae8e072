import { exports } from "cloudflare:workers";
import { evictAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  RATE_LIMIT_REQUESTS,
  RATE_LIMIT_WINDOW_MS,
  TOKENS_A_PERSON_MAX,
} from "../../src/platform/limits.ts";
import { retryAfter, take, type Window } from "../../src/budget/rate-limit.ts";
import { STEPS } from "../../src/budget/schema/steps.ts";
import { migrate } from "../../src/platform/sql/migrate.ts";
import { Sql } from "../../src/platform/sql/sql.ts";
import { parseCredential } from "../../src/platform/credentials/credential.ts";
import { bindings, call, config, database, get, issueToken, LOCAL_TOKEN, post } from "./client.ts";
import { serveBudget } from "../../src/budget/service.ts";
import { abortAllDurableObjects, reset } from "../reset.ts";

afterEach(reset);

const UNAUTHORIZED = {
  message: "Unauthorized",
  errors: [{ errMsg: "Access token does not exist." }],
};

describe("credentials of a request", () => {
  test("the local token acts for the demo budget's user", async () => {
    const { status, body } = await get("/me");

    expect(status).toBe(200);
    expect(body).toEqual({
      name: "You",
      email: "you@localhost",
      id: 1,
      account_id: 1,
      budget_name: "Demo budget",
      primary_currency: "usd",
      api_key_label: "Local token",
    });
  });

  test("a developer token carries its label, and is refused as soon as it is revoked", async () => {
    const budget = bindings.BUDGET.getByName("1");
    const token = await issueToken("laptop");

    expect((await get("/me", { token })).body.api_key_label).toBe("laptop");
    const [listed] = await budget.listMemberTokens(1);
    expect(listed).toMatchObject({ label: "laptop", last_used_at: expect.any(Number) });
    expect(await budget.revokeMemberToken(1, listed?.id ?? 0)).toBe(true);
    expect((await get("/me", { token })).status).toBe(401);
    expect(await budget.revokeMemberToken(1, listed?.id ?? 0)).toBe(false);
  });

  test("only the hash of a token's secret is stored", async () => {
    const token = await issueToken(null);
    const secret = parseCredential(token)?.secret ?? "?";

    const rows = await database((sql) => sql.all("SELECT * FROM tokens"));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test("the use of a token is recorded at most once a minute", async () => {
    const token = await issueToken(null);
    await get("/me", { token });
    const earlier = Date.now() - 30_000;
    await database((sql) => sql.run("UPDATE tokens SET last_used_at = ?", earlier));

    await get("/me", { token });
    expect((await bindings.BUDGET.getByName("1").listMemberTokens(1))[0]?.last_used_at).toBe(
      earlier,
    );
    await database((sql) => sql.run("UPDATE tokens SET last_used_at = ?", earlier - 30_000));
    await get("/me", { token });
    expect(
      (await bindings.BUDGET.getByName("1").listMemberTokens(1))[0]?.last_used_at,
    ).toBeGreaterThan(earlier);
  });

  test.each([
    ["another word", "wrong"],
    ["a token of the right shape", `dev_1_${"a".repeat(52)}`],
    ["a token of a budget that was never made", `dev_777_${"a".repeat(52)}`],
    ["a token of another kind", `imp_1_${"a".repeat(52)}`],
    ["almost the local token", `${LOCAL_TOKEN}x`],
  ])("a request with %s is refused", async (_, token) => {
    const { status, headers, body } = await get("/me", { token });

    expect(status).toBe(401);
    expect(headers.get("WWW-Authenticate")).toBe("Bearer");
    expect(body).toEqual(UNAUTHORIZED);
  });

  test.each([
    ["no Authorization header", {}],
    ["a token without Bearer", { authorization: LOCAL_TOKEN }],
    ["another scheme", { authorization: "Basic eDp5" }],
  ])("a request with %s is refused with the header that is wanted", async (_, headers) => {
    const request = new Request("https://tributary.test/v2/me", { headers });
    const response = await exports.default.fetch(request);

    expect([response.status, await response.json()]).toEqual([
      401,
      {
        message: "Unauthorized",
        errors: [
          { errMsg: "Access token does not exist. Send it as Authorization: Bearer <token>." },
        ],
      },
    ]);
  });

  test("a request for a budget that was never created writes nothing", async () => {
    await get("/me", { token: `dev_777_${"a".repeat(52)}` });

    const tables = await runInDurableObject(bindings.BUDGET.getByName("777"), (_, state) =>
      state.storage.sql
        .exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'")
        .toArray(),
    );
    expect(tables).toEqual([]);
  });

  test("a new budget answers only its own tokens", async () => {
    const stub = bindings.BUDGET.getByName("42");
    await stub.create({
      accountId: 42,
      budgetName: "Ours",
      primaryCurrency: "eur",
      user: { id: 7, name: "Ann", email: "ann@example.test" },
    });
    const token = await issueToken("a", "42", 7);
    const other = await issueToken("b");

    expect((await get("/me", { token })).body).toMatchObject({
      id: 7,
      account_id: 42,
      budget_name: "Ours",
      primary_currency: "eur",
    });
    expect((await get("/manual_accounts", { token })).body.manual_accounts).toEqual([]);
    expect((await get("/me", { token: other.replace("dev_1_", "dev_42_") })).status).toBe(401);
    expect((await get("/me", { token: token.replace("dev_42_", "dev_1_") })).status).toBe(401);
  });

  test("a budget whose creation was interrupted does not exist, and can be created", async () => {
    const profile = {
      accountId: 43,
      budgetName: "Ours",
      primaryCurrency: "eur",
      user: { id: 7, name: "Ann", email: "ann@example.test" },
    } as const;
    await runInDurableObject(bindings.BUDGET.getByName("43"), async (_, { storage }) =>
      migrate(new Sql(storage), STEPS, Date.now()),
    );
    await abortAllDurableObjects();

    const early = await get("/me", { token: `dev_43_${"a".repeat(52)}` });
    await bindings.BUDGET.getByName("43").create(profile);
    const token = await issueToken("a", "43", 7);

    expect(early.status).toBe(401);
    expect((await get("/me", { token })).body).toMatchObject({ id: 7, account_id: 43 });
  });

  test("a budget issues a person a limited number of tokens", async () => {
    for (let issued = 0; issued < TOKENS_A_PERSON_MAX; issued++) await issueToken(null);

    await expect(issueToken(null)).rejects.toThrow("too many tokens");
  });

  test("a token with fewer scopes is refused the operations of the others", async () => {
    const token = await issueToken("narrow");
    await database((sql) => sql.run(`UPDATE tokens SET scopes = '["tags:read"]'`));

    expect((await get("/tags", { token })).status).toBe(200);
    const { status, body } = await get("/me", { token });
    expect(status).toBe(403);
    expect(body).toEqual({
      message: "Forbidden",
      errors: [{ errMsg: "The access token lacks the scope me:read.", scope: "me:read" }],
    });
  });

  test("the local token works only with ENVIRONMENT=local", async () => {
    const request = new Request("http://localhost/v2/me", {
      headers: { Authorization: `Bearer ${LOCAL_TOKEN}` },
    });

    expect(
      (await serveBudget(request, bindings, { ...config, localToken: null }, null)).status,
    ).toBe(401);
  });
});

describe("answers of the service", () => {
  test("every answer is JSON with a charset and must not be cached", async () => {
    for (const { headers } of [
      await get("/me"),
      await get("/nope"),
      await get("/me", { token: null }),
    ]) {
      expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
      expect(headers.get("Cache-Control")).toBe("no-store");
    }
  });

  test("an unknown path answers 404, and an unknown method 405 with the known methods", async () => {
    expect((await get("/nope")).body).toEqual({
      message: "Not Found",
      errors: [{ errMsg: "There is no resource at /v2/nope." }],
    });
    for (const path of ["/", "", "/tags/1/2", "/tags/", "//tags", "/TAGS"])
      expect((await get(path)).status, path).toBe(404);
    const { status, headers, body } = await call("PATCH", "/tags/1", { name: "x" });
    expect(status).toBe(405);
    expect(headers.get("Allow")).toBe("DELETE, GET, HEAD, PUT");
    expect(body.message).toBe("Method Not Allowed");
  });

  test("HEAD is answered as GET without the body, even for the document", async () => {
    for (const path of ["/tags", "/tags/99", "/openapi.json"]) {
      const options = { address: "192.0.2.9" };
      const shown = await get(path, options);

      const { status, headers, body } = await call("HEAD", path, undefined, options);

      expect(status, path).toBe(shown.status);
      expect(headers.get("Content-Type")).toBe(shown.headers.get("Content-Type"));
      expect(headers.get("RateLimit-Limit")).toBe("100");
      expect(body).toBeUndefined();
    }
  });

  test("a percent-encoded path means the same as the plain one", async () => {
    expect((await get("/%74ags/%31")).body).toEqual((await get("/tags/1")).body);
    for (const path of ["/tags%2F1", "/tags/%zz", "/tags/%ff"])
      expect([400, 404], path).toContain((await get(path)).status);
  });

  test("a slow request is dated at its complete arrival, so that clients that poll for changes see it", async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const slow = serveBudget(
      new Request("http://localhost/v2/transactions", {
        method: "POST",
        headers: { Authorization: `Bearer ${LOCAL_TOKEN}` },
        body: readable,
      }),
      bindings,
      config,
      null,
    );
    const [head, tail] = ['{"transactions":[{"date":"2026-01-01",', '"amount":1}]}'];
    const encoder = new TextEncoder();
    await writer.write(encoder.encode(head));
    await scheduler.wait(60);
    const asked = new Date().toISOString();
    await scheduler.wait(60);

    await writer.write(encoder.encode(tail));
    await writer.close();

    expect((await slow).status).toBe(201);
    const { transactions } = (await get(`/transactions?updated_since=${asked}`)).body;
    expect(transactions).toHaveLength(1);
  });

  test("a refused token does not reveal which paths exist", async () => {
    expect((await get("/nope", { token: null })).status).toBe(401);
  });

  test("an internal error answers 500 without detail, and is logged once", async () => {
    await database((sql) => sql.run("ALTER TABLE tags RENAME TO gone"));
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);

    const { status, body } = await get("/tags");

    expect(status).toBe(500);
    expect(body.message).toBe("Internal Server Error");
    expect(JSON.stringify(body)).not.toMatch(/table|SQL|tags/i);
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  test("the demo budget is created once, even by simultaneous requests", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => get("/tags")));

    for (const { body } of answers) expect(body.tags).toHaveLength(3);
  });

  test("a budget survives the eviction and the abortion of its object", async () => {
    await post("/tags", { name: "Kept" });
    await evictAllDurableObjects();
    expect((await get("/tags")).body.tags).toHaveLength(4);
    await abortAllDurableObjects();
    expect((await get("/tags")).body.tags).toHaveLength(4);
  });
});

describe("the quota", () => {
  test("the hundredth request of a minute is answered, and the next refused with the documented body and headers", async () => {
    const address = "192.0.2.1";
    const answers = [];
    for (let sent = 0; sent < RATE_LIMIT_REQUESTS; sent++)
      answers.push(await get("/me", { address, token: sent % 2 === 0 ? LOCAL_TOKEN : null }));

    expect(answers.map(({ headers }) => Number(headers.get("RateLimit-Remaining")))).toEqual(
      Array.from({ length: 100 }, (_, index) => 99 - index),
    );
    expect(answers.map(({ status }) => status)).toEqual(
      Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? 200 : 401)),
    );
    const { status, headers, body } = await get("/me", { address });
    expect(status).toBe(429);
    expect(body).toEqual({
      message: "Too Many Requests",
      errors: [{ errMsg: "Too many requests, please try again later." }],
    });
    const now = Date.now() / 1000;
    for (const prefix of ["RateLimit", "X-RateLimit"]) {
      expect(headers.get(`${prefix}-Limit`)).toBe("100");
      expect(headers.get(`${prefix}-Remaining`)).toBe("0");
      expect(Number(headers.get(`${prefix}-Reset`))).toBeGreaterThan(now);
      expect(Number(headers.get(`${prefix}-Reset`))).toBeLessThanOrEqual(Math.ceil(now + 60));
    }
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(Number(headers.get("Retry-After"))).toBeLessThanOrEqual(60);
  });

  test("a hundred simultaneous requests count as a hundred, whichever operations they call", async () => {
    const address = "192.0.2.2";
    const answers = await Promise.all(
      Array.from({ length: 105 }, (_, index) =>
        get(index % 2 === 0 ? "/nope" : "/openapi.json", { address, token: null }),
      ),
    );

    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  test("an answer without the budget's object still has the quota headers", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const handle = () => Promise.reject(new Error("the object was reset"));
    const broken = { ...bindings, BUDGET: { getByName: () => ({ handle }) } } as unknown as Env;
    const request = new Request("http://localhost/v2/me", {
      headers: { Authorization: `Bearer ${LOCAL_TOKEN}` },
    });

    const answer = await serveBudget(request, broken, config, { address: "192.0.2.6" });

    expect(answer.status).toBe(500);
    expect(answer.headers.get("RateLimit-Remaining")).toBe("99");
    expect(await answer.json()).toMatchObject({ message: "Internal Server Error" });
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  test("each address has its own quota, and the service's internal calls have none", async () => {
    expect((await get("/me", { address: "192.0.2.3" })).headers.get("RateLimit-Remaining")).toBe(
      "99",
    );
    expect((await get("/me", { address: "2001:db8::1" })).headers.get("RateLimit-Remaining")).toBe(
      "99",
    );
    expect((await get("/me")).headers.get("RateLimit-Limit")).toBeNull();
  });

  test("a counter that was evicted does not forget", async () => {
    const address = "192.0.2.4";
    await get("/me", { address });
    await evictAllDurableObjects();

    expect((await get("/me", { address })).headers.get("RateLimit-Remaining")).toBe("98");
  });

  test("an address that stays away leaves no data behind", async () => {
    const address = "192.0.2.5";
    const stub = bindings.RATE_LIMIT.getByName(address);
    await get("/me", { address });
    const kept = () =>
      runInDurableObject(stub, async (_, state) => (await state.storage.list()).size);

    // An alarm that comes early forgets nothing.
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    expect(await kept()).toBe(1);
    const over = { startedAt: Date.now() - RATE_LIMIT_WINDOW_MS, count: 1 };
    await runInDurableObject(stub, async (_, state) => {
      await state.storage.put("window", over);
      await state.storage.setAlarm(Date.now() + 60_000);
    });
    await evictAllDurableObjects();
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    expect(await kept()).toBe(0);
    // What is evicted when the test ends would outlive it: reset() forgets what is awake.
    await get("/me");
  });

  test("a window opens with its first request, ends after 60 s, and refuses no request outside it", () => {
    const start = 1_700_000_000_500;
    let window: Window | null = null;
    const at = (now: number) => {
      const taken = take(window, now);
      ({ window } = taken);
      return taken.quota;
    };

    expect(at(start)).toEqual({
      allowed: true,
      remaining: 99,
      resetsAt: start + RATE_LIMIT_WINDOW_MS,
    });
    for (let sent = 1; sent < 100; sent++) expect(at(start + sent).allowed).toBe(true);
    expect(at(start + RATE_LIMIT_WINDOW_MS - 1)).toEqual({
      allowed: false,
      remaining: 0,
      resetsAt: start + RATE_LIMIT_WINDOW_MS,
    });
    expect(at(start + RATE_LIMIT_WINDOW_MS)).toMatchObject({ allowed: true, remaining: 99 });
    // A clock set back by more than the window cannot lock an address out.
    expect(at(start - 10 * RATE_LIMIT_WINDOW_MS).allowed).toBe(true);
  });

  test("Retry-After is the seconds to the window's end, rounded up, at least one", () => {
    const quota = { allowed: false, remaining: 0, resetsAt: 60_000 };

    expect(
      [0, 1, 58_999, 59_000, 59_001, 59_999, 60_000, 70_000].map((now) => retryAfter(quota, now)),
    ).toEqual([60, 60, 2, 1, 1, 1, 1, 1]);
  });
});
