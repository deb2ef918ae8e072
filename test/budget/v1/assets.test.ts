// /v1/assets (service-v1.md; gaps.md, 2b and 5): manual accounts in version 1's words.

import { afterEach, expect, test } from "vitest";
import { accountId, get, post, put } from "../client.ts";
import { withRate } from "../budgets-client.ts";
import { done1, get1, post1, put1, unseen1 } from "./client.ts";
import { reset } from "../../reset.ts";

afterEach(reset);

const NEW = { type_name: "depository", name: "Joint", balance: "1250.5" };

test("an asset has every documented property, and cash is called depository only on creation", async () => {
  const made = await post1("/assets", {
    ...NEW,
    subtype_name: "checking",
    display_name: "Ours",
    balance_as_of: "2026-11-20",
    currency: "eur",
    institution_name: "Alpine Bank",
    exclude_transactions: true,
  });

  expect(made.status).toBe(200);
  expect(made.body).toEqual({
    id: made.body.id,
    type_name: "depository",
    subtype_name: "checking",
    name: "Joint",
    display_name: "Ours",
    balance: "1250.5000",
    // No rate of the euro is stored.
    to_base: 0,
    balance_as_of: "2026-11-20T00:00:00.000Z",
    closed_on: null,
    currency: "eur",
    institution_name: "Alpine Bank",
    exclude_transactions: true,
    created_at: made.body.created_at,
  });
  const later = { ...made.body, type_name: "cash" };
  expect(
    (await get1("/assets")).body.assets.find(({ id }: { id: number }) => id === made.body.id),
  ).toEqual(later);
  expect(await done1("PUT", `/assets/${made.body.id}`, { type_name: "depository" })).toEqual(later);
});

test("version 2 shows the same account as cash, under the same id", async () => {
  const { id } = await done1("POST", "/assets", { ...NEW, subtype_name: "savings" });

  expect((await get(`/manual_accounts/${id}`)).body).toMatchObject({
    id,
    type: "cash",
    subtype: "savings",
    name: "Joint",
    display_name: "Joint",
    balance: "1250.5000",
    to_base: 1250.5,
    currency: "usd",
    status: "active",
    exclude_from_transactions: false,
  });
});

test("each type has its own name except cash, which is accepted too", async () => {
  const types = [
    "credit",
    "cryptocurrency",
    "employee compensation",
    "investment",
    "loan",
    "other liability",
    "other asset",
    "real estate",
    "vehicle",
  ];
  const shown = [];
  for (const type_name of [...types, "cash"])
    shown.push((await done1("POST", "/assets", { ...NEW, type_name, name: type_name })).type_name);

  expect(shown).toEqual([...types, "depository"]);
});

test("an asset's balance in another currency is converted by the stored rate", async () => {
  await withRate("usd", "2026-01-02", "1.25");

  // 100 eur at 1.25 usd a euro.
  expect((await done1("POST", "/assets", { ...NEW, balance: 100, currency: "eur" })).to_base).toBe(
    125,
  );
});

test("a missing name is null, and stays derived when the asset is sent back", async () => {
  const made = await done1("POST", "/assets", { ...NEW, institution_name: "Alpine Bank" });
  expect(made.display_name).toBeNull();
  expect((await get(`/manual_accounts/${made.id}`)).body.display_name).toBe("Alpine Bank Joint");

  await done1("PUT", `/assets/${made.id}`, { ...made, name: "Shared" });

  expect((await get(`/manual_accounts/${made.id}`)).body.display_name).toBe("Alpine Bank Shared");
});

test("a change affects only the properties it names", async () => {
  const made = await done1("POST", "/assets", {
    ...NEW,
    subtype_name: "checking",
    institution_name: "Alpine Bank",
    balance_as_of: "2026-01-01",
  });

  const after = await done1("PUT", `/assets/${made.id}`, {
    balance: -3,
    balance_as_of: "2026-11-20T10:00:00Z",
    subtype_name: null,
  });

  expect(after).toEqual({
    ...made,
    type_name: "cash",
    balance: "-3.0000",
    to_base: -3,
    balance_as_of: "2026-11-20T10:00:00.000Z",
    subtype_name: null,
  });
});

test("every property of an asset can be changed", async () => {
  const { id, created_at } = await done1("POST", "/assets", NEW);
  const change = {
    type_name: "vehicle",
    subtype_name: "bicycle",
    name: "Bike",
    display_name: "The bike",
    balance: "900",
    balance_as_of: "2026-10-01",
    currency: "usd",
    institution_name: "Shed",
    closed_on: "2026-10-31",
    exclude_transactions: true,
  };

  expect(await done1("PUT", `/assets/${id}`, change)).toEqual({
    ...change,
    id,
    balance: "900.0000",
    to_base: 900,
    balance_as_of: "2026-10-01T00:00:00.000Z",
    created_at,
  });
});

test("a date in closed_on closes the account, and null reopens it", async () => {
  const { id } = await done1("POST", "/assets", { ...NEW, closed_on: "2026-11-01" });
  const status = async () => (await get(`/manual_accounts/${id}`)).body.status;
  expect(await status()).toBe("closed");

  // A change of something else leaves it closed.
  expect((await done1("PUT", `/assets/${id}`, { name: "Old" })).closed_on).toBe("2026-11-01");
  expect(await status()).toBe("closed");

  expect((await done1("PUT", `/assets/${id}`, { closed_on: null })).closed_on).toBeNull();
  expect(await status()).toBe("active");
});

test("an account that version 2 closed has its date in version 1", async () => {
  const id = await accountId("Savings");
  await put(`/manual_accounts/${id}`, { status: "closed", closed_on: "2026-11-02" });

  expect(
    (await get1("/assets")).body.assets.find((one: { id: number }) => one.id === id).closed_on,
  ).toBe("2026-11-02");
});

test("unknown properties of an asset are ignored", async () => {
  expect(
    (await done1("POST", "/assets?colour=red", { ...NEW, colour: "red", status: "closed" }))
      .closed_on,
  ).toBeNull();
});

test("names and texts of an asset may have version 1's maximum length", async () => {
  const id = await accountId("Checking");
  for (const [property, most] of [
    ["name", 45],
    ["subtype_name", 25],
    ["institution_name", 50],
  ] as const) {
    expect((await done1("PUT", `/assets/${id}`, { [property]: "x".repeat(most) }))[property]).toBe(
      "x".repeat(most),
    );
    expect((await put1(`/assets/${id}`, { [property]: "x".repeat(most + 1) })).body).toEqual({
      errors: [
        `${property} must be text of 1 to ${most} characters, found "${"x".repeat(most + 1)}".`,
      ],
    });
  }
});

test("version 2 accepts a subtype that is too long for version 1, which still shows it", async () => {
  const { body } = await post("/manual_accounts", {
    name: "Long",
    type: "loan",
    balance: 1,
    subtype: "x".repeat(26),
  });

  expect(
    (await get1("/assets")).body.assets.find(({ id }: { id: number }) => id === body.id)
      .subtype_name,
  ).toBe("x".repeat(26));
});

test("refused assets answer 200 with all faults", async () => {
  expect((await post1("/assets", {})).body).toEqual({
    errors: ["type_name is required.", "name is required.", "balance is required."],
  });
  expect((await post1("/assets")).body.errors).toHaveLength(3);
  const { status, body } = await post1("/assets", { ...NEW, balance: "12.3.4", currency: "clf" });
  expect(status).toBe(200);
  expect(body.errors).toEqual([
    expect.stringMatching(/^balance must be a number, or the same as text.*found "12\.3\.4"\.$/),
    expect.stringMatching(/^currency .*found "clf"\.$/),
  ]);
  expect((await post1("/assets", { ...NEW, type_name: "piggy bank" })).body.errors).toEqual([
    expect.stringMatching(/^type_name .*found "piggy bank"\.$/),
  ]);
  expect((await get1("/assets")).body.assets).toHaveLength(4);
});

test("a name that another account displays is refused", async () => {
  const id = await accountId("Savings");

  expect((await post1("/assets", { ...NEW, name: "Savings" })).body).toEqual({
    errors: [
      `The name derived from institution_name and name, "Savings", is already that of asset ${id}.`,
    ],
  });
  expect(
    (await put1(`/assets/${await accountId("Checking")}`, { display_name: "Savings" })).body,
  ).toEqual({ errors: [`The display_name, "Savings", is already that of asset ${id}.`] });
});

test("an update without a change, or of an unknown or malformed asset id, is refused", async () => {
  expect(await put1(`/assets/${await accountId("Checking")}`, { colour: "red" })).toMatchObject({
    status: 200,
    body: {
      errors: ["The request body changes nothing: it must hold at least one updatable property."],
    },
  });
  expect(await put1("/assets/999", { name: "x" })).toMatchObject({
    status: 200,
    body: { errors: ["There is no asset with the id 999."] },
  });
  expect((await put1("/assets/all", { name: "x" })).body).toEqual({
    errors: ['id must be an integer id, found "all".'],
  });
});

test("each asset operation has been seen to succeed, and to refuse where it can", () => {
  expect(unseen1("assets", "done")).toEqual([]);
  expect(unseen1("assets", "refused")).toEqual(["GET /assets"]);
});
