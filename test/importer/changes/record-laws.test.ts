// The laws of the journal for records, splits and groups, over the embedded service, and over one
// with only the documented interface. Whatever is lost and whenever the Worker dies, the end is the
// same as without faults: nothing is made twice, and what somebody else changed is left and named.

import { env, exports } from "cloudflare:workers";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NOT_PERMITTED } from "../../../src/importer/changes/permission.ts";
import type { ShownAnswer, ShownDetail } from "../../../src/importer/changes/wire.ts";
import { must } from "../../../src/platform/assert.ts";
import { reset } from "../../reset.ts";
import { api, HEADERS, service } from "../posting/driver.ts";
import { inRecordWorld, type Event, type RecordWorld } from "./record-driver.ts";

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  return reset();
});

interface Named {
  readonly id: number;
  readonly name: string;
}
interface Category extends Named {
  readonly group_id: number | null;
}
interface Row {
  readonly id: number;
  readonly payee: string;
  readonly amount: string;
  readonly notes: string | null;
  readonly category_id: number | null;
  readonly tag_ids: readonly number[];
  readonly status: string;
  readonly split_parent_id: number | null;
  readonly group_parent_id: number | null;
  readonly recurring_id: number | null;
  readonly files?: readonly (Named & { readonly size: number })[];
}

/** The facts that no undo restores. */
const PASSING = /^(id|group_id|.*_at|to_base|created_by_name|order)$/;

/** The whole budget by names, since restored records have other ids; and each transfer's state. */
async function look({ sql }: RecordWorld): Promise<unknown> {
  const transfers = sql.all(
    "SELECT state, problem, grouped IS NULL AS apart FROM transfers ORDER BY id",
  );
  const [{ categories }, { tags }, accounts, rules, { budgets }, { transactions }] =
    await Promise.all([
      service<{ categories: Category[] }>("/categories?format=flattened"),
      service<{ tags: Named[] }>("/tags"),
      service<{ manual_accounts: Named[] }>("/manual_accounts"),
      api<{ rules: (Named & { set: { category_id?: number } })[] }>("/rules"),
      api<{ budgets: { category_id: number; amount: number; notes: string | null }[] }>(
        "/budgets?start_date=2026-11-01&end_date=2026-11-01",
      ),
      service<{ transactions: Row[] }>(
        "/transactions?limit=500&include_split_parents=true&include_group_children=true&include_files=true",
      ),
    ]);
  const [rollovers, periods, arrival] = await Promise.all([
    api<{ categories: object[] }>("/budgets/categories"),
    service<object>("/budgets/settings"),
    service<object>("/me/user/account/settings"),
  ]);
  const receipts = sql.all("SELECT state, reason, detail, match FROM receipts ORDER BY id");
  const category = nameIn(categories);
  const facts = {
    transfers,
    receipts,
    settings: { rollovers, periods, arrival },
    categories: sort(categories.map((one) => ({ ...one, group: category(one.group_id) }))),
    tags: sort(tags),
    accounts: sort(accounts.manual_accounts),
    rules: sort(
      rules.rules.map((one) => ({
        ...one,
        set: { ...one.set, category_id: category(one.set.category_id) },
      })),
    ),
    budgets: sort(budgets.map((one) => ({ ...one, category_id: category(one.category_id) }))),
    transactions: sort(
      transactions.map((one) => describeRow(one, transactions, category, nameIn(tags))),
    ),
  };
  return JSON.parse(JSON.stringify(facts, (name, one: unknown) => (PASSING.test(name) ? 0 : one)));
}

function nameIn(all: readonly Named[]) {
  return (id: number | null | undefined) => all.find((one) => one.id === id)?.name ?? null;
}

function describeRow(
  one: Row,
  all: readonly Row[],
  category: (id: number | null) => string | null,
  tag: (id: number) => string | null,
) {
  const parent = all.find(({ id }) => id === (one.split_parent_id ?? one.group_parent_id));
  const { payee, amount, notes, status, recurring_id: recurring } = one;
  const files = one.files?.map(({ name, size }) => `${name} ${size}`);
  const tags = one.tag_ids.map(tag);
  const kind = one.split_parent_id === null ? "group" : "split";
  const within = parent === undefined ? null : `${kind} ${parent.payee}`;
  return {
    payee,
    amount,
    notes,
    status,
    recurring,
    files,
    tags,
    category: category(one.category_id),
    within,
  };
}

const sort = (all: readonly object[]) =>
  all.toSorted((a, b) => (JSON.stringify(a, skipIds) < JSON.stringify(b, skipIds) ? -1 : 1));
const skipIds = (name: string, value: unknown) => (PASSING.test(name) ? 0 : value);

const expectClean = (answer: ShownAnswer) =>
  expect([
    answer.change.state,
    answer.record_conflicts,
    answer.record_refused,
    answer.conflicts,
    answer.refused,
  ]).toEqual(["done", [], [], [], []]);

const make = async (path: string, body: object) => (await service<Named>(path, "POST", body)).id;
const insert = async (...payees: readonly string[]) => {
  const transactions = payees.map((payee) => ({
    date: "2026-11-03",
    amount: "5.25",
    payee,
    status: "unreviewed",
  }));
  const answer = await service<{ transactions: Named[] }>("/transactions", "POST", {
    transactions,
  });
  return answer.transactions.map(({ id }) => id);
};

/** Stores a suggested transfer between these transactions; its number. */
function suggest({ sql }: RecordWorld, debit = 0, credit = 0): number {
  const side = (transaction_id: number, name: string) => ({
    transaction_id,
    account: { id: 1, name },
    date: "2026-11-03",
    amount: "5.2500",
    currency: "eur",
    payee: name,
  });
  const sides = { debit: side(debit, "Checking"), credit: side(credit, "Savings") };
  const [made] = sql.all<{ id: number }>(
    `INSERT INTO transfers (run, key, debit, credit, kind, sides, evidence, state)
     VALUES (1, ?, ?, ?, 'equal', ?, '[]', 'suggested') RETURNING id`,
    `${debit} ${credit}`,
    debit,
    credit,
    JSON.stringify(sides),
  );
  return must(made, "it was just stored").id;
}

/** Stores a receipt that a person is asked about; its number. */
function bring({ sql }: RecordWorld, name: string): number {
  const [message] = sql.all<{ seq: number }>(
    `INSERT INTO inbox (id, state, reason, sha256, bytes, same_bytes, door, received_at)
     VALUES (?, 'review', 'no_match', ?, 1, 0, 'api', 1) RETURNING seq`,
    name,
    name.padStart(64, "0"),
  );
  const [made] = sql.all<{ id: number }>(
    `INSERT INTO receipts (message, document, charge, state, reason, kind, class, domain, merchant, total, currency,
       date, incoming, base, seq, receipt, match, created_at)
     VALUES (?, 0, 0, 'review', 'several_matches', 'receipt', 'charge', 'shop.example', 'REWE', 52500, 'eur',
       '2026-11-03', 0, ?, 0, '{}', '{"candidates":[]}', 1) RETURNING id`,
    must(message, "it was just stored").seq,
    name,
  );
  return must(made, "it was just stored").id;
}

/** Attaches a picture to a transaction; its number. */
async function attach(transaction = 0): Promise<number> {
  const form = new FormData();
  const bytes = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0]);
  form.set("file", new File([bytes], "bill.png", { type: "image/png" }));
  form.set("notes", "both pages");
  const url = `https://budget.internal/v2/transactions/${transaction}/attachments`;
  const request = new Request(url, { method: "POST", body: form, headers: HEADERS });
  return (await (await exports.Service.fetch(request)).json<Named>()).id;
}

/** A change that is made, undone and done again. */
type Story = (isRemote: boolean, world: RecordWorld) => Promise<object>;

const PARTS = [
  { amount: "5.00", payee: "Food" },
  { amount: "0.25", notes: "bag" },
];
const MONTH = { kind: "budget", start_date: "2026-11-01" };

const STORIES: Readonly<Record<string, Story>> = {
  "a group with a category, a tag, an account and a rule are added": async (isRemote) => ({
    records: [
      { kind: "category", id: -1, create: { name: "Pets", is_group: true, is_income: true } },
      { kind: "category", id: -2, create: { name: "Vet", group_id: -1 } },
      { kind: "tag", create: { name: "Trip", background_color: "#fde68a" } },
      { kind: "manual_account", create: { name: "Purse", type: "cash", balance: "12.5" } },
      ...(isRemote
        ? []
        : [
            {
              kind: "rule",
              create: { name: "Vets", match: { sign: "debit" }, set: { category_id: -2 } },
            },
          ]),
    ],
  }),
  "amounts, a category, a tag, an account and a rule are changed": async (isRemote) => {
    const group = await make("/categories", { name: "Under one roof", is_group: true });
    const [food, rent] = [
      await make("/categories", { name: "Food at home" }),
      await make("/categories", { name: "Rent of the flat" }),
    ];
    await service("/budgets", "PUT", {
      start_date: "2026-11-01",
      category_id: rent,
      amount: 5,
      notes: "n",
    });
    const tag = await make("/tags", { name: "Trip" });
    const account = await make("/manual_accounts", {
      name: "Purse",
      type: "cash",
      balance: "12.5",
    });
    const { id: rule } = await api<Named>("/rules", "POST", {
      name: "Coffee",
      match: { sign: "debit" },
      set: { reviewed: true },
    });
    return {
      records: [
        { ...MONTH, category_id: food, was: { amount: null }, set: { amount: "400" } },
        { ...MONTH, category_id: rent, was: { amount: "5", notes: "n" }, set: { amount: null } },
        {
          kind: "category",
          id: food,
          was: { name: "Food at home", group_id: null },
          set: { name: "Eating", group_id: group },
        },
        {
          kind: "tag",
          id: tag,
          was: { name: "Trip", description: null },
          set: { name: "Journey", description: "d" },
        },
        { kind: "manual_account", id: account, was: { balance: "12.5" }, set: { balance: "20" } },
        ...(isRemote
          ? []
          : [{ kind: "rule", id: rule, was: { enabled: true }, set: { enabled: false } }]),
      ],
    };
  },
  "a merge moves a transaction and a rule and deletes the category, a tag and an account": async (
    isRemote,
  ) => {
    const [from, into] = [
      await make("/categories", { name: "Food out" }),
      await make("/categories", { name: "Eating away" }),
    ];
    const tag = await make("/tags", { name: "Trip" });
    const account = await make("/manual_accounts", {
      name: "Purse",
      type: "cash",
      balance: "12.5",
    });
    const rule = isRemote
      ? null
      : await api<Named>("/rules", "POST", {
          name: "Lunch",
          match: { sign: "debit" },
          set: { category_id: from },
        });
    const [id] = await insert("Shop");
    await service(`/transactions/${id}`, "PUT", { category_id: from, status: "reviewed" });
    return {
      transactions: [{ id, was: { category_id: from }, set: { category_id: into } }],
      records: [
        ...(rule === null
          ? []
          : [
              {
                kind: "rule",
                id: rule.id,
                was: { set: { category_id: from } },
                set: { set: { category_id: into } },
              },
            ]),
        { kind: "category", delete: from, force: true },
        { kind: "tag", delete: tag },
        { kind: "manual_account", delete: account },
      ],
    };
  },
  "one is split, and one put together again": async () => {
    const [a, b] = await insert("ALDI", "Lidl");
    await service(`/transactions/split/${b}`, "POST", { child_transactions: PARTS });
    return {
      records: [
        { kind: "split", create: { transaction_id: a, child_transactions: PARTS } },
        { kind: "split", delete: b },
      ],
    };
  },
  "two are grouped, a group is dissolved, a transfer is accepted and one refused": async (
    _,
    world,
  ) => {
    const [a, b, c, d, out, into] = await insert("Train", "Hotel", "Ferry", "Bus", "Out", "In");
    const decide = (id: number, decision: string) => ({
      kind: "transfer",
      id,
      was: { decision: "open" },
      set: { decision },
    });
    const ferry = { ids: [c, d], date: "2026-11-05", payee: "Crossing" };
    const { id } = await service<Named>("/transactions/group", "POST", ferry);
    return {
      records: [
        { kind: "group", create: { ids: [a, b], date: "2026-11-04", payee: "Trip" } },
        { kind: "group", delete: id },
        decide(suggest(world, out, into), "accepted"),
        decide(suggest(world, a, into), "refused"),
      ],
    };
  },
  "a file is removed, and a transaction is linked to a recurring item with a payee of its own":
    async () => {
      const [a, b] = await insert("Video", "Shop");
      const { id: item } = await api<Named>("/recurring", "POST", {
        transaction_criteria: {
          granularity: "month",
          quantity: 1,
          anchor_date: "2026-11-01",
          payee: "Nothing like it",
          amount: "9.99",
        },
        overrides: { payee: "Streaming", notes: "each month" },
      });
      return {
        transactions: [{ id: a, was: { recurring_id: null }, set: { recurring_id: item } }],
        records: [{ kind: "file", delete: await attach(b), transaction_id: b }],
      };
    },
  "settings of the budget, of a category's rollover and of the arrival are changed": async () => {
    const id = await make("/categories", { name: "Food at home" });
    const rollover = { auto_budget_type: "nothing", start_date: "2026-10-01" };
    await api(`/budgets/categories/${id}`, "PUT", { ...rollover, rollover_option: null });
    const waits = "auto_review_transaction_on_creation";
    const hides = "budget_hide_no_activity";
    const [account, budget] = [
      await service<Record<string, unknown>>("/me/user/account/settings"),
      await service<Record<string, unknown>>("/budgets/settings"),
    ];
    const turn = (settings: Record<string, unknown>, name: string) => ({
      id: 1,
      was: { [name]: settings[name] },
      set: { [name]: settings[name] !== true },
    });
    return {
      records: [
        { kind: "arrival", ...turn(account, waits) },
        { kind: "periods", ...turn(budget, hides) },
        {
          kind: "rollover",
          id,
          was: { rollover_option: null },
          set: { rollover_option: "same category" },
        },
      ],
    };
  },
  "a receipt is matched, and another is not a transaction": async (_, world) => {
    const [a, b] = await insert("TIDEWATER", "REWE");
    const open = { decision: "open", transactions: [] };
    const decide = (id: number, decision: string, transaction = 0) => ({
      kind: "receipt",
      id,
      was: open,
      set: { decision, transactions: [transaction] },
    });
    return {
      records: [decide(bring(world, "a"), "accepted", a), decide(bring(world, "b"), "refused", b)],
    };
  },
};

/** SCALE multiplies the runs: SCALE=10. */
const SCALE = Number(env.SCALE) > 0 ? Number(env.SCALE) : 1;
/** Pairs each write with another request than the last time. */
const STRIDE = 7;

/** The disturbances of requests: mostly the answer is lost. */
const FAULTS: readonly Event[] = [
  "lost after",
  "dies after",
  "lost before",
  "lost after",
  "dies after",
  "dies before",
];

/**
 * Makes or undoes the change without disturbance. Returns the budget, and the numbers of requests
 * and writes.
 */
async function measure(world: RecordWorld, act: () => Promise<ShownAnswer>) {
  world.calls.length = 0;
  world.writes = 0;
  const answer = await act();
  expectClean(answer);
  return { answer, requests: world.calls.length, writes: world.writes, after: await look(world) };
}

async function tellStory(world: RecordWorld, body: object): Promise<void> {
  const before = await look(world);
  const did = await measure(world, () => world.send(body));
  const undid = await measure(world, () => world.undo(did.answer));
  expect(undid.after).toEqual(before);
  world.sql.run("UPDATE settlings SET state = 'undone' WHERE state = 'undoing'");
  const redid = await measure(world, () => world.undo(undid.answer));
  let last = redid.answer;
  // The undo and doing it again take turns. Each has a disturbed request and a kill at a write, so
  // that each request and each write is reached, and faults come together.
  const most = Math.max(undid.requests, redid.requests, undid.writes, redid.writes);
  for (let at = 0; at < most * SCALE; at += 1) {
    const { requests, writes, after } = at % 2 === 0 ? undid : redid;
    const [request, write] = [(at * STRIDE) % requests, at % writes];
    const fault = FAULTS[at % FAULTS.length] ?? null;
    const label = `${String(fault)} at request ${request}, killed at write ${write}`;
    world.events.push(...Array.from({ length: request }, () => null), fault);
    world.dieAtWrite = write;
    // The inbox detaches a receipt by itself, which is not told here.
    world.sql.run("UPDATE settlings SET state = 'undone' WHERE state = 'undoing'");
    last = await world.undo(last);
    expect([label, last.record_conflicts, last.record_refused]).toEqual([label, [], []]);
    world.events.length = 0;
    world.dieAtWrite = null;
    expect(await look(world), label).toEqual(after);
  }
}

const names = Object.keys(STORIES);

test.each([
  ...names.map((name) => [name, false] as const),
  [must(names[1], "it is there"), true] as const,
])(
  "%s (by the documented calls alone: %s): undone and done again it ends the same, whatever is lost and whenever the Worker dies",
  (name, isRemote) =>
    inRecordWorld(isRemote, async (world) =>
      tellStory(world, await must(STORIES[name], "it is there")(isRemote, world)),
    ),
);

describe("what somebody else did before a lost answer was looked at", () => {
  const found = async (name: string) =>
    (await service<{ tags: (Named & { description: string | null })[] }>("/tags")).tags.filter(
      (one) => one.name === name,
    );
  const whole = (id: number | undefined) =>
    service<{ children?: Row[]; is_split_parent: boolean; payee: string }>(`/transactions/${id}`);
  const split = (id: number | undefined) => ({
    records: [{ kind: "split", create: { transaction_id: id, child_transactions: PARTS } }],
  });

  test("a created tag that somebody has described since is not created twice, and its undo leaves it", () =>
    inRecordWorld(false, async (world) => {
      world.events.push(null, "lost after", async () => {
        const [tag] = await found("Trip");
        await service(`/tags/${tag?.id}`, "PUT", { description: "hers" });
      });
      const made = await world.send({ records: [{ kind: "tag", create: { name: "Trip" } }] });
      const [tag] = await found("Trip");
      expect(made.made).toEqual([{ kind: "tag", id: tag?.id, asked: null }]);
      const undone = await world.undo(made);
      expect([undone.change.count, undone.record_conflicts]).toMatchObject([
        0,
        [{ field: "description", now: "hers" }],
      ]);
      expect(await found("Trip")).toHaveLength(1);
    }));

  test("an account whose balance was written meanwhile is not made twice", () =>
    inRecordWorld(true, async (world) => {
      const purses = async () =>
        (await service<{ manual_accounts: Named[] }>("/manual_accounts")).manual_accounts.filter(
          ({ name }) => name === "Purse",
        );
      world.events.push(null, "dies after", async () => {
        const [purse] = await purses();
        await service(`/manual_accounts/${purse?.id}`, "PUT", { balance: "7" });
      });
      const create = { name: "Purse", type: "cash", balance: "1" };
      const made = await world.send({ records: [{ kind: "manual_account", create }] });
      expect(await purses()).toMatchObject([{ id: made.made[0]?.id }]);
    }));

  test("a split that somebody else made is left alone: the change says so, and no undo removes it", () =>
    inRecordWorld(true, async (world) => {
      const [id] = await insert("ALDI");
      world.events.push(null, "lost before", async () => {
        const child_transactions = [{ amount: "2.25" }, { amount: "3.00" }];
        await service(`/transactions/split/${id}`, "POST", { child_transactions });
      });
      const answer = await world.send(split(id));
      expect(answer).toMatchObject({
        change: { count: 0 },
        record_refused: [{ kind: "split", id, message: "Somebody else has split it." }],
      });
      expect((await world.tryUndo(answer.change.id)).ok).toBe(false);
      expect((await whole(id)).children?.map(({ amount }) => amount)).toEqual(["2.2500", "3.0000"]);
    }));

  test("a part of a split that somebody wrote on keeps the split from being undone", () =>
    inRecordWorld(true, async (world) => {
      const [id] = await insert("ALDI");
      world.events.push(null, "dies after", async () => {
        const { children } = await whole(id);
        await service(`/transactions/${children?.[0]?.id}`, "PUT", { notes: "hers" });
      });
      const made = await world.send(split(id));
      expect(made).toMatchObject({ change: { count: 1 }, record_refused: [] });
      expect(await world.undo(made)).toMatchObject({
        record_refused: [{ message: "Its parts were changed since." }],
      });
      expect((await whole(id)).children).toMatchObject([{ notes: "hers" }, { notes: "bag" }]);
    }));

  test("a split that was undone, and made by somebody else again, is not undone twice", () =>
    inRecordWorld(true, async (world) => {
      const [id] = await insert("ALDI");
      await world.send(split(id));
      const child_transactions = [{ amount: "2.25" }, { amount: "3.00" }];
      world.events.push(null, "lost after", () =>
        service(`/transactions/split/${id}`, "POST", { child_transactions }),
      );
      const undone = await world.send({ records: [{ kind: "split", delete: id }] });
      expect(undone.change.count).toBe(1);
      expect((await whole(id)).children?.map(({ amount }) => amount)).toEqual(["2.2500", "3.0000"]);
    }));

  test("a group that somebody else made of one of the transactions is left alone", () =>
    inRecordWorld(true, async (world) => {
      const [a, b, c] = await insert("Train", "Hotel", "Bus");
      const group = { date: "2026-11-04", payee: "Trip" };
      world.events.push(null, "lost before", () =>
        service("/transactions/group", "POST", { ...group, ids: [a, c], payee: "Hers" }),
      );
      const answer = await world.send({
        records: [{ kind: "group", create: { ...group, ids: [a, b] } }],
      });
      expect(answer).toMatchObject({
        change: { count: 0 },
        record_refused: [
          { kind: "group", message: "Somebody else has grouped one of the transactions." },
        ],
      });
      expect(await service(`/transactions/${b}`)).toMatchObject({ group_parent_id: null });
    }));
});

test("if the service refuses one field of an undo, the other fields are set back, and the refused one can be undone later", () =>
  inRecordWorld(false, async (world) => {
    const id = await make("/tags", { name: "Trip" });
    const set = { name: "Journey", description: "d" };
    const did = await world.send({
      records: [{ kind: "tag", id, was: { name: "Trip", description: null }, set }],
    });
    const hers = await make("/tags", { name: "Trip" });
    const undone = await world.undo(did);
    expect(undone).toMatchObject({ change: { count: 1 }, record_refused: [{ id, field: "name" }] });
    expect(await service(`/tags/${id}`)).toMatchObject({ name: "Journey", description: null });
    expect(world.detail(did.change.id).change.state).toBe("partly");
    await service(`/tags/${hers}`, "DELETE");
    expectClean(await world.undo(did));
    expect(await service(`/tags/${id}`)).toMatchObject({ name: "Trip", description: null });
  }));

test("a connection that may only read is refused at once: records, splits and a batch of transactions", () =>
  inRecordWorld(false, async (world) => {
    const id = await make("/tags", { name: "Trip" });
    const rows = await insert("A", "B", "C");
    world.mayWrite = false;
    world.calls.length = 0;
    const answer = await world.send({
      transactions: rows
        .slice(1)
        .map((one) => ({ id: one, was: { notes: null }, set: { notes: "x" } })),
      records: [
        { kind: "tag", id, was: { name: "Trip" }, set: { name: "Journey" } },
        { kind: "tag", create: { name: "Sea" } },
        { kind: "tag", delete: id + 99 },
        { kind: "split", create: { transaction_id: rows[0], child_transactions: PARTS } },
      ],
    });
    expect(answer.change).toMatchObject({ state: "done", count: 0 });
    expect(answer.refused.map(({ message }) => message)).toEqual([NOT_PERMITTED, NOT_PERMITTED]);
    expect(
      answer.record_refused.map(({ message }) => message).filter((one) => one === NOT_PERMITTED),
    ).toHaveLength(3);
    // One request each: two tags, a split, and the transactions together.
    expect(world.calls.filter((one) => !one.startsWith("GET"))).toHaveLength(4);
  }));

test("a removed file is kept as long as its undo needs it; one that is gone, or was never handed over, is named", () =>
  inRecordWorld(true, async (world) => {
    const [id = 0] = await insert("ALDI");
    const filesOf = async () => (await service<Row>(`/transactions/${id}`)).files;
    const list = async (prefix: string) => (await env.DOCUMENTS.list({ prefix })).objects;
    const remove = async (file: number) =>
      world.send({ records: [{ kind: "file", delete: file, transaction_id: id }] });
    const first = await attach(id);
    const removed = await remove(first);
    expect(removed.change.sentence).toBe("File bill.png removed from “ALDI”");
    expect([await filesOf(), await list("changed-files/")]).toMatchObject([[], [{ size: 9 }]]);
    expectClean(await world.undo(removed));
    expect(await filesOf()).toMatchObject([
      { name: "bill.png", type: "image/png", size: 1, notes: "both pages" },
    ]);
    // It is in the budget again, so the journal keeps it no longer.
    expect([await list("changed-files/"), world.sql.count("kept_files")]).toEqual([[], 0]);

    const again = await remove((await filesOf())?.[0]?.id ?? 0);
    await env.DOCUMENTS.delete((await list("changed-files/")).map(({ key }) => key));
    const late = await world.undo(again);
    expect(late).toMatchObject({
      change: { count: 0 },
      record_refused: [{ message: "The file is no longer kept, so it cannot come back." }],
    });

    const last = await attach(id);
    await env.DOCUMENTS.delete((await list("attachments/")).map(({ key }) => key));
    const lost = await remove(last);
    expect(lost.change).toMatchObject({
      count: 1,
      can_undo: false,
      cannot_undo: "The service did not hand the file over before it was removed, so it is gone.",
    });
    const gone = await remove(last);
    expect(gone.record_refused).toMatchObject([{ message: "It is no longer in the budget." }]);
  }));

type Wish =
  | { readonly kind: "tag" | "category"; readonly at: number; readonly set: object }
  | { readonly kind: "budget"; readonly at: number; readonly set: object }
  | { readonly kind: "make"; readonly of: "tag" | "category"; readonly name: string }
  | { readonly kind: "delete"; readonly of: "tag" | "category"; readonly at: number }
  | { readonly kind: "split" | "unsplit"; readonly at: number }
  | { readonly kind: "undo"; readonly nth: number };

const AT = fc.nat(1);
const NAMES = fc.constantFrom("Sea", "Hill", "Town");
const WISH: fc.Arbitrary<Wish> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("tag" as const, "category" as const),
    at: AT,
    set: fc
      .record({ name: NAMES, description: fc.constantFrom(null, "a", "b") }, { requiredKeys: [] })
      .filter((set) => Object.keys(set).length > 0),
  }),
  fc.record({
    kind: fc.constant("budget" as const),
    at: AT,
    set: fc.record({ amount: fc.constantFrom(null, "1", "2.5") }),
  }),
  fc.record({
    kind: fc.constant("make" as const),
    of: fc.constantFrom("tag", "category"),
    name: NAMES,
  }),
  fc.record({
    kind: fc.constant("delete" as const),
    of: fc.constantFrom("tag", "category"),
    at: AT,
  }),
  fc.record({ kind: fc.constantFrom("split" as const, "unsplit" as const), at: AT }),
  fc.record({ kind: fc.constant("undo" as const), nth: fc.nat(9) }),
);
const CHANCE: fc.Arbitrary<Event> = fc.constantFrom(
  null,
  null,
  null,
  ...FAULTS,
  "failed",
  "throttled",
);

/** The records to choose from. */
async function listNow() {
  const [{ categories }, { tags }, { budgets }] = await Promise.all([
    service<{ categories: (Category & { description: string | null })[] }>(
      "/categories?format=flattened",
    ),
    service<{ tags: (Named & { description: string | null })[] }>("/tags"),
    api<{ budgets: { category_id: number; amount: number }[] }>(
      "/budgets?start_date=2026-11-01&end_date=2026-11-01",
    ),
  ]);
  return { category: categories.slice(-2), tag: tags.slice(-2), budgets };
}

/**
 * The body of a change, from the budget as the person sees it; null if there is nothing to choose.
 */
async function toBody(wish: Wish, rows: readonly number[]): Promise<object | null> {
  const now = await listNow();
  switch (wish.kind) {
    case "tag":
    case "category": {
      const one = now[wish.kind][wish.at];
      if (one === undefined) return null;
      const { name, description } = one;
      const was = Object.fromEntries(
        Object.entries({ name, description }).filter(([field]) => field in wish.set),
      );
      return { records: [{ kind: wish.kind, id: one.id, was, set: wish.set }] };
    }
    case "budget": {
      const id = now.category[wish.at]?.id;
      if (id === undefined) return null;
      const amount = now.budgets.find((one) => one.category_id === id)?.amount;
      const was = { amount: amount === undefined ? null : String(amount) };
      return { records: [{ ...MONTH, category_id: id, was, set: wish.set }] };
    }
    case "make":
      return { records: [{ kind: wish.of, create: { name: wish.name } }] };
    case "delete": {
      const id = now[wish.of][wish.at]?.id;
      return id === undefined ? null : { records: [{ kind: wish.of, delete: id }] };
    }
    case "split":
      return {
        records: [
          { kind: "split", create: { transaction_id: rows[wish.at], child_transactions: PARTS } },
        ],
      };
    case "undo":
      return null;
    case "unsplit":
      return { records: [{ kind: "split", delete: rows[wish.at] }] };
  }
}

/** Everything with an id, by kind and id. */
async function listAll(): Promise<ReadonlyMap<string, object>> {
  const [{ categories }, { tags }, { transactions }] = await Promise.all([
    service<{ categories: Category[] }>("/categories?format=flattened"),
    service<{ tags: Named[] }>("/tags"),
    service<{ transactions: Row[] }>("/transactions?limit=500&include_split_parents=true"),
  ]);
  const named = (kind: string, all: readonly { readonly id: number }[]) =>
    all.map((one) => [`${kind} ${one.id}`, one] as const);
  return new Map([
    ...named("category", categories),
    ...named("tag", tags),
    ...named(
      "transaction",
      transactions.filter((one) => one.split_parent_id === null),
    ),
  ]);
}

test("for any changes and undos in any order, with any faults, the journal says what happened, and undoing all in reverse order restores the budget", () =>
  inRecordWorld(false, async (world) => {
    const rows = await insert("ALDI", "Lidl");
    await make("/tags", { name: "First" });
    await make("/tags", { name: "Second" });
    await make("/categories", { name: "First of all" });
    await make("/categories", { name: "Second of all" });
    const before = await look(world);
    const property = fc.asyncProperty(
      fc.array(WISH, { minLength: 2, maxLength: 5 }),
      fc.array(CHANCE, { maxLength: 20 }),
      async (wishes, faults) => {
        const done: ShownAnswer[] = [];
        for (const [index, wish] of wishes.entries()) {
          const old = await listAll();
          world.events.splice(0, 99, ...faults.slice(index * 4, index * 4 + 4));
          const nth = wish.kind === "undo" ? done[wish.nth % Math.max(done.length, 1)] : undefined;
          const body = wish.kind === "undo" ? null : await toBody(wish, rows);
          if (body === null && nth === undefined) continue;
          const answer = body === null ? null : await world.send(body);
          const undone =
            nth === undefined || answer !== null ? null : await world.tryUndo(nth.change.id);
          world.events.length = 0;
          const shown = answer ?? (undone?.ok === true ? undone.value : null);
          const isNew = shown !== null && done.every(({ change }) => change.id !== shown.change.id);
          if (shown === null || !isNew) continue;
          if (shown.change.count > 0) done.push(shown);
          expectAccount(old, await listAll(), world.detail(shown.change.id));
          const isNamed = shown.record_conflicts.length + shown.record_refused.length > 0;
          const { records } = world.detail(shown.change.id);
          // Everything that was left is named, except fields that had the value already.
          if (records.some(({ action, changed }) => action !== "edit" && !changed))
            expect(isNamed).toBe(true);
        }
        for (const one of done.toReversed()) {
          // An undo is left out if the entry that it undid is; a repeated change is undone as well.
          const { state } = world.detail(one.change.id).change;
          if (state === "undone" || one.change.sentence.startsWith("Undo: ")) continue;
          const undone = await world.undo(one);
          expect([undone.record_conflicts, undone.record_refused]).toEqual([[], []]);
        }
        expect(await look(world)).toEqual(before);
      },
    );
    await fc.assert(property, { numRuns: 6 * SCALE, endOnFailure: true });
  }));

/** The entry names each record that was made or deleted, once. */
function expectAccount(
  old: ReadonlyMap<string, object>,
  now: ReadonlyMap<string, object>,
  { made, records }: ShownDetail,
): void {
  const fresh = [...now.keys()].filter((key) => !old.has(key) && !key.startsWith("transaction"));
  const gone = [...old.keys()].filter((key) => !now.has(key));
  const named = made.filter(({ kind }) => kind !== "split").map(({ kind, id }) => `${kind} ${id}`);
  expect(fresh.toSorted()).toEqual(named.toSorted());
  const deleted = records.filter(
    ({ action, changed, kind }) => action === "delete" && changed && kind !== "split",
  );
  expect(gone.toSorted()).toEqual(
    deleted.map(({ kind, current_id: id }) => `${kind} ${id}`).toSorted(),
  );
  const changed = [...now].filter(([key, one]) => old.has(key) && name(one) !== name(old.get(key)));
  const renamed = records.filter(({ fields }) => fields.some(({ field }) => field === "name"));
  expect(changed.map(([key]) => key)).toEqual(
    renamed.map(({ kind, current_id: id }) => `${kind} ${id}`),
  );
}

const name = (one: object | undefined) => (one !== undefined && "name" in one ? one.name : null);
