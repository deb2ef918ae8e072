// A budget's tables, read and written back: the copy answers every request as the original does.

import { afterEach, beforeEach, expect, test } from "vitest";
import { runInDurableObject } from "cloudflare:test";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { DATA_TABLES } from "../../../src/budget/tables/tables.ts";
import { reset } from "../../reset.ts";
import {
  accountId,
  bindings,
  call,
  callOwn,
  categoryId,
  get,
  insert,
  issueToken,
  post,
  put,
} from "../client.ts";
import { askOwn, makeBudget, readAll, writeAll, type Whose } from "./copy.ts";

const DEMO: Whose = { accountId: 1, userId: 1 };
const COPY: Whose = { accountId: 7, userId: 70 };

afterEach(() => reset());
beforeEach(async () => {
  await makeBudget(COPY);
});

/** Every list of the demo budget has something to show. */
async function fillDemo(): Promise<void> {
  const [checking, food] = [await accountId("Checking"), await categoryId("Groceries")];
  const { body: tags } = await get("/tags");
  await call("PUT", "/me/account/settings", { supported_currencies: ["usd", "eur"] });
  const made = await insert(
    ["12.5", "7", "-100", "40"].map((amount, index) => ({
      date: `2026-0${index + 1}-15`,
      amount,
      payee: `Shop ${index} "Ünïcode" 🛒`,
      manual_account_id: checking,
      category_id: food,
      external_id: `bank-${index}`,
      tag_ids: [tags.tags[0].id],
      notes: "=1+1",
    })),
  );
  const [first, second, third] = made.transactions;
  await post(`/transactions/split/${first.id}`, {
    child_transactions: [{ amount: "10" }, { amount: "2.5", category_id: food }],
  });
  await post("/transactions/group", {
    ids: [second.id, third.id],
    date: "2026-03-01",
    payee: "Together",
  });
  await call("DELETE", `/transactions/${made.transactions[3].id}`);
  await put(`/budgets`, { category_id: food, start_date: "2026-11-01", amount: "300" });
  const rule = await callOwn("POST", "/rules", {
    match: { payee: { how: "contains", text: "shop" } },
    set: { category_id: food },
  });
  expect(rule.status).toBe(201);
}

const LISTS = [
  "/me/account/settings",
  "/me/user/account/settings",
  "/me/user/settings",
  "/manual_accounts",
  "/linked_accounts",
  "/crypto/manual",
  "/crypto/synced",
  "/categories?format=nested",
  "/tags",
  "/transactions?limit=1000",
  "/transactions?limit=1000&include_group_children=true&include_split_parents=true&include_children=true&include_metadata=true&include_files=true",
  "/recurring_items?start_date=2026-11-01&end_date=2026-11-30",
  "/balance_history?start_month=2026-01&end_month=2026-11",
  "/summary?start_date=2026-01-01&end_date=2026-12-31",
] as const;
const OWN_LISTS = [
  "/rules",
  "/recurring",
  "/rates",
  "/rates/missing",
  "/budgets/adjustments",
  "/crypto/sources",
  "/balances/unconfirmed",
  "/rules/unsuggested",
] as const;

test("a restored budget gives the answers of the one that it was read from", async () => {
  await fillDemo();
  const token = await issueToken("copy", "7", 70);

  expect(await writeAll(COPY, await readAll(DEMO))).toBeNull();

  for (const path of LISTS) {
    const [original, copy] = [await get(path), await get(path, { token })];
    expect(original.status, `${path} ${JSON.stringify(original.body)}`).toBe(200);
    expect(strip(copy.body), path).toEqual(strip(original.body));
  }
  for (const path of OWN_LISTS) {
    const [original, copy] = [await askOwn(DEMO, "GET", path), await askOwn(COPY, "GET", path)];
    expect(original.status, `${path} ${JSON.stringify(original.body)}`).toBe(200);
    expect(strip(copy.body), path).toEqual(strip(original.body));
  }
});

/** Without what belongs to the budget that answers: its number and its person's name. */
function strip(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body, (name, value: unknown) =>
      ["account_id", "created_by_name", "linked_by_name"].includes(name) ? null : value,
    ),
  );
}

test("every row of every table of a backup is the same after it was restored, but for people", async () => {
  await fillDemo();
  const before = await readAll(DEMO);

  await writeAll(COPY, before);

  const after = await readAll(COPY);
  expect(after.head.sequences).toEqual(before.head.sequences);
  for (const { name } of DATA_TABLES.filter(
    (table) => table.name !== "users" && table.name !== "jobs",
  )) {
    const ours = (row: object) => ({
      ...row,
      created_by: 0,
      linked_by: 0,
      uploaded_by: 0,
      account_id: 0,
    });
    expect(after.rows[name]?.map(ours), name).toEqual(before.rows[name]?.map(ours));
  }
});

test("an id that was given out before the backup is not given out again after it", async () => {
  await fillDemo();
  const copied = await readAll(DEMO);
  await writeAll(COPY, copied);
  const token = await issueToken("copy", "7", 70);

  const { body } = await post(
    "/transactions",
    { transactions: [{ date: "2026-11-01", amount: "1", payee: "New" }] },
    { token },
  );

  expect(body.transactions[0].id).toBeGreaterThan(copied.head.sequences.transactions);
});

test("rows that are sent twice are stored once", async () => {
  await fillDemo();
  const all = await readAll(DEMO);
  await askOwn(COPY, "POST", "/restoring", { steps: all.head.steps, person: 1 });
  for (const table of all.head.tables)
    await askOwn(COPY, "POST", `/restoring/tables/${table}`, { rows: all.rows[table] });

  expect(await writeAll(COPY, all)).toBeNull();

  expect((await readAll(COPY)).rows["transactions"]).toEqual(all.rows["transactions"]);
});

test("a backup is not restored into a budget that has something", async () => {
  const refused = await askOwn(DEMO, "POST", "/restoring", { steps: 1, person: 1 });

  expect(refused.status).toBe(409);
  expect(refused.body.errors[0].errMsg).toBe(
    "This budget is not empty: it has categories. A backup is restored into an empty budget.",
  );
});

test("a backup of a newer version is refused, and one of an older version is read", async () => {
  const { head } = await readAll(DEMO);

  const newer = await askOwn(COPY, "POST", "/restoring", { steps: head.steps + 1, person: 1 });
  await askOwn(COPY, "POST", "/restoring", { steps: 1, person: 1 });
  const older = await askOwn(COPY, "POST", "/restoring/tables/tags", {
    rows: [{ id: 4, name: "Old", created_at: 1, updated_at: 1 }],
  });

  expect(newer.status).toBe(409);
  expect(newer.body.errors[0].errMsg).toContain("newer Tributary");
  expect(older.body).toEqual({ stored: 1 });
  expect((await readAll(COPY)).rows["tags"]).toMatchObject([{ id: 4, name: "Old", archived: 0 }]);
});

test("nothing else is written while a backup is restored, and everything afterwards", async () => {
  const token = await issueToken("copy", "7", 70);
  await askOwn(COPY, "POST", "/restoring", { steps: 1, person: 1 });

  const during = await askOwn(COPY, "PUT", "/rules/unsuggested", { payee: "Shop", suggest: false });
  await askOwn(COPY, "POST", "/restoring/finish", { sequences: {} });
  const after = await post("/tags", { name: "Later" }, { token });

  expect(during.status).toBe(409);
  expect(during.body.errors[0].errMsg).toContain("A backup is being restored into this budget.");
  expect(after.status).toBe(201);
});

test("a restoring that is given up leaves an empty budget behind", async () => {
  await fillDemo();
  const all = await readAll(DEMO);
  await askOwn(COPY, "POST", "/restoring", { steps: all.head.steps, person: 1 });
  for (const table of all.head.tables.slice(0, 20))
    await askOwn(COPY, "POST", `/restoring/tables/${table}`, { rows: all.rows[table] });

  const given = await askOwn(COPY, "DELETE", "/restoring");

  expect(given.body).toEqual({ restoring: false });
  const filled = async () => {
    const { rows } = await readAll(COPY);
    return Object.keys(rows).filter((table) => (rows[table] ?? []).length > 0);
  };
  // Its jobs are done by and by.
  await expect
    .poll(filled, { interval: 20, timeout: 30_000 })
    .toEqual(["users", "budget", "history_open_month", "budget_settings"]);
  expect(await writeAll(COPY, all)).toBeNull();
});

test("people of the backup who are somebody else here get no access and no name of a person here", async () => {
  await makeBudget({ accountId: 8, userId: 70 });
  const all = await readAll(DEMO);
  all.rows["users"]?.push({
    ...all.rows["users"][0],
    id: 70,
    name: "Mallory",
    email: "m@example.com",
  });

  await writeAll(COPY, all);

  const { users, members } = await runInDurableObject(
    bindings.BUDGET.getByName("7"),
    (_, state) => {
      const sql = new Sql(state.storage);
      return {
        users: sql.all("SELECT id, name, email FROM users ORDER BY id"),
        members: sql.all("SELECT user_id, role FROM members"),
      };
    },
  );
  expect(users).toEqual([
    { id: -70, name: "Mallory", email: "" },
    { id: 70, name: "Grace", email: "grace@example.com" },
  ]);
  expect(members).toEqual([{ user_id: 70, role: "owner" }]);
});

test("a reference to a row that was deleted meanwhile becomes empty", async () => {
  await fillDemo();
  const all = await readAll(DEMO);
  const gone = await categoryId("Groceries");
  all.rows["categories"] = (all.rows["categories"] ?? []).filter(({ id }) => id !== gone);

  expect(await writeAll(COPY, all)).toBeNull();

  const { rows } = await readAll(COPY);
  expect(rows["transactions"]?.some(({ category_id }) => category_id === gone)).toBe(false);
  expect(rows["transactions"]?.length).toBe(all.rows["transactions"]?.length);
  expect(rows["budget_amounts"]).toEqual([]);
});

test.each([
  ["transactions", { currency: "doubloons" }, /currency is "doubloons"/],
  ["transactions", { date: "2026-02-30" }, /date is "2026-02-30"/],
  ["transactions", { status: "stolen" }, /CHECK/],
  ["transactions", { amount: "a lot" }, /cannot store TEXT value/],
  ["transactions", { surprise: 1 }, /knows no column "surprise"/],
  ["budget", { supported_currencies: "{" }, /not settings of a budget/],
])("an edited row of %s with %j is refused with its place", async (table, change, message) => {
  await fillDemo();
  const all = await readAll(DEMO);
  const [row] = all.rows[table] ?? [];
  Object.assign(row ?? {}, change);

  const refused = await writeAll(COPY, all);

  expect(refused?.status).toBe(400);
  expect(refused?.body.errors[0].errMsg).toMatch(/^Row 1 cannot be stored: /);
  expect(refused?.body.errors[0].errMsg).toMatch(message);
});

test("a member who does not own the budget cannot restore into it", async () => {
  await runInDurableObject(bindings.BUDGET.getByName("7"), (_, state) => {
    new Sql(state.storage).run("UPDATE members SET role = 'member'");
  });

  expect((await askOwn(COPY, "POST", "/restoring", { steps: 1, person: 1 })).status).toBe(403);
});

test("no table of a backup holds what gives access", async () => {
  const names = DATA_TABLES.map(({ name }) => name);

  for (const secret of [
    "tokens",
    "grants",
    "access_tokens",
    "members",
    "invites",
    "banks",
    "crypto_sources",
  ]) {
    expect(names).not.toContain(secret);
    expect((await askOwn(DEMO, "GET", `/tables/${secret}`)).status).toBe(404);
  }
});

test("every table of the database is in a backup or is known to stay out", async () => {
  await get("/me");
  const tables = await runInDurableObject(bindings.BUDGET.getByName("1"), (_, state) =>
    new Sql(state.storage)
      .all<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'",
      )
      .map(({ name }) => name),
  );
  const left = tables.filter((name) => !DATA_TABLES.some((table) => table.name === name));

  expect(left.toSorted()).toEqual([
    "access_tokens",
    "bank_accounts_ended",
    "banks",
    "crypto_sources",
    "forgotten_files",
    "grants",
    "invites",
    "members",
    "provider_feed",
    "removed_clients",
    "restoring",
    "rising",
    "schema_journal",
    "tokens",
  ]);
});

test("the tables are listed with the columns that refer to rows of the same table", async () => {
  const { body } = await askOwn(DEMO, "GET", "/tables");

  expect(body.links).toEqual({
    categories: ["group_id"],
    transactions: ["split_parent_id", "group_parent_id"],
  });
});
