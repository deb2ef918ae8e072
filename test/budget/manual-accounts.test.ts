import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dayOfInstant } from "../../src/money/day.ts";
import {
  accountId,
  balanceOf,
  callOwn,
  countTransactions,
  database,
  del,
  get,
  insert,
  insertOne,
  post,
  put,
} from "./client.ts";
import { reset } from "../reset.ts";

afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

describe("the demo budget", () => {
  test("the demo budget has four accounts in the primary currency", async () => {
    const { body } = await get("/manual_accounts");

    expect(
      body.manual_accounts.map((account: { name: string; type: string }) => [
        account.name,
        account.type,
      ]),
    ).toEqual([
      ["Checking", "cash"],
      ["Savings", "cash"],
      ["Credit Card", "credit"],
      ["Cash", "cash"],
    ]);
  });

  test("the list of accounts refuses any query parameter", async () => {
    const { status, body } = await get("/manual_accounts?limit=5");

    expect(status).toBe(400);
    expect(body).toEqual({
      message: "Invalid Request Parameters",
      errors: [
        {
          errMsg: "limit is not a known parameter.",
          code: "VALIDATION_ERROR",
          instancePath: "/query/limit",
          schemaPath: "#/additionalProperties",
          keyword: "additionalProperties",
          params: { additionalProperty: "limit" },
        },
      ],
    });
  });
});

describe("creating an account", () => {
  test("a new account needs only a name: the type is cash, the balance 0, the currency the primary one", async () => {
    const { status, body } = await post("/manual_accounts", { name: "Envelope" });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: "Envelope",
      type: "cash",
      balance: "0.0000",
      currency: "usd",
      to_base: 0,
      status: "active",
    });
    expect(body).toMatchObject({
      closed_on: null,
      subtype: null,
      institution_name: null,
      external_id: null,
      custom_metadata: null,
    });
    expect(body).toMatchObject({
      exclude_from_transactions: false,
      created_by_name: "You",
      display_name: "Envelope",
    });
  });

  test("a new account keeps everything that it is given", async () => {
    const { body } = await post("/manual_accounts", {
      name: "Depot",
      institution_name: "Alpine Bank",
      display_name: "My depot",
      type: "investment",
      subtype: "brokerage",
      balance: "1234.5678",
      balance_as_of: "2026-11-01",
      currency: "usd",
      external_id: "dep-1",
      custom_metadata: { a: [1, { b: null }] },
      exclude_from_transactions: true,
    });

    expect((await get(`/manual_accounts/${body.id}`)).body).toEqual(body);
    expect(body).toMatchObject({
      display_name: "My depot",
      type: "investment",
      subtype: "brokerage",
      balance: "1234.5678",
      to_base: 1234.5678,
      balance_as_of: "2026-11-01T00:00:00.000Z",
      external_id: "dep-1",
      custom_metadata: { a: [1, { b: null }] },
      exclude_from_transactions: true,
    });
  });

  test("an account without a display name shows its institution and name", async () => {
    const { body } = await post("/manual_accounts", {
      name: "Giro",
      institution_name: "Alpine Bank",
    });

    expect(body.display_name).toBe("Alpine Bank Giro");
  });

  test("a display name that is taken is refused, explicit or derived", async () => {
    await post("/manual_accounts", { name: "Giro", institution_name: "Alpine Bank" });

    const derived = await post("/manual_accounts", {
      name: "Giro",
      institution_name: "Alpine Bank",
    });
    const explicit = await post("/manual_accounts", {
      name: "Other",
      display_name: "Alpine Bank Giro",
    });

    for (const { status, body } of [derived, explicit]) {
      expect(status).toBe(400);
      expect(body.message).toBe("Invalid Request Body");
      expect(body.errors[0]).toMatchObject({
        existing_display_name: "Alpine Bank Giro",
        requested_display_name: "Alpine Bank Giro",
      });
      expect(body.errors[0].errMsg).toContain("Alpine Bank Giro");
    }
  });

  test.each([
    [{}, "/body/name", "required"],
    [{ name: "" }, "/body/name", "minLength"],
    [{ name: "x".repeat(46) }, "/body/name", "maxLength"],
    [{ name: "A", institution_name: "x".repeat(51) }, "/body/institution_name", "maxLength"],
    [{ name: "A", institution_name: "" }, "/body/institution_name", "minLength"],
    [{ name: "A", subtype: "x".repeat(101) }, "/body/subtype", "maxLength"],
    [{ name: "A", external_id: "x".repeat(76) }, "/body/external_id", "maxLength"],
    [{ name: "A", type: "savings" }, "/body/type", "enum"],
    [{ name: "A", currency: "USD" }, "/body/currency", "enum"],
    [{ name: "A", currency: "xxx" }, "/body/currency", "enum"],
    [{ name: "A", balance: "1.00001" }, "/body/balance", "format"],
    [{ name: "A", balance: "1,5" }, "/body/balance", "format"],
    [{ name: "A", balance: true }, "/body/balance", "type"],
    [{ name: "A", balance_as_of: "yesterday" }, "/body/balance_as_of", "format"],
    [{ name: "A", status: "closed", closed_on: "2026-02-30" }, "/body/closed_on", "format"],
    [{ name: "A", custom_metadata: [] }, "/body/custom_metadata", "type"],
    [{ name: "A", custom_metadata: { x: "y".repeat(4100) } }, "/body/custom_metadata", "maxLength"],
    [{ name: "A", exclude_from_transactions: "yes" }, "/body/exclude_from_transactions", "type"],
    [{ name: "A", id: 7 }, "/body/id", "additionalProperties"],
    [{ name: "A", to_base: 7 }, "/body/to_base", "additionalProperties"],
  ])("creating an account refuses %j", async (request, instancePath, keyword) => {
    const { status, body } = await post("/manual_accounts", request);

    expect(status).toBe(400);
    expect(body.message).toBe("Request Validation Failure");
    expect(body.errors[0]).toMatchObject({ instancePath, keyword, code: "VALIDATION_ERROR" });
    expect((await get("/manual_accounts")).body.manual_accounts).toHaveLength(4);
  });

  test("an account's texts may have their maximum length, counted in characters", async () => {
    const { status } = await post("/manual_accounts", {
      name: "🦆".repeat(45),
      institution_name: "x".repeat(50),
      subtype: "y".repeat(100),
      external_id: "z".repeat(75),
    });

    expect(status).toBe(201);
  });

  test("closed_on is refused unless the same request closes the account", async () => {
    const { status, body } = await post("/manual_accounts", {
      name: "Old",
      closed_on: "2026-01-31",
    });

    expect(status).toBe(400);
    expect(body.errors[0].invalid_property).toBe("closed_on");
    expect(
      (await post("/manual_accounts", { name: "Old", closed_on: "2026-01-31", status: "closed" }))
        .body,
    ).toMatchObject({ closed_on: "2026-01-31" });
  });
});

describe("changing an account", () => {
  test("changing an account to the body that GET returned changes nothing", async () => {
    const { body: before } = await post("/manual_accounts", {
      name: "Giro",
      institution_name: "Bank",
      balance: 5,
      custom_metadata: { a: 1 },
    });

    const { status, body: after } = await put(`/manual_accounts/${before.id}`, before);

    expect(status).toBe(200);
    expect({ ...after, updated_at: "" }).toEqual({ ...before, updated_at: "" });
    await put(`/manual_accounts/${before.id}`, { name: "Konto" });
    expect((await get(`/manual_accounts/${before.id}`)).body.display_name).toBe("Bank Konto");
  });

  test("closing an account dates it today by default, and reopening clears the date", async () => {
    vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const id = await accountId("Cash");
    const today = dayOfInstant(Date.now());

    expect((await put(`/manual_accounts/${id}`, { status: "closed" })).body).toMatchObject({
      status: "closed",
      closed_on: today,
    });
    expect(
      (await put(`/manual_accounts/${id}`, { status: "closed", closed_on: "2025-12-31" })).body
        .closed_on,
    ).toBe("2025-12-31");
    expect((await put(`/manual_accounts/${id}`, { name: "Purse" })).body).toMatchObject({
      status: "closed",
      closed_on: "2025-12-31",
    });
    expect((await put(`/manual_accounts/${id}`, { status: "active" })).body).toMatchObject({
      status: "active",
      closed_on: null,
    });
  });

  test("balance_as_of counts only together with a balance, which otherwise is dated now", async () => {
    const id = await accountId("Cash");
    const before = (await get(`/manual_accounts/${id}`)).body.balance_as_of;

    expect(
      (await put(`/manual_accounts/${id}`, { balance_as_of: "2020-01-01" })).body.balance_as_of,
    ).toBe(before);
    expect(
      (
        await put(`/manual_accounts/${id}`, {
          balance: 3,
          balance_as_of: "2020-01-01T10:00:00+02:00",
        })
      ).body.balance_as_of,
    ).toBe("2020-01-01T08:00:00.000Z");
    expect(
      Date.parse((await put(`/manual_accounts/${id}`, { balance: 4 })).body.balance_as_of),
    ).toBeGreaterThan(Date.now() - 60_000);
  });

  test("null clears the nullable properties of an account", async () => {
    const { body } = await post("/manual_accounts", {
      name: "N",
      institution_name: "I",
      subtype: "s",
      external_id: "e",
      custom_metadata: {},
    });

    const cleared = {
      institution_name: null,
      subtype: null,
      external_id: null,
      custom_metadata: null,
    };
    expect((await put(`/manual_accounts/${body.id}`, cleared)).body).toMatchObject(cleared);
  });

  test("an empty body, or one with only ignored properties, is refused", async () => {
    const id = await accountId("Cash");

    for (const request of [{}, { id, to_base: 3, created_by_name: "x" }]) {
      const { status, body } = await put(`/manual_accounts/${id}`, request);
      expect(status).toBe(400);
      expect(body.message).toBe("Invalid Request Body");
    }
  });

  test("an account keeps its own name, but may not take another account's name", async () => {
    const id = await accountId("Cash");

    expect((await put(`/manual_accounts/${id}`, { name: "Cash" })).status).toBe(200);
    expect((await put(`/manual_accounts/${id}`, { name: "Savings" })).status).toBe(400);
  });
});

describe("closing accounts", () => {
  beforeEach(() => {
    vi.spyOn(Date, "now").mockReturnValue(Date.now());
  });
  const today = () => dayOfInstant(Date.now());

  test("an account can be created closed, dated today by default", async () => {
    const { body } = await post("/manual_accounts", { name: "Old", status: "closed" });

    expect(body).toMatchObject({ status: "closed", closed_on: today() });
  });

  test("an account that is closed again after reopening gets a new date", async () => {
    const { body } = await post("/manual_accounts", {
      name: "Old",
      status: "closed",
      closed_on: "2025-06-30",
    });
    await put(`/manual_accounts/${body.id}`, { status: "active" });

    const { body: again } = await put(`/manual_accounts/${body.id}`, { status: "closed" });

    expect(again).toMatchObject({ status: "closed", closed_on: today() });
  });

  test("a closed account accepts what GET returned, and stays closed on its day", async () => {
    const { body: before } = await post("/manual_accounts", {
      name: "Old",
      status: "closed",
      closed_on: "2025-06-30",
    });

    const { body: after } = await put(`/manual_accounts/${before.id}`, before);

    expect({ ...after, updated_at: "" }).toEqual({ ...before, updated_at: "" });
  });

  test("closed_on is refused with the status active, and without a status even on a closed account", async () => {
    const { body } = await post("/manual_accounts", { name: "Old", status: "closed" });

    for (const change of [
      { closed_on: "2025-06-30" },
      { closed_on: "2025-06-30", status: "active" },
    ]) {
      const refused = await put(`/manual_accounts/${body.id}`, change);
      expect(refused.status).toBe(400);
      expect(refused.body.errors[0].invalid_property).toBe("closed_on");
    }
    expect((await get(`/manual_accounts/${body.id}`)).body.closed_on).toBe(today());
  });
});

describe("custom_metadata", () => {
  test("custom_metadata may have exactly 4,096 characters as JSON", async () => {
    // {"x":"..."} has 8 characters around the text.
    const sized = (characters: number) => ({ x: "y".repeat(characters - 8) });
    const id = await accountId("Cash");

    const { status, body } = await put(`/manual_accounts/${id}`, { custom_metadata: sized(4096) });
    expect(status).toBe(200);
    expect(body.custom_metadata).toEqual(sized(4096));

    const refused = await put(`/manual_accounts/${id}`, { custom_metadata: sized(4097) });
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].instancePath).toBe("/body/custom_metadata");
  });

  test("custom_metadata is replaced as a whole, kept by other changes, and cleared by null", async () => {
    const id = await accountId("Cash");
    const change = async (body: object) =>
      (await put(`/manual_accounts/${id}`, body)).body.custom_metadata;

    expect(await change({ custom_metadata: { a: 1, b: [null, { c: "d" }] } })).toEqual({
      a: 1,
      b: [null, { c: "d" }],
    });
    expect(await change({ name: "Purse" })).toEqual({ a: 1, b: [null, { c: "d" }] });
    expect(await change({ custom_metadata: { e: true } })).toEqual({ e: true });
    expect(await change({ custom_metadata: null })).toBeNull();
  });
});

describe("the displayed name of an account", () => {
  test("an account's displayed name is unique after every change, given or derived", async () => {
    await post("/manual_accounts", { name: "Giro", institution_name: "Alpine Bank" });
    const { body } = await post("/manual_accounts", {
      name: "Giro",
      institution_name: "Lake Bank",
    });
    await post("/manual_accounts", {
      name: "Giro",
      institution_name: "Hill Bank",
      display_name: "Household",
    });
    const path = `/manual_accounts/${body.id}`;

    for (const [change, shown, property] of [
      [{ institution_name: "Alpine Bank" }, "Alpine Bank Giro", "name"],
      [{ institution_name: null, name: "Savings" }, "Savings", "name"],
      [{ display_name: "Alpine Bank Giro" }, "Alpine Bank Giro", "display_name"],
      [{ display_name: "Household" }, "Household", "display_name"],
    ] as const) {
      const refused = await put(path, change);
      expect(refused.status).toBe(400);
      expect(refused.body.errors[0]).toMatchObject({
        existing_display_name: shown,
        invalid_property: property,
      });
    }
    expect((await get(path)).body.display_name).toBe("Lake Bank Giro");
    // What nobody is shown under is free: the third account is shown as Household.
    expect((await put(path, { institution_name: "Hill Bank" })).body.display_name).toBe(
      "Hill Bank Giro",
    );
  });

  test("clearing a given name falls back to the derived one, unless that is taken", async () => {
    const { body } = await post("/manual_accounts", { name: "Savings", display_name: "Nest egg" });

    const refused = await put(`/manual_accounts/${body.id}`, { display_name: null });
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0]).toMatchObject({ requested_display_name: "Savings" });

    const cleared = await put(`/manual_accounts/${body.id}`, {
      display_name: null,
      institution_name: "Lake Bank",
    });
    expect(cleared.body.display_name).toBe("Lake Bank Savings");
  });

  test("a name is free again once its account is deleted", async () => {
    await del(`/manual_accounts/${await accountId("Cash")}`);

    expect((await post("/manual_accounts", { name: "Cash" })).status).toBe(201);
  });
});

describe("a change of the account's currency", () => {
  const USD_PER_EURO = "1.25";
  const account = async () => {
    const { body } = await post("/manual_accounts", { name: "Purse", balance: 100 });
    await database((sql) =>
      sql.run(
        "INSERT INTO rates (currency, date, per_euro) VALUES ('usd', '2026-01-01', ?)",
        USD_PER_EURO,
      ),
    );
    return body.id;
  };

  test("a currency change keeps the balance's number, and deleting transactions moved before changes nothing", async () => {
    const id = await account();
    const before = await insertOne({ date: "2026-11-01", amount: 30, manual_account_id: id });
    await put(`/manual_accounts/${id}`, { currency: "eur" });
    expect(await balanceOf(id)).toBe("70.0000");
    const after = await insertOne({
      date: "2026-11-02",
      amount: 10,
      currency: "eur",
      manual_account_id: id,
    });
    expect(await balanceOf(id)).toBe("60.0000");

    await del(`/transactions/${before.id}`);
    expect(await balanceOf(id)).toBe("60.0000");

    await del(`/transactions/${after.id}`);
    expect(await balanceOf(id)).toBe("70.0000");
  });

  test("a balance given with the new currency stays when an older transaction is deleted or leaves", async () => {
    const id = await account();
    const first = await insertOne({ date: "2026-11-01", amount: 30, manual_account_id: id });
    const second = await insertOne({ date: "2026-11-01", amount: 5, manual_account_id: id });
    await put(`/manual_accounts/${id}`, { currency: "eur", balance: 52 });

    await del(`/transactions/${first.id}`);
    await put(`/transactions/${second.id}`, { manual_account_id: null });

    expect(await balanceOf(id)).toBe("52.0000");
  });

  test("changing an older transaction moves the balance by the difference, in the new currency", async () => {
    const id = await account();
    const before = await insertOne({ date: "2026-11-01", amount: 30, manual_account_id: id });
    await put(`/manual_accounts/${id}`, { currency: "eur" });

    // 20 dollars more are 16 euros more.
    await put(`/transactions/${before.id}`, { amount: 50 });
    expect(await balanceOf(id)).toBe("54.0000");

    await del(`/transactions/${before.id}`);
    expect(await balanceOf(id)).toBe("70.0000");
  });

  test("a PUT that repeats the currency changes no balance", async () => {
    const id = await account();
    const before = await insertOne({ date: "2026-11-01", amount: 30, manual_account_id: id });
    await put(`/manual_accounts/${id}`, { currency: "usd", name: "Wallet" });

    await del(`/transactions/${before.id}`);

    expect(await balanceOf(id)).toBe("100.0000");
  });
});

describe("deleting an account", () => {
  test("deleting an account keeps its transactions without an account", async () => {
    const id = await accountId("Cash");
    const transaction = await insertOne({
      date: "2026-11-01",
      amount: 1,
      manual_account_id: id,
      external_id: "x",
    });

    expect((await del(`/manual_accounts/${id}`)).status).toBe(204);

    expect((await get(`/transactions/${transaction.id}`)).body).toMatchObject({
      manual_account_id: null,
      external_id: "x",
    });
    expect((await get(`/manual_accounts/${id}`)).status).toBe(404);
  });

  test("delete_items reports other accounts' transactions that lose their recurring item", async () => {
    const { body: account } = await post("/manual_accounts", { name: "Gym" });
    const { id, updated_at: before } = await insertOne({
      date: "2026-11-20",
      amount: 5,
      manual_account_id: 1,
    });
    await database((sql) => {
      sql.run(
        `INSERT INTO recurring_items (id, status, granularity, quantity, anchor_date, amount, currency, to_base, manual_account_id, created_by, created_at, updated_at)
         VALUES (5, 'reviewed', 'month', 1, '2026-01-01', 50000, 'usd', 50000, ?, 1, 0, 0)`,
        account.id,
      );
      sql.run("UPDATE transactions SET recurring_id = 5 WHERE id = ?", id);
    });
    await scheduler.wait(2);

    expect((await del(`/manual_accounts/${account.id}?delete_items=true`)).status).toBe(204);

    const { recurring_id: recurring, updated_at: after } = (await get(`/transactions/${id}`)).body;
    expect(recurring).toBeNull();
    expect(after > before).toBe(true);
  });

  test("delete_items deletes only the account's transactions, their tags, and its rules", async () => {
    const id = await accountId("Cash");
    const other = await accountId("Checking");
    await insert([
      { date: "2026-11-01", amount: 1, manual_account_id: id, tag_ids: [1] },
      { date: "2026-11-01", amount: 1, manual_account_id: other, tag_ids: [1] },
    ]);
    await callOwn("POST", "/rules", { match: { manual_account_id: id }, set: { reviewed: true } });
    await callOwn("POST", "/rules", {
      match: { manual_account_id: other },
      set: { reviewed: true },
    });

    expect(
      (await del(`/manual_accounts/${id}?delete_items=true&delete_balance_history=true`)).status,
    ).toBe(204);

    expect(await countTransactions()).toBe(1);
    expect(await database((sql) => sql.all("SELECT * FROM transaction_tags"))).toHaveLength(1);
    expect((await callOwn("GET", "/rules")).body.rules).toHaveLength(1);
  });

  test("an unknown account answers 404 with its id, and a malformed id 400 with its path", async () => {
    const unknown = await del("/manual_accounts/99");
    expect(unknown.status).toBe(404);
    expect(unknown.body).toEqual({
      message: "Not Found",
      errors: [{ errMsg: "There is no manual account with the id 99.", id: 99 }],
    });
    expect((await get("/manual_accounts/99")).status).toBe(404);
    expect((await put("/manual_accounts/99", { name: "A" })).status).toBe(404);

    const malformed = await get("/manual_accounts/abc");
    expect(malformed.status).toBe(400);
    expect(malformed.body).toMatchObject({
      message: "Invalid Path Parameters",
      errors: [{ instancePath: "/path/id" }],
    });
    expect((await del("/manual_accounts/1?delete_items=maybe")).body.errors[0].instancePath).toBe(
      "/query/delete_items",
    );
  });
});

test("an account's balance follows its transactions", async () => {
  const { body } = await post("/manual_accounts", { name: "Purse", balance: 100 });

  await insert([
    { date: "2026-11-01", amount: 30, manual_account_id: body.id },
    { date: "2026-11-02", amount: "-5.25", manual_account_id: body.id },
  ]);

  expect(await balanceOf(body.id)).toBe("75.2500");
});
