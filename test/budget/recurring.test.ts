import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { addDays, addMonths, dayOfInstant, parseDay } from "../../src/money/day.ts";
import { applyToStored, candidatesStatement } from "../../src/budget/recurring/apply.ts";
import { findItem } from "../../src/budget/recurring/store.ts";
import { RECURRING_DATES_MAX } from "../../src/platform/limits.ts";
import { must } from "../../src/platform/assert.ts";
import {
  accountId,
  addLinkedAccount,
  call,
  callOwn,
  categoryId,
  database,
  del,
  get,
  insert,
  insertOne,
  put,
  type Answer,
} from "./client.ts";
import { reset } from "../reset.ts";

/** When all of this happens; the first of its month is what items are applied to. */
const [NOW, FIRST] = [Date.parse("2100-06-15T12:00:00Z"), must(parseDay("2100-06-01"), "a day")];
beforeEach(() => {
  vi.spyOn(Date, "now").mockReturnValue(NOW);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

/** An item on the 1st of each month, unless told otherwise; the answer's body. */
async function make(criteria: object = {}, more: object = {}): Promise<Answer["body"]> {
  const transaction_criteria = {
    granularity: "month",
    anchor_date: "2026-01-01",
    payee: "Harbour Homes",
    amount: "1250",
    ...criteria,
  };
  const answer = await callOwn("POST", "/recurring", { transaction_criteria, ...more });
  if (answer.status !== 201) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A suggested item as detection leaves it; its id. */
async function suggestion(amount = 300_000): Promise<number> {
  return database(
    (sql) =>
      sql.first<{ id: number }>(
        `INSERT INTO recurring_items (status, granularity, quantity, anchor_date, payee, amount, currency, to_base, source, created_by, created_at, updated_at)
         VALUES ('suggested', 'month', 1, '2026-01-05', 'Gym', ?, 'usd', ?, 'system', 1, 0, 0) RETURNING id`,
        amount,
        amount,
      )?.id ?? 0,
  );
}

const errorsOf = (answer: Answer): unknown[] => answer.body.errors;

describe("GET /recurring", () => {
  test("an item has every documented property, in the requested range", async () => {
    const made = await make(
      { manual_account_id: 1 },
      { description: "Flat", overrides: { payee: "Rent" } },
    );
    const paid = await insertOne({
      date: "2026-02-03",
      amount: 1250,
      payee: "HARBOUR HOMES",
      manual_account_id: 1,
    });

    const { body } = await get("/recurring?start_date=2026-02-01&end_date=2026-03-31");

    expect(body).toEqual({
      recurring_items: [
        {
          id: made.id,
          description: "Flat",
          status: "reviewed",
          transaction_criteria: {
            start_date: null,
            end_date: null,
            granularity: "month",
            quantity: 1,
            anchor_date: "2026-01-01",
            payee: "Harbour Homes",
            amount: "1250.0000",
            to_base: 1250,
            currency: "usd",
            linked_account_id: null,
            manual_account_id: 1,
          },
          overrides: { payee: "Rent" },
          matches: {
            request_start_date: "2026-02-01",
            request_end_date: "2026-03-31",
            expected_occurrence_dates: ["2026-02-01", "2026-03-01"],
            found_transactions: [{ date: "2026-02-03", transaction_id: paid.id }],
            missing_transaction_dates: ["2026-03-01"],
          },
          created_by: 1,
          created_at: made.created_at,
          updated_at: made.updated_at,
          source: "manual",
        },
      ],
    });
  });

  test("a flexible amount is shown as the average of its bounds, and in the primary currency", async () => {
    await database((sql) =>
      sql.run(
        "INSERT INTO rates VALUES ('usd', '2026-01-02', '1.10'), ('gbp', '2026-01-02', '0.88')",
      ),
    );
    await make({ amount: undefined, amount_min: "80", amount_max: "96", currency: "gbp" });

    const [item] = (await get("/recurring")).body.recurring_items;

    // 88 pounds are 100 euros are 110 dollars.
    expect(item.transaction_criteria).toMatchObject({
      amount: "88.0000",
      currency: "gbp",
      to_base: 110,
    });
  });

  test("suggested items are listed only on request, and have no matches", async () => {
    const id = await suggestion();

    expect((await get("/recurring")).body.recurring_items).toEqual([]);
    const [item] = (await get("/recurring?include_suggested=true")).body.recurring_items;
    expect(item).toMatchObject({ id, status: "suggested", matches: null, source: "system" });
    expect((await get(`/recurring/${id}`)).body).toMatchObject({ id, matches: null });
  });

  test("the range defaults to the current month", async () => {
    const { id } = await make();
    const range = {
      request_start_date: FIRST,
      request_end_date: addDays(addMonths(FIRST, 1), -1),
      expected_occurrence_dates: [FIRST],
    };

    expect((await get("/recurring")).body.recurring_items[0].matches).toMatchObject(range);
    expect((await get(`/recurring/${id}`)).body.matches).toMatchObject(range);
  });

  test.each([
    ["start_date=2026-01-01", "/query/end_date"],
    ["end_date=2026-01-01", "/query/start_date"],
    ["start_date=2026-02-01&end_date=2026-01-31", "/query/start_date"],
    ["start_date=2016-01-01&end_date=2026-02-18", "/query/end_date"],
    ["start_date=2026-02-30&end_date=2026-03-01", "/query/start_date"],
  ])(
    "the range %s is refused at %s, for the list and for one item",
    async (query, instancePath) => {
      const { id } = await make();

      for (const path of [
        "/recurring",
        "/recurring_items",
        `/recurring/${id}`,
        `/recurring_items/${id}`,
      ]) {
        const answer = await get(`${path}?${query}`);
        expect(answer.status).toBe(400);
        expect(errorsOf(answer)).toMatchObject([{ instancePath }]);
      }
    },
  );

  test("a range of the maximum length is answered", async () => {
    // 3,700 days after 2016-01-01 is 2026-02-17: ten years have 3,653 days, and 47 more.
    expect((await get("/recurring?start_date=2016-01-01&end_date=2026-02-17")).status).toBe(200);
    expect((await get("/recurring?start_date=2190-01-01&end_date=2199-12-31")).status).toBe(200);
  });

  test("unknown parameters and malformed flags are refused, and one item takes no include_suggested", async () => {
    const { id } = await make();

    expect((await get("/recurring?month=2026-01")).status).toBe(400);
    expect((await get("/recurring?include_suggested=1")).status).toBe(400);
    expect((await get(`/recurring/${id}?include_suggested=true`)).status).toBe(400);
  });

  test("an unknown item answers 404, and a malformed id 400", async () => {
    expect((await get("/recurring/7")).status).toBe(404);
    expect((await get("/recurring_items/7")).status).toBe(404);
    expect((await get("/recurring/x")).status).toBe(400);
  });

  test("/recurring_items has the same answers, and the OpenAPI document calls it an alias", async () => {
    const { id } = await make();

    expect((await get("/recurring_items")).body).toEqual((await get("/recurring")).body);
    expect((await get(`/recurring_items/${id}`)).body).toEqual(
      (await get(`/recurring/${id}`)).body,
    );
    const { paths } = (await get("/openapi.json")).body;
    expect(paths["/recurring_items"].get["x-alias-of"]).toBe("/recurring");
    expect(paths["/recurring_items/{id}"].get["x-alias-of"]).toBe("/recurring/{id}");
    expect(paths["/recurring"].get).not.toHaveProperty("x-alias-of");
  });

  test("version 2 cannot write recurring items", async () => {
    const answer = await call("POST", "/recurring", {});
    expect(answer.status).toBe(405);
    expect(answer.headers.get("Allow")).toBe("GET, HEAD");
  });
});

describe("recurring items on inserted transactions", () => {
  test("an item takes transactions by payee, notes and category, and reviews them; the original name stays", async () => {
    const rent = await categoryId("Rent");
    const { id } = await make(
      {},
      { overrides: { payee: "Rent", notes: "Flat", category_id: rent } },
    );

    const matched = await insertOne({
      date: "2026-03-02",
      amount: "1250.00",
      payee: "harbour  HOMES",
      notes: "x",
      status: "unreviewed",
    });

    expect(matched).toMatchObject({
      recurring_id: id,
      payee: "Rent",
      notes: "Flat",
      category_id: rent,
      status: "reviewed",
      original_name: "harbour  HOMES",
    });
    expect((await get(`/transactions/${matched.id}`)).body).toMatchObject({
      recurring_id: id,
      payee: "Rent",
    });
  });

  test("an item leaves properties that it does not override", async () => {
    const coffee = await categoryId("Coffee");
    await make();

    const matched = await insertOne({
      date: "2026-03-01",
      amount: 1250,
      payee: "Harbour Homes",
      notes: "mine",
      category_id: coffee,
    });

    expect(matched).toMatchObject({ payee: "Harbour Homes", notes: "mine", category_id: coffee });
  });

  test.each<[string, object, boolean]>([
    ["the day itself", {}, true],
    ["a week late", { date: "2026-03-08" }, true],
    ["a week early", { date: "2026-02-22" }, true],
    ["eight days late", { date: "2026-03-09" }, false],
    ["another payee", { payee: "Harbour Homes Ltd" }, false],
    ["the payee as original name", { payee: "Landlord", original_name: "HARBOUR HOMES" }, true],
    ["a cent more", { amount: "1250.01" }, false],
    ["the other sign", { amount: -1250 }, false],
    ["another currency", { currency: "eur" }, false],
    ["another account", { manual_account_id: 2 }, false],
    ["no account", { manual_account_id: null }, false],
  ])(
    "an item matches an inserted transaction only within its criteria: %s (%j)",
    async (_, item, expected) => {
      const { id } = await make({ manual_account_id: 1 });

      const one = await insertOne({
        date: "2026-03-01",
        amount: 1250,
        payee: "Harbour Homes",
        manual_account_id: 1,
        ...item,
      });

      expect(one.recurring_id).toBe(expected ? id : null);
    },
  );

  test("the bounds of a flexible amount are included, and a credit's are negative", async () => {
    await make({ payee: "Power", amount: undefined, amount_min: "80", amount_max: "96" });
    await make({ payee: "Employer", amount: undefined, amount_min: "-2500", amount_max: "-2400" });
    const on = (payee: string, amount: string) => ({ date: "2026-03-01", payee, amount });

    const { transactions } = await insert([
      on("Power", "80"),
      on("Power", "96"),
      on("Power", "79.9999"),
      on("Power", "96.0001"),
      on("Employer", "-2400"),
      on("Employer", "-2500"),
      on("Employer", "-2399.99"),
      on("Employer", "2450"),
    ]);

    expect(transactions.map((one: Answer["body"]) => one.recurring_id !== null)).toEqual([
      true,
      true,
      false,
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  test("a suggested item applies to no transaction", async () => {
    await suggestion();
    expect(await insertOne({ date: "2026-03-05", amount: 30, payee: "Gym" })).toMatchObject({
      recurring_id: null,
    });
  });

  test("an item recognizes nothing before its start or after its end, and any payee if it names none", async () => {
    const { id } = await make({
      payee: null,
      amount: 12,
      start_date: "2026-02-01",
      end_date: "2026-03-31",
      linked_account_id: await addLinkedAccount(true),
    });
    const on = (date: string) => ({
      date,
      amount: 12,
      payee: `Shop ${date}`,
      linked_account_id: 1,
    });

    const { transactions } = await insert(
      ["2026-01-31", "2026-02-01", "2026-03-31", "2026-04-01"].map(on),
    );

    // 2026-03-31 is near no expected day: April's is past the end.
    expect(transactions.map((one: Answer["body"]) => one.recurring_id)).toEqual([
      null,
      id,
      null,
      null,
    ]);
  });

  test("the item with the nearest expected day wins among two that match", async () => {
    const first = await make({ anchor_date: "2026-01-01" });
    const other = await make({ anchor_date: "2026-01-06" });

    const { transactions } = await insert(
      ["2026-03-03", "2026-03-04"].map((date) => ({ date, amount: 1250, payee: "Harbour Homes" })),
    );

    expect(transactions.map((one: Answer["body"]) => one.recurring_id)).toEqual([
      first.id,
      other.id,
    ]);
  });

  test("an item named in the request wins over the criteria, and reviews the transaction", async () => {
    await make();
    const other = await make({ payee: "Garage", amount: 80 }, { overrides: { notes: "Garage" } });

    const one = await insertOne({
      date: "2026-03-14",
      amount: 1250,
      payee: "Harbour Homes",
      recurring_id: other.id,
      status: "unreviewed",
    });

    expect(one).toMatchObject({
      recurring_id: other.id,
      notes: "Garage",
      status: "reviewed",
      payee: "Harbour Homes",
    });
    expect(
      (await get(`/recurring/${other.id}?start_date=2026-03-01&end_date=2026-03-31`)).body.matches,
    ).toMatchObject({
      found_transactions: [{ date: "2026-03-14", transaction_id: one.id }],
      missing_transaction_dates: [],
    });
  });

  test("naming a suggested item neither reviews nor overrides, and naming an unknown one is refused", async () => {
    const id = await suggestion();
    expect(
      await insertOne({
        date: "2026-03-05",
        amount: 30,
        payee: "Gym",
        recurring_id: id,
        status: "unreviewed",
      }),
    ).toMatchObject({ recurring_id: id, status: "unreviewed" });
    const unknown = await call("POST", "/transactions", {
      transactions: [{ date: "2026-03-05", amount: 30, recurring_id: 99 }],
    });
    expect(unknown.status).toBe(400);
    expect(errorsOf(unknown)).toMatchObject([
      { error: "Invalid Recurring ID", transaction_index: 0 },
    ]);
  });

  test("a repeated row is a duplicate although an item changed its payee", async () => {
    await make({}, { overrides: { payee: "Rent" } });
    const row = { date: "2026-03-01", amount: 1250, payee: "Harbour Homes", manual_account_id: 1 };
    const first = await insertOne(row);

    const again = await insert([row], { skip_duplicates: true });

    expect(again).toMatchObject({
      transactions: [],
      skipped_duplicates: [{ existing_transaction_id: first.id }],
    });
  });
});

describe("recurring items on changed transactions", () => {
  test("a transaction without an item is recognized again after a relevant change, which it keeps", async () => {
    const { id } = await make({}, { overrides: { payee: "Rent", notes: "Flat" } });
    const one = await insertOne({
      date: "2026-03-01",
      amount: 1200,
      payee: "Harbour Homes",
      status: "unreviewed",
    });

    const untold = await put(`/transactions/${one.id}`, {
      category_id: await categoryId("Rent"),
      status: "unreviewed",
    });
    const outcome = await put(`/transactions/${one.id}`, { amount: 1250, notes: "mine" });

    expect(untold.body).toMatchObject({ recurring_id: null });
    expect(outcome.body).toMatchObject({
      recurring_id: id,
      payee: "Rent",
      notes: "mine",
      status: "reviewed",
    });
  });

  test("a transaction keeps its item after any change, until it is removed", async () => {
    const { id } = await make();
    const one = await insertOne({ date: "2026-03-01", amount: 1250, payee: "Harbour Homes" });

    expect(
      (await put(`/transactions/${one.id}`, { amount: 99, date: "2026-03-20" })).body.recurring_id,
    ).toBe(id);
    expect(
      (await put(`/transactions/${one.id}`, { recurring_id: null })).body.recurring_id,
    ).toBeNull();
    expect(
      (await put(`/transactions/${one.id}`, { notes: "still none" })).body.recurring_id,
    ).toBeNull();
  });

  test("naming an item applies its overrides, except for changed properties and an explicit status", async () => {
    const { id } = await make({}, { overrides: { payee: "Rent", notes: "Flat" } });
    const one = await insertOne({
      date: "2026-03-20",
      amount: 5,
      payee: "Other",
      status: "unreviewed",
    });

    const named = await put(`/transactions/${one.id}`, {
      recurring_id: id,
      payee: "My rent",
      status: "unreviewed",
    });

    expect(named.body).toMatchObject({
      recurring_id: id,
      payee: "My rent",
      notes: "Flat",
      status: "unreviewed",
    });
  });
});

describe("POST /api/recurring", () => {
  test("a new item takes the matching transactions of the last two years that have no item", async () => {
    const today = dayOfInstant(Date.now());
    const dates = [
      addMonths(today, -25),
      addMonths(today, -23),
      addMonths(today, -1),
      today,
      addDays(addMonths(today, -1), 12),
    ];
    const { transactions } = await insert(
      dates.map((date, index) => ({
        date,
        amount: 1250,
        payee: "Harbour Homes",
        status: "unreviewed",
        manual_account_id: index === 2 ? 2 : null,
      })),
    );
    const before = await balance(2);

    const made = await make({ anchor_date: today }, { overrides: { payee: "Rent" } });

    const after = await Promise.all(
      transactions.map(async ({ id }: { id: number }) => (await get(`/transactions/${id}`)).body),
    );
    expect(after.map(({ recurring_id }) => recurring_id)).toEqual([
      null,
      made.id,
      made.id,
      made.id,
      null,
    ]);
    expect(after.map(({ payee }) => payee)).toEqual([
      "Harbour Homes",
      "Rent",
      "Rent",
      "Rent",
      "Harbour Homes",
    ]);
    expect(after.map(({ status }) => status)).toEqual([
      "unreviewed",
      "reviewed",
      "reviewed",
      "reviewed",
      "unreviewed",
    ]);
    expect(await balance(2)).toBe(before);
  });

  test("a new item skips pending, split and grouped transactions, and linked accounts that it does not name", async () => {
    await addLinkedAccount(true);
    const { transactions } = await insert(
      Array.from({ length: 7 }, () => ({
        date: FIRST,
        amount: 1250,
        payee: "Harbour Homes",
        linked_account_id: 1,
      })),
    );
    const ids = transactions.map(({ id }: { id: number }) => id);
    await database((sql) => {
      sql.run("UPDATE transactions SET is_pending = 1, status = 'unreviewed' WHERE id = ?", ids[0]);
      sql.run("UPDATE transactions SET is_split_parent = 1 WHERE id = ?", ids[1]);
      sql.run("UPDATE transactions SET split_parent_id = ? WHERE id = ?", ids[1], ids[2]);
      sql.run("UPDATE transactions SET is_group_parent = 1 WHERE id = ?", ids[3]);
      sql.run("UPDATE transactions SET group_parent_id = ? WHERE id = ?", ids[3], ids[4]);
      sql.run("UPDATE transactions SET linked_account_id = NULL WHERE id = ?", ids[5]);
    });

    const { id } = await make({ linked_account_id: 1 });

    const taken = await database((sql) =>
      sql.all<{ id: number }>("SELECT id FROM transactions WHERE recurring_id = ?", id),
    );
    expect(taken).toEqual([{ id: ids[6] }]);
  });

  test("an item made from a transaction takes its date, payee, amount, currency and account, and the transaction", async () => {
    const one = await insertOne({
      date: "2020-05-15",
      amount: "9.99",
      payee: "Films",
      currency: "eur",
      manual_account_id: 3,
      status: "unreviewed",
    });

    const answer = await callOwn("POST", "/recurring", {
      transaction_id: one.id,
      transaction_criteria: { granularity: "month" },
      overrides: { notes: "Films" },
    });

    expect(answer.body).toMatchObject({
      status: "reviewed",
      source: "transaction",
      transaction_criteria: {
        anchor_date: "2020-05-15",
        payee: "Films",
        amount: "9.9900",
        currency: "eur",
        manual_account_id: 3,
        quantity: 1,
      },
    });
    expect((await get(`/transactions/${one.id}`)).body).toMatchObject({
      recurring_id: answer.body.id,
      notes: "Films",
      status: "reviewed",
    });
  });

  test.each<[string, object, object]>([
    [
      "no granularity",
      { transaction_criteria: { anchor_date: "2026-01-01", amount: 1 } },
      { instancePath: "/body/transaction_criteria/granularity" },
    ],
    [
      "no anchor",
      { transaction_criteria: { granularity: "week", amount: 1 } },
      { instancePath: "/body/transaction_criteria/anchor_date" },
    ],
    [
      "no amount",
      { transaction_criteria: { granularity: "week", anchor_date: "2026-01-01" } },
      { instancePath: "/body/transaction_criteria/amount" },
    ],
    [
      "one bound",
      criteria({ amount: undefined, amount_min: 1 }),
      { invalid_property: "amount_max" },
    ],
    [
      "bounds reversed",
      criteria({ amount: undefined, amount_min: 2, amount_max: 1 }),
      { invalid_property: "amount_min" },
    ],
    [
      "bounds of two signs",
      criteria({ amount: undefined, amount_min: -1, amount_max: 1 }),
      { invalid_property: "amount_min" },
    ],
    [
      "an amount that is not the average",
      criteria({ amount: 1, amount_min: 1, amount_max: 2 }),
      { invalid_property: "amount" },
    ],
    ["an amount of zero", criteria({ amount: 0 }), { invalid_property: "amount" }],
    [
      "a period of more than ten years",
      criteria({ granularity: "year", quantity: 11 }),
      { invalid_property: "quantity" },
    ],
    [
      "a quantity of zero",
      criteria({ quantity: 0 }),
      { instancePath: "/body/transaction_criteria/quantity" },
    ],
    [
      "an end before the start",
      criteria({ start_date: "2026-02-01", end_date: "2026-01-01" }),
      { invalid_property: "start_date" },
    ],
    [
      "an unknown account",
      criteria({ manual_account_id: 99 }),
      { error: "Invalid Manual Account ID" },
    ],
    [
      "both kinds of account",
      criteria({ manual_account_id: 1, linked_account_id: 1 }),
      { error: "Invalid Manual Account ID" },
    ],
    [
      "an unknown category",
      { ...criteria({}), overrides: { category_id: 999 } },
      { error: "Invalid Category ID" },
    ],
    [
      "an unknown transaction",
      { transaction_id: 99, transaction_criteria: { granularity: "week" } },
      { error: "Invalid Transaction ID" },
    ],
    [
      "an unknown property",
      { ...criteria({}), colour: "red" },
      { keyword: "additionalProperties" },
    ],
    [
      "a property of the system",
      { ...criteria({}), source: "system" },
      { keyword: "additionalProperties" },
    ],
  ])("a new recurring item with %s is refused", async (_, body, error) => {
    await addLinkedAccount(true);
    const answer = await callOwn("POST", "/recurring", body);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)[0]).toMatchObject(error);
    expect((await callOwn("GET", "/recurring")).body.recurring_items).toEqual([]);
  });

  test("a budget has at most 500 recurring items", async () => {
    await database((sql) =>
      sql.run(
        `INSERT INTO recurring_items (status, granularity, quantity, anchor_date, amount, currency, to_base, created_by, created_at, updated_at)
         SELECT 'reviewed', 'month', 1, '2026-01-01', 1, 'usd', 1, 1, 0, 0 FROM json_each(?)`,
        JSON.stringify(Array.from({ length: 499 }, () => 0)),
      ),
    );
    expect((await callOwn("POST", "/recurring", criteria({}))).status).toBe(201);
    expect((await callOwn("POST", "/recurring", criteria({}))).status).toBe(400);
  });
});

describe("PUT /api/recurring/{id}", () => {
  test("accepting a suggestion applies it to stored transactions", async () => {
    const id = await suggestion();
    const month = `${dayOfInstant(Date.now()).slice(0, 7)}-05`;
    const one = await insertOne({ date: month, amount: 30, payee: "GYM", status: "unreviewed" });

    const kept = await callOwn("PUT", `/recurring/${id}`, {
      status: "reviewed",
      overrides: { category_id: 1 },
    });

    expect(kept.status).toBe(400);
    const health = await categoryId("Health");
    const again = await callOwn("PUT", `/recurring/${id}`, {
      status: "reviewed",
      overrides: { category_id: health },
    });
    expect(again.body).toMatchObject({
      status: "reviewed",
      source: "system",
      matches: { found_transactions: [{ date: month, transaction_id: one.id }] },
    });
    expect((await get(`/transactions/${one.id}`)).body).toMatchObject({
      recurring_id: id,
      category_id: health,
      status: "reviewed",
    });
  });

  test("an accepted suggestion applies to transactions that named it before; a pending one stays unreviewed", async () => {
    const id = await suggestion();
    const linked = await addLinkedAccount(true);
    const named = await insertOne({
      date: FIRST,
      amount: 7,
      payee: "Pool",
      status: "unreviewed",
      recurring_id: id,
    });
    const pending = await insertOne({
      date: FIRST,
      amount: 8,
      payee: "Sauna",
      status: "unreviewed",
      linked_account_id: linked,
      recurring_id: id,
    });
    await database((sql) =>
      sql.run("UPDATE transactions SET is_pending = 1 WHERE id = ?", pending.id),
    );
    expect(named).toMatchObject({ recurring_id: id, payee: "Pool", status: "unreviewed" });

    const kept = await callOwn("PUT", `/recurring/${id}`, {
      status: "reviewed",
      overrides: { payee: "Sport" },
    });

    expect(kept.status).toBe(200);
    expect((await get(`/transactions/${named.id}`)).body).toMatchObject({
      payee: "Sport",
      status: "reviewed",
    });
    expect((await get(`/transactions/${pending.id}`)).body).toMatchObject({
      payee: "Sport",
      status: "unreviewed",
    });
  });

  test("changing an item to what GET shows changes nothing", async () => {
    const health = await categoryId("Health");
    for (const made of [
      await make(
        { amount: undefined, amount_min: "1.0000", amount_max: "1.0001", manual_account_id: 1 },
        { overrides: { notes: "a", category_id: health } },
      ),
      await make({ start_date: "2026-01-01", end_date: "2027-01-01" }),
      (await callOwn("GET", `/recurring/${await suggestion()}`)).body,
    ]) {
      const before = (await callOwn("GET", `/recurring/${made.id}`)).body;
      const answer = await callOwn("PUT", `/recurring/${made.id}`, before);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect({ ...answer.body, updated_at: null }).toEqual({ ...before, updated_at: null });
    }
  });

  test("a changed override reaches the item's transactions, and unchanged ones do not", async () => {
    const { id } = await make({}, { overrides: { payee: "Rent", notes: "Flat" } });
    const one = await insertOne({ date: FIRST, amount: 1250, payee: "Harbour Homes" });
    await put(`/transactions/${one.id}`, { notes: "mine" });

    await callOwn("PUT", `/recurring/${id}`, { overrides: { payee: "Home", notes: "Flat" } });

    expect((await get(`/transactions/${one.id}`)).body).toMatchObject({
      payee: "Home",
      notes: "mine",
    });
  });

  test("an amount alone makes a flexible item exact, and an account of one kind replaces the other kind", async () => {
    await addLinkedAccount(true);
    const { id } = await make({
      amount: undefined,
      amount_min: 1,
      amount_max: 3,
      manual_account_id: 1,
    });

    const changed = await callOwn("PUT", `/recurring/${id}`, {
      transaction_criteria: { amount: 2, linked_account_id: 1 },
    });

    expect(changed.body.transaction_criteria).toMatchObject({
      amount: "2.0000",
      amount_min: null,
      amount_max: null,
      manual_account_id: null,
      linked_account_id: 1,
    });
  });

  test("a reviewed item cannot be a suggestion again, and empty changes and unknown ids are refused", async () => {
    const { id } = await make();
    expect(
      errorsOf(await callOwn("PUT", `/recurring/${id}`, { status: "suggested" })),
    ).toMatchObject([{ invalid_property: "status" }]);
    expect((await callOwn("PUT", `/recurring/${id}`, { id, source: null })).status).toBe(400);
    expect((await callOwn("PUT", "/recurring/99", { description: "x" })).status).toBe(404);
    expect((await callOwn("GET", "/recurring/99")).status).toBe(404);
  });
});

describe("DELETE /api/recurring/{id}", () => {
  test("deleting an item leaves its transactions as displayed, without the item", async () => {
    const { id } = await make({}, { overrides: { payee: "Rent" } });
    const one = await insertOne({ date: "2026-11-01", amount: 1250, payee: "Harbour Homes" });

    expect((await callOwn("DELETE", `/recurring/${id}`)).status).toBe(204);

    expect((await get(`/transactions/${one.id}`)).body).toMatchObject({
      recurring_id: null,
      payee: "Rent",
      status: "reviewed",
    });
    expect((await callOwn("DELETE", `/recurring/${id}`)).status).toBe(404);
    expect((await get("/recurring")).body.recurring_items).toEqual([]);
  });
});

test("deleting a transaction makes its day missing again", async () => {
  const { id } = await make();
  const one = await insertOne({ date: "2026-11-01", amount: 1250, payee: "Harbour Homes" });
  const missing = async () =>
    (await get(`/recurring/${id}?start_date=2026-11-01&end_date=2026-11-30`)).body.matches
      .missing_transaction_dates;

  expect(await missing()).toEqual([]);
  await del(`/transactions/${one.id}`);
  expect(await missing()).toEqual(["2026-11-01"]);
});

describe("more dates than one answer holds", () => {
  const daily = (count: number) =>
    database((sql) =>
      sql.run(
        `INSERT INTO recurring_items (status, granularity, quantity, anchor_date, amount, currency, to_base, created_by, created_at, updated_at)
         SELECT 'reviewed', 'day', 1, '2026-01-01', 1, 'usd', 1, 1, 0, 0 FROM json_each(?)`,
        JSON.stringify(Array.from({ length: count }, () => 0)),
      ),
    );
  // 2,000 days, the first and the last included; 100 items expect 200,000 in them.
  const DAYS = "start_date=2020-01-01&end_date=2025-06-22";

  test.each([
    ["recurring items", async () => get(`/recurring?${DAYS}`)],
    ["our own list of recurring items", async () => callOwn("GET", `/recurring?${DAYS}`)],
    ["a summary", async () => get(`/summary?${DAYS}`)],
  ])("more expected dates than one answer holds are refused in %s", async (_, ask) => {
    await daily(RECURRING_DATES_MAX / 2_000);
    expect((await ask()).status).toBe(200);

    await daily(1);
    const { status, body } = await ask();
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: "Invalid Request Parameters",
      errors: [{ errMsg: expect.stringContaining("200000") }],
    });
    expect((await get("/recurring")).status).toBe(200);
  });
});

test("one change of an item reads a limited number of stored transactions", async () => {
  const { id } = await make({ payee: null, amount: 5 });
  await database((sql) => sql.run("DELETE FROM jobs"));
  await insert(Array.from({ length: 3 }, () => ({ date: FIRST, amount: 5 })));
  const applied = async (rows: number) =>
    database((sql) => {
      sql.run("UPDATE transactions SET recurring_id = NULL");
      return applyToStored(sql, must(findItem(sql, id), "the item"), Date.now(), rows).length;
    });

  expect(await applied(2)).toBe(2);
  expect(await applied(3)).toBe(3);
  expect(await applied(4)).toBe(3);
});

test.each(["manual_account", "linked_account"] as const)(
  "an item's candidates are found by %s, day and amount in the index",
  async (kind) => {
    const plan = await database((sql) =>
      sql.all<{ detail: string }>(
        `EXPLAIN QUERY PLAN ${candidatesStatement(kind)}`,
        "[]",
        "[]",
        1,
        2,
        "usd",
        1,
      ),
    );
    const index =
      kind === "manual_account" ? "transactions_by_account" : "transactions_by_linked_account";
    expect(plan.at(-1)?.detail).toBe(
      `SEARCH t USING INDEX ${index} (${kind}_id=? AND date>? AND date<?)`,
    );
  },
);

function criteria(changes: object): object {
  return {
    transaction_criteria: {
      granularity: "month",
      anchor_date: "2026-01-01",
      amount: 1,
      ...changes,
    },
  };
}

async function balance(id: number): Promise<string> {
  return (await get(`/manual_accounts/${id}`)).body.balance;
}

test("the demo budget's accounts have the names that these tests use", async () => {
  expect([
    await accountId("Checking"),
    await accountId("Savings"),
    await accountId("Credit Card"),
  ]).toEqual([1, 2, 3]);
});
