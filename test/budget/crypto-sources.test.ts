// Synced crypto accounts read from chains and exchanges: connecting, refreshing, the status after
// faults, and the storage of credentials. The servers are fake ones; the budget is the real
// object's database.

import { runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { COIN_SECRETS, SourceAccess } from "../../src/budget/source-access.ts";
import { sourceProvider } from "../../src/budget/crypto/sources.ts";
import { NO_PROVIDERS } from "../../src/budget/linked/feed-providers.ts";
import type { Ports } from "../../src/budget/outside.ts";
import { answer } from "../../src/budget/answer.ts";
import { OWN_ROUTES, ROUTES } from "../../src/budget/routes.ts";
import { ALL_SCOPES } from "../../src/budget/scope.ts";
import { Sql } from "../../src/platform/sql/sql.ts";
import { FAKE_URL, fetchingFrom } from "../sources/fakes/asked.ts";
import type { FakeServer } from "../sources/fakes/by-hand.ts";
import { fakeEthereum, type FakeChain } from "../sources/fakes/ethereum.ts";
import { fakeKraken, type FakeKraken } from "../sources/fakes/kraken.ts";
import { bindings, config, get } from "./client.ts";
import { reset } from "../reset.ts";

afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

const nobody: FakeServer = async () => Promise.reject(new Error("nobody is asked"));
const exchangeOf = (): FakeKraken => ({
  apiKey: "planted-api-key",
  privateKey: btoa("planted-private"),
  balances: { XXBT: "0.25", "XBT.M": "0.05", XETH: "1.123456789012345678", XXRP: "0" },
  nonce: 0n,
  fault: null,
  calls: [],
});
const SECRETS = { api_key: "planted-api-key", private_key: btoa("planted-private") };
const SOURCE = { settings: { url: FAKE_URL }, secrets: SECRETS };
const WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

/** One request to /api or /v2, with this server behind every address. */
async function ask(
  server: FakeServer,
  method: string,
  path: string,
  body?: object,
  { keys = config, fault = null }: { keys?: typeof config; fault?: string | null } = {},
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
): Promise<{ status: number; body: any }> {
  await get("/me");
  return runInDurableObject(bindings.BUDGET.getByName("1"), async (_, state) => {
    const sql = new Sql(state.storage);
    const coins = new SourceAccess(COIN_SECRETS, keys, "1", fetchingFrom(server, fault));
    const ports = {
      providers: {
        ...NO_PROVIDERS,
        coins,
        crypto: sourceProvider(sql, coins, NO_PROVIDERS.crypto),
      },
    } as Ports;
    const request = new Request(`http://localhost${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const caller = { userId: 1, label: "test", scopes: ALL_SCOPES };
    const own = path.startsWith("/api");
    const response = await answer(
      own ? { routes: OWN_ROUTES, base: "/api" } : { routes: ROUTES, base: "/v2" },
      request,
      { sql, caller, ports },
      Date.now,
    );
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  });
}

const connect = async (source: object = SOURCE, provider = "exchange_a") =>
  ask(nobody, "POST", "/api/crypto/synced", { provider, display_name: "Exchange", source });
const refresh = async (server: FakeServer, fault: string | null = null) =>
  ask(server, "POST", "/v2/crypto/synced/1/refresh", undefined, { fault });
const shown = async () => (await ask(nobody, "GET", "/api/crypto/synced/1/source")).body;
const held = (body: { balances: { symbol: string; balance: string }[] }) =>
  body.balances.map(({ symbol, balance }) => [symbol, balance]);
async function readStoredSources(): Promise<string> {
  return runInDurableObject(bindings.BUDGET.getByName("1"), async (_, state) =>
    JSON.stringify(
      new Sql(state.storage).all(
        "SELECT * FROM crypto_sources JOIN crypto_synced ON id = account_id",
      ),
    ),
  );
}

test("one request lists the connections of all synced accounts, without their credentials", async () => {
  await connect();
  await connect(
    { settings: { url: FAKE_URL, chain_id: 1, address: WALLET }, secrets: {} },
    "ethereum",
  );
  await expect(refresh(nobody)).rejects.toThrow("could not be reached");

  const { status, body } = await ask(nobody, "GET", "/api/crypto/sources");

  const one = async (id: number) => ({
    id,
    ...(await ask(nobody, "GET", `/api/crypto/synced/${id}/source`)).body,
  });
  expect([status, body]).toEqual([200, { sources: [await one(1), await one(2)] }]);
  expect(body.sources).toMatchObject([
    { provider: "exchange_a", reason: expect.stringContaining("could not be reached") },
    { provider: "ethereum", reason: null },
  ]);
  expect(JSON.stringify(body)).not.toContain("planted");
});

test("an exchange is connected, refreshed and shown, with a neutral provider name", async () => {
  const made = await connect();
  expect(made).toMatchObject({
    status: 201,
    body: {
      id: 1,
      provider: "exchange_a",
      status: "initializing",
      display_name: "Exchange",
      balances: [],
    },
  });

  const { status, body } = await refresh(fakeKraken(exchangeOf()));

  expect([status, body.status]).toEqual([200, "active"]);
  expect(held(body)).toEqual([
    ["btc", "0.300000000000000000"],
    ["eth", "1.123456789012345678"],
  ]);
  expect(await shown()).toMatchObject({
    provider: "exchange_a",
    settings: { url: FAKE_URL },
    reason: null,
  });
});

test("a wallet on a chain is connected once, regardless of how its address is written", async () => {
  const wallet = (address: string) => ({ settings: { url: FAKE_URL, chain_id: 1, address } });
  expect((await connect(wallet(WALLET), "ethereum")).status).toBe(201);

  const again = await connect(wallet(WALLET.toLowerCase()), "ethereum");

  expect(again).toMatchObject({
    status: 400,
    body: { errors: [{ existing_crypto_synced_id: 1, invalid_property: "source" }] },
  });
  const chain: FakeChain = {
    chainId: 1,
    block: { number: 9, timestamp: 1_790_000_000 },
    coins: { [WALLET.toLowerCase()]: 5n },
    tokens: {},
    fault: null,
    batches: [],
  };
  expect(held((await refresh(fakeEthereum(chain))).body)).toEqual([
    ["eth", "0.000000000000000005"],
  ]);
  expect((await refresh(fakeEthereum({ ...chain, chainId: 10 }))).body).toMatchObject({
    status: "unsupported",
    balances: [{ symbol: "eth" }],
  });
});

test("a token that takes another coin's symbol changes no holding until its old symbol is back", async () => {
  const contract = "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359";
  await connect(
    { settings: { url: FAKE_URL, chain_id: 1, address: WALLET, tokens: [contract] } },
    "ethereum",
  );
  const called = (symbol: string): FakeChain => ({
    chainId: 1,
    block: { number: 9, timestamp: 1_790_000_000 },
    coins: {},
    tokens: {
      [contract]: { decimals: 6, symbol, balances: { [WALLET.toLowerCase()]: 2_500_000n } },
    },
    fault: null,
    batches: [],
  });
  const coins = [["usdc", "2.500000000000000000"]];
  expect(held((await refresh(fakeEthereum(called("USDC")))).body)).toEqual(coins);

  const { body } = await refresh(fakeEthereum(called("BTC")));

  expect([body.status, held(body)]).toEqual(["unsupported", coins]);
  expect((await shown()).reason).toContain('"usdc" when it was first read, and "btc" now');
  expect((await refresh(fakeEthereum(called("USDC")))).body).toMatchObject({ status: "active" });
});

test("credentials are stored only encrypted, and decrypt only in their own place", async () => {
  await connect();

  expect(await readStoredSources()).not.toMatch(/planted|cGxhbnRlZC/);
  expect(JSON.stringify(await shown())).not.toMatch(/planted|cGxhbnRlZC/);
  await runInDurableObject(bindings.BUDGET.getByName("1"), async (_, state) =>
    new Sql(state.storage).run("UPDATE crypto_synced SET provider_id = 'key moved'"),
  );
  expect((await refresh(nobody)).body.status).toBe("relink");
  expect((await shown()).reason).toContain("open with no key");
});

test("credentials are encrypted with the new key at the next refresh after a key change", async () => {
  await connect();
  const before = await readStoredSources();
  const keys = {
    ...config,
    tokenKey: "another-token-key-of-at-least-32-bytes",
    previousTokenKey: config.tokenKey,
  };

  expect(
    (
      await ask(fakeKraken(exchangeOf()), "POST", "/v2/crypto/synced/1/refresh", undefined, {
        keys,
      })
    ).body.status,
  ).toBe("active");

  expect(await readStoredSources()).not.toContain(JSON.parse(before)[0].sealed);
  const alone = { ...keys, previousTokenKey: null };
  expect(
    (
      await ask(fakeKraken(exchangeOf()), "POST", "/v2/crypto/synced/1/refresh", undefined, {
        keys: alone,
      })
    ).body.status,
  ).toBe("active");
});

test("nonces grow with every call, even after a restart of the object or a clock set back", async () => {
  await connect();
  const exchange = exchangeOf();
  const today = Date.now();
  const clock = vi.spyOn(Date, "now").mockReturnValue(today);

  for (const now of [today, today, today - 3_600_000, today + 1]) {
    clock.mockReturnValue(now);
    expect((await refresh(fakeKraken(exchange))).body.status).toBe("active");
  }

  clock.mockRestore();
  // None was refused and made again.
  expect([exchange.calls.length, exchange.nonce]).toEqual([4, BigInt(today + 1) * 1000n]);
});

test("an answer to credentials that were replaced meanwhile changes nothing", async () => {
  await connect();
  await refresh(fakeKraken(exchangeOf()));
  const replaced: FakeServer = async (request) => {
    await ask(nobody, "PUT", "/api/crypto/synced/1/source", {
      ...SOURCE,
      secrets: { ...SECRETS, api_key: "planted-second" },
    });
    return fakeKraken({ ...exchangeOf(), fault: "revoked" })(request);
  };

  expect((await refresh(replaced)).body.status).toBe("active");

  expect((await shown()).reason).toBe(null);
});

test("a revoked key needs a person and keeps the known balances; a new key continues the same account", async () => {
  await connect();
  const before = (await refresh(fakeKraken(exchangeOf()))).body;
  const exchange = { ...exchangeOf(), apiKey: "planted-second" };

  expect((await refresh(fakeKraken(exchange))).body).toMatchObject({
    status: "relink",
    balances: before.balances,
  });
  expect((await shown()).reason).toBe(
    "Kraken does not know this API key, or no longer accepts it.",
  );
  expect(
    (
      await ask(nobody, "PUT", "/api/crypto/synced/1/source", {
        ...SOURCE,
        secrets: { ...SECRETS, api_key: "planted-second" },
      })
    ).body.reason,
  ).toBe(null);
  expect((await refresh(fakeKraken(exchange))).body).toMatchObject({ id: 1, status: "active" });
});

test("an exchange is connected once, even if its key was copied with blanks", async () => {
  await connect();

  expect(
    await connect({ ...SOURCE, secrets: { ...SECRETS, api_key: ` ${SECRETS.api_key}\n` } }),
  ).toMatchObject({ status: 400, body: { errors: [{ existing_crypto_synced_id: 1 }] } });
});

test.each(["down", "slow", "limited", "busy"] as const)(
  "a server that is %s changes nothing, and the reason is shown",
  async (fault) => {
    await connect();
    const before = (await refresh(fakeKraken(exchangeOf()))).body;

    await expect(refresh(fakeKraken({ ...exchangeOf(), fault }), fault)).rejects.toThrow(
      "gave no answer",
    );

    expect((await ask(nobody, "GET", "/v2/crypto/synced/1")).body).toEqual(before);
    expect((await shown()).reason).not.toBe(null);
  },
);

test.each<[string, object, string]>([
  [
    "without a credential",
    { ...SOURCE, secrets: { api_key: "planted" } },
    "private_key is missing",
  ],
  [
    "with a credential that it does not have",
    { ...SOURCE, secrets: { ...SECRETS, password: "planted" } },
    "password is no credential",
  ],
  ["with a setting that it does not have", { ...SOURCE, settings: { port: 1 } }, "source.settings"],
])("a source %s is refused, and nothing is stored", async (_, source, words) => {
  const refused = await connect(source);

  expect(refused.status).toBe(400);
  expect(refused.body.errors[0].errMsg).toContain(words);
  expect(JSON.stringify(refused.body)).not.toContain("planted");
  expect((await ask(nobody, "GET", "/v2/crypto/synced")).body.crypto_synced).toEqual([]);
});

test("another address is another account; a removed account takes its credentials with it", async () => {
  await connect({ settings: { url: FAKE_URL, chain_id: 1, address: WALLET } }, "ethereum");

  expect(
    (
      await ask(nobody, "PUT", "/api/crypto/synced/1/source", {
        settings: { url: FAKE_URL, chain_id: 10, address: WALLET },
      })
    ).status,
  ).toBe(400);
  expect(
    (
      await ask(nobody, "PUT", "/api/crypto/synced/1/source", {
        settings: { url: "http://127.0.0.1:9", chain_id: 1, address: WALLET },
      })
    ).status,
  ).toBe(200);
  expect((await ask(nobody, "DELETE", "/api/crypto/synced/1")).status).toBe(204);
  expect(await readStoredSources()).toBe("[]");
  expect((await ask(nobody, "GET", "/api/crypto/synced/1/source")).status).toBe(404);
});
