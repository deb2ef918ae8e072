// POST /v1/transactions (service-v1.md, Endpoints; gaps.md 2b, 3.11, 5 and D13..D20).

import { afterEach, describe, expect, test } from "vitest";
import {
  addLinkedAccount,
  balanceOf,
  callOwn,
  categoryId,
  countTransactions,
  database,
  del,
  get,
  insertOne,
  post,
} from "../client.ts";
import { reset } from "../../reset.ts";
import { done1, get1, post1, unseen1 } from "./client.ts";

afterEach(reset);

const ITEM = { date: "2026-03-10", amount: "4.50", payee: "Corner Café" };

/** Inserts items that must not be refused; the ids. */
async function insert1(items: readonly object[], flags: object = {}): Promise<number[]> {
  const { ids } = await done1("POST", "/transactions", {
    transactions: items.map((item) => ({ ...ITEM, ...item })),
    ...flags,
  });
  return ids;
}

async function insertOnly(item: object, flags: object = {}): Promise<number> {
  const [id] = await insert1([item], flags);
  return id ?? 0;
}

const shown = async (id: number) => (await get(`/transactions/${id}`)).body;

describe("inserting transactions", () => {
  test("an insert answers the ids in the order of the request, and version 2 reads the same", async () => {
    const groceries = await categoryId("Groceries");

    const { status, body } = await post1("/transactions", {
      transactions: [
        { date: "2026-03-10", amount: 4.5 },
        {
          ...ITEM,
          category_id: groceries,
          currency: "eur",
          asset_id: 1,
          notes: "To go",
          status: "cleared",
          external_id: "e-1",
          tags: [1],
        },
      ],
    });

    expect(status).toBe(200);
    const [first, second] = body.ids;
    expect(body).toEqual({ ids: [expect.any(Number), expect.any(Number)] });
    expect(await shown(first)).toMatchObject({
      amount: "4.5000",
      currency: "usd",
      payee: "[No Payee]",
      status: "unreviewed",
      tag_ids: [],
    });
    expect(await shown(second)).toMatchObject({
      date: "2026-03-10",
      amount: "4.5000",
      currency: "eur",
      payee: "Corner Café",
      original_name: "Corner Café",
      category_id: groceries,
      manual_account_id: 1,
      notes: "To go",
      status: "reviewed",
      external_id: "e-1",
      tag_ids: [1],
      source: "api",
    });
  });

  test("an inserted transaction is uncleared by default, regardless of the user's setting", async () => {
    expect(await insertOne(ITEM)).toMatchObject({ status: "reviewed" });

    expect(await shown(await insertOnly({}))).toMatchObject({ status: "unreviewed" });
    expect(await shown(await insertOnly({ status: "cleared" }))).toMatchObject({
      status: "reviewed",
    });
    expect(await shown(await insertOnly({ status: "uncleared" }))).toMatchObject({
      status: "unreviewed",
    });
  });

  test("debit_as_negative reverses every sign of an insert", async () => {
    const [expense, income] = await insert1([{ amount: "-4.50" }, { amount: 2000 }], {
      debit_as_negative: true,
    });

    expect([(await shown(expense ?? 0)).amount, (await shown(income ?? 0)).amount]).toEqual([
      "4.5000",
      "-2000.0000",
    ]);
  });

  test("an insert moves an asset's balance only if skip_balance_update is false, by version 2's amount", async () => {
    await insertOnly({ asset_id: 1 });
    await insertOnly({ asset_id: 1 }, { skip_balance_update: true });
    expect(await balanceOf(1)).toBe("0.0000");

    await insertOnly({ asset_id: 1 }, { skip_balance_update: false });
    await insertOnly(
      { asset_id: 1, amount: "-1.25" },
      { skip_balance_update: false, debit_as_negative: true },
    );
    expect(await balanceOf(1)).toBe("-5.7500");
  });

  test("an insert takes tags by id and by name, and creates one tag for a new name", async () => {
    const vacation = (await get("/tags")).body.tags.find(
      ({ name }: { name: string }) => name === "Vacation",
    ).id;

    const [one, other] = await insert1([
      { tags: [vacation, "Fresh", "Vacation"] },
      { tags: ["Fresh", "vacation"] },
    ]);

    const named = async (id = 0) =>
      (await done1("GET", `/transactions/${id}`)).tags.map(({ name }: { name: string }) => name);
    expect(await named(one)).toEqual(["Vacation", "Fresh"]);
    expect(await named(other)).toEqual(["Fresh", "vacation"]);
    const names: string[] = (await done1("GET", "/tags")).map(({ name }: { name: string }) => name);
    expect(names.filter((name) => name === "Fresh")).toHaveLength(1);
    expect(
      (await done1("GET", "/tags")).find(({ name }: { name: string }) => name === "Fresh"),
    ).toMatchObject({ description: null, archived: false });
  });

  test("an insert creates no tag for duplicates or refused requests, and deletes no existing tag", async () => {
    await insertOnly({ asset_id: 1, external_id: "e-1" });

    await insert1([
      { asset_id: 1, external_id: "e-1", tags: ["Left out", "Kept", "Vacation"] },
      { tags: ["Kept"] },
    ]);
    await post1("/transactions", {
      transactions: [
        { ...ITEM, tags: ["Left out"] },
        { ...ITEM, category_id: 999 },
      ],
    });

    const names: string[] = (await done1("GET", "/tags")).map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(["Kept", "Vacation"]));
    expect(names).not.toContain("Left out");
  });

  test("an insert applies rules only on request", async () => {
    const rule = {
      match: { payee: { how: "contains", text: "corner" } },
      set: { payee: "The Corner" },
    };
    expect((await callOwn("POST", "/rules", rule)).status).toBe(201);

    expect(await shown(await insertOnly({}))).toMatchObject({ payee: "Corner Café" });
    expect(await shown(await insertOnly({}, { apply_rules: true }))).toMatchObject({
      payee: "The Corner",
    });
  });

  test("an insert looks for recurring items only on request, and always uses an item that is named", async () => {
    const made = await callOwn("POST", "/recurring", {
      description: "Coffee",
      overrides: { notes: "A cup" },
      transaction_criteria: {
        granularity: "month",
        quantity: 1,
        anchor_date: "2026-01-10",
        payee: "Corner Café",
        amount: "4.50",
        currency: "usd",
      },
    });
    expect(made.status).toBe(201);
    const item = made.body.id;

    expect(await shown(await insertOnly({}))).toMatchObject({
      recurring_id: null,
      status: "unreviewed",
    });
    expect(await shown(await insertOnly({}, { check_for_recurring: true }))).toMatchObject({
      recurring_id: item,
      status: "reviewed",
    });
    expect(await shown(await insertOnly({ payee: "Elsewhere", recurring_id: item }))).toMatchObject(
      { recurring_id: item, notes: "A cup" },
    );
  });
});

describe("duplicates of inserted transactions", () => {
  test("a duplicate is recognized by its external_id within its asset, whichever version wrote it", async () => {
    const old = await insertOne({ ...ITEM, manual_account_id: 1, external_id: "e-1" });

    expect(
      await insert1([
        { asset_id: 1, external_id: "e-1", amount: 99, date: "2026-01-01", payee: "Other" },
      ]),
    ).toEqual([]);
    const [elsewhere] = await insert1([{ asset_id: 2, external_id: "e-1" }]);
    const again = await post("/transactions", {
      transactions: [{ ...ITEM, manual_account_id: 2, external_id: "e-1" }],
    });

    expect(again.body).toMatchObject({
      transactions: [],
      skipped_duplicates: [{ reason: "duplicate_external_id", existing_transaction_id: elsewhere }],
    });
    expect(await shown(old.id)).toMatchObject({ amount: "4.5000", payee: "Corner Café" });
    expect(await countTransactions()).toBe(2);
  });

  test("an external_id without an asset, an empty one, and that of a deleted transaction make no duplicate", async () => {
    expect(await insert1([{ external_id: "e-1" }, { external_id: "e-1" }])).toHaveLength(2);
    expect(
      await insert1([
        { asset_id: 1, external_id: "" },
        { asset_id: 1, external_id: "" },
      ]),
    ).toHaveLength(2);
    const gone = await insertOnly({ asset_id: 1, external_id: "e-2" });
    await del(`/transactions/${gone}`);

    expect(await insert1([{ asset_id: 1, external_id: "e-2" }])).toHaveLength(1);
  });

  test("skip_duplicates finds duplicates by date, payee, amount and account, but not within one request", async () => {
    await insertOne({ ...ITEM, manual_account_id: 1 });
    const turned = { amount: "-4.50", asset_id: 1 };
    const flags = { skip_duplicates: true, debit_as_negative: true };

    expect(await insert1([turned, turned], flags)).toEqual([]);
    expect(
      await insert1(
        [
          { ...turned, payee: "Elsewhere" },
          { ...turned, payee: "Elsewhere" },
        ],
        flags,
      ),
    ).toHaveLength(2);
    expect(
      await insert1(
        [
          { ...turned, asset_id: 2 },
          { ...turned, date: "2026-03-11" },
          { ...turned, amount: "4.50" },
        ],
        flags,
      ),
    ).toHaveLength(3);
    expect(await insert1([turned], { debit_as_negative: true })).toHaveLength(1);
  });

  test("a duplicate does not affect the rest of the request: only new ids are answered", async () => {
    await insertOnly({ asset_id: 1, external_id: "e-1" });

    const ids = await insert1([
      { asset_id: 1, external_id: "e-0" },
      { asset_id: 1, external_id: "e-1" },
      { asset_id: 1, external_id: "e-2" },
    ]);

    expect(await Promise.all(ids.map(async (id) => (await shown(id)).external_id))).toEqual([
      "e-0",
      "e-2",
    ]);
  });
});

describe("refused inserts", () => {
  const REFUSED: readonly (readonly [string, readonly object[], readonly unknown[]])[] = [
    [
      "a missing date and amount",
      [{ payee: "A" }],
      ["transactions[0].date is required.", "transactions[0].amount is required."],
    ],
    [
      "a status of version 2, and one that is only read",
      [ITEM, { ...ITEM, status: "reviewed" }, { ...ITEM, status: "pending" }],
      [
        'transactions[1].status must be one of cleared, uncleared, found "reviewed".',
        'transactions[2].status must be one of cleared, uncleared, found "pending".',
      ],
    ],
    [
      "a day that does not exist",
      [{ ...ITEM, date: "2026-02-29" }],
      ['transactions[0].date must be a day that exists, as YYYY-MM-DD, found "2026-02-29".'],
    ],
    [
      "an amount with its currency",
      [{ ...ITEM, amount: "5 eur" }],
      [
        'transactions[0].amount must be a number, or the same as text with at most 4 decimals, found "5 eur".',
      ],
    ],
    [
      "a currency of version 2 alone",
      [{ ...ITEM, currency: "xau" }],
      [
        'transactions[0].currency must be one of the lowercase three-letter currency codes of version 1, found "xau".',
      ],
    ],
    [
      "a long payee",
      [{ ...ITEM, payee: "x".repeat(141) }],
      ["transactions[0].payee must be text of at most 140 characters, found 141 characters."],
    ],
    [
      "long notes",
      [{ ...ITEM, notes: "x".repeat(351) }],
      ["transactions[0].notes must be text of at most 350 characters, found 351 characters."],
    ],
    [
      "a long external_id",
      [{ ...ITEM, external_id: "x".repeat(76) }],
      ["transactions[0].external_id must be text of at most 75 characters, found 76 characters."],
    ],
    [
      "a tag without a name",
      [{ ...ITEM, tags: [""] }],
      [
        'transactions[0].tags[0] must be a tag id, a name of 1 to 100 characters, or a tag as it is shown, found "".',
      ],
    ],
    [
      "tags that are no list",
      [{ ...ITEM, tags: "Trip" }],
      ['transactions[0].tags must be a list of tag ids and names, found "Trip".'],
    ],
    [
      "ids that nobody has",
      [
        ITEM,
        { ...ITEM, category_id: 901, asset_id: 902, recurring_id: 904, tags: [905] },
        { ...ITEM, linked_account_id: 903 },
      ],
      [
        "transactions[1]: category_id is 901, but there is no such category.",
        "transactions[1]: asset_id is 902, but there is no such asset.",
        "transactions[1]: recurring_id is 904, but there is no such recurring item.",
        "transactions[1]: tags is 905, but there is no such tag.",
        "transactions[2]: linked_account_id is 903, but there is no such linked account.",
      ],
    ],
    [
      "an external_id twice",
      [
        { ...ITEM, asset_id: 1, external_id: "e" },
        ITEM,
        { ...ITEM, asset_id: 1, external_id: "e" },
      ],
      [
        'transactions[0] and transactions[2]: The external_id "e" is given 2 times for asset 1 in this request.',
      ],
    ],
  ];

  test.each(REFUSED)(
    "an insert is refused as a whole, with one sentence per error: %s",
    async (_, transactions, error) => {
      const { status, body } = await post1("/transactions", { transactions });

      expect([status, body]).toEqual([200, { error }]);
      expect(await countTransactions()).toBe(0);
    },
  );

  test("an insert with two accounts, a category group, or a locked linked account is refused as a whole", async () => {
    const [open, locked] = [await addLinkedAccount(true), await addLinkedAccount(false)];
    const food = await categoryId("Food");

    const { body } = await post1("/transactions", {
      transactions: [
        { ...ITEM, asset_id: 1, linked_account_id: open },
        { ...ITEM, category_id: food },
        { ...ITEM, linked_account_id: locked },
      ],
    });

    expect(body).toEqual({
      error: [
        "transactions[0]: A transaction belongs to an asset or to a linked account, not to both.",
        `transactions[1]: category_id is ${food}, but "Food" is a category group.`,
        `transactions[2]: linked_account_id is ${locked}, a linked account that does not allow its transactions to be added to.`,
      ],
    });
  });

  test.each([
    [{}, "transactions is required."],
    [{ transactions: [] }, "transactions must have at least 1 item, found 0 items."],
    [
      { transactions: Array.from({ length: 501 }, () => ITEM) },
      "transactions must have at most 500 items, found 501 items.",
    ],
    [
      { transactions: [ITEM], skip_duplicates: "yes" },
      'skip_duplicates must be true or false, found "yes".',
    ],
  ])("an insert with body %# is refused", async (sent, error) => {
    const { status, body } = await post1("/transactions", sent);

    expect([status, body]).toEqual([200, { error: [error] }]);
  });

  test("an insert whose balance would leave the range of amounts is refused as a whole", async () => {
    await database((sql) =>
      sql.run("UPDATE manual_accounts SET balance = 9007199254740991 WHERE id = 1"),
    );

    const { body } = await post1("/transactions", {
      transactions: [{ ...ITEM, asset_id: 1, amount: -1, tags: ["Left out"] }],
      skip_balance_update: false,
    });

    expect(body).toEqual({ error: ["The balance of asset 1 would leave the range of amounts."] });
    expect(await countTransactions()).toBe(0);
  });
});

test("500 transactions are inserted at once, and unknown properties of items are ignored", async () => {
  const ids = await insert1(
    Array.from({ length: 500 }, (_, n) => ({ amount: n, original_name: "ignored", to_base: 5 })),
  );

  expect(new Set(ids).size).toBe(500);
  expect(await get1(`/transactions/${ids[499]}`)).toMatchObject({
    body: { amount: "499.0000", original_name: "Corner Café" },
  });
});

test("inserting has been seen to succeed and to refuse", () => {
  expect(
    ["done", "refused"]
      .flatMap((outcome) => unseen1("transactions", outcome))
      .filter((name) => name === "POST /transactions"),
  ).toEqual([]);
});
