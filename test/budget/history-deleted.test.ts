import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  forgetHistory,
  hasHistory,
  keepHistory,
  type Source,
} from "../../src/budget/history/streams.ts";
import { accountId, database, del, get, post, put } from "./client.ts";
import { at, only, rates, shortly, store, stored } from "./history-client.ts";
import { reset } from "../reset.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  at("2026-03-10T12:00:00Z");
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const NAMELESS = {
  name: null,
  institution_name: null,
  display_name: null,
  account_type: null,
  subtype: null,
  mask: null,
  symbol: null,
};

describe("the history of a deleted account", () => {
  test("a deleted account's history is kept under that deleted account alone", async () => {
    await database((sql) => {
      store(sql, [
        ["linked", 7, "", "2026-01", 10_000],
        ["linked", 7, "", "2026-02", 20_000],
        ["linked", 8, "", "2026-01", 30_000],
        ["manual", 7, "", "2026-01", 40_000],
      ]);
      const source: Source = { type: "linked", id: 7 };
      expect(hasHistory(sql, source)).toBe(true);

      keepHistory(sql, source, { ...NAMELESS, name: "Everyday", mask: "1234" }, 5);

      expect(hasHistory(sql, source)).toBe(false);
      expect(stored(sql)).toEqual([
        { kind: "deleted", account_id: 1, symbol: "", month: "2026-01", balance: 10_000 },
        { kind: "deleted", account_id: 1, symbol: "", month: "2026-02", balance: 20_000 },
        { kind: "linked", account_id: 8, symbol: "", month: "2026-01", balance: 30_000 },
        { kind: "manual", account_id: 7, symbol: "", month: "2026-01", balance: 40_000 },
      ]);
      expect(sql.all("SELECT * FROM deleted_accounts")).toEqual([
        { ...NAMELESS, id: 1, name: "Everyday", mask: "1234", deleted_at: 5 },
      ]);
    });
  });

  test("a deleted synced crypto account leaves one deleted account for each symbol", async () => {
    await database((sql) => {
      store(sql, [
        ["crypto_synced", 3, "eth", "2026-01", 1],
        ["crypto_synced", 3, "btc", "2026-01", 2],
      ]);

      keepHistory(sql, { type: "crypto_synced", id: 3, symbol: null }, NAMELESS, 5);

      expect(sql.all("SELECT id, symbol FROM deleted_accounts")).toEqual([
        { id: 1, symbol: "btc" },
        { id: 2, symbol: "eth" },
      ]);
      expect(stored(sql)).toEqual([
        { kind: "deleted", account_id: 1, symbol: "", month: "2026-01", balance: 2 },
        { kind: "deleted", account_id: 2, symbol: "", month: "2026-01", balance: 1 },
      ]);
    });
  });

  test("the history of one symbol alone can be kept or deleted", async () => {
    await database((sql) => {
      store(sql, [
        ["crypto_synced", 3, "eth", "2026-01", 1],
        ["crypto_synced", 3, "btc", "2026-01", 2],
        ["crypto_synced", 3, "sol", "2026-01", 3],
      ]);

      keepHistory(sql, { type: "crypto_synced", id: 3, symbol: "eth" }, NAMELESS, 5);
      forgetHistory(sql, { type: "crypto_synced", id: 3, symbol: "btc" });

      expect(stored(sql)).toEqual([
        { kind: "crypto_synced", account_id: 3, symbol: "sol", month: "2026-01", balance: 3 },
        { kind: "deleted", account_id: 1, symbol: "", month: "2026-01", balance: 1 },
      ]);
      forgetHistory(sql, { type: "crypto_synced", id: 3, symbol: null });
      expect(hasHistory(sql, { type: "crypto_synced", id: 3, symbol: null })).toBe(false);
    });
  });

  test("a deletion without stored history leaves no deleted account", async () => {
    await database((sql) => {
      keepHistory(sql, { type: "manual", id: 1 }, NAMELESS, 5);

      expect(sql.all("SELECT * FROM deleted_accounts")).toEqual([]);
    });
  });

  test("a manual account's history is deleted with delete_balance_history, and kept without it", async () => {
    const [cash, savings] = [await accountId("Cash"), await accountId("Savings")];
    await database((sql) =>
      store(sql, [
        ["manual", cash, "", "2026-01", 10_000],
        ["manual", savings, "", "2026-01", 20_000],
      ]),
    );

    expect((await del(`/manual_accounts/${cash}?delete_balance_history=true`)).status).toBe(204);
    expect((await del(`/manual_accounts/${savings}`)).status).toBe(204);

    await database((sql) => {
      expect(stored(sql)).toEqual([
        { kind: "deleted", account_id: 1, symbol: "", month: "2026-01", balance: 20_000 },
      ]);
      expect(sql.all("SELECT * FROM deleted_accounts")).toMatchObject([
        {
          ...NAMELESS,
          name: "Savings",
          display_name: "Savings",
          account_type: "cash",
          subtype: "savings",
        },
      ]);
    });
  });
});

describe("deleted accounts", () => {
  test("a deleted account's history is in the primary currency, or in its own if no rate is known", async () => {
    await rates([["usd", "2026-01-31", "1.25"]]);
    const ids: number[] = [];
    for (const currency of ["eur", "chf"]) {
      const { body } = await post("/manual_accounts", {
        name: currency,
        institution_name: "Alpine Bank",
        type: "loan",
        currency,
      });
      ids.push(body.id);
      await put(`/balance_history/manual/${body.id}`, {
        balances: [{ month: "2026-01", balance: 10 }],
      });
    }
    for (const id of ids) await del(`/manual_accounts/${id}`);

    expect(only(await get("/balance_history/deleted/1"))).toMatchObject({
      source: {
        type: "deleted",
        deleted_account_id: 1,
        name: "eur",
        institution_name: "Alpine Bank",
        display_name: "Alpine Bank eur",
        account_type: "loan",
        subtype: null,
        mask: null,
        symbol: null,
      },
      balances: [
        {
          type: "historical",
          month: "2026-01",
          balance: "12.5000",
          currency: "usd",
          to_base: 12.5,
        },
      ],
    });
    expect(only(await get("/balance_history/deleted/2")).balances).toMatchObject([
      { balance: "10.0000", currency: "chf", to_base: 0 },
    ]);
  });

  test("a deleted account's balances are converted by the rates known at the deletion", async () => {
    const { body } = await post("/manual_accounts", { name: "Euros", currency: "eur" });
    await put(`/balance_history/manual/${body.id}`, {
      balances: [{ month: "2026-01", balance: 10 }],
    });
    await rates([["usd", "2026-01-31", "1.25"]]);

    await del(`/manual_accounts/${body.id}`);

    expect(only(await get("/balance_history/deleted/1")).balances).toMatchObject([
      { balance: "12.5000", currency: "usd", to_base: 12.5 },
    ]);
  });

  test("a deleted account has no current month, and its history does not grow", async () => {
    await put("/balance_history/manual/1", { balances: [{ month: "2026-01", balance: 5 }] });
    await del("/manual_accounts/1");
    at("2026-05-01T00:00:00Z");

    expect(shortly(only(await get("/balance_history/deleted/1")).balances)).toEqual([
      "2026-01 5.0000",
    ]);
  });

  test("a deleted account has details that tell it from others, each of which can be changed and cleared", async () => {
    await put("/balance_history/manual/1", { balances: [{ month: "2026-01", balance: 5 }] });
    await del("/manual_accounts/1");
    const path = "/balance_history/deleted/1/details";

    expect((await put(path, { institution_name: "Alpine Bank", mask: "1234" })).body).toEqual({
      name: "Checking",
      institution_name: "Alpine Bank",
      display_name: "Checking",
      account_type: "cash",
      subtype: "checking",
      mask: "1234",
    });
    expect((await put(path, { mask: null })).body).toMatchObject({
      institution_name: "Alpine Bank",
      mask: null,
    });
    expect(only(await get("/balance_history/deleted/1")).source).toMatchObject({
      institution_name: "Alpine Bank",
      mask: null,
      symbol: null,
    });
  });

  test("a deleted account refuses unknown, empty and too long details, and an unknown id answers 404", async () => {
    await database((sql) => sql.run("INSERT INTO deleted_accounts (deleted_at) VALUES (1)"));
    const path = "/balance_history/deleted/1/details";

    expect((await put(path, {})).status).toBe(400);
    expect((await put(path, { symbol: "eth" })).body.errors[0].instancePath).toBe("/body/symbol");
    expect((await put(path, { name: 5 })).body.errors[0].instancePath).toBe("/body/name");
    expect((await put(path, { name: "x".repeat(256) })).status).toBe(400);
    expect((await put(path, { name: "x".repeat(255) })).status).toBe(200);
    expect((await put("/balance_history/deleted/9/details", { name: "x" })).status).toBe(404);
    expect((await put("/balance_history/manual/1/details", { name: "x" })).status).toBe(404);
  });
});
