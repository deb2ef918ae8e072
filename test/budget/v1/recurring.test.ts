// /v1/recurring_items and the deprecated /v1/recurring_expenses (gaps.md, 2b and 3.11).

import { afterEach, expect, test } from "vitest";
import { cadenceWords } from "../../../src/budget/recurring/cadence-words.ts";
import { RECURRING_DATES_MAX } from "../../../src/platform/limits.ts";
import { dayOfInstant } from "../../../src/money/day.ts";
import {
  addLinkedAccount,
  callOwn,
  categoryId,
  database,
  insertOne,
  type Answer,
} from "../client.ts";
import { reset } from "../../reset.ts";
import { done1, get1, unseen1 } from "./client.ts";

afterEach(reset);

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

/** An item as detection leaves it, awaiting review; its id. */
const suggest = async (source: string | null = "system") =>
  database(
    (sql) =>
      sql.first<{ id: number }>(
        `INSERT INTO recurring_items (status, granularity, quantity, anchor_date, payee, amount, currency, to_base, source, created_by, created_at, updated_at)
         VALUES ('suggested', 'month', 1, '2026-01-05', 'Gym', 300000, 'usd', 300000, ?, 1, 0, 0) RETURNING id`,
        source,
      )?.id ?? 0,
  );

const items = async (query: string): Promise<Answer["body"]> =>
  done1("GET", `/recurring_items?${query}`);
const expenses = async (query: string): Promise<Answer["body"]> =>
  (await done1("GET", `/recurring_expenses?${query}`)).recurring_expenses;

test("an item has every documented property, with the matches of each expected day", async () => {
  const rent = await categoryId("Rent");
  const made = await make(
    { manual_account_id: 1 },
    { description: "Flat", overrides: { payee: "Rent", notes: "Third floor", category_id: rent } },
  );
  const pay = async (date: string, amount = 1250) =>
    insertOne({
      date,
      amount,
      payee: "HARBOUR HOMES",
      manual_account_id: 1,
      recurring_id: made.id,
      currency: "usd",
    });
  const [january, early, february, april] = [
    await pay("2026-01-30"),
    await pay("2026-02-03"),
    await pay("2026-02-05", 1240.5),
    await pay("2026-04-02"),
  ];
  const shown = (transaction: Answer["body"], amount: string, to_base: number) => ({
    id: transaction.id,
    date: transaction.date,
    amount,
    currency: "usd",
    payee: transaction.payee,
    category_id: transaction.category_id,
    recurring_id: made.id,
    to_base,
  });

  const body = await items("start_date=2026-02-01&end_date=2026-03-31");

  // 30 January is nearest to 1 February, 2 April to 1 April: the one answers a day of the range
  // from outside, the other none.
  const [outside, first, second] = [
    shown(january, "1250.0000", 1250),
    shown(early, "1250.0000", 1250),
    shown(february, "1240.5000", 1240.5),
  ];
  expect(body).toEqual([
    {
      id: made.id,
      start_date: null,
      end_date: null,
      payee: "Rent",
      amount: "1250.0000",
      to_base: 1250,
      currency: "usd",
      description: "Flat",
      notes: "Third floor",
      original_name: "Harbour Homes",
      billing_date: "2026-01-01",
      date: "2026-02-01",
      source: "manual",
      created_by: 1,
      created_at: made.created_at,
      updated_at: made.updated_at,
      linked_account_id: null,
      asset_id: 1,
      category_id: rent,
      category_group_id: await categoryId("Home"),
      is_income: false,
      exclude_from_totals: false,
      cadence: "monthly",
      granularity: "month",
      quantity: 1,
      occurrences: { "2026-02-01": [outside, first, second], "2026-03-01": [] },
      transactions_within_range: [first, second],
      missing_dates_within_range: ["2026-03-01"],
    },
  ]);
  expect(april.recurring_id).toBe(made.id);
});

test("an item without overrides has its payee and no category", async () => {
  const linked = await addLinkedAccount(true);
  await make({ linked_account_id: linked, start_date: "2026-02-01", end_date: "2026-12-31" });
  await make({ payee: null, anchor_date: "2026-01-02" });

  expect(await items("start_date=2026-02-01&end_date=2026-02-28")).toMatchObject([
    {
      payee: "Harbour Homes",
      original_name: "Harbour Homes",
      notes: null,
      description: null,
      category_id: null,
      category_group_id: null,
      is_income: false,
      exclude_from_totals: false,
      linked_account_id: linked,
      asset_id: null,
      start_date: "2026-02-01",
      end_date: "2026-12-31",
    },
    { payee: "[No Payee]", original_name: null },
  ]);
});

test("the category decides whether an item is income and excluded from totals", async () => {
  await make({ amount: "-3000" }, { overrides: { category_id: await categoryId("Salary") } });
  await make(
    { payee: "Savings plan", amount: "100" },
    { overrides: { category_id: await categoryId("Account Transfer") } },
  );

  expect(await items("start_date=2026-02-01&end_date=2026-02-28")).toMatchObject([
    { amount: "-3000.0000", to_base: -3000, is_income: true, exclude_from_totals: false },
    { amount: "100.0000", is_income: false, exclude_from_totals: true },
  ]);
});

test("debit_as_negative reverses every sign, of the item and of its transactions", async () => {
  const made = await make();
  await insertOne({ date: "2026-02-02", amount: 1250, recurring_id: made.id });

  const [item] = await items("start_date=2026-02-01&end_date=2026-02-28&debit_as_negative=true");

  expect(item).toMatchObject({ amount: "-1250.0000", to_base: -1250 });
  expect(item.transactions_within_range).toMatchObject([{ amount: "-1250.0000", to_base: -1250 }]);
  expect(item.occurrences["2026-02-01"]).toMatchObject([{ amount: "-1250.0000", to_base: -1250 }]);
});

test("the range is the current month, or runs to the end of the month that start_date is in", async () => {
  await make({ granularity: "week", anchor_date: "2026-01-05" });
  const days = (answer: Answer["body"]) => Object.keys(answer[0].occurrences);
  const month = dayOfInstant(Date.now()).slice(0, 7);

  const [now] = await items("");
  expect(now.date).toBe(`${month}-01`);
  expect(Object.keys(now.occurrences).map((day) => day.slice(0, 7))).toEqual(
    Object.keys(now.occurrences).map(() => month),
  );
  expect(days([now]).length).toBeGreaterThanOrEqual(4);

  // Mondays.
  expect(days(await items("start_date=2026-02-10"))).toEqual(["2026-02-16", "2026-02-23"]);
  expect(await items("end_date=2099-01-01").catch(String)).toMatch(/at most/);
});

test("suggested items are not listed in version 1", async () => {
  await suggest();

  expect(await items("start_date=2026-02-01&end_date=2026-02-28")).toEqual([]);
});

test("an invalid range is refused", async () => {
  const refused = async (query: string) => {
    const { status, body } = await get1(`/recurring_items?${query}`);
    return [status, body.error];
  };
  expect(await refused("start_date=2026-02-02&end_date=2026-02-01")).toEqual([
    200,
    "end_date must not be before start_date, 2026-02-02; found 2026-02-01.",
  ]);
  expect((await refused("end_date=2000-01-01"))[1]).toMatch(
    /^end_date must not be before start_date, \d{4}-\d{2}-01; found 2000-01-01\.$/,
  );
  // 2026-01-01 and 3,700 days more are 2036-02-18.
  expect((await get1("/recurring_items?start_date=2026-01-01&end_date=2036-02-18")).body).toEqual(
    [],
  );
  expect(await refused("start_date=2026-01-01&end_date=2036-02-19")).toEqual([
    200,
    "end_date must be at most 3700 days after start_date, 2026-01-01; found 2036-02-19.",
  ]);
  expect(await refused("start_date=yesterday")).toEqual([
    200,
    'start_date must be a day that exists, as YYYY-MM-DD, found "yesterday".',
  ]);
  expect(await refused("debit_as_negative=yes")).toEqual([
    200,
    'debit_as_negative must be true or false, found "yes".',
  ]);
  expect((await get1("/recurring_expenses?start_date=2026-02-30")).body).toEqual({
    error: 'start_date must be a day that exists, as YYYY-MM-DD, found "2026-02-30".',
  });
});

test("more dates than an answer holds are refused", async () => {
  await database((sql) => {
    for (let number = 0; number < 60; number++)
      sql.run(
        "INSERT INTO recurring_items (status, granularity, quantity, anchor_date, amount, currency, to_base, created_by, created_at, updated_at) VALUES ('reviewed', 'day', 1, '2026-01-01', 1, 'usd', 1, 1, 0, 0)",
      );
  });

  // 60 items on each of 3,701 days.
  expect((await get1("/recurring_items?start_date=2026-01-01&end_date=2036-02-18")).body).toEqual({
    error: `Recurring items are expected 222060 times from 2026-01-01 to 2036-02-18, and one answer holds at most ${RECURRING_DATES_MAX}; ask for fewer days.`,
  });
});

test("an expense has one line per day in the month, its cadence in words, and whether it was reviewed", async () => {
  const [coffee, linked] = [await categoryId("Coffee"), await addLinkedAccount(true)];
  const rent = await make(
    { manual_account_id: 1 },
    { description: "Flat", overrides: { payee: "Rent" } },
  );
  const weekly = await make(
    {
      granularity: "week",
      quantity: 2,
      anchor_date: "2026-01-05",
      payee: "Beans",
      amount: "12.5",
      linked_account_id: linked,
      start_date: "2026-01-05",
      end_date: "2026-12-31",
    },
    { overrides: { category_id: coffee } },
  );
  const gym = await suggest();

  const body = await expenses("start_date=2026-02-17");

  expect(body).toEqual([
    {
      id: rent.id,
      start_date: null,
      end_date: null,
      cadence: "monthly",
      payee: "Rent",
      amount: "1250.0000",
      currency: "usd",
      description: "Flat",
      billing_date: "2026-02-01",
      type: "cleared",
      original_name: "Harbour Homes",
      source: "manual",
      linked_account_id: null,
      asset_id: 1,
      category_id: null,
      created_at: rent.created_at,
    },
    {
      id: weekly.id,
      start_date: "2026-01-05",
      end_date: "2026-12-31",
      cadence: "every 2 weeks",
      payee: "Beans",
      amount: "12.5000",
      currency: "usd",
      description: null,
      // Every other Monday from 5 January: 19 January, 2 and 16 February.
      billing_date: "2026-02-02",
      type: "cleared",
      original_name: "Beans",
      source: "manual",
      linked_account_id: linked,
      asset_id: null,
      category_id: coffee,
      created_at: weekly.created_at,
    },
    {
      id: weekly.id,
      start_date: "2026-01-05",
      end_date: "2026-12-31",
      cadence: "every 2 weeks",
      payee: "Beans",
      amount: "12.5000",
      currency: "usd",
      description: null,
      billing_date: "2026-02-16",
      type: "cleared",
      original_name: "Beans",
      source: "manual",
      linked_account_id: linked,
      asset_id: null,
      category_id: coffee,
      created_at: weekly.created_at,
    },
    {
      id: gym,
      start_date: null,
      end_date: null,
      cadence: "monthly",
      payee: "Gym",
      amount: "30.0000",
      currency: "usd",
      description: null,
      billing_date: "2026-02-05",
      type: "suggested",
      original_name: "Gym",
      source: "system",
      linked_account_id: null,
      asset_id: null,
      category_id: null,
      created_at: "1970-01-01T00:00:00.000Z",
    },
  ]);
});

test("an expense not expected in the month is left out, and signs are reversed on request", async () => {
  await make({ granularity: "year", anchor_date: "2026-03-31", payee: "Insurance", amount: "90" });
  await suggest(null);

  expect(await expenses("start_date=2026-02-28&debit_as_negative=true")).toMatchObject([
    { payee: "Gym", amount: "-30.0000", source: null },
  ]);
  expect(await expenses("start_date=2026-03-01")).toMatchObject([
    { payee: "Insurance", cadence: "yearly", amount: "90.0000", billing_date: "2026-03-31" },
    { payee: "Gym" },
  ]);
  expect((await expenses("")).map(({ payee }: { payee: string }) => payee)).toContain("Gym");
});

test("cadences have the document's words", () => {
  const words = (
    granularity: "day" | "week" | "month" | "year" | "twice a month",
    ...quantities: number[]
  ) => quantities.map((quantity) => cadenceWords({ granularity, quantity }));

  expect(words("week", 1, 2, 3)).toEqual(["once a week", "every 2 weeks", "every 3 weeks"]);
  expect(words("day", 1, 7, 14, 10)).toEqual([
    "every day",
    "once a week",
    "every 2 weeks",
    "every 10 days",
  ]);
  expect(words("twice a month", 1, 2, 3)).toEqual([
    "twice a month",
    "monthly",
    "every 3 half months",
  ]);
  expect(words("month", 1, 2, 3, 4, 5, 6, 12)).toEqual([
    "monthly",
    "every 2 months",
    "every 3 months",
    "every 4 months",
    "every 5 months",
    "twice a year",
    "yearly",
  ]);
  expect(words("year", 1, 2)).toEqual(["yearly", "every 2 years"]);
});

test("each recurring operation has been seen to succeed and to refuse", () => {
  expect([...unseen1("recurring items", "done"), ...unseen1("recurring items", "refused")]).toEqual(
    [],
  );
});
