import { afterEach, describe, expect, test } from "vitest";
import { cryptoBalances } from "../../src/budget/crypto/store.ts";
import { CRYPTO_ACCOUNTS_MAX } from "../../src/platform/limits.ts";
import { call, database, del, get, post, put } from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

const WALLET = { name: "Cold wallet", symbol: "btc", balance: "1.5" };

async function wallet(more: object = {}) {
  const { status, body } = await post("/crypto/manual", { ...WALLET, ...more });
  expect(status).toBe(201);
  return body;
}

async function price(symbol: string, cost: string, currency: string, at: string) {
  await database((sql) =>
    sql.run(
      "UPDATE cryptocurrencies SET price = ?, price_currency = ?, price_at = ? WHERE symbol = ?",
      cost,
      currency,
      Date.parse(at),
      symbol,
    ),
  );
}

const rate = (currency: string, perEuro: string) =>
  database((sql) => sql.run("INSERT INTO rates VALUES (?, '2026-11-01', ?)", currency, perEuro));

const history = (id: number) =>
  database((sql) =>
    sql.run(
      `INSERT INTO balance_history (kind, account_id, month, balance, currency, to_base, crypto_balance)
       VALUES ('crypto_manual', ?, '2026-08', 10000, 'usd', 10000, '1.5')`,
      id,
    ),
  );

describe("supported cryptocurrencies", () => {
  test("a new budget supports the common coins, each symbol once and in lower case", async () => {
    const { status, body } = await get("/cryptocurrencies");

    expect(status).toBe(200);
    expect(body.cryptocurrencies).toHaveLength(50);
    expect(body.cryptocurrencies[0]).toEqual({
      id: 1,
      pricing_id: "bitcoin",
      symbol: "btc",
      full_name: "Bitcoin",
    });
    const symbols = body.cryptocurrencies.map((one: { symbol: string }) => one.symbol);
    expect(new Set(symbols).size).toBe(50);
    expect(symbols.map((symbol: string) => symbol.toLowerCase())).toEqual(symbols);
  });

  test("a coin is added by the address of its listing, in lower case, and can then be held", async () => {
    const added = await post("/cryptocurrencies", {
      pricing_url: "https://pricing.example/en/coins/kusama",
    });

    expect(added.status).toBe(201);
    expect(added.body).toEqual({
      id: 51,
      pricing_id: "kusama",
      symbol: "ksm",
      full_name: "Kusama",
    });
    expect((await get("/cryptocurrencies")).body.cryptocurrencies[50]).toEqual(added.body);
    // 10 at the listing's 14.20.
    expect(await wallet({ symbol: "ksm", balance: 10 })).toMatchObject({
      pricing_id: "kusama",
      to_base: 142,
      exchange_rate_as_of: "2026-11-20T00:00:00.000Z",
    });
  });

  test("adding a coin that is already supported is refused, with both named", async () => {
    const { status, body } = await post("/cryptocurrencies", {
      pricing_url: "https://pricing.example/de/coins/bitcoin",
    });

    expect(status).toBe(400);
    expect(body.message).toBe("Invalid Request Body");
    expect(body.errors[0]).toMatchObject({
      invalid_property: "pricing_url",
      existing_cryptocurrency_id: 1,
      existing_pricing_id: "bitcoin",
      existing_symbol: "btc",
      requested_pricing_id: "bitcoin",
    });
  });

  test("adding a coin whose symbol another coin has is refused, with both named", async () => {
    await database((sql) => sql.run("UPDATE cryptocurrencies SET symbol = 'ksm' WHERE id = 2"));

    const { status, body } = await post("/cryptocurrencies", {
      pricing_url: "https://pricing.example/en/coins/kusama",
    });

    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({
      existing_pricing_id: "ethereum",
      existing_symbol: "ksm",
      requested_pricing_id: "kusama",
      requested_symbol: "ksm",
    });
  });

  test("adding a coin with a listing that does not exist answers 422", async () => {
    const { status, body } = await post("/cryptocurrencies", {
      pricing_url: "https://pricing.example/en/coins/no-such-coin",
    });

    expect(status).toBe(422);
    expect(body).toEqual({
      message: "Invalid Request",
      errors: [
        {
          errMsg: 'There is no price listing "no-such-coin".',
          invalid_property: "pricing_url",
          requested_pricing_id: "no-such-coin",
        },
      ],
    });
  });

  test.each([
    [{}, "required"],
    [{ pricing_url: 5 }, "type"],
    [{ pricing_url: "" }, "minLength"],
    [{ pricing_url: `https://pricing.example/en/coins/${"a".repeat(200)}` }, "maxLength"],
    [
      { pricing_url: "https://pricing.example/en/coins/kusama", symbol: "x" },
      "additionalProperties",
    ],
  ])("adding the coin %j is refused (%s)", async (body, keyword) => {
    const answer = await post("/cryptocurrencies", body);

    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].keyword).toBe(keyword);
  });

  test("a listing address of another form is refused with the expected form", async () => {
    const url = "https://elsewhere.example/en/coins/kusama";
    const { status, body } = await post("/cryptocurrencies", { pricing_url: url });

    expect(status).toBe(400);
    expect(body.errors[0].requested_pricing_url).toBe(url);
    expect(body.errors[0].errMsg).toContain("https://pricing.example/{locale}/coins/{id}");
  });

  test("the list of supported coins takes no parameter", async () => {
    expect((await get("/cryptocurrencies?limit=1")).status).toBe(400);
  });
});

describe("manual crypto holdings", () => {
  test("a new holding shows what was given; its value is null while no price is known", async () => {
    const body = await wallet({ display_name: "Savings", institution_name: "Hardware" });

    expect(body).toEqual({
      id: 1,
      name: "Cold wallet",
      display_name: "Savings",
      institution_name: "Hardware",
      balance: "1.500000000000000000",
      symbol: "btc",
      pricing_id: "bitcoin",
      to_base: null,
      balance_as_of: body.updated_at,
      exchange_rate_as_of: null,
      created_by_name: "You",
      created_at: body.updated_at,
      updated_at: body.updated_at,
    });
    expect((await get("/crypto/manual/1")).body).toEqual(body);
    expect((await get("/crypto/manual")).body).toEqual({ crypto_manual: [body] });
  });

  test("a holding is worth quantity times price, in the primary currency", async () => {
    const { id } = await wallet();
    await price("btc", "60000.10", "usd", "2026-11-20T10:00:00Z");

    // 1.5 * 60000.10
    expect((await get(`/crypto/manual/${id}`)).body).toMatchObject({
      to_base: 90000.15,
      exchange_rate_as_of: "2026-11-20T10:00:00.000Z",
    });
  });

  test("a price in another currency is converted by the stored rates, and is null without one", async () => {
    const { id } = await wallet({ balance: 2 });
    await price("btc", "50000", "gbp", "2026-11-20T10:00:00Z");
    expect((await get(`/crypto/manual/${id}`)).body).toMatchObject({
      to_base: null,
      exchange_rate_as_of: null,
    });

    await rate("gbp", "0.8");
    await rate("usd", "1.2");

    // 2 * 50000 gbp / 0.8 * 1.2 = 150000 usd
    expect((await get(`/crypto/manual/${id}`)).body.to_base).toBe(150_000);
  });

  test.each([
    ["0.000000000000000001", "0.000000000000000001"],
    ["-3", "-3.000000000000000000"],
    [1e-7, "0.000000100000000000"],
    [12, "12.000000000000000000"],
    [`${"9".repeat(30)}.5`, `${"9".repeat(30)}.500000000000000000`],
  ])("a holding's balance of %j is kept to the last digit", async (balance, shown) => {
    expect((await wallet({ balance })).balance).toBe(shown);
  });

  test.each([
    [{ balance: "0.0000000000000000001" }, "balance"],
    [{ balance: 0.1234567890123456 }, "balance"],
    [{ balance: "1e5" }, "balance"],
    [{ balance: "" }, "balance"],
    [{ balance: null }, "balance"],
    [{ balance: "1".repeat(31) }, "balance"],
    [{ name: "" }, "name"],
    [{ name: "n".repeat(46) }, "name"],
    [{ name: null }, "name"],
    [{ display_name: "" }, "display_name"],
    [{ display_name: "d".repeat(46) }, "display_name"],
    [{ institution_name: "" }, "institution_name"],
    [{ institution_name: "i".repeat(51) }, "institution_name"],
    [{ symbol: "" }, "symbol"],
    [{ symbol: "s".repeat(26) }, "symbol"],
    [{ pricing_id: "bitcoin" }, "pricing_id"],
    [{ id: 1 }, "id"],
    [{ to_base: 1 }, "to_base"],
  ])("the holding %j is refused", async (change, property) => {
    const { status, body } = await post("/crypto/manual", { ...WALLET, ...change });

    expect(status).toBe(400);
    expect(body.errors[0].instancePath).toBe(`/body/${property}`);
    expect((await get("/crypto/manual")).body.crypto_manual).toEqual([]);
  });

  test("a quantity with more digits than can be stored is refused before it loses any", async () => {
    const raw = '{"name": "w", "symbol": "btc", "balance": 1.000000000000000001}';
    const { status, body } = await call("POST", "/crypto/manual", undefined, { raw });

    expect(status).toBe(400);
    expect(body.errors[0].errMsg).toContain("1.000000000000000001 has more digits");
  });

  test.each(["name", "symbol", "balance"])("a holding needs %s", async (property) => {
    const { status, body } = await post("/crypto/manual", { ...WALLET, [property]: undefined });

    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject({
      keyword: "required",
      error: "Missing required property",
    });
  });

  test("a holding's texts may have the documented length, and null where allowed", async () => {
    await wallet({
      name: "n".repeat(45),
      display_name: "d".repeat(45),
      institution_name: "i".repeat(50),
    });
    expect(await wallet({ display_name: null, institution_name: null })).toMatchObject({
      display_name: null,
      institution_name: null,
    });
  });

  test.each(["BTC", "xyz"])(
    "a holding with the symbol %s is refused as not supported",
    async (symbol) => {
      const { status, body } = await post("/crypto/manual", { ...WALLET, symbol });

      expect(status).toBe(400);
      expect(body.errors[0].invalid_property).toBe("symbol");
    },
  );

  test("a budget holds a limited number of manual holdings", async () => {
    await database((sql) =>
      sql.run(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO crypto_manual (name, balance, symbol, created_by, created_at, updated_at)
         SELECT 'w', '1', 'btc', 1, 0, 0 FROM n`,
        CRYPTO_ACCOUNTS_MAX - 1,
      ),
    );

    await wallet();
    expect((await post("/crypto/manual", WALLET)).status).toBe(400);
  });
});

describe("changing a holding", () => {
  test("changing a holding changes only the named properties, and dates the balance", async () => {
    const before = await wallet({ display_name: "Savings" });

    const { status, body } = await put(`/crypto/manual/${before.id}`, {
      balance: 2,
      display_name: null,
      institution_name: "Vault",
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      balance: "2.000000000000000000",
      display_name: null,
      institution_name: "Vault",
      updated_at: body.updated_at,
      balance_as_of: body.updated_at,
    });
    expect(body.updated_at >= before.updated_at).toBe(true);
  });

  test("a holding accepts what GET shows", async () => {
    const before = await wallet({ balance: "0.000000000000000007" });
    const { status, body } = await put(`/crypto/manual/${before.id}`, before);

    expect(status).toBe(200);
    expect(body).toMatchObject({ balance: "0.000000000000000007", name: before.name });
  });

  test("changing a holding ignores the symbol, but needs one of the four other properties", async () => {
    const before = await wallet();

    expect(
      (await put(`/crypto/manual/${before.id}`, { symbol: "eth", name: "Hot" })).body,
    ).toMatchObject({ symbol: "btc", name: "Hot" });
    for (const body of [{}, { symbol: "eth" }, { id: 1, to_base: 5, created_by_name: "x" }])
      expect((await put(`/crypto/manual/${before.id}`, body)).status).toBe(400);
  });

  test.each([
    { name: null },
    { name: "" },
    { balance: null },
    { balance: "x" },
    { display_name: "" },
    { institution_name: "" },
    { keep_history: true },
  ])("the holding's change %j is refused", async (body) => {
    const { id } = await wallet();
    expect((await put(`/crypto/manual/${id}`, body)).status).toBe(400);
  });

  test("an unknown holding answers 404, and a malformed id 400", async () => {
    expect((await get("/crypto/manual/7")).status).toBe(404);
    expect((await put("/crypto/manual/7", { name: "x" })).status).toBe(404);
    expect((await del("/crypto/manual/7")).status).toBe(404);
    expect((await get("/crypto/manual/x")).status).toBe(400);
    expect((await put("/crypto/manual/x", { name: "x" })).status).toBe(400);
    expect((await del("/crypto/manual/1.5")).status).toBe(400);
  });
});

describe("deleting a holding", () => {
  test("a holding without history is deleted without further questions", async () => {
    const { id } = await wallet();

    expect((await del(`/crypto/manual/${id}`)).status).toBe(204);
    expect((await get(`/crypto/manual/${id}`)).status).toBe(404);
  });

  test("deleting a holding with history asks whether to keep that history", async () => {
    const { id } = await wallet();
    await history(id);

    const { status, body } = await del(`/crypto/manual/${id}`);

    const needed = {
      crypto_manual_id: id,
      has_balance_history: true,
      required_parameter: "keep_history",
      allowed_values: [true, false],
    };
    expect(status).toBe(422);
    expect(body).toMatchObject({ message: "Explicit confirmation required", ...needed });
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0]).toMatchObject(needed);
    expect((await get(`/crypto/manual/${id}`)).status).toBe(200);
  });

  test("deleting a holding keeps its history as a deleted account's, or deletes it", async () => {
    const kept = await wallet({ display_name: "Savings", institution_name: "Hardware" });
    const forgotten = await wallet();
    await history(kept.id);
    await history(forgotten.id);

    expect((await del(`/crypto/manual/${kept.id}?keep_history=true`)).status).toBe(204);
    expect((await del(`/crypto/manual/${forgotten.id}?keep_history=false`)).status).toBe(204);

    const left = await database((sql) => ({
      accounts: sql.all(
        "SELECT name, display_name, institution_name, symbol FROM deleted_accounts",
      ),
      entries: sql.all(
        "SELECT kind, month, crypto_balance FROM balance_history WHERE month = '2026-08'",
      ),
    }));
    expect(left).toEqual({
      accounts: [
        {
          name: "Cold wallet",
          display_name: "Savings",
          institution_name: "Hardware",
          symbol: "btc",
        },
      ],
      entries: [{ kind: "deleted", month: "2026-08", crypto_balance: "1.5" }],
    });
  });

  test("keep_history must be true or false", async () => {
    const { id } = await wallet();
    expect((await del(`/crypto/manual/${id}?keep_history=yes`)).status).toBe(400);
  });
});

test("the balance history records a holding with its value", async () => {
  await wallet({ institution_name: "Hardware" });
  await wallet({ symbol: "eth", balance: 3 });
  await price("btc", "100", "usd", "2026-11-20T10:00:00Z");
  await database((sql) => {
    sql.run(
      "INSERT INTO crypto_synced (id, provider, provider_id, status, created_by, created_at, updated_at) VALUES (7, 'ethereum', '0x1', 'active', 1, 0, 0)",
    );
    sql.run(
      "INSERT INTO crypto_synced_balances (account_id, symbol, name, balance, updated_at) VALUES (7, 'btc', 'BTC', '0.25', 0)",
    );
  });

  const balances = await database((sql) => cryptoBalances(sql, Date.parse("2026-11-21")));

  const nameless = { display_name: null, institution_name: null };
  expect(balances).toEqual([
    {
      source: { type: "crypto_manual", id: 1 },
      balance: "1.5",
      symbol: "btc",
      to_base: 1_500_000,
      name: "Cold wallet",
      display_name: null,
      institution_name: "Hardware",
    },
    {
      source: { type: "crypto_manual", id: 2 },
      balance: "3",
      symbol: "eth",
      to_base: null,
      name: "Cold wallet",
      ...nameless,
    },
    {
      source: { type: "crypto_synced", id: 7, symbol: "btc" },
      balance: "0.25",
      symbol: "btc",
      to_base: 250_000,
      name: "BTC",
      ...nameless,
    },
  ]);
});
