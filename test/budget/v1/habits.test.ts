// Rules that all operations of version 1 share: which refusals keep their status, which input is
// ignored, the token in the address, and the contents of answers. The tests go through the rows of
// the table, so they cover a new row too.

import { createExecutionContext, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { http } from "../../../src/http/app.ts";
import { LEGACY_ROUTES } from "../../../src/budget/routes.ts";
import { serveBudget } from "../../../src/budget/service.ts";
import { JSON_BODY_BYTES_MAX, RATE_LIMIT_REQUESTS } from "../../../src/platform/limits.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { mint } from "../../../src/platform/credentials/credential.ts";
import { SCOPES } from "../../../src/platform/credentials/scope.ts";
import { bindings, config, database, get, issueToken, LOCAL_TOKEN } from "../client.ts";
import { tokenWith } from "../contract/ask.ts";
import { call1, get1, nameOf1, post1 } from "./client.ts";
import { reset } from "../../reset.ts";

afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

const pathOf = (path: string) => path.replace(/\{\w+\}/g, "1");
const UNKNOWN_TOKEN = { error: "Access token does not exist." };
const NO_TOKEN = {
  error: "Access token does not exist. Send it as Authorization: Bearer <token>.",
};

test("no two rows of the table are the same operation, and each has a known scope", () => {
  const names = LEGACY_ROUTES.map(nameOf1);

  expect(new Set(names).size).toBe(names.length);
  for (const { scope } of LEGACY_ROUTES) expect(SCOPES).toContain(scope);
});

test("every operation requires a token with its scope", async () => {
  const narrow = await tokenWith([]);
  for (const { method, path, scopes } of LEGACY_ROUTES) {
    const where = pathOf(path);
    const body = method === "GET" ? undefined : {};
    for (const token of [null, "nonsense"]) {
      const stranger = await call1(method, where, body, { token });
      expect([stranger.status, stranger.body, stranger.headers.get("www-authenticate")]).toEqual([
        401,
        token === null ? NO_TOKEN : UNKNOWN_TOKEN,
        "Bearer",
      ]);
    }
    const limited = await call1(method, where, body, { token: narrow });
    expect([limited.status, limited.body]).toEqual([
      403,
      {
        error: `The access token lacks the ${scopes.length === 1 ? "scope" : "scopes"} ${scopes.join(", ")}.`,
      },
    ]);
  }
});

test("no operation refuses unknown names in any part of its request", () => {
  for (const route of LEGACY_ROUTES) {
    for (const part of [route.query, route.body ?? z.object({})]) {
      const schema = JSON.stringify(z.toJSONSchema(part, { io: "input", unrepresentable: "any" }));
      expect(schema, nameOf1(route)).not.toContain('"additionalProperties":false');
    }
  }
});

test("an unknown path answers 404, and an unknown method 405, with a sentence", async () => {
  const nowhere = await get1("/nowhere");
  expect([nowhere.status, nowhere.body]).toEqual([
    404,
    { error: "There is no resource at /v1/nowhere." },
  ]);
  expect((await get1("")).status).toBe(404);

  const wrong = await call1("PUT", "/me", {});
  expect([wrong.status, wrong.body]).toEqual([
    405,
    { error: "PUT is not answered here; expected GET, HEAD." },
  ]);
  expect(wrong.headers.get("allow")).toBe("GET, HEAD");
});

test("HEAD is answered as GET without the body", async () => {
  const request = new Request("http://localhost/v1/tags", {
    method: "HEAD",
    headers: { Authorization: `Bearer ${LOCAL_TOKEN}` },
  });

  const answer = await serveBudget(request, bindings, config, null);

  expect([answer.status, await answer.text()]).toEqual([200, ""]);
});

test("a body that is not JSON is refused with 200, and a long one with 413; a missing one is empty", async () => {
  const answers = [];
  for (const raw of ["{", '{"name":"A","name":"B"}', "x".repeat(JSON_BODY_BYTES_MAX + 1), ""]) {
    const { status, body } = await post1("/categories", undefined, { raw });
    answers.push([status, body]);
  }

  expect(answers).toEqual([
    [200, { error: "Expected a JSON object: the request body is not valid JSON." }],
    [200, { error: 'Expected a JSON object: the property "name" is given twice in one object.' }],
    [413, { error: `The request body is longer than ${JSON_BODY_BYTES_MAX} bytes.` }],
    [200, { error: "name is required." }],
  ]);
});

test("an internal error answers 500 without detail", async () => {
  await get1("/me");
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await runInDurableObject(bindings.BUDGET.getByName("1"), (_, state) =>
    new Sql(state.storage).run("ALTER TABLE users RENAME TO lost"),
  );

  const { status, body } = await get1("/me");

  expect([status, body]).toEqual([
    500,
    { error: "The service met a fault of its own; nothing was changed." },
  ]);
  expect(logged).toHaveBeenCalledOnce();
});

test("an unreachable object answers 500, marked as deprecated and counted in the quota", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const handle = () => Promise.reject(new Error("the object was reset"));
  const broken = { ...bindings, BUDGET: { getByName: () => ({ handle }) } } as unknown as Env;
  const request = new Request("http://localhost/v1/me", {
    headers: { Authorization: `Bearer ${LOCAL_TOKEN}` },
  });

  const answer = await serveBudget(request, broken, config, { address: "192.0.2.61" });

  expect([answer.status, await answer.json()]).toEqual([
    500,
    { error: "The budget could not be reached; whether anything changed is not known." },
  ]);
  expect(answer.headers.get("deprecation")).toMatch(/^@\d+$/);
  expect(answer.headers.get("ratelimit-remaining")).toBe("99");
});

test("an unreachable request counter answers 500, marked as deprecated", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const count = () => Promise.reject(new Error("the object was reset"));
  const broken = { ...bindings, RATE_LIMIT: { getByName: () => ({ count }) } } as unknown as Env;

  const answer = await serveBudget(new Request("http://localhost/v1/me"), broken, config, {
    address: "192.0.2.62",
  });

  expect([answer.status, Object.keys(await answer.json<object>())]).toEqual([500, ["error"]]);
  expect(answer.headers.get("link")).toContain("successor-version");
});

test("both versions share the quota of an address, and its headers", async () => {
  const address = "203.0.113.61";
  const first = await get1("/me", { address });
  const second = await get("/me", { address });
  expect([
    first.headers.get("ratelimit-remaining"),
    second.headers.get("x-ratelimit-remaining"),
  ]).toEqual(["99", "98"]);
  for (let count = 2; count < RATE_LIMIT_REQUESTS; count += 1)
    await bindings.RATE_LIMIT.getByName(address).count();

  const beyond = await get1("/me", { address });

  expect([beyond.status, beyond.body]).toEqual([
    429,
    { error: "Too many requests, please try again later." },
  ]);
  expect(Number(beyond.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await get("/me", { address })).status).toBe(429);
});

describe("a token in the address", () => {
  const ask = async (address: string, headers: Record<string, string> = {}) =>
    serveBudget(new Request(`http://localhost${address}`, { headers }), bindings, config, null);

  test("version 1 accepts a token in the address, with a warning that names the parameter; version 2 does not", async () => {
    const token = await issueToken("In the address");

    const old = await ask(`/v1/me?access_token=${token}`);
    expect([old.status, await old.json()]).toEqual([
      200,
      expect.objectContaining({ api_key_label: "In the address" }),
    ]);
    expect(old.headers.get("warning")).toMatch(/^299 - "[^"]*access_token[^"]*"$/);
    expect(old.headers.get("deprecation")).toMatch(/^@\d+$/);

    const write = new Request(`http://localhost/v1/categories?access_token=${token}`, {
      method: "POST",
      body: JSON.stringify({ name: "By address" }),
    });
    expect(await (await serveBudget(write, bindings, config, null)).json()).toEqual({
      category_id: expect.any(Number),
    });

    expect((await ask(`/v2/me?access_token=${token}`)).status).toBe(401);
    expect((await get1("/me")).headers.get("warning")).toBeNull();
  });

  test("an Authorization header, even an invalid one, wins over a token in the address", async () => {
    const token = await issueToken("In the address");
    const both = await ask(`/v1/me?access_token=${token}`, {
      Authorization: `Bearer ${LOCAL_TOKEN}`,
    });
    expect(await both.json()).toMatchObject({ api_key_label: "Local token" });

    expect(
      (await ask(`/v1/me?access_token=${token}`, { Authorization: "Bearer nonsense" })).status,
    ).toBe(401);
  });

  test("two tokens in the address, or an impossible one, count as none", async () => {
    const token = await issueToken(null);
    for (const query of [
      `access_token=${token}&access_token=${token}`,
      "access_token=",
      "access_token=a%0d%0aX-Other:%20b",
      `access_token=${token}%20`,
    ]) {
      const answer = await ask(`/v1/me?${query}`);
      expect([query.length, answer.status]).toEqual([query.length, 401]);
    }
  });

  test("a token is removed from the address before the budget sees it, and other parameters stay", async () => {
    const seen: string[] = [];
    const handle = async (request: Request) => {
      seen.push(request.url);
      return new Response("[]");
    };
    const watched = { ...bindings, BUDGET: { getByName: () => ({ handle }) } } as unknown as Env;
    const { text } = await mint("dev", "1");

    await serveBudget(
      new Request(`http://localhost/v1/tags?a=1&access%5Ftoken=${text}&b=2`),
      watched,
      config,
      null,
    );

    expect(seen).toEqual(["http://localhost/v1/tags?a=1&b=2"]);
  });

  test("a token in the address is neither logged nor answered, even after other errors", async () => {
    const secret = `planted-${"q".repeat(20)}`;
    const { text } = await mint("dev", "1");
    await database((sql) => sql.run("ALTER TABLE users RENAME TO lost"));
    const lines: string[] = [];
    for (const level of ["log", "info", "warn", "error", "debug"] as const) {
      vi.spyOn(console, level).mockImplementation((...parts: unknown[]) =>
        lines.push(parts.map(String).join(" ")),
      );
    }

    for (const token of [secret, text, LOCAL_TOKEN]) {
      for (const path of ["/v1/me", "/v1/nowhere", "/v1/categories", "/v1/openapi.json"]) {
        const request = new Request(
          `http://localhost${path}?format=${token}&access_token=${token}`,
          { headers: { "cf-connecting-ip": "198.51.100.61" } },
        );
        const answer = await http.fetch(request, bindings, createExecutionContext());
        const whole = `${await answer.text()} ${JSON.stringify([...answer.headers])}`;
        expect(whole.includes(token), path).toBe(false);
      }
    }
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines)
      expect([secret, text, LOCAL_TOKEN].some((token) => line.includes(token))).toBe(false);
  });
});

test("a refusal with 200 repeats no credential that was sent in another place", async () => {
  const { text } = await mint("at", "1");
  for (const secret of [text, LOCAL_TOKEN]) {
    const format = await get1(`/categories?format=${secret}`);
    expect(format.body.error).toMatch(/^format must be one of flattened, nested, found/);
    expect(format.body.error).not.toContain(secret.slice(-20));
  }
  await post1("/categories", { name: LOCAL_TOKEN });
  expect((await post1("/categories", { name: LOCAL_TOKEN })).body).toEqual({
    error: 'There is already a category or group named "…".',
  });
});
