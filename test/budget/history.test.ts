import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { addLinkedAccount, database, del, get, post, put } from "./client.ts";
import { addCrypto, at, historyOf, only, rates, shortly, store, stored } from "./history-client.ts";
import { reset } from "../reset.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  at("2026-03-10T12:00:00Z");
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

test("a written history is answered as a list of one, and as source and balances at the top level", async () => {
  const { status, body } = await put("/balance_history/manual/1", {
    balances: [{ month: "2026-01", balance: "12" }],
  });

  expect(status).toBe(200);
  expect(Object.keys(body).toSorted()).toEqual(["balance_history", "balances", "source"]);
  expect(body.balance_history).toEqual([{ source: body.source, balances: body.balances }]);
  expect(body.source).toEqual({ type: "manual", manual_account_id: 1 });
  expect(shortly(body.balances)).toEqual(["2026-01 12.0000"]);
  const { synced } = await addCrypto();
  const coin = await put(`/balance_history/crypto_synced/${synced}/btc`, {
    balances: [{ month: "2026-01", balance: "12", crypto_balance: "0.5" }],
  });
  expect(coin.body).toMatchObject({
    source: { crypto_synced_id: synced },
    balances: [{ crypto_balance: "0.500000000000000000" }],
    balance_history: [{ source: { symbol: "btc" } }],
  });
});

describe("reading balance history", () => {
  test("the list has every source once: by kind, then id, then symbol, with months in order", async () => {
    const { manual, synced } = await addCrypto();
    const linked = await addLinkedAccount(true);
    await database((sql) => {
      sql.run(
        "INSERT INTO deleted_accounts (name, mask, symbol, deleted_at) VALUES ('Gone', '9', 'doge', 1)",
      );
      store(sql, [
        ["deleted", 1, "", "2025-12", 10_000],
        ["crypto_synced", synced, "ada", "2026-02", 20_000],
        ["manual", 1, "", "2026-02", 40_000],
        ["manual", 1, "", "2025-11", 30_000],
      ]);
    });

    const { body } = await get("/balance_history");

    expect(body.balance_history.map(({ source }: { source: object }) => source)).toEqual([
      ...[1, 2, 3, 4].map((id) => ({ type: "manual", manual_account_id: id })),
      { type: "linked", linked_account_id: linked },
      { type: "crypto_manual", crypto_manual_id: manual, symbol: "eth" },
      { type: "crypto_synced", crypto_synced_id: synced, symbol: "ada" },
      { type: "crypto_synced", crypto_synced_id: synced, symbol: "btc" },
      {
        type: "deleted",
        deleted_account_id: 1,
        name: "Gone",
        institution_name: null,
        display_name: null,
        account_type: null,
        subtype: null,
        mask: "9",
        symbol: "doge",
      },
    ]);
    const balances = body.balance_history.map((one: { balances: [] }) => shortly(one.balances));
    expect(balances[0]).toEqual(["2025-11 3.0000", "2026-02 4.0000", "2026-03 0.0000 now"]);
    expect(balances[6]).toEqual(["2026-02 2.0000"]);
    expect(balances[8]).toEqual(["2025-12 1.0000"]);
  });

  test("each element of the list equals the answer of its own path", async () => {
    const { synced } = await addCrypto();
    await addLinkedAccount(true);
    await database((sql) => {
      sql.run("INSERT INTO deleted_accounts (deleted_at) VALUES (1)");
      store(sql, [
        ["deleted", 1, "", "2025-12", 10_000],
        ["manual", 2, "", "2026-02", 40_000],
      ]);
    });

    for (const query of ["", "?start_month=2026-01&end_month=2026-02"]) {
      const { body } = await get(`/balance_history${query}`);
      expect(body.balance_history).toHaveLength(8);
      for (const element of body.balance_history) {
        const { type } = element.source;
        const id =
          element.source[
            type === "deleted"
              ? "deleted_account_id"
              : `${type}${type.startsWith("crypto") ? "" : "_account"}_id`
          ];
        const tail = type === "crypto_synced" ? `/${element.source.symbol}` : "";
        expect(only(await get(`/balance_history/${type}/${id}${tail}${query}`))).toEqual(element);
      }
    }
    expect(synced).toBe(1);
  });

  test("a range includes its first and last month, and the current one if it reaches that far", async () => {
    await database((sql) =>
      store(
        sql,
        ["2025-12", "2026-01", "2026-02"].map(
          (month, index) => ["manual", 1, "", month, index] as const,
        ),
      ),
    );

    expect(await historyOf(1, "?start_month=2025-12&end_month=2026-01")).toEqual([
      "2025-12 0.0000",
      "2026-01 0.0001",
    ]);
    expect(await historyOf(1, "?start_month=2026-02&end_month=2026-02")).toEqual([
      "2026-02 0.0002",
    ]);
    expect(await historyOf(1, "?start_month=2026-02&end_month=2026-03")).toEqual([
      "2026-02 0.0002",
      "2026-03 0.0000 now",
    ]);
    expect(await historyOf(1, "?start_month=2020-01&end_month=2020-02")).toEqual([]);
  });

  test.each([
    ["?start_month=2026-01", "/query/end_month", "required"],
    ["?end_month=2026-01", "/query/start_month", "required"],
    ["?start_month=2026-02&end_month=2026-01", "/query/start_month", "formatMaximum"],
    ["?start_month=2026-13&end_month=2026-01", "/query/start_month", "format"],
    ["?start_month=2026-1&end_month=2026-01", "/query/start_month", "format"],
    ["?start_month=2026-01-01&end_month=2026-01", "/query/start_month", "format"],
    ["?start_month=2026-03&end_month=2026-04", "/query/end_month", "formatMaximum"],
    ["?start_month=2026-04&end_month=2026-04", "/query/start_month", "formatMaximum"],
    ["?start_date=2026-01-01", "/query/start_date", "additionalProperties"],
  ])("the balance history request %s is refused", async (query, instancePath, keyword) => {
    await addCrypto();

    for (const path of ["", "/manual/1", "/crypto_synced/1/btc"]) {
      const { status, body } = await get(`/balance_history${path}${query}`);
      expect(status).toBe(400);
      expect(body.message).toBe("Invalid Request Parameters");
      expect(body.errors[0]).toMatchObject({ instancePath, keyword, code: "VALIDATION_ERROR" });
    }
  });

  test("a balance in the primary currency is worth itself, even before values are recomputed", async () => {
    await put("/manual_accounts/1", { balance: 8 });
    await database((sql) => sql.run("UPDATE manual_accounts SET to_base = 1"));

    expect(only(await get("/balance_history/manual/1")).balances).toMatchObject([
      { balance: "8.0000", to_base: 8 },
    ]);
  });

  test("a coin without a known price has no value and keeps its quantity", async () => {
    const { manual } = await addCrypto();
    await database((sql) =>
      sql.run("UPDATE cryptocurrencies SET price = NULL, price_currency = NULL, price_at = NULL"),
    );

    expect(only(await get(`/balance_history/crypto_manual/${manual}`)).balances).toEqual([
      {
        type: "current",
        month: "2026-03",
        balance: "0.0000",
        currency: "usd",
        to_base: 0,
        crypto_balance: "2.000000000000000000",
      },
    ]);
  });

  test("an unknown account type is a malformed path; an unknown account or symbol is not found", async () => {
    const { synced } = await addCrypto();

    for (const type of ["crypto_synced", "plaid", "entry"]) {
      const { status, body } = await get(`/balance_history/${type}/1`);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        message: "Invalid Path Parameters",
        errors: [{ instancePath: "/path/account_type", keyword: "enum" }],
      });
    }
    for (const type of ["manual", "linked", "crypto_manual", "deleted"]) {
      const path = `/balance_history/${type}/99`;
      const writing = { balances: [{ month: "2026-01", balance: 1 }] };
      for (const answer of [await get(path), await put(path, writing), await del(path)]) {
        expect(answer.status).toBe(404);
        expect(answer.body.errors[0]).toMatchObject({ id: 99 });
      }
    }
    for (const path of [
      `/balance_history/crypto_synced/${synced}/doge`,
      "/balance_history/crypto_synced/99/btc",
    ]) {
      const writing = { balances: [{ month: "2026-01", balance: 1 }] };
      for (const answer of [await get(path), await put(path, writing), await del(path)])
        expect(answer.status).toBe(404);
    }
    expect((await get("/balance_history/manual/x")).body.errors[0].instancePath).toBe(
      "/path/account_id",
    );
  });
});

test("the case of a synced account's symbol does not matter, in the path or in an item", async () => {
  const { synced } = await addCrypto();
  const path = `/balance_history/crypto_synced/${synced}/BTC`;

  const written = only(
    await put(path, { balances: [{ month: "2026-01", balance: 1, symbol: "BTC" }] }),
  );

  expect(written.source).toEqual({
    type: "crypto_synced",
    crypto_synced_id: synced,
    symbol: "btc",
  });
  expect(only(await get(path)).balances).toHaveLength(2);
  expect(only(await get(path.replace("BTC", "btc"))).balances).toHaveLength(2);
  expect((await del(path)).status).toBe(204);
  expect(await database((sql) => sql.all("SELECT * FROM balance_history"))).toEqual([]);
});

describe("writing balance history", () => {
  test("writing answers only the modified entries, by month, as one element", async () => {
    await database((sql) => store(sql, [["manual", 1, "", "2026-01", 10_000]]));

    const answer = await put("/balance_history/manual/1", {
      balances: [
        { month: "2026-02", balance: "-3.5" },
        { month: "2025-12", balance: 2, currency: "usd", symbol: null, crypto_balance: null },
      ],
    });

    const entry = {
      type: "historical",
      id: expect.any(Number),
      currency: "usd",
      crypto_balance: null,
    };
    expect(only(answer)).toEqual({
      source: { type: "manual", manual_account_id: 1 },
      balances: [
        { ...entry, month: "2025-12", balance: "2.0000", to_base: 2 },
        { ...entry, month: "2026-02", balance: "-3.5000", to_base: -3.5 },
      ],
    });
    expect(await historyOf(1)).toEqual([
      "2025-12 2.0000",
      "2026-01 1.0000",
      "2026-02 -3.5000",
      "2026-03 0.0000 now",
    ]);
  });

  test("a month that already has an entry keeps its id", async () => {
    const path = "/balance_history/manual/1";
    const first = only(await put(path, { balances: [{ month: "2026-01", balance: 1 }] }))
      .balances[0];
    const second = only(await put(path, { balances: [{ month: "2026-01", balance: 2 }] }))
      .balances[0];

    expect(second).toEqual({ ...first, balance: "2.0000", to_base: 2 });
  });

  test("writing accepts what GET shows without its type, and changes nothing", async () => {
    const { manual, synced } = await addCrypto();
    at("2026-04-02T00:00:00Z");
    for (const path of ["manual/1", `crypto_manual/${manual}`, `crypto_synced/${synced}/btc`]) {
      const before = only(
        await get(`/balance_history/${path}?start_month=2026-03&end_month=2026-03`),
      );
      expect(before.balances).toHaveLength(1);
      const [{ type, ...entry }] = before.balances;
      expect(type).toBe("historical");

      expect(only(await put(`/balance_history/${path}`, { balances: [entry] }))).toEqual(before);
      expect(
        (await put(`/balance_history/${path}`, { balances: [{ type, ...entry }] })).status,
      ).toBe(400);
    }
  });

  test("an entry's currency defaults to the account's, and its value uses the month's last day", async () => {
    await rates([
      ["usd", "2026-01-31", "1.25"],
      ["usd", "2026-02-28", "1.5"],
      ["gbp", "2026-01-31", "0.5"],
    ]);
    const { body } = await post("/manual_accounts", { name: "Euros", currency: "eur" });

    const { balances } = only(
      await put(`/balance_history/manual/${body.id}`, {
        balances: [
          { month: "2026-01", balance: 10 },
          { month: "2026-02", balance: 10 },
          { month: "2025-12", balance: 10, currency: "gbp" },
          { month: "2025-11", balance: 10, currency: "usd" },
        ],
      }),
    );

    const shown = balances.map((one: Record<string, unknown>) => [
      one["month"],
      one["currency"],
      one["to_base"],
    ]);
    expect(shown).toEqual([
      ["2025-11", "usd", 10],
      // 10 pounds are 20 euros, which are 25 dollars.
      ["2025-12", "gbp", 25],
      ["2026-01", "eur", 12.5],
      ["2026-02", "eur", 15],
    ]);
  });

  test("a crypto entry keeps its quantity exact to the 18th decimal, in the primary currency", async () => {
    const { manual, synced } = await addCrypto();

    for (const path of [
      `/balance_history/crypto_manual/${manual}`,
      `/balance_history/crypto_synced/${synced}/btc`,
    ]) {
      const symbol = path.endsWith("btc") ? "btc" : "eth";
      const balances = [
        {
          month: "2026-01",
          balance: "3.5",
          crypto_balance: "123456789012.123456789012345678",
          symbol,
        },
        { month: "2026-02", balance: 4, crypto_balance: "-0.000000000000000001" },
      ];
      const entry = { type: "historical", currency: "usd" };
      expect(only(await put(path, { balances })).balances).toMatchObject([
        {
          ...entry,
          balance: "3.5000",
          to_base: 3.5,
          crypto_balance: "123456789012.123456789012345678",
        },
        { ...entry, balance: "4.0000", to_base: 4, crypto_balance: "-0.000000000000000001" },
      ]);
    }
  });

  test("an omitted quantity stays, and null clears it", async () => {
    const { manual } = await addCrypto();
    const path = `/balance_history/crypto_manual/${manual}`;
    const write = async (item: object) =>
      only(await put(path, { balances: [{ month: "2026-01", balance: 1, ...item }] })).balances[0]
        .crypto_balance;

    expect(await write({})).toBeNull();
    expect(await write({ crypto_balance: "2.5" })).toBe("2.500000000000000000");
    expect(await write({ balance: 7 })).toBe("2.500000000000000000");
    expect(await write({ crypto_balance: null })).toBeNull();
  });

  test("a deleted account's entries accept any symbol and a quantity", async () => {
    await database((sql) =>
      sql.run("INSERT INTO deleted_accounts (symbol, deleted_at) VALUES ('eth', 1)"),
    );

    const answer = await put("/balance_history/deleted/1", {
      balances: [{ month: "2026-01", balance: 1, symbol: "doge", crypto_balance: "5" }],
    });

    expect(only(answer)).toMatchObject({
      source: { type: "deleted", symbol: "eth" },
      balances: [{ balance: "1.0000", currency: "usd", crypto_balance: "5.000000000000000000" }],
    });
  });

  test.each([
    [{ month: "2026-3", balance: 1 }, "month"],
    [{ month: "2026-00", balance: 1 }, "month"],
    [{ balance: 1 }, "month"],
    [{ month: "2026-01" }, "balance"],
    [{ month: "2026-01", balance: "1.00001" }, "balance"],
    [{ month: "2026-01", balance: null }, "balance"],
    [{ month: "2026-01", balance: 1, currency: "USD" }, "currency"],
    [{ month: "2026-01", balance: 1, symbol: "" }, "symbol"],
    [{ month: "2026-01", balance: 1, symbol: "x".repeat(26) }, "symbol"],
    [{ month: "2026-01", balance: 1, crypto_balance: 1 }, "crypto_balance"],
    [{ month: "2026-01", balance: 1, crypto_balance: "0.0000000000000000001" }, "crypto_balance"],
    [{ month: "2026-01", balance: 1, type: "historical" }, "type"],
    [{ month: "2026-01", balance: 1, note: "x" }, "note"],
  ])("writing refuses the malformed %j and writes nothing", async (item, property) => {
    const { manual } = await addCrypto();
    const path = `/balance_history/crypto_manual/${manual}`;

    const { status, body } = await put(path, {
      balances: [{ month: "2025-01", balance: 1 }, item],
    });

    expect(status).toBe(400);
    expect(body.message).toBe("Request Validation Failure");
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0]).toMatchObject({
      request_balances_index: 1,
      invalid_property: property,
      instancePath: `/body/balances/1/${property}`,
    });
    expect(await database((sql) => sql.all("SELECT * FROM balance_history"))).toEqual([]);
  });

  test("a refusal lists every item's faults with their positions, and writes none of the items", async () => {
    const { manual, synced } = await addCrypto();
    const faults = async (path: string, balances: readonly object[]) => {
      const { status, body } = await put(`/balance_history/${path}`, { balances });
      expect(status).toBe(400);
      expect(body.message).toBe("Invalid Request Body");
      return body.errors.map((error: Record<string, unknown>) => [
        error["request_balances_index"],
        error["invalid_property"],
      ]);
    };

    expect(
      await faults("manual/1", [
        { month: "2026-02", balance: 1 },
        { month: "2026-03", balance: 1 },
        { month: "2026-04", balance: 1, symbol: "eth" },
        { month: "2026-02", balance: 2 },
        { month: "2026-01", balance: 2, crypto_balance: "1" },
      ]),
    ).toEqual([
      [1, "month"],
      [2, "symbol"],
      [2, "month"],
      [3, "month"],
      [4, "crypto_balance"],
    ]);
    expect(
      await faults(`crypto_manual/${manual}`, [{ month: "2026-01", balance: 1, symbol: "btc" }]),
    ).toEqual([[0, "symbol"]]);
    expect(
      await faults(`crypto_synced/${synced}/btc`, [
        { month: "2026-01", balance: 1, symbol: "eth" },
      ]),
    ).toEqual([[0, "symbol"]]);
    expect(
      await faults(`linked/${await addLinkedAccount(true)}`, [
        { month: "2026-01", balance: 1, symbol: "eth" },
      ]),
    ).toEqual([[0, "symbol"]]);
    expect(await database((sql) => sql.all("SELECT * FROM balance_history"))).toEqual([]);
  });

  test("a request has 1 to 1,200 balances", async () => {
    const months = Array.from({ length: 1_201 }, (_, index) => {
      const year = 1920 + Math.floor(index / 12);
      return { month: `${year}-${String((index % 12) + 1).padStart(2, "0")}`, balance: index };
    });

    expect((await put("/balance_history/manual/1", { balances: [] })).status).toBe(400);
    expect((await put("/balance_history/manual/1", { balances: months })).status).toBe(400);
    expect((await put("/balance_history/manual/1", {})).status).toBe(400);
    const whole = only(
      await put("/balance_history/manual/1", { balances: months.slice(0, 1_200) }),
    );
    expect(whole.balances).toHaveLength(1_200);
    expect(whole.balances.at(-1)).toMatchObject({ month: "2019-12", balance: "1199.0000" });
  });

  test("reading returns the last written balance, for any months and values", async () => {
    const month = fc
      .tuple(fc.integer({ min: 2000, max: 2025 }), fc.integer({ min: 1, max: 12 }))
      .map(([year, number]) => `${year}-${String(number).padStart(2, "0")}`);
    const balance = fc.integer({ min: -(2 ** 53) + 1, max: 2 ** 53 - 1 });
    const quantity = fc
      .tuple(fc.boolean(), fc.bigInt({ min: 1n, max: 10n ** 40n }))
      .map(([minus, digits]) => {
        const text = digits.toString().padStart(19, "0");
        return `${minus ? "-" : ""}${text.slice(0, -18)}.${text.slice(-18)}`;
      });
    const request = fc.uniqueArray(fc.record({ month, balance, crypto_balance: quantity }), {
      selector: (item) => item.month,
      minLength: 1,
      maxLength: 8,
    });
    const printed = (units: number) => {
      const digits = String(Math.abs(units)).padStart(5, "0");
      return `${units < 0 ? "-" : ""}${digits.slice(0, -4)}.${digits.slice(-4)}`;
    };

    const { manual } = await addCrypto();
    const path = `/balance_history/crypto_manual/${manual}`;
    const model = new Map<string, object>();
    await fc.assert(
      fc.asyncProperty(request, async (items) => {
        const balances = items.map((item) => ({ ...item, balance: printed(item.balance) }));
        const answer = only(await put(path, { balances }));
        for (const { month, balance: units, crypto_balance } of items)
          model.set(month, {
            month,
            balance: printed(units),
            crypto_balance,
            to_base: units / 10_000,
          });
        const read = only(await get(`${path}?start_month=2000-01&end_month=2025-12`)).balances;
        expect(read).toMatchObject([...model.keys()].sort().map((key) => model.get(key)));
        expect(answer.balances).toMatchObject(
          items
            .map((item) => item.month)
            .sort()
            .map((key) => model.get(key)),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe("deleting balance history", () => {
  test("one entry is deleted by its id", async () => {
    const path = "/balance_history/manual/1";
    const { balances } = only(
      await put(path, { balances: ["2025-12", "2026-01"].map((month) => ({ month, balance: 1 })) }),
    );

    expect((await del(`/balance_history/entries/${balances[0].id}`)).status).toBe(204);

    expect(await historyOf(1)).toEqual(["2026-01 1.0000", "2026-03 0.0000 now"]);
    const again = await del(`/balance_history/entries/${balances[0].id}`);
    expect(again.status).toBe(404);
    expect(again.body.errors[0].id).toBe(balances[0].id);
    expect((await del("/balance_history/entries/x")).status).toBe(400);
  });

  test("a whole stream is deleted and no other; deleting an empty stream is no error", async () => {
    const { synced } = await addCrypto();
    await database((sql) =>
      store(sql, [
        ["manual", 1, "", "2026-01", 1],
        ["manual", 2, "", "2026-01", 2],
        ["crypto_synced", synced, "btc", "2026-01", 3],
        ["crypto_synced", synced, "ada", "2026-01", 4],
      ]),
    );

    expect((await del("/balance_history/manual/1")).status).toBe(204);
    expect((await del("/balance_history/manual/1")).status).toBe(204);
    expect((await del(`/balance_history/crypto_synced/${synced}/btc`)).status).toBe(204);

    expect((await database(stored)).map(({ balance }) => balance)).toEqual([4, 2]);
    // Nothing is held of this symbol: without entries there is no such stream.
    expect((await del(`/balance_history/crypto_synced/${synced}/ada`)).status).toBe(204);
    expect((await del(`/balance_history/crypto_synced/${synced}/ada`)).status).toBe(404);
  });

  test("deleting a deleted account deletes its history too", async () => {
    await put("/balance_history/manual/1", { balances: [{ month: "2026-01", balance: 5 }] });
    await del("/manual_accounts/1");

    expect((await del("/balance_history/deleted/1")).status).toBe(204);

    expect((await get("/balance_history/deleted/1")).status).toBe(404);
    expect((await get("/balance_history")).body.balance_history).toHaveLength(3);
  });
});
