import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { detectRecurring, SLICE } from "../../src/budget/recurring/job.ts";
import { DETECTION_DELAY_MS } from "../../src/platform/limits.ts";
import { must } from "../../src/platform/assert.ts";
import { addDays, addMonths, parseDay } from "../../src/money/day.ts";
import {
  addLinkedAccount,
  bindings,
  callOwn,
  database,
  get,
  insert,
  type Answer,
} from "./client.ts";
import { reset } from "../reset.ts";

const TODAY = must(parseDay("2100-06-30"), "a day");

// Ahead of the real clock, by which the platform would fire the object's alarm on its own; and it stands still.
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

/** One payment on this day of each of the last months, this one included. */
const monthly = (payee: string, amount: string, months: number, more: object = {}) =>
  Array.from({ length: months }, (_, index) => ({
    date: addMonths(TODAY, index + 1 - months),
    amount,
    payee,
    ...more,
  }));

/** Runs the job as of `now`, as the alarm would. */
async function detectAt(now: number) {
  return database((sql) => detectRecurring({ sql, now }));
}

const MINUTE = 60_000;

async function listSuggestions(): Promise<Answer["body"][]> {
  return (await get("/recurring?include_suggested=true")).body.recurring_items;
}

test("an insert requests detection, and the object's alarm suggests recurring payments", async () => {
  await insert([
    ...monthly("Films", "9.99", 4, { manual_account_id: 1 }),
    { date: TODAY, amount: 3, payee: "Kiosk" },
  ]);

  const due = await database((sql) =>
    sql.first<{ due_at: number }>("SELECT due_at FROM jobs WHERE name = 'detect recurring'"),
  );
  expect(due?.due_at).toBe(Date.now() + DETECTION_DELAY_MS);
  await database((sql) => sql.run("UPDATE jobs SET due_at = 0"));
  await runDurableObjectAlarm(bindings.BUDGET.getByName("1"));

  expect(await listSuggestions()).toMatchObject([
    {
      status: "suggested",
      source: "system",
      matches: null,
      created_by: 1,
      transaction_criteria: {
        granularity: "month",
        quantity: 1,
        payee: "Films",
        amount: "9.9900",
        to_base: 9.99,
        currency: "usd",
        manual_account_id: 1,
        linked_account_id: null,
      },
    },
  ]);
  expect(
    (await get("/transactions")).body.transactions.map(
      ({ recurring_id }: Answer["body"]) => recurring_id,
    ),
  ).toEqual(Array(5).fill(null));
  expect(await database((sql) => sql.all("SELECT * FROM jobs"))).toEqual([]);
});

test("an insert that only skips duplicates requests no detection", async () => {
  const [row] = monthly("Films", "9.99", 1, { manual_account_id: 1, external_id: "a" });
  await insert([row ?? {}]);
  await database((sql) => sql.run("DELETE FROM jobs"));

  await insert([row ?? {}]);

  expect(await database((sql) => sql.all("SELECT * FROM jobs"))).toEqual([]);
});

test("different accounts, currencies and amount signs are suggested separately", async () => {
  await addLinkedAccount(true);
  await insert([
    ...monthly("Films", "10", 3, { manual_account_id: 1 }),
    ...monthly("films", "10", 3, { linked_account_id: 1 }),
    ...monthly("Films", "10", 3, { manual_account_id: 1, currency: "eur" }),
    ...monthly("FILMS", "-10", 3, { manual_account_id: 1 }),
  ]);

  await detectAt(Date.now());

  const suggestions = (await listSuggestions()).map(
    ({ transaction_criteria: { amount, currency, manual_account_id, linked_account_id } }) =>
      [amount, currency, manual_account_id, linked_account_id].join(" "),
  );
  expect(suggestions.sort()).toEqual(
    ["-10.0000 usd 1 ", "10.0000 eur 1 ", "10.0000 usd  1", "10.0000 usd 1 "].sort(),
  );
});

test("detection runs at most once a minute, and a second run adds nothing", async () => {
  const now = Date.now();
  await insert(monthly("Films", "9.99", 4));
  expect(await detectAt(now)).toBeNull();
  await insert(monthly("Gym", "30", 4));

  expect(await detectAt(now + MINUTE - 1)).toEqual({ at: now + MINUTE, cursor: null });
  expect(await listSuggestions()).toHaveLength(1);
  expect(await detectAt(now + MINUTE)).toBeNull();
  expect(await listSuggestions()).toHaveLength(2);
  expect(await detectAt(now + 2 * MINUTE)).toBeNull();
  expect(await listSuggestions()).toHaveLength(2);
});

test("a dismissed suggestion does not return, even at a slightly different price; another payment may", async () => {
  const now = Date.now();
  await insert(monthly("Films", "9.99", 4));
  await detectAt(now);
  const [{ id }] = (await listSuggestions()) as [Answer["body"]];

  expect((await callOwn("DELETE", `/recurring/${id}`)).status).toBe(204);
  await detectAt(now + MINUTE);
  expect(await listSuggestions()).toEqual([]);
  await database((sql) => sql.run("UPDATE transactions SET amount = 129900"));
  await detectAt(now + 2 * MINUTE);
  expect(await listSuggestions()).toEqual([]);
  await database((sql) => sql.run("UPDATE transactions SET amount = 499900"));
  await detectAt(now + 3 * MINUTE);
  expect(await listSuggestions()).toHaveLength(1);
});

test("a deleted item is also remembered under the payee that it put on its transactions", async () => {
  const now = Date.now();
  await insert(monthly("FILMS.EXAMPLE 0800", "9.99", 4));
  await detectAt(now);
  const [{ id }] = (await listSuggestions()) as [Answer["body"]];
  await callOwn("PUT", `/recurring/${id}`, { status: "reviewed", overrides: { payee: "Films" } });
  expect((await get("/transactions")).body.transactions[0]).toMatchObject({
    payee: "Films",
    recurring_id: id,
  });

  await callOwn("DELETE", `/recurring/${id}`);
  await detectAt(now + MINUTE);

  expect(await listSuggestions()).toEqual([]);
});

test("detection ignores transactions with an item, hidden ones, old ones and those without a payee", async () => {
  await insert([
    ...monthly("[No Payee]", "10", 4),
    ...monthly("Old", "10", 4).map((item) => ({ ...item, date: addMonths(item.date, -14) })),
    ...monthly("Member", "10", 4),
    ...monthly("Child", "10", 4),
    ...monthly("Ahead", "10", 4).map((item) => ({
      ...item,
      date: addDays(addMonths(item.date, 4), 1),
    })),
  ]);
  await database((sql) => {
    sql.run("UPDATE transactions SET group_parent_id = 1 WHERE payee = 'Member'");
    sql.run("UPDATE transactions SET split_parent_id = 1 WHERE payee = 'Child'");
  });
  await callOwn("POST", "/recurring", {
    transaction_criteria: { granularity: "month", anchor_date: TODAY, payee: "Known", amount: 10 },
  });
  await insert(monthly("Known", "10", 4));

  await detectAt(Date.now());

  expect((await listSuggestions()).map(({ status }) => status)).toEqual(["reviewed"]);
});

test("the setting that switches suggested rules off switches detection off", async () => {
  await insert(monthly("Films", "9.99", 4));
  await database((sql) => sql.run("UPDATE budget SET auto_create_suggested_transaction_rules = 0"));

  expect(await detectAt(Date.now())).toBeNull();

  expect(await listSuggestions()).toEqual([]);
});

test("a run suggests at most 50 items, the most frequent first", async () => {
  const items = Array.from({ length: 51 }, (_, index) =>
    monthly(`Payee ${index}`, "10", index === 50 ? 5 : 3),
  ).flat();
  await insert(items);

  await detectAt(Date.now());

  const found = await listSuggestions();
  expect(found).toHaveLength(50);
  expect(found[0]).toMatchObject({ transaction_criteria: { payee: "Payee 50" } });
});

test("detection reads a limited number of transactions, the newest", async () => {
  // 4 of each a month; of 2 payees the one that pays later in the month is read first.
  await insert([
    ...monthly("Late", "10", 4),
    ...monthly("Early", "20", 4).map((item) => ({ ...item, date: addDays(item.date, -5) })),
  ]);
  const found = async (rowsMax: number) => {
    await database((sql) => {
      sql.run("DELETE FROM recurring_detection");
      sql.run("DELETE FROM recurring_items");
    });
    await database((sql) => detectRecurring({ sql, now: Date.now() }, { sliceRows: 2, rowsMax }));
    return (await listSuggestions())
      .map(({ transaction_criteria: { payee } }) => payee)
      .sort((a, b) => (a < b ? -1 : 1));
  };

  expect(await found(4)).toEqual([]);
  expect(await found(6)).toEqual(["Early", "Late"]);
  expect(await found(8)).toEqual(["Early", "Late"]);
});

test("more transactions than one slice holds are all read, only through the date index", async () => {
  await insert(monthly("Films", "9.99", 4));
  await database((sql) => {
    sql.run(
      `INSERT INTO transactions (date, amount, currency, to_base, payee, status, created_at, updated_at)
       SELECT date(?, '-' || (key % 60) || ' days'), 10000 + key, 'usd', 1, 'Shop ' || key, 'reviewed', 0, 0 FROM json_each(?)`,
      TODAY,
      JSON.stringify(Array.from({ length: 12_000 }, () => 0)),
    );
  });

  await detectAt(Date.now());

  expect((await listSuggestions()).map(({ transaction_criteria: { payee } }) => payee)).toEqual([
    "Films",
  ]);
  const plan = await database((sql) =>
    sql.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${SLICE}`, TODAY, 1, TODAY, 1),
  );
  expect(plan.map(({ detail }) => detail).join("; ")).toMatch(
    /^SEARCH t USING INDEX transactions_by_date \(.*date/,
  );
  expect(plan.map(({ detail }) => detail).join("; ")).not.toContain("TEMP B-TREE");
});
