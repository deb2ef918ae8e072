import { runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, test } from "vitest";
import type { CryptoProvider, Listings } from "../../src/budget/crypto/provider.ts";
import { NO_PROVIDERS } from "../../src/budget/linked/feed-providers.ts";
import type { Ports } from "../../src/budget/outside.ts";
import { answer } from "../../src/budget/answer.ts";
import { OWN_ROUTES, ROUTES } from "../../src/budget/routes.ts";
import { ALL_SCOPES } from "../../src/budget/scope.ts";
import { CRYPTO_ACCOUNTS_MAX } from "../../src/platform/limits.ts";
import { Sql } from "../../src/platform/sql/sql.ts";
import { bindings, callOwn, database, get, post } from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

const WALLET = {
  id: "main",
  provider: "exchange_a",
  balances: [
    { symbol: "BTC", balance: "0.25", as_of: "2026-11-20T06:00:00Z" },
    { symbol: "eth", name: "Ether", display_name: "Staked", balance: "1.123456789012345678" },
    { symbol: "ZZZ", balance: "1000" },
  ],
};
const LISTINGS = [
  {
    id: "bitcoin",
    symbol: "BTC",
    name: "Bitcoin",
    price: "90000",
    currency: "usd",
    as_of: "2026-11-20",
  },
];

const upload = (wallet: object = WALLET, listings: readonly object[] = LISTINGS) =>
  callOwn("PUT", "/linked/feed", { crypto_accounts: [wallet], listings });

async function connect(more: object = {}) {
  const { status, body } = await callOwn("POST", "/crypto/synced", {
    provider: "exchange_a",
    account: "main",
    ...more,
  });
  expect(status).toBe(201);
  return body;
}

const refresh = (id = 1) => post(`/crypto/synced/${id}/refresh`, undefined);

describe("synced crypto accounts", () => {
  test("a synced account is empty and initializing until its first refresh", async () => {
    expect((await get("/crypto/synced")).body).toEqual({ crypto_synced: [] });

    const body = await connect({ display_name: "Exchange" });

    expect(body).toEqual({
      id: 1,
      provider: "exchange_a",
      status: "initializing",
      created_by_name: "You",
      created_at: body.created_at,
      updated_at: body.created_at,
      last_import: null,
      display_name: "Exchange",
      balances: [],
    });
    expect((await get("/crypto/synced/1")).body).toEqual(body);
    expect((await get("/crypto/synced")).body).toEqual({ crypto_synced: [body] });
  });

  test("a refreshed account shows the provider's balances, with values where a price is listed", async () => {
    await upload();
    await connect();

    const { status, body } = await refresh();

    expect(status).toBe(200);
    expect(body.status).toBe("active");
    expect(Date.now() - Date.parse(body.last_import)).toBeLessThan(60_000);
    expect(body.balances).toEqual([
      {
        name: "BTC",
        display_name: null,
        balance: "0.250000000000000000",
        symbol: "btc",
        pricing_id: "bitcoin",
        // 0.25 * 90000
        to_base: 22_500,
        balance_as_of: "2026-11-20T06:00:00.000Z",
        exchange_rate_as_of: "2026-11-20T00:00:00.000Z",
        updated_at: body.last_import,
      },
      {
        name: "Ether",
        display_name: "Staked",
        balance: "1.123456789012345678",
        symbol: "eth",
        pricing_id: "ethereum",
        to_base: null,
        balance_as_of: body.last_import,
        exchange_rate_as_of: null,
        updated_at: body.last_import,
      },
      {
        name: "ZZZ",
        display_name: null,
        balance: "1000.000000000000000000",
        symbol: "zzz",
        pricing_id: null,
        to_base: null,
        balance_as_of: body.last_import,
        exchange_rate_as_of: null,
        updated_at: body.last_import,
      },
    ]);
    expect((await get("/crypto/synced/1")).body).toEqual(body);
    expect((await get("/crypto/synced/1/eth")).body).toEqual(body.balances[1]);
    expect((await get("/crypto/synced/1/ETH")).body).toEqual(body.balances[1]);
  });

  test("a second refresh follows changed, new and removed balances; unchanged ones keep their time", async () => {
    await upload();
    await connect();
    const before = (await refresh()).body;

    await upload({
      ...WALLET,
      balances: [
        { symbol: "BTC", balance: "0.250", as_of: "2026-11-21T06:00:00Z" },
        { symbol: "ADA", balance: 7 },
      ],
    });
    const after = (await refresh()).body;

    expect(after.balances.map((one: { symbol: string }) => one.symbol)).toEqual(["ada", "btc"]);
    expect(after.balances[1]).toEqual({
      ...before.balances[0],
      balance_as_of: "2026-11-21T06:00:00.000Z",
    });
    expect((await get("/crypto/synced/1/eth")).status).toBe(404);
  });

  test.each(["relink", "unsupported", "initializing"])(
    "an account that the provider reports as %s shows that status and keeps its balances",
    async (status) => {
      await upload();
      await connect();
      const before = (await refresh()).body;

      await upload({ ...WALLET, status, balances: [] });
      const after = (await refresh()).body;

      expect(after).toEqual({ ...before, status, updated_at: after.updated_at });
    },
  );

  test("an account that the provider does not know needs relinking", async () => {
    await connect({ account: "gone" });
    expect((await refresh()).body.status).toBe("relink");
  });

  test("unknown accounts and symbols answer 404, and malformed ids 400", async () => {
    await connect();

    for (const path of ["/crypto/synced/2", "/crypto/synced/2/btc", "/crypto/synced/1/btc"])
      expect((await get(path)).status, path).toBe(404);
    expect((await refresh(2)).status).toBe(404);
    for (const path of [
      "/crypto/synced/x",
      "/crypto/synced/x/btc",
      `/crypto/synced/1/${"s".repeat(26)}`,
    ])
      expect((await get(path)).status, path).toBe(400);
    expect((await post("/crypto/synced/x/refresh", undefined)).status).toBe(400);
    expect((await get("/crypto/synced?provider=ethereum")).status).toBe(400);
  });
});

// Providers of the test's own making, around the real routes.

const listings: Listings = NO_PROVIDERS.listings;

async function refreshWith(crypto: CryptoProvider, more: Partial<typeof NO_PROVIDERS> = {}) {
  return runInDurableObject(bindings.BUDGET.getByName("1"), async (_, state) => {
    const sql = new Sql(state.storage);
    const caller = { userId: 1, label: null, scopes: ALL_SCOPES };
    const ports = { providers: { ...NO_PROVIDERS, crypto, ...more } } as Ports;
    const request = new Request("http://localhost/v2/crypto/synced/1/refresh", { method: "POST" });
    const response = await answer(
      { routes: ROUTES, base: "/v2" },
      request,
      { sql, caller, ports },
      Date.now,
    );
    return { status: response.status, body: await response.json<{ balances: unknown[] }>() };
  });
}

describe("providers of crypto balances", () => {
  test("a provider that cannot be reached changes nothing", async () => {
    await upload();
    await connect();
    const before = (await refresh()).body;

    const failing = refreshWith(async () => Promise.reject(new Error("unreachable")));

    await expect(failing).rejects.toThrow("unreachable");
    expect((await get("/crypto/synced/1")).body).toEqual(before);
  });

  test("a provider whose answer cannot be written changes nothing", async () => {
    await upload();
    await connect();
    const before = (await refresh()).body;
    const balance = {
      symbol: "btc",
      name: "BTC",
      displayName: null,
      balance: null as never,
      asOf: null,
    };

    const failing = refreshWith(async () => ({ status: "active", balances: [balance] }));

    await expect(failing).rejects.toThrow(/NOT NULL/);
    expect((await get("/crypto/synced/1")).body).toEqual(before);
  });

  test("a provider's balances are written without prices when the listing cannot be reached", async () => {
    await connect();
    const prices = async () => Promise.reject(new Error("unreachable"));

    const { status, body } = await refreshWith(
      async () => ({
        status: "active",
        balances: [
          { symbol: "btc", name: "BTC", displayName: null, balance: "1" as never, asOf: null },
        ],
      }),
      { listings: { ...listings, prices } },
    );

    expect(status).toBe(200);
    expect(body.balances).toEqual([expect.objectContaining({ symbol: "btc", to_base: null })]);
  });

  test("a provider's late answer does not undo a newer one", async () => {
    await connect();
    const holding = (balance: string) =>
      ({
        status: "active",
        balances: [
          { symbol: "btc", name: "BTC", displayName: null, balance: balance as never, asOf: null },
        ],
      }) as const;

    const late = await refreshWith(async () => {
      await refreshWith(async () => holding("2"));
      return holding("1");
    });

    expect(late.status).toBe(200);
    for (const { body } of [late, await get("/crypto/synced/1")])
      expect(body.balances).toEqual([expect.objectContaining({ balance: "2.000000000000000000" })]);
  });

  test("a provider's answer does not bring back an account that was removed meanwhile", async () => {
    await connect();

    const { status } = await refreshWith(async () => {
      await callOwn("DELETE", "/crypto/synced/1");
      return { status: "active", balances: [] };
    });

    expect(status).toBe(404);
    expect((await get("/crypto/synced")).body.crypto_synced).toEqual([]);
  });
});

describe("connecting and disconnecting crypto accounts", () => {
  test("a crypto account is connected once", async () => {
    await connect();

    const { status, body } = await callOwn("POST", "/crypto/synced", {
      provider: "exchange_a",
      account: "main",
    });

    expect(status).toBe(400);
    expect(body.errors[0].existing_crypto_synced_id).toBe(1);
    await connect({ provider: "ethereum" });
  });

  test.each([
    { provider: "exchange_c" },
    { account: "" },
    { account: "a".repeat(256) },
    { display_name: "d".repeat(46) },
    { status: "active" },
  ])("connecting %j is refused", async (change) => {
    const body = { provider: "exchange_a", account: "main", ...change };
    expect((await callOwn("POST", "/crypto/synced", body)).status).toBe(400);
  });

  test("a budget has a limited number of synced accounts", async () => {
    await database((sql) =>
      sql.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO crypto_synced (provider, provider_id, status, created_by, created_at, updated_at)
         SELECT 'ethereum', i, 'active', 1, 0, 0 FROM n`,
        CRYPTO_ACCOUNTS_MAX - 1,
      ),
    );
    await connect();
    const body = { provider: "exchange_a", account: "other" };
    expect((await callOwn("POST", "/crypto/synced", body)).status).toBe(400);
  });

  test("connecting a test account needs the sample feed: elsewhere it answers 404", async () => {
    await get("/me");
    const status = await runInDurableObject(bindings.BUDGET.getByName("1"), async (_, state) => {
      const caller = { userId: 1, label: null, scopes: ALL_SCOPES };
      const request = new Request("http://localhost/api/crypto/synced", {
        method: "POST",
        body: JSON.stringify({ provider: "ethereum", account: "0x1" }),
      });
      const ports = { providers: NO_PROVIDERS } as Ports;
      const response = await answer(
        { routes: OWN_ROUTES, base: "/api" },
        request,
        { sql: new Sql(state.storage), caller, ports },
        Date.now,
      );
      await response.body?.cancel();
      return response.status;
    });
    expect(status).toBe(404);
  });

  test("disconnecting deletes the account with its balances, and asks about its history", async () => {
    await upload();
    await connect();
    await refresh();
    await database((sql) =>
      sql.run(
        `INSERT INTO balance_history (kind, account_id, symbol, month, balance, currency, to_base, crypto_balance)
         VALUES ('crypto_synced', 1, 'btc', '2026-08', 10000, 'usd', 10000, '0.25')`,
      ),
    );

    const refused = await callOwn("DELETE", "/crypto/synced/1");
    expect(refused.status).toBe(422);
    expect(refused.body.errors[0]).toMatchObject({
      crypto_synced_id: 1,
      required_parameter: "keep_history",
    });
    expect((await callOwn("DELETE", "/crypto/synced/1?keep_history=true")).status).toBe(204);

    expect((await callOwn("DELETE", "/crypto/synced/1")).status).toBe(404);
    expect(await database((sql) => sql.all("SELECT * FROM crypto_synced_balances"))).toEqual([]);
    expect(
      await database((sql) => sql.all("SELECT symbol, account_type FROM deleted_accounts")),
    ).toEqual([{ symbol: "btc", account_type: "cryptocurrency" }]);
  });
});

describe("prices of coins", () => {
  test("prices set by hand apply from now, and change the value of holdings", async () => {
    await upload(WALLET, []);
    await connect();
    await refresh();

    const { status, body } = await callOwn("PUT", "/crypto/prices", {
      prices: [{ symbol: "eth", price: "3000.5", currency: "usd" }],
    });

    expect(status).toBe(200);
    expect(body.prices).toEqual([
      { symbol: "eth", price: "3000.5", currency: "usd", as_of: body.prices[0].as_of },
    ]);
    expect((await callOwn("GET", "/crypto/prices")).body).toEqual(body);
    // 1.123456789012345678 * 3000.5 = 3370.93209543154...
    expect((await get("/crypto/synced/1/eth")).body).toMatchObject({
      to_base: 3370.9321,
      exchange_rate_as_of: body.prices[0].as_of,
    });
  });

  test("prices come with the feed, and an older one does not replace a newer one", async () => {
    await upload();
    const [{ as_of: first }] = (await callOwn("GET", "/crypto/prices")).body.prices;
    expect(first).toBe("2026-11-20T00:00:00.000Z");

    await upload(WALLET, [{ ...LISTINGS[0], price: "1", as_of: "2026-11-19" }]);

    expect((await callOwn("GET", "/crypto/prices")).body.prices[0].price).toBe("90000");
  });

  test.each([
    [{ symbol: "zzz", price: "1", currency: "usd" }],
    [{ symbol: "btc", price: 1, currency: "usd" }],
    [{ symbol: "btc", price: "-1", currency: "usd" }],
    [{ symbol: "btc", price: "1e3", currency: "usd" }],
    [{ symbol: "btc", price: "1.0000000000000000001", currency: "usd" }],
    [{ symbol: "btc", price: "1", currency: "xyz" }],
    [{ symbol: "btc", price: "1" }],
  ])("the prices %j are refused", async (price) => {
    expect((await callOwn("PUT", "/crypto/prices", { prices: [price] })).status).toBe(400);
  });

  test("prices that a provider dates in the future are dated now, and do not block later ones", async () => {
    const [bitcoin] = LISTINGS;
    await upload(WALLET, [
      { ...bitcoin, as_of: "2199-12-31" },
      {
        id: "kusama",
        symbol: "KSM",
        name: "Kusama",
        price: "14",
        currency: "usd",
        as_of: "2199-12-31",
      },
    ]);
    await post("/cryptocurrencies", { pricing_url: "https://pricing.example/en/coins/kusama" });
    const prices = async () => (await callOwn("GET", "/crypto/prices")).body.prices;
    for (const { as_of } of await prices())
      expect(Date.parse(as_of)).toBeLessThanOrEqual(Date.now());

    const later = ["btc", "ksm"].map((symbol) => ({ symbol, price: "5", currency: "usd" }));
    await callOwn("PUT", "/crypto/prices", { prices: later });

    expect((await prices()).map(({ price }: { price: string }) => price)).toEqual(["5", "5"]);
  });

  test("two prices of one coin are refused, and so is an empty list", async () => {
    const price = { symbol: "btc", price: "1", currency: "usd" };
    expect((await callOwn("PUT", "/crypto/prices", { prices: [price, price] })).status).toBe(400);
    expect((await callOwn("PUT", "/crypto/prices", { prices: [] })).status).toBe(400);
    expect((await callOwn("GET", "/crypto/prices")).body.prices).toEqual([]);
  });
});
