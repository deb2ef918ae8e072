// The contract of version 2, operation by operation as gaps.md lists them: each success, each
// documented refusal, and the refusals that all operations share. Every successful answer is
// checked against its schema, which allows no additional property (client.ts). The file ends with
// the table of operation by status.

import { runInDurableObject } from "cloudflare:test";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { RATE_LIMIT_REQUESTS } from "../../../src/platform/limits.ts";
import { ROUTES } from "../../../src/budget/routes.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { bindings, get, put, withoutAlarm } from "../client.ts";
import { coverage, nameOf, send, statusesOf, tokenWith, type Ask } from "./ask.ts";
import { FAILURES } from "./failures.ts";
import { OPERATIONS, type Listed } from "./operations.ts";
import { SUCCESSES } from "./successes.ts";
import { makeWorld, type World } from "./world.ts";
import { reset } from "../../reset.ts";

const rowOf = ({ method, path }: Listed) =>
  ROUTES.find((route) => route.method === method && route.path === path);

function successOf(operation: Listed, world: World): Ask {
  const row = SUCCESSES[nameOf(operation)];
  if (row === undefined) throw new Error(`no success row for ${nameOf(operation)}`);
  return row(world);
}

test("the route table holds exactly the document's operations, with their successes and failures", () => {
  for (const listed of OPERATIONS) {
    const route = rowOf(listed);
    expect(route?.status, nameOf(listed)).toBe(listed.success);
    for (const failure of listed.failures)
      expect(route?.failures, nameOf(listed)).toContain(failure);
  }
  const known = new Set(OPERATIONS.map(nameOf));
  expect(
    ROUTES.filter((route) => route.aliasOf === null && !known.has(nameOf(route))).map(nameOf),
  ).toEqual([]);
});

describe.each(OPERATIONS.map((operation) => [nameOf(operation), operation] as const))(
  "%s",
  (_, operation) => {
    // One world for all: what is refused changes nothing, so that what succeeds comes behind it, and the fault last.
    let world: World;
    let ask: Ask;

    beforeAll(async () => {
      world = await makeWorld();
      ask = successOf(operation, world);
    });

    afterAll(reset);

    test("the operation is refused without a token, with a foreign token, and without its scope", async () => {
      for (const token of [null, "dev_1_00000000000000000000000000000000", "nonsense"]) {
        const answer = await send(operation, ask, { token });
        expect(answer.status).toBe(401);
        expect(answer.headers.get("www-authenticate")).toBe("Bearer");
        expect(answer.body).toEqual({
          message: "Unauthorized",
          errors: [
            {
              errMsg: `Access token does not exist.${token === null ? " Send it as Authorization: Bearer <token>." : ""}`,
            },
          ],
        });
      }
      const scope = rowOf(operation)?.scope;
      const others = [
        "me:read",
        "settings:read",
        "categories:read",
        "tags:read",
        "offline_access",
      ].filter((one) => one !== scope);
      const forbidden = await send(operation, ask, { token: await tokenWith(others) });
      expect(forbidden.status).toBe(403);
      expect(forbidden.body).toMatchObject({ message: "Forbidden", errors: [{ scope }] });
    });

    test("the operation refuses unknown query parameters, unknown body properties and paths without an id", async () => {
      const strange = await send(operation, {
        ...ask,
        path: `${ask.path}${ask.path.includes("?") ? "&" : "?"}surprise=1`,
      });
      expect(strange.status).toBe(400);
      expect(strange.body).toMatchObject({
        message: "Invalid Request Parameters",
        errors: [{ instancePath: "/query/surprise" }],
      });
      if (ask.body !== undefined) {
        const extra = await send(operation, {
          ...ask,
          body: { ...(ask.body as object), surprise: 1 },
        });
        expect(extra.status).toBe(400);
        expect(extra.body).toMatchObject({
          message: "Request Validation Failure",
          errors: [{ instancePath: "/body/surprise" }],
        });
        for (const raw of ["", "{", "[]", "null"])
          expect((await send(operation, { path: ask.path }, { raw })).status).toBe(400);
      }
      if (/\{(\w*_)?id\}/.test(operation.path)) {
        const lost = operation.path
          .replace("{account_type}", "manual")
          .replace("{symbol}", "eth")
          .replace(/\{\w+\}/g, "seven");
        const answer = await send(operation, { ...ask, path: lost });
        expect(answer.status).toBe(400);
        expect(answer.body.message).toBe("Invalid Path Parameters");
      }
    });

    test(`succeeds with ${operation.success}`, async () => {
      const { status, body } = await send(operation, ask);

      expect({ status, body: status < 300 ? null : body }).toEqual({
        status: operation.success,
        body: null,
      });
      if (operation.success === 202 || operation.success === 204) expect(body).toBeUndefined();
    });

    test("the operation answers an internal error without detail", async () => {
      // No user is left to act for: an invariant of the database is broken, and logged.
      await withoutAlarm();
      const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
      await runInDurableObject(bindings.BUDGET.getByName("1"), (_object, state) =>
        new Sql(state.storage).run("ALTER TABLE users RENAME TO lost"),
      );
      const broken = await send(operation, ask);
      expect(broken.status).toBe(500);
      expect(broken.body.message).toBe("Internal Server Error");
      expect(JSON.stringify(broken.body)).not.toMatch(/users|SQL|Invariant|stack/i);
      expect(logged).toHaveBeenCalledOnce();
      logged.mockRestore();
    });
  },
);

describe("refused and repeated operations", () => {
  const address = "203.0.113.7";
  let world: World;

  beforeAll(async () => {
    world = await makeWorld();
    for (let count = 0; count < RATE_LIMIT_REQUESTS; count += 1)
      await bindings.RATE_LIMIT.getByName(address).count();
  });

  afterAll(reset);

  test.each(OPERATIONS.map((operation) => [nameOf(operation), operation] as const))(
    "%s is refused beyond the quota",
    async (_, operation) => {
      const limited = await send(operation, successOf(operation, world), { address });

      expect(limited.status).toBe(429);
      expect(limited.body).toEqual({
        message: "Too Many Requests",
        errors: [{ errMsg: "Too many requests, please try again later." }],
      });
      expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    },
  );

  test.each(FAILURES)("$operation refuses $why with $status", async (failure) => {
    const operation = OPERATIONS.find((one) => nameOf(one) === failure.operation);
    if (operation === undefined)
      throw new Error(`${failure.operation} is not an operation of the document`);
    const before = await changes();

    const { status, body } = await send(operation, failure.ask(world));

    expect({ status, body }).toMatchObject({
      status: failure.status,
      body: typeof failure.body === "function" ? failure.body(world) : failure.body,
    });
    expect(await changes()).toEqual(before);
  });
});

/** A world for the test alone. */
async function ownWorld(): Promise<World> {
  onTestFinished(() => reset());
  return makeWorld();
}

/** Everything the budget shows, but for what moves by itself. */
async function changes(): Promise<unknown> {
  const paths = [
    "/categories?format=flattened",
    "/tags",
    "/manual_accounts",
    "/linked_accounts",
    "/crypto/manual",
    "/crypto/synced",
    "/balance_history",
    "/budgets/settings",
    "/recurring?start_date=2026-01-01&end_date=2026-12-31&include_suggested=true",
    "/me/account/settings",
    "/me/user/settings",
    "/me/user/account/settings",
    "/transactions?limit=2000&include_split_parents=true&include_group_children=true&include_files=true&include_metadata=true",
    "/summary?start_date=2026-01-01&end_date=2026-12-31&include_occurrences=true",
  ];
  return Promise.all(paths.map(async (path) => (await get(path)).body));
}

test("fetching an account twice within a minute is refused with 425", async () => {
  const world = await ownWorld();
  const operation = must("POST /linked_accounts/fetch");

  expect(
    (await send(operation, { path: `/linked_accounts/fetch?id=${world.linked}` })).status,
  ).toBe(202);
  const again = await send(operation, { path: `/linked_accounts/fetch?id=${world.linked}` });
  expect(again.status).toBe(425);
  expect(again.body.message).toBe("Too Early");
});

test("deleting a manual crypto holding with history asks whether to keep the history", async () => {
  const { cryptoManual: id } = await ownWorld();
  await put(`/balance_history/crypto_manual/${id}`, {
    balances: [{ month: "2025-12", balance: 5 }],
  });
  const operation = must("DELETE /crypto/manual/{id}");

  const asked = await send(operation, { path: `/crypto/manual/${id}` });
  expect(asked.status).toBe(422);
  expect(JSON.stringify(asked.body)).toMatch(/"crypto_manual_id":\d+/);
  for (const part of ["has_balance_history", "required_parameter", "allowed_values"])
    expect(JSON.stringify(asked.body)).toContain(part);
  expect((await send(operation, { path: `/crypto/manual/${id}?keep_history=true` })).status).toBe(
    204,
  );
});

describe("PUT accepts what GET shows", () => {
  const PAIRS: readonly (readonly [string, (world: World) => string])[] = [
    ["account settings", () => "/me/account/settings"],
    ["user settings", () => "/me/user/settings"],
    ["user account settings", () => "/me/user/account/settings"],
    ["a category", ({ category }) => `/categories/${category}`],
    ["a group of categories", ({ group }) => `/categories/${group}`],
    ["a tag", ({ tag }) => `/tags/${tag}`],
    ["a manual account", ({ account }) => `/manual_accounts/${account}`],
    ["manual crypto", ({ cryptoManual }) => `/crypto/manual/${cryptoManual}`],
    ["a transaction", ({ transactions: [id] }) => `/transactions/${id}`],
    ["a transaction group", ({ grouped }) => `/transactions/${grouped}`],
  ];

  test.each(PAIRS)("%s, and changes only updated_at", async (_, pathOf) => {
    const path = pathOf(await ownWorld());
    const { body: shown } = await get(path);

    const { status, body } = await put(path, shown);

    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    expect(timeless((await get(path)).body)).toEqual(timeless(shown));
  });
});

function timeless(body: object): unknown {
  return JSON.parse(
    JSON.stringify(body).replace(/"(updated_at|balance_as_of)":"[^"]*"/g, '"$1":0'),
  );
}

function must(name: string): Listed {
  const operation = OPERATIONS.find((one) => nameOf(one) === name);
  if (operation === undefined) throw new Error(name);
  return operation;
}

test("the tests have seen every operation succeed, and fail in every documented way", () => {
  for (const operation of OPERATIONS) {
    const seen = statusesOf(operation);
    for (const status of [operation.success, ...operation.failures, 401, 403, 429, 500]) {
      expect(seen.has(status), `${nameOf(operation)} answered ${status}`).toBe(true);
    }
  }
});

afterAll(() => {
  console.log(coverage(OPERATIONS));
});
