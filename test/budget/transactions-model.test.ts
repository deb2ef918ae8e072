// Goal: after any requests in any order, the service and a small model of the documents' rules
// (model.ts) show the same transactions, splits, groups, balances and month sums.

import * as fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { balanceOf, call, categoryId, get } from "./client.ts";
import { MODEL_ACCOUNTS, Model, type Account, type Facts, type Held } from "./model.ts";
import { reset } from "../reset.ts";

afterEach(reset);

const NAMES = ["Groceries", "Coffee"] as const;
const MONTHS = ["2026-01-01", "2026-02-01"] as const;

const account = fc.constantFrom<Account>(1, 2, null);
/** An index into the categories' ids, since ids are the service's. */
const category = fc.option(fc.constantFrom(0, 1));
const tags = fc.subarray([1, 2, 3]);
const which = fc.integer({ min: 0, max: 11 });
const cents = fc.integer({ min: -3, max: 3 });
const item = fc.record({
  date: fc.constantFrom("2026-01-01", "2026-01-31", "2026-02-01"),
  cents,
  payee: fc.constantFrom("A", "B"),
  account,
  category,
  external: fc.option(fc.constantFrom("x", "y", "z")),
  status: fc.constantFrom("reviewed" as const, "unreviewed" as const),
  tags,
});
const change = fc.record(
  {
    date: fc.constantFrom("2026-01-02"),
    cents,
    payee: fc.constantFrom("A", "B", "C"),
    account,
    category,
    tags,
  },
  { requiredKeys: [] },
);
const part = fc.record(
  { cents, payee: fc.constantFrom("P", "Q"), category, tags },
  { requiredKeys: ["cents", "tags"] },
);

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("insert" as const),
      items: fc.array(item, { minLength: 1, maxLength: 4 }),
      skipDuplicates: fc.boolean(),
      skipBalance: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("update" as const),
      which,
      change,
      updateBalance: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constant("delete" as const), which, also: fc.option(which) }),
  // The last part takes what is left, unless the sum is to be wrong.
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("split" as const),
      which,
      parts: fc.array(part, { minLength: 2, maxLength: 3 }),
      wrong: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    }),
  },
  fc.record({ kind: fc.constant("unsplit" as const), which }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("group" as const),
      members: fc.array(which, { minLength: 2, maxLength: 3 }),
      payee: fc.constantFrom("G", "H"),
    }),
  },
  fc.record({ kind: fc.constant("ungroup" as const), which }),
  fc.record({
    kind: fc.constant("budget" as const),
    category: fc.constantFrom(0, 1),
    start: fc.constantFrom(...MONTHS, "2026-01-15"),
    cents,
  }),
  fc.record({
    kind: fc.constant("unbudget" as const),
    category: fc.constantFrom(0, 1),
    start: fc.constantFrom(...MONTHS, "2026-01-15"),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const wireOf = ({
  date,
  cents: amount,
  payee,
  account: owner,
  category: kind,
  external,
  status,
  tags: tag_ids,
}: Partial<Facts>): object => ({
  ...(date !== undefined && { date }),
  ...(amount !== undefined && { amount: amount / 100 }),
  ...(payee !== undefined && { payee }),
  ...(owner !== undefined && { manual_account_id: owner }),
  ...(kind !== undefined && { category_id: kind }),
  ...(external !== undefined && { external_id: external }),
  ...(status !== undefined && { status }),
  ...(tag_ids !== undefined && { tag_ids }),
});

/** The same with the service's id in place of the index of a category. */
function named<T extends { readonly category?: number | null | undefined }>(
  one: T,
  ids: readonly number[],
): T {
  return typeof one.category === "number" ? { ...one, category: ids[one.category] ?? 0 } : one;
}

async function run(model: Model, one: Step, ids: readonly number[]): Promise<void> {
  if (one.kind === "insert") return insertInto(model, one, ids);
  if (one.kind === "budget" || one.kind === "unbudget") return budgetIn(model, one, ids);
  const pick = (index: number): Held | undefined =>
    model.held[index % Math.max(1, model.held.length)];
  if (one.kind === "group") return groupIn(model, one.members.map(pick), one.payee);
  const old = pick(one.which);
  if (old === undefined) return;
  switch (one.kind) {
    case "update": {
      const asked = named(one.change, ids);
      const { status } = await call(
        "PUT",
        `/transactions/${old.id}?update_balance=${one.updateBalance}`,
        wireOf(asked),
      );
      expect(status).toBe(model.update(old, asked, one.updateBalance));
      return;
    }
    case "delete": {
      const also = one.also === null ? undefined : pick(one.also);
      const gone = also === undefined ? [old.id] : [old.id, also.id];
      expect((await call("DELETE", "/transactions", { ids: gone })).status).toBe(
        model.delete(gone),
      );
      return;
    }
    case "split": {
      const last =
        old.cents - one.parts.slice(0, -1).reduce((total, { cents: some }) => total + some, 0);
      const parts = one.parts.map((some, index) =>
        named(
          index < one.parts.length - 1 ? some : { ...some, cents: one.wrong ? last + 1 : last },
          ids,
        ),
      );
      const { status, body } = await call("POST", `/transactions/split/${old.id}`, {
        child_transactions: parts.map(wireOf),
      });
      expect(status).toBe(model.split(old, parts));
      if (status !== 201) return;
      expect(body).toMatchObject({ id: old.id, is_split_parent: true });
      model.addParts(
        old,
        parts,
        body.children.map(({ id }: { id: number }) => id),
      );
      return;
    }
    case "unsplit":
      expect((await call("DELETE", `/transactions/split/${old.id}`)).status).toBe(
        model.unsplit(old),
      );
      return;
    case "ungroup":
      expect((await call("DELETE", `/transactions/group/${old.id}`)).status).toBe(
        model.ungroup(old),
      );
  }
}

async function insertInto(
  model: Model,
  one: Extract<Step, { kind: "insert" }>,
  ids: readonly number[],
): Promise<void> {
  const items = one.items.map((some) => named(some, ids));
  const expected = model.insert(items, one.skipDuplicates);
  const { status, body } = await call("POST", "/transactions", {
    transactions: items.map(wireOf),
    skip_duplicates: one.skipDuplicates,
    skip_balance_update: one.skipBalance,
  });
  expect(status).toBe(expected.status);
  if (status !== 201) return;
  expect(body.transactions).toHaveLength(expected.kept.length);
  for (const [index, kept] of expected.kept.entries())
    model.add(kept, body.transactions[index].id, !one.skipBalance);
}

async function groupIn(
  model: Model,
  members: readonly (Held | undefined)[],
  payee: string,
): Promise<void> {
  const known = members.filter((member) => member !== undefined);
  const { status, body } = await call("POST", "/transactions/group", {
    ids: known.map(({ id }) => id),
    date: "2026-01-10",
    payee,
  });
  expect(status).toBe(model.group(known));
  if (status === 201) model.addGroup(known, body.id, "2026-01-10", payee);
}

async function budgetIn(
  model: Model,
  one: Extract<Step, { kind: "budget" | "unbudget" }>,
  ids: readonly number[],
): Promise<void> {
  const id = ids[one.category] ?? 0;
  if (one.kind === "budget") {
    const { status } = await call("PUT", "/budgets", {
      category_id: id,
      start_date: one.start,
      amount: one.cents / 100,
    });
    expect(status).toBe(model.budget(id, one.start, one.cents));
    return;
  }
  const { status } = await call("DELETE", `/budgets?category_id=${id}&start_date=${one.start}`);
  expect(status).toBe(model.unbudget(id, one.start));
}

async function compare(model: Model, ids: readonly number[]): Promise<void> {
  const listed = await get("/transactions?limit=2000");
  expect(listed.body.transactions).toMatchObject(model.listed().map(showHeld));
  expect(listed.body.transactions).toHaveLength(model.listed().length);
  const whole = await get(
    "/transactions?limit=2000&include_split_parents=true&include_group_children=true",
  );
  const every = [...model.held].sort((a, b) => b.date.localeCompare(a.date) || b.id - a.id);
  expect(whole.body.transactions).toMatchObject(every.map(showHeld));
  expect(whole.body.transactions).toHaveLength(every.length);
  for (const id of MODEL_ACCOUNTS)
    expect(Math.round(Number(await balanceOf(id)) * 100)).toBe(model.balances[id]);
  for (const start of MONTHS) {
    const end = start === "2026-01-01" ? "2026-01-31" : "2026-02-28";
    const { body } = await get(`/summary?start_date=${start}&end_date=${end}`);
    for (const id of ids) {
      const entry = body.categories.find((one: { category_id: number }) => one.category_id === id);
      const budgeted = model.budgets.get(`${id} ${start}`);
      expect(
        Math.round((entry?.totals.other_activity ?? 0) * 100),
        `activity of ${id} from ${start}`,
      ).toBe(model.activity(id, start));
      expect(entry?.totals.budgeted ?? null, `budget of ${id} from ${start}`).toBe(
        budgeted === undefined ? null : budgeted / 100,
      );
    }
  }
}

function showHeld(one: Held): object {
  const { external_id: _, ...facts } = wireOf(one) as { external_id?: unknown };
  return {
    ...facts,
    id: one.id,
    amount: (one.cents / 100).toFixed(4),
    external_id: one.external,
    is_split_parent: one.isSplit,
    split_parent_id: one.splitOf,
    is_group_parent: one.isGroup,
    group_parent_id: one.groupOf,
  };
}

test("random sequences of operations leave the service and the model in the same state", async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const model = new Model();
        const ids = await Promise.all(NAMES.map(categoryId));
        for (const one of steps) await run(model, one, ids);
        await compare(model, ids);
      })
      .afterEach(reset),
    { numRuns: 50 },
  );
});
