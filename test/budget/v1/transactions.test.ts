// GET /v1/transactions and /v1/transactions/{id} (service-v1.md, Transaction and Endpoints; gaps.md 2b and 5).

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  addLinkedAccount,
  categoryId,
  database,
  get,
  insert,
  post,
  put,
  withoutAlarm,
} from "../client.ts";
import { GROUP_MEMBERS_MAX, PAGE_CHILDREN_MAX } from "../../../src/platform/limits.ts";
import { tooManyChildren } from "../../../src/budget/transactions/bound.ts";
import type { TransactionRow } from "../../../src/budget/transactions/row.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { reset } from "../../reset.ts";
import { done1, get1, unseen1 } from "./client.ts";

afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

const MARCH = "start_date=2026-03-01&end_date=2026-03-31";

interface Listed {
  readonly id: number;
}

/** The ids of a list of March with more asked for. */
async function idsOf(query = ""): Promise<number[]> {
  const body = await done1("GET", `/transactions?${MARCH}${query}`);
  return body.transactions.map(({ id }: Listed) => id);
}

/** Transactions made through version 2; their ids. */
async function makeTransactions(...items: readonly object[]): Promise<number[]> {
  const { transactions } = await insert(
    items.map((item) => ({ date: "2026-03-10", amount: "1", payee: "Shop", ...item })),
  );
  return transactions.map(({ id }: Listed) => id);
}

async function recurringItem(
  status: string,
  more: Record<string, string | number | null> = {},
): Promise<number> {
  const row = {
    description: "For the flat",
    status,
    granularity: "month",
    quantity: 1,
    anchor_date: "2026-01-10",
    payee: "LANDLORD SEPA",
    amount: 15_000_000,
    currency: "usd",
    to_base: 15_000_000,
    created_by: 1,
    created_at: 0,
    updated_at: 0,
    ...more,
  };
  const names = Object.keys(row);
  return database(
    (sql) =>
      sql.first<{ id: number }>(
        `INSERT INTO recurring_items (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")}) RETURNING id`,
        ...Object.values(row),
      )?.id ?? 0,
  );
}

/** A transaction that awaits its booking, which only a provider makes. */
async function pendingOf(account: number): Promise<number> {
  return database(
    (sql) =>
      sql.first<{ id: number }>(
        `INSERT INTO transactions (date, amount, currency, to_base, payee, status, is_pending, linked_account_id, source, created_at, updated_at, linked_metadata)
         VALUES ('2026-03-12', 70000, 'usd', 70000, 'Fuel', 'unreviewed', 1, ?, 'linked', 0, 0, '{"mcc":"5541"}') RETURNING id`,
        account,
      )?.id ?? 0,
  );
}

const TIME = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);

/** Everything that a transaction of no category, account or item shows. */
const PLAIN = {
  payee: "Shop",
  currency: "usd",
  category_id: null,
  category_name: null,
  category_group_id: null,
  category_group_name: null,
  is_income: false,
  exclude_from_budget: false,
  exclude_from_totals: false,
  created_at: TIME,
  updated_at: TIME,
  is_pending: false,
  notes: null,
  original_name: "Shop",
  recurring_id: null,
  recurring_payee: null,
  recurring_description: null,
  recurring_cadence: null,
  recurring_granularity: null,
  recurring_quantity: null,
  recurring_type: null,
  recurring_amount: null,
  recurring_currency: null,
  parent_id: null,
  has_children: false,
  group_id: null,
  is_group: false,
  asset_id: null,
  asset_institution_name: null,
  asset_name: null,
  asset_display_name: null,
  asset_status: null,
  linked_account_id: null,
  linked_account_name: null,
  linked_account_mask: null,
  institution_name: null,
  linked_account_display_name: null,
  linked_metadata: null,
  source: "api",
  display_name: "Shop",
  display_notes: null,
  account_display_name: null,
  tags: [],
  children: [],
  external_id: null,
  original_date: null,
  type: null,
  subtype: null,
  fees: null,
  price: null,
  quantity: null,
};

describe("the transaction object", () => {
  test("a transaction has all properties of its category, its account and its tags", async () => {
    const groceries = await categoryId("Groceries");
    const account = (
      await post("/manual_accounts", { name: "Everyday", institution_name: "Alpine", type: "cash" })
    ).body.id;
    const tag = (await post("/tags", { name: "Trip", description: "Away" })).body.id;
    const [id] = await makeTransactions({
      amount: "12.5",
      notes: "Bread",
      category_id: groceries,
      manual_account_id: account,
      tag_ids: [tag],
      external_id: "e-1",
      status: "reviewed",
    });

    const { status, body } = await get1(`/transactions/${id}`);

    expect(status).toBe(200);
    expect(body).toEqual({
      ...PLAIN,
      id,
      date: "2026-03-10",
      amount: "12.5000",
      to_base: 12.5,
      category_id: groceries,
      category_name: "Groceries",
      category_group_id: await categoryId("Food"),
      category_group_name: "Food",
      status: "cleared",
      notes: "Bread",
      display_notes: "Bread",
      asset_id: account,
      asset_institution_name: "Alpine",
      asset_name: "Everyday",
      asset_status: "active",
      account_display_name: "Alpine Everyday",
      tags: [{ id: tag, name: "Trip", description: "Away", archived: false }],
      external_id: "e-1",
    });
  });

  test("a transaction has its category's flags, even without a group, and the account's given name", async () => {
    const account = (
      await post("/manual_accounts", {
        name: "Old",
        display_name: "Jar",
        type: "cash",
        status: "closed",
        closed_on: "2026-04-01",
      })
    ).body.id;
    const [income, transfer, single] = await makeTransactions(
      { category_id: await categoryId("Salary"), manual_account_id: account },
      { category_id: await categoryId("Account Transfer") },
      { category_id: await categoryId("Health") },
    );

    const shown = async (id: number | undefined) => done1("GET", `/transactions/${id}`);

    const asset = {
      asset_name: "Old",
      asset_display_name: "Jar",
      asset_institution_name: null,
      asset_status: "closed",
      account_display_name: "Jar",
    };
    expect(await shown(income)).toMatchObject({
      is_income: true,
      exclude_from_budget: false,
      exclude_from_totals: false,
      ...asset,
    });
    expect(await shown(transfer)).toMatchObject({
      is_income: false,
      exclude_from_budget: true,
      exclude_from_totals: true,
    });
    expect(await shown(single)).toMatchObject({
      category_name: "Health",
      category_group_id: null,
      category_group_name: null,
    });
  });

  test("a transaction of a linked account has its bank, its mask and the bank's data, and may be pending", async () => {
    const linked = await addLinkedAccount(true);
    const id = await pendingOf(linked);

    expect(await done1("GET", `/transactions/${id}`)).toEqual({
      ...PLAIN,
      id,
      date: "2026-03-12",
      payee: "Fuel",
      display_name: "Fuel",
      original_name: null,
      amount: "7.0000",
      to_base: 7,
      status: "pending",
      is_pending: true,
      source: "linked",
      linked_account_id: linked,
      linked_account_name: "Everyday",
      linked_account_mask: "1234",
      institution_name: "First Bank",
      linked_account_display_name: "First Bank Everyday",
      account_display_name: "First Bank Everyday",
      linked_metadata: '{"mcc":"5541"}',
    });
  });

  test("a transaction of a recurring item shows the item's payee and description instead of its own", async () => {
    const item = await recurringItem("reviewed", { set_payee: "Landlord" });
    const [id] = await makeTransactions({
      amount: "1400",
      payee: "Mr Landlord",
      notes: "March",
      recurring_id: item,
    });
    await put(`/transactions/${id}`, { payee: "Mr Landlord", notes: "March" });

    const { body } = await get1(`/transactions/${id}?debit_as_negative=true`);

    expect(body).toMatchObject({
      payee: "Landlord",
      notes: "For the flat",
      display_name: "Landlord",
      display_notes: "For the flat",
      recurring_id: item,
      recurring_payee: "Landlord",
      recurring_description: "For the flat",
      recurring_granularity: "month",
      recurring_quantity: 1,
      recurring_cadence: "monthly",
      recurring_type: "cleared",
      recurring_amount: "-1500.0000",
      recurring_currency: "usd",
      amount: "-1400.0000",
      to_base: -1400,
    });
  });

  test("a transaction keeps its own payee and notes if its item has none", async () => {
    const item = await recurringItem("suggested", { payee: null, description: null });
    const [id] = await makeTransactions({
      payee: "Mr Landlord",
      notes: "March",
      recurring_id: item,
    });

    expect(await done1("GET", `/transactions/${id}`)).toMatchObject({
      payee: "Mr Landlord",
      notes: "March",
      recurring_payee: null,
      recurring_description: null,
      recurring_type: "suggested",
    });
  });

  // service-v1.md, Transaction: the words of recurring_cadence, and no others.
  test.each([
    ["week", 1, "once a week"],
    ["week", 2, "every 2 weeks"],
    ["month", 1, "monthly"],
    ["month", 2, "every 2 months"],
    ["month", 3, "every 3 months"],
    ["month", 4, "every 4 months"],
    ["month", 6, "twice a year"],
    ["year", 1, "yearly"],
    ["month", 12, "yearly"],
    ["day", 7, "once a week"],
    ["day", 14, "every 2 weeks"],
    ["day", 1, null],
    ["week", 3, null],
    ["month", 5, null],
    ["year", 2, null],
  ])("the cadence of an item every %s × %d is %s", async (granularity, quantity, words) => {
    const item = await recurringItem("suggested", { granularity, quantity });
    const [id] = await makeTransactions({ recurring_id: item });

    expect((await done1("GET", `/transactions/${id}`)).recurring_cadence).toBe(words);
  });

  test("a split transaction has its parts as short children, and each part its parent", async () => {
    const [id] = await makeTransactions({ amount: "10", payee: "Market", manual_account_id: 1 });
    const split = await post(`/transactions/split/${id}`, {
      child_transactions: [
        { amount: 4, notes: "Food" },
        { amount: 6, payee: "Pharmacy", date: "2026-03-11" },
      ],
    });
    const [one, other] = split.body.children.map((child: Listed) => child.id);

    const whole = await done1("GET", `/transactions/${id}?debit_as_negative=true`);

    const common = { currency: "usd", asset_id: 1, linked_account_id: null };
    expect(whole).toMatchObject({
      has_children: true,
      is_group: false,
      parent_id: null,
      amount: "-10.0000",
    });
    expect(whole.children).toEqual([
      {
        id: one,
        payee: "Market",
        amount: "-4.0000",
        date: "2026-03-10",
        formatted_date: "2026-03-10",
        notes: "Food",
        to_base: -4,
        ...common,
      },
      {
        id: other,
        payee: "Pharmacy",
        amount: "-6.0000",
        date: "2026-03-11",
        formatted_date: "2026-03-11",
        notes: null,
        to_base: -6,
        ...common,
      },
    ]);
    expect(await done1("GET", `/transactions/${other}`)).toMatchObject({
      parent_id: id,
      has_children: false,
      children: [],
      amount: "6.0000",
      source: "user",
    });
    expect(await idsOf()).toEqual([other, one]);
  });

  test("a split transaction has the names of everything its parts refer to", async () => {
    const item = await recurringItem("suggested");
    const [id] = await makeTransactions({ amount: "10", payee: "Market" });
    const { children } = (
      await post(`/transactions/split/${id}`, {
        child_transactions: [{ amount: 4 }, { amount: 6 }],
      })
    ).body;
    expect((await put(`/transactions/${children[0].id}`, { recurring_id: item })).status).toBe(200);

    const shown = (await done1("GET", `/transactions/${id}`)).children;

    expect(
      shown.map(({ payee, notes }: { payee: string; notes: string }) => [payee, notes]),
    ).toEqual([
      ["LANDLORD SEPA", "For the flat"],
      ["Market", null],
    ]);
  });

  test("a transaction that does not exist, or an impossible id, answers the documented 404", async () => {
    const unknown = await get1("/transactions/999");
    const malformed = await get1("/transactions/seven");

    expect([unknown.status, unknown.body]).toEqual([
      404,
      { error: "There is no transaction with the id 999." },
    ]);
    expect([malformed.status, malformed.body]).toEqual([
      404,
      { error: 'transaction_id must be an integer id, found "seven".' },
    ]);
  });

  test("reading a transaction with an invalid flag is refused with 200", async () => {
    const refused = await get1("/transactions/1?debit_as_negative=2");

    expect([refused.status, refused.body]).toEqual([
      200,
      { error: 'debit_as_negative must be true or false, found "2".' },
    ]);
  });
});

describe("the list of transactions", () => {
  test("the list has the requested days, both included, newest first, expenses positive", async () => {
    const [before, first, last, second, after] = await makeTransactions(
      { date: "2026-02-28" },
      { date: "2026-03-01" },
      { date: "2026-03-31" },
      { date: "2026-03-01", amount: "-3.25" },
      { date: "2026-04-01" },
    );

    const { status, body } = await get1(`/transactions?${MARCH}`);

    expect(status).toBe(200);
    expect(body.has_more).toBe(false);
    expect(body.transactions.map(({ id }: Listed) => id)).toEqual([last, second, first]);
    expect(body.transactions.map(({ amount }: { amount: string }) => amount)).toEqual([
      "1.0000",
      "-3.2500",
      "1.0000",
    ]);
    expect(body.transactions[0]).toEqual({
      ...PLAIN,
      id: last,
      date: "2026-03-31",
      amount: "1.0000",
      to_base: 1,
      status: body.transactions[0].status,
    });
    expect(
      [before, after].every((id) => !body.transactions.some((one: Listed) => one.id === id)),
    ).toBe(true);
  });

  test("the list without days is the current calendar month", async () => {
    const [, first, last] = await makeTransactions(
      { date: "2026-01-31" },
      { date: "2026-02-01" },
      { date: "2026-02-28" },
      { date: "2026-03-01" },
    );
    // Not before what was written: a clock that goes back is another test's.
    vi.spyOn(Date, "now").mockReturnValue(Date.parse("2026-02-14T12:00:00Z"));

    const { transactions } = await done1("GET", "/transactions");

    expect(transactions.map(({ id }: Listed) => id)).toEqual([last, first]);
  });

  test.each(["start_date=2026-03-01", "end_date=2026-03-31"])(
    "the list with %s alone answers the documented 404",
    async (query) => {
      const { status, body } = await get1(`/transactions?${query}`);

      expect([status, body]).toEqual([
        404,
        { error: "Both start_date and end_date must be given, or neither." },
      ]);
    },
  );

  test.each([
    [
      "start_date=2026-03-02&end_date=2026-03-01",
      "start_date must not be after end_date, 2026-03-01; found 2026-03-02.",
    ],
    [
      "start_date=2026-02-30&end_date=2026-03-01",
      'start_date must be a day that exists, as YYYY-MM-DD, found "2026-02-30".',
    ],
    [`${MARCH}&status=reviewed`, 'status must be one of cleared, uncleared, found "reviewed".'],
    [`${MARCH}&limit=0`, 'limit must be an integer from 1 to 2000, found "0".'],
    [`${MARCH}&limit=2001`, 'limit must be an integer from 1 to 2000, found "2001".'],
    [`${MARCH}&offset=-1`, 'offset must be an integer from 0 to 1000000000, found "-1".'],
    [`${MARCH}&tag_id=Trip`, 'tag_id must be an integer id, found "Trip".'],
    [`${MARCH}&pending=yes`, 'pending must be true or false, found "yes".'],
  ])("the list with %s is refused with 200", async (query, error) => {
    const { status, body } = await get1(`/transactions?${query}`);

    expect([status, body]).toEqual([200, { error }]);
  });

  test("the list is read in pages of a thousand by default, and has_more reports the next", async () => {
    const all = Array.from({ length: 500 }, (_, n) => ({ amount: n + 1 }));
    const ids = [
      ...(await makeTransactions(...all)),
      ...(await makeTransactions(...all)),
      ...(await makeTransactions({ amount: 3 })),
    ].toReversed();

    const whole = await done1("GET", `/transactions?${MARCH}`);
    const rest = await done1("GET", `/transactions?${MARCH}&offset=1000`);
    const two = await done1("GET", `/transactions?${MARCH}&limit=2&offset=1`);

    expect(whole.transactions.map(({ id }: Listed) => id)).toEqual(ids.slice(0, 1_000));
    expect(whole.has_more).toBe(true);
    expect([rest.transactions.map(({ id }: Listed) => id), rest.has_more]).toEqual([
      ids.slice(1_000),
      false,
    ]);
    expect([two.transactions.map(({ id }: Listed) => id), two.has_more]).toEqual([
      ids.slice(1, 3),
      true,
    ]);
    expect((await done1("GET", `/transactions?${MARCH}&limit=1001`)).has_more).toBe(false);
  });

  test("debit_as_negative reverses every sign of the list", async () => {
    await makeTransactions({ amount: "12.5" }, { amount: "-2000" }, { amount: 0 });

    const { transactions } = await done1("GET", `/transactions?${MARCH}&debit_as_negative=true`);

    expect(
      transactions.map(({ amount, to_base }: { amount: string; to_base: number }) => [
        amount,
        to_base,
      ]),
    ).toEqual([
      ["0.0000", 0],
      ["2000.0000", 2000],
      ["-12.5000", -12.5],
    ]);
  });
});

test("a long list takes as many SQL statements as a short one: one for each kind of thing named", async () => {
  const linked = await addLinkedAccount(true);
  const item = await recurringItem("suggested");
  const names = { category_id: await categoryId("Groceries"), tag_ids: [1, 2] };
  const day = async (date: string, times: number) => {
    const ids = await makeTransactions(
      ...Array.from({ length: times }, () => [
        { date, manual_account_id: 1, ...names },
        { date, linked_account_id: linked, recurring_id: item },
        { date },
        { date },
      ]).flat(),
    );
    for (const [at, id] of ids.entries())
      if (at % 4 === 2)
        await post("/transactions/group", { ids: [id, ids[at + 1]], date, payee: "Both" });
  };
  await day("2026-03-01", 1);
  await day("2026-03-02", 10);
  await withoutAlarm();
  const read = vi.spyOn(Sql.prototype, "all");

  const statements = async (date: string, length: number) => {
    read.mockClear();
    const { transactions } = await done1(
      "GET",
      `/transactions?start_date=${date}&end_date=${date}`,
    );
    expect(transactions).toHaveLength(length);
    return read.mock.calls.map(([statement]) => statement);
  };

  expect(await statements("2026-03-02", 30)).toEqual(await statements("2026-03-01", 3));
});

describe("filters of the transaction list", () => {
  let ids: number[];
  let tag: number;
  let item: number;
  let linked: number;
  let pending: number;
  beforeEach(async () => {
    tag = (await post("/tags", { name: "Trip" })).body.id;
    item = await recurringItem("suggested");
    linked = await addLinkedAccount(true);
    ids = await makeTransactions(
      { category_id: await categoryId("Groceries"), status: "reviewed" },
      { category_id: await categoryId("Coffee"), status: "unreviewed" },
      { manual_account_id: 1, tag_ids: [tag], status: "reviewed" },
      { linked_account_id: linked, status: "reviewed" },
      { recurring_id: item, status: "unreviewed" },
    );
    pending = await pendingOf(linked);
  });
  const some = (...at: readonly number[]) => at.map((index) => ids[index]);

  test("the list is filtered by tag, recurring item, asset and linked account", async () => {
    expect(await idsOf(`&tag_id=${tag}`)).toEqual(some(2));
    expect(await idsOf(`&recurring_id=${item}`)).toEqual(some(4));
    expect(await idsOf("&asset_id=1")).toEqual(some(2));
    expect(await idsOf(`&linked_account_id=${linked}`)).toEqual(some(3));
    expect(await idsOf("&asset_id=2")).toEqual([]);
    expect([...(await idsOf("&asset_id=0")), ...(await idsOf("&linked_account_id=0"))]).toEqual([]);
    expect(await idsOf("&tag_id=999")).toEqual([]);
  });

  test("the list is filtered by category, and by the members of a category group", async () => {
    expect(await idsOf(`&category_id=${await categoryId("Coffee")}`)).toEqual(some(1));
    expect(await idsOf(`&category_id=${await categoryId("Food")}`)).toEqual(some(1, 0));
  });

  test("the list is filtered by status, and a transaction that its bank removed is uncleared", async () => {
    await database((sql) =>
      sql.run("UPDATE transactions SET status = 'delete_pending' WHERE id = ?", ids[3] ?? 0),
    );

    expect(await idsOf("&status=cleared")).toEqual(some(2, 0));
    expect(await idsOf("&status=uncleared")).toEqual(some(4, 3, 1));
    expect((await done1("GET", `/transactions/${ids[3]}`)).status).toBe("uncleared");
  });

  test("pending transactions are listed only on request, under any other filter too", async () => {
    expect(await idsOf()).toEqual(some(4, 3, 2, 1, 0));
    expect(await idsOf("&pending=true")).toEqual([pending, ...some(4, 3, 2, 1, 0)]);
    expect(await idsOf("&pending=false&status=uncleared")).toEqual(some(4, 1));
    expect(await idsOf("&pending=true&status=uncleared")).toEqual([pending, ...some(4, 1)]);
    const { transactions } = await done1(
      "GET",
      `/transactions?${MARCH}&pending=true&linked_account_id=${linked}`,
    );
    expect(transactions).toMatchObject([
      { id: pending, status: "pending", linked_metadata: '{"mcc":"5541"}' },
      { id: ids[3], linked_metadata: null },
    ]);
  });

  test("the list is filtered by being a group, and by the group that transactions are in", async () => {
    const group = (
      await post("/transactions/group", { ids: some(0, 1), date: "2026-03-20", payee: "Both" })
    ).body.id;

    expect(await idsOf()).toEqual([group, ...some(4, 3, 2)]);
    expect(await idsOf("&is_group=true")).toEqual([group]);
    expect(await idsOf("&is_group=false")).toEqual(some(4, 3, 2));
    expect(await idsOf(`&group_id=${group}`)).toEqual(some(1, 0));
    expect(await idsOf(`&group_id=${ids[0]}`)).toEqual([]);
  });
});

describe("large groups in the list", () => {
  /** Groups of 500, the most that one may have, made where no request would be so long; the first is the newest. */
  const groups = async (count: number) =>
    database((sql) => {
      const made = (first: number, values: string) =>
        sql.run(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${first} - 1)
          INSERT INTO transactions (id, date, amount, currency, to_base, payee, status, is_group_parent, group_parent_id, created_at, updated_at) SELECT ${values}, 0, 0 FROM n`);
      made(count, "1001 + i, '2026-03-20', 500, 'usd', 500, 'Group', 'reviewed', 1, NULL");
      made(
        count * GROUP_MEMBERS_MAX,
        `100001 + i, '2026-03-10', 1, 'usd', 1, 'Member', 'reviewed', 0, 1001 + i / ${GROUP_MEMBERS_MAX}`,
      );
    });

  test("groups are listed with all members that one answer holds; for more, both versions require a smaller limit", async () => {
    const most = PAGE_CHILDREN_MAX / GROUP_MEMBERS_MAX;
    await groups(most);
    const parents = async () =>
      database((sql) =>
        sql.all<TransactionRow>("SELECT * FROM transactions WHERE is_group_parent = 1"),
      );
    const fault = async () => {
      const page = await parents();
      return database((sql) => tooManyChildren(sql, page));
    };
    expect([(await parents()).length, await fault()]).toEqual([most, null]);

    const [one, other] = await makeTransactions({}, {});
    await done1("POST", "/transactions/group", {
      date: "2026-03-01",
      payee: "One more",
      transactions: [one, other],
    });

    const error = `The transactions of one answer may have ${PAGE_CHILDREN_MAX} parts and members together, and these have more; ask for fewer with limit.`;
    expect(await get1(`/transactions?${MARCH}`)).toMatchObject({ status: 200, body: { error } });
    expect(await get(`/transactions?${MARCH}&include_children=true`)).toMatchObject({
      status: 400,
      body: { errors: [{ errMsg: error }] },
    });
    expect((await get(`/transactions?${MARCH}`)).body.transactions).toHaveLength(most + 1);
    const pages = [
      await done1("GET", `/transactions?${MARCH}&limit=1`),
      await done1("GET", `/transactions?${MARCH}&limit=1&offset=${most}`),
    ];
    expect(
      pages.map(({ transactions: [group], has_more }) => [group.children.length, has_more]),
    ).toEqual([
      [GROUP_MEMBERS_MAX, true],
      [2, false],
    ]);
  });
});

test("both reading operations have been seen to succeed, to refuse and to answer 404", () => {
  const reading = ["GET /transactions", "GET /transactions/{transaction_id}"];

  expect(
    ["done", "refused", "404"]
      .flatMap((outcome) => unseen1("transactions", outcome))
      .filter((name) => reading.includes(name)),
  ).toEqual([]);
});
