import { exports } from "cloudflare:workers";
import * as z from "zod";
import { afterEach, describe, expect, test } from "vitest";
import { LEGACY_ROUTES, OWN_ROUTES, ROUTES } from "../../src/budget/routes.ts";

import { SCOPES } from "../../src/platform/credentials/scope.ts";
import { get1 } from "./v1/client.ts";
import { addLinkedAccount, call, callOwn, database, get, insertOne, post } from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

interface Operation {
  readonly parameters: readonly {
    name: string;
    in: string;
    required: boolean;
    schema: Record<string, unknown>;
  }[];
  readonly requestBody?: { content: Record<string, { schema: unknown }> };
  readonly responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
  readonly security?: readonly Record<string, string[]>[];
}

async function document() {
  const { status, body } = await get("/openapi.json", { token: null });
  expect(status).toBe(200);
  return body as {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Record<string, unknown>> } & Record<string, unknown>;
  };
}

test("the document is served without a key and declares OpenAPI 3.1", async () => {
  expect((await document()).openapi).toBe("3.1.0");
});

test("the document holds exactly the routes, with their scope, body, success and failures", async () => {
  const { paths } = await document();

  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
  for (const route of ROUTES) {
    const operation = paths[route.path]?.[route.method.toLowerCase()];
    const statuses = new Set([route.status, ...route.failures, 401, 403, 429, 500]);
    expect(new Set(Object.keys(operation?.responses ?? {}).map(Number))).toEqual(statuses);
    expect(operation?.requestBody !== undefined, `${route.method} ${route.path}`).toBe(
      route.body !== null || route.form !== null,
    );
    expect(operation?.security).toEqual([{ bearer: [] }, { oauth2: [route.scope] }]);
    expect(SCOPES).toContain(route.scope);
    expect(
      operation?.parameters
        .filter((parameter) => parameter.in === "path")
        .map(({ name }) => `{${name}}`),
    ).toEqual(route.path.match(/\{\w+\}/g) ?? []);
  }
});

test("the document of version 1 is served without a key and has its rows, with 200 for most refusals too", async () => {
  const { status, body } = await get1("/openapi.json", { token: null });

  expect([status, body.openapi, body.servers[0].url]).toEqual([200, "3.1.0", "/v1"]);
  const paths: Record<string, Record<string, Operation>> = body.paths;
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(
    LEGACY_ROUTES.map(({ method, path }) => `${method} ${path}`).sort(),
  );
  for (const route of LEGACY_ROUTES) {
    const name = `${route.method} ${route.path}`;
    const operation = paths[route.path]?.[route.method.toLowerCase()];
    expect(new Set(Object.keys(operation?.responses ?? {}).map(Number)), name).toEqual(
      new Set([200, ...route.failures, 401, 403, 429, 500]),
    );
    expect(operation?.security, name).toEqual([
      { bearer: [] },
      { oauth2: [...new Set([route.scope, ...route.scopes])] },
    ]);
    const parameters = operation?.parameters
      .filter((parameter) => parameter.in === "path")
      .map((parameter) => `{${parameter.name}}`);
    expect(parameters, name).toEqual(route.path.match(/\{\w+\}/g) ?? []);
    expect(route.body?.safeParse(route.example).error, name).toBeUndefined();
  }
});

test("the document names the authorization server's addresses and describes every scope", async () => {
  const { components } = await document();
  const metadata = (await (
    await exports.default.fetch("http://localhost/.well-known/oauth-authorization-server")
  ).json()) as Record<string, unknown>;
  const schemes = components["securitySchemes"] as Record<
    string,
    { type: string; flows?: Record<string, Record<string, unknown>> }
  >;
  const flow = schemes["oauth2"]?.flows?.["authorizationCode"] ?? {};
  const address = (name: string) => new URL(String(flow[name]), "http://localhost/v2").href;

  expect(Object.keys(schemes)).toEqual(["bearer", "oauth2"]);
  expect(address("authorizationUrl")).toBe(metadata["authorization_endpoint"]);
  expect([address("tokenUrl"), address("refreshUrl")]).toEqual([
    metadata["token_endpoint"],
    metadata["token_endpoint"],
  ]);
  expect(Object.keys(flow["scopes"] ?? {})).toEqual(metadata["scopes_supported"]);
});

/**
 * What paths name and no endpoint makes with such an id: a synced account's symbol, a deleted
 * account, a connection to a bank, a source.
 */
async function addNamed(): Promise<void> {
  await database((sql) => {
    sql.run(
      "INSERT INTO banks (item_id, host, state, token_hash, created_by, created_at) VALUES ('1', 'bank.example', 'failed', ?, 1, 0)",
      "0".repeat(64),
    );
    sql.run("INSERT INTO deleted_accounts (name, deleted_at) VALUES ('Old', 0)");
    sql.run(
      `INSERT INTO crypto_synced (id, provider, provider_id, status, created_by, created_at, updated_at)
       VALUES (1, 'exchange_a', 'key 1', 'active', 1, 0, 0)`,
    );
    sql.run("INSERT INTO crypto_sources (account_id, settings, sealed) VALUES (1, '{}', '')");
    sql.run(
      "INSERT INTO crypto_synced_balances (account_id, symbol, name, balance, updated_at) VALUES (1, 'btc', 'BTC', '1', 0)",
    );
  });
}

test("every body in the document has an example, and the demo budget accepts it", async () => {
  const { paths } = await document();
  await addNamed();

  for (const route of [...ROUTES, ...OWN_ROUTES].filter(
    // A backup is restored into an empty budget, which the demo budget is not.
    ({ body, path }) => body !== null && !path.startsWith("/restoring"),
  )) {
    const name = `${route.method} ${route.path}`;
    expect(route.body?.safeParse(route.example).error, name).toBeUndefined();
    if (ROUTES.includes(route))
      expect(
        paths[route.path]?.[route.method.toLowerCase()]?.requestBody?.content["application/json"],
      ).toHaveProperty("example");
    const before = await insertOne({ date: "2026-11-20", amount: 80 });
    // A transaction can be split once: each example has its own, of the amount that it splits.
    const id = route.path.startsWith("/transactions/split/") ? String(before.id) : "1";
    const path = route.path
      .replace("{id}", id)
      .replace("{account_type}", "manual")
      .replace("{account_id}", "1")
      .replace("{symbol}", "btc");
    const other = await insertOne({ date: "2026-11-20", amount: 80 });
    const grouping = route.path === "/transactions/group";
    const example = grouping
      ? { ...Object(route.example), ids: [before.id, other.id] }
      : route.example;
    const answer = ROUTES.includes(route)
      ? await call(route.method, path, example)
      : await callOwn(route.method, path, route.example);
    expect(answer.status, `${name} ${JSON.stringify(answer.body)} after ${before.id}`).toBe(
      route.status,
    );
  }
});

test("every reference leads to a component, and every schema is complete", async () => {
  const whole = await document();

  const text = JSON.stringify(whole);
  for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
    expect(whole.components.schemas).toHaveProperty(name);
  expect(text).not.toContain("#/$defs/");
  for (const [name, schema] of Object.entries(whole.components.schemas)) {
    for (const [property, told] of Object.entries(
      (schema["properties"] ?? {}) as Record<string, object>,
    )) {
      expect(Object.keys(told), `${name}.${property}`).not.toEqual([]);
    }
  }
});

test("list parameters have their type, default and limits", async () => {
  const { paths } = await document();

  const by = Object.fromEntries(
    (paths["/transactions"]?.["get"]?.parameters ?? []).map((parameter) => [
      parameter.name,
      parameter,
    ]),
  );
  expect(by["limit"]).toMatchObject({
    in: "query",
    required: false,
    schema: { type: "integer", minimum: 1, maximum: 2000, default: 1000 },
  });
  expect(by["include_pending"]?.schema).toMatchObject({ type: "boolean", default: false });
  expect(by["start_date"]?.schema).toMatchObject({ type: "string", format: "date" });
  expect(Object.keys(by)).toHaveLength(22);
});

describe("the document's schemas as validators", () => {
  test("the document's schemas accept the service's answers", async () => {
    const { components } = await document();
    const { id } = await insertOne({ date: "2026-11-20", amount: 1, custom_metadata: { a: 1 } });
    const wallet = await post("/crypto/manual", { name: "Wallet", symbol: "btc", balance: "0.5" });
    const synced = await callOwn("POST", "/crypto/synced", {
      provider: "ethereum",
      account: "0x1",
    });
    const samples: Record<string, unknown> = {
      LinkedAccount: (await get(`/linked_accounts/${await addLinkedAccount(true)}`)).body,
      Cryptocurrency: (await get("/cryptocurrencies")).body.cryptocurrencies[0],
      CryptoManual: wallet.body,
      CryptoSynced: (await get(`/crypto/synced/${synced.body.id}`)).body,
      User: (await get("/me")).body,
      ManualAccount: (await get("/manual_accounts/1")).body,
      Category: (await get("/categories/1")).body,
      Tag: (await get("/tags/1")).body,
      Transaction: (await get(`/transactions/${id}`)).body,
      Error: (await get("/nope")).body,
    };

    const $defs: unknown = JSON.parse(
      JSON.stringify(components.schemas).replaceAll("#/components/schemas/", "#/$defs/"),
    );
    for (const [name, sample] of Object.entries(samples)) {
      const schema = z.fromJSONSchema({ $ref: `#/$defs/${name}`, $defs } as Parameters<
        typeof z.fromJSONSchema
      >[0]);
      expect(schema.safeParse(sample).error, name).toBeUndefined();
    }
  });
});
