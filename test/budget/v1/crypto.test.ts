// /v1/crypto (service-v1.md; gaps.md, 2b and 5).

import { afterEach, expect, test } from "vitest";
import { database, get, post, put } from "../client.ts";
import { done1, get1, put1, unseen1 } from "./client.ts";
import { reset } from "../../reset.ts";

afterEach(reset);

async function hold(more: object = {}): Promise<number> {
  const { status, body } = await post("/crypto/manual", {
    name: "Cold wallet",
    balance: "0.5",
    symbol: "btc",
    ...more,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

/** A synced account that holds a little ether; its id. */
async function sync(status = "active", displayName: string | null = null): Promise<number> {
  return database((sql) => {
    const id =
      sql.first<{ id: number }>(
        "INSERT INTO crypto_synced (provider, provider_id, status, display_name, created_by, created_at, updated_at) VALUES ('ethereum', ?, ?, ?, 1, 0, 0) RETURNING id",
        `wallet of ${status}`,
        status,
        displayName,
      )?.id ?? 0;
    sql.run(
      "INSERT INTO crypto_synced_balances (account_id, symbol, name, balance, balance_as_of, updated_at) VALUES (?, 'eth', 'ETH', '1.000000000000000001', 86400000, 0)",
      id,
    );
    return id;
  });
}

/** Two dollars a coin. */
const price = (symbol: string) =>
  database((sql) =>
    sql.run(
      "UPDATE cryptocurrencies SET price = '2', price_currency = 'usd', price_at = 0 WHERE symbol = ?",
      symbol,
    ),
  );

test("a manual holding has its own id, and a synced balance the id of its account", async () => {
  const id = await hold({ display_name: "Vault", institution_name: "Hardware" });
  const account = await sync("active", "My wallet");
  await price("btc");
  const { created_at, updated_at } = (await get(`/crypto/manual/${id}`)).body;

  expect((await get1("/crypto")).body).toEqual({
    crypto: [
      {
        id,
        synced_account_id: null,
        source: "manual",
        name: "Cold wallet",
        display_name: "Vault",
        balance: "0.500000000000000000",
        balance_as_of: updated_at,
        currency: "btc",
        status: "active",
        institution_name: "Hardware",
        created_at,
        to_base: 1,
      },
      {
        id: null,
        synced_account_id: account,
        source: "synced",
        name: "ETH",
        display_name: null,
        balance: "1.000000000000000001",
        balance_as_of: "1970-01-02T00:00:00.000Z",
        currency: "eth",
        status: "active",
        institution_name: "My wallet",
        created_at: "1970-01-01T00:00:00.000Z",
        to_base: null,
      },
    ],
  });
});

test("an account that needs attention has the status error", async () => {
  for (const status of ["relink", "unsupported", "initializing"]) await sync(status);

  const { crypto } = (await get1("/crypto")).body;

  expect(crypto).toHaveLength(3);
  for (const one of crypto)
    expect(one).toMatchObject({ status: "in error", institution_name: "ethereum" });
});

test("a change answers the changed holding, to the last of 18 decimals", async () => {
  const id = await hold({ institution_name: "Hardware" });

  const after = await done1("PUT", `/crypto/manual/${id}`, {
    balance: "12.345678901234567891",
    name: "Ledger",
    display_name: "Mine",
    institution_name: null,
  });

  expect(after).toMatchObject({
    id,
    source: "manual",
    balance: "12.345678901234567891",
    name: "Ledger",
    display_name: "Mine",
    institution_name: null,
    currency: "btc",
  });
  expect((await get1("/crypto")).body.crypto).toEqual([after]);
  expect((await get(`/crypto/manual/${id}`)).body).toMatchObject({
    balance: "12.345678901234567891",
    name: "Ledger",
    display_name: "Mine",
    institution_name: null,
    symbol: "btc",
  });
});

test("omitted properties of a holding stay", async () => {
  const id = await hold({ display_name: "Vault", institution_name: "Hardware" });

  expect(await done1("PUT", `/crypto/manual/${id}`, { balance: 3 })).toMatchObject({
    name: "Cold wallet",
    display_name: "Vault",
    institution_name: "Hardware",
    balance: "3.000000000000000000",
  });
  expect(await done1("PUT", `/crypto/manual/${id}`, { display_name: null })).toMatchObject({
    display_name: null,
    institution_name: "Hardware",
    balance: "3.000000000000000000",
  });
});

test("the coin of a holding can be corrected while it has no history", async () => {
  const id = await hold();
  await price("eth");

  expect(await done1("PUT", `/crypto/manual/${id}`, { currency: "eth" })).toMatchObject({
    currency: "eth",
    balance: "0.500000000000000000",
    to_base: 1,
  });

  await put(`/balance_history/crypto_manual/${id}`, {
    balances: [{ month: "2025-12", balance: 3, crypto_balance: "1.5" }],
  });
  expect((await put1(`/crypto/manual/${id}`, { currency: "btc" })).body).toEqual({
    errors: [`currency is "btc", but manual crypto ${id} has a balance history in eth.`],
  });
  expect((await get(`/crypto/manual/${id}`)).body.symbol).toBe("eth");
  // The coin it is of is no change.
  expect(await done1("PUT", `/crypto/manual/${id}`, { currency: "eth", balance: 1 })).toMatchObject(
    { currency: "eth", balance: "1.000000000000000000" },
  );
});

test("texts of a holding may have version 1's maximum length", async () => {
  const id = await hold();
  for (const [property, most] of [
    ["name", 45],
    ["display_name", 25],
    ["institution_name", 50],
  ] as const) {
    expect(
      (await done1("PUT", `/crypto/manual/${id}`, { [property]: "x".repeat(most) }))[property],
    ).toBe("x".repeat(most));
    expect((await put1(`/crypto/manual/${id}`, { [property]: "x".repeat(most + 1) })).body).toEqual(
      {
        errors: [
          `${property} must be text of 1 to ${most} characters, found "${"x".repeat(most + 1)}".`,
        ],
      },
    );
  }
  // Version 2 has room for 45.
  expect((await put(`/crypto/manual/${id}`, { display_name: "x".repeat(26) })).status).toBe(200);
});

test("refused holdings answer 200 with all faults, and change nothing", async () => {
  const id = await hold();
  const before = (await get1("/crypto")).body;

  expect(await put1(`/crypto/manual/${id}`, { colour: "red" })).toMatchObject({
    status: 200,
    body: {
      errors: ["The request body changes nothing: it must hold at least one updatable property."],
    },
  });
  expect((await put1(`/crypto/manual/${id}`)).body.errors).toHaveLength(1);
  expect(
    (await put1(`/crypto/manual/${id}`, { balance: "0.1234567890123456789", name: "" })).body,
  ).toEqual({
    errors: [
      'name must be text of 1 to 45 characters, found "".',
      'balance has more than 18 decimals, found "0.1234567890123456789".',
    ],
  });
  expect((await put1(`/crypto/manual/${id}`, { currency: "shell", balance: 9 })).body).toEqual({
    errors: [
      'currency is "shell", expected the lowercase symbol of a supported cryptocurrency (GET /v2/cryptocurrencies).',
    ],
  });
  expect(await put1("/crypto/manual/999", { balance: 1 })).toMatchObject({
    status: 200,
    body: { errors: ["There is no manual crypto with the id 999."] },
  });
  expect((await put1("/crypto/manual/x", { balance: 1 })).body).toEqual({
    errors: ['id must be an integer id, found "x".'],
  });
  expect((await get1("/crypto")).body).toEqual(before);
});

test("each crypto operation has been seen to succeed, and to refuse where it can", () => {
  expect(unseen1("crypto", "done")).toEqual([]);
  expect(unseen1("crypto", "refused")).toEqual(["GET /crypto"]);
});
