// Goal: the ledger shows exactly what a plain filter over all transactions would, whatever the
// filters, and its pages give each transaction exactly once, both ways.

import { runInDurableObject } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseDay } from "../../../src/money/day.ts";
import { units } from "../../../src/money/money.ts";
import { must } from "../../../src/platform/assert.ts";
import { insertTransactions } from "../../../src/budget/transactions/store.ts";
import type { TransactionRow } from "../../../src/budget/transactions/row.ts";
import { answer } from "../../../src/budget/answer.ts";
import { LEDGER_ROUTES } from "../../../src/budget/ledger/api.ts";
import type { Ports } from "../../../src/budget/outside.ts";
import { SCOPES, type Scope } from "../../../src/platform/credentials/scope.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import {
  addLinkedAccount,
  bindings,
  callOwn,
  categoryId,
  database,
  LOCAL_TOKEN,
} from "../client.ts";
import { reset } from "../../reset.ts";

afterEach(reset);

const day = (text: string) => must(parseDay(text), "a day");
const DAYS = ["2026-01-30", "2026-01-31", "2026-02-01"].map(day);
const WORDS = ["Müller", "MÜLLER GMBH", "straße", "STRASSE 5", "100%", "a_b", "Кафе", "КАФЕ", "ss"];

interface World {
  readonly linked: number;
  readonly groceries: number;
  readonly coffee: number;
  readonly group: number;
  readonly tag: number;
}

/** A transaction, and what other tables say of it. */
interface Entry extends TransactionRow {
  readonly tagged: boolean;
  readonly files: number;
}

const METADATA = [
  null,
  { tributary: { run: "r1", line: 3 } },
  { tributary: { run: "r2", receipt: "m1" } },
  { tributary: { receipt: "m1" } },
  { tributary: 5, run: "r1" },
  { other: { tributary: { run: "r1" } } },
];

const draft = fc.record({
  date: fc.constantFrom(...DAYS),
  cents: fc.integer({ min: -3, max: 3 }),
  payee: fc.constantFrom(...WORDS),
  original: fc.option(fc.constantFrom(...WORDS)),
  notes: fc.option(fc.constantFrom("", ...WORDS)),
  category: fc.constantFrom(null, "groceries" as const, "coffee" as const),
  status: fc.constantFrom("reviewed", "unreviewed", "delete_pending"),
  pending: fc.boolean(),
  account: fc.constantFrom(null, "manual 1", "manual 2", "linked"),
  external: fc.boolean(),
  /** What it is part of: something before it. */
  bound: fc.constantFrom(null, null, "split", "group"),
  metadata: fc.constantFrom(...METADATA),
  tagged: fc.boolean(),
  files: fc.constantFrom(0, 0, 1, 2),
});
type Draft = typeof draft extends fc.Arbitrary<infer T> ? T : never;

function makeEntries(drafts: readonly Draft[], world: World, firstId = 1): Entry[] {
  const entries: Entry[] = [];
  for (const [index, one] of drafts.entries()) {
    const id = firstId + index;
    const before = entries[Math.floor(index / 3)];
    const parent = before !== undefined && before.split_parent_id === null ? before : undefined;
    const bound = parent === undefined || parent.group_parent_id !== null ? null : one.bound;
    if (bound === "split" && parent?.is_group_parent === 0)
      entries[Math.floor(index / 3)] = { ...parent, is_split_parent: 1, is_pending: 0 };
    const isMember = bound === "group" && parent?.is_split_parent === 0;
    if (isMember) entries[Math.floor(index / 3)] = { ...parent, is_group_parent: 1, is_pending: 0 };
    const isPart = bound === "split" && parent?.is_group_parent === 0;
    entries.push({
      ...plain(one, world, id),
      ...(isPart && { source: "split", split_parent_id: parent.id, custom_metadata: null }),
      ...(isMember && parent !== undefined && { group_parent_id: parent.id }),
    });
  }
  return entries;
}

function plain(one: Draft, world: World, id: number): Entry {
  const manual = one.account?.startsWith("manual") === true ? Number(one.account.slice(-1)) : null;
  const pending = one.pending && manual === null && one.status === "unreviewed";
  const status = one.status;
  return {
    id,
    date: one.date,
    amount: units(one.cents * 100),
    currency: "usd",
    to_base: units(one.cents * 100),
    payee: one.payee,
    original_name: one.original,
    category_id: one.category === null ? null : world[one.category],
    notes: one.notes,
    status,
    is_pending: pending ? 1 : 0,
    manual_account_id: manual,
    linked_account_id: one.account === "linked" ? world.linked : null,
    recurring_id: null,
    external_id: one.external ? `email:${id}` : null,
    source: one.account === "linked" ? "linked" : "api",
    is_split_parent: 0,
    split_parent_id: null,
    is_group_parent: 0,
    group_parent_id: null,
    balance_moved: units(0),
    created_at: id,
    updated_at: id,
    linked_metadata: null,
    custom_metadata: one.metadata === null ? null : JSON.stringify(one.metadata),
    tagged: one.tagged,
    files: one.files,
  };
}

async function store(entries: readonly Entry[], world: World): Promise<void> {
  await database((sql) => {
    insertTransactions(sql, entries);
    for (const { id, tagged, files } of entries) {
      if (tagged) sql.run("INSERT INTO transaction_tags VALUES (?, ?)", id, world.tag);
      for (let n = 0; n < files; n++)
        sql.run(
          `INSERT INTO attachments (transaction_id, uploaded_by, name, type, bytes, key, created_at)
           VALUES (?, 1, 'a', 'b', 1, ?, 1)`,
          id,
          `${id} ${n}`,
        );
    }
  });
}

async function clear(): Promise<void> {
  await database((sql) => {
    sql.run("DELETE FROM attachments");
    sql.run("DELETE FROM transaction_tags");
    sql.run("UPDATE transactions SET split_parent_id = NULL, group_parent_id = NULL");
    sql.run("DELETE FROM transactions");
  });
}

let world: World;

beforeEach(async () => {
  const linked = await addLinkedAccount(true);
  const groceries = await categoryId("Groceries");
  const coffee = await categoryId("Coffee");
  world = await database((sql) => ({
    linked,
    groceries,
    coffee,
    group:
      sql.first<{ group_id: number }>("SELECT group_id FROM categories WHERE id = ?", groceries)
        ?.group_id ?? 0,
    tag: sql.first<{ id: number }>("SELECT id FROM tags LIMIT 1")?.id ?? 0,
  }));
  await clear();
});

/** The plain meaning of each filter. */
type Test = (one: Entry, all: readonly Entry[]) => boolean;
type Filtered = readonly [query: string, test: Test];

const lower = (text: string) => text.toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ");
const reads = (one: Entry): Record<string, unknown> => {
  const metadata = one.custom_metadata === null ? {} : JSON.parse(one.custom_metadata);
  return typeof metadata.tributary === "object" ? metadata.tributary : {};
};
const family = (one: Entry, all: readonly Entry[]): Entry[] =>
  all.filter(
    (x) => x.id === one.id || x.id === one.split_parent_id || x.group_parent_id === one.id,
  );
const isForeign = (one: Entry): boolean =>
  one.source === "linked" ||
  reads(one)["run"] !== undefined ||
  (one.external_id !== null && reads(one)["receipt"] !== undefined);
const hasReceipt = (one: Entry): boolean => one.files > 0 || reads(one)["receipt"] !== undefined;

function isTransfer(one: Entry, all: readonly Entry[]): boolean {
  const [a, b, more] = all.filter((x) => x.group_parent_id === one.id);
  if (a === undefined || b === undefined || more !== undefined) return false;
  const account = (x: Entry) => x.manual_account_id ?? (x.linked_account_id === null ? null : "l");
  return (
    a.amount * b.amount < 0 &&
    account(a) !== account(b) &&
    account(a) !== null &&
    account(b) !== null
  );
}

const found = (q: string): Filtered => [
  `q=${encodeURIComponent(q)}`,
  (one) =>
    q
      .split(" ")
      .every((word) =>
        [one.payee, one.notes, one.original_name].some((text) =>
          lower(text ?? "").includes(lower(word)),
        ),
      ),
];

function filters(): Record<string, readonly Filtered[]> {
  return {
    q: [
      "müller",
      "MÜLLER",
      "gmbh müller",
      "Strasse",
      "STRASSE",
      "ß",
      "%",
      "_",
      "кафе",
      "КАФ",
      "s",
      "ü",
      "nothing",
    ].map(found),
    start: DAYS.map((date) => [`start_date=${date}`, (one) => one.date >= date]),
    end: DAYS.map((date) => [`end_date=${date}`, (one) => one.date <= date]),
    account: [
      ["manual_account_id=1", (one) => one.manual_account_id === 1],
      ["manual_account_id=1,2", (one) => one.manual_account_id !== null],
      [`linked_account_id=${world.linked}`, (one) => one.linked_account_id !== null],
      ["cash=true", (one) => one.manual_account_id === null && one.linked_account_id === null],
    ],
    category: [
      ["category_id=0", (one) => one.category_id === null],
      [`category_id=${world.coffee}`, (one) => one.category_id === world.coffee],
      [
        `category_id=${world.group}`,
        (one) => one.category_id === world.groceries || one.category_id === world.coffee,
      ],
    ],
    tag: [[`tag_id=${world.tag}`, (one) => one.tagged]],
    status: (["reviewed", "unreviewed", "delete_pending"] as const).map((status) => [
      `status=${status}`,
      (one) => one.status === status,
    ]),
    pending: [
      ["is_pending=true", (one) => one.is_pending === 1],
      ["is_pending=false", (one) => one.is_pending === 0],
    ],
    min: [["amount_min=0.02", (one) => Math.abs(one.amount) >= 200]],
    max: [["amount_max=0.02", (one) => Math.abs(one.amount) <= 200]],
    direction: [
      ["direction=in", (one) => one.amount < 0],
      ["direction=out", (one) => one.amount > 0],
    ],
    source: [
      ["source=import:r1", (one, all) => family(one, all).some((x) => reads(x)["run"] === "r1")],
      [
        "source=import:r1,r2",
        (one, all) => family(one, all).some((x) => ["r1", "r2"].includes(String(reads(x)["run"]))),
      ],
      ["source=mail:m1", (one, all) => family(one, all).some((x) => reads(x)["receipt"] === "m1")],
      [
        "source=person",
        (one, all) =>
          !all.some((x) => (x.id === one.id || x.id === one.split_parent_id) && isForeign(x)),
      ],
    ],
    has: [
      ["has=receipt", hasReceipt],
      ["has=split", (one) => one.split_parent_id !== null],
      ["has=transfer", isTransfer],
      ["has=notes", (one) => (one.notes ?? "") !== ""],
      ["has=notes,receipt", (one) => (one.notes ?? "") !== "" && hasReceipt(one)],
    ],
    no: [
      ["no=category", (one) => one.category_id === null],
      ["no=receipt", (one) => !hasReceipt(one)],
    ],
    ids: [["ids=1,2,3,5,8,13", (one) => [1, 2, 3, 5, 8, 13].includes(one.id)]],
  };
}

/** What a list of these entries shows of `wanted`, newest first. */
function shown(entries: readonly Entry[], wanted: readonly Filtered[]): Entry[] {
  const isOfTransfers = wanted.some(([name]) => name.startsWith("has=transfer"));
  // A transfer is also of its sides' categories.
  const holds = ([name, test]: Filtered, one: Entry) =>
    test(one, entries) ||
    (isOfTransfers &&
      /^category_id=[^0]/.test(name) &&
      entries.some((side) => side.group_parent_id === one.id && test(side, entries)));
  return entries
    .filter((one) => one.is_split_parent === 0 && one.group_parent_id === null)
    .filter((one) => wanted.every((filter) => holds(filter, one)))
    .toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id);
}

const ask = async (query: readonly string[]) => {
  const { status, body } = await callOwn("GET", `/transactions?${query.join("&")}`);
  expect([status, status === 200 ? "" : JSON.stringify(body)]).toEqual([200, ""]);
  return body;
};
const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id);
const decimal = (sum: number) => (sum / 10_000).toFixed(4);

const drafts = fc.array(draft, { minLength: 1, maxLength: 25 });
/** For each kind of filter perhaps one. */
const chosen = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 3 });

function choose(picks: readonly (readonly [number, number])[]): Filtered[] {
  const kinds = Object.entries(filters());
  const byKind = new Map<string, Filtered>();
  for (const [kind, which] of picks) {
    const [name, list] = must(kinds[kind % kinds.length], "a kind");
    byKind.set(name, must(list[which % list.length], "a filter"));
  }
  return [...byKind.values()];
}

test("each filter finds what a plain filter finds, and the totals are those of everything found", async () => {
  await fc.assert(
    fc.asyncProperty(drafts, async (made) => {
      const entries = makeEntries(made, world);
      await store(entries, world);
      for (const one of Object.values(filters()).flat()) {
        const expected = shown(entries, [one]);
        const body = await ask([one[0], "totals=true", "limit=200"]);
        expect([one[0], idsOf(body.transactions)]).toEqual([one[0], idsOf(expected)]);
        const sum = (sign: number) =>
          expected.reduce((total, { to_base }) => total + Math.max(0, sign * to_base), 0);
        expect(body.totals).toEqual({
          count: expected.length,
          in: decimal(sum(-1)),
          out: decimal(sum(1)),
        });
      }
      await clear();
    }),
    { numRuns: 8 },
  );
});

test("any filters together find what passes all of them, with tags, files and children", async () => {
  await fc.assert(
    fc.asyncProperty(drafts, chosen, async (made, picks) => {
      const entries = makeEntries(made, world);
      await store(entries, world);
      const wanted = choose(picks);

      const body = await ask([...wanted.map(([query]) => query), "limit=200"]);

      expect(idsOf(body.transactions)).toEqual(idsOf(shown(entries, wanted)));
      for (const one of body.transactions) {
        const entry = must(
          entries.find(({ id }) => id === one.id),
          "an entry",
        );
        expect(one.file_count).toBe(entry.files);
        expect(one.tag_ids).toEqual(entry.tagged ? [world.tag] : []);
        expect(one.custom_metadata).toEqual(
          entry.custom_metadata === null ? null : JSON.parse(entry.custom_metadata),
        );
        const members = entries.filter(({ group_parent_id: parent }) => parent === one.id);
        expect(idsOf(one.children ?? [])).toEqual(idsOf(members));
      }
      await clear();
    }),
    { numRuns: 60 },
  );
});

test("pages give each transaction exactly once both ways, whatever is inserted on the side they came from", async () => {
  await fc.assert(
    fc.asyncProperty(
      drafts,
      drafts,
      chosen,
      fc.integer({ min: 1, max: 4 }),
      async (made, later, picks, limit) => {
        const entries = makeEntries(made, world);
        await store(entries, world);
        const wanted = choose(picks);
        const queries = [...wanted.map(([query]) => query), `limit=${limit}`];
        const expected = idsOf(shown(entries, wanted));

        const down = await ask(queries);
        expect(down.after).toBeNull();
        const pages = [idsOf(down.transactions)];
        let last = down;
        let next = 100;
        for (const one of later) {
          if (last.before === null) break;
          // Newer than everything that is still to come.
          const [newer] = makeEntries([one], world, next++);
          await store([{ ...must(newer, "one"), date: day("2026-03-01") }], world);
          last = await ask([...queries, `before=${last.before}`]);
          pages.push(idsOf(last.transactions));
          expect(last.after === null).toBe(false);
        }
        while (last.before !== null) {
          last = await ask([...queries, `before=${last.before}`]);
          pages.push(idsOf(last.transactions));
        }
        expect(pages.flat()).toEqual(expected);

        const up = [idsOf(last.transactions)];
        while (last.after !== null) {
          last = await ask([...queries, `after=${last.after}`]);
          up.unshift(idsOf(last.transactions));
        }
        const all = await ask([...queries.slice(0, -1), "limit=200"]);
        expect(up.flat()).toEqual(idsOf(all.transactions));
        await clear();
      },
    ),
    { numRuns: 40 },
  );
});

describe("what is not understood is refused with its name", () => {
  test.each([
    ["account=1", "account"],
    ["q=", "q"],
    ["q=%20%20", "q"],
    [`q=${"a".repeat(101)}`, "q"],
    ["start_date=2026-02-30", "start_date"],
    ["start_date=2026-02-02&end_date=2026-02-01", "start_date"],
    ["cash=false", "cash"],
    ["cash=true&manual_account_id=1", "manual_account_id"],
    ["category_id=none", "category_id"],
    ["status=done", "status"],
    ["amount_min=-1", "amount_min"],
    ["amount_min=1.00001", "amount_min"],
    ["amount_min=2&amount_max=1", "amount_min"],
    ["direction=up", "direction"],
    ["source=schedule:1", "source"],
    ["source=import:", "source"],
    ["has=money", "has"],
    ["no=notes", "no"],
    [`ids=${Array.from({ length: 201 }, (_, n) => n).join(",")}`, "ids"],
    ["before=2026-02-01", "before"],
    ["before=2026-02-30.1", "before"],
    ["before=2026-02-01.1&after=2026-02-01.1", "after"],
    ["limit=0", "limit"],
    ["limit=201", "limit"],
    ["totals=yes", "totals"],
  ])("%s", async (query, name) => {
    const { status, body } = await callOwn("GET", `/transactions?${query}`);

    expect(status).toBe(400);
    expect(JSON.stringify(body.errors)).toContain(name);
  });
});

const asWith = (scopes: readonly Scope[]) =>
  runInDurableObject(bindings.BUDGET.getByName("1"), async (_, state) => {
    const caller = { userId: 1, label: null, scopes: new Set(scopes) };
    const response = await answer(
      { routes: LEDGER_ROUTES, base: "/api" },
      new Request("http://localhost/api/transactions"),
      { sql: new Sql(state.storage), caller, ports: {} as Ports },
      () => 0,
    );
    return response.status;
  });

test("the ledger needs the scope to read transactions, and no other", async () => {
  const others = SCOPES.filter((scope) => scope !== "transactions:read");

  expect(await asWith(others)).toBe(403);
  expect(await asWith(["transactions:read"])).toBe(200);
});

test("the Worker answers the ledger to the developer token of a budget, and to nobody else", async () => {
  const send = async (token: string | null) => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const response = await exports.default.fetch(
      new Request("https://tributary.test/api/transactions?totals=true", { headers }),
    );
    return [response.status, await response.json<Record<string, unknown>>()] as const;
  };

  expect(await send(LOCAL_TOKEN)).toEqual([
    200,
    {
      transactions: [],
      before: null,
      after: null,
      totals: { count: 0, in: "0.0000", out: "0.0000" },
    },
  ]);
  expect((await send(null))[0]).toBe(401);
});

test("a place that is gone still divides what is older from what is newer", async () => {
  const [old, gone, recent] = makeEntries(
    [1, 2, 3].map(() => ({ ...fc.sample(draft, 1)[0], bound: null }) as Draft),
    world,
  ).map((one) => ({ ...one, date: day("2026-01-30"), is_pending: 0 }));
  await store([must(old, "one"), must(recent, "one")], world);
  const place = `2026-01-30.${must(gone, "one").id}`;

  const older = await ask([`before=${place}`]);
  expect(idsOf(older.transactions)).toEqual([1]);
  expect(older.after).toBe("2026-01-30.1");
  const newer = await ask([`after=${place}`]);
  expect(idsOf(newer.transactions)).toEqual([3]);
  expect(newer.before).toBe("2026-01-30.3");
  const none = await ask(["before=2026-01-30.1"]);
  expect(none).toMatchObject({ transactions: [], before: null, after: "2026-01-30.0" });
  expect(idsOf((await ask([`after=${none.after}`])).transactions)).toEqual([3, 1]);
});

test("totals past what one amount can be are exact", async () => {
  const [one] = makeEntries([must(fc.sample(draft, 1)[0], "one")], world);
  const largest = units(Number.MAX_SAFE_INTEGER);
  await store(
    Array.from({ length: 1_100 }, (_, n) => ({
      ...must(one, "one"),
      id: n + 1,
      files: 0,
      external_id: null,
      to_base: largest,
    })),
    world,
  );

  // 1,100 times 900719925474.0991.
  expect((await ask(["totals=true"])).totals).toEqual({
    count: 1_100,
    in: "0.0000",
    out: "990791918021509.0100",
  });
});
