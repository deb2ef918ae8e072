// Goal: in a budget of a million transactions no operation scans a large table. Every statement
// that the operations run is caught on its way to the database, and its query plan is examined. A
// SCAN of a table that grows with the transactions is a defect, except over an index that gives the
// order and stops at a limit.

import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Sql } from "../../src/platform/sql/sql.ts";
import { bindings, get } from "./client.ts";
import { nameOf, send } from "./contract/ask.ts";
import { OPERATIONS } from "./contract/operations.ts";
import { SUCCESSES } from "./contract/successes.ts";
import { asksOf } from "./v1/asks.ts";
import { done1 } from "./v1/client.ts";
import { makeWorld } from "./contract/world.ts";
import { reset } from "../reset.ts";

afterEach(reset);

/** Tables whose rows grow with the transactions; the others are bounded by what a person keeps by hand. */
const LARGE = ["transactions", "transaction_tags", "attachments"];

/** Called through to the database; what they were called with is what ran. */
const spy = () => [vi.spyOn(Sql.prototype, "all"), vi.spyOn(Sql.prototype, "run")] as const;
let spies: ReturnType<typeof spy>;

beforeEach(() => {
  spies = spy();
});

afterEach(() => {
  vi.restoreAllMocks();
});

function forget(): void {
  for (const one of spies) one.mockClear();
}

function caughtStatements(): string[] {
  return [...new Set(spies.flatMap((one) => one.mock.calls.map(([statement]) => statement)))];
}

/** The steps of each caught statement's plan that read a large table from end to end. */
async function wholeReads(): Promise<string[]> {
  const caught = caughtStatements();
  vi.restoreAllMocks();
  return runInDurableObject(bindings.BUDGET.getByName("1"), (_, state) =>
    caught.flatMap((statement) => {
      if (!/^\s*(SELECT|WITH|UPDATE|DELETE|INSERT)/i.test(statement)) return [];
      const holes =
        new Set(statement.match(/\?\d*/g)).size === 1 && !statement.includes("?1")
          ? (statement.match(/\?/g) ?? []).length
          : parametersOf(statement);
      const plan = state.storage.sql
        .exec<{ detail: string }>(
          `EXPLAIN QUERY PLAN ${statement}`,
          ...Array.from({ length: holes }, () => null),
        )
        .toArray();
      return plan
        .filter(({ detail }) => scansLarge(detail, statement))
        .map(({ detail }) => `${detail} in ${statement.replace(/\s+/g, " ").slice(0, 300)}`);
    }),
  );
}

/** How many values a statement takes: numbered ones count once. */
function parametersOf(statement: string): number {
  const numbers = [...statement.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number));
  const plain = (statement.match(/\?(?!\d)/g) ?? []).length;
  return Math.max(0, ...numbers) + plain;
}

function scansLarge(detail: string, statement: string): boolean {
  const [, name] = /^SCAN (\w+)/.exec(detail) ?? [];
  if (name === undefined) return false;
  const table =
    LARGE.find((one) => one === name) ??
    LARGE.find((one) => new RegExp(`\\b${one} (AS )?${name}\\b`).test(statement));
  // Walking an index in the list's order is how a page is read: it stops at its limit.
  return (
    table !== undefined && !(/USING (COVERING )?INDEX/.test(detail) && /\bLIMIT\b/.test(statement))
  );
}

test("the check notices a scan of transactions", async () => {
  await get("/me");
  await runInDurableObject(bindings.BUDGET.getByName("1"), (_, state) =>
    new Sql(state.storage).all("SELECT count(*) FROM transactions t WHERE t.notes = ?", "x"),
  );

  expect(await wholeReads()).toEqual([expect.stringContaining("SCAN t")]);
});

test.each(OPERATIONS.map((operation) => [nameOf(operation), operation] as const))(
  "%s scans no large table",
  async (name, operation) => {
    const world = await makeWorld();
    forget();

    const answer = await send(operation, SUCCESSES[name]?.(world) ?? { path: "/" });

    expect(answer.status).toBe(operation.success);
    expect(caughtStatements().length).toBeGreaterThan(0);
    expect(await wholeReads()).toEqual([]);
  },
);

test("no operation of version 1 scans a large table, and neither does any filter of its list", async () => {
  const world = await makeWorld();
  forget();
  const asks = Object.entries(asksOf(world));
  const filters = [
    `asset_id=${world.account}`,
    `linked_account_id=${world.linked}`,
    `category_id=${world.category}`,
    `category_id=${world.group}`,
    `tag_id=${world.tag}`,
    `recurring_id=${world.recurring}`,
    "is_group=true",
    "is_group=false",
    "status=cleared",
    "status=uncleared",
    "pending=true",
    `group_id=${world.grouped}`,
  ];

  for (const filter of filters)
    await done1("GET", `/transactions?start_date=2000-01-01&end_date=2026-12-31&${filter}`);
  for (const [name, [path, body]] of asks) await done1(name.split(" ")[0] ?? "", path, body);

  expect(asks).toHaveLength(30);
  expect(await wholeReads()).toEqual([]);
});

test("no filter of the transaction list scans a large table, alone or with dates", async () => {
  const world = await makeWorld();
  forget();
  const filters = [
    `manual_account_id=${world.account}`,
    "manual_account_ids=1,2",
    "manual_account_id=0",
    `linked_account_id=${world.linked}`,
    "linked_account_ids=0",
    `manual_account_id=1&linked_account_id=${world.linked}`,
    `category_id=${world.category}`,
    `category_id=${world.group}`,
    "category_id=0",
    `tag_id=${world.tag}`,
    `recurring_id=${world.recurring}`,
    "is_group_parent=true",
    "is_group_parent=false",
    "status=reviewed",
    "status=unreviewed",
    "status=delete_pending",
    "is_pending=true",
    "is_pending=false",
    "created_since=2026-01-01",
    "updated_since=2026-01-01T00:00:00Z",
    "include_pending=true",
    "include_split_parents=true&include_children=true",
    "include_group_children=true&include_files=true&include_metadata=true",
  ];
  for (const filter of filters) {
    for (const dates of ["", "&start_date=2026-01-01&end_date=2026-12-31"])
      expect((await get(`/transactions?${filter}${dates}`)).status).toBe(200);
  }

  expect(await wholeReads()).toEqual([]);
});
