// The whole path in one process: a file in, the embedded service's own transactions out. No quota, no waiting.

import { env, exports } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import type { Import } from "../../src/importer/imports/runs.ts";
import { HEADERS, rest, undo } from "./posting/driver.ts";
import { reset } from "../reset.ts";
import { callsTo } from "../importer-calls.ts";

afterEach(() => reset());

interface Listed {
  readonly date: string;
  readonly amount: string;
  readonly payee: string;
  readonly external_id: string;
}

async function importFile(file: string, query = "account=Checking"): Promise<Import> {
  const request = new Request(`https://tributary.test/api/imports?${query}`, {
    method: "POST",
    headers: HEADERS,
    body: file,
  });
  const response = await exports.default.fetch(request);
  expect(response.status).toBe(202);
  const { id } = await response.json<Import>();
  expect(response.headers.get("location")).toBe(`/api/imports/${id}`);
  return rest(id);
}

/** Everything the service holds, page by page, through its entrypoint without a quota. */
async function stored(): Promise<Listed[]> {
  const all: Listed[] = [];
  for (;;) {
    const response = await exports.Service.fetch(
      new Request(`https://budget.internal/v2/transactions?limit=2000&offset=${all.length}`, {
        headers: HEADERS,
      }),
    );
    const page = await response.json<{ transactions: Listed[]; has_more: boolean }>();
    all.push(...page.transactions);
    if (!page.has_more) return all;
  }
}

test("20,000 rows are 40 requests, none of them waited for, and every row is there with date, sign, payee and id", async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => ({
    date: `2026-0${1 + (i % 9)}-${String(13 + (i % 15)).padStart(2, "0")}`,
    payee: `Shop ${i}`,
    cents: i % 40 === 3 ? 250_000 : -(100 + i),
  }));
  const printed = rows.map(
    ({ date, payee, cents }) => `${date},${payee},${(cents / 100).toFixed(2)}`,
  );

  const run = await importFile(`Date,Description,Amount\n${printed.join("\n")}\n`);

  expect(run.counts).toEqual({
    read: 20_000,
    inserted: 20_000,
    duplicate: 0,
    rejected: 0,
    skipped: 0,
    waiting: 0,
  });
  expect(run.requests).toBe(40);
  const kept = await stored();
  // In the service positive is a debit.
  const wanted = rows
    .map(({ date, payee, cents }) => `${date} ${payee} ${(-cents / 100).toFixed(2)}00`)
    .sort();
  expect(kept.map(({ date, payee, amount }) => `${date} ${payee} ${amount}`).sort()).toEqual(
    wanted,
  );
  expect(new Set(kept.map((t) => t.external_id)).size).toBe(20_000);
  expect(kept.every((t) => t.external_id.startsWith(`t1:${t.date.replaceAll("-", "")}:`))).toBe(
    true,
  );
}, 240_000);

test("an account that was made since the import asked for one is an answer; one that is not the budget's is none", async () => {
  const run = await importFile(
    "Date,Description,Amount\n2026-03-13,Coffee,-3.50\n2026-03-14,Salary,100.00\n",
    "preview=true",
  );
  const made = await exports.Service.fetch(
    new Request("https://budget.internal/v2/manual_accounts", {
      method: "POST",
      headers: { ...HEADERS, "content-type": "application/json" },
      body: JSON.stringify({ name: "Since then", type: "cash", balance: "0", currency: "usd" }),
    }),
  );
  const account = (await made.json<{ id: number }>()).id;
  const importer = env.IMPORTER.getByName("1");

  const foreign = await callsTo(importer).answer(run.id, { account: "999999" });
  const answered = await callsTo(importer).answer(run.id, { account: String(account) });

  expect(run.questions.map(({ id }) => id)).toEqual(["account"]);
  expect(foreign).toMatchObject({
    status: 400,
    value: { errors: [{ errMsg: '"999999" is no answer to "account".' }] },
  });
  expect(answered).toMatchObject({ ok: true });
  for (
    let round = 0;
    round < 4_000 && (await callsTo(importer).get(run.id))?.state !== "preview";
    round += 1
  )
    await scheduler.wait(20);
  expect((await callsTo(importer).get(run.id))?.account).toEqual({
    id: account,
    name: "Since then",
    currency: "usd",
  });
});

test("the balance of the account moves by the sum of the rows, once, and back when no import has them any more", async () => {
  const balance = async () => {
    const response = await exports.Service.fetch(
      new Request("https://budget.internal/v2/manual_accounts/1", { headers: HEADERS }),
    );
    return Number((await response.json<{ balance: string }>()).balance);
  };
  const before = await balance();
  const file =
    "Date,Description,Amount\n2026-03-13,Coffee,-3.50\n2026-03-13,Coffee,-3.50\n2026-03-14,Salary,100.00\n";

  const { id } = await importFile(file);
  expect(await balance()).toBeCloseTo(before + 93, 4);
  const again = await importFile(file);
  expect(await balance()).toBeCloseTo(before + 93, 4);

  await undo(id);
  expect(await balance()).toBeCloseTo(before + 93, 4);
  await undo(again.id);
  expect(await balance()).toBeCloseTo(before, 4);
  expect(await stored()).toEqual([]);
});

test("undoing an import makes whole what was split or grouped since, and leaves what others entered", async () => {
  const ask = async (method: string, path: string, body?: object) => {
    const init = {
      method,
      headers: HEADERS,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const response = await exports.Service.fetch(
      new Request(`https://budget.internal/v2${path}`, init),
    );
    expect(response.ok, `${method} ${path} ${response.status}`).toBe(true);
    return response.json<{ transactions: { id: number; payee: string }[]; balance: string }>();
  };
  const item = { date: "2026-03-12", amount: 1, manual_account_id: 1 };
  const byHand = (await ask("POST", "/transactions", { transactions: [item] })).transactions[0]?.id;
  const file =
    "Date,Description,Amount\n2026-03-13,Market,-80.00\n2026-03-14,Hotel,-50.00\n2026-03-15,Train,-20.00\n2026-03-16,Taxi,-9.00\n";
  const { id } = await importFile(file);
  const by = new Map((await ask("GET", "/transactions")).transactions.map((t) => [t.payee, t.id]));
  await ask("POST", `/transactions/split/${by.get("Market")}`, {
    child_transactions: [{ amount: 30 }, { amount: 50 }],
  });
  await ask("POST", "/transactions/group", {
    ids: [by.get("Hotel"), by.get("Train"), byHand],
    date: "2026-03-14",
    payee: "Trip",
  });

  expect(await undo(id)).toMatchObject({
    state: "undone",
    error: null,
    counts: { inserted: 0, skipped: 4 },
  });
  const query = "/transactions?include_split_parents=true&include_group_children=true";
  expect((await ask("GET", query)).transactions).toMatchObject([
    { id: byHand, group_parent_id: null },
  ]);
  expect((await ask("GET", "/manual_accounts/1")).balance).toBe("-1.0000");
});

test("a file imported again finds the transaction that was split, not its parts", async () => {
  const file = "Date,Description,Amount\n2026-03-13,Market,-80.00\n2026-03-13,Bakery,-30.00\n";
  await importFile(file);
  const [market] = (await stored()).filter(({ payee }) => payee === "Market") as unknown as {
    id: number;
  }[];
  const parts = { child_transactions: [{ amount: 30, payee: "Bakery" }, { amount: 50 }] };
  const split = new Request(`https://budget.internal/v2/transactions/split/${market?.id}`, {
    method: "POST",
    headers: HEADERS,
    body: JSON.stringify(parts),
  });
  expect((await exports.Service.fetch(split)).status).toBe(201);

  const again = await importFile(`${file}2026-03-13,Market,-50.00\n`);

  expect(again.counts).toMatchObject({ read: 3, inserted: 1, duplicate: 2 });
});

test("a rule of the budget is applied to what is imported, and the raw name is kept", async () => {
  const rule = {
    name: "Coffee",
    match: { payee: { how: "contains", text: "blue bottle" } },
    set: { payee: "Coffee shop" },
  };
  const headers = { ...HEADERS, "content-type": "application/json" };
  const made = await exports.default.fetch(
    new Request("https://tributary.test/api/rules", {
      method: "POST",
      headers,
      body: JSON.stringify(rule),
    }),
  );
  expect(made.status, await made.clone().text()).toBe(201);

  await importFile(
    "Date,Description,Amount\n2026-03-13,BLUE BOTTLE 0042,-3.50\n2026-03-14,Salary,100.00\n2026-03-15,Rent,-50.00\n",
  );

  const kept = await stored();
  expect(kept.find((t) => t.amount === "3.5000")).toMatchObject({
    payee: "Coffee shop",
    original_name: "BLUE BOTTLE 0042",
  });
});

test("what a rule splits is one inserted row, found again by the next import and gone when both are undone", async () => {
  const rule = {
    match: { payee: { how: "contains", text: "market" } },
    set: { split: [{ share: 50 }, { share: 50, notes: "Household" }] },
  };
  const headers = { ...HEADERS, "content-type": "application/json" };
  const made = await exports.default.fetch(
    new Request("https://tributary.test/api/rules", {
      method: "POST",
      headers,
      body: JSON.stringify(rule),
    }),
  );
  expect(made.status, await made.clone().text()).toBe(201);
  const markets = Array.from(
    { length: 20 },
    (_, index) => `2026-03-${11 + index},Market ${index},-7.01\n`,
  ).join("");
  const file = `Date,Description,Amount\n2026-02-15,Rent,-50.00\n${markets}`;

  const { id, counts } = await importFile(file);
  expect(counts).toMatchObject({ read: 21, inserted: 21 });
  const halves = Array.from({ length: 20 }, () => ["3.5000", "3.5100"]).flat();
  expect((await stored()).map(({ amount }) => amount).sort()).toEqual(
    [...halves, "50.0000"].sort(),
  );
  const again = await importFile(file);
  expect(again.counts).toMatchObject({ read: 21, inserted: 0, duplicate: 21 });

  expect(await undo(id)).toMatchObject({ error: null, counts: { inserted: 0, skipped: 21 } });
  expect(await undo(again.id)).toMatchObject({ error: null, counts: { inserted: 0, skipped: 21 } });
  expect(await stored()).toEqual([]);
});

test("events show the import from its present state to its end", async () => {
  const file = `Date,Description,Amount\n${Array.from({ length: 3_000 }, (_, i) => `2026-03-${13 + (i % 9)},Shop ${i},${i % 9 === 0 ? "" : "-"}${i + 1}.00`).join("\n")}\n`;
  const request = new Request("https://tributary.test/api/imports?account=Checking", {
    method: "POST",
    headers: HEADERS,
    body: file,
  });
  const { id } = await (await exports.default.fetch(request)).json<Import>();

  const events = await exports.default.fetch(
    new Request(`https://tributary.test/api/imports/${id}/events`, { headers: HEADERS }),
  );
  expect(events.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const states = [...(await events.text()).matchAll(/^data: (.*)$/gm)].map(
    (match) => (JSON.parse(match[1] ?? "") as Import).state,
  );

  expect(states.at(-1)).toBe("done");
});
